//! Lists of splits that are likely to reach a value, chosen from a model of the sequence.
//!
//! For every value a list of heaps a is kept such that a split (a, n−b−a) often has this value; a block is first
//! tested against these lists with bit planes. For a common value a is rare and the partner common, for a rare value
//! both are common. The model is the distribution of the common codes given the phase of the heap in the strongest
//! frequency; the lists are chosen greedily, the heaps that reach the most of what is still open first. The model decides
//! the speed only: what a list does not reach is looked for in full.
//!
//! Rejected: lists learnt from splits that reached a value before, and residues instead of phases; neither carried over
//! to later heaps.

use super::super::simd::{Kernel, Lanes};
use super::super::threads::Threads;
use super::NEAR;
use super::codes::{EMPTY, Target};
use super::spectrum::strong_frequencies;
use super::state::{FEW_RARES, State};

/// Phases of the model.
pub(super) const PHASES: usize = 32;
/// Witnesses of rare values are chosen from this many times more heaps.
const POOL: usize = 8;
/// How many heaps the model is taken from.
const SAMPLE: usize = 1 << 17;
/// Splits in the second list for rare values, random heaps.
const RANDOM: usize = 96;
/// A witness that was chosen counts as this likely to be right, since hits are correlated.
const TRUST: f32 = 0.5;

/// How long the lists are.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lengths {
    pub common: usize,
    pub rare: usize,
}

type Phases = [f32; PHASES];

/// A plane and how many bytes before the heap it is read: code × stride − offset / 8.
pub(super) type PlaneOffset = i32;

/// The witnesses of a common value. Offsets with the same remainder by 8 stand together, remainder 7 first: list q ends
/// where list q + 1 starts.
#[derive(Debug, Clone, Default)]
pub(super) struct CommonList {
    pub reads: Vec<PlaneOffset>,
    pub starts: [u32; 9],
}

#[derive(Debug, Clone, Default)]
pub(super) struct Witnesses {
    /// For the first common values, ascending.
    pub common: Vec<CommonList>,
    /// For the first rare values, ascending; all offsets are multiples of 8. The likeliest half comes first.
    pub rare: Vec<Vec<PlaneOffset>>,
    /// Common heaps, with their codes, for the second test of rare values.
    pub random: Vec<(u32, u8)>,
    /// In how many lists each offset stands.
    uses: Vec<u32>,
    frequency: f64,
}

impl Witnesses {
    /// In how many lists an offset stands.
    pub fn uses(&self, offset: u32) -> u32 {
        self.uses.get(offset as usize).copied().unwrap_or(0)
    }

    /// The strongest frequency.
    pub fn frequency(&self) -> f64 {
        self.frequency
    }

    /// The phase of a heap in the strongest frequency.
    #[inline]
    pub fn phase(&self, n: usize) -> usize {
        phase(n, self.frequency)
    }
}

/// In fixed point: the turns are counted by the overflow.
#[inline(always)]
fn phase(n: usize, frequency: f64) -> usize {
    let turn = (frequency * 2f64.powi(64)) as u64;
    ((n as u64).wrapping_mul(turn) >> (u64::BITS - PHASES.trailing_zeros())) as usize
}

/// A heap that may be a witness: its distance from the heap that is split, its code and the distance's phase.
#[derive(Clone, Copy)]
struct Candidate {
    offset: u32,
    code: u8,
    phase: u8,
}

/// The frequency whose phases tell the most about the codes: the highest chance that two heaps of the same phase have the
/// same code.
fn best_frequency(state: &State, before: Option<f64>, threads: &Threads) -> f64 {
    let sameness = |&frequency: &f64| {
        let mut counts = vec![[0f64; 256]; PHASES];
        let n = state.len();
        for m in (n - SAMPLE.min(n / 2)..n).step_by(2) {
            counts[phase(m, frequency)][usize::from(state.forward[m])] += 1.0;
        }
        let of_phase = |row: &[f64; 256]| {
            let heaps: f64 = row.iter().sum();
            row.iter().map(|count| count * count).sum::<f64>() / heaps.max(1.0)
        };
        (counts.iter().map(of_phase).sum::<f64>(), frequency)
    };
    let rated = threads.map(&strong_frequencies(&state.forward, before, threads), sameness).into_iter();
    rated.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(0.0, |(_, frequency)| frequency)
}

struct Model {
    frequency: f64,
    /// P(common and code | phase), twice in a row, so that a turned copy is a slice.
    code: Vec<[f32; 2 * PHASES]>,
    /// P(extended value > x | phase).
    above: Vec<Phases>,
}

