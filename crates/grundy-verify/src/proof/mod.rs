//! Certificates of format 2: automata that give the values of a game, or its lost positions, and formulas for them.
//!
//! The rules are read again ([`syntax`]) and turned into arithmetic again ([`meaning`]); the sentences of the theorem are stated again
//! ([`sentences`]) and decided by automata built here ([`automaton`], [`arithmetic`]). Nothing is shared with what wrote the
//! certificate. Format and theorem are described in `docs/CERTIFICATES.md`.

mod arithmetic;
mod automaton;
mod format;
mod meaning;
mod sentences;
mod syntax;

use crate::{Allowance, Reject};
use std::fmt;

/// A variable of the arithmetic.
type Var = u32;

/// The shape of an argument.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Shape {
    Number,
    List(Vec<Shape>),
}

impl Shape {
    fn numbers(&self) -> usize {
        match self {
            Shape::Number => 1,
            Shape::List(items) => items.iter().map(Shape::numbers).sum(),
        }
    }
}

fn unread<T>(what: &'static str) -> Result<T, Reject> {
    Err(Reject::Unread(what))
}

fn too_large<T>() -> Result<T, Reject> {
    Err(Reject::TooLarge)
}

/// What an accepted certificate of format 2 proves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofReport {
    /// The claims, each with its domain.
    pub claims: Vec<String>,
    /// The kinds of positions, with the states of their automata.
    pub kinds: Vec<(String, usize)>,
    /// Params and data.
    pub set: Vec<String>,
    /// `relation`, `class` or `lost`.
    pub encoding: &'static str,
    /// How numbers are written.
    pub numeration: String,
    /// Why play ends: `measure`, `promised` by the rules, or `assumed`.
    pub ends: &'static str,
}

impl fmt::Display for ProofReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.encoding == "lost" { "the lost positions" } else { "the values" };
        match &self.claims[..] {
            [] => write!(f, "automata for {what}")?,
            claims => write!(f, "{}", claims.join("; "))?,
        }
        let kinds: Vec<String> = self.kinds.iter().map(|(kind, states)| format!("{kind} {states} states")).collect();
        write!(f, " ({}, {}: {}", self.encoding, self.numeration, kinds.join(", "))?;
        if !self.set.is_empty() {
            write!(f, "; {}", self.set.join(", "))?;
        }
        f.write_str(match self.ends {
            "assumed" => "; if play ends)",
            "promised" => "; play ends as the rules promise)",
            _ => ")",
        })
    }
}

/// Checks a certificate of format 2.
///
/// ```
/// let text = "grundy certificate 2
/// | nim(n) -> nim(m) for m in 0..n-1
/// claim nim(n) = n
/// numeration msd2
/// encoding relation
/// kind nim(_) 1
/// 1: 0 . . 0
/// order nim(_) 0 0 sum 1
/// end
/// ";
/// assert_eq!(grundy_verify::check_proof(text)?.claims, ["nim(n) = n"]);
/// let wrong = text.replace("= n", "= n + 1");
/// assert!(grundy_verify::check_proof(&wrong).is_err());
/// # Ok::<(), grundy_verify::Reject>(())
/// ```
pub fn check_proof(text: &str) -> Result<ProofReport, Reject> {
    check_proof_within(text, Allowance::default())
}

/// Checks a certificate of format 2 with no more memory and time than allowed.
///
/// ```
/// use grundy_verify::{Allowance, Reject, check_proof_within};
/// assert!(matches!(check_proof_within("nonsense", Allowance::default()), Err(Reject::Format(_))));
/// ```
pub fn check_proof_within(text: &str, allowed: Allowance) -> Result<ProofReport, Reject> {
    sentences::check(&format::read(text)?, allowed)
}
