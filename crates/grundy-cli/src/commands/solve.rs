//! `grundy solve EXPR`: value, outcome and winning moves of a sum of positions.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Instant;

use grundy_report::{Report, to_json};
use grundy_rules::pattern::Stored as _;
use grundy_rules::{Component, Engine, Settings, Sum};
use grundy_table::Stored;
use serde_json::{Value as Json, json};

use crate::args::{LimitArgs, SolveArgs};
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::interrupt::INTERRUPTED;
use crate::output;

/// The exit code of a limit.
const LIMIT: u8 = 3;

/// Lines of stdin longer than this are refused.
const LONGEST_LINE: u64 = 1 << 20;

/// Runs the command.
pub fn run(args: &SolveArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let settings = context::settings(&args.rules)?;
    if args.expr.trim() == "-" {
        return many(args, limits, settings);
    }
    let report = Solver::new(args, limits)?.solve(&settings, &args.expr)?;
    output::report(&report, || report.text(" (--moves N lists up to N)"), json)
}

/// Who answers: by the table of a folder too, if one is given.
struct Solver {
    engine: Engine,
    folder: Option<Arc<Stored>>,
    moves: usize,
}

impl Solver {
    fn new(args: &SolveArgs, limits: &LimitArgs) -> Result<Solver, Failure> {
        let engine = context::engine(&args.rules, limits, args.trust)?;
        let folder = args.folder.as_ref().map(|folder| Stored::open(folder).map(Arc::new)).transpose()?;
        let engine = match &folder {
            Some(folder) => engine.with_stored(folder.clone()),
            None => engine,
        };
        Ok(Solver { engine, folder, moves: args.moves })
    }

    fn solve(&self, settings: &Settings, expr: &str) -> Result<Report, Failure> {
        let sum = self.engine.sum(expr, settings)?;
        if let Some(folder) = &self.folder {
            self.check(folder, &sum)?;
        }
        Ok(Report::new(&self.engine, &sum, self.moves)?)
    }

    /// Refuses a folder that holds none of the games that are asked for: nobody would notice that it is the wrong one.
    fn check(&self, folder: &Stored, sum: &Sum) -> Outcome {
        let holds =
            |component: &Component| self.engine.grid_of(component).is_some_and(|grid| folder.is_for(&grid.identity()));
        if sum.terms.is_empty() || sum.terms.iter().any(|term| holds(&term.component)) {
            return Ok(());
        }
        Err(Failure::input(folder.another()))
    }
}

/// Solves each line of stdin and prints one JSON line for it; a line that fails says so and the others go on, each with limits
/// of its own. The exit code is that of the worst line. Lines may come from anywhere: they name no files, unless allowed to.
fn many(args: &SolveArgs, limits: &LimitArgs, settings: Settings) -> Outcome {
    let settings = if args.allow_files { settings } else { Settings { files: None, ..settings } };
    // Games written in Rust keep what they learn in the library: a new engine has a new one.
    let new = || Solver::new(args, limits);
    let mut solver = new()?;
    let mut input = io::stdin().lock();
    let mut out = output::stream();
    let (mut worst, mut fresh) = (0, true);
    let mut line = Vec::new();
    while next_line(&mut input, &mut line)? {
        let text = String::from_utf8_lossy(&line);
        let expr = text.trim();
        if expr.is_empty() {
            continue;
        }
        // What was learnt from the lines before is kept, but its memory is not taken from this one.
        solver.engine.restart_clock();
        let started = Instant::now();
        let mut answered = answer(&solver, &settings, expr);
        if answered.1 == LIMIT {
            solver = new()?;
            if !fresh && started.elapsed() < limits.limits().time {
                answered = answer(&solver, &settings, expr);
            }
        }
        fresh = false;
        let (answer, code) = answered;
        writeln!(out, "{answer}")?;
        out.flush()?;
        worst = worst.max(code);
        if code == INTERRUPTED {
            break;
        }
    }
    if worst == 0 { Ok(()) } else { Err(Failure { code: worst, message: String::new() }) }
}

fn answer(solver: &Solver, settings: &Settings, expr: &str) -> (Json, u8) {
    if expr.len() as u64 >= LONGEST_LINE {
        return (to_json(&json!({ "error": format!("line longer than {LONGEST_LINE} bytes"), "exit": 2 })), 2);
    }
    match solver.solve(settings, expr) {
        Ok(report) => (to_json(&report), 0),
        Err(Failure { code, message }) => {
            (to_json(&json!({ "expr": expr, "error": message.trim_end(), "exit": code })), code)
        }
    }
}

/// The next line, cut at the longest length; the rest of a cut line is skipped.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    if io::Read::take(&mut *input, LONGEST_LINE).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    let cut = line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n');
    if cut {
        input.skip_until(b'\n')?;
    }
    Ok(true)
}
