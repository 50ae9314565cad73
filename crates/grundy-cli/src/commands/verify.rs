//! `grundy verify FILE`: checks a certificate with the independent checker.

use grundy_report::VerifyReport;

use crate::args::{LimitArgs, VerifyArgs};
use crate::failure::{Failure, Outcome};
use crate::{context, output};

/// Runs the command. Exit code 1: the certificate is not accepted.
pub fn run(args: &VerifyArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let watch = context::plain_watch(limits);
    let bytes = context::read_bytes(&args.file).map_err(Failure::input)?;
    let report = VerifyReport::new(&bytes, watch.limits())?;
    output::report(&report, || report.text(), json)?;
    if report.accepted { Ok(()) } else { Err(Failure::no()) }
}
