//! A typed claim: `kind(n) = FORMULA`, or `kind(n) lost if COND`.
//!
//! The head names the numbers of a position; a list of a fixed length is written out, as in `row([a, b, c])`. What stands
//! behind the head is an expression of the rule language and is read by its parser.

use super::Error;
use crate::Shape;
use grundy_rules::diagnostic::{Diagnostic, Diagnostics};
use grundy_rules::syntax::{Source, Span, parse_expr};

/// What a claim speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Subject {
    /// The Grundy value.
    Value,
    /// Whether who is to move loses.
    Lost,
}

/// A claim about all positions of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// The claim as it was typed.
    pub text: String,
    /// The kind of positions.
    pub kind: String,
    /// The shapes of its arguments.
    pub shapes: Vec<Shape>,
    /// The names of its numbers, in order.
    pub names: Vec<String>,
    /// What is claimed.
    pub subject: Subject,
    /// The formula or condition.
    pub formula: String,
    /// Where the formula starts in the text.
    pub(super) offset: usize,
}

/// Claims longer than this are refused.
const LONGEST: usize = 1 << 16;

impl Claim {
    /// Reads a claim.
    ///
    /// ```
    /// use grundy_pattern::prove::{Claim, Subject};
    /// let claim = Claim::read("chomp(a, b) lost if a == b + 1")?;
    /// assert_eq!((claim.kind.as_str(), claim.names.len(), claim.subject), ("chomp", 2, Subject::Lost));
    /// assert!(Claim::read("chomp(a) == 3").is_err());
    /// # Ok::<(), grundy_pattern::prove::Error>(())
    /// ```
    pub fn read(text: &str) -> Result<Claim, Error> {
        let wrong = |at: usize, message: &str| {
            let at = at.min(text.len());
            let help = "a claim is `kind(n) = FORMULA` or `kind(n) lost if COND`";
            placed(text, Diagnostic::new(Span::new(at, text.len().max(at)), message).help(help))
        };
        if text.len() > LONGEST || text.contains(['\n', '\r', '#']) {
            return Err(wrong(0, "a claim is one line of at most 65536 bytes, without a comment"));
        }
        let open = text.find('(').ok_or_else(|| wrong(0, "expected the head of a claim"))?;
        let kind = text[..open].trim();
        if !is_name(kind) {
            return Err(wrong(0, "expected a kind of positions"));
        }
        let close = closing(text, open).ok_or_else(|| wrong(open, "this bracket is not closed"))?;
        let (shapes, names) = head(&text[open + 1..close]).ok_or_else(|| {
            wrong(open, "the head of a claim has names, or lists of names of a fixed length: `row([a, b])`")
        })?;
        if let Some(twice) = names.iter().enumerate().find(|(i, n)| names[..*i].contains(n)) {
            return Err(wrong(open, &format!("the name `{}` stands twice", twice.1)));
        }
        let rest = &text[close + 1..];
        let (subject, formula) = said(rest).ok_or_else(|| wrong(close + 1, "expected `=` or `lost if`"))?;
        let offset = text.len() - formula.len();
        let claim = Claim {
            text: text.trim().to_owned(),
            kind: kind.to_owned(),
            shapes,
            names,
            subject,
            formula: formula.trim_end().to_owned(),
            offset,
        };
        check_expression(text, &claim.formula, offset)?;
        Ok(claim)
    }
}

/// The whole text must be one expression: so nothing of it can close a bracket that stands before it.
pub(super) fn check_expression(text: &str, formula: &str, offset: usize) -> Result<(), Error> {
    if formula.contains(['\n', '\r', '#']) {
        let message = "a condition is one line without a comment";
        return Err(placed(text, Diagnostic::new(Span::new(0, text.len()), message)));
    }
    match parse_expr(&Source::new("claim", formula)) {
        Ok(_) => Ok(()),
        Err(errors) => Err(shifted(errors, text, 0, offset)),
    }
}

/// The same errors with places in another text: what stood at `from` stands at `to`.
pub(super) fn shifted(errors: Diagnostics, text: &str, from: usize, to: usize) -> Error {
    let shift = |at: u32| ((at as usize).saturating_sub(from) + to).min(text.len());
    let list = errors.list.into_iter().map(|error| {
        let span = error.span.map(|span| Span::new(shift(span.start), shift(span.end)));
        Diagnostic { span, ..error }
    });
    Error::Rules(Diagnostics::new(Source::new("claim", text), list.collect()).into())
}

fn placed(text: &str, error: Diagnostic) -> Error {
    Error::Rules(Diagnostics::one(Source::new("claim", text), error).into())
}

fn is_name(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_ascii_digit())
        && !text.is_empty()
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < open) {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// `a, [b, c]`: shapes and names. Lists of lists are not read.
fn head(text: &str) -> Option<(Vec<Shape>, Vec<String>)> {
    let (mut shapes, mut names) = (Vec::new(), Vec::new());
    let mut rest = text.trim();
    while !rest.is_empty() {
        let item;
        if let Some(list) = rest.strip_prefix('[') {
            let (inside, after) = list.split_once(']')?;
            let items: Vec<&str> = inside.split(',').map(str::trim).filter(|_| !inside.trim().is_empty()).collect();
            names.extend(items.iter().map(|n| (*n).to_owned()));
            item = Shape::List(vec![Shape::Number; items.len()]);
            rest = after.trim_start();
        } else {
            let end = rest.find(',').unwrap_or(rest.len());
            names.push(rest[..end].trim().to_owned());
            item = Shape::Number;
            rest = &rest[end..];
        }
        shapes.push(item);
        match rest.strip_prefix(',') {
            Some(more) if !more.trim().is_empty() => rest = more.trim_start(),
            Some(_) => return None,
            None if rest.is_empty() => {}
            None => return None,
        }
    }
    names.iter().all(|n| is_name(n)).then_some((shapes, names))
}

fn said(rest: &str) -> Option<(Subject, &str)> {
    let trimmed = rest.trim_start();
    if let Some(formula) = trimmed.strip_prefix('=') {
        return (!formula.starts_with('=')).then_some((Subject::Value, formula.trim_start()));
    }
    let after = trimmed.strip_prefix("lost")?.trim_start().strip_prefix("if")?;
    after.starts_with([' ', '(', '\t']).then_some((Subject::Lost, after.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads() {
        let claim = Claim::read("row([a, b], c) = a xor b").unwrap();
        assert_eq!(claim.shapes, [Shape::List(vec![Shape::Number; 2]), Shape::Number]);
        assert_eq!(claim.names, ["a", "b", "c"]);
        assert_eq!(claim.formula, "a xor b");
        for wrong in [
            "",
            "g",
            "g(n)",
            "g(n) == 1",
            "g(n = 1",
            "g(n, n) = 0",
            "g(3) = 1",
            "g(n,) = 1",
            "g(n) = 1)",
            "g(n) = ",
            "g(n) lost n",
            "(n) = 1",
            "g(n) = 1 # x",
        ] {
            assert!(Claim::read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn brackets_cannot_be_closed_from_inside() {
        assert!(Claim::read("g(n) = 0) | held(1").is_err());
        assert!(Claim::read("g(n) = 0) if true for k in (1").is_err());
    }
}
