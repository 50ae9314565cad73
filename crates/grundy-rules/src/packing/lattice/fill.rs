//! The table: sets in rising order, 64 in a word.
//!
//! A word holds the sets with the same elements from the sixth on. What a move leaves lies in an earlier word, whose bits are moved to where
//! they are asked for, or in the word itself: then the word is worked out again until it stays, at most once for each low element, since
//! after t times the sets with fewer than t of them are right.

use super::numbers::{Move, Numbers};
use crate::meter::{Meter, Trouble};
use hashbrown::HashMap;

/// Elements that the sets of a word tell apart.
const LOW: u32 = 6;

/// For each low element the sets of a word that have it.
const HAVE: [u64; LOW as usize] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// Words between two looks at the limits.
const STRIDE: usize = 256;

/// A move as it is made in words.
struct Step {
    /// What it needs and takes of the high elements.
    needs: usize,
    takes: usize,
    /// What it takes of the low ones.
    low: u64,
    /// The sets of a word that have what it needs of the low ones.
    have: u64,
    /// The place of its conditions among those of [`Gates`].
    gate: usize,
}

/// Where moves are allowed: for each state the sets of a word, whose high elements make this state.
struct Gates<'a> {
    numbers: &'a Numbers,
    /// For each of the different conditions and each state whether it holds.
    conditions: Vec<&'a [bool]>,
    words: Vec<Option<Box<[u64]>>>,
}

impl<'a> Gates<'a> {
    fn new(numbers: &'a Numbers) -> Gates<'a> {
        Gates { numbers, conditions: Vec::new(), words: vec![None; numbers.len()] }
    }

    fn at(&mut self, state: u32) -> &[u64] {
        let Gates { numbers, conditions, words } = self;
        words[state as usize].get_or_insert_with(|| {
            let mut states = [state; 1 << LOW];
            for set in (0..states.len() - 1).rev() {
                let lowest = set.trailing_ones();
                states[set] = numbers.after(states[set | 1 << lowest], lowest);
            }
            let word = |condition: &&[bool]| {
                let bits = states.iter().zip(0..).map(|(&state, bit)| u64::from(condition[state as usize]) << bit);
                bits.fold(0, |word, bit| word | bit)
            };
            conditions.iter().map(word).collect()
        })
    }
}

/// The sets of a word, each asked for by all that have some low elements more.
fn spread(word: u64, low: u64) -> u64 {
    (0..LOW as usize).filter(|element| low >> element & 1 == 1).fold(word, |word, element| {
        let without = word & !HAVE[element];
        without | without << (1 << element)
    })
}

fn steps<'a>(moves: &'a [Move], gates: &mut Gates<'a>) -> Vec<Step> {
    let mut known: HashMap<&[bool], usize> = HashMap::new();
    let step = |found: &'a Move| {
        let gate = *known.entry(&found.allowed).or_insert_with(|| {
            gates.conditions.push(&found.allowed);
            gates.conditions.len() - 1
        });
        let (needs, takes) = (found.taking.needs, found.taking.takes);
        let have = (0..LOW as usize).filter(|element| needs >> element & 1 == 1);
        Step {
            needs: (needs >> LOW) as usize,
            takes: (takes >> LOW) as usize,
            low: takes & ((1 << LOW) - 1),
            have: have.fold(u64::MAX, |have, element| have & HAVE[element]),
            gate,
        }
    };
    moves.iter().map(step).collect()
}

/// The state of each word: that of its high elements.
fn states(numbers: &Numbers, words: usize) -> Vec<u32> {
    let mut states = vec![0; words];
    for high in (0..words - 1).rev() {
        let lowest = high.trailing_ones();
        states[high] = numbers.after(states[high | 1 << lowest], LOW + lowest);
    }
    states
}

/// For each set whether it is won.
pub(super) fn fill(numbers: &Numbers, moves: &[Move], meter: &mut Meter) -> Result<Vec<u64>, Trouble> {
    let words = 1usize << numbers.elements.saturating_sub(LOW);
    let mut gates = Gates::new(numbers);
    let steps = steps(moves, &mut gates);
    let states = states(numbers, words);
    let (mut table, mut inside): (Vec<u64>, Vec<(u64, u64)>) = (Vec::with_capacity(words), Vec::new());
    for (high, state) in states.into_iter().enumerate() {
        if high % STRIDE == 0 {
            meter.work((STRIDE * (1 + steps.len())) as u64)?;
        }
        let gates = gates.at(state);
        inside.clear();
        let mut before = 0;
        for step in steps.iter().filter(|step| high & step.needs == step.needs) {
            let (to, gate) = (high & !step.takes, gates[step.gate] & step.have);
            match table.get(to) {
                Some(&won) => before |= spread(!won, step.low) & gate,
                None => inside.push((step.low, gate)),
            }
        }
        table.push(settled(before, &inside));
    }
    Ok(table)
}

/// A word by what is won by moves to earlier ones, and the moves inside.
fn settled(before: u64, inside: &[(u64, u64)]) -> u64 {
    let mut won = before;
    loop {
        let next = inside.iter().fold(before, |next, &(low, gate)| next | spread(!won, low) & gate);
        if next == won {
            return won;
        }
        won = next;
    }
}
