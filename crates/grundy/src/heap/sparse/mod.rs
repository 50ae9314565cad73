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
//! Time for R rare heaps: about R/32 vector operations a heap and the proofs of the smaller values; memory 4 bytes a heap
//! and up to 7 MB of planes.
//!
//! **Threads.** Steps 1, 2, 3 and 5 are cut into pieces; step 4 of a block runs beside step 5 of the block before. See
//! [`round`].

mod candidates;
mod codes;
mod cover;
mod exact;
mod few;
mod planes;
mod prove;
mod round;
mod settle;
mod spectrum;
pub(super) mod split;
mod state;
mod witnesses;

use super::moves::Moves;
use super::simd::Isa;
use super::threads::Threads;
use super::values::Values;
use crate::watch::{Stop, Watch};
use candidates::Depth;
use prove::Ring;
use round::{Round, Stages};
use settle::Marks;
use state::State;
use std::ops::Range;
use witnesses::Lengths;

/// Vectors of 256 bits in a row of heaps.
const VECTORS: usize = 4;
/// Heaps in a block: a row without the 32 that shifts spoil.
const BLOCK: usize = 256 * VECTORS - 32;
/// Offsets from here on only reach heaps before the block.
const NEAR: usize = BLOCK + 8;

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

/// A run of heaps that are computed together.
#[derive(Debug, Clone, Copy)]
struct Block {
    start: usize,
    len: usize,
}

/// The engine and what it remembers between calls.
#[derive(Debug)]
pub(super) struct Sparse {
    state: State,
    isa: Isa,
    stages: Stages,
    ring: Ring,
    marks: Marks,
    depth: Depth,
    /// Heaps with all values proved; the rest of the state waits for step 5.
    proved: usize,
    /// When the state was built: the number of heaps and of rare heaps.
    built: usize,
    built_rares: usize,
    /// The largest nim value that had no code.
    largest_seen: u32,
    /// Whether such a value waits for new codes.
    overflow: bool,
    /// The lengths of the lists of witnesses, the rare values that they left open, and since which heap.
    lengths: Lengths,
    claims: u64,
    list_from: usize,
    /// Exact searches since the depth was last looked at, and where that was.
    exact: u64,
    depth_from: usize,
}

/// Why the engine stops for good: a value has no code.
pub(super) struct TooLarge;

