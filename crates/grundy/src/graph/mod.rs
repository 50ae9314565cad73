//! Graphs with named nodes, and their readers: edge lists, DOT, graph6 (with digraph6 and sparse6) and JSON.
//!
//! Input is untrusted: sizes are checked before anything is allocated, memory is linear in the input and in the edges,
//! names are kept free of control characters, and nothing recurses. Errors say where.
//!
//! - **Edge list**: a line `a b` is an edge, `a` alone a node; words are split at white space, a comma, `->` or `--`; `#`, `%`
//!   or `//` starts a comment.
//! - **DOT**: `graph` and `digraph`, `strict`, nodes, chains `a -> b -- c`, braces of nodes as ends, attributes (not used),
//!   quoted names, comments.
//! - **graph6**, **digraph6**, **sparse6**: one graph, with or without its header; nodes are named 0, 1, ….
//! - **JSON**: `{"nodes": […], "edges": [[a, b], …], "directed": true}` or the list of pairs alone; names are text or integers.

mod dot;
mod edges;
mod graph6;
mod json;
mod text;

use hashbrown::HashMap;
use std::fmt;

/// The most nodes of a graph.
pub const MAX_NODES: u64 = 1_000_000;

/// The most edges of a graph.
pub const MAX_EDGES: u64 = 10_000_000;

/// A finite graph, directed or not; loops and repeated edges are kept.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Graph {
    names: Vec<String>,
    edges: Vec<[u32; 2]>,
    directed: bool,
}

impl Graph {
    /// A graph of nodes 0, 1, … with these edges.
    ///
    /// ```
    /// let path = grundy::graph::Graph::new(3, &[[0, 1], [1, 2]], false)?;
    /// assert_eq!(path.edges().len(), 2);
    /// # Ok::<(), grundy::graph::Error>(())
    /// ```
    pub fn new(nodes: u64, edges: &[[u32; 2]], directed: bool) -> Result<Self, Error> {
        limit(nodes, edges.len() as u64)?;
        if edges.iter().flatten().any(|&end| u64::from(end) >= nodes) {
            return Err(Error::plain(Problem::Invalid("an edge ends in a node that is not there")));
        }
        Ok(Graph { names: (0..nodes).map(|node| node.to_string()).collect(), edges: edges.to_vec(), directed })
    }

    /// The names of the nodes, in the order of the file.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The edges, from the first node to the second, in the order of the file.
    pub fn edges(&self) -> &[[u32; 2]] {
        &self.edges
    }

    /// Whether the edges have a direction.
    pub fn is_directed(&self) -> bool {
        self.directed
    }

    /// The node of this name.
    pub fn node(&self, name: &str) -> Option<u32> {
        self.names.iter().position(|found| found == name).map(|node| node as u32)
    }
}

/// How a graph is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// An edge a line.
    Edges,
    /// The language of Graphviz.
    Dot,
    /// graph6, digraph6 or sparse6.
    Graph6,
    /// Nodes and edges as JSON.
    Json,
}

impl Format {
    /// The format of a file, by the end of its name, else by how it begins.
    ///
    /// ```
    /// use grundy::graph::Format;
    /// assert_eq!(Format::detect("net.g6", b""), Format::Graph6);
    /// assert_eq!(Format::detect("net", b" digraph { a -> b }"), Format::Dot);
    /// assert_eq!(Format::detect("net", b"a b\nb c\n"), Format::Edges);
    /// ```
    pub fn detect(name: &str, bytes: &[u8]) -> Format {
        let end = name.rsplit_once('.').map_or("", |(_, end)| end).to_ascii_lowercase();
        match end.as_str() {
            "dot" | "gv" => Format::Dot,
            "g6" | "d6" | "s6" | "graph6" | "digraph6" | "sparse6" => Format::Graph6,
            "json" => Format::Json,
            "edges" | "edgelist" | "el" | "txt" | "csv" | "tsv" => Format::Edges,
            _ => Format::sniff(bytes.trim_ascii_start()),
        }
    }

