//! One heap, and a number that limits the next move: two arguments, in either order.

use super::affine::{Affine, Var};
use super::normal::Move;
use super::piece::{Condition, Piece, at_most, equal, piece, same};
use crate::program::KindId;
use grundy::theorem::dynamic::{Dynamic, Limit};

/// Dynamic Nim, if the moves are it: at most a·q + b beans may be taken, and k beans taken make q = c·k + e.
pub(super) fn dynamic(moves: &[Move], own: KindId, arity: usize) -> Option<Dynamic> {
    if arity != 2 || moves.is_empty() || moves.iter().any(|one| one.parts != [own]) {
        return None;
    }
    let ours: Vec<Piece> = moves.iter().map(|one| one.piece.clone()).collect();
    [false, true].into_iter().find_map(|swapped| with_order(&ours, swapped))
}

fn with_order(ours: &[Piece], swapped: bool) -> Option<Dynamic> {
    let places: [Var; 4] = if swapped { [1, 0, 3, 2] } else { [0, 1, 2, 3] };
    let [beans, memory, beans_left, memory_left] = places.map(Affine::var);
    let taken = beans.minus(&beans_left)?;
    // The forms are read off at 1 and 2; the proof is below.
    let most_taken = |memory_is: i128| -> Option<i128> {
        let there = equal(&memory, &Affine::constant(memory_is))?;
        let pieces = ours.iter().map(|piece| piece.with(there.clone())).filter(|piece| !piece.is_empty());
        pieces.map(|piece| piece.extent(&taken)?.most).collect::<Option<Vec<_>>>()?.into_iter().max()
    };
    let kept = |taken_is: i128| -> Option<i128> {
        let there = equal(&taken, &Affine::constant(taken_is))?;
        let mut pieces = ours.iter().map(|piece| piece.with(there.clone())).filter(|piece| !piece.is_empty());
        let extent = pieces.next()?.extent(&memory_left)?;
        extent.least.filter(|_| extent.least == extent.most)
    };
    let allowed = line(most_taken(1)?, most_taken(2)?)?;
    let kept = line(kept(1)?, kept(2)?)?;
    let natural = (0..4).map(|var| Some(Condition::AtLeastZero(Affine::var(var))));
    let bounds = [
        at_most(&Affine::constant(1), &taken),
        at_most(&taken, &form(&memory, allowed)?),
        equal(&memory_left, &form(&taken, kept)?),
    ];
    let theirs = piece(4, natural.chain(bounds))?;
    if same(ours, &[theirs], 4) { Dynamic::new(allowed, kept, swapped) } else { None }
}

/// The rising line through (1, a) and (2, b).
fn line(a: i128, b: i128) -> Option<Limit> {
    let factor = b.checked_sub(a).filter(|&factor| factor >= 1)?;
    Some(Limit { factor: factor.unsigned_abs(), more: a.checked_sub(factor)? })
}

fn form(of: &Affine, limit: Limit) -> Option<Affine> {
    of.times(i128::try_from(limit.factor).ok()?)?.shift(limit.more)
}
