//! Constants, an argument, a sum of arguments, an argument divided by a constant.

use super::{Proposal, Values};

pub(super) fn propose(table: &Values) -> Vec<Proposal> {
    if table.misere {
        return Vec::new();
    }
    let mut list = Vec::new();
    if let Some(constant) = (0..4).find(|&c| table.fits(|_, v| v == c)) {
        list.push(Proposal::value(constant.to_string()));
    }
    for (i, name) in table.names.iter().enumerate() {
        if table.fits(|n, v| v == n[i]) {
            list.push(Proposal::value(name));
        }
        for divisor in 2..=16 {
            if table.fits(|n, v| v == n[i] / divisor) {
                list.push(Proposal::value(format!("{name} / {divisor}")));
            }
            if table.fits(|n, v| v == n[i].div_ceil(divisor)) {
                list.push(Proposal::value(format!("({name} + {}) / {divisor}", divisor - 1)));
            }
        }
    }
    if table.names.len() > 1 && table.fits(|n, v| v == n.iter().sum::<u64>()) {
        list.push(Proposal::value(table.names.join(" + ")));
    }
    list
}
