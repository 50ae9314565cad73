//! Games on boards and graphs that a rule of one line does not describe well.
//!
//! Each is a [`Game`] on canonical positions (mirror images, translations and
//! the like are one position, and what falls apart is split), so that the memo table shares as much as possible. The
//! same games on the board as a person sees it are [`Board`]s: a move found on the board can be shown on it.

pub mod chomp;
pub mod cram;
pub mod digraph;
pub mod hackenbush;
pub mod kayles;
mod set;

pub use chomp::{Chomp, SmallChomp};
pub use cram::Cram;
pub use digraph::Digraph;
pub use hackenbush::Hackenbush;
pub use kayles::{ArcKayles, NodeKayles};
pub use set::Set;

use crate::game::Game;
use std::fmt;

/// A game with positions in the form that a person writes down.
pub trait Board: Game {
    /// A position as it is written: not mirrored, moved or split.
    type Plain: Clone + Eq + fmt::Debug;

    /// The canonical positions whose sum it is.
    fn components(&self, plain: &Self::Plain) -> Vec<Self::Position>;

    /// What each move leaves, in a fixed order.
    fn plain_moves(&self, plain: &Self::Plain) -> Vec<Self::Plain>;
}

/// Why a board or a position on it is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The board is larger than the solver's positions can hold.
    TooLarge {
        /// What is counted.
        what: &'static str,
        /// The most that fit.
        limit: u64,
    },
    /// It is not a position of the game.
    Invalid(&'static str),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::TooLarge { what, limit } => write!(f, "the board is too large: at most {limit} {what}"),
            Error::Invalid(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Error {}
