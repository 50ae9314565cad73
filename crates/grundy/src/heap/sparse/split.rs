//! The split of the nim values into a small class and a large one, by a linear test.
//!
//! A value is *rare* if it has an even number of bits in common with the mask, else *common*. The XOR of two rare or of
//! two common values is rare, that of a rare and a common one common. So a common value is only reached by a split with
//! a rare heap in it, and if there are few rare heaps, the least common value that is not reached is found quickly.
//! Any mask gives correct values. The best one makes the fewest heaps rare: with h(v) the number of heaps of value v,
//! rare − common heaps is the Walsh–Hadamard transform Σ h(v)·(−1)^|v & mask|, so its minimum is the exact choice.
//!
//! When all breaking digits stand at places of the same parity, the parity of the heap may take part in the test: each
//! value is extended by a lowest bit, the parity of n − b, which adds up correctly in every split (a, n−b−a).

use super::super::moves::Moves;
use super::super::threads::Threads;
use super::super::values::{Values, with_cells};

/// A mask over the extended values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct Split {
    pub mask: u32,
    /// The place b of the breaking digits if heaps' parities take part in the test.
    pub parity: Option<u32>,
}

impl Split {
    /// The extended value of a heap of `n` beans with nim value `g`.
    #[inline(always)]
    pub fn extend(self, g: u32, n: usize) -> u32 {
        match self.parity {
            Some(place) => 2 * g + self.low_bit(n, place),
            None => g,
        }
    }

    #[inline(always)]
    fn low_bit(self, n: usize, place: u32) -> u32 {
        (n as u32 ^ place) & 1
    }

    /// The nim value in an extended one.
    #[inline(always)]
    pub fn nim_value(self, x: u32) -> u32 {
        x >> self.shift()
    }

    /// How many bits the extension adds.
    #[inline(always)]
    pub fn shift(self) -> u32 {
        u32::from(self.parity.is_some())
    }

    /// The extended value that a take of `taken` beans from a larger heap gives it, from that of the heap left.
    #[inline(always)]
    pub fn taken(self, x: u32, taken: usize) -> u32 {
        x ^ (taken as u32 & self.shift())
    }

    #[inline(always)]
    pub fn is_common(self, x: u32) -> bool {
        // The parity of the bits: without the processor's instruction the number of bits takes twice as long.
        let mut bits = x & self.mask;
        bits ^= bits >> 16;
        bits ^= bits >> 8;
        bits ^= bits >> 4;
        0x6996 >> (bits & 15) & 1 == 1
    }

    /// Whether a heap of `n` beans can have this extended value.
    #[inline(always)]
    pub fn applies(self, x: u32, n: usize) -> bool {
        self.parity.is_none_or(|place| x & 1 == self.low_bit(n, place))
    }

    /// The parity of the heaps that can have this extended value, if it matters.
    #[inline(always)]
    pub fn heaps_parity(self, x: u32) -> Option<u32> {
        self.parity.map(|place| (x ^ place) & 1)
    }

    /// Whether the extended values below `end` have the same classes.
    pub fn agrees(self, other: Split, end: u32) -> bool {
        let bits = end.next_power_of_two() - 1;
        self.parity == other.parity && (self.mask ^ other.mask) & bits == 0
    }

    /// The mask without the bits above the largest value.
    pub fn mask_within(self, largest: u32) -> u32 {
        let bits = u32::BITS - largest.leading_zeros() + self.shift();
        self.mask & ((1 << bits) - 1)
    }

    /// The split with the fewest rare heaps among the first `heaps`, and their number.
    pub fn best(values: &Values, heaps: usize, moves: &Moves) -> (Split, usize) {
        Self::best_by(values, heaps, moves, &Threads::default())
    }

    /// The same on several threads.
    pub fn best_by(values: &Values, heaps: usize, moves: &Moves, threads: &Threads) -> (Split, usize) {
        let place = moves.breaks.first().map_or(0, |b| b.place as u32);
        let same_parity = moves.breaks.iter().all(|b| (b.place as u32 ^ place) & 1 == 0);
        let largest = values.largest(heaps);
        let bits = (largest + 1).next_power_of_two().trailing_zeros().max(1);
        let heaps = heaps.min(values.len());
        let mut counts = vec![0i64; 2 << bits];
        for part in threads.map_parts(heaps, |range| {
            let mut counts = vec![0; 2 << bits];
            with_cells!(values, cells => count(&cells[range.clone()], range.start, place, &mut counts));
            counts
        }) {
            counts.iter_mut().zip(part).for_each(|(count, more)| *count += more);
        }
        let total = heaps as i64 - 1;
        walsh_hadamard(&mut counts);
        let step = if same_parity { 1 } else { 2 };
        let best = (2..counts.len()).step_by(step).min_by_key(|&mask| counts[mask]).unwrap_or(2);
        let rare = (total + counts[best]).max(0) / 2;
        // Larger values than those seen so far change their class with the bit above: they are then as common as these.
        let above = 2 << bits;
        let mask = best as u32 | above;
        let split = match best % 2 {
            1 => Split { mask, parity: Some(place) },
            _ => Split { mask: mask >> 1, parity: None },
        };
        (split, rare as usize)
    }
}

/// Counts the heaps, `start` and following ones, but not heap 0, by value and parity.
fn count<T: Copy + Into<u32>>(cells: &[T], start: usize, place: u32, counts: &mut [i64]) {
    // Four tables in turn: the next heap often has the same value, and an addition to the same place would wait.
    const TABLES: usize = 4;
    let mut tables = vec![[0u32; TABLES]; counts.len() / 2];
    for (k, &g) in cells.iter().enumerate() {
        tables[g.into() as usize][k % TABLES] += 1;
    }
    for (value, table) in tables.into_iter().enumerate() {
        for (k, count) in table.into_iter().enumerate() {
            counts[2 * value + (((start + k) as u32 ^ place) & 1) as usize] += i64::from(count);
        }
    }
    if let (0, Some(&g)) = (start, cells.first()) {
        counts[(2 * g.into() + (place & 1)) as usize] -= 1;
    }
}

/// The transform in place: a[m] becomes Σ a[v]·(−1)^|v & m|.
fn walsh_hadamard(a: &mut [i64]) {
    let mut half = 1;
    while half < a.len() {
        for pair in a.chunks_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_mask_makes_fewer_heaps_rare(numbers in prop::collection::vec(0u32..16, 2..60), odd: bool) {
            let mut values = Values::new();
            numbers.iter().for_each(|&number| values.push(number));
            let code = if odd { "0.06" } else { "0.4" };
            let moves = Moves::of(&code.parse().unwrap()).unwrap();
            let (split, rare) = Split::best(&values, numbers.len(), &moves);
            let count = |split: Split| {
                (1..numbers.len()).filter(|&n| !split.is_common(split.extend(numbers[n], n))).count()
            };
            prop_assert_eq!(count(split), rare);
            for mask in 1..32 {
                let holds = rare <= count(Split { mask, parity: None }) || mask & 15 == 0;
                prop_assert!(holds);
                let holds = rare <= count(Split { mask, parity: split.parity }) || mask < 2;
                prop_assert!(holds);
            }
        }
    }
}
