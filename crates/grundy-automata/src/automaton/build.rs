//! Automata from tables, constants, valid words, renaming of tracks, change of labels.

use super::{Automaton, Label, Raw, SINK, Var};
use crate::budget::Budget;
use crate::error::{Error, Result};
use crate::numeration::Numeration;

/// The digit of each track in a letter.
pub(crate) fn letter_digits(letter: usize, base: usize, tracks: usize) -> impl Iterator<Item = usize> {
    (0..tracks).scan(letter, move |rest, _| {
        let digit = *rest % base;
        *rest /= base;
        Some(digit)
    })
}

impl Automaton {
    /// No tracks, the same answer always.
    pub fn constant(numeration: Numeration, label: Label) -> Automaton {
        let labels = if label == 0 { vec![0] } else { vec![0, label] };
        let start = labels.len() as u32 - 1;
        let next = (0..labels.len() as u32).collect();
        Automaton { numeration, tracks: Vec::new(), classes: vec![0], width: 1, start, next, labels }
    }

    /// All tuples of numbers on these tracks: label 1 on valid words.
    pub fn all(numeration: Numeration, tracks: &[Var], budget: &Budget) -> Result<Automaton> {
        let mut tracks = tracks.to_vec();
        tracks.sort_unstable();
        tracks.dedup();
        let base = numeration.digits();
        let letters = budget.letters(base, tracks.len())?;
        let mut raw = Raw::plain(numeration, tracks, letters);
        let Some(t) = numeration.t() else {
            raw.add_state(1);
            raw.next.extend(std::iter::repeat_n(1, letters));
            return raw.minimise(budget);
        };
        // The state remembers the tracks whose last digit restricts the next one: a digit t above allows only 0 below.
        let count = raw.tracks.len();
        let mask = |letter: usize, f: fn(usize, usize) -> bool| -> usize {
            letter_digits(letter, base, count).enumerate().map(|(i, d)| usize::from(f(d, t)) << i).sum()
        };
        let top: Vec<usize> = (0..letters).map(|letter| mask(letter, |d, t| d == t)).collect();
        let nonzero: Vec<usize> = (0..letters).map(|letter| mask(letter, |d, _| d != 0)).collect();
        let (kept, refused) = if numeration.most_first() { (top, nonzero) } else { (nonzero, top) };
        let states = 1_usize << count;
        budget.grown(states, states.saturating_mul(letters).saturating_mul(4))?;
        for memory in 0..states {
            raw.add_state(1);
            for letter in 0..letters {
                raw.next.push(if memory & refused[letter] != 0 { SINK } else { kept[letter] as u32 + 1 });
            }
        }
        raw.minimise(budget)
    }

    /// The automaton of a table: from state s, the letter with the digits d_i of the tracks in the given order leads to
    /// `next[s * letters + Σ d_i·b^i]`, or nowhere. Reading begins in state 0. Words that are not numbers are dropped.
    ///
    /// # Errors
    /// [`Error::Malformed`] for tracks that repeat, a table of the wrong size, a state that is not there, and labels
    /// that change with zeros in front: such a table says nothing about numbers.
    pub fn from_table(
        numeration: Numeration,
        tracks: &[Var],
        next: &[Option<u32>],
        labels: &[Label],
        budget: &Budget,
    ) -> Result<Automaton> {
        let letters = budget.letters(numeration.digits(), tracks.len())?;
        let mut sorted = tracks.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        if sorted.len() != tracks.len() {
            return Err(Error::Malformed("a track occurs twice"));
        }
        if labels.is_empty() || next.len() != labels.len().saturating_mul(letters) {
            return Err(Error::Malformed("a table has a row of letters for each state"));
        }
        if next.iter().flatten().any(|&state| state as usize >= labels.len()) {
            return Err(Error::Malformed("a transition leads to a state that is not there"));
        }
        budget.grown(labels.len(), next.len().saturating_mul(4))?;
        let positions: Vec<Var> = (0..tracks.len() as Var).collect();
        let mut raw = Raw::plain(numeration, positions, letters);
        for (state, &label) in labels.iter().enumerate() {
            raw.add_state(label);
            let row = &next[state * letters..(state + 1) * letters];
            raw.next.extend(row.iter().map(|to| to.map_or(SINK, |to| to + 1)));
        }
        let found = raw.minimise(budget)?;
        let found = if numeration.t().is_some() {
            found.both(&Automaton::all(numeration, found.tracks(), budget)?, budget)?
        } else {
            found
        };
        if !found.ignores_padding() {
            return Err(Error::Malformed("zeros in front change the answer"));
        }
        found.rename(|position| tracks[position as usize], budget)
    }

    /// Do zeros in front of all numbers leave the answer alone?
    fn ignores_padding(&self) -> bool {
        let zero = self.classes[0];
        if self.numeration.most_first() {
            return self.follow(self.start, zero) == self.start;
        }
        (0..self.labels.len()).all(|s| self.labels[s] == self.labels[self.follow(s as u32, zero) as usize])
    }

