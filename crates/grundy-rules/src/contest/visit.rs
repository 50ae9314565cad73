//! What `check` learns from a sample: the positions that were asked about, and those that play can reach from them. All moves of
//! a visited position are run, so that a mistake in a move shows which `win` would never have looked at.

use crate::component::Component;
use crate::engine::Engine;
use crate::error::Error;
use crate::value::Val;
use hashbrown::HashMap;
use std::ops::ControlFlow;

/// Positions that are visited for one sample.
const MOST_POSITIONS: usize = 2000;

/// Moves that are run for one sample.
const MOST_MOVES: usize = 100_000;

/// Turns of a range without an end.
const TURNS: u64 = 20;

/// Positions whose own positions are counted to see how they grow.
const COUNTED: usize = 200;

/// The positions that play can reach.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Visited {
    /// How many were visited.
    pub positions: usize,
    /// Whether these are all.
    pub complete: bool,
    /// Whether play can come back to one of them.
    pub goes_round: bool,
    /// How their number grows with the size of a position (its numbers and lengths together), if that can be seen.
    pub growth: Option<Growth>,
}

/// How a number of positions grows with the size n.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Growth {
    /// About like a power of n.
    Power(f64),
    /// About like a power with the exponent n.
    Exponential(f64),
}

impl std::fmt::Display for Growth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Growth::Power(exponent) if *exponent < 1.5 => f.write_str("n"),
            Growth::Power(exponent) => write!(f, "n^{exponent:.0}"),
            Growth::Exponential(base) => write!(f, "{}^n", (base * 10.0).round() / 10.0),
        }
    }
}

/// Visits what play can reach from some positions, nearest first.
pub(super) fn visit(engine: &Engine, starts: &[Component]) -> Result<Visited, Error> {
    let mut graph = Graph::default();
    starts.iter().for_each(|start| {
        graph.number(start);
    });
    let mut next = 0;
    while next < graph.positions.len() && graph.fits {
        let from = graph.positions[next].clone();
        let mut to = Vec::new();
        engine.first_options(&from, TURNS, &mut |option| {
            for term in &option.terms {
                match graph.number(&term.component) {
                    Some(number) => to.push(number),
                    None => return ControlFlow::Break(()),
                }
            }
            graph.moves += 1;
            graph.fits &= graph.moves < MOST_MOVES;
            if graph.fits { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        to.sort_unstable();
        to.dedup();
        graph.moves_to.push(to);
        next += 1;
    }
    Ok(Visited {
        positions: next,
        complete: graph.fits,
        goes_round: graph.goes_round(),
        growth: if graph.fits { graph.growth() } else { None },
    })
}

struct Graph {
    numbers: HashMap<Component, usize>,
    positions: Vec<Component>,
    /// What the moves of the visited positions leave.
    moves_to: Vec<Vec<usize>>,
    moves: usize,
    fits: bool,
}

impl Default for Graph {
    fn default() -> Graph {
        Graph { numbers: HashMap::new(), positions: Vec::new(), moves_to: Vec::new(), moves: 0, fits: true }
    }
}

impl Graph {
    /// The number of a position; none if there are too many.
    fn number(&mut self, position: &Component) -> Option<usize> {
        if let Some(&number) = self.numbers.get(position) {
            return Some(number);
        }
        if self.positions.len() >= MOST_POSITIONS {
            self.fits = false;
            return None;
        }
        self.numbers.insert(position.clone(), self.positions.len());
        self.positions.push(position.clone());
        Some(self.positions.len() - 1)
    }

    /// Whether a visited position leads back to itself: taking those away whose moves all lead to nothing leaves some.
    fn goes_round(&self) -> bool {
        let mut left: Vec<usize> = self.moves_to.iter().map(Vec::len).collect();
        left.resize(self.positions.len(), 0);
        let mut into = vec![Vec::new(); self.positions.len()];
        for (from, to) in self.moves_to.iter().enumerate() {
            to.iter().for_each(|&to| into[to].push(from));
        }
        let mut done: Vec<usize> = (0..left.len()).filter(|&number| left[number] == 0).collect();
        let mut taken = 0;
        while let Some(number) = done.pop() {
            taken += 1;
            for &from in &into[number] {
                left[from] -= 1;
                if left[from] == 0 {
                    done.push(from);
                }
            }
        }
        taken < left.len()
    }

    /// How many positions play can reach from one, itself included.
    fn reach(&self, start: usize) -> usize {
        let mut seen = vec![false; self.positions.len()];
        seen[start] = true;
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            for &to in &self.moves_to[from] {
                if !std::mem::replace(&mut seen[to], true) {
                    reached.push(to);
                }
            }
            next += 1;
        }
        reached.len()
    }

    /// Compares what is reached from positions of the greatest size n, of n/2 and of n/4.
    fn growth(&self) -> Option<Growth> {
        let mut most: HashMap<u64, usize> = HashMap::new();
        // What all have in common, such as the length of a list that never changes, is not counted.
        let least = self.positions.iter().map(size).min()?;
        let step = self.positions.len().div_ceil(COUNTED);
        for number in (0..self.positions.len()).step_by(step.max(1)) {
            let reached = most.entry(size(&self.positions[number]) - least).or_default();
            *reached = (*reached).max(self.reach(number));
        }
        let largest = *most.keys().max()?;
        // The most that a position of at most this size reaches.
        let at = |bound: u64| {
            let counts = most.iter().filter(|(size, _)| **size <= bound).map(|(_, reached)| *reached);
            counts.max().map(|reached| reached as f64)
        };
        let (all, half, quarter) = (at(largest)?, at(largest / 2)?, at(largest / 4)?);
        if largest < 8 || all < 32.0 {
            return None;
        }
        let (upper, lower) = ((all / half).log2(), (half / quarter).log2());
        if upper > 1.6 * lower && upper > 2.0 {
            return Some(Growth::Exponential((all / half).powf(2.0 / largest as f64)));
        }
        Some(Growth::Power(upper))
    }
}

/// The numbers of a position, and the lengths of its lists and texts, together.
fn size(position: &Component) -> u64 {
    fn of(value: &Val) -> u64 {
        match value {
            Val::Int(n) => u64::try_from(*n).unwrap_or(0),
            Val::Huge(_) => u64::MAX,
            Val::Bool(_) => 0,
            Val::Text(text) => text.as_slice().len() as u64,
            Val::List(list) => {
                list.items().iter().fold(list.items().len() as u64, |sum, item| sum.saturating_add(of(item)))
            }
        }
    }
    position.args.iter().fold(0, |sum, arg| sum.saturating_add(of(arg)))
}
