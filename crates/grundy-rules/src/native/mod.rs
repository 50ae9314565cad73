//! The hook for games written in Rust: boards and graphs that text rules would not say well.

mod boards;
mod graphs;

use crate::lock::lock;
use crate::shape::{Network, Shape};
use crate::value::Val;
use boards::{Bars, OnBoard};
use graphs::{Kind, OnGraph};
use grundy::boards::{Board, Cram};
use grundy::solve::{self, Solver};
use grundy::{Stop, Watch};
use std::convert::Infallible;
use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// Why a game written in Rust has no value for a position.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Failed {
    /// A limit was reached.
    Stop(Stop),
    /// Play can go on for ever.
    Loopy(String),
    /// It is no position of the game.
    Wrong(String),
}

impl From<Stop> for Failed {
    fn from(stop: Stop) -> Failed {
        Failed::Stop(stop)
    }
}

impl<P: Debug> From<solve::Error<P>> for Failed {
    fn from(error: solve::Error<P>) -> Failed {
        match error {
            solve::Error::Stop(stop) => Failed::Stop(stop),
            solve::Error::Cycle(_) => Failed::Loopy(error.to_string()),
            other => Failed::Wrong(other.to_string()),
        }
    }
}

/// The games written in Rust.
pub fn natives() -> Vec<Arc<dyn Native>> {
    let graphs = [Kind::NodeKayles, Kind::ArcKayles, Kind::Hackenbush, Kind::Digraph];
    let boards: [Arc<dyn Native>; 2] = [Arc::new(Bars::new()), Arc::new(OnBoard::new(Cram))];
    boards.into_iter().chain(graphs.map(|kind| Arc::new(OnGraph::new(kind)) as Arc<dyn Native>)).collect()
}

/// A natural number of 64 bits.
fn integer(value: &Val) -> Option<u64> {
    match value {
        Val::Int(n) => u64::try_from(*n).ok(),
        _ => None,
    }
}

/// A list of texts.
fn texts(values: &[Val]) -> Option<Vec<String>> {
    let text = |value: &Val| match value {
        Val::Text(text) => Some(text.chars().collect()),
        _ => None,
    };
    values.iter().map(text).collect()
}

/// Reads a file that an EXPR names. A right of the command line only.
pub trait Files: Send + Sync {
    /// The content of a file, or why it cannot be read.
    fn read(&self, path: &str) -> Result<Vec<u8>, String>;
}

/// A game written in Rust. A position is a list of values, as an EXPR writes it, in canonical form: equal positions
/// have equal arguments.
pub trait Native: Debug + Send + Sync {
    /// The name in an EXPR.
    fn name(&self) -> &str;

    /// How it is written, as `chomp(r, c)`.
    fn usage(&self) -> &str;

    /// The independent positions, in canonical form, that arguments typed by a user describe; or what is wrong with
    /// them. A file is read only here.
    fn read(&self, args: &[Val], files: Option<&dyn Files>) -> Result<Vec<Vec<Val>>, String>;

    /// Calls `visit` with each move from a canonical position, as the canonical positions that it leaves.
    fn moves(&self, position: &[Val], visit: &mut dyn FnMut(&[Vec<Val>]) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Whether play from every position is known to end.
    fn ends(&self) -> bool {
        false
    }

    /// The Grundy value of a canonical position.
    fn value(&self, position: &[Val], watch: &Watch) -> Result<u64, Failed>;

    /// Whether a canonical position has this value: by a pruned search that is cheaper than to find its value.
    fn is_value(&self, position: &[Val], value: u64, watch: &Watch) -> Result<bool, Failed> {
        Ok(self.value(position, watch)? == value)
    }

    /// The method that [`Native::value`] uses.
    fn strategy(&self) -> &str;

    /// How many numbers describe a whole board, if numbers can: those are what a table ranges over.
    fn sides(&self) -> Option<usize> {
        None
    }

    /// What a canonical position looks like.
    fn shape(&self, _position: &[Val]) -> Option<Shape> {
        None
    }

    /// The graph that a canonical position is played on.
    fn network(&self, _position: &[Val]) -> Option<Network> {
        None
    }

    /// Every position that a table without ranges shows, with its name: the nodes of `digraph("file")`.
    fn all(&self, _args: &[Val], _files: Option<&dyn Files>) -> Result<Vec<(String, Vec<Val>)>, String> {
        Err(format!("`{}` is not given by numbers alone: solve a position of it", self.name()))
    }
}

/// Asks the solver of a board game about a position.
fn ask<G, T>(
    solver: &Mutex<Solver<G>>,
    plain: &G::Plain,
    watch: &Watch,
    question: impl FnOnce(&mut Solver<G>, &[G::Position]) -> Result<T, solve::Error<G::Position>>,
) -> Result<T, Failed>
where
    G: Board<Error = Infallible>,
    G::Position: Debug,
{
    let mut solver = lock(solver);
    solver.set_watch(watch.clone());
    let components = solver.game().components(plain);
    question(&mut solver, &components).map_err(Failed::from)
}
