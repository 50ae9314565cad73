//! A theorem that tells who wins, but no values: it is asked who wins before anybody else, and for nothing that needs a value.

use super::theorem::{failed, natural};
use super::{Answer, Args, Method, Wanted};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::program::KindId;
use crate::recognise::Shape;
use crate::value::Val;
use grundy::theorem::{Found, Theorem};
use grundy::{Value, Watch};
use std::sync::Arc;

/// A theorem about outcomes as a method.
pub(super) struct ByOutcome {
    pub(super) theorem: Box<dyn Theorem>,
    pub(super) shape: Shape,
    pub(super) kind: KindId,
}

impl ByOutcome {
    /// The numbers of a position.
    fn numbers(&self, args: &[Val]) -> Option<Vec<u128>> {
        let values = match (self.shape, args) {
            (Shape::Numbers, args) => args,
            (Shape::List { .. }, [Val::List(list)]) => list.items(),
            (Shape::List { .. }, _) => return None,
        };
        values.iter().map(natural).collect()
    }

    fn part(&self, mut numbers: Vec<u128>) -> Option<Part> {
        if let Shape::List { sorted: true } = self.shape {
            numbers.sort_unstable();
        }
        let values = numbers.into_iter().map(|n| i128::try_from(n).ok().map(Val::Int)).collect::<Option<Vec<_>>>()?;
        let args = match self.shape {
            Shape::Numbers => values.into(),
            Shape::List { .. } => Arc::new([Val::list(values)?]) as Args,
        };
        Some(Part { copies: 1, kind: self.kind, args })
    }
}

impl Method for ByOutcome {
    fn name(&self, _args: &Args) -> String {
        self.theorem.name()
    }

    fn kind_name(&self) -> String {
        self.theorem.name()
    }

    fn value(&self, _args: &Args, _watch: &Watch) -> Result<Answer<Value>, Error> {
        Ok(Answer::NotMine)
    }

    fn wins(&self, args: &Args, watch: &Watch) -> Result<Answer<bool>, Error> {
        let Some(numbers) = self.numbers(args) else { return Ok(Answer::NotMine) };
        Ok(self.theorem.wins(&numbers, watch).map_err(failed)?.into())
    }

    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        let Some(numbers) = self.numbers(args) else { return Ok(Answer::NotMine) };
        if !wanted.value.is_zero() {
            return Ok(Answer::NotMine);
        }
        let found = self.theorem.options(&numbers, wanted.value, wanted.most, wanted.watch).map_err(failed)?;
        let Some(found) = found else { return Ok(Answer::NotMine) };
        let mut written = Found { options: Vec::new(), complete: found.complete };
        for left in found.options {
            match left.into_iter().map(|numbers| self.part(numbers)).collect::<Option<Vec<Part>>>() {
                Some(parts) => written.options.push(parts),
                None => written.complete = false,
            }
        }
        Ok(Answer::Known(written))
    }

    fn lost(&self, least: &[u128], most: &[u128], watch: &Watch) -> Result<Answer<Vec<Vec<u128>>>, Error> {
        Ok(self.theorem.lost(least, most, watch).map_err(failed)?.into())
    }

    fn is_ahead(&self, _args: &Args) -> bool {
        true
    }

    fn tells_only_outcomes(&self) -> bool {
        true
    }

    fn lost_along(&self, first: u128, least: u128, most: u128) -> Option<[(u128, u128); 2]> {
        let plain = self.shape == Shape::Numbers;
        plain.then(|| self.theorem.lost_along(first, least, most)).flatten()
    }

    fn is_shortcut(&self) -> bool {
        true
    }

    fn is_comparable(&self) -> bool {
        false
    }
}
