//! Graphs, and the games that are played on them.
//!
//! A [`Graph`] has named nodes and a list of edges. It is read from text by [`read`](mod@read) and is the board of
//! [`NodeKayles`], [`ArcKayles`], [`Hackenbush`] and of the [`Token`] on a digraph.

mod hackenbush;
mod kayles;
mod nodes;
pub mod read;
mod token;

pub use hackenbush::{Edges, Hackenbush};
pub use kayles::{ArcKayles, Component, NodeKayles};
pub use nodes::Nodes;
pub use read::{Format, ReadError, read};
pub use token::Token;

use hashbrown::HashMap;

/// Most nodes that a graph may have.
pub const MOST_NODES: usize = 1_000_000;

/// Most edges that a graph may have.
pub const MOST_EDGES: usize = 10_000_000;

/// A graph with named nodes. Parallel edges and loops are kept; each game says what they mean to it.
///
/// ```
/// use grundy::graph::{Format, Graph, read};
/// let path = read(b"a b\nb c\n", Format::EdgeList)?;
/// assert_eq!((path.len(), path.edges()), (3, &[(0, 1), (1, 2)][..]));
/// assert_eq!(path.node("c"), Some(2));
/// # Ok::<(), grundy::graph::ReadError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph {
    names: Vec<String>,
    by_name: HashMap<String, u32>,
    edges: Vec<(u32, u32)>,
    directed: bool,
}

/// A graph grew beyond [`MOST_NODES`] or [`MOST_EDGES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge;

impl Graph {
    /// A graph without nodes. `directed` is what its source said; an edge list does not say.
    pub fn new(directed: bool) -> Self {
        Graph { names: Vec::new(), by_name: HashMap::new(), edges: Vec::new(), directed }
    }

    /// The number of the node of that name, which is added if it is new.
    pub fn add_node(&mut self, name: &str) -> Result<u32, TooLarge> {
        if let Some(&node) = self.by_name.get(name) {
            return Ok(node);
        }
        if self.names.len() >= MOST_NODES {
            return Err(TooLarge);
        }
        let node = self.names.len() as u32;
        self.names.push(name.to_owned());
        self.by_name.insert(name.to_owned(), node);
        Ok(node)
    }

    /// Adds an edge between nodes that were added.
    pub fn add_edge(&mut self, from: u32, to: u32) -> Result<(), TooLarge> {
        debug_assert!((from.max(to) as usize) < self.names.len());
        if self.edges.len() >= MOST_EDGES {
            return Err(TooLarge);
        }
        self.edges.push((from, to));
        Ok(())
    }

    /// How many nodes it has.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether it has no node.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// The edges, in the order they were added.
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// Whether its source said that the edges have a direction.
    pub fn is_directed(&self) -> bool {
        self.directed
    }

    /// The name of a node.
    pub fn name(&self, node: u32) -> &str {
        &self.names[node as usize]
    }

    /// The node of a name.
    pub fn node(&self, name: &str) -> Option<u32> {
        self.by_name.get(name).copied()
    }

    /// The neighbours of each node, without itself and without repeats, ascending.
    fn neighbours(&self) -> Vec<Vec<u32>> {
        let mut neighbours = vec![Vec::new(); self.len()];
        for &(a, b) in self.edges.iter().filter(|(a, b)| a != b) {
            neighbours[a as usize].push(b);
            neighbours[b as usize].push(a);
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        neighbours
    }
}
