//! `--move`: why a move wins, or which answer refutes it.

use std::fmt::Write;

use grundy::Outcome as Winner;
use grundy_rules::{Engine, Move, Settings, Sum};
use serde_json::json;

use crate::failure::{Failure, Outcome};
use crate::legal;
use crate::output::{self, BAD, BOLD, GOOD, paint};
use crate::report::move_json;

/// Judges the move that `text` describes.
pub fn run(engine: &Engine, settings: &Settings, sum: &Sum, text: &str, json: bool) -> Outcome {
    let play = legal::find(engine, settings, sum, text)?;
    let left = sum.after(&play);
    let winner = engine.outcome(&left)?;
    let answer = engine.winning_moves(&left, 1)?.moves.into_iter().next();
    let value = if sum.misere { None } else { Some(engine.sum_value(&left)?) };
    if json {
        return output::print_json(json!({
            "expr": sum.to_string(),
            "move": move_json(&play),
            "after": left.to_string(),
            "value_after": value.map(|value| value.to_string()),
            "wins": winner == Winner::Previous,
            "refutation": answer.as_ref().map(move_json),
        }));
    }
    let mut out = format!("{}\n", paint(BOLD, &play));
    let _ = write!(out, "It leaves {left}");
    if let Some(value) = &value {
        let _ = write!(out, ", of value {value}");
    }
    out += ".\n";
    out += &words(winner, answer.as_ref(), sum.misere);
    output::print(&out)
}

fn words(winner: Winner, answer: Option<&Move>, misere: bool) -> String {
    match (winner, answer) {
        (Winner::Previous, _) if misere => {
            format!("{}: the opponent loses from there under misère play.\n", paint(GOOD, "The move wins"))
        }
        (Winner::Previous, _) => format!(
            "{}: from value 0 every move of the opponent leads to another value, and you can come back to 0.\n",
            paint(GOOD, "The move wins")
        ),
        (Winner::Next, Some(answer)) => {
            format!("{}: the opponent answers {}.\n", paint(BAD, "The move loses"), paint(BOLD, answer))
        }
        (Winner::Next, None) => format!("{}: the opponent has a winning answer.\n", paint(BAD, "The move loses")),
        (Winner::Draw, _) => format!("{}: nobody can force a win from there.\n", paint(BOLD, "The move draws")),
    }
}

impl From<legal::NotAMove> for Failure {
    fn from(error: legal::NotAMove) -> Self {
        Failure::input(error.0)
    }
}
