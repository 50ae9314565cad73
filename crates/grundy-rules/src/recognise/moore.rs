//! Moore's Nim: a move makes smaller 1 to k of the heaps, which are the elements of a list or the arguments.
//!
//! Each way through the rules is cut by which numbers it makes smaller and which it leaves as they are. For each count from 1 to k the moves that make so many
//! smaller must be all there are, with the places in any order.

use super::affine::{Affine, Var};
use super::normal::{Change, ListMove, Move};
use super::path::LENGTH;
use super::piece::{Condition, Piece, at_most, equal, less, piece, same};
use super::{Recognised, Shape};
use crate::program::KindId;
use grundy::theorem::moore::Moore;

/// More heaps at a time are not tried in lists.
const MOST_PLACES: usize = 3;

/// More heaps as arguments are not tried.
const MOST_ARGUMENTS: usize = 5;

/// A list of heaps.
pub(super) fn of_list(moves: &[ListMove]) -> Option<Recognised> {
    let sorted = moves.first()?.sorted;
    let mut counted: Vec<Vec<Piece>> = vec![Vec::new(); MOST_PLACES + 1];
    for one in moves {
        let Change::Set(sets) = &one.change else { return None };
        if one.sorted != sorted || sets.len() > MOST_PLACES {
            return None;
        }
        for lowered in 0..1usize << sets.len() {
            let mut cut = one.clone();
            for (place, (_, old, new)) in sets.iter().enumerate() {
                let condition = if lowered >> place & 1 == 1 { less(new, old)? } else { equal(new, old)? };
                cut.path.piece.require(condition);
            }
            if cut.path.piece.is_empty() {
                continue;
            }
            let chosen: Vec<_> =
                (0..sets.len()).filter(|place| lowered >> place & 1 == 1).map(|place| &sets[place]).collect();
            for order in orders(chosen.len()) {
                let forms: Vec<&Affine> =
                    order.iter().flat_map(|&place| [&chosen[place].0, &chosen[place].1, &chosen[place].2]).collect();
                counted[chosen.len()].push(cut.points(&forms)?);
            }
        }
        // What grows is not cut above.
        let grows =
            |(_, old, new): &(Affine, Affine, Affine)| at_most(new, old).is_none_or(|falls| !one.always(&falls));
        if sets.iter().any(grows) {
            return None;
        }
    }
    let most = counted.iter().rposition(|pieces| !pieces.is_empty()).filter(|&most| most > 1)?;
    let all_there = |count: usize| {
        let theirs = orders(count).into_iter().map(|order| places(count, &order)).collect::<Option<Vec<_>>>();
        theirs.is_some_and(|theirs| same(&counted[count], &theirs, 1 + 3 * count as Var))
    };
    if !counted[0].is_empty() || !(1..=most).all(all_there) {
        return None;
    }
    let theorem = Box::new(Moore::new(most as u32)?);
    Some(Recognised::Outcome { theorem, shape: Shape::List { sorted } })
}

/// The points (length, index, old, new, index, old, new, …) of places whose indices rise in this order.
fn places(count: usize, order: &[usize]) -> Option<Piece> {
    let var = |place: usize, what: usize| Affine::var((1 + 3 * place + what) as Var);
    let length = Affine::var(LENGTH);
    let mut conditions = Vec::new();
    for place in 0..count {
        let (index, old, new) = (var(place, 0), var(place, 1), var(place, 2));
        conditions.extend([at_most(&Affine::constant(0), &index), less(&index, &length)]);
        conditions.extend([at_most(&Affine::constant(0), &new), less(&new, &old)]);
    }
    conditions.extend(order.windows(2).map(|pair| less(&var(pair[0], 0), &var(pair[1], 0))));
    piece(1 + 3 * count as Var, conditions)
}

/// All orders of 0, …, count − 1.
fn orders(count: usize) -> Vec<Vec<usize>> {
    (0..count).fold(vec![Vec::new()], |begun, _| {
        let longer = |order: &Vec<usize>| {
            let free: Vec<usize> = (0..count).filter(|place| !order.contains(place)).collect();
            free.into_iter().map(|place| order.iter().copied().chain([place]).collect()).collect::<Vec<Vec<usize>>>()
        };
        begun.iter().flat_map(longer).collect()
    })
}

/// Heaps as arguments.
pub(super) fn of_arguments(moves: &[Move], kind: KindId, arity: usize) -> Option<Moore> {
    if !(2..=MOST_ARGUMENTS).contains(&arity) || moves.iter().any(|one| one.parts != [kind]) {
        return None;
    }
    let ours: Vec<Piece> = moves.iter().map(|one| one.piece.clone()).collect();
    let count = arity as Var;
    let lowered = |subset: usize| {
        let natural = (0..count).map(|var| Some(Condition::AtLeastZero(Affine::var(count + var))));
        let change = (0..count).map(|var| {
            let (old, new) = (Affine::var(var), Affine::var(count + var));
            if subset >> var & 1 == 1 { less(&new, &old) } else { equal(&new, &old) }
        });
        piece(2 * count, natural.chain(change))
    };
    (2..=arity as u32).find_map(|most| {
        let subsets = (1..1usize << arity).filter(|subset| subset.count_ones() <= most);
        let theirs = subsets.map(lowered).collect::<Option<Vec<_>>>()?;
        if same(&ours, &theirs, 2 * count) { Moore::new(most) } else { None }
    })
}
