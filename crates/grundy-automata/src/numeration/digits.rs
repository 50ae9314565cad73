//! Numbers to digits and back, for numbers of 10^5 decimal digits.
//!
//! Base b goes through blocks of digits that fill a limb. Z_t takes the digits greedily from above. Done one by one
//! that is a subtraction of long numbers for each digit; as in Lehmer's algorithm for the greatest common divisor, the
//! leading 120 bits decide a block of some 60 digits at once, unless rounding leaves a digit open, and then that digit
//! is decided exactly.

use super::{Numeration, System};
use grundy_natural::Nat;

/// Digits are taken in blocks while the coefficients of the block stay below this.
const BLOCK: i128 = 1 << 50;

impl Numeration {
    /// The digits of n, least significant first, without zeros at the top.
    ///
    /// ```
    /// use grundy_automata::{Nat, Numeration};
    /// assert_eq!(Numeration::BINARY.digits_of(&Nat::from(6_u64)), [0, 1, 1]);
    /// assert_eq!(Numeration::ZECKENDORF.digits_of(&Nat::from(11_u64)), [0, 0, 1, 0, 1]);
    /// ```
    pub fn digits_of(self, n: &Nat) -> Vec<u8> {
        let mut digits = match self.system() {
            System::Base(b) if b.is_power_of_two() => binary_digits(n, b.trailing_zeros() as usize),
            System::Base(b) => base_digits(n, u64::from(b)),
            System::Z(t) => z_digits(n, i128::from(t)),
        };
        while digits.last() == Some(&0) {
            digits.pop();
        }
        digits
    }

    /// The number with these digits, least significant first.
    pub fn number(self, digits: &[u8]) -> Nat {
        match self.system() {
            System::Base(b) => base_number(digits, u64::from(b)),
            System::Z(t) => z_number(digits, u64::from(t)),
        }
    }

    /// May these digits, least significant first, stand in a word? In Z_t, the digit below a digit t is 0.
    pub fn is_valid(self, digits: &[u8]) -> bool {
        let small = digits.iter().all(|&d| usize::from(d) < self.digits());
        let pairs = self.t().is_none_or(|t| digits.windows(2).all(|w| usize::from(w[1]) < t || w[0] == 0));
        small && pairs
    }
}

fn binary_digits(n: &Nat, width: usize) -> Vec<u8> {
    let count = n.bits().div_ceil(width);
    let digit = |i: usize| (0..width).map(|j| u8::from(n.bit(i * width + j)) << j).sum();
    (0..count).map(digit).collect()
}

/// The largest power of `base` in a limb, and its exponent.
fn block(base: u64) -> (u64, usize) {
    let (mut power, mut exponent) = (base, 1);
    while let Some(next) = power.checked_mul(base) {
        power = next;
        exponent += 1;
    }
    (power, exponent)
}

fn base_digits(n: &Nat, base: u64) -> Vec<u8> {
    let (power, exponent) = block(base);
    let mut rest = n.clone();
    let mut digits = Vec::new();
    while !rest.is_zero() {
        let mut part = rest.div_rem(power);
        for _ in 0..exponent {
            digits.push((part % base) as u8);
            part /= base;
        }
    }
    digits
}

fn base_number(digits: &[u8], base: u64) -> Nat {
    let (_, exponent) = block(base);
    let mut n = Nat::ZERO;
    for chunk in digits.rchunks(exponent - 1) {
        let add = chunk.iter().rev().fold(0, |part, &d| part * base + u64::from(d));
        n.mul_add(base.pow(chunk.len() as u32), add);
    }
    n
}

/// The weights w(k) and w(k−1) of Z_t.
struct Weights {
    this: Nat,
    below: Nat,
    t: i128,
}

impl Weights {
    /// One place up.
    fn up(&mut self) {
        let mut above = self.below.clone();
        above.add_scaled(&self.this, self.t as u64);
        self.below = std::mem::replace(&mut self.this, above);
    }

    /// a·w(k) + b·w(k−1), which is not negative.
    fn combine(&self, a: i128, b: i128) -> Nat {
        let mut n = Nat::ZERO;
        subtract(&mut n, self, -a, -b);
        n
    }
}

