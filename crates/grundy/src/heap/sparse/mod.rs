//! The sparse-space engine: heaps in blocks, 32 or 1024 at a time.
//!
//! **Idea.** The [split](split) of the values into rare and common ones makes the common options of a heap cheap: only
//! splits with a rare heap count. For a block of 992 heaps: (1) bit planes say which common values the likeliest splits
//! leave open; (2, 3) the least few of them are tested against all far rare heaps, 32 heaps at a time; (4) heap by heap the
//! near ones and the takes leave the least common value that is no option; (5) every rare value below it must be an
//! option: witnesses, then all splits. If one is not, it is the heap's value, the heap is rare, and what came after it is
//! computed again.
//!
//! **Why it is correct.** "Is an option" is only said of an actual split or take; "is no option" of a common value only after
//! all rare heaps and takes, of a rare one after all splits. Mask, model, lists and slots decide the speed only.
//!
//! **Reference.** The rare and common values are Guy's and Berlekamp's *sparse space* (Winning Ways, ch. 4; Berlekamp,
//! Conway and Guy 1982); the planes, slots and phases are this engine's own.
//!
//! Time for R rare heaps: about R/32 vector operations a heap and the proofs of the smaller values; memory a byte a heap
//! and up to 8 MB of planes, for each thread.
//!
//! **Threads.** Each has a state of its own and takes whole blocks; only the end of step 3 and step 4 are in order. See [`relay`].

mod candidates;
mod codes;
mod cover;
mod encode;
mod exact;
mod few;
mod offsets;
mod planes;
mod prove;
mod relay;
mod settle;
mod spectrum;
pub(super) mod split;
mod state;
mod witnesses;
mod worker;

use super::moves::Moves;
use super::simd::Isa;
use super::threads::Threads;
use super::values::Values;
use crate::watch::{Stop, Watch};
use candidates::Depth;
use prove::Ring;
use relay::Relay;
use settle::Marks;
use split::Split;
use state::State;
use std::ops::Range;
use std::sync::Arc;
use witnesses::Lengths;
use worker::Worker;

/// Vectors of 256 bits in a row of heaps.
const VECTORS: usize = 4;
/// Heaps in a block: a row without the 32 that shifts spoil.
const BLOCK: usize = 256 * VECTORS - 32;
/// Offsets from here on only reach heaps before the block.
const NEAR: usize = BLOCK + 8;

/// More threads would wait for each other: what is in order takes an eighth of the time or more.
const MOST_WORKERS: usize = 8;
/// The furthest that a block to be proved is behind the one that is computed, in heaps.
const BEHIND: usize = (most_unproved(MOST_WORKERS) + 1) * BLOCK;
/// Blocks that are computed before their values are handed over.
const BLOCKS_AT_ONCE: usize = 512;

/// After a rare value that was no option, at least so many heaps are computed at once,
const LEAST_STRETCH: usize = 256;
/// and by one worker until so many are: what comes after the next such value is lost.
const LONG_STRETCH: usize = 16 * BLOCK;

/// The engine works from this many known heaps on.
pub(super) const LEAST_HEAPS: usize = 5120;
/// It is worth while from here on.
pub(super) const FIRST_HEAP: usize = 6 << 10;
/// The first lengths of the lists of witnesses, and their limits.
const FIRST_LENGTHS: Lengths = Lengths { common: 384, rare: 256 };
const LENGTHS: Range<usize> = 128..768;
/// Values from here on need short codes.
pub(super) const SHORT_CODES: u32 = codes::LONG;
/// Longer codes are left to the dense engine.
pub(super) const MOST_PLACES: usize = 256;

/// How many blocks may be taken and not proved when another one is taken. The proofs fill the time in which a worker has to
/// wait, but when one fails, the blocks after it are lost.
const fn most_unproved(workers: usize) -> usize {
    2 * (workers - 1)
}

/// A run of heaps that are computed together.
#[derive(Debug, Clone, Copy)]
struct Block {
    start: usize,
    len: usize,
}

/// The engine and what it remembers between calls.
#[derive(Debug)]
pub(super) struct Sparse {
    /// Between calls it knows all heaps, all of them proved.
    lead: Worker,
    /// They know the first heaps, perhaps in other codes.
    others: Vec<Worker>,
    ring: Ring,
    marks: Marks,
    /// When the state was built: the number of heaps and of rare heaps.
    built: usize,
    built_rares: usize,
    /// After the last heap with a rare value that was no option.
    last_failure: usize,
    /// The largest nim value that had no code.
    largest_seen: u32,
    /// Whether such a value waits for new codes.
    overflow: bool,
    /// The lengths of the lists of witnesses, the rare values that they left open, and since which heap.
    lengths: Lengths,
    claims: u64,
    list_from: usize,
}

