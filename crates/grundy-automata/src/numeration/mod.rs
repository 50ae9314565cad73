//! How numbers are written: base b, or Z_t, most or least significant digit first.
//!
//! * Base b: digits 0..b−1, weights b^k. Every word of digits is a number.
//! * Z_t: weights w(0) = 1, w(1) = t + 1, w(k+1) = t·w(k) + w(k−1) (so w(−1) = 1); digits 0..t, and the digit below a
//!   digit t is 0. Every number has exactly one such word, up to zeros in front. Z_1 is Zeckendorf's numeration by
//!   Fibonacci numbers; Z_t goes with the continued fraction \[t; t, t, …\] (Ostrowski; Fraenkel 1982 for games).
//!
//! In both, comparing numbers is comparing words of one length lexicographically, most significant digit first, and
//! the largest number of k digits is w(k) − 1.

mod digits;

use crate::error::{Error, Result};
use std::fmt;

/// The weights of the digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum System {
    /// Base b.
    Base(u32),
    /// Z_t.
    Z(u32),
}

/// The digit that an automaton reads first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Order {
    /// The most significant digit.
    MostFirst,
    /// The least significant digit.
    LeastFirst,
}

/// A way to write numbers as words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Numeration {
    system: System,
    order: Order,
}

/// The largest base.
pub const MAX_BASE: u32 = 64;
/// The largest t of Z_t.
pub const MAX_T: u32 = 16;

impl Numeration {
    /// Base 2, most significant digit first.
    pub const BINARY: Numeration = Numeration { system: System::Base(2), order: Order::MostFirst };
    /// Zeckendorf's numeration, most significant digit first.
    pub const ZECKENDORF: Numeration = Numeration { system: System::Z(1), order: Order::MostFirst };

    /// Base b, 2 ≤ b ≤ [`MAX_BASE`].
    pub fn base(b: u32, order: Order) -> Result<Numeration> {
        if !(2..=MAX_BASE).contains(&b) {
            return Err(Error::Unsupported("a base is between 2 and 64"));
        }
        Ok(Numeration { system: System::Base(b), order })
    }

    /// Z_t, 1 ≤ t ≤ [`MAX_T`].
    pub fn z(t: u32, order: Order) -> Result<Numeration> {
        if !(1..=MAX_T).contains(&t) {
            return Err(Error::Unsupported("the t of Z_t is between 1 and 16"));
        }
        Ok(Numeration { system: System::Z(t), order })
    }

    /// The weights of the digits.
    pub fn system(self) -> System {
        self.system
    }

    /// The order in which digits are read.
    pub fn order(self) -> Order {
        self.order
    }

    /// Is the most significant digit read first?
    pub fn most_first(self) -> bool {
        self.order == Order::MostFirst
    }

    /// The same weights, read from the other end.
    pub fn reversed(self) -> Numeration {
        let order = if self.most_first() { Order::LeastFirst } else { Order::MostFirst };
        Numeration { order, ..self }
    }

    /// The number of digits: 0..digits−1 are written.
    pub fn digits(self) -> usize {
        match self.system {
            System::Base(b) => b as usize,
            System::Z(t) => t as usize + 1,
        }
    }

    /// The t of Z_t.
    pub fn t(self) -> Option<usize> {
        match self.system {
            System::Base(_) => None,
            System::Z(t) => Some(t as usize),
        }
    }

    /// Is it base 2, where XOR works digit by digit?
    pub fn is_binary(self) -> bool {
        self.system == System::Base(2)
    }

    /// The first `count` weights, least first; `None` where one passes 128 bits.
    pub fn weights(self, count: usize) -> Option<Vec<u128>> {
        let mut weights = Vec::with_capacity(count);
        let (mut before, mut weight) = (1_u128, Some(1_u128));
        for _ in 0..count {
            let this = weight?;
            weights.push(this);
            weight = match self.system {
                System::Base(b) => this.checked_mul(u128::from(b)),
                System::Z(t) => this.checked_mul(u128::from(t)).and_then(|w| w.checked_add(before)),
            };
            before = this;
        }
        Some(weights)
    }
}

impl fmt::Display for Numeration {
    /// `msd2`, `lsd10`, `msdZ1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = if self.most_first() { "msd" } else { "lsd" };
        match self.system {
            System::Base(b) => write!(f, "{order}{b}"),
            System::Z(t) => write!(f, "{order}Z{t}"),
        }
    }
}

impl std::str::FromStr for Numeration {
    type Err = Error;

    fn from_str(text: &str) -> Result<Numeration> {
        let wrong = Error::Malformed("a numeration is written msd2, lsd10, msdZ1");
        let (order, rest) = match (text.strip_prefix("msd"), text.strip_prefix("lsd")) {
            (Some(rest), _) => (Order::MostFirst, rest),
            (_, Some(rest)) => (Order::LeastFirst, rest),
            _ => return Err(wrong),
        };
        match rest.strip_prefix('Z') {
            Some(t) => Numeration::z(t.parse().map_err(|_| wrong)?, order),
            None => Numeration::base(rest.parse().map_err(|_| wrong)?, order),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for name in ["msd2", "lsd10", "msdZ1", "lsdZ3"] {
            assert_eq!(name.parse::<Numeration>().map(|n| n.to_string()), Ok(name.to_string()));
        }
        for name in ["", "msd", "msd1", "msd65", "msdZ0", "msdZ17", "2", "msdZ-1"] {
            assert!(name.parse::<Numeration>().is_err(), "{name}");
        }
    }

    #[test]
    fn weights_by_their_recurrence() {
        assert_eq!(Numeration::ZECKENDORF.weights(7), Some(vec![1, 2, 3, 5, 8, 13, 21]));
        assert_eq!("msdZ2".parse::<Numeration>().unwrap().weights(5), Some(vec![1, 3, 7, 17, 41]));
        assert_eq!(Numeration::BINARY.weights(129), None);
    }
}
