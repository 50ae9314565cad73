//! `grundy verify FILE`: checks a certificate with the independent checker.

use serde_json::json;

use crate::args::VerifyArgs;
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::output::{self, BAD, GOOD, paint};

/// Runs the command. Exit code 1: the certificate is not accepted.
pub fn run(args: &VerifyArgs, json: bool) -> Outcome {
    let bytes = context::read_bytes(&args.file).map_err(Failure::input)?;
    let checked = grundy_verify::check(&bytes);
    if json {
        let (report, reason) = (checked.as_ref().ok(), checked.as_ref().err());
        output::print_json(json!({
            "accepted": report.is_some(),
            "reason": reason.map(ToString::to_string),
            "code": report.map(|report| report.rule.clone()),
            "period": report.map(|report| report.period),
            "preperiod": report.map(|report| report.preperiod),
            "saltus": report.map(|report| report.saltus),
            "checked_heaps": report.map(|report| report.heaps),
            "theorem": report.map(|report| report.theorem),
        }))?;
    } else {
        output::print(&match &checked {
            Ok(report) => format!("{}: {report}\n", paint(GOOD, "accepted")),
            Err(reason) => format!("{}: {reason}\n", paint(BAD, "not accepted")),
        })?;
    }
    checked.map(drop).map_err(|_| Failure::no())
}
