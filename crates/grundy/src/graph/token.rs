//! A token on a digraph: a move pushes it along an arc; who cannot push loses.
//!
//! Every impartial game is this game on the graph of its positions. If the graph has a cycle that the token can enter, play
//! may go on for ever; the solver for finite games then names the nodes of the cycle.

use super::Graph;
use crate::game::Game;
use std::ops::ControlFlow;

/// The game on a digraph; the positions are its nodes.
///
/// ```
/// use grundy::{graph::{Format, Token, read}, solve::Solver};
/// let graph = read(b"digraph { a -> b -> c; a -> c }", Format::Dot)?;
/// let mut solver = Solver::new(Token::new(&graph));
/// let values = ["a", "b", "c"].map(|name| solver.value(&graph.node(name).unwrap()));
/// assert_eq!(values, [Ok(2), Ok(1), Ok(0)]);
/// # Ok::<(), grundy::graph::ReadError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Token {
    /// Where the successors of each node start in `successors`; one entry more than nodes.
    starts: Vec<u32>,
    successors: Vec<u32>,
}

impl Token {
    /// The game on a graph, every edge taken as an arc from its first node to its second.
    pub fn new(graph: &Graph) -> Self {
        let mut arcs = graph.edges().to_vec();
        arcs.sort_unstable();
        arcs.dedup();
        let mut starts = vec![0u32; graph.len() + 1];
        for &(from, _) in &arcs {
            starts[from as usize + 1] += 1;
        }
        for node in 0..graph.len() {
            starts[node + 1] += starts[node];
        }
        Token { starts, successors: arcs.into_iter().map(|(_, to)| to).collect() }
    }

    /// The nodes that the token can be pushed to.
    pub fn successors(&self, node: u32) -> &[u32] {
        let [start, end] = [self.starts[node as usize], self.starts[node as usize + 1]];
        &self.successors[start as usize..end as usize]
    }
}

impl Game for Token {
    type Position = u32;

    fn moves(&self, node: &u32, visit: &mut impl FnMut(&[u32]) -> ControlFlow<()>) -> ControlFlow<()> {
        self.successors(*node).iter().try_for_each(|next| visit(&[*next]))
    }
}

#[cfg(test)]
mod tests {
    use crate::graph::{Format, Token, read};
    use crate::solve::{Error, Solver};

    #[test]
    fn a_cycle_is_named() {
        let graph = read(b"a b\nb c\nc b\n", Format::EdgeList).unwrap();
        let mut solver = Solver::new(Token::new(&graph));
        let Err(Error::Cycle(cycle)) = solver.value(&0) else { panic!("no cycle") };
        let mut names: Vec<&str> = cycle.iter().map(|&node| graph.name(node)).collect();
        names.sort_unstable();
        assert_eq!(names, ["b", "c"]);
    }
}
