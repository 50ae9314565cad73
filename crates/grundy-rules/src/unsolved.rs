//! Why a search of positions gave no answer, in the words of the rules.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::error::Error;
use crate::eval::shown::shown;
use crate::game::{Pos, RuleGame};
use crate::limit::Limit;
use grundy::solve;

/// Positions of a cycle that a message names.
const NAMED: usize = 8;

impl RuleGame {
    /// A failed search as an error of this crate.
    pub(crate) fn unsolved(&self, error: solve::Error<Pos>) -> Error {
        match error {
            solve::Error::Stop(stop) => Error::from(stop),
            solve::Error::Components { limit } => Error::Limit(Limit::Components { limit }),
            solve::Error::Cycle(positions) => never_ends(&positions, self),
            other => Error::Contradiction(format!("unknown error of the solver: {other:?}")),
        }
    }
}

/// A position that can come back.
fn never_ends(positions: &[Pos], game: &RuleGame) -> Error {
    let program = &game.loaded.program;
    let name = |pos: &Pos| shown(&program.kinds[pos.kind].name, &pos.args);
    // Without sums that only the search takes for positions.
    let positions: Vec<&Pos> = positions.iter().filter(|pos| pos.kind.index() < program.kinds.len()).collect();
    let named: Vec<String> = positions.iter().take(NAMED).map(|pos| name(pos)).collect();
    let more = if positions.len() > NAMED { " -> …" } else { "" };
    let first = named.first().cloned().unwrap_or_default();
    let rule = positions.first().and_then(|pos| program.kinds[pos.kind].rules.first());
    let message = "play can come back to the same position and go on for ever, so there is no Grundy value";
    let error = rule.map_or_else(|| Diagnostic::general(message), |rule| Diagnostic::new(rule.span, message));
    let error = error.label("by these rules").note(format!("{}{more} -> {first}", named.join(" -> ")));
    let help = "`win` and `draw` can be asked; for a value play must end";
    Error::Loopy(Diagnostics::one(program.source.clone(), error.help(help)))
}
