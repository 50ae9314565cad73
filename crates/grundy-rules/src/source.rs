//! Places in a text.

use std::sync::Arc;

/// A part of a text, as byte offsets.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The part from `start` up to but not including `end`.
    pub fn new(start: usize, end: usize) -> Span {
        let clip = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { start: clip(start), end: clip(end) }
    }

    /// The least part that holds both.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A named text that errors point into.
#[derive(Debug, PartialEq, Eq)]
pub struct Source {
    /// What the text is called: a file name, `EXPR`, `input`.
    pub name: String,
    /// The text.
    pub text: String,
}

impl Source {
    /// A named text, shared by everything that was made from it.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Source> {
        Arc::new(Source { name: name.into(), text: text.into() })
    }

    /// The line of an offset (counted from 1), the byte where that line starts, and its text without the line end.
    pub fn line(&self, offset: u32) -> (usize, usize, &str) {
        let mut at = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let before = &self.text[..at];
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let number = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let line = self.text[start..].split('\n').next().unwrap_or_default();
        (number, start, line.trim_end_matches('\r'))
    }
}
