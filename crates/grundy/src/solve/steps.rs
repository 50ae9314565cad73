//! When a search looks at its limits.

use super::CHECK_EVERY;
use crate::game::Game;
use crate::watch::{Stop, Watch};
use std::mem::needs_drop;

/// Counts listings of moves, and what they keep.
#[derive(Default)]
pub(super) struct Steps {
    listings: u32,
    bytes: u64,
}

/// That part of the limit on memory may be taken between two looks.
const PART: u64 = 64;

impl Steps {
    /// Counts one; true if it is time to look.
    #[inline(always)]
    pub(super) fn is_due(&mut self, watch: &Watch) -> bool {
        self.listings += 1;
        let due = self.listings >= CHECK_EVERY || self.bytes > watch.limits().memory / PART;
        if due {
            *self = Steps::default();
        }
        due
    }

    /// Counts positions that a listing keeps, each of so many bytes: few of them may be more than a thousand listings of others keep.
    #[inline(always)]
    pub(super) fn keep(&mut self, positions: usize, bytes: usize) {
        self.bytes += positions as u64 * bytes as u64;
    }

    /// Counts one, and fails when a limit is passed: sizes are compared every time, the clock is read when it is due.
    #[inline]
    pub(super) fn look(&mut self, watch: &Watch, positions: u64, bytes: u64) -> Result<(), Stop> {
        let limits = watch.limits();
        let is_over = positions > limits.positions || bytes > limits.memory;
        if self.is_due(watch) || is_over { watch.check(positions, bytes) } else { Ok(()) }
    }
}

/// The memory of a stack.
pub(super) fn capacity_bytes<T>(stack: &Vec<T>) -> u64 {
    (stack.capacity() * size_of::<T>()) as u64
}

/// The memory of a list while its next element is put in: a full one is copied to twice its size.
pub(super) fn growing_bytes<T>(list: &Vec<T>) -> u64 {
    bytes_with(list, 1)
}

/// The memory of a long list that many elements may be put into before the next look.
pub(super) fn soon_bytes<T>(list: &Vec<T>) -> u64 {
    bytes_with(list, if list.len() < LONG { 0 } else { list.len() / 8 })
}

/// The memory of a list while so many elements are put in.
fn bytes_with<T>(list: &Vec<T>, more: usize) -> u64 {
    let grows = list.capacity() - list.len() < more;
    if grows { 3 * capacity_bytes(list) } else { capacity_bytes(list) }
}

/// Shorter lists are not looked at before they grow.
const LONG: usize = 1 << 16;

/// Bytes that a large position owns: more than a hundred nodes of a graph.
const LARGE: usize = 16;

/// Whether a position is so large that each of its moves is work: then the clock is read at each of them, not only after as
/// many listings as pass quickly for small ones. On a graph of 4,000 nodes one listing takes seconds.
pub(super) fn is_large(bytes: usize) -> bool {
    bytes >= LARGE
}

/// The memory that a position owns outside itself.
#[inline]
pub(super) fn bytes_of<G: Game>(game: &G, position: &G::Position) -> usize {
    if needs_drop::<G::Position>() { game.heap_bytes(position) } else { 0 }
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
