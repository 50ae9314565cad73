//! When a search looks at its limits.

use super::CHECK_EVERY;

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
}

/// The memory of a stack.
pub(super) fn capacity_bytes<T>(stack: &Vec<T>) -> u64 {
    (stack.capacity() * size_of::<T>()) as u64
}
