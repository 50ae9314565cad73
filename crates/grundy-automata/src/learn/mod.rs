//! Automata guessed from tables of values.
//!
//! **Idea** (Myhill, Nerode). After reading a word, all that matters is how the answer depends on what follows. So two
//! words are taken for the same state if they agree on a list of *tests*: words that may follow, at first all words of up
//! to `depth` letters. The states are found breadth first; a guess is finished when every letter from every state
//! leads to a state that was seen. It is a guess only: [`check`] compares it with more of the table,
//! [`prove`](crate::game::prove) decides, and a position that refutes it gives new tests (its suffixes; Angluin 1987).
//!
//! For relations the value is a track too, but no values are enumerated: after reading arguments and the front part of a
//! value, a test's entry is the rest of the value's word, or nothing if its front part is another one.
//!
//! Entries beyond the table are unknown; words are told apart by known entries only, and a word whose own value is
//! unknown ends the guess. Time: states × letters × tests.

mod search;
pub mod template;

pub use search::{Found, Search, search};

use crate::automaton::{Automaton, Label, Var, letter_digits};
use crate::budget::Budget;
use crate::error::{Error, Result};
use crate::game::Encoding;
use crate::numeration::Numeration;
use grundy_natural::Nat;

/// A table of values: the value of a tuple of arguments, or `None` beyond what is known.
pub type Table<'a> = dyn FnMut(&[u64]) -> Option<u64> + 'a;

/// More tests than this are not made: the guess fails.
const MOST_TESTS: usize = 1 << 12;

/// What is guessed, and how hard to try.
#[derive(Debug, Clone)]
pub struct Guess {
    /// How numbers are written.
    pub numeration: Numeration,
    /// How the automaton gives values. For lost sets the table has 0 for lost positions.
    pub encoding: Encoding,
    /// The number of arguments.
    pub arity: usize,
    /// The tests are all words of up to so many letters.
    pub depth: usize,
    /// More states than this make no guess.
    pub states: usize,
    /// More tests, from positions: all suffixes of their words.
    pub positions: Vec<Vec<u64>>,
}

/// An entry of a signature. Words that are no numbers are like values that do not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Entry {
    Unknown,
    Nothing,
    Value(u64),
    Rest(Vec<u8>),
}

/// A word read so far: the digits of each track in reading order.
type Word = Vec<Vec<u8>>;

struct Learner<'g, 't> {
    guess: &'g Guess,
    table: &'t mut Table<'t>,
    weights: Vec<u64>,
    /// Words on the tracks of the arguments.
    tests: Vec<Word>,
    with_value: bool,
}

/// A guess from the table; `None` if the table does not show a finished automaton.
///
/// ```
/// use grundy_automata::game::Encoding;
/// use grundy_automata::learn::{guess, Guess};
/// use grundy_automata::{Budget, Numeration};
/// let wanted = Guess {
///     numeration: Numeration::BINARY,
///     encoding: Encoding::Class,
///     arity: 1,
///     depth: 2,
///     states: 100,
///     positions: vec![],
/// };
/// let mut table = |n: &[u64]| (n[0] < 64).then(|| n[0] % 3);
/// let found = guess(&wanted, &mut table, &Budget::default())?.unwrap();
/// assert_eq!(found.answer_small(&[1000]), 1 << (1000 % 3));
/// # Ok::<(), grundy_automata::Error>(())
/// ```
pub fn guess<'t>(guess: &Guess, table: &'t mut Table<'t>, budget: &Budget) -> Result<Option<Automaton>> {
    let with_value = matches!(guess.encoding, Encoding::Relation | Encoding::Power);
    let base = guess.numeration.digits();
    let tests = base.checked_pow((guess.arity * guess.depth) as u32).filter(|&n| n <= MOST_TESTS);
    if tests.is_none() {
        return Ok(None);
    }
    budget.letters(base, guess.arity + usize::from(with_value))?;
    let weights = small_weights(guess.numeration);
    let mut learner = Learner { guess, table, weights, tests: Vec::new(), with_value };
    learner.make_tests();
    learner.run(budget)
}

