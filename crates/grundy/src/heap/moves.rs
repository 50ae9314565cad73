//! A finite rule that leaves at most two heaps, as lists of places: what the fast engines work on.

use super::digit::Parts;
use super::rule::Rule;

/// A place where a heap may be broken in two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Break {
    pub place: usize,
    /// The two heaps must be unequal.
    pub unequal: bool,
}

impl Break {
    /// The pairs (a, m−a) of the m beans that stay are those with 1 ≤ a ≤ this.
    #[inline]
    pub fn pairs(self, m: usize) -> usize {
        if self.unequal { m.saturating_sub(1) / 2 } else { m / 2 }
    }

    /// Whether two equal heaps may be made of the beans that stay.
    #[inline]
    pub fn halves(self, m: usize) -> bool {
        !self.unequal && m > 0 && m.is_multiple_of(2)
    }
}

/// The moves of a rule, each list ascending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Moves {
    /// Taking this many from a larger heap leaves one heap.
    pub takes: Vec<usize>,
    /// A heap of this size may be taken whole.
    pub wholes: Vec<usize>,
    pub breaks: Vec<Break>,
    /// Two equal heaps, and no others, may be left after removing this many.
    pub equals: Vec<usize>,
}

/// A rule with more places than this is left to the definition.
const MOST_PLACES: u128 = 1 << 20;

impl Moves {
    /// The moves of a finite code that leaves at most two heaps.
    pub fn of(rule: &Rule) -> Option<Moves> {
        if !rule.tail().is_empty() || rule.most_heaps() > 2 || rule.last_place() > MOST_PLACES {
            return None;
        }
        let mut moves = Moves { takes: vec![], wholes: vec![], breaks: vec![], equals: vec![] };
        for place in 0..=rule.last_place() as usize {
            let digit = rule.digit(place as u128);
            if digit.leaves(0) {
                moves.wholes.push(place);
            }
            if digit.leaves(1) {
                moves.takes.push(place);
            }
            match digit.parts() {
                _ if !digit.leaves(2) => {}
                Parts::AllEqual => moves.equals.push(place),
                parts => moves.breaks.push(Break { place, unequal: parts != Parts::Any }),
            }
        }
        Some(moves)
    }

    /// The last place with a move.
    pub fn last_place(&self) -> usize {
        let breaks = self.breaks.iter().map(|b| b.place).max();
        [self.takes.last(), self.wholes.last(), breaks.as_ref(), self.equals.last()]
            .into_iter()
            .flatten()
            .copied()
            .max()
            .unwrap_or(0)
    }

    /// Whether an option of value 0 is known at once: the whole heap taken, or two equal heaps left.
    pub fn zero_at_once(&self, n: usize) -> bool {
        self.wholes.binary_search(&n).is_ok()
            || self.breaks.iter().any(|b| n > b.place && b.halves(n - b.place))
            || self.equals.iter().any(|&place| n > place && (n - place).is_multiple_of(2))
    }
}
