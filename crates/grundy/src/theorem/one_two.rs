//! Take 1, 2 or k objects from a heap, k ≥ 3.
//!
//! **Theorem.** If 3 does not divide k, the heap of n has the value n mod 3. Otherwise let r = n mod (k+1): the value is 3 if
//! r = k, and r mod 3 if r < k.
//!
//! *Proof.* If k ≡ 1, 2 modulo 3, the move k leads to the residue that the move 1 or 2 leads to, so the values are those of taking 1
//! or 2. Let 3 divide k, write n = q(k+1) + r, and let the claim hold for smaller heaps. For 2 ≤ r < k the moves 1 and 2 lead to the
//! two other residues modulo 3; for r = 0 and n > 0 they lead to the values 3 and 2, for r = 1 to 0 and, if q > 0, 3. The move k, for
//! q > 0, leads to r + 1, of value (r+1) mod 3, or 3 if r + 1 = k: never the value claimed, and for r = 0 the 1 and for r = 1 the 2
//! that may matter. So the mex is r mod 3: for r = 0 the value 0 does not occur among 3, 2, 1; for r = 1 there is 0 but no 1. For
//! r = k the moves lead to k−1, k−2 and 0, of values 2, 1, 0, so the value is 3. ∎
//!
//! Run time O(1).

use super::{Found, HeapTheorem};
use crate::heap::{Digit, Rule};
use crate::watch::{Stop, Watch};

/// Take 1, 2 or k.
///
/// ```
/// use grundy::theorem::one_two::OneTwo;
/// let game = OneTwo::new(3).unwrap();
/// assert_eq!([0, 1, 2, 3, 4, 5, 6, 7, 8].map(|n| game.value(n)), [0, 1, 2, 3, 0, 1, 2, 3, 0]);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OneTwo {
    k: u128,
}

impl OneTwo {
    /// The hypotheses: k ≥ 3, and k + 1 is a number of 128 bits.
    pub fn new(k: u128) -> Option<OneTwo> {
        (3..u128::MAX).contains(&k).then_some(OneTwo { k })
    }

    /// The game of a code, if it is one.
    pub fn of(rule: &Rule) -> Option<OneTwo> {
        let takes = |place: u128| rule.digit(place) == Digit::TAKE;
        let k = rule.last_place();
        let places: u128 =
            rule.runs().iter().map(|run| run.to - run.from).fold(0, |all, more| all.saturating_add(more + 1));
        let only = rule.tail().is_empty() && rule.first().is_none() && places == 3;
        (only && takes(1) && takes(2) && takes(k)).then(|| OneTwo::new(k)).flatten()
    }

    /// The value of a heap of `n`.
    pub fn value(&self, n: u128) -> u128 {
        if !self.k.is_multiple_of(3) {
            return n % 3;
        }
        let rest = n % (self.k + 1);
        if rest == self.k { 3 } else { rest % 3 }
    }
}

impl HeapTheorem for OneTwo {
    fn name(&self) -> String {
        format!("heap take{{1,2,{}}}", self.k)
    }

    fn value(&self, n: u128, _watch: &Watch) -> Result<Option<u128>, Stop> {
        Ok(Some(OneTwo::value(self, n)))
    }

    fn options(&self, n: u128, wanted: u128, most: usize, _watch: &Watch) -> Result<Found<Vec<u128>>, Stop> {
        let heaps = [1, 2, self.k].into_iter().filter_map(|taken| n.checked_sub(taken));
        let heaps = heaps.filter(|&heap| OneTwo::value(self, heap) == wanted);
        Ok(Found::all(heaps.map(|heap| vec![heap])).first(most))
    }

    fn rule(&self) -> Option<Rule> {
        Rule::subtraction([1, 2, self.k]).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::OneTwo;
    use crate::theorem::by_definition;

    #[test]
    fn agrees_with_the_definition() {
        for k in 3..20 {
            let moves =
                |n: u128| [1, 2, k].into_iter().filter_map(|taken| n.checked_sub(taken)).map(|m| vec![m]).collect();
            by_definition::compare_heaps(OneTwo::new(k).unwrap(), 90, moves);
        }
    }

    #[test]
    fn only_these_codes() {
        for (code, k) in [
            ("take{1,2,9}", Some(9)),
            ("take{1,2,3}", Some(3)),
            ("take{1,3,9}", None),
            ("take{1,2}", None),
            ("take{1,2,5,9}", None),
            ("0.337", None),
            ("0.3[3]", None),
        ] {
            assert_eq!(OneTwo::of(&code.parse().unwrap()), k.and_then(OneTwo::new), "{code}");
        }
        assert_eq!(OneTwo::new(2), None);
    }
}
