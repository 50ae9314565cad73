//! The move that resists longest in a lost position, as far as that can be worked out.

use crate::Error;
use crate::moves::first_moves;
use grundy::game::Listed;
use grundy::solve::Solver;
use grundy::{Game, Limits, Ordinal, Watch};
use grundy_rules::{Component, Engine, Error as RulesError, Limit, Move, Sum, Term};
use serde::Serialize;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::time::Duration;

/// A defence is worth this much and no more. Counts decide, never the clock, so that the answer is the same everywhere.
const LIMITS: Limits = Limits { positions: 200_000, memory: 256 << 20, time: Duration::from_secs(3600), threads: 1 };

/// Options that are listed for a defence.
const MOST_LISTED: u64 = 1 << 19;

/// Components of a sum that is looked at whole.
const MOST_COMPONENTS: u128 = 64;

/// A component with more options than this is not searched.
const MOST_OPTIONS: u64 = 1 << 12;

/// How far a move goes down from a multiple of w, where every number is as good as any other.
const FAR: u128 = 1000;

/// The games of an engine as one game on the trait, so that the solver's search for the longest defence serves them all.
struct Played<'a> {
    engine: &'a Engine,
    left: Cell<u64>,
}

impl Game for Played<'_> {
    type Position = Component;
    type Error = RulesError;

    fn moves(
        &self,
        position: &Component,
        visit: &mut impl FnMut(&[Component]) -> ControlFlow<()>,
    ) -> Listed<RulesError> {
        let mut parts: Vec<Component> = Vec::new();
        let (mut ended, mut failed) = (ControlFlow::Continue(()), None);
        self.engine.options(position, &mut |option| {
            match self.count(&option) {
                Err(limit) => failed = Some(limit),
                Ok(()) => {
                    parts.clear();
                    // Two equal parts mirror each other, but they are moves to be made all the same.
                    for term in option.terms {
                        let copies = usize::try_from(term.count).unwrap_or(0);
                        parts.extend(std::iter::repeat_n(term.component, copies));
                    }
                    ended = visit(&parts);
                }
            }
            if failed.is_some() { ControlFlow::Break(()) } else { ended }
        })?;
        match failed {
            Some(limit) => Err(RulesError::Limit(limit)),
            None => Ok(ended),
        }
    }
}

impl Played<'_> {
    /// Counts an option, and refuses one of so many parts that they cannot be written out.
    fn count(&self, option: &Sum) -> Result<(), Limit> {
        let parts = components(option);
        if parts > MOST_COMPONENTS {
            return Err(Limit::Components { limit: MOST_COMPONENTS as usize });
        }
        let left = self.left.get().checked_sub(1 + parts as u64).ok_or(Limit::Looks { limit: MOST_LISTED })?;
        self.left.set(left);
        Ok(())
    }
}

/// How a move in a lost position was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Resistance {
    /// No other move lasts longer.
    Longest,
    /// It lowers the value of its component by one only.
    Little,
    /// Nothing is known about how long it lasts.
    Unknown,
}

/// A move in a lost position.
pub(crate) struct Defence {
    pub(crate) play: Move,
    pub(crate) resistance: Resistance,
    /// How many moves are still made, this one included, if that is known.
    pub(crate) lasts: Option<u64>,
}

/// The move that lasts longest, or another where that is too much to work out; none if there is no move.
pub(crate) fn best(engine: &Engine, sum: &Sum) -> Result<Option<Defence>, Error> {
    let first = first_moves(engine, sum, 1)?;
    let Some(only) = first.moves.into_iter().next() else { return Ok(None) };
    if first.complete {
        return Ok(Some(Defence { play: only, resistance: Resistance::Longest, lasts: None }));
    }
    if let Some(defence) = searched(engine, sum)? {
        return Ok(Some(defence));
    }
    let (play, resistance) = stubborn(engine, sum)?.unwrap_or((only, Resistance::Unknown));
    Ok(Some(Defence { play, resistance, lasts: None }))
}

fn components(sum: &Sum) -> u128 {
    sum.terms.iter().fold(0, |total, term| total.saturating_add(term.count))
}

fn searched(engine: &Engine, sum: &Sum) -> Result<Option<Defence>, Error> {
    if components(sum) > MOST_COMPONENTS || sum.misere {
        return Ok(None);
    }
    for term in &sum.terms {
        if has_many_options(engine, &term.component)? {
            return Ok(None);
        }
    }
    let (components, terms) = written_out(sum);
    let game = Played { engine, left: Cell::new(MOST_LISTED) };
    let mut solver = Solver::with_watch(game, Watch::new(LIMITS));
    let Ok(Some(defence)) = solver.longest_defence(&components) else { return Ok(None) };
    let component = terms[defence.play.component];
    let left = defence.play.to.into_iter().map(|component| Term { count: 1, component }).collect();
    let to = Sum { terms: left, misere: sum.misere };
    let resistance = if defence.lasts.is_some() { Resistance::Longest } else { Resistance::Unknown };
    let play = Move { component, from: sum.terms[component].component.clone(), to };
    Ok(Some(Defence { play, resistance, lasts: defence.lasts }))
}

fn has_many_options(engine: &Engine, component: &Component) -> Result<bool, Error> {
    let mut count = 0;
    let endless = engine.first_options(component, 1, &mut |_| {
        count += 1;
        if count > MOST_OPTIONS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(endless || count > MOST_OPTIONS)
}

/// A move that lowers a value by as little as a theorem tells.
fn stubborn(engine: &Engine, sum: &Sum) -> Result<Option<(Move, Resistance)>, Error> {
    if sum.misere {
        return Ok(None);
    }
    for (component, term) in sum.terms.iter().enumerate() {
        let Ok(value) = engine.value(&term.component) else { continue };
        let Some((omegas, rest)) = value.as_ordinal().as_ref().and_then(Ordinal::as_omega_times) else { continue };
        let (lower, resistance) = match (omegas, rest) {
            (0, 0) => continue,
            (_, 0) => (Ordinal::omega_times(omegas - 1, FAR), Resistance::Unknown),
            _ => (Ordinal::omega_times(omegas, rest - 1), Resistance::Little),
        };
        if let Some(to) = engine.option_with_value(&term.component, &lower.into())? {
            return Ok(Some((Move { component, from: term.component.clone(), to }, resistance)));
        }
    }
    Ok(None)
}

/// Every copy by itself, and the term it comes from.
fn written_out(sum: &Sum) -> (Vec<Component>, Vec<usize>) {
    let copies = sum
        .terms
        .iter()
        .enumerate()
        .flat_map(|(index, term)| (0..term.count).map(move |_| (term.component.clone(), index)));
    copies.unzip()
}
