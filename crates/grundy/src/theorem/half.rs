//! Take at least one bean and at most half of the heap.
//!
//! **Theorem.** Write n + 1 = 2^e·q with q odd. The value of a heap of n is (q−1)/2: a heap of 2m has the value m, a heap of
//! 2m+1 that of the heap m.
//!
//! *Proof.* The options of n are the heaps j with ⌈n/2⌉ ≤ j < n. Let the claim hold for them; a value stands for an odd part.
//! Of the numbers j+1 with ⌈n/2⌉ ≤ j ≤ n no two have the same odd part, since 2(⌈n/2⌉+1) > n+1; so no option has the value
//! claimed for n. A smaller value v occurs: 2v+1 < q ≤ n+1, and of the numbers (2v+1)·2^i the largest that is at most n+1 is
//! greater than (n+1)/2, so at least ⌈n/2⌉+1; it is not n+1, whose odd part is q. ∎
//!
//! So an option of value w is the one number (2w+1)·2^i − 1 between ⌈n/2⌉ and n−1, if there is one. Run time O(1), O(log n) for
//! options.

use super::{Found, HeapTheorem};
use crate::watch::{Stop, Watch};

/// At most half of a heap may be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Half;

impl HeapTheorem for Half {
    fn name(&self) -> String {
        "half".to_owned()
    }

    fn value(&self, n: u128, _watch: &Watch) -> Result<Option<u128>, Stop> {
        Ok(Some(value(n)))
    }

    fn options(&self, n: u128, wanted: u128, most: usize, _watch: &Watch) -> Result<Found<Vec<u128>>, Stop> {
        Ok(Found::all(option(n, wanted).map(|heap| vec![heap])).first(most))
    }
}

/// The option of a heap of `n` that has a wanted value, if there is one.
///
/// ```
/// use grundy::theorem::half::option;
/// assert_eq!(option(10, 0), Some(7));
/// assert_eq!(option(10, 5), None);
/// ```
pub fn option(n: u128, wanted: u128) -> Option<u128> {
    let odd = wanted.checked_mul(2)?.checked_add(1)?;
    let least = n.div_ceil(2) + 1;
    // The largest odd·2^i that is at most n.
    let doubled = odd << n.checked_div(odd)?.checked_ilog2()?;
    (doubled >= least).then(|| doubled - 1)
}

/// The value of a heap of `n` of which at most half may be taken.
///
/// ```
/// use grundy::theorem::half::value;
/// assert_eq!([0, 1, 2, 3, 4, 5, 6, 7, 8].map(value), [0, 0, 1, 0, 2, 1, 3, 0, 4]);
/// ```
pub fn value(n: u128) -> u128 {
    // (odd part of n+1 − 1)/2: drop the trailing ones of n, and the zero in front of them.
    n.checked_shr(n.trailing_ones()).unwrap_or(0) >> 1
}

#[cfg(test)]
mod tests {
    use crate::theorem::by_definition;

    #[test]
    fn agrees_with_the_definition() {
        by_definition::compare_heaps(super::Half, 200, |n| (1..=n / 2).map(|k| vec![n - k]).collect());
        assert_eq!(super::value(u128::MAX), 0);
        // Half of 2^128 − 1, rounded up, is just above the candidate 2^127 − 1.
        assert_eq!(super::option(u128::MAX, 0), None);
        assert_eq!(super::option(u128::MAX - 1, 0), Some((1 << 127) - 1));
    }
}
