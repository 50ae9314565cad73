//! Dense values by a sieve: all values are open at first, and the XOR of every split strikes one off.
//!
//! A table of 1024 bits lies in two registers. 32 XORs a step are looked up in it; those that are still open are collected
//! without a branch and struck off after a while. The stretches between grow, since fewer and fewer values are open, so a
//! heap costs little more than reading its n/2 splits once. Values from 1024 on have tables of their own, which are only
//! looked at when the tables before are empty.
//!
//! The splits of a block of heaps into two heaps below the block come first, for all its heaps side by side (threads); the
//! others follow heap by heap.
//!
//! Time n²/4 pairs, some ten a nanosecond; memory 4 bytes a heap.
//! Rejected: to mark a sample first, which gained nothing; bit planes over the heaps for every value; a branch for each
//! vector, since a wrong guess costs as much as 200 pairs.

use super::dense::Reversed;
use super::moves::{Break, Moves};
use super::simd::Isa;
use super::threads::Threads;
use super::values::Values;
use crate::watch::{Stop, Watch};
use std::ops::Range;

/// Heaps in a line.
const LINE: usize = 32;

/// The values of consecutive heaps, in one cache line.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
struct Line([u16; LINE]);

/// Values in a table.
const VALUES: u32 = 1024;

/// The open values of a window: bit x >> 6 of word x & 63 for x = value − first value of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
struct Table([u16; 64]);

impl Table {
    /// All values of the window from `first` to `last`.
    fn of(first: u32, last: u32) -> Table {
        let up_to = |end: u32, low: u32| ((1u32 << (end.saturating_sub(low)).div_ceil(64)) - 1) as u16;
        Table(std::array::from_fn(|low| up_to(last + 1, low as u32) & !up_to(first, low as u32)))
    }

    /// Strikes off a value of the window; others are no matter.
    #[inline]
    fn strike(&mut self, x: u16) {
        if u32::from(x) < VALUES {
            self.0[usize::from(x & 63)] &= !(1 << (x >> 6));
        }
    }

    /// The least open value.
    fn least(&self) -> Option<u32> {
        let open = self.0.iter().enumerate().filter(|(_, word)| **word != 0);
        open.map(|(low, word)| 64 * word.trailing_zeros() + low as u32).min()
    }
}

/// The most lines between two changes of the table, and how many there are at first.
const MOST_LINES: usize = 128;
const FIRST_LINES: usize = 8;

/// Room for the open XORs of a stretch.
type Hits = [u16; LINE * (MOST_LINES + 1)];

/// Strikes off the XORs of opposite values, each changed by `window`, the first value of the table's window.
fn strike_lines(left: &[Line], mut right: &[u16], window: u16, table: &mut Table, hits: &mut Hits, isa: Isa) {
    let (mut left, mut lines) = (left, FIRST_LINES);
    while !left.is_empty() {
        let (now, later) = left.split_at(lines.min(left.len()));
        let count = open_sums(now, right, window, table, hits, isa);
        for &x in &hits[..count] {
            table.strike(x);
        }
        right = &right[LINE * now.len()..];
        (left, lines) = (later, (2 * lines).min(MOST_LINES));
    }
}

/// The XORs that are open in the table, with repetitions: writes them to `hits` and gives their number.
fn open_sums(left: &[Line], right: &[u16], window: u16, table: &Table, hits: &mut [u16], isa: Isa) -> usize {
    #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
    if let Some(token) = isa.wide() {
        return avx512::open_sums(token, left, right, window, table, hits);
    }
    let _ = isa;
    let sums = left.iter().flat_map(|line| line.0).zip(right).map(|(a, b)| a ^ b ^ window);
    let mut count = 0;
    for x in sums.filter(|&x| u32::from(x) < VALUES && table.0[usize::from(x & 63)] >> (x >> 6) & 1 == 1) {
        hits[count] = x;
        count += 1;
    }
    count
}

#[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
#[allow(unsafe_code)]
mod avx512 {
    use super::super::simd::Avx512;
    use super::{LINE, Line, Table};
    use std::arch::x86_64::*;

    /// See [`open_sums`](super::open_sums). `right` must have 32 cells for each line, and `hits` as many and 32 more.
    pub(super) fn open_sums(
        _: Avx512,
        left: &[Line],
        right: &[u16],
        window: u16,
        table: &Table,
        hits: &mut [u16],
    ) -> usize {
        assert!(right.len() >= LINE * left.len() && hits.len() >= LINE * (left.len() + 1));
        // SAFETY: the token proves that the processor has the features; the lengths were checked.
        unsafe { open_sums_of(left, right, window, table, hits) }
    }

