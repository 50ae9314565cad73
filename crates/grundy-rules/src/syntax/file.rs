//! Rule files: one function for each form of a line. A wrong line is reported and the next one is read, so one run
//! finds the errors of all lines.

use super::ast::{Clause, Expr, ExprKind, File, Input, Item, Line, LineKind, Name, Node, Repeat, Times};
use super::lines::{self, split};
use super::parser::{Parsed, Parser, check_length};
use super::token::Tok;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{Source, Span};
use hashbrown::HashSet;
use std::sync::Arc;

/// Reads a rule file.
pub fn parse_file(source: &Arc<Source>) -> Result<File, Diagnostics> {
    check_length(source)?;
    check_heads(source)?;
    let mut errors = Vec::new();
    let lines = split(&source.text, &mut errors);
    let mut file = File::default();
    for line in lines.iter().filter(|line| !line.broken) {
        match parse_line(line) {
            Ok(line) => file.lines.push(line),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(file) } else { Err(Diagnostics::new(source.clone(), errors)) }
}

/// Kinds and helpers of a file: each is looked at beside the others.
const MOST_HEADS: usize = 10_000;

/// Refuses too many kinds and helpers before anything is made of them.
fn check_heads(source: &Arc<Source>) -> Result<(), Diagnostics> {
    let heads: HashSet<&str> = source.text.lines().map(head).filter(|head| !head.is_empty()).collect();
    if heads.len() <= MOST_HEADS {
        return Ok(());
    }
    let message = format!("more than {MOST_HEADS} kinds and helpers in one file");
    Err(Diagnostics::one(source.clone(), Diagnostic::general(message)))
}

/// The name that a line starts with, behind a `let`; nothing for an indented line.
fn head(line: &str) -> &str {
    let line = line.strip_prefix("let ").map_or(line, str::trim_start);
    let end = line.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(line.len());
    &line[..end]
}

fn parse_line(line: &lines::Line) -> Parsed<Line> {
    let (first, last) = (line.tokens[0].span, line.tokens[line.tokens.len() - 1].span);
    let end = Span { start: last.end, end: last.end };
    let mut parser = Parser::new(&line.tokens, end, false);
    let what = match parser.peek().clone() {
        Tok::Word(word) => parser.keyword(word, line.block.as_deref())?,
        _ => parser.rule()?,
    };
    parser.finish()?;
    Ok(Node::new(what, first.to(last)))
}

impl Parser<'_> {
    fn keyword(&mut self, word: &'static str, block: Option<&str>) -> Parsed<LineKind> {
        let start = self.span();
        self.at += 1;
        Ok(match word {
            "param" => LineKind::Param(self.names()?),
            "data" => LineKind::Data(self.names()?),
            "let" => self.helper()?,
            "misere" => LineKind::Misere,
            "finite" => LineKind::Finite,
            "draw" => self.drawing()?,
            "input" => LineKind::Input(self.input()?),
            "play" => self.play()?,
            "answer" => LineKind::Answer(self.answer()?),
            "sample" => LineKind::Sample(self.block(word, block)?),
            "gives" => LineKind::Gives(self.block(word, block)?),
            _ => {
                return Err(Diagnostic::new(start, format!("a line cannot start with `{word}`")).help(
                    "a line is a rule `kind(names) -> …` or starts with param, data, let, misere, finite, draw, input, play, answer, sample or gives",
                ));
            }
        })
    }

    fn block(&mut self, word: &str, block: Option<&str>) -> Parsed<String> {
        if *self.peek() != Tok::End {
            return Err(self
                .unexpected("the end of the line")
                .help(format!("what belongs to `{word}` stands on indented lines below it")));
        }
        Ok(block.unwrap_or_default().to_owned())
    }

    fn names(&mut self) -> Parsed<Vec<Name>> {
        let mut names = vec![self.name("a name")?];
        while self.eat(",") {
            names.push(self.name("a name")?);
        }
        if let Tok::Name(_) = self.peek() {
            return Err(self.unexpected("`,`"));
        }
        Ok(names)
    }

    fn rule(&mut self) -> Parsed<LineKind> {
        let kind = self.name("a rule: `kind(names) -> …`")?;
        self.expect("(").map_err(|error| {
            error.help("a line is a rule `kind(names) -> …` or starts with param, data, let, misere, finite, draw, input, play, answer, sample or gives")
        })?;
        let args = self.head_names()?;
        self.expect("->")?;
        let mut options = self.alternative()?;
        let bare = self.sees("|");
        while self.eat("|") {
            options.append(&mut self.alternative()?);
        }
        let clause = self.span();
        let clauses = self.clauses()?;
        if bare && !clauses.is_empty() {
            return Err(Diagnostic::new(clause, "alternatives with clauses need brackets")
                .label("does this belong to the last one or to all?")
                .help("write `(P | Q) for …`"));
        }
        Ok(LineKind::Rule { kind, args, options, clauses })
    }

    /// The names in brackets on the left side of a rule or helper.
    fn head_names(&mut self) -> Parsed<Vec<Name>> {
        let mut names = Vec::new();
        if self.eat(")") {
            return Ok(names);
        }
        loop {
            let name = self.name("a name").map_err(|error| {
                error.help("the left side names its arguments; say which values are meant with `if` on the right side")
            })?;
            names.push(name);
            if !self.eat(",") {
                let help = "the left side names its arguments; say which values are meant with `if` on the right side";
                self.expect(")").map_err(|error| error.help(help))?;
                return Ok(names);
            }
        }
    }

    /// One alternative; brackets around several are the same as writing them out.
    fn alternative(&mut self) -> Parsed<Vec<Expr>> {
        let expr = self.expr()?;
        let mut flat = Vec::new();
        let mut open = vec![expr];
        while let Some(expr) = open.pop() {
            match expr.what {
                ExprKind::Either(options) => open.extend(options.into_iter().rev()),
                _ => flat.push(expr),
            }
        }
        Ok(flat)
    }

    fn helper(&mut self) -> Parsed<LineKind> {
        let name = self.name("a name")?;
        let brackets = self.span();
        let args = if self.eat("(") { self.head_names()? } else { Vec::new() };
        if args.is_empty() && self.span() != brackets {
            return Err(Diagnostic::new(brackets, "a helper without arguments has no brackets")
                .help(format!("write `let {} = …`", name.what)));
        }
        self.expect("=")?;
        let body = self.expr()?;
        Ok(LineKind::Let { name, args, body })
    }

    fn drawing(&mut self) -> Parsed<LineKind> {
        let first = self.name("a shape, such as `heaps` or `grid(x, y)`")?;
        let (kind, shape) = if self.eat(":") { (Some(first), self.name("a shape")?) } else { (None, first) };
        let args = if self.eat("(") { self.head_names()? } else { Vec::new() };
        Ok(LineKind::Draw { kind, shape, args })
    }

    fn play(&mut self) -> Parsed<LineKind> {
        let position = self.expr()?;
        let clauses: Vec<Clause> = self.clauses()?;
        Ok(LineKind::Play(position, clauses))
    }

    fn answer(&mut self) -> Parsed<Vec<Expr>> {
        let mut parts = vec![self.expr()?];
        while self.eat(",") {
            parts.push(self.expr()?);
        }
        Ok(parts)
    }

    fn input(&mut self) -> Parsed<Input> {
        let once = if self.sees_word("repeat") { Vec::new() } else { self.items()? };
        let apart = *self.peek_before() == Tok::Sign(",") || once.last().is_none_or(|item| !item.after.is_empty());
        let repeat = if apart && self.eat_word("repeat") { Some(self.repeat()?) } else { None };
        Ok(Input { once, repeat })
    }

    /// Items between commas or texts, up to the end or `repeat`.
    fn items(&mut self) -> Parsed<Vec<Item>> {
        let mut items: Vec<Item> = Vec::new();
        loop {
            let texts = self.texts();
            match items.last_mut() {
                // Texts that no item follows belong to the one before them.
                Some(last) if !texts.is_empty() && !self.sees_item() => last.after.extend(texts),
                _ => items.push(self.item(texts)?),
            }
            let more = self.eat(",") || matches!(self.peek(), Tok::Text(_));
            if !more || self.sees_word("repeat") {
                return Ok(items);
            }
        }
    }

    fn sees_item(&self) -> bool {
        matches!(self.peek(), Tok::Name(_) | Tok::Word("text"))
    }

    /// Texts side by side.
    fn texts(&mut self) -> Vec<String> {
        let mut texts = Vec::new();
        while let Tok::Text(text) = self.peek() {
            texts.push(text.clone());
            self.at += 1;
        }
        texts
    }

    fn repeat(&mut self) -> Parsed<Repeat> {
        let times = if self.sees(":") {
            Times::ToEnd
        } else if self.eat_word("until") {
            Times::Until(self.expr()?)
        } else {
            Times::Count(self.name("a count, `:` or `until`")?)
        };
        self.expect(":")?;
        let items = self.items()?;
        if self.sees_word("repeat") {
            return Err(Diagnostic::new(self.span(), "a second `repeat`")
                .help("the input repeats once, at its end; lists of lists are read by `rows[n](k, x[k])`"));
        }
        Ok(Repeat { times, items })
    }

    fn item(&mut self, before: Vec<String>) -> Parsed<Item> {
        self.nested(|parser| {
            let start = parser.span();
            let text = parser.eat_word("text");
            let name = parser.name("a name to read")?;
            let mut sizes = Vec::new();
            let mut open = false;
            while !open && parser.eat("[") {
                open = sizes.is_empty() && !text && parser.eat("]");
                if !open {
                    sizes.push(parser.expr()?);
                    parser.expect("]")?;
                }
            }
            let record = if !open && parser.eat("(") { Some(parser.fields()?) } else { None };
            if text && record.is_some() {
                return Err(Diagnostic::new(parser.since(start), "a record has no type of its own")
                    .help("write `text` before the fields that are words"));
            }
            Ok(Item { before, name, text, sizes, open, record, after: Vec::new() })
        })
    }

    fn fields(&mut self) -> Parsed<Vec<Item>> {
        let fields = self.items()?;
        self.expect(")")?;
        Ok(fields)
    }
}
