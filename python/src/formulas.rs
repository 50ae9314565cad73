//! Formulas, certificates, the calculator, the catalogue: questions that need no engine.

use crate::answers::told;
use crate::call::{self, Limits, Shared};
use crate::error::Failure;
use grundy::calculator;
use grundy_pattern::pattern::{Wanted, find};
use grundy_pattern::prove::{ATTEMPT, Claim, Question, prove as decide};
use grundy_report::{GameReport, GamesReport, PatternReport, ProveReport, VerifyReport, rules_of, to_json};
use grundy_rules::{Settings, catalogue};
use pyo3::prelude::*;
use serde_json::json;
use std::path::PathBuf;

/// The rules that are meant: one's own, else those of the game; positions of a code get this kind.
fn rules(game: &str, own: Option<String>, kind: &str) -> Result<(String, String), Failure> {
    match own {
        Some(text) => Ok((game.to_owned(), text)),
        None => Ok(rules_of(game, kind)?),
    }
}

/// Formulas, and the certificates of each.
#[pyfunction]
#[pyo3(signature = (game, own, kind, settings, to, limits))]
pub fn pattern(
    py: Python<'_>,
    game: String,
    own: Option<String>,
    kind: Option<String>,
    settings: Vec<Vec<(String, i128)>>,
    to: Option<u64>,
    limits: &Limits,
) -> PyResult<(String, Vec<Vec<String>>)> {
    let shared = Shared::default();
    let watch = shared.watch(limits.limits);
    call::run(py, limits, &shared, move || {
        let (name, rules) = rules(&game, own, "heap")?;
        let settings: Vec<Settings> = settings.into_iter().map(|set| Settings { set, ..Settings::default() }).collect();
        let wanted = Wanted { name: &name, rules: &rules, kind: kind.as_deref(), settings: &settings, to };
        let patterns = find(&wanted, &watch)?;
        let report = PatternReport::new(&game, settings.len(), &patterns);
        let certificates =
            patterns.found.iter().map(|found| found.shown.iter().map(|shown| shown.certificate.clone()).collect());
        Ok((told(&report, report.text()), certificates.collect()))
    })
}

/// Claims proved or refuted, and the certificate of a proof.
#[pyfunction]
#[pyo3(signature = (game, own, claims, domain, set, limits))]
pub fn prove(
    py: Python<'_>,
    game: String,
    own: Option<String>,
    claims: Vec<String>,
    domain: Option<String>,
    set: Vec<(String, i128)>,
    limits: &Limits,
) -> PyResult<(String, Option<String>)> {
    let shared = Shared::default();
    let watch = shared.watch(limits.limits);
    call::run(py, limits, &shared, move || {
        let read: Vec<Claim> = claims.iter().map(|text| Claim::read(text)).collect::<Result<_, _>>()?;
        let (name, rules) = rules(&game, own, read.first().map_or("", |claim| claim.kind.as_str()))?;
        let (settings, domain) = (Settings { set, ..Settings::default() }, domain.as_deref());
        let question =
            Question { name: &name, rules: &rules, settings: &settings, claims: &read, domain, limits: ATTEMPT };
        let answer = decide(&question, &watch)?;
        let report = ProveReport::new(&game, &claims, domain, &answer);
        Ok((told(&report, report.text()), answer.shown.map(|shown| shown.certificate)))
    })
}

/// What the independent checker says of a certificate.
#[pyfunction]
pub fn verify(py: Python<'_>, certificate: Vec<u8>, limits: &Limits) -> PyResult<String> {
    let core_limits = limits.limits;
    call::run(py, limits, &Shared::default(), move || {
        let report = VerifyReport::new(&certificate, &core_limits)?;
        Ok(told(&report, report.text()))
    })
}

/// The value of an expression of nimbers and ordinals.
#[pyfunction]
pub fn nimber(py: Python<'_>, expr: String, limits: &Limits) -> PyResult<String> {
    let shared = Shared::default();
    let watch = shared.watch(limits.limits);
    call::run(py, limits, &shared, move || {
        let value = calculator::evaluate_within(&expr, &watch).map_err(|error| {
            let caret = " ".repeat(expr.get(..error.at).map_or(0, |before| before.chars().count()));
            Failure::Input(format!("{}\n  {expr}\n  {caret}^", error.message))
        })?;
        Ok(value.to_string())
    })
}

/// The catalogue, or one game of it; nothing if there is none of that name.
#[pyfunction]
#[pyo3(signature = (name=None))]
pub fn games(name: Option<&str>) -> Option<String> {
    match name {
        None => Some(to_json(&GamesReport::new()).to_string()),
        Some(name) => {
            let entry = catalogue::find(name)?;
            let mut answer = to_json(&GameReport::new(entry));
            answer["rules"] = json!(entry.text);
            Some(answer.to_string())
        }
    }
}

/// Writes a file as a whole: beside it first, then renamed.
#[pyfunction]
pub fn write(py: Python<'_>, path: PathBuf, bytes: Vec<u8>) -> PyResult<()> {
    let written = py.detach(|| grundy_survey::replace(&path, &bytes));
    written.map_err(|error| Failure::File(error.kind(), format!("{}: {error}", path.display())).raise(py))
}
