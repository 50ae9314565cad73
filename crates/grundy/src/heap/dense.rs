//! Dense values: mark a sample of the splits, then look for the least unmarked values among all splits.
//!
//! The mex of a heap is proved by one pass over its n/2 splits that finds no pair with that XOR. A sample of splits,
//! spread over the whole heap (small heaps have few different values), leaves only a few smaller values open; the pass
//! looks for four of them at once, 32 bytes of pairs a step. The values are kept a second time in reverse, so that the
//! partners of consecutive heaps are consecutive.
//!
//! Time n²/4 pairs at 8 to 32 pairs a nanosecond, memory 2 to 8 bytes a heap. Rejected: bit planes over the heaps for
//! every value, which cost more than they saved; a plain table of marks for all pairs, ten times slower. With AVX-512
//! the [sieve](super::sieve) takes the place of both steps and is more than twice as fast.

use super::moves::Moves;
use super::sieve::Sieve;
use super::simd::{Isa, Kernel, Lanes};
use super::threads::Threads;
use super::values::Values;
use crate::watch::{Stop, Watch};

/// A stored value of one, two or four bytes.
pub(super) trait Cell: Copy + Default + Into<u32> + Send + Sync {
    const PER_VECTOR: usize;
    fn narrow(value: u32) -> Self;
    fn load<L: Lanes>(token: L::Token, cells: &[Self]) -> L;
    fn splat<L: Lanes>(self, token: L::Token) -> L;
    fn eq<L: Lanes>(a: L, b: L) -> L;
    /// The cell with this index in a stored vector.
    fn at(bytes: &[u8; 32], index: usize) -> u32;
}

macro_rules! cell {
    ($int:ty, $load:ident, $splat:ident, $eq:ident) => {
        impl Cell for $int {
            const PER_VECTOR: usize = 32 / size_of::<$int>();

            #[inline(always)]
            fn narrow(value: u32) -> Self {
                value as $int
            }

            #[inline(always)]
            fn load<L: Lanes>(token: L::Token, cells: &[Self]) -> L {
                L::$load(token, cells)
            }

            #[inline(always)]
            fn splat<L: Lanes>(self, token: L::Token) -> L {
                L::$splat(token, self)
            }

            #[inline(always)]
            fn eq<L: Lanes>(a: L, b: L) -> L {
                a.$eq(b)
            }

            #[inline(always)]
            fn at(bytes: &[u8; 32], index: usize) -> u32 {
                const SIZE: usize = size_of::<$int>();
                (0..SIZE).fold(0, |value, byte| value | u32::from(bytes[SIZE * index + byte]) << (8 * byte))
            }
        }
    };
}
cell!(u8, load, splat, eq);
cell!(u16, load2, splat2, eq2);
cell!(u32, load4, splat4, eq4);

/// How many values one pass looks for.
const WANTED: usize = 4;

/// Which of the wanted values is the XOR of two opposite cells: bit i for `wanted[i]`.
struct Search<'a, T> {
    left: &'a [T],
    right: &'a [T],
    wanted: [T; WANTED],
}

impl<T: Cell> Kernel for Search<'_, T> {
    type Output = u32;

    #[inline(always)]
    fn run<L: Lanes>(self, token: L::Token) -> u32 {
        const STEPS: usize = 4;
        let wanted: [L; WANTED] = self.wanted.map(|wanted| wanted.splat(token));
        let mut hits = [L::splat(token, 0); WANTED];
        let chunk = STEPS * T::PER_VECTOR;
        let (mut left, mut right) = (self.left.chunks_exact(chunk), self.right.chunks_exact(chunk));
        for (left, right) in (&mut left).zip(&mut right) {
            for step in 0..STEPS {
                let at = step * T::PER_VECTOR;
                let sums = T::load::<L>(token, &left[at..]).xor(T::load(token, &right[at..]));
                for i in 0..WANTED {
                    hits[i] = hits[i].or(T::eq(sums, wanted[i]));
                }
            }
            if hits.iter().all(|hit| !hit.is_zero()) {
                return (1 << WANTED) - 1;
            }
        }
        let mut found = (0..WANTED).fold(0, |bits, i| bits | u32::from(!hits[i].is_zero()) << i);
        for (&a, &b) in left.remainder().iter().zip(right.remainder()) {
            for i in 0..WANTED {
                found |= u32::from(a.into() ^ b.into() == self.wanted[i].into()) << i;
            }
        }
        found
    }
}

