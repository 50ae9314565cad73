//! `grundy verify FILE`: checks a certificate with the independent checker.

use std::fmt::Display;

use serde_json::json;

use crate::args::VerifyArgs;
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::output::{self, BAD, GOOD, paint};

/// Runs the command. Exit code 1: the certificate is not accepted.
pub fn run(args: &VerifyArgs, json: bool) -> Outcome {
    let bytes = context::read_bytes(&args.file).map_err(Failure::input)?;
    match std::str::from_utf8(&bytes) {
        Ok(text) if text.starts_with("grundy certificate ") => proof(text, json),
        _ => period(&bytes, json),
    }
}

/// A period of a heap code: format 1.
fn period(bytes: &[u8], json: bool) -> Outcome {
    let checked = grundy_verify::check(bytes);
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
        in_words(&checked)?;
    }
    checked.map(drop).map_err(|_| Failure::no())
}

/// Automata and formulas for the values of a game: format 2.
fn proof(text: &str, json: bool) -> Outcome {
    let checked = grundy_verify::check_proof(text);
    if json {
        let (report, reason) = (checked.as_ref().ok(), checked.as_ref().err());
        output::print_json(json!({
            "accepted": report.is_some(),
            "reason": reason.map(ToString::to_string),
            "claims": report.map(|report| report.claims.clone()),
            "kinds": report.map(|report| report.kinds.iter().map(|(kind, states)| json!({"kind": kind, "states": states})).collect::<Vec<_>>()),
            "set": report.map(|report| report.set.clone()),
            "encoding": report.map(|report| report.encoding),
            "numeration": report.map(|report| report.numeration.clone()),
            "play_ends": report.map(|report| report.ends),
        }))?;
    } else {
        in_words(&checked)?;
    }
    checked.map(drop).map_err(|_| Failure::no())
}

fn in_words(checked: &Result<impl Display, impl Display>) -> Outcome {
    output::print(&match checked {
        Ok(report) => format!("{}: {}\n", paint(GOOD, "accepted"), output::safe(&report.to_string())),
        Err(reason) => format!("{}: {reason}\n", paint(BAD, "not accepted")),
    })
}
