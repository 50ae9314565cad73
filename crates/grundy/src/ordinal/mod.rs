//! Ordinal numbers below ε₀ in Cantor normal form.
//!
//! **Definition.** Every ordinal 0 < α < ε₀ is in exactly one way ω^E₁·c₁ + … + ω^Eₖ·cₖ with E₁ > … > Eₖ, each Eᵢ < α
//! of the same form, and cᵢ ≥ 1 natural. Two ordinals compare like the lists of their terms (Eᵢ, cᵢ),
//! lexicographically.
//!
//! Values of games with infinitely many options are ordinals; as *nimbers* they carry a second arithmetic
//! ([`nim_sum`](Ordinal::nim_sum), and below ω^ω^ω the product of [`nim`]) that makes them a field of characteristic 2.
//!
//! **Limits.** Coefficients are 128 bits wide, exponents nest at most [`MAX_DEPTH`] deep, and an operation that would
//! build more than [`MAX_TERMS`] terms fails instead: nothing typed by a user can exhaust memory or the call stack.
//! Recursion over exponents is bounded by the depth, which every constructor checks.
//!
//! Reference: J. H. Conway, *On Numbers and Games*, ch. 6.

mod arithmetic;
mod excess;
pub mod nim;
mod set;
pub(crate) mod text;

use std::fmt;

pub use set::{Gap, OrdinalSet};
pub use text::ParseError;

/// How deep exponents may nest: ω^ω^ω has depth 3.
pub const MAX_DEPTH: usize = 32;
/// How many terms an ordinal may have, its exponents' terms counted too.
pub const MAX_TERMS: usize = 1 << 16;

/// An ordinal below ε₀.
///
/// ```
/// use grundy::ordinal::Ordinal;
/// let a: Ordinal = "w^(w^2)*3 + w*2 + 5".parse()?;
/// assert_eq!(a.to_string(), "w^(w^2)*3+w*2+5");
/// assert!(Ordinal::from(1000) < Ordinal::omega() && Ordinal::omega() < a);
/// # Ok::<(), grundy::ordinal::ParseError>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ordinal {
    /// Exponents descend, coefficients are not 0: the derived order is then the order of the ordinals.
    terms: Vec<Term>,
}

/// One term ω^exponent · coefficient of a Cantor normal form.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    exponent: Ordinal,
    coefficient: u128,
}

impl Term {
    /// The exponent of ω.
    pub fn exponent(&self) -> &Ordinal {
        &self.exponent
    }

    /// The coefficient, at least 1.
    pub fn coefficient(&self) -> u128 {
        self.coefficient
    }
}

/// Why an operation on ordinals has no answer here.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A coefficient would not fit in 128 bits.
    Overflow,
    /// Exponents would nest more than [`MAX_DEPTH`] deep.
    TooDeep,
    /// More than [`MAX_TERMS`] terms.
    TooLarge,
    /// The nim-product of an ordinal that is not below ω^ω^ω.
    BeyondField,
    /// A nim-product that needs the excess of a prime past the table.
    BeyondTable,
    /// A nim operation that would take more than [`nim::MAX_WORK`] steps.
    TooMuchWork,
    /// The nim-inverse of 0.
    DivisionByZero,
    /// The time is over, or somebody cancelled.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Overflow => f.write_str("a coefficient of the ordinal would pass 2^128"),
            Error::TooDeep => write!(f, "the exponents of the ordinal would nest more than {MAX_DEPTH} deep"),
            Error::TooLarge => write!(f, "the ordinal would have more than {MAX_TERMS} terms"),
            Error::BeyondField => f.write_str("nim-products are worked out below w^(w^w) only"),
            Error::BeyondTable => f.write_str("not known here: the nim-product needs the excess of a prime past 281"),
            Error::TooMuchWork => write!(f, "the nim operation would take more than {} steps", nim::MAX_WORK),
            Error::DivisionByZero => f.write_str("division by zero"),
            Error::Stopped => f.write_str("stopped before the end"),
        }
    }
}

impl std::error::Error for Error {}

