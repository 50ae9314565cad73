//! Over ranges, `if win(nim(f) + nim(g) + …)` with linear forms f, g, …: counted digit by digit.
//!
//! A sum of Nim heaps is lost exactly if the XOR of their sizes is 0, which is said digit by digit in base 2; and so are linear
//! conditions. The names are natural numbers; from the lowest digit on all their digits are chosen, and for each linear form only
//! ⌊(what is known of it)/2^i⌋, the carry after i digits, has to be kept. The i-th digit of a form is the parity of its carry plus
//! what the chosen digits add; the XOR of these digits must be 0. After the last digit of every name the carry of a form is
//! ⌊form/2^i⌋: a condition form ≥ 0 holds if it is not negative, and the forms of heaps go on without a choice until their carries
//! are 0. Turns with the same carries are counted together. Time O(digits · carries · 2^names); a carry takes as many values as its
//! form has factors, added up.

use super::{Comparison, Form, Shape, Variable};
use crate::component::Handle;
use crate::program::Position;
use hashbrown::HashMap;

/// More names than this are not counted.
const MOST_NAMES: usize = 6;

/// Factors and constants are smaller than this.
const LARGE: i128 = 1 << 120;

/// More states than this at one digit are too many.
const MOST_STATES: usize = 1 << 16;

/// How many turns of the clauses there are in which the value of a sum of Nim heaps is the one asked for, or is not; nothing if the
/// clauses are not of this shape.
pub(super) fn counted_by_digits(handle: &Handle, shape: &Shape<'_>) -> Option<i128> {
    let one = shape.added.terms.is_empty().then_some(shape.added.constant)?;
    let mut heaps = vec![Form::constant(shape.asked.value)];
    nim_heaps(handle, shape.asked.position, shape, &mut heaps)?;
    let extents = shape.extents()?;
    // A range without a turn, and a heap that may be negative, are left to the plain way.
    if extents.iter().any(|(_, (low, high))| *low < 0 || low > high) || extents.len() > MOST_NAMES {
        return None;
    }
    let sizes = heaps.iter().map(|heap| heap.extent(&extents)).collect::<Option<Vec<_>>>()?;
    if sizes.iter().any(|(least, _)| *least < 0) {
        return None;
    }
    // Carries stay far below the ends of the numbers.
    let small = |form: &Form| form.constant.abs() < LARGE && form.terms.iter().all(|term| term.1.abs() < LARGE);
    let conditions = conditions(shape)?;
    if !heaps.iter().chain(&conditions).all(small) {
        return None;
    }
    let slots: Vec<usize> = extents.iter().map(|(slot, _)| *slot).collect();
    let largest = extents.iter().map(|(_, (_, high))| *high).max()?;
    let count = |heaps: &[Form]| Count { slots: &slots, heaps, conditions: &conditions }.run(largest);
    let equal = count(&heaps)?;
    let turns = if shape.asked.equal { equal } else { count(&[])?.checked_sub(equal)? };
    turns.checked_mul(one)
}

/// The sizes of the heaps of a sum, if these are heaps of Nim.
fn nim_heaps(handle: &Handle, position: &Position, shape: &Shape<'_>, heaps: &mut Vec<Form>) -> Option<()> {
    match position {
        Position::Of { kind, args, set, .. } if set.is_empty() => {
            let [size] = args.as_slice() else { return None };
            handle.methods(*kind).first().filter(|method| method.is_nim())?;
            heaps.push(shape.forms.form(size)?);
            Some(())
        }
        Position::Add(parts) => parts.iter().try_for_each(|part| nim_heaps(handle, part, shape, heaps)),
        _ => None,
    }
}

/// The ranges and comparisons as forms that must be at least 0.
fn conditions(shape: &Shape<'_>) -> Option<Vec<Form>> {
    let mut all = Vec::new();
    for Variable { slot, from, to } in &shape.variables {
        let name = Form { constant: 0, terms: vec![(*slot, 1)] };
        all.push(name.plus_times(-1, from)?);
        all.push(to.plus_times(-1, &name)?);
    }
    for (comparison, a, b) in &shape.comparisons {
        let less = |a: &Form, b: &Form| b.plus_times(-1, a)?.plus_times(1, &Form::constant(-1));
        match comparison {
            Comparison::Less => all.push(less(a, b)?),
            Comparison::Greater => all.push(less(b, a)?),
            Comparison::LessEqual => all.push(b.plus_times(-1, a)?),
            Comparison::GreaterEqual => all.push(a.plus_times(-1, b)?),
            Comparison::Equal => all.extend([b.plus_times(-1, a)?, a.plus_times(-1, b)?]),
            Comparison::NotEqual | Comparison::In | Comparison::NotIn => return None,
        }
    }
    Some(all)
}

