//! One heap's least open values, tested in full: for heaps of which no slot is left.

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
pub(super) fn missing<const M: usize>(
    open: &Open,
    heap: usize,
    splits: [Splits<'_>; 5],
    takes: impl IntoIterator<Item = u8>,
) -> [u8; M] {
    let mut is_option = [false; 256];
    for Splits { rares, codes, n } in splits {
        for rare in rares {
            is_option[usize::from(codes[n - rare.offset as usize] ^ rare.code)] = true;
        }
    }
    for take in takes {
        is_option[usize::from(take)] = true;
    }
    let (mut missing, mut count) = ([EMPTY; M], 0);
    for (&code, row) in open.codes.iter().zip(&open.rows) {
        if count < M && !is_option[usize::from(code)] && is_open(row, heap) {
            missing[count] = code;
            count += 1;
        }
    }
    missing
}

#[inline(always)]
fn is_open(row: &Row, heap: usize) -> bool {
    let bit = heap + 8;
    row[bit / 8] >> (bit % 8) & 1 == 1
}
