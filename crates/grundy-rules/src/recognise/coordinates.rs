//! Several integer arguments of which a move changes one, in a way that depends on that one only: a sum of games with
//! one argument each.
//!
//! For each coordinate the moves that change it are freed of all conditions on the others; if every move of that larger
//! set is a move after all, the others have no say, and the coordinate is a game of its own.

use super::affine::{Affine, Var};
use super::heap::one_argument;
use super::normal::Move;
use super::piece::{Condition, Piece, equal};
use crate::program::KindId;
use grundy::theorem::product::Coordinates;

/// The product of games with one argument, if the moves are one.
pub(super) fn product(moves: &[Move], own: KindId, arity: usize, finite: bool) -> Option<Coordinates> {
    let arity = Var::try_from(arity).ok()?;
    let mut by_coordinate: Vec<Vec<Piece>> = vec![Vec::new(); arity as usize];
    for one in moves {
        if one.parts != [own] {
            return None;
        }
        let coordinate = changed(one, arity)?;
        by_coordinate[coordinate as usize].push(points(one, arity, coordinate)?);
    }
    let games = (0..arity).zip(&by_coordinate).map(|(coordinate, pieces)| {
        let free = pieces.iter().map(|piece| freed(piece, arity, coordinate)).collect::<Option<Vec<_>>>()?;
        let independent = free.iter().all(|piece| {
            let everywhere = lifted(piece, arity, coordinate);
            everywhere.is_some_and(|all| all.covered_by(pieces, arity + 1))
        });
        let moves: Vec<Move> = free.into_iter().map(|piece| Move { parts: vec![own], piece, shared: 2 }).collect();
        if independent { one_argument(&moves, own, finite) } else { None }
    });
    games.collect::<Option<_>>().map(Coordinates)
}

/// The one coordinate that a move changes.
pub(super) fn changed(one: &Move, arity: Var) -> Option<Var> {
    let same = |&var: &Var| equal(&Affine::var(var), &Affine::var(arity + var)).is_some_and(|c| one.piece.implies(&c));
    let mut changed = (0..arity).filter(|var| !same(var));
    let first = changed.next()?;
    changed.next().is_none().then_some(first)
}

/// The move as points: all arguments before, then the new one.
pub(super) fn points(one: &Move, arity: Var, coordinate: Var) -> Option<Piece> {
    let mut piece = one.piece.clone();
    let mut place: Vec<Option<Var>> = (0..arity).map(Some).collect();
    for var in 0..arity {
        place.push((var == coordinate).then_some(arity));
        if var != coordinate {
            // Implied, and now in sight: the new argument is the old one.
            piece.require(equal(&Affine::var(arity + var), &Affine::var(var))?);
        }
    }
    for var in (0..arity).filter(|&var| var != coordinate) {
        piece.remove(arity + var)?;
    }
    piece.renamed(&place, arity + 1)
}

/// Without the conditions on other coordinates, as points (old, new).
fn freed(piece: &Piece, arity: Var, coordinate: Var) -> Option<Piece> {
    let mut place = vec![None; arity as usize];
    place[coordinate as usize] = Some(0);
    place.push(Some(1));
    let mut free = piece.clone();
    free.keep_on(&[coordinate, arity]);
    free.renamed(&place, 2)
}

/// The points (old, new) of one coordinate with all values of the others.
fn lifted(piece: &Piece, arity: Var, coordinate: Var) -> Option<Piece> {
    let mut all = piece.renamed(&[Some(coordinate), Some(arity)], arity + 1)?;
    (0..arity).for_each(|var| all.require(Condition::AtLeastZero(Affine::var(var))));
    Some(all)
}
