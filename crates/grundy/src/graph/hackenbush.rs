//! Green Hackenbush: a graph stands on the ground; a move cuts one edge, and what no longer hangs on the ground falls off.
//!
//! **Theorem** (*Winning Ways*, ch. 7; Ferguson, *Game Theory* I.6).
//! - *Colon principle:* branches that meet at a node may be replaced by one stalk as long as the XOR of their lengths. So a tree
//!   has the value v(root), where v(x) = ⊕ (v(y) + 1) over the children y of x.
//! - *Fusion principle:* the nodes of a cycle may be fused into one without changing the value. The edges of the cycle become loops, and
//!   a loop, which one cut takes away, is worth a stalk of one edge.
//!
//! Hence: fuse every two-edge-connected part. What remains is a tree of bridges, and v(x) = ⊕ (v(y) + 1) ⊕ (number of edges inside
//! the part x, mod 2). One depth-first search finds bridges and values: O(nodes + edges), on an explicit stack.

use super::{Graph, Nodes};
use crate::boards::Board;
use crate::game::Game;
use std::ops::ControlFlow;

/// The edges that still stand, as numbers into [`Graph::edges`].
pub type Edges = Nodes;

/// Green Hackenbush on a graph.
///
/// ```
/// use grundy::graph::{Edges, Format, Hackenbush, read};
/// // A stalk of three edges, and a triangle on the ground: a fused triangle is three loops, worth 1.
/// let graph = read(b"ground a\na b\nb c\nground x\nx y\ny ground", Format::EdgeList)?;
/// let game = Hackenbush::new(&graph);
/// assert_eq!(game.value(&Edges::all(graph.edges().len())), 3 ^ 1);
/// # Ok::<(), grundy::graph::ReadError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Hackenbush {
    nodes: usize,
    edges: Vec<(u32, u32)>,
    /// For each node the edges at it, with the node at the other end.
    incident: Vec<Vec<(u32, u32)>>,
    ground: u32,
}

/// A node on the path of the depth-first search.
struct Visit {
    node: u32,
    /// The edge it was entered by.
    by: Option<u32>,
    /// The next incident edge to look at.
    next: usize,
    order: u32,
    /// The least order reached from below.
    low: u32,
    /// The value of the part of it above this node, so far.
    value: u64,
}

impl Hackenbush {
    /// The game on a graph. The ground is the node named `ground`, else the one named `0`, else the first node.
    pub fn new(graph: &Graph) -> Self {
        let ground = graph.node("ground").or_else(|| graph.node("0")).unwrap_or(0);
        let mut incident = vec![Vec::new(); graph.len()];
        for (edge, &(a, b)) in graph.edges().iter().enumerate() {
            incident[a as usize].push((edge as u32, b));
            if a != b {
                incident[b as usize].push((edge as u32, a));
            }
        }
        Hackenbush { nodes: graph.len(), edges: graph.edges().to_vec(), incident, ground }
    }

    /// The node on the ground.
    pub fn ground(&self) -> u32 {
        self.ground
    }

    /// The value, by the colon and fusion principles. Edges that do not hang on the ground count for nothing.
    ///
    /// In the depth-first search an edge to an ancestor is inside a fused part and toggles its value. A child whose
    /// part is joined to its parent by a bridge gives (value + 1); any other child lies in the part of its parent, and
    /// the edge to it is one more inside.
    pub fn value(&self, standing: &Edges) -> u64 {
        if self.nodes == 0 {
            return 0;
        }
        let mut order = vec![u32::MAX; self.nodes];
        let mut count = 0;
        let mut path = vec![enter(self.ground, None, &mut order, &mut count)];
        loop {
            let Some(top) = path.last_mut() else { unreachable!("the ground ends the search") };
            if let Some(&(edge, other)) = self.incident[top.node as usize].get(top.next) {
                top.next += 1;
                if !standing.contains(edge) || top.by == Some(edge) {
                    continue;
                }
                match order[other as usize] {
                    u32::MAX => path.push(enter(other, Some(edge), &mut order, &mut count)),
                    // An edge upwards or a loop; the same edge seen from above comes later and is skipped.
                    seen if seen <= top.order => {
                        top.low = top.low.min(seen);
                        top.value ^= 1;
                    }
                    _ => {}
                }
                continue;
            }
            let (low, entered, value) = (top.low, top.order, top.value);
            path.pop();
            let Some(parent) = path.last_mut() else { return value };
            let bridge = low == entered;
            parent.value ^= if bridge { value + 1 } else { value ^ 1 };
            parent.low = parent.low.min(low);
        }
    }

    /// The edges of the set that hang on the ground.
    fn hanging(&self, standing: &Edges) -> Edges {
        let mut kept = Edges::none(self.edges.len());
        let mut reached = vec![false; self.nodes];
        let mut stack = Vec::new();
        if self.nodes > 0 {
            reached[self.ground as usize] = true;
            stack.push(self.ground);
        }
        while let Some(node) = stack.pop() {
            for &(edge, other) in &self.incident[node as usize] {
                if standing.contains(edge) {
                    kept.insert(edge);
                    if !std::mem::replace(&mut reached[other as usize], true) {
                        stack.push(other);
                    }
                }
            }
        }
        kept
    }

    fn cut(&self, standing: &Edges, edge: u32) -> Edges {
        let mut left = standing.clone();
        left.remove(edge);
        self.hanging(&left)
    }
}

fn enter(node: u32, by: Option<u32>, order: &mut [u32], count: &mut u32) -> Visit {
    order[node as usize] = *count;
    let visit = Visit { node, by, next: 0, order: *count, low: *count, value: 0 };
    *count += 1;
    visit
}

/// The game by its definition: every cut, one by one.
impl Game for Hackenbush {
    type Position = Edges;

    fn moves(&self, standing: &Edges, visit: &mut impl FnMut(&[Edges]) -> ControlFlow<()>) -> ControlFlow<()> {
        standing.iter().try_for_each(|edge| visit(&[self.cut(standing, edge)]))
    }

    fn heap_bytes(&self, standing: &Edges) -> usize {
        standing.bytes()
    }
}

impl Board for Hackenbush {
    type Plain = Edges;

    fn components(&self, standing: &Edges) -> Vec<Edges> {
        vec![self.hanging(standing)]
    }

    fn plain_moves(&self, standing: &Edges) -> Vec<Edges> {
        self.hanging(standing).iter().map(|edge| self.cut(standing, edge)).collect()
    }
}
