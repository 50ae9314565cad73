//! Kayles on graphs. *Node Kayles*: a move takes a node and all its neighbours. *Arc Kayles*: a move takes an edge, that is
//! its two ends, and with them every edge there.
//!
//! A position is a set of nodes, and the graph that they induce; it splits into connected components. On a path Node
//! Kayles is Dawson's Kayles 0.137 and Arc Kayles is 0.07; on a grid Arc Kayles is Cram. To tell who wins is
//! PSPACE-complete (T. J. Schaefer, *On the complexity of some two-person perfect-information games*, JCSS 16, 1978), so
//! no method is fast on all graphs.

use super::{Board, Error, Set};
use crate::game::{Game, Listed};
use crate::graph::Graph;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// The most nodes of a graph that Kayles is played on.
pub const MAX_NODES: u64 = 4096;

/// Neighbours of each node.
#[derive(Debug, Clone)]
struct Adjacency {
    neighbours: Vec<Set>,
}

impl Adjacency {
    fn new(graph: &Graph) -> Result<Self, Error> {
        let nodes = graph.names().len();
        if nodes as u64 > MAX_NODES {
            return Err(Error::TooLarge { what: "nodes", limit: MAX_NODES });
        }
        let mut neighbours = vec![Set::empty(nodes); nodes];
        for &[a, b] in graph.edges() {
            neighbours[a as usize].insert(b as usize);
            neighbours[b as usize].insert(a as usize);
        }
        Ok(Adjacency { neighbours })
    }

    /// The connected components of the graph that a set induces, smallest first.
    fn components(&self, mut rest: Set) -> Vec<Set> {
        let mut components = Vec::new();
        while let Some(start) = rest.first() {
            let mut component = Set::empty(self.neighbours.len());
            component.insert(start);
            rest.remove(start);
            let mut found = vec![start];
            while let Some(node) = found.pop() {
                found.extend(rest.drain_common(&self.neighbours[node], &mut component).iter());
            }
            components.push(component);
        }
        components.sort_by_cached_key(|component| (component.len(), component.clone()));
        components
    }
}

/// Node Kayles on a graph.
///
/// ```
/// use grundy::{boards::{Board, NodeKayles, Set}, graph::Graph, Solver};
/// let cycle = Graph::new(5, &[[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]], false)?;
/// let game = NodeKayles::new(&cycle)?;
/// let whole = game.components(&game.whole());
/// assert_eq!(Solver::new(game).sum_value(&whole)?, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct NodeKayles {
    adjacency: Adjacency,
}

impl NodeKayles {
    /// The game on this graph; directions and loops do not matter.
    pub fn new(graph: &Graph) -> Result<Self, Error> {
        Ok(NodeKayles { adjacency: Adjacency::new(graph)? })
    }

    /// All nodes.
    pub fn whole(&self) -> Set {
        Set::full(self.adjacency.neighbours.len())
    }

    fn take(&self, nodes: &Set, node: usize) -> Set {
        let mut rest = nodes.without(&self.adjacency.neighbours[node]);
        rest.remove(node);
        rest
    }
}

impl Game for NodeKayles {
    type Position = Set;
    type Error = Infallible;

    fn moves(&self, position: &Set, visit: &mut impl FnMut(&[Set]) -> ControlFlow<()>) -> Listed {
        Ok(position.iter().try_for_each(|node| visit(&self.adjacency.components(self.take(position, node)))))
    }

    fn ends(&self, _position: &Set) -> bool {
        true
    }

    fn heap_bytes(&self, position: &Set) -> usize {
        position.heap_bytes()
    }
}

impl Board for NodeKayles {
    type Plain = Set;

    fn components(&self, plain: &Set) -> Vec<Set> {
        self.adjacency.components(plain.clone())
    }

    fn plain_moves(&self, plain: &Set) -> Vec<Set> {
        plain.iter().map(|node| self.take(plain, node)).collect()
    }
}

/// Arc Kayles on a graph. A loop is an edge with a single end.
///
/// ```
/// use grundy::{boards::{ArcKayles, Board}, graph::Graph, Solver};
/// let star = Graph::new(4, &[[0, 1], [0, 2], [0, 3]], false)?;
/// let game = ArcKayles::new(&star)?;
/// let whole = game.components(&game.whole());
/// assert_eq!(Solver::new(game).sum_value(&whole)?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct ArcKayles {
    adjacency: Adjacency,
    /// Each pair of neighbours once, in the order of the file.
    edges: Vec<[usize; 2]>,
}

impl ArcKayles {
    /// The game on this graph; directions and repeated edges do not matter.
    pub fn new(graph: &Graph) -> Result<Self, Error> {
        let adjacency = Adjacency::new(graph)?;
        let mut seen = hashbrown::HashSet::new();
        let ends = graph.edges().iter().map(|&[a, b]| [a as usize, b as usize]);
        let edges = ends.filter(|&[a, b]| seen.insert([a.min(b), a.max(b)])).collect();
        Ok(ArcKayles { adjacency, edges })
    }

    /// All nodes.
    pub fn whole(&self) -> Set {
        Set::full(self.adjacency.neighbours.len())
    }

    fn options(&self, nodes: &Set) -> impl Iterator<Item = Set> {
        let playable = self.edges.iter().filter(|ends| ends.iter().all(|&end| nodes.contains(end)));
        playable.map(|ends| {
            let mut rest = nodes.clone();
            ends.iter().for_each(|&end| rest.remove(end));
            rest
        })
    }

    /// Components with a move: a single node without a loop has none.
    fn live_components(&self, nodes: Set) -> Vec<Set> {
        let mut components = self.adjacency.components(nodes);
        let loops = |node: usize| self.adjacency.neighbours[node].contains(node);
        components.retain(|component| component.len() > 1 || component.first().is_some_and(loops));
        components
    }
}

impl Game for ArcKayles {
    type Position = Set;
    type Error = Infallible;

    fn moves(&self, position: &Set, visit: &mut impl FnMut(&[Set]) -> ControlFlow<()>) -> Listed {
        Ok(self.options(position).try_for_each(|rest| visit(&self.live_components(rest))))
    }

    fn ends(&self, _position: &Set) -> bool {
        true
    }

    fn heap_bytes(&self, position: &Set) -> usize {
        position.heap_bytes()
    }
}

impl Board for ArcKayles {
    type Plain = Set;

    fn components(&self, plain: &Set) -> Vec<Set> {
        self.live_components(plain.clone())
    }

    fn plain_moves(&self, plain: &Set) -> Vec<Set> {
        self.options(plain).collect()
    }
}
