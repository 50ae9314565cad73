//! The positions that can be reached, by number, with all their moves: what the solvers of games that may go on for ever, and
//! of misère play, look at again and again.
//!
//! A move is a list of terms, ascending by number, none twice. All moves lie in one list, so a move costs 8 bytes a term and 8
//! more. What is kept counts against the limits as it grows, inside long lists of moves too; when an attempt fails, what it
//! added is taken out again, so that the positions stay closed under moves.

use super::error::{Answer, Error};
use super::steps::{Steps, growing_bytes};
use crate::game::Game;
use crate::watch::{Stop, Watch};
use hashbrown::HashTable;
use std::hash::{BuildHasher, Hash};
use std::ops::{ControlFlow, Range};

/// Some copies of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Term {
    pub(super) number: u32,
    pub(super) copies: Copies,
}

/// A number of copies, exact up to [`Copies::MOST`]; above it only its parity is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Copies(u32);

impl Copies {
    /// The largest number that is kept exactly.
    pub(super) const MOST: u32 = u32::MAX - 2;

    pub(super) fn new(count: u128) -> Self {
        match u32::try_from(count) {
            Ok(small) if small <= Copies::MOST => Copies(small),
            _ => Copies(u32::MAX - u32::from(count.is_multiple_of(2))),
        }
    }

    pub(super) fn is_one(self) -> bool {
        self.0 == 1
    }

    pub(super) fn is_even(self) -> bool {
        self.0.is_multiple_of(2)
    }

    /// The number, if it is exact.
    pub(super) fn exact(self) -> Option<u32> {
        (self.0 <= Copies::MOST).then_some(self.0)
    }

    pub(super) fn plus(self, other: Self) -> Self {
        // Both are below 2^32, and each has the parity of what it stands for.
        Copies::new(u128::from(self.0) + u128::from(other.0))
    }
}

/// Puts terms in order and joins those of equal positions.
pub(super) fn collect(terms: &mut Vec<Term>) {
    terms.sort_unstable();
    terms.dedup_by(|next, one| {
        let same = next.number == one.number;
        if same {
            one.copies = one.copies.plus(next.copies);
        }
        same
    });
}

/// A set of lists of terms in one list, found by their content.
#[derive(Clone, Default)]
pub(super) struct Lists {
    terms: Vec<Term>,
    /// Where each list ends.
    ends: Vec<usize>,
    numbers: HashTable<u32>,
    hasher: foldhash::fast::RandomState,
}

impl Lists {
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(super) fn get(&self, number: usize) -> &[Term] {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.terms[start..self.ends[number]]
    }

    /// The number of a list, and whether it is new.
    pub(super) fn insert(&mut self, list: &[Term]) -> Result<(u32, bool), Stop> {
        let hash = self.hasher.hash_one(list);
        if let Some(&number) = self.numbers.find(hash, |&number| self.get(number as usize) == list) {
            return Ok((number, false));
        }
        let number = small(self.len())?;
        self.terms.extend_from_slice(list);
        self.ends.push(self.terms.len());
        let Lists { terms, ends, numbers, hasher } = self;
        let get = |number: usize| &terms[number.checked_sub(1).map_or(0, |before| ends[before])..ends[number]];
        numbers.insert_unique(hash, number, |&number| hasher.hash_one(get(number as usize)));
        Ok((number, true))
    }

    /// Takes out all lists from the `len`-th on.
    pub(super) fn truncate(&mut self, len: usize) {
        for number in (len..self.len()).rev() {
            let hash = self.hasher.hash_one(self.get(number));
            if let Ok(entry) = self.numbers.find_entry(hash, |&other| other as usize == number) {
                entry.remove();
            }
        }
        self.ends.truncate(len);
        self.terms.truncate(self.ends.last().copied().unwrap_or(0));
    }

    /// Gives back memory that is not needed.
    pub(super) fn shrink(&mut self) {
        let Lists { terms, ends, numbers, hasher } = self;
        let get = |number: usize| &terms[number.checked_sub(1).map_or(0, |before| ends[before])..ends[number]];
        numbers.shrink_to_fit(|&number| hasher.hash_one(get(number as usize)));
        terms.shrink_to_fit();
        ends.shrink_to_fit();
    }

    pub(super) fn bytes(&self) -> u64 {
        growing_bytes(&self.terms) + growing_bytes(&self.ends) + table_bytes(&self.numbers)
    }
}

