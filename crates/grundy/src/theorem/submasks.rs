//! Some of the binary ones of the heap's size are taken: moves that can be joined.
//!
//! A heap of n becomes any m < n whose binary ones are all ones of n; taking a k ≥ 1 of that sort is the same. It may be that the
//! whole heap may not be taken.
//!
//! **Theorem.** If every option of an option of a position is an option of it too, the value of each position is the number of moves of its longest
//! play. So the value of n is the number of its ones, and one less if the whole heap may not be taken and n > 0.
//!
//! *Proof.* Let l be the length of the longest play. By induction over play all positions below one have the value l. An option has a smaller l, so no option
//! has the value l(n). For each w < l(n) the longest play from n comes to a position of which it still makes w moves, and this is the longest
//! play from there, or a longer one would follow. That position is reached by some moves, at least one, so it is an option of n. So the value is the mex of 0, …, l(n) − 1. Here
//! ones of ones of n are ones of n, and the longest play takes one after the other, to the last that may be taken. ∎
//!
//! The options of value w are the numbers of w, or w + 1, ones of n. Run time O(1); O(1) for each option.

use super::{Found, HeapTheorem};
use crate::watch::{Stop, Watch};

/// Some of the binary ones are taken.
///
/// ```
/// use grundy::{Watch, theorem::{HeapTheorem, submasks::Submasks}};
/// let (game, watch) = (Submasks { whole: true }, Watch::default());
/// let values: Vec<_> = (0..8).map(|n| game.value(n, &watch).unwrap().unwrap()).collect();
/// assert_eq!(values, [0, 1, 1, 2, 1, 2, 2, 3]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Submasks {
    /// Whether all ones may be taken.
    pub whole: bool,
}

impl Submasks {
    /// Positions with so many ones more than their value says.
    fn kept(self) -> u128 {
        u128::from(!self.whole)
    }
}

impl HeapTheorem for Submasks {
    fn name(&self) -> String {
        "submasks".to_owned()
    }

    fn value(&self, n: u128, _: &Watch) -> Result<Option<u128>, Stop> {
        Ok(Some(u128::from(n.count_ones()).saturating_sub(self.kept())))
    }

    fn options(&self, n: u128, wanted: u128, most: usize, _: &Watch) -> Result<Found<Vec<u128>>, Stop> {
        let ones: Vec<u128> = (0..u128::BITS).map(|place| 1 << place).filter(|one| n & one > 0).collect();
        let count = usize::try_from(wanted).ok().and_then(|wanted| wanted.checked_add(self.kept() as usize));
        let Some(count) = count.filter(|&count| count < ones.len()) else { return Ok(Found::all([])) };
        let mut found = Found::all([]);
        // The places of the ones that stay, ascending; the next choice moves the last one that can be moved.
        let mut stay: Vec<usize> = (0..count).collect();
        loop {
            if found.options.len() >= most {
                found.complete = false;
                return Ok(found);
            }
            found.options.push(vec![stay.iter().map(|&place| ones[place]).sum()]);
            let room = |&place: &usize| stay[place] < ones.len() - count + place;
            let Some(moved) = (0..count).rev().find(room) else { return Ok(found) };
            let first = stay[moved] + 1;
            (moved..count).for_each(|place| stay[place] = first + place - moved);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::by_definition;

    #[test]
    fn agrees_with_the_definition() {
        for whole in [true, false] {
            let least = u128::from(!whole);
            by_definition::compare_heaps(Submasks { whole }, 150, |n| {
                (least..n).filter(|&m| n & m == m).map(|m| vec![m]).collect()
            });
        }
    }

    #[test]
    fn large_numbers_have_few_options_told() {
        let (game, watch, n) = (Submasks { whole: true }, Watch::default(), u128::MAX >> 1);
        assert_eq!(game.value(n, &watch), Ok(Some(127)));
        assert_eq!(game.options(n, 126, 1000, &watch).unwrap().options.len(), 127);
        let found = game.options(n, 60, 5, &watch).unwrap();
        assert!(!found.complete && found.options.iter().all(|m| m[0].count_ones() == 60));
        assert_eq!(game.options(n, 0, 5, &watch).unwrap(), Found::all([vec![0]]));
        assert_eq!(game.options(0, 0, 5, &watch).unwrap(), Found::all([]));
        assert_eq!(game.options(n, u128::MAX, 5, &watch).unwrap(), Found::all([]));
    }
}
