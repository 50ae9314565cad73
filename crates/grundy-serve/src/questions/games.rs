//! The catalogue, and the calculator.

use grundy::calculator;
use grundy_report::{GameReport, GamesReport};
use grundy_rules::catalogue;
use grundy_rules::diagnostic::did_you_mean;
use serde_json::json;
use std::sync::LazyLock;

use super::{Answer, Desk, Sent, ask};
use crate::Failure;

ask! {
    /// The catalogue, or one game of it.
    Games {
        /// A game, to see all that is known of it.
        name: Option<String>,
    }
}

ask! {
    /// Calculator for nimbers and ordinals.
    Nimber {
        /// An expression.
        expr: String,
    }
}

/// Answers `games`.
pub fn games(ask: Games, _sent: &Sent, desk: &Desk) -> Result<Answer, Failure> {
    // The same for everybody, and the first thing that a page asks for.
    static ALL: LazyLock<GamesReport> = LazyLock::new(GamesReport::new);
    let Some(name) = &ask.name else { return Answer::json(&*ALL, desk) };
    let Some(entry) = catalogue::find(name) else {
        let names = catalogue::entries().iter().map(|entry| entry.name);
        let help = did_you_mean(name, names).map_or(String::new(), |help| format!("\nhelp: {help}"));
        return Err(Failure::input(format!("unknown game `{name}`{help}")));
    };
    Answer::json(&GameReport::new(entry), desk)
}

/// Answers `nimber`.
pub fn nimber(ask: Nimber, _sent: &Sent, desk: &Desk) -> Result<Answer, Failure> {
    let value = calculator::evaluate(&ask.expr).map_err(|error| Failure::input(error.message))?;
    Answer::json(&json!({ "expr": ask.expr, "value": value.to_string() }), desk)
}
