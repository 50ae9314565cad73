//! Σ a_i·x_i = c, ≤ c, ≠ c.
//!
//! **Least significant digit first, base b.** The state is the r with "what remains must be = r (≤ r)"; a letter with
//! digit sum s (Σ a_i·digit_i) leads to (r − s)/b, which must be whole for "=" and is rounded down for "≤". The states
//! number O(Σ|a_i| + log c).
//!
//! **Most significant digit first.** The state is the value read so far: v for base b, going to b·v + s; in Z_t the pair
//! u = Σ d_k·w(k), v = Σ d_k·w(k−1), going to (t·u + v + s, u + s). With N the sum of the negative and P of the positive
//! |a_i|, k more digits give a value between L_k = M_k − N·(w(k) − 1) and U_k = M_k + P·(w(k) − 1), M_k being what k
//! zeros give. If all L_k exceed c the answer is no for ever, if all U_k are at most c, "≤" is yes for ever, and so on;
//! what is left is a finite set. A_k = M_k − N·w(k) obeys the recurrence of the weights, so its minimum is found
//! exactly: two neighbours of the same sign decide, and while signs alternate the numbers shrink.
//! A large c would make as many states as c has values below it; it gets a track of its own instead, which is then
//! projected, and the automaton has O(log c) states again.
//!
//! Z_t read from the least significant digit is the reversal.

use super::{LARGEST, classes_of, digitwise, gathered, letter_sums};
use crate::automaton::{Automaton, Label, Raw, SINK, Var};
use crate::budget::Budget;
use crate::error::{Error, Result};
use crate::numeration::{Numeration, System};
use foldhash::fast::FixedState;
use grundy_natural::Nat;
use hashbrown::HashMap;

/// How a sum is compared with a constant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// =
    Equal,
    /// ≤
    AtMost,
    /// ≠
    NotEqual,
}

/// Constants above this get a track of their own.
const SMALL: i64 = 24;

/// The tuples with Σ coefficient · variable = c (≤ c, ≠ c), over naturals; a variable may occur several times.
///
/// ```
/// use grundy_automata::atoms::{linear, Relation};
/// use grundy_automata::{Budget, Numeration};
/// let adder = linear(Numeration::BINARY, &[(0, 1), (1, 1), (2, -1)], Relation::Equal, 0, &Budget::default())?;
/// assert_eq!(adder.states(), 2);
/// assert_eq!(adder.answer_small(&[20, 22, 42]), 1);
/// # Ok::<(), grundy_automata::Error>(())
/// ```
pub fn linear(
    numeration: Numeration,
    terms: &[(Var, i64)],
    relation: Relation,
    c: i64,
    budget: &Budget,
) -> Result<Automaton> {
    let terms = gathered(terms)?;
    if c.unsigned_abs() > LARGEST as u64 {
        return Err(Error::TooLarge);
    }
    if terms.is_empty() {
        let holds = match relation {
            Relation::Equal => c == 0,
            Relation::AtMost => 0 <= c,
            Relation::NotEqual => c != 0,
        };
        return Ok(Automaton::constant(numeration, Label::from(holds)));
    }
    if relation == Relation::NotEqual {
        return linear(numeration, &terms, Relation::Equal, c, budget)?.complement(budget);
    }
    if !numeration.most_first() && numeration.t().is_some() {
        return linear(numeration.reversed(), &terms, relation, c, budget)?.reverse(budget);
    }
    if numeration.most_first() && c.abs() > SMALL {
        return with_constant_track(numeration, terms, relation, c, budget);
    }
    let found = Builder::new(numeration, &terms, relation, c, budget)?.build(budget)?;
    match numeration.t() {
        Some(_) => found.both(&Automaton::all(numeration, found.tracks(), budget)?, budget),
        None => Ok(found),
    }
}

/// Σ a_i·x_i − z = 0 (≤ 0) and z = c, without z.
fn with_constant_track(
    numeration: Numeration,
    mut terms: Vec<(Var, i64)>,
    relation: Relation,
    c: i64,
    budget: &Budget,
) -> Result<Automaton> {
    let extra = terms.last().and_then(|last| last.0.checked_add(1)).ok_or(Error::TooLarge)?;
    terms.push((extra, -c.signum()));
    let sum = linear(numeration, &terms, relation, 0, budget)?;
    let constant = digitwise::equal_to(numeration, extra, &Nat::from(c.unsigned_abs()), budget)?;
    sum.both(&constant, budget)?.project(extra, budget)
}

/// What is known of all continuations of a word.
enum Fate {
    Open,
    No,
    Yes,
}

struct Builder {
    raw: Raw,
    numeration: Numeration,
    /// The digit sums of the classes.
    sums: Vec<i128>,
    relation: Relation,
    c: i128,
    negative: i128,
    positive: i128,
}

type State = (i128, i128);

