//! Codes that leave three or more heaps: the values of all ways to share m beans, as bit sets.
//!
//! D_j(m) is the set of XORs of j heaps with m beans together. D_1(m) = {G(m)} and D_j(m) is the union over a of
//! G(a) ⊕ D_{j−1}(m−a). The sets D_{j−1}(m−a) are first joined for all a with the same value, one OR a word, and then moved by
//! that value: XOR of an index by v swaps halves of words and whole words. G(n) is the mex of the union of the D_j(n−b) that
//! the digits allow.
//!
//! Time n²/2 · (J−1) · W operations for J heaps and values below 64·W, instead of n^J; memory (J−1) · W words a heap.

use super::digit::{Digit, Parts};
use super::rule::Rule;
use super::values::Values;
use crate::watch::{Stop, Watch};

/// The engine and what it remembers between calls.
#[derive(Debug, Clone)]
pub(super) struct Shares {
    /// Places with a move.
    digits: Vec<(usize, Digit)>,
    /// The most heaps left in any way.
    most: u32,
    /// Words of a set, a power of two.
    width: usize,
    /// `sets[j]` holds D_{j+2}(0), D_{j+2}(1), …
    sets: Vec<Vec<u64>>,
}

impl Shares {
    /// The engine for a finite code whose modifiers allow it: heaps that must be unequal, or not all equal, are left to
    /// the definition.
    pub fn new(rule: &Rule) -> Option<Shares> {
        const MOST_PLACES: u128 = 1 << 16;
        let fits = |digit: Digit| matches!(digit.parts(), Parts::Any | Parts::AllEqual);
        if !rule.tail().is_empty() || rule.last_place() > MOST_PLACES || !rule.digits().all(fits) {
            return None;
        }
        let places = (0..=rule.last_place() as usize).map(|place| (place, rule.digit(place as u128)));
        let digits: Vec<(usize, Digit)> = places.filter(|(_, digit)| !digit.is_none()).collect();
        let any = digits.iter().filter(|(_, digit)| digit.parts() == Parts::Any);
        let most = any.map(|(_, digit)| digit.most()).max().unwrap_or(0);
        let sets = vec![Vec::new(); most.saturating_sub(1) as usize];
        Some(Shares { digits, most, width: 1, sets })
    }

    /// Appends the values of heaps up to but not including `end`.
    pub fn extend(&mut self, values: &mut Values, end: usize, watch: &Watch) -> Result<(), Stop> {
        self.fit(values.largest(values.len()));
        while values.len() < end {
            let n = values.len();
            let words: usize = self.sets.iter().map(Vec::len).sum();
            watch.check(n as u64, values.bytes() + 8 * words as u64)?;
            self.share(values, n);
            let value = self.mex(values, n);
            values.push(value);
            self.fit(value);
        }
        Ok(())
    }

    /// Widens the sets until every XOR of values up to this one has a bit.
    fn fit(&mut self, value: u32) {
        let width = ((value as usize + 1).next_power_of_two() / 64).max(1);
        if width <= self.width {
            return;
        }
        for sets in &mut self.sets {
            *sets = sets.chunks(self.width).flat_map(|set| widened(set, width)).collect();
        }
        self.width = width;
    }

    /// Appends D_j(m) for all j up to m = n.
    fn share(&mut self, values: &Values, n: usize) {
        for j in 0..self.sets.len() {
            while self.sets[j].len() < (n + 1) * self.width {
                let m = self.sets[j].len() / self.width;
                let set = if j == 0 { self.pairs(values, m) } else { self.more(values, j, m) };
                self.sets[j].extend(set);
            }
        }
    }

    fn pairs(&self, values: &Values, m: usize) -> Vec<u64> {
        let mut set = vec![0; self.width];
        for a in 1..=m / 2 {
            let sum = (values.at(a) ^ values.at(m - a)) as usize;
            set[sum / 64] |= 1 << (sum % 64);
        }
        set
    }

    /// D_{j+2}(m) from the D_{j+1}.
    fn more(&self, values: &Values, j: usize, m: usize) -> Vec<u64> {
        let width = self.width;
        let mut by_value = vec![0; 64 * width * width];
        for a in 1..m {
            let rest = &self.sets[j - 1][(m - a) * width..][..width];
            let value = values.at(a) as usize;
            for (joined, word) in by_value[value * width..][..width].iter_mut().zip(rest) {
                *joined |= word;
            }
        }
        let mut set = vec![0; width];
        for (value, joined) in by_value.chunks(width).enumerate() {
            for (index, &word) in joined.iter().enumerate() {
                set[index ^ (value / 64)] |= moved(word, value % 64);
            }
        }
        set
    }

    fn mex(&self, values: &Values, n: usize) -> u32 {
        let mut reached = vec![0u64; self.width + 1];
        let mut reach = |value: u32| reached[value as usize / 64] |= 1 << (value % 64);
        for &(place, digit) in self.digits.iter().take_while(|(place, _)| *place <= n) {
            let m = n - place;
            if digit.leaves(0) && m == 0 && place > 0 {
                reach(0);
            }
            if digit.leaves(1) && m > 0 {
                reach(values.at(m));
            }
            for count in (2..=digit.most()).filter(|&count| digit.leaves(count)) {
                if digit.parts() == Parts::AllEqual && m > 0 && m.is_multiple_of(count as usize) {
                    let part = values.at(m / count as usize);
                    reach(if count % 2 == 1 { part } else { 0 });
                }
            }
        }
        for &(place, digit) in self.digits.iter().take_while(|(place, _)| *place <= n) {
            for count in (2..=self.most).filter(|&count| digit.parts() == Parts::Any && digit.leaves(count)) {
                let set = &self.sets[count as usize - 2][(n - place) * self.width..][..self.width];
                for (all, word) in reached.iter_mut().zip(set) {
                    *all |= word;
                }
            }
        }
        let full = reached.iter().take_while(|&&word| word == u64::MAX).count();
        64 * full as u32 + reached.get(full).map_or(0, |word| word.trailing_ones())
    }
}

fn widened(set: &[u64], width: usize) -> Vec<u64> {
    let mut wider = set.to_vec();
    wider.resize(width, 0);
    wider
}

/// The set of the numbers v ⊕ `by` for v in the set, all below 64.
fn moved(mut word: u64, by: usize) -> u64 {
    const HALVES: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, half) in HALVES.into_iter().enumerate() {
        if by >> bit & 1 == 1 {
            word = (word & half) << (1 << bit) | (word >> (1 << bit)) & half;
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_every_bit() {
        for by in 0..64 {
            for bit in 0..64 {
                assert_eq!(moved(1 << bit, by), 1 << (bit ^ by));
            }
        }
    }
}
