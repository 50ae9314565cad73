//! Step 4 of a block: heap by heap, the near rare heaps and the takes, which need the heaps just before.
//!
//! The offsets from 33 on are tested for 32 heaps at once, unless all of them reach heaps before the block; those up to 32
//! with a window of the last 32 codes. The least slot that nothing reaches is the least common value that is not an option.
//! If no slot is left, the open values are tested against all splits with a rare heap.

use super::super::simd::{Kernel, Lanes};
use super::candidates::{Chosen, Depth, Slots, at_depth, reached};
use super::codes::EMPTY;
use super::cover::Open;
use super::exact::{Splits, missing};
use super::offsets::Offsets;
use super::state::State;
use super::{Block, NEAR};

/// The extended values of a block, all common, if every smaller rare value turns out to be an option.
pub(super) struct Settled {
    pub xs: Vec<u16>,
    /// Heaps for which no slot was left.
    pub exact: u64,
}

pub(super) fn settle(state: &State, block: Block, open: &Open, chosen: &Chosen) -> Settled {
    let slots = &chosen.slots;
    let settled = at_depth!(chosen.depth, state.isa, Settle { state, block, open, slots });
    Settled { exact: settled.exact + chosen.exact, ..settled }
}

/// `D` slots a heap are in use.
struct Settle<'a, const A: usize, const B: usize, const C: usize, const D: usize> {
    state: &'a State,
    block: Block,
    open: &'a Open,
    slots: &'a [Slots],
}

/// The codes and values of the heaps from `NEAR` below the block on: the block is written here first, so that the state
/// is not changed while other steps read it.
struct Recent<'a> {
    state: &'a State,
    start: usize,
    codes: Vec<u8>,
    xs: Vec<u16>,
}

impl Recent<'_> {
    #[inline(always)]
    fn x(&self, n: usize) -> u32 {
        let x = if n < self.start { self.state.x(n) } else { self.xs[n - self.start] };
        u32::from(x)
    }
}

impl<const A: usize, const B: usize, const C: usize, const D: usize> Kernel for Settle<'_, A, B, C, D> {
    type Output = Settled;

    #[inline(always)]
    fn run<L: Lanes>(self, token: L::Token) -> Settled {
        let (state, block) = (self.state, self.block);
        let mut recent = Recent {
            state,
            start: block.start,
            codes: vec![0; NEAR + block.len.next_multiple_of(32) + 32],
            xs: Vec::with_capacity(block.len),
        };
        recent.codes[..NEAR].copy_from_slice(&state.forward[block.start - NEAR..]);
        let mut marks = Marks::default();
        let mut exact = 0;
        for (group, slots) in self.slots.iter().enumerate() {
            let first = 32 * group;
            let mut vectors = [L::splat(token, 0); D];
            for k in 0..D {
                vectors[k] = L::load(token, &slots[k]);
            }
            let [inside, ..] = state.offsets.near_of(group, 0);
            let hits = reached(token, &vectors, inside, &recent.codes, NEAR + first);
            let mut free = [0; D];
            for k in 0..D {
                free[k] = !hits[k].bits();
            }
            let mut window = L::load(token, &recent.codes[NEAR + first - 32..]);
            for lane in 0..32.min(block.len - first) {
                let n = block.start + first + lane;
                let free = free.map(|bits| bits >> lane & 1 == 1);
                let codes = codes_of::<D>(slots, lane);
                let mut value = None;
                if !state.is_doubtful(n) {
                    value = least_free(token, &recent, n, &codes, &free, window);
                    if value.is_none() {
                        exact += 1;
                        value = least_open(&recent, n, self.open);
                    }
                }
                let x = value.unwrap_or_else(|| marks.least_common(state, n, &recent.xs) as u16);
                let code = state.codec.code(u32::from(x));
                recent.codes[NEAR + first + lane] = code;
                recent.xs.push(x);
                window = window.slide(code);
            }
        }
        Settled { xs: recent.xs, exact }
    }
}

