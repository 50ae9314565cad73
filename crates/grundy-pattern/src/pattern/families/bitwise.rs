//! XOR of arguments, odious and evil numbers (J. H. Conway: Mock Turtles), lowest bits, XOR with one added or taken away, Lasker's exchange of neighbours.

use super::{Proposal, Values};

fn lowbit(n: u64) -> u64 {
    n & n.wrapping_neg()
}

pub(super) fn propose(table: &Values) -> Vec<Proposal> {
    if table.misere {
        return Vec::new();
    }
    let mut list = Vec::new();
    let all = table.names.join(" xor ");
    let xor = |n: &[u64]| n.iter().fold(0, |all, n| all ^ n);
    if table.names.len() > 1 && table.fits(|n, v| v == xor(n)) {
        list.push(Proposal::value(&all));
    }
    if let [name] = &table.names[..] {
        if table.fits(|n, v| v == lowbit(n[0])) {
            list.push(Proposal::value(format!("lowbit({name})")));
        }
        if table.fits(|n, v| v == lowbit(n[0] + 1)) {
            list.push(Proposal::value(format!("lowbit({name} + 1)")));
        }
        if table.fits(|n, v| v == lowbit(n[0]) / 2) {
            list.push(Proposal::value(format!("lowbit({name}) / 2")));
        }
        list.extend(by_parity(table, name));
        for k in 1..8 {
            if table.fits(|n, v| v == n[0] ^ k) {
                list.push(Proposal::value(format!("{name} xor {k}")));
            }
        }
    }
    list
}

/// Numbers with an odd (odious) or even (evil) count of ones, the parity of that count alone; of n, or one earlier.
fn by_parity(table: &Values, name: &str) -> Vec<Proposal> {
    let parity = |n: u64| u64::from(n.count_ones()) % 2;
    let mut list = Vec::new();
    for (twice, odd) in [(0, 0), (0, 1), (2, 1), (2, 0)] {
        let value = |n: u64| twice * n + (parity(n) + odd) % 2;
        let text = |n: &str| {
            let ones = if odd == 0 { format!("popcount({n})") } else { format!("(popcount({n}) + 1)") };
            let n = if n.contains(' ') { format!("({n})") } else { n.to_owned() };
            if twice == 0 { format!("{ones} % 2") } else { format!("{twice} * {n} + {ones} % 2") }
        };
        if table.fits(|n, v| v == value(n[0])) {
            list.push(Proposal::value(text(name)));
        }
        if twice > 0 && table.value(&[0]) == Some(0) && table.fits(|n, v| n[0] == 0 || v == value(n[0] - 1)) {
            list.push(Proposal::value(format!("if {name} == 0 then 0 else {}", text(&format!("{name} - 1")))));
        }
    }
    list
}
