//! The positions of all games as one game: what the solver of misère play and of games that may go on for ever works on.

use super::heap;
use super::reach::unread;
use crate::component::{Component, Sum, Term, What};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::limit::Limit;
use crate::meter::VALUE;
use crate::method::list_native;
use crate::program::KindId;
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
            let copies = |term: &Term| std::iter::repeat_n(term.component.clone(), times(term.count, &term.component));
            visit(&option.terms.iter().flat_map(copies).collect::<Vec<_>>())
        })
    }

    fn counted_moves(
        &self,
        position: &Component,
        visit: &mut impl FnMut(&[(u128, Component)]) -> ControlFlow<()>,
    ) -> Listed<Error> {
        options(position, &mut |option| {
            let terms = option.terms.into_iter().map(|term| (term.count, term.component));
            visit(&terms.collect::<Vec<_>>())
        })
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
        What::Rules { game, .. } => game.pos_ends(component.kind, &component.args),
        What::Code(_) => true,
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

/// Calls `visit` with each option of a position.
pub(super) fn options(component: &Component, visit: &mut dyn FnMut(Sum) -> ControlFlow<()>) -> Listed<Error> {
    if component.is_huge() {
        return Err(unread(component));
    }
    match &component.handle.what {
        What::Rules { game, .. } => game.options(&component.pos(), &mut |parts| visit(component.left(parts.drain(..)))),
        What::Code(rule) => {
            let part = |&n: &u128| Part { copies: 1, kind: KindId::FIRST, args: Arc::new([Val::Int(n as i128)]) };
            Ok(rule.options(heap(component), &mut |heaps| {
                visit(component.left(heaps.iter().filter(|&&n| n > 0).map(part)))
            }))
        }
        What::Native(native) => {
            list_native(&**native, &component.args, &mut |parts| visit(component.left(parts.iter().cloned())))
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
