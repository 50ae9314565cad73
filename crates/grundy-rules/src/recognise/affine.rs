//! Affine forms over integer variables: Σ cᵢ·vᵢ + c, with every overflow noticed.
//!
//! Operations give `None` when a coefficient needs more than 128 bits; whoever asks then gives up, and a recogniser that
//! gives up does not recognise.

/// A variable of a [`Piece`](super::piece::Piece).
pub(super) type Var = u32;

/// Σ cᵢ·vᵢ + c; the terms ascend and no coefficient is 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Affine {
    terms: Vec<(Var, i128)>,
    constant: i128,
}

impl Affine {
    pub(super) fn constant(constant: i128) -> Affine {
        Affine { terms: Vec::new(), constant }
    }

    pub(super) fn var(var: Var) -> Affine {
        Affine { terms: vec![(var, 1)], constant: 0 }
    }

    pub(super) fn terms(&self) -> &[(Var, i128)] {
        &self.terms
    }

    /// The constant term.
    pub(super) fn offset(&self) -> i128 {
        self.constant
    }

    /// The number, if no variable occurs.
    pub(super) fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    pub(super) fn coefficient(&self, var: Var) -> i128 {
        self.terms.binary_search_by_key(&var, |term| term.0).map_or(0, |index| self.terms[index].1)
    }

    pub(super) fn mentions(&self, var: Var) -> bool {
        self.coefficient(var) != 0
    }

    /// `self + factor · other`.
    pub(super) fn plus_times(&self, factor: i128, other: &Affine) -> Option<Affine> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let var = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(term), None) | (None, Some(term)) => term.0,
                (Some(a), Some(b)) => a.0.min(b.0),
            };
            let a = left.next_if(|term| term.0 == var).map_or(0, |term| term.1);
            let b = right.next_if(|term| term.0 == var).map_or(0, |term| term.1);
            let coefficient = b.checked_mul(factor)?.checked_add(a)?;
            if coefficient != 0 {
                terms.push((var, coefficient));
            }
        }
        let constant = other.constant.checked_mul(factor)?.checked_add(self.constant)?;
        Some(Affine { terms, constant })
    }

    pub(super) fn plus(&self, other: &Affine) -> Option<Affine> {
        self.plus_times(1, other)
    }

    pub(super) fn minus(&self, other: &Affine) -> Option<Affine> {
        self.plus_times(-1, other)
    }

    pub(super) fn times(&self, factor: i128) -> Option<Affine> {
        Affine::constant(0).plus_times(factor, self)
    }

    pub(super) fn shift(&self, by: i128) -> Option<Affine> {
        Some(Affine { terms: self.terms.clone(), constant: self.constant.checked_add(by)? })
    }

    /// The form with `by` in the place of `var`.
    pub(super) fn substitute(&self, var: Var, by: &Affine) -> Option<Affine> {
        let factor = self.coefficient(var);
        if factor == 0 {
            return Some(self.clone());
        }
        let terms = self.terms.iter().copied().filter(|term| term.0 != var).collect();
        Affine { terms, constant: self.constant }.plus_times(factor, by)
    }

    /// The form with its variables renamed.
    pub(super) fn rename(&self, name: impl Fn(Var) -> Var) -> Option<Affine> {
        let start = Affine::constant(self.constant);
        self.terms.iter().try_fold(start, |sum, &(var, factor)| sum.plus_times(factor, &Affine::var(name(var))))
    }

    /// The greatest common divisor of the coefficients, 0 if there is none.
    pub(super) fn content(&self) -> u128 {
        self.terms.iter().fold(0, |common, term| gcd(common, term.1.unsigned_abs()))
    }

    /// The same set of solutions of `form ≥ 0` with coprime coefficients and the constant rounded to where integers are.
    pub(super) fn tightened(mut self) -> Affine {
        if let Ok(common @ 2..) = i128::try_from(self.content()) {
            self.terms.iter_mut().for_each(|term| term.1 /= common);
            self.constant = self.constant.div_euclid(common);
        }
        self
    }
}

/// The greatest common divisor.
pub(super) fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic() {
        let (x, y) = (Affine::var(0), Affine::var(1));
        let form = x.times(2).unwrap().minus(&y).unwrap().shift(5).unwrap();
        assert_eq!((form.coefficient(0), form.coefficient(1), form.offset()), (2, -1, 5));
        assert_eq!(form.substitute(1, &x.times(2).unwrap()), Some(Affine::constant(5)));
        assert_eq!(form.rename(|_| 7), Affine::var(7).shift(5));
        assert_eq!(x.times(i128::MAX).unwrap().times(2), None);
        assert_eq!(x.times(4).unwrap().shift(-6).unwrap().tightened(), x.times(1).unwrap().shift(-2).unwrap());
    }
}
