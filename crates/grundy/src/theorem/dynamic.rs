//! Dynamic Nim on one heap: how many beans may be taken depends on how many were taken last.
//!
//! A position is (n, q): of n beans 1 to q may be taken, and after taking k beans the limit is f(k). Fibonacci Nim is f(k) = 2k.
//! Here f(k) = c·k + e with c ≥ 1 and f(k) ≥ k for all k ≥ 1.
//!
//! **Theorem** (Schwenk, Fibonacci Quart. 8 (1970); Epp and Ferguson, Fibonacci Quart. 18 (1980)). Let H₁ = 1 and
//! H_{j+1} = H_j + H_m for the least m with f(H_m) ≥ H_j. Every n ≥ 1 is a sum of numbers H in which each is greater than f of the
//! next smaller, in exactly one way, found by taking the largest H again and again. (n, q) is lost for the player who moves if
//! and only if n = 0 or q is smaller than the smallest number H of that sum.
//!
//! The player who takes the smallest number H of the sum leaves a smallest number above the new limit; who may not take it cannot
//! help leaving one within the limit. The proof, for any f that never falls and is at least k, is in these papers; the tests compare
//! with the definition.
//!
//! The numbers H grow at least like (1 + 1/(c+1))^j where e is small: some hundreds below 2^127. Only who wins is known: a value is
//! told where it is 0. With T(n) for the smallest number of n, the winning moves leave T(n − k) > f(k).
//!
//! **Corollary.** If k wins, it is the sum of the smallest numbers of n, one, two or more of them. *Proof.* Let k₁ be the largest number of the sum of k. As
//! T(n − k) > f(k) ≥ f(k₁), the numbers of n − k with those of k are a sum of n as in the theorem, and there is only one. ∎

use super::{Error, Found, Options, Theorem};
use crate::value::Value;
use crate::watch::Watch;

/// More numbers H than this are not made.
const MOST: usize = 1 << 16;

/// A limit that is a linear form: `factor`·k + `more`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// The factor, at least 1.
    pub factor: u128,
    /// What is added.
    pub more: i128,
}

impl Limit {
    fn of(self, k: u128) -> u128 {
        let product = k.saturating_mul(self.factor);
        if self.more < 0 {
            product.saturating_sub(self.more.unsigned_abs())
        } else {
            product.saturating_add(self.more as u128)
        }
    }
}

/// Dynamic Nim on one heap. A position holds the beans and a memory m of the last move: `allowed`(m) beans may be taken, and taking k
/// makes the memory `kept`(k).
#[derive(Debug)]
pub struct Dynamic {
    allowed: Limit,
    kept: Limit,
    /// Whether the memory stands before the beans.
    swapped: bool,
    /// H₁, H₂, … below 2^127.
    numbers: Vec<u128>,
}

impl Dynamic {
    /// The game; nothing if the limit could fall below what was taken, or is no linear form of it.
    pub fn new(allowed: Limit, kept: Limit, swapped: bool) -> Option<Dynamic> {
        let factor = allowed.factor.checked_mul(kept.factor)?;
        let more = i128::try_from(allowed.factor).ok()?.checked_mul(kept.more)?.checked_add(allowed.more)?;
        let limit = Limit { factor, more };
        // f(k) ≥ k for all k ≥ 1, and what is kept is never negative.
        let grows = allowed.factor >= 1
            && kept.factor >= 1
            && limit.of(1) >= 1
            && kept.factor.checked_add_signed(kept.more).is_some();
        let numbers = if grows { numbers(limit)? } else { return None };
        Some(Dynamic { allowed, kept, swapped, numbers })
    }

    fn read(&self, position: &[u128]) -> Option<(u128, u128)> {
        let &[a, b] = position else { return None };
        let (n, memory) = if self.swapped { (b, a) } else { (a, b) };
        (n < 1 << 127 && memory < 1 << 120).then(|| (n, self.allowed.of(memory)))
    }

    /// The numbers of the sum of n, largest first.
    fn sum(&self, mut n: u128) -> Vec<u128> {
        let mut parts = Vec::new();
        while n > 0 {
            let next = self.numbers[self.numbers.partition_point(|&number| number <= n) - 1];
            parts.push(next);
            n -= next;
        }
        parts
    }

