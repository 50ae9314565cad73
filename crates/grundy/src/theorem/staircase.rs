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
    use crate::theorem::by_definition;
    use std::collections::HashMap;

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
        let mut memo = HashMap::new();
        for code in 0..4 * 4 * 4 * 4 * 4 {
            let coins: Vec<u128> = (0..5).map(|i| code / 4u128.pow(i) % 4).collect();
            let expected = by_definition::value(&coins, &moves, &mut memo);
            assert_eq!(super::value(coins.iter().copied()), u128::from(expected), "{coins:?}");
            for wanted in 0..8 {
                let reaches = |next: &Vec<Vec<u128>>| super::value(next[0].iter().copied()) == wanted;
                let expected = moves(&coins).iter().filter(|next| reaches(next)).count();
                assert_eq!(super::moves_to(&coins, wanted).len(), expected, "{coins:?} {wanted}");
            }
        }
    }
}
