//! From rules to theorems.
//!
//! A kind is run on symbols ([`path`]) and becomes sets of integer points ([`normal`]): its moves, without names and
//! wording. A recogniser states the moves of a theorem's game as such sets and proves, by elimination ([`project`]), that both
//! are equal. It never compares texts, so every rewording that says the same is recognised as far as the proofs
//! reach, and a rule that differs in one point is not. What the proofs cannot decide is not recognised.
//!
//! Arguments of other types, and list positions that a theorem does not cover, are left to the search when a
//! value is asked for. Time is bounded: by the number of ways through a rule and by the size of each elimination.

mod affine;
mod constant;
mod coordinates;
mod digits;
mod heap;
mod lists;
mod normal;
mod path;
mod pebbles;
mod piece;
mod project;
mod removing;

use crate::program::Program;
use crate::strategy::Strategy;
use crate::value::Val;

/// The theorem that a kind's rules fall under, if one is proved to apply.
pub(crate) fn recognise(program: &Program, kind: usize, globals: &[Option<Val>]) -> Option<Strategy> {
    let arity = program.kinds.get(kind)?.args.len();
    if let Some(moves) = normal::integer_moves(program, kind, globals) {
        return match arity {
            0 => None,
            1 => heap::one_argument(&moves, kind, program.finite)
                .or_else(|| removing::cycle(program, &moves, kind, globals)),
            2 => coordinates::product(&moves, kind, arity, program.finite).or_else(|| pebbles::pebbles(&moves, kind)),
            _ => coordinates::product(&moves, kind, arity, program.finite),
        };
    }
    if arity == 1 {
        return lists::list_strategy(&normal::list_moves(program, kind, globals)?, kind, program.finite);
    }
    None
}

#[cfg(test)]
mod tests;
