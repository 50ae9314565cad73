//! Positions that a pattern answers for: what it says, how it is known, and what follows.

use super::Explanation;
use crate::Text;
use grundy::Outcome;
use grundy_rules::pattern::Told;

impl Explanation {
    /// The patterns that answered, each once.
    pub(super) fn patterns(&self) -> Text {
        let mut all: Vec<&Told> = self.report.told.iter().flatten().collect();
        all.dedup();
        all.into_iter().fold(Text::default(), |out, told| out.then(pattern(told)))
    }

    /// What is told where the options cannot be looked at one by one: a number is too large, or only the outcome is known.
    pub(super) fn beyond(&self) -> Text {
        let report = &self.report;
        let mut out = Text::default();
        if report.lines.len() > 1 {
            let is = if report.outcome == Outcome::Previous { "0" } else { "not 0" };
            out =
                out.plain(format_args!("The value of a sum is the XOR of the values of its parts; here it is {is}.\n"));
        }
        match (report.outcome, report.moves.first()) {
            (Outcome::Next, Some(play)) => out.plain("Winning move: ").good(play).plain("\n"),
            (Outcome::Next, None) => out,
            (Outcome::Previous, _) => out.plain("There is no move to a position that is lost for the opponent.\n"),
            (Outcome::Draw, _) => out.then(self.draw()),
        }
    }
}

fn pattern(told: &Told) -> Text {
    let of = if told.values { "the values" } else { "who wins, but not the values" };
    let out = Text::default().plain(format_args!("\nA pattern tells {of}: "));
    let out = match &told.text {
        Some(text) => out.strong(text),
        None => out.plain("an automaton that reads the digits of the arguments"),
    };
    match &told.proof {
        Some(proof) => out.plain(format_args!("\nIt is {proof}.\n")),
        None => out.plain(format_args!(
            "\nIt is not proved: it was observed on all positions with a sum of arguments up to {}, nothing more.\n",
            told.tested_to
        )),
    }
}
