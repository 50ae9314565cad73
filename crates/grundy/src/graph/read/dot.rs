//! Graphviz DOT: `graph` and `digraph`, edge chains, quoted names, comments, subgraphs in braces. Attributes are skipped, ports too.

use super::{Graph, ReadError, checked_name, error_at, too_large};
use std::borrow::Cow;

/// Braces inside braces.
const MOST_NESTED: usize = 100;

pub(super) fn read(bytes: &[u8]) -> Result<Graph, ReadError> {
    let mut reader = Reader { bytes, at: 0, graph: Graph::new(false), groups: Vec::new() };
    reader.head()?;
    reader.body()?;
    Ok(reader.graph)
}

#[derive(Debug, Clone, PartialEq)]
enum Token<'a> {
    Name(Cow<'a, [u8]>),
    /// One of `{ } [ ] ; , = :`.
    Sign(u8),
    /// `->` or `--`.
    Edge,
    End,
}

/// An open brace: the nodes named inside it, and the statement before it.
#[derive(Default)]
struct Group {
    nodes: Vec<u32>,
    /// The nodes on the left of an edge sign that waits for its right side.
    left: Option<Vec<u32>>,
    /// The nodes of the last item of the statement.
    last: Vec<u32>,
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    graph: Graph,
    groups: Vec<Group>,
}

impl<'a> Reader<'a> {
    fn error<T>(&self, at: usize, message: impl Into<String>) -> Result<T, ReadError> {
        Err(error_at(self.bytes, at, message))
    }

    /// `strict digraph name {`
    fn head(&mut self) -> Result<(), ReadError> {
        let mut word = self.token()?;
        if is_word(&word, b"strict") {
            word = self.token()?;
        }
        let directed = is_word(&word, b"digraph");
        if !directed && !is_word(&word, b"graph") {
            return self.error(0, "expected `graph` or `digraph`");
        }
        self.graph = Graph::new(directed);
        let mut next = self.token()?;
        if matches!(next, Token::Name(_)) {
            next = self.token()?;
        }
        if next != Token::Sign(b'{') {
            return self.error(self.at, "expected `{`");
        }
        self.groups.push(Group::default());
        Ok(())
    }

    fn body(&mut self) -> Result<(), ReadError> {
        while !self.groups.is_empty() {
            let place = self.at;
            match self.token()? {
                Token::End => return self.error(place, "the closing `}` is missing"),
                Token::Sign(b'{') => self.open(place)?,
                Token::Sign(b'}') => self.close()?,
                Token::Sign(b'[') => self.attributes(place)?,
                Token::Sign(b';' | b',') => self.end_statement(),
                Token::Sign(b'=') => self.setting(place)?,
                Token::Sign(b':') => drop(self.token()?),
                Token::Sign(sign) => return self.error(place, format!("unexpected `{}`", char::from(sign))),
                Token::Edge => self.edge(place)?,
                Token::Name(name) => self.name(place, &name)?,
            }
        }
        match self.token()? {
            Token::End => Ok(()),
            _ => self.error(self.at, "text after the closing `}`"),
        }
    }

    fn open(&mut self, place: usize) -> Result<(), ReadError> {
        if self.groups.len() >= MOST_NESTED {
            return self.error(place, format!("nested more than {MOST_NESTED} levels deep"));
        }
        self.groups.push(Group::default());
        Ok(())
    }

    /// The nodes of a closed brace are one item of the statement outside it.
    fn close(&mut self) -> Result<(), ReadError> {
        self.end_statement();
        let Some(mut closed) = self.groups.pop() else { return Ok(()) };
        closed.nodes.sort_unstable();
        closed.nodes.dedup();
        self.item(closed.nodes)
    }

    /// Names a node, unless the name is a word of the language.
    fn name(&mut self, place: usize, name: &[u8]) -> Result<(), ReadError> {
        let keyword = |word: &[u8]| name.eq_ignore_ascii_case(word);
        if keyword(b"node") || keyword(b"edge") || keyword(b"graph") {
            self.end_statement();
            return Ok(());
        }
        if keyword(b"subgraph") {
            // Its name, if it has one, is no node.
            let before = self.at;
            if !matches!(self.token()?, Token::Name(_)) {
                self.at = before;
            }
            return Ok(());
        }
        let waiting = self.groups.last().is_some_and(|group| group.left.is_some());
        if !waiting {
            self.end_statement();
        }
        // `name = value` is a setting, not a node.
        let before = self.at;
        if self.token()? == Token::Sign(b'=') {
            self.token()?;
            return Ok(());
        }
        self.at = before;
        let name = checked_name(self.bytes, place, name)?;
        let node = self.graph.add_node(name).map_err(too_large(self.bytes, place))?;
        self.item(vec![node])
    }

    /// A node or a group: joined to what waits on the left of an edge sign.
    fn item(&mut self, nodes: Vec<u32>) -> Result<(), ReadError> {
        let at = self.at;
        let Some(group) = self.groups.last_mut() else { return Ok(()) };
        group.nodes.extend(&nodes);
        if let Some(left) = group.left.take() {
            for &from in &left {
                for &to in &nodes {
                    self.graph.add_edge(from, to).map_err(too_large(self.bytes, at))?;
                }
            }
        }
        group.last = nodes;
        Ok(())
    }

