//! Step 5 of a block: every rare value below a heap's value must be an option; if one is not, it is the value.
//!
//! First the lists of witnesses, for all heaps at once, then a list of random heaps for 32 heaps at once, then splits that
//! reached the same value from the same phase not long ago, and at last all splits.

use super::super::simd::{Kernel, Lanes};
use super::codes::EMPTY;
use super::cover::{Row, heaps_of};
use super::state::State;
use super::witnesses::PHASES;
use super::{Block, NEAR, VECTORS};
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// A heap and a rare value below its supposed value.
pub(super) type Claim = (usize, u16);

/// What came out for a block.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Proof {
    /// The first heap with a rare value that is not an option, and the least such value.
    pub failure: Option<Claim>,
    /// How many values the lists left open.
    pub claims: u64,
}

/// The needs that no witness meets.
pub(super) fn reach(state: &State, block: Block, needs: &[Row], open: &mut Vec<OpenRow>) {
    open.clear();
    state.isa.run(Reach { state, block, needs, open });
}

/// The proof of the block, by other means than witnesses.
pub(super) fn claims(state: &State, block: Block, rows: &[OpenRow], ring: &Ring, claims: &mut Vec<Claim>) -> Proof {
    claims.clear();
    state.isa.run(Random { state, block, rows, claims });
    // The claims are not in order, and heaps after a failure may have wrong values: the first failure counts.
    let mut failure: Option<Claim> = None;
    for &(n, x) in &*claims {
        if failure.is_none_or(|first| (n, x) < first) && !is_option(state, ring, n, x) {
            failure = Some((n, x));
        }
    }
    Proof { failure, claims: claims.len() as u64 }
}

/// For each rare value the heaps of the block that are larger, up to the last such value.
pub(super) fn needs(state: &State, block: Block, needs: &mut Vec<Row>) {
    needs.clear();
    state.isa.run(Needs { state, block, needs });
}

struct Needs<'a> {
    state: &'a State,
    block: Block,
    needs: &'a mut Vec<Row>,
}

impl Kernel for Needs<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, token: L::Token) {
        let state = self.state;
        let (planes, start) = (state.planes.bytes(), state.planes.byte_of(self.block.start - 8));
        let heaps = heaps_of(self.block, None);
        let parities = [0, 1].map(|parity| heaps_of(self.block, state.split.parity.map(|_| parity)));
        let mut larger: [L; VECTORS] = std::array::from_fn(|k| L::load(token, &heaps[32 * k..]));
        let mut commons = state.codec.commons.iter().peekable();
        for target in &state.codec.rares {
            while let Some(common) = commons.next_if(|common| common.x < target.x) {
                let plane = &planes[start + usize::from(common.code) * state.planes.stride()..];
                for k in 0..VECTORS {
                    larger[k] = larger[k].without(L::load(token, &plane[32 * k..]));
                }
            }
            if larger.iter().all(|vector| vector.is_zero()) {
                break;
            }
            let parity = state.split.heaps_parity(u32::from(target.x)).unwrap_or(0);
            let mut row = [0; 32 * VECTORS];
            for k in 0..VECTORS {
                larger[k].and(L::load(token, &parities[parity as usize][32 * k..])).store(&mut row[32 * k..]);
            }
            self.needs.push(row);
        }
    }
}

/// A rare value's code and the heaps whose need no witness met.
pub(super) type OpenRow = (u8, Row);

struct Reach<'a> {
    state: &'a State,
    block: Block,
    needs: &'a [Row],
    open: &'a mut Vec<OpenRow>,
}

impl Kernel for Reach<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, token: L::Token) {
        let state = self.state;
        let (planes, start) = (state.planes.bytes(), state.planes.byte_of(self.block.start - 8));
        for (index, need) in self.needs.iter().enumerate() {
            let mut need: [L; VECTORS] = std::array::from_fn(|k| L::load(token, &need[32 * k..]));
            let list = state.witnesses.rare.get(index).map_or(&[][..], |list| list);
            // The first pieces are the likeliest. The rest is not worth while when few heaps are open.
            for piece in list.chunks(list.len().div_ceil(PIECES).max(1)) {
                if WORTH * open_heaps(&need) <= piece.len() {
                    break;
                }
                // In variables of their own, which stay in registers.
                let mut reached = [L::splat(token, 0); VECTORS];
                for &read in piece {
                    let bytes = &planes[start.wrapping_add_signed(read as isize)..][..32 * VECTORS];
                    for k in 0..VECTORS {
                        reached[k] = reached[k].or(L::load(token, &bytes[32 * k..]));
                    }
                }
                for k in 0..VECTORS {
                    need[k] = need[k].without(reached[k]);
                }
            }
            if need.iter().any(|vector| !vector.is_zero()) {
                let mut row = [0; 32 * VECTORS];
                for k in 0..VECTORS {
                    need[k].store(&mut row[32 * k..]);
                }
                self.open.push((state.codec.rares[index].code, row));
            }
        }
    }
}

