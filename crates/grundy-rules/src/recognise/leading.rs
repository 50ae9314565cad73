//! One argument leads: what the moves do to it depends on it alone, whatever happens to the others.
//!
//! **Theorem.** Let every move lower the leading argument x, or raise it. Let the pairs (x, y) that the lowering moves make possible
//! not depend on the other arguments, and let g be the values of the game of these pairs. If for each raising move from x to y the
//! pair (y, x) is among them, and play is promised to end, then the value of a position is g(x).
//!
//! *Proof.* By induction over play: the options by lowering moves have the values g(y) of all pairs (x, y), whose mex is g(x); one by a
//! raising move has the value g(y), and g(y) ≠ g(x) since x is an option of y. So the mex is g(x). ∎
//!
//! Without raising moves no promise is needed. Poker Nim (the chips taken come back) and Northcott's game are of this kind: a raising
//! move can be undone at once. With raising moves the promise is that these end, not the others; where two arguments could
//! lead, as in poker Nim the heap and the reserve, the first rule says which: it lowers the one that leads.

use super::Recognised;
use super::affine::{Affine, Var};
use super::heap::one_argument;
use super::normal::Move;
use super::piece::{Condition, Piece, less};
use crate::program::KindId;
use grundy::theorem::HeapTheorem;

/// The first argument that leads, with the game that it plays.
pub(super) fn leading(moves: &[Move], own: KindId, arity: usize, finite: bool) -> Option<Recognised> {
    if moves.is_empty() || moves.iter().any(|one| one.parts != [own]) {
        return None;
    }
    let count = Var::try_from(arity).ok()?;
    (0..count).find_map(|argument| {
        let heap = with_leader(moves, own, count, argument, finite)?;
        Some(Recognised::Leading { argument: argument as usize, heap })
    })
}

fn with_leader(moves: &[Move], own: KindId, arity: Var, leader: Var, finite: bool) -> Option<Box<dyn HeapTheorem>> {
    let (old, new) = (Affine::var(leader), Affine::var(arity + leader));
    let (lowers, raises) = (less(&new, &old)?, less(&old, &new)?);
    let mut lowering = Vec::new();
    let mut raising = Vec::new();
    if !moves.first()?.piece.implies(&lowers) {
        return None;
    }
    for one in moves {
        let points = projected(one, arity, leader)?;
        if one.piece.implies(&lowers) {
            lowering.push(points);
        } else if finite && one.piece.implies(&raises) {
            raising.push(points);
        } else {
            return None;
        }
    }
    let free = |piece: &Piece| {
        let mut free = piece.clone();
        free.keep_on(&[leader, arity]);
        let mut place = vec![None; arity as usize];
        place[leader as usize] = Some(0);
        place.push(Some(1));
        free.renamed(&place, 2)
    };
    let pairs = lowering.iter().map(free).collect::<Option<Vec<_>>>()?;
    let independent = |pair: &Piece| {
        let mut all = pair.renamed(&[Some(leader), Some(arity)], arity + 1)?;
        (0..arity).for_each(|var| all.require(Condition::AtLeastZero(Affine::var(var))));
        Some(all.covered_by(&lowering, arity + 1))
    };
    if !pairs.iter().all(|pair| independent(pair) == Some(true)) {
        return None;
    }
    // Conditions on other arguments may be dropped from raising moves: all that remain must still be undone.
    let raised = raising.iter().map(free).collect::<Option<Vec<_>>>()?;
    let all = pairs.into_iter().chain(raised).map(|piece| Move { parts: vec![own], piece, shared: 2 });
    one_argument(&all.collect::<Vec<_>>(), own, finite)
}

/// The move as points: all arguments before, then the new leader; the other new arguments only have to exist.
fn projected(one: &Move, arity: Var, leader: Var) -> Option<Piece> {
    let mut piece = one.piece.clone();
    let mut place: Vec<Option<Var>> = (0..arity).map(Some).collect();
    for var in 0..arity {
        place.push((var == leader).then_some(arity));
        if var != leader {
            piece.remove(arity + var)?;
        }
    }
    piece.renamed(&place, arity + 1)
}
