//! Sets of ordinals that are finite unions of half-open intervals [a, b), and the ordinals outside them.
//!
//! The values of the options of a game with an unbounded move are such a set: from some threshold on, a row of
//! positions has consecutive values, and its tail is one interval of length ω. The *mex* is then exact, no value has
//! to be listed.
//!
//! **Outside.** The ordinals not in the set, in increasing order, are finitely many *gaps* and all ordinals from the
//! last interval on. The gap [a, b) has the order type δ with a + δ = b, so the α-th ordinal outside is found gap by
//! gap.
//!
//! Intervals are kept sorted, disjoint and not touching. Membership takes O(log n), insertion O(n), a union O(n log n).

use super::{Error, Ordinal};

/// A finite union of half-open intervals of ordinals; or of another well-ordered type `T` with its least element as default,
/// such as the pairs (x, y) for ω·x + y.
///
/// ```
/// use grundy::ordinal::{Ordinal, OrdinalSet};
/// let mut set = OrdinalSet::default();
/// set.insert(Ordinal::from(0), Ordinal::from(3));
/// set.insert(Ordinal::from(5), Ordinal::omega());
/// assert_eq!(set.mex(), Ordinal::from(3));
/// assert_eq!(set.nth_outside(&Ordinal::from(2))?, Ordinal::omega());
/// # Ok::<(), grundy::ordinal::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OrdinalSet<T = Ordinal> {
    intervals: Vec<(T, T)>,
}

/// A gap of a set: the ordinals from `start` on that are outside, up to `end`, or for ever.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap<T = Ordinal> {
    /// The first ordinal of the gap.
    pub start: T,
    /// The first one after it that is in the set again.
    pub end: Option<T>,
}

impl<T: Ord + Clone + Default> OrdinalSet<T> {
    /// The intervals, in increasing order.
    pub fn intervals(&self) -> &[(T, T)] {
        &self.intervals
    }

    /// Adds the ordinals from `start` up to, but not including, `end`.
    pub fn insert(&mut self, start: T, end: T) {
        if start >= end {
            return;
        }
        // The intervals that overlap or touch the new one become one with it.
        let first = self.intervals.partition_point(|(_, b)| *b < start);
        let last = self.intervals.partition_point(|(a, _)| *a <= end);
        let (mut start, mut end) = (start, end);
        for (a, b) in self.intervals.drain(first..last) {
            start = start.min(a);
            end = end.max(b);
        }
        self.intervals.insert(first, (start, end));
    }

    /// The union of many intervals at once.
    pub fn from_intervals(mut intervals: Vec<(T, T)>) -> Self {
        intervals.retain(|(start, end)| start < end);
        intervals.sort_unstable();
        let mut joined: Vec<(T, T)> = Vec::with_capacity(intervals.len());
        for (start, end) in intervals {
            match joined.last_mut() {
                Some((_, last)) if start <= *last => *last = end.max(std::mem::take(last)),
                _ => joined.push((start, end)),
            }
        }
        OrdinalSet { intervals: joined }
    }

    /// All ordinals that are in one of the sets.
    #[must_use]
    pub fn union(&self, other: &OrdinalSet<T>) -> OrdinalSet<T> {
        OrdinalSet::from_intervals([self.intervals.as_slice(), &other.intervals].concat())
    }

    /// Whether the ordinal is in the set.
    pub fn contains(&self, ordinal: &T) -> bool {
        let after = self.intervals.partition_point(|(start, _)| start <= ordinal);
        after > 0 && *ordinal < self.intervals[after - 1].1
    }

    /// The least ordinal that is not in the set.
    pub fn mex(&self) -> T {
        match self.intervals.first() {
            Some((start, end)) if *start == T::default() => end.clone(),
            _ => T::default(),
        }
    }

    /// The gaps, in increasing order; the last has no end.
    pub fn gaps(&self) -> impl Iterator<Item = Gap<T>> + '_ {
        let starts = std::iter::once(T::default()).chain(self.intervals.iter().map(|(_, end)| end.clone()));
        let ends = self.intervals.iter().map(|(start, _)| Some(start.clone())).chain([None]);
        let gaps = starts.zip(ends).map(|(start, end)| Gap { start, end });
        gaps.filter(|gap| gap.end.as_ref() != Some(&gap.start))
    }
}

impl OrdinalSet {
    /// The ordinal that has exactly `index` (an order type) ordinals outside the set before it, and is outside itself.
    pub fn nth_outside(&self, index: &Ordinal) -> Result<Ordinal, Error> {
        let mut index = index.clone();
        for gap in self.gaps() {
            match gap.length() {
                Some(length) if length <= index => index = index.minus(&length).unwrap_or_default(),
                _ => return gap.start.checked_add(&index),
            }
        }
        // The last gap has no end and is never passed.
        Ok(index)
    }
}

impl Gap {
    /// The order type of the gap; none if it goes on for ever.
    pub fn length(&self) -> Option<Ordinal> {
        self.end.as_ref().and_then(|end| end.minus(&self.start))
    }
}

impl Ordinal {
    /// The ordinal δ with smaller + δ = self, if smaller ≤ self: what is left of self behind smaller.
    ///
    /// ```
    /// use grundy::Ordinal;
    /// let (a, b): (Ordinal, Ordinal) = ("w^2+w*3+1".parse().unwrap(), "w^2+w".parse().unwrap());
    /// assert_eq!(a.minus(&b).unwrap().to_string(), "w*2+1");
    /// assert_eq!(b.minus(&a), None);
    /// ```
    pub fn minus(&self, smaller: &Ordinal) -> Option<Ordinal> {
        if smaller > self {
            return None;
        }
        let equal = self.terms.iter().zip(&smaller.terms).take_while(|(a, b)| a == b).count();
        let mut rest = Ordinal { terms: self.terms[equal..].to_vec() };
        if let (Some(a), Some(b)) = (rest.terms.first_mut(), smaller.terms.get(equal))
            && a.exponent == b.exponent
        {
            a.coefficient -= b.coefficient;
        }
        Some(rest)
    }
}
