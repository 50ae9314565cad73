//! The move that resists longest in a lost position, for the computer's side of `play`.

use std::ops::ControlFlow;
use std::time::Duration;

use grundy::game::Listed;
use grundy::solve::Solver;
use grundy::{Game, Limits, Ordinal, Watch};
use grundy_rules::{Component, Engine, Error, Move, Sum, Term};

/// A defence is worth this much and no more; a larger position gets the first move of its list.
const LIMITS: Limits = Limits { positions: 200_000, memory: 256 << 20, time: Duration::from_secs(1), threads: 1 };

/// Components of a sum that is looked at whole.
const MOST_COMPONENTS: u128 = 64;

/// A component with more options than this is not searched.
const MOST_OPTIONS: u64 = 1 << 12;

/// Turns of a range without an end among which a first move is looked for.
const TURNS: u64 = 1 << 16;

/// How far a move goes down from a multiple of w, where every number is as good as any other.
const FAR: u128 = 1000;

/// The games of an engine as one game on the trait, so that the solver's search for the longest defence serves them all.
struct Played<'a>(&'a Engine);

impl Game for Played<'_> {
    type Position = Component;
    type Error = Error;

    fn moves(&self, position: &Component, visit: &mut impl FnMut(&[Component]) -> ControlFlow<()>) -> Listed<Error> {
        let mut parts: Vec<Component> = Vec::new();
        let mut ended = ControlFlow::Continue(());
        let listed = self.0.options(position, &mut |option| {
            parts.clear();
            // Two equal parts mirror each other, but they are moves to be made all the same.
            for term in option.terms {
                let copies = usize::try_from(term.count.min(MOST_COMPONENTS)).unwrap_or(0);
                parts.extend(std::iter::repeat_n(term.component, copies));
            }
            ended = visit(&parts);
            ended
        });
        listed.map(|()| ended)
    }
}

/// A move in a lost position.
pub struct Defence {
    /// The move.
    pub play: Move,
    /// Whether it is known to last longest.
    pub longest: bool,
}

/// The move that lasts longest, or one that gives up little where that is too much to work out; none if there is no move.
pub fn best(engine: &Engine, sum: &Sum) -> Result<Option<Defence>, Error> {
    if let Some(play) = longest(engine, sum)? {
        return Ok(Some(Defence { play, longest: true }));
    }
    let play = match stubborn(engine, sum)? {
        Some(play) => Some(play),
        None => first_move(engine, sum)?,
    };
    Ok(play.map(|play| Defence { play, longest: false }))
}

fn longest(engine: &Engine, sum: &Sum) -> Result<Option<Move>, Error> {
    let total = sum.terms.iter().fold(0u128, |total, term| total.saturating_add(term.count));
    if total > MOST_COMPONENTS || sum.misere {
        return Ok(None);
    }
    for term in &sum.terms {
        if has_many_options(engine, &term.component)? {
            return Ok(None);
        }
    }
    let (components, terms) = written_out(sum);
    let mut solver = Solver::with_watch(Played(engine), Watch::new(LIMITS));
    let Ok(Some(defence)) = solver.longest_defence(&components) else { return Ok(None) };
    let component = terms[defence.play.component];
    let terms = defence.play.to.into_iter().map(|component| Term { count: 1, component }).collect();
    let to = Sum { terms, misere: sum.misere };
    Ok(Some(Move { component, from: sum.terms[component].component.clone(), to }))
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
fn stubborn(engine: &Engine, sum: &Sum) -> Result<Option<Move>, Error> {
    if sum.misere {
        return Ok(None);
    }
    for (component, term) in sum.terms.iter().enumerate() {
        let Ok(value) = engine.value(&term.component) else { continue };
        let Some((omegas, rest)) = value.as_ordinal().as_ref().and_then(Ordinal::as_omega_times) else { continue };
        let lower = match (omegas, rest) {
            (0, 0) => continue,
            (_, 0) => Ordinal::omega_times(omegas - 1, FAR),
            _ => Ordinal::omega_times(omegas, rest - 1),
        };
        if let Some(to) = engine.option_with_value(&term.component, &lower.into())? {
            return Ok(Some(Move { component, from: term.component.clone(), to }));
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

fn first_move(engine: &Engine, sum: &Sum) -> Result<Option<Move>, Error> {
    for (component, term) in sum.terms.iter().enumerate() {
        let mut first = None;
        engine.first_options(&term.component, TURNS, &mut |to| {
            first = Some(Move { component, from: term.component.clone(), to });
            ControlFlow::Break(())
        })?;
        if first.is_some() {
            return Ok(first);
        }
    }
    Ok(None)
}
