//! Stones and pebbles: a heap of B stones and S pebbles, and a number K.
//!
//! A move takes some of the pebbles, or takes some stones and leaves any number of pebbles, at least K for each stone
//! taken: (B, S) → (B, s) for s < S, and (B, S) → (b, s) for b < B and s ≥ (B−b)·K. Play must end, but a heap with
//! stones has infinitely many options, so its value is an ordinal.
//!
//! **Theorem.** The value is ω·X + (K·Y + r), where S = j·K + r, 0 ≤ r < K, and X, Y are as follows; for K = 0 it is
//! ω·B + S. If j ≥ B: X = B, Y = j − B. If j < B, let n = B − 1 and N(u, P) = u−1 + Σ_{i≥1} max(0, P−iu):
//! - X = u−1 for the least u ≥ 1 with N(u, j+1) ≤ n;
//! - if X = 0: Y = T + ((n−T) mod (j+1)) with T = j(j+1)/2;
//! - if X ≥ 1: Y = n_k − 2X for the least k with N(u, p_k + 2) > n_k, where p_k = j − kX, n_k = n − k(j+1−X) +
//!   X·k(k−1)/2.
//!
//! The proof is in docs/PEBBLES.md; its lemmas are tests (tests/pebbles.rs). Both predicates are monotone, so a value
//! takes two binary searches, O(log B) steps; a whole table by [`Rows`] takes O(1) an entry, without a sort; an option
//! with a wanted value takes O(log B) ([`Pebbles::option_with_value`]).

mod rows;

use super::{Column, Error, Found, Options, Theorem};
use crate::ordinal::Ordinal;
use crate::value::Value;
use crate::watch::Watch;
use std::fmt;
use std::ops::{Add, Div, Mul, Rem, Sub};

pub use rows::{Entry, Rows};

/// The most stones: with more, the formulas would leave 128 bits.
pub const MAX_STONES: u128 = 1 << 62;

/// The game for one K.
///
/// ```
/// use grundy::theorem::pebbles::Pebbles;
/// let game = Pebbles::new(2);
/// assert_eq!(game.value(3, 3)?.to_string(), "5");
/// assert_eq!(game.value(1, 2)?.to_string(), "w");
/// // From (3, 3) to a heap of value w*2+10: leave 2 stones and 14 pebbles.
/// let wanted = "w*2+10".parse().unwrap();
/// assert_eq!(game.option_with_value(3, 3, &wanted)?, Some((2, 14)));
/// # Ok::<(), grundy::theorem::pebbles::TooLarge>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pebbles {
    k: u128,
}

/// A heap too large for the formulas in 128 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a heap with more than 2^62 stones, or values past 2^128, is too large for stones and pebbles")
    }
}

impl std::error::Error for TooLarge {}

impl Pebbles {
    /// The game where each stone taken leaves at least `k` pebbles.
    pub fn new(k: u128) -> Self {
        Pebbles { k }
    }

    /// The value of a heap.
    pub fn value(&self, stones: u128, pebbles: u128) -> Result<Ordinal, TooLarge> {
        let (x, y) = self.parts(stones, pebbles)?;
        Ok(Ordinal::omega_times(x, y))
    }

    /// X and Y of the value ω·X + Y.
    pub fn parts(&self, stones: u128, pebbles: u128) -> Result<(u128, u128), TooLarge> {
        if self.k == 0 {
            return Ok((stones, pebbles));
        }
        let (j, r) = (pebbles / self.k, pebbles % self.k);
        if j >= stones {
            return Ok((stones, (j - stones) * self.k + r));
        }
        let (x, y) = unit(stones, j)?;
        Ok((x, self.scale(y, r)?))
    }

    /// k·units + r.
    fn scale(&self, units: u128, r: u128) -> Result<u128, TooLarge> {
        units.checked_mul(self.k).and_then(|whole| whole.checked_add(r)).ok_or(TooLarge)
    }

    /// The option (b, s) of a heap that has the value `wanted`, if there is one; there is never more than one.
    ///
    /// With `wanted` the value that the rest of a sum has, this is the winning move in the heap.
    pub fn option_with_value(
        &self,
        stones: u128,
        pebbles: u128,
        wanted: &Ordinal,
    ) -> Result<Option<(u128, u128)>, TooLarge> {
        let Some((x, y)) = wanted.as_omega_times() else { return Ok(None) };
        let Some(units) = y.checked_div(self.k) else {
            // K = 0: the value ω·x + y stands at (x, y) and nowhere else.
            return Ok(((x, y) < (stones, pebbles)).then_some((x, y)));
        };
        let Some((b, j)) = unit_place(stones, x, units)? else { return Ok(None) };
        let found = (b, self.scale(j, y % self.k)?);
        Ok((found < (stones, pebbles)).then_some(found))
    }

    /// The values of (stones, 0), (stones, 1), … up to where the row goes on ω·B, ω·B+1, …: B·K values, worked out one
    /// by one.
    pub fn row(&self, stones: u128) -> impl Iterator<Item = Result<Ordinal, TooLarge>> + use<'_> {
        (0..stones.saturating_mul(self.k)).map(move |pebbles| self.value(stones, pebbles))
    }
}

/// Stones and pebbles as a game on pairs of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Heaps {
    /// The game.
    pub game: Pebbles,
    /// The pebbles come first.
    pub swapped: bool,
}

impl Heaps {
    /// Stones and pebbles of a position, or a position of stones and pebbles.
    fn turned<T>(&self, (a, b): (T, T)) -> (T, T) {
        if self.swapped { (b, a) } else { (a, b) }
    }
}

impl From<TooLarge> for Error {
    fn from(error: TooLarge) -> Self {
        Error::Refused(error.to_string())
    }
}

