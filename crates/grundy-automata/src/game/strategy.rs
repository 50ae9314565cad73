//! Moves at positions of any size.
//!
//! For each move the automaton of (arguments, loop variables, value) is built once, everything else quantified; at given
//! arguments and a wanted value the loop variables are found by [`Automaton::complete`], in time linear in the digits.

use super::prover::{Prover, VALUE};
use super::{Component, Encoding, Position};
use crate::automaton::{Automaton, Var};
use crate::error::{Error, Result};
use crate::formula::Term;
use grundy_natural::Nat;
use std::sync::Arc;

/// A move of a kind, and the automaton that finds its loop variables.
#[derive(Debug, Clone)]
pub struct StrategyMove {
    /// The number of the move in the game's list.
    pub index: usize,
    automaton: Arc<Automaton>,
}

/// A move found: its number and the values of its loop variables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The number of the move in the game's list.
    pub index: usize,
    /// The loop variables, ascending; one that does not matter is 0.
    pub vars: Vec<(Var, Nat)>,
}

/// What a move leaves, in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Left {
    /// A position; `odd` is false for an even number of copies.
    Position {
        /// The position.
        position: Position,
        /// Is the number of copies odd?
        odd: bool,
    },
    /// The positions kind(m) for from ≤ m < to.
    Range {
        /// The kind.
        kind: usize,
        /// The first argument.
        from: Nat,
        /// Past the last argument.
        to: Nat,
    },
}

impl Prover<'_> {
    /// The strategy automata of a kind: one for each of its moves.
    pub fn strategy(&mut self, kind: usize) -> Result<Vec<StrategyMove>> {
        let game = self.game;
        let mut list = Vec::new();
        for (index, m) in game.moves.iter().enumerate().filter(|(_, m)| m.kind == kind) {
            let automaton = match self.candidate.encoding() {
                Encoding::Class => {
                    let guard = self.is_move(m);
                    self.values_with_vars(m, guard)?
                }
                Encoding::Lost => {
                    let formula = self.leads_to_lost(m)?;
                    self.compiler.compile(formula)?
                }
                Encoding::Relation | Encoding::Power => {
                    let (vars, body) = self.leads_to_value(m)?;
                    let hidden: Vec<Var> = vars.into_iter().filter(|v| !m.vars.contains(v)).collect();
                    let formula = self.compiler.logic().exists(&hidden, body);
                    self.compiler.compile(formula)?
                }
            };
            list.push(StrategyMove { index, automaton: Arc::new((*automaton).clone()) });
        }
        Ok(list)
    }

    /// A move from the position to an option with this value (for lost sets: to a lost position, whatever the value).
    pub fn find_move(&self, strategy: &[StrategyMove], position: &Position, value: &Nat) -> Result<Option<Found>> {
        let base: Vec<(Var, Nat)> = (0..).zip(position.arguments.iter().cloned()).collect();
        for m in strategy {
            let (mask, wanted) = match self.candidate.encoding() {
                Encoding::Lost => (1, None),
                Encoding::Relation => (1, Some(value.clone())),
                Encoding::Power => {
                    let exponent = value.to_u64().and_then(|v| usize::try_from(v).ok()).ok_or(Error::TooLarge)?;
                    if exponent > 1 << 20 {
                        return Err(Error::TooLarge);
                    }
                    let mut digits = vec![0; exponent + 1];
                    digits[exponent] = 1;
                    (1, Some(self.candidate.numeration().number(&digits)))
                }
                Encoding::Class => match value.to_u64().filter(|&v| v < 64) {
                    Some(v) => (1 << v, None),
                    None => return Ok(None),
                },
            };
            let mut given = base.clone();
            given.extend(wanted.map(|w| (VALUE, w)));
            if let Some(found) = m.automaton.complete(&given, mask, self.budget())? {
                return Ok(Some(self.with_all_vars(m.index, found)));
            }
        }
        Ok(None)
    }

    fn with_all_vars(&self, index: usize, found: Vec<(Var, Nat)>) -> Found {
        let value = |v: Var| found.iter().find(|f| f.0 == v).map_or(Nat::ZERO, |f| f.1.clone());
        let mut vars: Vec<Var> = self.game.moves[index].vars.clone();
        vars.sort_unstable();
        Found { index, vars: vars.into_iter().map(|v| (v, value(v))).collect() }
    }

    /// The components that a move found leaves; `None` if it is no move there.
    pub fn option(&mut self, position: &Position, found: &Found) -> Result<Option<Vec<Left>>> {
        let game = self.game;
        let m = game.moves.get(found.index).ok_or(Error::Malformed("a move that is not there"))?;
        let mut given: Vec<(Var, Nat)> = (0..).zip(position.arguments.iter().cloned()).collect();
        given.extend(found.vars.iter().cloned());
        let mut left = Vec::new();
        for component in &m.components {
            let terms: Vec<Term> = match component {
                Component::Position { arguments, .. } => arguments.clone(),
                Component::Range { from, to, .. } => vec![*from, *to],
            };
            let mut numbers = Vec::new();
            for term in terms {
                match self.value_of(term, &given)? {
                    Some(number) => numbers.push(number),
                    None => return Ok(None),
                }
            }
            left.push(match (component, &numbers[..]) {
                (Component::Range { kind, .. }, [from, to]) => {
                    Left::Range { kind: *kind, from: from.clone(), to: to.clone() }
                }
                (Component::Position { kind, odd, .. }, _) => {
                    Left::Position { position: Position { kind: *kind, arguments: numbers }, odd: *odd }
                }
                _ => return Ok(None),
            });
        }
        Ok(Some(left))
    }

    /// The value of a term at given numbers, if it is not negative.
    fn value_of(&mut self, term: Term, given: &[(Var, Nat)]) -> Result<Option<Nat>> {
        let logic = self.compiler.logic();
        let value = logic.var(VALUE);
        let equal = logic.eq(value, term);
        let automaton = self.compiler.compile(equal)?;
        let found = automaton.complete(given, 1, self.budget())?;
        Ok(found.map(|list| list.into_iter().find(|f| f.0 == VALUE).map_or(Nat::ZERO, |f| f.1)))
    }
}
