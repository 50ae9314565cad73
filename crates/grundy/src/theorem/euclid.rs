//! Euclid's game and its relatives: of two numbers a multiple of the smaller is taken from the larger.
//!
//! A position is a pair of numbers x ≤ y with y = q·x + r, 0 ≤ r < x. A move takes m·x from y, 1 ≤ m ≤ q, for the m of a set S: all numbers,
//! 1 to c, or the powers of x (only where x ≥ 2). A move straight to (r, x) may be allowed as well. Either both numbers have to stay
//! positive, or a 0 is allowed, and then the game is over.
//!
//! **Theorem.** For fixed x and r the positions are a heap of q beans of which m ∈ S are taken; an empty heap is the position (r, x). Let
//! `sub`(n) say whether a heap of n beans is won for S alone.
//! - If r = 0 and numbers stay positive, no heap is empty: (x, qx) is won exactly if `sub`(q − 1).
//! - If (r, x) is lost, (x, y) is won if the straight move is allowed, else exactly if `sub`(q).
//! - If (r, x) is won, nobody wants to go there: the heap is one smaller, and (x, y) is won exactly if `sub`(q − 1).
//!
//! *Proof.* Where the empty heap is lost it is the end of a subtraction game; where it is won the moves to it can be left out, and q = 1
//! becomes the end. ∎ And `sub`(n) is n > 0 for all numbers; n mod (c + 1) > 0 for 1 to c; for the powers of an odd x, all of them odd, the
//! parity of n; for the powers of an even x, which are 1 or −1 modulo x + 1, with t = n mod (x + 1): t is odd or t = x. (From an even t < x
//! all moves lead to t ± 1, which is odd or x; from an odd t take 1; from t = x take x.)
//!
//! So who wins is found along Euclid's algorithm, with O(log y) divisions.
//!
//! **Values.** With all multiples and numbers that stay positive the value is ⌊|y/x − x/y|⌋ (G. Nivasch, The Sprague–Grundy function of the
//! game Euclid, Discrete Math. 306 (2006)). So (x, y) is lost exactly if y < φ·x, φ = (1 + √5)/2: for each first number the lost second numbers
//! are one stretch, which counting uses.

use super::{Error, Found, Options, Theorem};
use crate::value::Value;
use crate::watch::Watch;

/// Which multiples of the smaller number may be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Steps {
    /// All.
    All,
    /// 1 to so many times, at least 1.
    UpTo(u128),
    /// The powers of the smaller number, if that is at least 2.
    Powers,
}

/// A game of Euclid's kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Euclid {
    /// The multiples.
    pub steps: Steps,
    /// Whether the larger number may be replaced by its remainder at once.
    pub direct: bool,
    /// Whether a number may become 0, which ends the game.
    pub zero: bool,
    /// Whether positions are written with the smaller number first; else in any order, and a number stays in its place.
    pub ordered: bool,
    /// Of two equal numbers in any order: whether the first may become 0, and the second. At least one may if a 0 is allowed.
    pub equal: [bool; 2],
}

/// Larger numbers are not read: their squares would be too large.
const LARGEST: u128 = 1 << 62;

impl Euclid {
    /// The smaller and the larger number of a position that this is about, and whether the larger one stands first.
    fn read(&self, position: &[u128]) -> Option<(u128, u128, bool)> {
        let &[a, b] = position else { return None };
        let (x, y) = (a.min(b), a.max(b));
        let ours = y <= LARGEST && (x > 0 || self.zero) && (a <= b || !self.ordered);
        ours.then_some((x, y, a > b))
    }

    /// The position of two numbers, in the order of the one that it comes from.
    fn write(&self, kept: u128, lowered: u128, first: bool) -> Vec<u128> {
        match (self.ordered, first) {
            (true, _) => vec![kept.min(lowered), kept.max(lowered)],
            (false, true) => vec![lowered, kept],
            (false, false) => vec![kept, lowered],
        }
    }

    /// Whether a heap is won in the subtraction game of the steps.
    fn sub(&self, x: u128, heap: u128) -> bool {
        match self.steps {
            Steps::All => heap > 0,
            Steps::UpTo(most) => most.checked_add(1).map_or(heap > 0, |period| !heap.is_multiple_of(period)),
            Steps::Powers if x < 2 => false,
            Steps::Powers if x % 2 == 1 => heap % 2 == 1,
            Steps::Powers => heap % (x + 1) % 2 == 1 || heap % (x + 1) == x,
        }
    }

