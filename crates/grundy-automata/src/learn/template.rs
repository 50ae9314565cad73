//! Closed forms as automata: guesses that need no learning.

use crate::atoms;
use crate::automaton::{Automaton, Label, Var, letter_digits};
use crate::budget::Budget;
use crate::error::{Error, Result};
use crate::formula::{Compiler, Formula, Logic, Term};
use crate::numeration::{Numeration, System};
use std::collections::BTreeMap;

/// value = term, for a term over the arguments 0..arity: a relation with the value on track `arity`.
pub fn relation_of(
    logic: Logic,
    term: Term,
    arity: usize,
    numeration: Numeration,
    budget: &Budget,
) -> Result<Automaton> {
    let mut compiler = Compiler::new(logic, numeration, budget);
    let value = compiler.logic().var(arity as Var);
    let equal = compiler.logic().eq(value, term);
    let tracks: Vec<Var> = (0..=arity as Var).collect();
    compiler.compile(equal)?.widen(&tracks, budget)
}

/// The tuples with a formula over the arguments 0..arity: a lost set.
pub fn set_of(
    logic: Logic,
    formula: Formula,
    arity: usize,
    numeration: Numeration,
    budget: &Budget,
) -> Result<Automaton> {
    let mut compiler = Compiler::new(logic, numeration, budget);
    let tracks: Vec<Var> = (0..arity as Var).collect();
    compiler.compile(formula)?.widen(&tracks, budget)
}

/// The classes of a term over the arguments: the label at x is {value}. The values must be below 64.
pub fn classes_of(
    logic: Logic,
    term: Term,
    arity: usize,
    values: u64,
    numeration: Numeration,
    budget: &Budget,
) -> Result<Automaton> {
    if values > 64 {
        return Err(Error::Unsupported("classes have values below 64"));
    }
    let mut compiler = Compiler::new(logic, numeration, budget);
    let tracks: Vec<Var> = (0..arity as Var).collect();
    let mut all = Automaton::constant(numeration, 0);
    for value in 0..values {
        let constant = compiler.logic().int(value as i64);
        let equal = compiler.logic().eq(term, constant);
        let class = compiler.compile(equal)?.widen(&tracks, budget)?;
        all = all.either(&class.relabel(|_| 1 << value, budget)?, budget)?;
    }
    all.widen(&tracks, budget)
}

/// The classes of a sequence that repeats: `values[n]` for n < `values.len()`, then with the period that starts at
/// `preperiod`, values.len() = preperiod + period.
pub fn periodic(numeration: Numeration, values: &[u64], preperiod: usize, budget: &Budget) -> Result<Automaton> {
    if preperiod >= values.len() || values.iter().any(|&v| v >= 64) {
        return Err(Error::Malformed("a period of values below 64"));
    }
    if !numeration.most_first() {
        return by_classes(&periodic(numeration.reversed(), values, preperiod, budget)?, budget);
    }
    let period = values.len() - preperiod;
    let reduced = |n: usize| if n < values.len() { n } else { preperiod + (n - preperiod) % period };
    // The state is the number so far, and in Z_t its shifted number, both reduced.
    let base = numeration.digits();
    let mut numbers: BTreeMap<(usize, usize), u32> = BTreeMap::from([((0, 0), 0)]);
    let mut states = vec![(0, 0)];
    let mut next: Vec<Option<u32>> = Vec::new();
    let mut i = 0;
    while i < states.len() {
        let (u, v) = states[i];
        for digit in 0..base {
            let to = match numeration.system() {
                System::Base(_) => (reduced(base * u + digit), 0),
                System::Z(t) => (reduced(t as usize * u + v + digit), reduced(u + digit)),
            };
            let fresh = states.len() as u32;
            let number = *numbers.entry(to).or_insert(fresh);
            if number == fresh {
                states.push(to);
            }
            next.push(Some(number));
        }
        budget.grown(states.len(), 16 * next.len())?;
        i += 1;
    }
    let labels: Vec<Label> = states.iter().map(|&(u, _)| 1 << values[u]).collect();
    Automaton::from_table(numeration, &[0], &next, &labels, budget)
}

