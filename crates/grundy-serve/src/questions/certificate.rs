//! Certificates, for `grundy verify`.

use super::pattern::{Pattern, Prove, found, proved};
use super::sequence::{Count, Period, computed};
use super::{Answer, Desk, Sent, ask};
use crate::Failure;

ask! {
    /// The certificate of a period, of claims, or of the first pattern that is found and proved.
    Certificate {
        /// The game.
        game: String,
        /// Heaps to compute at most.
        limit: Option<Count>,
        /// Claims; without them it is the certificate of the period.
        claims: Option<Vec<String>>,
        /// The positions that count.
        domain as "where": Option<String>,
        /// Whether it is the certificate of a pattern.
        pattern: Option<bool>,
    }
}

/// Answers `certificate`: the bytes that `--certificate` writes.
pub fn certificate(ask: Certificate, sent: &Sent, desk: &Desk) -> Result<Answer, Failure> {
    let none = |what: &str| Failure::input(format!("no certificate: {what} was proved"));
    let bytes = match ask.claims {
        None if ask.pattern.unwrap_or(false) => {
            let patterns = found(&Pattern { game: ask.game, to: None }, sent, desk)?;
            patterns.certificate().ok_or_else(|| none("no pattern"))?.to_vec()
        }
        Some(claims) => {
            let answer = proved(&Prove { game: ask.game, claims, domain: ask.domain }, sent, desk)?;
            answer.shown.ok_or_else(|| none("none of the claims"))?.certificate.into_bytes()
        }
        None => {
            let computed = computed(&Period { game: ask.game, limit: ask.limit }, sent, desk)?;
            computed.certificate()?.ok_or_else(|| none("no period"))?
        }
    };
    Answer::bytes("application/octet-stream", bytes, desk)
}
