//! Equal games: standard forms, cousins, and the comparison of two sequences.
//!
//! **Cousins.** If a single bean cannot be taken (place 1 does not allow to take the whole heap), a heap of one bean has no
//! move and counts for nothing, so every heap may be written with one bean less: G(n) = G′(n−1) for n ≥ 1. A move that removes k
//! and leaves j heaps of n, with m beans in each, removes k + j − 1 of the n − 1 and leaves j heaps with m − 1 each, any of
//! which may now be empty. So j heaps at place k become "at most j heaps" at place k + j − 1: bit 0 at place k becomes
//! bit 0 at place k − 1, bit 1 becomes the digit 3, bit 2 the digit 7 one place on. Two unequal heaps become two unequal
//! heaps or one. Dawson's Kayles 0.07 is Dawson's Chess 0.137 with one bean more.
//!
//! **Standard form** (Winning Ways, ch. 4): the cousin in which a single bean can be taken, so that G(1) is not 0.

use super::digit::{Digit, Parts};
use super::rule::Rule;
use super::sequence::{Period, Sequence};
use crate::watch::{Stop, Watch};

impl Rule {
    /// The standard form and the number of beans that each heap loses: G(n) = G′(n − shift) for n ≥ shift, and the
    /// smaller heaps have value 0. `None` for infinite codes, for codes whose cousins cannot be written, and for the
    /// game without moves.
    ///
    /// ```
    /// use grundy::heap::Rule;
    /// let dawsons_kayles: Rule = "0.07".parse()?;
    /// assert_eq!(dawsons_kayles.standard_form(), Some(("0.137".parse()?, 1)));
    /// assert_eq!("0.4".parse::<Rule>()?.standard_form(), Some(("0.137".parse()?, 2)));
    /// assert_eq!("4!.0".parse::<Rule>()?.standard_form(), Some(("0.36!".parse()?, 2)));
    /// # Ok::<(), grundy::heap::RuleError>(())
    /// ```
    pub fn standard_form(&self) -> Option<(Rule, u32)> {
        const MOST_PLACES: u128 = 256;
        let mut rule = self.clone();
        for shift in 0..=2 * MOST_PLACES as u32 {
            if rule.digit(1).leaves(0) {
                return Some((rule, shift));
            }
            if !rule.tail().is_empty() || rule.last_place() > MOST_PLACES || rule.digits().all(Digit::is_none) {
                return None;
            }
            rule = rule.cousin()?;
        }
        None
    }

    /// The rule of the same game with a bean less in each heap.
    fn cousin(&self) -> Option<Rule> {
        let last = self.last_place() as usize + self.most_heaps() as usize;
        let mut digits = vec![(0u32, None); last + 1];
        let mut add = |place: usize, heaps: u32, parts: Option<Parts>| {
            let digit = &mut digits[place - 1];
            let agree = parts.is_none() || digit.1.is_none() || digit.1 == parts;
            *digit = (digit.0 | heaps, digit.1.or(parts));
            agree
        };
        for place in 0..=self.last_place() as usize {
            let digit = self.digit(place as u128);
            if digit.leaves(0) && !add(place - 1, 1, None) || digit.leaves(1) && !add(place, 3, None) {
                return None;
            }
            for count in (2..=digit.most()).filter(|&count| digit.leaves(count)) {
                let heaps = match digit.parts() {
                    Parts::Any => (2 << count) - 1,
                    Parts::Unequal if count == 2 => 6,
                    _ => return None,
                };
                if !add(place + count as usize - 1, heaps, Some(digit.parts())) {
                    return None;
                }
            }
        }
        let digits: Vec<Digit> =
            digits.into_iter().map(|(heaps, parts)| Digit::new(heaps, parts.unwrap_or_default())).collect();
        Rule::from_digits(Digit::NONE, &digits, &[]).ok()
    }
}

/// How two sequences compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// The first heap with different values.
    DifferAt(u128),
    /// Equal for all heaps: the same rule or standard form, or the same proved period and the same values before it.
    Equal,
    /// Equal up to the heap that was asked for; nothing is known beyond.
    EqualSoFar,
}

/// Compares two games up to heap `last`.
///
/// ```
/// use grundy::{Watch, heap::{Comparison, Sequence, compare}};
/// let (mut a, mut b) = (Sequence::new("0.161".parse()?), Sequence::new("0.36".parse()?));
/// assert_eq!(compare(&mut a, &mut b, 1000, &Watch::default())?, Comparison::DifferAt(519));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare(a: &mut Sequence, b: &mut Sequence, last: u128, watch: &Watch) -> Result<Comparison, Stop> {
    if a.rule() == b.rule() || a.rule().standard_form().is_some_and(|form| Some(form) == b.rule().standard_form()) {
        return Ok(Comparison::Equal);
    }
    a.extend(last, watch)?;
    b.extend(last, watch)?;
    let proved = match (a.period(), b.period()) {
        (Period::Proved(one, _), Period::Proved(other, _)) => Some((one, other)),
        _ => None,
    };
    // Beyond both first periods two repetitions with the same numbers go on alike.
    let end = proved.map_or(last, |(one, other)| {
        let first_period = |r: super::Repetition| u128::from(r.preperiod) + u128::from(r.period);
        last.min(first_period(one).max(first_period(other)))
    });
    if let Some(n) = (0..=end).find(|&n| a.get(n) != b.get(n)) {
        return Ok(Comparison::DifferAt(n));
    }
    let same = proved.is_some_and(|(one, other)| one == other && end < last);
    if same {
        return Ok(Comparison::Equal);
    }
    let difference = (end + 1..=last).find(|&n| a.get(n) != b.get(n));
    Ok(difference.map_or(Comparison::EqualSoFar, Comparison::DifferAt))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn cousins_have_the_same_values(first in 0u32..4, digits in prop::collection::vec(0u32..16, 1..5), unequal: bool) {
            let parts = if unequal { Parts::Unequal } else { Parts::Any };
            let digits: Vec<Digit> = digits.iter().map(|&heaps| Digit::new(heaps & if unequal { 7 } else { 15 }, parts)).collect();
            let first = Digit::new((first * 4) & if unequal { 4 } else { 12 }, parts);
            let rule = Rule::from_digits(first, &digits, &[]).unwrap();
            if let Some((form, shift)) = rule.standard_form() {
                let watch = Watch::default();
                let (mut given, mut standard) = (Sequence::new(rule.clone()), Sequence::new(form.clone()));
                prop_assert!(form.digit(1).leaves(0));
                for n in 0..100 {
                    let expected = if n < shift { 0 } else { standard.value(u128::from(n - shift), &watch).unwrap() };
                    prop_assert_eq!(given.value(u128::from(n), &watch).unwrap(), expected, "{} {} {}", rule, form, n);
                }
            }
        }
    }

    #[test]
    fn equal_by_period() {
        let sequence = |code: &str| Sequence::new(code.parse().unwrap());
        let watch = Watch::default();
        assert_eq!(compare(&mut sequence("0.77"), &mut sequence("0.771"), 1000, &watch), Ok(Comparison::Equal));
        assert_eq!(compare(&mut sequence("0.77"), &mut sequence("0.76"), 1000, &watch), Ok(Comparison::DifferAt(2)));
        assert_eq!(compare(&mut sequence("0.26"), &mut sequence("0.27"), 500, &watch), Ok(Comparison::Equal));
        assert_eq!(compare(&mut sequence("0.26"), &mut sequence("0.07"), 500, &watch), Ok(Comparison::DifferAt(3)));
    }
}
