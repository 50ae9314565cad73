//! One row of a survey: what was found about a game.

use grundy::heap::{self, Repetition};
use grundy_report::{Observed, csv_field};
use serde_json::{Map, Value as Json, json};
use std::time::Duration;

/// The columns, in order. The last is shown only on demand.
pub const COLUMNS: [&str; 13] = [
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

/// The columns that are shown.
pub fn columns(times: bool) -> &'static [&'static str] {
    if times { &COLUMNS } else { &COLUMNS[..COLUMNS.len() - 1] }
}

/// What a survey finds about a game.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    status: String,
    repetition: Option<Repetition>,
    largest: Option<(u64, u64)>,
    rares: Option<u64>,
    mask: Option<u32>,
    computed_to: Option<u64>,
    engine: Option<&'static str>,
}

impl From<heap::Row> for Findings {
    fn from(row: heap::Row) -> Findings {
        Findings {
            status: row.period.status().to_owned(),
            repetition: row.period.repetition(),
            largest: Some((row.largest, row.largest_at)),
            rares: row.rares,
            mask: row.mask,
            computed_to: row.computed_to,
            engine: Some(row.engine),
        }
    }
}

impl From<Observed> for Findings {
    fn from(observed: Observed) -> Findings {
        Findings {
            status: if observed.repetition.is_some() { "observed" } else { "none" }.to_owned(),
            repetition: observed.repetition,
            largest: observed.largest,
            computed_to: Some(observed.computed_to),
            engine: Some("rules"),
            ..Findings::default()
        }
    }
}

impl Findings {
    /// Nothing but the reason.
    pub(crate) fn failed(reason: &str) -> Findings {
        let words: Vec<&str> = reason.trim_start_matches("error: ").split_whitespace().collect();
        Findings { status: format!("{FAILED}{}", words.join(" ")), ..Findings::default() }
    }
}

/// How the status of a game begins that has no answer.
const FAILED: &str = "failed: ";

/// One finished game: the columns as JSON, which is also how a folder keeps it.
#[derive(Debug, Clone, PartialEq)]
pub struct Row(Map<String, Json>);

impl Row {
    pub(crate) fn new(code: &str, found: &Findings, time: Duration) -> Row {
        let seen = found.repetition;
        let cells = [
            json!(code),
            json!(found.status),
            json!(seen.map(|seen| seen.period)),
            json!(seen.map(|seen| seen.preperiod)),
            json!(seen.and_then(|seen| seen.last_exception())),
            json!(seen.map(|seen| seen.saltus)),
            json!(found.largest.map(|(value, _)| value)),
            json!(found.largest.map(|(_, at)| at)),
            json!(found.rares),
            json!(found.mask.map(|mask| format!("{mask:x}"))),
            json!(found.computed_to),
            json!(found.engine),
            json!((time.as_secs_f64() * 1000.0).round() / 1000.0),
        ];
        Row(COLUMNS.into_iter().map(str::to_owned).zip(cells).collect())
    }

    /// A row that was saved.
    pub(crate) fn parse(text: &str) -> Option<Row> {
        let Json::Object(cells) = serde_json::from_str(text).ok()? else { return None };
        COLUMNS.iter().all(|column| cells.contains_key(*column)).then_some(Row(cells))
    }

    /// As it is saved.
    pub(crate) fn to_saved(&self) -> String {
        Json::Object(self.0.clone()).to_string()
    }

    /// The game as it was written.
    pub fn code(&self) -> &str {
        self.cell("code").as_str().unwrap_or_default()
    }

    /// Whether there is no answer for the game; the status says why.
    pub fn has_failed(&self) -> bool {
        self.cell("status").as_str().is_some_and(|status| status.starts_with(FAILED))
    }

    /// What is in a column.
    pub fn cell(&self, column: &str) -> &Json {
        self.0.get(column).unwrap_or(&Json::Null)
    }

    /// The columns that are shown, as an object.
    pub fn object(&self, times: bool) -> Json {
        Json::Object(columns(times).iter().map(|&column| (column.to_owned(), self.cell(column).clone())).collect())
    }

    /// The cells that are shown as plain texts; nothing is an empty one.
    pub fn texts(&self, times: bool) -> Vec<String> {
        let plain = |column: &&str| match self.cell(column) {
            Json::Null => String::new(),
            Json::String(text) => text.clone(),
            other => other.to_string(),
        };
        columns(times).iter().map(plain).collect()
    }

    /// The cells that are shown as a line of a CSV file, without its end.
    pub fn csv(&self, times: bool) -> String {
        self.texts(times).iter().map(|cell| csv_field(cell)).collect::<Vec<_>>().join(",")
    }
}
