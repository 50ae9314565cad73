//! The limits that end a computation.

use grundy::Stop;
use std::fmt;

/// The limit that ended a computation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// Positions, memory, time, or somebody cancelled it.
    Stop(Stop),
    /// Steps of the evaluator.
    Steps {
        /// The limit.
        limit: u64,
    },
    /// Steps of a search that was to be quick: other methods are asked before it goes on.
    Quick,
    /// Games with different params or data in one EXPR.
    Games {
        /// The limit.
        limit: usize,
    },
    /// Components of one sum.
    Components {
        /// The limit.
        limit: usize,
    },
    /// Ranges of turns that were looked at to see whether a position is an option of another.
    Looks {
        /// The limit.
        limit: u64,
    },
    /// A winning move of a position that is won: none was found among those looked at.
    NoMove {
        /// The position.
        position: String,
    },
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Stop(stop) => write!(f, "{stop}"),
            Limit::Steps { limit } => write!(f, "limit reached: {limit} steps of the evaluator"),
            Limit::Quick => f.write_str("limit reached: this search is not quick"),
            Limit::Games { limit } => write!(f, "limit reached: {limit} games with different parameters"),
            Limit::Components { limit } => write!(f, "limit reached: {limit} components of one sum"),
            Limit::Looks { limit } => write!(f, "limit reached: {limit} looks for one move among the options"),
            Limit::NoMove { position } => {
                write!(f, "limit reached: {position} is won, but no winning move was found among the options looked at")
            }
        }
    }
}
