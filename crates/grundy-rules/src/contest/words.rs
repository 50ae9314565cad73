//! The words of an input between white space, with their places.

use super::numbers;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::error::Error;
use crate::syntax::{Source, Span};
use crate::value::{WordList, quoted};

/// Reads words from left to right.
pub(super) struct Words<'a> {
    /// Must be UTF-8 text, as far as it is looked at: numbers and spaces are anyway, and each word is asked.
    bytes: &'a [u8],
    at: usize,
}

/// A place to come back to.
#[derive(Clone, Copy)]
pub(super) struct Mark(usize);

impl<'a> Words<'a> {
    pub(super) fn new(input: &'a [u8]) -> Words<'a> {
        // A byte order mark, as editors on Windows write it, is no word.
        let mark = "\u{feff}".len();
        Words { bytes: input, at: if input.starts_with("\u{feff}".as_bytes()) { mark } else { 0 } }
    }

    /// The bytes that are left.
    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.at)
    }

    pub(super) fn back_to(&mut self, mark: Mark) {
        self.at = mark.0;
    }

    fn skip_spaces(&mut self) {
        self.at = numbers::after_spaces(self.bytes, self.at);
    }

    pub(super) fn at_end(&mut self) -> bool {
        self.skip_spaces();
        self.at == self.bytes.len()
    }

    /// Fails if something is left.
    pub(super) fn end(&mut self) -> Result<(), Error> {
        if self.at_end() {
            return Ok(());
        }
        let (word, start) = self.word(String::new)?;
        let message = "the input goes on, but everything that `input` names is read".to_owned();
        Err(self.error(start, start + word.len(), message))
    }

    /// The next word and where it starts.
    pub(super) fn word(&mut self, what: impl Fn() -> String) -> Result<(&'a str, usize), Error> {
        if self.at_end() {
            let end = self.bytes.trim_ascii_end().len();
            return Err(self.error(end, end, format!("the input ends, but {} is still to be read", what())));
        }
        let start = self.at;
        let rest = &self.bytes[start..];
        let word = &rest[..rest.iter().position(|&byte| numbers::is_space(byte)).unwrap_or(rest.len())];
        self.at += word.len();
        match str::from_utf8(word) {
            Ok(word) => Ok((word, start)),
            Err(_) => Err(self.error(start, self.at, String::new())),
        }
    }

    /// A text that must stand here, white space before it skipped.
    pub(super) fn literal(&mut self, text: &str) -> Result<(), Error> {
        self.skip_spaces();
        // White space at the start of the text was skipped.
        let text = text.trim_start();
        if self.bytes[self.at..].starts_with(text.as_bytes()) {
            self.at += text.len();
            return Ok(());
        }
        let (word, start) = self.word(|| quoted(text.chars()))?;
        Err(self.error(start, start + word.len(), format!("expected {} here", quoted(text.chars()))))
    }

    /// The next word, which also ends before a text.
    pub(super) fn word_before(&mut self, text: &str, what: impl Fn() -> String) -> Result<&'a str, Error> {
        let (word, start) = self.word(&what)?;
        let Some(end) = word.find(text.trim_start()).filter(|_| !text.trim_start().is_empty()) else { return Ok(word) };
        self.at = start + end;
        Ok(&word[..end])
    }

    /// The next integer, which ends with its digits; nothing, and nothing read, if none is here.
    pub(super) fn digits(&mut self, what: impl Fn() -> String) -> Result<Option<i128>, Error> {
        self.skip_spaces();
        let rest = &self.bytes[self.at..];
        let sign = usize::from(matches!(rest.first(), Some(b'-' | b'+')));
        let length = rest[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if length == 0 {
            return Ok(None);
        }
        let start = self.at;
        self.at += sign + length;
        let number = str::from_utf8(&rest[..sign + length]).ok().and_then(|digits| digits.parse().ok());
        let large = || self.error(start, self.at, format!("the number for {} has more than 128 bits", what()));
        number.map(Some).ok_or_else(large)
    }

    /// A comma, if one is next.
    pub(super) fn comma(&mut self) -> bool {
        self.skip_spaces();
        let comma = self.bytes.get(self.at) == Some(&b',');
        self.at += usize::from(comma);
        comma
    }

    /// The next word, if it is a number of 63 bits; else nothing is read.
    pub(super) fn small(&mut self) -> Option<i64> {
        let (number, end) = numbers::small(self.bytes, self.at)?;
        self.at = end;
        Some(number)
    }

    /// So many numbers, if all are of 63 bits, and whether one is negative.
    pub(super) fn integers(&mut self, count: usize) -> Option<(Vec<i64>, bool)> {
        let (mut numbers, mut negative) = (Vec::with_capacity(count), false);
        loop {
            self.at = numbers::many(self.bytes, self.at, count, &mut numbers);
            if numbers.len() == count {
                return Some((numbers, negative));
            }
            let number = self.small()?;
            negative |= number < 0;
            numbers.push(number);
        }
    }

    /// So many words, if there are as many and all are ASCII.
    pub(super) fn list(&mut self, count: usize) -> Option<WordList> {
        self.skip_spaces();
        let rest = &self.bytes[self.at..];
        let spans = numbers::words(rest, count);
        let &(_, end) = spans.last().filter(|_| spans.len() == count)?;
        self.at += end as usize;
        WordList::new(rest[..end as usize].into(), spans)
    }

    pub(super) fn integer(&mut self, what: impl Fn() -> String) -> Result<i128, Error> {
        if let Some(number) = self.small() {
            return Ok(number.into());
        }
        let (word, start) = self.word(&what)?;
        word.parse().map_err(|_| {
            let digits = word.trim_start_matches(['-', '+']);
            let numeral = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let message = if numeral {
                format!("the number for {} has more than 128 bits", what())
            } else {
                format!("expected an integer for {}", what())
            };
            self.error(start, start + word.len(), message)
        })
    }

    /// An error about the word that was read last.
    pub(super) fn last_error(&self, message: String) -> Error {
        let before = self.bytes[..self.at].trim_ascii_end();
        let start = before.iter().rposition(|&byte| numbers::is_space(byte)).map_or(0, |space| space + 1);
        self.error(start, before.len(), message)
    }

    /// An error at a place; in an input that is no text, that.
    fn error(&self, start: usize, end: usize, message: String) -> Error {
        match str::from_utf8(self.bytes) {
            Ok(text) => wrong(text, start, end, message),
            Err(error) => {
                let start = error.valid_up_to();
                let shown = String::from_utf8_lossy(self.bytes);
                // What is no text is shown by one sign.
                let end = start + char::REPLACEMENT_CHARACTER.len_utf8();
                wrong(&shown, start, end, "the input is not UTF-8 text".to_owned())
            }
        }
    }
}

/// An error at a place of the input.
fn wrong(text: &str, start: usize, end: usize, message: String) -> Error {
    // Places have 32 bits; what lies beyond is reported without its text.
    let source = Source::new("input", if text.len() < u32::MAX as usize { text } else { "" });
    Error::Bad(Diagnostics::one(source, Diagnostic::new(Span::new(start, end), message)))
}
