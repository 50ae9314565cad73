//! Limits, cancellation and progress of long computations: one object that every solver looks at from time to time.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How much one computation may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Positions in memory.
    pub positions: u64,
    /// Bytes of tables.
    pub memory: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// Threads, 0 for one a core. How many there are changes no result.
    pub threads: usize,
}

/// How many cores there are, asked once: the answer takes the system some files to read.
static CORES: OnceLock<usize> = OnceLock::new();

impl Limits {
    /// How many threads that is.
    pub fn thread_count(&self) -> usize {
        match self.threads {
            0 => *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from)),
            count => count,
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Limits { positions: 200_000_000, memory: 4 << 30, time: Duration::from_secs(3600), threads: 0 }
    }
}

/// Why a computation ended before its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// The limit on positions, and how many had been solved.
    Positions {
        /// The limit.
        limit: u64,
        /// Positions solved by then.
        found: u64,
    },
    /// The limit on memory, in bytes, and how many positions had been solved.
    Memory {
        /// The limit.
        limit: u64,
        /// Positions solved by then.
        found: u64,
    },
    /// The limit on time, and how many positions had been solved.
    Time {
        /// The limit.
        limit: Duration,
        /// Positions solved by then.
        found: u64,
    },
    /// Somebody asked to stop.
    Cancelled,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Positions { limit, found } => {
                write!(f, "limit reached: {limit} positions ({found} solved); raise --max-positions")
            }
            Stop::Memory { limit, found } => {
                let mebi = limit >> 20;
                write!(f, "limit reached: {mebi} MiB of memory ({found} positions solved); raise --max-memory")
            }
            Stop::Time { limit, found } => {
                write!(f, "limit reached: {limit:?} of time ({found} positions solved); raise --timeout")
            }
            Stop::Cancelled => f.write_str("cancelled"),
        }
    }
}

impl std::error::Error for Stop {}

/// Where progress goes: called now and then with the number of positions solved so far.
pub type Progress = Arc<dyn Fn(u64) + Send + Sync>;

/// Where it goes what is being tried.
pub type Notes = Arc<dyn Fn(&str) + Send + Sync>;

/// The limits of a computation, its clock, the flag that cancels it and where it reports. Clones share clock and flag.
#[derive(Clone)]
pub struct Watch {
    limits: Limits,
    made: Instant,
    /// Nanoseconds from when it was made to when the clock was started last.
    started: Arc<AtomicU64>,
    cancel: Arc<AtomicBool>,
    progress: Option<Progress>,
    notes: Option<Notes>,
}

impl Default for Watch {
    fn default() -> Self {
        Watch::new(Limits::default())
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Watch {
    /// A watch that starts now.
    pub fn new(limits: Limits) -> Self {
        Watch {
            limits,
            made: Instant::now(),
            started: Arc::default(),
            cancel: Arc::default(),
            progress: None,
            notes: None,
        }
    }

    /// The same watch, cancelled when the flag becomes true.
    pub fn with_cancel(self, cancel: Arc<AtomicBool>) -> Self {
        Watch { cancel, ..self }
    }

    /// The same watch, reporting to `progress`.
    pub fn with_progress(self, progress: Progress) -> Self {
        Watch { progress: Some(progress), ..self }
    }

    /// The same watch, telling `notes` what is being tried.
    pub fn with_notes(self, notes: Notes) -> Self {
        Watch { notes: Some(notes), ..self }
    }

    /// Tells what is being tried from now on.
    pub fn note(&self, text: &str) {
        if let Some(notes) = &self.notes {
            notes(text);
        }
    }

    /// The same watch with another limit on positions.
    pub fn with_positions(self, positions: u64) -> Self {
        Watch { limits: Limits { positions, ..self.limits }, ..self }
    }

    /// The same watch with another limit on memory.
    pub fn with_memory(self, memory: u64) -> Self {
        Watch { limits: Limits { memory, ..self.limits }, ..self }
    }

    /// The same watch with another limit on time, by the same clock.
    pub fn with_time(self, time: Duration) -> Self {
        Watch { limits: Limits { time, ..self.limits }, ..self }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Starts the clock anew, for all clones: what comes next has all of the time.
    pub fn restart(&self) {
        let since = u64::try_from(self.made.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.started.store(since, Ordering::Relaxed);
    }

    fn elapsed(&self) -> Duration {
        self.made.elapsed().saturating_sub(Duration::from_nanos(self.started.load(Ordering::Relaxed)))
    }

    /// The time that is left.
    pub fn left(&self) -> Duration {
        self.limits.time.saturating_sub(self.elapsed())
    }

    /// Whether the time is over or the computation was cancelled; [`Watch::check`] says which. It reads the clock.
    pub fn is_over(&self) -> bool {
        self.cancel.load(Ordering::Relaxed) || self.elapsed() > self.limits.time
    }

    /// Fails when a limit is passed or the computation was cancelled, and reports progress. Cheap, but reads the
    /// clock: call it every few thousand steps.
    pub fn check(&self, found: u64, bytes: u64) -> Result<(), Stop> {
        let Limits { positions, memory, time, .. } = self.limits;
        if self.cancel.load(Ordering::Relaxed) {
            return Err(Stop::Cancelled);
        }
        if found > positions {
            return Err(Stop::Positions { limit: positions, found });
        }
        if bytes > memory {
            return Err(Stop::Memory { limit: memory, found });
        }
        if self.elapsed() > time {
            return Err(Stop::Time { limit: time, found });
        }
        if let Some(progress) = &self.progress {
            progress(found);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_restarted_clock_has_all_of_the_time_in_every_clone() {
        let limits = Limits { time: Duration::from_secs(3600), ..Limits::default() };
        let mut watch = Watch::new(limits);
        // As if it had been made two hours ago.
        let Some(before) = watch.made.checked_sub(Duration::from_secs(7200)) else { return };
        watch.made = before;
        let clone = watch.clone();
        assert!(watch.is_over() && matches!(clone.check(0, 0), Err(Stop::Time { .. })));
        watch.restart();
        assert!(!watch.is_over() && clone.check(0, 0).is_ok());
    }
}
