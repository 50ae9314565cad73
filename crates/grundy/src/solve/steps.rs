//! When a search looks at its limits.

use super::CHECK_EVERY;
use crate::watch::{Stop, Watch};

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