impl Ordinal {
    /// 0, the empty sum.
    pub const ZERO: Ordinal = Ordinal { terms: Vec::new() };

    /// ω, the least infinite ordinal.
    pub fn omega() -> Self {
        Ordinal::monomial(Ordinal::from(1), 1)
    }

    /// ω·x + y, the values of heaps with one unbounded argument.
    ///
    /// ```
    /// assert_eq!(grundy::ordinal::Ordinal::omega_times(2, 1).to_string(), "w*2+1");
    /// ```
    pub fn omega_times(x: u128, y: u128) -> Self {
        let mut terms = Vec::with_capacity(2);
        if x > 0 {
            terms.push(Term { exponent: Ordinal::from(1), coefficient: x });
        }
        if y > 0 {
            terms.push(Term { exponent: Ordinal::ZERO, coefficient: y });
        }
        Ordinal { terms }
    }

    /// x and y of an ordinal ω·x + y; none for larger ordinals.
    ///
    /// ```
    /// use grundy::Ordinal;
    /// assert_eq!(Ordinal::omega_times(2, 1).as_omega_times(), Some((2, 1)));
    /// assert_eq!("w^2".parse::<Ordinal>().unwrap().as_omega_times(), None);
    /// ```
    pub fn as_omega_times(&self) -> Option<(u128, u128)> {
        let x = match self.terms.first() {
            Some(lead) => match lead.exponent.as_finite()? {
                0 => 0,
                1 => lead.coefficient,
                _ => return None,
            },
            None => 0,
        };
        Some((x, self.finite_part()))
    }

    /// ω^exponent, if exponents may still nest so deep.
    pub fn omega_power(exponent: Ordinal) -> Result<Self, Error> {
        if exponent.depth() >= MAX_DEPTH {
            return Err(Error::TooDeep);
        }
        Ordinal::monomial(exponent, 1).bounded()
    }

    /// ω^exponent · coefficient; the caller knows that the depth is allowed.
    fn monomial(exponent: Ordinal, coefficient: u128) -> Self {
        if coefficient == 0 {
            return Ordinal::ZERO;
        }
        Ordinal { terms: vec![Term { exponent, coefficient }] }
    }

    /// The terms of the Cantor normal form, highest first.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Whether this is 0.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The natural number that this is, if it is one.
    ///
    /// ```
    /// use grundy::ordinal::Ordinal;
    /// assert_eq!(Ordinal::from(7).as_finite(), Some(7));
    /// assert_eq!(Ordinal::omega().as_finite(), None);
    /// ```
    pub fn as_finite(&self) -> Option<u128> {
        match self.terms.as_slice() {
            [] => Some(0),
            [only] if only.exponent.is_zero() => Some(only.coefficient),
            _ => None,
        }
    }

    /// The finite part y of α = λ + y, where λ is 0 or a limit ordinal.
    pub fn finite_part(&self) -> u128 {
        self.terms.last().filter(|term| term.exponent.is_zero()).map_or(0, |term| term.coefficient)
    }

    /// The limit part λ of α = λ + y, y finite.
    pub fn limit_part(&self) -> Ordinal {
        let mut limit = self.clone();
        limit.terms.pop_if(|term| term.exponent.is_zero());
        limit
    }

    /// How deep the exponents nest: 0 for 0, 1 for other natural numbers, 2 for ω, 3 for ω^ω.
    fn depth(&self) -> usize {
        // The leading exponent is the largest, and a larger ordinal below ε₀ is at least as deep.
        self.terms.first().map_or(0, |term| 1 + term.exponent.depth())
    }

    /// How many terms there are, those of the exponents counted too.
    fn size(&self) -> usize {
        self.terms.iter().map(|term| 1 + term.exponent.size()).sum()
    }

    /// The same ordinal, if it is not larger than allowed.
    fn bounded(self) -> Result<Self, Error> {
        if self.size() > MAX_TERMS { Err(Error::TooLarge) } else { Ok(self) }
    }
}

impl From<u128> for Ordinal {
    fn from(n: u128) -> Self {
        Ordinal::monomial(Ordinal::ZERO, n)
    }
}

impl fmt::Debug for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
