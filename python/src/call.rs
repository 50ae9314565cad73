//! One call from Python: the work runs on a thread of its own without the GIL, while the calling thread looks for signals, the
//! clock and progress. A signal or a limit on time sets the flag of the watch; work that does not notice it soon is left behind,
//! so that Ctrl-C always ends the call.

use crate::error::Failure;
use grundy::Watch;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How often the calling thread looks.
const LOOK: Duration = Duration::from_millis(20);
/// How long it waits for cancelled work.
const GRACE: Duration = Duration::from_millis(200);
/// Progress is shown after this time, and so often.
const SHOW_AFTER: Duration = Duration::from_secs(1);
const SHOW_EVERY: Duration = Duration::from_millis(200);

/// How much one call may use, and where it tells its progress.
#[pyclass(frozen, module = "grundy._core")]
pub struct Limits {
    /// The limits of the core.
    pub limits: grundy::Limits,
    /// Whether nothing is limited but time: then what an engine has learnt may be used.
    pub usual: bool,
    progress: Option<Py<PyAny>>,
}

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (positions=None, memory=None, seconds=None, threads=None, progress=None))]
    fn new(
        positions: Option<u64>,
        memory: Option<u64>,
        seconds: Option<f64>,
        threads: Option<u16>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Limits> {
        let usual = positions.is_none() && memory.is_none() && threads.is_none();
        let default = grundy::Limits::default();
        let time = match seconds {
            None => default.time,
            Some(seconds) => Duration::try_from_secs_f64(seconds)
                .map_err(|_| PyValueError::new_err(format!("timeout={seconds}: expected a time in seconds")))?,
        };
        let limits = grundy::Limits {
            positions: positions.unwrap_or(default.positions),
            memory: memory.unwrap_or(default.memory),
            time,
            threads: threads.map_or(default.threads, usize::from),
        };
        Ok(Limits { limits, usual, progress })
    }
}

impl Limits {
    /// Tells progress from the calling thread itself; what it raises is not for the search.
    pub fn progress(&self) -> Option<impl Fn(u64) + Send + Sync + 'static> {
        let progress = Python::attach(|py| self.progress.as_ref().map(|progress| progress.clone_ref(py)))?;
        let started = Instant::now();
        Some(move |found: u64| {
            if started.elapsed() > SHOW_AFTER {
                Python::attach(|py| drop(progress.call1(py, (found,))));
            }
        })
    }
}

/// What the thread that works and the one that waits share.
#[derive(Clone, Default)]
pub struct Shared {
    cancel: Arc<AtomicBool>,
    found: Arc<AtomicU64>,
}

impl Shared {
    /// A watch with these limits but for time, which the calling thread looks at.
    pub fn watch(&self, limits: grundy::Limits) -> Watch {
        let found = self.found.clone();
        let report = Arc::new(move |positions: u64| found.store(positions, Ordering::Relaxed));
        let limits = grundy::Limits { time: Duration::MAX, ..limits };
        Watch::new(limits).with_cancel(self.cancel.clone()).with_progress(report)
    }

    /// The flag that cancels.
    #[cfg(unix)]
    pub fn flag(&self) -> Arc<AtomicBool> {
        self.cancel.clone()
    }

    /// Positions solved when the watch was last looked at.
    pub fn found(&self) -> u64 {
        self.found.load(Ordering::Relaxed)
    }
}

/// Runs `work` and gives its answer.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    limits: &Limits,
    shared: &Shared,
    work: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> PyResult<T> {
    let (send, receive) = mpsc::sync_channel(1);
    let started = thread::Builder::new().name("grundy".into()).spawn(move || {
        // Nobody listens any more if the call was given up.
        drop(send.send(work()));
    });
    started.map_err(|error| PyRuntimeError::new_err(format!("no thread: {error}")))?;
    Waiting { py, limits, shared, receive: Mutex::new(receive), started: Instant::now(), shown: Instant::now() }.wait()
}

struct Waiting<'a, 'py, T> {
    py: Python<'py>,
    limits: &'a Limits,
    shared: &'a Shared,
    /// Only this thread receives; the lock is what lets it do so without the GIL.
    receive: Mutex<Receiver<Result<T, Failure>>>,
    started: Instant,
    shown: Instant,
}

impl<T: Send> Waiting<'_, '_, T> {
    fn wait(mut self) -> PyResult<T> {
        loop {
            match self.receive(LOOK) {
                Ok(answer) => return answer.map_err(|failure| failure.raise(self.py)),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("the computation ended without an answer: a bug of grundy"));
                }
                Err(RecvTimeoutError::Timeout) => self.look()?,
            }
        }
    }

    fn receive(&self, time: Duration) -> Result<Result<T, Failure>, RecvTimeoutError> {
        let receive = &self.receive;
        self.py.detach(|| receive.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(time))
    }

    fn look(&mut self) -> PyResult<()> {
        if let Err(signal) = self.py.check_signals() {
            self.give_up();
            return Err(signal);
        }
        let limit = self.limits.limits.time;
        if self.started.elapsed() > limit {
            let found = self.shared.found();
            self.give_up();
            return Err(Failure::from(grundy::Stop::Time { limit, found }).raise(self.py));
        }
        self.show()
    }

    /// Asks the work to stop and waits a little.
    fn give_up(&self) {
        self.shared.cancel.store(true, Ordering::Relaxed);
        drop(self.receive(GRACE));
    }

    fn show(&mut self) -> PyResult<()> {
        let Some(progress) = &self.limits.progress else { return Ok(()) };
        if self.started.elapsed() < SHOW_AFTER || self.shown.elapsed() < SHOW_EVERY {
            return Ok(());
        }
        self.shown = Instant::now();
        if let Err(error) = progress.call1(self.py, (self.shared.found(),)) {
            self.give_up();
            return Err(error);
        }
        Ok(())
    }
}