/// The classes of a function of several arguments that repeats along each of them: `value` gives it for arguments below
/// preperiod + period of their `cycles`, (preperiod, period). Base b, most significant digit first.
pub fn grid(
    numeration: Numeration,
    cycles: &[(usize, usize)],
    value: &mut dyn FnMut(&[u64]) -> Option<u64>,
    budget: &Budget,
) -> Result<Automaton> {
    let (System::Base(_), true) = (numeration.system(), numeration.most_first()) else {
        return Err(Error::Unsupported("a grid is read in a base, most significant digit first"));
    };
    let base = numeration.digits();
    let letters = budget.letters(base, cycles.len())?;
    let reduced = |n: usize, (start, period): (usize, usize)| if n < start { n } else { start + (n - start) % period };
    let mut numbers: BTreeMap<Vec<usize>, u32> = BTreeMap::from([(vec![0; cycles.len()], 0)]);
    let mut states = vec![vec![0; cycles.len()]];
    let (mut next, mut labels): (Vec<Option<u32>>, Vec<Label>) = (Vec::new(), Vec::new());
    let mut i = 0;
    while i < states.len() {
        let arguments: Vec<u64> = states[i].iter().map(|&n| n as u64).collect();
        let known = value(&arguments).filter(|&v| v < 64);
        labels.push(1 << known.ok_or(Error::Malformed("a grid of values below 64"))?);
        for letter in 0..letters {
            let digits = letter_digits(letter, base, cycles.len());
            let read = states[i].iter().zip(digits).zip(cycles);
            let to: Vec<usize> = read.map(|((&n, digit), &cycle)| reduced(base * n + digit, cycle)).collect();
            let fresh = states.len() as u32;
            let number = *numbers.entry(to.clone()).or_insert(fresh);
            if number == fresh {
                states.push(to);
            }
            next.push(Some(number));
        }
        budget.grown(states.len(), 16 * next.len())?;
        i += 1;
    }
    let tracks: Vec<Var> = (0..cycles.len() as Var).collect();
    Automaton::from_table(numeration, &tracks, &next, &labels, budget)
}

/// The same labels, read from the other end: one set for each value.
fn by_classes(automaton: &Automaton, budget: &Budget) -> Result<Automaton> {
    let mut all = Automaton::constant(automaton.numeration().reversed(), 0);
    for value in (0..64).filter(|v| automaton.all_labels() >> v & 1 == 1) {
        let class = automaton.with_label_in(1 << value, budget)?.reverse(budget)?;
        all = all.either(&class.relabel(|_| 1 << value, budget)?, budget)?;
    }
    Ok(all)
}

/// The period that a table shows: (preperiod, period) with the least sum, if the period is seen three times.
pub fn find_period(values: &[u64]) -> Option<(usize, usize)> {
    let count = values.len();
    let mut best: Option<(usize, usize)> = None;
    for period in 1..count / 3 {
        let start = (0..count - period).rev().find(|&i| values[i] != values[i + period]).map_or(0, |i| i + 1);
        let shown = count - start >= 3 * period + period.min(8);
        if shown && best.is_none_or(|(pre, p)| start + period < pre + p) {
            best = Some((start, period));
        }
    }
    best
}

/// The relation of an arithmetic-periodic sequence: `values[n]` for n < `values.len()` = preperiod + period, and
/// f(n + period) = f(n) + saltus from `preperiod` on.
pub fn arithmetic_periodic(
    numeration: Numeration,
    values: &[u64],
    preperiod: usize,
    saltus: u64,
    budget: &Budget,
) -> Result<Automaton> {
    if preperiod >= values.len() {
        return Err(Error::Malformed("a period of at least 1"));
    }
    let period = (values.len() - preperiod) as i64;
    let mut logic = Logic::new();
    let (n, v, q) = (logic.var(0), logic.var(1), logic.var(2));
    let mut cases = Vec::new();
    for (i, &value) in values.iter().enumerate() {
        let value = i64::try_from(value).map_err(|_| Error::TooLarge)?;
        let (at, constant) = (logic.int(i as i64), logic.int(value));
        let steps = if i < preperiod { logic.int(0) } else { q };
        let (rise, saltus) = (logic.scale(steps, period), i64::try_from(saltus).map_err(|_| Error::TooLarge)?);
        let argument = logic.add(at, rise);
        let growth = logic.scale(steps, saltus);
        let result = logic.add(constant, growth);
        let both = [logic.eq(n, argument), logic.eq(v, result)];
        let both = logic.and(&both);
        cases.push(logic.exists(&[2], both));
    }
    let any = logic.or(&cases);
    let mut compiler = Compiler::new(logic, numeration, budget);
    compiler.compile(any)?.widen(&[0, 1], budget)
}

