//! Why a move wins or draws, or which answer refutes it; and all moves of a position with what they lead to.

use crate::moves::{first_moves, winning};
use crate::report::value_of;
use crate::{Error, Text, json};
use grundy::{Outcome, Value};
use grundy_rules::{Engine, Move, Sum};
use serde::Serialize;
use std::fmt;

/// What a move leads to for the player who makes it, under best play of both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// The player who made it wins.
    Wins,
    /// The opponent wins.
    Loses,
    /// Nobody can force a win.
    Draws,
}

impl Judgement {
    /// Of a move that leaves a sum with this outcome.
    pub fn of_leaving(outcome: Outcome) -> Judgement {
        match outcome {
            Outcome::Previous => Judgement::Wins,
            Outcome::Next => Judgement::Loses,
            Outcome::Draw => Judgement::Draws,
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Judgement::Wins => "wins",
            Judgement::Loses => "loses",
            Judgement::Draws => "draws",
        })
    }
}

/// The verdict on one move.
#[derive(Debug, Clone, Serialize)]
pub struct Verdict {
    /// The sum that it is made in.
    #[serde(rename = "expr", serialize_with = "json::text")]
    pub sum: Sum,
    /// The move.
    #[serde(rename = "move", serialize_with = "json::play")]
    pub play: Move,
    /// What it leaves.
    #[serde(serialize_with = "json::text")]
    pub after: Sum,
    /// The value of that; none under misère play.
    #[serde(serialize_with = "json::text_if")]
    pub value_after: Option<Value>,
    /// Whether it wins. A move that does not may still draw.
    pub wins: bool,
    /// A winning answer; nothing if the move does not lose, or leaves no move under misère play.
    #[serde(serialize_with = "json::play_if")]
    pub refutation: Option<Move>,
    /// What it leads to.
    pub verdict: Judgement,
}

impl Verdict {
    /// Judges a legal move of a sum.
    pub fn new(engine: &Engine, sum: &Sum, play: &Move) -> Result<Verdict, Error> {
        let after = sum.after(play);
        let outcome = engine.outcome(&after)?;
        let refutation =
            if outcome == Outcome::Next { winning(engine, &after, outcome, 1)?.moves.into_iter().next() } else { None };
        let (value_after, verdict) = (value_of(engine, &after)?, Judgement::of_leaving(outcome));
        let wins = verdict == Judgement::Wins;
        Ok(Verdict { sum: sum.clone(), play: play.clone(), after, value_after, wins, refutation, verdict })
    }

    /// For people.
    pub fn text(&self) -> Text {
        let out = Text::default().strong(&self.play).plain(format_args!("\nIt leaves {}", self.after));
        let out = match &self.value_after {
            Some(value) => out.plain(format_args!(", of value {value}")),
            None => out,
        };
        let out = out.plain(".\n");
        match (self.verdict, &self.refutation) {
            (Judgement::Wins, _) if self.sum.misere => {
                out.good("The move wins").plain(": the opponent loses from there under misère play.\n")
            }
            (Judgement::Wins, _) => out.good("The move wins").plain(
                ": from value 0 every move of the opponent leads to another value, and you can come back to 0.\n",
            ),
            (Judgement::Loses, Some(answer)) => {
                out.bad("The move loses").plain(": the opponent answers ").strong(answer).plain(".\n")
            }
            // Only under misère play a sum is won without a move.
            (Judgement::Loses, None) => out
                .bad("The move loses")
                .plain(": no move is left, and under misère play the opponent, who cannot move, wins.\n"),
            (Judgement::Draws, _) => out.strong("The move draws").plain(": nobody can force a win from there.\n"),
        }
    }
}

/// A move with what it leads to.
#[derive(Debug, Clone, Serialize)]
pub struct MoveJudged {
    /// The move.
    #[serde(rename = "move", serialize_with = "json::play")]
    pub play: Move,
    /// What it leaves.
    #[serde(serialize_with = "json::text")]
    pub after: Sum,
    /// The value of that; none under misère play, or if values were not asked for.
    #[serde(serialize_with = "json::text_if")]
    pub value_after: Option<Value>,
    /// What it leads to.
    pub verdict: Judgement,
}

/// The moves of a sum, each judged.
#[derive(Debug, Clone, Serialize)]
pub struct Moves {
    /// The sum.
    #[serde(rename = "expr", serialize_with = "json::text")]
    pub sum: Sum,
    /// Its value; none under misère play, or if values were not asked for.
    #[serde(serialize_with = "json::text_if")]
    pub value: Option<Value>,
    /// Who wins it.
    #[serde(serialize_with = "json::text")]
    pub outcome: Outcome,
    /// Whether who cannot move wins.
    pub misere: bool,
    /// The first moves, in the order of the rules. None: there is no move.
    pub moves: Vec<MoveJudged>,
    /// Whether these are all.
    #[serde(rename = "moves_complete")]
    pub complete: bool,
}

impl Moves {
    /// Judges the first moves of a sum, at most so many, and tells the values too.
    pub fn new(engine: &Engine, sum: &Sum, most: usize) -> Result<Moves, Error> {
        Moves::told(engine, sum, most, |sum| value_of(engine, sum))
    }

    /// Judges moves without their values: who wins is often found sooner.
    pub fn judged(engine: &Engine, sum: &Sum, most: usize) -> Result<Moves, Error> {
        Moves::told(engine, sum, most, |_| Ok(None))
    }

    fn told(
        engine: &Engine,
        sum: &Sum,
        most: usize,
        value: impl Fn(&Sum) -> Result<Option<Value>, Error>,
    ) -> Result<Moves, Error> {
        let listing = first_moves(engine, sum, most)?;
        let judged = |play: Move| {
            let after = sum.after(&play);
            let verdict = Judgement::of_leaving(engine.outcome(&after)?);
            Ok(MoveJudged { play, value_after: value(&after)?, after, verdict })
        };
        let moves = listing.moves.into_iter().map(judged).collect::<Result<Vec<_>, Error>>()?;
        let (value, outcome) = (value(sum)?, engine.outcome(sum)?);
        Ok(Moves { sum: sum.clone(), value, outcome, misere: sum.misere, moves, complete: listing.complete })
    }

    /// For people: a numbered list.
    pub fn text(&self) -> Text {
        let mut out = Text::default();
        for (number, MoveJudged { play, verdict, .. }) in self.moves.iter().enumerate() {
            out = out.plain(format_args!("{:>4}  {play}  ", number + 1));
            out = match verdict {
                Judgement::Wins => out.good(verdict),
                Judgement::Loses => out.bad(verdict),
                Judgement::Draws => out.strong(verdict),
            };
            out = out.plain("\n");
        }
        match (self.moves.is_empty(), self.complete) {
            (true, _) => out.plain("there is no move\n"),
            (false, true) => out,
            (false, false) => out.plain("  ").quiet("… there may be more").plain("\n"),
        }
    }
}
