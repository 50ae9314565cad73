//! Codes that only take, many numbers without order: values by shifted bit sets.
//!
//! G(n) is the least v such that no heap n − k, k in the set S, has the value v. For each value v one row of bits says which heaps can
//! move to a heap of that value: it is the union of S + m over all m with G(m) = v. So a heap of the value v adds S, shifted by its
//! size, to the row of v, 64 heaps at a time. The rows are kept for a block of heaps; what the heaps before a block add to it is
//! gathered when it begins.
//!
//! Time O(min(n, max S)/64) a heap, whatever S is; memory a block for each value. [Windows](super::takes) cost O(runs of S) a heap.

use super::values::Values;
use crate::watch::{Stop, Watch};

/// Heaps of a block.
const BLOCK: usize = 1 << 15;

/// Heaps between two looks at the watch.
const STRIDE: usize = 1 << 10;

/// The set and the rows of the block under way.
#[derive(Debug, Clone)]
pub(super) struct Shifts {
    /// Bit k: k may be taken.
    set: Vec<u64>,
    /// The largest number that may be taken.
    most: usize,
    /// The first heap of the block.
    start: usize,
    /// How many heaps of all the rows know of.
    seen: usize,
    rows: Vec<Vec<u64>>,
}

impl Shifts {
    /// The engine for a set of numbers, each at least 1.
    pub fn new(numbers: impl Iterator<Item = usize>, most: usize) -> Shifts {
        let mut set = vec![0; most / 64 + 1];
        numbers.for_each(|k| set[k / 64] |= 1 << (k % 64));
        Shifts { set, most, start: 0, seen: 0, rows: Vec::new() }
    }

    /// Appends the values of heaps up to but not including `end`.
    pub fn extend(&mut self, values: &mut Values, end: usize, watch: &Watch) -> Result<(), Stop> {
        while values.len() < end {
            let n = values.len();
            if n % STRIDE == 0 {
                watch.check(n as u64, values.bytes() + (self.rows.len() * BLOCK / 8) as u64)?;
            }
            if self.seen != n || n >= self.start + BLOCK || n == 0 {
                self.begin(values, watch)?;
            }
            let bit = n - self.start;
            let value =
                self.rows.iter().position(|row| row[bit / 64] >> (bit % 64) & 1 == 0).unwrap_or(self.rows.len());
            values.push(value as u32);
            self.add(n, value);
        }
        Ok(())
    }

    /// Begins a block with the next heap: adds what all heaps before it give.
    fn begin(&mut self, values: &Values, watch: &Watch) -> Result<(), Stop> {
        self.rows.clear();
        self.start = values.len();
        for m in self.start.saturating_sub(self.most)..self.start {
            if m % STRIDE == 0 {
                watch.check(self.start as u64, values.bytes())?;
            }
            self.add(m, values.at(m) as usize);
        }
        self.seen = self.start;
        Ok(())
    }

    /// A heap `m` of a value: adds S + m to its row, as far as it is in the block.
    fn add(&mut self, m: usize, value: usize) {
        self.seen = m + 1;
        while self.rows.len() <= value {
            self.rows.push(vec![0; BLOCK / 64]);
        }
        let row = &mut self.rows[value];
        if m >= self.start {
            let (words, bits) = ((m - self.start) / 64, (m - self.start) % 64);
            shift_up(&mut row[words..], &self.set, bits);
        } else {
            let (words, bits) = ((self.start - m) / 64, (self.start - m) % 64);
            shift_down(row, self.set.get(words..).unwrap_or(&[]), bits);
        }
    }
}

/// row |= set << bits.
fn shift_up(row: &mut [u64], set: &[u64], bits: usize) {
    if bits == 0 {
        row.iter_mut().zip(set).for_each(|(to, from)| *to |= from);
        return;
    }
    let before = std::iter::once(&0).chain(set);
    let now = set.iter().chain(std::iter::once(&0));
    row.iter_mut().zip(before.zip(now)).for_each(|(to, (low, high))| *to |= high << bits | low >> (64 - bits));
}

/// row |= set >> bits.
fn shift_down(row: &mut [u64], set: &[u64], bits: usize) {
    if bits == 0 {
        row.iter_mut().zip(set).for_each(|(to, from)| *to |= from);
        return;
    }
    let Some((_, rest)) = set.split_first() else { return };
    let next = rest.iter().chain(std::iter::once(&0));
    row.iter_mut().zip(set.iter().zip(next)).for_each(|(to, (low, high))| *to |= low >> bits | high << (64 - bits));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mex of the values of all options, heap by heap.
    #[test]
    fn agrees_with_the_definition() {
        let mut state = 3u64;
        let mut next = |end: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % end
        };
        for (most, count, heaps) in [(5, 3, 300), (64, 20, 500), (700, 150, 3000), (900, 40, BLOCK + 3000)] {
            let mut set: Vec<usize> = (0..count).map(|_| 1 + next(most)).collect();
            set.sort_unstable();
            set.dedup();
            let mut plain: Vec<u32> = Vec::new();
            for n in 0..heaps {
                let reached: Vec<u32> = set.iter().filter(|&&k| k <= n).map(|k| plain[n - k]).collect();
                plain.push(crate::mex(reached.into_iter().map(u64::from)) as u32);
            }
            let (mut values, mut shifts) = (Values::new(), Shifts::new(set.iter().copied(), set[set.len() - 1]));
            // In steps of any length, and with values that another engine left behind.
            plain[..heaps / 7].iter().for_each(|&value| values.push(value));
            while values.len() < heaps {
                let end = (values.len() + 1 + next(400)).min(heaps);
                shifts.extend(&mut values, end, &Watch::default()).unwrap();
            }
            assert!((0..heaps).all(|n| values.at(n) == plain[n]), "{set:?}");
        }
    }
}