    /// An edge sign: the item before it waits for its right side.
    fn edge(&mut self, place: usize) -> Result<(), ReadError> {
        match self.groups.last_mut() {
            Some(group) if !group.last.is_empty() => {
                group.left = Some(std::mem::take(&mut group.last));
                Ok(())
            }
            _ => self.error(place, "an edge without a node before it"),
        }
    }

    fn end_statement(&mut self) {
        if let Some(group) = self.groups.last_mut() {
            group.left = None;
            group.last.clear();
        }
    }

    /// `= value` after a word of the language.
    fn setting(&mut self, place: usize) -> Result<(), ReadError> {
        match self.token()? {
            Token::Name(_) => Ok(()),
            _ => self.error(place, "expected a value after `=`"),
        }
    }

    /// Skips `a=b, c=d ]`.
    fn attributes(&mut self, place: usize) -> Result<(), ReadError> {
        loop {
            match self.token()? {
                Token::Sign(b']') => return Ok(()),
                Token::End => return self.error(place, "this `[` is not closed"),
                _ => {}
            }
        }
    }

    fn token(&mut self) -> Result<Token<'a>, ReadError> {
        self.skip_space()?;
        let Some(&byte) = self.bytes.get(self.at) else { return Ok(Token::End) };
        match byte {
            b'{' | b'}' | b'[' | b']' | b';' | b',' | b'=' | b':' => {
                self.at += 1;
                Ok(Token::Sign(byte))
            }
            b'-' if matches!(self.bytes.get(self.at + 1), Some(b'>' | b'-')) => {
                self.at += 2;
                Ok(Token::Edge)
            }
            b'"' => self.quoted(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> Result<Token<'a>, ReadError> {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | 128..);
        let start = self.at;
        let negative = usize::from(self.bytes[start] == b'-');
        let length = self.bytes[start + negative..].iter().take_while(|&&byte| is_word(byte)).count();
        if length == 0 {
            return self.error(start, "unexpected character");
        }
        self.at = start + negative + length;
        Ok(Token::Name(Cow::Borrowed(&self.bytes[start..self.at])))
    }

    fn quoted(&mut self) -> Result<Token<'a>, ReadError> {
        let start = self.at;
        let mut name = Vec::new();
        self.at += 1;
        loop {
            match self.bytes[self.at..] {
                [] => return self.error(start, "this quotation is not closed"),
                [b'\\', b'"', ..] => {
                    name.push(b'"');
                    self.at += 2;
                }
                [b'"', ..] => {
                    self.at += 1;
                    return Ok(Token::Name(Cow::Owned(name)));
                }
                [byte, ..] => {
                    name.push(byte);
                    self.at += 1;
                }
            }
        }
    }

    /// White space, `// …`, `# …` and `/* … */`.
    fn skip_space(&mut self) -> Result<(), ReadError> {
        loop {
            let rest = &self.bytes[self.at..];
            let line = |rest: &[u8]| rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            match rest {
                [byte, ..] if byte.is_ascii_whitespace() => self.at += 1,
                [b'#', ..] | [b'/', b'/', ..] => self.at += line(rest),
                [b'/', b'*', ..] => match rest.windows(2).skip(2).position(|pair| pair == b"*/") {
                    Some(length) => self.at += length + 4,
                    None => return self.error(self.at, "this comment is not closed"),
                },
                _ => return Ok(()),
            }
        }
    }
}

fn is_word(token: &Token<'_>, word: &[u8]) -> bool {
    matches!(token, Token::Name(name) if name.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn chains_groups_attributes() {
        let text = br#"strict digraph "my graph" { // comment
            node [shape=circle]; rankdir = LR
            a -> b -> "c d" [label="x -> y"]; /* e -> f */
            a:n -> {b; e} -> f
            subgraph cluster { g -> h }
            lonely }"#;
        let graph = read(text).unwrap();
        let name = |node| graph.name(node);
        let edges: Vec<(&str, &str)> = graph.edges().iter().map(|&(a, b)| (name(a), name(b))).collect();
        let expected = [("a", "b"), ("b", "c d"), ("a", "b"), ("a", "e"), ("b", "f"), ("e", "f"), ("g", "h")];
        assert_eq!(edges, expected);
        assert!(graph.is_directed() && graph.node("lonely").is_some() && graph.node("rankdir").is_none());
    }

    #[test]
    fn broken_files_say_where() {
        for text in
            ["", "graph", "graph {", "graph { a -- b", "graph { -- b }", "tree { }", "graph { \"a }", "graph { } x"]
        {
            assert!(read(text.as_bytes()).is_err(), "{text}");
        }
        assert!(read(format!("graph {}", "{".repeat(100_000)).as_bytes()).unwrap_err().message.contains("levels"));
        assert_eq!(read(b"graph {\n a -- b [x").unwrap_err().line, 2);
    }
}