/// Pieces of a list of witnesses.
const PIECES: usize = 8;
/// To look for one value of one heap by other means costs about as much as this many witnesses for a block.
const WORTH: usize = 20;

/// How many bits are set.
#[inline(always)]
fn open_heaps<L: Lanes>(row: &[L; VECTORS]) -> usize {
    let mut bytes = [0; 32 * VECTORS];
    for k in 0..VECTORS {
        row[k].store(&mut bytes[32 * k..]);
    }
    let words = bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]));
    words.map(u32::count_ones).sum::<u32>() as usize
}

/// How many rare values of a heap the random heaps are tested for at once.
const SLOTS: usize = 3;

struct Random<'a> {
    state: &'a State,
    block: Block,
    rows: &'a [OpenRow],
    claims: &'a mut Vec<Claim>,
}

impl Kernel for Random<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, token: L::Token) {
        let state = self.state;
        // With short codes the partners must be known to be common.
        let last_rare = state.rares.last().map_or(0, |rare| rare.heap as usize);
        let partners_common = !state.codec.is_short() || last_rare + (1 << 14) + NEAR < self.block.start;
        for group in 0..self.block.len.div_ceil(32) {
            let n = self.block.start + 32 * group;
            let mut slots = [L::splat(token, EMPTY); SLOTS];
            for (code, row) in self.rows {
                let bits = &row[1 + 4 * group..5 + 4 * group];
                let bits = u32::from_le_bytes([bits[0], bits[1], bits[2], bits[3]]);
                if bits == 0 {
                    continue;
                }
                let full = !slots[SLOTS - 1].eq(L::splat(token, EMPTY)).bits() & bits;
                push_claims(self.claims, n, full, |_| state.codec.rare(*code));
                let mask = L::expand(token, bits & !full);
                for k in (1..SLOTS).rev() {
                    slots[k] = slots[k - 1].where_set(mask, slots[k]);
                }
                slots[0] = L::splat(token, *code).where_set(mask, slots[0]);
            }
            let mut hits = slots;
            for hit in &mut hits {
                *hit = hit.eq(L::splat(token, EMPTY));
            }
            for heaps in state.witnesses.random.chunks(if partners_common { 48 } else { usize::MAX }) {
                if !partners_common || hits.iter().all(|hit| hit.bits() == u32::MAX) {
                    break;
                }
                for &(offset, code) in heaps {
                    let sums = L::load(token, &state.forward[n - offset as usize..]).xor(L::splat(token, code));
                    for k in 0..SLOTS {
                        hits[k] = hits[k].or(sums.eq(slots[k]));
                    }
                }
            }
            for k in 0..SLOTS {
                let mut codes = [0; 32];
                slots[k].store(&mut codes);
                push_claims(self.claims, n, !hits[k].bits(), |lane| state.codec.rare(codes[lane]));
            }
        }
    }
}

#[inline(always)]
fn push_claims(claims: &mut Vec<Claim>, n: usize, mut lanes: u32, x: impl Fn(usize) -> u16) {
    while lanes != 0 {
        let lane = lanes.trailing_zeros() as usize;
        claims.push((n + lane, x(lane)));
        lanes &= lanes - 1;
    }
}

/// Whether the rare value is an option of heap `n`.
pub(super) fn is_option(state: &State, ring: &Ring, n: usize, x: u16) -> bool {
    let zero = state.split.nim_value(u32::from(x)) == 0 && state.moves.zero_at_once(n);
    let taken = |take: &usize| *take < n && state.split.taken(u32::from(state.x(n - take)), *take) == u32::from(x);
    zero || state.moves.takes.iter().any(taken) || is_split(state, ring, n, x)
}

/// Looks at some splits, then at those that reached the value before, then at all others; the breaking places in turn, since
/// some values are only reached through one of them.
fn is_split(state: &State, ring: &Ring, n: usize, x: u16) -> bool {
    // The smallest heaps have few different values, but in a sequence that is almost periodic the values that do not occur
    // any more are only there.
    const SMALL: usize = 1024;
    let (mut from, mut length) = (4 * SMALL, 4 * SMALL);
    if search(state, n, x, SMALL..from).is_some() || ring.knows(state, n, x) {
        return true;
    }
    let mut found = search(state, n, x, 1..SMALL);
    while found.is_none() && from < n / 2 + 1 {
        found = search(state, n, x, from..from + length);
        from += length;
        length *= 2;
    }
    if let Some(hint) = found {
        ring.note(state, n, x, hint);
    }
    found.is_some()
}

