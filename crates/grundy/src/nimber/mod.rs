//! Finite nimbers: the natural numbers below 2^64 or 2^128 as a field of characteristic 2.
//!
//! **Definition** (Conway). a ⊕ b = mex { a'⊕b, a⊕b' } and a ⊗ b = mex { a'⊗b ⊕ a⊗b' ⊕ a'⊗b' } over a' < a and b' < b:
//! the least numbers that the field laws do not forbid. The numbers below 2^(2^n) are a subfield for every n.
//!
//! [`Nimber`] has single operations, [`batch`] works on slices, and [`Field`] is a form for long computations. The
//! methods, one file each: the rule and oracle (`rule`), logarithms (`portable`), polynomials (`field`), SIMD (`x86`),
//! and which of them runs here (`kernel`). A product of 64 bits takes a few nanoseconds; one of 128 bits is four of
//! them.
//!
//! Reference: J. H. Conway, *On Numbers and Games*, ch. 6.

pub mod batch;
mod field;
mod kernel;
mod linear;
mod order;
mod portable;
pub(crate) mod rule;
mod width;
#[cfg(all(target_arch = "x86_64", not(grundy_no_simd)))]
mod x86;

use std::fmt;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Sub, SubAssign};

pub use field::Field;
use width::Arithmetic;

/// A width that nimbers can have: `u64` or `u128`.
pub trait Width: Arithmetic {}
impl Width for u64 {}
impl Width for u128 {}

/// A nimber: `+` is the nim-sum, `*` the nim-product.
///
/// ```
/// use grundy::nimber::Nimber;
/// let (a, b) = (Nimber::new(7u64), Nimber::new(12));
/// assert_eq!((a + b).get(), 11);
/// assert_eq!(a * b / b, a);
/// assert_eq!(a - b, a + b);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber<T: Width = u64>(T);

impl<T: Width> Nimber<T> {
    /// The nimber of this number.
    #[inline]
    pub fn new(number: T) -> Self {
        Nimber(number)
    }

    /// The number.
    #[inline]
    pub fn get(self) -> T {
        self.0
    }

    /// Whether this is 0.
    pub fn is_zero(self) -> bool {
        self.0 == T::from(0)
    }

    /// self ⊗ self.
    #[must_use]
    pub fn square(self) -> Self {
        self * self
    }

    /// The square root; every nimber has exactly one.
    ///
    /// ```
    /// use grundy::nimber::Nimber;
    /// assert_eq!(Nimber::new(7u64).square().sqrt(), Nimber::new(7));
    /// ```
    #[must_use]
    pub fn sqrt(self) -> Self {
        Nimber(self.0.root())
    }

    /// 1 / self, if self is not 0.
    pub fn inverse(self) -> Option<Self> {
        (!self.is_zero()).then(|| Nimber(self.0.inverse()))
    }

    /// self / other, if other is not 0.
    pub fn checked_div(self, other: Self) -> Option<Self> {
        other.inverse().map(|inverse| self * inverse)
    }

    /// self^exponent; 0^0 = 1. The exponent is an ordinary number.
    #[must_use]
    pub fn pow(self, exponent: u128) -> Self {
        Nimber(self.0.power(exponent))
    }

    /// The even x with x² ⊕ x = self, if there is one of this width; x ⊕ 1 is the other solution.
    ///
    /// There is none exactly if the top bit of self is set: the solutions then need twice the bits.
    ///
    /// ```
    /// use grundy::nimber::Nimber;
    /// let x = Nimber::new(1u64).solve_quadratic().unwrap();
    /// assert_eq!(x.square() + x, Nimber::new(1));
    /// assert_eq!(Nimber::new(1u64 << 63).solve_quadratic(), None);
    /// ```
    pub fn solve_quadratic(self) -> Option<Self> {
        self.0.quadratic().map(Nimber)
    }

    /// The least n ≥ 1 with self^n = 1, if self is not 0.
    ///
    /// ```
    /// use grundy::nimber::Nimber;
    /// assert_eq!(Nimber::new(2u64).order(), Some(3));
    /// assert_eq!(Nimber::new(4u128).order(), Some(15));
    /// ```
    pub fn order(self) -> Option<u128> {
        (!self.is_zero()).then(|| order::order(self.0))
    }
}

impl Nimber<u64> {
    /// The least n with base^n = self, if there is one. At most a few milliseconds.
    ///
    /// ```
    /// use grundy::nimber::Nimber;
    /// let base = Nimber::new(1u64 << 63);
    /// assert_eq!(base.pow(123_456_789).log(base), Some(123_456_789));
    /// assert_eq!(Nimber::new(4u64).log(Nimber::new(2)), None);
    /// ```
    pub fn log(self, base: Self) -> Option<u64> {
        match (self.0, base.0) {
            (1, _) => Some(0),
            (0, 0) => Some(1),
            (0, _) | (_, 0) => None,
            (a, base) => order::logarithm(base, a),
        }
    }
}

// In a field of characteristic 2 the sum is its own inverse, and here it is the XOR.
impl<T: Width> Add for Nimber<T> {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Nimber(self.0.sum(other.0))
    }
}

impl<T: Width> Sub for Nimber<T> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Nimber(self.0.sum(other.0))
    }
}

impl<T: Width> Mul for Nimber<T> {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        Nimber(self.0.product(other.0))
    }
}

/// # Panics
/// If the divisor is 0, like the division of integers; [`Nimber::checked_div`] does not.
#[allow(clippy::suspicious_arithmetic_impl)]
impl<T: Width> Div for Nimber<T> {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        assert!(!other.is_zero(), "division of a nimber by zero");
        Nimber(self.0.product(other.0.inverse()))
    }
}

impl<T: Width> AddAssign for Nimber<T> {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl<T: Width> SubAssign for Nimber<T> {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl<T: Width> MulAssign for Nimber<T> {
    fn mul_assign(&mut self, other: Self) {
        *self = *self * other;
    }
}

impl<T: Width> DivAssign for Nimber<T> {
    fn div_assign(&mut self, other: Self) {
        *self = *self / other;
    }
}

impl<T: Width> From<T> for Nimber<T> {
    fn from(number: T) -> Self {
        Nimber(number)
    }
}

impl<T: Width + fmt::Display> fmt::Display for Nimber<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
