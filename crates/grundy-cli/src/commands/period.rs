//! `grundy period GAME`: period, pre-period and saltus of a game's values, and what it is the same as.

use grundy_report::{Computed, PeriodReport};

use crate::args::{LimitArgs, PeriodArgs};
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::{files, output};

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
    output::report(&report, || report.text(), json)
}

/// The answer where nothing is proved.
fn no_certificate() -> Failure {
    Failure { code: 1, message: "no certificate written: no period was proved".into() }
}