    fn sniff(bytes: &[u8]) -> Format {
        let begins =
            |word: &str| bytes.len() >= word.len() && bytes[..word.len()].eq_ignore_ascii_case(word.as_bytes());
        if begins(">>graph6<<") || begins(">>digraph6<<") || begins(">>sparse6<<") {
            Format::Graph6
        } else if begins("{") || begins("[") {
            Format::Json
        } else if begins("graph") || begins("digraph") || begins("strict") {
            Format::Dot
        } else {
            Format::Edges
        }
    }
}

/// Reads a graph. Edge lists, and JSON that does not say, may be read as either kind of graph: `directed` decides. The other
/// formats say themselves.
///
/// ```
/// use grundy::graph::{parse, Format};
/// let graph = parse(b"digraph { start -> middle -> end }", Format::Dot, false)?;
/// assert_eq!(graph.names(), ["start", "middle", "end"]);
/// assert_eq!(graph.edges(), [[0, 1], [1, 2]]);
/// let error = parse(b"a b\nb c d\n", Format::Edges, false).unwrap_err();
/// assert_eq!((error.line, error.column), (2, 5));
/// # Ok::<(), grundy::graph::Error>(())
/// ```
pub fn parse(bytes: &[u8], format: Format, directed: bool) -> Result<Graph, Error> {
    match format {
        Format::Edges => edges::parse(text::checked(bytes)?, directed),
        Format::Dot => dot::parse(text::checked(bytes)?),
        Format::Graph6 => graph6::parse(bytes),
        Format::Json => json::parse(text::checked(bytes)?, directed),
    }
}

/// What is wrong with a graph file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// Not UTF-8.
    Encoding,
    /// A character that a name must not hold.
    ControlCharacter,
    /// Something else was expected here.
    Expected(&'static str),
    /// Not a graph, and why.
    Invalid(&'static str),
    /// More nodes or edges than are read.
    TooLarge {
        /// What is counted.
        what: &'static str,
        /// How many the file has or announces.
        found: u64,
        /// The most that are read.
        limit: u64,
    },
    /// Not JSON.
    Json(String),
}

/// Why a graph could not be read, and where; line 0 if it is nowhere in particular.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// What is wrong.
    pub problem: Problem,
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1, in characters.
    pub column: usize,
}

impl Error {
    fn plain(problem: Problem) -> Self {
        Error { problem, line: 0, column: 0 }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}, column {}: ", self.line, self.column)?;
        }
        match &self.problem {
            Problem::Encoding => f.write_str("not UTF-8 text"),
            Problem::ControlCharacter => f.write_str("control characters are not allowed in names"),
            Problem::Expected(what) => write!(f, "expected {what}"),
            Problem::Invalid(why) => f.write_str(why),
            Problem::TooLarge { what, found, limit } => {
                write!(f, "the graph is too large: {found} {what}, at most {limit} are read")
            }
            Problem::Json(message) => write!(f, "not valid JSON: {}", message.escape_debug()),
        }
    }
}

impl std::error::Error for Error {}

fn limit(nodes: u64, edges: u64) -> Result<(), Error> {
    let too_large = |what, found, limit| Err(Error::plain(Problem::TooLarge { what, found, limit }));
    if nodes > MAX_NODES {
        return too_large("nodes", nodes, MAX_NODES);
    }
    if edges > MAX_EDGES {
        return too_large("edges", edges, MAX_EDGES);
    }
    Ok(())
}

/// A graph while it is read: names get numbers as they come.
#[derive(Default)]
struct Builder {
    numbers: HashMap<String, u32>,
    graph: Graph,
}

impl Builder {
    fn node(&mut self, name: &str) -> Result<u32, Error> {
        if let Some(&node) = self.numbers.get(name) {
            return Ok(node);
        }
        if name.chars().any(text::is_hidden) {
            return Err(Error::plain(Problem::ControlCharacter));
        }
        let node = self.graph.names.len() as u64;
        limit(node + 1, 0)?;
        self.numbers.insert(name.to_owned(), node as u32);
        self.graph.names.push(name.to_owned());
        Ok(node as u32)
    }

    fn edge(&mut self, from: u32, to: u32) -> Result<(), Error> {
        limit(0, self.graph.edges.len() as u64 + 1)?;
        self.graph.edges.push([from, to]);
        Ok(())
    }
}
