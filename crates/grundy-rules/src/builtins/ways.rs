//! Ways to reach a nim-sum.
//!
//! The ways to choose n things one after the other by the XOR of their values are the n-th power of the counts under XOR convolution.
//! The Walsh–Hadamard transform W turns that into the power of each entry, and W∘W is multiplication by the length 2^k. To divide
//! by it for any modulus m, odd or not, all is worked out modulo m·2^k: the entries are then multiples of 2^k, exactly. Time
//! O(2^k·(k + log n)).

use super::{int, integer_list, items, natural, overflow};
use crate::meter::{Meter, Trouble};
use crate::value::Val;

/// The longest list of counts, a power of two.
const LONGEST: usize = 1 << 24;

pub(super) fn xorways(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let (counts, n, m) = (counts(meter, items(&args[0])?)?, natural(&args[1])?, natural(&args[2])?);
    let modulus = u64::try_from(m).ok().filter(|m| (1..1 << 62).contains(m));
    let modulus = modulus.ok_or_else(|| Trouble::bad(format!("the modulus {m} is not between 1 and 2^62 - 1")))?;
    let length = counts.len().next_power_of_two();
    let bits = length.trailing_zeros();
    let steps = u64::from(bits) + u64::from(128 - n.leading_zeros()) + 4;
    meter.work(length as u64 * steps)?;
    meter.make(3 * length as u64)?;
    // Below 2^(62 + 24): sums of two fit, products go through `times`.
    let wide = u128::from(modulus) << bits;
    let signed = i128::try_from(wide).map_err(|_| overflow())?;
    let mut ways: Vec<u128> = counts.into_iter().map(|count| count.rem_euclid(signed).unsigned_abs()).collect();
    ways.resize(length, 0);
    walsh(&mut ways, wide);
    ways.iter_mut().for_each(|way| *way = power(*way, n, wide));
    walsh(&mut ways, wide);
    let divided = ways.into_iter().map(|way| ((way >> bits) % u128::from(modulus)) as i64);
    integer_list(divided.collect())
}

/// How many things have the value 0, 1, …: as listed, or by pairs (value, how many).
fn counts(meter: &mut Meter, items: &[Val]) -> Result<Vec<i128>, Trouble> {
    if !matches!(items.first(), Some(Val::List(_))) {
        let within = items.len() <= LONGEST;
        return if within { items.iter().map(int).collect() } else { Err(too_many()) };
    }
    let mut counts = Vec::new();
    for item in items {
        let [value, count] = super::items(item)? else {
            return Err(Trouble::bad("expected pairs (value, how many)"));
        };
        let value = usize::try_from(natural(value)?).ok().filter(|value| *value < LONGEST).ok_or_else(too_many)?;
        if value >= counts.len() {
            meter.make((value + 1 - counts.len()) as u64)?;
            counts.resize(value + 1, 0);
        }
        counts[value] = int(count)?.checked_add(counts[value]).ok_or_else(overflow)?;
    }
    Ok(counts)
}

fn too_many() -> Trouble {
    Trouble::bad(format!("values must be below {LONGEST}"))
}

/// The Walsh–Hadamard transform modulo m.
fn walsh(values: &mut [u128], m: u128) {
    let mut half = 1;
    while half < values.len() {
        for block in values.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                let (sum, difference) = (*a + *b, *a + m - *b);
                *a = if sum >= m { sum - m } else { sum };
                *b = if difference >= m { difference - m } else { difference };
            }
        }
        half *= 2;
    }
}

/// a·b modulo m < 2^86, for a, b < m.
fn times(a: u128, b: u128, m: u128) -> u128 {
    if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
        return u128::from(a) * u128::from(b) % m;
    }
    // 42 bits of b at a time, from the top: less than 2^86 times 2^42 fits.
    const PART: u32 = 42;
    let mask = (1u128 << PART) - 1;
    let mut product = 0;
    for part in [b >> (2 * PART), b >> PART & mask, b & mask] {
        product = ((product << PART) % m + a * part % m) % m;
    }
    product
}

fn power(mut base: u128, mut exponent: u128, m: u128) -> u128 {
    let mut result = 1 % m;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = times(result, base, m);
        }
        base = times(base, base, m);
        exponent >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition: one thing after the other.
    fn plain(counts: &[u128], n: u32, m: u128) -> Vec<u128> {
        let length = counts.len().next_power_of_two();
        let mut ways = vec![0; length];
        ways[0] = 1 % m;
        for _ in 0..n {
            let mut next = vec![0; length];
            for (x, way) in ways.iter().enumerate() {
                for (v, count) in counts.iter().enumerate() {
                    next[x ^ v] = (next[x ^ v] + way * count) % m;
                }
            }
            ways = next;
        }
        ways
    }

    #[test]
    fn agrees_with_the_definition() {
        for m in [1u64, 2, 6, 8, 1_000_000_007, 987_654_321, (1 << 62) - 1] {
            for counts in [vec![3u128, 0, 5], vec![1, 1, 1, 1, 7], vec![4], vec![0, 1]] {
                for n in [0, 1, 2, 5, 17] {
                    let length = counts.len().next_power_of_two();
                    let wide = u128::from(m) << length.trailing_zeros();
                    let mut ways = counts.clone();
                    ways.resize(length, 0);
                    ways.iter_mut().for_each(|way| *way %= wide);
                    walsh(&mut ways, wide);
                    ways.iter_mut().for_each(|way| *way = power(*way, u128::from(n), wide));
                    walsh(&mut ways, wide);
                    let found: Vec<u128> =
                        ways.into_iter().map(|way| (way >> length.trailing_zeros()) % u128::from(m)).collect();
                    assert_eq!(found, plain(&counts, n, u128::from(m)), "{counts:?} {n} {m}");
                }
            }
        }
    }

    #[test]
    fn products_beyond_64_bits() {
        let m = (1u128 << 86) - 35;
        assert_eq!(times(m - 1, m - 1, m), 1);
        assert_eq!(times(1 << 85, 2, m), 35);
    }
}
