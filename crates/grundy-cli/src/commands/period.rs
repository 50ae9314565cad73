//! `grundy period GAME`: period, pre-period and saltus of a game's values, and what it is the same as.

use grundy_report::{Computed, PeriodReport};
use grundy_rules::{Engine, Settings, Table};

use crate::args::{LimitArgs, PeriodArgs};
use crate::commands::table::picture;
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::{files, output};

/// Values that are drawn.
const MOST_PLOTTED: u64 = 2000;

/// Runs the command.
pub fn run(args: &PeriodArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let (engine, game) = context::engine_for_values(&args.game, &args.rules, &settings, limits)?;
    // Only heap codes have proved periods: others need not be computed to see that there is no certificate.
    if args.certificate.is_some() && engine.heap_rule(&game, &settings)?.is_none() {
        return Err(no_certificate());
    }
    let watch = context::watch(limits);
    let mut computed = Computed::new(&engine, &game, &settings, args.limit, &watch)?;
    if let Some(path) = &args.certificate {
        let certificate = computed.certificate()?.ok_or_else(no_certificate)?;
        files::replace(path, &certificate).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    }
    let report = PeriodReport::new(&args.game, &mut computed, &watch);
    if args.plot && json {
        return Err(Failure::input("--plot is for text"));
    }
    output::report(&report, || report.text(), json)?;
    if args.plot { plot(&engine, &game, &settings, &report) } else { Ok(()) }
}

/// The first values: two periods behind the pre-period, where that is not too much.
fn plot(engine: &Engine, game: &str, settings: &Settings, report: &PeriodReport) -> Outcome {
    let seen = report.preperiod.zip(report.period).map(|(from, period)| from.saturating_add(period.saturating_mul(2)));
    let last = seen.filter(|&end| end <= MOST_PLOTTED).unwrap_or(MOST_PLOTTED).min(report.computed_to.unwrap_or(0));
    match engine.table(game, settings, &[0..=last])? {
        Table::Row(values) => output::print(&format!("\n{}", picture::plot(0, &values))),
        Table::Grid(_) => Ok(()),
    }
}

/// The answer where nothing is proved.
fn no_certificate() -> Failure {
    Failure { code: 1, message: "no certificate written: no period was proved".into() }
}
