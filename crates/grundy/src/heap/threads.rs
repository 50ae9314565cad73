//! How pieces of work are run: one after another, or on a pool of threads.
//!
//! The blocks of the engines take a quarter of a millisecond, less than a sleeping thread needs to wake a few times. So the
//! threads of a pool stay awake as long as an engine runs: they spin for a moment when there is nothing to do, then let
//! others use the processor.

use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

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

    /// Runs the work inside the pool, whose threads stay awake meanwhile. Not to be nested: a thread that waits inside
    /// would never come back to what it was doing.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        let Some(pool) = &self.pool else { return work() };
        let over = AtomicBool::new(false);
        pool.install(|| {
            let lead = rayon::current_thread_index();
            rayon::scope(|scope| {
                scope.spawn_broadcast(|_, context| {
                    if Some(context.index()) != lead {
                        stay_awake(&over);
                    }
                });
                let _signal = OnDrop(|| over.store(true, Ordering::Release));
                work()
            })
        })
    }

    pub fn count(&self) -> usize {
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
        (0..parts).into_par_iter().map(|index| f(part(count, index, parts))).collect()
    }

    /// Runs `lead` here and `member` on all other threads.
    pub fn together<R: Send>(&self, lead: impl FnOnce() -> R + Send, member: impl Fn() + Sync) -> R {
        let Some(_) = self.pool else { return lead() };
        rayon::scope(|scope| {
            for _ in 1..self.count() {
                scope.spawn(|_| member());
            }
            lead()
        })
    }
}

/// The range `index` of `0..count` cut into `parts`.
pub(super) fn part(count: usize, index: usize, parts: usize) -> Range<usize> {
    count * index / parts..count * (index + 1) / parts
}

/// Looks for work of the pool until it is over.
fn stay_awake(over: &AtomicBool) {
    let mut idle = Idle::default();
    while !over.load(Ordering::Acquire) {
        match rayon::yield_now() {
            Some(rayon::Yield::Executed) => idle = Idle::default(),
            _ => idle.wait(),
        }
    }
}

/// How a thread waits for something that comes soon.
#[derive(Default)]
pub(super) struct Idle {
    rounds: u32,
}

impl Idle {
    /// Waits a moment.
    pub fn wait(&mut self) {
        const SPINS: u32 = 1 << 10;
        if self.rounds < SPINS {
            self.rounds += 1;
            std::hint::spin_loop();
        } else {
            std::thread::yield_now();
        }
    }
}

/// Does something at the end of a scope, also when it panics.
struct OnDrop<F: Fn()>(F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

/// Work in pieces, each of which is done once, by whoever takes it. The results stay where they are and are written over
/// the next time: memory that one thread allocates and another frees makes both wait.
#[derive(Debug, Default)]
pub(super) struct Stage<T> {
    results: Vec<RwLock<T>>,
    pieces: usize,
    taken: AtomicUsize,
    done: AtomicUsize,
}

impl<T: Default> Stage<T> {
    /// The work is still to be done, in so many pieces.
    pub fn start(&mut self, pieces: usize) {
        if self.results.len() < pieces {
            self.results.resize_with(pieces, RwLock::default);
        }
        self.pieces = pieces;
        (*self.taken.get_mut(), *self.done.get_mut()) = (0, 0);
    }

    /// Whether nobody is needed any more.
    pub fn is_taken(&self) -> bool {
        self.taken.load(Ordering::Relaxed) >= self.pieces
    }

    /// Does pieces as long as there are any. `work` gets the index of a piece, the number of all, and the last result to
    /// write over.
    pub fn work(&self, work: impl Fn(usize, usize, &mut T)) {
        while !self.is_taken() {
            let index = self.taken.fetch_add(1, Ordering::Relaxed);
            if index < self.pieces {
                // A piece that panics counts as done, so that nobody waits for it; the panic itself ends the work later.
                let _done = OnDrop(|| {
                    self.done.fetch_add(1, Ordering::Release);
                });
                let mut place = self.results[index].write().unwrap_or_else(PoisonError::into_inner);
                // Not in its place while it changes: the neighbours share a line of the cache.
                let mut result = std::mem::take(&mut *place);
                work(index, self.pieces, &mut result);
                *place = result;
            }
        }
    }

    /// Waits until all pieces are done. What they gave, in order.
    pub fn wait(&self) -> Vec<RwLockReadGuard<'_, T>> {
        let mut idle = Idle::default();
        while self.done.load(Ordering::Acquire) < self.pieces {
            idle.wait();
        }
        let results = self.results[..self.pieces].iter();
        results.map(|result| result.read().unwrap_or_else(PoisonError::into_inner)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_done_once() {
        for count in [1, 2, 3, 5] {
            let threads = Threads::new(count);
            let mut stage = Stage::<Vec<usize>>::default();
            let found = threads.install(|| {
                let mut found = Vec::new();
                for pieces in [7, 0, 1, 30] {
                    stage.start(pieces);
                    let stage = &stage;
                    let work = || stage.work(|index, pieces, result| *result = part(100, index, pieces).collect());
                    let lead = || {
                        work();
                        stage.wait().iter().flat_map(|piece| piece.to_vec()).collect::<Vec<usize>>()
                    };
                    found.push(threads.together(lead, work));
                }
                found.push(threads.map_parts(100, |range| range.collect::<Vec<_>>()).concat());
                found
            });
            let all: Vec<usize> = (0..100).collect();
            assert_eq!(found, [all.clone(), vec![], all.clone(), all.clone(), all], "{count} threads");
        }
    }

    #[test]
    fn a_panic_comes_through() {
        for count in [1, 2, 3] {
            let threads = Threads::new(count);
            let mut stage = Stage::<usize>::default();
            stage.start(9);
            let work = || stage.work(|index, _, _| assert!(index != 5, "piece five"));
            let lead = || {
                work();
                stage.wait().len()
            };
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                threads.install(|| threads.together(lead, work))
            }));
            assert!(result.is_err(), "{count} threads");
        }
    }
}
