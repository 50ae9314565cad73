//! Mex of stretches of a sequence that grows: which is the least number that does not stand between two places?
//!
//! **Idea.** Let last(v) be the last place of the number v so far, -1 if there is none. A stretch lo.. up to the end holds v exactly if
//! last(v) ≥ lo. A tree over the numbers v with the least of last in each node finds the first v with last(v) < lo on one way up and
//! down. A stretch lo..hi that ends before the end asks the same of the tree as it was when place hi had been filled: these trees are
//! kept as versions that share what did not change (Driscoll, Sarnak, Sleator, Tarjan: Making data structures persistent, 1989). They
//! are made when the first such stretch is asked for, since they take much more memory.
//!
//! Run time O(log V) a number and a question, V the largest number; memory 4 bytes a place and 8 a number, with versions another
//! 12·log V a place. Rejected: lists of places for each number and one number after the other (as long as the mex is large).

/// A sequence of numbers, and where each stands.
///
/// ```
/// let mut places = grundy::places::Places::default();
/// [0, 1, 0, 2].into_iter().for_each(|number| places.push(number));
/// assert_eq!(places.absent(0, 0, 3), 3);
/// assert_eq!(places.absent(0, 2, 3), 1);
/// assert_eq!(places.absent(0, 1, 2), 2);
/// ```
#[derive(Debug, Clone, Default)]
pub struct Places {
    numbers: Vec<u32>,
    /// The tree: node i has the children 2i and 2i+1; the leaf of v is node `half` + v. One more than the least last place.
    least: Vec<u32>,
    half: usize,
    versions: Option<Versions>,
    /// The places of each number, as far as somebody asked.
    listed: Vec<Vec<u32>>,
    listed_to: usize,
}

impl Places {
    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The numbers.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Bytes that it takes.
    pub fn bytes(&self) -> u64 {
        let words = self.numbers.capacity() + self.least.capacity() + 2 * self.listed_to + 6 * self.listed.len();
        4 * words as u64 + self.versions.as_ref().map_or(0, Versions::bytes)
    }

    /// Puts a number behind the others.
    ///
    /// # Panics
    /// If there are 2^32 - 1 of them.
    pub fn push(&mut self, number: u32) {
        self.numbers.push(number);
        let now = u32::try_from(self.numbers.len()).expect("places are numbers of 32 bits");
        self.grow(number as usize);
        set_leaf(&mut self.least, self.half + number as usize, now);
        if let Some(versions) = &mut self.versions {
            versions.push(number);
        }
    }

    /// Makes room for a leaf.
    fn grow(&mut self, number: usize) {
        if number < self.half {
            return;
        }
        let half = (number + 1).next_power_of_two();
        let mut least = vec![0; 2 * half];
        least[half..half + self.half].copy_from_slice(&self.least[self.half..]);
        (1..half).rev().for_each(|node| least[node] = least[2 * node].min(least[2 * node + 1]));
        (self.least, self.half) = (least, half);
    }

    /// The least number, at least `from`, that does not stand at the places from `lo` to `hi`; places that are not filled yet hold none.
    pub fn absent(&mut self, from: u32, lo: usize, hi: usize) -> u32 {
        let end = self.numbers.len();
        if lo > hi || lo >= end {
            return from;
        }
        if hi + 1 >= end {
            return self.first_before(from, lo as u32 + 1);
        }
        let numbers = &self.numbers;
        let versions = self.versions.get_or_insert_with(|| {
            let mut versions = Versions::default();
            numbers.iter().for_each(|&number| versions.push(number));
            versions
        });
        versions.first_before(hi, from, lo as u32 + 1)
    }

    /// The places from `lo` to `hi` where a number stands, ascending.
    pub fn of(&mut self, number: u32, lo: usize, hi: usize) -> &[u32] {
        for (place, &number) in self.numbers.iter().enumerate().skip(self.listed_to) {
            if self.listed.len() <= number as usize {
                self.listed.resize(number as usize + 1, Vec::new());
            }
            self.listed[number as usize].push(place as u32);
        }
        self.listed_to = self.numbers.len();
        let places = self.listed.get(number as usize).map_or(&[][..], Vec::as_slice);
        let before = |end: usize| places.partition_point(|&place| (place as usize) < end);
        places.get(before(lo)..before(hi.saturating_add(1))).unwrap_or(&[])
    }

    /// The first number, at least `from`, whose last place plus 1 is less than `before`.
    fn first_before(&self, from: u32, before: u32) -> u32 {
        let mut node = self.half + from as usize;
        if node >= self.least.len() || self.least[node] < before {
            return from;
        }
        // Up to a node whose right neighbour holds one, down to the first one below it.
        while node & 1 == 1 || self.least[node + 1] >= before {
            node /= 2;
            if node <= 1 {
                return self.half as u32;
            }
        }
        node += 1;
        while node < self.half {
            node *= 2;
            node += usize::from(self.least[node] >= before);
        }
        (node - self.half) as u32
    }
}