fn search(state: &State, n: usize, x: u16, range: Range<usize>) -> Option<Hint> {
    state.moves.breaks.iter().filter(|b| b.place < n).find_map(|b| {
        let m = n - b.place;
        let range = range.start..range.end.min(b.pairs(m) + 1);
        let a = state.isa.run(Pair { state, m, x, range })?;
        Some(Hint { a: a as u32, place: b.place as u32, unequal: b.unequal })
    })
}

/// The first a in the range such that the split (a, m−a) has the extended value x.
struct Pair<'a> {
    state: &'a State,
    m: usize,
    x: u16,
    range: Range<usize>,
}

impl Kernel for Pair<'_> {
    type Output = Option<usize>;

    #[inline(always)]
    fn run<L: Lanes>(self, token: L::Token) -> Option<usize> {
        const STEP: usize = 128;
        let (state, m) = (self.state, self.m);
        if self.range.is_empty() {
            return None;
        }
        let code = state.codec.code(u32::from(self.x));
        let wanted = L::splat(token, code);
        let left = &state.forward[self.range.clone()];
        // The partners, backwards: heap m − a stands beside heap a.
        let right = &state.forward[m + 1 - self.range.end..m + 1 - self.range.start];
        let fits = |a: usize| is_sum(state, a, m - a, self.x);
        for (index, (left, right)) in left.chunks_exact(STEP).zip(right.rchunks_exact(STEP)).enumerate() {
            let mut equal = L::splat(token, 0);
            for k in 0..STEP / 32 {
                let partners = L::load(token, &right[STEP - 32 * (k + 1)..]).reverse();
                equal = equal.or(L::load(token, &left[32 * k..]).xor(partners).eq(wanted));
            }
            if !equal.is_zero() {
                let first = self.range.start + STEP * index;
                let found = (first..first + STEP).find(|&a| fits(a));
                if found.is_some() {
                    return found;
                }
            }
        }
        let rest = self.range.end - left.len() % STEP;
        (rest..self.range.end).find(|&a| fits(a))
    }
}

/// Entries for each value and phase.
const RING: usize = 16;
/// Extended values below this have a ring.
const VALUES: usize = 512;

/// A split that reached a value: the heap a was left after removing `place`.
#[derive(Debug, Clone, Copy)]
struct Hint {
    a: u32,
    place: u32,
    unequal: bool,
}

impl Hint {
    fn pack(self) -> u64 {
        u64::from(self.a) << 32 | u64::from(self.place) << 1 | u64::from(self.unequal)
    }

    fn unpack(word: u64) -> Hint {
        Hint { a: (word >> 32) as u32, place: (word as u32) >> 1, unequal: word & 1 == 1 }
    }

    /// Whether the same split of heap `n` has the value.
    #[inline(always)]
    fn reaches(self, state: &State, n: usize, x: u16) -> bool {
        let (a, b) = (self.a as usize, n.wrapping_sub((self.a + self.place) as usize));
        a != 0 && b != 0 && b < n && is_sum(state, a, b, x) && !(self.unequal && a == b)
    }
}

/// Whether heaps a and b together have the extended value x. Codes add up as values do.
#[inline(always)]
fn is_sum(state: &State, a: usize, b: usize, x: u16) -> bool {
    state.forward[a] ^ state.forward[b] == state.codec.code(u32::from(x)) && state.x(a) ^ state.x(b) == x
}

/// The splits that last reached each value from each phase. Only hints: each is tried on the values before it counts.
#[derive(Debug)]
pub(super) struct Ring {
    hints: Vec<AtomicU64>,
    next: Vec<AtomicU32>,
}

impl Ring {
    pub fn new() -> Self {
        let hints = (0..VALUES * PHASES * RING).map(|_| AtomicU64::new(0)).collect();
        Ring { hints, next: (0..VALUES * PHASES).map(|_| AtomicU32::new(0)).collect() }
    }

    fn place(state: &State, n: usize, x: u16) -> usize {
        usize::from(x) % VALUES * PHASES + state.witnesses.phase(n)
    }

    fn knows(&self, state: &State, n: usize, x: u16) -> bool {
        let place = Self::place(state, n, x);
        let newest = self.next[place].load(Ordering::Relaxed) as usize;
        let hints = &self.hints[place * RING..(place + 1) * RING];
        (0..RING).any(|age| {
            let hint = hints[(newest + RING - age) % RING].load(Ordering::Relaxed);
            Hint::unpack(hint).reaches(state, n, x)
        })
    }

    fn note(&self, state: &State, n: usize, x: u16, hint: Hint) {
        let place = Self::place(state, n, x);
        let newest = (self.next[place].load(Ordering::Relaxed) as usize + 1) % RING;
        self.hints[place * RING + newest].store(hint.pack(), Ordering::Relaxed);
        self.next[place].store(newest as u32, Ordering::Relaxed);
    }
}
