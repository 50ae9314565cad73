//! The strongly connected parts of a graph, those that lead nowhere else first.
//!
//! Tarjan's algorithm (Depth-first search and linear graph algorithms, SIAM J. Comput. 1, 1972) on a stack of its own. Every
//! edge leads into the same part or into one that is given earlier. Time O(edges), memory O(nodes).

/// Nodes, part after part.
#[derive(Debug, Default)]
pub(super) struct Parts {
    nodes: Vec<u32>,
    ends: Vec<usize>,
}

impl Parts {
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> {
        (0..self.ends.len()).map(|part| {
            let start = part.checked_sub(1).map_or(0, |before| self.ends[before]);
            &self.nodes[start..self.ends[part]]
        })
    }
}

/// Bytes for each node, at most: a frame holds an iterator over edges.
pub(super) const BYTES: u64 = 160;

const UNSEEN: u32 = u32::MAX;

struct Frame<I> {
    node: u32,
    edges: I,
}

/// The parts of the nodes from `first` to `end - 1`; `edges` gives where the edges of a node lead, and those that lead outside
/// do not count.
pub(super) fn parts<I: Iterator<Item = u32>>(first: u32, end: u32, mut edges: impl FnMut(u32) -> I) -> Parts {
    let count = (end - first) as usize;
    let mut found = Parts::default();
    // The order of discovery, and the least of those that a node leads back to; a node whose part is found is at the end.
    let (mut low, mut next) = (vec![UNSEEN; count], 0);
    let (mut open, mut stack): (Vec<u32>, Vec<Frame<I>>) = (Vec::new(), Vec::new());
    let mut order = vec![UNSEEN; count];
    for root in first..end {
        let mut entered = (order[(root - first) as usize] == UNSEEN).then_some(root);
        while entered.is_some() || !stack.is_empty() {
            if let Some(node) = entered.take() {
                let index = (node - first) as usize;
                (order[index], low[index]) = (next, next);
                next += 1;
                open.push(node);
                stack.push(Frame { node, edges: edges(node) });
            }
            let Some(frame) = stack.last_mut() else { break };
            let index = (frame.node - first) as usize;
            let mut inside = frame.edges.by_ref().filter(|to| (first..end).contains(to));
            match inside.next() {
                Some(to) if order[(to - first) as usize] == UNSEEN => entered = Some(to),
                Some(to) => low[index] = low[index].min(low[(to - first) as usize]),
                None => {
                    let least = low[index];
                    if least == order[index] {
                        let start = open.iter().rposition(|&node| node == frame.node).unwrap_or(0);
                        open[start..].iter().for_each(|&node| low[(node - first) as usize] = UNSEEN);
                        found.nodes.extend(open.drain(start..));
                        found.ends.push(found.nodes.len());
                    }
                    stack.pop();
                    if let Some(below) = stack.last() {
                        let below = (below.node - first) as usize;
                        low[below] = low[below].min(low[index]);
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn parts_are_the_nodes_that_reach_each_other(
            edges in prop::collection::vec(prop::collection::vec(0..12_u32, 0..4), 12),
            first in 0..3_u32,
        ) {
            let end = 12;
            let found = parts(first, end, |node| edges[node as usize].iter().copied());
            let reaches = |from: u32, to: u32| {
                let (mut seen, mut next) = (vec![false; 12], vec![from]);
                while let Some(node) = next.pop() {
                    if !std::mem::replace(&mut seen[node as usize], true) {
                        next.extend(edges[node as usize].iter().filter(|&&to| to >= first));
                    }
                }
                seen[to as usize]
            };
            let place = |node: u32| found.iter().position(|part| part.contains(&node)).unwrap();
            prop_assert_eq!(found.nodes.len() as u32, end - first);
            for a in first..end {
                for b in first..end {
                    prop_assert_eq!(place(a) == place(b), reaches(a, b) && reaches(b, a));
                    prop_assert!(!reaches(a, b) || place(b) <= place(a));
                }
            }
        }
    }
}
