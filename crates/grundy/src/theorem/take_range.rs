//! Take at least l and at most r from a heap.
//!
//! **Theorem.** If a move takes k objects with l ≤ k ≤ r from a heap (1 ≤ l ≤ r), the heap of n has value
//! ⌊(n mod (l+r)) / l⌋.
//!
//! *Proof.* Let p = l + r and n = qp + m with 0 ≤ m < p; by induction an option n−k has the value ⌊x/l⌋, x its residue.
//! If k ≤ m, then x = m−k lies in \[m−r, m−l\]; otherwise x = p+m−k lies in \[m+l, p−1\]. So |x−m| ≥ l for every option, and
//! no option has the value ⌊m/l⌋. A smaller v occurs: let x = min(vl+l−1, m−l). If x = m−l, then ⌊x/l⌋ = ⌊m/l⌋−1 ≥ v, and
//! x ≤ vl+l−1 makes it v; otherwise ⌊x/l⌋ = v at once. And x is an option's residue, with k = m−x: k ≥ l is clear,
//! and k ≤ r because m−r ≤ l−1 ≤ vl+l−1 and r ≥ l. ∎
//!
//! With l = 1 this is Bachet's game, n mod (r+1). The options of value v are those whose residue lies in a window of at most l
//! residues. Run time O(1).

use super::{Column, Found, HeapTheorem};
use crate::heap::Rule;
use crate::watch::{Stop, Watch};

/// The game in which a move takes `least..=most` objects from a heap.
///
/// ```
/// use grundy::theorem::take_range::TakeRange;
/// let game = TakeRange::new(2, 5).unwrap();
/// let values: Vec<u128> = (0..9).map(|n| game.value(n)).collect();
/// assert_eq!(values, [0, 0, 1, 1, 2, 2, 3, 0, 0]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TakeRange {
    least: u128,
    period: u128,
}

impl TakeRange {
    /// The hypotheses: 1 ≤ least ≤ most, and the period least + most is a number of 128 bits.
    pub fn new(least: u128, most: u128) -> Option<Self> {
        let period = least.checked_add(most)?;
        (1 <= least && least <= most).then_some(TakeRange { least, period })
    }

    /// The value of a heap of `n`.
    pub fn value(&self, n: u128) -> u128 {
        n % self.period / self.least
    }

    fn most(&self) -> u128 {
        self.period - self.least
    }

    /// The options of a heap of `n` with the value `wanted`, largest first, at most `most`.
    fn sizes(&self, n: u128, wanted: u128, most: usize) -> Vec<u128> {
        let from = wanted.checked_mul(self.least).filter(|&from| from < self.period && most > 0);
        let (Some(from), Some(high)) = (from, n.checked_sub(self.least)) else { return Vec::new() };
        let low = n.saturating_sub(self.most());
        let length = self.least.min(self.period - from);
        let mut sizes = Vec::new();
        // The options span fewer than one period, so at most two windows meet them.
        let mut start = (high / self.period).checked_mul(self.period).and_then(|start| start.checked_add(from));
        while let Some(window) = start {
            if window.saturating_add(length - 1) >= low && window <= high {
                let last = window.saturating_add(length - 1).min(high);
                sizes.extend((window.max(low)..=last).rev().take(most - sizes.len()));
            }
            let below = window.checked_sub(self.period);
            start = below.filter(|window| window.saturating_add(length) > low && sizes.len() < most);
        }
        sizes
    }

    /// The XOR of the values in 64 bits, in 32 where the numbers allow it: divisions are what it costs.
    fn quick_xor(&self, heaps: Column<'_>) -> Option<u128> {
        let (least, period) = (u64::try_from(self.least).ok()?, u64::try_from(self.period).ok()?);
        if least == 1 && period.is_power_of_two() {
            return Some(u128::from(heaps.fold(0, |xor, n| xor ^ n as u64) & (period - 1)));
        }
        let short = heaps.fold(0, |all, n| all | n) <= i64::from(u32::MAX);
        let (least, period) = (Divisor::new(least)?, Divisor::new(period)?);
        short.then(|| heaps.fold(0, |xor, n| xor ^ least.quotient(period.rest(n as u64))).into())
    }
}

impl HeapTheorem for TakeRange {
    fn name(&self) -> String {
        format!("take {}..{}", self.least, self.most())
    }

