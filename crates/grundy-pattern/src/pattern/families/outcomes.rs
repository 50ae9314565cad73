//! Lost positions: some remainders of one argument, remainders of each argument, arguments that are equal or differ by one, XOR 0.

use super::{Proposal, Values};

/// The largest modulus that is looked for.
const LARGEST: u64 = 30;

pub(super) fn propose(table: &Values) -> Vec<Proposal> {
    let mut list = Vec::new();
    remainders(table, &mut list);
    let names = &table.names;
    if names.len() > 1 {
        grids(table, &mut list);
        if table.fits(|n, v| (v == 0) == (n.iter().fold(0, |all, n| all ^ n) == 0)) {
            list.push(Proposal::lost(format!("{} == 0", brackets(&names.join(" xor ")))));
        }
        let sum = names.join(" + ");
        for modulus in 2..=LARGEST {
            if table.fits(|n, v| (v == 0) == (n.iter().sum::<u64>() % modulus == 0)) {
                list.push(Proposal::lost(format!("({sum}) % {modulus} == 0")));
            }
        }
    }
    if let [a, b] = &names[..] {
        for difference in 0..3 {
            if table.fits(|n, v| (v == 0) == (n[0] == n[1] + difference)) {
                let more = if difference == 0 { String::new() } else { format!(" + {difference}") };
                list.push(Proposal::lost(format!("{a} == {b}{more}")));
            }
        }
    }
    list
}

fn brackets(text: &str) -> String {
    format!("({text})")
}

/// The remainders of one argument at which positions are lost, perhaps with exceptions at the beginning.
fn remainders(table: &Values, list: &mut Vec<Proposal>) {
    let [name] = &table.names[..] else { return };
    let lost: Vec<bool> = table.row().iter().map(|&v| v == 0).collect();
    for start in [0, 1, 2, 3] {
        for modulus in 1..=LARGEST as usize {
            if lost.len() < start + 4 * modulus + 8
                || (start..lost.len() - modulus).any(|n| lost[n] != lost[n + modulus])
            {
                continue;
            }
            let first = start.next_multiple_of(modulus);
            let at: Vec<String> = (0..modulus).filter(|r| lost[first + r]).map(|r| r.to_string()).collect();
            let early: Vec<usize> = (0..start).filter(|&n| lost[n]).collect();
            let cycle = match &at[..] {
                [] => "false".to_owned(),
                all if all.len() == modulus => "true".to_owned(),
                [one] => format!("{name} % {modulus} == {one}"),
                _ => format!("{name} % {modulus} in [{}]", at.join(", ")),
            };
            let mut parts: Vec<String> = early.iter().map(|n| format!("{name} == {n}")).collect();
            match (start, cycle.as_str()) {
                (_, "false") => {}
                (0, _) => parts.push(cycle),
                (_, "true") => parts.push(format!("{name} >= {start}")),
                _ => parts.push(format!("{name} >= {start} and {cycle}")),
            }
            list.push(Proposal::lost(if parts.is_empty() { "false".to_owned() } else { parts.join(" or ") }));
            return;
        }
    }
}

/// Every argument has one of some remainders: x % m < r and y % m < r.
fn grids(table: &Values, list: &mut Vec<Proposal>) {
    for modulus in 2..=6 {
        for below in 1..modulus {
            if table.fits(|n, v| (v == 0) == n.iter().all(|n| n % modulus < below)) {
                let part = |name: &String| match below {
                    1 => format!("{name} % {modulus} == 0"),
                    _ => format!("{name} % {modulus} < {below}"),
                };
                list.push(Proposal::lost(table.names.iter().map(part).collect::<Vec<_>>().join(" and ")));
            }
        }
    }
}
