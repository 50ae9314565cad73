//! Sums and products of ordinals: the ordinary ones, the natural ones of Hessenberg, and the nim-sum.
//!
//! With α = ω^E₁·c₁ + … (exponents descending):
//! - *ordinary sum* α + β: the terms of α below the leading exponent of β are lost, an equal one adds up; 1 + ω = ω.
//! - *ordinary product*: α·ω^F = ω^(E₁+F) for F > 0, and α·n = ω^E₁·(c₁·n) + the rest of α; it distributes on the
//!   right.
//! - *natural sum*: coefficients of equal exponents add; *natural product*: exponents add naturally, distributive.
//! - *nim-sum* (Conway): coefficients of equal exponents XOR. It is the value of a sum of games.
//!
//! Sums take time linear in the terms, products quadratic.

use super::{Error, MAX_TERMS, Ordinal, Term};
use std::cmp::Ordering;

impl Ordinal {
    /// The ordinary sum self + other: other placed after self.
    ///
    /// ```
    /// use grundy::ordinal::Ordinal;
    /// let (one, w) = (Ordinal::from(1), Ordinal::omega());
    /// assert_eq!(one.checked_add(&w)?, w);
    /// assert_eq!(w.checked_add(&one)?.to_string(), "w+1");
    /// # Ok::<(), grundy::ordinal::Error>(())
    /// ```
    pub fn checked_add(&self, other: &Ordinal) -> Result<Ordinal, Error> {
        let Some(lead) = other.terms.first() else { return Ok(self.clone()) };
        let kept = self.terms.partition_point(|term| term.exponent > lead.exponent);
        let mut terms = self.terms[..kept].to_vec();
        terms.extend_from_slice(&other.terms);
        if let Some(equal) = self.terms.get(kept).filter(|term| term.exponent == lead.exponent) {
            let sum = &mut terms[kept].coefficient;
            *sum = sum.checked_add(equal.coefficient).ok_or(Error::Overflow)?;
        }
        Ordinal { terms }.bounded()
    }

    /// The ordinary product self · other: other copies of self, one after another.
    ///
    /// ```
    /// use grundy::ordinal::Ordinal;
    /// let (two, w) = (Ordinal::from(2), Ordinal::omega());
    /// assert_eq!(two.checked_mul(&w)?, w);
    /// assert_eq!(w.checked_mul(&two)?.to_string(), "w*2");
    /// # Ok::<(), grundy::ordinal::Error>(())
    /// ```
    pub fn checked_mul(&self, other: &Ordinal) -> Result<Ordinal, Error> {
        let Some(lead) = self.terms.first() else { return Ok(Ordinal::ZERO) };
        check_size(other.terms.len(), self.size() + other.size())?;
        let mut product = Ordinal::ZERO;
        for term in &other.terms {
            if term.exponent.is_zero() {
                let coefficient = lead.coefficient.checked_mul(term.coefficient).ok_or(Error::Overflow)?;
                product.terms.push(Term { exponent: lead.exponent.clone(), coefficient });
                product.terms.extend_from_slice(&self.terms[1..]);
            } else {
                let exponent = lead.exponent.checked_add(&term.exponent)?;
                product.terms.push(Term { exponent, coefficient: term.coefficient });
            }
        }
        product.bounded()
    }

    /// The natural (Hessenberg) sum: coefficients of equal exponents add. Commutative.
    pub fn natural_sum(&self, other: &Ordinal) -> Result<Ordinal, Error> {
        self.merge(other, u128::checked_add).ok_or(Error::Overflow)?.bounded()
    }

    /// The natural (Hessenberg) product: exponents add naturally, coefficients multiply. Commutative.
    ///
    /// ```
    /// use grundy::ordinal::Ordinal;
    /// let a: Ordinal = "w+1".parse().unwrap();
    /// assert_eq!(a.natural_product(&a)?.to_string(), "w^2+w*2+1");
    /// # Ok::<(), grundy::ordinal::Error>(())
    /// ```
    pub fn natural_product(&self, other: &Ordinal) -> Result<Ordinal, Error> {
        check_size(self.terms.len() * other.terms.len(), 1)?;
        let mut product = Ordinal::ZERO;
        for left in &self.terms {
            let mut row = Ordinal::ZERO;
            for right in &other.terms {
                let exponent = left.exponent.natural_sum(&right.exponent)?;
                let coefficient = left.coefficient.checked_mul(right.coefficient).ok_or(Error::Overflow)?;
                row.terms.push(Term { exponent, coefficient });
            }
            product = product.natural_sum(&row)?;
        }
        Ok(product)
    }

    /// The nim-sum: coefficients of equal exponents XOR.
    ///
    /// ```
    /// use grundy::ordinal::Ordinal;
    /// let (a, b): (Ordinal, Ordinal) = ("w*3+5".parse().unwrap(), "w*2+1".parse().unwrap());
    /// assert_eq!(a.nim_sum(&b).to_string(), "w+4");
    /// assert!(a.nim_sum(&a).is_zero());
    /// ```
    #[must_use]
    pub fn nim_sum(&self, other: &Ordinal) -> Ordinal {
        self.merge(other, |a, b| Some(a ^ b)).unwrap_or_default()
    }

    /// The terms of both, those of equal exponents joined; a coefficient that becomes 0 goes.
    fn merge(&self, other: &Ordinal, join: impl Fn(u128, u128) -> Option<u128>) -> Option<Ordinal> {
        let (mut left, mut right) = (self.terms.as_slice(), other.terms.as_slice());
        let mut terms = Vec::with_capacity(left.len() + right.len());
        while let ([a, left_rest @ ..], [b, right_rest @ ..]) = (left, right) {
            let order = a.exponent.cmp(&b.exponent);
            match order {
                Ordering::Greater => terms.push(a.clone()),
                Ordering::Less => terms.push(b.clone()),
                Ordering::Equal => {
                    let coefficient = join(a.coefficient, b.coefficient)?;
                    if coefficient != 0 {
                        terms.push(Term { exponent: a.exponent.clone(), coefficient });
                    }
                }
            }
            if order.is_ge() {
                left = left_rest;
            }
            if order.is_le() {
                right = right_rest;
            }
        }
        terms.extend_from_slice(left);
        terms.extend_from_slice(right);
        Some(Ordinal { terms })
    }
}

/// Fails before work on `count` terms of `each` nodes is begun that would pass the limit by far.
fn check_size(count: usize, each: usize) -> Result<(), Error> {
    if count.saturating_mul(each) > 4 * MAX_TERMS { Err(Error::TooLarge) } else { Ok(()) }
}
