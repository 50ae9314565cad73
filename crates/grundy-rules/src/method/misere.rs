//! Misère play: a position has an outcome, but no value, so methods for it only say what searches of whole sums need.

use super::theorem::ByTheorem;
use super::{Answer, Args, Method, Wanted};
use crate::error::Error;
use crate::eval::evaluator::Part;
use grundy::theorem::Found;
use grundy::{Value, Watch};

/// Sums of Nim heaps, by Bouton's theorem.
pub(super) struct MisereNim(pub(super) ByTheorem);

/// Without a theorem whole sums are searched.
pub(super) struct MisereSearch;

impl Method for MisereNim {
    fn name(&self, _args: &Args) -> String {
        self.kind_name()
    }

    fn kind_name(&self) -> String {
        "misere nim".to_owned()
    }

    fn value(&self, _args: &Args, _watch: &Watch) -> Result<Answer<Value>, Error> {
        Ok(Answer::NotMine)
    }

    fn options(&self, _args: &Args, _wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        Ok(Answer::NotMine)
    }

    fn is_shortcut(&self) -> bool {
        true
    }

    fn is_comparable(&self) -> bool {
        false
    }

    fn nim_heaps(&self, args: &Args) -> Option<Vec<u128>> {
        self.0.theorem().nim_heaps(&self.0.numbers(args)?)
    }

    fn with_nim_heap(&self, args: &Args, index: usize, size: u128) -> Option<Part> {
        self.0.part(self.0.theorem().with_nim_heap(&self.0.numbers(args)?, index, size)?)
    }
}

impl Method for MisereSearch {
    fn name(&self, _args: &Args) -> String {
        self.kind_name()
    }

    fn kind_name(&self) -> String {
        "misere search".to_owned()
    }

    fn value(&self, _args: &Args, _watch: &Watch) -> Result<Answer<Value>, Error> {
        Ok(Answer::NotMine)
    }

    fn options(&self, _args: &Args, _wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        Ok(Answer::NotMine)
    }

    fn is_shortcut(&self) -> bool {
        false
    }
}
