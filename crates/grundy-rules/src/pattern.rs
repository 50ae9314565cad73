//! Patterns from outside: closed forms and automata for the values of a kind, that somebody else finds and proves.
//!
//! This crate knows how to ask for a pattern and how to answer with one; who finds and proves it is a [`Patterns`] that an engine
//! is [given](crate::Engine::with_patterns). A [`Pattern`] answers at any size, for numbers of more than 128 bits too.

use crate::error::Error;
use crate::value::Val;
use grundy::Watch;
use grundy_natural::Nat;
use std::sync::Arc;

/// What a pattern is asked for.
#[derive(Debug, Clone)]
pub struct Asked<'a> {
    /// The name of the rules, for messages.
    pub name: &'a str,
    /// The rules.
    pub rules: &'a str,
    /// The kind of positions.
    pub kind: &'a str,
    /// A position of the kind: the pattern must be for positions with as many numbers at the same places.
    pub args: &'a [Val],
    /// Values of params and data.
    pub given: Vec<(String, Val)>,
    /// Whether play is known to end, so that a proof may rely on it.
    pub ends: bool,
    /// Whether a pattern that was only observed will do.
    pub observed: bool,
}

/// Finds patterns.
pub trait Patterns: Send + Sync {
    /// A pattern, if there is one: proved, or only observed if that will do. What limits it are counts, not time.
    fn find(&self, asked: &Asked<'_>, watch: &Watch) -> Result<Option<Arc<dyn Pattern>>, Error>;
}

/// A pattern for the positions of a kind; `numbers` are those of a position's arguments in order, lists written out.
pub trait Pattern: Send + Sync {
    /// What is known about it.
    fn told(&self) -> &Told;

    /// The value of a position; nothing if the pattern only tells who wins.
    fn value(&self, numbers: &[Nat], watch: &Watch) -> Result<Option<Nat>, Error>;

    /// Whether the player who moves wins.
    fn wins(&self, numbers: &[Nat], watch: &Watch) -> Result<Option<bool>, Error>;

    /// An option of a wanted value, or, if the pattern only tells who wins, one that is lost for who moves next. Nothing says
    /// only that none was found.
    fn option(&self, numbers: &[Nat], wanted: &Nat, watch: &Watch) -> Result<Option<Vec<Left>>, Error>;

    /// What a count over positions gives; nothing if it cannot tell.
    fn count(&self, _counting: &Counting, _watch: &Watch) -> Result<Option<i128>, Error> {
        Ok(None)
    }
}

/// A sum of variables with factors and a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linear {
    /// The constant.
    pub constant: i128,
    /// Variables, each with its factor.
    pub terms: Vec<(usize, i128)>,
}

/// How a sum is compared with 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sign {
    /// At most 0.
    AtMost,
    /// 0.
    Zero,
    /// Not 0.
    NotZero,
}

/// A count over positions: the sum of `added` over all values of the variables 0, 1, … between their ends, for which all conditions hold and the
/// position has, or has not, a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counting {
    /// The least and the greatest value of each variable.
    pub ends: Vec<(u128, u128)>,
    /// Conditions.
    pub conditions: Vec<(Linear, Sign)>,
    /// The arguments of the position, nowhere negative.
    pub args: Vec<Linear>,
    /// The value.
    pub value: u64,
    /// Whether the position must have it.
    pub equal: bool,
    /// What each turn adds.
    pub added: Linear,
}

/// A position that a move leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Left {
    /// The name of its kind.
    pub kind: String,
    /// Its arguments.
    pub args: Vec<Val>,
}

/// What is known about a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The formula in the rule language; nothing for a bare automaton.
    pub text: Option<String>,
    /// Whether it tells values; else only who wins.
    pub values: bool,
    /// How it is proved, in words; nothing if it was only observed.
    pub proof: Option<String>,
    /// All positions up to this sum of arguments were compared with the plain definition.
    pub tested_to: u64,
}

/// A table of values that somebody keeps, as in a folder.
pub trait Stored: Send + Sync {
    /// Whether it is one of the kind that this text [tells apart](crate::grid::Grid::identity).
    fn is_for(&self, identity: &str) -> bool;

    /// The value of a position; nothing if it is not in the table.
    fn value(&self, numbers: &[u64]) -> Result<Option<u64>, Error>;
}
