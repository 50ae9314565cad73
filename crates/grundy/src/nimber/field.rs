//! Nimbers in *field form*: the field of the 64-bit nimbers written as polynomials over GF(2) modulo x^64+x^4+x^3+x+1.
//!
//! All fields with 2^64 elements are isomorphic. The nimber 0x5211145c804b6109 is a root of that polynomial, so x ↦
//! that nimber is an isomorphism; it and its inverse are linear maps of 64 bits, eight byte tables each. In field form
//! a product is one carry-less multiplication and two more that reduce it: long computations convert once and stay
//! there.

use super::linear::{ByteTables, compose, invert};
use super::{Nimber, kernel, rule};
use std::ops::{Add, AddAssign, Mul, MulAssign};

/// A root of x^64 + x^4 + x^3 + x + 1 among the nimbers.
const ROOT: u64 = 0x5211_145c_804b_6109;

/// The nimbers ROOT^0, …, ROOT^63: the images of the powers of x.
const POWERS: [u64; 64] = {
    let mut powers = [1; 64];
    let mut i = 1;
    while i < 64 {
        powers[i] = rule::product64(powers[i - 1], ROOT);
        i += 1;
    }
    powers
};

/// x ↦ x^(2^16) for nimbers: squaring, four times composed with itself.
const POWER_65536: [u64; 64] = {
    let mut map = rule::SQUARES;
    let mut i = 0;
    while i < 4 {
        map = compose(&map, &map);
        i += 1;
    }
    map
};

static FROM_NIMBER: ByteTables = ByteTables::new(&invert(POWERS));
/// From a nimber x to the field form of x^(2^16).
static FROM_NIMBER_65536: ByteTables = ByteTables::new(&compose(&POWER_65536, &invert(POWERS)));
static TO_NIMBER: ByteTables = ByteTables::new(&POWERS);

/// A 64-bit nimber in field form.
///
/// ```
/// use grundy::nimber::{Field, Nimber};
/// let (a, b) = (Nimber::new(7u64), Nimber::new(12u64));
/// let product = Field::from(a) * Field::from(b);
/// assert_eq!(Nimber::from(product), a * b);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Field(u64);

impl Field {
    /// 0.
    pub const ZERO: Field = Field(0);
    /// 1.
    pub const ONE: Field = Field(1);

    pub(super) fn of(nimber: u64) -> Self {
        Field(FROM_NIMBER.apply(nimber))
    }

    /// This element times another, by a given product of polynomials.
    #[inline(always)]
    pub(super) fn times(self, other: Field, multiply: impl Fn(u64, u64) -> u64) -> Self {
        Field(multiply(self.0, other.0))
    }

    pub(super) fn nimber(self) -> u64 {
        TO_NIMBER.apply(self.0)
    }

    /// The element self^exponent; 0^0 = 1.
    #[must_use]
    pub fn pow(self, exponent: u64) -> Self {
        power(self.nimber(), exponent)
    }

    /// Multiplies each element of `left` by the one of `right` at the same place.
    ///
    /// # Panics
    /// If the slices have different lengths.
    pub fn multiply(left: &mut [Field], right: &[Field]) {
        assert_eq!(left.len(), right.len(), "slices of one length");
        kernel::field_multiply(left, right);
    }
}

/// The field form of x^exponent, in a quarter of the squarings: with exponent = e₃·2^48 + e₂·2^32 + e₁·2^16 + e₀ the
/// power is the product of (x^(2^16i))^eᵢ. Raising to the power 2^16 is linear, and to the power 2^32 it is the
/// conjugation a₁z ⊕ a₀ ↦ a₁z ⊕ (a₀ ⊕ a₁) over the 32-bit nimbers: z = 2^32 and z ⊕ 1 are the roots of z² = z ⊕ 2^31.
pub(super) fn power(x: u64, exponent: u64) -> Field {
    let conjugate = x ^ x >> 32;
    let bases = [x, conjugate].map(|x| [FROM_NIMBER.apply(x), FROM_NIMBER_65536.apply(x)]);
    Field(kernel::field_powers([bases[0][0], bases[0][1], bases[1][0], bases[1][1]], exponent))
}

impl From<Nimber<u64>> for Field {
    fn from(nimber: Nimber<u64>) -> Self {
        Field::of(nimber.get())
    }
}

impl From<Field> for Nimber<u64> {
    fn from(element: Field) -> Self {
        Nimber::new(element.nimber())
    }
}

// In characteristic 2 the sum of polynomials is the XOR of their coefficients.
#[allow(clippy::suspicious_arithmetic_impl)]
impl Add for Field {
    type Output = Field;
    fn add(self, other: Field) -> Field {
        Field(self.0 ^ other.0)
    }
}

impl AddAssign for Field {
    fn add_assign(&mut self, other: Field) {
        *self = *self + other;
    }
}

impl Mul for Field {
    type Output = Field;
    #[inline]
    fn mul(self, other: Field) -> Field {
        self.times(other, kernel::field_product)
    }
}

impl MulAssign for Field {
    #[inline]
    fn mul_assign(&mut self, other: Field) {
        *self = *self * other;
    }
}

/// The nim-product through the field form, for processors with a carry-less multiplication and no faster way.
#[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
#[inline(always)]
pub(super) fn product_by(multiply: impl Fn(u64, u64) -> u64, a: u64, b: u64) -> u64 {
    TO_NIMBER.apply(multiply(FROM_NIMBER.apply(a), FROM_NIMBER.apply(b)))
}

/// The product in field form without a carry-less multiplication: four bits of `a` at a time.
pub(super) fn product_portable(a: u64, b: u64) -> u64 {
    let mut multiples = [0u128; 16];
    for i in 1..16 {
        multiples[i] = if i % 2 == 1 { multiples[i - 1] ^ u128::from(b) } else { multiples[i / 2] << 1 };
    }
    let whole = (0..16).rev().fold(0u128, |sum, i| (sum << 4) ^ multiples[(a >> (4 * i) & 15) as usize]);
    // x^64 = x^4 + x^3 + x + 1; what this pushes past x^63 again has degree at most 3.
    let fold = |high: u64| [1, 3, 4].iter().fold(u128::from(high), |sum, shift| sum ^ u128::from(high) << shift);
    let once = fold((whole >> 64) as u64);
    let twice = fold((once >> 64) as u64);
    whole as u64 ^ once as u64 ^ twice as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_root_is_one() {
        let mut top = rule::product64(POWERS[63], ROOT);
        for i in [0, 1, 3, 4] {
            top ^= POWERS[i];
        }
        assert_eq!(top, 0);
    }

    #[test]
    fn portable_product_is_the_nim_product() {
        let mut x = 0x9e37_79b9_7f4a_7c15u64;
        for i in 0..2000u64 {
            let (a, b) = (x, x.rotate_left(29) ^ i);
            let product = Field(product_portable(Field::of(a).0, Field::of(b).0));
            assert_eq!(product.nimber(), rule::product64(a, b));
            x = x.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        }
    }
}
