//! Sums: their value, their outcome, the winning moves.

use super::Engine;
use crate::component::{Component, Sum, Term, write_terms};
use crate::error::Error;
use crate::game::lock;
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
    /// The value of a sum: the XOR of the values of its terms with an odd number of copies.
    pub fn sum_value(&self, sum: &Sum) -> Result<Value, Error> {
        if sum.misere {
            return Err(Error::bad("a sum under misère play has no Grundy value; ask for its outcome"));
        }
        self.xor(&sum.terms)
    }

    fn xor(&self, terms: &[Term]) -> Result<Value, Error> {
        let odd = terms.iter().filter(|term| term.count % 2 == 1);
        let add = |sum: Value, term: &Term| Ok(sum.nim_sum(&self.value(&term.component)?));
        odd.into_iter().try_fold(Value::Finite(0), add)
    }

    /// Whether an option has this value: the value of its last component need not be found.
    fn is_option_value(&self, option: &[(u128, Component)], value: &Value) -> Result<bool, Error> {
        let mut odd = option.iter().filter(|(count, _)| count % 2 == 1).map(|(_, component)| component);
        let Some(last) = odd.next_back() else { return Ok(value.is_zero()) };
        let others = odd.try_fold(value.clone(), |sum, component| Ok::<_, Error>(sum.nim_sum(&self.value(component)?)));
        self.is_value(last, &others?)
    }

    /// Who wins a sum. By its value if it has one, or by the theorem on misère Nim; else, under misère play and when positions
    /// can come back, by a search of the whole sum.
    pub fn outcome(&self, sum: &Sum) -> Result<Outcome, Error> {
        if sum.misere {
            return self.misere_nim_outcome(sum).map_or_else(|| self.whole_outcome(sum), Ok);
        }
        match self.xor(&sum.terms) {
            Ok(value) => Ok(value.outcome()),
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
                        let left = Sum { terms: after(sum, index, option), misere: sum.misere };
                        Ok(self.whole_outcome(&left)? == Outcome::Previous)
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
