//! Theorems about particular games, one file each: statement, proof or reference, hypotheses checked by the
//! constructor, the value as a function, and a comparison with the plain definition.

pub mod half;
pub mod lasker;
pub mod misere_nim;
pub mod ordinal_nim;
pub mod pebbles;
pub mod removing;
pub mod row;
pub mod staircase;
pub mod strip;
pub mod take_range;

#[cfg(test)]
pub(crate) mod by_definition {
    //! The plain definition, for the comparisons: values by recursion over all options, with a memo.

    use std::collections::HashMap;
    use std::hash::Hash;

    /// The value of `position`, where `moves` lists, for each move, the positions it leaves.
    pub fn value<P: Clone + Eq + Hash>(
        position: &P,
        moves: &impl Fn(&P) -> Vec<Vec<P>>,
        memo: &mut HashMap<P, u64>,
    ) -> u64 {
        if let Some(&known) = memo.get(position) {
            return known;
        }
        let mut values = Vec::new();
        for parts in moves(position) {
            values.push(parts.iter().fold(0, |xor, part| xor ^ value(part, moves, memo)));
        }
        let mex = crate::mex(values);
        memo.insert(position.clone(), mex);
        mex
    }
}
