//! Sums: their value, their outcome, the winning moves.

use super::Engine;
use crate::compile::play_columns;
use crate::component::{Component, Handle, Sum, Term, What, write_terms};
use crate::error::Error;
use crate::game::lock;
use crate::program::Play;
use crate::value::Val;
use grundy::{Outcome, Value};
use hashbrown::HashSet;
use std::fmt;
use std::ops::ControlFlow;

/// A move in a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The term that it is made in, counted from 0.
    pub component: usize,
    /// The position it starts from: one copy of that term.
    pub from: Component,
    /// What it leaves of it.
    pub to: Vec<(u128, Component)>,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} -> ", self.from)?;
        write_terms(f, self.to.iter().map(|(count, component)| (*count, component)))
    }
}

/// Winning moves of a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WinningMoves {
    /// By component, then in the order of [`Engine::options`]; the same option of a component only once.
    pub moves: Vec<Move>,
    /// Whether these are all.
    pub complete: bool,
}

/// Whether an option of the term of this number wins.
type Wins<'a> = dyn FnMut(usize, &[(u128, Component)]) -> Result<bool, Error> + 'a;

/// A position with more options than this is not looked through to its end for winning moves.
const MOST_OPTIONS: u64 = 1 << 20;

/// Options between two looks at the limits.
const STRIDE: u64 = 1 << 12;

impl Engine {
    /// The value of a sum: the XOR of the values of its terms with an odd number of copies.
    pub fn sum_value(&self, sum: &Sum) -> Result<Value, Error> {
        if sum.misere {
            return Err(Error::bad("a sum under misère play has no Grundy value; ask for its outcome"));
        }
        self.xor(&sum.terms).map(|value| Value::Finite(u128::from(value)))
    }

    /// The value of a play position of many components that is worked out column by column, without its terms. Nothing
    /// if its rules or its components are not made for that: then it is read and solved term by term.
    pub(crate) fn play_value(&self, handle: &Handle, globals: &[Option<Val>], play: &Play) -> Option<u64> {
        let What::Rules { game, integers, misere: false, .. } = &handle.what else { return None };
        let columns = play_columns(game, globals, play)?;
        let mut integers = lock(integers);
        columns.iter().try_fold(0, |xor, (&kind, columns)| Some(xor ^ integers.xor(kind, columns).ok()?))
    }

    fn xor(&self, terms: &[Term]) -> Result<u64, Error> {
        let odd = terms.iter().filter(|term| term.count % 2 == 1);
        odd.into_iter().try_fold(0, |xor, term| Ok(xor ^ self.plain_value(&term.component)?))
    }

    fn option_value(&self, option: &[(u128, Component)]) -> Result<u64, Error> {
        let odd = option.iter().filter(|(count, _)| count % 2 == 1);
        odd.into_iter().try_fold(0, |xor, (_, component)| Ok(xor ^ self.plain_value(component)?))
    }

    /// Who wins a sum. By its value if it has one; under misère play, and when positions can come back, by a search of
    /// the whole sum.
    pub fn outcome(&self, sum: &Sum) -> Result<Outcome, Error> {
        if sum.misere {
            return self.whole_outcome(sum);
        }
        match self.xor(&sum.terms) {
            Ok(0) => Ok(Outcome::Previous),
            Ok(_) => Ok(Outcome::Next),
            Err(Error::Loopy(_)) => self.whole_outcome(sum),
            Err(error) => Err(error),
        }
    }

    fn whole_outcome(&self, sum: &Sum) -> Result<Outcome, Error> {
        let terms: Vec<_> = sum.terms.iter().map(|term| (term.count, term.component.clone())).collect();
        lock(&self.whole[usize::from(sum.misere)]).outcome(self, sum.misere, &terms)
    }

    /// At most `max` moves after which the player who made them wins.
    pub fn winning_moves(&self, sum: &Sum, max: usize) -> Result<WinningMoves, Error> {
        let value = if sum.misere { None } else { Some(self.xor(&sum.terms)) };
        match value {
            Some(Ok(0)) => Ok(WinningMoves { moves: Vec::new(), complete: true }),
            Some(Ok(xor)) => self.search_moves(sum, max, &mut |index, option| {
                let own = self.plain_value(&sum.terms[index].component)?;
                Ok(self.option_value(option)? == own ^ xor)
            }),
            None | Some(Err(Error::Loopy(_))) => self.search_moves(sum, max, &mut |index, option| {
                let left = Sum { terms: after(sum, index, option), misere: sum.misere };
                Ok(self.whole_outcome(&left)? == Outcome::Previous)
            }),
            Some(Err(error)) => Err(error),
        }
    }

    fn search_moves(&self, sum: &Sum, max: usize, wins: &mut Wins<'_>) -> Result<WinningMoves, Error> {
        let mut found = WinningMoves { moves: Vec::new(), complete: true };
        for (index, term) in sum.terms.iter().enumerate() {
            let mut seen = HashSet::new();
            let mut looked = 0u64;
            let mut failure = None;
            self.options(&term.component, &mut |option| {
                looked += 1;
                if looked.is_multiple_of(STRIDE)
                    && let Err(stop) = self.watch.check(0, 0)
                {
                    failure = Some(Error::from(stop));
                    return ControlFlow::Break(());
                }
                if looked > MOST_OPTIONS {
                    found.complete = false;
                    return ControlFlow::Break(());
                }
                match wins(index, &option) {
                    Ok(true) if found.moves.len() >= max => {
                        found.complete &= !seen.insert(option);
                        if found.complete { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                    }
                    Ok(true) => {
                        if seen.insert(option.clone()) {
                            found.moves.push(Move { component: index, from: term.component.clone(), to: option });
                        }
                        ControlFlow::Continue(())
                    }
                    Ok(false) => ControlFlow::Continue(()),
                    Err(error) => {
                        failure = Some(error);
                        ControlFlow::Break(())
                    }
                }
            })?;
            if let Some(error) = failure {
                return Err(error);
            }
            if !found.complete && found.moves.len() >= max {
                break;
            }
        }
        Ok(found)
    }
}

/// The sum after a move in one copy of a term.
fn after(sum: &Sum, index: usize, option: &[(u128, Component)]) -> Vec<Term> {
    let mut terms = sum.terms.clone();
    terms[index].count -= 1;
    if terms[index].count == 0 {
        terms.remove(index);
    }
    terms.extend(option.iter().map(|(count, component)| Term { count: *count, component: component.clone() }));
    terms
}