    /// # Safety
    /// The processor must have the features, `right` 32 cells for each line, and `hits` as many and 32 more.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,popcnt")]
    unsafe fn open_sums_of(left: &[Line], right: &[u16], window: u16, table: &Table, hits: &mut [u16]) -> usize {
        let one = _mm512_set1_epi16(1);
        let window = _mm512_set1_epi16(window.cast_signed());
        // SAFETY: a table is 128 bytes.
        let (low, high) = unsafe {
            let words = table.0.as_ptr();
            (_mm512_loadu_si512(words.cast()), _mm512_loadu_si512(words.add(32).cast()))
        };
        let mut count = 0;
        for (index, line) in left.iter().enumerate() {
            // SAFETY: a line is 64 bytes, and so are the 32 cells of `right` that belong to it.
            let (a, b) = unsafe {
                (
                    _mm512_loadu_si512(line.0.as_ptr().cast()),
                    _mm512_loadu_si512(right.as_ptr().add(LINE * index).cast()),
                )
            };
            let sums = _mm512_xor_si512(_mm512_xor_si512(a, b), window);
            // The lowest six bits pick the word. Shifts by 16 and more give 0, so values out of the window are not found.
            let words = _mm512_permutex2var_epi16(low, sums, high);
            let bits = _mm512_sllv_epi16(one, _mm512_srli_epi16::<6>(sums));
            let open = _mm512_test_epi16_mask(words, bits);
            // SAFETY: at most 32 cells were written for each line before, so 32 more are left.
            unsafe {
                _mm512_storeu_si512(hits.as_mut_ptr().add(count).cast(), _mm512_maskz_compress_epi16(open, sums));
            }
            count += open.count_ones() as usize;
        }
        count
    }
}

/// Heaps whose far splits are done side by side.
const BLOCK: usize = 256;
/// Values above the largest of this many heaps are only looked at when no smaller one is left.
const RECENT: usize = 128;

/// The values below 2^16, in the forms that the sieve reads.
#[derive(Debug, Clone)]
pub(super) struct Sieve {
    isa: Isa,
    lines: Vec<Line>,
    reversed: Reversed<u16>,
}

impl Sieve {
    pub fn new(isa: Isa) -> Self {
        Sieve { isa, lines: Vec::new(), reversed: Reversed::default() }
    }

    /// Whether the values are small enough.
    pub fn fits(values: &Values) -> bool {
        values.width() <= 2
    }

    /// Appends the values of heaps up to but not including `end`, or up to one that does not fit.
    pub fn extend(
        &mut self,
        moves: &Moves,
        values: &mut Values,
        end: usize,
        threads: &Threads,
        watch: &Watch,
    ) -> Result<(), Stop> {
        if !Self::fits(values) {
            return Ok(());
        }
        for n in self.reversed.len()..values.len() {
            self.push(values.at(n));
        }
        let mut hits = [0; _];
        while values.len() < end && Self::fits(values) {
            let start = values.len();
            watch.check(start as u64, 4 * start as u64 + values.bytes())?;
            let heaps = BLOCK.min(end - start);
            let likely = self.likely();
            let far = |range: Range<usize>| {
                let mut hits = [0; _];
                range.map(|i| self.far(moves, start, start + i, likely, &mut hits)).collect::<Vec<_>>()
            };
            for (n, table) in (start..).zip(threads.map_parts(heaps, far).concat()) {
                let value = self.near(moves, start, n, likely, table, &mut hits);
                values.push(value);
                if !Self::fits(values) {
                    break;
                }
                self.push(value);
            }
        }
        Ok(())
    }

    fn push(&mut self, value: u32) {
        let n = self.reversed.len();
        if n.is_multiple_of(LINE) {
            self.lines.push(Line([0; LINE]));
        }
        self.lines[n / LINE].0[n % LINE] = value as u16;
        self.reversed.push(value as u16);
    }

    /// The values up to this one are open at first.
    fn likely(&self) -> u32 {
        let recent = self.lines[self.lines.len().saturating_sub(RECENT / LINE)..].iter();
        let largest = recent.flat_map(|line| line.0).max().unwrap_or(0);
        (u32::from(largest) + 1).min(VALUES - 1)
    }