impl Model {
    fn new(state: &State, before: Option<f64>, threads: &Threads) -> Model {
        let n = state.len();
        // A short list of rare heaps is tested in full: no model can save much.
        let few = state.rares.len() * state.moves.breaks.len() < FEW_RARES;
        let frequency = if few { 0.0 } else { best_frequency(state, before, threads) };
        let mut code = vec![[0f32; 2 * PHASES]; 256];
        let mut above = vec![[0f32; PHASES]; 512];
        let mut heaps = [1e-6f32; PHASES];
        for m in n - SAMPLE.min(n / 2)..n {
            let (x, phase) = (state.x(m), phase(m, frequency));
            heaps[phase] += 1.0;
            above[usize::from(x)][phase] += 1.0;
            if !state.is_rare(m) {
                code[usize::from(state.forward[m])][phase] += 1.0;
            }
        }
        // With parities in the values only every other heap can have a given one.
        let factor = if state.split.parity.is_some() { 2.0 } else { 1.0 };
        for row in &mut code {
            for phase in 0..PHASES {
                row[phase] = (row[phase] * factor / heaps[phase]).min(0.95);
                row[phase + PHASES] = row[phase];
            }
        }
        for phase in 0..PHASES {
            let mut larger = 0.0;
            for row in above.iter_mut().rev() {
                let here = row[phase] / heaps[phase];
                row[phase] = larger;
                larger += here;
            }
        }
        Model { frequency, code, above }
    }

    /// How likely the candidate reaches the code, by the phase of the heap that is split.
    #[inline(always)]
    fn hits(&self, code: u8, candidate: &Candidate) -> &[f32] {
        let turn = PHASES - usize::from(candidate.phase);
        &self.code[usize::from(code ^ candidate.code)][turn..turn + PHASES]
    }

    #[inline(always)]
    fn gain(&self, code: u8, candidate: &Candidate, open: &Phases) -> f32 {
        let hits = self.hits(code, candidate);
        let mut sums = [0f32; 8];
        for group in 0..PHASES / 8 {
            for lane in 0..8 {
                sums[lane] += hits[group * 8 + lane] * open[group * 8 + lane];
            }
        }
        sums.iter().sum()
    }

    /// How often a heap's value is above the target, by phase, and on average.
    fn need(&self, target: Target) -> (Phases, f32) {
        let need = self.above[usize::from(target.x).min(511)].map(|p| p + 1e-4);
        (need, need.iter().sum::<f32>() / PHASES as f32)
    }
}

/// The best witnesses for a code, likeliest first.
struct Choice<'a> {
    model: &'a Model,
    code: u8,
    candidates: &'a [Candidate],
    need: &'a Phases,
    most: usize,
}

/// A list is chosen in this many batches; between them the gains of the others are computed again.
const BATCHES: usize = 4;

/// A gain and the index of a candidate as one number that sorts the best first. Gains are positive, so their bits are in
/// their order.
#[inline(always)]
fn key(gain: f32, index: usize) -> u64 {
    u64::from(!gain.to_bits()) << 32 | index as u64
}

impl Kernel for Choice<'_> {
    type Output = Vec<Candidate>;

    /// Plain arithmetic on arrays, which the compiler turns into vectors of the processor's width.
    #[inline(always)]
    fn run<L: Lanes>(self, _: L::Token) -> Vec<Candidate> {
        let Choice { model, code, candidates, need, most } = self;
        let least = 1e-5 * need.iter().sum::<f32>().max(1e-3);
        let mut open = *need;
        let mut rest = Vec::with_capacity(candidates.len());
        for (index, candidate) in candidates.iter().enumerate() {
            let gain = model.gain(code, candidate, &open);
            if gain > least {
                rest.push(key(gain, index));
            }
        }
        if rest.len() > 2 * most {
            rest.select_nth_unstable(2 * most);
            rest.truncate(2 * most);
        }
        let candidate = |key: u64| candidates[key as u32 as usize];
        let mut chosen = Vec::with_capacity(most);
        while chosen.len() < most && !rest.is_empty() {
            let count = most.div_ceil(BATCHES).min(rest.len()).min(most - chosen.len());
            if rest.len() > count {
                rest.select_nth_unstable(count - 1);
            }
            for key in rest.drain(..count) {
                let candidate = candidate(key);
                for (open, hit) in open.iter_mut().zip(model.hits(code, &candidate)) {
                    *open *= 1.0 - TRUST * hit;
                }
                chosen.push(candidate);
            }
            for entry in &mut rest {
                *entry = key(model.gain(code, &candidate(*entry), &open), *entry as u32 as usize);
            }
            rest.retain(|&entry| f32::from_bits(!(entry >> 32) as u32) > least);
        }
        chosen
    }
}

