//! What the independent checker says of a certificate.

use crate::{Error, Text};
use grundy::{Limits, Stop};
use grundy_verify::{Allowance, ProofReport, Reject, Report};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};
use std::time::Instant;

/// The checker's answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct VerifyReport {
    /// Whether the certificate is accepted.
    pub accepted: bool,
    /// Why not.
    pub reason: Option<String>,
    /// What the certificate shows; every field is null if it is not accepted.
    #[serde(flatten)]
    pub shows: Map<String, Json>,
    /// The same in words.
    #[serde(skip)]
    words: String,
}

impl VerifyReport {
    /// Checks a certificate of either format. A limit is not an answer of the checker.
    pub fn new(bytes: &[u8], limits: &Limits) -> Result<VerifyReport, Error> {
        let allowed = Allowance { memory: limits.memory, deadline: Instant::now().checked_add(limits.time) };
        match std::str::from_utf8(bytes) {
            Ok(text) if text.starts_with("grundy certificate ") => {
                Ok(proof(decided(grundy_verify::check_proof_within(text, allowed), limits)?))
            }
            _ => Ok(period(decided(grundy_verify::check_within(bytes, allowed), limits)?)),
        }
    }

    fn told(told: Result<String, String>, shows: Json) -> VerifyReport {
        let shows = if let Json::Object(shows) = shows { shows } else { Map::new() };
        let (accepted, reason) = (told.is_ok(), told.as_ref().err().cloned());
        VerifyReport { accepted, reason, shows, words: told.unwrap_or_else(|reason| reason) }
    }

    /// For people.
    pub fn text(&self) -> Text {
        let out = Text::default();
        let out = if self.accepted { out.good("accepted") } else { out.bad("not accepted") };
        out.plain(format_args!(": {}\n", crate::safe(&self.words)))
    }
}

/// What the checker says, or the limit that ended it.
fn decided<T>(checked: Result<T, Reject>, limits: &Limits) -> Result<Result<T, Reject>, Error> {
    match checked {
        Err(Reject::Time) => Err(Stop::Time { limit: limits.time, found: 0 }.into()),
        Err(Reject::Memory { limit }) => Err(Stop::Memory { limit, found: 0 }.into()),
        checked => Ok(checked),
    }
}

/// A period of a heap code: format 1.
fn period(checked: Result<Report, Reject>) -> VerifyReport {
    let report = checked.as_ref().ok();
    let shows = json!({
        "code": report.map(|report| report.rule.clone()),
        "period": report.map(|report| report.period),
        "preperiod": report.map(|report| report.preperiod),
        "saltus": report.map(|report| report.saltus),
        "checked_heaps": report.map(|report| report.heaps),
        "theorem": report.map(|report| report.theorem),
    });
    VerifyReport::told(checked.as_ref().map(ToString::to_string).map_err(ToString::to_string), shows)
}

/// Automata and formulas for the values of a game: format 2.
fn proof(checked: Result<ProofReport, Reject>) -> VerifyReport {
    let report = checked.as_ref().ok();
    let kind = |(kind, states): &(String, usize)| json!({"kind": kind, "states": states});
    let shows = json!({
        "claims": report.map(|report| report.claims.clone()),
        "kinds": report.map(|report| report.kinds.iter().map(kind).collect::<Vec<_>>()),
        "set": report.map(|report| report.set.clone()),
        "encoding": report.map(|report| report.encoding),
        "numeration": report.map(|report| report.numeration.clone()),
        "play_ends": report.map(|report| report.ends),
    });
    VerifyReport::told(checked.as_ref().map(ToString::to_string).map_err(ToString::to_string), shows)
}
