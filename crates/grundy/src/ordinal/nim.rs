//! The field of the ordinals below ω^ω^ω under nim-sum and nim-product: the algebraic closure of the field of two
//! elements.
//!
//! An ordinal below ω^ω^ω is Σ ω^E·c with c a natural number and E = Σ ω^m·V_m, V_m natural. Place m belongs to the
//! (m+1)-st odd prime p = 3, 5, 7, …, and V_m is written in base p: its digit k is the power of κ_{p^(k+1)} =
//! ω^(ω^m·p^k). So ω^E is a product of powers of κ's, and the nim-product follows from
//! - the field laws, and the finite nim-product for the coefficients c < 2^128;
//! - κ_{p^(k+1)}^p = κ_{p^k}: a digit of p or more at k ≥ 1 gives p away and adds 1 to the digit at k−1;
//! - κ_p^p = α_p: at k = 0 it gives p away and owes one factor α_p (`excess`), which involves smaller primes only.
//!
//! An element x lies in a finite field of 2^d elements, d its degree or a multiple: x^(2^d) = x. So 1/x = x^(2^d−2)
//! and √x = x^(2^(d−1)). Squaring is linear: it takes a number of steps linear in the terms, a product a quadratic
//! one. Every product of two terms is counted, and past [`MAX_WORK`] the operation ends with an error.
//!
//! References: J. H. Conway, *On Numbers and Games*, ch. 6; H. W. Lenstra, *Nim multiplication*, 1978.

use super::excess::{self, Alpha};
use super::{Error, Ordinal, Term};
use crate::nimber::Nimber;
use crate::watch::Watch;
use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

/// How many products of two terms one operation may make: about a second.
pub const MAX_WORK: u64 = 1 << 20;

/// ω^E by the numbers V_m that are not 0: pairs (m, V_m) with m ascending.
type Monomial = Vec<(usize, u128)>;

/// A sum of monomials with coefficients that are not 0.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Sum(HashMap<Monomial, u128>);

impl Sum {
    fn finite(number: u128) -> Self {
        let mut sum = Sum::default();
        sum.add(Vec::new(), number);
        sum
    }

    fn add(&mut self, monomial: Monomial, coefficient: u128) {
        if coefficient == 0 {
            return;
        }
        match self.0.entry(monomial) {
            Entry::Vacant(place) => {
                place.insert(coefficient);
            }
            Entry::Occupied(mut place) => {
                *place.get_mut() ^= coefficient;
                if *place.get() == 0 {
                    place.remove();
                }
            }
        }
    }

    fn of_ordinal(ordinal: &Ordinal) -> Result<Self, Error> {
        let mut sum = Sum::default();
        for term in ordinal.terms() {
            sum.add(monomial(term.exponent())?, term.coefficient());
        }
        Ok(sum)
    }

    fn of_alpha(alpha: &Alpha) -> Self {
        let mut sum = Sum::finite(alpha.finite);
        for kappa in &alpha.kappas {
            sum.add(vec![(kappa.place, kappa.power)], 1);
        }
        sum
    }

    fn into_ordinal(self) -> Result<Ordinal, Error> {
        let term = |(monomial, coefficient)| Term { exponent: exponent(&monomial), coefficient };
        let mut terms: Vec<Term> = self.0.into_iter().map(term).collect();
        terms.sort_unstable_by(|a, b| b.cmp(a));
        Ordinal { terms }.bounded()
    }

    /// A multiple of the degree.
    fn degree(&self) -> Result<u128, Error> {
        let mut degree = 1;
        for (monomial, &coefficient) in &self.0 {
            degree = checked_lcm(degree, excess::finite_degree(coefficient))?;
            for &(place, v) in monomial {
                let alpha = excess::alpha(place).ok_or(Error::BeyondTable)?;
                // The largest κ that takes part is κ_q with q = p^(k+1) > v.
                let mut q = alpha.prime;
                while q <= v {
                    q = q.checked_mul(alpha.prime).ok_or(Error::TooMuchWork)?;
                }
                degree = checked_lcm(degree, q.checked_mul(alpha.degree).ok_or(Error::TooMuchWork)?)?;
            }
        }
        Ok(degree)
    }
}

