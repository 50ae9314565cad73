//! A piece that goes one step along either axis, or k steps along the diagonal.
//!
//! From (x, y) a move leads to (x − 1, y), (x, y − 1) or (x − k, y − k).
//!
//! **Theorem.** Let m = min(x, y) = t·(k + 1) + j with 0 ≤ j ≤ k. If k ≥ 2, (x, y) is lost if and only if j < k and x + y + t is even. If
//! k = 1, it is lost if and only if x and y are even.
//!
//! *Proof.* k = 1: one step along one or both axes makes an even pair not even; from another pair the odd numbers are lowered. Let k ≥ 2; call
//! the numbers m with the same t a band, and its last row j = k. *From (x, y) claimed to be lost*: a single step changes the parity of
//! x + y in the same band, or leads from j = 0 to the last row of the band before. The diagonal leads to the row j + 1 of the band before, with x + y of
//! the same parity and t − 1; or, if j = k − 1, to its last row. None of these is claimed to be lost. *From the others*: in the last row, if x + y + t is
//! odd, the smaller number goes down; if it is even, the diagonal leads to the row 0 of the same band. If j < k and x + y + t is odd: for
//! j > 0 the smaller number goes down, for j = 0 and x ≠ y the larger one. For j = 0 and x = y = m the number t is odd, so t ≥ 1, and the
//! diagonal leads to the row 1 < k of the band before, with 2(m − k) + t − 1 even. ∎

use super::{Error, Found, Options, Theorem};
use crate::value::Value;
use crate::watch::Watch;

/// One step along an axis, or so many along the diagonal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Diagonal {
    steps: u128,
}

impl Diagonal {
    /// The game with so many steps along the diagonal, at least 1.
    pub fn new(steps: u128) -> Option<Diagonal> {
        (1..1 << 120).contains(&steps).then_some(Diagonal { steps })
    }

    fn is_lost(&self, x: u128, y: u128) -> bool {
        let Diagonal { steps: k } = *self;
        if k == 1 {
            return x.is_multiple_of(2) && y.is_multiple_of(2);
        }
        let (t, j) = (x.min(y) / (k + 1), x.min(y) % (k + 1));
        j < k && (x % 2 + y % 2 + t % 2).is_multiple_of(2)
    }
}

impl Theorem for Diagonal {
    fn name(&self) -> String {
        "diagonal".to_owned()
    }

    fn value(&self, position: &[u128], watch: &Watch) -> Result<Option<Value>, Error> {
        Ok(self.wins(position, watch)?.filter(|wins| !wins).map(|_| Value::Finite(0)))
    }

    fn wins(&self, position: &[u128], _: &Watch) -> Result<Option<bool>, Error> {
        let &[x, y] = position else { return Ok(None) };
        Ok(Some(!self.is_lost(x, y)))
    }

    fn options(&self, position: &[u128], wanted: &Value, most: usize, _: &Watch) -> Result<Option<Options>, Error> {
        let &[x, y] = position else { return Ok(None) };
        if !wanted.is_zero() {
            return Ok(None);
        }
        let steps = [(1, 0), (0, 1), (self.steps, self.steps)];
        let left = steps.into_iter().filter_map(|(a, b)| Some((x.checked_sub(a)?, y.checked_sub(b)?)));
        let lost = left.filter(|&(x, y)| self.is_lost(x, y)).map(|(x, y)| vec![vec![x, y]]);
        Ok(Some(Found::all(lost).first(most)))
    }

    fn tells_only_outcomes(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::by_definition;

    #[test]
    fn agrees_with_the_definition() {
        for k in 1..8u128 {
            let all: Vec<Vec<u128>> = (0..1600).map(|n| vec![n / 40, n % 40]).collect();
            by_definition::compare_outcomes(&Diagonal { steps: k }, &all, &|at: &Vec<u128>| {
                let steps = [(1, 0), (0, 1), (k, k)];
                let left =
                    steps.into_iter().filter_map(|(a, b)| Some(vec![at[0].checked_sub(a)?, at[1].checked_sub(b)?]));
                left.map(|left| vec![left]).collect()
            });
        }
    }
}
