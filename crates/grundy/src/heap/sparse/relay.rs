//! Several workers at consecutive blocks: each takes the next block, prepares it, waits for the values of the blocks before,
//! settles it and hands its values over. Whoever has time proves the values of the next block that is settled.
//!
//! All but the settling of a block runs beside the work at other blocks, and nothing but the values of a settled block, a
//! byte a heap, goes from one worker to the others: each has codes and planes of its own. (Pieces of one block for all
//! threads were slower: the planes, hundreds of lines of the cache, then go to and fro.)
//!
//! A worker that waits for long does the block itself: the other may have lost its processor, and the values are the same.
//!
//! A block is settled before those below it are proved. If a proof fails, the blocks after it do not count. What comes out
//! does not depend on the number of workers, nor on who takes what.

use super::super::threads::{Idle, OnDrop, Threads};
use super::prove::{Claim, Proof, Ring};
use super::settle::Settled;
use super::state::Coded;
use super::worker::Worker;
use super::{BLOCK, Block, most_unproved};
use crate::watch::Stop;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// How often a worker looks for the values that it waits for before it computes them itself: several times as long as
/// step 4 takes.
const PATIENCE: u32 = 1 << 13;

/// A run of blocks.
pub(super) struct Relay<'a> {
    ring: &'a Ring,
    /// The first heap and the end.
    start: usize,
    end: usize,
    /// How many blocks may be taken and not proved when another one is taken.
    most_unproved: usize,
    /// How many blocks are taken.
    taken: AtomicUsize,
    /// How many of them are proved, or taken to be proved.
    proving: AtomicUsize,
    /// How many blocks are to be done. Less after a failure: the blocks before it are still needed.
    count: AtomicUsize,
    /// The values of the blocks.
    settled: Vec<OnceLock<Coded>>,
    outcome: Mutex<Outcome>,
}

/// What came out beside the values.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// The first heap with a rare value that is not an option, and the least such value.
    pub failure: Option<Claim>,
    /// How many values the lists left open.
    pub claims: u64,
    /// An extended value without a code; the heaps end before it.
    pub no_code: Option<u16>,
}

impl Outcome {
    fn note(&mut self, proof: Proof) {
        self.failure = self.failure.into_iter().chain(proof.failure).min();
        self.claims += proof.claims;
    }
}

impl<'a> Relay<'a> {
    /// The blocks from heap `start` on, the last of which may be cut at `end`.
    pub fn new(ring: &'a Ring, workers: usize, start: usize, blocks: usize, end: usize) -> Self {
        Relay {
            ring,
            start,
            end,
            most_unproved: most_unproved(workers),
            taken: AtomicUsize::new(0),
            proving: AtomicUsize::new(0),
            count: AtomicUsize::new(blocks),
            settled: (0..blocks).map(|_| OnceLock::new()).collect(),
            outcome: Mutex::default(),
        }
    }

    /// Runs the blocks, as long as `check` allows, which the lead asks with the number of heaps before each of its blocks and proofs.
    /// Then the lead knows all heaps before a failure, and perhaps some after it; the others know some of them.
    pub fn run(
        self,
        lead: &mut Worker,
        others: &mut [Worker],
        threads: &Threads,
        check: impl FnMut(&Worker, usize) -> Result<(), Stop> + Send,
    ) -> (Outcome, Result<(), Stop>) {
        let relay = &self;
        let goes_on = |_: &Worker, _| Ok(());
        let stop = threads.together(
            || relay.work(lead, check),
            others,
            |other| {
                // Always goes on, so it never stops.
                let _ = relay.work(other, goes_on);
            },
        );
        self.receive(lead, self.count.load(Ordering::Relaxed));
        (self.outcome.into_inner().unwrap_or_else(PoisonError::into_inner), stop)
    }

    /// Works at blocks until there are no more.
    fn work(&self, worker: &mut Worker, mut check: impl FnMut(&Worker, usize) -> Result<(), Stop>) -> Result<(), Stop> {
        // Nobody must wait for a worker that panicked.
        let _release = OnDrop(|| {
            if std::thread::panicking() {
                self.end_at(0);
            }
        });
        let result = loop {
            let index = self.taken.load(Ordering::Relaxed);
            if self.is_over(index) {
                break Ok(());
            }
            if let Err(stop) = check(worker, self.heap(index)) {
                self.end_at(index);
                break Err(stop);
            }
            let unproved = index.saturating_sub(self.proving.load(Ordering::Relaxed));
            let proved = unproved > self.most_unproved && self.prove_one(worker);
            if !proved && self.take(index) {
                self.work_at(index, worker);
            }
        };
        self.prove_all(worker);
        result
    }