impl Theorem for Heaps {
    fn name(&self) -> String {
        "pebbles".to_owned()
    }

    fn value(&self, position: &[u128], _watch: &Watch) -> Result<Option<Value>, Error> {
        let &[a, b] = position else { return Ok(None) };
        let (stones, pebbles) = self.turned((a, b));
        Ok(Some(self.game.value(stones, pebbles)?.into()))
    }

    fn options(
        &self,
        position: &[u128],
        wanted: &Value,
        most: usize,
        _watch: &Watch,
    ) -> Result<Option<Options>, Error> {
        let &[a, b] = position else { return Ok(None) };
        let (stones, pebbles) = self.turned((a, b));
        let option = match wanted.as_ordinal() {
            Some(wanted) => self.game.option_with_value(stones, pebbles, &wanted)?,
            None => None,
        };
        let left = option.map(|option| self.turned(option)).map(|(a, b)| vec![vec![a, b]]);
        Ok(Some(Found::all(left).first(most)))
    }

    fn xor(&self, columns: &[Column<'_>], _watch: &Watch) -> Result<Option<Value>, Error> {
        let &[a, b] = columns else { return Ok(None) };
        let (stones, pebbles) = self.turned((a, b));
        let mut sum = (0, 0);
        for (stones, pebbles) in stones.iter().zip(pebbles.iter()) {
            let (x, y) = self.game.parts(stones as u128, pebbles as u128)?;
            sum = (sum.0 ^ x, sum.1 ^ y);
        }
        Ok(Some(Ordinal::omega_times(sum.0, sum.1).into()))
    }
}

/// The value of (stones, j) for K = 1 and j < stones.
fn unit(stones: u128, j: u128) -> Result<(u128, u128), TooLarge> {
    // All intermediate numbers are at most (j+2)(j+3) + n.
    if stones < 1 << 31 {
        let (x, y) = closed_form(stones as i64, j as i64);
        Ok((x as u128, y as u128))
    } else if stones <= MAX_STONES {
        let (x, y) = closed_form(stones as i128, j as i128);
        Ok((x as u128, y as u128))
    } else {
        Err(TooLarge)
    }
}

/// What the formulas need of `i64` and `i128`.
trait Int:
    Copy
    + Ord
    + From<i8>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
{
    /// self / by, for numbers of at most 63 bits, neither negative.
    fn quotient(self, by: Self) -> Self;
}

impl Int for i64 {
    fn quotient(self, by: i64) -> i64 {
        self / by
    }
}

impl Int for i128 {
    /// A division of 128 bits is a call that costs more than all the rest of a step.
    fn quotient(self, by: i128) -> i128 {
        i128::from(self as u64 / by as u64)
    }
}

/// N(u, P) = u−1 + Σ_{i≥1} max(0, P−iu): for P ≥ u the least n for which row n+1 has at least P entries of class below
/// u.
fn least_row<T: Int>(u: T, p: T) -> T {
    let (one, two) = (T::from(1), T::from(2));
    let q = p.quotient(u);
    u - one + q * p - u * (q * (q + one) / two)
}

/// The least number in low..=high that satisfies a monotone predicate, which holds at `high`.
fn least<T: Int>(mut low: T, mut high: T, holds: impl Fn(T) -> bool) -> T {
    while low < high {
        let middle = low + (high - low) / T::from(2);
        if holds(middle) { high = middle } else { low = middle + T::from(1) }
    }
    low
}

/// The value of (b, j) for K = 1 and j < b.
fn closed_form<T: Int>(b: T, j: T) -> (T, T) {
    let [zero, one, two] = [0, 1, 2].map(T::from);
    let n = b - one;
    let u = least(one, j + one, |u| least_row(u, j + one) <= n);
    let x = u - one;
    if x == zero {
        let t = j * (j + one) / two;
        return (zero, t + (n - t) % (j + one));
    }
    let row = |k: T| n - k * (j + one - x) + x * (k * (k - one) / two);
    let k = least(zero, j / x - one, |k| least_row(u, j - k * x + two) > row(k));
    (x, row(k) - two * x)
}

/// The one place (b, j) with b ≤ stones ≤ b + j where ω·x + y stands for K = 1, if x ≤ stones.
///
/// A value stands first at (x, x+y). If it stands at (b, j), it is on the diagonal that makes row b+j+1 and stands
/// there next, in row n₀+1 with n₀ = 2x+y at first, as the last of its class, and from then on x places further right
/// each time (Theorem 2 of docs/PEBBLES.md).
fn unit_place(stones: u128, x: u128, y: u128) -> Result<Option<(u128, u128)>, TooLarge> {
    if x > stones {
        return Ok(None);
    }
    let first = x.checked_add(y).ok_or(TooLarge)?;
    if first >= stones - x {
        return Ok(Some((x, first)));
    }
    if stones > MAX_STONES {
        return Err(TooLarge);
    }
    let (stones, x, n0) = (stones as i128, x as i128, (2 * x + y) as i128);
    let j = class_size(n0, x + 1) - 1;
    // After t more times the value stands in row b(t), column j + tx. As b(t) > n₀ + t(j+1) and j ≥ x, numbers stay
    // below 2^125.
    let b = |t: i128| n0 + 1 + t * (j + 1) + x * (t * (t - 1) / 2);
    let most = (stones - n0) / (j + 1) + 1;
    let t = least(0, most, |t| b(t + 1) > stones);
    Ok(Some((b(t) as u128, (j + t * x) as u128)))
}

/// How many entries of row n+1 have a class below u, for K = 1: the most P with N(u, P) ≤ n.
fn class_size(n: i128, u: i128) -> i128 {
    if n < 2 * u {
        return n + 1;
    }
    least(u, n + 1, |p| least_row(u, p + 1) > n)
}
