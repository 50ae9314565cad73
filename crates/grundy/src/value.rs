//! What is said about a position at the edge: its value and its outcome. Solvers work on plain integers inside.

use std::fmt;

/// Who wins under best play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The next player, who moves now, wins: an N-position.
    Next,
    /// The previous player, who has just moved, wins: a P-position.
    Previous,
    /// Nobody can force a win: play goes on for ever.
    Draw,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Next => "N",
            Outcome::Previous => "P",
            Outcome::Draw => "draw",
        })
    }
}

/// The value of a position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Value {
    /// A Nim heap of this size.
    Finite(u128),
}