    fn is_lost(&self, n: u128, most: u128) -> bool {
        self.sum(n).last().is_none_or(|&least| most < least)
    }

    /// All winning moves: the smallest numbers of the sum, taken together.
    fn winning(&self, n: u128, most: u128) -> Vec<u128> {
        let mut taken = 0u128;
        let mut moves = Vec::new();
        for number in self.sum(n).into_iter().rev() {
            taken += number;
            if taken > most {
                break;
            }
            if self.is_lost(n - taken, self.allowed.of(self.kept.of(taken))) {
                moves.push(taken);
            }
        }
        moves
    }
}

/// H₁, H₂, … below 2^127; nothing if these are very many.
fn numbers(limit: Limit) -> Option<Vec<u128>> {
    let mut numbers = vec![1u128];
    let mut least = 0;
    while let Some(&last) = numbers.last().filter(|&&last| last < 1 << 126) {
        while limit.of(numbers[least]) < last {
            least += 1;
        }
        numbers.push(last + numbers[least]);
        if numbers.len() > MOST {
            return None;
        }
    }
    Some(numbers)
}

impl Theorem for Dynamic {
    fn name(&self) -> String {
        "dynamic nim".to_owned()
    }

    fn value(&self, position: &[u128], watch: &Watch) -> Result<Option<Value>, Error> {
        Ok(self.wins(position, watch)?.and_then(|wins| (!wins).then_some(Value::Finite(0))))
    }

    fn wins(&self, position: &[u128], _watch: &Watch) -> Result<Option<bool>, Error> {
        Ok(self.read(position).map(|(n, most)| !self.is_lost(n, most)))
    }

    fn options(
        &self,
        position: &[u128],
        wanted: &Value,
        most: usize,
        _watch: &Watch,
    ) -> Result<Option<Options>, Error> {
        let Some((n, allowed)) = self.read(position) else { return Ok(None) };
        let moves = if wanted.is_zero() { self.winning(n, allowed) } else { Vec::new() };
        let left = moves.into_iter().map(|k| {
            let (beans, memory) = (n - k, self.kept.of(k));
            vec![if self.swapped { vec![memory, beans] } else { vec![beans, memory] }]
        });
        let options: Vec<_> = left.collect();
        let complete = wanted.is_zero() && options.len() <= most;
        Ok(Some(Found { options: options.into_iter().take(most).collect(), complete }))
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
        for (a, b) in [(1, 0), (2, 0), (1, 1), (3, -1), (2, -1)] {
            for (c, e) in [(1, 0), (2, 0), (3, 0), (1, 1), (1, 3), (2, 1), (2, -1), (3, -2)] {
                for swapped in [false, true] {
                    let (allowed, kept) = (Limit { factor: a, more: b }, Limit { factor: c, more: e });
                    let Some(game) = Dynamic::new(allowed, kept, swapped) else { continue };
                    let turn = |n: u128, memory: u128| if swapped { vec![memory, n] } else { vec![n, memory] };
                    let moves = |position: &Vec<u128>| {
                        let (n, memory) = if swapped { (position[1], position[0]) } else { (position[0], position[1]) };
                        (1..=n.min(allowed.of(memory))).map(|k| vec![turn(n - k, kept.of(k))]).collect()
                    };
                    let points: Vec<Vec<u128>> = (0..40 * 12).map(|code| turn(code / 12, code % 12)).collect();
                    by_definition::compare_outcomes(&game, &points, &moves);
                }
            }
        }
    }

    #[test]
    fn fibonacci_numbers_are_lost() {
        let game = Dynamic::new(Limit { factor: 1, more: 0 }, Limit { factor: 2, more: 0 }, false).unwrap();
        let (mut a, mut b) = (1u128, 2u128);
        while b < 1 << 100 {
            assert_eq!(game.wins(&[b, b - 1], &Watch::default()).unwrap(), Some(false), "{b}");
            assert_eq!(game.wins(&[b + 1, b], &Watch::default()).unwrap(), Some(b + 1 != 3), "{b}");
            (a, b) = (b, a + b);
        }
    }
}
