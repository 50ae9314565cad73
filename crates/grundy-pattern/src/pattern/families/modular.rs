//! x mod m, (x mod m) div d for one argument or the sum of all, with m and d written by params where that fits.

use super::{Proposal, Values};

/// The largest modulus that is looked for.
const LARGEST: u64 = 64;

pub(super) fn propose(table: &Values) -> Vec<Proposal> {
    if table.misere {
        return Vec::new();
    }
    let mut list = Vec::new();
    let sum = table.names.join(" + ");
    let text = if table.names.len() > 1 { format!("({sum})") } else { sum };
    for modulus in 1..=LARGEST {
        for divisor in 1..=modulus {
            if table.fits(|n, v| v == n.iter().sum::<u64>() % modulus / divisor) {
                list.extend(written(table, &text, modulus, divisor));
            }
        }
    }
    list
}

/// With params first: such a formula may hold for other values of them.
fn written(table: &Values, of: &str, modulus: u64, divisor: u64) -> Vec<Proposal> {
    let divisors = expressions(table, divisor);
    let mut list = Vec::new();
    for m in expressions(table, modulus) {
        for d in &divisors {
            let remainder = format!("{of} % {m}");
            list.push(Proposal::value(if divisor == 1 && d == "1" { remainder } else { format!("{remainder} / {d}") }));
        }
    }
    list
}

/// A number by params: a param, a sum of two, one more than a param; and last as it is.
fn expressions(table: &Values, number: u64) -> Vec<String> {
    let wanted = i128::from(number);
    let mut list = Vec::new();
    for (i, (name, value)) in table.params.iter().enumerate() {
        if *value == wanted {
            list.push(name.clone());
        }
        if value + 1 == wanted {
            list.push(format!("({name} + 1)"));
        }
        for (other, more) in &table.params[i + 1..] {
            if value + more == wanted {
                list.push(format!("({name} + {other})"));
            }
        }
    }
    list.push(number.to_string());
    list
}