/// Beyond 2^64 squarings nothing can be done, so no larger degree is worked out.
fn checked_lcm(a: u128, b: u128) -> Result<u128, Error> {
    if a >> 64 != 0 || b >> 64 != 0 { Err(Error::TooMuchWork) } else { Ok(excess::lcm(a, b)) }
}

/// The numbers V_m of an exponent below ω^ω.
fn monomial(exponent: &Ordinal) -> Result<Monomial, Error> {
    let pair = |term: &Term| {
        let place = term.exponent().as_finite().ok_or(Error::BeyondField)?;
        Ok((usize::try_from(place).map_err(|_| Error::BeyondTable)?, term.coefficient()))
    };
    exponent.terms().iter().rev().map(pair).collect()
}

fn exponent(monomial: &Monomial) -> Ordinal {
    let term = |&(place, v): &(usize, u128)| Term { exponent: Ordinal::from(place as u128), coefficient: v };
    Ordinal { terms: monomial.iter().rev().map(term).collect() }
}

/// One computation, and how many products of terms it has made.
#[derive(Debug, Default)]
pub(crate) struct Work {
    spent: u64,
    watch: Option<Watch>,
}

/// Products between two looks at the clock.
const STRIDE: u64 = 1 << 10;

impl Work {
    fn spend(&mut self) -> Result<(), Error> {
        self.spent += 1;
        if self.spent.is_multiple_of(STRIDE) {
            self.look()?;
        }
        if self.spent > MAX_WORK { Err(Error::TooMuchWork) } else { Ok(()) }
    }

    /// A computation that ends when the watch says so.
    pub(crate) fn watched(watch: &Watch) -> Work {
        Work { spent: 0, watch: Some(watch.clone()) }
    }

    /// Fails when the time is over.
    pub(crate) fn look(&self) -> Result<(), Error> {
        if self.watch.as_ref().is_some_and(Watch::is_over) { Err(Error::Stopped) } else { Ok(()) }
    }

    fn product(&mut self, a: &Sum, b: &Sum) -> Result<Sum, Error> {
        let mut result = Sum::default();
        for (left, &c) in &a.0 {
            for (right, &d) in &b.0 {
                self.add_product(&mut result, left, right, nim_product(c, d))?;
            }
        }
        Ok(result)
    }

    fn square(&mut self, a: &Sum) -> Result<Sum, Error> {
        let mut result = Sum::default();
        for (monomial, &c) in &a.0 {
            self.add_product(&mut result, monomial, monomial, nim_product(c, c))?;
        }
        Ok(result)
    }

    /// Adds left · right · coefficient. The owed factors α_p are of primes smaller each time: the recursion is as deep
    /// as the table is long.
    fn add_product(&mut self, to: &mut Sum, left: &Monomial, right: &Monomial, coefficient: u128) -> Result<(), Error> {
        self.spend()?;
        let (monomial, owed) = monomial_product(left, right)?;
        if owed.is_empty() {
            to.add(monomial, coefficient);
            return Ok(());
        }
        let mut term = Sum::default();
        term.add(monomial, coefficient);
        for alpha in owed {
            term = self.product(&term, &Sum::of_alpha(alpha))?;
        }
        for (monomial, coefficient) in term.0 {
            to.add(monomial, coefficient);
        }
        Ok(())
    }

    /// a^(2^n).
    fn frobenius(&mut self, a: &Sum, n: u128) -> Result<Sum, Error> {
        let mut power = a.clone();
        for _ in 0..n {
            power = self.square(&power)?;
        }
        Ok(power)
    }

    fn power(&mut self, a: &Sum, exponent: u128) -> Result<Sum, Error> {
        let mut result = Sum::finite(1);
        for bit in (0..128 - exponent.leading_zeros()).rev() {
            result = self.square(&result)?;
            if exponent >> bit & 1 == 1 {
                result = self.product(&result, a)?;
            }
        }
        Ok(result)
    }

    /// a^(2^d−2) by the powers y_k = a^(2^k−1): y_{2k} = y_k^(2^k)·y_k and y_{k+1} = y_k²·a, up to y_{d−1}², where d
    /// is a multiple of the degree. (For d = 1 the only a is 1.)
    fn inverse(&mut self, a: &Sum) -> Result<Sum, Error> {
        let last = a.degree()? - 1;
        let (mut y, mut k) = (Sum::finite(1), 0);
        for bit in (0..128 - last.leading_zeros()).rev() {
            let raised = self.frobenius(&y, k)?;
            (y, k) = (self.product(&raised, &y)?, 2 * k);
            if last >> bit & 1 == 1 {
                let squared = self.square(&y)?;
                (y, k) = (self.product(&squared, a)?, k + 1);
            }
        }
        self.square(&y)
    }
}

