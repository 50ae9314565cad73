//! What a check may use. A certificate is a file from anywhere: what it asks for is estimated before anything is worked out, and
//! counted on the way.

use crate::Reject;
use std::cell::Cell;
use std::time::Instant;

/// How much a check may use, beside its own bound on steps.
#[derive(Debug, Clone, Copy)]
pub struct Allowance {
    /// Bytes of tables.
    pub memory: u64,
    /// When it must end.
    pub deadline: Option<Instant>,
}

impl Default for Allowance {
    fn default() -> Self {
        Allowance { memory: 4 << 30, deadline: None }
    }
}

/// Steps between two looks at the clock: about a millisecond.
const STRIDE: u64 = 1 << 20;

/// The steps that are left, and the clock.
pub(crate) struct Work {
    allowed: Allowance,
    steps: Cell<u64>,
    /// The clock is read when fewer steps than this are left.
    next_look: Cell<u64>,
}

impl Work {
    pub(crate) fn new(steps: u64, allowed: Allowance) -> Work {
        Work { allowed, steps: Cell::new(steps), next_look: Cell::new(steps) }
    }

    /// Refuses what would surely take more steps than are left.
    pub(crate) fn expect(&self, steps: u128) -> Result<(), Reject> {
        if steps > u128::from(self.steps.get()) { Err(Reject::TooLarge) } else { Ok(()) }
    }

    /// Counts steps.
    #[inline]
    pub(crate) fn spend(&self, steps: u64) -> Result<(), Reject> {
        let left = self.steps.get().checked_sub(steps).ok_or(Reject::TooLarge)?;
        self.steps.set(left);
        if left < self.next_look.get() { self.look() } else { Ok(()) }
    }

    #[cold]
    fn look(&self) -> Result<(), Reject> {
        self.next_look.set(self.steps.get().saturating_sub(STRIDE));
        let late = self.allowed.deadline.is_some_and(|deadline| Instant::now() > deadline);
        if late { Err(Reject::Time) } else { Ok(()) }
    }

    /// Refuses tables of more bytes than are allowed.
    #[inline]
    pub(crate) fn fits(&self, bytes: u64) -> Result<(), Reject> {
        if bytes > self.allowed.memory { Err(Reject::Memory { limit: self.allowed.memory }) } else { Ok(()) }
    }
}