/// The memory of a table while it takes one more.
fn table_bytes<T>(table: &HashTable<T>) -> u64 {
    let now = table.allocation_size() as u64;
    if table.len() == table.capacity() { 3 * now } else { now }
}

fn small(number: usize) -> Result<u32, Stop> {
    let limit = u64::from(u32::MAX);
    u32::try_from(number).map_err(|_| Stop::Positions { limit, found: limit })
}

/// Positions that are closed under moves.
#[derive(Clone)]
pub(super) struct Positions<P> {
    positions: Vec<P>,
    numbers: HashTable<u32>,
    hasher: foldhash::fast::RandomState,
    /// Bytes that the positions own outside themselves.
    heap: u64,
    /// For each position the end of its moves in `move_ends`.
    ends: Vec<usize>,
    /// For each move the end of its terms.
    move_ends: Vec<usize>,
    terms: Vec<Term>,
}

impl<P> Default for Positions<P> {
    fn default() -> Self {
        Positions {
            positions: Vec::new(),
            numbers: HashTable::new(),
            hasher: Default::default(),
            heap: 0,
            ends: Vec::new(),
            move_ends: Vec::new(),
            terms: Vec::new(),
        }
    }
}

impl<P: Clone + Eq + Hash> Positions<P> {
    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn bytes(&self) -> u64 {
        let positions = growing_bytes(&self.positions) + table_bytes(&self.numbers) + self.heap;
        positions + growing_bytes(&self.ends) + growing_bytes(&self.move_ends) + growing_bytes(&self.terms)
    }

    pub(super) fn find(&self, position: &P) -> Option<u32> {
        let hash = self.hasher.hash_one(position);
        self.numbers.find(hash, |&number| self.positions[number as usize] == *position).copied()
    }

    /// The numbers of the moves of a position.
    pub(super) fn moves(&self, number: u32) -> Range<usize> {
        let number = number as usize;
        number.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[number]
    }

    pub(super) fn has_moves(&self, number: u32) -> bool {
        !self.moves(number).is_empty()
    }

    /// What all moves of a position leave.
    pub(super) fn terms_of(&self, number: u32) -> &[Term] {
        let moves = self.moves(number);
        let end = |play: usize| play.checked_sub(1).map_or(0, |before| self.move_ends[before]);
        &self.terms[end(moves.start)..end(moves.end)]
    }

    /// What a move leaves.
    pub(super) fn left(&self, number: usize) -> &[Term] {
        let start = number.checked_sub(1).map_or(0, |before| self.move_ends[before]);
        &self.terms[start..self.move_ends[number]]
    }

    /// The terms of a sum, and all positions that can be reached from it; `beside` is what else counts against the limits:
    /// positions and bytes.
    pub(super) fn reach<G>(
        &mut self,
        game: &G,
        watch: &Watch,
        beside: (u64, u64),
        sum: &[(u128, P)],
    ) -> Answer<Vec<Term>, G>
    where
        G: Game<Position = P>,
    {
        let known = self.len();
        let mut terms = Vec::new();
        let reached = self.terms(game, sum, &mut terms).map_err(Error::from);
        let reached = reached.and_then(|()| self.close(game, watch, beside));
        if let Err(error) = reached {
            self.truncate(known, |position| game.heap_bytes(position));
            return Err(error);
        }
        Ok(terms)
    }

    fn terms<G: Game<Position = P>>(&mut self, game: &G, sum: &[(u128, P)], terms: &mut Vec<Term>) -> Result<(), Stop> {
        terms.clear();
        for (count, position) in sum.iter().filter(|(count, _)| *count > 0) {
            let number = self.number(position, |position| game.heap_bytes(position))?;
            terms.push(Term { number, copies: Copies::new(*count) });
        }
        collect(terms);
        Ok(())
    }

    fn number(&mut self, position: &P, heap_bytes: impl FnOnce(&P) -> usize) -> Result<u32, Stop> {
        if let Some(number) = self.find(position) {
            return Ok(number);
        }
        let number = small(self.len())?;
        self.heap += heap_bytes(position) as u64;
        self.positions.push(position.clone());
        let Positions { positions, numbers, hasher, .. } = self;
        let hash = |&number: &u32| hasher.hash_one(&positions[number as usize]);
        numbers.insert_unique(hash(&number), number, hash);
        Ok(number)
    }

