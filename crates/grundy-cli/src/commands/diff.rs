//! `grundy diff A B`: the first heap where two games differ.
//!
//! Take-and-break games are compared by their rules, standard forms and proved periods first, so that equality can be
//! said for all heaps; others are compared value by value.

use grundy::heap::{Comparison, Rule, Sequence, compare};
use grundy::{Value, Watch};
use grundy_rules::{Engine, Settings, Table};
use serde_json::json;

use crate::args::{DiffArgs, LimitArgs};
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::output::{self, BOLD, paint};

/// Heaps compared at a time.
const CHUNK: u64 = 1 << 14;

/// Heaps that are compared before all are computed: most games differ early.
const FIRST: u64 = 1 << 12;

/// What was found.
enum Finding {
    Differ(u64, String, String),
    EqualForAll,
    EqualSoFar,
}

/// Runs the command. Exit code 1: the games differ.
pub fn run(args: &DiffArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let (a, a_name) = context::engine_for_values(&args.a, &args.rules, &settings, limits)?;
    let (b, b_name) = context::engine_for_values(&args.b, &args.rules, &settings, limits)?;
    let finding = match (a.heap_rule(&a_name, &settings)?, b.heap_rule(&b_name, &settings)?) {
        (Some(one), Some(other)) => heaps(one, other, args.to, &context::watch(limits))?,
        _ => tables((&a, &a_name), (&b, &b_name), &settings, args.to)?,
    };
    report(args, &finding, json)
}

fn heaps(one: Rule, other: Rule, to: u64, watch: &Watch) -> Result<Finding, Failure> {
    let (mut one, mut other) = (Sequence::new(one), Sequence::new(other));
    let mut last = FIRST.min(to);
    loop {
        let found = compare(&mut one, &mut other, u128::from(last), watch)?;
        match found {
            Comparison::Equal => return Ok(Finding::EqualForAll),
            Comparison::DifferAt(n) => {
                let value = |sequence: &Sequence| sequence.get(n).map_or("unknown".into(), |value| value.to_string());
                return Ok(Finding::Differ(n as u64, value(&one), value(&other)));
            }
            Comparison::EqualSoFar if last == to => return Ok(Finding::EqualSoFar),
            Comparison::EqualSoFar => last = to,
        }
    }
}

fn tables(a: (&Engine, &str), b: (&Engine, &str), settings: &Settings, to: u64) -> Result<Finding, Failure> {
    for start in (0..=to).step_by(CHUNK as usize) {
        let end = start.saturating_add(CHUNK - 1).min(to);
        let left = row(a.0, a.1, settings, start, end)?;
        let right = row(b.0, b.1, settings, start, end)?;
        if let Some(at) = left.iter().zip(&right).position(|(x, y)| x != y) {
            return Ok(Finding::Differ(start + at as u64, left[at].to_string(), right[at].to_string()));
        }
    }
    Ok(Finding::EqualSoFar)
}

fn row(engine: &Engine, game: &str, settings: &Settings, start: u64, end: u64) -> Result<Vec<Value>, Failure> {
    match engine.table(game, settings, &[start..=end])? {
        Table::Row(values) => Ok(values),
        Table::Grid(_) => Err(Failure::input(format!("{game} has two arguments; diff compares games of one"))),
    }
}

fn report(args: &DiffArgs, finding: &Finding, json: bool) -> Outcome {
    let DiffArgs { a, b, to, .. } = args;
    let (fields, text) = match finding {
        Finding::Differ(at, x, y) => (
            json!({ "a": a, "b": b, "equal": false, "first_difference": at, "value_a": x, "value_b": y }),
            format!("{a} and {b} differ first at {}: {x} and {y}\n", paint(BOLD, at)),
        ),
        Finding::EqualForAll => (
            json!({ "a": a, "b": b, "equal": true, "proved": true, "compared_to": null }),
            format!("{a} and {b} have the same values for all heaps, proved\n"),
        ),
        Finding::EqualSoFar => (
            json!({ "a": a, "b": b, "equal": true, "proved": false, "compared_to": to }),
            format!("{a} and {b} have the same values for 0..{to}; beyond nothing is known\n"),
        ),
    };
    if json {
        output::print_json(fields)?
    } else {
        output::print(&text)?
    }
    if matches!(finding, Finding::Differ(..)) { Err(Failure::no()) } else { Ok(()) }
}
