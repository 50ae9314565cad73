//! Search of a whole sum: outcomes under misère play, and of games in which positions can come back.
//!
//! A state is a multiset of components. All states that can be reached are listed, then solved backwards (retrograde
//! analysis): a state from which nobody can move is lost for the player who must (won, under misère play); a state
//! with a move to a lost one is won; a state all of whose moves lead to won ones is lost; what remains is a draw,
//! because whoever would lose can go on for ever. Time and memory O(states + moves).
//!
//! Reference: A. S. Fraenkel, Combinatorial games, Electronic J. Combin. DS2; C. A. B. Smith, Graphs and composite
//! games, J. Combin. Theory 1 (1966).

use super::Engine;
use crate::component::{Component, Sum};
use crate::error::Error;
use grundy::Outcome;
use hashbrown::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Components by number, each with its copies, ascending, none twice.
type State = Box<[(u32, u128)]>;

/// The options of a component, each as a state.
type Options = Arc<Vec<State>>;

/// What is known about whole sums.
#[derive(Default)]
pub(super) struct Whole {
    numbers: HashMap<Component, u32>,
    components: Vec<Component>,
    options: Vec<Option<Options>>,
    solved: HashMap<State, Outcome>,
}

/// The states reached from one, and their moves.
#[derive(Default)]
struct Reached {
    numbers: HashMap<State, u32>,
    states: Vec<State>,
    /// The moves of each state that was not solved before.
    moves: Vec<Vec<u32>>,
    outcomes: Vec<Option<Outcome>>,
}

/// States between two looks at the limits.
const STRIDE: usize = 256;

impl Whole {
    pub(super) fn outcome(&mut self, engine: &Engine, sum: &Sum) -> Result<Outcome, Error> {
        let start = self.state(sum)?;
        if let Some(outcome) = self.solved.get(&start) {
            return Ok(*outcome);
        }
        let mut reached = self.reach(engine, sum.misere, start)?;
        solve(&mut reached);
        let first = reached.outcomes.first().copied().flatten().unwrap_or(Outcome::Draw);
        for (state, outcome) in reached.states.into_iter().zip(reached.outcomes) {
            self.solved.insert(state, outcome.unwrap_or(Outcome::Draw));
        }
        Ok(first)
    }

    fn number(&mut self, component: &Component) -> u32 {
        if let Some(number) = self.numbers.get(component) {
            return *number;
        }
        let number = self.components.len() as u32;
        self.numbers.insert(component.clone(), number);
        self.components.push(component.clone());
        self.options.push(None);
        number
    }

    fn state(&mut self, sum: &Sum) -> Result<State, Error> {
        let numbered = sum.terms.iter().map(|term| (self.number(&term.component), term.count)).collect();
        collected(numbered)
    }

    fn options(&mut self, engine: &Engine, number: u32) -> Result<Options, Error> {
        if let Some(options) = &self.options[number as usize] {
            return Ok(options.clone());
        }
        let component = self.components[number as usize].clone();
        let mut listed = Vec::new();
        let mut failure = None;
        engine.options(&component, &mut |option| {
            match self.state(&option) {
                Ok(state) => listed.push(state),
                Err(error) => failure = Some(error),
            }
            let watched = if listed.len() % STRIDE == 0 { engine.watch.check(listed.len() as u64, 0) } else { Ok(()) };
            failure = failure.take().or(watched.err().map(Error::from));
            if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        if let Some(error) = failure {
            return Err(error);
        }
        listed.sort_unstable();
        listed.dedup();
        let options = Arc::new(listed);
        self.options[number as usize] = Some(options.clone());
        Ok(options)
    }

    fn reach(&mut self, engine: &Engine, misere: bool, start: State) -> Result<Reached, Error> {
        let mut reached = Reached::default();
        reached.add(start);
        let (mut at, mut bytes) = (0, 0);
        while let Some(state) = reached.states.get(at).cloned() {
            let mut moves = Vec::new();
            if reached.outcomes[at].is_some() {
                reached.moves.push(moves);
                at += 1;
                continue;
            }
            for &(number, _) in &state {
                for option in self.options(engine, number)?.iter() {
                    let next = moved(&state, number, option)?;
                    moves.push(self.known(&mut reached, next));
                }
            }
            if moves.is_empty() {
                reached.outcomes[at] = Some(if misere { Outcome::Next } else { Outcome::Previous });
            }
            bytes += (size_of_val(&*state) * 2 + moves.len() * 8 + 128) as u64;
            reached.moves.push(moves);
            at += 1;
            if at % STRIDE == 0 {
                engine.watch.check(reached.states.len() as u64, bytes)?;
            }
        }
        Ok(reached)
    }

    /// The number of a state among those reached; one solved before is added with its outcome and not looked into.
    fn known(&self, reached: &mut Reached, state: State) -> u32 {
        if let Some(number) = reached.numbers.get(&state) {
            return *number;
        }
        let outcome = self.solved.get(&state).copied();
        let number = reached.add(state);
        reached.outcomes[number as usize] = outcome;
        number
    }
}

impl Reached {
    fn add(&mut self, state: State) -> u32 {
        let number = self.states.len() as u32;
        self.numbers.insert(state.clone(), number);
        self.states.push(state);
        self.outcomes.push(None);
        number
    }
}

/// Sorts, joins equal components, drops those without copies.
fn collected(mut numbered: Vec<(u32, u128)>) -> Result<State, Error> {
    numbered.sort_unstable();
    let mut state: Vec<(u32, u128)> = Vec::with_capacity(numbered.len());
    for (number, count) in numbered {
        match state.last_mut() {
            Some((last, total)) if *last == number => {
                *total = total.checked_add(count).ok_or_else(|| Error::bad("more than 2^128 copies of a position"))?;
            }
            _ => state.push((number, count)),
        }
    }
    state.retain(|&(_, count)| count > 0);
    Ok(state.into())
}

/// The state after a move in one copy of a component.
fn moved(state: &State, number: u32, option: &State) -> Result<State, Error> {
    let kept = state.iter().map(|&(other, count)| (other, if other == number { count - 1 } else { count }));
    collected(kept.chain(option.iter().copied()).collect())
}

/// Backwards from what is decided.
fn solve(reached: &mut Reached) {
    let count = reached.states.len();
    let mut open: Vec<u32> = reached.moves.iter().map(|moves| moves.len() as u32).collect();
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); count];
    for (from, moves) in reached.moves.iter().enumerate() {
        for &to in moves {
            before[to as usize].push(from as u32);
        }
    }
    // A draw decides nothing: who moves to one may still do better.
    let is_decided = |&state: &u32| matches!(reached.outcomes[state as usize], Some(Outcome::Next | Outcome::Previous));
    let mut decided: Vec<u32> = (0..count as u32).filter(is_decided).collect();
    while let Some(state) = decided.pop() {
        let lost = reached.outcomes[state as usize] == Some(Outcome::Previous);
        for &from in &before[state as usize] {
            if reached.outcomes[from as usize].is_some() {
                continue;
            }
            open[from as usize] -= 1;
            if lost {
                reached.outcomes[from as usize] = Some(Outcome::Next);
                decided.push(from);
            } else if open[from as usize] == 0 {
                reached.outcomes[from as usize] = Some(Outcome::Previous);
                decided.push(from);
            }
        }
    }
}
