//! Blocks of games in which a move goes back any number of times by one of a few vectors: rooks, queens, Wythoff's game and its kin.
//!
//! **Idea.** The options of a position are the positions before it on its lines, one line for each vector. With the set of values that a
//! line has met so far, the mex is the least value that is in none of a few sets, and the value found joins all of them: no option
//! is looked at. Sets are bits, as long as their largest value asks for. Lines go on in the next block: between blocks they are
//! kept, and a line that is not there is read again from the values before.
//!
//! Time O(cells · vectors · mex/64), memory 4 bytes a cell of the block and the bits of all lines that are under way.

use crate::cells::Cells;
use crate::error::Error;
use crate::shape::{Place, Shape, advance};
use crate::source::{Source, View};
use grundy::Watch;
use hashbrown::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Vectors by coordinates, and the lines between blocks.
#[derive(Debug)]
pub struct Rays {
    vectors: Vec<Vec<u64>>,
    /// For each vector the lines by their first points.
    kept: Vec<Mutex<Kept>>,
    bytes: AtomicU64,
    most_bytes: u64,
}

type Kept = HashMap<u64, Line, foldhash::fast::FixedState>;

/// What a line has met.
#[derive(Debug, Default)]
struct Line {
    bits: Vec<u64>,
    /// All words before this one are full.
    full: usize,
    /// How many of its points were met.
    next: u64,
}

impl Line {
    #[inline]
    fn meet(&mut self, value: u32) {
        let word = value as usize / 64;
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << (value % 64);
        while self.bits.get(self.full) == Some(&u64::MAX) {
            self.full += 1;
        }
    }

    fn bytes(&self) -> u64 {
        (size_of::<(u64, Line)>() + self.bits.capacity() * 8) as u64
    }
}

impl Rays {
    /// Vectors by arguments, for a shape; lines may use so many bytes between blocks. Nothing if a vector is zero, or an axis goes downwards.
    pub fn new(vectors: &[Vec<u64>], shape: &Shape, most_bytes: u64) -> Option<Rays> {
        let along = |vector: &Vec<u64>| shape.axes().iter().map(|axis| vector[axis.argument]).collect();
        let vectors: Vec<Vec<u64>> = vectors.iter().map(along).collect();
        let sound = vectors.iter().all(|vector| vector.iter().any(|&step| step > 0))
            && shape.axes().iter().all(|axis| axis.rising && axis.steady);
        let kept = vectors.iter().map(|_| Mutex::default()).collect();
        sound.then(|| Rays { vectors, kept, bytes: AtomicU64::new(0), most_bytes })
    }

    /// The values of a block.
    pub fn fill(&self, shape: &Shape, block: usize, source: &dyn Source, watch: &Watch) -> Result<Cells, Error> {
        let place = shape.place(block);
        let mut lines: Vec<Lines<'_>> = self.vectors.iter().map(|vector| Lines::new(vector, &place)).collect();
        let mut view = View::new(shape, source);
        let mut values = Vec::with_capacity(place.cells());
        let last = place.len.len() - 1;
        let mut row = vec![0; last + 1];
        let mut at = vec![0; lines.len()];
        loop {
            watch.check(0, 0)?;
            lines.iter_mut().for_each(|lines| lines.start_row(&row[..last]));
            for z in 0..place.len[last] {
                row[last] = z;
                let cell = values.len();
                for (index, lines) in lines.iter_mut().enumerate() {
                    let entry = lines.entry(cell, z);
                    if lines.numbers[entry] == u32::MAX {
                        let (key, line) = self.line(index, shape, &place, &row, &mut view)?;
                        lines.numbers[entry] = lines.lines.len() as u32;
                        lines.lines.push(line);
                        lines.keys.push(key);
                    }
                    at[index] = lines.numbers[entry] as usize;
                }
                values.push(settle(&mut lines, &at));
            }
            row[last] = place.len[last] - 1;
            if !advance(&mut row, &place.len) {
                break;
            }
        }
        for (index, Lines { lines, keys, .. }) in lines.into_iter().enumerate() {
            self.keep(index, shape, keys, lines);
        }
        Ok(Cells::narrow(values))
    }

