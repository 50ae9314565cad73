//! Take a number that has no divisor in common with the heap's size.
//!
//! **Theorem.** Let a heap of n become any heap m < n with gcd(n, m) = 1; taking n − m with gcd(n, n − m) = 1 is the same. Let 2, 3, 5, … be the primes
//! number 1, 2, 3, … The value of an even heap is 0, that of 1 is 1, and that of an odd n > 1 is the number of its least prime. If the whole heap may not be
//! taken, which matters for n = 1 alone, even heaps from 2 on have the value 1, and 0 and 1 have the value 0; the others keep theirs.
//!
//! *Proof.* By induction. If the whole heap may be taken: 0 has no move, as gcd(0, m) = 1 would need m = 1, and 1 leads to 0. An even n > 0 does not lead to even
//! heaps, and those are all of value 0. An odd n > 1 with the i-th prime as its least one leads to 2, of value 0, to 1, of value 1, and to the odd primes number 2, …, i − 1; it does not
//! lead to a value i, as all these heaps share its least prime. If the whole heap may not be taken, 0 and 1 have no move, an even n > 0 leads to 1, of value 0, and not to even heaps,
//! of value 1; and the odd n > 1 lead to the same heaps as before. ∎
//!
//! Of the options of a value i ≥ 2 the i-th prime is the smallest, if it does not divide n; the next has at least its square. Primes are counted by a sieve, which grows with what
//! is asked and has an end: an odd number whose least prime is not in it is not spoken about. Cost: O(n log log n) bit operations once for all heaps up to n,
//! then for composite n as many divisions as its value.

use super::{Found, HeapTheorem};
use crate::watch::{Stop, Watch};
use std::sync::{Arc, Mutex, PoisonError};

/// The largest number that is sieved.
const LARGEST: u64 = 1 << 27;

/// Sieves start with this end.
const LEAST: u64 = 1 << 16;

/// What is taken has no divisor in common with the heap.
///
/// ```
/// use grundy::{Watch, theorem::{HeapTheorem, coprime::Coprime}};
/// let (game, watch) = (Coprime::new(true), Watch::default());
/// let values: Vec<_> = (0..10).map(|n| game.value(n, &watch).unwrap().unwrap()).collect();
/// assert_eq!(values, [0, 1, 0, 2, 0, 3, 0, 4, 0, 2]);
/// ```
#[derive(Debug, Default)]
pub struct Coprime {
    /// Whether a heap of 1 may be taken.
    whole: bool,
    primes: Mutex<Arc<Primes>>,
}

impl Coprime {
    /// The game; `whole`: a heap of 1 may be taken.
    pub fn new(whole: bool) -> Coprime {
        Coprime { whole, primes: Mutex::default() }
    }

    /// The primes up to `end`, or up to where they are sieved.
    fn primes(&self, end: u128, watch: &Watch) -> Result<Arc<Primes>, Stop> {
        let end = u64::try_from(end).map_or(LARGEST, |end| end.min(LARGEST));
        let mut primes = self.primes.lock().unwrap_or_else(PoisonError::into_inner);
        if primes.end() < end {
            watch.check(0, LARGEST / 16)?;
            // By doubling, so that ever larger heaps do not sieve the small ones again and again.
            *primes = Arc::new(Primes::new(end.max(primes.end() * 2).clamp(LEAST, LARGEST)));
        }
        Ok(primes.clone())
    }

    /// The value of 0, 1 and the even heaps.
    fn of_few(&self, n: u128) -> Option<u128> {
        match n {
            0 => Some(0),
            1 => Some(u128::from(self.whole)),
            _ => n.is_multiple_of(2).then_some(u128::from(!self.whole)),
        }
    }
}

impl HeapTheorem for Coprime {
    fn name(&self) -> String {
        "coprime".to_owned()
    }

    fn value(&self, n: u128, watch: &Watch) -> Result<Option<u128>, Stop> {
        if let Some(value) = self.of_few(n) {
            return Ok(Some(value));
        }
        Ok(self.primes(n, watch)?.number_of_least(n, watch)?.map(u128::from))
    }

    fn options(&self, n: u128, wanted: u128, most: usize, watch: &Watch) -> Result<Found<Vec<u128>>, Stop> {
        let unknown = Found { options: Vec::new(), complete: false };
        let found = match (n, wanted) {
            (0, _) => Found::all([]),
            (1, _) => Found::all((self.whole && wanted == 0).then(|| vec![0])),
            // The heaps of this value are the even ones.
            (_, 0 | 1) if (wanted == 0) == self.whole => Found {
                options: Vec::from_iter((n % 2 == 1).then(|| vec![2])),
                complete: n <= 3 || n.is_multiple_of(2),
            },
            (_, 0 | 1) => Found::all([vec![1]]),
            // The prime with the number i is greater than i.
            _ if wanted >= n => Found::all([]),
            _ => match self.primes(n, watch)?.with_number(wanted) {
                Some(prime) if prime >= n || n.is_multiple_of(prime) => Found::all([]),
                Some(prime) => Found { options: vec![vec![prime]], complete: prime * prime >= n },
                None if n <= u128::from(LARGEST) => Found::all([]),
                None => unknown,
            },
        };
        Ok(found.first(most))
    }
}

/// The odd numbers that are prime, up to an end.
#[derive(Debug, Default)]
struct Primes {
    /// A bit for each of 1, 3, 5, …: it is prime.
    words: Vec<u64>,
    /// How many odd primes stand before each word.
    before: Vec<u32>,
}

