//! Games by name, and engines that are kept from one call to the next: what they have learnt stays known. An engine answers one call
//! at a time, so that cancelling one call leaves the others alone.

use crate::call::{self, Limits, Shared};
use crate::error::Failure;
use grundy::Watch;
use grundy_pattern::Finder;
use grundy_rules::native::Files;
use grundy_rules::{Engine, Library, Settings, catalogue, data_from_json};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Engines that are kept.
const KEPT: usize = 4;
/// An engine that has done more than this is not kept: its tables may be large.
const MOST_STEPS: u64 = 1 << 26;
const MOST_FOUND: u64 = 1 << 20;
/// Files that an EXPR names may have so many bytes.
const LARGEST_FILE: u64 = 64 << 20;

/// Params and data: `set` as pairs, `data` as the JSON of an object.
pub type Given = (Vec<(String, i128)>, String);

/// The catalogue with rule files of one's own, and files that an EXPR may name.
#[pyclass(frozen, module = "grundy._core")]
pub struct Rules {
    library: Library,
    files: Arc<Folder>,
    idle: Mutex<Vec<Worker>>,
}

/// An engine and the flag of its calls.
pub struct Worker {
    /// The engine.
    pub engine: Engine,
    /// Its watch.
    pub watch: Watch,
    shared: Shared,
}

impl Rules {
    /// The catalogue with these rule files and these files, each with its name.
    pub fn load(texts: &[(String, String)], files: Vec<(String, String)>) -> Result<Rules, Failure> {
        let mut library = catalogue::library();
        for (name, text) in texts {
            library.add_rules(name, text).map_err(grundy_rules::Error::from)?;
        }
        let files = files.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
        Ok(Rules { library, files: Arc::new(Folder(files)), idle: Mutex::default() })
    }

    /// Runs `work` with an engine.
    pub fn with_engine<T: Send + 'static>(
        &self,
        py: Python<'_>,
        limits: &Limits,
        work: impl FnOnce(&Worker) -> Result<T, Failure> + Send + 'static,
    ) -> PyResult<T> {
        let kept = if limits.usual { self.lock().pop() } else { None };
        let worker = kept.unwrap_or_else(|| self.worker(limits));
        let shared = worker.shared.clone();
        let (answer, worker) = call::run(py, limits, &shared, move || Ok((work(&worker), worker)))?;
        let small = worker.engine.steps() < MOST_STEPS && shared.found() < MOST_FOUND;
        let mut idle = self.lock();
        if limits.usual && small && idle.len() < KEPT {
            idle.push(worker);
        }
        drop(idle);
        answer.map_err(|failure| failure.raise(py))
    }

    /// Params, data and files.
    pub fn settings(&self, py: Python<'_>, given: Given) -> PyResult<Settings> {
        let data = if given.1.is_empty() { Ok(Vec::new()) } else { data_from_json(&given.1) };
        let data = data.map_err(|error| Failure::Input(format!("data: {error}")).raise(py))?;
        Ok(Settings { set: given.0, data, files: Some(self.files.clone()) })
    }

    /// The games of the rules.
    pub fn library(&self) -> &Library {
        &self.library
    }

    fn worker(&self, limits: &Limits) -> Worker {
        let shared = Shared::default();
        let watch = shared.watch(limits.limits);
        let engine = Engine::new(self.library.clone(), watch.clone()).with_patterns(Arc::new(Finder), false);
        Worker { engine, watch, shared }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Worker>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The files that were given, and those of the disk.
struct Folder(HashMap<String, Vec<u8>>);

impl Files for Folder {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        match self.0.get(path) {
            Some(bytes) => Ok(bytes.clone()),
            None => read(path),
        }
    }
}

/// A file of bounded size.
pub fn read(path: &str) -> Result<Vec<u8>, String> {
    let named = |error: std::io::Error| format!("{path}: {error}");
    let size = Path::new(path).metadata().map_err(named)?.len();
    if size > LARGEST_FILE {
        return Err(format!("{path}: {size} bytes is more than the limit of {LARGEST_FILE}"));
    }
    std::fs::read(path).map_err(named)
}
