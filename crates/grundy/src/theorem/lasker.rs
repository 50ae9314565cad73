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
//! Run time O(1).

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
    use std::collections::HashMap;

    #[test]
    fn agrees_with_the_definition() {
        let moves = |&n: &u128| {
            let taken = (0..n).map(|m| vec![m]);
            taken.chain((1..n).map(|a| vec![a, n - a])).collect()
        };
        let mut memo = HashMap::new();
        for n in 0..300 {
            assert_eq!(super::value(n), Some(u128::from(by_definition::value(&n, &moves, &mut memo))), "{n}");
        }
        assert_eq!(super::value(u128::MAX), None);
    }
}
