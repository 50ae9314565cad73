//! Steps 2 and 3 of a block: for each heap the least open common values, tested against all rare heaps with partners
//! before the block.
//!
//! 32 heaps stand in the lanes of a vector. The few least open values of each lie in slots, least first; a split with a
//! rare heap reaches a slot's value if the code of the partner is the XOR of the two. After each third of the rare heaps
//! the slots that are left move together, so that later tests have fewer slots.

use super::super::simd::{Kernel, Lanes};
use super::Block;
use super::codes::EMPTY;
use super::cover::Open;
use super::exact::{Splits, missing};
use super::offsets::{Offset, Offsets};
use super::state::State;
use std::ops::Range;

/// The most slots that are left at the end.
pub(super) const MOST_SLOTS: usize = 8;

/// Slots of 32 heaps, least value first, [`EMPTY`] where there is none.
pub(super) type Slots = [[u8; 32]; MOST_SLOTS];

/// The slots of a block.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    pub slots: Vec<Slots>,
    pub depth: Depth,
    /// For each group, how many heaps before the block were not known when its slots were chosen.
    unknown: Vec<usize>,
    /// Heaps for which no slot was left.
    pub exact: u64,
}

impl Chosen {
    /// Slots of this depth for another block.
    pub fn start(&mut self, depth: Depth) {
        (self.depth, self.exact) = (depth, 0);
        self.slots.clear();
        self.unknown.clear();
    }

    /// Whether all groups of the block have slots.
    pub fn is_full(&self, block: Block) -> bool {
        self.slots.len() == block.len.div_ceil(32)
    }
}

/// How many slots a heap has at first and after each test. More slots cost time in every block, fewer leave more heaps
/// to the exact search; the engine goes up and down by the number of such heaps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Depth {
    Five,
    #[default]
    Seven,
    SevenWide,
    SevenFull,
    Twelve,
    Sixteen,
}

impl Depth {
    const ALL: [Depth; 6] =
        [Depth::Five, Depth::Seven, Depth::SevenWide, Depth::SevenFull, Depth::Twelve, Depth::Sixteen];

    /// What exact searches may cost, in nanoseconds a heap, before another depth is worth while.
    pub fn fair_cost(self) -> Range<u64> {
        match self {
            Depth::Five => 0..24,
            Depth::Seven | Depth::SevenWide => 5..24,
            Depth::SevenFull => 7..50,
            Depth::Twelve => 16..50,
            Depth::Sixteen => 16..u64::MAX,
        }
    }

    pub fn deeper(self) -> Depth {
        Depth::ALL[(self as usize + 1).min(Depth::ALL.len() - 1)]
    }

    pub fn shallower(self) -> Depth {
        Depth::ALL[(self as usize).saturating_sub(1)]
    }
}

/// Runs a kernel with a depth's numbers of slots: at first, and after each third of the far rare heaps.
macro_rules! at_depth {
    ($depth:expr, $isa:expr, $kernel:ident $fields:tt) => {
        match $depth {
            Depth::Five => $isa.run($kernel::<5, 4, 3, 3> $fields),
            Depth::Seven => $isa.run($kernel::<7, 5, 4, 4> $fields),
            Depth::SevenWide => $isa.run($kernel::<7, 6, 5, 5> $fields),
            Depth::SevenFull => $isa.run($kernel::<7, 7, 7, 7> $fields),
            Depth::Twelve => $isa.run($kernel::<12, 10, 8, 8> $fields),
            Depth::Sixteen => $isa.run($kernel::<16, 14, 10, 8> $fields),
        }
    };
}
pub(super) use at_depth;

/// Where the least values are looked for.
#[derive(Debug, Clone, Copy)]
struct Search<'a> {
    state: &'a State,
    /// Those of which the far ones reach known heaps.
    offsets: &'a Offsets,
    unknown: usize,
    block: Block,
    open: &'a Open,
}

impl<'a> Search<'a> {
    fn new(state: &'a State, block: Block, open: &'a Open, unknown: usize) -> Self {
        let offsets = if unknown == 0 { &state.offsets } else { &state.offsets_before };
        Search { state, offsets, unknown, block, open }
    }
}

/// Groups of 32 heaps that are looked at before more heaps may be known.
const GROUPS_AT_ONCE: usize = 4;

/// The slots of the next few groups, tested against the offsets that reach known heaps.
pub(super) fn candidates(state: &State, block: Block, open: &Open, chosen: &mut Chosen) {
    let unknown = block.start - state.len();
    let search = Search::new(state, block, open, unknown);
    let slots = &mut chosen.slots;
    let first = slots.len();
    let groups = first..block.len.div_ceil(32).min(first + GROUPS_AT_ONCE);
    chosen.unknown.resize(groups.end, unknown);
    chosen.exact += at_depth!(chosen.depth, state.isa, Candidates { search, groups, slots });
}

struct Candidates<'a, const A: usize, const B: usize, const C: usize, const D: usize> {
    search: Search<'a>,
    groups: Range<usize>,
    slots: &'a mut Vec<Slots>,
}

