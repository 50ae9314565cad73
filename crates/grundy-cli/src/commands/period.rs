//! `grundy period GAME`: period, pre-period and saltus of a game's values, and what it is the same as.

mod certificate;

use grundy_report::{Computed, PeriodReport};

use crate::args::{LimitArgs, PeriodArgs};
use crate::context;
use crate::failure::Outcome;
use crate::output;

/// Runs the command.
pub fn run(args: &PeriodArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let (engine, game) = context::engine_for_values(&args.game, &args.rules, &settings, limits)?;
    // Only heap codes have proved periods: others need not be computed to see that there is no certificate.
    if args.certificate.is_some() && engine.heap_rule(&game, &settings)?.is_none() {
        return Err(certificate::none());
    }
    let watch = context::watch(limits);
    let mut computed = Computed::new(&engine, &game, &settings, args.limit, &watch)?;
    if let Some(path) = &args.certificate {
        certificate::write(path, computed.certificate())?;
    }
    let report = PeriodReport::new(&args.game, &mut computed, &watch);
    output::report(&report, || report.text(), json)
}
