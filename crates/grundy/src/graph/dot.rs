//! The part of Graphviz' DOT that says what is joined to what.
//!
//! Attributes, ports and the names of subgraphs are read and not used. A subgraph as the end of an edge stands for all
//! nodes named in it so far. Braces are kept on a stack of their own.

use super::text::at;
use super::{Builder, Error, Graph, Problem};

/// The most braces inside each other: every brace that is closed hands its nodes on to the one around it.
const MAX_DEPTH: usize = 100;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Name(String),
    /// One of `{ } [ ] ; , = :`.
    Sign(char),
    /// `->` or `--`.
    Edge,
    End,
}

/// Text as tokens, one looked at ahead.
struct Lexer<'a> {
    text: &'a str,
    /// Where the token ahead begins, and where it ends.
    start: usize,
    end: usize,
    ahead: Token,
}

impl<'a> Lexer<'a> {
    fn new(text: &'a str) -> Result<Self, Error> {
        let mut lexer = Lexer { text, start: 0, end: 0, ahead: Token::End };
        lexer.next()?;
        Ok(lexer)
    }

    fn error(&self, problem: Problem) -> Error {
        at(self.text, self.start, problem)
    }

    fn expected(&self, what: &'static str) -> Error {
        self.error(Problem::Expected(what))
    }

    /// Takes the token ahead and reads another.
    fn next(&mut self) -> Result<Token, Error> {
        self.skip_blanks()?;
        self.start = self.end;
        let rest = &self.text[self.start..];
        let mut chars = rest.chars();
        let (token, length) = match chars.next() {
            None => (Token::End, 0),
            Some('"') => self.quoted(rest)?,
            Some('<') => self.html(rest)?,
            Some('-') if matches!(chars.next(), Some('-' | '>')) => (Token::Edge, 2),
            Some(sign @ ('{' | '}' | '[' | ']' | ';' | ',' | '=' | ':')) => (Token::Sign(sign), 1),
            Some(c) if c.is_alphanumeric() || matches!(c, '_' | '.' | '-') => {
                let length =
                    rest.char_indices().skip(1).find(|&(_, c)| !c.is_alphanumeric() && !matches!(c, '_' | '.'));
                let length = length.map_or(rest.len(), |(index, _)| index);
                (Token::Name(rest[..length].to_owned()), length)
            }
            Some(_) => return Err(self.expected("a name, an edge or a brace")),
        };
        self.end += length;
        Ok(std::mem::replace(&mut self.ahead, token))
    }

    fn skip_blanks(&mut self) -> Result<(), Error> {
        loop {
            let rest = &self.text[self.end..];
            let blank = rest.len() - rest.trim_start().len();
            let comment = &rest[blank..];
            let at_line_start = self.text[..self.end + blank].ends_with('\n') || self.end + blank == 0;
            self.end += blank;
            if comment.starts_with("//") || comment.starts_with('#') && at_line_start {
                self.end += comment.find('\n').unwrap_or(comment.len());
            } else if comment.starts_with("/*") {
                self.start = self.end;
                self.end += comment.find("*/").ok_or(self.expected("the end of this comment"))? + 2;
            } else {
                return Ok(());
            }
        }
    }

    /// A quoted name; `\"` is a quote, every other backslash is kept.
    fn quoted(&self, rest: &str) -> Result<(Token, usize), Error> {
        let mut name = String::new();
        let mut chars = rest.char_indices().skip(1).peekable();
        while let Some((index, c)) = chars.next() {
            match c {
                '"' => return Ok((Token::Name(name), index + 1)),
                '\\' if chars.next_if(|&(_, next)| next == '"').is_some() => name.push('"'),
                c => name.push(c),
            }
        }
        Err(self.expected("the end of this quoted name"))
    }

    /// `<…>`, as HTML labels are written, with pairs of such brackets inside: the text between the outer ones.
    fn html(&self, rest: &str) -> Result<(Token, usize), Error> {
        let mut open = 0u64;
        for (index, c) in rest.char_indices() {
            match c {
                '<' => open += 1,
                '>' => open -= 1,
                _ => {}
            }
            if open == 0 {
                return Ok((Token::Name(rest[1..index].to_owned()), index + 1));
            }
        }
        Err(self.expected("the end of this HTML label"))
    }

    fn next_is(&mut self, token: &Token) -> Result<bool, Error> {
        let found = self.ahead == *token;
        if found {
            self.next()?;
        }
        Ok(found)
    }

    /// Takes the keyword, written in any case.
    fn keyword(&mut self, word: &str) -> Result<bool, Error> {
        let found = matches!(&self.ahead, Token::Name(name) if name.eq_ignore_ascii_case(word));
        if found {
            self.next()?;
        }
        Ok(found)
    }
}

/// What stands open: a brace, and the nodes named since.
struct Scope {
    /// Where the nodes begin among those of all scopes.
    nodes: usize,
    /// The edge chain that the brace is an end of: the nodes to its left.
    left: Option<Vec<u32>>,
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    builder: Builder,
    scopes: Vec<Scope>,
    /// Nodes named in the open scopes.
    named: Vec<u32>,
}