/// Sets the stamps of the XORs of opposite cells.
struct Mark<'a, T> {
    left: &'a [T],
    right: &'a [T],
    stamps: &'a mut [u32],
    stamp: u32,
}

impl<T: Cell> Kernel for Mark<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, token: L::Token) {
        let (left, right) = (self.left.chunks_exact(T::PER_VECTOR), self.right.chunks_exact(T::PER_VECTOR));
        let rest = left.remainder().iter().zip(right.remainder());
        for (&a, &b) in rest {
            self.stamps[(a.into() ^ b.into()) as usize] = self.stamp;
        }
        for (left, right) in left.zip(right) {
            let mut sums = [0; 32];
            T::load::<L>(token, left).xor(T::load(token, right)).store(&mut sums);
            for index in 0..T::PER_VECTOR {
                self.stamps[T::at(&sums, index) as usize] = self.stamp;
            }
        }
    }
}

/// The values of heaps `len−1, …, 1, 0`, with room for more at the front.
#[derive(Debug, Clone, Default)]
pub(super) struct Reversed<T> {
    cells: Vec<T>,
    len: usize,
}

impl<T: Cell> Reversed<T> {
    /// How many heaps there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The next heap.
    pub fn push(&mut self, cell: T) {
        if self.len == self.cells.len() {
            let mut larger = vec![T::default(); 2 * self.len + 64];
            let start = larger.len() - self.len;
            larger[start..].copy_from_slice(&self.cells);
            self.cells = larger;
        }
        self.len += 1;
        let place = self.cells.len() - self.len;
        self.cells[place] = cell;
    }

    /// Takes over the heaps of `cells` that are new.
    fn follow(&mut self, cells: &[T]) {
        for &cell in &cells[self.len..] {
            self.push(cell);
        }
    }

    /// The values of heaps m−1, m−2, …, m−count.
    #[inline]
    pub fn below(&self, m: usize, count: usize) -> &[T] {
        let start = self.cells.len() - m;
        &self.cells[start..start + count]
    }
}

/// The engine's memory between calls.
#[derive(Debug, Clone)]
pub(super) struct Dense {
    moves: Moves,
    isa: Isa,
    /// Instead of marks and searches, as long as the values fit.
    sieve: Option<Sieve>,
    marks: Marks,
    one: Reversed<u8>,
    two: Reversed<u16>,
    four: Reversed<u32>,
}

/// The values marked for the current heap: those whose stamp is the heap's.
#[derive(Debug, Clone)]
struct Marks {
    stamps: Vec<u32>,
    largest: u32,
}

/// The sample comes in pieces of this many neighbouring splits, which cost a third of scattered ones.
const CHUNK: usize = 128;

/// Samples for each value that occurs so far.
const SAMPLES: usize = 12;

impl Dense {
    pub fn new(moves: Moves, isa: Isa) -> Self {
        let marks = Marks { stamps: vec![u32::MAX; 2], largest: 0 };
        let sieve = isa.wide().map(|_| Sieve::new(isa));
        Dense {
            moves,
            isa,
            sieve,
            marks,
            one: Reversed::default(),
            two: Reversed::default(),
            four: Reversed::default(),
        }
    }

    /// Appends the values of heaps up to but not including `end`.
    pub fn extend(&mut self, values: &mut Values, end: usize, threads: &Threads, watch: &Watch) -> Result<(), Stop> {
        if let Some(sieve) = &mut self.sieve {
            threads.install(|| sieve.extend(&self.moves, values, end, threads, watch))?;
        }
        self.marks.learn(values);
        while values.len() < end {
            let n = values.len();
            if n.is_multiple_of(256) {
                watch.check(n as u64, 2 * values.bytes())?;
            }
            let value = match values {
                Values::One(cells) => next(&self.moves, &mut self.marks, &mut self.one, cells, self.isa),
                Values::Two(cells) => next(&self.moves, &mut self.marks, &mut self.two, cells, self.isa),
                Values::Four(cells) => next(&self.moves, &mut self.marks, &mut self.four, cells, self.isa),
            };
            values.push(value);
            self.marks.make_room(value);
        }
        Ok(())
    }
}

