//! Who wins by the definition: every sum that can be reached, labelled from the ends backwards. No values, no theorems.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::Outcome;
use grundy_rules::{Engine, Move, Sum};
use std::collections::HashMap;
use std::ops::ControlFlow;

pub type Key = Vec<(String, u128)>;

/// All sums that can be reached from one.
pub struct Brute {
    numbers: HashMap<Key, usize>,
    options: Vec<Vec<usize>>,
    outcomes: Vec<Outcome>,
}

/// Every move of a sum, repeats included.
pub fn moves(engine: &Engine, sum: &Sum) -> Vec<Move> {
    let mut all = Vec::new();
    for (component, term) in sum.terms.iter().enumerate() {
        engine
            .options(&term.component, &mut |to| {
                all.push(Move { component, from: term.component.clone(), to });
                ControlFlow::Continue(())
            })
            .unwrap();
    }
    all
}

impl Brute {
    /// Nothing if there are too many sums.
    pub fn new(engine: &Engine, sum: &Sum, most: usize) -> Option<Brute> {
        let mut brute = Brute { numbers: HashMap::new(), options: Vec::new(), outcomes: Vec::new() };
        let mut sums = vec![sum.clone()];
        brute.numbers.insert(sum.key(), 0);
        while brute.options.len() < sums.len() {
            let from = sums[brute.options.len()].clone();
            let mut options = Vec::new();
            for play in moves(engine, &from) {
                let to = from.after(&play);
                let next = sums.len();
                let number = *brute.numbers.entry(to.key()).or_insert(next);
                if number == next {
                    sums.push(to);
                }
                options.push(number);
            }
            if sums.len() > most {
                return None;
            }
            brute.options.push(options);
        }
        brute.label(sum.misere);
        Some(brute)
    }

    fn label(&mut self, misere: bool) {
        let mut known: Vec<Option<Outcome>> = vec![None; self.options.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (at, options) in self.options.iter().enumerate().rev() {
                if known[at].is_some() {
                    continue;
                }
                let found = if options.is_empty() {
                    Some(if misere { Outcome::Next } else { Outcome::Previous })
                } else if options.iter().any(|&to| known[to] == Some(Outcome::Previous)) {
                    Some(Outcome::Next)
                } else if options.iter().all(|&to| known[to] == Some(Outcome::Next)) {
                    Some(Outcome::Previous)
                } else {
                    None
                };
                changed |= found.is_some();
                known[at] = found;
            }
        }
        self.outcomes = known.into_iter().map(|outcome| outcome.unwrap_or(Outcome::Draw)).collect();
    }

    pub fn outcome(&self, sum: &Sum) -> Outcome {
        self.outcomes[self.numbers[&sum.key()]]
    }

    pub fn is_over(&self, sum: &Sum) -> bool {
        self.options[self.numbers[&sum.key()]].is_empty()
    }

    /// Moves until the end if the winner hurries and the loser delays; for sums from which play ends.
    pub fn remoteness(&self, sum: &Sum) -> u64 {
        self.remoteness_of(self.numbers[&sum.key()], &mut HashMap::new())
    }

    fn remoteness_of(&self, at: usize, known: &mut HashMap<usize, u64>) -> u64 {
        if let Some(&found) = known.get(&at) {
            return found;
        }
        let options = self.options[at].iter();
        let found = match self.outcomes[at] {
            Outcome::Next => options
                .filter(|&&to| self.outcomes[to] == Outcome::Previous)
                .map(|&to| self.remoteness_of(to, known))
                .min(),
            _ => options.map(|&to| self.remoteness_of(to, known)).max(),
        };
        let found = found.map_or(0, |found| found + 1);
        known.insert(at, found);
        found
    }
}
