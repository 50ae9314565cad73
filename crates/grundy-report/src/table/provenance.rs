//! Which values a table holds, and a checksum of them.
//!
//! The checksum starts at 0 and goes h ← (h·B + value + 1) mod 2^61 − 1 with B = 0x1e3779b97f4a7c15, one line in any language. It is a
//! polynomial, so a cycle of values that repeats k times adds in O(log k) steps; FNV-1a, which has no such form, took
//! longer than printing the values. An ordinal counts as the FNV-1a of its text.

use std::ops::RangeInclusive;

use grundy::Value;

use crate::checksum::Checksum;
use crate::text::safe;

const MODULUS: u64 = (1 << 61) - 1;
/// The fraction of the golden ratio: no short combination of its first powers is 0, as with a base like 2^31 − 1.
const BASE: u64 = 0x1e37_79b9_7f4a_7c15;

/// Which values these are, and a checksum of them.
pub struct Provenance {
    /// The game as it was asked for.
    pub game: String,
    /// The arguments.
    pub range: RangeInclusive<u64>,
    /// Whether a pattern that was only observed has answered.
    pub trusted: bool,
    checksum: u64,
}

impl Provenance {
    /// No value yet.
    pub fn new(game: &str, range: &RangeInclusive<u64>) -> Self {
        Provenance { game: safe(game), range: range.clone(), trusted: false, checksum: 0 }
    }

    /// Adds values.
    pub fn add(&mut self, values: &[u64]) {
        self.checksum = values.iter().fold(self.checksum, |h, &value| step(h, value));
    }

    /// Adds a value of any kind.
    pub fn add_other(&mut self, value: &Value) {
        match value {
            Value::Finite(value) => self.checksum = step(self.checksum, (*value % u128::from(MODULUS)) as u64),
            other => self.checksum = step(self.checksum, Checksum::of(&other.to_string())),
        }
    }

    /// Adds a value by its text.
    pub fn add_text(&mut self, text: &str) {
        let finite = text.parse::<u128>().map(|value| (value % u128::from(MODULUS)) as u64);
        self.checksum = step(self.checksum, finite.unwrap_or_else(|_| Checksum::of(text)));
    }

    /// Adds a cycle of values so many times.
    pub fn add_cycles(&mut self, cycle: &[u64], times: u64) {
        // The values of a cycle take h to a·h + c, and so do many cycles with other a and c.
        let mut once = cycle.iter().fold((1, 0), |(a, c), &value| (product(a, BASE), step(c, value)));
        let mut left = times;
        while left > 0 {
            if left % 2 == 1 {
                self.checksum = sum(product(once.0, self.checksum), once.1);
            }
            once = (product(once.0, once.0), sum(product(once.0, once.1), once.1));
            left /= 2;
        }
    }

    /// The checksum with its name.
    pub fn checksum(&self) -> String {
        format!("poly61:{:016x}", self.checksum)
    }

    /// One line.
    pub fn text(&self) -> String {
        let Provenance { game, range, .. } = self;
        let version = env!("CARGO_PKG_VERSION");
        format!("grundy {version}, {game}, {}..{}, {}", range.start(), range.end(), self.checksum().replace(':', " "))
    }
}

fn step(h: u64, value: u64) -> u64 {
    sum(product(h, BASE), sum(value % MODULUS, 1))
}

fn product(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    sum((product as u64) & MODULUS, (product >> 61) as u64)
}

fn sum(a: u64, b: u64) -> u64 {
    let sum = a + b;
    if sum >= MODULUS { sum - MODULUS } else { sum }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn provenance() -> Provenance {
        Provenance::new("g", &(0..=9))
    }

    #[test]
    fn the_published_formula() {
        let mut all = provenance();
        all.add(&[5, u64::MAX]);
        let (p, b) = (u128::from(MODULUS), u128::from(BASE));
        let expected = ((6 * b) + u128::from(u64::MAX) + 1) % p;
        assert_eq!(all.checksum(), format!("poly61:{expected:016x}"));
    }

    #[test]
    fn cycles_add_like_their_values() {
        let cycle = [3, 1, 4, 1, 5];
        for times in 0..40 {
            let (mut by_cycle, mut by_value) = (provenance(), provenance());
            by_cycle.add(&[7]);
            by_value.add(&[7]);
            by_cycle.add_cycles(&cycle, times);
            (0..times).for_each(|_| by_value.add(&cycle));
            assert_eq!(by_cycle.checksum(), by_value.checksum());
        }
    }
}
