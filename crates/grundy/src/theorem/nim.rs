//! Nim: take any number of objects from a heap.
//!
//! **Theorem** (Bouton 1901). A heap of n has the value n. *Proof.* Its options are the heaps 0, …, n−1, which by induction have the
//! values 0, …, n−1. ∎ Run time O(1).

use super::{Column, Found, HeapTheorem};
use crate::heap::Rule;
use crate::watch::{Stop, Watch};

/// Nim.
///
/// ```
/// use grundy::{Watch, theorem::{HeapTheorem, nim::Nim}};
/// assert_eq!(Nim.value(7, &Watch::default()), Ok(Some(7)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Nim;

impl HeapTheorem for Nim {
    fn name(&self) -> String {
        "nim".to_owned()
    }

    fn value(&self, n: u128, _watch: &Watch) -> Result<Option<u128>, Stop> {
        Ok(Some(n))
    }

    fn options(&self, n: u128, wanted: u128, most: usize, _watch: &Watch) -> Result<Found<Vec<u128>>, Stop> {
        Ok(Found::all((wanted < n).then(|| vec![wanted])).first(most))
    }

    fn xor(&self, heaps: Column<'_>, _watch: &Watch) -> Result<Option<u128>, Stop> {
        Ok(Some(heaps.fold(0, |xor, n| xor ^ n) as u128))
    }

    fn rule(&self) -> Option<Rule> {
        Some(Rule::nim())
    }

    fn nim_heap(&self, n: u128) -> Option<u128> {
        Some(n)
    }

    fn of_nim_heap(&self, heap: u128) -> Option<u128> {
        Some(heap)
    }
}

#[cfg(test)]
mod tests {
    use crate::theorem::by_definition;

    #[test]
    fn agrees_with_the_definition() {
        by_definition::compare_heaps(super::Nim, 30, |n| (0..n).map(|m| vec![m]).collect());
    }
}
