//! Products: both, either, without; complement among the valid words.

use super::build::letter_map;
use super::{Automaton, Label, Raw, SINK, Var};
use crate::budget::Budget;
use crate::error::{Error, Result};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

/// {a xor b : a in x, b in y}: the values of a sum of two components. For plain labels, "and".
pub fn xor_sets(x: Label, y: Label) -> Label {
    let (few, many) = if x.count_ones() <= y.count_ones() { (x, y) } else { (y, x) };
    let mut rest = few;
    let mut all = 0;
    while rest != 0 {
        all |= shift_by_xor(many, rest.trailing_zeros());
        rest &= rest - 1;
    }
    all
}

/// {a xor v : a in set}: swaps neighbouring groups of 2^i bits for each binary digit i of v.
fn shift_by_xor(set: Label, v: u32) -> Label {
    const MASKS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    MASKS.iter().enumerate().filter(|(i, _)| v >> i & 1 == 1).fold(set, |set, (i, mask)| {
        let width = 1 << i;
        (set & mask) << width | set >> width & mask
    })
}

/// Whose sink makes a pair answer 0 for ever.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Dead {
    Either,
    First,
    Both,
}

impl Automaton {
    /// The sums of labels ([`xor_sets`]); for plain sets the intersection. Tracks are united.
    pub fn both(&self, other: &Automaton, budget: &Budget) -> Result<Automaton> {
        if self.tracks.is_empty() && self.at_zero() == 1 {
            return Ok(other.clone());
        }
        if other.tracks.is_empty() && other.at_zero() == 1 {
            return Ok(self.clone());
        }
        self.product(other, Dead::Either, xor_sets, budget)
    }

    /// The union of labels. Tracks are united; a number that only the other automaton reads may be anything.
    pub fn either(&self, other: &Automaton, budget: &Budget) -> Result<Automaton> {
        if self.is_empty() && self.tracks.iter().all(|t| other.tracks.contains(t)) {
            return Ok(other.clone());
        }
        if other.is_empty() && other.tracks.iter().all(|t| self.tracks.contains(t)) {
            return Ok(self.clone());
        }
        if self.numeration.t().is_some() && self.tracks != other.tracks {
            let all = Automaton::all(self.numeration, &united(&self.tracks, &other.tracks), budget)?;
            let (x, y) = (self.both(&all, budget)?, other.both(&all, budget)?);
            return x.product(&y, Dead::Both, |a, b| a | b, budget);
        }
        self.product(other, Dead::Both, |a, b| a | b, budget)
    }

    /// The labels of this one where the other answers 0.
    pub fn without(&self, other: &Automaton, budget: &Budget) -> Result<Automaton> {
        if other.is_empty() && other.tracks.iter().all(|t| self.tracks.contains(t)) {
            return Ok(self.clone());
        }
        self.product(other, Dead::First, |a, b| if b == 0 { a } else { 0 }, budget)
    }

    /// f of the two labels, where this one's is not 0; there the result is 0 too.
    pub fn combine(&self, other: &Automaton, f: fn(Label, Label) -> Label, budget: &Budget) -> Result<Automaton> {
        self.product(other, Dead::First, move |a, b| if a == 0 { 0 } else { f(a, b) }, budget)
    }

    /// The tuples with label 0.
    pub fn complement(&self, budget: &Budget) -> Result<Automaton> {
        Automaton::all(self.numeration, &self.tracks, budget)?.without(self, budget)
    }

    /// The same language with more tracks, whose numbers may be anything.
    pub fn widen(&self, tracks: &[Var], budget: &Budget) -> Result<Automaton> {
        if tracks.iter().all(|t| self.tracks.contains(t)) {
            return Ok(self.clone());
        }
        self.both(&Automaton::all(self.numeration, tracks, budget)?, budget)
    }

