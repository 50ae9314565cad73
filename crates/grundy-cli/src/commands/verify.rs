//! `grundy verify FILE`: checks a certificate with the independent checker.

use std::fmt::Display;
use std::time::{Duration, Instant};

use grundy::{Limits, Stop};
use grundy_verify::{Allowance, ProofReport, Reject, Report};
use serde_json::json;

use crate::args::{LimitArgs, VerifyArgs};
use crate::failure::{Failure, Outcome};
use crate::output::{self, BAD, GOOD, paint};
use crate::{context, interrupt};

/// Runs the command. Exit code 1: the certificate is not accepted.
pub fn run(args: &VerifyArgs, limits: &LimitArgs, json: bool) -> Outcome {
    interrupt::end_at_once();
    let Limits { memory, time, .. } = *context::quiet_watch(limits).limits();
    let allowed = Allowance { memory, deadline: Instant::now().checked_add(time) };
    let bytes = context::read_bytes(&args.file).map_err(Failure::input)?;
    match std::str::from_utf8(&bytes) {
        Ok(text) if text.starts_with("grundy certificate ") => {
            proof(decided(grundy_verify::check_proof_within(text, allowed), time)?, json)
        }
        _ => period(decided(grundy_verify::check_within(&bytes, allowed), time)?, json),
    }
}

/// What the checker says; a limit is not its answer.
fn decided<T>(checked: Result<T, Reject>, time: Duration) -> Result<Result<T, Reject>, Failure> {
    match checked {
        Err(Reject::Time) => Err(Stop::Time { limit: time, found: 0 }.into()),
        Err(Reject::Memory { limit }) => Err(Stop::Memory { limit, found: 0 }.into()),
        checked => Ok(checked),
    }
}

/// A period of a heap code: format 1.
fn period(checked: Result<Report, Reject>, json: bool) -> Outcome {
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
fn proof(checked: Result<ProofReport, Reject>, json: bool) -> Outcome {
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
