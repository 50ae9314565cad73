//! Printing and parsing of ordinals.
//!
//! ```text
//! ordinal := term ("+" term)*          the exponents must descend
//! term    := integer | power ("*" integer)?
//! power   := ("w" | "ω") ("^" (integer | power | "(" ordinal ")"))?
//! ```
//! Blanks may stand between the signs. Printing gives the same text back without blanks, `w^(w^2)*3+w*2+5`. Only
//! normal forms are read: `1+w`, which is ω in ordinary arithmetic and ω+1 as a nim-sum, is an error and not a guess.

use super::{Error, MAX_DEPTH, Ordinal, Term};
use std::fmt;
use std::str::FromStr;

/// A text that is not an ordinal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseError {
    /// The byte of the text where reading stopped.
    pub at: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.message, self.at)
    }
}

impl std::error::Error for ParseError {}

impl fmt::Display for Ordinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        for (index, term) in self.terms.iter().enumerate() {
            if index > 0 {
                f.write_str("+")?;
            }
            write!(f, "{term}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Term { exponent, coefficient } = self;
        match exponent.as_finite() {
            Some(0) => return write!(f, "{coefficient}"),
            Some(1) => f.write_str("w")?,
            Some(n) => write!(f, "w^{n}")?,
            None if *exponent == Ordinal::omega() => f.write_str("w^w")?,
            None => write!(f, "w^({exponent})")?,
        }
        if *coefficient > 1 { write!(f, "*{coefficient}") } else { Ok(()) }
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Ordinal {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        let ordinal = cursor.ordinal(0)?;
        match cursor.peek() {
            None => Ok(ordinal),
            Some(_) => Err(cursor.error("expected `+`, `*` or the end")),
        }
    }
}

/// A place in a text, moving right.
#[derive(Debug, Clone)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Cursor { text, at: 0 }
    }

    /// The byte where the next sign starts.
    pub(crate) fn place(&mut self) -> usize {
        self.peek();
        self.at
    }

    /// The next character that is not blank.
    pub(crate) fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed.chars().next()
    }

    /// Steps over the next sign if it is this one.
    pub(crate) fn eat(&mut self, sign: char) -> bool {
        let found = self.peek() == Some(sign);
        if found {
            self.at += sign.len_utf8();
        }
        found
    }

    /// Steps over a run of letters and returns it.
    pub(crate) fn word(&mut self) -> &'a str {
        self.peek();
        self.take_while(|c| c.is_ascii_alphabetic())
    }

    fn take_while(&mut self, keep: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let end = rest.find(|c| !keep(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// The decimal digits that come next, at least one.
    pub(crate) fn digits(&mut self) -> Result<&'a str, ParseError> {
        if !self.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(self.error("expected a number"));
        }
        Ok(self.take_while(|c| c.is_ascii_digit()))
    }

    /// A decimal integer of 128 bits.
    pub(crate) fn integer(&mut self) -> Result<u128, ParseError> {
        let at = self.place();
        let digits = self.digits()?;
        digits.parse().map_err(|_| ParseError { at, message: "a number must be below 2^128".into() })
    }

    pub(crate) fn error(&mut self, message: &str) -> ParseError {
        ParseError { at: self.place(), message: message.into() }
    }

    fn ordinal(&mut self, depth: usize) -> Result<Ordinal, ParseError> {
        let mut sum = self.term(depth)?;
        while self.peek() == Some('+') {
            self.eat('+');
            let at = self.place();
            let term = self.term(depth)?;
            let descends = match (sum.terms.last(), term.terms.first()) {
                (Some(last), Some(next)) => last.exponent > next.exponent,
                _ => false,
            };
            if !descends {
                let message = "the terms of a normal form must descend and not be 0".into();
                return Err(ParseError { at, message });
            }
            sum.terms.extend(term.terms);
        }
        let at = self.at;
        sum.bounded().map_err(|error| located(error, at))
    }

    fn term(&mut self, depth: usize) -> Result<Ordinal, ParseError> {
        if !self.at_omega() {
            return Ok(Ordinal::from(self.integer()?));
        }
        let mut power = self.power(depth)?;
        if self.eat('*') || self.eat('·') {
            let at = self.place();
            let coefficient = self.integer()?;
            if coefficient == 0 {
                return Err(ParseError { at, message: "a coefficient of a normal form is at least 1".into() });
            }
            power.terms[0].coefficient = coefficient;
        }
        Ok(power)
    }

    /// Whether `w` or `ω` comes next.
    pub(crate) fn at_omega(&mut self) -> bool {
        matches!(self.peek(), Some('w' | 'ω'))
    }

    /// Reads `w` or `w^E`, whose `w` comes next; `depth` exponents are open already.
    pub(crate) fn power(&mut self, depth: usize) -> Result<Ordinal, ParseError> {
        let at = self.place();
        if !(self.eat('w') || self.eat('ω')) {
            return Err(self.error("expected `w`"));
        }
        if depth >= MAX_DEPTH {
            return Err(located(Error::TooDeep, at));
        }
        if !self.eat('^') {
            return Ok(Ordinal::omega());
        }
        let exponent = if self.eat('(') {
            let inner = self.ordinal(depth + 1)?;
            if !self.eat(')') {
                return Err(self.error("expected `)`"));
            }
            inner
        } else if self.at_omega() {
            self.power(depth + 1)?
        } else {
            let finite = Ordinal::from(self.integer()?);
            if self.peek() == Some('^') {
                return Err(self.error("two powers in a row: write brackets, (w^2)^3 or w^(…)"));
            }
            finite
        };
        Ordinal::omega_power(exponent).map_err(|error| located(error, at))
    }
}

fn located(error: Error, at: usize) -> ParseError {
    ParseError { at, message: error.to_string() }
}