    fn value(&self, n: u128, _watch: &Watch) -> Result<Option<u128>, Stop> {
        Ok(Some(TakeRange::value(self, n)))
    }

    fn options(&self, n: u128, wanted: u128, most: usize, _watch: &Watch) -> Result<Found<Vec<u128>>, Stop> {
        let sizes = self.sizes(n, wanted, most.saturating_add(1));
        Ok(Found::all(sizes.into_iter().map(|size| vec![size])).first(most))
    }

    fn xor(&self, heaps: Column<'_>, _watch: &Watch) -> Result<Option<u128>, Stop> {
        let by_division = || heaps.fold(0, |xor, n| xor ^ TakeRange::value(self, n as u128));
        Ok(Some(self.quick_xor(heaps).unwrap_or_else(by_division)))
    }

    fn period(&self, _watch: &Watch) -> Result<Option<u64>, Stop> {
        Ok(u64::try_from(self.period).ok())
    }

    fn repetition(&self, _watch: &Watch) -> Result<Option<(u128, u64)>, Stop> {
        Ok(u64::try_from(self.period).ok().map(|period| (0, period)))
    }

    fn rule(&self) -> Option<Rule> {
        Rule::range(self.least, self.most()).ok()
    }
}

/// Division of numbers of 32 bits by the same one, by a product: ⌊n·M / 2^64⌋ = ⌊n/d⌋ for M = ⌊(2^64−1)/d⌋ + 1, since M·d exceeds
/// 2^64 by at most d ≤ 2^32. Reference: D. Lemire, O. Kaser, N. Kurz, Faster remainder by direct computation, Software:
/// Practice and Experience 49 (2019).
#[derive(Clone, Copy)]
struct Divisor {
    divisor: u64,
    /// M; 0 for division by 1.
    inverse: u64,
}

impl Divisor {
    fn new(divisor: u64) -> Option<Divisor> {
        let fits = divisor > 0 && u32::try_from(divisor).is_ok();
        fits.then(|| Divisor { divisor, inverse: (u64::MAX / divisor).wrapping_add(1) })
    }

    fn quotient(self, n: u64) -> u64 {
        match self.inverse {
            0 => n,
            inverse => ((u128::from(n) * u128::from(inverse)) >> 64) as u64,
        }
    }

    fn rest(self, n: u64) -> u64 {
        n - self.quotient(n) * self.divisor
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::by_definition;
    use proptest::prelude::*;

    #[test]
    fn agrees_with_the_definition() {
        for (l, r) in (1..8).flat_map(|l| (l..12).map(move |r| (l, r))) {
            let game = TakeRange::new(l, r).unwrap();
            by_definition::compare_heaps(game, 50, |n| (l..=r.min(n)).map(|k| vec![n - k]).collect());
        }
    }

    proptest! {
        #[test]
        fn products_divide(n: u32, divisor in 1u32.., small in 1u32..20) {
            for (n, d) in [(n, divisor), (n, small), (u32::MAX, divisor), (divisor, divisor), (divisor - 1, divisor)] {
                let (n, d) = (u64::from(n), u64::from(d));
                let by = Divisor::new(d).unwrap();
                prop_assert_eq!((by.quotient(n), by.rest(n)), (n / d, n % d));
            }
        }

        #[test]
        fn columns_are_the_values(
            numbers in proptest::collection::vec(prop_oneof![0i64..50, any::<u32>().prop_map(i64::from), 0i64..], 0..9),
            least in prop_oneof![1u128..9, 1u128..1 << 40],
            more in prop_oneof![0u128..9, 0u128..1 << 40],
            stride in 1usize..3,
        ) {
            let game = TakeRange::new(least, least + more).unwrap();
            let column = Column::of_rows(&numbers, stride, 0);
            let each = column.iter().map(|n| game.value(n as u128)).fold(0, |xor, value| xor ^ value);
            prop_assert_eq!(game.xor(column, &Watch::default()), Ok(Some(each)));
        }
    }

    #[test]
    fn hypotheses() {
        assert_eq!(TakeRange::new(0, 3), None);
        assert_eq!(TakeRange::new(4, 3), None);
        assert_eq!(TakeRange::new(1, u128::MAX), None);
    }
}
