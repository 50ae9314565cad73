//! A hint in four steps: who wins, which part to look at, which move, and why. A reader shows as many as are asked for.

use crate::defence::Resistance;
use crate::verdict::Judgement;
use crate::{Error, Reply, Text, json};
use grundy::Outcome;
use grundy_rules::{Engine, Move, Sum};
use serde::Serialize;

/// A hint.
#[derive(Debug, Clone, Serialize)]
pub struct Hint {
    /// The sum.
    #[serde(rename = "expr", serialize_with = "json::text")]
    pub sum: Sum,
    /// Who wins it.
    #[serde(serialize_with = "json::text")]
    pub outcome: Outcome,
    /// Step 1, who wins, in words.
    pub who: String,
    /// Step 2, which part to move in, in words; like the next steps, nothing if no move is left.
    pub part: Option<String>,
    /// Step 3, which move.
    #[serde(rename = "move", serialize_with = "json::play_if")]
    pub play: Option<Move>,
    /// Step 4, why, in words.
    pub why: Option<String>,
    /// What the move leads to.
    pub verdict: Option<Judgement>,
    /// In a lost sum, how the move was chosen.
    pub resistance: Option<Resistance>,
    #[serde(skip)]
    line: Text,
}

impl Hint {
    /// The hint for the player to move in a sum.
    pub fn new(engine: &Engine, sum: &Sum) -> Result<Hint, Error> {
        let reply = Reply::new(engine, sum)?;
        let part = reply.play.as_ref().map(|play| format!("Move in {}.", play.from));
        let why = reply.play.as_ref().map(|play| why(&reply, play));
        Ok(Hint {
            who: who(&reply).to_owned(),
            part,
            why,
            line: reply.text(),
            sum: reply.sum,
            outcome: reply.outcome,
            play: reply.play,
            verdict: reply.verdict,
            resistance: reply.resistance,
        })
    }

    /// The whole hint in one line, for people.
    pub fn text(&self) -> &Text {
        &self.line
    }

    /// The steps, for people: as many as there are.
    pub fn steps(&self) -> Vec<Text> {
        let play = self.play.as_ref().map(|play| match self.verdict {
            Some(Judgement::Wins) => Text::default().good(play),
            _ => Text::default().strong(play),
        });
        let words = |words: &String| Text::default().plain(words);
        let part = self.part.as_ref().map(words);
        let why = self.why.as_ref().map(words);
        [Some(words(&self.who)), part, play, why].into_iter().flatten().collect()
    }
}

fn who(reply: &Reply) -> &'static str {
    match (reply.outcome, &reply.play) {
        (Outcome::Next, None) => "No move is left, and under misère play the player to move has won.",
        (Outcome::Previous, None) => "No move is left: the player to move has lost.",
        (Outcome::Next, Some(_)) => "The player to move wins.",
        (Outcome::Previous, Some(_)) => "The player to move loses against perfect play.",
        (Outcome::Draw, _) => "Nobody can force a win.",
    }
}

fn why(reply: &Reply, play: &Move) -> String {
    let after = reply.sum.after(play);
    match (reply.outcome, reply.resistance) {
        (Outcome::Next, _) if reply.sum.misere => {
            format!("It leaves {after}, and who moves there loses under misère play.")
        }
        (Outcome::Next, _) => format!(
            "It leaves {after}, of value 0: whatever the opponent does then, the value becomes other than 0 and can be made 0 again."
        ),
        (Outcome::Draw, _) => format!("It leaves {after}, where the opponent cannot force a win."),
        (Outcome::Previous, Some(Resistance::Longest)) => match reply.lasts {
            Some(lasts) => format!("Every move loses; with this one play lasts longest, {lasts} more moves."),
            None => "Every move loses; no other one lasts longer.".to_owned(),
        },
        (Outcome::Previous, Some(Resistance::Little)) => {
            "Every move loses; this one lowers the value of its part by one only.".to_owned()
        }
        (Outcome::Previous, _) => "Every move loses; which one lasts longest is not known.".to_owned(),
    }
}
