//! Lists whose numbers belong together: trees, graphs, permutations, ascending lists.

use super::choices::Choices;
use super::walk::Refused;
use std::fmt;
use std::str::FromStr;

/// How the numbers of a list belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Not at all.
    Any,
    /// Each at most once.
    Distinct,
    /// Ascending, equal ones allowed.
    Sorted,
    /// Ascending, each at most once.
    Increasing,
    /// Each of the numbers from the least on once.
    Permutation,
    /// The parent of vertex 2, of vertex 3, …: a smaller vertex.
    Parents,
    /// Only even numbers.
    Even,
    /// Only odd numbers.
    Odd,
    /// A vertex: from 1 to `n`, or to the first number read.
    Vertex,
    /// Pairs: the edges of a tree.
    Tree,
    /// Pairs: different edges of a graph, no loops.
    Graph,
    /// Pairs: different edges from smaller to larger vertices.
    Dag,
}

const NAMES: [(&str, Shape); 12] = [
    ("any", Shape::Any),
    ("distinct", Shape::Distinct),
    ("sorted", Shape::Sorted),
    ("increasing", Shape::Increasing),
    ("permutation", Shape::Permutation),
    ("parents", Shape::Parents),
    ("even", Shape::Even),
    ("odd", Shape::Odd),
    ("vertex", Shape::Vertex),
    ("tree", Shape::Tree),
    ("graph", Shape::Graph),
    ("dag", Shape::Dag),
];

impl FromStr for Shape {
    type Err = String;

    fn from_str(text: &str) -> Result<Shape, String> {
        let names = || NAMES.map(|(name, _)| name).join(", ");
        let found = NAMES.iter().find(|(name, _)| *name == text);
        found.map(|(_, shape)| *shape).ok_or_else(|| format!("no shape `{text}`; there are {}", names()))
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, shape)| shape == self).map_or("any", |(name, _)| name);
        f.write_str(name)
    }
}

impl Shape {
    /// Whether it is a shape of pairs.
    pub(super) fn of_pairs(self) -> bool {
        matches!(self, Shape::Tree | Shape::Graph | Shape::Dag)
    }

    /// Whether it says something about each number alone.
    pub(super) fn of_numbers(self) -> bool {
        matches!(self, Shape::Any | Shape::Even | Shape::Odd | Shape::Vertex)
    }

    /// The remainder of all its numbers by 2.
    pub(super) fn parity(self) -> Option<i128> {
        match self {
            Shape::Even => Some(0),
            Shape::Odd => Some(1),
            _ => None,
        }
    }

    /// The numbers of a list of `length` numbers, or pairs, between two bounds.
    pub(super) fn fill(
        self,
        length: usize,
        (low, high): (i128, i128),
        choices: &mut Choices,
    ) -> Result<Vec<i128>, Refused> {
        let from_low = |index: u64| low + i128::from(index);
        match self {
            Shape::Any | Shape::Even | Shape::Odd | Shape::Vertex => Ok(Vec::new()),
            Shape::Distinct | Shape::Increasing | Shape::Sorted => {
                let count = u64::try_from(high - low + 1).unwrap_or(0).min(1 << 16);
                let mut numbers = if self == Shape::Sorted && count > 0 {
                    (0..length).map(|_| choices.below(count)).collect()
                } else {
                    pick(length, count, choices)?
                };
                if self != Shape::Distinct {
                    numbers.sort_unstable();
                }
                Ok(numbers.into_iter().map(from_low).collect())
            }
            Shape::Permutation => Ok(pick(length, length as u64, choices)?.into_iter().map(from_low).collect()),
            Shape::Parents => Ok((1..=length as u64).map(|count| from_low(choices.below(count))).collect()),
            Shape::Tree => Ok(tree(length, choices)?.into_iter().map(from_low).collect()),
            Shape::Graph | Shape::Dag => {
                let vertices = u64::try_from(high - low + 1).unwrap_or(0).min(1 << 12);
                Ok(graph(length, vertices, self == Shape::Graph, choices)?.into_iter().map(from_low).collect())
            }
        }
    }
}

