//! The positions of all games as one game: what the solver of misère play and of games that may go on for ever works on.

use super::heap;
use crate::component::{Component, What};
use crate::error::Error;
use crate::eval::Limit;
use crate::eval::machine::Part;
use crate::eval::meter::VALUE;
use crate::value::Val;
use grundy::Game;
use grundy::game::Listed;
use grundy::solve;
use std::ops::ControlFlow;
use std::sync::Arc;

/// All games of an engine: a position knows its game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Components;

impl Game for Components {
    type Position = Component;
    type Error = Error;

    fn moves(&self, position: &Component, visit: &mut impl FnMut(&[Component]) -> ControlFlow<()>) -> Listed<Error> {
        options(position, &mut |option| {
            let parts: Vec<Component> = option
                .iter()
                .flat_map(|(count, part)| std::iter::repeat_n(part.clone(), times(*count, part)))
                .collect();
            visit(&parts)
        })
    }

    fn counted_moves(
        &self,
        position: &Component,
        visit: &mut impl FnMut(&[(u128, Component)]) -> ControlFlow<()>,
    ) -> Listed<Error> {
        options(position, &mut |option| visit(&option))
    }

    fn ends(&self, position: &Component) -> bool {
        ends(position)
    }

    fn heap_bytes(&self, position: &Component) -> usize {
        let values: u64 = position.args.iter().map(Val::size).sum();
        usize::try_from(values.saturating_mul(VALUE)).unwrap_or(usize::MAX).saturating_add(16)
    }
}

/// Whether play from a position is known to end.
pub(super) fn ends(component: &Component) -> bool {
    match &component.handle.what {
        What::Rules { game, .. } => game.pos_ends(component.kind as usize, &component.args),
        What::Code { .. } => true,
        What::Native(native) => native.ends(),
    }
}

/// How often a position with so many copies must be looked at under normal play: an even number of them cancels, unseen where
/// play ends, else if they have a value.
pub(super) fn times(count: u128, component: &Component) -> usize {
    match count % 2 {
        1 => 1,
        _ if count == 0 || ends(component) => 0,
        _ => 2,
    }
}

/// Calls `visit` with each option of a position, as copies and positions.
pub(super) fn options(
    component: &Component,
    visit: &mut dyn FnMut(Vec<(u128, Component)>) -> ControlFlow<()>,
) -> Listed<Error> {
    match &component.handle.what {
        What::Rules { game, .. } => {
            let place = |part: Part| (part.copies, component.sibling(part.kind as u32, part.args));
            game.options(&component.pos(), &mut |parts| visit(parts.drain(..).map(place).collect()))
        }
        What::Code { rule, .. } => {
            let place = |&n: &u128| (1, component.sibling(0, Arc::new([Val::Int(n as i128)])));
            Ok(rule.options(heap(component), &mut |heaps| visit(heaps.iter().filter(|&&n| n > 0).map(place).collect())))
        }
        What::Native(native) => {
            let place = |args: &Vec<Val>| (1, component.sibling(0, args.as_slice().into()));
            let mut asked = false;
            let flow = native.moves(&component.args, &mut |parts| {
                let flow = visit(parts.iter().map(place).collect());
                asked |= flow.is_break();
                flow
            });
            if flow.is_break() && !asked {
                return Err(Error::Contradiction(format!("the moves of {component} cannot be listed")));
            }
            Ok(flow)
        }
    }
}

/// The error of a solver as one of this crate.
pub(super) fn solver_error(error: solve::Error<Component, Error>) -> Error {
    match error.into_game() {
        Ok(error) => error,
        Err(solve::Error::Stop(stop)) => Error::from(stop),
        Err(solve::Error::Components { limit }) => Error::Limit(Limit::Components { limit }),
        Err(other) => Error::bad(other.to_string()),
    }
}
