//! What an evaluation has used: steps and memory. Built-in functions report their work here too, so that neither
//! `divisors(10^18)` nor a list of 2^60 items gets away.
//!
//! Memory is counted as a tree: every live value with the size it knows of itself, shared parts once for each use.
//! That overcounts, never under. The machine takes a census only when much was allocated since the last one; what was made since
//! then counts as alive until the next.

use crate::error::{Error, Miss};
use crate::indices::Indices;
use crate::limit::Limit;
use crate::value::Val;
use grundy::{Stop, Watch};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Why an expression has no value. The machine adds the place.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// A mistake in the rules or their data.
    Bad { message: String, help: Option<String> },
    /// A limit.
    Limit(Limit),
    /// The host could not answer; the error has its own place.
    Host(Box<Error>),
}

impl Trouble {
    pub(crate) fn bad(message: impl Into<String>) -> Trouble {
        Trouble::Bad { message: message.into(), help: None }
    }

    pub(crate) fn help(self, text: impl Into<String>) -> Trouble {
        match self {
            Trouble::Bad { message, .. } => Trouble::Bad { message, help: Some(text.into()) },
            other => other,
        }
    }
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Trouble {
        Trouble::Limit(Limit::Stop(stop))
    }
}

impl From<Trouble> for Error {
    fn from(trouble: Trouble) -> Error {
        match trouble {
            Trouble::Limit(limit) => Error::Limit(limit),
            Trouble::Host(error) => *error,
            Trouble::Bad { message, .. } => Error::bad(message),
        }
    }
}

impl From<Trouble> for Miss<Error> {
    fn from(trouble: Trouble) -> Miss<Error> {
        Miss::Error(trouble.into())
    }
}

impl From<Trouble> for Miss<Trouble> {
    /// The exact evaluator says what is wrong, and where; a limit is one for it too.
    fn from(trouble: Trouble) -> Miss<Trouble> {
        match trouble {
            Trouble::Limit(_) => Miss::Error(trouble),
            _ => Miss::NotMine,
        }
    }
}

/// Steps between two looks at the clock.
const STRIDE: u64 = 1 << 14;

/// Bytes allocated between two counts of what is alive, at most; and that part of the limit on memory.
const CENSUS: u64 = 64 << 20;
const CENSUS_PART: u64 = 8;

/// Bytes of one value.
pub(crate) const VALUE: u64 = size_of::<Val>() as u64;

/// The steps that all machines of an engine may use together.
#[derive(Debug, Clone)]
pub(crate) struct Budget {
    limit: u64,
    used: Arc<AtomicU64>,
}

impl Budget {
    pub(crate) fn new(limit: u64) -> Budget {
        Budget { limit, used: Arc::default() }
    }

    /// Steps that were used, but for those that no meter has settled yet.
    pub(crate) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }
}

/// The steps that a search may use before other methods are asked, and the time that it must leave them; without a limit unless one is set.
#[derive(Debug, Clone)]
pub(crate) struct Leash {
    steps: Arc<AtomicU64>,
    /// Nanoseconds.
    leaves: Arc<AtomicU64>,
}

impl Default for Leash {
    fn default() -> Leash {
        Leash { steps: Arc::new(AtomicU64::new(u64::MAX)), leaves: Arc::default() }
    }
}

impl Leash {
    /// From now on so many steps.
    pub(crate) fn set(&self, steps: u64) {
        self.steps.store(steps, Ordering::Relaxed);
    }

    /// From now on so much time must be left.
    pub(crate) fn leave(&self, time: Duration) {
        self.leaves.store(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX), Ordering::Relaxed);
    }

    fn holds(&self, steps: u64, watch: &Watch) -> bool {
        let left = self.steps.load(Ordering::Relaxed);
        if left != u64::MAX {
            self.set(left.saturating_sub(steps));
        }
        let leaves = self.leaves.load(Ordering::Relaxed);
        left > steps && (leaves == 0 || watch.left() > Duration::from_nanos(leaves))
    }
}

/// Counts steps and memory.
#[derive(Debug, Clone)]
pub(crate) struct Meter {
    watch: Watch,
    budget: Budget,
    leash: Leash,
    /// What the leash was not told yet.
    pulled: u64,
    stride: u64,
    /// Bytes that were alive at the last census, and those made since.
    live: u64,
    allocated: u64,
    /// What may be allocated until the next census.
    census_at: u64,
    /// What functions keep beside lists that are asked again and again.
    pub(crate) indices: Indices,
}

