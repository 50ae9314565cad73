//! Text with places: what the readers share.

use super::{Error, Problem};

/// Characters that would change how a terminal shows a name: controls and the marks of writing direction.
pub(super) fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// The bytes as text without control characters other than white space.
pub(super) fn checked(bytes: &[u8]) -> Result<&str, Error> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(error) => {
            let valid = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
            return Err(at(valid, valid.len(), Problem::Encoding));
        }
    };
    let hidden = |c: char| is_hidden(c) && !matches!(c, '\n' | '\r' | '\t');
    match text.find(hidden) {
        Some(offset) => Err(at(text, offset, Problem::ControlCharacter)),
        None => Ok(text),
    }
}

/// An error at a byte of the text.
pub(super) fn at(text: &str, offset: usize, problem: Problem) -> Error {
    let before = &text[..offset.min(text.len())];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
    Error { problem, line, column }
}
