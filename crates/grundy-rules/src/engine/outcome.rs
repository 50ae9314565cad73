//! Sums: their value, their outcome, the winning moves.

use super::Engine;
use super::components::{ends, times};
use crate::component::{Component, Sum, Term, write_terms};
use crate::error::Error;
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
    /// By component, then in the order of [`Engine::options`], or, for positions with very many options, of the theorem that finds
    /// them; the same option of a component only once.
    pub moves: Vec<Move>,
    /// Whether these are all.
    pub complete: bool,
}

/// Whether an option of a term wins.
type Wins<'a> = dyn FnMut(&[(u128, Component)]) -> Result<bool, Error> + 'a;

/// A position with more options than this is not looked through to its end for winning moves.
const MOST_OPTIONS: u64 = 1 << 20;

/// A position with more options than this is asked for winning moves by its theorem, if it has one.
const FEW_OPTIONS: u64 = 1 << 12;

/// Options between two looks at the limits.
const STRIDE: u64 = 1 << 12;

impl Engine {
    /// The value of a sum: the XOR of the values of its terms with an odd number of copies. Those with an even number cancel, but
    /// only if they have a value.
    pub fn sum_value(&self, sum: &Sum) -> Result<Value, Error> {
        if sum.misere {
            return Err(Error::bad("a sum under misère play has no Grundy value; ask for its outcome"));
        }
        self.xor(&sum.terms)
    }

    fn xor(&self, terms: &[Term]) -> Result<Value, Error> {
        self.xor_of(terms.iter().map(|term| (term.count, &term.component)))
    }

    /// The value of what a move leaves.
    pub fn option_value(&self, option: &[(u128, Component)]) -> Result<Value, Error> {
        self.xor_of(option.iter().map(|(count, component)| (*count, component)))
    }

