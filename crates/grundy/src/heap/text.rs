//! Rules as text: parsing with the place of the error, and the canonical form that parses back.
//!
//! - `0.77`, `4.327`: octal codes. `.77` is read as `0.77`.
//! - `0x0.8`, `0xC.3F`: hexadecimal codes. The prefix may be missing when a letter A to F occurs; it is always printed.
//! - `{3C}` in a hexadecimal code: one digit above F, written in hexadecimal: bits 2 to 5, so two to five heaps.
//! - `!`, `?`, `=` after a digit: unequal parts, not all equal, all equal. `4!.0` is Grundy's game.
//! - `0.1[37]`: the digits in brackets repeat for ever. `0.[3]` is Nim.
//! - `take{1,3,4}`, `take{1..3,9}`, `take[2..5]`: subtraction sets. `allbut{1,2}`: every number but these.
//!
//! Rejected: digits 8 and 9 in a code without prefix or letter. `0.8` is more often a slip for an octal code than a
//! hexadecimal game.

use super::digit::{Digit, Parts};
use super::rule::{Rule, RuleError, Run};
use std::fmt;
use std::str::FromStr;

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Rule, RuleError> {
        let mut reader = Reader { bytes: text.as_bytes(), at: 0, hexadecimal: false };
        let rule = reader.rule();
        // Errors of the constructors have no place of their own: they concern the text as a whole.
        let rule = rule?;
        match reader.peek() {
            None => Ok(rule),
            Some(_) => Err(reader.error("a rule ends here; this is left over")),
        }
    }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    hexadecimal: bool,
}