impl<const A: usize, const B: usize, const C: usize, const D: usize> Kernel for Candidates<'_, A, B, C, D> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Lanes>(self, token: L::Token) -> u64 {
        let Search { state, offsets, unknown, block, open } = self.search;
        let (codes, far) = (&state.forward, &offsets.far);
        let mut exact = 0;
        for group in self.groups {
            let n = block.start + 32 * group;
            let [.., known] = offsets.near_of(group, unknown);
            // With heaps that are not known these are further away, and belong to the far ones.
            let (early, late): (&[Offset], &[Offset]) = if unknown > 0 { (known, &[]) } else { (&[], known) };
            let slots: [L; A] = least_open(token, open, group);
            let slots: [L; B] = together(token, &slots, &reached(token, &slots, &far[0], codes, n));
            let slots: [L; B] = together(token, &slots, &reached(token, &slots, early, codes, n));
            let slots: [L; C] = together(token, &slots, &reached(token, &slots, &far[1], codes, n));
            let slots: [L; D] = together(token, &slots, &reached(token, &slots, &far[2], codes, n));
            let slots: [L; D] = together(token, &slots, &reached(token, &slots, late, codes, n));
            let mut stored = [[EMPTY; 32]; MOST_SLOTS];
            for k in 0..D {
                slots[k].store(&mut stored[k]);
            }
            exact += refill::<L, D>(token, self.search, &mut stored, group, [known, &[]]);
            self.slots.push(stored);
        }
        exact
    }
}

/// Tests the slots against the offsets that reach the heaps before the block that were not known.
pub(super) fn test_before(state: &State, block: Block, open: &Open, chosen: &mut Chosen) {
    let Chosen { slots, unknown, .. } = chosen;
    chosen.exact += at_depth!(chosen.depth, state.isa, Before { state, block, open, unknown, slots });
}

struct Before<'a, const A: usize, const B: usize, const C: usize, const D: usize> {
    state: &'a State,
    block: Block,
    open: &'a Open,
    unknown: &'a [usize],
    slots: &'a mut [Slots],
}

impl<const A: usize, const B: usize, const C: usize, const D: usize> Kernel for Before<'_, A, B, C, D> {
    type Output = u64;

    #[inline(always)]
    fn run<L: Lanes>(self, token: L::Token) -> u64 {
        let Before { state, block, open, .. } = self;
        let mut exact = 0;
        for (group, (stored, &unknown)) in self.slots.iter_mut().zip(self.unknown).enumerate() {
            if unknown == 0 {
                continue;
            }
            let search = Search::new(state, block, open, unknown);
            let n = block.start + 32 * group;
            let mut slots = [L::splat(token, 0); D];
            for k in 0..D {
                slots[k] = L::load(token, &stored[k]);
            }
            let [_, before, known] = search.offsets.near_of(group, unknown);
            let slots: [L; D] = together(token, &slots, &reached(token, &slots, before, &state.forward, n));
            for k in 0..D {
                slots[k].store(&mut stored[k]);
            }
            exact += refill::<L, D>(token, search, stored, group, [known, before]);
        }
        exact
    }
}

/// Fills the slots of heaps that have none left, by listing their options through far rare heaps and these near ones; how many
/// such heaps there are. The next step would have to do it in order.
#[inline(always)]
fn refill<L: Lanes, const D: usize>(
    token: L::Token,
    search: Search<'_>,
    slots: &mut Slots,
    group: usize,
    near: [&[Offset]; 2],
) -> u64 {
    let Search { state, offsets, block, open, .. } = search;
    let mut lanes = L::load(token, &slots[0]).eq(L::splat(token, EMPTY)).bits();
    let count = lanes.count_ones();
    while lanes != 0 {
        let lane = lanes.trailing_zeros() as usize;
        lanes &= lanes - 1;
        let n = block.start + 32 * group + lane;
        let [first, second, third] = &offsets.far;
        let [known, before] = near;
        let rares: [&[Offset]; 5] = [first, second, third, known, before];
        let splits = rares.map(|rares| Splits { rares, codes: &state.forward, n });
        let codes: [u8; D] = missing(open, 32 * group + lane, splits, []);
        for k in 0..D {
            slots[k][lane] = codes[k];
        }
    }
    u64::from(count)
}

/// The least open values of the 32 heaps.
#[inline(always)]
fn least_open<L: Lanes, const A: usize>(token: L::Token, open: &Open, group: usize) -> [L; A] {
    let mut slots = [L::splat(token, EMPTY); A];
    for (&code, row) in open.codes.iter().zip(&open.rows).rev() {
        let bits = &row[1 + 4 * group..5 + 4 * group];
        let mask = L::expand(token, u32::from_le_bytes([bits[0], bits[1], bits[2], bits[3]]));
        for k in (1..A).rev() {
            slots[k] = slots[k - 1].where_set(mask, slots[k]);
        }
        slots[0] = L::splat(token, code).where_set(mask, slots[0]);
    }
    slots
}

/// Which slots are empty or reached by a split with one of these rare heaps. `n` is the heap of lane 0.
#[inline(always)]
pub(super) fn reached<L: Lanes, const A: usize>(
    token: L::Token,
    slots: &[L; A],
    rares: &[Offset],
    codes: &[u8],
    n: usize,
) -> [L; A] {
    // More accumulators than registers would be spilled in every step.
    const AT_ONCE: usize = 6;
    let mut hits = *slots;
    for hit in &mut hits {
        *hit = hit.eq(L::splat(token, EMPTY));
    }
    let mut first = 0;
    while first < A {
        let count = if A <= 7 { A } else { AT_ONCE.min(A - first) };
        for rare in rares {
            let sums = L::load(token, &codes[n - rare.offset as usize..]).xor(L::splat(token, rare.code));
            for k in first..first + count {
                hits[k] = hits[k].or(sums.eq(slots[k]));
            }
        }
        first += count;
    }
    hits
}

/// The slots that are not reached, moved together; the least ones stay if there are too many.
#[inline(always)]
fn together<L: Lanes, const A: usize, const B: usize>(token: L::Token, slots: &[L; A], reached: &[L; A]) -> [L; B] {
    let mut kept = [L::splat(token, EMPTY); B];
    for k in (0..A).rev() {
        for q in (1..B).rev() {
            kept[q] = kept[q].where_set(reached[k], kept[q - 1]);
        }
        kept[0] = kept[0].where_set(reached[k], slots[k]);
    }
    kept
}
