//! `grundy diff A B`: the first heap where two games differ.

use grundy::Value;
use grundy_rules::{Engine, Settings, Table};
use serde_json::json;

use crate::args::{DiffArgs, LimitArgs};
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::output::{self, BOLD, paint};

/// Heaps compared at a time.
const CHUNK: u64 = 1 << 14;

/// Runs the command. Exit code 1: the games differ.
pub fn run(args: &DiffArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let (a, a_name) = context::engine_for(&args.a, &args.rules, limits)?;
    let (b, b_name) = context::engine_for(&args.b, &args.rules, limits)?;
    for start in (0..=args.to).step_by(CHUNK as usize) {
        let end = start.saturating_add(CHUNK - 1).min(args.to);
        let left = row(&a, &a_name, &settings, start, end)?;
        let right = row(&b, &b_name, &settings, start, end)?;
        if let Some(at) = left.iter().zip(&right).position(|(x, y)| x != y) {
            return differ(args, start + at as u64, &left[at], &right[at], json);
        }
    }
    if json {
        return output::print_json(json!({ "a": args.a, "b": args.b, "equal": true, "compared_to": args.to }));
    }
    output::print(&format!("{} and {} have the same values for 0..{}\n", args.a, args.b, args.to))
}

fn row(engine: &Engine, game: &str, settings: &Settings, start: u64, end: u64) -> Result<Vec<Value>, Failure> {
    match engine.table(game, settings, &[start..=end])? {
        Table::Row(values) => Ok(values),
        Table::Grid(_) => Err(Failure::input(format!("{game} has two arguments; diff compares games of one"))),
    }
}

fn differ(args: &DiffArgs, at: u64, a: &Value, b: &Value, json: bool) -> Outcome {
    if json {
        output::print_json(json!({
            "a": args.a, "b": args.b, "equal": false, "first_difference": at,
            "value_a": a.to_string(), "value_b": b.to_string(),
        }))?;
    } else {
        let at = paint(BOLD, at);
        output::print(&format!("{} and {} differ first at {at}: {a} and {b}\n", args.a, args.b))?;
    }
    Err(Failure::no())
}
