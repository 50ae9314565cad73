//! Take at least one bean and at most a k-th part of the heap, k ≥ 2.
//!
//! **Theorem.** Let a move take t beans with 1 ≤ t ≤ ⌊n/k⌋. The value of a heap of n is n/k if k divides n, else that of the heap
//! n − ⌊n/k⌋ − 1.
//!
//! *Proof.* Let q = ⌊n/k⌋. The options of n are the heaps n−q, …, n−1. By induction we also show that the q+1 heaps n−q, …, n have the values
//! 0, …, q, each once; for n = 0 that is clear. Let k divide n > 0: then ⌊(n−1)/k⌋ = q−1, so the options are the heaps that the claim for n−1 is about
//! and have the values 0, …, q−1; n gets q. If k does not divide n, the claim for n−1 is about the heaps n−1−q, …, n−1, which are
//! the options and one more: the options lack the value of n−1−q, and nothing else up to q, so n gets it. ∎
//!
//! So there is one option of each value up to q but that of n, and none of other values.
//!
//! **The heaps of one value** w are k·w and what comes from it by the inverse n ↦ n + 1 + ⌊n/(k−1)⌋ of the step down. Steps with
//! the same quotient q < k go by q + 1, so of the heaps kq + r those with r ≡ s (mod q+1) have the value w, with one s for each q: s = 0 for q = w; and
//! if s ≠ 0 belongs to q, then (s + k − 1) mod q belongs to q−1, as the smallest heap kq + s is followed by kq + s − q − 1 =
//! k(q−1) + (k + s − q − 1). This is the recurrence of Josephus. From one quotient to the next k − 1 mod q
//! changes by the quotient of the two, so the long part of the way needs no division. A value takes at most min(k, q) such steps and k·ln(q/k) before them if
//! q > k; where these are too many, the theorem says nothing. (A table of all q would be no quicker and large; no way is known that skips quotients.)
//!
//! **Rounded up.** If up to ⌊(n+a)/k⌋ may be taken, 0 ≤ a < k, then n is the heap n + a of this game: a heap with a move has at least k beans, and leaves at least
//! k − 1 ≥ a.

use super::{Found, HeapTheorem};
use crate::watch::{Stop, Watch};

/// Steps that are made for one heap, at most: some seconds.
const MOST_STEPS: f64 = (1_u64 << 33) as f64;

/// Steps between two looks at the watch.
const STRETCH: u64 = 1 << 22;

/// Up to ⌊(n + added)/k⌋ may be taken from a heap of n.
///
/// ```
/// use grundy::{Watch, theorem::{HeapTheorem, part::KthPart}};
/// let half = KthPart::new(2, 0).unwrap();
/// let values: Vec<_> = (0..9).map(|n| half.value(n, &Watch::default()).unwrap().unwrap()).collect();
/// assert_eq!(values, [0, 0, 1, 0, 2, 1, 3, 0, 4]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KthPart {
    k: u128,
    added: u128,
}

impl KthPart {
    /// The hypotheses: 2 ≤ k, 0 ≤ added < k.
    pub fn new(k: u128, added: u128) -> Option<KthPart> {
        (2 <= k && added < k).then_some(KthPart { k, added })
    }

    /// The heap of the game that is not rounded up, unless the way to its value is too long.
    fn plain(&self, n: u128) -> Option<u128> {
        let n = n.checked_add(self.added)?;
        let (q, k) = ((n / self.k) as f64, self.k as f64);
        let steps = if q < k { q } else { k * (1.0 + (q / k).ln()) };
        // Half of a heap is quick at any size.
        (self.k == 2 || steps <= MOST_STEPS).then_some(n)
    }
}

impl HeapTheorem for KthPart {
    fn name(&self) -> String {
        match self.added {
            0 => format!("part n/{}", self.k),
            added => format!("part (n+{added})/{}", self.k),
        }
    }

    fn value(&self, n: u128, watch: &Watch) -> Result<Option<u128>, Stop> {
        self.plain(n).map(|n| value(n, self.k, watch)).transpose()
    }

    fn options(&self, n: u128, wanted: u128, most: usize, watch: &Watch) -> Result<Found<Vec<u128>>, Stop> {
        let Some(n) = self.plain(n) else { return Ok(Found { options: Vec::new(), complete: false }) };
        let left = option(n, self.k, wanted, watch)?;
        Ok(Found::all(left.map(|heap| vec![heap - self.added])).first(most))
    }

    fn is_quick(&self) -> bool {
        false
    }
}

