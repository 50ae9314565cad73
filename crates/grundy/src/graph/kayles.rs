//! Kayles on graphs: Node Kayles takes a node and its neighbours away, Arc Kayles two neighbouring nodes.
//!
//! What is left is the induced subgraph, so a position is a set of nodes; its connected components are independent.
//! A component that is a path is known by its length, wherever it lies: Node Kayles on a path is the octal game 0.137
//! (Dawson's Chess), Arc Kayles on a path 0.07 (Dawson's Kayles). Nodes without a move (single ones, in Arc Kayles) are dropped.
//!
//! Reference: T. J. Schaefer, On the complexity of some two-person perfect-information games, J. Comput. System Sci. 16
//! (1978): to decide who wins Node Kayles is PSPACE-complete, so the search is exponential in general.

use super::{Graph, Nodes};
use crate::boards::Board;
use crate::game::Game;
use std::ops::ControlFlow;

/// A connected component.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Component {
    /// A path of this many nodes.
    Path(u32),
    /// The subgraph induced by a set of nodes.
    Induced(Nodes),
}

/// The board of both games.
#[derive(Debug, Clone)]
struct Field {
    neighbours: Vec<Vec<u32>>,
    /// Components of one node have no move.
    drop_single: bool,
}

impl Field {
    fn new(graph: &Graph, drop_single: bool) -> Self {
        Field { neighbours: graph.neighbours(), drop_single }
    }

    fn around<'a>(&'a self, node: u32, within: &'a Nodes) -> impl Iterator<Item = u32> + 'a {
        self.neighbours[node as usize].iter().copied().filter(|&next| within.contains(next))
    }

    /// The set falls apart into these.
    fn components(&self, mut left: Nodes, parts: &mut Vec<Component>) {
        let mut stack = Vec::new();
        while let Some(start) = left.first() {
            let mut part = Nodes::none(self.neighbours.len());
            left.remove(start);
            stack.push(start);
            while let Some(node) = stack.pop() {
                part.insert(node);
                for next in self.neighbours[node as usize].iter().copied() {
                    if left.contains(next) {
                        left.remove(next);
                        stack.push(next);
                    }
                }
            }
            parts.extend(self.canonical(part));
        }
    }

    /// The canonical form of a connected set; nothing if it has no move.
    fn canonical(&self, part: Nodes) -> Option<Component> {
        match self.path_length(&part) {
            Some(1) if self.drop_single => None,
            Some(length) => Some(Component::Path(length)),
            None => Some(Component::Induced(part)),
        }
    }

    /// The number of nodes of a connected set that is a path: no degree is above 2, and there is an end.
    fn path_length(&self, part: &Nodes) -> Option<u32> {
        let (mut nodes, mut ends) = (0, 0);
        for node in part.iter() {
            let degree = self.around(node, part).take(3).count();
            if degree > 2 {
                return None;
            }
            nodes += 1;
            ends += u32::from(degree < 2);
        }
        (ends > 0).then_some(nodes)
    }

    /// Two paths, those without a move left out.
    fn paths(&self, lengths: [u32; 2]) -> impl Iterator<Item = Component> {
        let least = 1 + u32::from(self.drop_single);
        lengths.into_iter().filter(move |&length| length >= least).map(Component::Path)
    }
}

fn heap_bytes(component: &Component) -> usize {
    match component {
        Component::Path(_) => 0,
        Component::Induced(nodes) => nodes.bytes(),
    }
}

/// Node Kayles: choose a node; it and its neighbours are taken away.
///
/// ```
/// use grundy::{boards::Board, graph::{Format, NodeKayles, Nodes, read}, solve::Solver};
/// let square = read(b"a b\nb c\nc d\nd a", Format::EdgeList)?;
/// let mut solver = Solver::new(NodeKayles::new(&square));
/// let whole = solver.game().components(&Nodes::all(square.len()));
/// assert_eq!(solver.sum_value(&whole), Ok(0));
/// # Ok::<(), grundy::graph::ReadError>(())
/// ```
#[derive(Debug, Clone)]
pub struct NodeKayles(Field);

