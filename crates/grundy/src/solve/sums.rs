//! Who wins a sum under misère play, where values do not help: search of the whole sum.
//!
//! All sums that can be reached are listed, then solved backwards (retrograde analysis): a sum from which nobody can move is won
//! by the player who must; a sum with a move to a lost one is won; a sum all of whose moves lead to won ones is lost; what remains
//! is a draw, because whoever would lose can go on for ever. Sums that never end are draws from the start ([`endless`](super::endless)),
//! and parts without moves are left out of a sum. Time and memory O(sums + moves).
//!
//! If sums can grow without end, only the first [`MOST_OF_INFINITELY_MANY`] of them are listed; the others count as not decided. A
//! win or a loss that is found all the same is right, since it was found from decided sums alone; else there is no answer.
//!
//! Reference: A. S. Fraenkel, Combinatorial games, Electronic J. Combin. DS2.

use super::endless::Fates;
use super::error::Error;
use super::positions::{Copies, Lists, Positions, Term, collect};
use super::steps::{Steps, growing_bytes};
use crate::value::Outcome;
use crate::watch::Watch;
use std::hash::Hash;

/// Sums that are looked at where infinitely many can be reached.
const MOST_OF_INFINITELY_MANY: usize = 1 << 14;

/// Sums that are solved.
#[derive(Clone, Default)]
pub(super) struct Sums {
    /// All sums, by number.
    sums: Lists,
    /// Who wins them; nothing where that is not known yet.
    outcomes: Vec<Option<Outcome>>,
}

/// The moves of the sums that are being solved.
#[derive(Default)]
struct Moves {
    to: Vec<u32>,
    /// Where those of each sum end.
    ends: Vec<usize>,
}

/// What a search looks at and answers to.
pub(super) struct Given<'a, P> {
    pub(super) positions: &'a Positions<P>,
    pub(super) fates: &'a Fates,
    pub(super) watch: &'a Watch,
    /// Bytes of what else is kept.
    pub(super) beside: u64,
}

impl Sums {
    /// Sums that are kept.
    pub(super) fn len(&self) -> usize {
        self.sums.len()
    }

    pub(super) fn bytes(&self) -> u64 {
        self.sums.bytes() + growing_bytes(&self.outcomes)
    }

    /// Who wins a sum under misère play.
    pub(super) fn outcome<P: Clone + Eq + Hash, E>(
        &mut self,
        given: &Given<'_, P>,
        terms: &[Term],
    ) -> Result<Outcome, Error<P, E>> {
        let known = self.len();
        let solved = self.solve(given, known, terms);
        let (is_complete, outcome) = match solved {
            Ok((start, is_complete)) => (is_complete, Ok(self.outcomes[start as usize])),
            Err(error) => (false, Err(error)),
        };
        if !is_complete {
            self.sums.truncate(known);
            self.sums.shrink();
            self.outcomes.truncate(known);
            self.outcomes.shrink_to_fit();
        }
        outcome?.ok_or(Error::Grows)
    }

    /// Solves a sum and all that can be reached from it. Its number, and whether all of them are solved.
    fn solve<P: Clone + Eq + Hash, E>(
        &mut self,
        given: &Given<'_, P>,
        known: usize,
        terms: &[Term],
    ) -> Result<(u32, bool), Error<P, E>> {
        let most = if given.fates.grow(terms) { MOST_OF_INFINITELY_MANY } else { usize::MAX };
        let mut steps = Steps::default();
        let start = self.add(given, &live(given.positions, terms)?)?;
        let mut moves = Moves::default();
        while let Some(at) = Some(known + moves.ends.len()).filter(|&at| at < self.len() && at - known < most) {
            self.expand(given, at, &mut moves, &mut steps)?;
        }
        let is_complete = known + moves.ends.len() == self.len();
        self.go_back(given, known, &moves, &mut steps)?;
        if is_complete {
            self.outcomes[known..].iter_mut().for_each(|outcome| *outcome = outcome.or(Some(Outcome::Draw)));
        }
        Ok((start, is_complete))
    }

    fn add<P: Clone + Eq + Hash, E>(&mut self, given: &Given<'_, P>, sum: &[Term]) -> Result<u32, Error<P, E>> {
        let (number, is_new) = self.sums.insert(sum)?;
        if is_new {
            let endless = given.fates.never_end(sum).then_some(Outcome::Draw);
            self.outcomes.push(if sum.is_empty() { Some(Outcome::Next) } else { endless });
        }
        Ok(number)
    }

    /// Lists the moves of a sum, unless it is decided.
    fn expand<P: Clone + Eq + Hash, E>(
        &mut self,
        given: &Given<'_, P>,
        at: usize,
        moves: &mut Moves,
        steps: &mut Steps,
    ) -> Result<(), Error<P, E>> {
        let sum = self.sums.get(at).to_vec();
        let first = moves.to.len();
        let mut next = Vec::new();
        let is_decided = self.outcomes[at].is_some();
        for (index, term) in sum.iter().enumerate().filter(|_| !is_decided) {
            for play in given.positions.moves(term.number) {
                after(given.positions, &sum, index, play, &mut next)?;
                moves.to.push(self.add(given, &next)?);
                let positions = (given.positions.len() + self.len()) as u64;
                steps.look(given.watch, positions, given.beside + self.bytes() + moves.bytes())?;
            }
        }
        moves.to[first..].sort_unstable();
        let mut kept = first;
        for index in first..moves.to.len() {
            if index == first || moves.to[index] != moves.to[kept - 1] {
                moves.to[kept] = moves.to[index];
                kept += 1;
            }
        }
        moves.to.truncate(kept);
        moves.ends.push(kept);
        Ok(())
    }

