//! Natural numbers of any size, as far as digits need them: decimal text, comparison, sum, difference, product, XOR, small
//! divisors.
//!
//! Everything is quadratic at worst with 64-bit limbs, of which a number of 10^5 digits has 5,200. A
//! library of big integers would bring quicker products and divisions, which nothing here needs.

mod decimal;

use std::cmp::Ordering;
use std::fmt;

/// A natural number; limbs least significant first, the last one not zero.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Nat(Vec<u64>);

/// The largest power of ten in a limb, and its exponent.
const CHUNK: u64 = 10_u64.pow(19);
const CHUNK_DIGITS: usize = 19;

impl Nat {
    /// Zero.
    pub const ZERO: Nat = Nat(Vec::new());

    /// The number with these limbs, least significant first.
    pub fn from_limbs(mut limbs: Vec<u64>) -> Nat {
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        Nat(limbs)
    }

    /// The number that a text of decimal digits spells; `None` if it has another character or none at all.
    ///
    /// ```
    /// use grundy_natural::Nat;
    /// let n = Nat::parse("340282366920938463463374607431768211456").unwrap();
    /// assert_eq!(n.bits(), 129);
    /// assert_eq!(Nat::parse("12x"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Nat> {
        let bytes = text.as_bytes();
        if bytes.is_empty() || !bytes.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let mut value = Nat::ZERO;
        let (head, rest) = bytes.split_at(bytes.len() % CHUNK_DIGITS);
        for chunk in std::iter::once(head).chain(rest.chunks(CHUNK_DIGITS)) {
            let scale = 10_u64.pow(chunk.len() as u32);
            let add = chunk.iter().fold(0, |n, digit| n * 10 + u64::from(digit - b'0'));
            value.mul_add(scale, add);
        }
        Some(value)
    }

    /// Is it zero?
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of binary digits; 0 for zero.
    pub fn bits(&self) -> usize {
        self.0.last().map_or(0, |top| self.0.len() * 64 - top.leading_zeros() as usize)
    }

    /// The value, if it fits.
    pub fn to_u64(&self) -> Option<u64> {
        match self.0[..] {
            [] => Some(0),
            [low] => Some(low),
            _ => None,
        }
    }

    /// The value, if it fits.
    pub fn to_u128(&self) -> Option<u128> {
        match self.0[..] {
            [] => Some(0),
            [low] => Some(u128::from(low)),
            [low, high] => Some(u128::from(high) << 64 | u128::from(low)),
            _ => None,
        }
    }

    /// Binary digit number `i`, counted from the least.
    pub fn bit(&self, i: usize) -> bool {
        self.0.get(i / 64).is_some_and(|limb| limb >> (i % 64) & 1 == 1)
    }

    /// self ← self · factor + add.
    pub fn mul_add(&mut self, factor: u64, add: u64) {
        let mut carry = u128::from(add);
        for limb in &mut self.0 {
            carry += u128::from(*limb) * u128::from(factor);
            *limb = carry as u64;
            carry >>= 64;
        }
        if carry > 0 {
            self.0.push(carry as u64);
        }
        self.trim();
    }

    /// self ← self / divisor; the remainder. A divisor of zero leaves the number and gives zero.
    pub fn div_rem(&mut self, divisor: u64) -> u64 {
        if divisor == 0 {
            return 0;
        }
        let mut remainder = 0;
        for limb in self.0.iter_mut().rev() {
            let part = u128::from(remainder) << 64 | u128::from(*limb);
            *limb = (part / u128::from(divisor)) as u64;
            remainder = (part % u128::from(divisor)) as u64;
        }
        self.trim();
        remainder
    }

    /// self ← self + factor · other.
    pub fn add_scaled(&mut self, other: &Nat, factor: u64) {
        if factor == 0 {
            return;
        }
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        let mut carry = 0_u128;
        for (i, limb) in self.0.iter_mut().enumerate() {
            if i >= other.0.len() && carry == 0 {
                return;
            }
            carry += u128::from(*limb) + u128::from(other.0.get(i).copied().unwrap_or(0)) * u128::from(factor);
            *limb = carry as u64;
            carry >>= 64;
        }
        if carry > 0 {
            self.0.push(carry as u64);
        }
    }

    /// self ← self − factor · other; `false` (and an undefined number) if that is negative.
    pub fn sub_scaled(&mut self, other: &Nat, factor: u64) -> bool {
        let mut borrow = 0_u128;
        let length = self.0.len().max(other.0.len());
        self.0.resize(length, 0);
        for (i, limb) in self.0.iter_mut().enumerate() {
            let take = u128::from(other.0.get(i).copied().unwrap_or(0)) * u128::from(factor) + borrow;
            let (low, under) = limb.overflowing_sub(take as u64);
            *limb = low;
            borrow = (take >> 64) + u128::from(under);
        }
        self.trim();
        borrow == 0
    }

    /// The sum.
    pub fn add(&self, other: &Nat) -> Nat {
        let mut sum = self.clone();
        sum.add_scaled(other, 1);
        sum
    }

    /// The difference, unless it is negative.
    pub fn checked_sub(&self, other: &Nat) -> Option<Nat> {
        let mut difference = self.clone();
        difference.sub_scaled(other, 1).then_some(difference)
    }

    /// The product.
    pub fn mul(&self, other: &Nat) -> Nat {
        let mut limbs = vec![0_u64; self.0.len() + other.0.len()];
        for (i, &a) in self.0.iter().enumerate() {
            let mut carry = 0_u128;
            for (j, &b) in other.0.iter().enumerate() {
                carry += u128::from(a) * u128::from(b) + u128::from(limbs[i + j]);
                limbs[i + j] = carry as u64;
                carry >>= 64;
            }
            limbs[i + other.0.len()] = carry as u64;
        }
        Nat::from_limbs(limbs)
    }

    /// The power, unless it has more than so many binary digits.
    ///
    /// ```
    /// use grundy_natural::Nat;
    /// let ten = Nat::from(10_u64);
    /// assert_eq!(ten.pow(20, 1000).map(|n| n.to_string()).as_deref(), Some("100000000000000000000"));
    /// assert_eq!(ten.pow(1000, 1000), None);
    /// ```
    pub fn pow(&self, exponent: u64, most_bits: usize) -> Option<Nat> {
        let most = most_bits as u64;
        if self.bits() > 1 && (self.bits() as u64 - 1).saturating_mul(exponent) > most {
            return None;
        }
        let mut power = Nat::from(1_u64);
        for place in (0..u64::BITS - exponent.leading_zeros()).rev() {
            power = power.mul(&power);
            if exponent >> place & 1 == 1 {
                power = power.mul(self);
            }
        }
        (power.bits() <= most_bits).then_some(power)
    }

    /// The XOR of the binary digits: the nim-sum.
    pub fn xor(&self, other: &Nat) -> Nat {
        let length = self.0.len().max(other.0.len());
        let limb = |n: &Nat, i: usize| n.0.get(i).copied().unwrap_or(0);
        Nat::from_limbs((0..length).map(|i| limb(self, i) ^ limb(other, i)).collect())
    }

    /// The 128 binary digits from number `from` on, as a number.
    pub fn window(&self, from: usize) -> u128 {
        let (limb, shift) = (from / 64, from % 64);
        let part = |i: usize| u128::from(self.0.get(limb + i).copied().unwrap_or(0));
        let low = part(0) | part(1) << 64;
        if shift == 0 { low } else { low >> shift | part(2) << (128 - shift) }
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

impl From<u64> for Nat {
    fn from(n: u64) -> Nat {
        Nat::from_limbs(vec![n])
    }
}

impl From<u128> for Nat {
    fn from(n: u128) -> Nat {
        Nat::from_limbs(vec![n as u64, (n >> 64) as u64])
    }
}

impl PartialOrd for Nat {
    fn partial_cmp(&self, other: &Nat) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Nat {
    fn cmp(&self, other: &Nat) -> Ordering {
        let lengths = self.0.len().cmp(&other.0.len());
        lengths.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl fmt::Display for Nat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad_integral(true, "", &decimal::text(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_u128(a in any::<u128>(), b in any::<u64>(), c in any::<u64>()) {
            let n = Nat::from(a);
            prop_assert_eq!(n.to_string(), a.to_string());
            prop_assert_eq!(Nat::parse(&a.to_string()), Some(n.clone()));
            prop_assert_eq!(n.bits(), 128 - a.leading_zeros() as usize);
            prop_assert_eq!(n.cmp(&Nat::from(b)), a.cmp(&u128::from(b)));
            let mut scaled = Nat::from(b);
            scaled.mul_add(c, 7);
            prop_assert_eq!(scaled.to_u128(), (u128::from(b) * u128::from(c)).checked_add(7));
            let mut quotient = n.clone();
            let remainder = quotient.div_rem(b.max(1));
            prop_assert_eq!(quotient.to_u128(), Some(a / u128::from(b.max(1))));
            prop_assert_eq!(u128::from(remainder), a % u128::from(b.max(1)));
            prop_assert_eq!(n.xor(&Nat::from(b)).to_u128(), Some(a ^ u128::from(b)));
            prop_assert_eq!(Nat::from(b).mul(&Nat::from(c)).to_u128(), Some(u128::from(b) * u128::from(c)));
            prop_assert_eq!(n.window(0), a);
            prop_assert_eq!(n.window(70), a >> 70);
        }

        #[test]
        fn products(a in any::<[u64; 3]>(), b in any::<[u64; 2]>(), c in any::<[u64; 2]>(), e in 0_u64..9) {
            let [x, y, z] = [a.to_vec(), b.to_vec(), c.to_vec()].map(Nat::from_limbs);
            prop_assert_eq!(x.mul(&y.add(&z)), x.mul(&y).add(&x.mul(&z)));
            let by_products = (0..e).fold(Nat::from(1_u64), |power, _| power.mul(&y));
            prop_assert_eq!(y.pow(e, usize::MAX), Some(by_products));
        }

        #[test]
        fn sums_and_differences(a in any::<[u64; 4]>(), b in any::<[u64; 3]>(), k in any::<u64>()) {
            let (x, y) = (Nat::from_limbs(a.to_vec()), Nat::from_limbs(b.to_vec()));
            let mut sum = x.clone();
            sum.add_scaled(&y, k);
            prop_assert!(sum.sub_scaled(&y, k));
            prop_assert_eq!(&sum, &x);
            prop_assert_eq!(x.add(&y).checked_sub(&x), Some(y.clone()));
            prop_assert_eq!(x.checked_sub(&y).is_some(), x >= y);
        }
    }

    #[test]
    fn long_text_there_and_back() {
        let text = "9".repeat(2000) + "0" + &"123456789".repeat(50);
        assert_eq!(Nat::parse(&text).map(|n| n.to_string()), Some(text));
        assert_eq!(Nat::parse("000"), Some(Nat::ZERO));
        assert_eq!(Nat::parse(""), None);
    }
}
