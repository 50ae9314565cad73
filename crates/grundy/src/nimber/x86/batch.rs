//! Nim-products of 64 bits, eight at a time, with AVX2 and VPCLMULQDQ.
//!
//! The method of [`single`](super::single) on registers of 256 bits. Before and after the multiplication the bytes are
//! sorted into *planes* (all low bytes of quarters, all high bytes; all first bytes of slots, …), so that one linear
//! map works on a whole register: by two PSHUFB with nibble tables, or by one GF2P8AFFINEQB where there is GFNI.

use super::quarters::{BACKWARD_MATRIX, BACKWARD_NIBBLES, FORWARD_MATRIX, FORWARD_NIBBLES, Nibbles, X32};
use std::arch::x86_64::*;

/// Low and high bytes.
type Planes = (__m256i, __m256i);

/// Defines the loop for one way to apply the linear maps. It returns how many products were made: all but fewer than
/// eight.
macro_rules! define_multiply {
    ($name:ident, $features:literal, $forward:path, $backward:path) => {
        #[target_feature(enable = $features)]
        #[allow(unsafe_code)]
        pub(in crate::nimber) fn $name(a: &[u64], b: &[u64], out: &mut [u64]) -> usize {
            let chunks = a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0).zip(out.as_chunks_mut::<8>().0);
            let mut done = 0;
            for ((a, b), out) in chunks {
                let (low, high) = quarter_planes(a);
                let a = spread($forward(low, high));
                let (low, high) = quarter_planes(b);
                let b = spread($forward(low, high));
                let first = multiply(a[0], a[1], b[0], b[1]);
                let second = multiply(a[2], a[3], b[2], b[3]);
                join($backward(slot_planes(first, second)), out);
                done += 8;
            }
            done
        }
    };
}

define_multiply!(multiply_avx2, "avx2,pclmulqdq,vpclmulqdq", forward_nibbles, backward_nibbles);
define_multiply!(multiply_gfni, "avx2,pclmulqdq,vpclmulqdq,gfni", forward_gfni, backward_gfni);

#[inline]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn load(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: 32 bytes are read from a reference to 32 bytes; the load needs no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// The low and the high bytes of the 32 quarters of eight numbers.
#[inline]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn quarter_planes(numbers: &[u64; 8]) -> Planes {
    let split = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15));
    // SAFETY: both loads read 32 of the 64 bytes behind the reference; they need no alignment.
    let (first, second) = unsafe {
        let start: *const __m256i = numbers.as_ptr().cast();
        (_mm256_loadu_si256(start), _mm256_loadu_si256(start.add(1)))
    };
    let (first, second) = (_mm256_shuffle_epi8(first, split), _mm256_shuffle_epi8(second, split));
    (_mm256_unpacklo_epi64(first, second), _mm256_unpackhi_epi64(first, second))
}

/// Quarters from two planes to 32-bit slots, two numbers in each register.
#[inline]
#[target_feature(enable = "avx2")]
fn spread((low, high): Planes) -> [__m256i; 4] {
    let (first, second) = (_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high));
    let zero = _mm256_setzero_si256();
    [
        _mm256_unpacklo_epi16(first, zero),
        _mm256_unpackhi_epi16(first, zero),
        _mm256_unpacklo_epi16(second, zero),
        _mm256_unpackhi_epi16(second, zero),
    ]
}

/// The slots of four products, unreduced: those over 1 and those over z. See [`single`](super::single).
#[inline]
#[target_feature(enable = "avx2,pclmulqdq,vpclmulqdq")]
fn multiply(a0: __m256i, a1: __m256i, b0: __m256i, b1: __m256i) -> (__m256i, __m256i) {
    let both = |u, v| _mm256_xor_si256(_mm256_unpacklo_epi64(u, v), _mm256_unpackhi_epi64(u, v));
    let (a, b) = (both(a0, a1), both(b0, b1));
    let low = fold(_mm256_clmulepi64_epi128::<0x00>(a0, b0), _mm256_clmulepi64_epi128::<0x00>(a1, b1));
    let high = fold(_mm256_clmulepi64_epi128::<0x11>(a0, b0), _mm256_clmulepi64_epi128::<0x11>(a1, b1));
    let all = fold(_mm256_clmulepi64_epi128::<0x00>(a, b), _mm256_clmulepi64_epi128::<0x11>(a, b));
    (_mm256_xor_si256(low, times_xy(high)), _mm256_xor_si256(low, all))
}

/// c₀ + c₁y + c₂y² = (c₀ + x·c₂) + (c₁ + c₂)y for the products in both registers.
#[inline]
#[target_feature(enable = "avx2")]
fn fold(first: __m256i, second: __m256i) -> __m256i {
    let (low, high) = (_mm256_unpacklo_epi64(first, second), _mm256_unpackhi_epi64(first, second));
    _mm256_xor_si256(low, _mm256_xor_si256(_mm256_slli_epi64::<1>(high), _mm256_slli_epi64::<32>(high)))
}

