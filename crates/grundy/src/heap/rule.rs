//! The rules of a take-and-break game: one digit for every number of beans that may be removed.
//!
//! The digits from place 1 on are kept as runs of equal digits and, for an infinite code, a repeating tail, so that
//! `take[2..1000000000000]` costs no more than `0.77`. The form is canonical: two rules are equal exactly when they
//! have the same digit at every place.

use super::digit::{Digit, Parts};
use std::fmt;

/// Why a text or a list of digits is not a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleError {
    /// Byte offset in the text, 0 when the rule did not come from a text.
    pub at: usize,
    /// What is wrong and how to put it right.
    pub message: String,
}

impl RuleError {
    pub(super) fn new(at: usize, message: impl Into<String>) -> Self {
        RuleError { at, message: message.into() }
    }
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.message, self.at)
    }
}

impl std::error::Error for RuleError {}

/// Equal digits at the places `from..=to`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Run {
    /// The first place.
    pub from: u128,
    /// The last place.
    pub to: u128,
    /// The digit, never [`Digit::NONE`].
    pub digit: Digit,
}

/// The rules of a take-and-break game.
///
/// ```
/// use grundy::heap::Rule;
/// let kayles: Rule = "0.77".parse()?;
/// assert_eq!(kayles.to_string(), "0.77");
/// assert_eq!("take{1,2}".parse::<Rule>()?, "0.33".parse()?);
/// assert_eq!(Rule::nim(), "0.[3]".parse()?);
/// assert_eq!("0.78".parse::<Rule>().unwrap_err().at, 3);
/// # Ok::<(), grundy::heap::RuleError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rule {
    first: Digit,
    runs: Vec<Run>,
    tail: Vec<Digit>,
    tail_from: u128,
}

impl Rule {
    /// The rule with `first` at place 0, `digits` from place 1 on, and then `tail` again and again (empty: no more
    /// moves). Place 0 removes nothing, so it may only break: leaving no heap is impossible and one heap is no move.
    pub fn from_digits(first: Digit, digits: &[Digit], tail: &[Digit]) -> Result<Rule, RuleError> {
        let runs = (1u128..).zip(digits).map(|(place, &digit)| Run { from: place, to: place, digit });
        Rule::from_runs(first, runs.collect(), tail, digits.len() as u128 + 1)
    }

    /// The rule with these runs, ascending and disjoint, and the tail from the place `tail_from` on.
    pub(super) fn from_runs(first: Digit, runs: Vec<Run>, tail: &[Digit], tail_from: u128) -> Result<Rule, RuleError> {
        if first.heaps() & 3 != 0 {
            let message = "a move that removes nothing must break the heap: the first digit may only be 0, 4, 8 or C";
            return Err(RuleError::new(0, message));
        }
        let mut rule = Rule { first, runs: Vec::new(), tail: primitive(tail).to_vec(), tail_from };
        for run in runs {
            rule.push(run);
        }
        rule.shorten();
        Ok(rule)
    }

    fn push(&mut self, run: Run) {
        match self.runs.last_mut() {
            _ if run.digit.is_none() => {}
            Some(last) if last.to + 1 == run.from && last.digit == run.digit => last.to = run.to,
            _ => self.runs.push(run),
        }
    }

    /// Moves the start of the tail as far down as it goes. A tail of one digit swallows the whole run before it, a
    /// longer one is not constant and stops within its length.
    fn shorten(&mut self) {
        if self.tail.iter().all(|digit| digit.is_none()) {
            (self.tail, self.tail_from) = (Vec::new(), 0);
            return;
        }
        while self.tail_from > 1 {
            let before = self.tail_from - 1;
            let last_run = self.runs.last().copied().filter(|run| run.to == before);
            let digit = last_run.map_or(Digit::NONE, |run| run.digit);
            if self.tail.last() != Some(&digit) {
                return;
            }
            let Some(run) = last_run else {
                self.tail_from = before;
                self.tail.rotate_right(1);
                continue;
            };
            let down_to = if self.tail.len() == 1 { run.from } else { before };
            self.tail_from = down_to;
            self.tail.rotate_right(1);
            self.runs.pop();
            if down_to > run.from {
                self.runs.push(Run { to: down_to - 1, ..run });
            }
        }
    }

    /// Nim: take any number. The code `0.[3]`.
    pub fn nim() -> Rule {
        Rule { first: Digit::NONE, runs: Vec::new(), tail: vec![Digit::TAKE], tail_from: 1 }
    }

    /// The subtraction game: take a number from `set`.
    ///
    /// ```
    /// use grundy::heap::Rule;
    /// assert_eq!(Rule::subtraction([4, 1, 3])?.to_string(), "take{1,3,4}");
    /// assert!(Rule::subtraction([0, 1]).is_err());
    /// # Ok::<(), grundy::heap::RuleError>(())
    /// ```
    pub fn subtraction(set: impl IntoIterator<Item = u128>) -> Result<Rule, RuleError> {
        let runs = checked_runs(set.into_iter().map(|k| (k, k)).collect())?;
        Rule::from_runs(Digit::NONE, runs, &[], 1)
    }

    /// The subtraction game: take from `least` to `most`.
    pub fn range(least: u128, most: u128) -> Result<Rule, RuleError> {
        Rule::from_runs(Digit::NONE, checked_runs(vec![(least, most)])?, &[], 1)
    }

