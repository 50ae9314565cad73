//! Why a position is won or lost, told from the definition: the options and their values, the mex, the XOR in binary, the move
//! that makes it 0. Under misère play, and where play may go on for ever, what takes their place.

mod advice;
mod by_value;
mod columns;
mod pattern;

pub use by_value::{Group, Loopy, OptionsByValue};
pub use columns::{Columns, Row};

use crate::moves::is_over;
use crate::report::outcome_text;
use crate::{Error, Reply, Report, Text, json};
use grundy::Outcome;
use grundy_rules::{Engine, Move, Sum};
use serde::Serialize;

/// Winning moves that are looked at.
const MOVES: usize = 100;

/// Everything that `explain` says.
#[derive(Debug, Clone, Serialize)]
pub struct Explanation {
    /// The answer that is explained.
    #[serde(flatten)]
    pub report: Report,
    /// The options of each term by value; none under misère play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<OptionsByValue>>,
    /// The nim-sum of the terms; nothing for one position, or under misère play.
    #[serde(rename = "xor", skip_serializing_if = "Option::is_none")]
    pub columns: Option<Columns>,
    /// In a draw, a move after which the opponent cannot win.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "json::play_if")]
    pub keeps_draw: Option<Move>,
    /// Whether no move is left; nothing if that is not known, since a range without an end showed no move so far.
    pub over: Option<bool>,
    /// Whether the theorem on misère Nim answered, so that nothing was searched.
    #[serde(skip)]
    pub misere_nim: bool,
}

impl Explanation {
    /// Explains a sum.
    pub fn new(engine: &Engine, sum: &Sum) -> Result<Explanation, Error> {
        let report = Report::new(engine, sum, MOVES)?;
        let huge = sum.terms.iter().any(|term| term.component.is_huge());
        let beyond = huge || report.value.is_none();
        let options = if beyond {
            None
        } else {
            let of = |(line, strategy): (&crate::Line, &String)| OptionsByValue::of(engine, line, strategy);
            Some(report.lines.iter().zip(&report.strategy).map(of).collect::<Result<Vec<_>, Error>>()?)
        };
        let keeps_draw = if report.outcome == Outcome::Draw { Reply::new(engine, sum)?.play } else { None };
        let several = report.lines.len() > 1 || report.lines.iter().any(|line| line.count != 1);
        let columns = (several && !beyond).then(|| Columns::of(&report));
        let over = match is_over(engine, sum) {
            Err(Error::NotFound(_)) => None,
            Err(_) if huge => (!report.moves.is_empty()).then_some(false),
            over => Some(over?),
        };
        Ok(Explanation { options, columns, keeps_draw, over, misere_nim: engine.is_misere_nim(sum), report })
    }

    /// For people. `how` says where all winning moves are listed, behind the remark that there are more.
    pub fn text(&self, how: &str) -> Text {
        let report = &self.report;
        let out = Text::default().strong(&report.sum).plain("\n").then(outcome_text(report.outcome)).plain("\n");
        let out = out.then(self.patterns());
        let Some(options) = &self.options else {
            return out.then(if report.sum.misere { self.misere() } else { self.beyond() });
        };
        let out = options.iter().fold(out, |out, options| out.then(options.text()));
        let out = match &self.columns {
            Some(columns) => out.then(columns.text()),
            None => out,
        };
        out.then(self.advice(how))
    }

    fn misere(&self) -> Text {
        let how = if self.misere_nim {
            "; the theorem on misère Nim tells who wins"
        } else if self.report.told.iter().any(Option::is_some) {
            "; the pattern tells who wins"
        } else {
            ", so the whole sum was searched"
        };
        let out = Text::default().plain(format_args!(
            "\nThis is misère play: who makes the last move loses. Values do not add up here{how}.\n"
        ));
        match (self.report.outcome, self.report.moves.first()) {
            (Outcome::Next, Some(play)) => out.plain("A winning move: ").strong(play).plain("\n"),
            (Outcome::Next, None) => out.plain("No move is left, so the player to move has won.\n"),
            (Outcome::Previous, _) => out.plain("Every move leaves a position that the opponent wins.\n"),
            (Outcome::Draw, _) => out.then(self.draw()),
        }
    }

    /// What a draw asks for.
    fn draw(&self) -> Text {
        let out = Text::default().plain("No move wins, but not every move loses.");
        match &self.keeps_draw {
            Some(play) => out.plain(" A move after which the opponent cannot win: ").strong(play).plain("\n"),
            None => out.plain("\n"),
        }
    }
}
