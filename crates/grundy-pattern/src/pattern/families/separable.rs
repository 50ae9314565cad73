//! f(i) xor h(j) xor …: the arguments do not know of each other.
//!
//! Then the value is that of each argument alone, the others 0, put together by XOR; each of these is a formula of one number.

use super::{Proposal, Table, of_one_number};

/// The values of one argument that its formula is found on.
const ROW: u64 = 64;

pub(super) fn propose(table: &Table) -> Vec<Proposal> {
    let values = &table.values;
    let arity = values.names.len();
    let zero = vec![0; arity];
    if arity < 2 || values.misere || values.value(&zero) != Some(0) {
        return Vec::new();
    }
    let alone = |place: usize, n: u64| {
        let mut numbers = zero.clone();
        numbers[place] = n;
        numbers
    };
    let xor = |numbers: &[u64]| {
        let parts = numbers.iter().enumerate().map(|(place, &n)| values.value(&alone(place, n)));
        parts.collect::<Option<Vec<u64>>>().map(|list| list.into_iter().fold(0, |xor, v| xor ^ v))
    };
    if !values.fits(|numbers, value| xor(numbers) == Some(value)) {
        return Vec::new();
    }
    let part = |place: usize| {
        let row: Vec<u64> = (0..ROW).map_while(|n| table.known(&alone(place, n))).collect();
        let enough = row.len() as u64 == ROW;
        let text = enough.then(|| of_one_number(&values.of_row(values.names[place].clone(), row)))??;
        Some(if text.starts_with("if ") { format!("({text})") } else { text })
    };
    let Some(parts) = (0..arity).map(part).collect::<Option<Vec<String>>>() else { return Vec::new() };
    let parts: Vec<String> = parts.into_iter().filter(|part| part != "0").collect();
    if parts.len() < 2 { Vec::new() } else { vec![Proposal::value(parts.join(" xor "))] }
}
