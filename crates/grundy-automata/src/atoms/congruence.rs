//! Σ a_i·x_i ≡ r (mod m).
//!
//! Most significant digit first the state is the value modulo m (in Z_t with its shifted value): m states, m² at most in
//! Z_t. The other order is the reversal: the sets that occur are cosets, so they are few.

use super::{classes_of, gathered, letter_sums};
use crate::automaton::{Automaton, Label, Raw, SINK, Var};
use crate::budget::Budget;
use crate::error::{Error, Result};
use crate::numeration::{Numeration, System};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

/// The tuples with Σ coefficient · variable ≡ r (mod m), m ≥ 1.
///
/// ```
/// use grundy_automata::atoms::congruence;
/// use grundy_automata::{Budget, Numeration};
/// let odd = congruence(Numeration::ZECKENDORF, &[(0, 1)], 1, 2, &Budget::default())?;
/// assert_eq!((0..6).map(|n| odd.answer_small(&[n])).collect::<Vec<_>>(), [0, 1, 0, 1, 0, 1]);
/// # Ok::<(), grundy_automata::Error>(())
/// ```
pub fn congruence(numeration: Numeration, terms: &[(Var, i64)], r: i64, m: u32, budget: &Budget) -> Result<Automaton> {
    if m == 0 {
        return Err(Error::Malformed("a congruence modulo 0"));
    }
    let modulus = i128::from(m);
    let mut terms = gathered(terms)?;
    terms.retain(|term| term.1 % i64::from(m) != 0);
    let residue = i128::from(r).rem_euclid(modulus);
    if terms.is_empty() {
        return Ok(Automaton::constant(numeration, Label::from(residue == 0)));
    }
    if !numeration.most_first() {
        return congruence(numeration.reversed(), &terms, r, m, budget)?.reverse(budget);
    }
    let base = numeration.digits();
    let letters = budget.letters(base, terms.len())?;
    let coefficients: Vec<i128> = terms.iter().map(|term| i128::from(term.1).rem_euclid(modulus)).collect();
    let sums: Vec<i128> = letter_sums(base, &coefficients).iter().map(|sum| sum % modulus).collect();
    let (classes, sums) = classes_of(&sums);
    let mut raw = Raw::plain(numeration, terms.iter().map(|term| term.0).collect(), letters);
    raw.width = sums.len();
    raw.next = vec![SINK; sums.len()];
    raw.classes = classes;
    let step = |(u, v): (i128, i128), s: i128| match numeration.system() {
        System::Base(b) => ((i128::from(b) * u + s) % modulus, 0),
        System::Z(t) => ((i128::from(t) * u + v + s) % modulus, (u + s) % modulus),
    };
    let mut states = vec![(0, 0)];
    let mut numbers: HashMap<(i128, i128), u32, FixedState> = HashMap::with_hasher(FixedState::default());
    numbers.insert((0, 0), 1);
    let mut i = 0;
    while i < states.len() {
        raw.add_state(Label::from(states[i].0 == residue));
        for &s in &sums {
            let next = step(states[i], s);
            let fresh = states.len() as u32 + 1;
            let number = *numbers.entry(next).or_insert(fresh);
            if number == fresh {
                states.push(next);
            }
            raw.next.push(number);
        }
        budget.worked(sums.len())?;
        budget.grown(states.len(), 96 * states.len() + 4 * raw.next.len())?;
        i += 1;
    }
    let found = raw.minimise(budget)?;
    match numeration.t() {
        Some(_) => found.both(&Automaton::all(numeration, found.tracks(), budget)?, budget),
        None => Ok(found),
    }
}