    /// The line of a point that is the first of it in the block: as it was kept, or read from the values before.
    fn line(
        &self,
        index: usize,
        shape: &Shape,
        place: &Place,
        point: &[u64],
        view: &mut View<'_>,
    ) -> Result<(u64, Line), Error> {
        let vector = &self.vectors[index];
        let at: Vec<u64> = point.iter().zip(&place.start).map(|(at, start)| at + start).collect();
        let (key, times) = first(shape, vector, &at);
        if times == 0 {
            return Ok((key, Line::default()));
        }
        let kept = self.kept[index].lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
        if let Some(line) = kept {
            self.bytes.fetch_sub(line.bytes(), Ordering::Relaxed);
            if line.next == times {
                return Ok((key, line));
            }
        }
        let mut line = Line { next: times, ..Line::default() };
        let mut back = at;
        for _ in 0..times {
            back.iter_mut().zip(vector).for_each(|(at, step)| *at -= step);
            line.meet(view.value(&back)?);
        }
        Ok((key, line))
    }

    /// Keeps the lines that go on behind the block.
    fn keep(&self, index: usize, shape: &Shape, keys: Vec<u64>, lines: Vec<Line>) {
        let vector = &self.vectors[index];
        let mut kept = self.kept[index].lock().unwrap_or_else(PoisonError::into_inner);
        for (key, line) in keys.into_iter().zip(lines) {
            let bytes = line.bytes();
            let goes_on = point(shape, key)
                .iter()
                .zip(vector)
                .zip(shape.sizes())
                .all(|((at, step), &size)| at + step * line.next < size);
            if goes_on && self.bytes.load(Ordering::Relaxed) + bytes <= self.most_bytes {
                self.bytes.fetch_add(bytes, Ordering::Relaxed);
                kept.insert(key, line);
            }
        }
    }
}

/// The lines along one vector through a block.
struct Lines<'a> {
    vector: &'a [u64],
    lines: Vec<Line>,
    keys: Vec<u64>,
    /// For the first cell of each line in the block its place among the lines.
    numbers: Vec<u32>,
    /// How many cells back one step is.
    back: usize,
    /// How many steps the coordinates but the last allow within the block, in the row at hand.
    steps: u64,
}

impl<'a> Lines<'a> {
    fn new(vector: &'a [u64], place: &Place) -> Lines<'a> {
        let back = place.strides().iter().zip(vector).map(|(stride, &step)| stride.saturating_mul(step as usize)).sum();
        Lines { vector, lines: Vec::new(), keys: Vec::new(), numbers: vec![u32::MAX; place.cells()], back, steps: 0 }
    }

    fn start_row(&mut self, row: &[u64]) {
        let steps = row.iter().zip(self.vector).filter(|(_, step)| **step > 0).map(|(at, step)| at / step);
        self.steps = steps.min().unwrap_or(u64::MAX);
    }

    /// The first cell in the block of the line of a cell.
    #[inline]
    fn entry(&self, cell: usize, last: u64) -> usize {
        let steps = match self.vector[self.vector.len() - 1] {
            0 => self.steps,
            1 => self.steps.min(last),
            step => self.steps.min(last / step),
        };
        cell - steps as usize * self.back
    }
}

/// The value of a cell by its lines, which all meet it.
#[inline]
fn settle(lines: &mut [Lines<'_>], at: &[usize]) -> u32 {
    let mut word = 0;
    for (lines, &number) in lines.iter().zip(at) {
        word = word.max(lines.lines[number].full);
    }
    let value = loop {
        let mut met = 0;
        for (lines, &number) in lines.iter().zip(at) {
            met |= lines.lines[number].bits.get(word).copied().unwrap_or(0);
        }
        if met != u64::MAX {
            break word as u32 * 64 + met.trailing_ones();
        }
        word += 1;
    };
    for (lines, &number) in lines.iter_mut().zip(at) {
        let line = &mut lines.lines[number];
        line.meet(value);
        line.next += 1;
    }
    value
}

/// The first point of a line in the box as a number, and how many steps a point is behind it.
fn first(shape: &Shape, vector: &[u64], point: &[u64]) -> (u64, u64) {
    let steps = point.iter().zip(vector).filter(|(_, step)| **step > 0).map(|(at, step)| at / step).min().unwrap_or(0);
    let places = point.iter().zip(vector).zip(shape.sizes());
    (places.fold(0, |key, ((at, step), size)| key * size + (at - steps * step)), steps)
}

/// The point of a number.
fn point(shape: &Shape, mut key: u64) -> Vec<u64> {
    let mut point = vec![0; shape.sizes().len()];
    for (at, &size) in point.iter_mut().zip(shape.sizes()).rev() {
        *at = key % size;
        key /= size;
    }
    point
}