impl Reader<'_> {
    fn error(&self, message: impl Into<String>) -> RuleError {
        RuleError::new(self.at, message)
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn eat(&mut self, word: &str) -> bool {
        let found = self.bytes[self.at..].starts_with(word.as_bytes());
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn spaces(&mut self) {
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
    }

    fn expect(&mut self, word: &str) -> Result<(), RuleError> {
        if self.eat(word) { Ok(()) } else { Err(self.error(format!("expected `{word}`"))) }
    }

    fn rule(&mut self) -> Result<Rule, RuleError> {
        if self.bytes.is_empty() {
            return Err(self.error("the code is empty: write for example 0.77, take{1,3,4} or take[2..5]"));
        }
        if self.eat("take[") {
            let at = self.at;
            let range = self.range()?;
            self.expect("]")?;
            Rule::take_ranges(vec![range]).map_err(|error| RuleError { at, ..error })
        } else if self.eat("take{") {
            let at = self.at;
            let set = self.set()?;
            Rule::take_ranges(set).map_err(|error| RuleError { at, ..error })
        } else if self.eat("allbut{") {
            let at = self.at;
            let set = self.set()?;
            Rule::all_but_ranges(set).map_err(|error| RuleError { at, ..error })
        } else {
            self.code()
        }
    }

    fn number(&mut self) -> Result<u128, RuleError> {
        self.spaces();
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        let digits = str::from_utf8(&self.bytes[start..self.at]).unwrap_or_default();
        if digits.is_empty() {
            return Err(self.error("expected a number from 1 on"));
        }
        let number = digits.parse().map_err(|_| RuleError::new(start, "this number is above 10^36"))?;
        if number == 0 {
            return Err(RuleError::new(start, "taking 0 is no move: the numbers start at 1"));
        }
        self.spaces();
        Ok(number)
    }

    fn range(&mut self) -> Result<(u128, u128), RuleError> {
        let from = self.number()?;
        self.expect("..")?;
        let at = self.at;
        let to = self.number()?;
        if to < from {
            return Err(RuleError::new(at, format!("the range {from}..{to} is empty: write the smaller number first")));
        }
        Ok((from, to))
    }

    fn set(&mut self) -> Result<Vec<(u128, u128)>, RuleError> {
        let mut ranges = Vec::new();
        self.spaces();
        if self.peek() == Some(b'}') {
            return Err(self.error("the set is empty: name at least one number to take"));
        }
        loop {
            let start = self.at;
            let from = self.number()?;
            if self.peek() == Some(b'.') {
                self.at = start;
                ranges.push(self.range()?);
            } else {
                ranges.push((from, from));
            }
            if self.eat("}") {
                return Ok(ranges);
            }
            if !self.eat(",") {
                return Err(self.error("expected `,` or `}`"));
            }
        }
    }

    fn code(&mut self) -> Result<Rule, RuleError> {
        let letter = |byte: &u8| matches!(byte, b'A'..=b'F' | b'a'..=b'f');
        self.hexadecimal = self.eat("0x") || self.bytes.iter().any(letter);
        let start = self.at;
        let first = if self.peek() == Some(b'.') { Digit::NONE } else { self.digit()? };
        if self.peek() != Some(b'.') {
            return Err(self.error("a code has one digit before its point, as 0.77 or 4.327"));
        }
        self.at += 1;
        let mut digits = Vec::new();
        let mut tail = Vec::new();
        while let Some(byte) = self.peek() {
            if byte == b'[' {
                tail = self.tail()?;
                break;
            }
            digits.push(self.digit()?);
        }
        if digits.is_empty() && tail.is_empty() {
            return Err(self.error("the code has no digit after its point: write 0.0 for the game without moves"));
        }
        Rule::from_digits(first, &digits, &tail).map_err(|error| RuleError { at: start, ..error })
    }

    fn tail(&mut self) -> Result<Vec<Digit>, RuleError> {
        self.at += 1;
        let mut tail = Vec::new();
        while !self.eat("]") {
            if self.peek().is_none() {
                return Err(self.error("the repeating digits end with `]`"));
            }
            tail.push(self.digit()?);
        }
        if tail.is_empty() {
            return Err(self.error("the brackets are empty: put the repeating digits between them"));
        }
        if self.peek().is_some() {
            return Err(self.error("nothing may follow the repeating digits"));
        }
        Ok(tail)
    }

    fn digit(&mut self) -> Result<Digit, RuleError> {
        let heaps = if self.eat("{") { self.wide_digit()? } else { self.narrow_digit()? };
        let parts = match self.peek() {
            Some(b'!') => Parts::Unequal,
            Some(b'?') => Parts::NotAllEqual,
            Some(b'=') => Parts::AllEqual,
            _ => return Ok(Digit::new(heaps, Parts::Any)),
        };
        self.at += 1;
        Ok(Digit::new(heaps, parts))
    }

    fn narrow_digit(&mut self) -> Result<u32, RuleError> {
        let byte = self.peek().ok_or_else(|| self.error("expected a digit"))?;
        let value = char::from(byte).to_digit(16).ok_or_else(|| self.error("expected a digit of the code"))?;
        if value > 7 && !self.hexadecimal {
            let code = String::from_utf8_lossy(self.bytes);
            let message = format!(
                "digit {value} in an octal code: its digits go from 0 to 7; write 0x{code} for a hexadecimal code"
            );
            return Err(self.error(message));
        }
        self.at += 1;
        Ok(value)
    }

    fn wide_digit(&mut self) -> Result<u32, RuleError> {
        if !self.hexadecimal {
            return Err(self.error("a digit in braces needs a hexadecimal code: write 0x in front"));
        }
        let start = self.at;
        let end = self.bytes[start..].iter().position(|&byte| byte == b'}').map(|length| start + length);
        let end = end.ok_or_else(|| self.error("the digit in braces ends with `}`"))?;
        let digits = str::from_utf8(&self.bytes[start..end]).unwrap_or_default();
        let plain = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        let value = u32::from_str_radix(digits, 16).ok().filter(|_| plain);
        let value = value.ok_or_else(|| self.error("a digit in braces is a hexadecimal number below 2^32"))?;
        self.at = end + 1;
        Ok(value)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let takes = |run: &Run| run.digit == Digit::TAKE;
        if self.first().is_none() && self.runs().iter().all(takes) {
            if let ([run], []) = (self.runs(), self.tail())
                && run.to - run.from >= 2
            {
                return write!(f, "take[{}..{}]", run.from, run.to);
            }
            if self.tail().is_empty() && !self.runs().is_empty() {
                return write_set(f, "take", self.runs().iter().map(|run| (run.from, run.to)));
            }
            if self.tail() == [Digit::TAKE] && self.tail_from() > 1 {
                return write_set(f, "allbut", gaps(self).into_iter());
            }
        }
        write_code(f, self)
    }
}

/// The places without a move before the tail.
fn gaps(rule: &Rule) -> Vec<(u128, u128)> {
    let mut gaps = Vec::new();
    let mut next = 1;
    for run in rule.runs() {
        if next < run.from {
            gaps.push((next, run.from - 1));
        }
        next = run.to + 1;
    }
    if next < rule.tail_from() {
        gaps.push((next, rule.tail_from() - 1));
    }
    gaps
}

fn write_set(f: &mut fmt::Formatter<'_>, name: &str, ranges: impl Iterator<Item = (u128, u128)>) -> fmt::Result {
    write!(f, "{name}{{")?;
    for (index, (from, to)) in ranges.enumerate() {
        let comma = if index == 0 { "" } else { "," };
        match to - from {
            0 => write!(f, "{comma}{from}")?,
            1 => write!(f, "{comma}{from},{to}")?,
            _ => write!(f, "{comma}{from}..{to}")?,
        }
    }
    f.write_str("}")
}

fn write_code(f: &mut fmt::Formatter<'_>, rule: &Rule) -> fmt::Result {
    if rule.digits().any(|digit| digit.heaps() > 7) {
        f.write_str("0x")?;
    }
    write_digit(f, rule.first())?;
    f.write_str(".")?;
    let last = if rule.tail().is_empty() { rule.last_place().max(1) } else { rule.tail_from() - 1 };
    for place in 1..=last {
        write_digit(f, rule.digit(place))?;
    }
    if !rule.tail().is_empty() {
        f.write_str("[")?;
        rule.tail().iter().try_for_each(|&digit| write_digit(f, digit))?;
        f.write_str("]")?;
    }
    Ok(())
}

fn write_digit(f: &mut fmt::Formatter<'_>, digit: Digit) -> fmt::Result {
    match digit.heaps() {
        heaps @ 0..=15 => write!(f, "{heaps:X}")?,
        heaps => write!(f, "{{{heaps:X}}}")?,
    }
    f.write_str(match digit.parts() {
        Parts::Any => "",
        Parts::Unequal => "!",
        Parts::NotAllEqual => "?",
        Parts::AllEqual => "=",
    })
}
