//! One heap's options through rare heaps, listed in full: for heaps of which no slot is left.

use super::super::simd::Lanes;
use super::codes::EMPTY;
use super::cover::Open;
use super::offsets::Offset;

/// The codes of some options of one heap.
#[derive(Debug, Default)]
pub(super) struct Listed {
    codes: Vec<u8>,
}

impl Listed {
    pub fn clear(&mut self) {
        self.codes.clear();
    }

    pub fn push(&mut self, code: u8) {
        self.codes.push(code);
    }

    /// The splits of heap `n`, counted as in `codes`, with these rare heaps.
    #[inline(always)]
    pub fn splits(&mut self, rares: &[Offset], codes: &[u8], n: usize) {
        self.codes.extend(rares.iter().map(|rare| codes[n - rare.offset as usize] ^ rare.code));
    }

    /// The least open values of a heap of the block that are not among the options; the list ends up padded.
    #[inline(always)]
    pub fn missing<L: Lanes, const M: usize>(&mut self, open: &Open, heap: usize) -> [u8; M] {
        if let Some(&last) = self.codes.last() {
            self.codes.resize(self.codes.len().next_multiple_of(32), last);
        }
        let bit = heap + 8;
        let (mut missing, mut count) = ([EMPTY; M], 0);
        for (&code, row) in open.codes.iter().zip(&open.rows) {
            if count == M {
                break;
            }
            if row[bit / 8] >> (bit % 8) & 1 == 1 && !self.has::<L>(code) {
                missing[count] = code;
                count += 1;
            }
        }
        missing
    }

    #[inline(always)]
    fn has<L: Lanes>(&self, code: u8) -> bool {
        let (wanted, mut hit) = (L::splat(code), L::splat(0));
        for chunk in self.codes.chunks_exact(32) {
            hit = hit.or(L::load(chunk).eq(wanted));
        }
        !hit.is_zero()
    }
}
