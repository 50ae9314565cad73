//! Rules under which the number of moves has a fixed parity (the theorem and its proof are in [`crate::recognise`]): every move is as good as another.

use super::listed::Once;
use super::{Answer, Args, Method, Wanted};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::game::{Pos, RuleGame};
use crate::program::KindId;
use crate::recognise::Parity;
use crate::value::Val;
use grundy::theorem::Found;
use grundy::{Value, Watch};
use std::sync::Arc;

/// The parity as a method.
pub(super) struct ByParity {
    parity: Parity,
    game: Arc<RuleGame>,
    kind: KindId,
}

impl ByParity {
    pub(super) fn new(game: &Arc<RuleGame>, kind: KindId) -> Option<ByParity> {
        Some(ByParity { parity: game.parity(kind)?, game: game.clone(), kind })
    }

    fn of(&self, args: &[Val]) -> Option<u128> {
        let natural = |arg: &Val| match arg {
            Val::Int(n) if *n >= 0 => Some(*n),
            _ => None,
        };
        self.parity.of(&args.iter().map(natural).collect::<Option<Vec<_>>>()?).map(u128::from)
    }
}

impl Method for ByParity {
    fn name(&self, _: &Args) -> String {
        self.kind_name()
    }

    fn kind_name(&self) -> String {
        "parity".to_owned()
    }

    fn value(&self, args: &Args, _: &Watch) -> Result<Answer<Value>, Error> {
        Ok(self.of(args).map(Value::Finite).into())
    }

    /// All options, or none.
    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        let Some(value) = self.of(args) else { return Ok(Answer::NotMine) };
        let mut once = Once::new(wanted.most);
        if *wanted.value == Value::Finite(1 - value) {
            let pos = Pos { kind: self.kind, args: args.clone() };
            let _ = self.game.options(&pos, &mut |parts| once.take(parts))?;
        }
        Ok(Answer::Known(once.found))
    }

    fn is_shortcut(&self) -> bool {
        true
    }

    fn answers_options(&self) -> bool {
        true
    }
}
