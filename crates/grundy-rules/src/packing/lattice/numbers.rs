//! The numbers beside a set, all that come of the first ones, and that they follow from the set.

use super::probe::{Probe, Seen, Taking};
use crate::error::{Error, Miss};
use hashbrown::{HashMap, HashSet};

/// To look at one state, and to compare all pairs of maps there, costs about as much as so many sets.
const LOOK: u64 = 1 << 11;

/// As many sets as these are worth it in any case.
const FEW: u64 = 1 << 20;

/// The place of some numbers among those met.
type State = u32;

/// A move in all sets that have what it needs, where it is allowed.
#[derive(Debug, Clone)]
pub(super) struct Move {
    pub(super) taking: Taking,
    /// For each state whether it is allowed there.
    pub(super) allowed: Vec<bool>,
}

/// What the removal of each element makes of the numbers of each state, and the first ones.
#[derive(Debug)]
pub(super) struct Numbers {
    pub(super) elements: u32,
    /// The first ones in front.
    states: Vec<Vec<i64>>,
    /// For each state and each element the state after its removal.
    next: Vec<State>,
}

impl Numbers {
    /// All that come of the first numbers, and the moves; nothing if the numbers do not follow from the set, or are too many.
    pub(super) fn new(
        probe: Probe,
        elements: u32,
        first: Vec<i64>,
    ) -> Result<Option<(Numbers, Vec<Move>)>, Miss<Error>> {
        let sets = (1u64 << elements).max(FEW);
        let mut walk = Walk::new(probe, elements);
        let Some(reached) = walk.reach(first, sets / LOOK)? else { return Ok(None) };
        let Some(moves) = walk.moves(&reached)? else { return Ok(None) };
        let places: HashMap<State, State> = (0..).zip(&reached).map(|(place, &state)| (state, place)).collect();
        let next = reached.iter().flat_map(|&state| {
            let next = walk.looked[state as usize].as_ref().map_or(&[][..], |looked| &looked.next);
            // Only to the removal of an element again, or of one above those that went, are these out of reach.
            next.iter().map(|to| places.get(to).copied().unwrap_or(0))
        });
        let next = next.collect();
        let states = reached.iter().map(|&state| walk.states[state as usize].clone()).collect();
        Ok(Some((Numbers { elements, states, next }, moves)))
    }

    /// The state after the removal of an element below all that went before; what is no element changes nothing.
    pub(super) fn after(&self, state: State, element: u32) -> State {
        if element >= self.elements {
            return state;
        }
        self.next[state as usize * self.elements as usize + element as usize]
    }

    /// How many states there are.
    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// The numbers of a set.
    pub(super) fn of(&self, set: u64) -> &[i64] {
        let missing = (0..self.elements).rev().filter(|&element| set >> element & 1 == 0);
        &self.states[missing.fold(0, |state, element| self.after(state, element)) as usize]
    }
}

/// What is seen at a state.
struct Looked {
    /// For each element the state after its removal.
    next: Vec<State>,
    allowed: Vec<bool>,
}

struct Walk {
    probe: Probe,
    elements: u32,
    states: Vec<Vec<i64>>,
    ids: HashMap<Vec<i64>, State>,
    looked: Vec<Option<Looked>>,
    /// What the moves need and take, the same at all states.
    takings: Option<Vec<Taking>>,
}

/// Nothing: this is not for a table of sets.
type Found<T> = Result<Option<T>, Miss<Error>>;

impl Walk {
    fn new(probe: Probe, elements: u32) -> Walk {
        Walk { probe, elements, states: Vec::new(), ids: HashMap::new(), looked: Vec::new(), takings: None }
    }

    fn state(&mut self, numbers: Vec<i64>) -> State {
        let Walk { states, ids, looked, .. } = self;
        *ids.entry(numbers).or_insert_with_key(|numbers| {
            states.push(numbers.clone());
            looked.push(None);
            states.len() as State - 1
        })
    }

    /// Looks at the moves of a state.
    fn look(&mut self, state: State) -> Found<()> {
        if self.looked[state as usize].is_some() {
            return Ok(Some(()));
        }
        let numbers = self.states[state as usize].clone();
        let Some(all) = self.probe.at(&numbers, self.elements)? else { return Ok(None) };
        let takings = all.iter().map(|seen| seen.taking);
        if !takings.clone().eq(self.takings.get_or_insert_with(|| takings.collect()).iter().copied()) {
            return Ok(None);
        }
        let allowed = all.iter().map(|seen| seen.allowed).collect();
        let Some(next) = self.next(state, all) else { return Ok(None) };
        self.looked[state as usize] = Some(Looked { next, allowed });
        Ok(Some(()))
    }

    /// For each element the state after its removal: moves that take it must agree.
    fn next(&mut self, state: State, all: Vec<Seen>) -> Option<Vec<State>> {
        let mut next = vec![None; self.elements as usize];
        for Seen { taking: Taking { needs, takes }, to, .. } in all {
            // A move must take something of what it needs: else play might not end.
            (needs & takes != 0).then_some(())?;
            if to.is_empty() {
                continue;
            }
            (takes.count_ones() == 1).then_some(())?;
            let after = self.state(to);
            let known = &mut next[takes.trailing_zeros() as usize];
            known.is_none_or(|known| known == after).then_some(())?;
            *known = Some(after);
        }
        // What no move takes stays.
        Some(next.into_iter().map(|after| after.unwrap_or(state)).collect())
    }

    fn after(&mut self, state: State, element: u32) -> Found<State> {
        let looked = self.look(state)?;
        Ok(looked.and_then(|()| Some(self.looked[state as usize].as_ref()?.next[element as usize])))
    }

    /// The states that come of the first one by removals from the highest element down, if the order does not matter.
    fn reach(&mut self, first: Vec<i64>, most: u64) -> Found<Vec<State>> {
        let mut reached = vec![self.state(first)];
        let mut known: HashSet<State> = reached.iter().copied().collect();
        for element in (0..self.elements).rev() {
            for place in 0..reached.len() {
                let state = reached[place];
                let Some(after) = self.after(state, element)? else { return Ok(None) };
                for above in element + 1..self.elements {
                    let Some(other) = self.after(state, above)? else { return Ok(None) };
                    let both = [self.after(after, above)?, self.after(other, element)?];
                    if both[0].is_none() || both[0] != both[1] {
                        return Ok(None);
                    }
                }
                if known.insert(after) {
                    reached.push(after);
                }
                if self.states.len() as u64 > most {
                    return Ok(None);
                }
            }
        }
        Ok(Some(reached))
    }

    /// The moves that are allowed somewhere.
    fn moves(&mut self, reached: &[State]) -> Found<Vec<Move>> {
        for &state in reached {
            if self.look(state)?.is_none() {
                return Ok(None);
            }
        }
        let looked: Vec<&Looked> = reached.iter().filter_map(|&state| self.looked[state as usize].as_ref()).collect();
        let moves = self.takings.iter().flatten().enumerate().map(|(place, &taking)| {
            let allowed = looked.iter().map(|looked| looked.allowed[place]).collect();
            Move { taking, allowed }
        });
        Ok(Some(moves.filter(|found| found.allowed.contains(&true)).collect()))
    }
}
