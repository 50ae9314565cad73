//! One step along either axis, or k steps along the diagonal.

use super::affine::{Affine, Var};
use super::normal::Move;
use super::piece::{Condition, Piece, equal, piece, same};
use crate::program::KindId;
use grundy::theorem::diagonal::Diagonal;

/// The game, if the moves are it.
pub(super) fn diagonal(moves: &[Move], own: KindId, arity: usize) -> Option<Diagonal> {
    if arity != 2 || moves.is_empty() || moves.iter().any(|one| one.parts != [own]) {
        return None;
    }
    let ours: Vec<Piece> = moves.iter().map(|one| one.piece.clone()).collect();
    let down = |var: Var| Affine::var(var).minus(&Affine::var(var + 2));
    // The largest step is read off; the proof is below.
    let steps =
        ours.iter().map(|piece| piece.extent(&down(0)?)?.most).collect::<Option<Vec<_>>>()?.into_iter().max()?;
    let step = |x: i128, y: i128| {
        let natural = (0..4).map(|var| Some(Condition::AtLeastZero(Affine::var(var))));
        let moved = [equal(&down(0)?, &Affine::constant(x)), equal(&down(1)?, &Affine::constant(y))];
        piece(4, natural.chain(moved))
    };
    let theirs = [step(1, 0)?, step(0, 1)?, step(steps, steps)?];
    if same(&ours, &theirs, 4) { Diagonal::new(u128::try_from(steps).ok()?) } else { None }
}
