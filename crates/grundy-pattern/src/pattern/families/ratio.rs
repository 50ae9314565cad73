//! ⌊|y/x − x/y|⌋ of two positive numbers: Euclid's game where both stay positive (G. Nivasch, *The Sprague–Grundy function of the game
//! Euclid*, 2006).

use super::{Proposal, Values};

pub(super) fn propose(values: &Values) -> Vec<Proposal> {
    let [x, y] = &values.names[..] else { return Vec::new() };
    let ratio = |a: u64, b: u64| (a * a).abs_diff(b * b) / (a * b);
    if values.misere || !values.positive().fits(|n, v| v == ratio(n[0], n[1])) {
        return Vec::new();
    }
    let text = format!("abs({x} * {x} - {y} * {y}) / ({x} * {y})");
    vec![Proposal::value(text).within(format!("{x} >= 1 and {y} >= 1"))]
}
