//! Digraphs of up to some 10^9 edges: read as a stream, kept in compact arrays, all values told in the order of the file.
//!
//! Memory: while a file is read, 8 bytes an edge; while the edges are put in order, 12; afterwards 4. A node takes 8 bytes for where its
//! edges begin, 4 for its name if names are numbers (none if they are 0, 1, … in order) and 12 for its value and the way of the search;
//! while names are read up to 16. Names that are not numbers take their bytes and 16 more.
//!
//! Values by depth first search without a call stack: a node keeps the edge that it is at and the node that it was entered from.
//! Time O(nodes + edges).

mod binary;
mod dot;
mod names;
mod read;
mod values;

pub use binary::is_packed;
pub use read::{Formats, read};

use crate::error::Error;
use names::{Interner, Names};

/// Edges of a piece while they are read: no array is ever copied to grow.
const PIECE: usize = 1 << 20;

/// Bytes that an edge and a node may need.
const EDGE: u64 = 12;
const NODE: u64 = 32;

/// A digraph with named nodes.
#[derive(Debug, PartialEq, Eq)]
pub struct Network {
    /// Where the targets of each node begin, and one past the last.
    starts: Vec<u64>,
    targets: Vec<u32>,
    names: Names,
}

impl Network {
    /// How many nodes.
    pub fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// How many edges.
    pub fn edges(&self) -> u64 {
        self.targets.len() as u64
    }

    /// The nodes that edges of a node lead to, in the order of the file.
    pub fn targets(&self, node: u32) -> &[u32] {
        &self.targets[self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize]
    }

    /// The name of a node.
    pub fn name(&self, node: u32) -> String {
        self.names.name(node)
    }

    /// The characters of the longest name.
    pub fn widest(&self) -> usize {
        self.names.widest(self.nodes())
    }
}

/// A digraph while it is read.
struct Builder {
    names: Interner,
    pieces: Vec<Vec<[u32; 2]>>,
    edges: u64,
    most_bytes: u64,
}

impl Builder {
    fn new(most_bytes: u64) -> Builder {
        Builder { names: Interner::default(), pieces: Vec::new(), edges: 0, most_bytes }
    }

    fn node(&mut self, name: &[u8]) -> Result<u32, Error> {
        self.names.node(name)
    }

    fn edge(&mut self, from: u32, to: u32) -> Result<(), Error> {
        if self.pieces.last().is_none_or(|piece| piece.len() == PIECE) {
            self.check()?;
            self.pieces.push(Vec::with_capacity(PIECE));
        }
        if let Some(piece) = self.pieces.last_mut() {
            piece.push([from, to]);
        }
        self.edges += 1;
        Ok(())
    }

    fn check(&self) -> Result<(), Error> {
        let needed = (self.edges + PIECE as u64) * EDGE + self.names.len() as u64 * NODE + self.names.bytes();
        if needed <= self.most_bytes {
            return Ok(());
        }
        let (edges, nodes, most) = (self.edges, self.names.len(), self.most_bytes >> 20);
        Err(Error::Limit(format!(
            "the graph has more than {edges} edges and {nodes} nodes, too many for {most} MiB; raise --max-memory"
        )))
    }

    /// The edges in the order of the nodes that they leave; edges of one node stay in the order of the file.
    fn finish(mut self) -> Result<Network, Error> {
        self.check()?;
        let nodes = self.names.len();
        let mut starts = vec![0u64; nodes + 1];
        for [from, _] in self.pieces.iter().flatten() {
            starts[*from as usize] += 1;
        }
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let names = self.names.finish();
        let mut targets = vec![0; self.edges as usize];
        // Backwards, so that each start ends where it belongs, and pieces are dropped on the way.
        while let Some(piece) = self.pieces.pop() {
            for [from, to] in piece.into_iter().rev() {
                let start = &mut starts[from as usize];
                *start -= 1;
                targets[*start as usize] = to;
            }
        }
        Ok(Network { starts, targets, names })
    }
}

#[cfg(test)]
mod tests;
