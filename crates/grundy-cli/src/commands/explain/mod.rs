//! `grundy explain EXPR`: why a position is won or lost, told from the definition: the options and their values, the mex,
//! the XOR in binary, the move that makes it 0.

mod options;
mod verdict;
mod xor;

use grundy_rules::{Engine, Sum};
use serde_json::json;

use crate::args::{ExplainArgs, LimitArgs};
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::output::{self, BOLD, paint};
use crate::report::{Report, outcome_text};

use options::Options;

/// Winning moves that are looked at.
const MOVES: usize = 100;

/// Runs the command.
pub fn run(args: &ExplainArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let engine = context::engine(&args.rules, limits)?;
    let sum = engine.sum(&args.expr, &settings)?;
    if let Some(text) = &args.to {
        return verdict::run(&engine, &settings, &sum, text, json);
    }
    if json { print_json(&engine, &sum) } else { output::print(&text(&engine, &sum)?) }
}

/// The whole explanation in words.
pub fn text(engine: &Engine, sum: &Sum) -> Result<String, Failure> {
    let report = Report::new(engine, sum, MOVES)?;
    let mut out = format!("{}\n{}\n", paint(BOLD, &report.text), outcome_text(report.outcome));
    if sum.misere {
        out += &misere(&report);
        return Ok(out);
    }
    for line in &report.lines {
        let Some(value) = &line.value else { continue };
        out += &Options::of(engine, &line.component)?.text(&line.component, value);
    }
    if report.lines.len() > 1 || report.lines.iter().any(|line| line.count != 1) {
        out += &xor::text(&report);
    }
    out += &xor::advice(&report);
    Ok(out)
}

fn misere(report: &Report) -> String {
    let mut out = "\nThis is misère play: who makes the last move loses. Values do not add up here, so the whole sum was searched.\n"
        .to_owned();
    match report.moves.first() {
        Some(play) => out += &format!("A winning move: {}\n", paint(BOLD, play)),
        None => out += "Every move leaves a position that the opponent wins.\n",
    }
    out
}

fn print_json(engine: &Engine, sum: &Sum) -> Outcome {
    let report = Report::new(engine, sum, MOVES)?;
    let mut fields = report.to_json();
    if !sum.misere {
        let options =
            report.lines.iter().map(|line| Ok(Options::of(engine, &line.component)?.to_json(&line.component)));
        fields["options"] = json!(options.collect::<Result<Vec<_>, Failure>>()?);
    }
    output::print_json(fields)
}
