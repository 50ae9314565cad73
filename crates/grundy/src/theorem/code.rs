//! Take-and-break games: heaps whose values follow from a code and, where its period is proved, from the period.
//!
//! The values come from [`Sequence`], whose period theorems are in [`crate::heap`]. What is added here are the options of a wanted
//! value, at any size.
//!
//! **Options by the period.** Let G(n + p) = G(n) for n ≥ s, proved. A move that leaves one heap is found among the heaps of the
//! wanted value: those below s, and in each period those with some residues. A move that breaks a heap into j parts may be
//! brought into a form in which all parts but the largest are below s + j·p: as long as another one is not, take a multiple of p
//! from it, such that it differs from the other parts if it must, and give it to the largest, which stays the largest, and no
//! value changes. So if there is such an option, there is one in this form, and only (s + j·p)^(j−1) cases need a look. Equal
//! parts are one case for each j. With a saltus, G(n + p) = G(n) + d, a heap of a given value is found by a division, and two of
//! them as in [`lasker`](super::lasker), from their sum and their XOR.
//!
//! Without a period the computed heaps are looked through.

mod search;

use super::above::Above;
use super::lasker::Lasker;
use super::nim::Nim;
use super::one_two::OneTwo;
use super::take_range::TakeRange;
use super::{Found, HeapTheorem};
use crate::heap::{Digit, Parts, Period, Repetition, Rule, Sequence};
use crate::watch::{Stop, Watch};
use search::Search;
use std::sync::{Mutex, PoisonError};

/// The heaps of a code, counted from a floor: by the theorem of their own that some codes have, else by the heap engines.
///
/// ```
/// use grundy::{Watch, theorem::{HeapTheorem, code}};
/// let game = code::theorem("take[5..398015507498913340]".parse()?, 0);
/// assert_eq!(game.name(), "take 5..398015507498913340");
/// # Ok::<(), grundy::heap::RuleError>(())
/// ```
pub fn theorem(rule: Rule, floor: u128) -> Box<dyn HeapTheorem> {
    let tail_only = |digit: Digit| rule.runs().is_empty() && rule.tail() == [digit] && rule.tail_from() == 1;
    if rule == Rule::nim() {
        return Above::floor(floor, Box::new(Nim));
    }
    // Leaving nothing is forbidden: Nim on the beans above the first.
    if let (true, Some(floor)) = (rule.first().is_none() && tail_only(Digit::new(2, Parts::Any)), floor.checked_add(1))
    {
        return Above::floor(floor, Box::new(Nim));
    }
    if rule.first() == Digit::new(4, Parts::Any) && tail_only(Digit::TAKE) {
        return Above::floor(floor, Box::new(Lasker));
    }
    if let ([run], []) = (rule.runs(), rule.tail())
        && rule.first().is_none()
        && run.digit == Digit::TAKE
        && let Some(game) = TakeRange::new(run.from, run.to)
    {
        return Above::floor(floor, Box::new(game));
    }
    if let Some(game) = OneTwo::of(&rule) {
        return Above::floor(floor, Box::new(game));
    }
    Above::floor(floor, Box::new(Code::new(rule)))
}

/// The heaps of a code by the heap engines.
#[derive(Debug)]
pub struct Code {
    rule: Rule,
    sequence: Mutex<Sequence>,
}

impl Code {
    /// The heaps of a code.
    pub fn new(rule: Rule) -> Code {
        Code { sequence: Mutex::new(Sequence::new(rule.clone())), rule }
    }

    fn sequence(&self) -> std::sync::MutexGuard<'_, Sequence> {
        self.sequence.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl HeapTheorem for Code {
    fn name(&self) -> String {
        format!("heap {}", self.rule)
    }

    fn value(&self, n: u128, watch: &Watch) -> Result<Option<u128>, Stop> {
        self.sequence().value(n, watch).map(|value| Some(value.into()))
    }

    fn options(&self, n: u128, wanted: u128, most: usize, watch: &Watch) -> Result<Found<Vec<u128>>, Stop> {
        let mut sequence = self.sequence();
        sequence.extend(n, watch)?;
        let found = Search::new(&sequence, wanted, most.saturating_add(1), watch).run(&self.rule, n)?;
        Ok(found.first(most))
    }

    fn rule(&self) -> Option<Rule> {
        Some(self.rule.clone())
    }

    fn period(&self, watch: &Watch) -> Result<Option<u64>, Stop> {
        let mut sequence = self.sequence();
        sequence.extend(1 << 100, watch)?;
        Ok(match sequence.period() {
            Period::Proved(Repetition { saltus: 0, period, .. }, _) => Some(period),
            _ => None,
        })
    }

    fn repetition(&self, watch: &Watch) -> Result<Option<(u128, u64)>, Stop> {
        let mut sequence = self.sequence();
        // Who counts may do without: a period that shows late is not waited for.
        sequence.extend(1 << 20, watch)?;
        Ok(match sequence.period() {
            Period::Proved(Repetition { saltus: 0, period, preperiod }, _) => Some((preperiod.into(), period)),
            _ => None,
        })
    }

    fn nim_heap(&self, _n: u128) -> Option<u128> {
        self.rule.digits().all(|digit| digit.is_none()).then_some(0)
    }
}

#[cfg(test)]
mod tests;
