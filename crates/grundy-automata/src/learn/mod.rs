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

mod reader;
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

/// An entry of a signature: a value, the rest of a value's word as a number, or one of the two below. Words that are no numbers are like
/// values that do not fit.
type Entry = u64;
const UNKNOWN: Entry = u64::MAX;
const NOTHING: Entry = u64::MAX - 1;

/// Digits of each track in reading order.
type Word = Vec<Vec<u8>>;

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
    let tests = reader::Tests::new(guess);
    let mut learner = Learner { guess, table, tests, with_value };
    learner.run(budget)
}

struct Learner<'g, 't> {
    guess: &'g Guess,
    table: &'t mut Table<'t>,
    tests: reader::Tests,
    with_value: bool,
}

impl Learner<'_, '_> {
    fn signature(&mut self, word: &Word) -> Vec<Entry> {
        let front = self.tests.front(word);
        let count = self.tests.len();
        let mut signature = Vec::with_capacity(count);
        for test in 0..count {
            let entry = match self.tests.arguments(&front, test) {
                reader::Arguments::NoNumbers => NOTHING,
                reader::Arguments::TooLarge => UNKNOWN,
                reader::Arguments::Numbers(numbers) => match (self.table)(numbers) {
                    None => UNKNOWN,
                    Some(value) if self.with_value => self.tests.rest(word, &front, test, value),
                    Some(value) if self.guess.encoding == Encoding::Lost => u64::from(value == 0),
                    Some(value) => value.min(NOTHING - 1),
                },
            };
            signature.push(entry);
        }
        signature
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
                if signature.iter().all(|&e| e == NOTHING) {
                    next.push(None);
                    continue;
                }
                // The first test is the empty word: the word's own value must be known, unless it is no number's.
                let known = closest(&signatures, &signature);
                match known {
                    Some(state) => next.push(Some(state as u32)),
                    None if signature[0] == UNKNOWN || words.len() >= self.guess.states => return Ok(None),
                    None => {
                        next.push(Some(words.len() as u32));
                        words.push(word);
                        signatures.push(signature);
                    }
                }
            }
            i += 1;
        }
        let labels: Vec<Label> = match signatures.iter().map(|s| self.label(s[0])).collect::<Option<Vec<_>>>() {
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

    fn label(&self, entry: Entry) -> Option<Label> {
        match (entry, self.guess.encoding) {
            (UNKNOWN, _) => None,
            (NOTHING, _) => Some(0),
            // The empty word is the rest of a value that was read to its end.
            (_, Encoding::Relation | Encoding::Power) => Some(1),
            (lost, Encoding::Lost) => Some(lost),
            (value, Encoding::Class) => (value < 64).then(|| 1 << value),
        }
    }
}

/// The first of the signatures that agree with this one in the most known entries, and differ in none.
fn closest(signatures: &[Vec<Entry>], signature: &[Entry]) -> Option<usize> {
    let agreement = |s: &Vec<Entry>| {
        s.iter().zip(signature).try_fold(0_usize, |count, (&x, &y)| match (x, y) {
            (UNKNOWN, _) | (_, UNKNOWN) => Some(count),
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
