//! Blocks of games in which a move goes back any number of times by one of a few vectors: rooks, queens, Wythoff's game and its kin.
//!
//! **Idea.** The options of a position are the positions before it on its lines, one line for each vector. With the set of values that a
//! line has met so far, the mex is the least value that is in none of a few sets, and the value found joins all of them: no option
//! is looked at. Sets are bits, as long as their largest value asks for ([`lines`](crate::lines)). Lines go on in the next block: between
//! blocks they are kept, and a line that is not there is read again from the values before.
//!
//! Time O(cells · vectors · mex/64), memory 4 bytes a cell of the block and the bits of all lines that are under way.

use crate::cells::Cells;
use crate::error::Error;
use crate::lines::{Line, Lines, settle};
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

    /// How many options a point has: no value is larger.
    pub fn options(&self, point: &[u64]) -> u64 {
        self.vectors.iter().map(|vector| steps_back(vector, point)).fold(0, u64::saturating_add)
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
                let cell = values.len();
                for index in 0..lines.len() {
                    let entry = lines[index].entry(cell, z);
                    at[index] = match lines[index].number(entry) {
                        Some(number) => number,
                        None => {
                            row[last] = z;
                            let (key, line) = self.line(index, shape, &place, &row, &mut view)?;
                            lines[index].add(entry, key, &line)
                        }
                    };
                }
                values.push(settle(&mut lines, &at));
            }
            row[last] = place.len[last] - 1;
            if !advance(&mut row, &place.len) {
                break;
            }
        }
        for (index, lines) in lines.into_iter().enumerate() {
            self.keep(index, &lines);
        }
        Ok(Cells::narrow(values))
    }

    /// The line of a point that is the first of it in the block, as it was kept or read from the values before; and its key, if it goes
    /// on behind the block. How many points it has met is told for the end of the block.
    fn line(
        &self,
        index: usize,
        shape: &Shape,
        place: &Place,
        point: &[u64],
        view: &mut View<'_>,
    ) -> Result<(Option<u64>, Line), Error> {
        let vector = &self.vectors[index];
        let mut at: Vec<u64> = point.iter().zip(&place.start).map(|(at, start)| at + start).collect();
        let (key, times) = first(shape, vector, &at);
        let inside = point.iter().zip(vector).zip(&place.len).filter(|((_, step), _)| **step > 0);
        let inside = inside.map(|((at, step), len)| (len - 1 - at) / step + 1).min().unwrap_or(0);
        let goes_on = at.iter().zip(vector).zip(shape.sizes()).all(|((at, step), size)| at + step * inside < *size);
        let key_on = goes_on.then_some(key);
        if times == 0 {
            return Ok((key_on, Line::of(&[], inside)));
        }
        let kept = self.kept[index].lock().unwrap_or_else(PoisonError::into_inner).remove(&key);
        if let Some(mut line) = kept {
            self.bytes.fetch_sub(line.bytes(), Ordering::Relaxed);
            if line.next == times {
                line.next += inside;
                return Ok((key_on, line));
            }
        }
        let mut met = Vec::new();
        for _ in 0..times {
            at.iter_mut().zip(vector).for_each(|(at, step)| *at -= step);
            met.push(view.value(&at)?);
        }
        Ok((key_on, Line::of(&met, times + inside)))
    }

    /// Keeps the lines that go on behind the block, as far as there is room.
    fn keep(&self, index: usize, lines: &Lines<'_>) {
        let mut kept = self.kept[index].lock().unwrap_or_else(PoisonError::into_inner);
        for (key, line) in lines.going_on() {
            let bytes = line.bytes();
            if self.bytes.load(Ordering::Relaxed) + bytes <= self.most_bytes {
                self.bytes.fetch_add(bytes, Ordering::Relaxed);
                kept.insert(key, line);
            }
        }
    }
}

/// How often a vector can be taken from a point.
fn steps_back(vector: &[u64], point: &[u64]) -> u64 {
    point.iter().zip(vector).filter(|(_, step)| **step > 0).map(|(at, step)| at / step).min().unwrap_or(0)
}

/// The first point of a line in the box as a number, and how many steps a point is behind it.
fn first(shape: &Shape, vector: &[u64], point: &[u64]) -> (u64, u64) {
    let steps = steps_back(vector, point);
    let places = point.iter().zip(vector).zip(shape.sizes());
    (places.fold(0, |key, ((at, step), size)| key * size + (at - steps * step)), steps)
}
