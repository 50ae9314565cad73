//! Questions about a sum of positions: its value, who wins, why.

use grundy_report::{Explanation, Report, Verdict, find_move};
use serde::Serialize;

use super::{Answer, Desk, Sent, ask};
use crate::Failure;

/// Winning moves that are listed, unless told otherwise, and at most.
const MOVES: usize = 100;
const MOST_MOVES: usize = 10_000;

ask! {
    /// Value, outcome and winning moves.
    Solve {
        /// A sum of positions.
        expr: String,
        /// How many winning moves to list.
        moves: Option<usize>,
    }
}

ask! {
    /// Why a position is won or lost, or why a move wins or loses.
    Explain {
        /// A sum of positions.
        expr: String,
        /// The position after a move, or `FROM -> TO`.
        play as "move": Option<String>,
    }
}

/// An answer with its words.
#[derive(Serialize)]
struct Told<'a, T> {
    #[serde(flatten)]
    answer: &'a T,
    text: grundy_report::Text,
}

/// Answers `solve`.
pub fn solve(ask: Solve, sent: &Sent, desk: &Desk) -> Result<Answer, Failure> {
    let (engine, settings) = (desk.engine(sent)?, sent.settings()?);
    let sum = sent.sum(&engine, &settings, &ask.expr)?;
    let report = Report::new(&engine, &sum, ask.moves.unwrap_or(MOVES).min(MOST_MOVES))?;
    Answer::json(&report, desk)
}

/// Answers `explain`: what the command's `--json` prints, and its words as spans under `text`.
pub fn explain(ask: Explain, sent: &Sent, desk: &Desk) -> Result<Answer, Failure> {
    let (engine, settings) = (desk.engine(sent)?, sent.settings()?);
    let sum = sent.sum(&engine, &settings, &ask.expr)?;
    if let Some(text) = &ask.play {
        let play = find_move(&engine, &settings, &sum, text)?;
        let verdict = Verdict::new(&engine, &sum, &play)?;
        return Answer::json(&Told { answer: &verdict, text: verdict.text() }, desk);
    }
    let explanation = Explanation::new(&engine, &sum)?;
    Answer::json(&Told { answer: &explanation, text: explanation.text("") }, desk)
}
