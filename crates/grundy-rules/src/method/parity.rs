//! Rules under which the number of moves has a fixed parity (the theorem and its proof are in [`crate::recognise`]): every move is as good as another.

use super::{Answer, Args, Method, Wanted};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::game::{Pos, RuleGame};
use crate::program::KindId;
use crate::recognise::Parity;
use crate::value::Val;
use grundy::theorem::Found;
use grundy::{Value, Watch};
use std::ops::ControlFlow;
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
        let mut found = Found::all([]);
        if *wanted.value != Value::Finite(1 - value) {
            return Ok(Answer::Known(found));
        }
        let pos = Pos { kind: self.kind, args: args.clone() };
        let mut seen = hashbrown::HashSet::new();
        let _ = self.game.options(&pos, &mut |parts| {
            if !seen.insert(super::listed::in_order(parts)) {
                return ControlFlow::Continue(());
            }
            if found.options.len() >= wanted.most {
                found.complete = false;
                return ControlFlow::Break(());
            }
            found.options.push(parts.clone());
            ControlFlow::Continue(())
        })?;
        Ok(Answer::Known(found))
    }

    fn is_shortcut(&self) -> bool {
        true
    }

    fn answers_options(&self) -> bool {
        true
    }
}
