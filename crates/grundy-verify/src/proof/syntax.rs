//! The part of the rule language that can be linear: text to trees. What is not read here is refused, never guessed.

use super::unread;
use crate::Reject;

type Result<T> = std::result::Result<T, Reject>;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Int(i64),
    Word(String),
    Text,
    Sign(&'static str),
}

#[derive(Clone, Debug)]
pub(super) enum Expr {
    Int(i64),
    Bool(bool),
    Name(String),
    Call(String, Vec<Expr>),
    /// A function of a list with clauses, and more arguments.
    Over(String, Box<Expr>, Vec<Clause>, Vec<Expr>),
    List(Vec<Expr>),
    ListOver(Box<Expr>, Vec<Clause>),
    Range(Box<Expr>, Box<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Slice(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    Neg(Box<Expr>),
    Not(Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Places, the sign of the change, the value.
    With(Box<Expr>, Vec<(Vec<Expr>, &'static str, Expr)>),
    Either(Vec<Expr>),
}

#[derive(Clone, Debug)]
pub(super) enum Clause {
    If(Expr),
    Range(String, Expr, Expr),
    /// One name, or the names of the parts.
    Each(Vec<String>, Expr),
    Let(String, Expr),
}

#[derive(Debug)]
pub(super) struct Rule {
    pub(super) kind: String,
    pub(super) args: Vec<String>,
    pub(super) options: Vec<Expr>,
    pub(super) clauses: Vec<Clause>,
}

/// A helper; its body is read when it is used.
#[derive(Debug)]
pub(super) struct Let {
    pub(super) name: String,
    pub(super) args: Vec<String>,
    pub(super) body: Vec<Token>,
}

#[derive(Debug, Default)]
pub(super) struct Rules {
    pub(super) rules: Vec<Rule>,
    pub(super) lets: Vec<Let>,
    /// Names declared by `param` and `data`.
    pub(super) globals: Vec<String>,
    pub(super) misere: bool,
    pub(super) finite: bool,
}

const SIGNS: [&str; 27] = [
    "->", "..", "==", "!=", "<=", ">=", "++", "+=", "-=", "+", "-", "*", "/", "%", "^", "(", ")", "[", "]", ",", ":",
    "|", "=", "<", ">", ";", "!",
];

/// Nesting of expressions, and operators in one chain.
const DEEPEST: usize = 40;
const LONGEST_CHAIN: usize = 400;

pub(super) fn tokens(text: &str) -> Result<Vec<Token>> {
    let mut list = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        if first == '#' {
            break;
        }
        let end = if first.is_ascii_digit() {
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            let number = rest[..end].parse().map_err(|_| Reject::Unread("a number"))?;
            list.push(Token::Int(number));
            // A point behind a number that is no range starts a heap code.
            if rest[end..].starts_with('.') && !rest[end..].starts_with("..") {
                return unread("a heap code");
            }
            end
        } else if first.is_alphabetic() || first == '_' {
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            list.push(Token::Word(rest[..end].to_owned()));
            end
        } else if first == '"' {
            list.push(Token::Text);
            text_end(rest)?
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign)).ok_or(Reject::Unread("a sign"))?;
            list.push(Token::Sign(sign));
            sign.len()
        };
        rest = rest[end..].trim_start();
    }
    Ok(list)
}

/// Past the closing quote.
fn text_end(rest: &str) -> Result<usize> {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Ok(at + 1),
            _ => {}
        }
    }
    unread("a text without an end")
}

/// Reads the lines of a rule file; what only contests and pictures use is skipped.
pub(super) fn rules(text: &str) -> Result<Rules> {
    let mut lines: Vec<Vec<Token>> = Vec::new();
    let mut skipping = false;
    for line in text.lines() {
        let indented = line.starts_with(char::is_whitespace);
        let word = line.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
        if !indented && !line.is_empty() {
            skipping = ["input", "play", "answer", "sample", "gives", "draw"].contains(&word)
                || (skipping && line.starts_with('#'));
        }
        if skipping {
            continue;
        }
        let tokens = tokens(line)?;
        match lines.last_mut() {
            _ if tokens.is_empty() => {}
            Some(above) if indented => above.extend(tokens),
            None if indented => return unread("an indented first line"),
            _ => lines.push(tokens),
        }
    }
    let mut rules = Rules::default();
    for line in &lines {
        add_line(&mut rules, line)?;
    }
    Ok(rules)
}

