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
//! Run time O(1).

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
    use std::collections::HashMap;

    #[test]
    fn agrees_with_the_definition() {
        let moves = |&n: &u128| (1..=n / 2).map(|k| vec![n - k]).collect();
        let mut memo = HashMap::new();
        for n in 0..1000 {
            assert_eq!(super::value(n), u128::from(by_definition::value(&n, &moves, &mut memo)), "{n}");
        }
        assert_eq!(super::value(u128::MAX), 0);
    }
}
