//! Sets of nodes (or of edges) of one graph, as bits.

/// A set of numbers below a bound that all sets of one graph share.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nodes(Box<[u64]>);

impl Nodes {
    /// The empty set of numbers below `bound`.
    pub fn none(bound: usize) -> Self {
        Nodes(vec![0; bound.div_ceil(64)].into())
    }

    /// All numbers below `bound`.
    pub fn all(bound: usize) -> Self {
        let mut all = Nodes(vec![u64::MAX; bound.div_ceil(64)].into());
        if let (Some(last), rest @ 1..) = (all.0.last_mut(), bound % 64) {
            *last = (1 << rest) - 1;
        }
        all
    }

    /// Puts a number in.
    #[inline]
    pub fn insert(&mut self, number: u32) {
        self.0[number as usize / 64] |= 1 << (number % 64);
    }

    /// Takes a number out.
    #[inline]
    pub fn remove(&mut self, number: u32) {
        self.0[number as usize / 64] &= !(1 << (number % 64));
    }

    /// Whether the number is in the set.
    #[inline]
    pub fn contains(&self, number: u32) -> bool {
        self.0[number as usize / 64] >> (number % 64) & 1 == 1
    }

    /// How many numbers are in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether nothing is in the set.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The least number.
    pub fn first(&self) -> Option<u32> {
        self.iter().next()
    }

    /// The numbers, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(index as u32 * 64 + bit)
            })
        })
    }

    /// Bytes that it owns.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Nodes;

    #[test]
    fn sets() {
        for bound in [0, 1, 63, 64, 65, 130] {
            let all = Nodes::all(bound);
            assert_eq!(all.iter().collect::<Vec<_>>(), (0..bound as u32).collect::<Vec<_>>());
            assert_eq!(all.len(), bound);
        }
        let mut some = Nodes::none(100);
        some.insert(70);
        some.insert(3);
        some.insert(99);
        some.remove(3);
        assert_eq!(some.iter().collect::<Vec<_>>(), [70, 99]);
        assert!(some.contains(70) && !some.contains(3) && !some.is_empty());
    }
}
