//! Beyond what is searched: patterns, and positions whose numbers no search can read.

use super::{Engine, during};
use crate::component::{Component, Sum};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::eval::shown::shown;
use crate::method::{Answer, Method, Source, Wanted, is_beyond};
use crate::pattern::{Patterns, Stored, Told};
use grundy::Value;
use grundy::theorem::Found;
use std::sync::Arc;

impl Engine {
    /// The same engine with somebody who finds patterns: these answer where no theorem does and the search is not quick. Observed ones
    /// only if that will do.
    pub fn with_patterns(self, patterns: Arc<dyn Patterns>, observed: bool) -> Engine {
        Engine { patterns: Some(Source::new(patterns, observed)), ..self }
    }

    /// The same engine, which asks a table that somebody keeps before everything else.
    pub fn with_stored(self, stored: Arc<dyn Stored>) -> Engine {
        let source = self.patterns.clone().unwrap_or_default();
        Engine { patterns: Some(source.with_stored(stored)), ..self }
    }

    /// Whether an answer since this was asked last relies on a pattern that was only observed.
    pub fn take_trust(&self) -> bool {
        self.patterns.as_ref().is_some_and(Source::take_trust)
    }

    /// Whether an answer since [`Engine::take_trust`] was asked relies on a pattern that was only observed.
    pub fn trusts_observed(&self) -> bool {
        self.patterns.as_ref().is_some_and(Source::is_trusted)
    }

    /// The pattern that answers for a position, if one does.
    pub fn pattern(&self, component: &Component) -> Result<Option<Told>, Error> {
        let method = match self.outcome_method(component)? {
            Some(method) => method,
            None if component.handle.misere || by_pattern(component).is_none() => return Ok(None),
            None => match self.answer(component) {
                // Who wins can be told all the same, by no pattern.
                Err(Error::Loopy(_)) => return Ok(None),
                answer => answer?.1,
            },
        };
        method.told(&component.args, &self.watch)
    }

    /// Whether only the outcome of a sum is within reach: a position is too large for a search, and a pattern tells who wins but no
    /// value.
    pub fn has_only_outcome(&self, sum: &Sum) -> Result<bool, Error> {
        Ok(!sum.misere && self.alone(sum)?.is_some())
    }

    /// The pattern that tells who wins a sum of one position, if only that is within reach.
    pub(super) fn alone<'a>(&self, sum: &'a Sum) -> Result<Option<&'a dyn Method>, Error> {
        match sum.terms.as_slice() {
            [term] if term.count == 1 => self.outcome_method(&term.component),
            _ => Ok(None),
        }
    }

    /// The theorem or pattern that tells who wins where nobody tells a value: under misère play, and where it knows only outcomes.
    pub(super) fn outcome_method<'a>(&self, component: &'a Component) -> Result<Option<&'a dyn Method>, Error> {
        let beyond = self.is_beyond(component);
        if !beyond && !component.methods().iter().any(|method| method.may_tell_only_outcomes()) {
            return Ok(None);
        }
        if let Some(stored) = component.methods().first().filter(|method| method.is_stored())
            && let Answer::Known(_) = stored.value(&component.args, &self.watch)?
        {
            return Ok(None);
        }
        if !beyond {
            return if component.handle.misere { Ok(None) } else { self.outcome_without_value(component) };
        }
        for method in component.methods() {
            if method.knows_only_outcome(&component.args, &self.watch)? {
                return Ok(Some(&**method));
            }
        }
        for method in component.methods() {
            if method.is_pattern() {
                let told = method.told(&component.args, &self.watch)?;
                return Ok(told.filter(|told| component.handle.misere || !told.values).map(|_| &**method));
            }
            if method.nim_heaps(&component.args).is_some() {
                return Ok(None);
            }
            match method.value(&component.args, &self.watch) {
                Ok(Answer::Known(_)) | Err(Error::Loopy(_)) => return Ok(None),
                Ok(Answer::NotMine) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// The method that tells who wins a position of which the search for the value is given up: that takes a number of positions and steps which does
    /// not depend on the limits, and what it needs cannot cost the outcome.
    fn outcome_without_value<'a>(&self, component: &'a Component) -> Result<Option<&'a dyn Method>, Error> {
        let knows = |method: &dyn Method| match method.knows_only_outcome(&component.args, &self.watch) {
            // Then the search answers, or says that it does not.
            Err(Error::Limit(limit)) if !limit.is_cancelled() => Ok(false),
            knows => knows,
        };
        let methods = || component.methods().iter().map(|method| &**method);
        for method in methods().filter(|method| method.tells_only_outcomes()) {
            if !knows(method)? {
                return Ok(None);
            }
        }
        for method in methods().filter(|method| !method.is_last_resort()) {
            match method.attempt(&component.args, &self.watch) {
                Ok(Answer::Known(_)) | Err(Error::Loopy(_)) => return Ok(None),
                Err(Error::Limit(limit)) if limit.is_cancelled() => return Err(Error::Limit(limit)),
                Ok(Answer::NotMine) | Err(Error::Limit(_)) => {}
                Err(error) => return Err(error),
            }
        }
        for method in methods().filter(|method| method.may_tell_only_outcomes()) {
            if knows(method)? {
                return Ok(Some(method));
            }
        }
        Ok(None)
    }

    /// Moves to positions that are lost for who moves next, by the pattern that tells so.
    pub(super) fn lost_options(
        &self,
        component: &Component,
        method: &dyn Method,
        most: usize,
    ) -> Result<Found<Vec<Part>>, Error> {
        let is = |_: &[Part]| Ok(false);
        let wanted = Wanted { value: &Value::Finite(0), most, is: &is, watch: &self.watch };
        match method.options(&component.args, &wanted)? {
            Answer::Known(found) => Ok(found),
            Answer::NotMine => Ok(Found { options: Vec::new(), complete: false }),
        }
    }

    /// Whether who moves wins a position, by the first method that tells it.
    pub(super) fn wins_by(&self, component: &Component) -> Result<Option<bool>, Error> {
        for method in component.methods_by_turn() {
            let wins = method.wins(&component.args, &self.watch);
            if let Answer::Known(wins) = wins.map_err(|error| during(error, component, method))? {
                return Ok(Some(wins));
            }
        }
        Ok(None)
    }

    /// Whether there may be more positions below one than a search may see, by its numbers alone.
    fn is_beyond(&self, component: &Component) -> bool {
        is_beyond(&component.args, &self.watch)
    }
}

fn by_pattern(component: &Component) -> Option<&dyn Method> {
    component.methods().iter().find(|method| method.is_pattern()).map(|method| &**method)
}

/// Why nobody answers for a position.
pub(super) fn unread(component: &Component) -> Error {
    let position = shown(component.name(), &component.args);
    if component.is_huge() {
        return Error::bad(format!(
            "{position} has a number of more than 128 bits: no method that goes by digits or by a period answers for it"
        ));
    }
    Error::bad(format!("no method has a value for {position}"))
}
