//! Values under normal play of positions from which play may go on for ever.
//!
//! **Smith's labels** (C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1, 1966; Fraenkel and Perl 1975). A
//! position gets the label m when m is the mex of the labels of its options, and every option without a label has itself an
//! option labelled m: a move there is answered by a move back to m. (An option with a label above m has such an option
//! anyway, as its label is a mex.) The order of labelling does not matter: an option that is labelled later has an option
//! labelled m, so it does not get m. An option is a sum: its label is the XOR of those of its parts, if all have one.
//!
//! **Theorem.** A sum whose parts all have labels is lost for the player who moves if their XOR is 0, and won otherwise. A sum
//! with exactly one part u without a label, and labels with XOR n beside it, is won if an option of u has the label n, and drawn
//! otherwise. A sum with several parts without a label (two copies of one, too) is drawn.
//!
//! *Proof.* (1) Labels only. Let the XOR be 0; induct on the multiset of the times at which the parts were labelled. Say a part x
//! labelled m is moved to y. If y had no label when x got its own, then it had an option labelled m; the opponent moves there, and
//! the XOR is 0 again. Else y had a label k ≠ m by then, and the XOR is k ⊕ m; the opponent answers as in Nim: some part z with a label
//! l > l ⊕ k ⊕ m has an option labelled l ⊕ k ⊕ m, and had it when it was labelled. Either way x, and perhaps z, have been replaced by
//! parts that were labelled earlier. This ends, so the player who moves at 0 runs out of moves. And if the XOR is not 0, some
//! move makes it 0, as in Nim.
//!
//! (2) Call D the set of sums with several unlabelled parts, and of those u + n with no option of u labelled n. No option of a
//! sum in D is a sum of labels with XOR 0. And every sum in D has an option in D. Several unlabelled parts: one of them, u, has an
//! unlabelled option (else it had the mex as its label); moving there keeps an unlabelled part beside the others. One part u + n: let
//! m be the mex of the labels of the options of u, so n ≥ m. If n > m, make the XOR m as in Nim: no option of u is labelled m.
//! If n = m, some unlabelled option v of u has no option labelled m, else u were labelled; move
//! to v + n, in D again. So in D nobody ever has to move to a sum that is won, and nobody can move to one that is lost: a draw. Only
//! the case u + n with an option of u labelled n is left, and moving there wins. ∎
//!
//! So sums that grow without end are no obstacle: only the positions that they are made of must be finitely many. In
//! particular `x → x + x` is a draw, and so are two copies of a position that can only go round.
//!
//! **Algorithm.** Strongly connected parts, those that lead nowhere else first; each is swept until nothing changes. Time
//! O(sweeps · moves), one sweep where play ends; memory O(positions), and O(options) where it does not end.

use super::positions::{Positions, Term};
use super::steps::{Steps, capacity_bytes};
use super::strong;
use crate::value::{Outcome, Value};
use crate::watch::{Stop, Watch};
use std::hash::Hash;

/// What is known about a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Label {
    /// It behaves like this Nim heap.
    Heap(u64),
    /// It has no label; the labels of its options, ascending.
    Open(Vec<u64>),
}

impl Label {
    pub(super) fn value(&self) -> Value {
        match self {
            Label::Heap(size) => Value::Finite(u128::from(*size)),
            Label::Open(exits) => Value::loopy(exits.iter().map(|&exit| u128::from(exit))),
        }
    }
}

/// A sum, as far as who wins depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Total<'a> {
    /// The XOR of the labels.
    xor: u64,
    /// How many parts have none.
    open: u32,
    /// The labels of the options of the last one of them.
    exits: &'a [u64],
}

impl Total<'_> {
    pub(super) fn outcome(self) -> Outcome {
        match self.open {
            0 if self.xor == 0 => Outcome::Previous,
            0 => Outcome::Next,
            1 if self.exits.binary_search(&self.xor).is_ok() => Outcome::Next,
            _ => Outcome::Draw,
        }
    }

    pub(super) fn value(self) -> Value {
        match self.open {
            0 => Value::Finite(u128::from(self.xor)),
            1 => Value::loopy(self.exits.iter().map(|&exit| u128::from(exit ^ self.xor))),
            _ => Value::loopy([]),
        }
    }
}

/// The labels of the positions of one game, by number.
#[derive(Debug, Clone, Default)]
pub(super) struct Labels {
    labels: Vec<Label>,
    /// Bytes of the labels of options.
    exits: u64,
}

