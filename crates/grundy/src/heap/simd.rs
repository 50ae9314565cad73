//! Vectors of 32 bytes in two forms with the same operations: AVX2 registers and plain arrays.
//!
//! The engines are written once, over [`Lanes`]. A [`Kernel`] is a piece of such code; [`Isa::run`] compiles it for the
//! processor's instructions. Everything in a kernel must be `#[inline(always)]`, so that it ends up inside the one function
//! with the target feature, and vectors must not be used in closures that are handed to iterators: those may be compiled
//! on their own, with a function call for each instruction. `GRUNDY_PORTABLE=1` or [`Isa::portable`] selects the arrays.
//! The configuration `--cfg grundy_no_simd` leaves everything else out, as on other processors.

mod array;
#[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
mod avx2;
#[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
mod avx512;

use crate::portable;
use array::Array;
#[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
use avx2::Avx2;
#[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
pub(super) use avx512::Avx512;
use std::fmt;

/// 32 bytes.
pub(super) trait Lanes: Copy {
    /// What proves that the processor has the instructions: vectors are made with it, so whoever has a vector may use it.
    type Token: Copy;

    fn splat(token: Self::Token, byte: u8) -> Self;
    fn splat2(token: Self::Token, pair: u16) -> Self;
    fn splat4(token: Self::Token, quad: u32) -> Self;
    /// The first 32 bytes of the slice.
    fn load(token: Self::Token, bytes: &[u8]) -> Self;
    fn load2(token: Self::Token, cells: &[u16]) -> Self;
    fn load4(token: Self::Token, cells: &[u32]) -> Self;
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
    fn expand(token: Self::Token, bits: u32) -> Self;
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
    fn run<L: Lanes>(self, token: L::Token) -> Self::Output;
}

/// Which instructions the kernels use. An `Isa` is a token: it is only made after the processor was asked for them.
///
/// ```
/// use grundy::heap::Isa;
/// assert!(Isa::available().contains(&Isa::detect()));
/// assert!(Isa::available().contains(&Isa::portable()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Isa(Level);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Level {
    /// The same as `Avx2`, and 512-bit vectors with the second set of byte operations where they gain something.
    #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
    Avx512(Avx2, Avx512),
    /// 256-bit vectors of x86-64 processors since 2013.
    #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
    Avx2(Avx2),
    /// No special instructions.
    Portable,
}

impl Isa {
    /// The best for this processor, or the portable one when the environment says `GRUNDY_PORTABLE=1`.
    pub fn detect() -> Isa {
        if portable::wanted() { Isa::portable() } else { Isa::avx512() }
    }

    /// No special instructions.
    pub fn portable() -> Isa {
        Isa(Level::Portable)
    }

    /// 256-bit vectors of x86-64 processors, or the portable form on others.
    pub fn avx2() -> Isa {
        #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
        if let Some(token) = Avx2::detect() {
            return Isa(Level::Avx2(token));
        }
        Isa::portable()
    }

    /// 512-bit vectors where they gain something, or the best below.
    pub fn avx512() -> Isa {
        #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
        if let (Some(token), Some(wide)) = (Avx2::detect(), Avx512::detect()) {
            return Isa(Level::Avx512(token, wide));
        }
        Isa::avx2()
    }

    /// All that this processor has, the best first.
    pub fn available() -> Vec<Isa> {
        let mut all = vec![Isa::avx512(), Isa::avx2(), Isa::portable()];
        all.dedup();
        all
    }

    /// The proof that the 512-bit vectors are there.
    #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
    pub(super) fn wide(self) -> Option<Avx512> {
        match self.0 {
            Level::Avx512(_, token) => Some(token),
            _ => None,
        }
    }

    /// The same where there are none.
    #[cfg(not(all(target_arch = "x86_64", not(grundy_no_simd))))]
    pub(super) fn wide(self) -> Option<std::convert::Infallible> {
        None
    }

    /// Runs the kernel.
    #[inline]
    pub(super) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
            Level::Avx2(token) | Level::Avx512(token, _) => token.run(kernel),
            Level::Portable => kernel.run::<Array>(()),
        }
    }
}

impl fmt::Debug for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
            Level::Avx512(..) => "Avx512",
            #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
            Level::Avx2(_) => "Avx2",
            Level::Portable => "Portable",
        })
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
        fn run<L: Lanes>(self, token: L::Token) -> Self::Output {
            let (a, b) = (L::load(token, &self.a), L::load(token, &self.b));
            let cells: Vec<u16> = self.a.chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
            let quads: Vec<u32> = cells.chunks(2).map(|pair| u32::from(pair[0]) | u32::from(pair[1]) << 16).collect();
            let mask = L::expand(token, self.bits);
            let (low, carry) = a.double(Carry(L::splat(token, 0)));
            let (high, rest) = b.double(carry);
            let (sum, _) = L::splat(token, 0).double(rest);
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
                L::splat(token, self.byte),
                L::load2(token, &cells),
                L::load4(token, &quads),
                L::splat2(token, self.bits as u16),
                L::splat4(token, self.bits),
            ];
            let stored = vectors.map(|vector| {
                let mut bytes = [0; 32];
                vector.store(&mut bytes);
                bytes
            });
            (stored.to_vec(), a.bits(), a.xor(b).is_zero())
        }
    }

    #[test]
    fn the_environment_chooses() {
        assert_eq!(Isa::detect() == Isa::portable(), portable::wanted() || Isa::available() == [Isa::portable()]);
    }

    proptest! {
        #[test]
        fn both_forms_agree(a: [u8; 32], mut b: [u8; 32], same in 0usize..33, byte: u8, bits: u32) {
            b[..same].copy_from_slice(&a[..same]);
            let arrays = Isa::portable().run(Everything { a, b, byte, bits });
            for isa in Isa::available() {
                prop_assert_eq!(&arrays, &isa.run(Everything { a, b, byte, bits }), "{:?}", isa);
            }
        }
    }
}