/// Different numbers below `count`, in any order.
fn pick(length: usize, count: u64, choices: &mut Choices) -> Result<Vec<u64>, Refused> {
    if length as u64 > count {
        return Err(Refused::unfit("more different numbers than there are"));
    }
    let mut left: Vec<u64> = (0..count).collect();
    Ok((0..length).map(|_| left.remove(choices.below(left.len() as u64) as usize)).collect())
}

/// The ends of the edges of a tree: each vertex hangs on an earlier one, then the names are mixed.
fn tree(edges: usize, choices: &mut Choices) -> Result<Vec<u64>, Refused> {
    let parents: Vec<u64> = (1..=edges as u64).map(|vertex| choices.below(vertex)).collect();
    let names = pick(edges + 1, edges as u64 + 1, choices)?;
    let mut ends = Vec::new();
    for (vertex, parent) in (1..).zip(parents) {
        ends.extend(turned([names[parent as usize], names[vertex]], choices));
    }
    Ok(ends)
}

fn turned([a, b]: [u64; 2], choices: &mut Choices) -> [u64; 2] {
    if choices.below(2) == 0 { [a, b] } else { [b, a] }
}

fn graph(edges: usize, vertices: u64, turn: bool, choices: &mut Choices) -> Result<Vec<u64>, Refused> {
    let pairs = vertices * vertices.saturating_sub(1) / 2;
    let mut ends = Vec::new();
    for number in pick(edges, pairs, choices)? {
        // Pairs (a, b), a < b, ordered by b: the pair (0, b) has the number b(b-1)/2.
        let b = (1..vertices).rev().find(|b| b * (b - 1) / 2 <= number).unwrap_or(1);
        let pair = [number - b * (b - 1) / 2, b];
        ends.extend(if turn { turned(pair, choices) } else { pair });
    }
    Ok(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(shape: Shape, length: usize, range: (i128, i128), seed: u64) -> Vec<i128> {
        shape.fill(length, range, &mut Choices::random(seed)).unwrap()
    }

    #[test]
    fn trees_are_connected() {
        for seed in 0..50 {
            let ends = filled(Shape::Tree, 7, (1, 0), seed);
            let mut reached = vec![1];
            for _ in 0..8 {
                for edge in ends.chunks(2) {
                    for (from, to) in [(edge[0], edge[1]), (edge[1], edge[0])] {
                        if reached.contains(&from) && !reached.contains(&to) {
                            reached.push(to);
                        }
                    }
                }
            }
            reached.sort_unstable();
            assert_eq!(reached, (1..=8).collect::<Vec<_>>());
        }
    }

    #[test]
    fn graphs_are_simple() {
        for seed in 0..50 {
            let ends = filled(Shape::Graph, 6, (1, 4), seed);
            let mut edges: Vec<_> = ends.chunks(2).map(|edge| (edge[0].min(edge[1]), edge[0].max(edge[1]))).collect();
            edges.sort_unstable();
            assert_eq!(edges, [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]);
        }
        assert!(Shape::Graph.fill(7, (1, 4), &mut Choices::random(1)).is_err());
    }

    #[test]
    fn lists() {
        for seed in 0..50 {
            assert!(filled(Shape::Increasing, 4, (3, 9), seed).windows(2).all(|pair| pair[0] < pair[1]));
            assert!(filled(Shape::Sorted, 4, (3, 4), seed).is_sorted());
            let mut numbers = filled(Shape::Permutation, 5, (1, 20), seed);
            numbers.sort_unstable();
            assert_eq!(numbers, [1, 2, 3, 4, 5]);
            assert!(
                (1..).zip(filled(Shape::Parents, 5, (1, 9), seed)).all(|(most, parent)| (1..=most).contains(&parent))
            );
        }
        assert!(Shape::Distinct.fill(3, (1, 2), &mut Choices::random(1)).is_err());
    }
}