fn add_line(rules: &mut Rules, line: &[Token]) -> Result<()> {
    let mut parser = Parser { tokens: line, at: 1, depth: 0 };
    match &line[0] {
        Token::Word(word) if word == "param" || word == "data" => {
            loop {
                rules.globals.push(parser.name()?);
                if !parser.eat(",") {
                    break;
                }
            }
            parser.finish()
        }
        Token::Word(word) if word == "misere" || word == "finite" => {
            rules.misere |= word == "misere";
            rules.finite |= word == "finite";
            parser.finish()
        }
        Token::Word(word) if word == "let" => {
            let name = parser.name()?;
            let args = if parser.eat("(") { parser.names(")")? } else { Vec::new() };
            parser.expect("=")?;
            rules.lets.push(Let { name, args, body: line[parser.at..].to_vec() });
            Ok(())
        }
        _ => {
            parser.at = 0;
            let kind = parser.name()?;
            parser.expect("(")?;
            let args = parser.names(")")?;
            parser.expect("->")?;
            let mut options = vec![parser.expr()?];
            while parser.eat("|") {
                options.push(parser.expr()?);
            }
            let bare = options.len() > 1;
            let clauses = parser.clauses()?;
            if bare && !clauses.is_empty() {
                return unread("alternatives with clauses and without brackets");
            }
            rules.rules.push(Rule { kind, args, options, clauses });
            parser.finish()
        }
    }
}

/// One expression.
pub(super) fn expression(tokens: &[Token]) -> Result<Expr> {
    let mut parser = Parser { tokens, at: 0, depth: 0 };
    let expr = parser.expr()?;
    parser.finish()?;
    Ok(expr)
}

pub(super) struct Parser<'a> {
    pub(super) tokens: &'a [Token],
    pub(super) at: usize,
    pub(super) depth: usize,
}

/// Operators that join to the left, weak to strong; `not` and comparisons stand between the second and the third.
const CHAINS: [&[&str]; 6] = [&["or"], &["and"], &["xor"], &["++"], &["+", "-"], &["*", "/", "%"]];
const COMPARISONS: [&str; 7] = ["==", "!=", "<", "<=", ">", ">=", "in"];
const RESERVED: [&str; 29] = [
    "param", "data", "let", "misere", "finite", "input", "play", "answer", "sample", "gives", "for", "in", "if",
    "then", "else", "with", "and", "or", "not", "xor", "repeat", "until", "text", "value", "win", "draw", "case",
    "true", "false",
];