    /// Lists the moves of all positions that have none listed.
    fn close<G: Game<Position = P>>(&mut self, game: &G, watch: &Watch, beside: (u64, u64)) -> Answer<(), G> {
        let mut steps = Steps::default();
        let (mut terms, mut seen) = (Vec::new(), Lists::default());
        while let Some(position) = self.positions.get(self.ends.len()).cloned() {
            seen.truncate(0);
            let mut stop = None;
            let listed = game.counted_moves(&position, &mut |parts| {
                let added = self.terms(game, parts, &mut terms).and_then(|()| {
                    if seen.insert(&terms)?.1 {
                        self.terms.extend_from_slice(&terms);
                        self.move_ends.push(self.terms.len());
                    }
                    let bytes = self.bytes() + seen.bytes() + growing_bytes(&terms) + beside.1;
                    steps.look(watch, self.len() as u64 + beside.0, bytes)
                });
                stop = added.err();
                if stop.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if let Some(stop) = stop {
                return Err(Error::Stop(stop));
            }
            let _ = listed.map_err(Error::Game)?;
            self.ends.push(self.move_ends.len());
            steps.look(watch, self.len() as u64 + beside.0, self.bytes() + seen.bytes() + beside.1)?;
        }
        Ok(())
    }

    /// Takes out all positions from the `len`-th on, with the memory that they needed; those before must be closed under moves.
    fn truncate(&mut self, len: usize, heap_bytes: impl Fn(&P) -> usize) {
        for number in (len..self.len()).rev() {
            let hash = self.hasher.hash_one(&self.positions[number]);
            if let Ok(entry) = self.numbers.find_entry(hash, |&other| other as usize == number) {
                entry.remove();
            }
            self.heap = self.heap.saturating_sub(heap_bytes(&self.positions[number]) as u64);
        }
        self.positions.truncate(len);
        self.ends.truncate(len);
        self.move_ends.truncate(self.ends.last().copied().unwrap_or(0));
        self.terms.truncate(self.move_ends.last().copied().unwrap_or(0));
        let Positions { positions, numbers, hasher, ends, move_ends, terms, .. } = self;
        numbers.shrink_to_fit(|&number| hasher.hash_one(&positions[number as usize]));
        positions.shrink_to_fit();
        terms.shrink_to_fit();
        [ends, move_ends].into_iter().for_each(Vec::shrink_to_fit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game;
    use crate::watch::Limits;

    #[test]
    fn copies_keep_their_parity() {
        let most = u128::from(Copies::MOST);
        for count in [1, 2, 3, most - 1, most, most + 1, most + 2, most + 3, u128::MAX - 1, u128::MAX] {
            let copies = Copies::new(count);
            assert_eq!(copies.is_even(), count % 2 == 0, "{count}");
            assert_eq!(copies.exact().map(u128::from), Some(count).filter(|&count| count <= most), "{count}");
            for other in [1, 2, most, most + 1] {
                let sum = copies.plus(Copies::new(other));
                assert_eq!(sum.is_even(), (count % 2 + other) % 2 == 0, "{count} + {other}");
                let exact = count.checked_add(other).filter(|&sum| sum <= most);
                assert_eq!(sum.exact().map(u128::from), exact, "{count} + {other}");
            }
        }
    }

    #[test]
    fn a_failed_attempt_leaves_nothing() {
        let nim = game::from_options(|&n: &u32| 0..n);
        let mut positions = Positions::default();
        let watch = Watch::new(Limits { positions: 50, ..Limits::default() });
        positions.reach(&nim, &watch, (0, 0), &[(1, 9)]).unwrap();
        let (len, terms) = (positions.len(), positions.terms.len());
        assert!(positions.reach(&nim, &watch, (0, 0), &[(1, 60)]).is_err());
        assert_eq!((positions.len(), positions.terms.len()), (len, terms));
        assert_eq!((0..70).filter(|n| positions.find(n).is_some()).count(), len);
        positions.reach(&nim, &watch, (0, 0), &[(1, 20)]).unwrap();
        assert_eq!(positions.moves(positions.find(&20).unwrap()).len(), 20);
    }

    #[test]
    fn lists_are_found_again() {
        let mut lists = Lists::default();
        let list = |number: u32| vec![Term { number, copies: Copies::new(1) }; (number % 3) as usize];
        for round in 0..3 {
            for number in (0..300).filter(|number| number % 3 > 0) {
                let (found, is_new) = lists.insert(&list(number)).unwrap();
                assert_eq!(lists.get(found as usize), list(number));
                assert_eq!(is_new, round == 0 || found as usize >= 100, "{number}");
            }
            assert_eq!(lists.len(), 200);
            lists.truncate(100);
        }
    }
}
