//! Everything that is known about the heaps computed so far, in the forms that the steps of a block read.

use super::super::moves::Moves;
use super::super::simd::Isa;
use super::super::values::{Values, with_cells};
use super::codes::{Codec, EMPTY, LONG, NO_CODE};
use super::encode::{encode, largest};
use super::few;
use super::offsets::{Offset, Offsets};
use super::planes::Planes;
use super::split::Split;
use super::witnesses::Witnesses;
use super::{BEHIND, BLOCK, MOST_WORKERS, NEAR};
use std::sync::Arc;

/// A rare heap.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rare {
    pub heap: u32,
    pub x: u16,
}

#[derive(Debug)]
pub(super) struct State {
    /// What the kernels run with.
    pub isa: Isa,
    pub moves: Moves,
    pub split: Split,
    pub codec: Codec,
    /// Codes of the extended values of heaps 0, 1, 2, ….
    pub forward: Vec<u8>,
    pub rares: Vec<Rare>,
    /// The same as bits, and heap 0.
    is_rare: Vec<u64>,
    /// For blocks before which all heaps are known.
    pub offsets: Arc<Offsets>,
    /// For blocks before which those that other workers have taken are not.
    pub offsets_before: Arc<Offsets>,
    pub planes: Planes,
    /// How many heaps are in the planes: the last blocks may not be there yet. 0 without planes.
    indexed: usize,
    pub witnesses: Arc<Witnesses>,
    /// With short codes, the heaps that split into two rare heaps.
    doubtful: Vec<u64>,
    /// The largest extended value.
    pub largest: u16,
    /// How far back witnesses are looked for.
    pub reach: usize,
    /// Few rare heaps and small values.
    pub few: bool,
    /// How many threads work at blocks at the same time: so many blocks but one may not be known yet.
    pub workers: usize,
}

/// Room in the planes: the blocks that are not known yet and the next one.
const AHEAD: usize = (MOST_WORKERS + 1) * BLOCK;

/// The longest useful reach: witnesses further away were no better.
const MOST_REACH: usize = 3 << 14;
/// With fewer rare heaps than this a short reach is enough, and the planes stay in the cache.
pub(super) const FEW_RARES: usize = 128;
const SHORT_REACH: usize = 1 << 13;

/// The largest extended value that must have a code; `None` if it has none.
fn coded(split: Split, largest: u16, largest_seen: u32) -> Option<u32> {
    let coded = u32::from(largest).max(largest_seen << split.shift() | split.shift());
    Codec::new(split, coded).has_code(coded).then_some(coded)
}

/// The values of a block, all common, as codes.
#[derive(Debug)]
pub(super) struct Coded {
    pub codes: Vec<u8>,
    /// The largest extended value.
    pub largest: u16,
    /// Heaps for which no slot was left.
    pub exact: u64,
}

impl State {
    /// The state after the heaps of `values`, or `None` if there is no code for one of them.
    pub fn new(moves: Moves, values: &Values, isa: Isa) -> Option<State> {
        let split = Split::best(values, values.len(), &moves).0;
        State::with_split(moves, values, split, 0, isa)
    }

    /// Nim values up to `largest_seen` get codes too.
    fn with_split(moves: Moves, values: &Values, split: Split, largest_seen: u32, isa: Isa) -> Option<State> {
        let largest = largest(values, split).try_into().ok()?;
        let codec = Codec::new(split, coded(split, largest, largest_seen)?);
        let (forward, rares) = with_cells!(values, cells => encode(cells, split, &codec));
        if forward.contains(&EMPTY) {
            return None;
        }
        let mut state = State {
            isa,
            moves,
            split,
            codec,
            forward,
            rares: Vec::new(),
            is_rare: Vec::new(),
            offsets: Arc::default(),
            offsets_before: Arc::default(),
            planes: Planes::default(),
            indexed: 0,
            witnesses: Arc::default(),
            doubtful: Vec::new(),
            largest,
            reach: 0,
            few: false,
            workers: 1,
        };
        for rare in rares {
            state.note_rare(rare);
        }
        state.fit(largest_seen);
        Some(state)
    }

    /// Becomes the same as a new state of these heaps: if the split and the codes stay as they are, so does most of it.
    pub fn renew(&mut self, values: &Values, split: Split, largest_seen: u32) -> Option<()> {
        self.index();
        let coded = coded(split, self.largest, largest_seen)?;
        if !split.agrees(self.split, NO_CODE) {
            let workers = self.workers;
            *self = State::with_split(self.moves.clone(), values, split, largest_seen, self.isa)?;
            self.workers = workers;
        }
        let codec = Codec::new(self.split, coded);
        if codec.is_short() != self.codec.is_short() {
            self.recode(codec);
        }
        self.fit(largest_seen);
        Some(())
    }

