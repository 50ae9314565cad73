//! The theorems that turn a repetition seen so far into one for all heaps, each with its exact hypotheses.
//!
//! **Finite codes** (Guy and Smith 1956, extended). Let every digit stand at a place b ≤ k, let n₀ ≥ 1 and
//! G(n+p) = G(n) for n₀ ≤ n < B. If B is at least the bound of every way to move, then G(n+p) = G(n) for all n ≥ n₀.
//! Proof: induction over N ≥ B. It is enough that the options of N and N+p have the same values; so take a move
//! that removes b and leaves j heaps, and find one of the other heap with the same value, that is, move one part
//! x by p, where x and its image are at least n₀ and below N.
//! - any digit, bound n₀ + b: with one heap left N − b ≥ n₀, and B ≥ n₀ is needed below.
//! - j heaps in any way, bound j·n₀ + (j−1)·p + b: the largest part of N+p−b is at least n₀ + p, that of N−b at
//!   least n₀.
//! - j unequal heaps (`!`), bound j·n₀ + (j(j+1)/2 − 1)·p + b. Upwards, move the largest part: it stays unequal. Downwards
//!   a part x ≥ n₀ + p fails only if x−p is a part too. If all fail, every such part stands in a chain x, x−p, … of
//!   parts that ends below n₀ + p, so the i-th smallest part is below n₀ + i·p and N+p−b < j·n₀ + j(j+1)/2·p.
//!   With two heaps this is 2n₀ + 2p + b.
//! - j heaps, not all equal (`?`), bound j·n₀ + j·p + b. Upwards, move the largest part. Downwards too, unless
//!   all other parts are y = x−p; then y = (N−b)/j ≥ n₀ + p, and one y moves.
//! - j equal heaps (`=`), j even: the value is 0, possible exactly if j divides N−b > 0; needs j | p and the bound b + 1.
//!   For odd j the value is that of a heap of (N−b)/j beans: no theorem.
//!
//! Where p must be a multiple P of the period seen, so that every j divides it, N = B + P heaps are computed. B ≥ n₀ makes
//! the period seen hold on the P values from n₀ on, which is a turn of P: then it is a period for ever. Without B ≥ n₀ a digit that
//! leaves only equal heaps, `{50}=.0` (four or six equal heaps), would prove period 6 from its heaps 0..12; it is 12.
//!
//! **Codes that only take**, with a repeating tail of q digits from place t on. For K = t + q, the values from heap N on
//! are decided by the last K values and, for each residue c mod q, by the set B_c of values of the older heaps that
//! the tail reaches from heaps ≡ c, with 0 if it may take all of them. If q | p, the last K values before N are those before N−p plus s, and each B_c at
//! N is {0, …, s−1} together with s + B_c at N−p, then G(n+p) = G(n) + s from there on: the mex commutes with s.
//!
//! **Nim moves.** If every smaller heap can be reached and no move breaks a heap without removing a bean, then
//! G(n) = n: the XOR of the parts is at most their sum, which is below n.
//!
//! **Lasker's Nim**, `4.[3]`: G(4i+1) = 4i+1, G(4i+2) = 4i+2, G(4i+3) = 4i+4, G(4i+4) = 4i+3 (Winning Ways, ch. 4).

use super::digit::{Digit, Parts};
use super::repetition::Repetition;
use super::rule::Rule;
use super::values::Values;

/// Why a repetition holds for ever. The names stand in the module's description.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PeriodTheorem {
    /// A finite code: parts of a heap move by a period (Guy and Smith).
    FiniteCode,
    /// A code that only takes: the state of the recursion came back.
    Takes,
    /// Every smaller heap can be reached and breaking costs a bean: G(n) = n.
    NimMoves,
    /// Lasker's Nim.
    Lasker,
}

impl PeriodTheorem {
    /// The theorem for a rule, if there is one.
    pub(super) fn of(rule: &Rule) -> Option<PeriodTheorem> {
        if rule.tail().is_empty() {
            let odd_equal = |digit: Digit| digit.parts() == Parts::AllEqual && digit.heaps() & 0xaaaa_aaa8 != 0;
            return (!rule.digits().any(odd_equal)).then_some(PeriodTheorem::FiniteCode);
        }
        let takes_all = |digit: &Digit| digit.heaps() & 3 == 3;
        if rule.tail_from() == 1 && rule.tail().iter().all(takes_all) {
            let lasker = rule.first() == Digit::new(4, Parts::Any) && rule.tail() == [Digit::TAKE];
            if rule.first().is_none() {
                return Some(PeriodTheorem::NimMoves);
            }
            return lasker.then_some(PeriodTheorem::Lasker);
        }
        (!rule.digits().any(Digit::breaks)).then_some(PeriodTheorem::Takes)
    }

    /// Whether the theorem proves the repetition from the values, all of which show it.
    pub(super) fn proves(self, rule: &Rule, values: &Values, seen: &Repetition) -> bool {
        match self {
            PeriodTheorem::FiniteCode => finite_code(rule, values.len() as u128, seen),
            PeriodTheorem::Takes => takes(rule, values, seen),
            PeriodTheorem::NimMoves => *seen == Repetition { period: 1, preperiod: 0, saltus: 1 },
            PeriodTheorem::Lasker => *seen == Repetition { period: 4, preperiod: 1, saltus: 4 },
        }
    }

