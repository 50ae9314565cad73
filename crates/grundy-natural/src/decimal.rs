//! Decimal text of long numbers, by halves.
//!
//! A number is divided by a power of ten with half as many digits, and both parts likewise, until they are short. Divisions are those
//! of Knuth (The Art of Computer Programming, 4.3.1, algorithm D), quadratic with one multiplication a limb: for 10^5 digits a
//! tenth of the time of dividing by 10^19 again and again, which takes one division a limb.

use crate::{CHUNK, CHUNK_DIGITS, Nat};
use std::sync::OnceLock;

/// Numbers with so many chunks of digits are short.
const SHORT: usize = 32;

/// 10^(19·32·2^level), moved up until its highest bit is set, and by how many bits.
struct Power {
    value: Nat,
    moved: Vec<u64>,
    shift: u32,
}

/// The power of a level. Kept: those for 10^5 digits are 80 KB together.
fn power(level: usize) -> &'static Power {
    static POWERS: [OnceLock<Power>; 40] = [const { OnceLock::new() }; 40];
    POWERS[level].get_or_init(|| {
        let value = match level.checked_sub(1) {
            Some(before) => power(before).value.mul(&power(before).value),
            None => (0..SHORT).fold(Nat::from(1_u64), |n, _| n.mul(&Nat::from(CHUNK))),
        };
        let shift = value.0.last().map_or(0, |top| top.leading_zeros());
        Power { moved: up(&value.0, shift), value, shift }
    })
}

/// The number as text.
pub(crate) fn text(n: &Nat) -> String {
    let mut level = 0;
    while *n >= power(level).value {
        level += 1;
    }
    let mut out = String::with_capacity(n.bits() / 3 + 1);
    write(n.clone(), level, &mut out);
    if out.is_empty() { "0".to_owned() } else { out }
}

/// Writes a number below the power of the level; behind other digits with all its zeros.
fn write(n: Nat, level: usize, out: &mut String) {
    let Some(half) = level.checked_sub(1) else { return write_short(n, out) };
    let (quotient, rest) = split(&n, power(half));
    write(quotient, half, out);
    write(rest, half, out);
}

fn write_short(mut n: Nat, out: &mut String) {
    let mut chunks = [0; SHORT];
    chunks.iter_mut().for_each(|chunk| *chunk = n.div_rem(CHUNK));
    for chunk in chunks.iter().rev() {
        match (out.is_empty(), chunk) {
            (true, 0) => {}
            (true, first) => out.push_str(&first.to_string()),
            (false, other) => out.push_str(&format!("{other:0CHUNK_DIGITS$}")),
        }
    }
}

/// Quotient and remainder.
fn split(n: &Nat, by: &Power) -> (Nat, Nat) {
    if *n < by.value {
        return (Nat::ZERO, n.clone());
    }
    let (quotient, rest) = divide(up(&n.0, by.shift), &by.moved);
    (Nat::from_limbs(quotient), Nat::from_limbs(down(rest, by.shift)))
}

/// The limbs moved up by fewer than 64 bits.
fn up(limbs: &[u64], shift: u32) -> Vec<u64> {
    let mut out = Vec::with_capacity(limbs.len() + 1);
    let mut carry = 0_u128;
    for &limb in limbs {
        carry |= u128::from(limb) << shift;
        out.push(carry as u64);
        carry >>= 64;
    }
    if carry > 0 {
        out.push(carry as u64);
    }
    out
}

fn down(mut limbs: Vec<u64>, shift: u32) -> Vec<u64> {
    let mut above = 0_u64;
    for limb in limbs.iter_mut().rev() {
        let both = u128::from(above) << 64 | u128::from(*limb);
        above = *limb;
        *limb = (both >> shift) as u64;
    }
    limbs
}

/// Quotient and remainder of `u` by `v`, which has at least two limbs, no more than `u`, and its highest bit set.
fn divide(mut u: Vec<u64>, v: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let length = v.len();
    let (top, second) = (u128::from(v[length - 1]), u128::from(v[length - 2]));
    u.push(0);
    let mut quotient = vec![0; u.len() - length];
    for at in (0..quotient.len()).rev() {
        let window = &mut u[at..=at + length];
        let head = u128::from(window[length]) << 64 | u128::from(window[length - 1]);
        let (mut guess, mut rest) = (head / top, head % top);
        // At most two too large; after this at most one.
        while guess >> 64 != 0 || guess * second > (rest << 64 | u128::from(window[length - 2])) {
            guess -= 1;
            rest += top;
            if rest >> 64 != 0 {
                break;
            }
        }
        if take(window, v, guess) {
            guess -= 1;
            give(window, v);
        }
        quotient[at] = guess as u64;
    }
    u.truncate(length);
    (quotient, u)
}

/// window ← window − factor · v; whether that went below zero.
fn take(window: &mut [u64], v: &[u64], factor: u128) -> bool {
    let mut borrow = 0_u128;
    for (limb, &other) in window.iter_mut().zip(v.iter().chain(&[0])) {
        let taken = factor * u128::from(other) + borrow;
        let (low, under) = limb.overflowing_sub(taken as u64);
        *limb = low;
        borrow = (taken >> 64) + u128::from(under);
    }
    borrow != 0
}

/// window ← window + v, back above zero.
fn give(window: &mut [u64], v: &[u64]) {
    let mut carry = 0_u128;
    for (limb, &other) in window.iter_mut().zip(v.iter().chain(&[0])) {
        carry += u128::from(*limb) + u128::from(other);
        *limb = carry as u64;
        carry >>= 64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Limbs that lead to guesses that are too large: next to 0 and next to the largest.
    fn limb() -> impl Strategy<Value = u64> {
        prop_oneof![any::<u64>(), 0_u64..3, (u64::MAX - 2)..=u64::MAX, Just(1 << 63)]
    }

    proptest! {
        #[test]
        fn division_is_undone_by_multiplication(
            u in prop::collection::vec(limb(), 2..9), v in prop::collection::vec(limb(), 1..5), top in limb(),
        ) {
            let mut v = v;
            v.push(top | 1 << 63);
            let length = u.len().max(v.len());
            let mut padded = u.clone();
            padded.resize(length, 0);
            let (quotient, rest) = divide(padded, &v);
            let (v, rest) = (Nat::from_limbs(v), Nat::from_limbs(rest));
            prop_assert!(rest < v);
            prop_assert_eq!(Nat::from_limbs(quotient).mul(&v).add(&rest), Nat::from_limbs(u));
        }

        #[test]
        fn text_is_that_of_plain_division(limbs in prop::collection::vec(limb(), 0..200)) {
            let n = Nat::from_limbs(limbs);
            let (mut rest, mut chunks) = (n.clone(), Vec::new());
            while !rest.is_zero() {
                chunks.push(rest.div_rem(CHUNK));
            }
            let mut plain = chunks.pop().unwrap_or(0).to_string();
            chunks.iter().rev().for_each(|chunk| plain.push_str(&format!("{chunk:019}")));
            prop_assert_eq!(text(&n), plain);
        }
    }
}
