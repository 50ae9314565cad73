//! Graphs from text: edge lists, DOT, graph6, JSON. Sources are untrusted: sizes are checked before anything is allocated,
//! and nothing here uses the call stack in proportion to the input.

mod dot;
mod edge_list;
mod graph6;
mod json;

use super::{Graph, TooLarge};
use std::fmt;

/// A format of graph files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// A line an edge: two names; a line with one name is a node; `#` starts a comment.
    EdgeList,
    /// Graphviz DOT: nodes and edges; attributes are skipped.
    Dot,
    /// graph6 of McKay's nauty; nodes are named 0, 1, ….
    Graph6,
    /// `{"nodes": ["a", …], "edges": [["a", "b"], …], "directed": true}`, or only the list of edges.
    Json,
}

impl Format {
    /// The format of a file, from the end of its name, or else from how it starts.
    pub fn detect(name: &str, bytes: &[u8]) -> Format {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
        match ending.as_str() {
            "dot" | "gv" => Format::Dot,
            "g6" | "graph6" => Format::Graph6,
            "json" => Format::Json,
            "txt" | "edges" | "csv" | "tsv" | "el" => Format::EdgeList,
            _ => Format::by_content(bytes),
        }
    }

    fn by_content(bytes: &[u8]) -> Format {
        let text = bytes.trim_ascii_start();
        let starts = |word: &[u8]| text.len() >= word.len() && text[..word.len()].eq_ignore_ascii_case(word);
        let named = [&b"graph"[..], b"digraph", b"strict"];
        if text.starts_with(b">>graph6<<") {
            Format::Graph6
        } else if text.starts_with(b"{") || text.starts_with(b"[") {
            Format::Json
        } else if named.iter().any(|word| starts(word)) && text.contains(&b'{') {
            Format::Dot
        } else {
            Format::EdgeList
        }
    }
}

/// Why a text is no graph, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in bytes, counted from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ReadError {}

/// An error at a byte of the text.
fn error_at(bytes: &[u8], at: usize, message: impl Into<String>) -> ReadError {
    let before = &bytes[..at.min(bytes.len())];
    let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
    let column = 1 + before.iter().rev().take_while(|&&byte| byte != b'\n').count();
    ReadError { line, column, message: message.into() }
}

fn too_large(bytes: &[u8], at: usize) -> impl Fn(TooLarge) -> ReadError + '_ {
    let (nodes, edges) = (super::MOST_NODES, super::MOST_EDGES);
    move |TooLarge| error_at(bytes, at, format!("too large: at most {nodes} nodes and {edges} edges"))
}

/// A node's name: control characters would reach a terminal, so they are refused.
fn checked_name<'a>(bytes: &[u8], at: usize, name: &'a [u8]) -> Result<&'a str, ReadError> {
    let name = std::str::from_utf8(name).map_err(|_| error_at(bytes, at, "a name is not UTF-8 text"))?;
    if name.chars().any(char::is_control) {
        return Err(error_at(bytes, at, "a control character in a name"));
    }
    Ok(name)
}

/// Reads a graph.
///
/// ```
/// use grundy::graph::{Format, read};
/// let petersen = read(b"IsP@OkWHG", Format::Graph6)?;
/// assert_eq!((petersen.len(), petersen.edges().len()), (10, 15));
/// assert_eq!(read(b"a b c\n", Format::EdgeList).unwrap_err().to_string(),
///            "line 1, column 5: a line has one node or two; three names were found");
/// # Ok::<(), grundy::graph::ReadError>(())
/// ```
pub fn read(bytes: &[u8], format: Format) -> Result<Graph, ReadError> {
    match format {
        Format::EdgeList => edge_list::read(bytes),
        Format::Dot => dot::read(bytes),
        Format::Graph6 => graph6::read(bytes),
        Format::Json => json::read(bytes),
    }
}
