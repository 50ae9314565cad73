//! The rows of a survey as text, CSV or JSON lines.

use std::io::{self, Write};
use std::time::Duration;

use grundy::heap::{Repetition, Row};
use grundy_report::{Observed, to_json};
use serde_json::{Map, Value as Json, json};

use crate::args::Format;
use grundy_report::csv_field;

/// The columns, in order. The last is printed only on demand.
const COLUMNS: [&str; 13] = [
    "code",
    "status",
    "period",
    "preperiod",
    "last_exception",
    "saltus",
    "max",
    "max_at",
    "rares",
    "mask",
    "computed_to",
    "engine",
    "seconds",
];

/// What a survey finds about a game.
pub struct Findings {
    status: &'static str,
    repetition: Option<Repetition>,
    largest: Option<(u64, u64)>,
    rares: Option<u64>,
    mask: Option<u32>,
    computed_to: Option<u64>,
    engine: &'static str,
}

impl From<Row> for Findings {
    fn from(row: Row) -> Findings {
        Findings {
            status: row.period.status(),
            repetition: row.period.repetition(),
            largest: Some((row.largest, row.largest_at)),
            rares: row.rares,
            mask: row.mask,
            computed_to: row.computed_to,
            engine: row.engine,
        }
    }
}

impl From<Observed> for Findings {
    fn from(observed: Observed) -> Findings {
        Findings {
            status: if observed.repetition.is_some() { "observed" } else { "none" },
            repetition: observed.repetition,
            largest: observed.largest,
            rares: None,
            mask: None,
            computed_to: Some(observed.computed_to),
            engine: "rules",
        }
    }
}

/// One finished game: the columns as JSON, which is also how a checkpoint keeps it.
#[derive(Debug, Clone)]
pub struct Line(Map<String, Json>);

impl Line {
    /// The row of a survey.
    pub fn new(code: &str, row: &Findings, time: Duration) -> Line {
        let found = row.repetition;
        let cells = [
            json!(code),
            json!(row.status),
            json!(found.map(|found| found.period)),
            json!(found.map(|found| found.preperiod)),
            json!(found.and_then(|found| found.last_exception())),
            json!(found.map(|found| found.saltus)),
            json!(row.largest.map(|(value, _)| value)),
            json!(row.largest.map(|(_, at)| at)),
            json!(row.rares),
            json!(row.mask.map(|mask| format!("{mask:x}"))),
            json!(row.computed_to),
            json!(row.engine),
            json!((time.as_secs_f64() * 1000.0).round() / 1000.0),
        ];
        Line(COLUMNS.into_iter().map(str::to_owned).zip(cells).collect())
    }

    /// A row that was saved.
    pub fn parse(text: &str) -> Option<Line> {
        let Json::Object(cells) = serde_json::from_str(text).ok()? else { return None };
        COLUMNS.iter().all(|column| cells.contains_key(*column)).then_some(Line(cells))
    }

    /// As it is saved.
    pub fn to_saved(&self) -> String {
        Json::Object(self.0.clone()).to_string()
    }

    /// The code of the game.
    pub fn code(&self) -> Option<&str> {
        self.0.get("code").and_then(Json::as_str)
    }

    /// Writes the row.
    pub fn write(&self, format: Format, times: bool, out: &mut impl Write) -> io::Result<()> {
        if format == Format::Json {
            let cells = columns(times).iter().map(|&column| (column.to_owned(), self.0[column].clone()));
            return writeln!(out, "{}", to_json(&Json::Object(cells.collect())));
        }
        let cells: Vec<String> = columns(times).iter().map(|column| plain(&self.0[*column])).collect();
        match format {
            Format::Csv => writeln!(out, "{}", cells.iter().map(|cell| csv_field(cell)).collect::<Vec<_>>().join(",")),
            _ => {
                let padded = cells.iter().zip(columns(times)).map(|(cell, column)| {
                    format!("{:width$}", if cell.is_empty() { "-" } else { cell }, width = width(column))
                });
                writeln!(out, "{}", padded.collect::<Vec<_>>().join(" ").trim_end())
            }
        }
    }
}

/// The head of a table.
pub fn start(format: Format, times: bool, out: &mut impl Write) -> io::Result<()> {
    match format {
        Format::Json => Ok(()),
        Format::Csv => writeln!(out, "{}", columns(times).join(",")),
        _ => {
            let heads = columns(times).iter().map(|column| format!("{column:width$}", width = width(column)));
            writeln!(out, "{}", heads.collect::<Vec<_>>().join(" ").trim_end())
        }
    }
}

fn columns(times: bool) -> &'static [&'static str] {
    if times { &COLUMNS } else { &COLUMNS[..COLUMNS.len() - 1] }
}

fn width(column: &str) -> usize {
    column.len().max(8)
}

fn plain(cell: &Json) -> String {
    match cell {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    }
}
