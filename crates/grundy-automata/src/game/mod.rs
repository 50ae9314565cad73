//! Games in linear arithmetic, and proofs that automata give their values.
//!
//! A [`Game`] has kinds of positions with natural arguments and moves. A move of a kind has loop variables, a guard and
//! the components it leaves. With x the arguments and k the loop variables, the options of x are the sums of components
//! at all naturals k with the guard and with no negative argument.
//!
//! **Theorem.** Let play end. A function f from positions to naturals is the Grundy function if and only if for every
//! position x: (a) f has exactly one value at x; (b) no option of x has the value f(x); (c) for every v < f(x) some
//! option of x has the value v. (By induction along the moves: (b) and (c) say that f(x) is the mex of the options'
//! values.) A set P is the set of lost positions if and only if no move leads from P into P and every position outside
//! has a move into P; under misère play a position without moves is outside, and needs none.
//!
//! With f given by automata all this is first-order arithmetic, and [`prove`] decides it. That play ends is shown by a
//! [`measure`]; without one the proof says "if play ends".

mod candidate;
pub mod measure;
mod prove;
mod prover;
mod strategy;

pub use candidate::{Candidate, Encoding};
pub use measure::Measure;
pub use prove::{Proof, Reason, Settings, Verdict, prove};
pub use prover::Prover;
pub use strategy::{Found, Left, StrategyMove};

use crate::automaton::Var;
use crate::error::{Error, Result};
use crate::formula::{Formula, Logic, RESERVED, Term};
use grundy_natural::Nat;

/// A kind of positions.
#[derive(Debug, Clone)]
pub struct Kind {
    /// Its name, for messages.
    pub name: String,
    /// The number of arguments: variables 0, 1, … of the formulas.
    pub arity: usize,
    /// The positions that count; all, if `None`. Moves must not leave them.
    pub domain: Option<Formula>,
}

/// What a move leaves.
#[derive(Debug, Clone)]
pub enum Component {
    /// A position; `odd` is false for an even number of copies, whose values cancel (but whose arguments count).
    Position {
        /// The kind.
        kind: usize,
        /// Its arguments; negative ones make it no move.
        arguments: Vec<Term>,
        /// Is the number of copies odd?
        odd: bool,
    },
    /// The positions kind(m) for from ≤ m < to, of a kind with one argument; no move unless 0 ≤ from ≤ to.
    Range {
        /// The kind.
        kind: usize,
        /// The first argument.
        from: Term,
        /// Past the last argument.
        to: Term,
    },
}

impl Component {
    /// The kind of its positions.
    pub fn kind(&self) -> usize {
        match self {
            Component::Position { kind, .. } | Component::Range { kind, .. } => *kind,
        }
    }
}

/// A move, for all values of its loop variables.
#[derive(Debug, Clone)]
pub struct Move {
    /// The kind it starts from.
    pub kind: usize,
    /// The loop variables, natural numbers: not among the arguments.
    pub vars: Vec<Var>,
    /// When it is a move.
    pub guard: Formula,
    /// What it leaves; nothing is the finished game.
    pub components: Vec<Component>,
}

/// A game in linear arithmetic.
#[derive(Debug, Clone, Default)]
pub struct Game {
    /// Holds the terms and formulas.
    pub logic: Logic,
    /// The kinds.
    pub kinds: Vec<Kind>,
    /// The moves.
    pub moves: Vec<Move>,
    /// Who cannot move wins.
    pub misere: bool,
    /// What must not happen at a position of a kind, for the description to mean what was meant (say, a bit operation on
    /// a negative number): formulas without solutions in the domain. If one has, nothing is proved.
    pub excluded: Vec<(usize, Formula)>,
}

/// A position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The kind.
    pub kind: usize,
    /// Its arguments.
    pub arguments: Vec<Nat>,
}

/// The components of a move; each needs a variable for its value.
const MOST_COMPONENTS: usize = 1000;

/// Loop variables stay below this; the rest is for values.
pub(crate) const FIRST_VALUE: Var = RESERVED - 4096;

impl Game {
    /// No kinds, no moves, normal play.
    pub fn new() -> Game {
        Game::default()
    }

    /// Adds a kind; its number.
    pub fn add_kind(&mut self, name: &str, arity: usize) -> usize {
        self.kinds.push(Kind { name: name.to_string(), arity, domain: None });
        self.kinds.len() - 1
    }

    /// The moves of a kind.
    pub fn moves_of(&self, kind: usize) -> impl Iterator<Item = &Move> {
        self.moves.iter().filter(move |m| m.kind == kind)
    }

    /// Does some move leave a sum?
    pub fn has_sums(&self) -> bool {
        let sum = |m: &Move| m.components.len() > 1 || m.components.iter().any(|c| !is_single(c));
        self.moves.iter().any(sum)
    }

    /// Checks kinds, arities and variables.
    pub fn check(&self) -> Result<()> {
        if self.excluded.iter().any(|e| e.0 >= self.kinds.len()) {
            return Err(Error::Malformed("an exclusion of a kind that is not there"));
        }
        for m in &self.moves {
            let kind = self.kinds.get(m.kind).ok_or(Error::Malformed("a move of a kind that is not there"))?;
            if m.vars.iter().any(|&v| v < kind.arity as Var || v >= FIRST_VALUE) {
                return Err(Error::Malformed("a loop variable that is an argument, or too large"));
            }
            if m.components.len() > MOST_COMPONENTS {
                return Err(Error::Unsupported("a move with more than 1000 components"));
            }
            for component in &m.components {
                let target = self.kinds.get(component.kind());
                let target = target.ok_or(Error::Malformed("a component of a kind that is not there"))?;
                let given = match component {
                    Component::Position { arguments, .. } => arguments.len(),
                    Component::Range { .. } => 1,
                };
                if given != target.arity {
                    return Err(Error::Malformed("a component with the wrong number of arguments"));
                }
            }
        }
        Ok(())
    }
}

fn is_single(component: &Component) -> bool {
    matches!(component, Component::Position { odd: true, .. })
}