/// The operations on ordinals, all of them within one amount of work.
impl Work {
    pub(crate) fn nim_product(&mut self, a: &Ordinal, b: &Ordinal) -> Result<Ordinal, Error> {
        self.product(&Sum::of_ordinal(a)?, &Sum::of_ordinal(b)?)?.into_ordinal()
    }

    pub(crate) fn nim_inverse(&mut self, a: &Ordinal) -> Result<Ordinal, Error> {
        if a.is_zero() {
            return Err(Error::DivisionByZero);
        }
        if let Some(inverse) = a.as_finite().and_then(|n| Nimber::new(n).inverse()) {
            return Ok(Ordinal::from(inverse.get()));
        }
        self.inverse(&Sum::of_ordinal(a)?)?.into_ordinal()
    }

    pub(crate) fn nim_sqrt(&mut self, a: &Ordinal) -> Result<Ordinal, Error> {
        if let Some(n) = a.as_finite() {
            return Ok(Ordinal::from(Nimber::new(n).sqrt().get()));
        }
        let sum = Sum::of_ordinal(a)?;
        let degree = sum.degree()?;
        self.frobenius(&sum, degree - 1)?.into_ordinal()
    }

    pub(crate) fn nim_pow(&mut self, a: &Ordinal, exponent: u128) -> Result<Ordinal, Error> {
        if let Some(n) = a.as_finite() {
            return Ok(Ordinal::from(Nimber::new(n).pow(exponent).get()));
        }
        self.power(&Sum::of_ordinal(a)?, exponent)?.into_ordinal()
    }
}

fn nim_product(a: u128, b: u128) -> u128 {
    (Nimber::new(a) * Nimber::new(b)).get()
}

/// The product of two monomials, and the factors α_p that it still has to be multiplied by. Places past the table are
/// no obstacle where only one of the factors has them.
fn monomial_product(left: &Monomial, right: &Monomial) -> Result<(Monomial, Vec<&'static Alpha>), Error> {
    let (mut product, mut owed) = (Vec::with_capacity(left.len() + right.len()), Vec::new());
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        let ((m, v), (n, w)) = (left[i], right[j]);
        if m != n {
            product.push(if m < n { (m, v) } else { (n, w) });
            (i, j) = if m < n { (i + 1, j) } else { (i, j + 1) };
            continue;
        }
        let alpha = excess::alpha(m).ok_or(Error::BeyondTable)?;
        let (digits, carry) = add_digits(v, w, alpha.prime)?;
        if digits > 0 {
            product.push((m, digits));
        }
        if carry {
            owed.push(alpha);
        }
        (i, j) = (i + 1, j + 1);
    }
    product.extend_from_slice(&left[i..]);
    product.extend_from_slice(&right[j..]);
    Ok((product, owed))
}

/// Adds two numbers digit by digit in base p, where a carry goes to the digit below; whether one leaves the last digit.
fn add_digits(v: u128, w: u128, p: u128) -> Result<(u128, bool), Error> {
    let mut unit = 1;
    while unit <= v.max(w) / p {
        unit *= p;
    }
    let (mut v, mut w, mut sum, mut carry) = (v, w, 0u128, 0);
    loop {
        let digit = v / unit + w / unit + carry;
        carry = u128::from(digit >= p);
        let kept = (digit - carry * p).checked_mul(unit).and_then(|part| sum.checked_add(part));
        sum = kept.ok_or(Error::Overflow)?;
        if unit == 1 {
            return Ok((sum, carry == 1));
        }
        (v, w, unit) = (v % unit, w % unit, unit / p);
    }
}

impl Ordinal {
    /// The nim-product, for ordinals below ω^ω^ω.
    ///
    /// ```
    /// use grundy::Ordinal;
    /// let w = Ordinal::omega();
    /// let square = w.nim_product(&w)?;
    /// assert_eq!(square.to_string(), "w^2");
    /// assert_eq!(square.nim_product(&w)?, Ordinal::from(2));
    /// # Ok::<(), grundy::ordinal::Error>(())
    /// ```
    pub fn nim_product(&self, other: &Ordinal) -> Result<Ordinal, Error> {
        Work::default().nim_product(self, other)
    }

