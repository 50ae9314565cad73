//! Green Hackenbush: a drawing of edges that stands on the ground. A move hews an edge away, and with it everything that
//! hangs no longer on the ground.
//!
//! **Colon principle.** If at a node x of a graph hang two graphs of equal value, they may be exchanged. So in a tree the
//! value at a node is the XOR over its branches of 1 + the value at the branch's far end. *Proof sketch.* In the sum of the
//! graph with one branch and the same graph with the other, who moves second wins: a move below x is copied, and a
//! move in a branch is answered as in the sum of the two branches, which is 0. ∎
//!
//! **Fusion principle.** The nodes of a cycle may be made one, without changing the value: each edge of the cycle becomes a
//! loop there, which is worth 1. (Proof: Berlekamp, Conway, Guy, *Winning Ways*, chapter 7.)
//!
//! Together: fuse all nodes that are joined by cycles (those not separated by a bridge); what is left is a tree with
//! loops. Run time and memory are linear in the edges. The definition, as moves on edge sets, is the [`Game`].

use super::{Board, Error, Set};
use crate::game::{Game, Listed};
use crate::graph::Graph;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// The most edges: a position is a set of them, and a list of moves has a set for each.
pub const MAX_EDGES: u64 = 1 << 14;

/// The most nodes.
pub const MAX_NODES: u64 = 1 << 15;

/// Green Hackenbush on a graph with a ground.
///
/// ```
/// use grundy::{boards::Hackenbush, graph::Graph};
/// // A stalk of two edges with a triangle on top.
/// let flower = Graph::new(5, &[[0, 1], [1, 2], [2, 3], [3, 4], [4, 2]], false)?;
/// let game = Hackenbush::new(&flower)?;
/// assert_eq!(game.value(&game.whole()), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Hackenbush {
    /// For each node its edges, each with the node at its other end.
    incident: Vec<Vec<[usize; 2]>>,
    ends: Vec<[usize; 2]>,
    ground: usize,
}

/// A node's place in the depth-first search from the ground.
#[derive(Debug, Clone, Copy, Default)]
struct Visit {
    /// When it was found, from 1; 0 if not yet.
    found: usize,
    /// The earliest node that it or what was found from it reaches by one edge outside the tree.
    low: usize,
    /// XOR of what is fused into it and hangs on it.
    value: u64,
    /// How many of its edges were followed.
    next: usize,
    /// The edge that it was found by.
    edge: Option<usize>,
}

impl Hackenbush {
    /// The game on this graph; the ground is the node named `ground`, else the one named `0`, else the first.
    pub fn new(graph: &Graph) -> Result<Self, Error> {
        let ground = graph.node("ground").or_else(|| graph.node("0")).unwrap_or(0);
        Hackenbush::with_ground(graph, ground)
    }

    /// The game on this graph standing on this node.
    pub fn with_ground(graph: &Graph, ground: u32) -> Result<Self, Error> {
        if graph.edges().len() as u64 > MAX_EDGES {
            return Err(Error::TooLarge { what: "edges", limit: MAX_EDGES });
        }
        let nodes = graph.names().len();
        if nodes as u64 > MAX_NODES {
            return Err(Error::TooLarge { what: "nodes", limit: MAX_NODES });
        }
        if ground as usize >= nodes.max(1) {
            return Err(Error::Invalid("the ground is not a node of the graph"));
        }
        let ends: Vec<_> = graph.edges().iter().map(|&[a, b]| [a as usize, b as usize]).collect();
        let mut incident = vec![Vec::new(); nodes];
        for (edge, &[a, b]) in ends.iter().enumerate() {
            incident[a].push([edge, b]);
            if a != b {
                incident[b].push([edge, a]);
            }
        }
        Ok(Hackenbush { incident, ends, ground: ground as usize })
    }

    /// The node that is the ground; it may be missing in a graph without nodes.
    pub fn ground(&self) -> usize {
        self.ground
    }

    /// All edges that hang on the ground.
    pub fn whole(&self) -> Set {
        self.grounded(&Set::full(self.ends.len()))
    }

    /// The ends of an edge.
    pub fn ends(&self, edge: usize) -> [usize; 2] {
        self.ends[edge]
    }

