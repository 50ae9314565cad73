//! Blocks of games in which a move takes one of a few vectors.
//!
//! **Idea.** The value of a position is the mex of at most 255 values that lie at fixed distances. A value is kept as the power of two
//! with that exponent, so that the options of a whole row are joined by `or` of shifted rows, which the compiler vectorises, and the mex
//! is the lowest bit not set: `!m & (m + 1)`, another power of two. Only options in the same row wait for each other. The powers of a
//! few planes are in memory, as many as the first coordinate reaches back, with a rim around them that comes from the blocks before;
//! finished values leave as bytes.
//!
//! Time O(cells · vectors / lanes), memory one byte a cell of the block and a few planes.
//! Rejected: bytes in the planes and powers made on the fly (a shift by a variable amount in every lane is slow before AVX2).

use crate::cells::Cells;
use crate::error::Error;
use crate::shape::{Place, Shape, advance};
use crate::source::{Source, View};
use grundy::Watch;
use std::ops::BitOr;

/// The most vectors.
pub const MOST_STEPS: usize = 255;

/// The vectors, by coordinates.
#[derive(Debug, Clone)]
pub struct Steps {
    /// Those that change another coordinate than the last. The first coordinate is one of value 0 if there is only one.
    outer: Vec<Vec<usize>>,
    /// Those that change only the last.
    inner: Vec<usize>,
    /// How far the vectors reach back along each axis.
    reach: Vec<usize>,
}

/// A set of values below `BITS`; a single value is a set of one.
trait Mask: Copy + Default + BitOr<Output = Self> {
    fn one(value: u32) -> Self;
    /// The least value that is not in the set.
    fn free(self) -> Self;
    /// The value in a set of one.
    fn value(self) -> u8;
}

macro_rules! word {
    ($word:ty) => {
        impl Mask for $word {
            #[inline(always)]
            fn one(value: u32) -> Self {
                1 << (value & (<$word>::BITS - 1))
            }
            #[inline(always)]
            fn free(self) -> Self {
                !self & self.wrapping_add(1)
            }
            #[inline(always)]
            fn value(self) -> u8 {
                self.trailing_zeros() as u8
            }
        }
    };
}
word!(u8);
word!(u16);
word!(u32);
word!(u64);

/// 256 bits.
#[derive(Debug, Clone, Copy, Default)]
struct Wide([u64; 4]);

impl BitOr for Wide {
    type Output = Wide;
    #[inline(always)]
    fn bitor(self, other: Wide) -> Wide {
        Wide([0, 1, 2, 3].map(|word: usize| self.0[word] | other.0[word]))
    }
}

impl Mask for Wide {
    fn one(value: u32) -> Wide {
        let mut words = [0; 4];
        words[value as usize / 64 % 4] = 1 << (value % 64);
        Wide(words)
    }

    fn free(self) -> Wide {
        let word = self.0.iter().position(|&word| word != u64::MAX).unwrap_or(3);
        let mut words = [0; 4];
        words[word] = self.0[word].free();
        Wide(words)
    }

    fn value(self) -> u8 {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        word as u8 * 64 + self.0[word].value()
    }
}