pub(super) fn parse(text: &str) -> Result<Graph, Error> {
    let mut parser =
        Parser { lexer: Lexer::new(text)?, builder: Builder::default(), scopes: Vec::new(), named: Vec::new() };
    parser.header()?;
    while !parser.scopes.is_empty() {
        parser.statement()?;
    }
    if parser.lexer.ahead != Token::End {
        return Err(parser.lexer.expected("the end of the file after one graph"));
    }
    Ok(parser.builder.graph)
}

impl Parser<'_> {
    fn header(&mut self) -> Result<(), Error> {
        self.lexer.keyword("strict")?;
        if self.lexer.keyword("digraph")? {
            self.builder.graph.directed = true;
        } else if !self.lexer.keyword("graph")? {
            return Err(self.lexer.expected("graph or digraph"));
        }
        if matches!(self.lexer.ahead, Token::Name(_)) {
            self.lexer.next()?;
        }
        self.open(None)
    }

    fn open(&mut self, left: Option<Vec<u32>>) -> Result<(), Error> {
        if !self.lexer.next_is(&Token::Sign('{'))? {
            return Err(self.lexer.expected("'{'"));
        }
        if self.scopes.len() == MAX_DEPTH {
            let (found, limit) = (MAX_DEPTH as u64 + 1, MAX_DEPTH as u64);
            return Err(self.lexer.error(Problem::TooLarge { what: "braces inside each other", found, limit }));
        }
        self.scopes.push(Scope { nodes: self.named.len(), left });
        Ok(())
    }

    fn statement(&mut self) -> Result<(), Error> {
        match self.lexer.ahead {
            Token::Sign(';' | ',') => self.lexer.next().map(drop),
            Token::Sign('}') => self.close(),
            Token::End => Err(self.lexer.expected("'}'")),
            _ => {
                let nodes = self.end(None)?;
                self.chain(nodes)
            }
        }
    }

    /// Goes on along a chain of edges while its ends are nodes; a brace goes on with it when it is closed.
    fn chain(&mut self, mut left: Option<Vec<u32>>) -> Result<(), Error> {
        while let Some(nodes) = left {
            if !self.lexer.next_is(&Token::Edge)? {
                return self.attributes();
            }
            left = self.end(Some(nodes))?;
        }
        Ok(())
    }

    /// One end of an edge, or a statement of its own, joined to the nodes on its `left`. Gives its node, if it is one.
    fn end(&mut self, left: Option<Vec<u32>>) -> Result<Option<Vec<u32>>, Error> {
        if self.lexer.keyword("subgraph")? && matches!(self.lexer.ahead, Token::Name(_)) {
            self.lexer.next()?;
        }
        if self.lexer.ahead == Token::Sign('{') {
            self.open(left)?;
            return Ok(None);
        }
        for word in ["node", "edge", "graph"] {
            if left.is_none() && self.lexer.keyword(word)? {
                self.attributes()?;
                return Ok(None);
            }
        }
        let place = self.lexer.start;
        let Token::Name(name) = self.lexer.next()? else {
            return Err(at(self.lexer.text, place, Problem::Expected("a node")));
        };
        if left.is_none() && self.lexer.next_is(&Token::Sign('='))? {
            self.lexer.next()?;
            return Ok(None);
        }
        while self.lexer.next_is(&Token::Sign(':'))? {
            self.lexer.next()?; // a port
        }
        let node = self.builder.node(&name).map_err(|error| at(self.lexer.text, place, error.problem))?;
        self.named.push(node);
        self.join(left.as_deref(), &[node])?;
        Ok(Some(vec![node]))
    }

    fn close(&mut self) -> Result<(), Error> {
        self.lexer.next()?;
        let Some(scope) = self.scopes.pop() else { return Ok(()) };
        let mut nodes = self.named[scope.nodes..].to_vec();
        nodes.sort_unstable();
        nodes.dedup();
        // The outer scope names them too, once.
        self.named.truncate(scope.nodes);
        self.named.extend(&nodes);
        self.join(scope.left.as_deref(), &nodes)?;
        if self.scopes.is_empty() { Ok(()) } else { self.chain(Some(nodes)) }
    }

    fn join(&mut self, left: Option<&[u32]>, right: &[u32]) -> Result<(), Error> {
        for &from in left.unwrap_or_default() {
            for &to in right {
                self.builder.edge(from, to).map_err(|error| self.lexer.error(error.problem))?;
            }
        }
        Ok(())
    }

    fn attributes(&mut self) -> Result<(), Error> {
        while self.lexer.next_is(&Token::Sign('['))? {
            while !self.lexer.next_is(&Token::Sign(']'))? {
                if self.lexer.next()? == Token::End {
                    return Err(self.lexer.expected("']'"));
                }
            }
        }
        Ok(())
    }
}
