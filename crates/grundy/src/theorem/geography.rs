//! Undirected vertex geography: a token on a vertex of a graph moves along an edge to a vertex where it has not been.
//!
//! **Theorem** (Fraenkel, Scheinerman, Ullman 1993). Let G be the graph of the vertices that are not used up, the token's among them. The player to
//! move wins if and only if every maximum matching of G covers the token's vertex.
//!
//! *Proof.* If every maximum matching covers the vertex v, take one, M, and move along the edge of M at v, to w. In G − v the matching M without
//! that edge is a maximum one, since one as large as M would be a maximum matching of G that leaves v out; and it leaves w out. So the opponent is
//! at a vertex that some maximum matching leaves out. If a maximum matching M leaves v out, each move goes to a vertex w, which M covers, or v and w
//! could be joined. M is a maximum matching of G − v as well, and every maximum matching of G − v covers w: one that did not would have the size of
//! M, and with v and w joined it would be a larger one of G. Play ends, since vertices are used up. ∎
//!
//! So the winning moves from v go to those neighbours that some maximum matching of G − v leaves out.
//!
//! **Which vertices some maximum matching leaves out.** Those that alternating paths of even length reach from the vertices that one maximum matching leaves out
//! (Gallai 1963, Edmonds 1965). The matching is found by Edmonds' search for augmenting paths, with odd cycles contracted; trees without such a path are
//! not looked at again. Time O(V·E) at worst; nearly linear where few paths are long.
//!
//! Reference: A. S. Fraenkel, E. R. Scheinerman, D. Ullman, *Undirected edge geography*, Theoret. Comput. Sci. 112 (1993).

use crate::watch::{Stop, Watch};

/// No vertex.
const NONE: u32 = u32::MAX;

/// What an alternating path from a root says of a vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Label {
    None,
    /// At the end of a path of even length.
    Even,
    /// Only of odd length.
    Odd,
}

/// For each vertex of a graph, given by the neighbours of each, whether some maximum matching leaves it out: then the player whose
/// token stands there loses.
///
/// ```
/// use grundy::{Watch, theorem::geography};
/// // A path of three vertices.
/// let lost = geography::lost(&[vec![1], vec![0, 2], vec![1]], &Watch::default())?;
/// assert_eq!(lost, [true, false, true]);
/// # Ok::<(), grundy::Stop>(())
/// ```
pub fn lost(neighbours: &[Vec<u32>], watch: &Watch) -> Result<Vec<bool>, Stop> {
    let mut search = Search::new(neighbours);
    search.greedy();
    let free: Vec<u32> = search.free().collect();
    for root in free {
        if search.mate[root as usize] == NONE {
            search.grow(root, watch)?;
        }
    }
    // The trees of the vertices that are left out, which have no augmenting path, keep their labels.
    Ok(search.label.iter().map(|label| *label == Label::Even).collect())
}

/// The search for augmenting paths.
struct Search<'a> {
    neighbours: &'a [Vec<u32>],
    mate: Vec<u32>,
    label: Vec<Label>,
    /// The vertex before, on the way back to a root.
    before: Vec<u32>,
    /// Of contracted odd cycles, a vertex nearer to the one nearest to the root.
    base: Vec<u32>,
    /// Vertices of trees without an augmenting path.
    done: Vec<bool>,
    /// Marks on the way to a common vertex of two paths.
    stamps: Vec<u32>,
    stamp: u32,
    queue: Vec<u32>,
    /// Vertices with a label.
    labelled: Vec<u32>,
}

impl<'a> Search<'a> {
    fn new(neighbours: &'a [Vec<u32>]) -> Self {
        let n = neighbours.len();
        Search {
            neighbours,
            mate: vec![NONE; n],
            label: vec![Label::None; n],
            before: vec![NONE; n],
            base: (0..n as u32).collect(),
            done: vec![false; n],
            stamps: vec![0; n],
            stamp: 0,
            queue: Vec::new(),
            labelled: Vec::new(),
        }
    }

    fn free(&self) -> impl Iterator<Item = u32> {
        (0..self.mate.len() as u32).filter(|&vertex| self.mate[vertex as usize] == NONE)
    }

    /// Joins what can be joined at once.
    fn greedy(&mut self) {
        for vertex in 0..self.neighbours.len() {
            if self.mate[vertex] != NONE {
                continue;
            }
            let is_free = |&&other: &&u32| self.mate[other as usize] == NONE && other as usize != vertex;
            if let Some(&other) = self.neighbours[vertex].iter().find(is_free) {
                (self.mate[vertex], self.mate[other as usize]) = (other, vertex as u32);
            }
        }
    }

    /// Grows a tree from a free vertex until an augmenting path is found, which is then used, or there is none.
    fn grow(&mut self, root: u32, watch: &Watch) -> Result<(), Stop> {
        self.reach(root, Label::Even);
        self.queue.push(root);
        let mut next = 0;
        while let Some(&vertex) = self.queue.get(next) {
            next += 1;
            if next % 1024 == 0 {
                watch.check(0, 0)?;
            }
            for place in 0..self.neighbours[vertex as usize].len() {
                let other = self.neighbours[vertex as usize][place];
                if self.along(vertex, other) {
                    self.augment(vertex, other);
                    self.forget();
                    return watch.check(0, 0);
                }
            }
        }
        for vertex in std::mem::take(&mut self.labelled) {
            self.done[vertex as usize] = true;
        }
        self.queue.clear();
        Ok(())
    }