impl Meter {
    pub(crate) fn new(watch: &Watch, budget: &Budget) -> Meter {
        // Only the solver knows how many positions are solved; the evaluator would report nothing but noise.
        let watch = watch.clone().with_progress(Arc::new(|_| {}));
        Meter {
            census_at: CENSUS.min(watch.limits().memory / CENSUS_PART),
            watch,
            budget: budget.clone(),
            leash: Leash::default(),
            pulled: 0,
            stride: 0,
            live: 0,
            allocated: 0,
            indices: Indices::default(),
        }
    }

    /// A meter with a limit on steps of its own.
    pub(crate) fn with_steps(&self, steps: u64) -> Meter {
        Meter { budget: Budget::new(steps), stride: 0, ..self.clone() }
    }

    /// The same meter of a search on a leash.
    pub(crate) fn leashed(&self, leash: &Leash) -> Meter {
        Meter { leash: leash.clone(), ..self.clone() }
    }

    /// Counts `steps` of work.
    #[inline]
    pub(crate) fn work(&mut self, steps: u64) -> Result<(), Trouble> {
        self.stride = self.stride.saturating_add(steps);
        if self.stride < STRIDE { Ok(()) } else { self.settle() }
    }

    /// Counts a step. Whether no limit must be looked at: else [`Meter::work`] does so.
    #[inline]
    pub(crate) fn tick(&mut self) -> bool {
        self.stride = self.stride.saturating_add(1);
        self.stride < STRIDE && !self.census_due()
    }

    /// Counts steps that were done; the next work looks at the limits.
    #[inline]
    pub(crate) fn work_later(&mut self, steps: u32) {
        self.stride = self.stride.saturating_add(steps.into());
    }

    #[cold]
    fn settle(&mut self) -> Result<(), Trouble> {
        let steps = std::mem::take(&mut self.stride);
        let limit = self.budget.limit;
        if steps > limit || self.budget.used.fetch_add(steps, Ordering::Relaxed) > limit - steps {
            return Err(Trouble::Limit(Limit::Steps { limit }));
        }
        if !self.leash.holds(steps, &self.watch) {
            return Err(Trouble::Limit(Limit::Quick));
        }
        Ok(self.watch.check(0, 0)?)
    }

    /// Counts work that is no step of the evaluator, for the leash alone.
    #[inline]
    pub(crate) fn pull(&mut self, steps: u64) -> Result<(), Trouble> {
        self.pulled += steps;
        if self.pulled < STRIDE {
            return Ok(());
        }
        let steps = std::mem::take(&mut self.pulled);
        if self.leash.holds(steps, &self.watch) { Ok(()) } else { Err(Trouble::Limit(Limit::Quick)) }
    }

    /// Counts the making of `values` values, before they are made.
    #[inline]
    pub(crate) fn make(&mut self, values: u64) -> Result<(), Trouble> {
        self.work(values)?;
        self.allocated = self.allocated.saturating_add(values.saturating_mul(VALUE));
        let limit = self.watch.limits().memory;
        let fits = self.live.saturating_add(self.allocated) <= limit;
        if fits { Ok(()) } else { Err(Stop::Memory { limit, found: 0 }.into()) }
    }

    /// What was made so far is gone: another case begins.
    pub(crate) fn forget_made(&mut self) {
        (self.live, self.allocated) = (0, 0);
    }

    /// Fails when so many values at once are more than the limit on memory.
    pub(crate) fn fits(&self, values: u64) -> Result<(), Trouble> {
        let limit = self.watch.limits().memory;
        if values <= self.most_values() { Ok(()) } else { Err(Stop::Memory { limit, found: 0 }.into()) }
    }

    /// How many values fit the limit on memory.
    pub(crate) fn most_values(&self) -> u64 {
        self.watch.limits().memory / VALUE
    }

    #[inline]
    pub(crate) fn census_due(&self) -> bool {
        self.allocated > self.census_at
    }

    /// Takes the number of live values, counted as trees.
    pub(crate) fn census(&mut self, values: u64) -> Result<(), Trouble> {
        (self.live, self.allocated) = (values.saturating_mul(VALUE), 0);
        self.fits(values)
    }
}