impl Builder {
    fn new(
        numeration: Numeration,
        terms: &[(Var, i64)],
        relation: Relation,
        c: i64,
        budget: &Budget,
    ) -> Result<Builder> {
        let base = numeration.digits();
        let letters = budget.letters(base, terms.len())?;
        let coefficients: Vec<i128> = terms.iter().map(|term| i128::from(term.1)).collect();
        let (classes, sums) = classes_of(&letter_sums(base, &coefficients));
        let mut raw = Raw::plain(numeration, terms.iter().map(|term| term.0).collect(), letters);
        raw.width = sums.len();
        raw.next = vec![SINK; sums.len()];
        raw.classes = classes;
        let part = |sign: i128| coefficients.iter().map(|a| (sign * a).max(0)).sum();
        let (negative, positive) = (part(-1), part(1));
        Ok(Builder { raw, numeration, sums, relation, c: i128::from(c), negative, positive })
    }

    fn build(mut self, budget: &Budget) -> Result<Automaton> {
        // State 1 is "yes for ever", the first open state is 2.
        self.raw.labels = vec![0, 1];
        self.raw.next.extend(std::iter::repeat_n(1, self.sums.len()));
        self.raw.start = 2;
        let first: State = if self.numeration.most_first() { (0, 0) } else { (self.c, 0) };
        let mut states = vec![first];
        let mut numbers: HashMap<State, u32, FixedState> = HashMap::with_hasher(FixedState::default());
        numbers.insert(first, 2);
        let mut i = 0;
        while i < states.len() {
            let state = states[i];
            self.raw.labels.push(Label::from(self.accepts(state)));
            for class in 0..self.sums.len() {
                let target = match self.step(state, self.sums[class]) {
                    (_, Fate::No) => SINK,
                    (_, Fate::Yes) => 1,
                    (next, Fate::Open) => {
                        let fresh = states.len() as u32 + 2;
                        let number = *numbers.entry(next).or_insert(fresh);
                        if number == fresh {
                            states.push(next);
                        }
                        number
                    }
                };
                self.raw.next.push(target);
            }
            budget.worked(self.sums.len())?;
            budget.grown(states.len(), 96 * states.len() + 4 * self.raw.next.len())?;
            i += 1;
        }
        self.raw.minimise(budget)
    }

    fn accepts(&self, (u, _): State) -> bool {
        match (self.numeration.most_first(), self.relation) {
            (true, Relation::AtMost) => u <= self.c,
            (true, _) => u == self.c,
            (false, Relation::AtMost) => u >= 0,
            (false, _) => u == 0,
        }
    }

    fn step(&self, (u, v): State, s: i128) -> (State, Fate) {
        match self.numeration.system() {
            System::Base(b) if self.numeration.most_first() => {
                let next = i128::from(b) * u + s;
                ((next, 0), self.base_fate(next))
            }
            System::Base(b) => {
                let b = i128::from(b);
                let whole = (u - s).rem_euclid(b) == 0;
                let fate = if self.relation == Relation::Equal && !whole { Fate::No } else { Fate::Open };
                (((u - s).div_euclid(b), 0), fate)
            }
            System::Z(t) => {
                let t = i128::from(t);
                let next = (t * u + v + s, u + s);
                (next, self.z_fate(next, t))
            }
        }
    }

    fn fate(&self, all_above: bool, all_below: bool, all_at_most: bool) -> Fate {
        match self.relation {
            _ if all_above => Fate::No,
            Relation::AtMost if all_at_most => Fate::Yes,
            Relation::Equal if all_below => Fate::No,
            _ => Fate::Open,
        }
    }

    /// From v ≥ N on, values only grow: (v − N)·b^k + N ≥ v.
    fn base_fate(&self, v: i128) -> Fate {
        let grows = v >= self.negative;
        let falls = v <= -self.positive;
        self.fate(grows && v > self.c, falls && v < self.c, falls && v <= self.c)
    }

    fn z_fate(&self, (u, v): State, t: i128) -> Fate {
        let least = least_of_recurrence(v - self.negative, u - self.negative, t);
        let most = least_of_recurrence(-v - self.positive, -u - self.positive, t).map(|m| -m);
        let all_above = least.is_some_and(|least| least > self.c - self.negative);
        let all_below = most.is_some_and(|most| most < self.c + self.positive);
        let all_at_most = most.is_some_and(|most| most <= self.c + self.positive);
        self.fate(all_above, all_below, all_at_most)
    }
}

/// The minimum of a_0, a_1, … with a_{k+1} = t·a_k + a_{k−1}; `None` if there is none.
fn least_of_recurrence(mut before: i128, mut this: i128, t: i128) -> Option<i128> {
    let mut least = this;
    loop {
        if before >= 0 && this >= 0 {
            return Some(least);
        }
        if before <= 0 && this <= 0 {
            return None;
        }
        (before, this) = (this, t * this + before);
        least = least.min(this);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_minimum_of_a_recurrence() {
        for t in 1..4 {
            for before in -30..30_i128 {
                for this in -30..30_i128 {
                    let (mut a, mut b) = (before, this);
                    let mut values = vec![];
                    for _ in 0..30 {
                        values.push(b);
                        (a, b) = (b, t * b + a);
                    }
                    let tail = *values.last().unwrap();
                    let expected = (tail >= 0).then(|| *values.iter().min().unwrap());
                    let zero_tail = before == 0 && this == 0;
                    assert_eq!(least_of_recurrence(before, this, t), expected.filter(|_| tail > 0 || zero_tail));
                }
            }
        }
    }
}