    /// Whether x ≤ y is won.
    fn won(&self, mut x: u128, mut y: u128) -> bool {
        let mut chains = Vec::new();
        while x > 0 {
            chains.push((x, y / x, y % x));
            (x, y) = (y % x, x);
        }
        // The game is over where a number is 0, if it may be.
        let mut won = false;
        for (x, q, r) in chains.into_iter().rev() {
            let ends_at_one = r == 0 && !self.zero;
            won = match (ends_at_one, won) {
                (true, _) | (false, true) => self.sub(x, q - 1),
                (false, false) => self.direct || self.sub(x, q),
            };
        }
        won
    }

    /// The numbers m that may lead to a lost position, among those that are allowed.
    fn candidates(&self, x: u128, q: u128) -> Vec<u128> {
        let mut all = match self.steps {
            Steps::All => vec![q - 1, q],
            Steps::UpTo(most) => {
                let period = most.saturating_add(1);
                vec![q % period, (q - 1) % period]
            }
            Steps::Powers if x < 2 => Vec::new(),
            Steps::Powers => std::iter::successors(Some(1u128), |power| power.checked_mul(x))
                .take_while(|&power| power <= q)
                .collect(),
        };
        all.extend(self.direct.then_some(q));
        all.sort_unstable();
        all.dedup();
        all.retain(|&m| 1 <= m && m <= q);
        all
    }

    /// Whether values are known, not only who wins.
    pub fn has_values(&self) -> bool {
        self.steps == Steps::All && !self.zero
    }
}

/// ⌊y/x − x/y⌋ for 0 < x ≤ y.
fn nivasch(x: u128, y: u128) -> u128 {
    (y * y - x * x) / (x * y)
}

/// The largest number below φ·n.
fn below_golden(n: u128) -> u128 {
    // y < φ·n exactly if y² < n·(y + n).
    if n < 1 << 30 {
        let n = n as u64;
        let mut y = ((n as f64) * 1.618_033_988_749_895) as u64;
        y -= u64::from(y * y >= n * (y + n) && y > 0);
        return (y + u64::from((y + 1) * (y + 1) < n * (y + 1 + n))).into();
    }
    let mut y = ((n as f64) * 1.618_033_988_749_895) as u128;
    while y * y >= n * (y + n) && y > 0 {
        y -= 1;
    }
    while (y + 1) * (y + 1) < n * (y + 1 + n) {
        y += 1;
    }
    y
}

impl Theorem for Euclid {
    fn name(&self) -> String {
        "euclid".to_owned()
    }

    fn value(&self, position: &[u128], _: &Watch) -> Result<Option<Value>, Error> {
        let Some((x, y, _)) = self.read(position) else { return Ok(None) };
        if self.has_values() {
            return Ok(Some(Value::Finite(nivasch(x, y))));
        }
        Ok((!self.won(x, y)).then_some(Value::Finite(0)))
    }

    fn wins(&self, position: &[u128], _: &Watch) -> Result<Option<bool>, Error> {
        Ok(self.read(position).map(|(x, y, _)| self.won(x, y)))
    }

    fn options(&self, position: &[u128], wanted: &Value, most: usize, _: &Watch) -> Result<Option<Options>, Error> {
        let Some((x, y, first)) = self.read(position) else { return Ok(None) };
        let Some(wanted) = wanted.as_finite() else { return Ok(Some(Found::all([]))) };
        if x == 0 {
            return Ok(Some(Found::all([])));
        }
        let (q, has_values) = (y / x, self.has_values());
        if !has_values && wanted != 0 {
            return Ok(None);
        }
        // Of the value v are only heaps of v or v + 1, and perhaps the empty one.
        let by_value =
            || [wanted, wanted.saturating_add(1), 0].into_iter().filter(|&left| left < q).map(|left| q - left);
        let mut taken: Vec<u128> = if has_values { by_value().collect() } else { self.candidates(x, q) };
        taken.sort_unstable();
        taken.dedup();
        let reaches = |left: u128| {
            let (x, y) = (x.min(left), x.max(left));
            let allowed = x > 0 || self.zero;
            allowed && if has_values { nivasch(x, y) == wanted } else { !self.won(x, y) }
        };
        let left = taken.into_iter().map(|m| y - m * x).filter(|&left| reaches(left));
        // Of equal numbers either may be lowered.
        let places = if x == y && !self.ordered { self.equal } else { [first, !first] };
        let written = left.flat_map(|left| {
            let both = [true, false].into_iter().zip(places).filter(|(_, allowed)| *allowed);
            both.map(move |(first, _)| vec![self.write(x, left, first)])
        });
        Ok(Some(Found::all(written).first(most)))
    }