    fn product(
        &self,
        other: &Automaton,
        dead: Dead,
        f: impl Fn(Label, Label) -> Label,
        budget: &Budget,
    ) -> Result<Automaton> {
        debug_assert_eq!(f(0, 0), 0);
        if self.numeration != other.numeration {
            return Err(Error::Malformed("two automata read numbers in different ways"));
        }
        let tracks = united(&self.tracks, &other.tracks);
        let letters = budget.letters(self.numeration.digits(), tracks.len())?;
        let (classes, pairs) = self.pair_classes(other, &tracks, letters);
        budget.worked(letters)?;
        let mut states = Pairs::new(self.labels.len(), other.labels.len());
        let mut raw = Raw {
            numeration: self.numeration,
            tracks,
            classes,
            width: pairs.len(),
            start: 0,
            next: Vec::new(),
            labels: Vec::new(),
        };
        let is_dead = |x: u32, y: u32| match dead {
            Dead::Either => x == SINK || y == SINK,
            Dead::First => x == SINK,
            Dead::Both => x == SINK && y == SINK,
        };
        if !is_dead(self.start, other.start) {
            raw.start = states.number(self.start, other.start);
        }
        let mut i = 0;
        while i < states.order.len() {
            let (x, y) = states.order[i];
            raw.labels.push(f(self.labels[x as usize], other.labels[y as usize]));
            for &(a, b) in &pairs {
                let to = (self.follow(x, a), other.follow(y, b));
                raw.next.push(if is_dead(to.0, to.1) { SINK } else { states.number(to.0, to.1) });
            }
            i += 1;
            if i % 64 == 0 || i == states.order.len() {
                budget.grown(states.order.len() - 1, states.bytes() + 4 * raw.next.len())?;
                budget.worked(64 * pairs.len())?;
            }
        }
        raw.minimise(budget)
    }

    /// Classes of the letters on all tracks: the pairs of classes that occur.
    fn pair_classes(&self, other: &Automaton, tracks: &[Var], letters: usize) -> (Vec<u32>, Vec<(u32, u32)>) {
        let base = self.numeration.digits();
        let mine = letter_map(base, tracks, &self.tracks, letters);
        let theirs = letter_map(base, tracks, &other.tracks, letters);
        let mut numbers: HashMap<(u32, u32), u32, FixedState> = HashMap::with_hasher(FixedState::default());
        let mut pairs = Vec::new();
        let mut classes = Vec::with_capacity(letters);
        for (x, y) in mine.into_iter().zip(theirs) {
            let pair = (self.classes[x as usize], other.classes[y as usize]);
            let fresh = pairs.len() as u32;
            let class = *numbers.entry(pair).or_insert(fresh);
            if class == fresh {
                pairs.push(pair);
            }
            classes.push(class);
        }
        (classes, pairs)
    }
}

/// The union of two ascending lists.
pub(crate) fn united(a: &[Var], b: &[Var]) -> Vec<Var> {
    let mut all: Vec<Var> = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Numbers for pairs of states: by a table if it is small, else by a hash map. The pair of sinks is number 0.
struct Pairs {
    order: Vec<(u32, u32)>,
    columns: usize,
    table: Vec<u32>,
    map: HashMap<u64, u32, FixedState>,
}

const TABLE: usize = 1 << 21;

impl Pairs {
    fn new(rows: usize, columns: usize) -> Pairs {
        let small = rows.checked_mul(columns).filter(|&size| size <= TABLE);
        let mut table = vec![u32::MAX; small.unwrap_or(0)];
        let mut map = HashMap::with_hasher(FixedState::default());
        match table.first_mut() {
            Some(first) => *first = SINK,
            None => {
                map.insert(0, SINK);
            }
        }
        Pairs { order: vec![(SINK, SINK)], columns, table, map }
    }

    fn number(&mut self, x: u32, y: u32) -> u32 {
        let fresh = self.order.len() as u32;
        let number = if self.table.is_empty() {
            *self.map.entry(u64::from(x) << 32 | u64::from(y)).or_insert(fresh)
        } else {
            let entry = &mut self.table[x as usize * self.columns + y as usize];
            if *entry == u32::MAX {
                *entry = fresh;
            }
            *entry
        };
        if number == fresh {
            self.order.push((x, y));
        }
        number
    }

    fn bytes(&self) -> usize {
        8 * self.order.len() + 4 * self.table.len() + 24 * self.map.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn xor_of_sets(x in any::<u64>(), y in any::<u64>()) {
            let mut expected = 0_u64;
            for a in (0..64).filter(|a| x >> a & 1 == 1) {
                for b in (0..64).filter(|b| y >> b & 1 == 1) {
                    expected |= 1 << (a ^ b);
                }
            }
            prop_assert_eq!(xor_sets(x, y), expected);
            prop_assert_eq!(xor_sets(x, 1), x);
        }
    }
}