impl Steps {
    /// Vectors by arguments, for a shape; nothing if there are too many, or one is zero.
    pub fn new(vectors: &[Vec<u64>], shape: &Shape) -> Option<Steps> {
        let longest = shape.sizes().iter().copied().max().unwrap_or(1);
        let mut all: Vec<Vec<usize>> = Vec::new();
        for vector in vectors {
            let along = shape.axes().iter().map(|axis| vector[axis.argument]);
            let mut along: Vec<usize> =
                along.map(|step| usize::try_from(step.min(longest)).ok()).collect::<Option<_>>()?;
            // A vector longer than the box is never taken.
            if along.iter().zip(shape.sizes()).any(|(&step, &size)| step as u64 >= size) {
                continue;
            }
            if along.iter().all(|&step| step == 0) {
                return None;
            }
            if along.len() == 1 {
                along.insert(0, 0);
            }
            all.push(along);
        }
        all.sort();
        all.dedup();
        if all.len() > MOST_STEPS || !shape.axes().iter().all(|axis| axis.rising && axis.steady) {
            return None;
        }
        let axes = shape.sizes().len().max(2);
        let reach = (0..axes).map(|axis| all.iter().map(|step| step[axis]).max().unwrap_or(0)).collect();
        let (outer, inner): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|step| step[..axes - 1].iter().any(|&n| n > 0));
        let inner = inner.into_iter().filter_map(|step| step.last().copied()).collect();
        Some(Steps { outer, inner, reach })
    }

    /// How many vectors.
    fn count(&self) -> usize {
        self.outer.len() + self.inner.len()
    }

    /// How many blocks a block needs along each axis, itself included.
    pub fn blocks_back(&self, shape: &Shape) -> Vec<u64> {
        let reach = &self.reach[self.reach.len() - shape.sizes().len()..];
        reach.iter().zip(shape.shifts()).map(|(&reach, &shift)| 1 + (reach as u64).div_ceil(1 << shift)).collect()
    }

    /// The values of a block.
    pub fn fill(&self, shape: &Shape, block: usize, source: &dyn Source, watch: &Watch) -> Result<Cells, Error> {
        // Values are at most the number of vectors.
        match self.count() {
            0..=7 => Planes::<u8>::new(self, shape, block).fill(source, watch),
            8..=15 => Planes::<u16>::new(self, shape, block).fill(source, watch),
            16..=31 => Planes::<u32>::new(self, shape, block).fill(source, watch),
            32..=63 => Planes::<u64>::new(self, shape, block).fill(source, watch),
            _ => Planes::<Wide>::new(self, shape, block).fill(source, watch),
        }
    }
}

/// The planes that are in memory while a block is made.
struct Planes<'a, M> {
    steps: &'a Steps,
    shape: &'a Shape,
    place: Place,
    /// Cells of a plane with its rim, and how far rows are apart along each axis but the first and the last.
    plane: usize,
    strides: Vec<usize>,
    ring: Vec<M>,
    joined: Vec<M>,
    cells: Vec<u8>,
}

