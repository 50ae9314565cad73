//! The nim-product without special instructions: discrete logarithms in the field of the 2^16 least nimbers, and two
//! levels of Karatsuba's method above it. The twin of the SIMD kernels.
//!
//! Every number below 2^16 but 0 is a power of one generator, so a product there is three table lookups. Above, with
//! y = 2^16 and z = 2^32: y² = y ⊕ 2^15 and z² = z ⊕ 2^31. 384 KiB of tables, built at the first use in about a
//! millisecond; 13 lookups for a 32-bit half.

use super::rule;
use std::sync::LazyLock;

const ORDER: usize = 65535;

struct Tables {
    /// exp[i] = generator^i for i < 4·ORDER: sums of up to four logarithms need no reduction.
    exp: Vec<u16>,
    log: Vec<u16>,
    /// The logarithm of 2^15.
    log_half: usize,
}

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

/// A generator of the multiplicative group of the nimbers below 2^16: a test checks its order.
const GENERATOR: u128 = 258;

impl Tables {
    fn new() -> Self {
        // x ⊗ generator is linear in x: the images of both bytes give every product by one XOR.
        let times = |x: u128| rule::product(x, GENERATOR, 4) as u16;
        let low: Vec<u16> = (0..256).map(times).collect();
        let high: Vec<u16> = (0..256).map(|x| times(x << 8)).collect();
        let (mut exp, mut log) = (Vec::with_capacity(4 * ORDER), vec![0; ORDER + 1]);
        let mut x = 1u16;
        for i in 0..ORDER {
            exp.push(x);
            log[usize::from(x)] = i as u16;
            x = low[usize::from(x & 255)] ^ high[usize::from(x >> 8)];
        }
        exp.extend_from_within(..);
        exp.extend_from_within(..);
        let log_half = usize::from(log[1 << 15]);
        Tables { exp, log, log_half }
    }

    fn log(&self, a: u16) -> usize {
        usize::from(self.log[usize::from(a)])
    }

    fn product16(&self, a: u16, b: u16) -> u16 {
        if a == 0 || b == 0 { 0 } else { self.exp[self.log(a) + self.log(b)] }
    }

    /// a ⊗ b ⊗ 2^15.
    fn product16_half(&self, a: u16, b: u16) -> u16 {
        if a == 0 || b == 0 { 0 } else { self.exp[self.log(a) + self.log(b) + self.log_half] }
    }

    fn product32(&self, a: u32, b: u32) -> u32 {
        let ([a1, a0], [b1, b0]) = (halves(a), halves(b));
        let low = self.product16(a0, b0);
        let all = self.product16(a0 ^ a1, b0 ^ b1);
        u32::from(all ^ low) << 16 | u32::from(low ^ self.product16_half(a1, b1))
    }

    /// a ⊗ 2^31: 2^31 = 2^15 ⊗ y, so (a₁y ⊕ a₀) ⊗ 2^31 = (a₁ ⊕ a₀)⊗2^15 y ⊕ a₁⊗2^15⊗2^15.
    fn product32_half(&self, a: u32) -> u32 {
        let [a1, a0] = halves(a);
        u32::from(self.product16_half(a1 ^ a0, 1)) << 16 | u32::from(self.product16_half(a1, 1 << 15))
    }
}

fn halves(a: u32) -> [u16; 2] {
    [(a >> 16) as u16, a as u16]
}

/// The nim-product of two 64-bit numbers.
pub(super) fn product(a: u64, b: u64) -> u64 {
    let tables = &*TABLES;
    let (a1, a0, b1, b0) = ((a >> 32) as u32, a as u32, (b >> 32) as u32, b as u32);
    let low = tables.product32(a0, b0);
    let high = tables.product32(a1, b1);
    let all = tables.product32(a0 ^ a1, b0 ^ b1);
    u64::from(all ^ low) << 32 | u64::from(low ^ tables.product32_half(high))
}

/// The inverse of a number below 2^32 that is not 0, by its norm a₀(a₀ ⊕ a₁) ⊕ a₁²⊗2^15, which is below 2^16.
pub(super) fn inverse32(a: u32) -> u32 {
    let tables = &*TABLES;
    let [a1, a0] = halves(a);
    let both = a0 ^ a1;
    let norm = tables.product16(a0, both) ^ tables.product16_half(a1, a1);
    let back = ORDER - tables.log(norm);
    let divided = |x: u16| if x == 0 { 0 } else { tables.exp[tables.log(x) + back] };
    u32::from(divided(a1)) << 16 | u32::from(divided(both))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_below_two_to_sixteen_is_a_power_of_the_generator() {
        let mut seen = TABLES.exp[..ORDER].to_vec();
        seen.sort_unstable();
        assert!(seen.iter().copied().eq(1..=u16::MAX));
        for a in (1..=u32::MAX).step_by(40_009).chain(1..=70_000) {
            assert_eq!(TABLES.product32(a, inverse32(a)), 1, "{a}");
        }
    }
}
