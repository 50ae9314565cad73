//! How pieces of work are run: one after another, or on a pool of threads.
//!
//! The blocks of the engines take a quarter of a millisecond, less than a sleeping thread needs to wake a few times. So the
//! threads of a pool stay awake as long as an engine runs: they spin for a moment when there is nothing to do, then let
//! others use the processor.
//!
//! A piece of work must not wait for another one. Rayon lets a thread that waits do whatever is to be done, staying awake too, and
//! that ends last. (So its parallel iterators cannot be used: they wait for the pieces that they are cut into.)

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

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

    /// The results for the items, in their order. Each thread takes the next item when it has time.
    pub fn map<T: Sync, R: Send>(&self, items: &[T], f: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
        let next = AtomicUsize::new(0);
        let take = || {
            let index = next.fetch_add(1, Ordering::Relaxed);
            items.get(index).map(|item| (index, f(item)))
        };
        let mut others: Vec<Vec<(usize, R)>> = (1..self.count().min(items.len())).map(|_| Vec::new()).collect();
        let lead = || std::iter::from_fn(take).collect();
        let mut done: Vec<(usize, R)> = self.together(lead, &mut others, |done| done.extend(std::iter::from_fn(take)));
        done.extend(others.into_iter().flatten());
        done.sort_unstable_by_key(|&(index, _)| index);
        done.into_iter().map(|(_, result)| result).collect()
    }

    /// Cuts `0..count` into a few ranges.
    pub fn map_parts<R: Send>(&self, count: usize, f: impl Fn(Range<usize>) -> R + Sync + Send) -> Vec<R> {
        let parts = if self.pool.is_some() { (2 * self.count()).min(count.max(1)) } else { 1 };
        let ranges: Vec<Range<usize>> = (0..parts).map(|index| part(count, index, parts)).collect();
        self.map(&ranges, |range| f(range.clone()))
    }

    /// Runs `lead` here and `member` for each of the others beside it. A member may start late, even after the lead's end.
    pub fn together<T: Send, R: Send>(
        &self,
        lead: impl FnOnce() -> R + Send,
        others: &mut [T],
        member: impl Fn(&mut T) + Sync,
    ) -> R {
        let Some(_) = self.pool else { return lead() };
        let member = &member;
        rayon::scope(|scope| {
            for other in others {
                scope.spawn(move |_| member(other));
            }
            lead()
        })
    }
}

/// The range `index` of `0..count` cut into `parts`.
fn part(count: usize, index: usize, parts: usize) -> Range<usize> {
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
pub(super) struct OnDrop<F: Fn()>(pub F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_done_once() {
        for count in [1, 2, 3, 5] {
            let threads = Threads::new(count);
            let mut others = vec![0; count - 1];
            let found = threads.install(|| {
                let lead = threads.together(|| 7, &mut others, |other| *other += 1);
                assert_eq!(lead, 7);
                threads.map_parts(100, |range| range.collect::<Vec<_>>()).concat()
            });
            assert_eq!(others, vec![1; count - 1], "{count} threads");
            assert!(found.into_iter().eq(0..100), "{count} threads");
        }
    }

    #[test]
    fn a_panic_comes_through() {
        for count in [2, 3] {
            let threads = Threads::new(count);
            let mut others = vec![0; count - 1];
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                threads.install(|| threads.together(|| 7, &mut others, |_| panic!("a member")))
            }));
            assert!(result.is_err(), "{count} threads");
        }
    }

    #[test]
    fn nobody_waits_for_a_thread_that_stays_awake() {
        // More threads than processors: some lose theirs at bad moments.
        let threads = Threads::new(8);
        let items: Vec<usize> = (0..32).collect();
        for round in 0..4000 {
            let found = threads.install(|| threads.map(&items, |item| (0..20 * item).fold(round, |a, b| a ^ b)));
            assert_eq!(found.len(), items.len());
        }
    }
}
