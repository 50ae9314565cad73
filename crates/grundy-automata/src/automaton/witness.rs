//! The least tuple in an automaton: least sum of some of its numbers, then lexicographically first.
//!
//! The tracks asked for are the *keys*; the others may hold anything. A tuple of keys is compared by the vector (sum,
//! first key, second key, …). Such vectors add digit by digit, and their lexicographic order does not change when one
//! vector is added to both sides, so the best word of length k from a state follows from the best ones of length k − 1:
//! one step for each state and class, with the least letter of the class.
//!
//! **How long a word can be needed.** Let the shortest word have L₀ letters (zeros in front of all keys are free: the
//! search starts in every state that letters with zero keys reach). Its sum is below d·w(L₀), d keys. A tuple with a key
//! of L digits has a sum of at least w(L−1), and w(k+2) ≥ 2·w(k); so L ≤ L₀ + 2·⌈log₂ d⌉ + 1.

use super::{Automaton, SINK, Var, letter_digits};
use crate::budget::Budget;
use crate::error::Result;
use grundy_natural::Nat;

/// Sums of digits times weights: 128 bits while they fit, numbers of any size else.
trait Weight: Clone + Ord {
    fn zero() -> Self;
    fn plus(&self, weight: &Self, digit: u64) -> Self;
    fn into_nat(self) -> Nat;
}

impl Weight for u128 {
    fn zero() -> u128 {
        0
    }
    fn plus(&self, weight: &u128, digit: u64) -> u128 {
        self + weight * u128::from(digit)
    }
    fn into_nat(self) -> Nat {
        Nat::from(self)
    }
}

impl Weight for Nat {
    fn zero() -> Nat {
        Nat::ZERO
    }
    fn plus(&self, weight: &Nat, digit: u64) -> Nat {
        let mut sum = self.clone();
        sum.add_scaled(weight, digit);
        sum
    }
    fn into_nat(self) -> Nat {
        self
    }
}

/// For each class the least digits of the keys: their sum first, then one for each key.
struct KeyLetters {
    digits: Vec<Vec<u64>>,
    zero: Vec<u32>,
}

impl Automaton {
    /// The least tuple of the keys for which the answer is not 0, whatever the other numbers are: least sum, then
    /// lexicographically first in the order of the keys. `None` if there is none.
    ///
    /// ```
    /// use grundy_automata::{atoms, Budget, Nat, Numeration};
    /// let budget = Budget::default();
    /// // x + 3y = 14: the sums are 14, 12, 10, 8, 6.
    /// let line = atoms::linear(Numeration::BINARY, &[(0, 1), (1, 3)], atoms::Relation::Equal, 14, &budget)?;
    /// assert_eq!(line.least(&[0, 1], &budget)?, Some(vec![Nat::from(2_u64), Nat::from(4_u64)]));
    /// # Ok::<(), grundy_automata::Error>(())
    /// ```
    pub fn least(&self, keys: &[Var], budget: &Budget) -> Result<Option<Vec<Nat>>> {
        let letters = self.key_letters(keys);
        let Some(shortest) = self.shortest(&letters) else {
            return Ok(None);
        };
        let keyed = keys.len().max(1);
        let length = shortest + 2 * (keyed.next_power_of_two().trailing_zeros() as usize) + 2;
        let per_state = 8 * length + 32 * (keys.len() + 1);
        budget.grown(0, self.labels.len().saturating_mul(per_state))?;
        budget.worked(self.next.len().saturating_mul(length))?;
        // A sum of keys stays below keys · digits · w(length).
        let room = u128::from(u64::MAX) << 32;
        match self.numeration.weights(length + 1).filter(|w| w[length] < room) {
            Some(weights) => Ok(self.least_by(&letters, &weights[..length])),
            None => Ok(self.least_by(&letters, &self.long_weights(length))),
        }
    }

    fn long_weights(&self, length: usize) -> Vec<Nat> {
        let unit = |k: usize| {
            let mut digits = vec![0; k + 1];
            digits[k] = 1;
            self.numeration.number(&digits)
        };
        (0..length).map(unit).collect()
    }