/// The coefficients of w(k−j) in w(k) and w(k−1), for j and j + 1.
#[derive(Clone, Copy)]
struct Place {
    this: (i128, i128),
    below: (i128, i128),
}

impl Place {
    const TOP: Place = Place { this: (1, 0), below: (0, 1) };

    fn down(self, t: i128) -> Place {
        let next = (self.this.0 - t * self.below.0, self.this.1 - t * self.below.1);
        Place { this: self.below, below: next }
    }

    fn size(self) -> i128 {
        self.this.0.abs().max(self.this.1.abs()).max(self.below.0.abs()).max(self.below.1.abs())
    }
}

fn z_digits(n: &Nat, t: i128) -> Vec<u8> {
    let mut weights = Weights { this: Nat::from(1_u64), below: Nat::from(1_u64), t };
    let mut places = 1_usize;
    climb(&mut weights, &mut places, n);
    let mut rest = n.clone();
    let mut digits = Vec::with_capacity(places);
    while digits.len() < places {
        let left = places - digits.len();
        z_block(&mut rest, &mut weights, left, &mut digits);
    }
    digits.reverse();
    digits
}

/// Raises the weights until the next one is above n, in blocks while they are far below.
fn climb(weights: &mut Weights, places: &mut usize, n: &Nat) {
    let t = weights.t;
    // (a, b): w(k+j) = a·w(k) + b·w(k−1).
    let (mut a, mut b, mut before, mut steps) = (t, 1_i128, (1_i128, 0_i128), 1);
    while a < BLOCK {
        (a, b, before) = (t * a + before.0, t * b + before.1, (a, b));
        steps += 1;
    }
    while weights.this.bits() + 64 < n.bits() {
        let (mut this, mut below) = (Nat::ZERO, Nat::ZERO);
        this.add_scaled(&weights.this, a as u64);
        this.add_scaled(&weights.below, b as u64);
        below.add_scaled(&weights.this, before.0 as u64);
        below.add_scaled(&weights.below, before.1 as u64);
        (weights.this, weights.below) = (this, below);
        *places += steps;
    }
    while weights.this <= *n {
        weights.up();
        *places += 1;
    }
}

/// Takes at least one digit, and as many as the leading bits decide; `left` at most.
fn z_block(rest: &mut Nat, weights: &mut Weights, left: usize, digits: &mut Vec<u8>) {
    let t = weights.t;
    let shift = weights.this.bits().saturating_sub(118);
    let unsure = i128::from(shift > 0);
    // The true number, divided by 2^shift, lies in low..=high; the true weight within `place.size()` of `w`.
    let (mut low, mut high) = (rest.window(shift) as i128, rest.window(shift) as i128 + unsure);
    let (mut w, mut w_below) = (weights.this.window(shift) as i128, weights.below.window(shift) as i128);
    let mut place = Place::TOP;
    let (mut a, mut b) = (0_i128, 0_i128);
    let mut taken = 0;
    while taken < left && place.size() < BLOCK {
        let error = unsure * place.size();
        if w <= error || low < 0 || high / (w - error) != low / (w + error) {
            break;
        }
        let digit = low / (w + error);
        digits.push(digit as u8);
        (low, high) = (low - digit * (w + error), high - digit * (w - error));
        (a, b) = (a + digit * place.this.0, b + digit * place.this.1);
        (w, w_below) = (w_below, w - t * w_below);
        place = place.down(t);
        taken += 1;
    }
    if taken == 0 {
        digits.push(exact_digit(rest, weights));
        place = place.down(t);
    } else {
        subtract(rest, weights, a, b);
    }
    let below = weights.combine(place.below.0, place.below.1);
    weights.this = weights.combine(place.this.0, place.this.1);
    weights.below = below;
}

fn exact_digit(rest: &mut Nat, weights: &Weights) -> u8 {
    let mut digit = 0;
    while weights.this <= *rest {
        rest.sub_scaled(&weights.this, 1);
        digit += 1;
    }
    digit
}

