//! What a perfect player does: wins if that is possible, keeps a draw, and resists as long as it can otherwise.

use crate::defence::{self, Resistance};
use crate::moves::{is_over, winning};
use crate::verdict::Judgement;
use crate::{Error, Text, json};
use grundy::Outcome;
use grundy_rules::{Engine, Error as RulesError, Move, Sum};
use serde::Serialize;
use std::ops::ControlFlow;

/// Turns of a range without an end among which a move that keeps a draw is looked for.
const TURNS: u64 = 1 << 16;

/// The move of a perfect player.
#[derive(Debug, Clone, Serialize)]
pub struct Reply {
    /// The sum that is moved in.
    #[serde(rename = "expr", serialize_with = "json::text")]
    pub sum: Sum,
    /// Who wins it.
    #[serde(serialize_with = "json::text")]
    pub outcome: Outcome,
    /// The move; nothing if no move is left.
    #[serde(rename = "move", serialize_with = "json::play_if")]
    pub play: Option<Move>,
    /// What it leaves.
    #[serde(serialize_with = "json::text_if")]
    pub after: Option<Sum>,
    /// What the move leads to.
    pub verdict: Option<Judgement>,
    /// In a lost sum, how the move was chosen: only `longest` is known to last longest.
    pub resistance: Option<Resistance>,
    /// How many moves are still made, this one included, if the sum is lost and that is known.
    pub lasts: Option<u64>,
}

impl Reply {
    /// The reply in a sum. A won sum is answered by a winning move, or with an error that names the limit.
    pub fn new(engine: &Engine, sum: &Sum) -> Result<Reply, Error> {
        let outcome = engine.outcome(sum)?;
        let reply = |play: Option<Move>, verdict| {
            let verdict = play.as_ref().map(|_| verdict);
            let after = play.as_ref().map(|play| sum.after(play));
            Reply { sum: sum.clone(), outcome, play, after, verdict, resistance: None, lasts: None }
        };
        Ok(match outcome {
            Outcome::Next => {
                let play = winning(engine, sum, outcome, 1)?.moves.into_iter().next();
                reply(play, Judgement::Wins)
            }
            Outcome::Draw => reply(Some(keeping_draw(engine, sum)?), Judgement::Draws),
            Outcome::Previous => match defence::best(engine, sum)? {
                Some(best) => Reply {
                    resistance: Some(best.resistance),
                    lasts: best.lasts,
                    ..reply(Some(best.play), Judgement::Loses)
                },
                None => reply(None, Judgement::Loses),
            },
        })
    }

    /// Whether the move is known to last longest in a lost sum.
    pub fn is_longest(&self) -> bool {
        self.resistance == Some(Resistance::Longest)
    }

    /// For people: one line.
    pub fn text(&self) -> Text {
        let out = Text::default();
        let misere = self.sum.misere;
        match (&self.play, self.outcome) {
            (None, Outcome::Next) if misere => out.plain("there is no move, and under misère play that wins"),
            (None, _) => out.plain("there is no move"),
            (Some(play), Outcome::Next) => out.plain("try ").good(play),
            (Some(play), Outcome::Draw) => {
                out.plain(format_args!("no move wins; {play} keeps the opponent from winning"))
            }
            (Some(play), Outcome::Previous) => {
                let how = match self.resistance {
                    Some(Resistance::Longest) => "resists longest",
                    Some(Resistance::Little) => "gives up little",
                    _ => "is one of them",
                };
                out.plain(format_args!("every move loses against perfect play; {play} {how}"))
            }
        }
    }
}

/// A move after which the opponent cannot win. In a draw there is one.
fn keeping_draw(engine: &Engine, sum: &Sum) -> Result<Move, Error> {
    for (component, term) in sum.terms.iter().enumerate() {
        let (mut found, mut failure) = (None, None);
        engine.first_options(&term.component, TURNS, &mut |to| {
            let play = Move { component, from: term.component.clone(), to };
            match engine.outcome(&sum.after(&play)) {
                Ok(Outcome::Next) => return ControlFlow::Continue(()),
                Ok(_) => found = Some(play),
                Err(error) => failure = Some(error),
            }
            ControlFlow::Break(())
        })?;
        if let Some(error) = failure {
            return Err(error.into());
        }
        if let Some(play) = found {
            return Ok(play);
        }
    }
    if is_over(engine, sum)? {
        return Err(RulesError::Contradiction(format!("{sum} is a draw without a move")).into());
    }
    Err(Error::NotFound(format!("{sum} is a draw, but no move that keeps it was found among the options looked at")))
}