/// Why the engine stops for good: a value has no code.
pub(super) struct TooLarge;

impl Sparse {
    /// The engine after the heaps of `values`.
    pub fn new(moves: Moves, values: &Values, isa: Isa, threads: &Threads) -> Result<Self, TooLarge> {
        let mut state = State::new(moves, values, isa).ok_or(TooLarge)?;
        threads.install(|| choose_lists(&mut state, None, FIRST_LENGTHS, threads));
        let (heaps, rares) = (state.len(), state.rares.len());
        Ok(Sparse {
            lead: Worker::new(state),
            others: Vec::new(),
            ring: Ring::new(),
            marks: Marks::default(),
            built: heaps,
            built_rares: rares,
            last_failure: heaps,
            largest_seen: 0,
            overflow: false,
            lengths: FIRST_LENGTHS,
            claims: 0,
            list_from: heaps,
        })
    }

    /// Appends the values of heaps up to but not including `end`.
    pub fn extend(
        &mut self,
        values: &mut Values,
        end: usize,
        threads: &Threads,
        watch: &Watch,
    ) -> Result<Result<(), TooLarge>, Stop> {
        threads.install(|| self.run(values, end, threads, watch))
    }

    fn run(
        &mut self,
        values: &mut Values,
        end: usize,
        threads: &Threads,
        watch: &Watch,
    ) -> Result<Result<(), TooLarge>, Stop> {
        while values.len() < end {
            watch.check(values.len() as u64, self.bytes() + values.bytes())?;
            if self.is_outdated() {
                if self.rebuild(values, threads).is_err() {
                    return Ok(Err(TooLarge));
                }
            } else if self.is_aligned() {
                self.blocks(values, end, threads, watch)?;
            } else {
                self.one_heap(values);
            }
        }
        Ok(Ok(()))
    }

    /// How many workers are worth while: with few rare heaps nearly all is in order.
    fn workers(&self, threads: &Threads) -> usize {
        if self.lead.state.few { 1 } else { threads.count().min(MOST_WORKERS) }
    }

    /// How many heaps are computed at once: as many as went well since the last failure.
    fn stretch(&self) -> usize {
        let quiet = self.lead.state.len() - self.last_failure;
        quiet.clamp(LEAST_STRETCH, BLOCKS_AT_ONCE * BLOCK).next_multiple_of(8)
    }

    /// Makes sure that so many workers can work at the same time.
    fn start_workers(&mut self, workers: usize) {
        let state = &mut self.lead.state;
        if state.workers < workers {
            state.workers = workers;
            state.renew_offsets();
            self.others.resize_with(workers - 1, || Worker::new(state.without_planes()));
        }
    }

    /// Tells so many workers what the lead knows.
    fn catch_up(&mut self, workers: usize) {
        self.start_workers(workers);
        for other in &mut self.others[..workers - 1] {
            other.state.follow(&self.lead.state);
        }
    }

    fn bytes(&self) -> u64 {
        self.lead.state.bytes() + self.others.iter().map(|other| other.state.bytes()).sum::<u64>()
    }

    /// Whether a block may start: the planes are read in bytes, and the last rare heap must be a possible part.
    fn is_aligned(&self) -> bool {
        let state = &self.lead.state;
        let last = state.rares.last().map_or(0, |rare| rare.heap as usize);
        state.len().is_multiple_of(8) && state.len() > last + state.last_break()
    }

    /// Some blocks, up to a rare value that is not an option or to a value without a code.
    fn blocks(&mut self, values: &mut Values, end: usize, threads: &Threads, watch: &Watch) -> Result<(), Stop> {
        let (start, stretch) = (self.lead.state.len(), self.stretch());
        let workers = if stretch < LONG_STRETCH { 1 } else { self.workers(threads) };
        let end = end.min(start + stretch);
        let count = (end.min(self.lasts_to()) - start).div_ceil(BLOCK);
        self.catch_up(workers);
        let check = |lead: &Worker, heaps: usize| {
            let waiting = (heaps - start) as u64 * 4;
            watch.check(heaps as u64, lead.state.bytes() * workers as u64 + values.bytes() + waiting)
        };
        let relay = Relay::new(&self.ring, workers, start, count, end);
        let (outcome, stop) = relay.run(&mut self.lead, &mut self.others[..workers - 1], threads, check);
        self.lead.state.index();
        self.claims += outcome.claims;
        match (outcome.failure, outcome.no_code) {
            (Some((n, x)), _) => {
                self.others.iter_mut().chain([&mut self.lead]).for_each(|worker| worker.state.truncate(n));
                self.append_one(x, values);
                self.note_failure(n);
            }
            (None, Some(x)) => self.no_code(u32::from(x)),
            (None, None) => {}
        }
        self.publish(values);
        stop
    }

