//! 32 bytes in an AVX2 register.
//!
//! A register is only made with the token [`Avx2`], and the token only after detection: whoever has either runs on a
//! processor with the instructions. Every method is called from code that is inlined into [`run`], where the features are
//! on, so the intrinsics are compiled to single instructions; the loads and stores check the length first.
#![allow(unsafe_code)]

use super::{Carry, Kernel, Lanes};
use std::arch::x86_64::*;

/// Proof that the processor has AVX2 and the bit instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Avx2(());

impl Avx2 {
    /// The only way to the token.
    pub(super) fn detect() -> Option<Avx2> {
        let detected = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt");
        detected.then_some(Avx2(()))
    }

    /// Runs the kernel, compiled for these instructions.
    #[inline]
    pub(super) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        // SAFETY: `self` proves that the processor has the features.
        unsafe { run(self, kernel) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn run<K: Kernel>(token: Avx2, kernel: K) -> K::Output {
    kernel.run::<Register>(token)
}

/// An AVX2 register.
#[derive(Clone, Copy)]
pub(super) struct Register(__m256i);

// SAFETY of all blocks below: the token, or a register that was made with it, proves that the processor has AVX2.
impl Lanes for Register {
    type Token = Avx2;

    #[inline(always)]
    fn splat(_: Avx2, byte: u8) -> Self {
        // SAFETY: see above.
        Register(unsafe { _mm256_set1_epi8(byte.cast_signed()) })
    }

    #[inline(always)]
    fn splat2(_: Avx2, pair: u16) -> Self {
        // SAFETY: see above.
        Register(unsafe { _mm256_set1_epi16(pair.cast_signed()) })
    }

    #[inline(always)]
    fn splat4(_: Avx2, quad: u32) -> Self {
        // SAFETY: see above.
        Register(unsafe { _mm256_set1_epi32(quad.cast_signed()) })
    }

    #[inline(always)]
    fn load(_: Avx2, bytes: &[u8]) -> Self {
        let bytes = &bytes[..32];
        // SAFETY: 32 bytes are there; the load needs no alignment.
        Register(unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load2(_: Avx2, cells: &[u16]) -> Self {
        let cells = &cells[..16];
        // SAFETY: 32 bytes are there; the load needs no alignment.
        Register(unsafe { _mm256_loadu_si256(cells.as_ptr().cast()) })
    }

    #[inline(always)]
    fn load4(_: Avx2, cells: &[u32]) -> Self {
        let cells = &cells[..8];
        // SAFETY: 32 bytes are there; the load needs no alignment.
        Register(unsafe { _mm256_loadu_si256(cells.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        let bytes = &mut bytes[..32];
        // SAFETY: 32 bytes are there; the store needs no alignment.
        unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see above.
        Register(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see above.
        Register(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: see above.
        Register(unsafe { _mm256_xor_si256(self.0, other.0) })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: see above.
        Register(unsafe { _mm256_andnot_si256(other.0, self.0) })
    }

    #[inline(always)]
    fn eq(self, other: Self) -> Self {
        // SAFETY: see above.
        Register(unsafe { _mm256_cmpeq_epi8(self.0, other.0) })
    }

    #[inline(always)]
    fn eq2(self, other: Self) -> Self {
        // SAFETY: see above.
        Register(unsafe { _mm256_cmpeq_epi16(self.0, other.0) })
    }

    #[inline(always)]
    fn eq4(self, other: Self) -> Self {
        // SAFETY: see above.
        Register(unsafe { _mm256_cmpeq_epi32(self.0, other.0) })
    }

    #[inline(always)]
    fn where_set(self, mask: Self, other: Self) -> Self {
        // SAFETY: see above.
        Register(unsafe { _mm256_blendv_epi8(other.0, self.0, mask.0) })
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        // SAFETY: see above.
        unsafe { _mm256_testz_si256(self.0, self.0) != 0 }
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        // SAFETY: see above.
        unsafe { _mm256_movemask_epi8(self.0) }.cast_unsigned()
    }

    #[inline(always)]
    fn expand(_: Avx2, bits: u32) -> Self {
        // SAFETY: see above.
        Register(unsafe {
            let spread = _mm256_setr_epi8(
                0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3,
            );
            let pick = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
            let copies = _mm256_shuffle_epi8(_mm256_set1_epi32(bits.cast_signed()), spread);
            _mm256_cmpeq_epi8(_mm256_and_si256(copies, pick), pick)
        })
    }

    #[inline(always)]
    fn double(self, carry: Carry<Self>) -> (Self, Carry<Self>) {
        // SAFETY: see above.
        unsafe {
            // The highest bits of the quads, each moved to the quad above; the top one comes round to the lowest quad.
            let out = _mm256_permute4x64_epi64(_mm256_srli_epi64(self.0, 63), 0b10_01_00_11);
            let into = _mm256_blend_epi32(out, carry.0.0, 0b11);
            (Register(_mm256_or_si256(_mm256_add_epi64(self.0, self.0), into)), Carry(Register(out)))
        }
    }

    #[inline(always)]
    fn slide(self, byte: u8) -> Self {
        // SAFETY: see above.
        Register(unsafe {
            let fresh = _mm256_castsi128_si256(_mm_cvtsi32_si128(i32::from(byte)));
            _mm256_alignr_epi8(_mm256_permute2x128_si256(self.0, fresh, 0x21), self.0, 1)
        })
    }

    #[inline(always)]
    fn reverse(self) -> Self {
        // SAFETY: see above.
        Register(unsafe {
            let down = _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
            let halves = _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(down));
            _mm256_permute2x128_si256(halves, halves, 0x01)
        })
    }
}