    /// What the splits of heap `n` into two heaps below `start` leave open.
    fn far(&self, moves: &Moves, start: usize, n: usize, likely: u32, hits: &mut Hits) -> Table {
        let mut table = Table::of(0, likely);
        for b in moves.breaks.iter().filter(|b| b.place < n) {
            let m = n - b.place;
            self.strike(m, far_part(b, start, n)..b.pairs(m) + 1, 0, &mut table, hits);
        }
        table
    }

    /// The value of heap `n`, when `table` is what the splits into heaps below `start` leave open.
    fn near(&self, moves: &Moves, start: usize, n: usize, likely: u32, mut table: Table, hits: &mut Hits) -> u32 {
        for b in moves.breaks.iter().filter(|b| b.place < n) {
            let m = n - b.place;
            self.strike(m, 1..far_part(b, start, n).min(b.pairs(m) + 1), 0, &mut table, hits);
        }
        self.strike_others(moves, n, 0, &mut table);
        let (mut window, mut next) = (0, likely + 1);
        loop {
            if let Some(least) = table.least() {
                return u32::from(window) + least;
            }
            // The XORs are below 2^16.
            let Ok(first) = u16::try_from(next) else { return next };
            window = first - first % VALUES as u16;
            table = Table::of(next % VALUES, VALUES - 1);
            next = u32::from(window) + VALUES;
            for b in moves.breaks.iter().filter(|b| b.place < n) {
                let m = n - b.place;
                self.strike(m, 1..b.pairs(m) + 1, window, &mut table, hits);
            }
            self.strike_others(moves, n, window, &mut table);
        }
    }

    /// The moves that do not break the heap, and the split into equal heaps.
    fn strike_others(&self, moves: &Moves, n: usize, window: u16, table: &mut Table) {
        if moves.zero_at_once(n) {
            table.strike(window);
        }
        for &take in moves.takes.iter().take_while(|&&take| take < n) {
            let left = n - take;
            table.strike(self.lines[left / LINE].0[left % LINE] ^ window);
        }
    }

    /// The splits (a, m−a) with a in the range.
    fn strike(&self, m: usize, range: Range<usize>, window: u16, table: &mut Table, hits: &mut Hits) {
        if range.is_empty() {
            return;
        }
        let first_line = range.start.div_ceil(LINE).min(range.end / LINE);
        let end_line = range.end / LINE;
        let right = |range: Range<usize>| self.reversed.below(m + 1 - range.start, range.len());
        for single in [range.start..range.end.min(LINE * first_line), range.start.max(LINE * end_line)..range.end] {
            for (a, &b) in single.clone().zip(right(single)) {
                table.strike(self.lines[a / LINE].0[a % LINE] ^ b ^ window);
            }
        }
        let lines = LINE * first_line..LINE * end_line;
        strike_lines(&self.lines[first_line..end_line], right(lines), window, table, hits, self.isa);
    }
}

/// The least a, a whole number of lines, such that the split (a, m−a) of heap `n` leaves two heaps below `start`.
fn far_part(b: &Break, start: usize, n: usize) -> usize {
    ((n - start).saturating_sub(b.place) / LINE + 1) * LINE
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn tables_hold_a_range(first in 0u32..1024, last in 0u32..1024) {
            let mut table = Table::of(first, last);
            prop_assert_eq!(table.least(), (first <= last).then_some(first));
            for value in first..=last {
                prop_assert_eq!(table.least(), Some(value));
                table.strike(value as u16);
            }
            prop_assert_eq!(table, Table([0; 64]));
        }

        #[test]
        fn both_forms_agree(
            left in prop::collection::vec(prop::array::uniform32(0u16..4096), 0..9),
            right in prop::collection::vec(0u16..4096, 300),
            window in 0u16..5,
            first in 0u32..1024,
        ) {
            let lines: Vec<Line> = left.into_iter().map(Line).collect();
            let table = Table::of(first, VALUES - 1);
            let of = |isa: Isa| {
                let mut hits: Hits = [0; _];
                let count = open_sums(&lines, &right, window * VALUES as u16, &table, &mut hits, isa);
                hits[..count].to_vec()
            };
            prop_assert_eq!(of(Isa::avx512()), of(Isa::portable()));
        }
    }
}