    /// Backwards from what is decided.
    fn go_back<P: Clone + Eq + Hash, E>(
        &mut self,
        given: &Given<'_, P>,
        known: usize,
        moves: &Moves,
        steps: &mut Steps,
    ) -> Result<(), Error<P, E>> {
        let count = self.len() - known;
        let (positions, kept) = ((given.positions.len() + self.len()) as u64, given.beside + self.bytes());
        // `open`, the list of decided sums, and where the moves to each sum begin; then those moves.
        let more = (count * 20 + moves.to.len() * 4) as u64;
        given.watch.check(positions, kept + moves.bytes() + more)?;
        let (starts, before) = moves.backwards(known, count);
        // Moves that do not lead to won sums; of a sum whose moves are not listed there always are some.
        let mut open = vec![u32::MAX; count];
        let mut decided: Vec<u32> = Vec::with_capacity(count);
        for (index, open) in open.iter_mut().enumerate().take(moves.ends.len()) {
            let old = moves.of(index).iter().filter(|&&to| (to as usize) < known);
            let won = old.clone().filter(|&&to| self.outcomes[to as usize] == Some(Outcome::Next)).count();
            let to_lost = old.clone().any(|&to| self.outcomes[to as usize] == Some(Outcome::Previous));
            *open = (moves.of(index).len() - won) as u32;
            let outcome = &mut self.outcomes[known + index];
            if outcome.is_none() && to_lost {
                *outcome = Some(Outcome::Next);
            } else if outcome.is_none() && *open == 0 {
                *outcome = Some(Outcome::Previous);
            }
        }
        // A draw decides nothing: who moves to one may still do better.
        let is_decided =
            |&index: &u32| matches!(self.outcomes[known + index as usize], Some(outcome) if outcome != Outcome::Draw);
        decided.extend((0..count as u32).filter(is_decided));
        while let Some(index) = decided.pop() {
            steps.look(given.watch, positions, kept + moves.bytes() + more)?;
            let lost = self.outcomes[known + index as usize] == Some(Outcome::Previous);
            for &from in &before[starts[index as usize]..starts[index as usize + 1]] {
                let outcome = &mut self.outcomes[known + from as usize];
                if outcome.is_some() {
                    continue;
                }
                let open = &mut open[from as usize];
                *open -= u32::from(!lost && *open != u32::MAX);
                if lost || *open == 0 {
                    *outcome = Some(if lost { Outcome::Next } else { Outcome::Previous });
                    decided.push(from);
                }
            }
        }
        Ok(())
    }
}

impl Moves {
    fn of(&self, index: usize) -> &[u32] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.to[start..self.ends[index]]
    }

    fn bytes(&self) -> u64 {
        growing_bytes(&self.to) + growing_bytes(&self.ends)
    }

    /// For each of `count` sums from the `known`-th on, those that have a move to it: where they begin, and all of them.
    fn backwards(&self, known: usize, count: usize) -> (Vec<usize>, Vec<u32>) {
        let mut starts = vec![0; count + 1];
        let new = |to: &u32| (*to as usize).checked_sub(known);
        self.to.iter().filter_map(new).for_each(|to| starts[to + 1] += 1);
        (0..count).for_each(|index| starts[index + 1] += starts[index]);
        let mut before = vec![0; starts[count]];
        let mut next = starts.clone();
        for from in 0..self.ends.len() {
            for to in self.of(from).iter().filter_map(new) {
                before[next[to]] = from as u32;
                next[to] += 1;
            }
        }
        (starts, before)
    }
}

/// The terms of a sum that have moves, if there are not too many.
fn live<P: Clone + Eq + Hash, E>(positions: &Positions<P>, terms: &[Term]) -> Result<Vec<Term>, Error<P, E>> {
    let live: Vec<Term> = terms.iter().copied().filter(|term| positions.has_moves(term.number)).collect();
    if live.iter().any(|term| term.copies.exact().is_none()) {
        return Err(Error::Components { limit: Copies::MOST as usize });
    }
    Ok(live)
}

/// The sum after a move in one copy of a term.
fn after<P: Clone + Eq + Hash, E>(
    positions: &Positions<P>,
    sum: &[Term],
    index: usize,
    play: usize,
    next: &mut Vec<Term>,
) -> Result<(), Error<P, E>> {
    next.clear();
    next.extend_from_slice(sum);
    match sum[index].copies.exact() {
        Some(copies @ 2..) => next[index].copies = Copies::new(u128::from(copies) - 1),
        _ => drop(next.remove(index)),
    }
    let left = positions.left(play).iter().copied().filter(|term| positions.has_moves(term.number));
    next.extend(left);
    collect(next);
    if next.iter().any(|term| term.copies.exact().is_none()) {
        return Err(Error::Components { limit: Copies::MOST as usize });
    }
    Ok(())
}
