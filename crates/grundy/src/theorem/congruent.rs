//! A heap from which numbers of a set T may be taken, each congruent to a smaller one: powers, primes and the like.
//!
//! **Theorem.** Let S ⊆ T be finite, and let the values G of the heap from which numbers of S may be taken repeat from the start: G(n + p) = G(n)
//! for all n ≥ 0. If every t in T is congruent modulo p to an s in S with s ≤ t, the heap from which numbers of T may be taken has the same values.
//!
//! *Proof.* By induction on n: an option n − t has the value G(n − t) = G(n − s), since n − t ≡ n − s and both are natural numbers (s ≤ t ≤ n),
//! and n − s is an option too. So the options by T have the values that the options by S have, and the same mex. ∎
//!
//! Powers of 2 leave 1 or 2 when divided by 3, so taking a power of 2 is taking 1 or 2; no prime power is a multiple of 6, so
//! taking a prime power or 1 is taking 1 to 5. **The period** of S is checked on max S heaps: from there on both n and n + p have all
//! moves of S, and what follows is a function of the max S values before.
//!
//! Run time O(1) a value, O(|S|) for options; memory O(p).

use super::{Found, HeapTheorem};
use crate::mex;
use crate::watch::{Stop, Watch};

/// The largest number of S plus the period, at most.
const LARGEST: u128 = 1 << 16;

/// Takes of which each is congruent to one of a few.
///
/// ```
/// use grundy::theorem::congruent::Congruent;
/// // 1, 2, 4, 8, …
/// let powers = Congruent::new(3, vec![1, 2]).unwrap();
/// assert_eq!([0, 1, 2, 3, 4].map(|n| powers.value(n)), [0, 1, 2, 0, 1]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Congruent {
    /// S, ascending.
    least: Vec<u128>,
    /// G(0) … G(p−1).
    values: Vec<u64>,
}

impl Congruent {
    /// The game whose takes are `least` and any numbers congruent to one of them modulo `period` and above it: which, whoever asks
    /// must know. The other hypotheses are checked here.
    pub fn new(period: u64, mut least: Vec<u128>) -> Option<Congruent> {
        least.sort_unstable();
        least.dedup();
        let largest = least.last().copied().unwrap_or(0);
        let end = largest.checked_add(period.into())?;
        if period == 0 || least.first() == Some(&0) || end > LARGEST {
            return None;
        }
        let mut values: Vec<u64> = Vec::new();
        for n in 0..end {
            let options = least.iter().filter_map(|taken| values.get(usize::try_from(n.checked_sub(*taken)?).ok()?));
            values.push(mex(options.copied()));
        }
        let period = usize::try_from(period).ok()?;
        let repeats = values.iter().zip(values.get(period..)?).all(|(value, later)| value == later);
        values.truncate(period);
        repeats.then_some(Congruent { least, values })
    }

    /// The value of a heap of `n`.
    pub fn value(&self, n: u128) -> u64 {
        let rest = n % self.values.len() as u128;
        usize::try_from(rest).ok().and_then(|rest| self.values.get(rest)).copied().unwrap_or_default()
    }
}

impl HeapTheorem for Congruent {
    fn name(&self) -> String {
        "congruent takes".to_owned()
    }

    fn value(&self, n: u128, _watch: &Watch) -> Result<Option<u128>, Stop> {
        Ok(Some(Congruent::value(self, n).into()))
    }

    fn options(&self, n: u128, wanted: u128, most: usize, _watch: &Watch) -> Result<Found<Vec<u128>>, Stop> {
        let heaps = self.least.iter().filter_map(|taken| n.checked_sub(*taken));
        let heaps = heaps.filter(|&heap| u128::from(Congruent::value(self, heap)) == wanted);
        let options: Vec<Vec<u128>> = heaps.map(|heap| vec![heap]).collect();
        // A larger take reaches only what one of these reaches.
        let complete = options.is_empty();
        Ok(Found { options, complete }.first(most))
    }

    fn period(&self, _watch: &Watch) -> Result<Option<u64>, Stop> {
        Ok(Some(self.values.len() as u64))
    }

    fn repetition(&self, _watch: &Watch) -> Result<Option<(u128, u64)>, Stop> {
        Ok(Some((0, self.values.len() as u64)))
    }
}

#[cfg(test)]
mod tests {
    use super::Congruent;
    use crate::theorem::by_definition;

    fn compare(period: u64, least: &[u128], takes: &[u128]) {
        let moves = |n: u128| takes.iter().filter_map(|t| n.checked_sub(*t)).map(|left| vec![left]).collect();
        by_definition::compare_heaps(Congruent::new(period, least.to_vec()).unwrap(), 90, moves);
    }

    #[test]
    fn agrees_with_the_definition() {
        compare(3, &[1, 2], &[1, 2, 4, 8, 16, 32, 64]);
        compare(5, &[1, 4], &[1, 4, 16, 64]);
        compare(2, &[1], &[1, 3, 9, 27, 81]);
        compare(
            4,
            &[1, 2, 3],
            &[1, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89],
        );
        compare(7, &[], &[]);
    }

    #[test]
    fn hypotheses() {
        // 2, 4 has period 6; 1, 4, 10 repeats, but not from the start with 5.
        assert_eq!(Congruent::new(3, vec![2, 4]), None);
        assert_eq!(Congruent::new(5, vec![1, 4, 10]), None);
        assert_eq!(Congruent::new(0, vec![1]), None);
        assert_eq!(Congruent::new(3, vec![0, 1]), None);
        assert_eq!(Congruent::new(3, vec![1 << 80]), None);
    }
}
