//! The constants of the kernels that work on the 16-bit quarters of a nimber.
//!
//! The nimbers below 2^16 are GF(2)[x] modulo a polynomial of degree 16 by x ↦ 2^15. Forward, a quarter becomes such a
//! polynomial. Backward, a product of two is mapped *before* it is reduced: a polynomial of degree below 32 goes
//! straight to its nimber. Both maps are linear; they are kept as tables for the two nibbles of a byte (PSHUFB) and as
//! 8×8 bit matrices (GF2P8AFFINEQB), from each byte of the input to each byte of the output.

use crate::nimber::linear::{apply, invert};
use crate::nimber::rule;

/// (2^15)^i as nimbers, for i ≤ 32.
const POWERS: [u64; 33] = {
    let mut powers = [1; 33];
    let mut i = 1;
    while i < 33 {
        powers[i] = rule::product64(powers[i - 1], 1 << 15);
        i += 1;
    }
    powers
};

/// Quarter to polynomial, by bits of the quarter.
const FORWARD: [u64; 16] = {
    let mut basis = [0; 16];
    let mut i = 0;
    while i < 16 {
        basis[i] = POWERS[i];
        i += 1;
    }
    invert(basis)
};

/// Quarter to polynomial times x, reduced.
const FORWARD_X: [u64; 16] = {
    let mut images = [0; 16];
    let mut i = 0;
    while i < 16 {
        images[i] = apply(&FORWARD, rule::product64(1 << i, 1 << 15));
        i += 1;
    }
    images
};

/// x^32, reduced.
pub(super) const X32: i32 = apply(&FORWARD, POWERS[32]) as i32;

/// Byte `to` of the image of the nibbles `high` of byte `from`, twice over: the table of a PSHUFB.
const fn nibble_table(columns: &[u64], from: usize, high: bool, to: usize) -> [u8; 32] {
    let mut table = [0; 32];
    let shift = 8 * from + if high { 4 } else { 0 };
    let mut i = 0;
    while i < 32 {
        table[i] = (apply(columns, ((i as u64) & 15) << shift) >> (8 * to)) as u8;
        i += 1;
    }
    table
}

/// The 8×8 matrix from byte `from` to byte `to`; row i of GF2P8AFFINEQB is its byte 7−i.
const fn matrix(columns: &[u64], from: usize, to: usize) -> i64 {
    let mut rows = 0u64;
    let mut i = 0;
    while i < 64 {
        let (row, column) = (i / 8, i % 8);
        let bit = columns[8 * from + column] >> (8 * to + row) & 1;
        rows |= bit << (8 * (7 - row) + column);
        i += 1;
    }
    rows as i64
}

/// A linear map from one byte to two, as four nibble tables: [low byte, high byte] of the image of [low, high] nibble.
#[repr(align(32))]
pub(super) struct Nibbles(pub(super) [[[u8; 32]; 2]; 2]);

const fn nibbles(columns: &[u64], from: usize) -> Nibbles {
    Nibbles([
        [nibble_table(columns, from, false, 0), nibble_table(columns, from, false, 1)],
        [nibble_table(columns, from, true, 0), nibble_table(columns, from, true, 1)],
    ])
}

pub(super) static FORWARD_NIBBLES: [Nibbles; 2] = [nibbles(&FORWARD, 0), nibbles(&FORWARD, 1)];
pub(super) static BACKWARD_NIBBLES: [Nibbles; 4] =
    [nibbles(&POWERS, 0), nibbles(&POWERS, 1), nibbles(&POWERS, 2), nibbles(&POWERS, 3)];

/// The four matrices of a map of 16 bits, by the byte they start from and the byte they lead to.
const fn matrices(columns: &[u64]) -> [[i64; 2]; 2] {
    [[matrix(columns, 0, 0), matrix(columns, 0, 1)], [matrix(columns, 1, 0), matrix(columns, 1, 1)]]
}

pub(super) const FORWARD_MATRIX: [[i64; 2]; 2] = matrices(&FORWARD);
pub(super) const FORWARD_X_MATRIX: [[i64; 2]; 2] = matrices(&FORWARD_X);
/// By the byte of the slot and the byte of the quarter.
pub(super) const BACKWARD_MATRIX: [[i64; 2]; 4] = [
    [matrix(&POWERS, 0, 0), matrix(&POWERS, 0, 1)],
    [matrix(&POWERS, 1, 0), matrix(&POWERS, 1, 1)],
    [matrix(&POWERS, 2, 0), matrix(&POWERS, 2, 1)],
    [matrix(&POWERS, 3, 0), matrix(&POWERS, 3, 1)],
];
