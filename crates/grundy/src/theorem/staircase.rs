//! Staircase Nim: coins on stairs 0, 1, 2, …; a move carries any positive number of coins from one stair to the next lower one.
//!
//! **Theorem.** The value is the XOR of the coins on the odd stairs.
//!
//! *Proof.* Play ends, since Σ i·p_i falls. Let v be that XOR. Coins carried from an odd stair to an even one
//! make any smaller heap of an odd one: with the moves from odd stairs alone the game is Nim, so every value below v is
//! reached. Coins carried from an even stair add to an odd one and change the XOR; so does a move from an odd
//! stair; so v itself is never reached by a move. Hence mex = v, by induction. ∎
//!
//! Reference: Berlekamp, Conway, Guy, *Winning Ways*, ch. 15 (reversible moves). Run time O(number of stairs).

use super::{Change, Error, Options, Theorem};
use crate::value::Value;
use crate::watch::Watch;
use std::iter;

/// Stairs on a list of coins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Staircase {
    /// Coins move to higher indices, not to lower ones.
    pub upwards: bool,
    /// Coins on the last stair may leave the list; else they stay there for ever.
    pub leaves: bool,
}

impl Staircase {
    /// The coins from the ground up.
    fn stairs(&self, coins: &[u128]) -> Vec<u128> {
        let ground = iter::repeat_n(0, usize::from(self.leaves));
        if self.upwards {
            ground.chain(coins.iter().rev().copied()).collect()
        } else {
            ground.chain(coins.iter().copied()).collect()
        }
    }

    /// The place in the list of a stair; nothing for the ground outside.
    fn place(&self, stair: usize, length: usize) -> Option<usize> {
        let index = stair.checked_sub(usize::from(self.leaves))?;
        Some(if self.upwards { length - 1 - index } else { index })
    }

    /// What changes when so many coins of a stair are carried down.
    fn carried(&self, coins: &[u128], stair: usize, amount: u128) -> Option<Change> {
        let from = self.place(stair, coins.len())?;
        let less = (from, coins[from] - amount);
        Some(match self.place(stair - 1, coins.len()) {
            Some(to) => Change::two(less, (to, coins[to].checked_add(amount)?)),
            None => Change::one(less.0, less.1),
        })
    }

    fn changes_to(&self, coins: &[u128], wanted: &Value) -> Option<Vec<Change>> {
        let Some(wanted) = wanted.as_finite() else { return Some(Vec::new()) };
        let moves = moves_to(&self.stairs(coins), wanted).into_iter();
        moves.map(|(stair, amount)| self.carried(coins, stair, amount)).collect()
    }
}

impl Theorem for Staircase {
    fn name(&self) -> String {
        "staircase".to_owned()
    }

    fn value(&self, position: &[u128], _watch: &Watch) -> Result<Option<Value>, Error> {
        Ok(Some(Value::Finite(value(self.stairs(position).into_iter()))))
    }

    fn options(
        &self,
        position: &[u128],
        wanted: &Value,
        most: usize,
        _watch: &Watch,
    ) -> Result<Option<Options>, Error> {
        Ok(self.changes_to(position, wanted).map(|changes| Change::options(&changes, position, most)))
    }

    fn changes(&self, position: &[u128], wanted: &Value, _watch: &Watch) -> Result<Option<Vec<Change>>, Error> {
        Ok(self.changes_to(position, wanted))
    }

    fn small_value(&self, position: &[i64], _watch: &Watch) -> Result<Option<u128>, Error> {
        let coins = || position.iter().map(|&coins| coins as u128);
        Ok(Some(match (self.upwards, self.leaves) {
            (false, false) => value(coins()),
            (false, true) => value(iter::once(0).chain(coins())),
            (true, false) => value(coins().rev()),
            (true, true) => value(iter::once(0).chain(coins().rev())),
        }))
    }
}

/// The value of staircase Nim with `coins[i]` coins on stair i; stair 0 is the ground.
///
/// ```
/// assert_eq!(grundy::theorem::staircase::value([7, 3, 9, 1].into_iter()), 3 ^ 1);
/// ```
pub fn value(coins: impl Iterator<Item = u128>) -> u128 {
    coins.skip(1).step_by(2).fold(0, |xor, coins| xor ^ coins)
}

/// All moves to positions of a wanted value, each as a stair and how many of its coins are carried down.
///
/// The XOR must change by d = value ⊕ wanted, and only one odd heap changes: a coins on an odd stair become a ⊕ d, by carrying
/// some down if that is less, by coins from the stair above if that is more and the stair has enough.
///
/// ```
/// use grundy::theorem::staircase::moves_to;
/// assert_eq!(moves_to(&[7, 3, 9, 1], 0), [(1, 2)]);
/// assert_eq!(moves_to(&[0, 1, 9], 5), [(2, 4)]);
/// ```
pub fn moves_to(coins: &[u128], wanted: u128) -> Vec<(usize, u128)> {
    let change = value(coins.iter().copied()) ^ wanted;
    let mut moves = Vec::new();
    for stair in (1..coins.len()).step_by(2) {
        let (old, new) = (coins[stair], coins[stair] ^ change);
        if new < old {
            moves.push((stair, old - new));
        } else if new > old && coins.get(stair + 1).is_some_and(|&above| above >= new - old) {
            moves.push((stair + 1, new - old));
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::by_definition;

    #[expect(clippy::ptr_arg, reason = "the position type of the comparison is Vec")]
    fn moves(coins: &Vec<u128>) -> Vec<Vec<Vec<u128>>> {
        let mut all = Vec::new();
        for stair in 1..coins.len() {
            for k in 1..=coins[stair] {
                let mut next = coins.clone();
                next[stair] -= k;
                next[stair - 1] += k;
                all.push(vec![next]);
            }
        }
        all
    }

    #[test]
    fn agrees_with_the_definition() {
        let positions: Vec<Vec<u128>> =
            (0..4u128.pow(5)).map(|code| (0..5).map(|i| code / 4u128.pow(i) % 4).collect()).collect();
        by_definition::compare(&Staircase { upwards: false, leaves: false }, &positions, &moves);
    }

    #[test]
    fn all_directions() {
        let positions: Vec<Vec<u128>> = (0..4u32)
            .flat_map(|length| {
                (0..4u128.pow(length)).map(move |code| (0..length).map(|i| code / 4u128.pow(i) % 4).collect())
            })
            .collect();
        for (upwards, leaves) in [(false, false), (false, true), (true, false), (true, true)] {
            let game = Staircase { upwards, leaves };
            let listed = |coins: &Vec<u128>| {
                // One more stair at the bottom for coins that leave; its content is dropped again.
                let turned: Vec<u128> = if upwards { coins.iter().rev().copied().collect() } else { coins.clone() };
                let padded = if leaves { [&[0], &turned[..]].concat() } else { turned };
                let back = |mut next: Vec<u128>| {
                    if leaves {
                        next.remove(0);
                    }
                    if upwards {
                        next.reverse();
                    }
                    vec![next]
                };
                moves(&padded).into_iter().map(|mut next| back(next.remove(0))).collect()
            };
            by_definition::compare(&game, &positions, &listed);
            for position in &positions {
                let small: Vec<i64> = position.iter().map(|&n| n as i64).collect();
                let watch = Watch::default();
                let quick = game.small_value(&small, &watch).unwrap().map(Value::Finite);
                assert_eq!(quick, game.value(position, &watch).unwrap());
            }
        }
    }
}
