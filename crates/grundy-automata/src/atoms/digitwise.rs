//! Relations that speak of digits: bit operations, powers, shifts, constants.

use crate::automaton::{Automaton, Label, Var};
use crate::budget::Budget;
use crate::error::{Error, Result};
use crate::numeration::{Numeration, Order};
use grundy_natural::Nat;

/// A bit operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bitwise {
    /// Exclusive or.
    Xor,
    /// And.
    And,
    /// Or.
    Or,
}

impl Bitwise {
    /// The operation on numbers.
    pub fn apply(self, x: u64, y: u64) -> u64 {
        match self {
            Bitwise::Xor => x ^ y,
            Bitwise::And => x & y,
            Bitwise::Or => x | y,
        }
    }
}

fn need_binary(numeration: Numeration) -> Result<()> {
    if numeration.is_binary() { Ok(()) } else { Err(Error::Unsupported("bit operations need base 2")) }
}

/// z = x op y, in base 2.
pub fn bitwise(numeration: Numeration, op: Bitwise, [x, y, z]: [Var; 3], budget: &Budget) -> Result<Automaton> {
    need_binary(numeration)?;
    let right = |letter: u64| op.apply(letter & 1, letter >> 1 & 1) == letter >> 2;
    let next: Vec<Option<u32>> = (0..8).map(|letter| right(letter).then_some(0)).collect();
    let general = Automaton::from_table(numeration, &[0, 1, 2], &next, &[1], budget)?;
    general.rename(|track| [x, y, z][track as usize], budget)
}

/// p is the value of the lowest binary digit 1 of x (0 for 0), in base 2.
pub fn lowbit(numeration: Numeration, x: Var, p: Var, budget: &Budget) -> Result<Automaton> {
    need_binary(numeration)?;
    if numeration.most_first() {
        return lowbit(numeration.reversed(), x, p, budget)?.reverse(budget);
    }
    // Letters x + 2p. State 0: only zeros so far; state 1: the lowest 1 was read.
    let next = [Some(0), None, None, Some(1), Some(1), Some(1), None, None];
    let general = Automaton::from_table(numeration, &[0, 1], &next, &[1, 1], budget)?;
    general.rename(|track| [x, p][track as usize], budget)
}

/// x is a weight of the numeration: a power of the base, or a w(k) of Z_t.
pub fn power(numeration: Numeration, x: Var, budget: &Budget) -> Result<Automaton> {
    let base = numeration.digits();
    let mut next = vec![None; 2 * base];
    (next[0], next[1], next[base]) = (Some(0), Some(1), Some(1));
    Automaton::from_table(numeration, &[x], &next, &[0, 1], budget)
}

/// x = c.
pub fn equal_to(numeration: Numeration, x: Var, c: &Nat, budget: &Budget) -> Result<Automaton> {
    let base = numeration.digits();
    let mut word = numeration.digits_of(c);
    if numeration.most_first() {
        word.reverse();
    }
    budget.grown(word.len(), word.len().saturating_mul(base).saturating_mul(8))?;
    let mut next = vec![None; (word.len() + 1) * base];
    for (i, &digit) in word.iter().enumerate() {
        next[i * base + usize::from(digit)] = Some(i as u32 + 1);
    }
    // Zeros pad the word at its most significant end.
    let padded = if numeration.order() == Order::MostFirst { 0 } else { word.len() };
    next[padded * base] = Some(padded as u32);
    let mut labels: Vec<Label> = vec![0; word.len()];
    labels.push(1);
    Automaton::from_table(numeration, &[x], &next, &labels, budget)
}

/// The word of y is the word of x with a 0 behind its least significant digit. In base b, y = b·x; in Z_t, the map from
/// lower to upper Wythoff numbers and its relatives.
pub fn shifted(numeration: Numeration, x: Var, y: Var, budget: &Budget) -> Result<Automaton> {
    if !numeration.most_first() {
        return shifted(numeration.reversed(), x, y, budget)?.reverse(budget);
    }
    // The state is the digit of y that x must have next.
    let base = numeration.digits();
    let mut next = Vec::with_capacity(base * base * base);
    for due in 0..base {
        for letter in 0..base * base {
            next.push((letter % base == due).then_some((letter / base) as u32));
        }
    }
    let labels: Vec<Label> = (0..base).map(|due| Label::from(due == 0)).collect();
    Automaton::from_table(numeration, &[0, 1], &next, &labels, budget)?.rename(|t| [x, y][t as usize], budget)
}

/// x is positive and its word ends in an even number of zeros.
pub fn trailing_zeros_even(numeration: Numeration, x: Var, budget: &Budget) -> Result<Automaton> {
    if !numeration.most_first() {
        return trailing_zeros_even(numeration.reversed(), x, budget)?.reverse(budget);
    }
    // State 0: only zeros so far; 1 and 2: an even and an odd number of zeros after the last other digit.
    let base = numeration.digits();
    let next = (0..3).flat_map(|state| (0..base).map(move |d| Some(if d > 0 { 1 } else { [0, 2, 1][state] })));
    Automaton::from_table(numeration, &[x], &next.collect::<Vec<_>>(), &[0, 1, 0], budget)
}
