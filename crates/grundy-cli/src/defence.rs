//! The move that resists longest in a lost position, for the computer's side of `play`.

use std::ops::ControlFlow;
use std::time::Duration;

use grundy::solve::Solver;
use grundy::{Game, Limits, Watch};
use grundy_rules::{Component, Engine, Error, Move, Sum};

/// A defence is worth this much and no more; a larger position gets the first move of its list.
const LIMITS: Limits = Limits { positions: 200_000, memory: 256 << 20, time: Duration::from_secs(1), threads: 1 };

/// Components of a sum that is looked at whole.
const MOST_COMPONENTS: u128 = 64;

/// The games of an engine as one game on the trait, so that the solver's search for the longest defence serves them all.
struct Played<'a>(&'a Engine);

impl Game for Played<'_> {
    type Position = Component;

    fn moves(&self, position: &Component, visit: &mut impl FnMut(&[Component]) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut parts: Vec<Component> = Vec::new();
        let mut ended = ControlFlow::Continue(());
        let listed = self.0.options(position, &mut |option| {
            parts.clear();
            // Two equal parts mirror each other, but they are moves to be made all the same.
            for (count, part) in option {
                let copies = usize::try_from(count.min(MOST_COMPONENTS)).unwrap_or(0);
                parts.extend(std::iter::repeat_n(part, copies));
            }
            ended = visit(&parts);
            ended
        });
        if listed.is_err() { ControlFlow::Break(()) } else { ended }
    }
}

/// The move that lasts longest, or the first one where that is too much to work out; none if there is no move.
pub fn longest(engine: &Engine, sum: &Sum) -> Result<Option<Move>, Error> {
    let total = sum.terms.iter().fold(0u128, |total, term| total.saturating_add(term.count));
    if total <= MOST_COMPONENTS && !sum.misere {
        let (components, terms) = written_out(sum);
        let mut solver = Solver::with_watch(Played(engine), Watch::new(LIMITS));
        if let Ok(Some(defence)) = solver.longest_defence(&components) {
            let component = terms[defence.play.component];
            let to = defence.play.to.into_iter().map(|part| (1, part)).collect();
            return Ok(Some(Move { component, from: sum.terms[component].component.clone(), to }));
        }
    }
    first_move(engine, sum)
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
        engine.options(&term.component, &mut |to| {
            first = Some(Move { component, from: term.component.clone(), to });
            ControlFlow::Break(())
        })?;
        if first.is_some() {
            return Ok(first);
        }
    }
    Ok(None)
}
