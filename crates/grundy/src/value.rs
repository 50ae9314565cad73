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
use grundy_natural::Nat;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

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
    /// A Nim heap of a finite size beyond 128 bits. Build it with [`Value::from`], which turns smaller ones into [`Value::Finite`].
    Huge(Arc<Nat>),
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
    ///
    /// # Panics
    /// If one is [`Value::Huge`] and the other infinite or loopy: ask [`Value::checked_nim_sum`] where that may happen.
    #[must_use]
    pub fn nim_sum(&self, other: &Value) -> Value {
        match self.checked_nim_sum(other) {
            Some(sum) => sum,
            None => panic!("a sum of {self} and {other}, which has no form here"),
        }
    }

    /// The value of a sum of two games with these values; nothing if one is [`Value::Huge`] and the other infinite or loopy, since
    /// the coefficients of ordinals have 128 bits.
    pub fn checked_nim_sum(&self, other: &Value) -> Option<Value> {
        Some(match (self, other) {
            (Value::Finite(a), Value::Finite(b)) => Value::Finite(a ^ b),
            (Value::Huge(_), _) | (_, Value::Huge(_)) => Value::from(self.natural()?.xor(&other.natural()?)),
            (Value::Loopy(_), Value::Loopy(_)) => Value::Loopy(BTreeSet::new()),
            (Value::Loopy(exits), ended) | (ended, Value::Loopy(exits)) => {
                let by = ended.as_ordinal()?;
                Value::Loopy(exits.iter().map(|exit| exit.nim_sum(&by)).collect())
            }
            (a, b) => Value::from(a.as_ordinal()?.nim_sum(&b.as_ordinal()?)),
        })
    }

    /// The value as a natural number of any size, if it is one.
    pub fn natural(&self) -> Option<Nat> {
        match self {
            Value::Finite(n) => Some(Nat::from(*n)),
            Value::Huge(n) => Some((**n).clone()),
            Value::Ordinal(_) | Value::Loopy(_) => None,
        }
    }

    /// The value as a natural number of 128 bits, if it is one.
    pub fn as_finite(&self) -> Option<u128> {
        if let Value::Finite(n) = self { Some(*n) } else { None }
    }

    /// The value as an ordinal, if it is not loopy and its coefficients have 128 bits.
    pub fn as_ordinal(&self) -> Option<Ordinal> {
        match self {
            Value::Finite(n) => Some(Ordinal::from(*n)),
            Value::Ordinal(ordinal) => Some(ordinal.clone()),
            Value::Huge(_) | Value::Loopy(_) => None,
        }
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

impl From<Nat> for Value {
    fn from(n: Nat) -> Self {
        match n.to_u128() {
            Some(n) => Value::Finite(n),
            None => Value::Huge(Arc::new(n)),
        }
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
            Value::Huge(n) => write!(f, "{n}"),
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
