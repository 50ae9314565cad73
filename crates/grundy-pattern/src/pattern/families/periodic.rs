//! Values of one argument that repeat from some place on, or rise by the same amount with every period.

use super::{Proposal, Values};
use grundy_automata::learn::template::find_period;

/// Longer tables are no formulas for people.
const LONGEST: usize = 120;

pub(super) fn propose(table: &Values) -> Vec<Proposal> {
    let [name] = &table.names[..] else { return Vec::new() };
    let values = table.row();
    let Some((preperiod, period)) = find_period(&values).filter(|(start, period)| start + period <= LONGEST) else {
        return Vec::new();
    };
    if table.misere {
        return Vec::new();
    }
    vec![Proposal::value(repeated(name, &values[..preperiod + period], preperiod))]
}

/// The formula of values that repeat: those of the pre-period and of one period are given; every period adds the saltus.
pub(in crate::pattern) fn repeating(name: &str, values: &[u64], preperiod: usize, saltus: u64) -> String {
    match saltus {
        0 => repeated(name, values, preperiod),
        _ => risen(name, values, preperiod, values.len() - preperiod, saltus),
    }
}

fn repeated(name: &str, values: &[u64], preperiod: usize) -> String {
    let period = values.len() - preperiod;
    // A cycle that begins at a multiple of the period needs no difference.
    let turned: Vec<u64> =
        (0..period).map(|i| values[preperiod + (i + period - preperiod % period) % period]).collect();
    let cycle = match &turned[..] {
        [only] => only.to_string(),
        _ => format!("{}[{name} % {period}]", list(&turned)),
    };
    match &values[..preperiod] {
        [] => cycle,
        [first] => format!("if {name} == 0 then {first} else {cycle}"),
        before => format!("if {name} < {preperiod} then {}[{name}] else {cycle}", list(before)),
    }
}

/// f(n + p) = f(n) + s from some place on.
pub(super) fn rising(table: &Values) -> Vec<Proposal> {
    let [name] = &table.names[..] else { return Vec::new() };
    let values = table.row();
    if table.misere || values.len() < 16 {
        return Vec::new();
    }
    for period in 1..=values.len() / 4 {
        let last = values.len() - 1;
        let Some(saltus) = values[last].checked_sub(values[last - period]).filter(|&s| s > 0) else { continue };
        let breaks = (0..values.len() - period).rev().find(|&i| values[i] + saltus != values[i + period]);
        let start = breaks.map_or(0, |i| i + 1);
        if start + 3 * period > values.len() || start + period > LONGEST {
            continue;
        }
        return vec![Proposal::value(risen(name, &values, start, period, saltus))];
    }
    Vec::new()
}

fn risen(name: &str, values: &[u64], start: usize, period: usize, saltus: u64) -> String {
    // The value of the turn that n belongs to, with its beginning taken away; it may be negative there.
    let turned: Vec<i128> = (0..period)
        .map(|i| {
            let n = start + (i + period - start % period) % period;
            i128::from(values[n]) - i128::from(saltus) * (n / period) as i128
        })
        .collect();
    let turns = if period == 1 { name.to_owned() } else { format!("({name} / {period})") };
    let rise = if saltus == 1 { turns } else { format!("{saltus} * {turns}") };
    let formula = match &turned[..] {
        [0] => rise,
        [only] if *only > 0 => format!("{rise} + {only}"),
        [only] => format!("{rise} - {}", -only),
        _ => format!("{rise} + {}[{name} % {period}]", list(&turned)),
    };
    match &values[..start] {
        [] => formula,
        [first] => format!("if {name} == 0 then {first} else {formula}"),
        before => format!("if {name} < {start} then {}[{name}] else {formula}", list(before)),
    }
}

fn list<T: ToString>(numbers: &[T]) -> String {
    format!("[{}]", numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}