    /// The all-but game: take any number that is not in `set`.
    ///
    /// ```
    /// use grundy::heap::Rule;
    /// assert_eq!(Rule::all_but([2])?.to_string(), "allbut{2}");
    /// # Ok::<(), grundy::heap::RuleError>(())
    /// ```
    pub fn all_but(set: impl IntoIterator<Item = u128>) -> Result<Rule, RuleError> {
        Rule::all_but_ranges(set.into_iter().map(|k| (k, k)).collect())
    }

    pub(super) fn all_but_ranges(ranges: Vec<(u128, u128)>) -> Result<Rule, RuleError> {
        let missing = checked_runs(ranges)?;
        let last = missing.last().map_or(0, |run| run.to);
        let mut runs = Vec::new();
        let mut next = 1;
        for run in missing {
            if next < run.from {
                runs.push(Run { from: next, to: run.from - 1, digit: Digit::TAKE });
            }
            next = run.to + 1;
        }
        Rule::from_runs(Digit::NONE, runs, &[Digit::TAKE], last + 1)
    }

    pub(super) fn take_ranges(ranges: Vec<(u128, u128)>) -> Result<Rule, RuleError> {
        Rule::from_runs(Digit::NONE, checked_runs(ranges)?, &[], 1)
    }

    /// Nothing is removed: break a heap into `least` to `most` heaps.
    ///
    /// ```
    /// use grundy::heap::{Parts, Rule};
    /// assert_eq!(Rule::split(2, 2, Parts::Unequal)?.to_string(), "4!.0"); // Grundy's game
    /// assert_eq!(Rule::split(2, 5, Parts::Any)?.to_string(), "0x{3C}.0");
    /// # Ok::<(), grundy::heap::RuleError>(())
    /// ```
    pub fn split(least: u32, most: u32, parts: Parts) -> Result<Rule, RuleError> {
        if least < 2 || most < least || most > Digit::MOST_HEAPS {
            let message = format!("a heap is broken into 2 to {} heaps", Digit::MOST_HEAPS);
            return Err(RuleError::new(0, message));
        }
        let heaps = (least..=most).fold(0, |bits, count| bits | 1 << count);
        Rule::from_digits(Digit::new(heaps, parts), &[], &[])
    }

    /// The digit at a place: what may be left after removing `place` beans.
    pub fn digit(&self, place: u128) -> Digit {
        if place == 0 {
            return self.first;
        }
        if !self.tail.is_empty() && place >= self.tail_from {
            let index = (place - self.tail_from) % self.tail.len() as u128;
            return self.tail[index as usize];
        }
        let index = self.runs.partition_point(|run| run.to < place);
        self.runs.get(index).filter(|run| run.from <= place).map_or(Digit::NONE, |run| run.digit)
    }

    /// The digit at place 0.
    pub fn first(&self) -> Digit {
        self.first
    }

    /// The digits before the tail, ascending; places in no run have the digit 0.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The digits that repeat for ever, empty for a finite code.
    pub fn tail(&self) -> &[Digit] {
        &self.tail
    }

    /// The place where the tail starts, 0 when there is none.
    pub fn tail_from(&self) -> u128 {
        self.tail_from
    }

    /// The last place before the tail with a digit other than 0 (0 if there is none).
    pub fn last_place(&self) -> u128 {
        self.runs.last().map_or(0, |run| run.to)
    }

    /// Every different digit of the rule.
    pub fn digits(&self) -> impl Iterator<Item = Digit> + '_ {
        let runs = self.runs.iter().map(|run| run.digit);
        std::iter::once(self.first).chain(runs).chain(self.tail.iter().copied())
    }

    /// The most heaps that a move may leave.
    pub fn most_heaps(&self) -> u32 {
        self.digits().map(Digit::most).max().unwrap_or(0)
    }
}

/// The shortest word that the tail is a power of.
fn primitive(tail: &[Digit]) -> &[Digit] {
    let repeats = |length: &usize| tail.len().is_multiple_of(*length) && tail[*length..] == tail[..tail.len() - length];
    (1..tail.len()).find(repeats).map_or(tail, |length| &tail[..length])
}

/// Ranges as ascending, disjoint runs of the digit 3.
fn checked_runs(mut ranges: Vec<(u128, u128)>) -> Result<Vec<Run>, RuleError> {
    if ranges.is_empty() {
        return Err(RuleError::new(0, "the set is empty: name at least one number to take"));
    }
    ranges.sort_unstable();
    let mut runs: Vec<Run> = Vec::new();
    for (from, to) in ranges {
        if from == 0 {
            return Err(RuleError::new(0, "taking 0 is no move: the numbers start at 1"));
        }
        if to < from || to > MOST_TAKEN {
            return Err(RuleError::new(0, format!("not a range of numbers up to 10^36: {from}..{to}")));
        }
        match runs.last_mut() {
            Some(last) if from <= last.to + 1 => last.to = last.to.max(to),
            _ => runs.push(Run { from, to, digit: Digit::TAKE }),
        }
    }
    Ok(runs)
}

/// The largest number in a set, far from where sums of places could overflow.
pub(super) const MOST_TAKEN: u128 = 10u128.pow(36);
