//! Surveys, unit by unit.

use crate::call::{self, Limits, Shared};
use crate::error::Failure;
use crate::rules::read;
use grundy_survey::{Choice, Folder, Row, Shard, run_unit};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

/// What is surveyed, cut into units.
#[pyclass(frozen, module = "grundy._core")]
pub struct Plan(Arc<grundy_survey::Plan>);

#[pymethods]
impl Plan {
    #[new]
    #[pyo3(signature = (games, settings, digits, to, limits))]
    fn new(
        py: Python<'_>,
        games: Vec<String>,
        settings: Vec<String>,
        digits: Option<u8>,
        to: u64,
        limits: &Limits,
    ) -> PyResult<Plan> {
        let shared = Shared::default();
        let watch = shared.watch(limits.limits);
        call::run(py, limits, &shared, move || {
            let choice = Choice { games, settings, list: String::new(), digits };
            let text = |path: &str| {
                let bytes = read(path)?;
                String::from_utf8(bytes).map_err(|_| format!("{path}: not UTF-8 text"))
            };
            Ok(Plan(Arc::new(grundy_survey::Plan::new(choice.games(&text, &watch)?, to))))
        })
    }

    /// How many units there are.
    #[getter]
    fn units(&self) -> usize {
        self.0.units()
    }

    /// How many games there are.
    #[getter]
    fn games(&self) -> usize {
        self.0.games().len()
    }

    /// What is surveyed, by which version.
    #[getter]
    fn head(&self) -> String {
        self.0.head()
    }

    /// The units of share `i/N`.
    fn share(&self, py: Python<'_>, shard: &str) -> PyResult<Vec<usize>> {
        let shard: Shard = shard.parse().map_err(|error: grundy_report::Error| Failure::from(error).raise(py))?;
        Ok(shard.units(&self.0).collect())
    }

    /// The units that are finished in a folder, which is made if it is not there.
    fn finished(&self, py: Python<'_>, folder: PathBuf, limits: &Limits) -> PyResult<Vec<usize>> {
        let (plan, memory) = (self.0.clone(), limits.limits.memory);
        call::run(py, limits, &Shared::default(), move || {
            let folder = Folder::open(&folder, &plan, memory)?;
            let mut units = Vec::new();
            for unit in 0..plan.units() {
                if folder.finished(&plan, unit)?.is_some() {
                    units.push(unit);
                }
            }
            Ok(units)
        })
    }

    /// The rows of a unit, as JSON objects.
    #[pyo3(signature = (unit, folder, times, limits))]
    fn run(
        &self,
        py: Python<'_>,
        unit: usize,
        folder: Option<PathBuf>,
        times: bool,
        limits: &Limits,
    ) -> PyResult<Vec<String>> {
        let plan = self.0.clone();
        let shared = Shared::default();
        let watch = shared.watch(limits.limits);
        call::run(py, limits, &shared, move || {
            let folder = folder.map(|path| Folder::open(&path, &plan, watch.limits().memory)).transpose()?;
            let rows = run_unit(&plan, unit, folder.as_ref(), &watch, &mut |_| Ok(()))?;
            Ok(rows.iter().map(|row: &Row| row.object(times).to_string()).collect())
        })
    }
}