    /// Whether the theorem could prove the repetition at all: a quick test before `proves`.
    pub(super) fn admits(self, rule: &Rule, computed: u128, seen: &Repetition) -> bool {
        match self {
            PeriodTheorem::FiniteCode => finite_code(rule, computed, seen),
            PeriodTheorem::Takes => takes_window(rule, computed, seen).is_some(),
            PeriodTheorem::NimMoves => *seen == Repetition { period: 1, preperiod: 0, saltus: 1 },
            PeriodTheorem::Lasker => *seen == Repetition { period: 4, preperiod: 1, saltus: 4 },
        }
    }
}

/// The number that the period of a finite code must be a multiple of: every even number of equal heaps divides it.
fn multiple(rule: &Rule) -> u64 {
    let equal = rule.digits().filter(|digit| digit.parts() == Parts::AllEqual);
    let counts = equal.flat_map(|digit| (2..=digit.most()).filter(move |&count| digit.leaves(count)));
    counts.fold(1, |common, count| lcm(common, u64::from(count)))
}

/// The bound B of a finite code for n₀ and p: the repetition must be seen for all heaps n₀ ≤ n < B.
fn bound(rule: &Rule, start: u128, period: u128) -> u128 {
    let first = digit_bound(rule.first(), 0, start, period);
    let bounds = rule.runs().iter().map(|run| digit_bound(run.digit, run.to, start, period));
    bounds.fold(first, u128::max)
}

fn digit_bound(digit: Digit, place: u128, start: u128, period: u128) -> u128 {
    let counts = (2..=digit.most()).filter(|&count| digit.leaves(count));
    let needs = |count: u32| {
        let parts = u128::from(count);
        match digit.parts() {
            Parts::Any => parts * start + (parts - 1) * period,
            Parts::Unequal => parts * start + (parts * (parts + 1) / 2 - 1) * period,
            Parts::NotAllEqual => parts * (start + period),
            Parts::AllEqual => 1,
        }
    };
    counts.map(needs).fold(start, u128::max) + place
}

/// How many heaps must be computed before the theorem on finite codes proves the repetition.
pub(super) fn heaps_needed(rule: &Rule, seen: &Repetition) -> u128 {
    let start = u128::from(seen.preperiod.max(1));
    let multiple = multiple(rule);
    let period = u128::from(seen.period) * u128::from(multiple / gcd(seen.period, multiple));
    bound(rule, start, period) + period
}

fn finite_code(rule: &Rule, computed: u128, seen: &Repetition) -> bool {
    // The first condition is quick and refuses nearly all.
    let start = u128::from(seen.preperiod);
    seen.saltus == 0 && start < computed / 2 + 1 && computed >= heaps_needed(rule, seen)
}

/// The least multiple of the period and the tail's length, and K, if enough heaps repeat.
fn takes_window(rule: &Rule, computed: u128, seen: &Repetition) -> Option<(u128, u128)> {
    let length = rule.tail().len() as u64;
    let period = u128::from(seen.period) * u128::from(length / gcd(seen.period, length));
    let window = rule.tail_from() + u128::from(length);
    (computed >= u128::from(seen.preperiod.max(1)) + window + period).then_some((period, window))
}

/// The second theorem, at N = all computed heaps.
fn takes(rule: &Rule, values: &Values, seen: &Repetition) -> bool {
    let Some((period, window)) = takes_window(rule, values.len() as u128, seen) else { return false };
    let (period, window, length) = (period as usize, window as usize, rule.tail().len());
    let saltus = seen.saltus as usize * (period / seen.period as usize);
    (0..length).all(|residue| {
        let older = reached(rule, values, residue, values.len() - period - window);
        let newer = reached(rule, values, residue, values.len() - window);
        newer.get(..saltus).is_some_and(|low| low.iter().all(|&hit| hit))
            && trimmed(&newer[saltus..]) == trimmed(&older)
    })
}

/// Which values the heaps below `end` have that the tail reaches from heaps ≡ `residue`; heap 0 by taking all.
fn reached(rule: &Rule, values: &Values, residue: usize, end: usize) -> Vec<bool> {
    let length = rule.tail().len();
    let tail_from = (rule.tail_from() % length as u128) as usize;
    let mut hit = Vec::new();
    for n in 0..end {
        let index = (residue + 2 * length - n % length - tail_from) % length;
        let value = values.at(n) as usize;
        if rule.tail()[index].leaves(u32::from(n > 0)) {
            if value >= hit.len() {
                hit.resize(value + 1, false);
            }
            hit[value] = true;
        }
    }
    hit
}

fn trimmed(hit: &[bool]) -> &[bool] {
    &hit[..hit.iter().rposition(|&bit| bit).map_or(0, |last| last + 1)]
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn lcm(a: u64, b: u64) -> u64 {
    a / gcd(a, b) * b
}