/// The value of a heap of `n`.
fn value(mut n: u128, k: u128, watch: &Watch) -> Result<u128, Stop> {
    if k == 2 {
        // n + 1 = 2^e·(2v + 1): drop the trailing ones of n, and the zero in front of them.
        return Ok(n.checked_shr(n.trailing_ones()).unwrap_or(0) >> 1);
    }
    let mut pause = Pause::new(watch);
    while n / k >= k {
        if n.is_multiple_of(k) {
            return Ok(n / k);
        }
        n = step_down(n, k);
        pause.look(1)?;
    }
    let modulus = n / k + 1;
    Level { k, modulus, rest: n % k % modulus }.down_to_zero(&mut pause)
}

/// The next smaller heap of the same value, in 64 bits where that does: divisions are what it costs.
fn step_down(n: u128, k: u128) -> u128 {
    match (u64::try_from(n), u64::try_from(k)) {
        (Ok(n), Ok(k)) => u128::from(n - n / k - 1),
        _ => n - n / k - 1,
    }
}

/// The option of a heap of `n` that has a wanted value, if there is one.
fn option(n: u128, k: u128, wanted: u128, watch: &Watch) -> Result<Option<u128>, Stop> {
    let q = n / k;
    let Some(low) = n.checked_sub(q).filter(|_| q > 0 && wanted <= q) else { return Ok(None) };
    let mut pause = Pause::new(watch);
    let mut level = Level { k, modulus: wanted + 1, rest: 0 };
    // From n < k² one move leaves the quotient q or q − 1.
    if q < k {
        level.up_to(q, &mut pause)?;
        let below = level.largest(n - 1);
        level.up_to(q + 1, &mut pause)?;
        let found = [below, level.largest(n - 1)].into_iter().flatten().find(|&heap| heap >= low);
        return Ok(found);
    }
    level.up_to(k, &mut pause)?;
    let mut heap = if wanted < k { level.k * (level.modulus - 1) + level.rest } else { wanted * k };
    while heap < low {
        // Less than n before the step, so the step is less than n + 1; beyond 128 bits it is beyond n, too.
        let Some(next) = heap.checked_add(1 + heap / (k - 1)) else { return Ok(None) };
        heap = next;
        pause.look(1)?;
    }
    Ok((heap < n).then_some(heap))
}

/// The heaps kq + r, r < k, of one value: those with r ≡ `rest` modulo q + 1.
#[derive(Debug, Clone, Copy)]
struct Level {
    k: u128,
    /// q + 1, at most k.
    modulus: u128,
    rest: u128,
}

impl Level {
    /// Goes down to the quotient that is the value, where the rest is 0.
    fn down_to_zero(mut self, pause: &mut Pause<'_>) -> Result<u128, Stop> {
        while self.rest != 0 {
            if let Some(mut quick) = Quick::new(&self) {
                while quick.rest != 0 && quick.is_quick() {
                    let steps = quick.down(STRETCH);
                    pause.look(steps)?;
                }
                (self.modulus, self.rest) = (quick.modulus.into(), quick.rest.into());
                if self.rest == 0 {
                    break;
                }
            }
            self.modulus -= 1;
            self.rest = (self.rest + self.k - 1) % self.modulus;
            pause.look(1)?;
        }
        Ok(self.modulus - 1)
    }

    /// Goes up to a larger modulus, if this is smaller.
    fn up_to(&mut self, modulus: u128, pause: &mut Pause<'_>) -> Result<(), Stop> {
        while self.modulus < modulus {
            if let (Some(mut quick), Ok(end)) = (Quick::new(self), u64::try_from(modulus)) {
                while quick.modulus < end {
                    let steps = quick.up(STRETCH.min(end - quick.modulus));
                    pause.look(steps)?;
                }
                (self.modulus, self.rest) = (quick.modulus.into(), quick.rest.into());
                break;
            }
            // Of the rests 1, …, modulus the one that goes down to this one.
            let taken = (self.k - 1) % self.modulus;
            self.rest = if self.rest > taken { self.rest - taken } else { self.rest + self.modulus - taken };
            self.modulus += 1;
            pause.look(1)?;
        }
        Ok(())
    }

    /// The largest of the heaps up to a bound, if there is one.
    fn largest(&self, bound: u128) -> Option<u128> {
        let start = self.k * (self.modulus - 1);
        let most = bound.checked_sub(start)?.min(self.k - 1);
        Some(start + most - (most.checked_sub(self.rest)?) % self.modulus)
    }
}

/// A level in 64 bits, with the quotient and the rest of k − 1 by the modulus, which neighbours get from each other without a division as long as
/// the quotient is below the modulus.
struct Quick {
    modulus: u64,
    rest: u64,
    quotient: u64,
    left: u64,
}

impl Quick {
    fn new(level: &Level) -> Option<Quick> {
        let (modulus, rest) = (u64::try_from(level.modulus).ok()?, u64::try_from(level.rest).ok()?);
        // Sums of two rests fit.
        let less = u64::try_from(level.k - 1).ok().filter(|&less| less < 1 << 62)?;
        let quick = Quick { modulus, rest, quotient: less / modulus, left: less % modulus };
        quick.is_quick().then_some(quick)
    }