/// A count of natural numbers for some names: the XOR of the heaps is 0, and no condition is negative.
struct Count<'a> {
    slots: &'a [usize],
    heaps: &'a [Form],
    conditions: &'a [Form],
}

impl Count<'_> {
    /// The count, where no name is larger than this.
    fn run(&self, largest: i128) -> Option<i128> {
        let forms: Vec<&Form> = self.heaps.iter().chain(self.conditions).collect();
        let factor = |form: &Form, slot: usize| form.terms.iter().find(|term| term.0 == slot).map_or(0, |term| term.1);
        // What each choice of digits adds to each form.
        let choices: Vec<Vec<i128>> = (0..1usize << self.slots.len())
            .map(|bits| {
                let chosen = || self.slots.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1);
                forms.iter().map(|form| chosen().map(|(_, &slot)| factor(form, slot)).sum()).collect()
            })
            .collect();
        let mut states: HashMap<Vec<i128>, i128> = HashMap::new();
        states.insert(forms.iter().map(|form| form.constant).collect(), 1);
        for _ in 0..i128::BITS - largest.leading_zeros() {
            let mut next: HashMap<Vec<i128>, i128> = HashMap::new();
            for (carries, count) in &states {
                for choice in &choices {
                    if let Some(carries) = self.step(carries, choice) {
                        let all = next.entry(carries).or_insert(0);
                        *all = all.checked_add(*count)?;
                    }
                }
            }
            if next.len() > MOST_STATES {
                return None;
            }
            states = next;
        }
        let done = |carries: &[i128]| {
            let (heaps, conditions) = carries.split_at(self.heaps.len());
            conditions.iter().all(|&carry| carry >= 0) && heaps.iter().fold(0, |xor, &rest| xor ^ rest) == 0
        };
        states.iter().filter(|(carries, _)| done(carries)).try_fold(0i128, |sum, (_, count)| sum.checked_add(*count))
    }

    /// The carries after one more digit, if the XOR of the digits of the heaps is 0.
    fn step(&self, carries: &[i128], choice: &[i128]) -> Option<Vec<i128>> {
        let sums = || carries.iter().zip(choice).map(|(carry, more)| carry + more);
        let digits = sums().take(self.heaps.len()).fold(0, |xor, sum| xor ^ sum & 1);
        (digits == 0).then(|| sums().map(|sum| sum >> 1).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(constant: i128, terms: &[(usize, i128)]) -> Form {
        Form { constant, terms: terms.to_vec() }
    }

    /// The count by going through all values.
    #[test]
    fn agrees_with_going_through_all() {
        let mut state = 7u64;
        let mut next = |end: i128| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i128::from(state >> 33) % end
        };
        for _ in 0..200 {
            let bound = next(20);
            let (a, b, c) = (next(4), next(4), next(3) - 1);
            let heaps = [form(next(5), &[(0, a)]), form(next(5), &[(1, b), (0, 1)]), form(bound, &[(1, -1)])];
            let ranges =
                [form(0, &[(0, 1)]), form(bound, &[(0, -1)]), form(0, &[(1, 1), (0, c)]), form(bound, &[(1, -1)])];
            let heaps: Vec<Form> =
                heaps.into_iter().map(|form| form.plus_times(0, &Form::constant(0)).unwrap()).collect();
            let ranges: Vec<Form> =
                ranges.into_iter().map(|form| form.plus_times(0, &Form::constant(0)).unwrap()).collect();
            let mut expected = 0;
            for x in 0..=bound {
                for y in 0..=bound {
                    let at = |form: &Form| form.at(&[(0, x), (1, y)]).unwrap();
                    expected += i128::from(
                        ranges.iter().all(|form| at(form) >= 0)
                            && heaps.iter().fold(0, |xor, heap| xor ^ at(heap)) == 0,
                    );
                }
            }
            let found = Count { slots: &[0, 1], heaps: &heaps, conditions: &ranges }.run(bound);
            assert_eq!(found, Some(expected), "{heaps:?} {ranges:?}");
        }
    }

    /// (n, 2n, 3n) is lost for as many n < 2^k as there are words of k letters without two neighbouring ones.
    #[test]
    fn fibonacci_numbers() {
        let heaps = [form(0, &[(0, 1)]), form(0, &[(0, 2)]), form(0, &[(0, 3)])];
        let (mut a, mut b) = (1i128, 2i128);
        for k in 1..100 {
            let range = [form((1 << k) - 1, &[(0, -1)])];
            let found = Count { slots: &[0], heaps: &heaps, conditions: &range }.run((1 << k) - 1);
            assert_eq!(found, Some(b), "{k}");
            (a, b) = (b, a + b);
        }
    }
}
