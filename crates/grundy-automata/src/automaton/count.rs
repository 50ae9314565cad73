//! How many numbers an automaton accepts up to given ends, and their sums: digit by digit.
//!
//! Numbers are read beside the digits of their ends. From the front, a number is smaller as soon as a digit is; from the back, the last
//! digit that differs decides. So beside the state one bit for each track is enough, and the words of each pair of state and bits are
//! counted, not listed: time O(digits · states · letters · 2^tracks).

use super::{Automaton, SINK, Var, letter_digits};
use crate::budget::Budget;
use crate::error::{Error, Result};
use grundy_natural::Nat;
use std::collections::HashMap;

/// How many solutions there are, and for each track the sum of its numbers in all of them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counted {
    /// How many.
    pub count: u128,
    /// The sums.
    pub sums: Vec<u128>,
}

impl Counted {
    /// Adds what other words give, with a letter more.
    fn add(&mut self, words: &Counted, digits: &[usize], weight: u128) -> Option<()> {
        self.count = self.count.checked_add(words.count)?;
        self.sums.resize(digits.len(), 0);
        for ((own, other), &digit) in self.sums.iter_mut().zip(&words.sums).zip(digits) {
            let more = words.count.checked_mul(weight.checked_mul(digit as u128)?)?;
            *own = own.checked_add(*other)?.checked_add(more)?;
        }
        Some(())
    }
}

/// More tracks are not counted.
const MOST_TRACKS: usize = 4;

impl Automaton {
    /// How often the answer is not 0 for numbers of at most these ends, one for each of the tracks 0, 1, …; nothing if that passes
    /// 128 bits.
    ///
    /// ```
    /// use grundy_automata::{atoms, Budget, Nat, Numeration};
    /// let budget = Budget::default();
    /// // 3x = y, both at most 10^18: as many as there are multiples of three.
    /// let triple = atoms::linear(Numeration::BINARY, &[(0, 3), (1, -1)], atoms::Relation::Equal, 0, &budget)?;
    /// let end = Nat::parse("1000000000000000000").unwrap();
    /// let counted = triple.counted(&[end.clone(), end], &budget)?.unwrap();
    /// assert_eq!(counted.count, 333_333_333_333_333_334);
    /// assert_eq!(counted.sums[1], 3 * counted.sums[0]);
    /// # Ok::<(), grundy_automata::Error>(())
    /// ```
    pub fn counted(&self, ends: &[Nat], budget: &Budget) -> Result<Option<Counted>> {
        if ends.len() > MOST_TRACKS {
            return Err(Error::Unsupported("a count over so many numbers"));
        }
        let tracks: Vec<Var> = (0..ends.len() as Var).collect();
        // Words that write no numbers are left out.
        let all = Automaton::all(self.numeration, &tracks, budget)?;
        let both = self.with_label_in(u64::MAX, budget)?.widen(&tracks, budget)?.both(&all, budget)?;
        let ends: Vec<Vec<u8>> = ends.iter().map(|end| self.numeration.digits_of(end)).collect();
        both.counted_words(&ends, budget)
    }

    fn counted_words(&self, ends: &[Vec<u8>], budget: &Budget) -> Result<Option<Counted>> {
        let length = ends.iter().map(Vec::len).max().unwrap_or(0);
        let Some(weights) = self.numeration.weights(length) else { return Ok(None) };
        let (base, front) = (self.numeration.digits(), self.numeration.most_first());
        // From the front the bit says that the number is smaller already; from the back, that it is larger so far.
        let first = Counted { count: 1, sums: vec![0; ends.len()] };
        let mut words: HashMap<(u32, u32), Counted> = HashMap::from([((self.start, 0), first)]);
        let mut digits = vec![0; ends.len()];
        for i in 0..length {
            let place = if front { length - 1 - i } else { i };
            let mut next: HashMap<(u32, u32), Counted> = HashMap::new();
            for (&(state, bits), counted) in &words {
                budget.worked(self.classes.len())?;
                for letter in 0..self.classes.len() {
                    let to = self.follow(state, self.classes[letter]);
                    if to == SINK {
                        continue;
                    }
                    letter_digits(letter, base, ends.len()).zip(&mut digits).for_each(|(d, own)| *own = d);
                    let Some(bits) = compared(bits, &digits, ends, place, front) else { continue };
                    if next.entry((to, bits)).or_default().add(counted, &digits, weights[place]).is_none() {
                        return Ok(None);
                    }
                }
            }
            words = next;
        }
        let mut total = Counted { count: 0, sums: vec![0; ends.len()] };
        let none = vec![0; ends.len()];
        for ((state, bits), counted) in &words {
            let inside = front || *bits == 0;
            if inside && self.labels[*state as usize] != 0 && total.add(counted, &none, 0).is_none() {
                return Ok(None);
            }
        }
        Ok(Some(total))
    }
}

/// The bits after a letter; nothing if a number is larger than its end.
fn compared(bits: u32, digits: &[usize], ends: &[Vec<u8>], place: usize, front: bool) -> Option<u32> {
    let mut after = bits;
    for (track, (&digit, end)) in digits.iter().zip(ends).enumerate() {
        let (own, end) = (1 << track, usize::from(end.get(place).copied().unwrap_or(0)));
        match (front, digit.cmp(&end)) {
            (_, std::cmp::Ordering::Equal) => {}
            (true, std::cmp::Ordering::Less) => after |= own,
            (true, std::cmp::Ordering::Greater) if bits & own == 0 => return None,
            (true, std::cmp::Ordering::Greater) => {}
            (false, std::cmp::Ordering::Less) => after &= !own,
            (false, std::cmp::Ordering::Greater) => after |= own,
        }
    }
    Some(after)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::numeration::Order;
    use crate::{Budget, Nat, Numeration, atoms};

    #[test]
    fn as_many_as_are_listed() {
        let budget = Budget::default();
        let mut numerations =
            vec![Numeration::z(1, Order::MostFirst).unwrap(), Numeration::z(2, Order::LeastFirst).unwrap()];
        for base in [2, 3, 10] {
            numerations
                .extend([Order::MostFirst, Order::LeastFirst].map(|order| Numeration::base(base, order).unwrap()));
        }
        for numeration in numerations {
            for (x, y, c) in [(2, -3, 1), (1, -1, 0), (1, 1, -9), (-5, 2, 4)] {
                let terms = [(0, x), (1, y)];
                let automaton = atoms::linear(numeration, &terms, atoms::Relation::AtMost, c, &budget).unwrap();
                for (a, b) in [(0u64, 0u64), (7, 12), (20, 5), (33, 34)] {
                    let ends = [Nat::from(a), Nat::from(b)];
                    let counted = automaton.counted(&ends, &budget).unwrap().unwrap();
                    let pairs = (0..=a).flat_map(|m| (0..=b).map(move |n| (m, n)));
                    let all: Vec<(u64, u64)> = pairs.filter(|&(m, n)| automaton.answer_small(&[m, n]) != 0).collect();
                    assert_eq!(counted.count, all.len() as u128, "{numeration} {terms:?} {a} {b}");
                    let sums = [all.iter().map(|p| u128::from(p.0)).sum(), all.iter().map(|p| u128::from(p.1)).sum()];
                    assert_eq!(counted.sums, sums, "{numeration} {terms:?} {a} {b}");
                }
            }
        }
    }
}
