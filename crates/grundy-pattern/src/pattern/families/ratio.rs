//! ⌊|y/x − x/y|⌋ of two positive numbers: Euclid's game where both stay positive (G. Nivasch, *The Sprague–Grundy function of the game
//! Euclid*, 2006). Where a number may become 0, positions are lost if the numbers are different and their ratio is below the golden one
//! (A. J. Cole, A. J. T. Davie 1969), which is |x² − y²| < x·y; or if one is 0.

use super::{Proposal, Values};

pub(super) fn propose(values: &Values) -> Vec<Proposal> {
    let [x, y] = &values.names[..] else { return Vec::new() };
    if values.misere {
        return Vec::new();
    }
    let difference = format!("abs({x} * {x} - {y} * {y})");
    let ratio = |a: u64, b: u64| (a * a).abs_diff(b * b) / (a * b);
    let mut list = Vec::new();
    if values.positive().fits(|n, v| v == ratio(n[0], n[1])) {
        let domain = format!("{x} >= 1 and {y} >= 1");
        list.push(Proposal::value(format!("{difference} / ({x} * {y})")).within(domain));
    }
    let lost = |a: u64, b: u64| a * b == 0 || a != b && (a * a).abs_diff(b * b) < a * b;
    if values.fits(|n, v| (v == 0) == lost(n[0], n[1])) {
        list.push(Proposal::lost(format!("{x} * {y} == 0 or {x} != {y} and {difference} < {x} * {y}")));
    }
    list
}
