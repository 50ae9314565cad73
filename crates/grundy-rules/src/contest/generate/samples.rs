//! What the samples of a file show about its inputs: how small numbers get, which letters texts have and how long they
//! are, where lines end, which lists ascend. A sample is an example, not a promise, so only what false alarms would come
//! from otherwise is taken from it.

use super::walk::{Refused, Seen, Source};
use crate::program::Item;
use crate::value::Val;
use std::collections::{BTreeSet, HashMap};

/// What the samples show.
#[derive(Debug, Default)]
pub(super) struct Learnt {
    pub(super) numbers: HashMap<String, Numbers>,
    pub(super) texts: HashMap<String, Texts>,
    pub(super) lists: HashMap<String, Lists>,
    /// Whether a line ends after a name (depth 0) or between the elements of its lists (depth 1, 2, …).
    pub(super) breaks: HashMap<(String, usize), bool>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Numbers {
    pub(super) least: i128,
    pub(super) most: i128,
    pub(super) count: usize,
}

#[derive(Debug, Default)]
pub(super) struct Texts {
    pub(super) letters: BTreeSet<char>,
    /// The integers that were the length of every text so far, in the order of reading; none before the first text.
    pub(super) lengths: Option<Vec<String>>,
}

/// The lists of a name that have at least two elements.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lists {
    pub(super) lists: usize,
    pub(super) elements: usize,
    pub(super) ascending: bool,
    pub(super) distinct: bool,
    /// The numbers from the least on, each once.
    pub(super) permutation: bool,
    /// The first is 1, the second 1 or 2, and so on.
    pub(super) parents: bool,
}

/// Reads a sample.
pub(super) struct Sampler<'a> {
    words: Vec<(&'a str, bool)>,
    at: usize,
    pub(super) learnt: Learnt,
}

impl<'a> Sampler<'a> {
    pub(super) fn new(sample: &'a str, learnt: Learnt) -> Sampler<'a> {
        let lines = sample.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let words = lines.flat_map(|line| {
            let last = line.len().wrapping_sub(1);
            line.into_iter().enumerate().map(move |(index, word)| (word, index == last)).collect::<Vec<_>>()
        });
        Sampler { words: words.collect(), at: 0, learnt }
    }

    fn next(&mut self) -> Result<&'a str, Refused> {
        let (word, _) = self.words.get(self.at).ok_or_else(|| Refused::unfit("the sample ends"))?;
        self.at += 1;
        Ok(word)
    }

    /// Notes whether a line ended before the word to come, unless nothing was read or nothing comes.
    fn note_break(&mut self, name: &str, depth: usize) {
        if self.at > 0 && self.at < self.words.len() {
            self.learnt.breaks.insert((name.to_owned(), depth), self.words[self.at - 1].1);
        }
    }
}

impl Source for Sampler<'_> {
    fn integer(&mut self, name: &str, _seen: &Seen<'_>) -> Result<i128, Refused> {
        let number = self.next()?.parse().map_err(|_| Refused::unfit("no integer"))?;
        let all = self.learnt.numbers.entry(name.to_owned());
        let all = all.or_insert(Numbers { least: number, most: number, count: 0 });
        *all = Numbers { least: all.least.min(number), most: all.most.max(number), count: all.count + 1 };
        Ok(number)
    }

    fn word(&mut self, name: &str, seen: &Seen<'_>) -> Result<String, Refused> {
        let word = self.next()?;
        let texts = self.learnt.texts.entry(name.to_owned()).or_default();
        texts.letters.extend(word.chars());
        let length = word.chars().count() as i128;
        let fits = |name: &str| seen.get(name) == Some(length);
        match &mut texts.lengths {
            Some(names) => names.retain(|name| fits(name)),
            None => {
                let names = seen.integers().into_iter().filter(|name| fits(name));
                texts.lengths = Some(names.map(str::to_owned).collect());
            }
        }
        Ok(word.to_owned())
    }

    fn another_case(&mut self, _index: usize) -> bool {
        self.at < self.words.len()
    }

    fn after_list(&mut self, item: &Item, values: &[Val]) {
        let numbers: Option<Vec<i128>> =
            values.iter().map(|value| if let Val::Int(number) = value { Some(*number) } else { None }).collect();
        let Some(numbers) = numbers.filter(|numbers| numbers.len() >= 2) else { return };
        let ascending = numbers.is_sorted();
        let mut sorted = numbers.clone();
        sorted.sort_unstable();
        let distinct = sorted.windows(2).all(|pair| pair[0] < pair[1]);
        let permutation = (0..).zip(&sorted).all(|(index, &number)| number == index + sorted[0].clamp(0, 1));
        let parents = (1..).zip(&numbers).all(|(most, number)| (1..=most).contains(number));
        let all = Lists { lists: 0, elements: 0, ascending: true, distinct: true, permutation: true, parents: true };
        let all = self.learnt.lists.entry(item.name.clone()).or_insert(all);
        *all = Lists {
            lists: all.lists + 1,
            elements: all.elements + numbers.len(),
            ascending: all.ascending && ascending,
            distinct: all.distinct && distinct,
            permutation: all.permutation && permutation,
            parents: all.parents && parents,
        };
    }

    fn before_element(&mut self, name: &str, depth: usize, index: usize, _length: usize) {
        if depth > 0 && index > 0 {
            self.note_break(name, depth);
        }
    }

    fn after_item(&mut self, name: &str) {
        self.note_break(name, 0);
    }
}
