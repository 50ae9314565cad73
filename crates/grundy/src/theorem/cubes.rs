//! Coins on a board of any dimension; a move turns a full cube of side at most k, its outermost coin from heads to tails.
//!
//! A position is a coin, n = (n₁, …, n_D) with all nᵢ ≥ 1; a move chooses a side d from 1 to min(k, n₁, …, n_D) and leaves all coins
//! n − i with 0 ≤ iⱼ < d but n itself. With one dimension and no bound this is the Ruler game.
//!
//! **Theorem.** The value of n is 2^b, the least of the largest powers of two that divide n₁, …, n_D and of the largest power of two K ≤ k.
//!
//! *Proof.* Let v be this function, and let u_a(n) = 1 if 2^a divides all nᵢ, else 0, for 2^a ≤ K. Then v = ⊕_a c_a·u_a with c_0 = 1 and
//! c_a = 2^a ⊕ 2^(a−1). So the XOR of v over a cube of side d with its corner n in it is C(d) = ⊕_a c_a·(N_a mod 2), where N_a is the product over j
//! of the numbers of multiples of 2^a among the last d numbers up to nⱼ.
//! *No option has the value v(n)*: that would be C(d) = 0, all N_a even, since the c_a are independent. Let 2^e be the power of two in d; 2^e ≤ d ≤ k,
//! so 2^e ≤ K. Among any d successive numbers are d/2^e multiples of 2^e, an odd number, so N_e is odd.
//! *Every w < v(n) = 2^b is the value of an option*: let d ≤ 2^b. For a ≤ b the power 2^a divides all nⱼ, so N_a has the parity of ⌈d/2^a⌉; for a > b some
//! nⱼ is no multiple of 2^a, and no other of the last 2^b numbers is one, so N_a = 0. So C(d) ⊕ v(n) is, as in the Ruler game, the XOR of the
//! largest powers of two in 1, …, d − 1, which is the Gray code of d − 1: it takes each value below 2^b once. ∎
//!
//! So the option of value w < 2^b has the side 1 + (the number whose Gray code is w). Run time O(D); an option leaves d^D − 1 coins.

use super::union::{Area, points};
use super::{Column, Error, Found, Options, Theorem};
use crate::value::Value;
use crate::watch::Watch;

/// Options that leave more coins than this are not written down.
const MOST_COINS: u128 = 1 << 16;

/// Cubes may be turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cubes {
    /// The number of dimensions.
    pub dimensions: usize,
    /// The longest side, if there is one.
    pub longest: Option<u128>,
    /// 1 if coins are counted from 0, 0 if they are counted from 1.
    pub shift: u128,
}

impl Cubes {
    fn coin(&self, position: &[u128]) -> Option<Vec<u128>> {
        let shifted = || position.iter().map(|n| n.checked_add(self.shift)).collect();
        (position.len() == self.dimensions).then(shifted).flatten()
    }

    /// The value of a coin whose places are counted from 1.
    fn power(&self, coin: impl IntoIterator<Item = u128>) -> u128 {
        let together = coin.into_iter().try_fold(0, |all, n| (n > 0).then_some(all | n));
        let Some(all) = together else { return 0 };
        let lowest = all & all.wrapping_neg();
        match self.longest {
            Some(0) => 0,
            Some(longest) => lowest.min(1 << longest.ilog2()),
            None => lowest,
        }
    }
}

impl Theorem for Cubes {
    fn name(&self) -> String {
        "cubes".to_owned()
    }

    fn value(&self, position: &[u128], _: &Watch) -> Result<Option<Value>, Error> {
        Ok(self.coin(position).map(|coin| Value::Finite(self.power(coin))))
    }

    fn options(&self, position: &[u128], wanted: &Value, most: usize, _: &Watch) -> Result<Option<Options>, Error> {
        let Some(coin) = self.coin(position) else { return Ok(None) };
        let value = self.power(coin);
        let Some(wanted) = wanted.as_finite() else { return Ok(Some(Found::all([]))) };
        if value == 0 {
            return Ok(Some(Found::all([])));
        }
        // Larger cubes may leave the same value.
        let mut found = Found { options: Vec::new(), complete: false };
        let side = 1 + from_gray(wanted);
        let coins = u32::try_from(self.dimensions).ok().and_then(|dimensions| side.checked_pow(dimensions));
        if wanted < value && most > 0 && coins.is_some_and(|coins| coins <= MOST_COINS) {
            let mut left = vec![Vec::new()];
            for &n in position {
                left = left
                    .iter()
                    .flat_map(|begun: &Vec<u128>| (0..side).map(|i| [begun.as_slice(), &[n - i]].concat()))
                    .collect();
            }
            left.retain(|coin| coin != position);
            found.options.push(left);
        }
        Ok(Some(found))
    }