/// rest ← rest − a·w(k) − b·w(k−1), which is not negative.
fn subtract(rest: &mut Nat, weights: &Weights, a: i128, b: i128) {
    let parts = [(a, &weights.this), (b, &weights.below)];
    for (factor, weight) in parts.iter().filter(|part| part.0 < 0) {
        rest.add_scaled(weight, factor.unsigned_abs() as u64);
    }
    for (factor, weight) in parts.iter().filter(|part| part.0 > 0) {
        rest.sub_scaled(weight, *factor as u64);
    }
}

/// With u = Σ d_k·w(k) and v = Σ d_k·w(k−1), a further digit d below gives t·u + v + d and u + d; blocks of digits give
/// a matrix with small entries.
fn z_number(digits: &[u8], t: u64) -> Nat {
    let (mut u, mut v) = (Nat::ZERO, Nat::ZERO);
    // Rows of (u, v, 1): the block's new u and v.
    let fresh = ([1_u64, 0, 0], [0_u64, 1, 0]);
    let (mut first, mut second) = fresh;
    for (i, &digit) in digits.iter().rev().enumerate() {
        let mut next = [0; 3];
        for (n, (x, y)) in next.iter_mut().zip(first.iter().zip(second)) {
            *n = t * x + y;
        }
        second = first;
        first = next;
        first[2] += u64::from(digit);
        second[2] += u64::from(digit);
        if first.iter().any(|&x| x > 1 << 56) || i + 1 == digits.len() {
            (u, v) = (apply(first, &u, &v), apply(second, &u, &v));
            (first, second) = fresh;
        }
    }
    u
}

fn apply([a, b, c]: [u64; 3], u: &Nat, v: &Nat) -> Nat {
    let mut n = Nat::from(c);
    n.add_scaled(u, a);
    n.add_scaled(v, b);
    n
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn systems() -> Vec<Numeration> {
        let names = ["msd2", "msd3", "msd8", "msd10", "msd12", "msd16", "msd64", "msdZ1", "msdZ2", "msdZ3", "msdZ16"];
        names.iter().map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn all_small_numbers() {
        for system in systems() {
            let weights = system.weights(20).unwrap();
            let mut before: Option<Vec<u8>> = None;
            for n in 0..3000_u64 {
                let digits = system.digits_of(&Nat::from(n));
                assert!(system.is_valid(&digits), "{system} {n} {digits:?}");
                let sum: u128 = digits.iter().zip(&weights).map(|(&d, w)| u128::from(d) * w).sum();
                assert_eq!(sum, u128::from(n), "{system} {digits:?}");
                assert_eq!(system.number(&digits), Nat::from(n), "{system}");
                // The order of numbers is the order of words.
                if let Some(before) = before.replace(digits.clone()) {
                    let longer = digits.len().cmp(&before.len());
                    assert!(longer.then_with(|| digits.iter().rev().cmp(before.iter().rev())).is_gt());
                }
            }
        }
    }

    proptest! {
        #[test]
        fn large_numbers_there_and_back(limbs in proptest::collection::vec(any::<u64>(), 0..40)) {
            let n = Nat::from_limbs(limbs);
            for system in systems() {
                let digits = system.digits_of(&n);
                prop_assert!(system.is_valid(&digits));
                prop_assert_eq!(&system.number(&digits), &n);
            }
        }
    }

    #[test]
    fn next_to_a_weight() {
        // Words 1000…0, and those around them, are where the leading bits cannot decide.
        for system in systems().into_iter().filter(|s| s.t().is_some()) {
            for length in [60, 200, 333, 1000] {
                let mut word = vec![0; length];
                word[length - 1] = 1;
                let weight = system.number(&word);
                assert_eq!(system.digits_of(&weight), word);
                let below = weight.checked_sub(&Nat::from(1_u64)).unwrap();
                assert_eq!(system.number(&system.digits_of(&below)), below);
                assert!(system.is_valid(&system.digits_of(&below)));
                assert_eq!(system.digits_of(&below).len(), length - 1);
            }
        }
    }
}
