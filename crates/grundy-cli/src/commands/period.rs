//! `grundy period GAME`: period, pre-period and saltus of a game's values, and what it is the same as.

use std::path::Path;

use grundy_report::{Computed, PeriodReport};

use crate::args::{LimitArgs, PeriodArgs};
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::files;
use crate::output;

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
        write_certificate(path, &computed)?;
    }
    let report = PeriodReport::new(&args.game, &mut computed, &watch);
    output::report(&report, || report.text(), json)
}

fn no_certificate() -> Failure {
    Failure { code: 1, message: "no certificate written: no period was proved".into() }
}

/// Writes the certificate of a proved period: first beside the file, then in its place, so that none is ever half-written.
fn write_certificate(path: &Path, computed: &Computed) -> Outcome {
    let bytes = computed.certificate().ok_or_else(no_certificate)?;
    files::replace(path, &bytes).map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}