    fn xor_of<'a>(&self, mut terms: impl Iterator<Item = (u128, &'a Component)>) -> Result<Value, Error> {
        terms.try_fold(Value::Finite(0), |sum, (count, component)| {
            Ok(match times(count, component) {
                0 => sum,
                1 => sum.nim_sum(&self.value(component)?),
                _ => self.value(component).map(|_| sum)?,
            })
        })
    }

    /// Whether an option has this value: the value of its last component need not be found. One that is known to have no value
    /// does not have it.
    fn is_option_value(&self, option: &[(u128, Component)], value: &Value) -> Result<bool, Error> {
        let last = option.iter().rposition(|(count, _)| count % 2 == 1);
        let others = option.iter().enumerate().filter(|(index, _)| Some(*index) != last);
        let others = self.xor_of(others.map(|(_, (count, component))| (*count, component)));
        let is = others.and_then(|others| match last {
            Some(last) => self.is_value(&option[last].1, &others.nim_sum(value)),
            None => Ok(others == *value),
        });
        let is_loopy = |(_, part): &(u128, Component)| matches!(self.known_loopy(part), Some(Value::Loopy(_)));
        match is {
            Err(Error::Loopy(_)) if option.iter().any(is_loopy) => Ok(false),
            is => is,
        }
    }

    /// Who wins a sum. By its value if it has one, or by the theorem on misère Nim; else by a search of the whole sum under misère
    /// play, and by loopy values where play may go on for ever.
    pub fn outcome(&self, sum: &Sum) -> Result<Outcome, Error> {
        if sum.misere {
            return self.misere_nim_outcome(sum).map_or_else(|| self.misere_outcome(&sum.terms), Ok);
        }
        let looked: Vec<&Term> = sum.terms.iter().filter(|term| times(term.count, &term.component) > 0).collect();
        let outcome = match looked.as_slice() {
            [term] if term.count == 1 || term.count % 2 == 1 && ends(&term.component) => {
                self.wins(&term.component).map(|wins| if wins { Outcome::Next } else { Outcome::Previous })
            }
            _ => self.xor(&sum.terms).map(|value| value.outcome()),
        };
        match outcome {
            Ok(outcome) => Ok(outcome),
            Err(Error::Loopy(_)) => self.loopy_outcome(&sum.terms),
            Err(error) => Err(error),
        }
    }

    /// At most `max` moves after which the player who made them wins.
    pub fn winning_moves(&self, sum: &Sum, max: usize) -> Result<WinningMoves, Error> {
        if let Some(moves) = sum.misere.then(|| self.misere_nim_moves(sum)).flatten() {
            let complete = moves.len() <= max;
            let place = |(index, left): (usize, Component)| self.moved(sum, index, vec![(1, left)]);
            return Ok(WinningMoves { moves: moves.into_iter().take(max).map(place).collect(), complete });
        }
        let value = if sum.misere { None } else { Some(self.xor(&sum.terms)) };
        let mut found = WinningMoves { moves: Vec::new(), complete: true };
        match value {
            Some(Ok(value)) if value.is_zero() => {}
            Some(Ok(value)) => {
                for (index, term) in sum.terms.iter().enumerate() {
                    let wanted = self.value(&term.component)?.nim_sum(&value);
                    self.moves_to(sum, index, &wanted, max, &mut found)?;
                }
            }
            None | Some(Err(Error::Loopy(_))) => {
                for index in 0..sum.terms.len() {
                    self.search_moves(sum, index, max, MOST_OPTIONS, &mut found, &mut |option| {
                        let left = after(sum, index, option);
                        let outcome = if sum.misere { self.misere_outcome(&left) } else { self.loopy_outcome(&left) };
                        Ok(outcome? == Outcome::Previous)
                    })?;
                }
            }
            Some(Err(error)) => return Err(error),
        }
        Ok(found)
    }

    fn moved(&self, sum: &Sum, index: usize, to: Vec<(u128, Component)>) -> Move {
        Move { component: index, from: sum.terms[index].component.clone(), to }
    }

    /// The moves in one term to a wanted value: the options one by one if they are few, else by the theorem, if there is one.
    fn moves_to(
        &self,
        sum: &Sum,
        index: usize,
        wanted: &Value,
        max: usize,
        found: &mut WinningMoves,
    ) -> Result<(), Error> {
        let component = &sum.terms[index].component;
        let listed = found.moves.len();
        let mut few = WinningMoves { moves: Vec::new(), complete: true };
        if !self.has_unbounded_options(component) {
            let room = max.saturating_sub(listed);
            let mut wins = |option: &[(u128, Component)]| self.is_option_value(option, wanted);
            if self.search_moves(sum, index, room, FEW_OPTIONS, &mut few, &mut wins)? {
                found.moves.append(&mut few.moves);
                found.complete &= few.complete;
                return Ok(());
            }
        }
        match self.found(component, wanted, max.saturating_sub(listed))? {
            Some(direct) => {
                let place = |(kind, args): (usize, Vec<Val>)| (1, component.sibling(kind as u32, args.into()));
                let moves = direct.options.into_iter().map(|left| left.into_iter().map(place).collect());
                found.moves.extend(moves.map(|to| self.moved(sum, index, to)));
                found.complete &= direct.complete;
            }
            None => {
                let mut wins = |option: &[(u128, Component)]| self.is_option_value(option, wanted);
                self.search_moves(sum, index, max, MOST_OPTIONS, found, &mut wins)?;
            }
        }
        Ok(())
    }

    /// Adds the options of one term that win, at most `max` moves in all. Whether all options, at most `most`, were looked at,
    /// or enough moves found.
    fn search_moves(
        &self,
        sum: &Sum,
        index: usize,
        max: usize,
        most: u64,
        found: &mut WinningMoves,
        wins: &mut Wins<'_>,
    ) -> Result<bool, Error> {
        let (mut seen, mut looked, mut failure) = (HashSet::new(), 0u64, None);
        self.options(&sum.terms[index].component, &mut |option| {
            looked += 1;
            if looked.is_multiple_of(STRIDE)
                && let Err(stop) = self.watch.check(0, 0)
            {
                failure = Some(Error::from(stop));
                return ControlFlow::Break(());
            }
            if looked > most {
                found.complete = false;
                return ControlFlow::Break(());
            }
            match wins(&option) {
                Ok(true) if found.moves.len() >= max => {
                    found.complete &= !seen.insert(in_order(&option));
                    if found.complete { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                }
                Ok(true) => {
                    if seen.insert(in_order(&option)) {
                        found.moves.push(self.moved(sum, index, option));
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
        failure.map_or(Ok(looked <= most), Err)
    }
}

/// What a move leaves, in one order: the same positions in another order are the same move.
fn in_order(option: &[(u128, Component)]) -> Vec<String> {
    let mut left: Vec<String> = option.iter().map(|(count, part)| format!("{count}*{part}")).collect();
    left.sort_unstable();
    left
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