    fn lost_along(&self, first: u128, least: u128, most: u128) -> Option<[(u128, u128); 2]> {
        // y < φ·x and x < φ·y; the last is y > x/φ = φ·x − x.
        if self.steps != Steps::All || self.ordered || first == 0 || least == 0 || first.max(most) > LARGEST {
            return None;
        }
        let top = below_golden(first);
        let (low, high) = ((top - first + 1).max(least), top.min(most));
        // A pair of equal numbers is won where it may become a 0.
        Some(if self.zero { [(low, high.min(first - 1)), (low.max(first + 1), high)] } else { [(low, high), (1, 0)] })
    }

    fn tells_only_outcomes(&self) -> bool {
        !self.has_values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn moves(game: Euclid, x: u128, y: u128) -> Vec<(u128, u128)> {
        if x == 0 {
            return Vec::new();
        }
        let allowed = |m: u128| match game.steps {
            Steps::All => true,
            Steps::UpTo(most) => m <= most,
            Steps::Powers => x > 1 && (0..20).any(|k| x.pow(k) == m),
        };
        let taken = (1..=y / x).filter(|&m| allowed(m) || game.direct && m == y / x);
        let left = taken.map(|m| y - m * x).filter(|&left| left > 0 || game.zero);
        left.map(|left| (x.min(left), x.max(left))).collect()
    }

    fn value(game: Euclid, x: u128, y: u128, known: &mut HashMap<(u128, u128), u128>) -> u128 {
        if let Some(&value) = known.get(&(x, y)) {
            return value;
        }
        let options: Vec<u128> = moves(game, x, y).into_iter().map(|(a, b)| value(game, a, b, known)).collect();
        let mex = (0..).find(|n| !options.contains(n)).unwrap_or(0);
        known.insert((x, y), mex);
        mex
    }

    fn games() -> impl Iterator<Item = Euclid> {
        let steps = [Steps::All, Steps::UpTo(1), Steps::UpTo(2), Steps::UpTo(5), Steps::Powers];
        steps.into_iter().flat_map(|steps| {
            let flags = [(false, false), (false, true), (true, true)];
            flags.map(|(direct, zero)| Euclid { steps, direct, zero, ordered: true, equal: [true; 2] })
        })
    }

    #[test]
    fn agrees_with_the_definition() {
        let watch = Watch::default();
        for game in games() {
            let mut known = HashMap::new();
            for y in 1..60u128 {
                for x in 1..=y {
                    let expected = value(game, x, y, &mut known);
                    assert_eq!(game.wins(&[x, y], &watch), Ok(Some(expected != 0)), "{game:?} {x} {y}");
                    if game.has_values() {
                        assert_eq!(game.value(&[x, y], &watch), Ok(Some(Value::Finite(expected))), "{x} {y}");
                    }
                    for wanted in 0..if game.has_values() { 6 } else { 1 } {
                        let mut options: Vec<Vec<u128>> = moves(game, x, y)
                            .into_iter()
                            .filter(|&(a, b)| value(game, a, b, &mut known) == wanted)
                            .map(|(a, b)| vec![a, b])
                            .collect();
                        options.sort();
                        options.dedup();
                        let found = game.options(&[x, y], &Value::Finite(wanted), 1000, &watch).unwrap().unwrap();
                        let mut ours: Vec<Vec<u128>> = found.options.into_iter().flatten().collect();
                        ours.sort();
                        assert!(found.complete);
                        assert_eq!(ours, options, "{game:?} {x} {y} {wanted}");
                    }
                }
            }
        }
    }

    #[test]
    fn lost_numbers_are_one_stretch() {
        let watch = Watch::default();
        for zero in [false, true] {
            let game = Euclid { steps: Steps::All, direct: false, zero, ordered: false, equal: [true; 2] };
            for first in 1..50u128 {
                let parts = game.lost_along(first, 3, 70).unwrap();
                for y in 3..=70u128 {
                    let lost = parts.iter().any(|&(low, high)| low <= y && y <= high);
                    assert_eq!(game.wins(&[first, y], &watch), Ok(Some(!lost)), "{first} {y} {zero}");
                }
            }
        }
        assert_eq!(below_golden(1_000_000_007), 1_618_034_000);
        let exact = |n: u128| (0..).take_while(|&y: &u128| y * y < n * (y + n)).last();
        assert!((1..2000).all(|n| Some(below_golden(n)) == exact(n)));
    }
}
