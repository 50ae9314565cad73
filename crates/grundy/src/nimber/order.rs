//! Multiplicative orders and discrete logarithms.
//!
//! The nimbers below 2^64 but 0 are a cyclic group of 2^64 − 1 = 3·5·17·257·641·65537·6700417 elements, those below
//! 2^128 one of 2^128 − 1, whose primes are known too. *Order*: divide by a prime as long as the power stays 1.
//! *Logarithm* (Pohlig and Hellman): the logarithm modulo each prime p of the order is one in a group of p elements,
//! found by baby and giant steps in O(√p); the Chinese remainder theorem puts them together. With 128 bits the largest
//! prime is 67280421310721, too large for that: there is no logarithm of 128-bit nimbers here.

use super::width::Arithmetic;
use std::collections::HashMap;

/// The least n ≥ 1 with a^n = 1, for a ≠ 0.
pub(super) fn order<T: Arithmetic>(a: T) -> u128 {
    let one = T::from(1);
    T::PRIMES.iter().fold(T::GROUP, |n, p| if a.power(n / p) == one { n / p } else { n })
}

/// The least n with base^n = a, if there is one; neither is 0.
pub(super) fn logarithm(base: u64, a: u64) -> Option<u64> {
    let n = order(base);
    if a.power(n) != 1 {
        return None;
    }
    let (mut result, mut modulus) = (0u128, 1u128);
    for &p in u64::PRIMES.iter().filter(|&p| n.is_multiple_of(*p)) {
        let residue = small_logarithm(base.power(n / p), a.power(n / p), p)?;
        // The next candidates for the result keep the residues found so far; one of p steps of `modulus` fits p too.
        let behind = (residue + p - result % p) % p;
        result += modulus * (behind * inverse_mod(modulus % p, p) % p);
        modulus *= p;
    }
    u64::try_from(result).ok()
}

/// The k < p with base^k = a, where base has the prime order p.
fn small_logarithm(base: u64, a: u64, p: u128) -> Option<u128> {
    let step = p.isqrt() + 1;
    let mut baby = HashMap::new();
    let mut power = 1;
    for k in 0..step {
        baby.entry(power).or_insert(k);
        power = power.product(base);
    }
    let back = power.inverse();
    let mut rest = a;
    for giant in 0..step {
        if let Some(k) = baby.get(&rest) {
            return Some(giant * step + k);
        }
        rest = rest.product(back);
    }
    None
}

/// The inverse of a modulo the prime p, a ≠ 0, by a^(p−2); p < 2^64.
fn inverse_mod(a: u128, p: u128) -> u128 {
    let (mut power, mut base, mut e) = (1, a, p - 2);
    while e > 0 {
        if e & 1 == 1 {
            power = power * base % p;
        }
        base = base * base % p;
        e >>= 1;
    }
    power
}
