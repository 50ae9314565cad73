//! DOT as a stream: `digraph`, nodes, chains of edges, attributes (not used), quoted names, comments. A brace as the end of an edge
//! is for smaller files: the nodes in it would have to be kept.

use super::read::failed;
use super::{Builder, Network};
use crate::error::Error;
use grundy::Watch;
use std::io::BufRead;

/// The most braces inside each other, and bytes of a name.
const MOST_DEPTH: usize = 100;
const LONGEST: usize = 1 << 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token {
    /// Its text is in the lexer.
    Name,
    Sign(u8),
    Edge,
    End,
}

struct Lexer<'a> {
    input: &'a mut dyn BufRead,
    /// The byte ahead, the line it is on, and whether it is the first of a line.
    ahead: Option<u8>,
    line: u64,
    fresh: bool,
    name: Vec<u8>,
    quoted: bool,
}

impl<'a> Lexer<'a> {
    fn new(input: &'a mut dyn BufRead) -> Result<Lexer<'a>, Error> {
        let mut lexer = Lexer { input, ahead: None, line: 1, fresh: true, name: Vec::new(), quoted: false };
        lexer.ahead = lexer.fetch()?;
        Ok(lexer)
    }

    fn fetch(&mut self) -> Result<Option<u8>, Error> {
        let bytes = self.input.fill_buf().map_err(|error| failed(&error))?;
        let byte = bytes.first().copied();
        self.input.consume(usize::from(byte.is_some()));
        Ok(byte)
    }

    fn take(&mut self) -> Result<Option<u8>, Error> {
        let byte = self.ahead;
        self.fresh = byte == Some(b'\n') || self.fresh && byte.is_some_and(|byte| byte == b' ' || byte == b'\t');
        self.line += u64::from(byte == Some(b'\n'));
        self.ahead = self.fetch()?;
        Ok(byte)
    }

    fn error(&self, text: &str) -> Error {
        Error::Bad(format!("line {}: {text}", self.line))
    }

    fn push(&mut self, byte: u8) -> Result<(), Error> {
        if self.name.len() == LONGEST {
            return Err(self.error("a name is too long"));
        }
        self.name.push(byte);
        Ok(())
    }

    fn skip_line(&mut self) -> Result<(), Error> {
        while self.ahead.is_some_and(|byte| byte != b'\n') {
            self.take()?;
        }
        Ok(())
    }

    fn next(&mut self) -> Result<Token, Error> {
        loop {
            let fresh = self.fresh;
            let Some(byte) = self.take()? else { return Ok(Token::End) };
            match byte {
                _ if byte.is_ascii_whitespace() => {}
                b'#' if fresh => self.skip_line()?,
                b'/' if self.ahead == Some(b'/') => self.skip_line()?,
                b'/' if self.ahead == Some(b'*') => self.comment()?,
                b'-' if matches!(self.ahead, Some(b'-' | b'>')) => {
                    self.take()?;
                    return Ok(Token::Edge);
                }
                b'"' => return self.quotes(),
                b'{' | b'}' | b'[' | b']' | b';' | b',' | b'=' | b':' => return Ok(Token::Sign(byte)),
                _ if is_name(byte) || byte == b'-' => return self.word(byte),
                _ => return Err(self.error("expected a name, an edge or a brace")),
            }
        }
    }

    fn comment(&mut self) -> Result<(), Error> {
        self.take()?;
        let mut before = 0;
        loop {
            match self.take()? {
                Some(b'/') if before == b'*' => return Ok(()),
                Some(byte) => before = byte,
                None => return Err(self.error("expected the end of a comment")),
            }
        }
    }

    fn word(&mut self, first: u8) -> Result<Token, Error> {
        self.name.clear();
        self.quoted = false;
        self.push(first)?;
        while let Some(byte) = self.ahead.filter(|&byte| is_name(byte)) {
            self.take()?;
            self.push(byte)?;
        }
        Ok(Token::Name)
    }

    fn quotes(&mut self) -> Result<Token, Error> {
        self.name.clear();
        self.quoted = true;
        loop {
            match self.take()? {
                Some(b'"') => return Ok(Token::Name),
                Some(b'\\') if self.ahead == Some(b'"') => {
                    self.take()?;
                    self.push(b'"')?;
                }
                Some(byte) => self.push(byte)?,
                None => return Err(self.error("expected the end of a quoted name")),
            }
        }
    }

    fn is_word(&self, word: &str) -> bool {
        !self.quoted && self.name.eq_ignore_ascii_case(word.as_bytes())
    }
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.' || byte >= 0x80
}

pub(super) fn read(input: &mut dyn BufRead, mut builder: Builder, watch: &Watch) -> Result<Network, Error> {
    let mut lexer = Lexer::new(input)?;
    let mut token = lexer.next()?;
    if token == Token::Name && lexer.is_word("strict") {
        token = lexer.next()?;
    }
    if token == Token::Name && lexer.is_word("graph") {
        return Err(lexer.error("edges of a `graph` have no direction: a token can go back and forth for ever"));
    }
    if token != Token::Name || !lexer.is_word("digraph") {
        return Err(lexer.error("expected digraph"));
    }
    token = lexer.next()?;
    if token == Token::Name {
        token = lexer.next()?;
    }
    if token != Token::Sign(b'{') {
        return Err(lexer.error("expected '{'"));
    }
    let (mut depth, mut statements) = (1, 0u64);
    token = lexer.next()?;
    while depth > 0 {
        statements += 1;
        if statements.is_multiple_of(1 << 16) {
            watch.check(builder.names.len() as u64, 0)?;
        }
        token = match token {
            Token::Sign(b'}') => {
                depth -= 1;
                lexer.next()?
            }
            Token::Sign(b'{') if depth < MOST_DEPTH => {
                depth += 1;
                lexer.next()?
            }
            Token::Sign(b';' | b',') => lexer.next()?,
            Token::Sign(b'[') => attributes(&mut lexer)?,
            Token::Name => statement(&mut lexer, &mut builder)?,
            Token::Edge => return Err(lexer.error("a brace as the end of an edge is read in files up to 64 MiB")),
            _ => return Err(lexer.error("expected a node, an edge or '}'")),
        };
    }
    if token == Token::End {
        builder.finish()
    } else {
        Err(lexer.error("expected the end of the file after one graph"))
    }
}

/// A statement that begins with a name; the token behind it.
fn statement(lexer: &mut Lexer<'_>, builder: &mut Builder) -> Result<Token, Error> {
    if lexer.is_word("subgraph") {
        let token = lexer.next()?;
        return if token == Token::Name { lexer.next() } else { Ok(token) };
    }
    if ["node", "edge", "graph"].iter().any(|word| lexer.is_word(word)) {
        return lexer.next();
    }
    let name = lexer.name.clone();
    let mut token = lexer.next()?;
    if token == Token::Sign(b'=') {
        lexer.next()?;
        return lexer.next();
    }
    let placed = |line: u64| {
        move |error: Error| match error {
            Error::Bad(text) => Error::Bad(format!("line {line}: {text}")),
            error => error,
        }
    };
    let mut left = builder.node(&name).map_err(placed(lexer.line))?;
    loop {
        while token == Token::Sign(b':') {
            lexer.next()?;
            token = lexer.next()?;
        }
        if token != Token::Edge {
            return Ok(token);
        }
        if lexer.next()? != Token::Name {
            return Err(lexer.error("expected a node (a brace as the end of an edge is read in files up to 64 MiB)"));
        }
        let right = builder.node(&lexer.name).map_err(placed(lexer.line))?;
        builder.edge(left, right)?;
        left = right;
        token = lexer.next()?;
    }
}

/// Skips `[…]`; the token behind it.
fn attributes(lexer: &mut Lexer<'_>) -> Result<Token, Error> {
    loop {
        match lexer.next()? {
            Token::Sign(b']') => return lexer.next(),
            Token::End => return Err(lexer.error("expected ']'")),
            _ => {}
        }
    }
}
