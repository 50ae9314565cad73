//! Sums under misère play, and of games in which play may go on for ever: by [`grundy::solve::Retrograde`].

use super::components::{Components, solver_error};
use super::{Engine, components};
use crate::component::{Component, Term, What};
use crate::diagnostic::Diagnostics;
use crate::error::Error;
use crate::lock::lock;
use grundy::solve::{self, Play, Retrograde};
use grundy::{Outcome, Stop, Value};

/// Positions that are listed for a value, and bytes that they may take, before the attempt is given up: with additions without an
/// end there is no last one.
const MOST_FOR_A_VALUE: (u64, u64) = (1 << 19, 256 << 20);

impl Engine {
    /// Drops what was learnt about misère play and games that may go on for ever, and with it the games that it holds.
    pub(crate) fn forget_whole(&self) {
        *lock(&self.retrograde) = Retrograde::with_watch(Components, self.watch.clone());
        lock(&self.lengths).clear();
    }

    /// The value of a position from which play may go on for ever, if it behaves like a Nim heap all the same.
    pub(super) fn labelled(&self, component: &Component, errors: Diagnostics) -> Result<u64, Error> {
        let value = self.attempt(component)?;
        component.handle.note_loops(component.kind, value.is_some());
        value.and_then(|value| u64::try_from(value.as_finite()?).ok()).ok_or(Error::Loopy(errors))
    }

    /// The value of a position of a kind in which play is known to go on for ever, loopy or not: a search would end at a cycle, each
    /// time anew. Nothing for other kinds, and if the attempt is given up.
    pub(super) fn loopy_value(&self, component: &Component) -> Result<Option<Value>, Error> {
        if !component.handle.loops(component.kind) {
            return Ok(None);
        }
        let value = self.attempt(component)?;
        component.handle.note_loops(component.kind, value.is_some());
        Ok(value)
    }

    /// The value by a list of all positions, unless there are very many.
    fn attempt(&self, component: &Component) -> Result<Option<Value>, Error> {
        let mut solver = lock(&self.retrograde);
        let limits = self.watch.limits();
        let positions = solver.positions().saturating_add(MOST_FOR_A_VALUE.0).min(limits.positions);
        let memory = solver.bytes().saturating_add(MOST_FOR_A_VALUE.1).min(limits.memory);
        solver.set_watch(self.watch.clone().with_positions(positions).with_memory(memory));
        match solver.value(component) {
            Ok(value) => Ok(Some(value)),
            Err(solve::Error::Stop(Stop::Positions { .. })) if positions < limits.positions => Ok(None),
            Err(solve::Error::Stop(Stop::Memory { .. })) if memory < limits.memory => Ok(None),
            Err(error) => Err(solver_error(error)),
        }
    }

    /// What is known about the value of a position from which play may go on for ever.
    pub(super) fn known_loopy(&self, component: &Component) -> Option<Value> {
        lock(&self.retrograde).known_value(component)
    }

    /// The value of a position under normal play, loopy or not.
    pub fn any_value(&self, component: &Component) -> Result<Value, Error> {
        if let Some(value) =
            self.known_loopy(component).map_or_else(|| self.loopy_value(component), |value| Ok(Some(value)))?
        {
            return Ok(value);
        }
        let errors = match self.value(component) {
            Err(Error::Loopy(errors)) => errors,
            found => return found,
        };
        if let Some(value) = self.known_loopy(component) {
            return Ok(value);
        }
        // Additions have no end: to list all positions would be in vain.
        if let What::Rules { game, .. } = &component.handle.what
            && game.needs_promise(component.kind)
        {
            return Err(Error::Loopy(errors));
        }
        let mut solver = lock(&self.retrograde);
        solver.set_watch(self.watch.clone());
        solver.value(component).map_err(solver_error)
    }

    /// Who wins a sum under normal play in which play may go on for ever.
    pub(super) fn loopy_outcome(&self, terms: &[Term]) -> Result<Outcome, Error> {
        let mut total = Value::Finite(0);
        for term in terms.iter().filter(|term| components::times(term.count, &term.component) > 0) {
            let value = self.any_value(&term.component)?;
            // Only of what behaves like a Nim heap equal ones cancel.
            let copies = if matches!(value, Value::Loopy(_)) { term.count.min(2) } else { term.count % 2 };
            for _ in 0..copies {
                total = self.nim_sum(&total, &value)?;
            }
        }
        Ok(total.outcome())
    }

    /// Who wins a sum under misère play.
    pub(super) fn misere_outcome(&self, terms: &[Term]) -> Result<Outcome, Error> {
        let terms: Vec<_> = terms.iter().map(|term| (term.count, term.component.clone())).collect();
        let mut solver = lock(&self.retrograde);
        solver.set_watch(self.watch.clone());
        solver.outcome(&terms, Play::Misere).map_err(solver_error)
    }
}
