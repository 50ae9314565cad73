//! One list argument: a sum over the elements, staircase Nim, coins on a strip, the row of which only the first heap
//! moves.
//!
//! Each recogniser brings the moves into the coordinates of its theorem (which element, old value, new value, …), states the
//! theorem's moves as a piece, and proves that the two sets are equal, each covered by the other.

use super::affine::Affine;
use super::heap::one_argument;
use super::normal::{Change, ListMove, Move};
use super::path::LENGTH;
use super::piece::{Condition, Piece, at_most, equal, less, piece, same};
use super::{Recognised, Shape, moore};
use crate::program::KindId;
use grundy::theorem::Theorem;
use grundy::theorem::both_ends::BothEnds;
use grundy::theorem::product::Elements;
use grundy::theorem::row::Row;
use grundy::theorem::staircase::Staircase;
use grundy::theorem::strip::Strip;

type Sets = [(Affine, Affine, Affine)];

/// The theorem for a kind with one list argument.
pub(super) fn of_list(moves: &[ListMove], own: KindId, finite: bool) -> Option<Recognised> {
    if moves.is_empty() {
        return None;
    }
    let (theorem, sorted): (Box<dyn Theorem>, bool) = match elements(moves, own, finite) {
        Some((elements, sorted)) => (Box::new(elements), sorted),
        None => match staircase(moves).or_else(|| strip(moves)).or_else(|| row(moves)) {
            Some(theorem) => (theorem, false),
            None => return ends_only(moves).or_else(|| moore::of_list(moves)),
        },
    };
    Some(Recognised::Theorem { theorem, shape: Shape::List { sorted }, left: own })
}

/// The changes of a move, unless it drops the first element.
fn sets(one: &ListMove) -> Option<&Sets> {
    match &one.change {
        Change::Set(sets) => Some(sets),
        Change::DropFirst | Change::DropLast => None,
    }
}

/// Every move changes one element, any element, in a way that depends on its value only.
fn elements(moves: &[ListMove], own: KindId, finite: bool) -> Option<(Elements, bool)> {
    let mut pieces = Vec::new();
    for one in moves {
        let [(index, old, new)] = sets(one)? else { return None };
        pieces.push(one.points(&[index, old, new])?);
    }
    let (length, index) = (Affine::var(LENGTH), Affine::var(1));
    let mut games = Vec::new();
    for points in &pieces {
        let mut free = points.clone();
        free.keep_on(&[2, 3]);
        let mut all = free.clone();
        all.require(at_most(&Affine::constant(0), &index)?);
        all.require(less(&index, &length)?);
        if !all.covered_by(&pieces, 4) {
            return None;
        }
        games.push(Move { parts: vec![own], piece: free.renamed(&[None, None, Some(0), Some(1)], 2)?, shared: 2 });
    }
    let sorted = moves.first()?.sorted;
    let game = one_argument(&games, own, finite)?;
    moves.iter().all(|one| one.sorted == sorted).then_some((Elements(game), sorted))
}

/// Coins are carried from a stair to its neighbour.
fn staircase(moves: &[ListMove]) -> Option<Box<dyn Theorem>> {
    [(false, false), (false, true), (true, false), (true, true)]
        .into_iter()
        .find(|&(upwards, leaves)| is_staircase(moves, upwards, leaves) == Some(true))
        .map(|(upwards, leaves)| Box::new(Staircase { upwards, leaves }) as Box<dyn Theorem>)
}

/// Whether the moves are those of stairs that lead `upwards` (to higher indices) or down, where the coins at the end
/// stay for ever or, with `leaves`, may leave the list.
fn is_staircase(moves: &[ListMove], upwards: bool, leaves: bool) -> Option<bool> {
    let (mut carried, mut left) = (Vec::new(), Vec::new());
    let step = if upwards { 1 } else { -1 };
    for one in moves {
        if one.sorted {
            return None;
        }
        match sets(one)? {
            [from, to] => {
                let (from, to) = if to.0 == from.0.shift(step)? { (from, to) } else { (to, from) };
                let amount = from.1.minus(&from.2)?;
                let kept = equal(&amount, &to.2.minus(&to.1)?)?;
                if to.0 != from.0.shift(step)? || !one.always(&kept) {
                    return None;
                }
                carried.push(one.points(&[&from.0, &amount, &from.1, &to.1])?);
            }
            [(index, old, new)] if leaves => left.push(one.points(&[index, &old.minus(new)?, old])?),
            _ => return None,
        }
    }
    let (length, index, amount, old) = (Affine::var(LENGTH), Affine::var(1), Affine::var(2), Affine::var(3));
    let taken = [at_most(&Affine::constant(1), &amount), at_most(&amount, &old)];
    let range = if upwards { (0, -2) } else { (1, -1) };
    let inside = [at_most(&Affine::constant(range.0), &index), at_most(&index, &length.shift(range.1)?)];
    let target = Some(Condition::AtLeastZero(Affine::var(4)));
    let theirs = piece(5, taken.iter().cloned().chain(inside).chain([target]))?;
    let end = if upwards { length.shift(-1)? } else { Affine::constant(0) };
    let exit = [equal(&index, &end), less(&Affine::constant(0), &length)];
    let theirs_left = piece(4, taken.into_iter().chain(exit))?;
    let last = if leaves { same(&left, &[theirs_left], 4) } else { left.is_empty() };
    Some(last && same(&carried, &[theirs], 5))
}

