//! Moves on a grid of natural numbers: an order of the arguments in which options come before their positions, and moves that go
//! back along vectors.
//!
//! **Order.** Arguments are chosen one after the other. An argument may come next if no move that keeps all arguments chosen before
//! lets it both rise and fall; such moves then make it fall (or all make it rise). When no move is left that keeps all arguments,
//! options come first in the lexicographic order, each argument upwards or downwards. An argument is *steady* if no move at all
//! changes it the wrong way. To choose any argument that may come next is never wrong, as only fewer moves are left afterwards.
//!
//! **Vectors.** As for [`lines`](super::lines): each way through the rules names a vector by the least that it takes, and how often it
//! may be taken by the most. That these are the moves, and all of them, is then proved.

use super::Given;
use super::affine::{Affine, Var, gcd};
use super::normal::{Move, integer_moves, loose_moves};
use super::piece::{Condition, Piece, at_most, equal, same};
use crate::program::KindId;

/// More vectors than this: give up.
const MOST_VECTORS: usize = 64;

/// More single steps than this: give up.
const MOST_STEPS: u64 = 255;

/// An argument of the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Axis {
    pub(crate) argument: usize,
    /// Smaller arguments come first; else larger ones.
    pub(crate) rising: bool,
    /// No move at all leads the other way.
    pub(crate) steady: bool,
}

/// Moves back along vectors.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Vectors {
    /// Taken once.
    pub(crate) steps: Vec<Vec<u64>>,
    /// Taken any number of times.
    pub(crate) rays: Vec<Vec<u64>>,
}

/// An order of the arguments, if one is proved and all moves leave positions of the same kind.
pub(crate) fn order(given: Given<'_>, kind: KindId) -> Option<Vec<Axis>> {
    let arity = given.program.kinds.get(kind.index())?.args.len();
    let moves = loose_moves(given, kind)?;
    if moves.iter().flat_map(|one| &one.parts).any(|&part| part != kind) {
        return None;
    }
    let first = |part: usize| Var::try_from(arity * (1 + part)).ok();
    let mut all: Vec<(&Piece, Var)> = Vec::new();
    for one in &moves {
        for part in 0..one.parts.len() {
            all.push((&one.piece, first(part)?));
        }
    }
    let steady: Vec<(bool, bool)> = (0..arity).map(|argument| ways(&all, argument)).collect();
    let mut left: Vec<(Piece, Var)> = all.iter().map(|&(piece, part)| (piece.clone(), part)).collect();
    let mut order: Vec<Axis> = Vec::new();
    while order.len() < arity {
        let next =
            (0..arity).filter(|argument| order.iter().all(|axis| axis.argument != *argument)).find_map(|argument| {
                let borrowed: Vec<(&Piece, Var)> = left.iter().map(|(piece, part)| (piece, *part)).collect();
                let (falls, rises) = ways(&borrowed, argument);
                // One that stays goes where it goes in other moves.
                let rising = if falls || rises { !rises } else { steady[argument] != (false, true) };
                (!(falls && rises)).then_some((argument, rising))
            });
        let (argument, rising) = next?;
        let wrong = if rising { steady[argument].1 } else { steady[argument].0 };
        order.push(Axis { argument, rising, steady: !wrong });
        let mut kept = Vec::new();
        for (piece, part) in left {
            let same = equal(&Affine::var(argument as Var), &Affine::var(part + argument as Var))?;
            let piece = piece.with(same);
            if !piece.is_empty() {
                kept.push((piece, part));
            }
        }
        left = kept;
    }
    left.is_empty().then_some(order)
}

/// Whether some moves may let an argument fall, and rise.
fn ways(moves: &[(&Piece, Var)], argument: usize) -> (bool, bool) {
    let before = Affine::var(argument as Var);
    let may = |how: &dyn Fn(&Affine) -> Option<Condition>| {
        moves.iter().any(|(piece, part)| {
            let after = Affine::var(part + argument as Var);
            !how(&after).is_some_and(|condition| piece.implies(&condition))
        })
    };
    (may(&|after| at_most(&before, after)), may(&|after| at_most(after, &before)))
}