impl Parser<'_> {
    fn sees(&self, text: &str) -> bool {
        self.sees_at(self.at, text)
    }

    fn sees_at(&self, at: usize, text: &str) -> bool {
        match self.tokens.get(at) {
            Some(Token::Sign(sign)) => *sign == text,
            Some(Token::Word(word)) => word == text,
            _ => false,
        }
    }

    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self.sees(text);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, text: &str) -> Result<()> {
        if self.eat(text) { Ok(()) } else { unread("something unexpected in the rules") }
    }

    pub(super) fn finish(&self) -> Result<()> {
        if self.at == self.tokens.len() { Ok(()) } else { unread("something unexpected in the rules") }
    }

    pub(super) fn name(&mut self) -> Result<String> {
        match self.tokens.get(self.at) {
            Some(Token::Word(word)) if !RESERVED.contains(&word.as_str()) => {
                self.at += 1;
                Ok(word.clone())
            }
            _ => unread("a name is missing in the rules"),
        }
    }

    fn names(&mut self, end: &str) -> Result<Vec<String>> {
        let mut names = Vec::new();
        if self.eat(end) {
            return Ok(names);
        }
        loop {
            names.push(self.name()?);
            if !self.eat(",") {
                self.expect(end)?;
                return Ok(names);
            }
        }
    }

    pub(super) fn expr(&mut self) -> Result<Expr> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return unread("deep nesting");
        }
        let expr = if self.eat("if") { self.choice() } else { self.changed() };
        self.depth -= 1;
        expr
    }

    fn choice(&mut self) -> Result<Expr> {
        let condition = self.expr()?;
        self.expect("then")?;
        let yes = self.expr()?;
        self.expect("else")?;
        Ok(Expr::If(condition.into(), yes.into(), self.expr()?.into()))
    }

    fn changed(&mut self) -> Result<Expr> {
        let base = self.chain(0)?;
        if !self.eat("with") {
            return Ok(base);
        }
        let mut updates = vec![self.update()?];
        while self.sees(",") && self.sees_update(self.at + 1) {
            self.at += 1;
            updates.push(self.update()?);
        }
        Ok(Expr::With(base.into(), updates))
    }

    /// `[…]` one or more times, and a sign of change.
    fn sees_update(&self, from: usize) -> bool {
        let mut at = from;
        while self.sees_at(at, "[") {
            let mut open = 0_usize;
            loop {
                open += usize::from(self.sees_at(at, "["));
                open -= usize::from(self.sees_at(at, "]"));
                at += 1;
                if open == 0 {
                    break;
                }
                if at >= self.tokens.len() {
                    return false;
                }
            }
        }
        at > from && ["=", "+=", "-="].iter().any(|sign| self.sees_at(at, sign))
    }

    fn update(&mut self) -> Result<(Vec<Expr>, &'static str, Expr)> {
        let mut path = Vec::new();
        while self.eat("[") {
            path.push(self.expr()?);
            self.expect("]")?;
        }
        let sign = ["=", "+=", "-="].into_iter().find(|sign| self.sees(sign)).ok_or(Reject::Unread("a change"))?;
        self.at += 1;
        Ok((path, sign, self.chain(0)?))
    }

    /// Operators of one strength, joined to the left.
    fn chain(&mut self, level: usize) -> Result<Expr> {
        let Some(operators) = CHAINS.get(level) else { return self.unary() };
        let mut left = if level == 1 { self.negation()? } else { self.chain(level + 1)? };
        let mut length = 0;
        while let Some(operator) = operators.iter().find(|op| self.sees(op)) {
            length += 1;
            if length > LONGEST_CHAIN {
                return unread("a long chain of operators");
            }
            self.at += 1;
            let right = if level == 1 { self.negation()? } else { self.chain(level + 1)? };
            left = Expr::Binary(operator, left.into(), right.into());
        }
        Ok(left)
    }

    fn negation(&mut self) -> Result<Expr> {
        let mut times = 0_usize;
        while self.eat("not") {
            times += 1;
        }
        let inner = self.comparison()?;
        Ok(if times % 2 == 1 { Expr::Not(inner.into()) } else { inner })
    }

    fn sees_comparison(&self) -> Option<(&'static str, bool)> {
        let negated = self.sees("not") && self.sees_at(self.at + 1, "in");
        let found = COMPARISONS.into_iter().find(|sign| self.sees(sign)).map(|sign| (sign, false));
        if negated { Some(("in", true)) } else { found }
    }

    fn comparison(&mut self) -> Result<Expr> {
        let left = self.chain(2)?;
        let Some((sign, negated)) = self.sees_comparison() else { return Ok(left) };
        self.at += 1 + usize::from(negated);
        let right = self.chain(2)?;
        if self.sees_comparison().is_some() {
            return unread("comparisons that chain");
        }
        let compared = Expr::Binary(sign, left.into(), right.into());
        Ok(if negated { Expr::Not(compared.into()) } else { compared })
    }

    fn unary(&mut self) -> Result<Expr> {
        let mut times = 0_usize;
        while self.eat("-") {
            times += 1;
        }
        let inner = self.power()?;
        Ok(if times % 2 == 1 { Expr::Neg(inner.into()) } else { inner })
    }

    fn power(&mut self) -> Result<Expr> {
        let base = self.postfix()?;
        if !self.eat("^") {
            return Ok(base);
        }
        // The exponent may be a power again.
        self.depth += 1;
        if self.depth > DEEPEST {
            return unread("deep nesting");
        }
        let exponent = self.power()?;
        self.depth -= 1;
        Ok(Expr::Binary("^", base.into(), exponent.into()))
    }

    fn postfix(&mut self) -> Result<Expr> {
        let mut expr = self.atom()?;
        let mut length = 0;
        while self.eat("[") {
            length += 1;
            if length > DEEPEST {
                return unread("a long chain of indices");
            }
            let from = if self.sees(":") { None } else { Some(self.expr()?.into()) };
            if self.eat(":") {
                let to = if self.sees("]") { None } else { Some(self.expr()?.into()) };
                expr = Expr::Slice(expr.into(), from, to);
            } else if let Some(index) = from {
                expr = Expr::Index(expr.into(), index);
            }
            self.expect("]")?;
        }
        Ok(expr)
    }

    fn atom(&mut self) -> Result<Expr> {
        match self.tokens.get(self.at).cloned() {
            Some(Token::Int(n)) => {
                self.at += 1;
                Ok(Expr::Int(n))
            }
            Some(Token::Word(word)) if word == "true" || word == "false" => {
                self.at += 1;
                Ok(Expr::Bool(word == "true"))
            }
            // `xor` is an operator and a function.
            Some(Token::Word(word)) if word == "xor" && self.sees_at(self.at + 1, "(") => {
                self.at += 2;
                self.arguments(word)
            }
            Some(Token::Word(_)) => {
                let name = self.name()?;
                if self.eat("(") { self.arguments(name) } else { Ok(Expr::Name(name)) }
            }
            Some(Token::Sign("(")) => {
                self.at += 1;
                self.brackets()
            }
            Some(Token::Sign("[")) => {
                self.at += 1;
                self.list()
            }
            _ => unread("an expression is missing in the rules"),
        }
    }

    fn arguments(&mut self, name: String) -> Result<Expr> {
        let mut args = Vec::new();
        if self.eat(")") {
            return Ok(Expr::Call(name, args));
        }
        let first = self.expr()?;
        let clauses = self.clauses()?;
        let over = !clauses.is_empty();
        if !over {
            args.push(first.clone());
        }
        while self.eat(",") {
            args.push(self.expr()?);
        }
        self.expect(")")?;
        Ok(if over { Expr::Over(name, first.into(), clauses, args) } else { Expr::Call(name, args) })
    }

    fn brackets(&mut self) -> Result<Expr> {
        let first = self.expr()?;
        let sign = if self.sees("|") { "|" } else { "," };
        let mut items = vec![first];
        while self.eat(sign) {
            items.push(self.expr()?);
        }
        self.expect(")")?;
        Ok(match (items.len(), sign) {
            (1, _) => items.swap_remove(0),
            (_, "|") => Expr::Either(items),
            _ => Expr::List(items),
        })
    }

    fn list(&mut self) -> Result<Expr> {
        if self.eat("]") {
            return Ok(Expr::List(Vec::new()));
        }
        let first = self.expr()?;
        let expr = if self.eat("..") {
            Expr::Range(first.into(), self.expr()?.into())
        } else {
            let clauses = self.clauses()?;
            if clauses.is_empty() {
                let mut items = vec![first];
                while self.eat(",") {
                    items.push(self.expr()?);
                }
                Expr::List(items)
            } else {
                Expr::ListOver(first.into(), clauses)
            }
        };
        self.expect("]")?;
        Ok(expr)
    }

    pub(super) fn clauses(&mut self) -> Result<Vec<Clause>> {
        let mut clauses = Vec::new();
        loop {
            if self.eat("if") {
                clauses.push(Clause::If(self.chain(0)?));
            } else if self.eat("let") {
                let name = self.name()?;
                self.expect("=")?;
                clauses.push(Clause::Let(name, self.expr()?));
            } else if self.eat("for") {
                clauses.push(self.binding()?);
                while self.sees(",") && self.sees_binding(self.at + 1) {
                    self.at += 1;
                    clauses.push(self.binding()?);
                }
            } else {
                return Ok(clauses);
            }
        }
    }

    fn sees_binding(&self, from: usize) -> bool {
        let mut at = from;
        if self.sees_at(at, "(") {
            while at < self.tokens.len() && !self.sees_at(at, ")") {
                at += 1;
            }
        }
        self.sees_at(at + 1, "in") && matches!(self.tokens.get(at), Some(Token::Word(_) | Token::Sign(")")))
    }

    fn binding(&mut self) -> Result<Clause> {
        let names = if self.eat("(") { self.names(")")? } else { vec![self.name()?] };
        self.expect("in")?;
        let first = self.expr()?;
        if !self.eat("..") {
            return Ok(Clause::Each(names, first));
        }
        match &names[..] {
            [name] => Ok(Clause::Range(name.clone(), first, self.expr()?)),
            _ => unread("a range of several names"),
        }
    }
}
