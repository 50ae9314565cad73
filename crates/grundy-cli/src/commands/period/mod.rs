//! `grundy period GAME`: period, pre-period and saltus of a game's values, and what it is the same as.

mod certificate;
mod relatives;

use grundy::heap::{Period, Repetition, Sequence};
use serde_json::json;

use crate::args::{LimitArgs, PeriodArgs};
use crate::context;
use crate::failure::Outcome;
use crate::observed::{Observed, observe};
use crate::output::{self, BOLD, DIM, GOOD, paint};

use relatives::Relatives;

/// Heaps of a code that are computed at most, and arguments of other rules, unless told otherwise.
const HEAPS: u64 = 1 << 20;
const ARGUMENTS: u64 = 10_000;

/// Runs the command.
pub fn run(args: &PeriodArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let (engine, game) = context::engine_for_values(&args.game, &args.rules, &settings, limits)?;
    let Some(rule) = engine.heap_rule(&game, &settings)? else {
        if args.certificate.is_some() {
            return Err(certificate::none());
        }
        let last = args.limit.unwrap_or(ARGUMENTS).saturating_sub(1);
        let observed = observe(&engine, &game, &settings, last)?;
        return if json {
            observed_json(&args.game, &observed)
        } else {
            output::print(&observed_text(&args.game, &observed))
        };
    };
    let watch = context::watch(limits);
    let mut sequence = Sequence::new(rule);
    sequence.extend(u128::from(args.limit.unwrap_or(HEAPS).saturating_sub(1)), &watch)?;
    if let Some(path) = &args.certificate {
        certificate::write(path, &sequence)?;
    }
    let relatives = Relatives::of(&mut sequence, &args.game, &watch);
    if json {
        print_json(&args.game, &sequence, &relatives)
    } else {
        output::print(&text(&args.game, &sequence, &relatives))
    }
}

fn print_json(game: &str, sequence: &Sequence, relatives: &Relatives) -> Outcome {
    let period = sequence.period();
    let found = period.repetition();
    let (form, equals) = relatives.json();
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
        "standard_form": form,
        "same_values_as": equals,
    }))
}

fn text(game: &str, sequence: &Sequence, relatives: &Relatives) -> String {
    let period = sequence.period();
    let computed = format!("computed heaps 0..{}", sequence.len().saturating_sub(1));
    let proved = matches!(period, Period::Proved(..));
    found_text(game, period.repetition(), proved) + &relatives.text() + &paint(DIM, computed) + "\n"
}

fn found_text(game: &str, found: Option<Repetition>, proved: bool) -> String {
    let Some(found) = found else { return format!("{game}: no period seen\n") };
    let (status, why) = if proved {
        (paint(GOOD, "proved"), "the hypotheses of the period theorem were all checked")
    } else {
        (paint(BOLD, "observed"), "it holds on the computed heaps, nothing more")
    };
    let saltus = if found.saltus == 0 { String::new() } else { format!(", saltus {}", found.saltus) };
    let exception = found.last_exception().map_or("none".into(), |n| n.to_string());
    let (period, preperiod) = (paint(BOLD, found.period), found.preperiod);
    format!(
        "{game}: period {period}{saltus}, {status}\n  pre-period {preperiod}, last exception {exception}\n  {why}\n"
    )
}

fn observed_json(game: &str, observed: &Observed) -> Outcome {
    let found = observed.repetition;
    output::print_json(json!({
        "game": game,
        "code": null,
        "status": if found.is_some() { "observed" } else { "none" },
        "period": found.map(|found| found.period),
        "preperiod": found.map(|found| found.preperiod),
        "last_exception": found.and_then(|found| found.last_exception()),
        "saltus": found.map(|found| found.saltus),
        "computed_to": observed.computed_to,
        "engine": "rules",
    }))
}

fn observed_text(game: &str, observed: &Observed) -> String {
    let computed = format!("computed 0..{} from the rules; no theorem on periods covers them", observed.computed_to);
    found_text(game, observed.repetition, false) + &paint(DIM, computed) + "\n"
}
