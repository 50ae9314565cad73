//! Parts of one length that are taken out of a word.
//!
//! **Game.** A word over a finite alphabet and a set W of words, all of the length w. A move takes a part of the word that is in W out of it, and the rest
//! closes up.
//!
//! **Theorem.** Suppose that of two words of W that overlap, xy and yz with y not empty, always x = z. Then all plays from a word have the same length, and its value is
//! 0 if that length is even, 1 if it is odd. *Proof.* Let two moves lead from a word to A and to B. If the parts that they take overlap, A and B are the same word by
//! the supposition. If they do not, each part stays whole when the other one is taken, and both orders lead to the same word: A and B have an
//! option in common. By induction over the number of letters, all plays from A have one length a, all plays from B one length b, and if A ≠ B both are one more than
//! that of the common option: a = b. So all plays of the word have the length a + 1. Its options all have the value a mod 2; the mex of that value alone,
//! or of nothing, is 0 if a + 1 is even, else 1. ∎
//!
//! A play that always takes the part that ends first is found with a stack.
//!
//! Run time O(letters) for a value; O(|W| w) and a look at each pair of overlapping words for the supposition.

use std::collections::{HashMap, HashSet};

/// The parts that may be taken, as words of numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Windows {
    width: usize,
    words: HashSet<Vec<u32>>,
}

impl Windows {
    /// The parts of one width; nothing unless the theorem holds for them.
    ///
    /// ```
    /// use grundy::theorem::windows::Windows;
    /// // Two equal letters of three.
    /// let pairs = Windows::new(2, [vec![0, 0], vec![1, 1], vec![2, 2]]).unwrap();
    /// assert_eq!(pairs.length(&[0, 1, 1, 0, 2]), 2);
    /// // Two different letters of three: abc may become a or c.
    /// assert_eq!(Windows::new(2, [vec![0, 1], vec![1, 2]]), None);
    /// ```
    pub fn new(width: usize, words: impl IntoIterator<Item = Vec<u32>>) -> Option<Windows> {
        let words: HashSet<Vec<u32>> = words.into_iter().collect();
        (width > 0 && words.iter().all(|word| word.len() == width)).then_some(())?;
        (1..width).all(|shift| overlaps_agree(&words, width, shift)).then_some(Windows { width, words })
    }

    /// The length of all plays from a word.
    pub fn length(&self, word: &[u32]) -> usize {
        let (mut left, mut moves) = (Vec::new(), 0);
        for &letter in word {
            left.push(letter);
            if left.len() >= self.width && self.words.contains(&left[left.len() - self.width..]) {
                left.truncate(left.len() - self.width);
                moves += 1;
            }
        }
        moves
    }
}

/// Whether of two words that overlap, the second one beginning `shift` letters later, the same letters stick out at both ends.
fn overlaps_agree(words: &HashSet<Vec<u32>>, width: usize, shift: usize) -> bool {
    let mut starts: HashMap<&[u32], Vec<&[u32]>> = HashMap::new();
    for word in words {
        starts.entry(&word[..width - shift]).or_default().push(&word[width - shift..]);
    }
    words.iter().all(|word| {
        let ends = starts.get(&word[shift..]);
        ends.is_none_or(|ends| ends.iter().all(|&end| *end == word[..shift]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The value by the definition.
    fn value(words: &HashSet<Vec<u32>>, width: usize, word: &[u32], known: &mut HashMap<Vec<u32>, u32>) -> u32 {
        if let Some(&value) = known.get(word) {
            return value;
        }
        let mut values = HashSet::new();
        for at in 0..(word.len() + 1).saturating_sub(width) {
            if words.contains(&word[at..at + width]) {
                let rest = [&word[..at], &word[at + width..]].concat();
                values.insert(value(words, width, &rest, known));
            }
        }
        let value = (0..).find(|value| !values.contains(value)).unwrap_or(0);
        known.insert(word.to_vec(), value);
        value
    }

    proptest! {
        /// Where the supposition holds, the parity is the value.
        #[test]
        fn parity_is_the_value(
            width in 1..4usize,
            letters in 1..4u32,
            chosen in proptest::collection::vec(any::<u32>(), 0..5),
            word in proptest::collection::vec(any::<u32>(), 0..11),
        ) {
            let digits = |code: u32| (0..width as u32).map(|place| code / 5u32.pow(place) % letters).collect::<Vec<_>>();
            let words: HashSet<Vec<u32>> = chosen.into_iter().map(|code| digits(code % 125)).collect();
            let word: Vec<u32> = word.into_iter().map(|letter| letter % letters).collect();
            if let Some(windows) = Windows::new(width, words.clone()) {
                let expected = value(&words, width, &word, &mut HashMap::new());
                prop_assert_eq!((windows.length(&word) % 2) as u32, expected);
            }
        }
    }

    #[test]
    fn different_letters_of_two_but_not_of_three() {
        let different = |letters: u32| {
            let pairs = (0..letters).flat_map(move |a| (0..letters).map(move |b| (a, b)));
            Windows::new(2, pairs.filter(|(a, b)| a != b).map(|(a, b)| vec![a, b]))
        };
        assert!(different(2).is_some());
        assert!(different(3).is_none());
        assert!(Windows::new(2, [vec![0]]).is_none());
        assert!(Windows::new(0, []).is_none());
    }
}
