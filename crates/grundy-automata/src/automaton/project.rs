//! Projection ("there is a number on this track") and reversal, by the subset construction.
//!
//! A number on the dropped track may be longer than all others: zeros in front of the others must lead to the same
//! answers. Most significant digit first, the first set is closed under letters that are zero on the tracks left; least
//! significant digit first, a state's label takes in the labels that such letters reach.
//! Labels of a set are united. Time and memory: sets reached × classes × size of the sets.

use super::{Automaton, Label, Raw, SINK, Var};
use crate::budget::Budget;
use crate::error::Result;
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashTable};
use std::hash::BuildHasher;

impl Automaton {
    /// The union of the labels over all numbers on the track.
    ///
    /// ```
    /// use grundy_automata::{atoms, Budget, Numeration};
    /// let budget = Budget::default();
    /// // There is a y with x = 2y: x is even.
    /// let double = atoms::linear(Numeration::BINARY, &[(0, 1), (1, -2)], atoms::Relation::Equal, 0, &budget)?;
    /// let even = double.project(1, &budget)?;
    /// assert_eq!((0..5).map(|x| even.answer_small(&[x])).collect::<Vec<_>>(), [1, 0, 1, 0, 1]);
    /// # Ok::<(), grundy_automata::Error>(())
    /// ```
    pub fn project(&self, track: Var, budget: &Budget) -> Result<Automaton> {
        let Some(position) = self.tracks.iter().position(|&t| t == track) else {
            return Ok(self.clone());
        };
        let (classes, sets) = self.class_sets(position, budget)?;
        let zero = &sets[classes[0] as usize];
        let (start, labels) = if self.numeration.most_first() {
            (self.closure(zero), self.labels.clone())
        } else {
            (vec![self.start], self.padded_labels(zero))
        };
        let mut tracks = self.tracks.clone();
        tracks.remove(position);
        let successors = |state: u32, class: usize, visit: &mut dyn FnMut(u32)| {
            sets[class].iter().for_each(|&old| visit(self.follow(state, old)));
        };
        let subsets = Subsets { width: sets.len(), states: self.labels.len(), successors, labels: &labels };
        let (next, labels, start) = subsets.build(start, budget)?;
        let width = sets.len();
        Raw { numeration: self.numeration, tracks, classes, width, start, next, labels }.minimise(budget)
    }

    /// For each letter on the tracks left the class of its set of old classes, and these sets.
    fn class_sets(&self, position: usize, budget: &Budget) -> Result<(Vec<u32>, Vec<Vec<u32>>)> {
        let base = self.numeration.digits();
        let letters = budget.letters(base, self.tracks.len() - 1)?;
        let low = base.pow(position as u32);
        let mut numbers: HashMap<Vec<u32>, u32, FixedState> = HashMap::with_hasher(FixedState::default());
        let mut sets = Vec::new();
        let mut classes = Vec::with_capacity(letters);
        for letter in 0..letters {
            let (below, above) = (letter % low, letter / low);
            let old = |digit: usize| self.classes[below + digit * low + above * low * base];
            let mut set: Vec<u32> = (0..base).map(old).collect();
            set.sort_unstable();
            set.dedup();
            let fresh = sets.len() as u32;
            let class = *numbers.entry(set).or_insert_with_key(|set| {
                sets.push(set.clone());
                fresh
            });
            classes.push(class);
        }
        budget.worked(letters * base)?;
        Ok((classes, sets))
    }

    /// The states reached from the start by letters of these classes.
    pub(super) fn closure(&self, zero: &[u32]) -> Vec<u32> {
        let mut seen = vec![false; self.labels.len()];
        seen[self.start as usize] = true;
        let mut reached = vec![self.start];
        let mut i = 0;
        while i < reached.len() {
            for &class in zero {
                let to = self.follow(reached[i], class);
                if !seen[to as usize] {
                    seen[to as usize] = true;
                    reached.push(to);
                }
            }
            i += 1;
        }
        reached
    }

    /// For each state the labels that letters of these classes reach.
    pub(super) fn padded_labels(&self, zero: &[u32]) -> Vec<Label> {
        let mut labels = self.labels.clone();
        let mut changed = true;
        while changed {
            changed = false;
            for state in 0..labels.len() {
                let more =
                    zero.iter().fold(labels[state], |all, &c| all | labels[self.follow(state as u32, c) as usize]);
                changed |= more != labels[state];
                labels[state] = more;
            }
        }
        labels
    }

