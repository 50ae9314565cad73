//! A token on a directed graph: a move pushes it along an edge; who cannot move loses.
//!
//! Every impartial game is of this kind: positions are the nodes. A graph with a cycle that the token can reach is no
//! finite game, and the solver names the nodes on the cycle.

use super::{Board, Error};
use crate::game::{Game, Listed};
use crate::graph::Graph;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// A token on a graph; its positions are the nodes, by number.
///
/// ```
/// use grundy::{boards::Digraph, graph::Graph, solve::{Error, Solver}};
/// let ladder = Graph::new(4, &[[3, 2], [3, 1], [2, 1], [2, 0], [1, 0]], true)?;
/// assert_eq!(Solver::new(Digraph::new(&ladder)).value(&3)?, 0);
/// let round = Graph::new(3, &[[0, 1], [1, 2], [2, 1]], true)?;
/// let error = Solver::new(Digraph::new(&round)).value(&0).unwrap_err();
/// assert_eq!(error, Error::Cycle(vec![1, 2]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Digraph {
    /// Where the targets of each node begin, and one past the last.
    starts: Vec<usize>,
    targets: Vec<u32>,
}

impl Digraph {
    /// The game on this graph; along an edge without direction the token moves both ways.
    pub fn new(graph: &Graph) -> Self {
        let both = |&[a, b]: &[u32; 2]| {
            let back = (!graph.is_directed() && a != b).then_some([b, a]);
            std::iter::once([a, b]).chain(back)
        };
        let mut starts = vec![0; graph.names().len() + 1];
        for [from, _] in graph.edges().iter().flat_map(both) {
            starts[from as usize + 1] += 1;
        }
        for node in 1..starts.len() {
            starts[node] += starts[node - 1];
        }
        let mut next = starts.clone();
        let mut targets = vec![0; starts.last().copied().unwrap_or(0)];
        for [from, to] in graph.edges().iter().flat_map(both) {
            targets[next[from as usize]] = to;
            next[from as usize] += 1;
        }
        Digraph { starts, targets }
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    /// A node, if there is one of this number.
    pub fn position(&self, node: u32) -> Result<u32, Error> {
        if (node as usize) < self.nodes() { Ok(node) } else { Err(Error::Invalid("no such node")) }
    }

    /// The nodes that the token can be pushed to, none for a node that is not there.
    pub fn targets(&self, node: u32) -> &[u32] {
        let node = node as usize;
        if node >= self.nodes() {
            return &[];
        }
        &self.targets[self.starts[node]..self.starts[node + 1]]
    }
}

impl Game for Digraph {
    type Position = u32;
    type Error = Infallible;

    fn moves(&self, position: &u32, visit: &mut impl FnMut(&[u32]) -> ControlFlow<()>) -> Listed {
        Ok(self.targets(*position).iter().try_for_each(|target| visit(std::slice::from_ref(target))))
    }
}

impl Board for Digraph {
    type Plain = u32;

    fn components(&self, plain: &u32) -> Vec<u32> {
        vec![*plain]
    }

    fn plain_moves(&self, plain: &u32) -> Vec<u32> {
        self.targets(*plain).to_vec()
    }
}
