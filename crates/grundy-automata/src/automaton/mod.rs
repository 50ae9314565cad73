//! Deterministic automata that read the digits of several numbers at once.
//!
//! **What an automaton means.** A *track* is a variable; a *letter* has one digit for each track; a word of letters is a
//! tuple of numbers, shorter ones padded with zeros. Every state has a *label*, a set of values written as 64 bits; the
//! label after reading a tuple is the automaton's answer. A plain set of tuples has the labels 0 (outside) and 1
//! (inside); an automaton of classes (value v: label 2^v) answers all classes at once. Products combine labels,
//! projection unites them, so both kinds share every operation. The label {0} = 1 is neutral for XOR of sets of values,
//! as "true" is for conjunction: [`Automaton::both`] is one operation for the two.
//!
//! **Invariants.** Complete, minimal and numbered canonically, so two automata are equal as data if and only if they
//! give equal answers. State 0 is the *sink*: label 0 for ever. The answer does not depend on padding zeros. Words that
//! are not numbers (Z_t) have label 0. Tracks ascend.
//!
//! **Alphabets.** b^tracks letters would make wide tables, but few letters differ: the adder of base 10 has 1,000
//! letters and 29 different columns. So letters are mapped to *classes* once for each automaton and the table has a
//! column for each class. A product pairs the classes, projection takes sets of them; both cost b^tracks plus states ×
//! classes. (Decision diagrams for each state, as MONA has them, pay off for tens of tracks; nothing here needs them.)
//!
//! **Operations.** Product O(pairs reached × classes); projection by the subset construction; minimisation after each
//! by Hopcroft's partition refinement, O(states × classes × log states).

mod build;
mod complete;
mod count;
mod minimise;
mod product;
mod project;
mod witness;

pub(crate) use build::letter_digits;
pub use complete::Assignment;
pub use count::Counted;
pub(crate) use minimise::Raw;
pub(crate) use product::united;
pub use product::xor_sets;

use crate::error::Result;
use crate::numeration::Numeration;
use grundy_natural::Nat;
use std::fmt;

/// A variable; automata have one track for each of their variables.
pub type Var = u32;

/// A set of values below 64, as bits. Plain sets use 0 and 1.
pub type Label = u64;

/// The state that answers 0 for ever.
pub(crate) const SINK: u32 = 0;

/// A deterministic automaton on the digits of several numbers; see the module for what it means.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Automaton {
    numeration: Numeration,
    tracks: Vec<Var>,
    /// The class of each letter; a letter is Σ digit(track i) · b^i.
    classes: Vec<u32>,
    width: usize,
    start: u32,
    /// The successor of state s by class c is `next[s * width + c]`.
    next: Vec<u32>,
    labels: Vec<Label>,
}

impl fmt::Debug for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Automaton({}, tracks {:?}, {} states)", self.numeration, self.tracks, self.states())
    }
}

impl Automaton {
    /// How numbers are written.
    pub fn numeration(&self) -> Numeration {
        self.numeration
    }

    /// The variables, ascending.
    pub fn tracks(&self) -> &[Var] {
        &self.tracks
    }

    /// The number of states, the sink not counted.
    pub fn states(&self) -> usize {
        self.labels.len() - 1
    }

    /// The number of columns of the table: letters that behave differently.
    pub fn classes(&self) -> usize {
        self.width
    }

    /// The number of letters.
    pub fn letters(&self) -> usize {
        self.classes.len()
    }

    /// The bytes of its tables.
    pub fn bytes(&self) -> usize {
        4 * (self.classes.len() + self.next.len()) + 8 * self.labels.len()
    }

    /// Is every answer 0?
    pub fn is_empty(&self) -> bool {
        self.states() == 0
    }

    /// The answer of an automaton without tracks, or of the empty word: all numbers zero.
    pub fn at_zero(&self) -> Label {
        self.labels[self.start as usize]
    }

    /// The state in which reading begins. State 0 is the sink; others are numbered from 1.
    pub fn start(&self) -> u32 {
        self.start
    }

    /// The label of a state; 0 outside.
    pub fn label(&self, state: u32) -> Label {
        self.labels.get(state as usize).copied().unwrap_or(0)
    }

    /// The labels that occur, united.
    pub fn all_labels(&self) -> Label {
        self.labels.iter().fold(0, |all, label| all | label)
    }

    /// The state after a letter, given by the digits of the tracks in order; the sink for digits out of range.
    pub fn step(&self, state: u32, digits: &[u8]) -> u32 {
        let base = self.numeration.digits();
        let in_range = digits.len() == self.tracks.len() && digits.iter().all(|&d| usize::from(d) < base);
        if !in_range || state as usize >= self.labels.len() {
            return SINK;
        }
        let letter = digits.iter().rev().fold(0, |letter, &d| letter * base + usize::from(d));
        self.follow(state, self.classes[letter])
    }

    pub(crate) fn follow(&self, state: u32, class: u32) -> u32 {
        self.next[state as usize * self.width + class as usize]
    }

    /// The answer for numbers of any size, one for each track in order; 0 if their number is wrong.
    ///
    /// ```
    /// use grundy_automata::{atoms, Budget, Nat, Numeration};
    /// let budget = Budget::default();
    /// // 3x = y
    /// let triple = atoms::linear(Numeration::BINARY, &[(0, 3), (1, -1)], atoms::Relation::Equal, 0, &budget)?;
    /// let (x, y) = (Nat::parse("100000000000000000000000").unwrap(), Nat::parse("300000000000000000000000").unwrap());
    /// assert_eq!(triple.answer(&[x.clone(), y]), 1);
    /// assert_eq!(triple.answer(&[x.clone(), x]), 0);
    /// # Ok::<(), grundy_automata::Error>(())
    /// ```
    pub fn answer(&self, numbers: &[Nat]) -> Label {
        let words: Vec<Vec<u8>> = numbers.iter().map(|n| self.numeration.digits_of(n)).collect();
        if words.len() != self.tracks.len() {
            return 0;
        }
        let length = words.iter().map(Vec::len).max().unwrap_or(0);
        let mut state = self.start;
        for i in 0..length {
            let place = if self.numeration.most_first() { length - 1 - i } else { i };
            state = self.follow(state, self.classes[self.letter_at(&words, place)]);
        }
        self.labels[state as usize]
    }

    /// The answer for small numbers.
    pub fn answer_small(&self, numbers: &[u64]) -> Label {
        let numbers: Vec<Nat> = numbers.iter().map(|&n| Nat::from(n)).collect();
        self.answer(&numbers)
    }

    fn letter_at(&self, words: &[Vec<u8>], place: usize) -> usize {
        let base = self.numeration.digits();
        let digit = |word: &Vec<u8>| usize::from(word.get(place).copied().unwrap_or(0));
        words.iter().rev().fold(0, |letter, word| letter * base + digit(word))
    }

    /// The same automaton with the labels in `mask` as 1 and the others as 0.
    pub fn with_label_in(&self, mask: Label, budget: &crate::Budget) -> Result<Automaton> {
        self.relabel(|label| Label::from(label & mask != 0), budget)
    }
}
