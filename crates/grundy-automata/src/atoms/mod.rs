//! The atoms of the arithmetic: linear relations, congruences, digits.

mod congruence;
mod digitwise;
mod linear;

pub use congruence::congruence;
pub use digitwise::{Bitwise, bitwise, equal_to, lowbit, power, shifted, trailing_zeros_even};
pub use linear::{Relation, linear};

use crate::automaton::Var;
use crate::error::{Error, Result};

/// Coefficients and constants of atoms stay below this, so that sums of products of them fit in 128 bits.
pub(crate) const LARGEST: i64 = 1 << 48;

/// Σ coefficient · digit for each letter.
fn letter_sums(base: usize, coefficients: &[i128]) -> Vec<i128> {
    let mut sums = vec![0_i128];
    for &coefficient in coefficients {
        let known = sums.len();
        for digit in 1..base as i128 {
            for i in 0..known {
                sums.push(sums[i] + digit * coefficient);
            }
        }
    }
    sums
}

/// A class for each value: the class of each letter, and the values.
fn classes_of(values: &[i128]) -> (Vec<u32>, Vec<i128>) {
    let mut distinct: Vec<i128> = values.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    let class = |value: &i128| distinct.partition_point(|d| d < value) as u32;
    (values.iter().map(class).collect(), distinct)
}

/// Terms with one track each, ascending, without zeros.
fn gathered(terms: &[(Var, i64)]) -> Result<Vec<(Var, i64)>> {
    let mut sorted = terms.to_vec();
    sorted.sort_unstable();
    let mut sums: Vec<(Var, i64)> = Vec::new();
    for (var, coefficient) in sorted {
        match sums.last_mut() {
            Some(last) if last.0 == var => last.1 = last.1.checked_add(coefficient).ok_or(Error::TooLarge)?,
            _ => sums.push((var, coefficient)),
        }
    }
    sums.retain(|term| term.1 != 0);
    if sums.iter().any(|term| term.1.unsigned_abs() > LARGEST as u64) {
        return Err(Error::TooLarge);
    }
    Ok(sums)
}
