//! A calculator for nimbers: `7 * 12 / (3 + 5)^2`, `w^2 * w`, `sqrt(w + 1)`.
//!
//! ```text
//! sum      := product ("+" product)*                       nim-sum
//! product  := power (("*" | "·" | "/") power)*             nim-product and its inverse
//! power    := atom ("^" exponent)?                         nim-power
//! atom     := integer | literal | "(" sum ")" | function "(" sum ("," sum)* ")"
//! literal  := ("w" | "ω") ("^" (integer | literal | "(" ordinal ")"))?
//! exponent := ordinary arithmetic: an integer, "(" … ")" with + - * ^, and ^ from right to left
//! function := sqrt | inv | order | log | solve
//! ```
//! - `+ * / ^` are the operations of the field of nimbers. The **exponent** of a power is an ordinary natural number
//!   below 2^128, not a nimber: `3^(10^18)` multiplies 10^18 threes, `2^2^3` is 2^8.
//! - **`w^E` directly after `w` is the ordinal ω^E**, a literal, with an ordinal in Cantor normal form as E. So `w^2 *
//!   w` is 2, and the third nim-power of ω is written `(w)^3`, which is 2 as well. (`w^3` is ω³, and no cube.)
//! - `w*2`, `w^2*3 + w + 1` need no rule of their own: a finite c times ω^E as nimbers is the ordinal ω^E·c, and the
//!   nim-sum of terms with different exponents is their ordinal sum, so a normal form has itself as its value. A sum
//!   out of order is a nim-sum too: `1 + w` is ω+1.
//! - `sqrt(x)`, `inv(x)`; `order(x)`, the least n ≥ 1 with x^n = 1; `log(b, x)`, the least n with b^n = x, for numbers
//!   below 2^64; `solve(a)`, the even x with x² + x = a. The last three are for finite x.
//!
//! Brackets nest at most [`MAX_DEPTH`] deep, a text has at most [`MAX_LENGTH`] bytes, and all products together
//! [`MAX_WORK`](crate::ordinal::nim::MAX_WORK) steps.

use crate::nimber::Nimber;
use crate::ordinal::nim::Work;
use crate::ordinal::text::Cursor;
use crate::ordinal::{Error as OrdinalError, Ordinal, ParseError};
use crate::value::Value;
use crate::watch::Watch;
use std::fmt;

/// How deep brackets may nest.
pub const MAX_DEPTH: usize = 100;
/// The most bytes of a text.
pub const MAX_LENGTH: usize = 1 << 14;

/// Why a text has no value, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// The byte of the text.
    pub at: usize,
    /// What is wrong there.
    pub message: String,
}

impl Error {
    fn new(at: usize, message: impl Into<String>) -> Self {
        Error { at, message: message.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.message, self.at)
    }
}

impl std::error::Error for Error {}

impl From<ParseError> for Error {
    fn from(ParseError { at, message }: ParseError) -> Self {
        Error { at, message }
    }
}

/// The value of an expression.
///
/// ```
/// use grundy::calculator::evaluate;
/// assert_eq!(evaluate("2 * 2").unwrap().to_string(), "3");
/// assert_eq!(evaluate("w^2 * w").unwrap().to_string(), "2");
/// assert_eq!(evaluate("1 / w").unwrap().to_string(), "w^2*3");
/// assert_eq!(evaluate("5 / (3 + 3)").unwrap_err().at, 2);
/// ```
pub fn evaluate(text: &str) -> Result<Value, Error> {
    evaluate_with(text, Work::default())
}

/// The value of an expression, or an error when the watch says that the time is over.
///
/// ```
/// use grundy::{Watch, calculator::evaluate_within};
/// assert_eq!(evaluate_within("2 * 2", &Watch::default()).unwrap().to_string(), "3");
/// ```
pub fn evaluate_within(text: &str, watch: &Watch) -> Result<Value, Error> {
    evaluate_with(text, Work::watched(watch))
}