    fn is_quick(&self) -> bool {
        self.quotient + 2 < self.modulus
    }

    /// Goes down, at most so many steps, to a rest of 0 or to where it is quick no more; how many steps that were.
    fn down(&mut self, most: u64) -> u64 {
        let Quick { mut modulus, mut rest, mut quotient, mut left } = *self;
        let mut steps = 0;
        while steps < most && rest != 0 && quotient + 2 < modulus {
            modulus -= 1;
            // k − 1 = quotient·modulus + left; left ≤ modulus + quotient, less than twice the modulus.
            left += quotient;
            let over = left >= modulus;
            left -= if over { modulus } else { 0 };
            quotient += u64::from(over);
            // The rest was less than the modulus before, so both together are less than twice the modulus now.
            rest += left;
            rest -= if rest >= modulus { modulus } else { 0 };
            steps += 1;
        }
        *self = Quick { modulus, rest, quotient, left };
        steps
    }

    /// Goes up so many steps; how many that were.
    fn up(&mut self, steps: u64) -> u64 {
        let Quick { mut modulus, mut rest, mut quotient, mut left } = *self;
        for _ in 0..steps {
            rest = if rest > left { rest - left } else { rest + modulus - left };
            modulus += 1;
            let under = left < quotient;
            left = if under { left + modulus - quotient } else { left - quotient };
            quotient -= u64::from(under);
        }
        *self = Quick { modulus, rest, quotient, left };
        steps
    }
}

/// Looks at the watch now and then.
struct Pause<'a> {
    watch: &'a Watch,
    steps: u64,
}

impl Pause<'_> {
    fn new(watch: &Watch) -> Pause<'_> {
        Pause { watch, steps: 0 }
    }

    fn look(&mut self, steps: u64) -> Result<(), Stop> {
        self.steps += steps;
        if self.steps < STRETCH {
            return Ok(());
        }
        self.steps = 0;
        self.watch.check(0, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::by_definition;

    #[test]
    fn agrees_with_the_definition() {
        for k in [2, 3, 4, 5, 7, 10, 19, 64] {
            for added in [0, 1, k / 2, k - 1] {
                let game = KthPart::new(k, added).unwrap();
                by_definition::compare_heaps(game, 260, |n| (1..=(n + added) / k).map(|t| vec![n - t]).collect());
            }
        }
        assert_eq!((KthPart::new(1, 0), KthPart::new(0, 0), KthPart::new(3, 3)), (None, None, None));
    }

    /// Step by step, as the theorem is stated.
    fn slow(mut n: u128, k: u128) -> u128 {
        while !n.is_multiple_of(k) {
            n = n - n / k - 1;
        }
        n / k
    }

    #[test]
    fn quick_ways_are_the_steps_of_the_theorem() {
        let watch = Watch::default();
        for k in [2_u128, 3, 17, 1000, 31_623, 1_000_003] {
            for n in [1_000_000_u128, 999_999_937, 10_u128.pow(12) + 39, 10_u128.pow(15) + 37] {
                let own = slow(n, k);
                assert_eq!(value(n, k, &watch), Ok(own), "{n} {k}");
                for wanted in [0, 1, 2, 5, 999, n / k / 2, (n / k).saturating_sub(1), n / k, n / k + 1] {
                    let found = option(n, k, wanted, &watch).unwrap();
                    assert_eq!(found.is_some(), wanted != own && wanted <= n / k, "{n} {k} {wanted}");
                    if let Some(left) = found {
                        assert!(n - n / k <= left && left < n, "{n} {k} {wanted}");
                        assert_eq!(slow(left, k), wanted, "{n} {k}");
                    }
                }
            }
        }
    }

    #[test]
    fn ends_of_the_numbers() {
        let (watch, half) = (Watch::default(), KthPart::new(2, 0).unwrap());
        assert_eq!(half.value(u128::MAX, &watch), Ok(Some(0)));
        // Half of 2^128 − 1, rounded up, is just above the candidate 2^127 − 1.
        assert_eq!(option(u128::MAX, 2, 0, &watch), Ok(None));
        assert_eq!(option(u128::MAX - 1, 2, 0, &watch), Ok(Some((1 << 127) - 1)));
        assert_eq!(KthPart::new(u128::MAX, 0).unwrap().value(u128::MAX, &watch), Ok(Some(1)));
        // Too far, and said so.
        let far = KthPart::new(10_u128.pow(15), 0).unwrap();
        assert_eq!(far.value(10_u128.pow(30) + 1, &watch), Ok(None));
        assert_eq!(far.options(10_u128.pow(30) + 1, 0, 1, &watch), Ok(Found { options: Vec::new(), complete: false }));
        assert_eq!(KthPart::new(2, 1).unwrap().value(u128::MAX, &watch), Ok(None));
    }
}