/// Sets a leaf, and the nodes above it whose least changes.
fn set_leaf(least: &mut [u32], leaf: usize, value: u32) {
    least[leaf] = value;
    let mut node = leaf / 2;
    while node > 0 {
        let below = least[2 * node].min(least[2 * node + 1]);
        if least[node] == below {
            return;
        }
        least[node] = below;
        node /= 2;
    }
}

/// A node of a version: its children, and the least last place plus 1 of the numbers below it. Node 0 is the one where none has a place.
#[derive(Debug, Clone, Copy, Default)]
struct Node {
    children: [u32; 2],
    least: u32,
}

/// The tree as it was when each place had been filled.
#[derive(Debug, Clone)]
struct Versions {
    nodes: Vec<Node>,
    /// The root and the number of levels below it.
    roots: Vec<(u32, u8)>,
}

impl Default for Versions {
    fn default() -> Versions {
        Versions { nodes: vec![Node::default()], roots: Vec::new() }
    }
}

impl Versions {
    fn bytes(&self) -> u64 {
        (self.nodes.capacity() * size_of::<Node>() + self.roots.capacity() * size_of::<(u32, u8)>()) as u64
    }

    fn push(&mut self, number: u32) {
        let (mut root, mut levels) = self.roots.last().copied().unwrap_or_default();
        while u64::from(number) >= 1 << levels {
            // What is new has no place, so the least of all is none.
            root = self.node(Node { children: [root, 0], least: 0 });
            levels += 1;
        }
        let now = self.roots.len() as u32 + 1;
        let root = self.with(root, levels, number, now);
        self.roots.push((root, levels));
    }

    fn node(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }

    /// A copy of a node in which a number has another last place. As many calls inside each other as there are levels.
    fn with(&mut self, node: u32, levels: u8, number: u32, now: u32) -> u32 {
        if levels == 0 {
            return self.node(Node { children: [0, 0], least: now });
        }
        let mut copy = self.nodes[node as usize];
        let side = (number >> (levels - 1) & 1) as usize;
        copy.children[side] = self.with(copy.children[side], levels - 1, number, now);
        copy.least = copy.children.iter().map(|&child| self.nodes[child as usize].least).min().unwrap_or(0);
        self.node(copy)
    }

    fn first_before(&self, place: usize, from: u32, before: u32) -> u32 {
        let (root, levels) = self.roots[place];
        if u64::from(from) >= 1 << levels {
            return from;
        }
        self.find(root, levels, from, before).map_or(1 << levels, |(number, _)| number)
    }

    /// The first number below a node, at least `from`, whose place is too small, and that node. As many calls inside each other as
    /// there are levels, and two ways down at most: behind the leaf of `from` every subtree is whole.
    fn find(&self, node: u32, levels: u8, from: u32, before: u32) -> Option<(u32, u32)> {
        let Node { children, least } = self.nodes[node as usize];
        if least >= before {
            return None;
        }
        if levels == 0 {
            return Some((0, node));
        }
        let half = 1 << (levels - 1);
        let left = if from < half { self.find(children[0], levels - 1, from, before) } else { None };
        left.or_else(|| {
            let (number, node) = self.find(children[1], levels - 1, from.saturating_sub(half), before)?;
            Some((number + half, node))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn is_the_definition(numbers in proptest::collection::vec(0u32..20, 1..60), asked in proptest::collection::vec((0u32..25, 0usize..60, 0usize..60), 1..40)) {
            let (mut slow, mut quick) = (Places::default(), Places::default());
            let absent = |numbers: &[u32], (from, lo, hi): (u32, usize, usize)| {
                let stretch: Vec<u32> = numbers.iter().copied().skip(lo).take((hi + 1).saturating_sub(lo)).collect();
                (from..).find(|number| !stretch.contains(number)).unwrap()
            };
            for (place, &number) in numbers.iter().enumerate() {
                slow.push(number);
                quick.push(number);
                // Stretches up to the end need no versions.
                let (from, lo, hi) = asked[place % asked.len()];
                prop_assert_eq!(quick.absent(from, lo, place), absent(&numbers[..=place], (from, lo, place)));
                prop_assert_eq!(slow.absent(from, lo, hi), absent(&numbers[..=place], (from, lo, hi)));
            }
            prop_assert!(quick.versions.is_none());
            for ask in asked {
                let (number, lo, hi) = ask;
                prop_assert_eq!(quick.absent(number, lo, hi), absent(&numbers, ask));
                let stands = |place: &u32| numbers.get(*place as usize) == Some(&number);
                let places: Vec<u32> = (lo as u32..=hi as u32).filter(stands).collect();
                prop_assert_eq!(quick.of(number, lo, hi), places);
            }
        }
    }

    #[test]
    fn questions_need_few_steps() {
        let mut places = Places::default();
        (0..200_000).for_each(|place| {
            let mex = places.absent(0, place / 3, place.saturating_sub(2) / 2);
            places.push(mex);
        });
        assert_eq!(places.len(), 200_000);
        // At most one node a level and place.
        assert!(places.bytes() < 200_000 * 12 * 20 * 2, "{}", places.bytes());
    }
}