/// (d₀ + d₁y)·x·y = x²·d₁ + x(d₀ + d₁)y. d₀ has degree ≤ 31 and d₁ ≤ 30: one bit can leave its slot.
#[inline]
#[target_feature(enable = "avx2")]
fn times_xy(d: __m256i) -> __m256i {
    let upper = _mm256_blend_epi32::<0b1010_1010>(_mm256_setzero_si256(), d);
    let crossed = _mm256_xor_si256(_mm256_shuffle_epi32::<0b10_11_00_01>(d), upper);
    let lost = _mm256_srai_epi32::<31>(_mm256_sllv_epi32(crossed, _mm256_set1_epi64x(1)));
    let shifted = _mm256_sllv_epi32(crossed, _mm256_set1_epi64x(1 << 32 | 2));
    _mm256_xor_si256(shifted, _mm256_and_si256(lost, _mm256_set1_epi32(X32)))
}

/// The first, second, third and fourth bytes of all slots.
#[inline]
#[target_feature(enable = "avx2")]
fn slot_planes(first: (__m256i, __m256i), second: (__m256i, __m256i)) -> [__m256i; 4] {
    let transpose = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
    let sorted = |slots| _mm256_shuffle_epi8(slots, transpose);
    let (low0, high0, low1, high1) = (sorted(first.0), sorted(first.1), sorted(second.0), sorted(second.1));
    let (t0, t1) = (_mm256_unpacklo_epi32(low0, high0), _mm256_unpackhi_epi32(low0, high0));
    let (t2, t3) = (_mm256_unpacklo_epi32(low1, high1), _mm256_unpackhi_epi32(low1, high1));
    [
        _mm256_unpacklo_epi64(t0, t2),
        _mm256_unpackhi_epi64(t0, t2),
        _mm256_unpacklo_epi64(t1, t3),
        _mm256_unpackhi_epi64(t1, t3),
    ]
}

/// Eight numbers from the planes of their quarters.
#[inline]
#[target_feature(enable = "avx2")]
#[allow(unsafe_code)]
fn join((low, high): Planes, out: &mut [u64; 8]) {
    const ORDER: i32 = 0b11_01_10_00;
    let first = _mm256_shuffle_epi32::<ORDER>(_mm256_unpacklo_epi8(low, high));
    let second = _mm256_shuffle_epi32::<ORDER>(_mm256_unpackhi_epi8(low, high));
    // SAFETY: both stores write 32 of the 64 bytes behind the reference; they need no alignment.
    unsafe {
        let start: *mut __m256i = out.as_mut_ptr().cast();
        _mm256_storeu_si256(start, first);
        _mm256_storeu_si256(start.add(1), second);
    }
}

/// The image of one plane by nibble tables.
#[inline]
#[target_feature(enable = "avx2")]
fn image_by_nibbles(plane: __m256i, tables: &Nibbles) -> Planes {
    let mask = _mm256_set1_epi8(15);
    let low = _mm256_and_si256(plane, mask);
    let high = _mm256_and_si256(_mm256_srli_epi16::<4>(plane), mask);
    let to = |byte: usize| {
        let [low_table, high_table] = [load(&tables.0[0][byte]), load(&tables.0[1][byte])];
        _mm256_xor_si256(_mm256_shuffle_epi8(low_table, low), _mm256_shuffle_epi8(high_table, high))
    };
    (to(0), to(1))
}

#[inline]
#[target_feature(enable = "avx2")]
fn add(a: Planes, b: Planes) -> Planes {
    (_mm256_xor_si256(a.0, b.0), _mm256_xor_si256(a.1, b.1))
}

#[inline]
#[target_feature(enable = "avx2")]
fn forward_nibbles(low: __m256i, high: __m256i) -> Planes {
    let [from_low, from_high] = &FORWARD_NIBBLES;
    add(image_by_nibbles(low, from_low), image_by_nibbles(high, from_high))
}

#[inline]
#[target_feature(enable = "avx2")]
fn backward_nibbles(planes: [__m256i; 4]) -> Planes {
    let image = |i: usize| image_by_nibbles(planes[i], &BACKWARD_NIBBLES[i]);
    add(add(image(0), image(1)), add(image(2), image(3)))
}

/// The image of one plane by the matrices to the low and the high byte.
#[inline]
#[target_feature(enable = "avx2,gfni")]
fn image_by_matrix(plane: __m256i, matrices: [i64; 2]) -> Planes {
    let to = |byte: usize| _mm256_gf2p8affine_epi64_epi8::<0>(plane, _mm256_set1_epi64x(matrices[byte]));
    (to(0), to(1))
}

#[inline]
#[target_feature(enable = "avx2,gfni")]
fn forward_gfni(low: __m256i, high: __m256i) -> Planes {
    add(image_by_matrix(low, FORWARD_MATRIX[0]), image_by_matrix(high, FORWARD_MATRIX[1]))
}

#[inline]
#[target_feature(enable = "avx2,gfni")]
fn backward_gfni(planes: [__m256i; 4]) -> Planes {
    let image = |i: usize| image_by_matrix(planes[i], BACKWARD_MATRIX[i]);
    add(add(image(0), image(1)), add(image(2), image(3)))
}