    /// The edges of a set that hang on the ground by edges of the set.
    pub fn grounded(&self, edges: &Set) -> Set {
        let mut kept = Set::empty(self.ends.len());
        if !self.incident.is_empty() {
            self.collect(edges, self.ground, &mut kept, &mut vec![false; self.incident.len()]);
        }
        kept
    }

    /// Adds to `kept` the edges that are reached from a node; nodes that were reached before are not passed through.
    fn collect(&self, edges: &Set, start: usize, kept: &mut Set, reached: &mut [bool]) {
        let mut found = vec![start];
        reached[start] = true;
        while let Some(node) = found.pop() {
            for &[edge, other] in self.incident[node].iter().filter(|[edge, _]| edges.contains(*edge)) {
                kept.insert(edge);
                if !std::mem::replace(&mut reached[other], true) {
                    found.push(other);
                }
            }
        }
    }

    /// The Grundy value of the edges that hang on the ground, by the colon and fusion principles.
    pub fn value(&self, edges: &Set) -> u64 {
        let mut visits = vec![Visit::default(); self.incident.len()];
        let Some(ground) = visits.get_mut(self.ground) else { return 0 };
        (ground.found, ground.low) = (1, 1);
        let (mut path, mut clock) = (vec![self.ground], 1);
        while let Some(&node) = path.last() {
            let followed = visits[node].next;
            visits[node].next += 1;
            match self.incident[node].get(followed) {
                Some(&[edge, _]) if !edges.contains(edge) || visits[node].edge == Some(edge) => {}
                Some(&[edge, other]) if visits[other].found == 0 => {
                    clock += 1;
                    visits[other] = Visit { found: clock, low: clock, edge: Some(edge), ..Visit::default() };
                    path.push(other);
                }
                // An edge outside the tree lies on a cycle: a loop of the fused node, seen from its later end.
                Some(&[_, other]) if visits[other].found <= visits[node].found => {
                    visits[node].low = visits[node].low.min(visits[other].found);
                    visits[node].value ^= 1;
                }
                Some(_) => {}
                None => {
                    path.pop();
                    if let Some(&parent) = path.last() {
                        let Visit { found, low, value, .. } = visits[node];
                        let bridge = low == found;
                        visits[parent].value ^= if bridge { value + 1 } else { value ^ 1 };
                        visits[parent].low = visits[parent].low.min(low);
                    }
                }
            }
        }
        visits[self.ground].value
    }

    /// What each move in a set of edges leaves, one after the other: on a large graph each is work.
    pub fn visit_moves(&self, edges: &Set, visit: impl FnMut(Set) -> ControlFlow<()>) -> ControlFlow<()> {
        self.options(&self.grounded(edges)).try_for_each(visit)
    }

    fn options(&self, edges: &Set) -> impl Iterator<Item = Set> {
        edges.iter().map(|edge| {
            let mut rest = edges.clone();
            rest.remove(edge);
            self.grounded(&rest)
        })
    }
}

impl Game for Hackenbush {
    type Position = Set;
    type Error = Infallible;

    /// The moves by definition; [`Hackenbush::value`] is far faster than a search.
    fn moves(&self, position: &Set, visit: &mut impl FnMut(&[Set]) -> ControlFlow<()>) -> Listed {
        Ok(self.options(position).try_for_each(|rest| visit(&self.components(&rest))))
    }

    fn ends(&self, _position: &Set) -> bool {
        true
    }

    fn heap_bytes(&self, position: &Set) -> usize {
        position.heap_bytes()
    }
}

impl Board for Hackenbush {
    type Plain = Set;

    /// The parts that have only the ground in common.
    fn components(&self, plain: &Set) -> Vec<Set> {
        let mut reached = vec![false; self.incident.len()];
        let mut parts = Vec::new();
        let Some(roots) = self.incident.get(self.ground) else { return parts };
        reached[self.ground] = true;
        for &[edge, root] in roots.iter().filter(|[edge, _]| plain.contains(*edge)) {
            let mut part = Set::empty(self.ends.len());
            if root == self.ground {
                part.insert(edge);
            } else if !reached[root] {
                self.collect(plain, root, &mut part, &mut reached);
            }
            if !part.is_empty() {
                parts.push(part);
            }
        }
        parts
    }

    fn plain_moves(&self, plain: &Set) -> Vec<Set> {
        let mut moves = Vec::new();
        let _ = self.visit_moves(plain, |rest| {
            moves.push(rest);
            ControlFlow::Continue(())
        });
        moves
    }
}
