//! Lasker's Nim: take any number of beans from a heap, or break it into two that are not empty.
//!
//! **Theorem** (E. Lasker 1931; *Winning Ways*, ch. 4: the code 4.333…). For k ≥ 0 the values are G(4k+1) = 4k+1,
//! G(4k+2) = 4k+2, G(4k+3) = 4k+4, G(4k+4) = 4k+3, and G(0) = 0.
//!
//! *Proof.* Let the claim hold below n. Modulo 4 it says G(m) ≡ 1, 2, 0, 3 for m ≡ 1, 2, 3, 0, m > 0. A split n = a + b has the
//! value G(a) ⊕ G(b); modulo 4, for n ≡ 0 it is 1 (residues 1, 3) or 0 (2, 2 or 0, 0), never 3; for n ≡ 1 it is 2 (0, 1 or 2, 3), never 1;
//! for n ≡ 2 it is 1 (0, 2) or 0 (1, 1 or 3, 3), never 2; for n ≡ 3 it is 3 (0, 3 or 1, 2), never 0. So no split has the value
//! claimed for n, and no smaller heap has it either, since the claimed values are distinct. The smaller heaps give all values
//! below n, if n = 4k+1, 4k+2; all below 4k+3, if n = 4k+4; and all below 4k+3, if n = 4k+3, where the split 1 + (4k+2) gives
//! 4k+3 as well. ∎
//!
//! **Options of value w.** The heap of value w, if it is smaller than n. And splits: with A = a−1 and p the permutation of the two
//! lowest bits that exchanges 2 and 3, G(a) = p(A) + 1. So a split n = a + b of value w is a pair X = G(a), Y = G(b) with
//! X ⊕ Y = w and X + Y = n + δ, where δ is in −2..2 and decided by the lowest bits of X and Y; and X + Y = w + 2(X & Y), so X is the
//! number X & Y = (n + δ − w)/2, which must have no bit of w, and any of the bits of w.
//!
//! Run time O(1), and O(1) for each option.

use super::{Found, HeapTheorem};
use crate::heap::Rule;
use crate::watch::{Stop, Watch};

/// Lasker's Nim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Lasker;

impl HeapTheorem for Lasker {
    fn name(&self) -> String {
        "lasker".to_owned()
    }

    fn value(&self, n: u128, _watch: &Watch) -> Result<Option<u128>, Stop> {
        Ok(value(n))
    }

    fn options(&self, n: u128, wanted: u128, most: usize, _watch: &Watch) -> Result<Found<Vec<u128>>, Stop> {
        let taken = heap_of(wanted).filter(|&heap| heap < n).map(|heap| vec![heap]);
        let all = taken.into_iter().chain(splits(n, wanted));
        Ok(Found::all(all.take(most.saturating_add(1))).first(most))
    }

    fn rule(&self) -> Option<Rule> {
        "4.[3]".parse().ok()
    }
}

/// The heap that has a value: the value function is a bijection.
fn heap_of(value: u128) -> Option<u128> {
    match value % 4 {
        3 => value.checked_add(1),
        0 => Some(value.saturating_sub(1)),
        _ => Some(value),
    }
}

/// The splits of a heap that have a value, each as its smaller and its larger part.
fn splits(n: u128, wanted: u128) -> impl Iterator<Item = Vec<u128>> {
    // The larger of X and Y has the highest bit of their XOR: so each pair comes once.
    let free = wanted & !wanted.checked_ilog2().map_or(0, |top| 1 << top);
    let lowest = (-2i8..=2).flat_map(move |shift| {
        let total = n.checked_add_signed(shift.into());
        let both = total.and_then(|total| total.checked_sub(wanted)).filter(|rest| rest % 2 == 0).map(|rest| rest / 2);
        let both = both.filter(|both| both & wanted == 0);
        both.into_iter().flat_map(move |both| {
            let fits = move |&low: &u128| shift + change(both | low) + change(both | (wanted ^ low)) == 0;
            subsets(free & 3).filter(fits).map(move |low| (both, low))
        })
    });
    lowest.flat_map(move |(both, low)| {
        subsets(free & !3).filter_map(move |high| {
            let some = low | high;
            let (a, b) = (heap_of(both | some)?, heap_of(both | (wanted ^ some))?);
            (a > 0 && b > 0).then(|| vec![a.min(b), a.max(b)])
        })
    })
}

/// How much larger than a value its heap is; for value 0 as if the heap −1 had it.
fn change(value: u128) -> i8 {
    [-1, 0, 0, 1][(value % 4) as usize]
}

/// The numbers whose bits are among those of another, ascending.
pub(super) fn subsets(bits: u128) -> impl Iterator<Item = u128> {
    std::iter::successors(Some(0u128), move |&subset| {
        // Carries run through the bits that are not there.
        let next = (subset | !bits).wrapping_add(1) & bits;
        (next != 0).then_some(next)
    })
}

/// The value of a heap of `n` in Lasker's Nim; nothing if it needs more than 128 bits.
///
/// ```
/// use grundy::theorem::lasker::value;
/// assert_eq!([0, 1, 2, 3, 4, 5, 6, 7, 8].map(value), [0, 1, 2, 4, 3, 5, 6, 8, 7].map(Some));
/// ```
pub fn value(n: u128) -> Option<u128> {
    match n % 4 {
        3 => n.checked_add(1),
        0 => Some(n.saturating_sub(1)),
        _ => Some(n),
    }
}

#[cfg(test)]
mod tests {
    use crate::theorem::by_definition;

    #[test]
    fn agrees_with_the_definition() {
        by_definition::compare_heaps(super::Lasker, 130, |n| {
            let taken = (0..n).map(|m| vec![m]);
            taken.chain((1..n).map(|a| vec![a, n - a])).collect()
        });
        assert_eq!(super::value(u128::MAX), None);
    }

    #[test]
    fn subsets_are_all() {
        assert_eq!(super::subsets(0b1010).collect::<Vec<_>>(), [0, 0b10, 0b1000, 0b1010]);
        assert_eq!(super::subsets(0).collect::<Vec<_>>(), [0]);
    }
}