/// The weights that fit in 62 bits, least first.
fn small_weights(numeration: Numeration) -> Vec<u64> {
    let all = (1..128).map_while(|count| numeration.weights(count)).last().unwrap_or_default();
    all.into_iter().filter(|&w| w < 1 << 62).map(|w| w as u64).collect()
}

impl Learner<'_, '_> {
    fn make_tests(&mut self) {
        let (base, arity) = (self.guess.numeration.digits(), self.guess.arity);
        let letters = base.pow(arity as u32);
        let mut layer: Vec<Word> = vec![vec![Vec::new(); arity]];
        for _ in 0..=self.guess.depth {
            self.tests.extend(layer.iter().cloned());
            let longer = |word: &Word| (0..letters).map(|l| extended(word, l, base)).collect::<Vec<_>>();
            layer = layer.iter().flat_map(longer).collect();
        }
        for position in &self.guess.positions {
            let words: Vec<Vec<u8>> = position.iter().map(|&n| self.digits(n)).collect();
            let length = words.iter().map(Vec::len).max().unwrap_or(0);
            let padded: Word = words.iter().map(|w| self.in_order(w, length)).collect();
            for from in 0..length {
                let suffix: Word = padded.iter().map(|w| w[from..].to_vec()).collect();
                if !self.tests.contains(&suffix) {
                    self.tests.push(suffix);
                }
            }
        }
    }

    /// Digits, least first.
    fn digits(&self, n: u64) -> Vec<u8> {
        let mut rest = n;
        let top = self.weights.partition_point(|&w| w <= n);
        let mut digits = vec![0; top];
        for (digit, weight) in digits.iter_mut().zip(&self.weights).rev() {
            *digit = (rest / weight) as u8;
            rest %= weight;
        }
        digits
    }

    /// Padded to a length and in reading order.
    fn in_order(&self, digits: &[u8], length: usize) -> Vec<u8> {
        let mut word = digits.to_vec();
        word.resize(length, 0);
        if self.guess.numeration.most_first() {
            word.reverse();
        }
        word
    }

    /// The number of a word in reading order; `None` if it is no number or too large.
    fn number(&self, front: &[u8], back: &[u8]) -> Option<u64> {
        let mut digits: Vec<u8> = front.iter().chain(back).copied().collect();
        if self.guess.numeration.most_first() {
            digits.reverse();
        }
        if !self.guess.numeration.is_valid(&digits) {
            return None;
        }
        let mut sum = 0_u64;
        for (i, &digit) in digits.iter().enumerate().filter(|(_, d)| **d > 0) {
            let part = self.weights.get(i)?.checked_mul(u64::from(digit))?;
            sum = sum.checked_add(part)?;
        }
        Some(sum)
    }

    fn signature(&mut self, word: &Word) -> Vec<Entry> {
        (0..self.tests.len()).map(|i| self.entry(word, i)).collect()
    }

    fn entry(&mut self, word: &Word, test: usize) -> Entry {
        let arity = self.guess.arity;
        let length = word.first().map_or(0, Vec::len);
        let more = self.tests[test].first().map_or(0, Vec::len);
        let valid = |i: usize| {
            let mut digits: Vec<u8> = word[i].iter().chain(&self.tests[test][i]).copied().collect();
            if self.guess.numeration.most_first() {
                digits.reverse();
            }
            self.guess.numeration.is_valid(&digits)
        };
        if !(0..arity).all(valid) {
            return Entry::Nothing;
        }
        let arguments: Option<Vec<u64>> = (0..arity).map(|i| self.number(&word[i], &self.tests[test][i])).collect();
        let Some(value) = arguments.and_then(|a| (self.table)(&a)) else {
            return Entry::Unknown;
        };
        if !self.with_value {
            let value = if self.guess.encoding == Encoding::Lost { u64::from(value == 0) } else { value };
            return Entry::Value(value);
        }
        let digits = if self.guess.encoding == Encoding::Power {
            let mut digits = vec![0; value.min(1 << 16) as usize + 1];
            digits[value.min(1 << 16) as usize] = 1;
            digits
        } else {
            self.digits(value)
        };
        if digits.len() > length + more {
            return Entry::Nothing;
        }
        let full = self.in_order(&digits, length + more);
        if full[..length] == word[arity][..] { Entry::Rest(full[length..].to_vec()) } else { Entry::Nothing }
    }

