//! The words of an input between white space, with their places.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::error::Error;
use crate::syntax::{Source, Span};

/// Reads words from left to right.
pub(super) struct Words<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Words<'a> {
    pub(super) fn new(text: &'a str) -> Words<'a> {
        Words { text, at: 0 }
    }

    fn skip_spaces(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    pub(super) fn at_end(&mut self) -> bool {
        self.skip_spaces();
        self.at == self.text.len()
    }

    /// The next word and where it starts.
    pub(super) fn word(&mut self, what: &str) -> Result<(&'a str, usize), Error> {
        if self.at_end() {
            let end = self.text.trim_end().len();
            return Err(self.error(end, end, format!("the input ends, but {what} is still to be read")));
        }
        let start = self.at;
        let rest = &self.text[start..];
        let word = &rest[..rest.find(char::is_whitespace).unwrap_or(rest.len())];
        self.at += word.len();
        Ok((word, start))
    }

    pub(super) fn integer(&mut self, what: &str) -> Result<i128, Error> {
        let (word, start) = self.word(what)?;
        word.parse().map_err(|_| {
            let digits = word.trim_start_matches(['-', '+']);
            let numeral = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            let message = if numeral {
                format!("the number for {what} has more than 128 bits")
            } else {
                format!("expected an integer for {what}")
            };
            self.error(start, start + word.len(), message)
        })
    }

    /// An error at a place of the input. Only the line of the place is kept: inputs may be long.
    pub(super) fn error(&self, start: usize, end: usize, message: String) -> Error {
        // Places have 32 bits; what lies beyond is reported without its text.
        let source = if self.text.len() < u32::MAX as usize {
            Source::new("input", self.text)
        } else {
            Source::new("input", "")
        };
        Error::Bad(Diagnostics::one(source, Diagnostic::new(Span::new(start, end), message)))
    }
}
