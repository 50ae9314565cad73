//! x mod m, (x mod m) div d for one argument or the sum of all, with m and d written by params where that fits.

use super::params::{Fixed, combinations};
use super::{Proposal, Values};

/// The largest modulus that is looked for.
const LARGEST: u64 = 64;

pub(super) fn propose(table: &Values) -> Vec<Proposal> {
    of_settings(&[table])
}

/// Formulas that fit the tables of all settings.
pub(super) fn of_settings(tables: &[&Values]) -> Vec<Proposal> {
    let [first, ..] = tables else { return Vec::new() };
    if first.misere || first.is_constant() {
        return Vec::new();
    }
    let sum = first.names.join(" + ");
    let text = if first.names.len() > 1 { format!("({sum})") } else { sum };
    let params: Vec<_> = tables.iter().map(|table| &table.params[..]).collect();
    let numbers = combinations(&params);
    let mut list = Vec::new();
    for modulus in 1..=LARGEST {
        for divisor in 1..=modulus {
            if fits(first, modulus, divisor) {
                list.extend(written(tables, &numbers, &text, modulus, divisor));
            }
        }
    }
    list
}

fn fits(table: &Values, modulus: u64, divisor: u64) -> bool {
    modulus > 0 && divisor > 0 && table.fits(|n, v| v == n.iter().sum::<u64>() % modulus / divisor)
}

/// With params first: such a formula may hold for other values of them.
fn written(tables: &[&Values], numbers: &[Fixed], of: &str, modulus: u64, divisor: u64) -> Vec<Proposal> {
    let named = |wanted: u64| {
        let by_params = numbers.iter().filter(move |e| e.values[0] == i128::from(wanted)).cloned();
        by_params.chain([Fixed::number(wanted, tables.len())]).collect::<Vec<_>>()
    };
    let at = |e: &Fixed, i: usize| u64::try_from(e.values[i]).unwrap_or(0);
    let mut list = Vec::new();
    for m in named(modulus) {
        for d in named(divisor) {
            if (1..tables.len()).all(|i| fits(tables[i], at(&m, i), at(&d, i))) {
                let remainder = format!("{of} % {}", m.factor());
                let whole = divisor == 1 && d.text == "1";
                list.push(Proposal::value(if whole { remainder } else { format!("{remainder} / {}", d.factor()) }));
            }
        }
    }
    list
}