fn evaluate_with(text: &str, work: Work) -> Result<Value, Error> {
    if text.len() > MAX_LENGTH {
        return Err(Error::new(MAX_LENGTH, format!("an expression has at most {MAX_LENGTH} bytes")));
    }
    let mut calculator = Calculator { cursor: Cursor::new(text), work, depth: 0 };
    let value = calculator.sum()?;
    match calculator.cursor.peek() {
        None => Ok(Value::from(value)),
        Some(_) => Err(calculator.error("expected an operation or the end")),
    }
}

struct Calculator<'a> {
    cursor: Cursor<'a>,
    work: Work,
    depth: usize,
}

/// An error of an operation whose sign stands at a place.
fn located(at: usize) -> impl Fn(OrdinalError) -> Error {
    move |error| Error::new(at, error.to_string())
}

impl Calculator<'_> {
    fn error(&mut self, message: &str) -> Error {
        self.cursor.error(message).into()
    }

    fn sum(&mut self) -> Result<Ordinal, Error> {
        let mut sum = self.product()?;
        while self.cursor.eat('+') {
            sum = sum.nim_sum(&self.product()?);
        }
        Ok(sum)
    }

    fn product(&mut self) -> Result<Ordinal, Error> {
        let mut product = self.power()?;
        loop {
            let at = self.cursor.place();
            let factor = if self.cursor.eat('*') || self.cursor.eat('·') {
                self.power()?
            } else if self.cursor.eat('/') {
                let divisor = self.power()?;
                self.work.nim_inverse(&divisor).map_err(located(at))?
            } else {
                return Ok(product);
            };
            product = self.work.nim_product(&product, &factor).map_err(located(at))?;
        }
    }

    fn power(&mut self) -> Result<Ordinal, Error> {
        let literal = self.cursor.at_omega();
        let base = self.atom()?;
        let at = self.cursor.place();
        if !self.cursor.eat('^') {
            return Ok(base);
        }
        if literal {
            return Err(Error::new(at, "two powers in a row: write brackets, (w^2)^3 or w^(…)"));
        }
        let exponent = self.exponent()?;
        self.work.nim_pow(&base, exponent).map_err(located(at))
    }

    fn atom(&mut self) -> Result<Ordinal, Error> {
        match self.cursor.peek() {
            Some('(') => self.nested(Self::sum),
            Some('w' | 'ω') => Ok(self.cursor.power(0)?),
            Some(c) if c.is_ascii_alphabetic() => self.function(),
            Some(c) if c.is_ascii_digit() => Ok(Ordinal::from(self.cursor.integer()?)),
            _ => Err(self.error("expected a number, `w`, `(` or a function")),
        }
    }

    /// Reads `(`, what `inner` reads, and `)`.
    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        if !self.cursor.eat('(') {
            return Err(self.error("expected `(`"));
        }
        self.deeper(|calculator| {
            let value = inner(calculator)?;
            if calculator.cursor.eat(')') { Ok(value) } else { Err(calculator.error("expected an operation or `)`")) }
        })
    }

    /// Runs `inner` one level deeper.
    fn deeper<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        if self.depth == MAX_DEPTH {
            return Err(self.error(&format!("brackets nest more than {MAX_DEPTH} deep")));
        }
        self.depth += 1;
        let value = inner(self)?;
        self.depth -= 1;
        Ok(value)
    }

    fn function(&mut self) -> Result<Ordinal, Error> {
        let at = self.cursor.place();
        self.work.look().map_err(located(at))?;
        let name = self.cursor.word();
        let arguments = match name {
            "sqrt" | "inv" | "order" | "solve" => 1,
            "log" => 2,
            _ => return Err(Error::new(at, "unknown name: there are w, sqrt, inv, order, log and solve")),
        };
        let arguments = self.nested(|calculator| {
            let mut values = vec![calculator.sum()?];
            while values.len() < arguments && calculator.cursor.eat(',') {
                values.push(calculator.sum()?);
            }
            if values.len() < arguments {
                Err(calculator.error("expected `,` and another argument"))
            } else {
                Ok(values)
            }
        })?;
        match (name, arguments.as_slice()) {
            ("sqrt", [x]) => self.work.nim_sqrt(x).map_err(located(at)),
            ("inv", [x]) => self.work.nim_inverse(x).map_err(located(at)),
            ("order", [x]) => order(x).map_err(|message| Error::new(at, message)),
            ("solve", [x]) => solve(x).map_err(|message| Error::new(at, message)),
            ("log", [base, x]) => log(base, x).map_err(|message| Error::new(at, message)),
            _ => Err(Error::new(at, "unknown name")),
        }
    }

    /// An ordinary number behind a `^`: an integer or a bracket, and perhaps another `^`.
    fn exponent(&mut self) -> Result<u128, Error> {
        let base = match self.cursor.peek() {
            Some('(') => self.nested(Self::ordinary_sum)?,
            _ => self.cursor.integer()?,
        };
        let at = self.cursor.place();
        if !self.cursor.eat('^') {
            return Ok(base);
        }
        let exponent = self.deeper(Self::exponent)?;
        ordinary_power(base, exponent).ok_or_else(|| too_large(at))
    }

    fn ordinary_sum(&mut self) -> Result<u128, Error> {
        let mut sum = self.ordinary_product()?;
        loop {
            let at = self.cursor.place();
            if self.cursor.eat('+') {
                sum = sum.checked_add(self.ordinary_product()?).ok_or_else(|| too_large(at))?;
            } else if self.cursor.eat('-') {
                let less = sum.checked_sub(self.ordinary_product()?);
                sum = less.ok_or_else(|| Error::new(at, "an exponent is not negative: write inv(x)"))?;
            } else {
                return Ok(sum);
            }
        }
    }

    fn ordinary_product(&mut self) -> Result<u128, Error> {
        let mut product = self.exponent()?;
        loop {
            let at = self.cursor.place();
            if !(self.cursor.eat('*') || self.cursor.eat('·')) {
                return Ok(product);
            }
            product = product.checked_mul(self.exponent()?).ok_or_else(|| too_large(at))?;
        }
    }
}

