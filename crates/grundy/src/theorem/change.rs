//! What a move on a list changes: the number at one place, or at two.
//!
//! Long lists have many moves, and each leaves a list as long. So the least or the greatest of these lists is found among the changes: two of them
//! differ only where one of them changes something.

use super::{Found, Options};
use std::cmp::Ordering;

/// The numbers that a move leaves at one place of a list, or at two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    first: (usize, u128),
    second: Option<(usize, u128)>,
}

impl Change {
    /// A change of one number.
    pub fn one(place: usize, number: u128) -> Self {
        Change { first: (place, number), second: None }
    }

    /// A change of two numbers at different places.
    pub fn two(a: (usize, u128), b: (usize, u128)) -> Self {
        Change { first: a, second: Some(b) }
    }

    /// The list that it leaves of a list; a place outside is left alone.
    pub fn of(&self, list: &[u128]) -> Vec<u128> {
        let mut left = list.to_vec();
        for (place, number) in self.all() {
            if let Some(at) = left.get_mut(place) {
                *at = number;
            }
        }
        left
    }

    /// The options that are these changes of a list.
    pub(super) fn options(changes: &[Change], list: &[u128], most: usize) -> Options {
        let listed = changes.iter().take(most).map(|change| vec![change.of(list)]).collect();
        Found { options: listed, complete: changes.len() <= most }
    }

    /// The order of the lists that two changes leave of a list.
    ///
    /// ```
    /// use grundy::theorem::Change;
    /// let list = [3, 5, 7];
    /// let (a, b) = (Change::one(1, 4), Change::two((2, 9), (1, 2)));
    /// assert_eq!(a.order(&b, &list), [3, 4, 7].cmp(&[3, 2, 9]));
    /// ```
    pub fn order(&self, other: &Change, list: &[u128]) -> Ordering {
        let mut places = [self.first.0; 4];
        for (at, (place, _)) in places.iter_mut().zip(self.all().chain(other.all())) {
            *at = place;
        }
        places.sort_unstable();
        let at = |change: &Change, place| change.at(place).or(list.get(place).copied());
        places.map(|place| at(self, place)).cmp(&places.map(|place| at(other, place)))
    }

    fn all(&self) -> impl Iterator<Item = (usize, u128)> + use<> {
        [Some(self.first), self.second].into_iter().flatten()
    }

    fn at(&self, place: usize) -> Option<u128> {
        self.all().find(|(changed, _)| *changed == place).map(|(_, number)| number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_the_order_of_the_lists() {
        let list = [2, 1, 2];
        let one = (0..3).flat_map(|place| (0..4).map(move |n| Change::one(place, n)));
        let two = (0..36).filter(|code| code / 12 != code % 3);
        let two = two.map(|code: usize| Change::two((code / 12, (code / 3 % 4) as u128), (code % 3, 1)));
        let all: Vec<Change> = one.chain(two).collect();
        for a in &all {
            for b in &all {
                assert_eq!(a.order(b, &list), a.of(&list).cmp(&b.of(&list)), "{a:?} {b:?}");
            }
        }
        assert_eq!(Change::one(3, 0).of(&list), list);
    }
}
