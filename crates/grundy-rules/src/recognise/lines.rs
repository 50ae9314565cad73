//! Several numbers; a move goes back any number of times by one of a few vectors.
//!
//! Each way through the rules names a vector by the least that it takes of each number. Vectors that are multiples of others say
//! nothing new. That the moves are those of the vectors, and all of them, is then proved.

use super::affine::{Affine, Var};
use super::normal::Move;
use super::piece::{Condition, Piece, equal, same};
use crate::program::KindId;
use grundy::theorem::lines::Lines;

/// More vectors than this: give up.
const MOST_VECTORS: usize = 16;

/// The game of lines that the moves are.
pub(super) fn lines(moves: &[Move], own: KindId, arity: usize) -> Option<Lines> {
    if !(2..=4).contains(&arity) || moves.is_empty() || moves.iter().any(|one| one.parts != [own]) {
        return None;
    }
    let count = Var::try_from(arity).ok()?;
    let mut vectors: Vec<Vec<u64>> = Vec::new();
    for one in moves {
        let vector = (0..count).map(|var| least_taken(&one.piece, count, var)).collect::<Option<Vec<_>>>()?;
        if !vectors.contains(&vector) {
            vectors.push(vector);
        }
        if vectors.len() > MOST_VECTORS {
            return None;
        }
    }
    let all = vectors.clone();
    vectors.retain(|vector| !all.iter().any(|other| other != vector && is_multiple(vector, other)));
    let ours: Vec<Piece> = moves.iter().map(|one| one.piece.clone()).collect();
    let theirs = vectors.iter().map(|vector| along(vector, count)).collect::<Option<Vec<_>>>()?;
    if same(&ours, &theirs, 2 * count) { Lines::new(vectors) } else { None }
}

/// The least that a move takes of a number.
fn least_taken(piece: &Piece, arity: Var, var: Var) -> Option<u64> {
    let taken = Affine::var(var).minus(&Affine::var(arity + var))?;
    u64::try_from(piece.extent(&taken)?.least?).ok()
}

/// Whether a vector is another one several times.
fn is_multiple(vector: &[u64], of: &[u64]) -> bool {
    let factor = vector.iter().zip(of).find(|(_, step)| **step > 0).map(|(n, step)| n / step);
    factor.is_some_and(|factor| vector.iter().zip(of).all(|(n, step)| step.checked_mul(factor) == Some(*n)))
}

/// All moves along a vector: points (before, after).
fn along(vector: &[u64], arity: Var) -> Option<Piece> {
    let mut piece = Piece::all(2 * arity);
    (0..2 * arity).for_each(|var| piece.require(Condition::AtLeastZero(Affine::var(var))));
    let times = piece.fresh();
    piece.require(Condition::AtLeastZero(Affine::var(times).shift(-1)?));
    for (var, &step) in (0..arity).zip(vector) {
        let taken = Affine::var(var).minus(&Affine::var(arity + var))?;
        piece.require(equal(&taken, &Affine::var(times).times(step.into())?)?);
    }
    piece.remove(times)?;
    let places: Vec<Option<Var>> = (0..2 * arity).map(Some).collect();
    piece.renamed(&places, 2 * arity)
}
