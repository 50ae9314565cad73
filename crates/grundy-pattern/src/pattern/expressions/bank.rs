//! Expressions by size, one of each kind that the sample cannot tell apart.

use super::op::{BINARY, Op, UNARY, Written, written};
use foldhash::fast::FixedState;
use std::collections::HashSet;
use std::hash::BuildHasher;
use std::ops::Range;

#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) op: Op,
    pub(super) a: u32,
    pub(super) b: u32,
}

/// Expressions with their values on the sample.
#[derive(Debug)]
pub(super) struct Bank {
    width: usize,
    names: Vec<String>,
    nodes: Vec<Node>,
    values: Vec<i64>,
    seen: HashSet<u64>,
    /// The expressions of size 1, 2, …
    levels: Vec<Range<u32>>,
}

impl Bank {
    /// Leaves with their values; of equal ones the first.
    pub(super) fn new(leaves: Vec<(String, Vec<i64>)>) -> Bank {
        let width = leaves.first().map_or(0, |leaf| leaf.1.len());
        let (names, nodes, values, seen) = (Vec::new(), Vec::new(), Vec::new(), HashSet::new());
        let mut bank = Bank { width, names, nodes, values, seen, levels: Vec::new() };
        for (name, values) in leaves {
            let index = bank.names.len() as u32;
            bank.names.push(name);
            bank.insert(Node { op: Op::Leaf, a: index, b: 0 }, &values);
        }
        bank.close_level();
        bank
    }

    /// All expressions so far that no level has belong to the next one.
    pub(super) fn close_level(&mut self) {
        let from = self.levels.last().map_or(0, |level| level.end);
        self.levels.push(from..self.nodes.len() as u32);
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The memory that it takes.
    pub(super) fn bytes(&self) -> u64 {
        let words = self.values.capacity() + self.seen.capacity();
        (words * size_of::<u64>() + self.nodes.capacity() * size_of::<Node>()) as u64
    }

    pub(super) fn values(&self, id: u32) -> &[i64] {
        let at = id as usize * self.width;
        &self.values[at..at + self.width]
    }

    /// Keeps an expression unless one with the same values is there.
    pub(super) fn insert(&mut self, node: Node, values: &[i64]) {
        if self.seen.insert(FixedState::default().hash_one(values)) {
            self.nodes.push(node);
            self.values.extend_from_slice(values);
        }
    }

    /// All expressions of a size from smaller ones: `n / k % 2` comes before `bitand(1, n / k)`.
    pub(super) fn candidates(&self, size: usize) -> impl Iterator<Item = Node> + use<> {
        let levels = self.levels.clone();
        let level = move |size: usize| levels.get(size - 1).cloned().unwrap_or(0..0);
        let named = |name: &str| {
            let leaf = |id: &u32| matches!(self.nodes[*id as usize], Node { op: Op::Leaf, a, .. } if self.names[a as usize] == name);
            level(1).find(leaf)
        };
        let (zero, one) = (named("0"), named("1"));
        let of_one = level(size - 1).flat_map(|a| UNARY.map(|op| Node { op, a, b: a }));
        let pairs = (1..size - 1).rev().flat_map(move |left| {
            let right = level(size - 1 - left);
            level(left).flat_map(move |a| right.clone().map(move |b| (a, b)))
        });
        let of_two = pairs.flat_map(move |(a, b)| {
            let vain = move |op: &Op| match op {
                Op::Sub => Some(b) == zero,
                Op::Mul => [Some(a), Some(b)].iter().any(|id| id.is_some() && (*id == zero || *id == one)),
                Op::Div | Op::Mod => Some(a) == zero || Some(b) == zero || Some(b) == one,
                _ => Some(a) == zero || Some(b) == zero || a == b && op.is_idempotent(),
            };
            let useful = move |op: &Op| (!op.commutes() || a <= b) && !vain(op);
            BINARY.into_iter().filter(useful).map(move |op| Node { op, a, b })
        });
        of_one.chain(of_two)
    }

    /// The values of an expression from those that are there.
    pub(super) fn apply(&self, node: Node) -> impl Iterator<Item = i64> {
        let pairs = self.values(node.a).iter().zip(self.values(node.b));
        pairs.map(move |(&a, &b)| node.op.apply(a, b))
    }

    pub(super) fn write(&self, node: Node) -> Written {
        match node.op {
            Op::Leaf => Written::name(&self.names[node.a as usize]),
            op => written(op, &self.write(self.nodes[node.a as usize]), &self.write(self.nodes[node.b as usize])),
        }
    }

    pub(super) fn node(&self, id: u32) -> Node {
        self.nodes[id as usize]
    }
}
