//! Which way the running processor multiplies: the best of a few kernels, chosen once at run time.
//!
//! | kernel | needs | one product | many products |
//! |---|---|---|---|
//! | `Gfni` | AVX2, VPCLMULQDQ, GFNI | quarters by 8×8 bit matrices | the same, eight at a time |
//! | `Avx2` | AVX2, VPCLMULQDQ | field form by byte tables | quarters by PSHUFB, eight at a time |
//! | `Clmul` | PCLMULQDQ | field form by byte tables | one by one |
//! | `Portable` | nothing | logarithms | one by one |

use super::field::{self, Field};
use super::portable;
use std::sync::atomic::{AtomicU8, Ordering};

#[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
use super::x86;

/// A kernel that the running processor can use: a token, only made after its instructions were detected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kernel(Level);

/// The kernels, the best last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
enum Level {
    Portable = 1,
    #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
    Clmul,
    #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
    Avx2,
    #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
    Gfni,
}

/// 0 until the processor was looked at, then the kernel's level.
static CHOSEN: AtomicU8 = AtomicU8::new(0);

impl Kernel {
    /// The best kernel of this processor, or the portable one when the environment says `GRUNDY_PORTABLE=1`.
    #[inline(always)]
    fn get() -> Self {
        // What is stored was detected before.
        Kernel(match CHOSEN.load(Ordering::Relaxed) {
            1 => Level::Portable,
            #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
            2 => Level::Clmul,
            #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
            3 => Level::Avx2,
            #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
            4 => Level::Gfni,
            _ => return Kernel::choose(),
        })
    }

    #[cold]
    fn choose() -> Self {
        let best = if crate::portable::wanted() { Kernel(Level::Portable) } else { Kernel::detect() };
        CHOSEN.store(best.0 as u8, Ordering::Relaxed);
        best
    }

    /// The best kernel of this processor. It has what the lower ones need, too.
    #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
    fn detect() -> Self {
        if !(is_x86_feature_detected!("pclmulqdq") && is_x86_feature_detected!("sse4.1")) {
            return Kernel(Level::Portable);
        }
        if !(is_x86_feature_detected!("avx2") && is_x86_feature_detected!("vpclmulqdq")) {
            return Kernel(Level::Clmul);
        }
        Kernel(if is_x86_feature_detected!("gfni") { Level::Gfni } else { Level::Avx2 })
    }

    #[cfg(not(all(target_arch = "x86_64", not(grundy_no_simd))))]
    fn detect() -> Self {
        Kernel(Level::Portable)
    }

    /// The nim-product.
    #[inline(always)]
    #[cfg_attr(all(target_arch = "x86_64", not(grundy_no_simd)), allow(unsafe_code))]
    fn product(self, a: u64, b: u64) -> u64 {
        match self.0 {
            // SAFETY: `self` proves that the instructions of its level, and of the lower ones, were detected.
            #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
            Level::Gfni => unsafe { x86::single::product(a, b) },
            #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
            Level::Avx2 | Level::Clmul => unsafe { x86::field::product(a, b) },
            Level::Portable => portable::product(a, b),
        }
    }

    /// The nim-products of both slices, place by place, into the third; all have one length.
    #[cfg_attr(all(target_arch = "x86_64", not(grundy_no_simd)), allow(unsafe_code))]
    fn multiply(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        let done = match self.0 {
            // SAFETY: as above.
            #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
            Level::Gfni => unsafe { x86::batch::multiply_gfni(a, b, out) },
            #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
            Level::Avx2 => unsafe { x86::batch::multiply_avx2(a, b, out) },
            _ => 0,
        };
        for ((&a, &b), out) in a.iter().zip(b).zip(out).skip(done) {
            *out = self.product(a, b);
        }
    }

    #[inline(always)]
    #[cfg_attr(all(target_arch = "x86_64", not(grundy_no_simd)), allow(unsafe_code))]
    fn field_product(self, a: u64, b: u64) -> u64 {
        match self.0 {
            Level::Portable => field::product_portable(a, b),
            // SAFETY: as above; every other kernel has PCLMULQDQ.
            #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
            _ => unsafe { x86::field::multiply(a, b) },
        }
    }

    #[cfg_attr(all(target_arch = "x86_64", not(grundy_no_simd)), allow(unsafe_code))]
    fn field_multiply(self, a: &mut [Field], b: &[Field]) {
        match self.0 {
            Level::Portable => a.iter_mut().zip(b).for_each(|(a, &b)| *a = a.times(b, field::product_portable)),
            // SAFETY: as above.
            #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
            _ => unsafe { x86::field::multiply_slices(a, b) },
        }
    }

    #[cfg_attr(all(target_arch = "x86_64", not(grundy_no_simd)), allow(unsafe_code))]
    fn field_powers(self, bases: [u64; 4], exponents: u64) -> u64 {
        match self.0 {
            Level::Portable => powers_by(field::product_portable, bases, exponents),
            // SAFETY: as above.
            #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
            _ => unsafe { x86::field::powers(bases, exponents) },
        }
    }
}

