//! Nim in which some moves are forbidden, finitely many.
//!
//! **Game.** From a heap of n any smaller heap m may be left, but for some pairs (n, m).
//!
//! **Theorem.** Let M(n) be the number of values that the heaps below n have. These are 0, …, M(n) − 1. If no move from n is forbidden, its value is M(n), a new one.
//! Otherwise its value is the least v that only heaps have which must not be left, or M(n) if there is none. So of the heaps without a forbidden move no two have
//! the same value, and M(n) is n minus the number of heaps below n whose value was not new. *Proof.* By induction: the options of n are the heaps below n, which have the
//! values 0, …, M(n) − 1, but for those that must not be left; the value is the least that none of the others has. It is new or below M(n), so the values of the heaps below n + 1 are
//! again all numbers below M(n + 1). ∎
//!
//! Run time O(forbidden moves · log) to begin with, O(log) for a heap.

use super::{Found, HeapTheorem};
use crate::watch::{Stop, Watch};
use std::collections::BTreeMap;

/// Nim with forbidden moves.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Forbidden {
    /// The heaps that must not be left from each heap, ascending.
    from: BTreeMap<u128, Vec<u128>>,
    /// Heaps whose value is that of a smaller one, ascending, with that value.
    old: Vec<(u128, u128)>,
    /// The same by value, then by heap.
    by_value: Vec<(u128, u128)>,
}

impl Forbidden {
    /// The game without these moves, pairs of a heap and a smaller one; others forbid nothing.
    ///
    /// ```
    /// use grundy::{Watch, theorem::{HeapTheorem, forbidden::Forbidden}};
    /// // From 2 nothing may be left but 1, from 3 not 0.
    /// let game = Forbidden::new([(2, 0), (3, 0)]);
    /// let values = [0, 1, 2, 3, 4].map(|n| game.value(n, &Watch::default()).unwrap().unwrap());
    /// assert_eq!(values, [0, 1, 0, 2, 3]);
    /// ```
    pub fn new(moves: impl IntoIterator<Item = (u128, u128)>) -> Forbidden {
        let mut game = Forbidden::default();
        for (heap, left) in moves.into_iter().filter(|(heap, left)| left < heap) {
            game.from.entry(heap).or_default().push(left);
        }
        let mut times: BTreeMap<u128, usize> = BTreeMap::new();
        for (heap, left) in &mut game.from {
            left.sort_unstable();
            left.dedup();
            let mut values: Vec<u128> = left.iter().map(|&left| told(&game.old, left)).collect();
            values.sort_unstable();
            let blocked =
                values.chunk_by(|a, b| a == b).find(|equal| equal.len() > times.get(&equal[0]).copied().unwrap_or(0));
            if let Some(&[value, ..]) = blocked {
                game.old.push((*heap, value));
                *times.entry(value).or_default() += 1;
            }
        }
        game.by_value = game.old.iter().map(|&(heap, value)| (value, heap)).collect();
        game.by_value.sort_unstable();
        game
    }
}

/// The value of a heap, when those are known whose values are old.
fn told(old: &[(u128, u128)], heap: u128) -> u128 {
    let below = old.partition_point(|(other, _)| *other < heap);
    match old.get(below) {
        Some(&(other, value)) if other == heap => value,
        _ => heap - below as u128,
    }
}

impl HeapTheorem for Forbidden {
    fn name(&self) -> String {
        "nim but for some moves".to_owned()
    }

    fn value(&self, n: u128, _: &Watch) -> Result<Option<u128>, Stop> {
        Ok(Some(told(&self.old, n)))
    }

    fn options(&self, n: u128, wanted: u128, most: usize, _: &Watch) -> Result<Found<Vec<u128>>, Stop> {
        let start = self.by_value.partition_point(|&(value, _)| value < wanted);
        let olds =
            self.by_value[start..].iter().take_while(|&&(value, heap)| value == wanted && heap < n).map(|pair| pair.1);
        // The heap for which the value was new lies behind as many old ones as are below it.
        let (mut low, mut high) = (0, self.old.len());
        while low < high {
            let middle = (low + high) / 2;
            if self.old[middle].0 - middle as u128 <= wanted { low = middle + 1 } else { high = middle }
        }
        let new = wanted.checked_add(low as u128).filter(|&heap| heap < n);
        let forbidden = self.from.get(&n).map_or(&[][..], Vec::as_slice);
        let allowed = new.into_iter().chain(olds).filter(|heap| forbidden.binary_search(heap).is_err());
        Ok(Found::all(allowed.map(|heap| vec![heap])).first(most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::by_definition;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_the_definition(moves in prop::collection::vec((0u128..24, 0u128..20), 0..60)) {
            let game = Forbidden::new(moves.clone());
            let left = move |n: u128| (0..n).filter(|&m| !moves.contains(&(n, m))).map(|m| vec![m]).collect();
            by_definition::compare_heaps(game, 40, left);
        }
    }
}
