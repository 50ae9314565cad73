//! Vectors of 32 bytes in two forms with the same operations: AVX2 registers and plain arrays.
//!
//! The engines are written once, over [`Lanes`]. A [`Kernel`] is a piece of such code; [`Isa::run`] compiles it for the
//! processor's instructions. Everything in a kernel must be `#[inline(always)]`, so that it ends up inside the one function
//! with the target feature, and vectors must not be used in closures that are handed to iterators: those may be compiled
//! on their own, with a function call for each instruction. `GRUNDY_PORTABLE=1` or [`Isa::Portable`] selects the arrays.

/// 32 bytes.
pub(super) trait Lanes: Copy {
    fn splat(byte: u8) -> Self;
    fn splat2(pair: u16) -> Self;
    fn splat4(quad: u32) -> Self;
    /// The first 32 bytes of the slice.
    fn load(bytes: &[u8]) -> Self;
    fn load2(cells: &[u16]) -> Self;
    fn load4(cells: &[u32]) -> Self;
    fn store(self, bytes: &mut [u8]);
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// `self & !other`.
    fn without(self, other: Self) -> Self;
    /// 0xff where the bytes are equal.
    fn eq(self, other: Self) -> Self;
    /// The same for cells of two bytes.
    fn eq2(self, other: Self) -> Self;
    /// The same for cells of four bytes.
    fn eq4(self, other: Self) -> Self;
    /// Per byte: `self` where the mask is 0xff, `other` where it is 0.
    fn where_set(self, mask: Self, other: Self) -> Self;
    fn is_zero(self) -> bool;
    /// Bit j is the highest bit of byte j.
    fn bits(self) -> u32;
    /// Byte j is 0xff if bit j is set.
    fn expand(bits: u32) -> Self;
    /// The 256-bit number times two plus `carry`, and the bit that falls out.
    fn double(self, carry: Carry<Self>) -> (Self, Carry<Self>);
    /// The bytes moved down by one, with `byte` on top.
    fn slide(self, byte: u8) -> Self;
    /// The bytes in the other order.
    fn reverse(self) -> Self;
}

/// A bit between two vectors of a long number, in a form that suits the vector.
#[derive(Clone, Copy)]
pub(super) struct Carry<L>(pub L);

/// A piece of code over [`Lanes`].
pub(super) trait Kernel {
    type Output;
    fn run<L: Lanes>(self) -> Self::Output;
}

/// Which instructions the kernels use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Isa {
    /// The same as `Avx2`, and 512-bit vectors with the second set of byte operations where they gain something.
    Avx512,
    /// 256-bit vectors of x86-64 processors since 2013.
    Avx2,
    /// No special instructions.
    Portable,
}

impl Isa {
    /// The best for this processor, or `Portable` when the environment says `GRUNDY_PORTABLE=1`.
    pub fn detect() -> Isa {
        if std::env::var_os("GRUNDY_PORTABLE").is_some_and(|value| value == "1") {
            return Isa::Portable;
        }
        Isa::Avx512.or_portable()
    }

    /// This one or the best below it that the processor has.
    pub fn or_portable(self) -> Isa {
        #[cfg(target_arch = "x86_64")]
        if self != Isa::Portable
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
        {
            let wide = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512vbmi2");
            return if wide { self } else { Isa::Avx2 };
        }
        Isa::Portable
    }

    /// Runs the kernel. `self` must come from [`Isa::or_portable`].
    #[inline]
    pub(super) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            #[cfg(target_arch = "x86_64")]
            #[allow(unsafe_code)]
            // SAFETY: both only leave `or_portable` when the processor has all the features.
            Isa::Avx2 | Isa::Avx512 => unsafe { avx2::run(kernel) },
            _ => kernel.run::<Array>(),
        }
    }
}

/// The portable form.
#[derive(Clone, Copy)]
pub(super) struct Array([u8; 32]);

impl Array {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u8, u8) -> u8) -> Self {
        Array(std::array::from_fn(|j| f(self.0[j], other.0[j])))
    }

    #[inline(always)]
    fn quads(self) -> [u64; 4] {
        std::array::from_fn(|k| u64::from_le_bytes(std::array::from_fn(|j| self.0[8 * k + j])))
    }

    #[inline(always)]
    fn from_quads(quads: [u64; 4]) -> Self {
        Array(std::array::from_fn(|j| quads[j / 8].to_le_bytes()[j % 8]))
    }
}

impl Lanes for Array {
    #[inline(always)]
    fn splat(byte: u8) -> Self {
        Array([byte; 32])
    }

    #[inline(always)]
    fn splat2(pair: u16) -> Self {
        Array(std::array::from_fn(|j| pair.to_le_bytes()[j % 2]))
    }

    #[inline(always)]
    fn splat4(quad: u32) -> Self {
        Array(std::array::from_fn(|j| quad.to_le_bytes()[j % 4]))
    }

    #[inline(always)]
    fn load(bytes: &[u8]) -> Self {
        let bytes = &bytes[..32];
        Array(std::array::from_fn(|j| bytes[j]))
    }

    #[inline(always)]
    fn load2(cells: &[u16]) -> Self {
        let cells = &cells[..16];
        Array(std::array::from_fn(|j| cells[j / 2].to_le_bytes()[j % 2]))
    }

    #[inline(always)]
    fn load4(cells: &[u32]) -> Self {
        let cells = &cells[..8];
        Array(std::array::from_fn(|j| cells[j / 4].to_le_bytes()[j % 4]))
    }

