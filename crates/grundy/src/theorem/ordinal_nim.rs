//! Nim with heaps of infinite size, below ω^ω: a heap is a list of natural numbers (a, b, …, z), and a move lowers one of them
//! and puts anything in the places behind it.
//!
//! **Theorem.** With d numbers the value is ω^(d−1)·a + ω^(d−2)·b + … + z.
//!
//! *Proof.* The options are the lists of the same length that are lexicographically smaller. The ordinals below the claimed value are
//! exactly the claimed values of these, so by induction the value, the mex of them, is the claimed one. ∎ (Conway, *On Numbers and
//! Games*, ch. 6.)
//!
//! Run time O(d).

use super::{Found, Options, Theorem};
use crate::ordinal::{Error, Ordinal};
use crate::value::Value;
use crate::watch::Watch;

/// Nim on ordinals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OrdinalNim;

impl Theorem for OrdinalNim {
    fn name(&self) -> String {
        "ordinal nim".to_owned()
    }

    fn value(&self, position: &[u128], _watch: &Watch) -> Result<Option<Value>, super::Error> {
        let ordinal = value(position).map_err(|error| super::Error::Refused(error.to_string()))?;
        Ok(Some(ordinal.into()))
    }

    fn options(
        &self,
        position: &[u128],
        wanted: &Value,
        most: usize,
        _watch: &Watch,
    ) -> Result<Option<Options>, super::Error> {
        let heap = wanted.as_ordinal().and_then(|wanted| heap_of(&wanted, position.len()));
        let option = heap.filter(|heap| heap.as_slice() < position);
        Ok(Some(Found::all(option.map(|heap| vec![heap])).first(most)))
    }
}

/// The value of a heap.
///
/// ```
/// use grundy::theorem::ordinal_nim::value;
/// assert_eq!(value(&[2, 0, 5])?.to_string(), "w^2*2+5");
/// # Ok::<(), grundy::ordinal::Error>(())
/// ```
pub fn value(heap: &[u128]) -> Result<Ordinal, Error> {
    let mut sum = Ordinal::ZERO;
    for (place, &number) in heap.iter().enumerate() {
        let exponent = Ordinal::from((heap.len() - 1 - place) as u128);
        sum = sum.checked_add(&Ordinal::omega_power(exponent)?.checked_mul(&Ordinal::from(number))?)?;
    }
    Ok(sum)
}

/// The heap of `length` numbers that has a value, if there is one.
///
/// ```
/// use grundy::theorem::ordinal_nim::heap_of;
/// assert_eq!(heap_of(&"w^2*2+5".parse().unwrap(), 3), Some(vec![2, 0, 5]));
/// assert_eq!(heap_of(&"w^2*2+5".parse().unwrap(), 2), None);
/// ```
pub fn heap_of(value: &Ordinal, length: usize) -> Option<Vec<u128>> {
    let mut heap = vec![0; length];
    for term in value.terms() {
        let exponent = usize::try_from(term.exponent().as_finite()?).ok()?;
        heap[length.checked_sub(1)?.checked_sub(exponent)?] = term.coefficient();
    }
    Some(heap)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_ordinals_have_the_same_order() {
        let heaps: Vec<Vec<u128>> = (0..64).map(|code| vec![code / 16, code / 4 % 4, code % 4]).collect();
        for pair in heaps.windows(2) {
            assert!(value(&pair[0]).unwrap() < value(&pair[1]).unwrap(), "{pair:?}");
        }
        for heap in heaps {
            assert_eq!(heap_of(&value(&heap).unwrap(), 3), Some(heap));
        }
        assert_eq!(value(&[]).unwrap(), Ordinal::ZERO);
    }
}