    /// Heap `n`, the last one, turned out to be rare.
    fn note_failure(&mut self, n: usize) {
        self.lead.state.add_offsets();
        self.last_failure = n + 1;
    }

    /// Remembers that a value needs other codes: the state is outdated.
    fn no_code(&mut self, x: u32) {
        self.largest_seen = self.largest_seen.max(self.lead.state.split.nim_value(x));
        self.overflow = true;
    }

    /// A heap on its own, by the exact search.
    fn one_heap(&mut self, values: &mut Values) {
        let state = &self.lead.state;
        let n = state.len();
        let common = self.marks.least_common(state, n, &[]);
        let rare = (0..common).find(|&x| {
            let open = !state.split.is_common(x) && state.split.applies(x, n) && !self.marks.is_marked(x, n);
            open && !prove::is_option(state, &self.ring, n, x as u16)
        });
        let x = rare.unwrap_or(common);
        if !state.has_code(x) {
            return self.no_code(x);
        }
        self.append_one(x as u16, values);
        if rare.is_some() {
            self.note_failure(n);
        }
    }

    fn append_one(&mut self, x: u16, values: &mut Values) {
        self.lead.state.append_one(x);
        self.publish(values);
    }

    /// Hands over the values.
    fn publish(&mut self, values: &mut Values) {
        let state = &self.lead.state;
        let value = |x: u16| state.split.nim_value(u32::from(x));
        let (start, last) = (values.len(), state.rares.last().map_or(0, |rare| rare.heap as usize + 1));
        // The last heap may be rare; long runs of heaps are all common.
        let commons: [u32; 256] = std::array::from_fn(|code| value(state.codec.common(code as u8)));
        values.extend((start..last).map(|n| value(state.x(n))), value(state.largest));
        let codes = &state.forward[values.len()..];
        values.extend(codes.iter().map(|&code| commons[usize::from(code)]), value(state.largest));
    }

    /// Whether the mask, the codes and the lists should be chosen anew.
    fn is_outdated(&self) -> bool {
        let State { rares, .. } = &self.lead.state;
        let more_rares = rares.len() > self.built_rares + self.built_rares / 8 + 16;
        self.lead.state.len() >= self.lasts_to() || more_rares || self.overflow
    }

    /// How many heaps the lists are good for.
    fn lasts_to(&self) -> usize {
        // The plain way with few rare heaps gains nothing from newer lists.
        let growth = if self.lead.state.few { 4 } else { 2 };
        growth * self.built
    }

    fn rebuild(&mut self, values: &Values, threads: &Threads) -> Result<(), TooLarge> {
        let workers = self.workers(threads);
        self.adapt_lists();
        self.catch_up(workers);
        let (state, largest_seen) = (&mut self.lead.state, self.largest_seen);
        let frequency = state.witnesses.frequency();
        let split = Split::best_by(values, values.len(), &state.moves, threads).0;
        let renewed = threads.together(
            || state.renew(values, split, largest_seen),
            &mut self.others[..workers - 1],
            |other| {
                // As far as the lead comes, and no further.
                let _ = other.state.renew(values, split, largest_seen);
            },
        );
        renewed.ok_or(TooLarge)?;
        choose_lists(state, Some(frequency), self.lengths, threads);
        self.overflow = false;
        (self.built, self.built_rares) = (state.len(), state.rares.len());
        Ok(())
    }

    /// Longer lists when many values are left open, shorter ones when hardly any are.
    fn adapt_lists(&mut self) {
        let heaps = (self.lead.state.len() - self.list_from).max(1) as u64;
        self.lengths.rare = match 100 * self.claims / heaps {
            0..8 => (self.lengths.rare * 2 / 3).max(LENGTHS.start),
            30.. => (self.lengths.rare * 3 / 2).min(LENGTHS.end),
            _ => self.lengths.rare,
        };
        self.lengths.common = match self.lead.depth {
            Depth::Five | Depth::Seven => (self.lengths.common * 2 / 3).max(FIRST_LENGTHS.common),
            Depth::SevenWide | Depth::SevenFull => self.lengths.common,
            Depth::Twelve | Depth::Sixteen => (self.lengths.common * 3 / 2).min(LENGTHS.end),
        };
        (self.claims, self.list_from) = (0, self.lead.state.len());
    }
}

/// Chooses the witnesses; `frequency` is that of the lists before.
fn choose_lists(state: &mut State, frequency: Option<f64>, lengths: Lengths, threads: &Threads) {
    state.witnesses = Arc::new(witnesses::choose(state, frequency, lengths, threads));
    state.renew_offsets();
}
