//! One heap's least open values, tested in full: for heaps of which no slot is left.
//!
//! The open values stand in the lanes of a vector, 32 at a time; each option of the heap is compared with all of them.

use super::super::simd::Lanes;
use super::codes::EMPTY;
use super::cover::{Open, Row};
use super::offsets::Offset;

/// Splits of a heap with these rare heaps; it is heap `n` as the codes count.
#[derive(Clone, Copy)]
pub(super) struct Splits<'a> {
    pub rares: &'a [Offset],
    pub codes: &'a [u8],
    pub n: usize,
}

/// The least open values of a heap of the block that neither a split nor a take has, [`EMPTY`] where there are no more.
#[inline(always)]
pub(super) fn missing<L: Lanes, const M: usize, const S: usize>(
    open: &Open,
    heap: usize,
    splits: [Splits<'_>; S],
    takes: &[u8],
) -> [u8; M] {
    let (mut missing, mut count, mut next) = ([EMPTY; M], 0, 0);
    while count < M && next < open.codes.len() {
        let mut lanes = [EMPTY; 32];
        let mut filled = 0;
        while filled < 32 && next < open.codes.len() {
            if is_open(&open.rows[next], heap) {
                lanes[filled] = open.codes[next];
                filled += 1;
            }
            next += 1;
        }
        let wanted = L::load(&lanes);
        let mut hits = wanted.eq(L::splat(EMPTY));
        for Splits { rares, codes, n } in splits {
            for rare in rares {
                hits = hits.or(wanted.eq(L::splat(codes[n - rare.offset as usize] ^ rare.code)));
            }
        }
        for &take in takes {
            hits = hits.or(wanted.eq(L::splat(take)));
        }
        let mut left = !hits.bits();
        while left != 0 && count < M {
            missing[count] = lanes[left.trailing_zeros() as usize];
            count += 1;
            left &= left - 1;
        }
    }
    missing
}

#[inline(always)]
fn is_open(row: &Row, heap: usize) -> bool {
    let bit = heap + 8;
    row[bit / 8] >> (bit % 8) & 1 == 1
}
