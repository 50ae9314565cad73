//! Moore's Nim: a move makes smaller at least one heap and at most k of them, each by as much as one likes.
//!
//! **Theorem** (E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910)). A position is lost exactly if, for every
//! binary digit, the number of heaps that have a 1 there is a multiple of k + 1.
//!
//! *Proof.* From such a position a move changes at most k heaps. Look at the highest digit that changes: it falls from 1 to 0 wherever it changes, in 1 to k
//! heaps, so its number is no multiple any more. From any other position go through the digits from the highest on, with a set M of heaps that were made
//! smaller already, at first empty, whose lower digits are free. Let c be the number of other heaps with a 1, modulo k + 1. If k + 1 − c ≤ |M| (or c = 0), give
//! so many heaps of M a 1 and the others of M a 0. Else c ≤ k − |M|: change the 1 to 0 in c of the other heaps, which join M, and all of M has a 0. So M
//! never has more than k heaps, and at the end all numbers are multiples. ∎
//!
//! With k = 1 this is Nim. Values are not known for k > 1. Run time O(n) for n heaps, O(128·n) for a move.

use super::{Error, Found, Options, Theorem};
use crate::value::Value;
use crate::watch::Watch;

/// At most so many heaps at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Moore {
    most: u32,
}

impl Moore {
    /// The game in which at most `most` heaps are made smaller at a time, at least 1.
    pub fn new(most: u32) -> Option<Moore> {
        (most > 0).then_some(Moore { most })
    }

    fn is_lost(&self, heaps: &[u128]) -> bool {
        let all = heaps.iter().fold(0, |all, heap| all | heap);
        (0..u128::BITS - all.leading_zeros()).all(|digit| {
            let ones = heaps.iter().filter(|&&heap| heap >> digit & 1 == 1).count();
            (ones as u64).is_multiple_of(u64::from(self.most) + 1)
        })
    }

    /// The lost position that the proof moves to.
    fn lost_after(&self, heaps: &[u128]) -> Vec<u128> {
        let (mut left, mut lowered) = (heaps.to_vec(), Vec::new());
        let all = heaps.iter().fold(0, |all, heap| all | heap);
        let modulus = u64::from(self.most) + 1;
        for digit in (0..u128::BITS - all.leading_zeros()).rev() {
            let bit = 1u128 << digit;
            let others: Vec<usize> =
                (0..left.len()).filter(|place| left[*place] & bit != 0 && !lowered.contains(place)).collect();
            let ones = others.len() as u64 % modulus;
            let missing = (modulus - ones) % modulus;
            lowered.iter().for_each(|&place: &usize| left[place] &= !bit);
            if missing <= lowered.len() as u64 {
                lowered[..missing as usize].iter().for_each(|&place| left[place] |= bit);
            } else {
                lowered.extend(&others[..ones as usize]);
                lowered.iter().for_each(|&place| left[place] &= !bit);
            }
        }
        left
    }
}

impl Theorem for Moore {
    fn name(&self) -> String {
        "moore".to_owned()
    }

    fn value(&self, position: &[u128], _: &Watch) -> Result<Option<Value>, Error> {
        Ok(self.is_lost(position).then_some(Value::Finite(0)))
    }

    fn wins(&self, position: &[u128], _: &Watch) -> Result<Option<bool>, Error> {
        Ok(Some(!self.is_lost(position)))
    }

    fn options(&self, position: &[u128], wanted: &Value, most: usize, _: &Watch) -> Result<Option<Options>, Error> {
        if !wanted.is_zero() {
            return Ok(None);
        }
        if self.is_lost(position) {
            return Ok(Some(Found::all([])));
        }
        // There may be others.
        let options = if most == 0 { Vec::new() } else { vec![vec![self.lost_after(position)]] };
        Ok(Some(Found { options, complete: false }))
    }

    fn tells_only_outcomes(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::by_definition;

    /// All ways to make 1 to `left` of the heaps smaller.
    fn lower(heaps: &[u128], left: u32) -> Vec<Vec<u128>> {
        let Some((&first, rest)) = heaps.split_first() else { return vec![Vec::new()] };
        let same = lower(rest, left).into_iter().map(|tail| (first, tail));
        let smaller = (0..if left > 0 { first } else { 0 })
            .flat_map(|heap| lower(rest, left - 1).into_iter().map(move |tail| (heap, tail)));
        same.chain(smaller).map(|(heap, tail)| [vec![heap], tail].concat()).collect()
    }

    #[test]
    fn agrees_with_the_definition() {
        for (heaps, end) in [(1, 9), (2, 8), (3, 6), (4, 4)] {
            let all = (0..heaps).fold(vec![Vec::new()], |lists: Vec<Vec<u128>>, _| {
                lists.iter().flat_map(|list| (0..end).map(|n| [list.as_slice(), &[n]].concat())).collect()
            });
            for most in 1..4 {
                by_definition::compare_outcomes(&Moore::new(most).unwrap(), &all, &|position: &Vec<u128>| {
                    let options = lower(position, most).into_iter().filter(|left| left != position);
                    options.map(|left| vec![left]).collect()
                });
            }
        }
        assert_eq!(Moore::new(0), None);
    }

    #[test]
    fn large_heaps() {
        let game = Moore::new(2).unwrap();
        let heaps = [u128::MAX, 1 << 127, (1 << 100) + 5, 7, 0];
        let left = game.lost_after(&heaps);
        assert!(game.is_lost(&left) && !game.is_lost(&heaps));
        assert!(left.iter().zip(&heaps).all(|(left, heap)| left <= heap));
        assert!((1..=2).contains(&left.iter().zip(&heaps).filter(|(left, heap)| left < heap).count()));
    }
}
