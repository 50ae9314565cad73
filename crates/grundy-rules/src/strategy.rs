//! Which method answers for a kind.

mod columns;
mod method;
mod options;
mod rows;

pub use crate::recognise::RowGame;
pub(crate) use columns::View;
pub use method::Method;
pub use options::{Found, Left};

use crate::recognise::{Given, recognise};
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
    /// At most half of a heap may be taken.
    Half,
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
        /// The kind of the path.
        path: usize,
    },
    /// One game for each argument.
    Coordinates(Vec<Strategy>),
    /// The same game for each element of a list.
    Elements {
        /// The game.
        game: Box<Strategy>,
        /// A move puts the list in order again.
        sorted: bool,
    },
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
    /// One argument decides.
    Leading {
        /// Its place.
        argument: usize,
        /// The game that it plays.
        game: Box<Strategy>,
    },
    /// The game without its additions, each of which can be undone.
    WithoutAdditions(Box<Strategy>),
    /// Stones and pebbles.
    Pebbles {
        /// The pebbles that each stone taken leaves at least.
        k: u128,
        /// The pebbles come first.
        swapped: bool,
    },
    /// Nim on ordinals: (a, b, c) is the heap ω²·a + ω·b + c.
    OrdinalNim,
    /// One unbounded argument: the general method, row by row.
    Transfinite(RowGame),
    /// Infinitely many options in a way that no method here covers, and why.
    Refused(String),
    /// Misère play of sums of Nim heaps.
    MisereNim(Box<Strategy>),
    /// Misère play without a theorem: search of whole sums.
    MisereSearch,
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
            Strategy::Coordinates(_) | Strategy::Elements { .. } => f.write_str("product"),
            Strategy::Staircase { .. } => f.write_str("staircase"),
            Strategy::Strip { .. } => f.write_str("strip"),
            Strategy::Row => f.write_str("row"),
            Strategy::Leading { game, .. } => write!(f, "{game}"),
            Strategy::WithoutAdditions(game) => write!(f, "{game}, additions undone"),
            Strategy::Half => f.write_str("half"),
            Strategy::Pebbles { .. } => f.write_str("pebbles"),
            Strategy::OrdinalNim => f.write_str("ordinal nim"),
            Strategy::Transfinite(_) => f.write_str("transfinite"),
            Strategy::Refused(_) => f.write_str("refused"),
            Strategy::MisereNim(_) => f.write_str("misere nim"),
            Strategy::MisereSearch => f.write_str("misere search"),
            Strategy::Search => f.write_str("memo search"),
        }
    }
}

impl Strategy {
    /// Whether it relies on the promise that play ends, so that the plain definition has no value to compare with.
    pub fn relies_on_promise(&self) -> bool {
        match self {
            Strategy::WithoutAdditions(_) => true,
            Strategy::Coordinates(games) => games.iter().any(Strategy::relies_on_promise),
            Strategy::Elements { game, .. } | Strategy::Leading { game, .. } => game.relies_on_promise(),
            _ => false,
        }
    }

    /// The take-and-break rule whose heaps are the positions, if there is one.
    pub fn heap_rule(&self) -> Option<Rule> {
        match self {
            Strategy::Nim { floor: 0 } => Some(Rule::nim()),
            Strategy::TakeRange { least, most, floor: 0 } => Rule::range(*least, *most).ok(),
            Strategy::Lasker { floor: 0 } => "4.[3]".parse().ok(),
            Strategy::Heap { rule, floor: 0 } => Some(rule.clone()),
            _ => None,
        }
    }
}

/// Chooses the method for a kind.
pub(crate) fn choose(given: Given<'_>, kind: usize) -> Strategy {
    let misere = given.program.misere;
    match recognise(given, kind) {
        Some(game) if misere && method::is_nim(&game) => Strategy::MisereNim(Box::new(game)),
        _ if misere => Strategy::MisereSearch,
        Some(game) => game,
        None => Strategy::Search,
    }
}
