//! Whether play of a kind is proved to end.
//!
//! **Idea.** Play of a sum goes on for ever only if one of its parts does: some p₀, p₁, …, each a part of an option of the one before
//! (a sum has finitely many parts, so this is König's lemma). From some place on all of them are of kinds that lead to each other. Take the
//! moves between these kinds. If some measure, a natural number, never rises in a move and falls in some of them, those that let it fall are
//! made only finitely often; they can be left out, and another measure may do the same for the rest. When no move is left, play
//! ends. The measures tried are the sum of all arguments, each argument by itself, how far one argument is below another one (intervals that
//! shrink), and how far it is below a constant that the rules name (something that may be done once).
//!
//! Conditions and numbers that are not linear may be anything: what holds for more moves than there are holds for the moves. What cannot be proved is not
//! known: then equal parts cancel only after a look at them.

use super::affine::{Affine, Var};
use super::normal::{Left, open_moves};
use super::piece::{Piece, at_most, less};
use super::{Given, Val};
use crate::check::constants;
use crate::program::KindId;
use hashbrown::{HashMap, HashSet};

/// Constants, and pairs of arguments, that are tried as ends of arguments that rise.
const MOST_TOPS: usize = 8;
const MOST_GAPS: usize = 12;

/// A move and one part that it leaves: the arguments of both as forms in the coordinates of the points.
struct Step<'a> {
    points: &'a Piece,
    from: (KindId, Vec<Affine>),
    to: (KindId, &'a [Affine]),
}

/// Whether play from every position of a kind with natural numbers as arguments is proved to end.
pub(crate) fn ends(given: Given<'_>, kind: KindId) -> bool {
    given.program.finite || proved(given, kind).unwrap_or(false)
}

/// Whether these are the arguments that [`ends`] speaks of.
pub(crate) fn are_natural(args: &[Val]) -> bool {
    args.iter().all(|arg| matches!(arg, Val::Int(0..)))
}

fn proved(given: Given<'_>, kind: KindId) -> Option<bool> {
    let mut moves: HashMap<KindId, Vec<Left>> = HashMap::new();
    let mut next = vec![kind];
    while let Some(kind) = next.pop() {
        if !moves.contains_key(&kind) {
            let own = open_moves(given, kind)?;
            next.extend(own.iter().flat_map(|(_, parts)| parts.iter().map(|(part, _)| *part)));
            moves.insert(kind, own);
        }
    }
    let mut left: Vec<Step<'_>> = Vec::new();
    for (&kind, own) in &moves {
        left.extend(own.iter().flat_map(|one| steps(given, kind, one)));
    }
    let arity = moves.keys().map(|&kind| given.program.kinds[kind].args.len()).max().unwrap_or(0);
    let plain = || [Measure::Sum].into_iter().chain((0..arity).map(Measure::Argument));
    Some(all_fall(&mut left, plain) || all_fall(&mut left, || rooms(given, arity).into_iter().chain(plain())))
}

/// Whether no step is left in the end.
fn all_fall<M: Iterator<Item = Measure>>(left: &mut Vec<Step<'_>>, measures: impl Fn() -> M) -> bool {
    loop {
        keep_cycles(left);
        let before = left.len();
        for measure in measures() {
            if left.iter().all(|step| measure.never_rises(step)) {
                left.retain(|step| !measure.falls(step));
            }
        }
        if left.is_empty() || left.len() == before {
            return left.is_empty();
        }
    }
}

/// How far an argument is below another one, or below a constant.
fn rooms(given: Given<'_>, arity: usize) -> Vec<Measure> {
    let mut tops: Vec<i128> =
        constants(given.program).iter().chain(given.globals.iter().flatten()).filter_map(integer).collect();
    tops.push(1);
    tops.sort_unstable();
    tops.dedup();
    tops.truncate(MOST_TOPS);
    let pairs = (0..arity).flat_map(|below| (0..arity).filter(move |&top| top != below).map(move |top| (below, top)));
    let gaps = pairs.take(MOST_GAPS).map(|(below, top)| Measure::Gap { below, top });
    let rooms = (0..arity).flat_map(|below| tops.iter().map(move |&top| Measure::Room { below, top }));
    gaps.chain(rooms).collect()
}

fn integer(value: &Val) -> Option<i128> {
    if let Val::Int(n) = value { Some(*n) } else { None }
}

/// Drops the steps between kinds that do not lead back.
fn keep_cycles(steps: &mut Vec<Step<'_>>) {
    let pairs: HashSet<(KindId, KindId)> = steps.iter().map(|step| (step.from.0, step.to.0)).collect();
    let leads_back = |&(from, to): &(KindId, KindId)| {
        let (mut found, mut next) = (HashSet::new(), vec![to]);
        while let Some(kind) = next.pop() {
            if found.insert(kind) {
                next.extend(pairs.iter().filter(|pair| pair.0 == kind).map(|pair| pair.1));
            }
        }
        found.contains(&from)
    };
    let back: HashSet<(KindId, KindId)> = pairs.iter().copied().filter(leads_back).collect();
    steps.retain(|step| back.contains(&(step.from.0, step.to.0)));
}

fn steps<'a>(given: Given<'_>, kind: KindId, (points, parts): &'a Left) -> Vec<Step<'a>> {
    let own: Vec<Affine> = (0..given.program.kinds[kind].args.len() as Var).map(Affine::var).collect();
    let step = |(part, args): &'a (KindId, Vec<Affine>)| Step { points, from: (kind, own.clone()), to: (*part, args) };
    parts.iter().map(step).collect()
}

/// A natural number that belongs to a position; an argument is 0 if there is none at this place.
enum Measure {
    /// The sum of its arguments.
    Sum,
    /// One of them.
    Argument(usize),
    /// How far one is below another one, 0 if it is not.
    Gap { below: usize, top: usize },
    /// How far one is below a constant, 0 if it is not.
    Room { below: usize, top: i128 },
}

impl Measure {
    /// The measure, where this is not negative; else the measure is 0.
    fn of(&self, args: &[Affine]) -> Option<Affine> {
        let argument = |place: usize| args.get(place).cloned().unwrap_or(Affine::constant(0));
        match *self {
            Measure::Sum => args.iter().try_fold(Affine::constant(0), |sum, arg| sum.plus(arg)),
            Measure::Argument(place) => Some(argument(place)),
            Measure::Gap { below, top } => argument(top).minus(&argument(below)),
            Measure::Room { below, top } => Affine::constant(top).minus(&argument(below)),
        }
    }

    /// Whether it is proved that no step of these raises it.
    fn never_rises(&self, step: &Step<'_>) -> bool {
        let (Some(before), Some(after)) = (self.of(&step.from.1), self.of(step.to.1)) else { return false };
        let holds = |a: &Affine, b: &Affine| at_most(a, b).is_some_and(|condition| step.points.implies(&condition));
        holds(&after, &before) || holds(&after, &Affine::constant(0))
    }

    /// Whether it is proved that each step of these lets it fall.
    fn falls(&self, step: &Step<'_>) -> bool {
        let (Some(before), Some(after)) = (self.of(&step.from.1), self.of(step.to.1)) else { return false };
        let holds = |a: &Affine, b: &Affine| less(a, b).is_some_and(|condition| step.points.implies(&condition));
        holds(&after, &before) && holds(&Affine::constant(0), &before)
    }
}