impl Sparse {
    /// The engine after the heaps of `values`.
    pub fn new(moves: Moves, values: &Values, isa: Isa, threads: &Threads) -> Result<Self, TooLarge> {
        let mut state = State::new(moves, values, 0).ok_or(TooLarge)?;
        threads.install(|| choose_lists(&mut state, None, FIRST_LENGTHS, isa, threads));
        let (heaps, rares) = (state.len(), state.rares.len());
        Ok(Sparse {
            state,
            isa,
            stages: Stages::default(),
            ring: Ring::new(),
            marks: Marks::default(),
            depth: Depth::Seven,
            proved: heaps,
            built: heaps,
            built_rares: rares,
            largest_seen: 0,
            overflow: false,
            lengths: FIRST_LENGTHS,
            claims: 0,
            list_from: heaps,
            exact: 0,
            depth_from: heaps,
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
        // A run that was stopped left a block without its proof.
        self.state.truncate(self.proved);
        let mut waiting: Option<Block> = None;
        while self.proved < end {
            watch.check(self.proved as u64, self.state.bytes() + values.bytes())?;
            if waiting.is_none() && self.is_outdated() {
                if self.rebuild(values, threads).is_err() {
                    return Ok(Err(TooLarge));
                }
                continue;
            }
            let n = self.state.len();
            let next = (n < end && !self.is_outdated()).then(|| Block { start: n, len: BLOCK.min(end - n) });
            match next {
                Some(_) if waiting.is_none() && !self.is_aligned() => self.one_heap(values),
                next => waiting = self.step(next.filter(|_| self.is_aligned()), waiting, values, threads),
            }
        }
        Ok(Ok(()))
    }

    /// Whether a block may start: the planes are read in bytes, and the last rare heap must be a possible part.
    fn is_aligned(&self) -> bool {
        let n = self.state.len();
        let last = self.state.rares.last().map_or(0, |rare| rare.heap as usize);
        n.is_multiple_of(32) && n > last + self.state.last_break()
    }

    /// One block: steps 1 to 4 of `next` and step 5 of `waiting`. The block that waits then.
    fn step(
        &mut self,
        next: Option<Block>,
        waiting: Option<Block>,
        values: &mut Values,
        threads: &Threads,
    ) -> Option<Block> {
        let round = Round { state: &self.state, isa: self.isa, depth: self.depth, ring: &self.ring, next, waiting };
        let (settled, proof) = round.run(&mut self.stages, threads);
        self.claims += proof.as_ref().map_or(0, |proof| proof.claims);
        if let Some((n, x)) = proof.and_then(|proof| proof.failure) {
            self.state.truncate(n);
            self.append_proved(x, values);
            self.state.renew_offsets();
            return None;
        }
        if let Some(block) = waiting {
            self.publish(block.start + block.len, values);
        }
        let (block, mut settled) = (next?, settled?);
        if let Some(at) = settled.xs.iter().position(|&x| !self.state.has_code(u32::from(x))) {
            self.no_code(u32::from(settled.xs[at]));
            settled.xs.truncate(at);
        }
        self.state.append(&settled.xs);
        self.exact += settled.exact;
        self.adapt_depth();
        (!settled.xs.is_empty()).then_some(Block { len: settled.xs.len(), ..block })
    }

    /// Remembers that a value needs other codes: the state is outdated.
    fn no_code(&mut self, x: u32) {
        self.largest_seen = self.largest_seen.max(self.state.split.nim_value(x));
        self.overflow = true;
    }

    /// A heap on its own, by the exact search.
    fn one_heap(&mut self, values: &mut Values) {
        let state = &self.state;
        let n = state.len();
        let common = self.marks.least_common(state, n, &[]);
        let rare = (0..common).find(|&x| {
            let open = !state.split.is_common(x) && state.split.applies(x, n) && !self.marks.is_marked(x, n);
            open && !prove::is_option(state, &self.ring, n, x as u16, self.isa)
        });
        let x = rare.unwrap_or(common);
        if !state.has_code(x) {
            return self.no_code(x);
        }
        self.append_proved(x as u16, values);
        if rare.is_some() {
            self.state.renew_offsets();
        }
    }

    fn append_proved(&mut self, x: u16, values: &mut Values) {
        self.state.append_one(x);
        self.publish(self.state.len(), values);
    }

    /// Hands over the values of heaps below `end`.
    fn publish(&mut self, end: usize, values: &mut Values) {
        let split = self.state.split;
        values.extend(self.state.x[values.len()..end].iter().map(|&x| split.nim_value(u32::from(x))));
        self.proved = end;
    }

    /// Whether the mask, the codes and the lists should be chosen anew.
    fn is_outdated(&self) -> bool {
        let (n, rares) = (self.state.len(), self.state.rares.len());
        // The plain way with few rare heaps gains nothing from newer lists.
        let growth = if self.state.few { 4 } else { 2 };
        n >= growth * self.built || rares > self.built_rares + self.built_rares / 8 + 16 || self.overflow
    }

    fn rebuild(&mut self, values: &Values, threads: &Threads) -> Result<(), TooLarge> {
        self.adapt_lists();
        let frequency = self.state.witnesses.frequency();
        self.state.renew(values, self.largest_seen, threads).ok_or(TooLarge)?;
        choose_lists(&mut self.state, Some(frequency), self.lengths, self.isa, threads);
        self.overflow = false;
        (self.built, self.built_rares) = (self.state.len(), self.state.rares.len());
        Ok(())
    }

    /// Longer lists when many values are left open, shorter ones when hardly any are.
    fn adapt_lists(&mut self) {
        let heaps = (self.state.len() - self.list_from).max(1) as u64;
        self.lengths.rare = match 100 * self.claims / heaps {
            0..8 => (self.lengths.rare * 2 / 3).max(LENGTHS.start),
            30.. => (self.lengths.rare * 3 / 2).min(LENGTHS.end),
            _ => self.lengths.rare,
        };
        if self.depth >= Depth::Twelve {
            self.lengths.common = (self.lengths.common * 3 / 2).min(LENGTHS.end);
        }
        (self.claims, self.list_from) = (0, self.state.len());
    }

    /// More slots when the exact searches cost more than they would, fewer when there are hardly any.
    fn adapt_depth(&mut self) {
        const HEAPS: usize = 12_000;
        let heaps = self.state.len().saturating_sub(self.depth_from);
        if heaps < HEAPS {
            return;
        }
        let rares = self.state.rares.len() * self.state.moves.breaks.len();
        let cost = self.exact * (150 + rares as u64) / heaps as u64;
        match cost {
            0..=3 => self.depth = self.depth.shallower(),
            30.. => self.depth = self.depth.deeper(),
            _ => {}
        }
        (self.exact, self.depth_from) = (0, self.state.len());
    }
}

/// Chooses the witnesses; `frequency` is that of the lists before.
fn choose_lists(state: &mut State, frequency: Option<f64>, lengths: Lengths, isa: Isa, threads: &Threads) {
    state.witnesses = witnesses::choose(state, frequency, lengths, isa, threads);
    state.renew_offsets();
}
