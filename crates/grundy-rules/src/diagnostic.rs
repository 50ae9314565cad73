//! Errors that point at their place: a message, the line with a caret under it, and the fix.
//!
//! ```text
//! error: no rule for `tke`
//!  --> my.game:1:12
//!   |
//! 1 | take(n) -> tke(n-1)
//!   |            ^^^ this kind has no rule
//!   = help: did you mean `take`?
//! ```
//! Control characters of the text and of names are shown as escapes, so they never reach a terminal.

use crate::source::{Source, Span};
pub use crate::visible::plain;
use std::fmt;
use std::sync::Arc;

/// One error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What is wrong.
    pub message: String,
    /// Where, if it has a place.
    pub span: Option<Span>,
    /// What is said beside the caret; may be empty.
    pub label: String,
    /// The way out, if one is known.
    pub help: Option<String>,
    /// Circumstances: which position was worked out, which helper was running.
    pub notes: Vec<String>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn new(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { span: Some(span), ..Diagnostic::general(message) }
    }

    /// An error without a place.
    pub fn general(message: impl Into<String>) -> Diagnostic {
        Diagnostic { message: message.into(), span: None, label: String::new(), help: None, notes: Vec::new() }
    }

    /// The same error with words beside the caret.
    pub fn label(self, label: impl Into<String>) -> Diagnostic {
        Diagnostic { label: label.into(), ..self }
    }

    /// The same error with a way out.
    pub fn help(self, help: impl Into<String>) -> Diagnostic {
        Diagnostic { help: Some(help.into()), ..self }
    }

    /// The same error with a way out, if there is one.
    pub fn maybe_help(self, help: Option<String>) -> Diagnostic {
        Diagnostic { help: help.or(self.help), ..self }
    }

    /// The same error with one more circumstance.
    pub fn note(mut self, note: impl Into<String>) -> Diagnostic {
        self.notes.push(note.into());
        self
    }
}

/// Errors in one text, in the order of their places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostics {
    /// The text.
    pub source: Arc<Source>,
    /// The errors, at least one.
    pub list: Vec<Diagnostic>,
}

/// More errors than this are only counted: they rarely help.
const SHOWN: usize = 20;

impl Diagnostics {
    /// The errors of a text, sorted by place.
    pub fn new(source: Arc<Source>, mut list: Vec<Diagnostic>) -> Diagnostics {
        list.sort_by_key(|error| error.span.map(|span| (span.start, span.end)));
        Diagnostics { source, list }
    }

    /// One error.
    pub fn one(source: Arc<Source>, error: Diagnostic) -> Diagnostics {
        Diagnostics { source, list: vec![error] }
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, error) in self.list.iter().take(SHOWN).enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            write_one(f, &self.source, error)?;
        }
        match self.list.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "\n… and {more} more errors"),
        }
    }
}

impl std::error::Error for Diagnostics {}

fn write_one(f: &mut fmt::Formatter<'_>, source: &Source, error: &Diagnostic) -> fmt::Result {
    write!(f, "error: {}", plain(&error.message))?;
    if let Some(span) = error.span {
        write_place(f, source, span, &error.label)?;
    }
    for note in &error.notes {
        write!(f, "\n  = note: {}", plain(note))?;
    }
    if let Some(help) = &error.help {
        write!(f, "\n  = help: {}", plain(help))?;
    }
    Ok(())
}

/// How much of a long line is shown on each side of the caret.
const CONTEXT: usize = 100;

fn write_place(f: &mut fmt::Formatter<'_>, source: &Source, span: Span, label: &str) -> fmt::Result {
    let (number, start, line) = source.line(span.start);
    let from = (span.start as usize).saturating_sub(start).min(line.len());
    let to = (span.end as usize).saturating_sub(start).clamp(from, line.len());
    let (before, marked, after) = match (line.get(..from), line.get(from..to), line.get(to..)) {
        (Some(before), Some(marked), Some(after)) => (before, marked, after),
        // A span inside a character cannot come from the lexer; show the line without a mark.
        _ => (line, "", ""),
    };
    let column = before.chars().count() + 1;
    let width = number.to_string().len();
    write!(f, "\n{:width$}--> {}:{number}:{column}\n{:width$} |", "", plain(&source.name), "")?;
    let (before, marked, after) = (tail(before), head(marked), head(after));
    let (before, marked, after) = (plain(&before), plain(&marked), plain(&after));
    write!(f, "\n{number} | {before}{marked}{after}\n{:width$} | ", "")?;
    let carets = "^".repeat(marked.chars().count().max(1));
    write!(f, "{:1$}{carets}", "", before.chars().count())?;
    if label.is_empty() { Ok(()) } else { write!(f, " {}", plain(label)) }
}

fn tail(text: &str) -> String {
    let length = text.chars().count();
    if length <= CONTEXT {
        return text.to_owned();
    }
    std::iter::once('…').chain(text.chars().skip(length - CONTEXT)).collect()
}

fn head(text: &str) -> String {
    if text.chars().count() <= CONTEXT {
        return text.to_owned();
    }
    text.chars().take(CONTEXT).chain(std::iter::once('…')).collect()
}

/// The name among `known` that is nearest to `name`, if it is near enough to be a slip of the pen.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = match name.chars().count() {
        0 | 1 => return None,
        2..=4 => 1,
        5..=8 => 2,
        _ => 3,
    };
    let distances = known.into_iter().map(|other| (distance(name, other), other));
    distances.filter(|&(distance, _)| distance <= limit).min().map(|(_, other)| other)
}

/// The least number of letters to insert, delete, replace or swap with a neighbour (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().flat_map(char::to_lowercase).take(64).collect();
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).take(64).collect();
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                let swap = if swapped { rows[i - 2][j - 2] + 1 } else { usize::MAX };
                replaced.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(swap)
            };
        }
    }
    rows[a.len()][b.len()]
}

/// "did you mean `x`?" for the nearest known name.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, known).map(|other| format!("did you mean `{other}`?"))
}

/// "no arguments", "1 argument", "2 arguments".
pub(crate) fn plural(count: usize, word: &str) -> String {
    match count {
        0 => format!("no {word}s"),
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names() {
        assert_eq!(nearest("kayels", ["nim", "kayles", "dawson"]), Some("kayles"));
        assert_eq!(nearest("nmi", ["nim", "kayles"]), Some("nim"));
        assert_eq!(nearest("wythoff", ["nim", "kayles"]), None);
    }

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(plain("a\u{1b}[31m\tb\u{202e}"), "a\\u{1b}[31m b\\u{202e}");
        let source = Source::new("x\u{7}", "ab\u{1b}cd");
        let shown = Diagnostics::one(source, Diagnostic::new(Span::new(3, 5), "bad\n").label("here")).to_string();
        assert!(shown.chars().all(|char| char == '\n' || !char.is_control()), "{shown}");
        assert!(shown.ends_with("1 | ab\\u{1b}cd\n  |         ^^ here"), "{shown}");
    }
}