impl Labels {
    pub(super) fn bytes(&self) -> u64 {
        capacity_bytes(&self.labels) + self.exits
    }

    pub(super) fn get(&self, number: u32) -> Option<&Label> {
        self.labels.get(number as usize)
    }

    /// Labels all positions that are new; `beside` is what else counts against the limits, in bytes.
    pub(super) fn extend<P: Clone + Eq + Hash>(
        &mut self,
        positions: &Positions<P>,
        watch: &Watch,
        beside: u64,
    ) -> Result<(), Stop> {
        let first = self.labels.len();
        if first == positions.len() {
            return Ok(());
        }
        let extended = self.try_extend(positions, watch, beside);
        if extended.is_err() {
            self.labels.truncate(first);
            self.exits = self.labels.iter().map(exit_bytes).sum();
        }
        extended
    }

    fn try_extend<P: Clone + Eq + Hash>(
        &mut self,
        positions: &Positions<P>,
        watch: &Watch,
        beside: u64,
    ) -> Result<(), Stop> {
        let (first, end) = (self.labels.len(), positions.len());
        let added = (end - first) as u64 * (strong::BYTES + 3 * size_of::<Label>() as u64);
        watch.check(end as u64, self.bytes() + beside + added)?;
        let edges = |node| positions.terms_of(node).iter().map(|term| term.number);
        let parts = strong::parts(first as u32, end as u32, edges);
        self.labels.resize(end, Label::Open(Vec::new()));
        let mut steps = Steps::default();
        for part in parts.iter() {
            let mut changed = true;
            while changed {
                for &number in part {
                    self.note_exits(positions, number);
                    steps.look(watch, end as u64, self.bytes() + beside + added)?;
                }
                changed = false;
                for &number in part {
                    changed |= self.try_label(positions, number);
                    steps.look(watch, end as u64, self.bytes() + beside + added)?;
                }
            }
        }
        Ok(())
    }

    /// Writes down the labels that a position without one can move to.
    fn note_exits<P: Clone + Eq + Hash>(&mut self, positions: &Positions<P>, number: u32) {
        if matches!(self.labels[number as usize], Label::Heap(_)) {
            return;
        }
        let mut exits: Vec<u64> =
            positions.moves(number).filter_map(|play| self.label_of(positions.left(play))).collect();
        exits.sort_unstable();
        exits.dedup();
        exits.shrink_to_fit();
        self.set(number, Label::Open(exits));
    }

    fn set(&mut self, number: u32, label: Label) {
        let old = &mut self.labels[number as usize];
        self.exits = self.exits + exit_bytes(&label) - exit_bytes(old);
        *old = label;
    }

    /// Labels a position if that can be done now; whether it was. What the options can move to may be older news: then it
    /// is labelled in a later sweep.
    fn try_label<P: Clone + Eq + Hash>(&mut self, positions: &Positions<P>, number: u32) -> bool {
        if matches!(self.labels[number as usize], Label::Heap(_)) {
            return false;
        }
        let moves = || positions.moves(number).map(|play| positions.left(play));
        let label = crate::mex(moves().filter_map(|left| self.label_of(left)));
        let found = moves().all(|left| self.label_of(left).is_some() || self.reaches(left, label));
        if found {
            self.set(number, Label::Heap(label));
        }
        found
    }

    /// A sum whose positions are all known.
    pub(super) fn total(&self, terms: &[Term]) -> Total<'_> {
        let mut total = Total::default();
        for term in terms {
            match &self.labels[term.number as usize] {
                Label::Heap(_) if term.copies.is_even() => {}
                Label::Heap(size) => total.xor ^= size,
                Label::Open(exits) => {
                    total.open = total.open.saturating_add(if term.copies.is_one() { 1 } else { 2 });
                    total.exits = exits;
                }
            }
        }
        total
    }

    /// The label of a sum, if all its parts have one.
    pub(super) fn label_of(&self, terms: &[Term]) -> Option<u64> {
        let total = self.total(terms);
        (total.open == 0).then_some(total.xor)
    }

    /// Whether a sum without a label has an option with this label: its only part without one must move there.
    fn reaches(&self, terms: &[Term], label: u64) -> bool {
        let total = self.total(terms);
        total.open == 1 && total.exits.binary_search(&(label ^ total.xor)).is_ok()
    }
}

fn exit_bytes(label: &Label) -> u64 {
    match label {
        Label::Heap(_) => 0,
        Label::Open(exits) => capacity_bytes(exits),
    }
}