impl NodeKayles {
    /// The game on a graph; directions, loops and repeated edges do not matter.
    pub fn new(graph: &Graph) -> Self {
        NodeKayles(Field::new(graph, false))
    }

    fn after(&self, nodes: &Nodes, chosen: u32) -> Nodes {
        let mut left = nodes.clone();
        left.remove(chosen);
        for &next in &self.0.neighbours[chosen as usize] {
            left.remove(next);
        }
        left
    }
}

impl Game for NodeKayles {
    type Position = Component;

    fn moves(&self, position: &Component, visit: &mut impl FnMut(&[Component]) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut parts = Vec::new();
        match position {
            Component::Path(length) => {
                // The other half of the nodes are mirror images.
                for before in 0..length.div_ceil(2) {
                    parts.clear();
                    let sides = [before.saturating_sub(1), (length - before - 1).saturating_sub(1)];
                    parts.extend(self.0.paths(sides));
                    visit(&parts)?;
                }
            }
            Component::Induced(nodes) => {
                for chosen in nodes.iter() {
                    parts.clear();
                    self.0.components(self.after(nodes, chosen), &mut parts);
                    visit(&parts)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn heap_bytes(&self, position: &Component) -> usize {
        heap_bytes(position)
    }
}

impl Board for NodeKayles {
    type Plain = Nodes;

    fn components(&self, nodes: &Nodes) -> Vec<Component> {
        let mut parts = Vec::new();
        self.0.components(nodes.clone(), &mut parts);
        parts
    }

    fn plain_moves(&self, nodes: &Nodes) -> Vec<Nodes> {
        nodes.iter().map(|chosen| self.after(nodes, chosen)).collect()
    }
}

/// Arc Kayles: choose an edge; both its ends are taken away.
///
/// ```
/// use grundy::{boards::Board, graph::{ArcKayles, Format, Nodes, read}, solve::Solver};
/// let star = read(b"hub a\nhub b\nhub c", Format::EdgeList)?;
/// let mut solver = Solver::new(ArcKayles::new(&star));
/// let whole = solver.game().components(&Nodes::all(star.len()));
/// assert_eq!(solver.sum_value(&whole), Ok(1));
/// # Ok::<(), grundy::graph::ReadError>(())
/// ```
#[derive(Debug, Clone)]
pub struct ArcKayles(Field);

impl ArcKayles {
    /// The game on a graph; directions, loops and repeated edges do not matter.
    pub fn new(graph: &Graph) -> Self {
        ArcKayles(Field::new(graph, true))
    }

    /// The edges between nodes of the set.
    fn edges<'a>(&'a self, nodes: &'a Nodes) -> impl Iterator<Item = (u32, u32)> + 'a {
        nodes.iter().flat_map(move |a| self.0.around(a, nodes).filter(move |&b| a < b).map(move |b| (a, b)))
    }
}

fn without(nodes: &Nodes, (a, b): (u32, u32)) -> Nodes {
    let mut left = nodes.clone();
    left.remove(a);
    left.remove(b);
    left
}

impl Game for ArcKayles {
    type Position = Component;

    fn moves(&self, position: &Component, visit: &mut impl FnMut(&[Component]) -> ControlFlow<()>) -> ControlFlow<()> {
        let mut parts = Vec::new();
        match position {
            Component::Path(length) => {
                for before in 0..length / 2 {
                    parts.clear();
                    parts.extend(self.0.paths([before, length - before - 2]));
                    visit(&parts)?;
                }
            }
            Component::Induced(nodes) => {
                for edge in self.edges(nodes) {
                    parts.clear();
                    self.0.components(without(nodes, edge), &mut parts);
                    visit(&parts)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn heap_bytes(&self, position: &Component) -> usize {
        heap_bytes(position)
    }
}

impl Board for ArcKayles {
    type Plain = Nodes;

    fn components(&self, nodes: &Nodes) -> Vec<Component> {
        let mut parts = Vec::new();
        self.0.components(nodes.clone(), &mut parts);
        parts
    }

    fn plain_moves(&self, nodes: &Nodes) -> Vec<Nodes> {
        self.edges(nodes).map(|edge| without(nodes, edge)).collect()
    }
}
