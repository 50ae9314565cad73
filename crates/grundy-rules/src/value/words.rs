//! Lists of words, as contest input brings dictionaries: the letters of all in one piece, eight bytes a word beside them.
//! The general form, an allocation for each word, is made when something asks for it, and kept.
//!
//! Beside each word stands how often letters occur in it, once that was asked for: 32 classes of letters (by the low five
//! bits, so that all letters of one case differ), four bits each, at most 7. Whether a word can be made of some letters is
//! then mostly decided by one subtraction, no field of which borrows from the next; and before that by which classes occur at all, one
//! bit each, so that little is read of the words that cannot.

use super::{Text, Val};
use std::sync::{Arc, OnceLock};

/// Only ASCII: a letter is a byte.
#[derive(Debug)]
pub(crate) struct WordList {
    bytes: Arc<[u8]>,
    /// Where each word starts and ends.
    spans: Vec<(u32, u32)>,
    counts: OnceLock<Vec<u128>>,
    classes: OnceLock<Vec<u32>>,
    general: OnceLock<Vec<Val>>,
}

/// The highest bit of each field.
const HIGH: u128 = 0x8888_8888_8888_8888_8888_8888_8888_8888;

/// How often the letters of each class occur, at most 7 times.
fn counts(word: &[u8]) -> u128 {
    let mut halves = [0u64; 2];
    for &byte in word {
        let (half, shift) = (usize::from(byte >> 4 & 1), 4 * u32::from(byte & 15));
        halves[half] += u64::from(halves[half] >> shift & 7 != 7) << shift;
    }
    u128::from(halves[1]) << 64 | u128::from(halves[0])
}

/// Which classes of letters occur.
fn classes(word: &[u8]) -> u32 {
    word.iter().fold(0, |classes, byte| classes | 1 << (byte & 31))
}

impl WordList {
    /// The words at these places; nothing if they are not ASCII or too many letters.
    pub(crate) fn new(bytes: Arc<[u8]>, spans: Vec<(u32, u32)>) -> Option<WordList> {
        (bytes.is_ascii() && u32::try_from(bytes.len()).is_ok()).then(|| WordList::of(bytes, spans))
    }

    fn of(bytes: Arc<[u8]>, spans: Vec<(u32, u32)>) -> WordList {
        WordList { bytes, spans, counts: OnceLock::new(), classes: OnceLock::new(), general: OnceLock::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    /// The words.
    pub(crate) fn words(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.spans.iter().map(|&(start, end)| &self.bytes[start as usize..end as usize])
    }

    /// The size as a tree.
    pub(super) fn size(&self) -> u64 {
        1 + self.spans.iter().map(|(start, end)| 1 + u64::from(end - start) / 8).sum::<u64>()
    }

    pub(super) fn items(&self) -> &[Val] {
        let text = |word: &[u8]| Val::Text(Text::from_chars(&word.iter().map(|&byte| byte.into()).collect::<Vec<_>>()));
        self.general.get_or_init(|| self.words().map(text).collect())
    }

    /// The words that can be made of some letters.
    pub(crate) fn within(&self, letters: &[char]) -> WordList {
        let ascii: Vec<u8> = letters.iter().filter_map(|&letter| u8::try_from(letter).ok()).collect();
        let all = self.counts.get_or_init(|| self.words().map(counts).collect());
        let occurring = self.classes.get_or_init(|| self.words().map(classes).collect());
        let (most, missing) = (counts(&ascii) | HIGH, !classes(&ascii));
        let mut left = [0u32; 256];
        ascii.iter().for_each(|&byte| left[usize::from(byte)] += 1);
        let mut spans = Vec::new();
        for (place, _) in occurring.iter().enumerate().filter(|(_, classes)| **classes & missing == 0) {
            let (start, end) = self.spans[place];
            if (most - all[place]) & HIGH == HIGH && is_within(&self.bytes[start as usize..end as usize], &mut left) {
                spans.push((start, end));
            }
        }
        WordList::of(self.bytes.clone(), spans)
    }
}

/// Whether each letter of a word is there often enough. What it takes it gives back.
fn is_within(word: &[u8], left: &mut [u32; 256]) -> bool {
    let taken = word.iter().take_while(|&&byte| match left[usize::from(byte)] {
        0 => false,
        _ => {
            left[usize::from(byte)] -= 1;
            true
        }
    });
    let taken = taken.count();
    word[..taken].iter().for_each(|&byte| left[usize::from(byte)] += 1);
    taken == word.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn list(words: &[String]) -> WordList {
        let (mut bytes, mut spans) = (Vec::new(), Vec::new());
        for word in words {
            spans.push((bytes.len() as u32, (bytes.len() + word.len()) as u32));
            bytes.extend(word.bytes());
        }
        WordList::new(bytes.into(), spans).unwrap()
    }

    proptest! {
        #[test]
        fn within_is_a_question_of_counts(
            words in prop::collection::vec("[abAB!é]{0,3}|[ab]{6,20}".prop_map(|word| word.replace('é', "a")), 0..20),
            letters in "[abcAB!é]{0,30}",
        ) {
            let letters: Vec<char> = letters.chars().collect();
            let count = |word: &str, wanted: char| word.chars().filter(|&letter| letter == wanted).count();
            let fits = |word: &&String| {
                word.chars().all(|letter| count(word, letter) <= letters.iter().filter(|&&have| have == letter).count())
            };
            let expected: Vec<&[u8]> = words.iter().filter(fits).map(|word| word.as_bytes()).collect();
            let list = list(&words);
            let within = list.within(&letters);
            prop_assert_eq!(within.words().collect::<Vec<_>>(), expected);
            let texts: Vec<Val> = words.iter().map(|word| Val::text(word)).collect();
            prop_assert_eq!(list.items(), texts.as_slice());
            prop_assert_eq!(list.size(), 1 + texts.iter().map(Val::size).sum::<u64>());
        }
    }

    #[test]
    fn only_ascii() {
        assert!(WordList::new("é".as_bytes().into(), vec![(0, 2)]).is_none());
    }
}
