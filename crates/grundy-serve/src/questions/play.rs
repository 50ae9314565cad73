//! Questions of a game in progress: the moves, a hint, the opponent's reply.

use grundy_draw::{PositionPicture, Style, position};
use grundy_report::Level;
use grundy_rules::Move;
use serde::Serialize;

use super::{Answer, Desk, Sent, ask};
use crate::Failure;

/// Moves that are listed, unless told otherwise, and at most.
const MOVES: usize = 200;
const MOST_MOVES: usize = 2000;

ask! {
    /// The moves of a sum, each judged.
    Moves {
        /// A sum of positions.
        expr: String,
        /// How many to list.
        moves: Option<usize>,
        /// Whether values are wanted, too; they are, unless told otherwise.
        values: Option<bool>,
        /// Whether a picture is wanted, with what each move touches in it.
        picture: Option<bool>,
    }
}

ask! {
    /// A hint in four steps.
    Hint {
        /// A sum of positions.
        expr: String,
    }
}

ask! {
    /// The move of an opponent.
    Reply {
        /// A sum of positions.
        expr: String,
        /// How well the opponent plays.
        level: Option<Level>,
        /// The same seed gives the same reply.
        seed: Option<u64>,
    }
}

/// The moves of a sum, and its picture if that is wanted.
#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    moves: grundy_report::Moves,
    #[serde(flatten)]
    picture: Option<PositionPicture>,
}

/// Answers `moves`.
pub fn moves(ask: Moves, sent: &Sent, desk: &Desk) -> Result<Answer, Failure> {
    let (engine, settings) = (desk.engine(sent)?, sent.settings()?);
    let sum = sent.sum(&engine, &settings, &ask.expr)?;
    let most = ask.moves.unwrap_or(MOVES).min(MOST_MOVES);
    let moves = if ask.values.unwrap_or(true) {
        grundy_report::Moves::new(&engine, &sum, most)?
    } else {
        grundy_report::Moves::judged(&engine, &sum, most)?
    };
    let picture = ask.picture.unwrap_or(false).then(|| {
        let plays: Vec<Move> = moves.moves.iter().map(|one| one.play.clone()).collect();
        position(&sum, &plays, &[], &Style { standalone: false, ..Style::default() })
    });
    Answer::json(&Shown { moves, picture }, desk)
}

/// Answers `hint`.
pub fn hint(ask: Hint, sent: &Sent, desk: &Desk) -> Result<Answer, Failure> {
    let (engine, settings) = (desk.engine(sent)?, sent.settings()?);
    let sum = sent.sum(&engine, &settings, &ask.expr)?;
    Answer::json(&grundy_report::Hint::new(&engine, &sum)?, desk)
}

/// Answers `reply`.
pub fn reply(ask: Reply, sent: &Sent, desk: &Desk) -> Result<Answer, Failure> {
    let (engine, settings) = (desk.engine(sent)?, sent.settings()?);
    let sum = sent.sum(&engine, &settings, &ask.expr)?;
    let (level, seed) = (ask.level.unwrap_or_default(), ask.seed.unwrap_or_default());
    Answer::json(&grundy_report::Reply::of_level(&engine, &sum, level, seed)?, desk)
}
