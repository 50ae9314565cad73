//! One argument decides, whatever happens to the others: the theorem and its proof are in [`crate::recognise`].

use super::theorem::natural;
use super::{Answer, Args, Method, Wanted};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::game::{Pos, RuleGame};
use crate::program::KindId;
use crate::value::Val;
use grundy::theorem::{Column, Found, HeapTheorem};
use grundy::{Value, Watch};
use std::sync::Arc;

/// The game that one argument plays.
pub(super) struct Leading {
    pub(super) argument: usize,
    pub(super) heap: Box<dyn HeapTheorem>,
    pub(super) kind: KindId,
    pub(super) game: Arc<RuleGame>,
}

impl Leading {
    /// The leading number, if all arguments are natural numbers.
    fn leader(&self, args: &[Val]) -> Option<u128> {
        args.iter().map(natural).collect::<Option<Vec<_>>>()?.get(self.argument).copied()
    }
}

impl Method for Leading {
    fn name(&self, _args: &Args) -> String {
        self.heap.name()
    }

    fn kind_name(&self) -> String {
        self.heap.name()
    }

    fn value(&self, args: &Args, watch: &Watch) -> Result<Answer<Value>, Error> {
        let Some(n) = self.leader(args) else { return Ok(Answer::NotMine) };
        Ok(self.heap.value(n, watch)?.map(Value::Finite).into())
    }

    /// For each number that the leader may become, the first option of the rules in which it does.
    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        let Some(n) = self.leader(args) else { return Ok(Answer::NotMine) };
        let Some(value) = wanted.value.as_finite() else { return Ok(Answer::Known(Found::all([]))) };
        let numbers = self.heap.options(n, value, wanted.most, wanted.watch)?;
        let pos = Pos { kind: self.kind, args: args.clone() };
        // Other options may have the same leader.
        let mut found = Found { options: Vec::new(), complete: numbers.complete && numbers.options.is_empty() };
        for left in numbers.options {
            let &[n] = left.as_slice() else { continue };
            let Ok(n) = i128::try_from(n) else { continue };
            found.options.extend(self.game.option_with_argument(&pos, self.argument, &Val::Int(n))?);
        }
        Ok(Answer::Known(found))
    }

    fn is_shortcut(&self) -> bool {
        true
    }

    fn answers_options(&self) -> bool {
        true
    }

    fn is_comparable(&self) -> bool {
        !self.heap.relies_on_promise()
    }

    fn xor(&self, columns: &[Column<'_>], watch: &Watch) -> Answer<Value> {
        let Some(&leaders) = columns.get(self.argument) else { return Answer::NotMine };
        self.heap.xor(leaders, watch).ok().flatten().map(Value::Finite).into()
    }
}
