//! One digit of a take-and-break code: how many heaps a move may leave after removing a given number of beans.
//!
//! Bit j of the digit at place k says that a player may remove k beans from a heap and leave exactly j non-empty heaps:
//! 1 = the whole heap goes, 2 = one heap stays, 4 = it is broken in two, 8 (hexadecimal codes) in three. The octal
//! digits are Guy and Smith's (1956). A modifier restricts how the beans may be shared among two or more heaps.

/// How the beans may be shared when two or more heaps are left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Parts {
    /// In any way.
    #[default]
    Any,
    /// `!`: no two heaps of the same size (Grundy's game).
    Unequal,
    /// `?`: not all heaps of the same size.
    NotAllEqual,
    /// `=`: all heaps of the same size.
    AllEqual,
}

/// One digit of a code, in canonical form: digits that allow the same moves are equal.
///
/// ```
/// use grundy::heap::{Digit, Parts};
/// assert_eq!(Digit::new(3, Parts::Unequal), Digit::TAKE); // nothing is broken, so nothing can be unequal
/// assert_eq!(Digit::new(4, Parts::NotAllEqual), Digit::new(4, Parts::Unequal));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Digit {
    heaps: u32,
    parts: Parts,
}

impl Digit {
    /// No move.
    pub const NONE: Digit = Digit { heaps: 0, parts: Parts::Any };
    /// Take, and leave the rest as one heap or nothing: digit 3.
    pub const TAKE: Digit = Digit { heaps: 3, parts: Parts::Any };
    /// The most heaps that a move may leave.
    pub const MOST_HEAPS: u32 = 31;

    /// The digit whose bit j allows j heaps.
    pub fn new(heaps: u32, parts: Parts) -> Digit {
        let parts = match (heaps >> 2, parts) {
            (0, _) => Parts::Any,
            (1, Parts::NotAllEqual) => Parts::Unequal,
            (_, parts) => parts,
        };
        Digit { heaps, parts }
    }

    /// Bit j: j heaps may be left.
    pub fn heaps(self) -> u32 {
        self.heaps
    }

    /// How they may be shared.
    pub fn parts(self) -> Parts {
        self.parts
    }

    /// Whether exactly `count` heaps may be left.
    pub fn leaves(self, count: u32) -> bool {
        count <= Self::MOST_HEAPS && self.heaps >> count & 1 == 1
    }

    /// The largest number of heaps that may be left, 0 for no move.
    pub fn most(self) -> u32 {
        self.heaps.checked_ilog2().unwrap_or(0)
    }

    /// Whether there is no move.
    pub fn is_none(self) -> bool {
        self.heaps == 0
    }

    /// Whether two or more heaps may be left.
    pub fn breaks(self) -> bool {
        self.heaps > 3
    }
}