    #[inline(always)]
    fn store(self, bytes: &mut [u8]) {
        bytes[..32].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn eq(self, other: Self) -> Self {
        self.zip(other, |a, b| if a == b { 0xff } else { 0 })
    }

    #[inline(always)]
    fn eq2(self, other: Self) -> Self {
        let same = self.eq(other).0;
        Array(std::array::from_fn(|j| same[j] & same[j ^ 1]))
    }

    #[inline(always)]
    fn eq4(self, other: Self) -> Self {
        let same = self.eq2(other).0;
        Array(std::array::from_fn(|j| same[j] & same[j ^ 2]))
    }

    #[inline(always)]
    fn where_set(self, mask: Self, other: Self) -> Self {
        self.and(mask).or(other.without(mask))
    }

    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.iter().fold(0, |all, byte| all | byte) == 0
    }

    #[inline(always)]
    fn bits(self) -> u32 {
        (0..32).fold(0, |bits, j| bits | u32::from(self.0[j] >> 7) << j)
    }

    #[inline(always)]
    fn expand(bits: u32) -> Self {
        Array(std::array::from_fn(|j| if bits >> j & 1 == 1 { 0xff } else { 0 }))
    }

    #[inline(always)]
    fn double(self, carry: Carry<Self>) -> (Self, Carry<Self>) {
        let old = self.quads();
        let below = [carry.0.quads()[0], old[0], old[1], old[2]];
        let first = old[0] << 1 | below[0];
        let new = std::array::from_fn(|k| if k == 0 { first } else { old[k] << 1 | below[k] >> 63 });
        (Self::from_quads(new), Carry(Self::from_quads([old[3] >> 63, 0, 0, 0])))
    }

    #[inline(always)]
    fn slide(self, byte: u8) -> Self {
        Array(std::array::from_fn(|j| if j == 31 { byte } else { self.0[j + 1] }))
    }

    #[inline(always)]
    fn reverse(self) -> Self {
        Array(std::array::from_fn(|j| self.0[31 - j]))
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod avx2 {
    //! Every method is called from code that is inlined into [`run`], where the features are on, so the intrinsics are
    //! compiled to single instructions; the loads and stores check the length first.

    use super::{Carry, Kernel, Lanes};
    use std::arch::x86_64::*;

    /// # Safety
    /// The processor must have the features.
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    pub(super) unsafe fn run<K: Kernel>(kernel: K) -> K::Output {
        kernel.run::<Register>()
    }

    /// An AVX2 register. Only made inside [`run`].
    #[derive(Clone, Copy)]
    pub(super) struct Register(__m256i);

    // SAFETY of all blocks below: a `Register` method only runs inside `run`, whose caller checked for AVX2.
    impl Lanes for Register {
        #[inline(always)]
        fn splat(byte: u8) -> Self {
            // SAFETY: see above.
            Register(unsafe { _mm256_set1_epi8(byte.cast_signed()) })
        }

        #[inline(always)]
        fn splat2(pair: u16) -> Self {
            // SAFETY: see above.
            Register(unsafe { _mm256_set1_epi16(pair.cast_signed()) })
        }

        #[inline(always)]
        fn splat4(quad: u32) -> Self {
            // SAFETY: see above.
            Register(unsafe { _mm256_set1_epi32(quad.cast_signed()) })
        }

        #[inline(always)]
        fn load(bytes: &[u8]) -> Self {
            let bytes = &bytes[..32];
            // SAFETY: 32 bytes are there; the load needs no alignment.
            Register(unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) })
        }

        #[inline(always)]
        fn load2(cells: &[u16]) -> Self {
            let cells = &cells[..16];
            // SAFETY: 32 bytes are there; the load needs no alignment.
            Register(unsafe { _mm256_loadu_si256(cells.as_ptr().cast()) })
        }

        #[inline(always)]
        fn load4(cells: &[u32]) -> Self {
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
        fn expand(bits: u32) -> Self {
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every operation on two vectors, stored one after another.
    struct Everything {
        a: [u8; 32],
        b: [u8; 32],
        byte: u8,
        bits: u32,
    }

    impl Kernel for Everything {
        type Output = (Vec<[u8; 32]>, u32, bool);

        #[inline(always)]
        fn run<L: Lanes>(self) -> Self::Output {
            let (a, b) = (L::load(&self.a), L::load(&self.b));
            let cells: Vec<u16> = self.a.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
            let quads: Vec<u32> = cells.chunks(2).map(|pair| u32::from(pair[0]) | u32::from(pair[1]) << 16).collect();
            let mask = L::expand(self.bits);
            let (low, carry) = a.double(Carry(L::splat(0)));
            let (high, rest) = b.double(carry);
            let (sum, _) = L::splat(0).double(rest);
            let vectors = [
                a.and(b),
                a.or(b),
                a.xor(b),
                a.without(b),
                a.eq(b),
                a.eq2(b),
                a.eq4(b),
                a.where_set(mask, b),
                mask,
                low,
                high,
                sum,
                a.slide(self.byte),
                a.reverse(),
                L::splat(self.byte),
                L::load2(&cells),
                L::load4(&quads),
                L::splat2(self.bits as u16),
                L::splat4(self.bits),
            ];
            let stored = vectors.map(|vector| {
                let mut bytes = [0; 32];
                vector.store(&mut bytes);
                bytes
            });
            (stored.to_vec(), a.bits(), a.xor(b).is_zero())
        }
    }

    proptest! {
        #[test]
        fn both_forms_agree(a: [u8; 32], mut b: [u8; 32], same in 0usize..33, byte: u8, bits: u32) {
            b[..same].copy_from_slice(&a[..same]);
            let arrays = Isa::Portable.run(Everything { a, b, byte, bits });
            let registers = Isa::Avx2.or_portable().run(Everything { a, b, byte, bits });
            prop_assert_eq!(arrays, registers);
        }
    }
}
