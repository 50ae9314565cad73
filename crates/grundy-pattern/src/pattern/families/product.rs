//! The nim product of two arguments, each perhaps with 1 added, or of their lowest bits: games on rectangles, such as Corners and Rugs.
//!
//! The product of 2^i and 2^j is known for i, j < 8; other numbers below 256 are sums of these. So the formula is a XOR over
//! the bits, and speaks of numbers below 255, to which 1 may be added.

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
    let pairs = FACTORS.iter().flat_map(|first| FACTORS.iter().map(move |second| (first, second)));
    let mut pairs = pairs.filter(|(f, g)| values.fits(|n, v| v == product((f.of)(n[0]), (g.of)(n[1]))));
    let Some((f, g)) = pairs.next() else { return Vec::new() };
    let rows: Vec<String> = (0..BITS)
        .map(|i| (0..BITS).map(|j| product(1 << i, 1 << j).to_string()).collect::<Vec<_>>().join(", "))
        .map(|row| format!("[{row}]"))
        .collect();
    let [x, y] = [f.text.replace('_', a), g.text.replace('_', b)];
    let [i, j] = loop_names(values);
    let last = BITS - 1;
    let text = format!(
        "xor([{}][{i}][{j}] for {i} in 0..{last}, {j} in 0..{last} if {x} / 2^{i} % 2 == 1 and {y} / 2^{j} % 2 == 1)",
        rows.join(", ")
    );
    let most = (1 << BITS) - 1;
    vec![Proposal::value(text).within(format!("{a} < {most} and {b} < {most}"))]
}

/// What is multiplied: a number by what `_` stands for.
struct Factor {
    text: &'static str,
    of: fn(u64) -> u64,
}

const FACTORS: [Factor; 3] = [
    Factor { text: "_", of: |n| n },
    Factor { text: "(_ + 1)", of: |n| n + 1 },
    Factor { text: "lowbit(_)", of: |n| n & n.wrapping_neg() },
];

/// Two names that are not in use.
fn loop_names(values: &Values) -> [String; 2] {
    let used = |name: &String| values.names.contains(name) || values.params.iter().any(|p| p.0 == *name);
    let mut free = ('i'..='z').map(String::from).filter(|name| !used(name));
    [free.next().unwrap_or_default(), free.next().unwrap_or_default()]
}
