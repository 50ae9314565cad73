//! Coins on a strip of squares: a move slides one coin towards the start, without passing or touching the next one.
//!
//! Coin i stands on square p_i, p_0 < p_1 < …. Coin 0 may move to any square from `start` on below p_0, coin i to any square
//! from p_{i−1} + `distance` on below p_i. With distance 1 coins may not share a square; with 0 they may.
//!
//! **Theorem.** Let d_0 = p_0 − start and d_i = p_i − p_{i−1} − distance be the gaps, all at least 0. The value is the XOR of the
//! gap before the last coin and every second one further down: d_{N−1} ⊕ d_{N−3} ⊕ ….
//!
//! *Proof.* Sliding coin i by k takes k from the gap before it and gives k to the gap behind it, if another coin follows; any k
//! from 1 to d_i is allowed. That is staircase Nim with gap i on stair N−i: what the last coin frees goes to the
//! ground. Its value is the XOR of the odd stairs ([`staircase`]). ∎
//!
//! Known as the silver dollar game without the dollar, and as "Georgia and Bob". Run time O(number of coins).

use super::{Change, Error, Options, Theorem, staircase};
use crate::value::Value;
use crate::watch::Watch;

/// The game for one start and one distance.
///
/// ```
/// use grundy::theorem::strip::Strip;
/// let strip = Strip::new(1, 1);
/// assert_eq!(strip.value(&[1, 2, 6]), Some(3));
/// assert_eq!(strip.value(&[3, 7]), Some(3));
/// assert_eq!(strip.value(&[7, 3]), None); // not in order
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Strip {
    start: u128,
    distance: u128,
}

impl Strip {
    /// The first square, and how far a coin stays from the one before it.
    pub fn new(start: u128, distance: u128) -> Self {
        Strip { start, distance }
    }

    /// The gaps as stairs: the gap before the last coin is stair 1. Nothing if the coins are not in order on the strip.
    pub fn stairs(&self, coins: &[u128]) -> Option<Vec<u128>> {
        let mut least = self.start;
        let mut gaps = Vec::with_capacity(coins.len() + 1);
        for &coin in coins {
            gaps.push(coin.checked_sub(least)?);
            least = coin.checked_add(self.distance)?;
        }
        gaps.push(0);
        gaps.reverse();
        Some(gaps)
    }

    /// The value; nothing if the coins are not in order on the strip.
    pub fn value(&self, coins: &[u128]) -> Option<u128> {
        self.stairs(coins).map(|stairs| staircase::value(stairs.into_iter()))
    }

    /// All moves to positions of a wanted value, each as the coin and its new square; nothing if the coins are not in order.
    ///
    /// ```
    /// use grundy::theorem::strip::Strip;
    /// assert_eq!(Strip::new(1, 1).moves_to(&[3, 7], 0), Some(vec![(1, 4)]));
    /// ```
    pub fn moves_to(&self, coins: &[u128], wanted: u128) -> Option<Vec<(usize, u128)>> {
        let stairs = self.stairs(coins)?;
        let moves = staircase::moves_to(&stairs, wanted).into_iter();
        let coin = |stair: usize| coins.len() - stair;
        Some(moves.map(|(stair, amount)| (coin(stair), coins[coin(stair)] - amount)).collect())
    }
}

impl Strip {
    fn changes_to(&self, coins: &[u128], wanted: &Value) -> Option<Vec<Change>> {
        let Some(wanted) = wanted.as_finite() else { return self.stairs(coins).map(|_| Vec::new()) };
        let change = |(coin, square): (usize, u128)| Change::one(coin, square);
        Some(self.moves_to(coins, wanted)?.into_iter().map(change).collect())
    }
}

impl Theorem for Strip {
    fn name(&self) -> String {
        "strip".to_owned()
    }

    fn value(&self, position: &[u128], _watch: &Watch) -> Result<Option<Value>, Error> {
        Ok(Strip::value(self, position).map(Value::Finite))
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
        let (mut least, mut xors) = (self.start, [0, 0]);
        for (place, &coin) in position.iter().enumerate() {
            let coin = coin as u128;
            let (Some(gap), Some(next)) = (coin.checked_sub(least), coin.checked_add(self.distance)) else {
                return Ok(None);
            };
            xors[place % 2] ^= gap;
            least = next;
        }
        Ok(Some(xors[(position.len() + 1) % 2]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorem::by_definition;

    fn moves(strip: Strip, coins: &[u128]) -> Vec<Vec<Vec<u128>>> {
        let mut all = Vec::new();
        for i in 0..coins.len() {
            let least = if i == 0 { strip.start } else { coins[i - 1] + strip.distance };
            for square in least..coins[i] {
                let mut next = coins.to_vec();
                next[i] = square;
                all.push(vec![next]);
            }
        }
        all
    }

    #[test]
    fn agrees_with_the_definition() {
        for (start, distance) in [(0, 0), (0, 1), (1, 1), (2, 1), (1, 2), (1, 0)] {
            let strip = Strip::new(start, distance);
            let positions: Vec<Vec<u128>> =
                (0..9u128.pow(3)).map(|code| (0..3).map(|i| code / 9u128.pow(i) % 9).collect()).collect();
            by_definition::compare(&strip, &positions, &|coins: &Vec<u128>| moves(strip, coins));
        }
    }
}
