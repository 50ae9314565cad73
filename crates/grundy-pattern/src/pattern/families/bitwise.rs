//! XOR of arguments, lowest bits, XOR with one added or taken away, Lasker's exchange of neighbours.

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
        for k in 1..8 {
            if table.fits(|n, v| v == n[0] ^ k) {
                list.push(Proposal::value(format!("{name} xor {k}")));
            }
        }
    }
    list
}
