//! The token cursor that all parsing shares, and the entry for an EXPR.
//!
//! Recursive descent by hand. Every way to nest goes through [`Parser::nested`], which refuses more than
//! [`MAX_DEPTH`] levels; chains of operators are loops. So the call stack is bounded however long the text is.

use super::ast::{Expr, Name, Node};
use super::lexer::lex;
use super::token::{Tok, Token};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{Source, Span};
use std::sync::Arc;

/// The deepest nesting of brackets and prefixes that is read.
pub const MAX_DEPTH: usize = 100;

/// Texts above this many bytes are refused before they are read.
pub(crate) const MAX_TEXT: usize = 4 << 20;

pub(super) type Parsed<T> = Result<T, Diagnostic>;

/// Reads a position or value typed by a user.
pub fn parse_expr(source: &Arc<Source>) -> Result<Expr, Diagnostics> {
    check_length(source)?;
    let (mut tokens, mut errors) = (Vec::new(), Vec::new());
    lex(&source.text, 0, &mut tokens, &mut errors);
    if !errors.is_empty() {
        return Err(Diagnostics::new(source.clone(), errors));
    }
    let mut parser = Parser::new(&tokens, Span::new(source.text.len(), source.text.len()), true);
    let parsed = parser.expr().and_then(|expr| {
        if matches!(parser.peek(), Tok::Word("for" | "if" | "let")) {
            let error = parser.unexpected("the end of the expression");
            return Err(error.help("one component for each turn is written `sum(P for …)`"));
        }
        parser.finish().map(|()| expr)
    });
    parsed.map_err(|error| Diagnostics::one(source.clone(), error))
}

/// Places are 32 bits wide, and no honest rule file comes near the limit.
pub(super) fn check_length(source: &Arc<Source>) -> Result<(), Diagnostics> {
    if source.text.len() <= MAX_TEXT {
        return Ok(());
    }
    let message = format!("this text has {} bytes; the limit is {MAX_TEXT}", source.text.len());
    Err(Diagnostics::one(Source::new(source.name.clone(), ""), Diagnostic::general(message)))
}

pub(super) struct Parser<'a> {
    tokens: &'a [Token],
    /// For every opening bracket the index of its closing one.
    closing: Vec<Option<usize>>,
    pub(super) at: usize,
    depth: usize,
    end: Token,
    /// Whether this is an EXPR, in which codes, `game:kind` and parameters after `;` are allowed.
    pub(super) typed: bool,
    /// How many `[…]` are open: inside them `a:b` is a slice, not a qualified name.
    pub(super) indices: usize,
}