/// The lost positions of Wythoff's game and its relatives in Z_t: (0, 0), and (x, y) and (y, x) where the word of x ends
/// in an even number of zeros and y is x shifted by one place (⌊nα⌋ and ⌊nα⌋ + t·n; Fraenkel 1982).
pub fn beatty(numeration: Numeration, budget: &Budget) -> Result<Automaton> {
    let pairs = |x: Var, y: Var| {
        let even = atoms::trailing_zeros_even(numeration, x, budget)?;
        atoms::shifted(numeration, x, y, budget)?.both(&even, budget)
    };
    let zero = atoms::linear(numeration, &[(0, 1), (1, 1)], atoms::Relation::Equal, 0, budget)?;
    pairs(0, 1)?.either(&pairs(1, 0)?, budget)?.either(&zero, budget)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_in_every_numeration() {
        let budget = Budget::default();
        let values = [5, 0, 1, 1, 3, 0, 2];
        for name in ["msd2", "lsd2", "msd3", "lsd10", "msdZ1", "lsdZ1", "msdZ3"] {
            let numeration: Numeration = name.parse().unwrap();
            for preperiod in [0, 2, 6] {
                let found = periodic(numeration, &values, preperiod, &budget).unwrap();
                let period = values.len() - preperiod;
                for n in 0..100 {
                    let i = if n < preperiod { n } else { preperiod + (n - preperiod) % period };
                    assert_eq!(found.answer_small(&[n as u64]), 1 << values[i], "{name} {preperiod} {n}");
                }
                let rising = arithmetic_periodic(numeration, &values, preperiod, 4, &budget).unwrap();
                for n in 0..60_usize {
                    let i = if n < preperiod { n } else { preperiod + (n - preperiod) % period };
                    let value = values[i] + 4 * ((n - i) / period) as u64;
                    for v in value.saturating_sub(3)..value + 3 {
                        assert_eq!(rising.answer_small(&[n as u64, v]), u64::from(v == value), "{name} {n} {v}");
                    }
                }
            }
        }
    }

    #[test]
    fn grids_in_every_base() {
        let budget = Budget::default();
        // From 3 on with period 4, from 1 on with period 2.
        let along = |n: u64, start: u64, period: u64| if n < start { n } else { start + (n - start) % period };
        let mut value = |n: &[u64]| Some(along(n[0], 3, 4) * 3 + along(n[1], 1, 2));
        for name in ["msd2", "msd3", "msd10"] {
            let found = grid(name.parse().unwrap(), &[(3, 4), (1, 2)], &mut value, &budget).unwrap();
            for (x, y) in (0..40).flat_map(|x| (0..40).map(move |y| (x, y))) {
                assert_eq!(found.answer_small(&[x, y]), 1 << value(&[x, y]).unwrap(), "{name} {x} {y}");
            }
        }
    }

    #[test]
    fn periods_are_found() {
        let values: Vec<u64> = (0..40).map(|n| if n < 5 { 7 } else { n % 6 }).collect();
        assert_eq!(find_period(&values), Some((5, 6)));
        assert_eq!(find_period(&values[..20]), None);
        assert_eq!(find_period(&(0..50).collect::<Vec<_>>()), None);
    }

    #[test]
    fn wythoff_pairs() {
        let budget = Budget::default();
        let found = beatty(Numeration::ZECKENDORF, &budget).unwrap();
        let golden = (1.0 + 5.0_f64.sqrt()) / 2.0;
        let pairs: Vec<(u64, u64)> =
            (0..40).map(|k| ((k as f64 * golden) as u64, (k as f64 * golden) as u64 + k)).collect();
        for (x, y) in (0..60).flat_map(|x| (0..60).map(move |y| (x, y))) {
            let lost = pairs.contains(&(x, y)) || pairs.contains(&(y, x));
            assert_eq!(found.answer_small(&[x, y]), u64::from(lost), "{x} {y}");
        }
    }

    #[test]
    fn terms_as_automata() {
        let budget = Budget::default();
        let mut logic = Logic::new();
        let n = logic.var(0);
        let rest = logic.modulo(n, 11);
        let term = logic.div(rest, 3);
        let relation = relation_of(logic.clone(), term, 1, Numeration::BINARY, &budget).unwrap();
        let classes = classes_of(logic, term, 1, 4, Numeration::BINARY, &budget).unwrap();
        for n in 0..100 {
            assert_eq!(classes.answer_small(&[n]), 1 << (n % 11 / 3));
            assert_eq!(relation.answer_small(&[n, n % 11 / 3]), 1);
            assert_eq!(relation.answer_small(&[n, n % 11 / 3 + 1]), 0);
        }
    }
}
