//! Some numbers are given, find the others: values and moves at arguments of any size.
//!
//! The given digits drive the set of states that some digits of the others reach; the sets are kept, and a way back from
//! an accepting state gives the digits. The numbers found may be longer than those given: letters that are zero on the
//! given tracks may come first (most significant digit first) or last. Time and memory O(length × states × digits of
//! the tracks that are not given), without any construction.

use super::{Automaton, Label, SINK, Var, letter_digits};
use crate::budget::Budget;
use crate::error::Result;
use grundy_natural::Nat;

/// A number for each of some tracks.
pub type Assignment = Vec<(Var, Nat)>;

/// The letters with given digits on the given tracks: one for each class.
struct Choices {
    by_given: Vec<Vec<(u32, usize)>>,
    given: Vec<usize>,
    free: Vec<usize>,
    base: usize,
}

/// A way through the automaton, backwards: (state before, letter).
type Step = (u32, usize);

impl Automaton {
    /// Numbers for the tracks that are not given, so that the answer meets `mask`; `None` if there are none. Tracks
    /// given but not read are ignored.
    ///
    /// ```
    /// use grundy_automata::{atoms, Budget, Nat, Numeration};
    /// let budget = Budget::default();
    /// // x + y = z
    /// let sum = atoms::linear(Numeration::ZECKENDORF, &[(0, 1), (1, 1), (2, -1)], atoms::Relation::Equal, 0, &budget)?;
    /// let given = [(0, Nat::from(1000_u64)), (2, Nat::parse("1000000000000000000000").unwrap())];
    /// let found = sum.complete(&given, 1, &budget)?;
    /// assert_eq!(found, Some(vec![(1, Nat::parse("999999999999999999000").unwrap())]));
    /// # Ok::<(), grundy_automata::Error>(())
    /// ```
    pub fn complete(&self, given: &[(Var, Nat)], mask: Label, budget: &Budget) -> Result<Option<Assignment>> {
        let choices = self.choices(given);
        let number = |i: &usize| given.iter().find(|g| g.0 == self.tracks[*i]).map(|g| &g.1);
        let words: Vec<Vec<u8>> =
            choices.given.iter().filter_map(number).map(|n| self.numeration.digits_of(n)).collect();
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let mut way = Way::new(self, &choices, mask);
        for i in 0..length {
            let place = if self.numeration.most_first() { length - 1 - i } else { i };
            let digit = |word: &Vec<u8>| usize::from(word.get(place).copied().unwrap_or(0));
            let key = words.iter().rev().fold(0, |key, word| key * choices.base + digit(word));
            way.read(&choices.by_given[key]);
            budget.worked(way.work())?;
            budget.grown(0, way.bytes())?;
        }
        Ok(way.back().map(|letters| self.decode(&letters, &choices.free)))
    }

    fn choices(&self, given: &[(Var, Nat)]) -> Choices {
        let base = self.numeration.digits();
        let (is_given, free): (Vec<usize>, Vec<usize>) =
            (0..self.tracks.len()).partition(|&i| given.iter().any(|g| g.0 == self.tracks[i]));
        let mut by_given: Vec<Vec<(u32, usize)>> = vec![Vec::new(); base.pow(is_given.len() as u32)];
        for (letter, &class) in self.classes.iter().enumerate() {
            let digits: Vec<usize> = letter_digits(letter, base, self.tracks.len()).collect();
            let key = is_given.iter().rev().fold(0, |key, &i| key * base + digits[i]);
            if by_given[key].iter().all(|c| c.0 != class) {
                by_given[key].push((class, letter));
            }
        }
        Choices { by_given, given: is_given, free, base }
    }

    /// The numbers on the free tracks of a word of letters in reading order.
    fn decode(&self, letters: &[usize], free: &[usize]) -> Assignment {
        let base = self.numeration.digits();
        let number = |&i: &usize| {
            let mut digits: Vec<u8> = letters.iter().map(|letter| (letter / base.pow(i as u32) % base) as u8).collect();
            if self.numeration.most_first() {
                digits.reverse();
            }
            (self.tracks[i], self.numeration.number(&digits))
        };
        free.iter().map(number).collect()
    }
}

/// The sets of states reached after each letter, each state with one step that led to it.
struct Way<'a> {
    automaton: &'a Automaton,
    zero: &'a [(u32, usize)],
    mask: Label,
    /// For each layer its states and the step to each; the silent steps of the padding come first or last.
    layers: Vec<Vec<(u32, Step)>>,
    padding: Vec<Option<Step>>,
    stored: usize,
    stamps: Vec<u32>,
}

impl<'a> Way<'a> {
    fn new(automaton: &'a Automaton, choices: &'a Choices, mask: Label) -> Way<'a> {
        let states = automaton.labels.len();
        let mut way = Way {
            automaton,
            zero: &choices.by_given[0],
            mask,
            layers: Vec::new(),
            padding: vec![None; states],
            stored: 0,
            stamps: vec![0; states],
        };
        let start = vec![automaton.start];
        let first = if automaton.numeration.most_first() { way.pad(start) } else { start };
        let first = first.into_iter().filter(|&s| s != SINK).map(|s| (s, (SINK, 0))).collect();
        way.layers.push(first);
        way
    }

    /// All states that zeros on the given tracks reach; `padding` remembers how.
    fn pad(&mut self, mut states: Vec<u32>) -> Vec<u32> {
        let mut seen = vec![false; self.padding.len()];
        states.iter().for_each(|&s| seen[s as usize] = true);
        let mut i = 0;
        while i < states.len() {
            for &(class, letter) in self.zero {
                let to = self.automaton.follow(states[i], class);
                if !seen[to as usize] {
                    seen[to as usize] = true;
                    self.padding[to as usize] = Some((states[i], letter));
                    states.push(to);
                }
            }
            i += 1;
        }
        states
    }

    fn read(&mut self, choices: &[(u32, usize)]) {
        let stamp = self.layers.len() as u32;
        let mut next = Vec::new();
        for &(state, _) in self.layers.last().map_or(&[][..], |layer| layer) {
            for &(class, letter) in choices {
                let to = self.automaton.follow(state, class);
                if to != SINK && self.stamps[to as usize] != stamp {
                    self.stamps[to as usize] = stamp;
                    next.push((to, (state, letter)));
                }
            }
        }
        self.stored += next.len();
        self.layers.push(next);
    }

    fn work(&self) -> usize {
        self.layers.last().map_or(0, Vec::len) * self.zero.len() + 1
    }

    fn bytes(&self) -> usize {
        24 * (self.stored + self.layers.len())
    }

    /// The letters of an accepted word, in reading order.
    fn back(mut self) -> Option<Vec<usize>> {
        let most_first = self.automaton.numeration.most_first();
        let last: Vec<u32> = self.layers.last()?.iter().map(|entry| entry.0).collect();
        let ends = if most_first { last } else { self.pad(last) };
        let mut state = ends.into_iter().find(|&s| self.automaton.labels[s as usize] & self.mask != 0)?;
        let mut letters = Vec::new();
        if !most_first {
            self.unpad(&mut state, &mut letters);
        }
        for layer in self.layers.iter().skip(1).rev() {
            let &(_, (before, letter)) = layer.iter().find(|entry| entry.0 == state)?;
            letters.push(letter);
            state = before;
        }
        if most_first {
            self.unpad(&mut state, &mut letters);
        }
        letters.reverse();
        Some(letters)
    }

    fn unpad(&self, state: &mut u32, letters: &mut Vec<usize>) {
        while let Some((before, letter)) = self.padding[*state as usize] {
            letters.push(letter);
            *state = before;
        }
    }
}
