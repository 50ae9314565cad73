//! How much work one recognition may do, counted in bounds that were looked at: rules are untrusted, and long ones could keep the
//! proofs busy for ever. When the budget is used up, nothing more is proved, so nothing is recognised. Counted, not timed: the same
//! rules are recognised on every machine.

use std::cell::Cell;

/// The budget of one recognition: ordinary rules use some thousands.
const WORK: u64 = 3_000_000;

thread_local! {
    static LEFT: Cell<u64> = const { Cell::new(WORK) };
}

/// Runs a recognition with a new budget.
pub(super) fn with_budget<T>(work: impl FnOnce() -> T) -> T {
    LEFT.set(WORK);
    work()
}

/// Uses some of it. Whether there was enough.
pub(super) fn spend(bounds: usize) -> bool {
    let left = LEFT.get().saturating_sub(bounds as u64 + 1);
    LEFT.set(left);
    left > 0
}
