//! The words of the language.

use crate::source::Span;
use grundy_natural::Nat;
use std::sync::Arc;

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Tok {
    /// A number.
    Int(i128),
    /// A number of more than 128 bits.
    Huge(Arc<Nat>),
    /// A name that is not reserved.
    Name(String),
    /// A reserved word.
    Word(&'static str),
    /// Text between quotes, escapes resolved.
    Text(String),
    /// A heap code such as `0.77`, `4!.0`, `take{1,3,4}`.
    Code(String),
    /// A sign.
    Sign(&'static str),
    /// The end of the line.
    End,
}

impl Tok {
    /// How a message calls it.
    pub(super) fn describe(&self) -> String {
        match self {
            Tok::Int(n) => format!("the number {n}"),
            Tok::Huge(_) => "a number".to_owned(),
            Tok::Name(name) => format!("the name `{name}`"),
            Tok::Word(word) => format!("`{word}`"),
            Tok::Text(_) => "a text".to_owned(),
            Tok::Code(code) => format!("the code `{code}`"),
            Tok::Sign(sign) => format!("`{sign}`"),
            Tok::End => "the end of the line".to_owned(),
        }
    }
}

/// A token and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) tok: Tok,
    pub(super) span: Span,
}

/// Words that cannot be names.
pub const RESERVED: [&str; 29] = [
    "param", "data", "let", "misere", "finite", "input", "play", "answer", "sample", "gives", "for", "in", "if",
    "then", "else", "with", "and", "or", "not", "xor", "repeat", "until", "text", "value", "win", "draw", "case",
    "true", "false",
];

pub(super) fn reserved(word: &str) -> Option<&'static str> {
    RESERVED.iter().copied().find(|&other| other == word)
}

/// The signs, longer ones before their beginnings.
pub(super) const SIGNS: [&str; 32] = [
    "->", "..", "==", "!=", "<=", ">=", "++", "+=", "-=", "+", "-", "*", "/", "%", "^", "(", ")", "[", "]", "{", "}",
    ",", ":", ";", "|", "=", "<", ">", "!", ".", "&", "?",
];

/// Whether a text is a name: a letter or `_`, then letters, digits and `_`.
pub fn is_name(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(starts_name) && chars.all(continues_name)
}

pub(super) fn starts_name(char: char) -> bool {
    char.is_alphabetic() || char == '_'
}

pub(super) fn continues_name(char: char) -> bool {
    char.is_alphanumeric() || char == '_'
}