    /// The table again, as [`Automaton::from_table`] reads it (tracks in ascending order): transitions and labels.
    pub fn to_table(&self) -> (Vec<Option<u32>>, Vec<Label>) {
        if self.is_empty() {
            return (vec![None; self.letters()], vec![0]);
        }
        // Canonical numbering makes the start state 1.
        let mut next = Vec::with_capacity(self.states() * self.letters());
        for state in 1..=self.states() {
            for &class in &self.classes {
                let to = self.follow(state as u32, class);
                next.push(to.checked_sub(1));
            }
        }
        (next, self.labels[1..].to_vec())
    }

    /// The same automaton on other tracks. Two tracks may become one: then both read the same number.
    pub fn rename(&self, name: impl Fn(Var) -> Var, budget: &Budget) -> Result<Automaton> {
        let names: Vec<Var> = self.tracks.iter().map(|&track| name(track)).collect();
        if names == self.tracks {
            return Ok(self.clone());
        }
        let mut tracks = names.clone();
        tracks.sort_unstable();
        tracks.dedup();
        let base = self.numeration.digits();
        let letters = budget.letters(base, tracks.len())?;
        let old = letter_map(base, &tracks, &names, letters);
        let classes: Vec<u32> = old.iter().map(|&letter| self.classes[letter as usize]).collect();
        let raw = Raw {
            numeration: self.numeration,
            tracks,
            classes,
            width: self.width,
            start: self.start,
            next: self.next.clone(),
            labels: self.labels.clone(),
        };
        if raw.tracks.len() == names.len() { raw.canonical(budget) } else { raw.minimise(budget) }
    }

    /// The same automaton with other labels; label 0 must stay 0.
    pub(crate) fn relabel(&self, change: impl Fn(Label) -> Label, budget: &Budget) -> Result<Automaton> {
        let labels: Vec<Label> = self.labels.iter().map(|&l| if l == 0 { 0 } else { change(l) }).collect();
        if labels == self.labels {
            return Ok(self.clone());
        }
        Raw { labels, ..self.to_raw() }.minimise(budget)
    }

    pub(crate) fn to_raw(&self) -> Raw {
        Raw {
            numeration: self.numeration,
            tracks: self.tracks.clone(),
            classes: self.classes.clone(),
            width: self.width,
            start: self.start,
            next: self.next.clone(),
            labels: self.labels.clone(),
        }
    }
}

/// For each letter on `tracks`, the letter that it gives on `part`, whose tracks are all among them.
pub(super) fn letter_map(base: usize, tracks: &[Var], part: &[Var], letters: usize) -> Vec<u32> {
    // The scale of each track's digit in the letters of the part; a track may occur there several times.
    let scales: Vec<u32> = tracks
        .iter()
        .map(|track| part.iter().enumerate().filter(|(_, p)| *p == track).map(|(i, _)| base.pow(i as u32) as u32).sum())
        .collect();
    let mut map = Vec::with_capacity(letters);
    map.push(0);
    for scale in scales {
        let known = map.len();
        for digit in 1..base as u32 {
            for i in 0..known {
                map.push(map[i] + digit * scale);
            }
        }
    }
    map
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_map_to_their_parts() {
        // Tracks 3, 5, 7 in base 3; the part reads 7 and 3.
        let map = letter_map(3, &[3, 5, 7], &[7, 3], 27);
        for (letter, &part) in map.iter().enumerate() {
            let digits: Vec<usize> = letter_digits(letter, 3, 3).collect();
            assert_eq!(part as usize, digits[2] + 3 * digits[0]);
        }
    }

    #[test]
    fn tables_are_read_back() {
        let budget = Budget::default();
        let lsd: Numeration = "lsd2".parse().unwrap();
        // x is even, least significant digit first.
        let next = [Some(1), Some(2), Some(1), Some(1), Some(2), Some(2)];
        let even = Automaton::from_table(lsd, &[4], &next, &[1, 1, 0], &budget).unwrap();
        assert_eq!((0..6).map(|n| even.answer_small(&[n])).collect::<Vec<_>>(), [1, 0, 1, 0, 1, 0]);
        let (table, labels) = even.to_table();
        assert_eq!(Automaton::from_table(lsd, &[4], &table, &labels, &budget).unwrap(), even);
    }

    #[test]
    fn bad_tables_are_refused() {
        let budget = Budget::default();
        let table = |next: &[Option<u32>], labels: &[Label]| {
            Automaton::from_table(Numeration::BINARY, &[0], next, labels, &budget)
        };
        assert!(matches!(table(&[Some(0)], &[1]), Err(Error::Malformed(_))));
        assert!(matches!(table(&[Some(0), Some(3)], &[1]), Err(Error::Malformed(_))));
        assert!(matches!(table(&[Some(1), Some(0), Some(1), Some(0)], &[1, 0]), Err(Error::Malformed(_))));
        assert!(table(&[Some(0), None], &[1]).is_ok());
    }
}
