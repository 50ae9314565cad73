//! The nim product of two arguments, each perhaps with 1 added: games on rectangles, such as Corners.
//!
//! The product of 2^i and 2^j is known for i, j < 8; other numbers below 256 are sums of these. So the formula is a XOR over
//! the bits, and speaks of numbers below 256.

use super::{Proposal, Values};
use grundy::nimber::Nimber;

/// Bits of the arguments.
const BITS: u32 = 8;

pub(super) fn propose(values: &Values) -> Vec<Proposal> {
    let [a, b] = &values.names[..] else { return Vec::new() };
    if values.misere || !values.fits(|n, _| n.iter().all(|&n| n < 1 << BITS)) {
        return Vec::new();
    }
    let product = |x: u64, y: u64| (Nimber::new(x) * Nimber::new(y)).get();
    let shifts = [(0, 0), (1, 1), (0, 1), (1, 0)];
    let Some((s, t)) = shifts.into_iter().find(|(s, t)| values.fits(|n, v| v == product(n[0] + s, n[1] + t))) else {
        return Vec::new();
    };
    let rows: Vec<String> = (0..BITS)
        .map(|i| (0..BITS).map(|j| product(1 << i, 1 << j).to_string()).collect::<Vec<_>>().join(", "))
        .map(|row| format!("[{row}]"))
        .collect();
    let [x, y] = [(a, s), (b, t)].map(|(name, s)| if s == 0 { name.clone() } else { format!("({name} + {s})") });
    let [i, j] = loop_names(values);
    let last = BITS - 1;
    let text = format!(
        "xor([{}][{i}][{j}] for {i} in 0..{last}, {j} in 0..{last} if {x} / 2^{i} % 2 == 1 and {y} / 2^{j} % 2 == 1)",
        rows.join(", ")
    );
    let most = |s: u64| (1 << BITS) - s;
    vec![Proposal::value(text).within(format!("{a} < {} and {b} < {}", most(s), most(t)))]
}

/// Two names that are not in use.
fn loop_names(values: &Values) -> [String; 2] {
    let used = |name: &String| values.names.contains(name) || values.params.iter().any(|p| p.0 == *name);
    let mut free = ('i'..='z').map(String::from).filter(|name| !used(name));
    [free.next().unwrap_or_default(), free.next().unwrap_or_default()]
}