impl Marks {
    /// Every XOR of stored values has a stamp, and so has one more, which is never set.
    fn make_room(&mut self, value: u32) {
        self.largest = self.largest.max(value);
        let room = (self.largest + 1).next_power_of_two() as usize + 1;
        if self.stamps.len() < room {
            self.stamps.resize(room, u32::MAX);
        }
    }

    fn learn(&mut self, values: &Values) {
        self.stamps.fill(u32::MAX);
        self.make_room(values.largest(values.len()));
    }
}

/// The value of the heap after `cells`.
fn next<T: Cell>(moves: &Moves, marks: &mut Marks, reversed: &mut Reversed<T>, cells: &[T], isa: Isa) -> u32 {
    reversed.follow(cells);
    let n = cells.len();
    mark_sample(moves, marks, reversed, cells, isa);
    let mut least = 0;
    loop {
        let (wanted, count) = open_values(marks, n as u32, least);
        // The last stamp is never set: no split reaches it.
        if wanted[0] as usize + 1 == marks.stamps.len() {
            return wanted[0];
        }
        let found = search(moves, reversed, cells, wanted, isa);
        let missing = (!found).trailing_zeros() as usize;
        if missing < count {
            return wanted[missing];
        }
        least = wanted[count - 1] + 1;
    }
}

fn mark_sample<T: Cell>(moves: &Moves, marks: &mut Marks, reversed: &Reversed<T>, cells: &[T], isa: Isa) {
    let n = cells.len();
    let stamp = n as u32;
    if moves.zero_at_once(n) {
        marks.stamps[0] = stamp;
    }
    for &take in moves.takes.iter().take_while(|&&take| take < n) {
        marks.stamps[cells[n - take].into() as usize] = stamp;
    }
    let chunks = SAMPLES * (marks.largest as usize + 16) / CHUNK + 1;
    for b in moves.breaks.iter().filter(|b| b.place < n) {
        let m = n - b.place;
        let pairs = b.pairs(m);
        let stride = (pairs / chunks).max(CHUNK);
        for first in (1..=pairs).step_by(stride).take(chunks) {
            let count = CHUNK.min(pairs + 1 - first);
            let (left, right) = (&cells[first..first + count], reversed.below(m + 1 - first, count));
            isa.run(Mark { left, right, stamps: &mut marks.stamps, stamp });
        }
    }
}

/// The least unmarked values from `least` on, and how many there are; the rest of the array repeats the first.
fn open_values(marks: &Marks, stamp: u32, least: u32) -> ([u32; WANTED], usize) {
    let open = (least..marks.stamps.len() as u32).filter(|&value| marks.stamps[value as usize] != stamp);
    let mut wanted = [0; WANTED];
    let mut count = 0;
    for value in open.take(WANTED) {
        wanted[count] = value;
        count += 1;
    }
    // The value without a stamp cannot be looked for in narrow cells; it ends the search when it comes first.
    if count > 1 && wanted[count - 1] as usize + 1 == marks.stamps.len() {
        count -= 1;
    }
    let first = wanted[0];
    wanted[count..].fill(first);
    (wanted, count)
}

fn search<T: Cell>(moves: &Moves, reversed: &Reversed<T>, cells: &[T], wanted: [u32; WANTED], isa: Isa) -> u32 {
    let n = cells.len();
    let mut found = 0;
    for b in moves.breaks.iter().filter(|b| b.place < n) {
        let m = n - b.place;
        let pairs = b.pairs(m);
        let (left, right) = (&cells[1..=pairs.min(n - 1)], reversed.below(m, pairs));
        found |= isa.run(Search { left, right, wanted: wanted.map(T::narrow) });
        if found == (1 << WANTED) - 1 {
            break;
        }
    }
    found
}