    /// Changes to other codes of the same extended values.
    fn recode(&mut self, codec: Codec) {
        let first = self.x(0);
        let commons: [u8; 256] = std::array::from_fn(|code| codec.code(u32::from(self.codec.common(code as u8))));
        for code in &mut self.forward {
            *code = commons[usize::from(*code)];
        }
        self.codec = codec;
        self.forward[0] = self.codec.code(u32::from(first));
        self.doubtful.clear();
        for rare in std::mem::take(&mut self.rares) {
            self.forward[rare.heap as usize] = self.codec.code(u32::from(rare.x));
            self.note_rare(rare);
        }
        self.fill_planes();
    }

    /// Chooses the reach of the planes and the way of a block by the number of heaps and rare heaps.
    fn fit(&mut self, largest_seen: u32) {
        let offsets = self.rares.len() * self.moves.breaks.len();
        let most = if offsets < FEW_RARES { SHORT_REACH } else { MOST_REACH };
        let reach = most.min((self.len() / 2).saturating_sub(BLOCK + 64));
        let small = coded(self.split, self.largest, largest_seen).is_some_and(|coded| coded < few::VALUES);
        self.few = offsets <= few::RARES && small;
        if reach == self.reach {
            return;
        }
        self.reach = reach;
        self.fill_planes();
    }

    fn fill_planes(&mut self) {
        self.planes = Planes::new(self.len(), self.reach + BEHIND + BLOCK, AHEAD);
        for n in self.planes.base().max(1)..self.len() {
            if !self.is_rare(n) {
                self.planes.set(n, self.forward[n]);
            }
        }
        self.indexed = self.len();
    }

    /// Becomes the same as `lead`, of which it knows the first heaps, and perhaps some after a stop.
    pub fn follow(&mut self, lead: &State) {
        let same_codes = self.split == lead.split && self.codec.is_short() == lead.codec.is_short();
        if !same_codes || self.reach != lead.reach {
            *self = lead.without_planes();
            return;
        }
        self.truncate(lead.len());
        for n in self.len()..lead.len() {
            self.append_one(lead.x(n));
        }
        (self.offsets, self.offsets_before) = (lead.offsets.clone(), lead.offsets_before.clone());
        self.witnesses = lead.witnesses.clone();
        (self.few, self.workers) = (lead.few, lead.workers);
    }

    /// The same state, the planes of which are filled when they are needed.
    pub fn without_planes(&self) -> State {
        State {
            moves: self.moves.clone(),
            codec: self.codec.clone(),
            forward: self.forward.clone(),
            rares: self.rares.clone(),
            is_rare: self.is_rare.clone(),
            offsets: self.offsets.clone(),
            offsets_before: self.offsets_before.clone(),
            planes: Planes::default(),
            indexed: 0,
            witnesses: self.witnesses.clone(),
            doubtful: self.doubtful.clone(),
            ..*self
        }
    }

    /// Offsets from here on only reach heaps that are known when the work at a block begins.
    pub fn near_end(&self) -> usize {
        (self.workers - 1) * BLOCK + NEAR
    }

    /// The number of computed heaps.
    pub fn len(&self) -> usize {
        self.forward.len()
    }

    /// Whether a heap is rare.
    #[inline(always)]
    pub fn is_rare(&self, n: usize) -> bool {
        has_bit(&self.is_rare, n)
    }

    /// The extended value of a heap.
    #[inline(always)]
    pub fn x(&self, n: usize) -> u16 {
        let code = self.forward[n];
        if self.is_rare(n) { self.codec.rare(code) } else { self.codec.common(code) }
    }

    /// Whether the extended value may be appended.
    pub fn has_code(&self, x: u32) -> bool {
        self.codec.has_code(x) && (!self.few || x < few::VALUES)
    }

    /// The first of these extended values that may not be appended.
    pub fn first_without_code(&self, xs: &[u16]) -> Option<usize> {
        let largest = xs.iter().copied().max().map_or(0, u32::from);
        if largest < LONG && !self.few { None } else { xs.iter().position(|&x| !self.has_code(u32::from(x))) }
    }

    /// The largest breaking place.
    pub fn last_break(&self) -> usize {
        self.moves.breaks.iter().map(|b| b.place).max().unwrap_or(0)
    }

    /// Whether a split of heap `n` into two rare heaps might look like one of a rare and a common heap: with short
    /// codes the classes of the parts are not in the codes.
    pub fn is_doubtful(&self, n: usize) -> bool {
        has_bit(&self.doubtful, n)
    }

    fn note_rare(&mut self, rare: Rare) {
        let n = rare.heap as usize;
        set_bit(&mut self.is_rare, n);
        if n == 0 {
            return;
        }
        self.rares.push(rare);
        if !self.codec.is_short() {
            return;
        }
        for b in &self.moves.breaks {
            for rare in &self.rares {
                set_bit(&mut self.doubtful, n + rare.heap as usize + b.place);
            }
        }
    }