    /// Takes the block, if it is still the next.
    fn take(&self, index: usize) -> bool {
        self.taken.compare_exchange(index, index + 1, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    fn work_at(&self, index: usize, worker: &mut Worker) {
        let start = self.heap(index);
        let block = Block { start, len: BLOCK.min(self.end - start) };
        // Each of the others has taken at most one block that is not settled, so enough is known then.
        self.receive(worker, index);
        worker.cover(block);
        // The more is known, the better are the slots.
        self.receive(worker, index);
        while worker.choose_slots(block) {
            self.receive(worker, index);
        }
        let mut spins = 0;
        while worker.state.len() < start {
            if self.is_over(index) {
                return;
            }
            if self.receive(worker, index) || self.prove_one(worker) {
                spins = 0;
            } else if spins < PATIENCE {
                spins += 1;
                std::hint::spin_loop();
            } else {
                // Its worker may have lost its processor.
                self.work_at(self.known(worker), worker);
                return self.work_at(index, worker);
            }
        }
        if self.settled[index].get().is_none() {
            let settled = worker.settle(block);
            self.hand_over(index, worker, settled);
        }
    }

    /// Hands the values over, unless somebody was quicker.
    fn hand_over(&self, index: usize, worker: &mut Worker, settled: Settled) {
        let coded = self.coded(index, worker, settled);
        worker.append(self.settled[index].get_or_init(|| coded));
    }

    /// Proves the values of the next block, if it is settled.
    fn prove_one(&self, worker: &mut Worker) -> bool {
        let index = self.proving.load(Ordering::Relaxed);
        if self.is_over(index) || self.settled[index].get().is_none() {
            return false;
        }
        if self.proving.compare_exchange(index, index + 1, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            self.receive(worker, index + 1);
            let len = BLOCK.min(worker.state.len() - self.heap(index));
            let proof = worker.prove(Block { start: self.heap(index), len }, self.ring);
            if proof.failure.is_some() {
                self.end_at(index + 1);
            }
            self.with_outcome(|outcome| outcome.note(proof));
        }
        true
    }

    /// Proves until the last block is proved, or taken to be proved.
    fn prove_all(&self, worker: &mut Worker) {
        let mut idle = Idle::default();
        while !self.is_over(self.proving.load(Ordering::Relaxed)) {
            if !self.prove_one(worker) {
                idle.wait();
            }
        }
    }

    /// The first heap of a block.
    fn heap(&self, index: usize) -> usize {
        self.start + index * BLOCK
    }

    /// The values up to the first without a code; then the block is the last.
    fn coded(&self, index: usize, worker: &Worker, settled: Settled) -> Coded {
        let Settled { mut xs, exact } = settled;
        if let Some(at) = worker.state.first_without_code(&xs) {
            self.with_outcome(|outcome| outcome.no_code = Some(xs[at]));
            self.end_at(index + 1);
            xs.truncate(at);
        }
        worker.state.encode(&xs, exact)
    }

    /// Appends the settled blocks below `end` that the worker does not know yet, as many as there are. Whether there was one.
    fn receive(&self, worker: &mut Worker, end: usize) -> bool {
        let first = self.known(worker);
        let fresh = self.settled[first.min(end)..end].iter().map_while(OnceLock::get);
        fresh.map(|block| worker.append(block)).count() > 0
    }

    /// How many blocks the worker knows.
    fn known(&self, worker: &Worker) -> usize {
        (worker.state.len() - self.start).div_ceil(BLOCK)
    }

    fn is_over(&self, index: usize) -> bool {
        index >= self.count.load(Ordering::Relaxed)
    }

    /// No block from this one on is needed.
    fn end_at(&self, index: usize) {
        self.count.fetch_min(index, Ordering::Relaxed);
    }

    fn with_outcome(&self, change: impl FnOnce(&mut Outcome)) {
        change(&mut self.outcome.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::moves::Moves;
    use super::super::super::sequence::Sequence;
    use super::super::super::simd::Isa;
    use super::super::state::State;
    use super::super::{FIRST_LENGTHS, LEAST_HEAPS, choose_lists};
    use super::*;
    use crate::Watch;

    const WORKERS: usize = 3;

    /// Workers at Grundy's game.
    fn workers() -> Vec<Worker> {
        let rule = "4!.0".parse().unwrap();
        let moves = Moves::of(&rule).unwrap();
        let mut sequence = Sequence::new(rule);
        sequence.extend(LEAST_HEAPS as u128 - 1, &Watch::default()).unwrap();
        let mut state = State::new(moves, sequence.values(), Isa::detect()).unwrap();
        state.workers = WORKERS;
        choose_lists(&mut state, None, FIRST_LENGTHS, &Threads::default());
        (0..WORKERS).map(|_| Worker::new(state.without_planes())).collect()
    }

    #[test]
    fn a_stop_keeps_the_blocks_before_it() {
        let (ring, mut workers, threads) = (Ring::new(), workers(), Threads::new(WORKERS));
        let (lead, others) = workers.split_first_mut().unwrap();
        let relay = Relay::new(&ring, WORKERS, LEAST_HEAPS, 20, usize::MAX);
        let mut stopped = 0;
        let check = |_: &Worker, heaps| {
            stopped = heaps;
            if heaps < LEAST_HEAPS + 3 * BLOCK { Ok(()) } else { Err(Stop::Cancelled) }
        };
        let (outcome, stop) = threads.install(|| relay.run(lead, others, &threads, check));
        let end = outcome.failure.map_or(lead.state.len(), |(n, _)| n);
        assert!(outcome.failure.is_some() || stop.is_err() && end == stopped, "{outcome:?}");
        let mut sequence = Sequence::new("4!.0".parse().unwrap());
        sequence.extend(end as u128, &Watch::default()).unwrap();
        let value = |n: usize| u64::from(lead.state.split.nim_value(u32::from(lead.state.x(n))));
        assert!((0..end).all(|n| sequence.get(n as u128) == Some(value(n))));
        for other in others {
            other.state.follow(&lead.state);
            assert_eq!(other.state.len(), lead.state.len());
            assert_eq!(other.state.forward, lead.state.forward);
        }
    }

    #[test]
    fn a_panic_comes_through() {
        let (ring, mut workers, threads) = (Ring::new(), workers(), Threads::new(WORKERS));
        let (lead, others) = workers.split_first_mut().unwrap();
        let relay = Relay::new(&ring, WORKERS, LEAST_HEAPS, 20, usize::MAX);
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            threads.install(|| relay.run(lead, others, &threads, |_, _| panic!("the lead")))
        }));
        assert!(result.is_err());
    }
}
