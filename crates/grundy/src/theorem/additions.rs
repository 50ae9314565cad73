//! A heap game with additions that can be undone.
//!
//! **Theorem.** Let G be a heap game, and let moves be added that make a heap of n one of m > n, each such that n is an option of m
//! in G. If play is promised to end all the same, the values are those of G.
//!
//! *Proof.* By induction over play: an addition from n to m has the value G(m), and G(m) ≠ G(n), since n is an option of m. So
//! the mex of the values of all options is still G(n). ∎ (Reversible moves: *Winning Ways*, ch. 3; poker Nim.)

use super::{Column, Found, HeapTheorem};
use crate::watch::{Stop, Watch};

/// A game with additions.
#[derive(Debug)]
pub struct WithAdditions(pub Box<dyn HeapTheorem>);

impl HeapTheorem for WithAdditions {
    fn name(&self) -> String {
        format!("{}, additions undone", self.0.name())
    }

    fn value(&self, n: u128, watch: &Watch) -> Result<Option<u128>, Stop> {
        self.0.value(n, watch)
    }

    fn options(&self, n: u128, wanted: u128, most: usize, watch: &Watch) -> Result<Found<Vec<u128>>, Stop> {
        // An addition may have the wanted value, too.
        Ok(Found { complete: false, ..self.0.options(n, wanted, most, watch)? })
    }

    fn xor(&self, heaps: Column<'_>, watch: &Watch) -> Result<Option<u128>, Stop> {
        self.0.xor(heaps, watch)
    }

    fn floor(&self) -> u128 {
        self.0.floor()
    }

    fn relies_on_promise(&self) -> bool {
        true
    }
}
