//! The nim-product by its rule: the definition that the fast ways are compared with.
//!
//! **Definition** (Conway): a ⊗ b = mex { (a'⊗b) ⊕ (a⊗b') ⊕ (a'⊗b') : a' < a, b' < b }. **Rule** (ONAG, ch. 6): let F
//! = 2^(2^n). Below F² every number is a₁F ⊕ a₀ with a₁, a₀ < F, the product distributes, and F ⊗ F = F ⊕ F/2. One
//! level costs four products of the level below: exponential in n, and n ≤ 7.

/// The nim-product of two numbers below 2^(2^level).
pub(crate) const fn product(a: u128, b: u128, level: u32) -> u128 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let half = 1u32 << (level - 1);
    let mask = (1u128 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    let low = product(a0, b0, level - 1);
    let high = product(a1, b1, level - 1);
    let all = product(a0 ^ a1, b0 ^ b1, level - 1);
    ((all ^ low) << half) ^ low ^ product(high, 1 << (half - 1), level - 1)
}

/// The nim-product of two 64-bit numbers.
pub(crate) const fn product64(a: u64, b: u64) -> u64 {
    product(a as u128, b as u128, 6) as u64
}

/// The squares of 2^i for 64-bit nimbers, by i. Squaring is linear.
pub(crate) const SQUARES: [u64; 64] = {
    let mut squares = [0; 64];
    let mut i = 0;
    while i < 64 {
        squares[i] = product64(1 << i, 1 << i);
        i += 1;
    }
    squares
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rule_is_the_definition_by_mex() {
        const N: usize = 48;
        let mut table = vec![[0u64; N]; N];
        for a in 0..N {
            for b in 0..N {
                let smaller = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
                let value = crate::mex(smaller.map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y]));
                table[a][b] = value;
                assert_eq!(u128::from(value), product(a as u128, b as u128, 7), "{a} * {b}");
            }
        }
    }
}