    /// Goes along an edge from an even vertex; whether an augmenting path ends there.
    fn along(&mut self, vertex: u32, other: u32) -> bool {
        let at = other as usize;
        if vertex == other || self.done[at] || self.base_of(vertex) == self.base_of(other) {
            return false;
        }
        match self.label[at] {
            Label::Odd => {}
            Label::None if self.mate[at] == NONE => return true,
            Label::None => {
                let mate = self.mate[at];
                self.before[at] = vertex;
                self.reach(other, Label::Odd);
                self.reach(mate, Label::Even);
                self.queue.push(mate);
            }
            Label::Even => {
                if let Some(common) = self.common(vertex, other) {
                    self.contract(vertex, other, common);
                    self.contract(other, vertex, common);
                }
            }
        }
        false
    }

    fn reach(&mut self, vertex: u32, label: Label) {
        self.label[vertex as usize] = label;
        self.labelled.push(vertex);
    }

    /// The vertex that stands for the contracted cycles around a vertex.
    fn base_of(&mut self, mut vertex: u32) -> u32 {
        while self.base[vertex as usize] != vertex {
            let next = self.base[vertex as usize];
            self.base[vertex as usize] = self.base[next as usize];
            vertex = next;
        }
        vertex
    }

    /// Where the ways of two even vertices back to their root meet.
    fn common(&mut self, a: u32, b: u32) -> Option<u32> {
        self.stamp += 1;
        let mut ways = [a, b];
        while ways != [NONE, NONE] {
            if ways[0] != NONE {
                let base = self.base_of(ways[0]) as usize;
                if self.stamps[base] == self.stamp {
                    return Some(base as u32);
                }
                self.stamps[base] = self.stamp;
                let mate = self.mate[base];
                ways[0] = if mate == NONE { NONE } else { self.before[mate as usize] };
            }
            ways.swap(0, 1);
        }
        None
    }

    /// Contracts one side of an odd cycle: its odd vertices are reached by even paths the other way round.
    fn contract(&mut self, mut vertex: u32, mut other: u32, common: u32) {
        while self.base_of(vertex) != common {
            self.before[vertex as usize] = other;
            other = self.mate[vertex as usize];
            if self.label[other as usize] == Label::Odd {
                self.label[other as usize] = Label::Even;
                self.queue.push(other);
            }
            for side in [vertex, other] {
                if self.base_of(side) == side {
                    self.base[side as usize] = common;
                }
            }
            vertex = self.before[other as usize];
        }
    }

    /// Exchanges the edges of the path that leads to a free vertex by way of an even one.
    fn augment(&mut self, even: u32, free: u32) {
        self.before[free as usize] = even;
        let mut vertex = free;
        while vertex != NONE {
            let before = self.before[vertex as usize];
            let next = self.mate[before as usize];
            self.mate[vertex as usize] = before;
            self.mate[before as usize] = vertex;
            vertex = next;
        }
    }

    fn forget(&mut self) {
        for vertex in std::mem::take(&mut self.labelled) {
            (self.label[vertex as usize], self.base[vertex as usize]) = (Label::None, vertex);
        }
        self.queue.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Whether the player to move loses, by the rules.
    fn by_play(neighbours: &[Vec<u32>], at: u32, used: u32) -> bool {
        let free = |other: &&u32| used >> **other & 1 == 0;
        let mut moves = neighbours[at as usize].iter().filter(free);
        moves.all(|&other| !by_play(neighbours, other, used | 1 << other))
    }

    fn graph(vertices: usize, edges: &[(usize, usize)]) -> Vec<Vec<u32>> {
        let mut neighbours = vec![Vec::new(); vertices];
        for &(a, b) in edges {
            neighbours[a].push(b as u32);
            if a != b {
                neighbours[b].push(a as u32);
            }
        }
        neighbours
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn agrees_with_the_rules((n, edges) in (1usize..11).prop_flat_map(|n| (Just(n), proptest::collection::vec((0..n, 0..n), 0..14)))) {
            let neighbours = graph(n, &edges);
            let found = lost(&neighbours, &Watch::default()).unwrap();
            let expected: Vec<bool> = (0..n as u32).map(|at| by_play(&neighbours, at, 1 << at)).collect();
            prop_assert_eq!(found, expected, "{:?}", edges);
        }
    }

    #[test]
    fn large_graphs() {
        // A board of 301 × 299 squares has one square left over, of the colour of the corners; so have those that it may be exchanged with.
        let (rows, columns) = (301u32, 299u32);
        let edges: Vec<(usize, usize)> = (0..rows * columns)
            .flat_map(|at| {
                let right = (at % columns + 1 < columns).then_some((at as usize, at as usize + 1));
                let down = (at / columns + 1 < rows).then_some((at as usize, (at + columns) as usize));
                [right, down].into_iter().flatten()
            })
            .collect();
        let found = lost(&graph((rows * columns) as usize, &edges), &Watch::default()).unwrap();
        assert!(found.iter().zip(0u32..).all(|(&lost, at)| lost == ((at / columns + at % columns) % 2 == 0)));
        // Odd cycles in a chain: triangles joined at their corners.
        let chain: Vec<(usize, usize)> =
            (0..50_000).flat_map(|k| [(2 * k, 2 * k + 1), (2 * k + 1, 2 * k + 2), (2 * k, 2 * k + 2)]).collect();
        assert!(lost(&graph(100_001, &chain), &Watch::default()).unwrap().iter().all(|&lost| lost));
    }
}
