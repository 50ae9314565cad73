//! Questions of a game in progress: the moves, a hint, the opponent's reply.

use grundy_draw::{PositionPicture, Style, position};
use grundy_report::Level;
use grundy_rules::{Engine, Move, Sum};
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
        /// How the picture looks.
        style: Option<Style>,
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
        /// Whether the moves after the reply are wanted, too, with a picture: the next turn of a game in one question.
        next: Option<bool>,
        /// Whether these have values.
        values: Option<bool>,
        /// How the picture looks.
        style: Option<Style>,
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

/// A reply, and the turn after it.
#[derive(Serialize)]
struct Answered {
    #[serde(flatten)]
    reply: grundy_report::Reply,
    next: Shown,
}

/// How the moves of a sum are shown.
struct Wish {
    most: usize,
    values: bool,
    picture: Option<Style>,
}

impl Wish {
    fn shown(&self, engine: &Engine, sum: &Sum) -> Result<Shown, Failure> {
        let moves = if self.values {
            grundy_report::Moves::new(engine, sum, self.most)?
        } else {
            grundy_report::Moves::judged(engine, sum, self.most)?
        };
        let picture = self.picture.as_ref().map(|style| {
            let plays: Vec<Move> = moves.moves.iter().map(|one| one.play.clone()).collect();
            position(sum, &plays, &[], style)
        });
        Ok(Shown { moves, picture })
    }
}

/// The style of a picture inside a page, unless told otherwise.
fn inside(style: Option<Style>) -> Style {
    style.unwrap_or(Style { standalone: false, ..Style::default() })
}

/// Answers `moves`.
pub fn moves(ask: Moves, sent: &Sent, desk: &Desk) -> Result<Answer, Failure> {
    let (engine, settings) = (desk.engine(sent)?, sent.settings()?);
    let sum = sent.sum(&engine, &settings, &ask.expr)?;
    let wish = Wish {
        most: ask.moves.unwrap_or(MOVES).min(MOST_MOVES),
        values: ask.values.unwrap_or(true),
        picture: ask.picture.unwrap_or(false).then(|| inside(ask.style)),
    };
    Answer::json(&wish.shown(&engine, &sum)?, desk)
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
    let reply = grundy_report::Reply::of_level(&engine, &sum, level, seed)?;
    if !ask.next.unwrap_or(false) {
        return Answer::json(&reply, desk);
    }
    // Where no move is left, the next turn is this one.
    let after = sent.live(&engine, reply.after.clone().unwrap_or(sum))?;
    let wish = Wish { most: MOVES, values: ask.values.unwrap_or(true), picture: Some(inside(ask.style)) };
    let next = wish.shown(&engine, &after)?;
    Answer::json(&Answered { reply, next }, desk)
}
