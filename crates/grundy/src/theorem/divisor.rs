//! Take a divisor of the heap's size from it.
//!
//! **Theorem.** Write n = 2^a·m with m odd. If every divisor but n itself may be taken, the value of a heap of n ≥ 1 is a; if n may be
//! taken, too, it is a + 1. The empty heap has the value 0.
//!
//! *Proof.* Let d = 2^b·e divide n, e odd. If b < a, then n − d = 2^b·(2^(a−b)·m − e) has the exponent b. If b = a, then n − d is 2^a times an
//! even number: its exponent is greater than a, or it is 0. So the exponents 0, …, a − 1 are all reached (by d = 2^b, which is not n),
//! and a is not. ∎
//!
//! **Theorem.** If neither 1 nor n may be taken, a heap of n is lost if and only if n is odd, or 0, or n = 2^a with a odd.
//!
//! *Proof.* Let n be odd: what a divisor d > 1 leaves is d·(n/d − 1), an even number that is no power of 2. Let n be even and no power of 2: it has an odd divisor
//! d > 1, and n − d is odd. From 2^a one comes to 2^b·(2^(a−b) − 1) with 0 < b < a: a power of 2 only for b = a − 1, else even and no power. So 2^a is lost if and only if
//! 2^(a−1) is not, and 2, which has no move, is. ∎
//!
//! Options of an exponent b < a are left by all divisors 2^b·e: one is told. Run time O(1). How many numbers up to n have the exponent a
//! is ⌊n/2^a⌋ − ⌊n/2^(a+1)⌋.

use super::{Error, Found, HeapTheorem, Options, Theorem};
use crate::value::Value;
use crate::watch::{Stop, Watch};

/// A divisor may be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Divisor {
    /// Whether the whole heap may be taken.
    pub whole: bool,
}

impl HeapTheorem for Divisor {
    fn name(&self) -> String {
        "take a divisor".to_owned()
    }

    fn value(&self, n: u128, _: &Watch) -> Result<Option<u128>, Stop> {
        let exponent = if n == 0 { 0 } else { u128::from(n.trailing_zeros()) + u128::from(self.whole) };
        Ok(Some(exponent))
    }

    fn options(&self, n: u128, wanted: u128, most: usize, _: &Watch) -> Result<Found<Vec<u128>>, Stop> {
        let Some(exponents) = (n > 0).then(|| n.trailing_zeros()) else { return Ok(Found::all([])) };
        let exponent = match self.whole {
            true if wanted == 0 => return Ok(Found::all([vec![0]]).first(most)),
            true => wanted - 1,
            false => wanted,
        };
        // Other divisors may do the same, or leave a larger exponent.
        let one = u32::try_from(exponent).ok().filter(|&exponent| exponent < exponents);
        let mut found = Found::all(one.map(|exponent| vec![n - (1 << exponent)]));
        found.complete = false;
        Ok(found.first(most))
    }

    fn tally(&self, from: u128, to: u128, _: &Watch) -> Option<Vec<(u128, u128)>> {
        let mut counts = Vec::new();
        if from == 0 {
            counts.push((0, 1));
        }
        let up_to = |n: u128, exponent: u32| (n >> exponent) - (n >> exponent >> 1);
        let below = from.max(1) - 1;
        for exponent in 0..if to > below { u128::BITS - to.leading_zeros() } else { 0 } {
            let count = up_to(to, exponent) - up_to(below, exponent);
            let value = u128::from(exponent) + u128::from(self.whole);
            match counts.last_mut() {
                Some((last, known)) if *last == value => *known += count,
                _ if count > 0 => counts.push((value, count)),
                _ => {}
            }
        }
        Some(counts)
    }
}

/// A divisor may be taken, but neither 1 nor the whole heap: who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ProperDivisor;

impl ProperDivisor {
    fn is_lost(n: u128) -> bool {
        n % 2 == 1 || n == 0 || n.is_power_of_two() && n.trailing_zeros() % 2 == 1
    }
}

impl Theorem for ProperDivisor {
    fn name(&self) -> String {
        "take a divisor".to_owned()
    }

    fn value(&self, position: &[u128], watch: &Watch) -> Result<Option<Value>, Error> {
        Ok(self.wins(position, watch)?.filter(|wins| !wins).map(|_| Value::Finite(0)))
    }

    fn wins(&self, position: &[u128], _: &Watch) -> Result<Option<bool>, Error> {
        let &[n] = position else { return Ok(None) };
        Ok(Some(!ProperDivisor::is_lost(n)))
    }

    fn options(&self, position: &[u128], wanted: &Value, most: usize, _: &Watch) -> Result<Option<Options>, Error> {
        let &[n] = position else { return Ok(None) };
        if !wanted.is_zero() {
            return Ok(None);
        }
        if ProperDivisor::is_lost(n) {
            return Ok(Some(Found::all([])));
        }
        // The largest odd divisor; half of a power of 2. Other divisors may do as well.
        let odd = n >> n.trailing_zeros();
        let left = if odd == 1 { n / 2 } else { n - odd };
        let found = Found { options: vec![vec![vec![left]]], complete: odd == 1 };
        Ok(Some(found.first(most)))
    }

    fn tells_only_outcomes(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::by_definition;

    #[test]
    fn agrees_with_the_definition() {
        for whole in [false, true] {
            let divides = move |n: u128| (1..=n).filter(move |&d| n.is_multiple_of(d) && (whole || d < n));
            by_definition::compare_heaps(Divisor { whole }, 200, move |n| divides(n).map(|d| vec![n - d]).collect());
            for (from, to) in [(0, 0), (0, 50), (1, 64), (17, 17), (8, 31), (5, 4)] {
                let told = Divisor { whole }.tally(from, to, &Watch::default()).unwrap();
                let value = |n| Divisor { whole }.value(n, &Watch::default()).unwrap().unwrap();
                for wanted in 0..10 {
                    let expected = (from..=to).filter(|&n| value(n) == wanted).count() as u128;
                    let count = told.iter().find(|(value, _)| *value == wanted).map_or(0, |pair| pair.1);
                    assert_eq!(count, expected, "{from} {to} {wanted}");
                }
            }
        }
    }

    #[test]
    fn proper_divisors_agree_with_the_definition() {
        let all: Vec<Vec<u128>> = (0..300).map(|n| vec![n]).collect();
        by_definition::compare_outcomes(&ProperDivisor, &all, &|at: &Vec<u128>| {
            let proper = (2..at[0]).filter(|&d| at[0].is_multiple_of(d));
            proper.map(|d| vec![vec![at[0] - d]]).collect()
        });
    }
}
