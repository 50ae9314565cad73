//! Arithmetic of nimbers of one width: directly for 64 bits, by halves for 128.
//!
//! With F = 2^64 and c = F/2 = 2^63 a 128-bit number is a₁F ⊕ a₀, and F² = F ⊕ c. Writing products without a sign:
//! - (a₁F + a₀)(b₁F + b₀) = (a₁b₁ + a₁b₀ + a₀b₁)F + a₀b₀ + a₁b₁c, three products by Karatsuba's method and one by c;
//! - the square root is linear and √(a₁F + a₀) = √a₁·F + √(a₀ + a₁c);
//! - the conjugate of a is a₁F + (a₀ + a₁), and a times it is the norm a₀(a₀ + a₁) + a₁²c, a 64-bit number, so
//!   1/a = conjugate / norm. The same rule halves a width down to 16 bits, where tables of logarithms have the inverse;
//! - y² + y = a: y₁² + y₁ = a₁ leaves y₁ up to 1, then y₀² + y₀ = a₀ + y₁²c. Such an equation has a solution exactly
//!   if the trace of a is 0, and **the trace of a nimber of 2^n bits is its top bit**: over the half field it is a₁,
//!   whose trace is its own top bit, down to the trace 1 of the nimber 1 in the field of two elements.

use super::linear::{ByteTables, invert};
use super::rule::SQUARES;
use super::{field, kernel, portable};

/// The arithmetic of nimbers of one width. Only `u64` and `u128` have it.
pub trait Arithmetic: Copy + Eq + Ord + From<u8> {
    /// The size of the multiplicative group, 2^bits − 1.
    const GROUP: u128;
    /// Its prime factors, each once.
    const PRIMES: &'static [u128];

    /// Nim-sum.
    fn sum(self, other: Self) -> Self;
    /// Nim-product.
    fn product(self, other: Self) -> Self;
    /// The inverse of a number that is not 0.
    fn inverse(self) -> Self;
    /// The square root.
    fn root(self) -> Self;
    /// The even y with y² + y = self.
    fn quadratic(self) -> Option<Self>;
    /// A power; 0^0 = 1.
    fn power(self, exponent: u128) -> Self;
}

static ROOT: ByteTables = ByteTables::new(&invert(SQUARES));

/// From a number without its top bit to the even y with y² + y = the number.
static QUADRATIC: ByteTables = {
    let mut images = [0; 63];
    let mut i = 0;
    while i < 63 {
        images[i] = SQUARES[i + 1] ^ 1 << (i + 1);
        i += 1;
    }
    let origins = invert(images);
    let mut columns = [0; 64];
    i = 0;
    while i < 63 {
        columns[i] = origins[i] << 1;
        i += 1;
    }
    ByteTables::new(&columns)
};

impl Arithmetic for u64 {
    const GROUP: u128 = u64::MAX as u128;
    const PRIMES: &'static [u128] = &[3, 5, 17, 257, 641, 65_537, 6_700_417];

    #[inline]
    fn sum(self, other: u64) -> u64 {
        self ^ other
    }

    #[inline]
    fn product(self, other: u64) -> u64 {
        kernel::product(self, other)
    }

    fn inverse(self) -> u64 {
        let conjugate = self ^ self >> 32;
        let norm = kernel::product(self, conjugate) as u32;
        kernel::product(conjugate, u64::from(portable::inverse32(norm)))
    }

    fn root(self) -> u64 {
        ROOT.apply(self)
    }

    fn quadratic(self) -> Option<u64> {
        (self >> 63 == 0).then(|| QUADRATIC.apply(self))
    }

    fn power(self, exponent: u128) -> u64 {
        match (self, exponent) {
            (_, 0) => 1,
            (0, _) => 0,
            _ => field::power(self, (exponent % Self::GROUP) as u64).nimber(),
        }
    }
}

const HALF: u64 = 1 << 63;

fn halves(a: u128) -> (u64, u64) {
    ((a >> 64) as u64, a as u64)
}

fn whole(high: u64, low: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

impl Arithmetic for u128 {
    const GROUP: u128 = u128::MAX;
    const PRIMES: &'static [u128] = &[3, 5, 17, 257, 641, 65_537, 274_177, 6_700_417, 67_280_421_310_721];

    #[inline]
    fn sum(self, other: u128) -> u128 {
        self ^ other
    }

    fn product(self, other: u128) -> u128 {
        let ((a1, a0), (b1, b0)) = (halves(self), halves(other));
        let low = a0.product(b0);
        let all = (a0 ^ a1).product(b0 ^ b1);
        whole(all ^ low, low ^ a1.product(b1).product(HALF))
    }

    fn inverse(self) -> u128 {
        let (a1, a0) = halves(self);
        let both = a0 ^ a1;
        let norm = a0.product(both) ^ a1.product(a1).product(HALF);
        let inverse = norm.inverse();
        whole(a1.product(inverse), both.product(inverse))
    }

    fn root(self) -> u128 {
        let (a1, a0) = halves(self);
        whole(a1.root(), (a0 ^ a1.product(HALF)).root())
    }

    fn quadratic(self) -> Option<u128> {
        let (a1, a0) = halves(self);
        let y1 = a1.quadratic()?;
        let rest = a0 ^ y1.product(y1).product(HALF);
        // With y₁ + 1 in place of y₁ the rest changes by c, the top bit: one of the two choices goes on.
        let (y1, rest) = if rest >> 63 == 0 { (y1, rest) } else { (y1 ^ 1, rest ^ HALF) };
        Some(whole(y1, rest.quadratic()?))
    }

    fn power(self, mut exponent: u128) -> u128 {
        let (mut power, mut base) = (1, self);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = base.product(power);
            }
            base = base.product(base);
            exponent >>= 1;
        }
        power
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::rule;
    use proptest::prelude::*;

    #[test]
    fn products_of_all_powers_of_two_follow_the_rule() {
        for (i, j) in (0..128).flat_map(|i| (0..=i).map(move |j| (i, j))) {
            let (a, b) = (1u128 << i, 1u128 << j);
            assert_eq!(a.product(b), rule::product(a, b, 7), "2^{i} * 2^{j}");
        }
    }

    proptest! {
        #[test]
        fn products_of_128_bits_follow_the_rule(a: u128, b: u128, i in 0..128u32, j in 0..128u32) {
            let (a, b) = (a >> i, b >> j);
            prop_assert_eq!(a.product(b), rule::product(a, b, 7));
        }
    }
}
