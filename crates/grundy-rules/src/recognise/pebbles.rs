//! Stones and pebbles: two arguments, in either order.

use super::affine::{Affine, Var};
use super::normal::Move;
use super::piece::{Condition, Piece, at_most, equal, less, piece, same};
use crate::program::KindId;
use grundy::theorem::pebbles::{Heaps, Pebbles};

/// Whether the moves are those of stones and pebbles, for some K.
pub(super) fn pebbles(moves: &[Move], own: KindId, arity: usize) -> Option<Heaps> {
    if arity != 2 || moves.is_empty() || moves.iter().any(|one| one.parts != [own]) {
        return None;
    }
    let ours: Vec<Piece> = moves.iter().map(|one| one.piece.clone()).collect();
    [false, true].into_iter().find_map(|swapped| with_order(&ours, swapped))
}

fn with_order(ours: &[Piece], swapped: bool) -> Option<Heaps> {
    let places: [Var; 4] = if swapped { [1, 0, 3, 2] } else { [0, 1, 2, 3] };
    let [stones, pebbles, stones_left, pebbles_left] = places.map(Affine::var);
    // The fewest pebbles after taking the only stone.
    let one_stone = |piece: &Piece| {
        let before = equal(&stones, &Affine::constant(1))?;
        let piece = piece.with(before).with(equal(&stones_left, &Affine::constant(0))?);
        if piece.is_empty() { None } else { piece.extent(&pebbles_left)?.least }
    };
    let k = ours.iter().filter_map(one_stone).min()?;
    let natural = || (0..4).map(|var| Some(Condition::AtLeastZero(Affine::var(var))));
    let take_pebbles = piece(4, natural().chain([equal(&stones, &stones_left), less(&pebbles_left, &pebbles)]))?;
    let needed = stones.minus(&stones_left)?.times(k)?;
    let take_stones = piece(4, natural().chain([less(&stones_left, &stones), at_most(&needed, &pebbles_left)]))?;
    let k = u128::try_from(k).ok()?;
    same(ours, &[take_pebbles, take_stones], 4).then_some(Heaps { game: Pebbles::new(k), swapped })
}
