//! `grundy diff A B`: the first heap where two games differ.

use grundy_report::DiffReport;

use crate::args::{DiffArgs, LimitArgs};
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::output;

/// Runs the command. Exit code 1: the games differ.
pub fn run(args: &DiffArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let (a, a_name) = context::engine_for_values(&args.a, &args.rules, &settings, limits)?;
    let (b, b_name) = context::engine_for_values(&args.b, &args.rules, &settings, limits)?;
    let watch = context::watch(limits);
    let report = DiffReport::new((&a, &a_name), (&b, &b_name), &settings, args.to, &watch)?;
    output::report(&report, || report.text(), json)?;
    if report.equal { Ok(()) } else { Err(Failure::no()) }
}
