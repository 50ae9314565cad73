//! Plays that are too long to be searched, seen by playing before anything is searched.
//!
//! A search solves at least the positions of one play to its end. How long the shortest one is nobody knows without a search, but a
//! quick one can be played: of all moves that one whose largest part has the least numbers, again and again. If [`PLAYED`] such moves have
//! made so little way that the whole of it takes more moves than positions may be kept, the search could only end at its limits,
//! after long work. It is an estimate, since the way may become steeper: a higher limit is the way to insist.

use crate::eval::evaluator::Part;
use crate::game::{Pos, RuleGame};
use crate::limit::Limit;
use crate::value::Val;
use grundy::Watch;
use std::ops::ControlFlow;

/// Moves that are played.
const PLAYED: u128 = 1000;

/// Steps that listing the moves of one position may take.
const LOOK: u64 = 1 << 14;

/// The limit that a search from a position is bound to reach, as far as play shows it.
pub(super) fn too_long(game: &RuleGame, pos: &Pos, watch: &Watch) -> Option<Limit> {
    let start = numbers(&pos.args);
    let (mut pos, mut left) = (pos.clone(), start);
    for _ in 0..PLAYED {
        (pos, left) = quickest(game, &pos)?;
    }
    let moves = start / start.checked_sub(left).filter(|&way| way > 0)?.div_ceil(PLAYED);
    let limit = watch.limits().positions;
    (moves > limit.into()).then_some(Limit::Chain { moves, limit })
}

/// The largest part of the move whose largest part is least, and how large it is; nothing if play ends, or moves are many.
fn quickest(game: &RuleGame, pos: &Pos) -> Option<(Pos, u128)> {
    let mut best: Option<(Pos, u128)> = None;
    let mut ends = false;
    let mut visit = |parts: &mut Vec<Part>| {
        let Some(part) = parts.drain(..).max_by_key(|part| numbers(&part.args)) else {
            ends = true;
            return ControlFlow::Break(());
        };
        let size = numbers(&part.args);
        if best.as_ref().is_none_or(|(_, least)| size < *least) {
            best = Some((Pos { kind: part.kind, args: part.args }, size));
        }
        ControlFlow::Continue(())
    };
    let all = game.options_within(pos, LOOK, &mut visit).ok()?;
    best.filter(|_| all && !ends)
}

/// The sum of the numbers in arguments.
fn numbers(args: &[Val]) -> u128 {
    args.iter().map(number).fold(0, u128::saturating_add)
}

fn number(value: &Val) -> u128 {
    match value {
        Val::Int(n) => n.unsigned_abs(),
        Val::Huge(_) => u128::MAX,
        Val::List(list) => numbers(list.items()),
        Val::Bool(_) | Val::Text(_) => 0,
    }
}
