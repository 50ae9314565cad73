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
    /// Positions of a play: even a quick one is longer.
    Chain {
        /// Moves of a quick play, as far as it was followed.
        moves: u128,
        /// The limit on positions.
        limit: u64,
    },
    /// A winning move of a position that is won: none was found among those looked at.
    NoMove {
        /// The position.
        position: String,
    },
    /// One of these, with what was being done.
    During {
        /// The limit.
        limit: Box<Limit>,
        /// What was being done.
        doing: Box<Doing>,
    },
}

/// What was being done when a limit was reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doing {
    /// The case of the input, counted from 1.
    pub case: Option<i128>,
    /// The position.
    pub position: String,
    /// The name of the method.
    pub method: String,
    /// What could help beside a higher limit.
    pub help: Option<String>,
}

impl Limit {
    /// The limit itself, whatever was being done.
    pub fn bare(&self) -> &Limit {
        match self {
            Limit::During { limit, .. } => limit.bare(),
            limit => limit,
        }
    }

    /// Whether somebody asked to stop.
    pub(crate) fn is_cancelled(&self) -> bool {
        matches!(self.bare(), Limit::Stop(Stop::Cancelled))
    }

    /// The limit with what was being done, unless that is known or somebody asked to stop.
    pub(crate) fn during(self, doing: impl FnOnce() -> Doing) -> Limit {
        match self {
            Limit::During { .. } | Limit::NoMove { .. } | Limit::Stop(Stop::Cancelled) => self,
            limit => Limit::During { limit: Box::new(limit), doing: Box::new(doing()) },
        }
    }

    /// The same in a case of an input.
    pub(crate) fn in_case(self, case: i128) -> Limit {
        match self {
            Limit::During { limit, doing } => {
                Limit::During { limit, doing: Box::new(Doing { case: Some(case), ..*doing }) }
            }
            limit => limit,
        }
    }
}

impl fmt::Display for Doing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\n  = note: ")?;
        if let Some(case) = self.case {
            write!(f, "in case {case}, ")?;
        }
        write!(f, "at {} by the method `{}`", self.position, self.method)?;
        self.help.iter().try_for_each(|help| write!(f, "\n  = help: {help}"))
    }
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
            Limit::Chain { moves, limit } => {
                write!(
                    f,
                    "limit reached: {limit} positions; even a quick play takes about {moves} moves (its start was played), and each leaves a \
                     position to solve; raise --max-positions to try it"
                )
            }
            Limit::During { limit, doing } => write!(f, "{limit}{doing}"),
            Limit::NoMove { position } => {
                write!(f, "limit reached: {position} is won, but no winning move was found among the options looked at")
            }
        }
    }
}
