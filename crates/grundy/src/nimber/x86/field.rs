//! The product in field form (see [`field`](crate::nimber::field)) by PCLMULQDQ.

use crate::nimber::field::{self, Field};
use crate::nimber::kernel;
use std::arch::x86_64::*;

/// The product of two polynomials modulo x^64 + x^4 + x^3 + x + 1.
#[inline]
#[target_feature(enable = "pclmulqdq,sse4.1")]
pub(in crate::nimber) fn multiply(a: u64, b: u64) -> u64 {
    let tail = _mm_cvtsi64_si128(0b11011);
    let whole = _mm_clmulepi64_si128::<0>(_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64));
    // x^64 is the tail; what this pushes past x^63 again has degree at most 3 and is folded once more.
    let once = _mm_clmulepi64_si128::<1>(whole, tail);
    let twice = _mm_clmulepi64_si128::<1>(once, tail);
    _mm_cvtsi128_si64(_mm_xor_si128(_mm_xor_si128(whole, once), twice)) as u64
}

/// Multiplies each element of `a` by the one of `b` at the same place.
#[target_feature(enable = "pclmulqdq,sse4.1")]
pub(in crate::nimber) fn multiply_slices(a: &mut [Field], b: &[Field]) {
    for (a, &b) in a.iter_mut().zip(b) {
        *a = a.times(b, |a, b| multiply(a, b));
    }
}

/// The product of the powers of the bases by the quarters of `exponents`.
#[target_feature(enable = "pclmulqdq,sse4.1")]
pub(in crate::nimber) fn powers(bases: [u64; 4], exponents: u64) -> u64 {
    kernel::powers_by(|a, b| multiply(a, b), bases, exponents)
}

/// The nim-product through the field form.
#[target_feature(enable = "pclmulqdq,sse4.1")]
pub(in crate::nimber) fn product(a: u64, b: u64) -> u64 {
    field::product_by(|a, b| multiply(a, b), a, b)
}