/// The lists for the state's heaps; `before` is the frequency of the lists before.
pub(super) fn choose(state: &State, before: Option<f64>, lengths: Lengths, threads: &Threads) -> Witnesses {
    let (isa, model) = (state.isa, Model::new(state, before, threads));
    let mut witnesses =
        Witnesses { frequency: model.frequency, uses: vec![0; state.reach + 1], ..Witnesses::default() };
    let stride = state.planes.stride() as i32;
    let candidates = rare_candidates(state, &model);
    let targets = if state.few { Vec::new() } else { common_targets(state, &model) };
    let lists = threads.map(&targets, |(target, need)| {
        let list = need.as_ref().map_or_else(Vec::new, |need| {
            isa.run(Choice { model: &model, code: target.code, candidates: &candidates, need, most: lengths.common })
        });
        (common_list(&list, target.code, stride), list)
    });
    for (reads, list) in lists {
        for candidate in list {
            witnesses.uses[candidate.offset as usize] += 1;
        }
        witnesses.common.push(reads);
    }
    let pool = pool(state, &model, POOL * lengths.rare);
    let targets: Vec<Target> =
        state.codec.rares.iter().copied().take_while(|target| target.x <= state.largest + 2).collect();
    witnesses.rare = threads.map(&targets, |&target| {
        let (need, average) = model.need(target);
        let list = if average < 1e-3 {
            Vec::new()
        } else {
            isa.run(Choice { model: &model, code: target.code, candidates: &pool, need: &need, most: lengths.rare })
        };
        rare_list(&list, target.code, stride)
    });
    witnesses.random = random_heaps(state);
    witnesses
}

/// The common values to cover: all that occur, and a few more, which get no list.
fn common_targets(state: &State, model: &Model) -> Vec<(Target, Option<Phases>)> {
    const MORE: usize = 8;
    let known = state.codec.commons.iter().filter(|target| target.x <= state.largest).count();
    let mut unlisted = 0;
    let with_need = |&target: &Target| {
        let (need, average) = model.need(target);
        let listed = average >= 3e-3;
        unlisted += usize::from(!listed);
        (unlisted <= MORE).then_some((target, listed.then_some(need)))
    };
    state.codec.commons.iter().take(known + MORE).map_while(with_need).collect()
}

/// Rare heaps that only lead to known heaps, within reach.
fn rare_candidates(state: &State, model: &Model) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    for rare in &state.rares {
        for b in &state.moves.breaks {
            let offset = rare.heap as usize + b.place;
            if (state.near_end()..=state.reach).contains(&offset) {
                let code = state.codec.code(u32::from(rare.x));
                let phase = phase(offset, model.frequency) as u8;
                candidates.push(Candidate { offset: offset as u32, code, phase });
            }
        }
    }
    candidates
}

/// Common heaps whose offset is a multiple of 8, spread over the reach, for every breaking place.
fn pool(state: &State, model: &Model, size: usize) -> Vec<Candidate> {
    let breaks = &state.moves.breaks;
    let step = (state.reach * breaks.len() / 8 / size).max(1) * 8;
    let offsets = (NEAR.next_multiple_of(step)..state.reach).step_by(step);
    let heaps = offsets.flat_map(|offset| breaks.iter().map(move |b| (offset, offset - b.place)));
    heaps
        .filter(|&(_, heap)| !state.is_rare(heap))
        .map(|(offset, heap)| Candidate {
            offset: offset as u32,
            code: state.forward[heap],
            phase: phase(offset, model.frequency) as u8,
        })
        .collect()
}

fn common_list(list: &[Candidate], code: u8, stride: i32) -> CommonList {
    let mut result = CommonList::default();
    for remainder in (0..8).rev() {
        let start = result.reads.len();
        result.starts[7 - remainder as usize] = start as u32;
        let same = list.iter().filter(|candidate| candidate.offset % 8 == remainder);
        result.reads.extend(same.map(|candidate| read(candidate, code, stride)));
        result.reads[start..].sort_unstable();
    }
    result.starts[8] = result.reads.len() as u32;
    result
}

fn read(candidate: &Candidate, code: u8, stride: i32) -> PlaneOffset {
    i32::from(code ^ candidate.code) * stride - (candidate.offset / 8).cast_signed()
}

fn rare_list(list: &[Candidate], code: u8, stride: i32) -> Vec<PlaneOffset> {
    let mut reads: Vec<PlaneOffset> = list.iter().map(|candidate| read(candidate, code, stride)).collect();
    let half = reads.len() / 2;
    let (first, second) = reads.split_at_mut(half);
    first.sort_unstable();
    second.sort_unstable();
    reads
}

/// Common heaps at random, for values that the first lists do not reach.
fn random_heaps(state: &State) -> Vec<(u32, u8)> {
    let mut places = state.moves.breaks.iter().map(|b| b.place).cycle();
    let most = state.reach.clamp(NEAR + 200, 1 << 14);
    let mut seed = 424_242u64;
    let mut heaps = Vec::with_capacity(RANDOM);
    for _ in 0..64 * RANDOM {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let heap = NEAR + (seed % (most - NEAR) as u64) as usize;
        if heaps.len() < RANDOM && heap < state.len() && !state.is_rare(heap) && state.forward[heap] != EMPTY {
            let place = places.next().unwrap_or(0);
            heaps.push(((heap + place) as u32, state.forward[heap]));
        }
    }
    heaps
}