/// The vectors that all moves go back along, if that is proved.
pub(crate) fn vectors(given: Given<'_>, kind: KindId) -> Option<Vectors> {
    let arity = Var::try_from(given.program.kinds.get(kind.index())?.args.len()).ok()?;
    let moves = integer_moves(given, kind)?;
    if moves.iter().any(|one| one.parts != [kind]) {
        return None;
    }
    [false, true].into_iter().find_map(|whole| attempt(&moves, arity, whole))
}

/// A vector that is taken `from` times or more often, up to `to` times.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Along {
    vector: Vec<u64>,
    from: u64,
    to: Option<u64>,
}

impl Along {
    fn holds(&self, other: &Along) -> bool {
        let ends = self.to.is_none_or(|to| other.to.is_some_and(|end| end <= to));
        self.vector == other.vector && self.from <= other.from && ends
    }
}

/// `whole`: the least that is taken is the vector; else it is the vector several times, if it can be.
fn attempt(moves: &[Move], arity: Var, whole: bool) -> Option<Vectors> {
    let mut found: Vec<Along> = Vec::new();
    for one in moves {
        let along = taken(&one.piece, arity, whole)?;
        if !found.iter().any(|known| known.holds(&along)) {
            found.retain(|known| !along.holds(known));
            found.push(along);
        }
        if found.len() > MOST_VECTORS {
            return None;
        }
    }
    let ours: Vec<Piece> = moves.iter().map(|one| one.piece.clone()).collect();
    let theirs = found.iter().map(|along| points(along, arity)).collect::<Option<Vec<_>>>()?;
    if !same(&ours, &theirs, 2 * arity) {
        return None;
    }
    let mut vectors = Vectors::default();
    for Along { vector, from, to } in found {
        match (from, to) {
            (from, Some(to)) if to.checked_sub(from)? < MOST_STEPS => {
                for times in from..=to {
                    vectors.steps.push(vector.iter().map(|step| step.checked_mul(times)).collect::<Option<_>>()?);
                }
            }
            (1, None) => vectors.rays.push(vector),
            _ => return None,
        }
    }
    vectors.steps.sort();
    vectors.steps.dedup();
    (vectors.steps.len() as u64 <= MOST_STEPS).then_some(vectors)
}

/// What a way through the rules takes, as far as its extent tells.
fn taken(piece: &Piece, arity: Var, whole: bool) -> Option<Along> {
    let mut extents = Vec::new();
    for var in 0..arity {
        let extent = piece.extent(&Affine::var(var).minus(&Affine::var(arity + var))?)?;
        extents.push((u64::try_from(extent.least?).ok()?, extent.most.and_then(|most| u64::try_from(most).ok())));
    }
    let common = extents.iter().fold(0, |common, &(least, _)| gcd(common, least.into()));
    let common = u64::try_from(common).ok()?;
    if common == 0 {
        return None;
    }
    let from = if whole { 1 } else { common };
    let vector: Vec<u64> = extents.iter().map(|(least, _)| least / from).collect();
    let moved = extents.iter().zip(&vector).filter(|(_, step)| **step > 0);
    let ends: Vec<Option<u64>> = moved.map(|((_, most), step)| most.map(|most| most / step)).collect();
    let to = ends.iter().flatten().copied().min();
    Some(Along { vector, from, to })
}

/// All moves along a vector: points (before, after).
fn points(along: &Along, arity: Var) -> Option<Piece> {
    let mut piece = Piece::all(2 * arity);
    (0..2 * arity).for_each(|var| piece.require(Condition::AtLeastZero(Affine::var(var))));
    let times = piece.fresh();
    piece.require(Condition::AtLeastZero(Affine::var(times).shift(-i128::from(along.from))?));
    if let Some(to) = along.to {
        piece.require(at_most(&Affine::var(times), &Affine::constant(to.into()))?);
    }
    for (var, &step) in (0..arity).zip(&along.vector) {
        let taken = Affine::var(var).minus(&Affine::var(arity + var))?;
        piece.require(equal(&taken, &Affine::var(times).times(step.into())?)?);
    }
    piece.remove(times)?;
    let places: Vec<Option<Var>> = (0..2 * arity).map(Some).collect();
    piece.renamed(&places, 2 * arity)
}