    fn key_letters(&self, keys: &[Var]) -> KeyLetters {
        let mut digits: Vec<Option<Vec<u64>>> = vec![None; self.width];
        for (letter, &class) in self.classes.iter().enumerate() {
            let all: Vec<usize> = letter_digits(letter, self.numeration.digits(), self.tracks.len()).collect();
            let digit = |key: &Var| self.tracks.iter().position(|t| t == key).map_or(0, |i| all[i] as u64);
            let mut vector = vec![0];
            vector.extend(keys.iter().map(digit));
            vector[0] = vector.iter().sum();
            let best = &mut digits[class as usize];
            if best.as_ref().is_none_or(|best| vector < *best) {
                *best = Some(vector);
            }
        }
        let digits: Vec<Vec<u64>> = digits.into_iter().map(Option::unwrap_or_default).collect();
        let zero = (0..self.width as u32).filter(|&c| digits[c as usize].first() == Some(&0)).collect();
        KeyLetters { digits, zero }
    }

    /// The length of the shortest word, zeros in front of the keys not counted.
    fn shortest(&self, letters: &KeyLetters) -> Option<usize> {
        let (mut layer, labels) = self.ends(letters);
        let mut seen = vec![false; self.labels.len()];
        layer.iter().for_each(|&s| seen[s as usize] = true);
        let mut length = 0;
        while !layer.is_empty() {
            if layer.iter().any(|&s| labels[s as usize]) {
                return Some(length);
            }
            let mut next = Vec::new();
            for &state in &layer {
                for class in 0..self.width as u32 {
                    let to = self.follow(state, class);
                    if to != SINK && !seen[to as usize] {
                        seen[to as usize] = true;
                        next.push(to);
                    }
                }
            }
            layer = next;
            length += 1;
        }
        None
    }

    /// Where words begin and where they may end, up to zeros in front of the keys.
    fn ends(&self, letters: &KeyLetters) -> (Vec<u32>, Vec<bool>) {
        if self.numeration.most_first() {
            (self.closure(&letters.zero), self.labels.iter().map(|&l| l != 0).collect())
        } else {
            (vec![self.start], self.padded_labels(&letters.zero).iter().map(|&l| l != 0).collect())
        }
    }

    /// The best word of exactly as many letters as there are weights.
    fn least_by<W: Weight>(&self, letters: &KeyLetters, weights: &[W]) -> Option<Vec<Nat>> {
        let (starts, ends) = self.ends(letters);
        let keys = letters.digits.first().map_or(0, Vec::len);
        let mut best: Vec<Option<Vec<W>>> = vec![None; self.labels.len()];
        let last: Vec<u32> = if self.numeration.most_first() {
            // From the end of the word, where weights are least, back to its beginning.
            for (state, best) in best.iter_mut().enumerate() {
                *best = ends[state].then(|| vec![W::zero(); keys]);
            }
            starts
        } else {
            starts.iter().for_each(|&s| best[s as usize] = Some(vec![W::zero(); keys]));
            (0..self.labels.len() as u32).filter(|&s| ends[s as usize]).collect()
        };
        for weight in weights {
            best = self.extend(letters, &best, weight);
        }
        let found = last.iter().filter_map(|&s| best[s as usize].take()).min()?;
        Some(found.into_iter().skip(1).map(W::into_nat).collect())
    }

    /// One letter more: before the word if the most significant digit comes first, else after it.
    fn extend<W: Weight>(&self, letters: &KeyLetters, best: &[Option<Vec<W>>], weight: &W) -> Vec<Option<Vec<W>>> {
        let mut longer: Vec<Option<Vec<W>>> = vec![None; best.len()];
        for state in 1..best.len() as u32 {
            for class in 0..self.width as u32 {
                let to = self.follow(state, class);
                let (known, target) = if self.numeration.most_first() { (to, state) } else { (state, to) };
                if let (Some(known), false) = (&best[known as usize], to == SINK) {
                    let digits = &letters.digits[class as usize];
                    let sum: Vec<W> = known.iter().zip(digits).map(|(k, &d)| k.plus(weight, d)).collect();
                    let old = &mut longer[target as usize];
                    if old.as_ref().is_none_or(|old| sum < *old) {
                        *old = Some(sum);
                    }
                }
            }
        }
        longer
    }
}