impl Primes {
    /// The primes below a multiple of 128 that is greater than `end`.
    fn new(end: u64) -> Primes {
        let mut words = vec![!0_u64; (end / 128 + 1) as usize];
        words[0] &= !1;
        let bits = words.len() as u64 * 64;
        for half in 1.. {
            let prime = 2 * half + 1;
            if prime * prime / 2 >= bits {
                break;
            }
            if is_set(&words, half) {
                (prime * prime / 2..bits).step_by(prime as usize).for_each(|odd| {
                    words[(odd / 64) as usize] &= !(1 << (odd % 64));
                });
            }
        }
        let mut count = 0;
        let count_before = |word: &u64| {
            count += word.count_ones();
            count - word.count_ones()
        };
        let before = words.iter().map(count_before).collect();
        Primes { words, before }
    }

    /// All numbers up to this one are known.
    fn end(&self) -> u64 {
        (self.words.len() as u64 * 128).saturating_sub(1)
    }

    /// The number of an odd prime: 2 for 3; nothing for an odd number that is composite.
    fn number(&self, odd: u64) -> Option<u64> {
        let (word, bit) = ((odd / 128) as usize, odd / 2 % 64);
        let before = self.words.get(word)? & ((1 << bit) - 1);
        is_set(&self.words, odd / 2).then(|| u64::from(self.before[word] + before.count_ones()) + 2)
    }

    /// The number of the least prime of an odd n > 1, unless it is too large.
    fn number_of_least(&self, n: u128, watch: &Watch) -> Result<Option<u64>, Stop> {
        let small = u64::try_from(n).ok();
        if let Some(number) = small.filter(|&n| n <= self.end()).and_then(|n| self.number(n)) {
            return Ok(Some(number));
        }
        let divides = |prime: u64| match small {
            Some(n) => n.is_multiple_of(prime),
            None => n.is_multiple_of(u128::from(prime)),
        };
        let mut number = 1;
        for (index, &word) in self.words.iter().enumerate() {
            if index % 4096 == 4095 {
                watch.check(0, 0)?;
            }
            let mut word = word;
            while word != 0 {
                number += 1;
                let prime = 128 * index as u64 + 2 * u64::from(word.trailing_zeros()) + 1;
                if divides(prime) {
                    return Ok(Some(number));
                }
                // n is a prime that is not in the sieve.
                if u128::from(prime) * u128::from(prime) > n {
                    return Ok(None);
                }
                word &= word - 1;
            }
        }
        Ok(None)
    }

    /// The odd prime with a number, if it is in the sieve.
    fn with_number(&self, number: u128) -> Option<u128> {
        let rank = u32::try_from(number.checked_sub(2)?).ok()?;
        let index = self.before.partition_point(|&before| before <= rank).checked_sub(1)?;
        let mut word = self.words[index];
        for _ in 0..rank - self.before[index] {
            word &= word.checked_sub(1)?;
        }
        (word != 0).then(|| 128 * index as u128 + 2 * u128::from(word.trailing_zeros()) + 1)
    }
}

fn is_set(words: &[u64], bit: u64) -> bool {
    words.get((bit / 64) as usize).is_some_and(|word| word >> (bit % 64) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::by_definition;

    fn gcd(a: u128, b: u128) -> u128 {
        if b == 0 { a } else { gcd(b, a % b) }
    }

    #[test]
    fn agrees_with_the_definition() {
        for whole in [true, false] {
            let least = u128::from(!whole);
            by_definition::compare_heaps(Coprime::new(whole), 260, |n| {
                (least..n).filter(|&m| gcd(n, m) == 1).map(|m| vec![m]).collect()
            });
        }
    }

    /// Counts of primes from any book: π(10^6) = 78498, π(10^7) = 664579, π(10^8) = 5761455.
    #[test]
    fn counts_primes() {
        let (game, watch) = (Coprime::new(true), Watch::default());
        for (prime, number) in [(999_983, 78_498), (9_999_991, 664_579), (99_999_989, 5_761_455)] {
            assert_eq!(game.value(prime, &watch), Ok(Some(number)));
            let (square, next) = (prime * prime, prime + 2);
            assert_eq!(game.value(square, &watch), Ok(Some(number)));
            assert_eq!(game.primes(0, &watch).unwrap().with_number(number), Some(prime));
            let found = game.options(next * 2 + 1, number, 5, &watch).unwrap();
            assert_eq!(found, Found::all([vec![prime]]));
        }
    }

    #[test]
    fn is_silent_about_large_primes() {
        let (game, watch) = (Coprime::new(true), Watch::default());
        // The largest primes below 2^31 and 2^127, and a square of the first.
        let (a, b) = ((1 << 31) - 1_u128, (1 << 127) - 1_u128);
        assert_eq!((game.value(a, &watch), game.value(b, &watch)), (Ok(None), Ok(None)));
        assert_eq!(game.value(a * a, &watch), Ok(None));
        assert_eq!(game.value(3 * a, &watch), Ok(Some(2)));
        assert_eq!(game.value(u128::MAX - 1, &watch), Ok(Some(0)));
        assert!(!game.options(b, 10_000_000, 5, &watch).unwrap().complete);
        assert_eq!(game.options(b, 0, 5, &watch).unwrap().options, [[2]]);
    }
}
