//! The codes of known heaps.

use super::super::values::Values;
use super::codes::{Codec, EMPTY};
use super::split::Split;
use super::state::Rare;

/// A nim value's code, and its extended value if that is rare.
#[derive(Debug, Clone, Copy)]
struct Entry {
    code: u8,
    rare: Option<u16>,
}

/// The entries of the nim values below 512 for even and odd heaps; larger ones have no code.
fn entries(split: Split, codec: &Codec) -> [[Entry; 512]; 2] {
    let entry = |parity: usize, g: usize| {
        let x = split.extend(g as u32, parity);
        let code = if codec.has_code(x) { codec.code(x) } else { EMPTY };
        Entry { code, rare: (!split.is_common(x)).then_some(x as u16) }
    };
    std::array::from_fn(|parity| std::array::from_fn(|g| entry(parity, g)))
}

/// The codes of these heaps, and the rare ones among them.
pub(super) fn encode<T: Copy + Into<u32>>(cells: &[T], split: Split, codec: &Codec) -> (Vec<u8>, Vec<Rare>) {
    let entries = entries(split, codec);
    let mut rares = Vec::new();
    let code = |(n, &g): (usize, &T)| {
        let g: u32 = g.into();
        let entry = &entries[n % 2][g.min(511) as usize];
        rares.extend(entry.rare.map(|x| Rare { heap: n as u32, x }));
        entry.code
    };
    (cells.iter().enumerate().map(code).collect(), rares)
}

/// The largest extended value of these heaps.
pub(super) fn largest(values: &Values, split: Split) -> u32 {
    let g = values.largest(values.len());
    // Without parities it does not matter where the largest nim value stands.
    let most = split.extend(g, 0) | split.shift();
    let is_odd = || (0..values.len()).any(|n| split.extend(values.at(n), n) == most);
    if split.parity.is_none() || is_odd() { most } else { most - 1 }
}