/// Coins on a strip: each may move towards its lower neighbour, keeping a distance.
fn strip(moves: &[ListMove]) -> Option<Box<dyn Theorem>> {
    let (length, index, old, new) = (Affine::var(LENGTH), Affine::var(1), Affine::var(2), Affine::var(3));
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for one in moves {
        let [(place, before, after)] = sets(one)? else { return None };
        if one.sorted {
            return None;
        }
        let zero = equal(place, &Affine::constant(0))?;
        if one.always(&zero) {
            first.push(one.points(&[place, before, after])?);
            continue;
        }
        if !one.always(&at_most(&Affine::constant(1), place)?) {
            return None;
        }
        let below = place.shift(-1)?;
        let mut cells = one.path.cells.iter().filter(|(cell, _)| equal(cell, &below).is_some_and(|c| one.always(&c)));
        let below = Affine::var(cells.next()?.1);
        later.push(one.points(&[place, before, after, &below])?);
    }
    let below = Affine::var(4);
    let least = |pieces: &[Piece], form: &Affine| pieces.iter().map(|piece| piece.extent(form)?.least).min().flatten();
    let start = least(&first, &new)?;
    let distance = least(&later, &new.minus(&below)?)?;
    let moving = |vars: u32, place: Condition, from: Affine| {
        let natural = (2..vars).map(|var| Some(Condition::AtLeastZero(Affine::var(var))));
        let ends = [Some(place), less(&index, &length), at_most(&from, &new), less(&new, &old)];
        piece(vars, natural.chain(ends))
    };
    let first_coin = moving(4, equal(&index, &Affine::constant(0))?, Affine::constant(start))?;
    let other_coin = moving(5, at_most(&Affine::constant(1), &index)?, below.shift(distance)?)?;
    let proved = same(&first, &[first_coin], 4) && same(&later, &[other_coin], 5);
    let (start, distance) = (u128::try_from(start).ok()?, u128::try_from(distance).ok()?);
    proved.then(|| Box::new(Strip::new(start, distance)) as Box<dyn Theorem>)
}

/// Only the first heap may be touched: made smaller, but not empty, or taken away, unless it is of size 0 and that is the end.
fn row(moves: &[ListMove]) -> Option<Box<dyn Theorem>> {
    let (mut reduced, mut dropped, mut dropped_if) = (Vec::new(), Vec::new(), Vec::new());
    for one in moves {
        match &one.change {
            Change::DropFirst => {
                dropped.extend(one.points(&[]));
                let first = one.path.cells.iter().find(|(index, _)| index.as_constant() == Some(0));
                dropped_if.extend(first.and_then(|(_, var)| one.points(&[&Affine::var(*var)])));
                (dropped.len() + dropped_if.len() > 0).then_some(())?;
            }
            Change::DropLast => return None,
            Change::Set(sets) => {
                let [(index, old, new)] = sets.as_slice() else { return None };
                let first = equal(index, &Affine::constant(0))?;
                if !one.always(&first) {
                    return None;
                }
                reduced.push(one.points(&[old, new])?);
            }
        }
        if one.sorted {
            return None;
        }
    }
    let (length, old, new) = (Affine::var(LENGTH), Affine::var(1), Affine::var(2));
    let there = || less(&Affine::constant(0), &length);
    let their_reduced = piece(3, [there(), at_most(&Affine::constant(1), &new), less(&new, &old)])?;
    if !same(&reduced, &[their_reduced], 3) {
        return None;
    }
    let drops = moves.iter().filter(|one| matches!(one.change, Change::DropFirst)).count();
    let all = |pieces: &[Piece], theirs: Piece, vars: u32| pieces.len() == drops && same(pieces, &[theirs], vars);
    let stuck = if all(&dropped, piece(1, [there()])?, 1) {
        false
    } else {
        let theirs = piece(2, [there(), at_most(&Affine::constant(1), &old)])?;
        all(&dropped_if, theirs, 2).then_some(true)?
    };
    Some(Box::new(Row { stuck }) as Box<dyn Theorem>)
}

/// Only the first and the last heap may be touched: made smaller, but not empty, or taken away.
fn ends_only(moves: &[ListMove]) -> Option<Recognised> {
    let (length, last) = (Affine::var(LENGTH), Affine::var(LENGTH).shift(-1)?);
    // First and last: made smaller, taken away.
    let (mut reduced, mut dropped) = ([Vec::new(), Vec::new()], [Vec::new(), Vec::new()]);
    for one in moves {
        match &one.change {
            Change::DropFirst => dropped[0].push(one.points(&[])?),
            Change::DropLast => dropped[1].push(one.points(&[])?),
            Change::Set(sets) => {
                let [(index, old, new)] = sets.as_slice() else { return None };
                let is = |place: &Affine| equal(index, place).is_some_and(|same| one.always(&same));
                let end = if is(&Affine::constant(0)) { 0 } else { is(&last).then_some(1)? };
                reduced[end].push(one.points(&[old, new])?);
            }
        }
        if one.sorted {
            return None;
        }
    }
    let (old, new) = (Affine::var(1), Affine::var(2));
    // The last of a row of one heap is its first: it may be named by both or by one.
    let from = |pieces: &[Piece], vars: u32, least: i128| {
        let there = at_most(&Affine::constant(least), &length);
        let smaller = [at_most(&Affine::constant(1), &new), less(&new, &old)];
        let theirs = piece(vars, std::iter::once(there).chain(smaller.into_iter().take(if vars == 3 { 2 } else { 0 })));
        theirs.is_some_and(|theirs| same(pieces, &[theirs], vars))
    };
    let both = |pieces: &[Vec<Piece>; 2], vars: u32| {
        from(&pieces[0], vars, 1) && (from(&pieces[1], vars, 1) || from(&pieces[1], vars, 2))
    };
    let proved = both(&reduced, 3) && both(&dropped, 1);
    let shape = Shape::List { sorted: false };
    proved.then(|| Recognised::Outcome { theorem: Box::new(BothEnds), shape })
}
