//! Formulas of the first numbers only, up to a bound by params: `n / l` for `n < l + r`.
//!
//! A beginning fits some formula in every game. So there must be several settings, with formula and bound by params, and only a proof
//! counts. The bound is the largest that fits all tables.

use super::params::{Fixed, combinations};
use super::{Proposal, Values};

/// Settings that must agree, and numbers below their bounds in all.
const SETTINGS: usize = 3;
const NUMBERS: usize = 16;

pub(super) fn propose(tables: &[&Values]) -> Vec<Proposal> {
    let [first, ..] = tables else { return Vec::new() };
    let [name] = &first.names[..] else { return Vec::new() };
    if tables.len() < SETTINGS || first.misere {
        return Vec::new();
    }
    let params: Vec<_> = tables.iter().map(|table| &table.params[..]).collect();
    let numbers = combinations(&params);
    let rows: Vec<Vec<u64>> = tables.iter().map(|table| table.row()).collect();
    let bounded = |number: &Fixed, sign: char| {
        let ends: Option<Vec<usize>> = rows.iter().zip(&number.values).map(|(row, &n)| end(row, n, sign)).collect();
        let ends = ends.filter(|ends| ends.iter().sum::<usize>() >= NUMBERS)?;
        let within = |bound: &&Fixed| bound.values.iter().zip(&ends).all(|(b, &end)| *b <= end as i128);
        // Of equal ones the simplest, which is the last here.
        let bound = numbers.iter().rev().filter(within).max_by_key(|bound| bound.values.iter().sum::<i128>())?;
        let formula = format!("{name} {sign} {}", number.factor());
        // Only a proof says more than the table.
        Some(Proposal { fitted: true, ..Proposal::value(formula).within(format!("{name} < {}", bound.text)) })
    };
    numbers.iter().flat_map(|number| ['/', '%'].map(|sign| bounded(number, sign))).flatten().take(2).collect()
}

/// The first number where a row leaves n / d, or n % d; nothing if it is none, or if the formula changes nowhere before.
fn end(row: &[u64], d: i128, sign: char) -> Option<usize> {
    let d = u64::try_from(d).ok().filter(|&d| d > 0)?;
    let value = |n: u64| if sign == '/' { n / d } else { n % d };
    let end = (0..).zip(row).position(|(n, &v)| v != value(n))?;
    (end as u64 > d).then_some(end)
}
