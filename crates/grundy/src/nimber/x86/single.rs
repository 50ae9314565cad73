//! One nim-product of 64 bits with GFNI and PCLMULQDQ.
//!
//! With y = 2^16, z = 2^32 and x = 2^15 (so y² = y ⊕ x and z² = z ⊕ x⊗y), the quarters of both numbers become
//! polynomials in x ([`quarters`](super::quarters)), each in a 32-bit slot. A carry-less multiplication of two slots
//! by two is then a product of polynomials in y; three of them make the product over z (Karatsuba): (a₁z + a₀)(b₁z +
//! b₀) = ((a₁ + a₀)(b₁ + b₀) + a₀b₀)z + a₀b₀ + (xy·a₁)b₁. Slots are folded by y² = y + x and mapped back unreduced.
//!
//! Nothing leaves its slot: xy·(q₂ + q₃y) = x·(x·q₃) + (x·q₂ + x·q₃)y, where x·q is reduced already, has the degrees
//! 16 and 15, so products and their fold c₀ + x·c₂ have a degree of at most 31.

use super::quarters::{BACKWARD_MATRIX as BACK, FORWARD_MATRIX, FORWARD_X_MATRIX};
use std::arch::x86_64::*;

/// The nim-product.
#[inline]
#[target_feature(enable = "avx2,gfni,pclmulqdq")]
pub(in crate::nimber) fn product(a: u64, b: u64) -> u64 {
    // The low bytes of the eight quarters, then the high ones, and the other way round: a matrix works on half a
    // register.
    let both = _mm_set_epi64x(b as i64, a as i64);
    let bytes = _mm_shuffle_epi8(both, _mm_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15));
    let swapped = _mm_shuffle_epi8(both, _mm_setr_epi8(1, 3, 5, 7, 9, 11, 13, 15, 0, 2, 4, 6, 8, 10, 12, 14));
    let quarters = forward(bytes, swapped, FORWARD_MATRIX);
    let a = _mm_shuffle_epi8(quarters, _mm_setr_epi8(0, 8, -1, -1, 1, 9, -1, -1, 2, 10, -1, -1, 3, 11, -1, -1));
    let b = _mm_shuffle_epi8(quarters, _mm_setr_epi8(4, 12, -1, -1, 5, 13, -1, -1, 6, 14, -1, -1, 7, 15, -1, -1));
    backward(multiply(a, times_xy(forward(bytes, swapped, FORWARD_X_MATRIX)), b))
}

/// The bytes of the quarters' images under a linear map.
#[inline]
#[target_feature(enable = "avx2,gfni")]
fn forward(bytes: __m128i, swapped: __m128i, matrix: [[i64; 2]; 2]) -> __m128i {
    _mm_xor_si128(
        _mm_gf2p8affine_epi64_epi8::<0>(bytes, _mm_set_epi64x(matrix[1][1], matrix[0][0])),
        _mm_gf2p8affine_epi64_epi8::<0>(swapped, _mm_set_epi64x(matrix[0][1], matrix[1][0])),
    )
}

/// The slots x·(x·q₃) and x·q₂ + x·q₃ of xy·a₁, from the bytes of x times the quarters.
#[inline]
#[target_feature(enable = "avx2")]
fn times_xy(quarters: __m128i) -> __m128i {
    let q3_q2 = _mm_shuffle_epi8(quarters, _mm_setr_epi8(3, 11, -1, -1, 2, 10, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
    let zero_q3 =
        _mm_shuffle_epi8(quarters, _mm_setr_epi8(-1, -1, -1, -1, 3, 11, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
    _mm_sllv_epi32(_mm_xor_si128(q3_q2, zero_q3), _mm_setr_epi32(1, 0, 0, 0))
}

/// The four slots of the product, unreduced.
#[inline]
#[target_feature(enable = "avx2,pclmulqdq")]
fn multiply(a: __m128i, a1_times_xy: __m128i, b: __m128i) -> __m128i {
    let low = _mm_clmulepi64_si128::<0x00>(a, b);
    let high = _mm_clmulepi64_si128::<0x10>(a1_times_xy, b);
    let both = |v| _mm_xor_si128(v, _mm_unpackhi_epi64(v, v));
    let all = _mm_clmulepi64_si128::<0x00>(both(a), both(b));
    fold(_mm_xor_si128(low, high), _mm_xor_si128(low, all))
}

/// c₀ + c₁y + c₂y² = (c₀ + x·c₂) + (c₁ + c₂)y for the products in both registers.
#[inline]
#[target_feature(enable = "avx2")]
fn fold(first: __m128i, second: __m128i) -> __m128i {
    let (low, high) = (_mm_unpacklo_epi64(first, second), _mm_unpackhi_epi64(first, second));
    _mm_xor_si128(low, _mm_xor_si128(_mm_slli_epi64::<1>(high), _mm_slli_epi64::<32>(high)))
}

/// The number whose quarters are the polynomials in the slots.
#[inline]
#[target_feature(enable = "avx2,gfni")]
fn backward(slots: __m128i) -> u64 {
    let bytes01 = _mm_shuffle_epi8(slots, _mm_setr_epi8(0, 4, 8, 12, -1, -1, -1, -1, 1, 5, 9, 13, -1, -1, -1, -1));
    let bytes23 = _mm_shuffle_epi8(slots, _mm_setr_epi8(2, 6, 10, 14, -1, -1, -1, -1, 3, 7, 11, 15, -1, -1, -1, -1));
    let to = |byte: usize| {
        _mm_xor_si128(
            _mm_gf2p8affine_epi64_epi8::<0>(bytes01, _mm_set_epi64x(BACK[1][byte], BACK[0][byte])),
            _mm_gf2p8affine_epi64_epi8::<0>(bytes23, _mm_set_epi64x(BACK[3][byte], BACK[2][byte])),
        )
    };
    let (low, high) = (to(0), to(1));
    let bytes = _mm_xor_si128(_mm_unpacklo_epi64(low, high), _mm_unpackhi_epi64(low, high));
    let join = _mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, -1, -1, -1, -1, -1, -1, -1, -1);
    _mm_cvtsi128_si64(_mm_shuffle_epi8(bytes, join)) as u64
}