/// The nim-product of two 64-bit numbers.
#[inline]
pub(super) fn product(a: u64, b: u64) -> u64 {
    Kernel::get().product(a, b)
}

/// The nim-products of both slices, place by place, into the third; all have one length.
pub(super) fn multiply(a: &[u64], b: &[u64], out: &mut [u64]) {
    Kernel::get().multiply(a, b, out);
}

/// The product of two elements in field form.
#[inline]
pub(super) fn field_product(a: u64, b: u64) -> u64 {
    Kernel::get().field_product(a, b)
}

/// Multiplies each element of `a` by the one of `b` at the same place.
pub(super) fn field_multiply(a: &mut [Field], b: &[Field]) {
    Kernel::get().field_multiply(a, b);
}

/// The product of bases[i]^eᵢ in field form, where eᵢ are the 16-bit quarters of `exponents`, the lowest first.
pub(super) fn field_powers(bases: [u64; 4], exponents: u64) -> u64 {
    Kernel::get().field_powers(bases, exponents)
}

/// The same with a given product: the products of all subsets of the bases, then one square and one product for each
/// of 16 bits. The bits of random exponents cannot be predicted, so there is no branch on them.
#[inline(always)]
pub(super) fn powers_by(multiply: impl Fn(u64, u64) -> u64, bases: [u64; 4], exponents: u64) -> u64 {
    let mut subsets = [1; 16];
    for (i, &base) in bases.iter().enumerate() {
        let bit = 1 << i;
        subsets[bit] = base;
        for low in 1..bit {
            subsets[bit | low] = multiply(subsets[low], base);
        }
    }
    (0..16).rev().fold(1, |power, bit| {
        let at = |quarter: u32| (exponents >> (16 * quarter + bit) & 1) << quarter;
        multiply(multiply(power, power), subsets[(at(0) | at(1) | at(2) | at(3)) as usize])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::rule;
    use proptest::prelude::*;

    /// All that this processor can use.
    fn kernels() -> Vec<Kernel> {
        #[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
        let all = vec![Level::Portable, Level::Clmul, Level::Avx2, Level::Gfni];
        #[cfg(not(all(target_arch = "x86_64", not(grundy_no_simd))))]
        let all = vec![Level::Portable];
        let best = Kernel::detect();
        all.into_iter().map(Kernel).filter(|&kernel| kernel <= best).collect()
    }

    #[test]
    fn the_environment_chooses() {
        let expected = if crate::portable::wanted() { Kernel(Level::Portable) } else { Kernel::detect() };
        assert_eq!([Kernel::get(), Kernel::get()], [expected; 2]);
    }

    #[test]
    fn all_powers_of_two() {
        let (mut a, mut b) = (Vec::new(), Vec::new());
        for i in 0..64 {
            for j in 0..64 {
                a.push(1u64 << i);
                b.push(1u64 << j);
            }
        }
        let expected: Vec<u64> = a.iter().zip(&b).map(|(&a, &b)| rule::product64(a, b)).collect();
        for kernel in kernels() {
            let mut out = vec![0; a.len()];
            kernel.multiply(&a, &b, &mut out);
            assert_eq!(out, expected, "{kernel:?}");
            let single: Vec<u64> = a.iter().zip(&b).map(|(&a, &b)| kernel.product(a, b)).collect();
            assert_eq!(single, expected, "{kernel:?}");
        }
    }

    proptest! {
        #[test]
        fn every_kernel_follows_the_rule(pairs in prop::collection::vec(
            (any::<u64>(), any::<u64>(), 0..64u32, 0..64u32).prop_map(|(a, b, i, j)| (a >> i, b >> j)), 0..40)
        ) {
            let (a, b): (Vec<u64>, Vec<u64>) = pairs.into_iter().unzip();
            let expected: Vec<u64> = a.iter().zip(&b).map(|(&a, &b)| rule::product64(a, b)).collect();
            for kernel in kernels() {
                let mut out = vec![0; a.len()];
                kernel.multiply(&a, &b, &mut out);
                prop_assert_eq!(&out, &expected, "{:?}", kernel);
                for i in 0..a.len() {
                    prop_assert_eq!(kernel.product(a[i], b[i]), expected[i], "{:?}", kernel);
                }
            }
        }

        #[test]
        fn field_kernels_agree(bases: [u64; 4], e: u64) {
            let product = field::product_portable(bases[0], bases[1]);
            let powers = powers_by(field::product_portable, bases, e);
            for kernel in kernels() {
                prop_assert_eq!(kernel.field_product(bases[0], bases[1]), product);
                prop_assert_eq!(kernel.field_powers(bases, e), powers);
                let mut elements = bases.map(Field::of);
                kernel.field_multiply(&mut elements, &bases.map(|base| Field::of(base ^ e)));
                prop_assert_eq!(elements.map(Field::nimber), bases.map(|base| rule::product64(base, base ^ e)));
            }
        }
    }
}
