//! Questions about the values of a game: tables, periods, certificates, differences.

use grundy_report::table::{Format, TableAsk, count, write_table};
use grundy_report::{Computed, DiffReport, Error, PeriodReport, refuse_misere};
use serde::Deserialize;
use std::io;

use super::{Answer, Desk, Sent, ask, too_long};
use crate::Failure;

/// Heaps that two games are compared on, unless told otherwise.
const COMPARED: u64 = 10_000;

/// A number, or a text such as `10^6`.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum Count {
    /// A number.
    Number(u64),
    /// As the command line takes it.
    Text(String),
}

impl Count {
    fn text(&self) -> String {
        match self {
            Count::Number(number) => number.to_string(),
            Count::Text(text) => text.clone(),
        }
    }

    fn number(&self) -> Result<u64, Failure> {
        let text = self.text();
        count(&text).ok_or_else(|| Failure::input(format!("{text}: expected a number such as 1000, 10^6 or 2^20")))
    }
}

ask! {
    /// The values of a game.
    Table {
        /// The game.
        game: String,
        /// The last argument, or two as text.
        to: Option<Count>,
        /// The first argument, or two as text.
        from: Option<Count>,
        /// Values on a line of text.
        wrap: Option<u64>,
        /// Only the arguments with value 0.
        zeros: Option<bool>,
        /// Counts of values.
        stats: Option<bool>,
        /// The format.
        format: Option<Format>,
    }
}

ask! {
    /// The period of a game.
    Period {
        /// The game.
        game: String,
        /// Heaps to compute at most.
        limit: Option<Count>,
    }
}

ask! {
    /// The first heap where two games differ.
    Diff {
        /// One game.
        a: String,
        /// The other game.
        b: String,
        /// The last heap to compare.
        to: Option<Count>,
    }
}

/// Answers `table`, byte for byte as the command prints it.
pub fn table(ask: Table, sent: &Sent, desk: &Desk) -> Result<Answer, Failure> {
    let (engine, settings) = (desk.engine(sent)?, sent.settings()?);
    refuse_misere(&engine, &ask.game, &settings, &ask.game)?;
    if ask.wrap.is_some_and(|wrap| !(1..=1_000_000).contains(&wrap)) {
        return Err(Failure::input("wrap: expected 1 to 1000000"));
    }
    let (to, from) = (ask.to.as_ref().map(Count::text), ask.from.as_ref().map(Count::text));
    let format = ask.format.unwrap_or_default();
    let question = TableAsk {
        game: &ask.game,
        to: to.as_deref(),
        from: from.as_deref(),
        wrap: ask.wrap,
        zeros: ask.zeros.unwrap_or(false),
        stats: ask.stats.unwrap_or(false),
        format,
    };
    let mut body = Vec::new();
    let written = write_table(&engine, &ask.game, &settings, &question, &desk.watch, &mut |piece, _| {
        if body.len() + piece.len() > desk.most_answered {
            return Err(Error::from(io::Error::from(io::ErrorKind::FileTooLarge)));
        }
        body.extend_from_slice(piece);
        Ok(())
    });
    match written {
        Ok(_) => Answer::bytes(kind(format), body, desk),
        Err(Error::Write(..)) => Err(too_long(desk)),
        Err(error) => Err(error.into()),
    }
}

fn kind(format: Format) -> &'static str {
    match format {
        Format::Json => "application/json",
        Format::Csv => "text/csv; charset=utf-8",
        Format::Raw => "application/octet-stream",
        Format::Text | Format::Bfile => "text/plain; charset=utf-8",
    }
}

pub(super) fn computed(ask: &Period, sent: &Sent, desk: &Desk) -> Result<Computed, Failure> {
    let (engine, settings) = (desk.engine(sent)?, sent.settings()?);
    refuse_misere(&engine, &ask.game, &settings, &ask.game)?;
    let limit = ask.limit.as_ref().map(Count::number).transpose()?;
    Ok(Computed::new(&engine, &ask.game, &settings, limit, &desk.watch)?)
}

/// Answers `period`.
pub fn period(ask: Period, sent: &Sent, desk: &Desk) -> Result<Answer, Failure> {
    let mut computed = computed(&ask, sent, desk)?;
    Answer::json(&PeriodReport::new(&ask.game, &mut computed, &desk.watch), desk)
}

/// Answers `diff`.
pub fn diff(ask: Diff, sent: &Sent, desk: &Desk) -> Result<Answer, Failure> {
    let (engine, settings) = (desk.engine(sent)?, sent.settings()?);
    refuse_misere(&engine, &ask.a, &settings, &ask.a)?;
    refuse_misere(&engine, &ask.b, &settings, &ask.b)?;
    let to = ask.to.as_ref().map_or(Ok(COMPARED), Count::number)?;
    Answer::json(&DiffReport::new((&engine, &ask.a), (&engine, &ask.b), &settings, to, &desk.watch)?, desk)
}
