//! `for …`, `if …` and `let …` behind an expression.

use super::ast::{Clause, Items, Name};
use super::parser::{Parsed, Parser};
use super::token::Tok;
use crate::diagnostic::Diagnostic;

impl Parser<'_> {
    pub(super) fn sees_clause(&self) -> bool {
        matches!(self.peek(), Tok::Word("for" | "if" | "let"))
    }

    pub(super) fn clauses(&mut self) -> Parsed<Vec<Clause>> {
        let mut clauses = Vec::new();
        loop {
            if self.eat_word("for") {
                clauses.push(self.binding()?);
                while self.sees(",") && self.sees_binding_after_comma() {
                    self.at += 1;
                    clauses.push(self.binding()?);
                }
            } else if self.eat_word("if") {
                clauses.push(Clause::If(self.condition()?));
            } else if self.eat_word("let") {
                clauses.push(self.local()?);
                while self.sees(",") && *self.peek_after(2) == Tok::Sign("=") {
                    self.at += 1;
                    clauses.push(self.local()?);
                }
            } else {
                return Ok(clauses);
            }
        }
    }

    fn local(&mut self) -> Parsed<Clause> {
        let name = self.name("a name")?;
        self.expect("=")?;
        Ok(Clause::Let(name, self.expr()?))
    }

    fn condition(&mut self) -> Parsed<super::ast::Expr> {
        let condition = self.or()?;
        if matches!(self.peek(), Tok::Word("then" | "else")) {
            return Err(Diagnostic::new(self.span(), "this `if` stands behind an expression, so it opens a clause")
                .help("a choice starts with its `if`: `if C then A else B`"));
        }
        Ok(condition)
    }

    fn sees_binding_after_comma(&self) -> bool {
        match self.peek_after(1) {
            Tok::Name(_) | Tok::Word(_) => *self.peek_after(2) == Tok::Word("in"),
            Tok::Sign("(") => self.after_bracket(1).is_some_and(|next| *self.peek_after(next) == Tok::Word("in")),
            _ => false,
        }
    }

    fn binding(&mut self) -> Parsed<Clause> {
        let names = if self.eat("(") { self.pattern()? } else { vec![self.name("a name")?] };
        self.expect_word("in")?;
        let first = self.expr()?;
        if !self.eat("..") {
            return Ok(Clause::For { names, items: Items::Each(first) });
        }
        let ends = matches!(self.peek(), Tok::End | Tok::Word("for" | "if" | "let") | Tok::Sign("," | ")" | "]"));
        let last = if ends { None } else { Some(self.expr()?) };
        Ok(Clause::For { names, items: Items::Range(first, last) })
    }

    fn pattern(&mut self) -> Parsed<Vec<Name>> {
        let mut names = vec![self.name("a name")?];
        while self.eat(",") {
            names.push(self.name("a name")?);
        }
        if names.len() == 1 {
            return Err(self.unexpected("`,` and another name").help("a single name needs no brackets"));
        }
        self.expect(")")?;
        Ok(names)
    }
}
