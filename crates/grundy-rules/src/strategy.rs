//! Which method answers for a kind.

use crate::program::Program;
use crate::recognise::recognise;
use crate::value::Val;
use grundy::heap::Rule;
use std::fmt;

/// A method, as data.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strategy {
    /// Nim: any smaller size, not below the floor.
    Nim {
        /// The least size that can be left.
        floor: u128,
    },
    /// Take `least` to `most`.
    TakeRange {
        /// The fewest.
        least: u128,
        /// The most.
        most: u128,
        /// Sizes are counted from here.
        floor: u128,
    },
    /// Lasker's Nim: any smaller size, or two heaps.
    Lasker {
        /// Sizes are counted from here.
        floor: u128,
    },
    /// A take-and-break game.
    Heap {
        /// Its rule.
        rule: Rule,
        /// Sizes are counted from here.
        floor: u128,
    },
    /// A cycle that loses `least` to `most` neighbours and becomes a path.
    Removing {
        /// The fewest.
        least: u128,
        /// The most.
        most: u128,
    },
    /// One game for each argument.
    Coordinates(Vec<Strategy>),
    /// The same game for each element of a list.
    Elements(Box<Strategy>),
    /// Staircase Nim on a list.
    Staircase {
        /// Coins move to higher indices.
        upwards: bool,
        /// Coins on the last stair may leave.
        leaves: bool,
    },
    /// Coins on a strip that move down and keep their order.
    Strip {
        /// The lowest square.
        start: u128,
        /// The least distance between neighbours.
        distance: u128,
    },
    /// A row of heaps of which only the first may be touched.
    Row,
    /// The game without its additions, each of which can be undone.
    WithoutAdditions(Box<Strategy>),
    /// No theorem: search.
    Search,
}

/// The name that users see.
impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strategy::Nim { .. } => f.write_str("nim"),
            Strategy::TakeRange { least, most, .. } => write!(f, "take {least}..{most}"),
            Strategy::Lasker { .. } => f.write_str("lasker"),
            Strategy::Heap { rule, .. } => write!(f, "heap {rule}"),
            Strategy::Removing { .. } => f.write_str("removing"),
            Strategy::Coordinates(_) | Strategy::Elements(_) => f.write_str("product"),
            Strategy::Staircase { .. } => f.write_str("staircase"),
            Strategy::Strip { .. } => f.write_str("strip"),
            Strategy::Row => f.write_str("row"),
            Strategy::WithoutAdditions(game) => write!(f, "{game}, additions undone"),
            Strategy::Search => f.write_str("search"),
        }
    }
}

/// Chooses the method for a kind, given the values of the globals.
pub fn choose(program: &Program, kind: usize, globals: &[Option<Val>]) -> Strategy {
    recognise(program, kind, globals).unwrap_or(Strategy::Search)
}
