//! Values of positions in games that may go round for ever.
//!
//! Smith's labels (C. A. B. Smith, Graphs and composite games, J. Combin. Theory 1, 1966; Fraenkel and Perl 1975). A
//! position gets the label m when m is the mex of the labels of its options, and every option without a label has
//! itself an option labelled m: a move there is answered by a move back to m. (An option with a label above m has such
//! an option anyway, as its label is a mex.) The order of labelling does not matter: an option that is labelled later
//! has an option labelled m, so it does not get m. A position labelled m behaves in sums like a Nim heap of size m; one
//! that never gets a label does not behave like any heap.
//!
//! All positions that can be reached are listed, then swept until nothing changes, those reached last first. Time
//! O(sweeps · moves), memory O(moves).

use super::Engine;
use crate::component::{Component, Sum};
use crate::error::Error;
use grundy::mex;
use hashbrown::HashMap;
use std::ops::ControlFlow;

/// What a move leaves: positions by number, each with what matters about the number of its copies.
type Left = Vec<(u32, Copies)>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Copies {
    One,
    Odd,
    Even,
}

#[derive(Default)]
struct Graph {
    numbers: HashMap<Component, u32>,
    positions: Vec<Component>,
    moves: Vec<Vec<Left>>,
    labels: Vec<Option<u64>>,
}

/// Moves that are listed before the attempt is given up: with additions without an end there is no last position.
const MOST_MOVES: u64 = 1 << 22;

/// Positions between two looks at the limits.
const STRIDE: usize = 256;

impl Engine {
    /// The label of a position and of all that can be reached from it.
    pub(super) fn labels(&self, start: &Component) -> Result<Option<HashMap<Component, Option<u64>>>, Error> {
        let mut graph = Graph::default();
        graph.number(start);
        let (mut at, mut moves) = (0, 0);
        while let Some(position) = graph.positions.get(at).cloned() {
            self.options(&position, &mut |option| {
                graph.add_move(at, &option);
                moves += option.terms.len() as u64 + 1;
                ControlFlow::Continue(())
            })?;
            at += 1;
            if moves > MOST_MOVES {
                return Ok(None);
            }
            if at % STRIDE == 0 {
                self.watch.check(graph.positions.len() as u64, (moves + 8 * at as u64) * 32)?;
            }
        }
        while graph.sweep() {
            self.watch.check(graph.positions.len() as u64, (moves + 8 * at as u64) * 32)?;
        }
        Ok(Some(graph.positions.into_iter().zip(graph.labels).collect()))
    }
}

impl Graph {
    fn number(&mut self, component: &Component) -> u32 {
        if let Some(number) = self.numbers.get(component) {
            return *number;
        }
        let number = self.positions.len() as u32;
        self.numbers.insert(component.clone(), number);
        self.positions.push(component.clone());
        self.moves.push(Vec::new());
        self.labels.push(None);
        number
    }

    fn add_move(&mut self, from: usize, option: &Sum) {
        let mut counts: Vec<(u32, u128)> =
            option.terms.iter().map(|term| (self.number(&term.component), term.count)).collect();
        counts.sort_unstable();
        let mut left: Vec<(u32, u128)> = Vec::new();
        for (number, count) in counts {
            match left.last_mut() {
                // Only one, odd or even matters, so a total beyond all bounds may be cut at an equal parity.
                Some((last, total)) if *last == number => {
                    *total = total.checked_add(count).unwrap_or(2 + (*total ^ count) % 2)
                }
                _ => left.push((number, count)),
            }
        }
        let copies = |count: u128| match count {
            1 => Copies::One,
            _ if count % 2 == 1 => Copies::Odd,
            _ => Copies::Even,
        };
        self.moves[from].push(left.into_iter().map(|(number, count)| (number, copies(count))).collect());
    }

    /// Labels what can be labelled now; says whether anything was.
    fn sweep(&mut self) -> bool {
        let mut changed = false;
        for at in (0..self.positions.len()).rev() {
            if self.labels[at].is_none()
                && let Some(label) = self.label(at)
            {
                self.labels[at] = Some(label);
                changed = true;
            }
        }
        changed
    }

    fn label(&self, at: usize) -> Option<u64> {
        let label = mex(self.moves[at].iter().filter_map(|left| self.label_of(left)));
        let answered = |left: &Left| self.label_of(left).is_some() || self.reaches(left, label);
        self.moves[at].iter().all(answered).then_some(label)
    }

    /// The label of a sum, if all its parts have one.
    fn label_of(&self, left: &Left) -> Option<u64> {
        left.iter().try_fold(0, |xor, &(number, copies)| {
            let label = self.labels[number as usize]?;
            Some(if copies == Copies::Even { xor } else { xor ^ label })
        })
    }

    /// Whether a sum without a label has an option with this label: a single part without one must move to it.
    fn reaches(&self, left: &Left, label: u64) -> bool {
        let mut open = left.iter().filter(|(number, _)| self.labels[*number as usize].is_none());
        let (Some(&(part, Copies::One)), None) = (open.next(), open.next()) else { return false };
        let others: Left = left.iter().copied().filter(|(number, _)| *number != part).collect();
        let rest = self.label_of(&others).unwrap_or(0);
        self.moves[part as usize].iter().any(|next| self.label_of(next) == Some(label ^ rest))
    }
}
