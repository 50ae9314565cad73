//! Rules with infinitely many options in a way that no method covers: the last method, which says why.

use super::{Answer, Args, Method, Wanted};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::game::RuleGame;
use crate::program::{Clause, KindId};
use grundy::theorem::Found;
use grundy::{Value, Watch};
use std::sync::Arc;

/// Refuses every position that comes so far.
pub(super) struct Refused {
    pub(super) reason: String,
    pub(super) kind: KindId,
    pub(super) game: Arc<RuleGame>,
}

impl Refused {
    fn error(&self) -> Error {
        let program = &self.game.loaded.program;
        let mut clauses = program.kinds[self.kind].rules.iter().flat_map(|rule| &rule.clauses);
        let place = clauses.find_map(|clause| match clause {
            Clause::Range { to: None, span, .. } => Some(*span),
            _ => None,
        });
        let message = "infinitely many options, in a way that is not yet supported";
        let refusal = match place {
            Some(span) => Diagnostic::new(span, message).label("a range without an end"),
            None => Diagnostic::general(message),
        };
        Error::Bad(Diagnostics::one(program.source.clone(), refusal.help(self.reason.clone())))
    }
}

impl Method for Refused {
    fn name(&self, _args: &Args) -> String {
        self.kind_name()
    }

    fn kind_name(&self) -> String {
        "refused".to_owned()
    }

    fn value(&self, _args: &Args, _watch: &Watch) -> Result<Answer<Value>, Error> {
        Err(self.error())
    }

    fn options(&self, _args: &Args, _wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        Err(self.error())
    }

    fn is_shortcut(&self) -> bool {
        false
    }

    fn is_last_resort(&self) -> bool {
        true
    }
}
