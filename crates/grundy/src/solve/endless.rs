//! Which sums never end, and which may grow without end.
//!
//! **Endless.** Let Z be the greatest set of positions each of which has an option, and all of whose options contain a position of Z.
//! **Theorem.** A sum with a part in Z is drawn, under normal and under misère play. *Proof.* A move in another part leaves the part
//! where it is; a move in the part itself exists and leaves a part in Z again. So somebody can always move, play never ends, and
//! nobody wins. ∎
//!
//! **Growth.** Take only the options without a part in Z, and drop parts without moves: they do not matter. Then infinitely
//! many sums can be reached from a sum if and only if one of its parts reaches a position p with an option of at least two parts,
//! one of which, q, reaches p. *Proof.* If so, going from p to q and back to p leaves at least one more part each time. Else give each
//! position p the greatest number N(p) of parts that can come of it: an option that can come back to p is a single part, and one that
//! cannot leads to positions further down, so N is bounded by induction on the strongly connected parts, and a sum of
//! positions, which are finitely many, has a bounded number of parts throughout. ∎

use super::positions::{Positions, Term};
use super::steps::{Steps, capacity_bytes};
use super::strong;
use crate::watch::{Stop, Watch};
use std::hash::Hash;

/// What is known about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Fate {
    /// It is in Z.
    endless: bool,
    /// From it, sums grow without end.
    grows: bool,
}

/// What is known about the positions of a game, by number.
#[derive(Debug, Clone, Default)]
pub(super) struct Fates(Vec<Fate>);

impl Fates {
    pub(super) fn bytes(&self) -> u64 {
        capacity_bytes(&self.0)
    }

    /// Whether a sum has a part from which play never ends.
    pub(super) fn never_end(&self, terms: &[Term]) -> bool {
        terms.iter().any(|term| self.0[term.number as usize].endless)
    }

    /// Whether infinitely many sums can be reached from one, those that never end counted as one.
    pub(super) fn grow(&self, terms: &[Term]) -> bool {
        terms.iter().any(|term| self.0[term.number as usize].grows)
    }

    /// Looks at all positions that are new; `beside` is what else counts against the limits, in bytes.
    pub(super) fn extend<P: Clone + Eq + Hash>(
        &mut self,
        positions: &Positions<P>,
        watch: &Watch,
        beside: u64,
    ) -> Result<(), Stop> {
        let first = self.0.len();
        if first == positions.len() {
            return Ok(());
        }
        let extended = self.try_extend(positions, watch, beside);
        if extended.is_err() {
            self.0.truncate(first);
        }
        extended
    }

    fn try_extend<P: Clone + Eq + Hash>(
        &mut self,
        positions: &Positions<P>,
        watch: &Watch,
        beside: u64,
    ) -> Result<(), Stop> {
        let (first, end) = (self.0.len(), positions.len());
        let bytes = self.bytes() + beside + (end - first) as u64 * (strong::BYTES + 8);
        watch.check(end as u64, bytes)?;
        self.0.resize(end, Fate { endless: true, grows: false });
        let mut steps = Steps::default();
        let edges = |node| positions.terms_of(node).iter().map(|term| term.number);
        for part in strong::parts(first as u32, end as u32, edges).iter() {
            let mut changed = true;
            while changed {
                changed = false;
                for &number in part.iter().filter(|&&number| positions.has_moves(number)) {
                    changed |= self.leave(positions, number);
                    steps.look(watch, end as u64, bytes)?;
                }
                part.iter().filter(|&&number| !positions.has_moves(number)).for_each(|&number| {
                    changed |= std::mem::replace(&mut self.0[number as usize].endless, false);
                });
            }
        }
        let mut place = vec![0; end - first];
        let parts = strong::parts(first as u32, end as u32, |node| self.ending(positions, node));
        for (index, part) in parts.iter().enumerate() {
            part.iter().for_each(|&number| place[number as usize - first] = index);
            let same = |number: u32| (number as usize).checked_sub(first).is_some_and(|at| place[at] == index);
            let grows = part.iter().any(|&number| self.has_growth(positions, number, &same));
            part.iter().for_each(|&number| self.0[number as usize].grows = grows);
            steps.look(watch, end as u64, bytes)?;
        }
        Ok(())
    }

    /// Takes a position out of Z if it has an option without a part in Z; whether it did.
    fn leave<P: Clone + Eq + Hash>(&mut self, positions: &Positions<P>, number: u32) -> bool {
        let ends = |play: usize| !self.never_end(positions.left(play));
        let leaves = self.0[number as usize].endless && positions.moves(number).any(ends);
        self.0[number as usize].endless &= !leaves;
        leaves
    }

    /// The positions in the options without a part in Z.
    fn ending<P: Clone + Eq + Hash>(&self, positions: &Positions<P>, number: u32) -> impl Iterator<Item = u32> {
        let options = positions.moves(number).map(|play| positions.left(play));
        options.filter(|left| !self.never_end(left)).flatten().map(|term| term.number)
    }

    /// Whether an option of a position leads to growth, or is growth: a part of the same strongly connected part and another.
    fn has_growth<P: Clone + Eq + Hash>(
        &self,
        positions: &Positions<P>,
        number: u32,
        same: &impl Fn(u32) -> bool,
    ) -> bool {
        positions.moves(number).map(|play| positions.left(play)).filter(|left| !self.never_end(left)).any(|left| {
            let live = || left.iter().filter(|term| positions.has_moves(term.number));
            let several = live().count() > 1 || live().any(|term| !term.copies.is_one());
            self.grow(left) || several && live().any(|term| same(term.number))
        })
    }
}
