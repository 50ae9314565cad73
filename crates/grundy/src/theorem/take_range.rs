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
//! With l = 1 this is Bachet's game, n mod (r+1). Run time O(1).

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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::by_definition;
    use std::collections::HashMap;

    #[test]
    fn agrees_with_the_definition() {
        for (l, r) in (1..8).flat_map(|l| (l..12).map(move |r| (l, r))) {
            let game = TakeRange::new(l, r).unwrap();
            let moves = |&n: &u128| (l..=r.min(n)).map(|k| vec![n - k]).collect();
            let mut memo = HashMap::new();
            for n in 0..100 {
                assert_eq!(game.value(n), u128::from(by_definition::value(&n, &moves, &mut memo)), "{n} {l}..{r}");
            }
        }
    }

    #[test]
    fn hypotheses() {
        assert_eq!(TakeRange::new(0, 3), None);
        assert_eq!(TakeRange::new(4, 3), None);
        assert_eq!(TakeRange::new(1, u128::MAX), None);
    }
}
