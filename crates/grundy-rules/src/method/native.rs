//! A game written in Rust.

use super::listed::listed;
use super::{Answer, Args, Method, Wanted};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::eval::shown::shown;
use crate::native::{Failed, Native};
use crate::program::KindId;
use crate::syntax::Source;
use crate::value::Val;
use grundy::game::Listed;
use grundy::theorem::Found;
use grundy::{Value, Watch};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Answers by the game itself.
pub(super) struct ByNative(pub(super) Arc<dyn Native>);

impl Method for ByNative {
    fn name(&self, _args: &Args) -> String {
        self.0.strategy().to_owned()
    }

    fn kind_name(&self) -> String {
        self.0.strategy().to_owned()
    }

    fn value(&self, args: &Args, watch: &Watch) -> Result<Answer<Value>, Error> {
        Ok(Answer::Known(Value::Finite(self.0.value(args, watch).map_err(failed)?.into())))
    }

    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        listed(wanted, |visit| list(&*self.0, args, visit).map(|_| ())).map(Answer::Known)
    }

    fn is_shortcut(&self) -> bool {
        false
    }

    fn wins(&self, args: &Args, watch: &Watch) -> Result<Answer<bool>, Error> {
        let lost = self.0.is_value(args, 0, watch).map_err(failed)?;
        Ok(Answer::Known(!lost))
    }

    fn is_value(&self, args: &Args, value: &Value, watch: &Watch) -> Result<Answer<bool>, Error> {
        let Some(value) = value.as_finite().and_then(|value| u64::try_from(value).ok()) else {
            return Ok(Answer::Known(false));
        };
        Ok(Answer::Known(self.0.is_value(args, value, watch).map_err(failed)?))
    }
}

/// The options of a position.
pub(crate) fn list(
    native: &dyn Native,
    args: &[Val],
    visit: &mut dyn FnMut(&[Part]) -> ControlFlow<()>,
) -> Listed<Error> {
    let mut asked = false;
    let flow = native.moves(args, &mut |parts| {
        let part = |args: &Vec<Val>| Part { copies: 1, kind: KindId::FIRST, args: args.as_slice().into() };
        let flow = visit(&parts.iter().map(part).collect::<Vec<_>>());
        asked |= flow.is_break();
        flow
    });
    if flow.is_break() && !asked {
        let message = format!("the moves of {} cannot be listed", shown(native.name(), args));
        return Err(Error::Contradiction(message));
    }
    Ok(flow)
}

fn failed(failed: Failed) -> Error {
    match failed {
        Failed::Stop(stop) => Error::from(stop),
        Failed::Loopy(message) => Error::Loopy(Diagnostics::one(Source::new("", ""), Diagnostic::general(message))),
        Failed::Wrong(message) => Error::bad(message),
    }
}
