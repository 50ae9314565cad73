//! The first heap where two games differ.
//!
//! Take-and-break games are compared by their rules, standard forms and proved periods first, so that equality can be
//! said for all heaps; others are compared value by value.

use crate::{Error, Text};
use grundy::heap::{Comparison, Rule, Sequence, compare};
use grundy::{Value, Watch};
use grundy_rules::{Engine, Settings, Table};
use serde::Serialize;

/// Heaps compared at a time.
const CHUNK: u64 = 1 << 14;

/// Heaps that are compared before all are computed: most games differ early.
const FIRST: u64 = 1 << 12;

/// What a comparison found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Finding {
    /// The games differ.
    Differ {
        /// The first heap or argument where they do.
        first_difference: u64,
        /// The value of the one.
        value_a: String,
        /// The value of the other.
        value_b: String,
    },
    /// No difference was found.
    Equal {
        /// Whether there is none at all.
        proved: bool,
        /// The last heap or argument compared, if nothing is known beyond.
        compared_to: Option<u64>,
    },
}

/// The comparison of two games.
#[derive(Debug, Clone, Serialize)]
pub struct DiffReport {
    /// The one.
    pub a: String,
    /// The other.
    pub b: String,
    /// Whether no difference was found.
    pub equal: bool,
    /// What was found.
    #[serde(flatten)]
    pub finding: Finding,
}

impl DiffReport {
    /// Compares two games, each with its engine and the name by which that knows it, up to a heap or argument.
    pub fn new(
        a: (&Engine, &str),
        b: (&Engine, &str),
        settings: &Settings,
        to: u64,
        watch: &Watch,
    ) -> Result<DiffReport, Error> {
        let finding = match (a.0.heap_rule(a.1, settings)?, b.0.heap_rule(b.1, settings)?) {
            (Some(one), Some(other)) => heaps(one, other, to, watch)?,
            _ => tables(a, b, settings, to)?,
        };
        let equal = matches!(finding, Finding::Equal { .. });
        Ok(DiffReport { a: a.1.to_owned(), b: b.1.to_owned(), equal, finding })
    }

    /// For people.
    pub fn text(&self) -> Text {
        let DiffReport { a, b, finding, .. } = self;
        let out = Text::default().plain(format_args!("{a} and {b} "));
        match finding {
            Finding::Differ { first_difference, value_a, value_b } => out
                .plain("differ first at ")
                .strong(first_difference)
                .plain(format_args!(": {value_a} and {value_b}\n")),
            Finding::Equal { compared_to: Some(to), .. } => {
                out.plain(format_args!("have the same values for 0..{to}; beyond nothing is known\n"))
            }
            Finding::Equal { compared_to: None, .. } => out.plain("have the same values for all heaps, proved\n"),
        }
    }
}

fn heaps(one: Rule, other: Rule, to: u64, watch: &Watch) -> Result<Finding, Error> {
    let (mut one, mut other) = (Sequence::new(one), Sequence::new(other));
    let mut last = FIRST.min(to);
    loop {
        let found = compare(&mut one, &mut other, u128::from(last), watch)?;
        match found {
            Comparison::Equal => return Ok(Finding::Equal { proved: true, compared_to: None }),
            Comparison::DifferAt(n) => {
                let value = |sequence: &Sequence| sequence.get(n).map_or("unknown".into(), |value| value.to_string());
                let (value_a, value_b) = (value(&one), value(&other));
                return Ok(Finding::Differ { first_difference: n as u64, value_a, value_b });
            }
            Comparison::EqualSoFar if last == to => {
                return Ok(Finding::Equal { proved: false, compared_to: Some(to) });
            }
            Comparison::EqualSoFar => last = to,
        }
    }
}

fn tables(a: (&Engine, &str), b: (&Engine, &str), settings: &Settings, to: u64) -> Result<Finding, Error> {
    for start in (0..=to).step_by(CHUNK as usize) {
        let end = start.saturating_add(CHUNK - 1).min(to);
        let left = row(a.0, a.1, settings, start, end)?;
        let right = row(b.0, b.1, settings, start, end)?;
        if let Some(at) = left.iter().zip(&right).position(|(x, y)| x != y) {
            let (value_a, value_b) = (left[at].to_string(), right[at].to_string());
            return Ok(Finding::Differ { first_difference: start + at as u64, value_a, value_b });
        }
    }
    Ok(Finding::Equal { proved: false, compared_to: Some(to) })
}

fn row(engine: &Engine, game: &str, settings: &Settings, start: u64, end: u64) -> Result<Vec<Value>, Error> {
    match engine.table(game, settings, &[start..=end])? {
        Table::Row(values) => Ok(values),
        Table::Grid(_) => Err(Error::Bad(format!("{game} has two arguments; diff compares games of one"))),
    }
}
