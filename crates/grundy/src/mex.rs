//! The *minimal excluded* number of a set: the least natural number that is not in it.
//!
//! mex {0, 1, 3} = 2, mex {} = 0. A set of k numbers has a mex of at most k, so larger numbers need not be stored.

/// The least natural number that does not occur among `values`.
///
/// Time O(k), memory O(k) bits for k values, however large they are.
///
/// ```
/// assert_eq!(grundy::mex([0, 1, 3]), 2);
/// assert_eq!(grundy::mex([]), 0);
/// assert_eq!(grundy::mex([u64::MAX, 0]), 1);
/// ```
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let mut seen = MexSet::default();
    for value in values {
        seen.insert(value);
    }
    seen.mex()
}

/// A set of natural numbers that is asked for its mex, then cleared and used again without a new allocation.
///
/// ```
/// let mut set = grundy::mex::MexSet::default();
/// set.insert(0);
/// set.insert(2);
/// assert_eq!(set.mex(), 1);
/// set.clear();
/// assert_eq!(set.mex(), 0);
/// ```
#[derive(Debug, Clone, Default)]
pub struct MexSet {
    words: Vec<u64>,
    /// Numbers inserted since the last `clear`, repeats included: the mex is at most this.
    inserted: u64,
    /// Numbers too large to be stored when they came; kept in case later insertions make them matter.
    large: Vec<u64>,
}

/// Numbers below this are stored as bits at once; a larger one waits until that many numbers have come.
const DIRECT: u64 = 1 << 16;

impl MexSet {
    /// Adds a number.
    #[inline]
    pub fn insert(&mut self, value: u64) {
        self.inserted += 1;
        if value < DIRECT {
            self.set_bit(value);
        } else {
            self.large.push(value);
        }
    }

    #[inline]
    fn set_bit(&mut self, value: u64) {
        let word = (value / 64) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (value % 64);
    }

    /// The least number that was not inserted.
    pub fn mex(&mut self) -> u64 {
        if self.inserted > DIRECT {
            // The mex is at most the number of insertions: larger numbers cannot matter.
            for value in std::mem::take(&mut self.large) {
                if value <= self.inserted {
                    self.set_bit(value);
                }
            }
        }
        let full = self.words.iter().take_while(|&&word| word == u64::MAX).count();
        let next = self.words.get(full).map_or(0, |word| word.trailing_ones());
        full as u64 * 64 + u64::from(next)
    }

    /// Whether the number is certainly known to be in the set, for numbers below 2^16.
    #[inline]
    pub fn contains_small(&self, value: u64) -> bool {
        self.words.get((value / 64) as usize).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// Empties the set and keeps its memory.
    pub fn clear(&mut self) {
        self.words.fill(0);
        self.large.clear();
        self.inserted = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by_search(values: &[u64]) -> u64 {
        (0..).find(|n| !values.contains(n)).unwrap()
    }

    #[test]
    fn agrees_with_search() {
        let cases: [&[u64]; 5] = [&[], &[1], &[0, 1, 2], &[2, 0, 1, 4, 4], &[0, u64::MAX, 1 << 40]];
        for values in cases {
            assert_eq!(mex(values.iter().copied()), by_search(values), "{values:?}");
        }
    }

    #[test]
    fn large_sets_keep_large_numbers() {
        assert_eq!(mex((0..200_000).rev()), 200_000);
        assert_eq!(mex((0..200_000).filter(|&n| n != 131_071)), 131_071);
    }
}