    /// 1 / self as nimbers; 0 has no inverse.
    ///
    /// ```
    /// # use grundy::Ordinal;
    /// assert_eq!(Ordinal::omega().nim_inverse()?.to_string(), "w^2*3");
    /// # Ok::<(), grundy::ordinal::Error>(())
    /// ```
    pub fn nim_inverse(&self) -> Result<Ordinal, Error> {
        Work::default().nim_inverse(self)
    }

    /// The square root as nimbers; every ordinal below ω^ω^ω has exactly one.
    ///
    /// ```
    /// # use grundy::Ordinal;
    /// let root = Ordinal::omega().nim_sqrt()?;
    /// assert_eq!(root.nim_product(&root)?, Ordinal::omega());
    /// # Ok::<(), grundy::ordinal::Error>(())
    /// ```
    pub fn nim_sqrt(&self) -> Result<Ordinal, Error> {
        Work::default().nim_sqrt(self)
    }

    /// The power as nimbers, by an ordinary exponent; 0^0 = 1.
    ///
    /// ```
    /// # use grundy::Ordinal;
    /// let w1: Ordinal = "w+1".parse().unwrap();
    /// assert_eq!(w1.nim_pow(63)?, Ordinal::from(1));
    /// # Ok::<(), grundy::ordinal::Error>(())
    /// ```
    pub fn nim_pow(&self, exponent: u128) -> Result<Ordinal, Error> {
        Work::default().nim_pow(self, exponent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alpha_of(prime: u128) -> &'static Alpha {
        (0..).map_while(excess::alpha).find(|alpha| alpha.prime == prime).unwrap()
    }

    /// x is a p-th power in its field, whose degree is d, exactly if x^((2^d−1)/p) = 1, where p divides 2^d−1.
    fn is_power_of(x: &Sum, p: u128) -> bool {
        let group = (1u128 << x.degree().unwrap()) - 1;
        assert_eq!(group % p, 0);
        Work::default().power(x, group / p).unwrap() == Sum::finite(1)
    }

    /// The excess is the least number that makes κ_f + m no p-th power: tested where the field is small.
    #[test]
    fn excesses_are_the_least() {
        let mut tested = 0;
        let alphas = (0..).map_while(excess::alpha).zip(excess::TABLE);
        for (alpha, (_, excess)) in alphas.filter(|(alpha, _)| alpha.degree < 64) {
            let sum = Sum::of_alpha(alpha);
            assert_eq!(sum.degree(), Ok(alpha.degree), "{}", alpha.prime);
            assert!(!is_power_of(&sum, alpha.prime), "{}", alpha.prime);
            for smaller in 0..excess {
                let mut candidate = sum.clone();
                candidate.add(Vec::new(), excess ^ smaller);
                assert!(is_power_of(&candidate, alpha.prime), "{} {smaller}", alpha.prime);
            }
            tested += 1;
        }
        assert!(tested >= 19, "{tested}");
    }

    /// deg is exact for the α's of small degree: no proper divisor d of it has α^(2^d) = α.
    #[test]
    fn degrees_are_exact() {
        for alpha in (0..).map_while(excess::alpha).filter(|alpha| alpha.degree < 1000) {
            let sum = Sum::of_alpha(alpha);
            for d in (1..alpha.degree).filter(|&d| alpha.degree.is_multiple_of(d)) {
                assert_ne!(Work::default().frobenius(&sum, d).unwrap(), sum, "{} {d}", alpha.prime);
            }
            assert_eq!(Work::default().frobenius(&sum, alpha.degree).unwrap(), sum, "{}", alpha.prime);
        }
    }

    #[test]
    fn published_values() {
        let known = [
            (3, "2"),
            (5, "4"),
            (7, "w+1"),
            (11, "w^w+1"),
            (13, "w+4"),
            (17, "16"),
            (19, "w^3+4"),
            (23, "w^(w^3)+1"),
            (29, "w^(w^2)+4"),
        ];
        for (prime, text) in known {
            assert_eq!(Sum::of_alpha(alpha_of(prime)).into_ordinal().unwrap().to_string(), text);
        }
    }
}
