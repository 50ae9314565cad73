//! Huge tables in folders, block by block.

use crate::call::{self, Limits, Shared};
use crate::error::Failure;
use crate::rules::{Given, Rules};
use grundy_report::to_json;
use grundy_rules::Engine;
use grundy_table::{Folder, Reader, Store, sound_blocks};
use pyo3::prelude::*;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;

/// Kept blocks, and lines, of one process may use this part of the table; the block at hand looks at twice as much. No process holds more than
/// a quarter of it.
const PART: u64 = 16;

/// A table, cut into blocks.
#[pyclass(frozen, module = "grundy._core")]
pub struct TablePlan(Arc<grundy_table::Plan>);

#[pymethods]
impl TablePlan {
    #[new]
    fn new(
        py: Python<'_>,
        rules: &Rules,
        game: String,
        shown: String,
        given: Given,
        to: Vec<u64>,
        limits: &Limits,
    ) -> PyResult<TablePlan> {
        let settings = rules.settings(py, given)?;
        let library = rules.library().clone();
        let shared = Shared::default();
        let watch = shared.watch(limits.limits);
        call::run(py, limits, &shared, move || {
            let engine = Engine::new(library, watch.clone()).with_steps(u64::MAX);
            let grid = engine.grid(&game, &settings)?;
            let cells = to.iter().fold(1u64, |all, last| all.saturating_mul(last.saturating_add(1)));
            let memory = watch.limits().memory.min(cells.max(1 << 20) / PART);
            Ok(TablePlan(Arc::new(grundy_table::Plan::new(&shown, grid, &to, memory)?)))
        })
    }

    /// How many blocks there are.
    #[getter]
    fn blocks(&self) -> usize {
        self.0.shape().blocks()
    }

    /// How many positions there are.
    #[getter]
    fn positions(&self) -> u64 {
        self.0.shape().cells()
    }

    /// How values are found.
    #[getter]
    fn method(&self) -> &'static str {
        self.0.method()
    }

    /// The tier of a block.
    fn tier(&self, block: usize) -> u64 {
        self.0.shape().tier(block)
    }

    /// The blocks before a block along each axis.
    fn before(&self, block: usize) -> Vec<usize> {
        self.0.shape().before(block)
    }

    /// The blocks that are there and sound in a folder, which is made if it is not there, and the damaged ones by name, which are dropped.
    fn start(&self, py: Python<'_>, folder: PathBuf, limits: &Limits) -> PyResult<(Vec<usize>, Vec<String>)> {
        let plan = self.0.clone();
        let shared = Shared::default();
        let watch = shared.watch(limits.limits);
        call::run(py, limits, &shared, move || {
            let Some(found) = Folder::open(&folder)? else {
                plan.check_size(Some(folder.as_path()), 0, None)?;
                Folder::create(&folder, plan.about().clone())?;
                return Ok((Vec::new(), Vec::new()));
            };
            found.check(plan.about())?;
            if found.shape() != plan.shape() {
                return Err(Failure::Input(format!("{}: the folder is cut into other blocks", folder.display())));
            }
            let mut damaged = Vec::new();
            let done = sound_blocks(&found, &watch, &mut |text| damaged.push(text.to_owned()))?;
            Ok(((0..done.len()).filter(|&block| done[block]).collect(), damaged))
        })
    }

    /// Makes a block whose blocks before it are there. False if it was there.
    fn make(&self, py: Python<'_>, block: usize, folder: PathBuf, limits: &Limits) -> PyResult<bool> {
        let plan = self.0.clone();
        let shared = Shared::default();
        let watch = shared.watch(limits.limits);
        call::run(py, limits, &shared, move || {
            let nothing = || Failure::Input(format!("{}: there is no table", folder.display()));
            let found = Folder::open(&folder)?.ok_or_else(nothing)?;
            found.check(plan.about())?;
            if block >= plan.shape().blocks() || found.shape() != plan.shape() {
                return Err(Failure::Input(format!("there is no block {block}")));
            }
            if found.has(block) {
                return Ok(false);
            }
            let store = Store::new(Some(&found), plan.shape().cells() / PART);
            let cells = plan.fill(block, &store, &watch)?;
            found.keep(block, &cells)?;
            Ok(true)
        })
    }

    /// Clears up a folder whose blocks are all there; what is said of the table, as JSON.
    fn end(&self, py: Python<'_>, folder: PathBuf, limits: &Limits) -> PyResult<String> {
        let plan = self.0.clone();
        call::run(py, limits, &Shared::default(), move || {
            let reader = Reader::open(&folder)?;
            reader.folder().check(plan.about())?;
            reader.folder().clear_up()?;
            let found = reader.summary()?;
            let told = json!({
                "game": plan.about().game, "to": plan.shape().last(), "positions": found.positions, "zeros": found.zeros,
                "largest": found.largest, "bytes": found.bytes, "blocks": found.blocks,
                "checksum": format!("{:016x}", found.checksum), "method": plan.method(), "order_proved": plan.is_proved(),
                "folder": folder.display().to_string(),
            });
            Ok(to_json(&told).to_string())
        })
    }
}

/// Answers from a folder.
#[pyclass(frozen, module = "grundy._core")]
pub struct TableReader(Arc<Reader>);

#[pymethods]
impl TableReader {
    #[new]
    fn new(py: Python<'_>, folder: PathBuf) -> PyResult<TableReader> {
        let reader = Reader::open(&folder).map_err(|error| Failure::from(error).raise(py))?;
        Ok(TableReader(Arc::new(reader)))
    }

    /// The last arguments.
    #[getter]
    fn to(&self) -> Vec<u64> {
        self.0.folder().shape().last()
    }

    /// The value of a position; nothing if it is not in the table.
    fn value(&self, py: Python<'_>, args: Vec<u64>) -> PyResult<Option<u32>> {
        self.0.value(&args).map_err(|error| Failure::from(error).raise(py))
    }

    /// How often each value occurs.
    fn histogram(&self, py: Python<'_>, limits: &Limits) -> PyResult<Vec<u64>> {
        let reader = self.0.clone();
        let shared = Shared::default();
        let watch = shared.watch(limits.limits);
        call::run(py, limits, &shared, move || Ok(reader.histogram(&watch)?))
    }
}
