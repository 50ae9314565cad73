//! What is said about a position at the edge: its value and its outcome. Solvers work on plain integers inside.
//!
//! Three kinds of value, each closed under sums of games (the games played side by side):
//! - a game that must end and has finitely many options everywhere has a natural number (Sprague, Grundy);
//! - one with infinitely many options that must end has an ordinal, and sums are nim-sums of ordinals
//!   (Conway, *On Numbers and Games*, ch. 6);
//! - one where play may go on for ever has such a value or a *loopy* one ∞(K), where K is the set of the values of its
//!   options that are not loopy (C. A. B. Smith 1966; Fraenkel and Perl 1975). Sums: ∞(K) + n = ∞({k ⊕ n : k ∈ K}) and
//!   ∞(K) + ∞(L) = ∞(∅). The next player wins ∞(K) if 0 ∈ K, by moving to a 0; otherwise it is a draw.
//!
//! **Loopy plus infinite.** Smith's theorem is about finite graphs and finite n, but holds for an ordinal α ≥ ω as
//! well: let u be a loopy position of a finite graph, with K finite. From u + *α no move leads to a position with
//! value 0: one to a c + *α with c finite is won by the next player, and so is one to u + *β with β ∈ K(u). On the
//! other hand a loopy u has a loopy option v, and moving to v + *α keeps the game among positions of this kind. So
//! nobody can win: a draw, as ∞({k ⊕ α}) says, since k ⊕ α is never 0.

use crate::ordinal::Ordinal;
use std::collections::BTreeSet;
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
///
/// ```
/// use grundy::{Outcome, Value};
/// use grundy::ordinal::Ordinal;
/// let heap = Value::from(Ordinal::omega_times(2, 1));
/// assert_eq!(heap.nim_sum(&Value::Finite(3)).to_string(), "w*2+2");
/// assert_eq!(heap.nim_sum(&heap), Value::Finite(0));
/// let loopy = Value::loopy([0, 2]);
/// assert_eq!(loopy.nim_sum(&Value::Finite(2)).to_string(), "inf(0,2)");
/// assert_eq!(loopy.nim_sum(&Value::Finite(1)).outcome(), Outcome::Draw);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Value {
    /// A Nim heap of this size.
    Finite(u128),
    /// A Nim heap of infinite size. Build it with [`Value::from`], which turns a finite ordinal into [`Value::Finite`].
    Ordinal(Ordinal),
    /// Smith's ∞(K): play may go on for ever, and K is the set of the values that are not loopy and can be moved to.
    Loopy(BTreeSet<Ordinal>),
}

impl Value {
    /// ∞(K) for a set K of natural numbers.
    pub fn loopy(exits: impl IntoIterator<Item = u128>) -> Self {
        Value::Loopy(exits.into_iter().map(Ordinal::from).collect())
    }

    /// The value of a sum of two games with these values.
    #[must_use]
    pub fn nim_sum(&self, other: &Value) -> Value {
        match (self, other) {
            (Value::Finite(a), Value::Finite(b)) => Value::Finite(a ^ b),
            (Value::Loopy(_), Value::Loopy(_)) => Value::Loopy(BTreeSet::new()),
            (Value::Loopy(exits), ended) | (ended, Value::Loopy(exits)) => {
                let by = ended.ordinal();
                Value::Loopy(exits.iter().map(|exit| exit.nim_sum(&by)).collect())
            }
            (a, b) => Value::from(a.ordinal().nim_sum(&b.ordinal())),
        }
    }

    /// The ordinal of a value that is not loopy; for a loopy one 0, which no caller asks for.
    fn ordinal(&self) -> Ordinal {
        match self {
            Value::Finite(n) => Ordinal::from(*n),
            Value::Ordinal(ordinal) => ordinal.clone(),
            Value::Loopy(_) => Ordinal::ZERO,
        }
    }

    /// The value as a natural number, if it is one.
    pub fn as_finite(&self) -> Option<u128> {
        if let Value::Finite(n) = self { Some(*n) } else { None }
    }

    /// The value as an ordinal, if it is not loopy.
    pub fn as_ordinal(&self) -> Option<Ordinal> {
        (!matches!(self, Value::Loopy(_))).then(|| self.ordinal())
    }

    /// Whether the previous player wins: the value is 0.
    pub fn is_zero(&self) -> bool {
        *self == Value::Finite(0)
    }

    /// Who wins a position with this value under normal play.
    pub fn outcome(&self) -> Outcome {
        match self {
            Value::Finite(0) => Outcome::Previous,
            Value::Loopy(exits) if !exits.contains(&Ordinal::ZERO) => Outcome::Draw,
            _ => Outcome::Next,
        }
    }
}

impl From<u128> for Value {
    fn from(n: u128) -> Self {
        Value::Finite(n)
    }
}

impl From<Ordinal> for Value {
    fn from(ordinal: Ordinal) -> Self {
        match ordinal.as_finite() {
            Some(n) => Value::Finite(n),
            None => Value::Ordinal(ordinal),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Finite(n) => write!(f, "{n}"),
            Value::Ordinal(ordinal) => write!(f, "{ordinal}"),
            Value::Loopy(exits) => {
                f.write_str("inf(")?;
                for (index, exit) in exits.iter().enumerate() {
                    write!(f, "{}{exit}", if index > 0 { "," } else { "" })?;
                }
                f.write_str(")")
            }
        }
    }
}
