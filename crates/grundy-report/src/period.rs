//! Period, pre-period and saltus of a game's values: proved, observed or none.

use crate::observed::{Observed, observe};
use crate::{Error, Relatives, Text};
use grundy::Watch;
use grundy::heap::{Repetition, Sequence};
use grundy_rules::{Engine, Settings};
use grundy_verify::Reject;
use serde::Serialize;

/// Heaps of a code that are computed at most, and arguments of other rules, unless told otherwise.
const HEAPS: u64 = 1 << 20;
const ARGUMENTS: u64 = 10_000;

/// The values that a period is looked for in.
#[derive(Debug)]
pub enum Computed {
    /// The heaps of a take-and-break game, for which there are theorems.
    Heaps(Box<Sequence>),
    /// The first positions of other rules.
    Rules(Observed),
}

/// What the values of a game show.
#[derive(Debug, Clone, Serialize)]
pub struct PeriodReport {
    /// The game as it was named.
    pub game: String,
    /// Its code, if it is a take-and-break game.
    pub code: Option<String>,
    /// `proved`, `observed` or `none`.
    pub status: &'static str,
    /// The period.
    pub period: Option<u64>,
    /// The least n from which on it holds.
    pub preperiod: Option<u64>,
    /// The last n that breaks it.
    pub last_exception: Option<u64>,
    /// What a period adds.
    pub saltus: Option<u64>,
    /// The last heap or argument that was looked at.
    pub computed_to: Option<u64>,
    /// What computed the values.
    pub engine: &'static str,
    /// What the game is the same as; not looked for without a code.
    #[serde(flatten)]
    pub relatives: Option<Relatives>,
}

impl Computed {
    /// Computes the values of a game, `limit` of them unless a period is proved before.
    pub fn new(
        engine: &Engine,
        game: &str,
        settings: &Settings,
        limit: Option<u64>,
        watch: &Watch,
    ) -> Result<Computed, Error> {
        let Some(rule) = engine.heap_rule(game, settings)? else {
            let last = limit.unwrap_or(ARGUMENTS).saturating_sub(1);
            return Ok(Computed::Rules(observe(engine, game, settings, last)?));
        };
        let mut sequence = Sequence::new(rule);
        sequence.extend(u128::from(limit.unwrap_or(HEAPS).saturating_sub(1)), watch)?;
        Ok(Computed::Heaps(Box::new(sequence)))
    }

    /// The certificate of a proved period, accepted by the independent checker; nothing if none is proved.
    pub fn certificate(&self) -> Result<Option<Vec<u8>>, Error> {
        let certificate = match self {
            Computed::Heaps(sequence) => sequence.certificate(),
            Computed::Rules(_) => None,
        };
        certificate.map(checked).transpose()
    }
}

/// What the prover wrote and the checker refuses contradicts one of them.
fn checked(certificate: Vec<u8>) -> Result<Vec<u8>, Error> {
    match grundy_verify::check(&certificate) {
        Ok(_) => Ok(certificate),
        Err(Reject::TooLarge | Reject::Time | Reject::Memory { .. }) => {
            Err(Error::NotFound("to check the certificate would take more than the checker allows".into()))
        }
        Err(reject) => {
            let text = format!("a period was proved, but the checker refuses it: {reject}");
            Err(grundy_rules::Error::Contradiction(text).into())
        }
    }
}

impl PeriodReport {
    /// The report on a game of this name.
    pub fn new(game: &str, computed: &mut Computed, watch: &Watch) -> PeriodReport {
        match computed {
            Computed::Heaps(sequence) => {
                let (period, engine) = (sequence.period(), sequence.engine());
                let (code, last) = (sequence.rule().to_string(), sequence.len().checked_sub(1));
                let relatives = Relatives::of(sequence, game, watch);
                let report = PeriodReport::found(game, period.status(), period.repetition(), engine, last);
                PeriodReport { code: Some(code), relatives: Some(relatives), ..report }
            }
            Computed::Rules(observed) => {
                let found = observed.repetition;
                let status = if found.is_some() { "observed" } else { "none" };
                PeriodReport::found(game, status, found, "rules", Some(observed.computed_to))
            }
        }
    }

    fn found(
        game: &str,
        status: &'static str,
        found: Option<Repetition>,
        engine: &'static str,
        computed_to: Option<u64>,
    ) -> PeriodReport {
        PeriodReport {
            game: game.to_owned(),
            code: None,
            status,
            period: found.map(|found| found.period),
            preperiod: found.map(|found| found.preperiod),
            last_exception: found.and_then(|found| found.last_exception()),
            saltus: found.map(|found| found.saltus),
            computed_to,
            engine,
            relatives: None,
        }
    }

    /// For people.
    pub fn text(&self) -> Text {
        let last = self.computed_to.unwrap_or(0);
        let computed = match &self.relatives {
            Some(_) => format!("computed heaps 0..{last}"),
            None => format!("computed 0..{last} from the rules; no theorem on periods covers them"),
        };
        let relatives = self.relatives.as_ref().map(Relatives::text).unwrap_or_default();
        self.found_text().then(relatives).quiet(computed).plain("\n")
    }

    fn found_text(&self) -> Text {
        let (out, game) = (Text::default(), &self.game);
        let (Some(period), Some(preperiod)) = (self.period, self.preperiod) else {
            return out.plain(format_args!("{game}: no period seen\n"));
        };
        let saltus = self.saltus.filter(|&saltus| saltus != 0).map_or(String::new(), |s| format!(", saltus {s}"));
        let exception = self.last_exception.map_or("none".into(), |n| n.to_string());
        let out = out.plain(format_args!("{game}: period ")).strong(period).plain(format_args!("{saltus}, "));
        let (out, why) = if self.status == "proved" {
            (out.good("proved"), "the hypotheses of the period theorem were all checked")
        } else {
            (out.strong("observed"), "it holds on the computed heaps, nothing more")
        };
        out.plain(format_args!("\n  pre-period {preperiod}, last exception {exception}\n  {why}\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refused_certificate_is_a_contradiction() {
        let mut kayles = Sequence::new("0.77".parse().unwrap());
        kayles.extend(1000, &Watch::default()).unwrap();
        let mut bytes = kayles.certificate().unwrap();
        assert!(checked(bytes.clone()).is_ok());
        bytes[20] ^= 1;
        assert_eq!(checked(bytes).unwrap_err().exit_code(), 4);
    }
}
