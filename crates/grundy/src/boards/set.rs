//! Sets of nodes or edges of a graph, one bit each: positions of the games on graphs.

use std::fmt;

/// A set of numbers below a fixed bound.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Set {
    words: Box<[u64]>,
}

impl Set {
    /// The empty set, with room for numbers below `bound`.
    pub fn empty(bound: usize) -> Self {
        Set { words: vec![0; bound.div_ceil(64)].into() }
    }

    /// All numbers below `bound`.
    pub fn full(bound: usize) -> Self {
        let mut set = Set::empty(bound);
        (0..bound).for_each(|number| set.insert(number));
        set
    }

    /// Adds a number below the bound.
    pub fn insert(&mut self, number: usize) {
        self.words[number / 64] |= 1 << (number % 64);
    }

    /// Takes a number out.
    pub fn remove(&mut self, number: usize) {
        self.words[number / 64] &= !(1 << (number % 64));
    }

    /// Whether the number is in the set.
    pub fn contains(&self, number: usize) -> bool {
        self.words.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// How many numbers it holds.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Its numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(index, &word)| bits(word).map(move |bit| index * 64 + bit))
    }

    /// The least number.
    pub fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// This set without the numbers of another one of the same bound.
    pub fn without(&self, other: &Set) -> Set {
        Set { words: self.words.iter().zip(&other.words).map(|(a, b)| a & !b).collect() }
    }

    /// Moves the numbers that are also in `other` into `into`, all of the same bound; gives those that were moved.
    pub(super) fn drain_common(&mut self, other: &Set, into: &mut Set) -> Set {
        let mut moved = Set { words: self.words.iter().zip(&other.words).map(|(a, b)| a & b).collect() };
        for ((rest, to), moved) in self.words.iter_mut().zip(&mut into.words).zip(&mut moved.words) {
            *rest &= !*moved;
            *to |= *moved;
        }
        moved
    }

    /// Bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        size_of_val(&*self.words)
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The numbers of the bits that are set.
fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        (word != 0).then(|| {
            word &= word - 1;
            bit as usize
        })
    })
}