    /// The codes of a block's extended values, all common.
    pub fn encode(&self, xs: &[u16], exact: u64) -> Coded {
        let codes = xs.iter().map(|&x| self.codec.code(u32::from(x))).collect();
        Coded { codes, largest: xs.iter().copied().max().unwrap_or(0), exact }
    }

    /// Appends a block, at a multiple of 8. It is to be [indexed](Self::index) before the planes are used.
    pub fn append(&mut self, block: &Coded) {
        self.forward.extend_from_slice(&block.codes);
        self.largest = self.largest.max(block.largest);
    }

    /// Puts the blocks that were appended into the planes.
    pub fn index(&mut self) {
        if self.indexed == 0 {
            self.fill_planes();
        }
        while self.indexed < self.len() {
            let (start, end) = (self.indexed, self.len().min(self.indexed + BLOCK));
            self.planes.make_room(start, AHEAD);
            self.planes.append(start, &self.forward[start..end], self.isa);
            self.indexed = end;
        }
    }

    /// Appends a heap with this extended value. A rare one joins the list; the offsets are not renewed.
    pub fn append_one(&mut self, x: u16) {
        self.index();
        let (n, code) = (self.len(), self.codec.code(u32::from(x)));
        self.forward.push(code);
        self.planes.make_room(n, AHEAD);
        self.indexed = n + 1;
        match self.split.is_common(u32::from(x)) {
            true => self.planes.set(n, code),
            false => self.note_rare(Rare { heap: n as u32, x }),
        }
        self.largest = self.largest.max(x);
    }

    /// Forgets the heaps from `n` on, all of which are common.
    pub fn truncate(&mut self, n: usize) {
        if n >= self.len() {
            return;
        }
        self.forward.truncate(n);
        if n < self.indexed {
            if self.planes.reaches_back(n) {
                self.planes.clear(n, self.indexed);
                self.indexed = n;
            } else {
                self.indexed = 0;
            }
        }
    }

    /// Sorts the offsets of the rare heaps into their lists.
    pub fn renew_offsets(&mut self) {
        self.offsets = Arc::new(Offsets::new(self, NEAR));
        self.offsets_before = match self.workers {
            1 => self.offsets.clone(),
            _ => Arc::new(Offsets::new(self, self.near_end())),
        };
    }

    /// Adds those of the last rare heap.
    pub fn add_offsets(&mut self) {
        let Some(&Rare { heap, x }) = self.rares.last() else { return };
        if (heap as usize) < self.near_end() {
            return self.renew_offsets();
        }
        let code = self.codec.code(u32::from(x));
        let fresh: Vec<Offset> =
            self.moves.breaks.iter().map(|b| Offset { offset: heap + b.place as u32, code }).collect();
        Arc::make_mut(&mut self.offsets).extend(&fresh);
        match self.workers {
            1 => self.offsets_before = self.offsets.clone(),
            _ => Arc::make_mut(&mut self.offsets_before).extend(&fresh),
        }
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        (self.forward.capacity() + self.planes.bytes().len()) as u64
    }
}

fn has_bit(words: &[u64], n: usize) -> bool {
    words.get(n / 64).is_some_and(|word| word >> (n % 64) & 1 == 1)
}

fn set_bit(words: &mut Vec<u64>, n: usize) {
    if words.len() <= n / 64 {
        words.resize(n / 64 + 1, 0);
    }
    words[n / 64] |= 1 << (n % 64);
}

#[cfg(test)]
mod tests {
    use super::super::super::sequence::Sequence;
    use super::*;
    use crate::Watch;

    #[test]
    fn other_codes_say_the_same() {
        for code in ["4!.0", "0.14", "0.6"] {
            let rule = code.parse().unwrap();
            let moves = Moves::of(&rule).unwrap();
            let mut sequence = Sequence::new(rule);
            sequence.extend(6000, &Watch::default()).unwrap();
            let (values, isa) = (sequence.values(), Isa::detect());
            let mut state = State::new(moves.clone(), values, isa).unwrap();
            let before: Vec<u16> = (0..state.len()).map(|n| state.x(n)).collect();
            let largest_seen = 300 >> state.split.shift();
            state.renew(values, state.split, largest_seen).unwrap();
            assert!(state.codec.is_short());
            let fresh = State::with_split(moves, values, state.split, largest_seen, isa).unwrap();
            assert!((0..state.len()).all(|n| state.x(n) == before[n]));
            assert_eq!((&state.forward, &state.doubtful), (&fresh.forward, &fresh.doubtful));
            assert_eq!((state.rares.len(), state.planes.bytes()), (fresh.rares.len(), fresh.planes.bytes()));
        }
    }
}
