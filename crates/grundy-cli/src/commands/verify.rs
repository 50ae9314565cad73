//! `grundy verify FILE`: checks a certificate with the independent checker.

use grundy_report::VerifyReport;

use crate::args::VerifyArgs;
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::output;

/// Runs the command. Exit code 1: the certificate is not accepted.
pub fn run(args: &VerifyArgs, json: bool) -> Outcome {
    let bytes = context::read_bytes(&args.file).map_err(Failure::input)?;
    let report = VerifyReport::new(&bytes);
    output::report(&report, || report.text(), json)?;
    if report.accepted { Ok(()) } else { Err(Failure::no()) }
}
