//! Values that are constant on blocks of b numbers: a formula of n / b; for several arguments, of all quotients.

use super::{Proposal, Values, bitwise, of_one_number};

/// The longest block that is looked for.
const LONGEST: u64 = 12;

pub(super) fn propose(values: &Values) -> Vec<Proposal> {
    if values.misere {
        return Vec::new();
    }
    (2..=LONGEST).filter_map(|block| of_block(values, block)).take(2).map(Proposal::value).collect()
}

fn of_block(values: &Values, block: u64) -> Option<String> {
    let start = |numbers: &[u64]| numbers.iter().map(|n| n / block * block).collect::<Vec<_>>();
    if !values.fits(|numbers, value| values.value(&start(numbers)) == Some(value)) {
        return None;
    }
    let name = |name: &String| format!("({name} / {block})");
    if let [only] = &values.names[..] {
        let row = values.row();
        let row: Vec<u64> = row.into_iter().step_by(usize::try_from(block).ok()?).collect();
        // A constant is a formula of n itself.
        return if row.len() < 12 || row.iter().all(|v| *v == row[0]) {
            None
        } else {
            of_one_number(&values.of_row(name(only), row))
        };
    }
    let mut quotients =
        Values::new(values.names.iter().map(name).collect(), false, values.params.clone(), values.found_on());
    let whole = |numbers: &[u64]| numbers.iter().all(|n| n % block == 0);
    let positions = values.positions().into_iter().filter(|(numbers, _)| whole(numbers));
    quotients.set(positions.map(|(numbers, value)| (numbers.iter().map(|n| n / block).collect(), value)).collect());
    bitwise::propose(&quotients).into_iter().next().map(|p| p.text)
}
