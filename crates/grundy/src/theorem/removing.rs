//! Remove a path of l to r vertices from a cycle or a path (Codeforces 1823 E).
//!
//! A cycle of n vertices becomes a path of n−k, l ≤ k ≤ r; a path of n becomes two paths, possibly empty, of n−k in all.
//!
//! **Theorem.** For 1 ≤ l < r a cycle of n vertices has value 0 if n ≥ l+r, and ⌊n/l⌋ otherwise. A path of n < l+r
//! vertices has value ⌊n/l⌋, a longer one a value other than 0.
//!
//! *Proof.* Paths of m < l+r, by induction: an option leaves a+b ≤ m−l vertices, with the value
//! ⌊a/l⌋ ⊕ ⌊b/l⌋ ≤ ⌊a/l⌋+⌊b/l⌋ ≤ ⌊(m−l)/l⌋ < ⌊m/l⌋. Every smaller v occurs with one path left: its length x = min(vl+l−1, m−l)
//! has ⌊x/l⌋ = v and l ≤ m−x ≤ r (as in [`take_range`](super::take_range)). Longer paths: n ≥ l+r > r, and of the numbers r−1, r
//! one has the parity of n (both are ≥ l, since l < r): taking that many in the middle leaves two equal paths, of value 0.
//! A cycle of n ≥ l+r has only options path(n−k) with n−k ≥ l, none of value 0, so its value is 0. A cycle of n < l+r has the
//! options path(x), x = n−k, x ≤ n−l, with the values ⌊x/l⌋ that the first part shows to be 0, …, ⌊n/l⌋−1. ∎
//!
//! For l = r the middle cut may not exist and the theorem is false (l = r = 2 is Dawson's Kayles). Run time O(1).

use super::{Found, HeapTheorem};
use crate::watch::{Stop, Watch};

/// Cycles from which `least..=most` consecutive vertices are removed, least < most.
///
/// ```
/// use grundy::theorem::removing::RemoveFromCycle;
/// let game = RemoveFromCycle::new(2, 3).unwrap();
/// assert_eq!([0, 1, 2, 3, 4, 5].map(|n| game.value(n)), [0, 0, 1, 1, 2, 0]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RemoveFromCycle {
    least: u128,
    bound: u128,
}

impl RemoveFromCycle {
    /// The hypotheses: 1 ≤ least < most, and least + most is a number of 128 bits.
    pub fn new(least: u128, most: u128) -> Option<Self> {
        let bound = least.checked_add(most)?;
        (1 <= least && least < most).then_some(RemoveFromCycle { least, bound })
    }

    /// The value of a cycle of `n` vertices.
    pub fn value(&self, n: u128) -> u128 {
        if n >= self.bound { 0 } else { n / self.least }
    }
}

/// The heaps that an option leaves are paths.
impl HeapTheorem for RemoveFromCycle {
    fn name(&self) -> String {
        "removing".to_owned()
    }

    fn value(&self, n: u128, _watch: &Watch) -> Result<Option<u128>, Stop> {
        Ok(Some(RemoveFromCycle::value(self, n)))
    }

    fn options(&self, n: u128, wanted: u128, most: usize, _watch: &Watch) -> Result<Found<Vec<u128>>, Stop> {
        let Some(high) = n.checked_sub(self.least) else { return Ok(Found::all([])) };
        let low = n.saturating_sub(self.bound - self.least);
        // Only paths shorter than least + most have a known value, ⌊x/least⌋; longer ones are not 0.
        let first = wanted.saturating_mul(self.least);
        let last = first.saturating_add(self.least - 1).min(self.bound - 1).min(high);
        let sizes = (first.max(low)..=last).rev().take(most.saturating_add(1));
        let complete = wanted == 0 || high < self.bound;
        Ok(Found { options: sizes.map(|size| vec![size]).collect(), complete }.first(most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::by_definition;
    use std::collections::HashMap;

    #[test]
    fn agrees_with_the_definition() {
        for (l, r) in (1..7).flat_map(|l| (l + 1..10).map(move |r| (l, r))) {
            let game = RemoveFromCycle::new(l, r).unwrap();
            let path_moves = |&m: &u128| {
                let halves = |k: u128| (0..=m - k).map(move |a| vec![a, m - k - a]);
                (l..=r.min(m)).flat_map(halves).collect()
            };
            let mut memo = HashMap::new();
            for n in 0..60 {
                let options = (l..=r.min(n)).map(|k| by_definition::value(&(n - k), &path_moves, &mut memo));
                let options: Vec<u64> = options.collect();
                let value = crate::mex(options.iter().copied());
                assert_eq!(game.value(n), u128::from(value), "cycle({n}) {l}..{r}");
                for wanted in 0..value + 3 {
                    let found = game.options(n, wanted.into(), usize::MAX, &Watch::default()).unwrap();
                    let paths: Vec<u128> = found.options.iter().map(|left| left[0]).collect();
                    let mut expected = (l..=r.min(n)).zip(&options).filter(|&(_, &value)| value == wanted);
                    assert!(paths.iter().all(|path| by_definition::value(path, &path_moves, &mut memo) == wanted));
                    assert!(paths.iter().all(|path| (l..=r).contains(&(n - path))));
                    assert!(
                        !found.complete || paths.len() == expected.clone().count(),
                        "cycle({n}) {l}..{r}, {wanted}"
                    );
                    assert!(wanted >= value || !paths.is_empty() && expected.next().is_some());
                }
            }
        }
    }

    #[test]
    fn equal_bounds_are_refused() {
        assert_eq!(RemoveFromCycle::new(2, 2), None);
        assert_eq!(RemoveFromCycle::new(0, 2), None);
    }
}
