//! `grundy period GAME`: period, pre-period and saltus of a game's values.

use std::path::Path;

use grundy::heap::{Period, Sequence};
use serde_json::json;

use crate::args::{LimitArgs, PeriodArgs};
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::output::{self, BOLD, DIM, GOOD, paint};

/// Runs the command.
pub fn run(args: &PeriodArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let (engine, game) = context::engine_for(&args.game, &args.rules, limits)?;
    let Some(rule) = engine.heap_rule(&game, &settings)? else {
        return Err(Failure::input(format!("{game} is not a take-and-break game: its periods are not known")));
    };
    let watch = context::watch(limits);
    let mut sequence = Sequence::new(rule);
    sequence.extend(u128::from(args.limit.saturating_sub(1)), &watch)?;
    if let Some(path) = &args.certificate {
        write_certificate(path, &sequence)?;
    }
    if json { print_json(&args.game, &sequence) } else { output::print(&text(&args.game, &sequence)) }
}

/// Writes the certificate of a proved period: first beside the file, then in its place, so that none is ever half-written.
fn write_certificate(path: &Path, sequence: &Sequence) -> Outcome {
    let Some(bytes) = sequence.certificate() else {
        return Err(Failure { code: 1, message: "no certificate written: no period was proved".into() });
    };
    files::replace(path, &bytes).map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

fn print_json(game: &str, sequence: &Sequence) -> Outcome {
    let period = sequence.period();
    let found = period.repetition();
    output::print_json(json!({
        "game": game,
        "code": sequence.rule().to_string(),
        "status": period.status(),
        "period": found.map(|found| found.period),
        "preperiod": found.map(|found| found.preperiod),
        "last_exception": found.and_then(|found| found.last_exception()),
        "saltus": found.map(|found| found.saltus),
        "computed_to": sequence.len().checked_sub(1),
        "engine": sequence.engine(),
    }))
}

fn text(game: &str, sequence: &Sequence) -> String {
    let period = sequence.period();
    let computed = format!("computed heaps 0..{}", sequence.len().saturating_sub(1));
    let Some(found) = period.repetition() else {
        return format!("{game}: no period seen\n{}\n", paint(DIM, computed));
    };
    let (status, why) = match period {
        Period::Proved(..) => (paint(GOOD, "proved"), "the hypotheses of the period theorem were all checked"),
        _ => (paint(BOLD, "observed"), "it holds on the computed heaps, nothing more"),
    };
    let saltus = if found.saltus == 0 { String::new() } else { format!(", saltus {}", found.saltus) };
    let exception = found.last_exception().map_or("none".into(), |n| n.to_string());
    format!(
        "{game}: period {}{saltus}, {status}\n  pre-period {}, last exception {exception}\n  {why}\n{}\n",
        paint(BOLD, found.period),
        found.preperiod,
        paint(DIM, computed)
    )
}
