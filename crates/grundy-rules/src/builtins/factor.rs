//! Primes and divisors.
//!
//! Small factors by trial division, then Miller–Rabin and Pollard's rho. Miller–Rabin with the first 13 primes as
//! bases decides every number below 3317044064679887385961981 (Sorenson and Webster, Math. Comp. 86, 2017); larger
//! numbers are refused, because an answer would be a guess. Time about n^(1/4) for the worst n.

use super::{int, make_list};
use crate::meter::{Meter, Trouble};
use crate::value::Val;

/// Below this, Miller–Rabin with these bases is a proof.
const PROVED: u128 = 3_317_044_064_679_887_385_961_981;
const BASES: [u128; 13] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41];

/// Factors below this are found by trial division.
const TRIAL: u128 = 1 << 12;

fn within_proof(n: i128) -> Result<u128, Trouble> {
    match u128::try_from(n) {
        Ok(n) if n < PROVED => Ok(n),
        _ => Err(Trouble::bad(format!("{n} is too large for a certain answer"))
            .help(format!("primes are decided below {PROVED}"))),
    }
}

pub(super) fn isprime(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let n = int(&args[0])?;
    if n < 2 {
        return Ok(Val::Bool(false));
    }
    Ok(Val::Bool(is_prime(meter, within_proof(n)?)?))
}

/// a·b mod m for a, b < m ≤ 2^82.
fn mul_mod(a: u128, b: u128, m: u128) -> u128 {
    if let Some(product) = a.checked_mul(b) {
        return product % m;
    }
    // 41 bits of b at a time: a·2^41 and a times 41 bits stay below 2^123.
    const HALF: u32 = 41;
    let high = a * (b >> HALF) % m;
    ((high << HALF) % m + a * (b & ((1 << HALF) - 1)) % m) % m
}

/// base^exponent modulo m.
pub(crate) fn pow_mod(mut base: u128, mut exponent: u128, m: u128) -> u128 {
    let mut result = 1 % m;
    base %= m;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = mul_mod(result, base, m);
        }
        base = mul_mod(base, base, m);
        exponent >>= 1;
    }
    result
}

fn is_prime(meter: &mut Meter, n: u128) -> Result<bool, Trouble> {
    for p in BASES {
        if n.is_multiple_of(p) {
            return Ok(n == p);
        }
    }
    if n < 2 {
        return Ok(false);
    }
    if n < 43 * 43 {
        return Ok(true);
    }
    let twos = (n - 1).trailing_zeros();
    for base in BASES {
        meter.work(128)?;
        let mut x = pow_mod(base, (n - 1) >> twos, n);
        let mut witness = x != 1 && x != n - 1;
        for _ in 1..twos {
            x = mul_mod(x, x, n);
            witness &= x != n - 1;
        }
        if witness {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A factor of a composite n, by Pollard's rho (Floyd's cycle finding).
fn split(meter: &mut Meter, n: u128) -> Result<u128, Trouble> {
    for c in 1.. {
        let step = |x: u128| (mul_mod(x, x, n) + c) % n;
        let (mut slow, mut fast) = (2u128, step(2));
        loop {
            meter.work(64)?;
            let common = gcd(slow.abs_diff(fast), n);
            if common == n {
                break;
            }
            if common > 1 {
                return Ok(common);
            }
            slow = step(slow);
            fast = step(step(fast));
        }
    }
    Ok(n)
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The prime factors with their exponents.
fn factors(meter: &mut Meter, mut n: u128) -> Result<Vec<(u128, u32)>, Trouble> {
    let mut found = Vec::new();
    let mut p = 2;
    while p < TRIAL && p * p <= n {
        meter.work(1)?;
        let mut exponent = 0;
        while n.is_multiple_of(p) {
            n /= p;
            exponent += 1;
        }
        if exponent > 0 {
            found.push((p, exponent));
        }
        p += if p == 2 { 1 } else { 2 };
    }
    let mut open = if n > 1 { vec![n] } else { Vec::new() };
    while let Some(part) = open.pop() {
        if part < p * p || is_prime(meter, part)? {
            match found.iter_mut().find(|(prime, _)| *prime == part) {
                Some((_, exponent)) => *exponent += 1,
                None => found.push((part, 1)),
            }
        } else {
            let factor = split(meter, part)?;
            open.extend([factor, part / factor]);
        }
    }
    Ok(found)
}

pub(super) fn divisors(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let n = int(&args[0])?;
    if n < 1 {
        return make_list(Vec::new());
    }
    let mut all = vec![1u128];
    for (prime, exponent) in factors(meter, within_proof(n)?)? {
        let before = all.len();
        meter.make(before as u64 * u64::from(exponent))?;
        for index in 0..before * exponent as usize {
            all.push(all[index] * prime);
        }
    }
    meter.work(all.len() as u64 * 4)?;
    all.sort_unstable();
    make_list(all.into_iter().map(|d| Val::Int(d as i128)).collect())
}

pub(super) fn primes(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let n = int(&args[0])?;
    if n < 2 {
        return make_list(Vec::new());
    }
    let size = u64::try_from(n).ok().and_then(|n| n.checked_add(1)).unwrap_or(u64::MAX);
    // The sieve is a byte a number; the list of primes is smaller than that for all but small n.
    meter.work(size)?;
    meter.make(size / 8)?;
    let size = usize::try_from(size).map_err(|_| super::overflow())?;
    let mut composite = vec![false; size];
    let mut found = Vec::new();
    for p in 2..size {
        if composite[p] {
            continue;
        }
        found.push(Val::Int(p as i128));
        for multiple in (p.saturating_mul(p)..size).step_by(p) {
            composite[multiple] = true;
        }
        meter.work((size / p) as u64)?;
    }
    make_list(found)
}

pub(super) fn factors_of(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let n = int(&args[0])?;
    if n < 2 {
        return make_list(Vec::new());
    }
    let mut found = factors(meter, within_proof(n)?)?;
    found.sort_unstable();
    let pair = |(prime, exponent): (u128, u32)| make_list(vec![Val::Int(prime as i128), Val::Int(exponent.into())]);
    make_list(found.into_iter().map(pair).collect::<Result<_, _>>()?)
}

pub(super) fn powmod(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let (a, k, m) = (int(&args[0])?, int(&args[1])?, int(&args[2])?);
    let (Ok(k), true) = (u128::try_from(k), m >= 1) else {
        return Err(Trouble::bad(format!("powmod({a}, {k}, {m}) is not defined"))
            .help("powmod(a, k, m) needs k >= 0 and m >= 1"));
    };
    if m > 1 << 82 {
        return Err(Trouble::bad(format!("the modulus {m} is above 2^82")));
    }
    meter.work(128)?;
    // Both are below 2^82 now, and so is the result.
    Ok(Val::Int(pow_mod(a.rem_euclid(m) as u128, k, m as u128) as i128))
}