    /// By the levels of the proof: for each a the parity of the number of coins whose places 2^a divides.
    fn xor_of_union(&self, boxes: &[Area]) -> Option<Value> {
        let far = |area: &Area| area.iter().any(|(_, to)| *to >= 1 << 62);
        if self.dimensions != 2 || boxes.iter().any(far) {
            return None;
        }
        let most = boxes.iter().flatten().map(|(_, to)| to + self.shift).max().unwrap_or(0);
        let most = self.longest.map_or(most, |longest| longest.min(most));
        let mut xor = 0;
        for a in 0..u128::BITS - most.leading_zeros() {
            // Places from 1 on that 2^a divides, divided by it.
            let level = |&(from, to): &(u128, u128)| {
                let from = (from + self.shift).max(1);
                (from.div_ceil(1 << a), (to + self.shift) >> a)
            };
            let scaled: Vec<Area> = boxes.iter().map(|[x, y]| [level(x), level(y)]).collect();
            if points(&scaled) % 2 == 1 {
                xor ^= (1u128 << a) ^ ((1u128 << a) >> 1);
            }
        }
        Some(Value::Finite(xor))
    }

    fn xor(&self, columns: &[Column<'_>], _: &Watch) -> Result<Option<Value>, Error> {
        let [first, rest @ ..] = columns else { return Ok(None) };
        if columns.len() != self.dimensions {
            return Ok(None);
        }
        let mut others: Vec<_> = rest.iter().map(|column| column.iter()).collect();
        let mut xor = 0;
        for n in first.iter() {
            let coin = std::iter::once(Some(n)).chain(others.iter_mut().map(Iterator::next));
            let Some(coin) = coin.collect::<Option<Vec<_>>>() else { return Ok(None) };
            xor ^= self.power(coin.into_iter().map(|n| n as u128 + self.shift));
        }
        Ok(Some(Value::Finite(xor)))
    }
}

/// The number whose Gray code, n ⊕ ⌊n/2⌋, this is.
fn from_gray(code: u128) -> u128 {
    (0..7).fold(code, |n, step| n ^ (n >> (1u32 << step)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::by_definition;

    #[test]
    fn unions_agree_with_their_points() {
        let watch = Watch::default();
        for (longest, shift) in [(None, 0), (None, 1), (Some(3), 0), (Some(8), 1), (Some(1), 0)] {
            let game = Cubes { dimensions: 2, longest, shift };
            for round in 0..60u128 {
                let boxes = [
                    [(round % 5, round % 7 + 6), (3, 20)],
                    [(2, 9), (round % 11, 13)],
                    [(6, 4), (1, 2)],
                    [(11, 15), (0, 0)],
                ];
                let inside = |x, y| boxes.iter().any(|[a, b]| (a.0..=a.1).contains(&x) && (b.0..=b.1).contains(&y));
                let mut xor = 0;
                for (x, y) in (0..900).map(|n| (n / 30, n % 30)).filter(|&(x, y)| inside(x, y)) {
                    let value = game.value(&[x, y], &watch).unwrap().unwrap();
                    xor ^= value.as_finite().unwrap();
                }
                assert_eq!(game.xor_of_union(&boxes), Some(Value::Finite(xor)), "{game:?} {boxes:?}");
            }
        }
    }

    #[test]
    fn agrees_with_the_definition() {
        for shift in [0, 1] {
            for longest in [None, Some(1), Some(2), Some(3), Some(5)] {
                for (dimensions, end) in [(1usize, 70u128), (2, 13), (3, 6)] {
                    let game = Cubes { dimensions, longest, shift };
                    let all = (0..dimensions).fold(vec![Vec::new()], |lists: Vec<Vec<u128>>, _| {
                        lists.iter().flat_map(|list| (0..end).map(|n| [list.as_slice(), &[n]].concat())).collect()
                    });
                    by_definition::compare(&game, &all, &|coin: &Vec<u128>| {
                        let most = coin.iter().map(|n| n + shift).chain(longest).min().unwrap_or(0);
                        let cube = |d: u128| {
                            let cells = coin.iter().fold(vec![Vec::new()], |cells: Vec<Vec<u128>>, &n| {
                                cells
                                    .iter()
                                    .flat_map(|cell| (0..d).map(|i| [cell.as_slice(), &[n - i]].concat()))
                                    .collect()
                            });
                            cells.into_iter().filter(|cell| cell != coin).collect()
                        };
                        (1..=most).map(cube).collect()
                    });
                }
            }
        }
        assert_eq!((0..1000u128).map(|n| from_gray(n ^ (n >> 1))).collect::<Vec<_>>(), (0..1000).collect::<Vec<_>>());
        assert_eq!(from_gray(u128::MAX ^ (u128::MAX >> 1)), u128::MAX);
    }
}