impl<'a> Parser<'a> {
    pub(super) fn new(tokens: &'a [Token], end: Span, typed: bool) -> Parser<'a> {
        let end = Token { tok: Tok::End, span: end };
        Parser { tokens, closing: closing_brackets(tokens), at: 0, depth: 0, end, typed, indices: 0 }
    }

    pub(super) fn token(&self) -> &Token {
        self.tokens.get(self.at).unwrap_or(&self.end)
    }

    pub(super) fn peek(&self) -> &Tok {
        &self.token().tok
    }

    pub(super) fn peek_after(&self, ahead: usize) -> &Tok {
        self.tokens.get(self.at + ahead).map_or(&Tok::End, |token| &token.tok)
    }

    /// What was read last.
    pub(super) fn peek_before(&self) -> &Tok {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(&Tok::End, |token| &token.tok)
    }

    pub(super) fn span(&self) -> Span {
        self.token().span
    }

    /// From a place to the end of the last token read.
    pub(super) fn since(&self, start: Span) -> Span {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or(start, |token| start.to(token.span))
    }

    pub(super) fn sees(&self, sign: &'static str) -> bool {
        *self.peek() == Tok::Sign(sign)
    }

    pub(super) fn sees_word(&self, word: &'static str) -> bool {
        *self.peek() == Tok::Word(word)
    }

    pub(super) fn eat(&mut self, sign: &'static str) -> bool {
        let found = self.sees(sign);
        self.at += usize::from(found);
        found
    }

    pub(super) fn eat_word(&mut self, word: &'static str) -> bool {
        let found = self.sees_word(word);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, sign: &'static str) -> Parsed<()> {
        if self.eat(sign) { Ok(()) } else { Err(self.unexpected(&format!("`{sign}`"))) }
    }

    pub(super) fn expect_word(&mut self, word: &'static str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.unexpected(&format!("`{word}`"))) }
    }

    /// The index, counted from the current token, of what follows the bracket that opens `ahead` tokens from here.
    pub(super) fn after_bracket(&self, ahead: usize) -> Option<usize> {
        let closing = self.closing.get(self.at + ahead).copied().flatten()?;
        Some(closing + 1 - self.at)
    }

    pub(super) fn unexpected(&self, expected: &str) -> Diagnostic {
        let found = self.peek().describe();
        Diagnostic::new(self.span(), format!("expected {expected}, found {found}"))
            .label(format!("expected {expected}"))
            .maybe_help(self.elsewhere().map(str::to_owned))
    }

    /// What is written for a sign or word that other languages have here.
    fn elsewhere(&self) -> Option<&'static str> {
        let before = self.at.checked_sub(1).map(|at| &self.tokens[at].tok);
        Some(match (before, self.peek()) {
            (Some(Tok::Sign("/")), Tok::Sign("/")) => "`/` rounds down: write `n / 2`",
            (Some(Tok::Sign(">")), Tok::Sign(">")) => "a shift is a division that rounds down: `n / 2`, `n / 2^k`",
            (Some(Tok::Sign("<")), Tok::Sign("<")) => "a shift is a product: `n * 2^k`",
            (Some(Tok::Sign("*")), Tok::Sign("*")) => "power is written `a ^ b`",
            (Some(Tok::Sign("&")), Tok::Sign("&")) => "`and` joins conditions",
            (Some(Tok::Sign("|")), Tok::Sign("|")) => "`or` joins conditions",
            (_, Tok::Sign("|")) if *self.peek_after(1) == Tok::Sign("|") => "`or` joins conditions",
            (_, Tok::Sign("&")) => "the common binary digits are `bitand(n, k)`; `and` joins conditions",
            (_, Tok::Sign("!")) => "`not` is written as a word, `!=` without a space",
            (_, Tok::Sign("{")) => "a list is written in square brackets: `[1, 3, 4]`",
            (_, Tok::Sign("?")) => "a choice is written `if C then A else B`",
            (_, Tok::Sign("..")) => "a range outside `for k in A..B` is a list, `[A..B]`: `choose([0..n], k)`",
            (_, Tok::Sign(":")) => "`:` stands only in slices `a[i:j]` and behind `repeat`",
            (_, Tok::Name(word)) => match word.as_str() {
                "mod" | "rem" => "the remainder is written `n % 2`",
                "div" => "`/` rounds down: write `n / 2`",
                "where" | "when" | "while" | "unless" => "a condition is written `if C`",
                "shr" => "a shift is a division that rounds down: `n / 2^k`",
                _ => return None,
            },
            _ => return None,
        })
    }

    pub(super) fn finish(&self) -> Parsed<()> {
        if *self.peek() == Tok::End {
            return Ok(());
        }
        let error = self.unexpected("the end of the line");
        Err(match self.peek() {
            Tok::Word("else" | "then") => error.help("a choice is written `if C then A else B`"),
            Tok::Sign("=") => error.help("equality is written `==`"),
            Tok::Sign("|") if *self.peek_after(1) != Tok::Sign("|") => {
                error.help("alternatives stand only on the right side of a rule")
            }
            Tok::Sign(")" | "]" | "}") => error.help("this bracket was not opened"),
            _ => error,
        })
    }

    pub(super) fn name(&mut self, what: &str) -> Parsed<Name> {
        let span = self.span();
        match self.peek().clone() {
            Tok::Name(name) => {
                self.at += 1;
                Ok(Node::new(name, span))
            }
            Tok::Word(word) => Err(Diagnostic::new(span, format!("`{word}` is a reserved word"))
                .label(format!("expected {what}"))
                .help("choose another name")),
            _ => Err(self.unexpected(what)),
        }
    }

    /// Runs a parser one level deeper.
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == MAX_DEPTH {
            return Err(Diagnostic::new(self.span(), format!("nested more than {MAX_DEPTH} levels deep"))
                .help("give inner parts a name with `let`, or take brackets away"));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }
}

fn closing_brackets(tokens: &[Token]) -> Vec<Option<usize>> {
    let mut closing = vec![None; tokens.len()];
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token.tok {
            Tok::Sign("(" | "[" | "{") => open.push(at),
            Tok::Sign(")" | "]" | "}") => {
                if let Some(opening) = open.pop() {
                    closing[opening] = Some(at);
                }
            }
            _ => {}
        }
    }
    closing
}