fn too_large(at: usize) -> Error {
    Error::new(at, "an exponent must be below 2^128")
}

fn ordinary_power(base: u128, exponent: u128) -> Option<u128> {
    match (base, u32::try_from(exponent)) {
        (0 | 1, _) => Some(if exponent == 0 { 1 } else { base }),
        (_, Ok(exponent)) => base.checked_pow(exponent),
        _ => None,
    }
}

fn order(x: &Ordinal) -> Result<Ordinal, &'static str> {
    let n = x.as_finite().ok_or("orders are worked out for finite nimbers only")?;
    Nimber::new(n).order().map(Ordinal::from).ok_or("0 has no order")
}

fn solve(a: &Ordinal) -> Result<Ordinal, &'static str> {
    let n = a.as_finite().ok_or("x^2 + x = a is solved for finite nimbers only")?;
    let x = Nimber::new(n).solve_quadratic().ok_or("the solutions of x^2 + x = a are not below 2^128")?;
    Ok(Ordinal::from(x.get()))
}

fn log(base: &Ordinal, x: &Ordinal) -> Result<Ordinal, &'static str> {
    let narrow = |n: &Ordinal| n.as_finite().and_then(|n| u64::try_from(n).ok());
    let (Some(base), Some(x)) = (narrow(base), narrow(x)) else {
        return Err("logarithms are worked out for nimbers below 2^64 only");
    };
    let power = Nimber::new(x).log(Nimber::new(base)).ok_or("no power of the base is that number")?;
    Ok(Ordinal::from(u128::from(power)))
}
