//! When a search looks at its limits.

use super::CHECK_EVERY;
use crate::game::Game;
use crate::watch::{Stop, Watch};
use std::mem::needs_drop;

/// Counts listings of moves.
#[derive(Default)]
pub(super) struct Steps(u32);

impl Steps {
    /// Counts one; true if it is time to look.
    #[inline(always)]
    pub(super) fn is_due(&mut self) -> bool {
        self.0 += 1;
        let due = self.0 == CHECK_EVERY;
        if due {
            self.0 = 0;
        }
        due
    }

    /// Counts one, and fails when a limit is passed: sizes are compared every time, the clock is read when it is due.
    #[inline]
    pub(super) fn look(&mut self, watch: &Watch, positions: u64, bytes: u64) -> Result<(), Stop> {
        let limits = watch.limits();
        let is_over = positions > limits.positions || bytes > limits.memory;
        if self.is_due() || is_over { watch.check(positions, bytes) } else { Ok(()) }
    }
}

/// The memory of a stack.
pub(super) fn capacity_bytes<T>(stack: &Vec<T>) -> u64 {
    (stack.capacity() * size_of::<T>()) as u64
}

/// The memory of a list while its next element is put in: a full one is copied to twice its size.
pub(super) fn growing_bytes<T>(list: &Vec<T>) -> u64 {
    if list.len() == list.capacity() { 3 * capacity_bytes(list) } else { capacity_bytes(list) }
}

/// The memory of a long list that many elements may be put into before the next look: one that is nearly full counts as
/// [growing](growing_bytes).
pub(super) fn soon_bytes<T>(list: &Vec<T>) -> u64 {
    let nearly_full = list.len() >= LONG && list.capacity() - list.len() < list.len() / 8;
    if nearly_full { 3 * capacity_bytes(list) } else { capacity_bytes(list) }
}

/// Shorter lists are not looked at before they grow.
const LONG: usize = 1 << 16;

/// Bytes that a large position owns: more than a hundred nodes of a graph.
const LARGE: usize = 16;

/// Whether a position is so large that each of its moves is work: then the clock is read at each of them, not only after as
/// many listings as pass quickly for small ones. On a graph of 4,000 nodes one listing takes seconds.
pub(super) fn is_large<G: Game>(game: &G, position: &G::Position) -> bool {
    needs_drop::<G::Position>() && game.heap_bytes(position) >= LARGE
}

/// The memory that positions on a stack own outside it.
pub(super) fn owned_bytes<'p, G: Game<Position: 'p>>(
    game: &G,
    positions: impl IntoIterator<Item = &'p G::Position>,
) -> u64 {
    if !needs_drop::<G::Position>() {
        return 0;
    }
    positions.into_iter().map(|position| game.heap_bytes(position) as u64).sum()
}
