//! Misère Nim: Nim in which the player who takes the last object loses.
//!
//! **Theorem** (Bouton 1901). If some heap has more than one object, the player to move wins iff the XOR of the heaps is not 0,
//! as in Nim; otherwise iff the number of non-empty heaps is even.
//!
//! *Proof.* With heaps of one only, each move takes one heap away, and the player who must take the last loses. Otherwise, by
//! induction. If the XOR is not 0, make it 0 as in Nim, unless that leaves heaps of one only; then exactly one heap was
//! larger, and it can be left as 0 or 1, so that an odd number of ones remains: a lost position for the opponent. If
//! the XOR is 0, at least two heaps are larger than one, so one still is after any move, and the XOR is not 0. ∎

/// Whether the player to move wins misère Nim.
///
/// ```
/// use grundy::theorem::misere_nim::next_player_wins;
/// assert!(!next_player_wins(&[1]));
/// assert!(next_player_wins(&[]));
/// assert!(!next_player_wins(&[2, 2]));
/// ```
pub fn next_player_wins(heaps: &[u128]) -> bool {
    let xor = heaps.iter().fold(0, |xor, heap| xor ^ heap);
    let large = heaps.iter().any(|&heap| heap > 1);
    // With ones only, the XOR is the parity of their number.
    if large { xor != 0 } else { xor == 0 }
}

/// All winning moves of misère Nim, each as the place of a heap and its new size.
///
/// Of a heap at most one new size wins: if another heap has more than one object, the XOR of the others; otherwise 0 or 1, so that
/// an odd number of ones is left.
///
/// ```
/// use grundy::theorem::misere_nim::winning_moves;
/// assert_eq!(winning_moves(&[4, 1]), [(0, 0)]);
/// assert_eq!(winning_moves(&[4, 3]), [(0, 3)]);
/// assert_eq!(winning_moves(&[1]), []);
/// ```
pub fn winning_moves(heaps: &[u128]) -> Vec<(usize, u128)> {
    let xor = heaps.iter().fold(0, |xor, heap| xor ^ heap);
    let large = heaps.iter().filter(|&&heap| heap > 1).count();
    let places = heaps.iter().enumerate();
    let sizes = places.map(|(place, &heap)| {
        let other_large = large > usize::from(heap > 1);
        (place, heap, if other_large { xor ^ heap } else { xor ^ heap ^ 1 })
    });
    sizes.filter(|&(_, heap, size)| size < heap).map(|(place, _, size)| (place, size)).collect()
}

#[cfg(test)]
mod tests {
    use super::{next_player_wins, winning_moves};
    use std::collections::HashMap;

    fn by_search(heaps: Vec<u128>, memo: &mut HashMap<Vec<u128>, bool>) -> bool {
        if let Some(&known) = memo.get(&heaps) {
            return known;
        }
        let mut wins = heaps.iter().all(|&heap| heap == 0);
        for i in 0..heaps.len() {
            for smaller in 0..heaps[i] {
                let mut next = heaps.clone();
                next[i] = smaller;
                wins |= !by_search(next, memo);
            }
        }
        memo.insert(heaps, wins);
        wins
    }

    #[test]
    fn agrees_with_search() {
        let mut memo = HashMap::new();
        for code in 0..6u128.pow(4) {
            let heaps: Vec<u128> = (0..4).map(|i| code / 6u128.pow(i) % 6).collect();
            assert_eq!(next_player_wins(&heaps), by_search(heaps.clone(), &mut memo), "{heaps:?}");
            let mut expected = Vec::new();
            for (place, size) in (0..4).flat_map(|place| (0..heaps[place]).map(move |size| (place, size))) {
                let mut next = heaps.clone();
                next[place] = size;
                expected.extend((!by_search(next, &mut memo)).then_some((place, size)));
            }
            assert_eq!(winning_moves(&heaps), expected, "{heaps:?}");
        }
    }
}