impl<'a, M: Mask> Planes<'a, M> {
    fn new(steps: &'a Steps, shape: &'a Shape, block: usize) -> Planes<'a, M> {
        let mut place = shape.place(block);
        if place.len.len() == 1 {
            place.start.insert(0, 0);
            place.len.insert(0, 1);
        }
        let axes = place.len.len();
        let mut strides = vec![0; axes];
        let mut plane = 1;
        for axis in (1..axes).rev() {
            strides[axis] = plane;
            plane *= place.len[axis] as usize + steps.reach[axis];
        }
        let cells = Vec::with_capacity(place.cells());
        let ring = vec![M::default(); plane * (steps.reach[0] + 1)];
        let joined = vec![M::default(); place.len[axes - 1] as usize];
        Planes { steps, shape, place, plane, strides, ring, joined, cells }
    }

    fn fill(mut self, source: &dyn Source, watch: &Watch) -> Result<Cells, Error> {
        let mut view = View::new(self.shape, source);
        let (rim, len) = (self.steps.reach[0], self.place.len[0] as usize);
        for plane in 0..rim + len {
            watch.check(0, 0)?;
            self.plane(plane, &mut view)?;
        }
        Ok(Cells::One(self.cells))
    }

    /// Goes through the rows of a plane, counted from the first of the rim.
    fn plane(&mut self, plane: usize, view: &mut View<'_>) -> Result<(), Error> {
        let axes = self.place.len.len();
        let (reach, depth) = (&self.steps.reach, self.steps.reach[0] + 1);
        let outside = plane < reach[0];
        let base = plane % depth * self.plane;
        // For each outer vector how far back its row begins, as a place in the ring for row 0.
        let sources: Vec<isize> = if outside {
            Vec::new()
        } else {
            let back = |step: &Vec<usize>| {
                let within: usize = (1..axes).map(|axis| step[axis] * self.strides[axis]).sum();
                ((plane - step[0]) % depth * self.plane) as isize - within as isize
            };
            self.steps.outer.iter().map(back).collect()
        };
        let rows: Vec<u64> = (1..axes - 1).map(|axis| self.place.len[axis] + reach[axis] as u64).collect();
        let (last_rim, last_len) = (reach[axes - 1], self.place.len[axes - 1] as usize);
        let mut row = vec![0; rows.len()];
        loop {
            let start: usize = row.iter().zip(&self.strides[1..]).map(|(&at, stride)| at as usize * stride).sum();
            let inside = !outside && row.iter().zip(&self.steps.reach[1..]).all(|(&at, &reach)| at as usize >= reach);
            let load = if inside { last_rim } else { last_rim + last_len };
            self.load(plane, &row, base + start, load, view)?;
            if inside {
                self.row(base + start + last_rim, (start + last_rim) as isize, &sources);
            }
            if !advance(&mut row, &rows) {
                return Ok(());
            }
        }
    }

    /// Reads cells of a row from the blocks before, from the first of the rim on.
    fn load(&mut self, plane: usize, row: &[u64], at: usize, len: usize, view: &mut View<'_>) -> Result<(), Error> {
        let reach = &self.steps.reach;
        let axes = reach.len();
        let out = &mut self.ring[at..at + len];
        let mut point = Vec::with_capacity(axes);
        let places = std::iter::once(plane as u64).chain(row.iter().copied()).chain([0]);
        let mut skip = 0;
        for (axis, place) in places.enumerate() {
            let at = (self.place.start[axis] + place).checked_sub(reach[axis] as u64);
            match at {
                Some(at) => point.push(at),
                None if axis == axes - 1 => {
                    skip = (reach[axis] as u64 - self.place.start[axis]).min(len as u64) as usize;
                    point.push(0);
                }
                None => {
                    out.fill(M::default());
                    return Ok(());
                }
            }
        }
        out[..skip].fill(M::default());
        let out = &mut out[skip..];
        let point = &point[axes - self.shape.sizes().len()..];
        view.row(point, out.len(), |done, cells, range| match cells {
            Cells::One(values) => {
                let out = out[done..].iter_mut();
                out.zip(&values[range]).for_each(|(mask, &value)| *mask = M::one(value.into()));
            }
            // Values that are too large come from nowhere but a damaged folder.
            other => out[done..done + range.len()]
                .iter_mut()
                .zip(range)
                .for_each(|(mask, cell)| *mask = M::one(other.get(cell))),
        })
    }

    /// Makes a row: `at` is its first cell in the ring, `start` that in its plane.
    fn row(&mut self, at: usize, start: isize, sources: &[isize]) {
        let len = self.joined.len();
        let ring = &self.ring;
        let from = |source: &isize| {
            let first = (start + source) as usize;
            &ring[first..first + len]
        };
        let joined = &mut self.joined[..len];
        let (mut groups, mut is_first) = (sources.chunks_exact(4), true);
        for group in &mut groups {
            let (a, b, c, d) = (from(&group[0]), from(&group[1]), from(&group[2]), from(&group[3]));
            if std::mem::take(&mut is_first) {
                for i in 0..len {
                    joined[i] = a[i] | b[i] | (c[i] | d[i]);
                }
            } else {
                for i in 0..len {
                    joined[i] = joined[i] | (a[i] | b[i]) | (c[i] | d[i]);
                }
            }
        }
        if is_first {
            joined.fill(M::default());
        }
        for source in groups.remainder() {
            joined.iter_mut().zip(from(source)).for_each(|(joined, &one)| *joined = *joined | one);
        }
        self.chain(at);
        let made = &self.ring[at..at + len];
        self.cells.extend(made.iter().map(|mask| mask.value()));
    }

    /// Options in the same row: one cell after the other.
    fn chain(&mut self, at: usize) {
        let inner = self.steps.inner.as_slice();
        match inner {
            [] => {
                let out = self.ring[at..].iter_mut();
                out.zip(&self.joined).for_each(|(out, joined)| *out = joined.free());
            }
            [1, rest @ ..] => {
                // The one before is the only one to wait for.
                let mut before = if at == 0 { M::default() } else { self.ring[at - 1] };
                for (index, &joined) in self.joined.iter().enumerate() {
                    let older = rest.iter().fold(joined, |all, step| all | self.ring[at + index - step]);
                    before = (older | before).free();
                    self.ring[at + index] = before;
                }
            }
            steps => {
                for (index, &joined) in self.joined.iter().enumerate() {
                    let all = steps.iter().fold(joined, |all, step| all | self.ring[at + index - step]);
                    self.ring[at + index] = all.free();
                }
            }
        }
    }
}