    fn run(&mut self, budget: &Budget) -> Result<Option<Automaton>> {
        let base = self.guess.numeration.digits();
        let tracks = self.guess.arity + usize::from(self.with_value);
        let letters = base.pow(tracks as u32);
        let first: Word = vec![Vec::new(); tracks];
        let mut signatures = vec![self.signature(&first)];
        let mut words = vec![first];
        let mut next: Vec<Option<u32>> = Vec::new();
        let mut i = 0;
        while i < words.len() {
            for letter in 0..letters {
                budget.worked(self.tests.len())?;
                let word = extended(&words[i], letter, base);
                let signature = self.signature(&word);
                if signature.iter().all(|e| matches!(e, Entry::Nothing)) {
                    next.push(None);
                    continue;
                }
                // The first test is the empty word: the word's own value must be known, unless it is no number's.
                let known = closest(&signatures, &signature);
                match known {
                    Some(state) => next.push(Some(state as u32)),
                    None if signature[0] == Entry::Unknown || words.len() >= self.guess.states => return Ok(None),
                    None => {
                        next.push(Some(words.len() as u32));
                        words.push(word);
                        signatures.push(signature);
                    }
                }
            }
            i += 1;
        }
        let labels: Vec<Label> = match signatures.iter().map(|s| self.label(&s[0])).collect::<Option<Vec<_>>>() {
            Some(labels) => labels,
            None => return Ok(None),
        };
        let names: Vec<Var> = (0..tracks as Var).collect();
        match Automaton::from_table(self.guess.numeration, &names, &next, &labels, budget) {
            Ok(automaton) => Ok(Some(automaton)),
            Err(Error::Malformed(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn label(&self, entry: &Entry) -> Option<Label> {
        match entry {
            Entry::Value(v) if self.guess.encoding == Encoding::Lost => Some(*v),
            Entry::Value(v) if *v < 64 => Some(1 << v),
            Entry::Rest(rest) => Some(Label::from(rest.is_empty())),
            Entry::Nothing => Some(0),
            _ => None,
        }
    }
}

/// The first of the signatures that agree with this one in the most known entries, and differ in none.
fn closest(signatures: &[Vec<Entry>], signature: &[Entry]) -> Option<usize> {
    let agreement = |s: &Vec<Entry>| {
        s.iter().zip(signature).try_fold(0_usize, |count, (x, y)| match (x, y) {
            (Entry::Unknown, _) | (_, Entry::Unknown) => Some(count),
            _ => (x == y).then_some(count + 1),
        })
    };
    let scores = signatures.iter().enumerate().filter_map(|(i, s)| agreement(s).map(|count| (count, i)));
    scores.max_by_key(|&(count, i)| (count, std::cmp::Reverse(i))).map(|(_, i)| i)
}

fn extended(word: &Word, letter: usize, base: usize) -> Word {
    let digits = letter_digits(letter, base, word.len());
    word.iter().zip(digits).map(|(track, d)| [&track[..], &[d as u8]].concat()).collect()
}

/// The first of these positions where the automaton and the table differ.
pub fn check<'p>(
    guess: &Guess,
    automaton: &Automaton,
    positions: impl Iterator<Item = &'p [u64]>,
    table: &mut Table<'_>,
) -> Option<Vec<u64>> {
    for position in positions {
        let Some(value) = table(position) else { continue };
        let mut numbers: Vec<Nat> = position.iter().map(|&n| Nat::from(n)).collect();
        let right = match guess.encoding {
            Encoding::Class => value < 64 && automaton.answer(&numbers) == 1 << value,
            Encoding::Lost => automaton.answer(&numbers) == u64::from(value == 0),
            Encoding::Relation => {
                numbers.push(Nat::from(value));
                automaton.answer(&numbers) == 1
            }
            Encoding::Power => {
                let mut digits = vec![0; value.min(1 << 16) as usize + 1];
                digits[value.min(1 << 16) as usize] = 1;
                numbers.push(guess.numeration.number(&digits));
                automaton.answer(&numbers) == 1
            }
        };
        if !right {
            return Some(position.to_vec());
        }
    }
    None
}
