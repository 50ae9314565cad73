//! Limits, counted in states, letters, bytes and transitions, never in seconds; and what was used.
//!
//! Every operation that builds an automaton takes a [`Budget`]. It reports its growth as it goes, so a limit is met
//! while the automaton grows and not after. The callback of [`Budget::with_cancel`] is asked every 2^16 transitions.

use crate::error::{Error, Result};
use std::cell::Cell;
use std::fmt;

/// How large automata and formulas may become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// States of one automaton, before it is minimised.
    pub states: usize,
    /// Letters of one alphabet: digits to the power of the number of tracks.
    pub letters: usize,
    /// Bytes of the automaton that is being built, with all that are kept for later.
    pub bytes: usize,
    /// Transitions computed in all.
    pub work: u64,
    /// Cases into which one formula may split (minimum, maximum, signs).
    pub cases: usize,
    /// Nesting of a formula.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { states: 300_000, letters: 1 << 20, bytes: 1 << 30, work: 1 << 34, cases: 1 << 16, depth: 100 }
    }
}

/// What was used so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Usage {
    /// States of the largest automaton, before it was minimised.
    pub peak_states: usize,
    /// The most bytes at one time: the automaton that was being built and those kept.
    pub peak_bytes: usize,
    /// Transitions computed.
    pub work: u64,
}

/// Limits, what was used, and the callback that may stop the work.
pub struct Budget<'a> {
    limits: Limits,
    usage: Cell<Usage>,
    kept: Cell<usize>,
    next_question: Cell<u64>,
    cancel: Option<&'a dyn Fn() -> bool>,
}

impl fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Budget").field("limits", &self.limits).field("usage", &self.usage.get()).finish()
    }
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Budget::new(Limits::default())
    }
}

/// Transitions between two questions to the callback.
const QUESTION: u64 = 1 << 16;

impl<'a> Budget<'a> {
    /// A budget that only its limits end.
    pub fn new(limits: Limits) -> Budget<'a> {
        let zero = Usage::default();
        Budget { limits, usage: Cell::new(zero), kept: Cell::new(0), next_question: Cell::new(QUESTION), cancel: None }
    }

    /// A budget whose work ends with [`Error::Cancelled`] soon after `cancel` says `true`.
    pub fn with_cancel(limits: Limits, cancel: &'a dyn Fn() -> bool) -> Budget<'a> {
        Budget { cancel: Some(cancel), ..Budget::new(limits) }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What was used so far.
    pub fn usage(&self) -> Usage {
        self.usage.get()
    }

    /// An automaton under construction has this many states and bytes.
    pub(crate) fn grown(&self, states: usize, bytes: usize) -> Result<()> {
        let mut usage = self.usage.get();
        usage.peak_states = usage.peak_states.max(states);
        let total = bytes.saturating_add(self.kept.get());
        usage.peak_bytes = usage.peak_bytes.max(total);
        self.usage.set(usage);
        if states > self.limits.states {
            return Err(Error::States(self.limits.states));
        }
        if total > self.limits.bytes {
            return Err(Error::Memory(self.limits.bytes));
        }
        Ok(())
    }

    /// So many transitions were computed.
    pub(crate) fn worked(&self, transitions: usize) -> Result<()> {
        let mut usage = self.usage.get();
        usage.work += transitions as u64;
        self.usage.set(usage);
        if usage.work > self.limits.work {
            return Err(Error::Work(self.limits.work));
        }
        if usage.work >= self.next_question.get() {
            self.next_question.set(usage.work + QUESTION);
            if self.cancel.is_some_and(|cancel| cancel()) {
                return Err(Error::Cancelled);
            }
        }
        Ok(())
    }

    /// So many bytes are kept until the budget ends (a cache).
    pub(crate) fn keep(&self, bytes: usize) -> Result<()> {
        self.kept.set(self.kept.get().saturating_add(bytes));
        self.grown(0, 0)
    }

    /// Bytes that were kept and are free again.
    pub(crate) fn release(&self, bytes: usize) {
        self.kept.set(self.kept.get().saturating_sub(bytes));
    }

    /// `base` to the power `tracks`, if that many letters are allowed.
    pub(crate) fn letters(&self, base: usize, tracks: usize) -> Result<usize> {
        let limit = self.limits.letters;
        let count = u32::try_from(tracks).ok().and_then(|tracks| base.checked_pow(tracks));
        count.filter(|&n| n <= limit).ok_or(Error::Letters(limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_met_and_reported() {
        let budget = Budget::new(Limits { states: 10, bytes: 100, work: 1000, ..Limits::default() });
        assert_eq!(budget.grown(10, 100), Ok(()));
        assert_eq!(budget.grown(11, 0), Err(Error::States(10)));
        assert_eq!(budget.keep(60), Ok(()));
        assert_eq!(budget.grown(1, 41), Err(Error::Memory(100)));
        budget.release(60);
        assert_eq!(budget.grown(1, 41), Ok(()));
        assert_eq!(budget.worked(1001), Err(Error::Work(1000)));
        assert_eq!(budget.usage().peak_states, 11);
        assert_eq!(budget.letters(2, 21), Err(Error::Letters(1 << 20)));
    }

    #[test]
    fn the_callback_is_asked() {
        let stop = || true;
        let budget = Budget::with_cancel(Limits::default(), &stop);
        assert_eq!(budget.worked(10), Ok(()));
        assert_eq!(budget.worked(1 << 16), Err(Error::Cancelled));
    }
}