    /// The same set of tuples, read from the other end. Labels must be 0 and 1.
    pub fn reverse(&self, budget: &Budget) -> Result<Automaton> {
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); self.labels.len() * self.width];
        for (i, &to) in self.next.iter().enumerate() {
            if to != SINK {
                before[to as usize * self.width + i % self.width].push((i / self.width) as u32);
            }
        }
        budget.worked(self.next.len())?;
        let accepting = (0..self.labels.len() as u32).filter(|&s| self.labels[s as usize] != 0).collect();
        let mut labels = vec![0; self.labels.len()];
        labels[self.start as usize] = Label::from(self.start != SINK);
        let successors = |state: u32, class: usize, visit: &mut dyn FnMut(u32)| {
            before[state as usize * self.width + class].iter().for_each(|&from| visit(from));
        };
        let subsets = Subsets { width: self.width, states: self.labels.len(), successors, labels: &labels };
        let (next, labels, start) = subsets.build(accepting, budget)?;
        let (tracks, classes, width) = (self.tracks.clone(), self.classes.clone(), self.width);
        Raw { numeration: self.numeration.reversed(), tracks, classes, width, start, next, labels }.minimise(budget)
    }
}

/// The subset construction of a nondeterministic automaton without silent moves; the empty set is the sink.
struct Subsets<'a, S> {
    width: usize,
    states: usize,
    successors: S,
    labels: &'a [Label],
}

/// Sets of states, each stored once, one after the other.
struct SetStore {
    elements: Vec<u32>,
    ends: Vec<usize>,
    numbers: HashTable<u32>,
    hasher: FixedState,
}

impl SetStore {
    fn new() -> SetStore {
        let mut store = SetStore {
            elements: Vec::new(),
            ends: Vec::new(),
            numbers: HashTable::new(),
            hasher: FixedState::default(),
        };
        store.number(&[]);
        store
    }

    fn get(&self, number: u32) -> &[u32] {
        let i = number as usize;
        let from = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.elements[from..self.ends[i]]
    }

    fn number(&mut self, set: &[u32]) -> u32 {
        let hash = self.hasher.hash_one(set);
        if let Some(&found) = self.numbers.find(hash, |&n| self.get(n) == set) {
            return found;
        }
        let fresh = self.ends.len() as u32;
        self.elements.extend_from_slice(set);
        self.ends.push(self.elements.len());
        let (elements, ends, hasher) = (&self.elements, &self.ends, &self.hasher);
        self.numbers.insert_unique(hash, fresh, |&n| {
            let from = if n == 0 { 0 } else { ends[n as usize - 1] };
            hasher.hash_one(&elements[from..ends[n as usize]])
        });
        fresh
    }

    fn bytes(&self) -> usize {
        4 * self.elements.len() + 12 * self.ends.len()
    }
}

impl<S: Fn(u32, usize, &mut dyn FnMut(u32))> Subsets<'_, S> {
    /// Transitions, labels and the start of the deterministic automaton.
    fn build(&self, mut start: Vec<u32>, budget: &Budget) -> Result<(Vec<u32>, Vec<Label>, u32)> {
        let mut store = SetStore::new();
        start.retain(|&state| state != SINK);
        start.sort_unstable();
        let first = store.number(&start);
        let mut next: Vec<u32> = vec![SINK; self.width];
        let mut labels = vec![0];
        let mut stamps = vec![0_u32; self.states];
        let mut stamp = 0;
        let mut set = Vec::new();
        let mut current = Vec::new();
        let mut i = 1;
        while i < store.ends.len() {
            current.clear();
            current.extend_from_slice(store.get(i as u32));
            labels.push(current.iter().fold(0, |all, &state| all | self.labels[state as usize]));
            for class in 0..self.width {
                stamp = next_stamp(stamp, &mut stamps);
                set.clear();
                for &state in &current {
                    (self.successors)(state, class, &mut |to| {
                        if to != SINK && stamps[to as usize] != stamp {
                            stamps[to as usize] = stamp;
                            set.push(to);
                        }
                    });
                }
                set.sort_unstable();
                next.push(store.number(&set));
            }
            budget.worked(current.len() * self.width + self.width)?;
            budget.grown(store.ends.len() - 1, store.bytes() + 4 * next.len())?;
            i += 1;
        }
        Ok((next, labels, first))
    }
}

fn next_stamp(stamp: u32, stamps: &mut [u32]) -> u32 {
    stamp.checked_add(1).unwrap_or_else(|| {
        stamps.fill(0);
        1
    })
}
