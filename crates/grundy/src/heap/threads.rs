//! How pieces of work are run: one after another, or on a pool of threads.

use rayon::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// A pool, or none. All methods but `install` must be called inside `install`.
#[derive(Debug, Clone, Default)]
pub(super) struct Threads {
    pool: Option<Arc<rayon::ThreadPool>>,
}

impl Threads {
    pub fn new(count: usize) -> Self {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count);
        Threads { pool: if count > 1 { pool.build().ok().map(Arc::new) } else { None } }
    }

    /// Runs the work inside the pool.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match &self.pool {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    fn count(&self) -> usize {
        self.pool.as_ref().map_or(1, |pool| pool.current_num_threads())
    }

    pub fn map<T: Sync, R: Send>(&self, items: &[T], f: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
        match self.pool {
            Some(_) => items.par_iter().map(f).collect(),
            None => items.iter().map(f).collect(),
        }
    }

    /// Cuts `0..count` into a few ranges.
    pub fn map_parts<R: Send>(&self, count: usize, f: impl Fn(Range<usize>) -> R + Sync + Send) -> Vec<R> {
        let Some(_) = self.pool else { return vec![f(0..count)] };
        let parts = (2 * self.count()).min(count.max(1));
        let piece = |part: usize| count * part / parts..count * (part + 1) / parts;
        (0..parts).into_par_iter().map(|part| f(piece(part))).collect()
    }

    pub fn join<A: Send, B: Send>(&self, a: impl FnOnce() -> A + Send, b: impl FnOnce() -> B + Send) -> (A, B) {
        match self.pool {
            Some(_) => rayon::join(a, b),
            None => (a(), b()),
        }
    }
}