/// The slots of one heap.
#[inline(always)]
fn codes_of<const K: usize>(slots: &Slots, lane: usize) -> [u8; K] {
    std::array::from_fn(|k| slots[k][lane])
}

/// The least value in a free slot that neither a rare heap of the window nor a take reaches.
#[inline(always)]
fn least_free<L: Lanes, const K: usize>(
    token: L::Token,
    recent: &Recent<'_>,
    n: usize,
    codes: &[u8; K],
    free: &[bool; K],
    window: L,
) -> Option<u16> {
    let state = recent.state;
    for k in 0..K {
        if !free[k] {
            continue;
        }
        let x = state.codec.common(codes[k]);
        let sums = window.xor(L::splat(token, codes[k]));
        let mut hit = L::splat(token, 0);
        for layer in &state.offsets.layers {
            hit = hit.or(sums.eq(L::load(token, &layer.codes)).and(L::load(token, &layer.used)));
        }
        let taken = |take: &usize| state.split.taken(recent.x(n - take), *take) == u32::from(x);
        if hit.is_zero() && !state.moves.takes.iter().any(taken) {
            return Some(x);
        }
    }
    None
}

/// The least open value that no split with a rare heap and no take reaches; `None` if all open values are reached. Not for
/// doubtful heaps.
#[inline(always)]
fn least_open(recent: &Recent<'_>, n: usize, open: &Open) -> Option<u16> {
    let (state, heap) = (recent.state, n - recent.start);
    let Offsets { far: [first, second, third], near, tiny, .. } = &*state.offsets;
    let far = |rares| Splits { rares, codes: &state.forward, n };
    let near_by = |rares| Splits { rares, codes: &recent.codes, n: NEAR + heap };
    let splits = [far(first), far(second), far(third), near_by(near), near_by(tiny)];
    let taken = state.moves.takes.iter().map(|&take| state.split.taken(recent.x(n - take), take));
    let takes = taken.filter(|&x| state.split.is_common(x)).map(|x| state.codec.code(x));
    let [code] = missing(open, heap, splits, takes);
    (code != EMPTY).then(|| state.codec.common(code))
}

/// Values marked for one heap, by its stamp.
#[derive(Debug, Clone, Default)]
pub(super) struct Marks {
    stamps: Vec<u32>,
}

impl Marks {
    /// Marks the takes of heap `n` and all its splits with a rare heap; the least common value without a mark. `recent` are
    /// the heaps after those of the state, up to n − 1.
    pub fn least_common(&mut self, state: &State, n: usize, recent: &[u16]) -> u32 {
        // One power of two above every value with a code.
        self.stamps.resize(1 << 10, u32::MAX);
        let (stamp, split, start) = (n as u32, state.split, state.len());
        let x = |m: usize| if m < start { state.x(m) } else { recent[m - start] };
        for &take in state.moves.takes.iter().take_while(|&&take| take < n) {
            self.stamps[split.taken(u32::from(x(n - take)), take) as usize] = stamp;
        }
        for b in state.moves.breaks.iter().filter(|b| b.place < n) {
            let m = n - b.place;
            let parts = &state.rares[..state.rares.partition_point(|rare| (rare.heap as usize) < m)];
            let (near, far) = parts.split_at(parts.partition_point(|rare| m - rare.heap as usize >= start));
            for rare in near {
                self.stamps[usize::from(rare.x ^ recent[m - rare.heap as usize - start])] = stamp;
            }
            for rare in far {
                let r = rare.heap as usize;
                if !(b.unequal && 2 * r == m) {
                    self.stamps[usize::from(rare.x ^ state.x(m - r))] = stamp;
                }
            }
        }
        let free = |x: &u32| split.is_common(*x) && split.applies(*x, n) && !self.is_marked(*x, n);
        (0..1 << 10).find(free).unwrap_or(1 << 10)
    }

    /// Whether the value was marked for heap `n`.
    pub fn is_marked(&self, x: u32, n: usize) -> bool {
        self.stamps.get(x as usize).is_some_and(|&stamp| stamp == n as u32)
    }
}
