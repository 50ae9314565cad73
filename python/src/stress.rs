//! Someone's program against the rules of a contest problem.

use crate::call::{self, Limits, Shared};
use crate::rules::{Given, Rules};
use grundy_report::to_json;
use grundy_rules::Library;
use grundy_stress::{Asked, Stress};
use pyo3::prelude::*;
use std::ffi::OsString;
use std::time::Duration;

/// Runs a program on random small inputs. The JSON of the command, and its words.
#[pyfunction]
#[pyo3(signature = (rules, name, given, program, tests, seed, asked, run_seconds, run_memory, limits))]
#[expect(clippy::too_many_arguments, reason = "the arguments of the command, called from one place")]
pub fn stress(
    py: Python<'_>,
    rules: &Rules,
    name: String,
    given: Given,
    program: Vec<OsString>,
    tests: u64,
    seed: Option<u64>,
    asked: (Vec<String>, Vec<String>, Vec<String>),
    run_seconds: f64,
    run_memory: u64,
    limits: &Limits,
) -> PyResult<(String, String)> {
    let settings = rules.settings(py, given)?;
    let text = rules.library().program(&name).map_or_else(String::new, |program| program.source.text.clone());
    let (ranges, letters, shapes) = asked;
    let run_time = Duration::try_from_secs_f64(run_seconds)
        .map_err(|_| pyo3::exceptions::PyValueError::new_err("run_time: expected a time in seconds"))?;
    let shared = Shared::default();
    let (cancelled, core_limits) = (shared.flag(), limits.limits);
    call::run(py, limits, &shared, move || {
        let mut library = Library::new();
        library.add_rules(&name, &text).map_err(grundy_rules::Error::from)?;
        let asked = Asked { ranges, letters, shapes };
        let limits = grundy::Limits { time: Duration::MAX, ..core_limits };
        let stress =
            Stress { library, name, settings, asked, program, tests, seed, run_time, run_memory, limits, cancelled };
        let report = stress.run()?;
        Ok((to_json(&report).to_string(), report.text().to_string()))
    })
}
