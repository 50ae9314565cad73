//! Sums over a range whose parts differ in one argument: `sum(f(j) for j in A..B)`.
//!
//! The value of such a *run* is that of the run without its last part, XOR that of this part. A search that takes runs for positions
//! of their own looks at each once: `f(n) -> sum(f(j) for j in 1..k) for k in 1..n` has n moves of one part instead of n²/2 parts.
//! Only sums in which nothing but the end of a 128-bit number can go wrong are runs, so that none goes wrong that has no parts.

use crate::program::{Clause, Expr, ExprKind, KindId, Position};
use crate::syntax::ast::Op;

/// A sum over a range that can be taken for one position.
pub(super) struct Ranged<'a> {
    pub(super) kind: KindId,
    pub(super) args: &'a [Expr],
    /// The argument that the parts differ in: a number plus the turn, or minus the turn.
    pub(super) place: usize,
    pub(super) falling: bool,
    /// The slot of the turn.
    pub(super) slot: usize,
    pub(super) ends: [&'a Expr; 2],
}

impl<'a> Ranged<'a> {
    /// The sum of a position over clauses as a run, if it is one.
    pub(super) fn of(position: &'a Position, clauses: &'a [Clause]) -> Option<Ranged<'a>> {
        let Position::Of { kind, args, settings, set, .. } = position else { return None };
        let [Clause::Range { slot, from, to: Some(to), .. }] = clauses else { return None };
        if !settings.is_empty() || !set.is_empty() {
            return None;
        }
        let slopes = args.iter().map(|arg| slope(arg, *slot)).collect::<Option<Vec<_>>>()?;
        let mut places = (0..slopes.len()).filter(|&place| slopes[place] != 0);
        let place = places.next().filter(|_| places.next().is_none())?;
        let falling = slopes[place] < 0;
        (slopes[place].abs() == 1).then_some(Ranged {
            kind: *kind,
            args,
            place,
            falling,
            slot: *slot,
            ends: [from, to],
        })
    }
}

/// Whether there is a run in a position.
pub(super) fn has_run(position: &Position) -> bool {
    match position {
        Position::Sum(inner, clauses) => Ranged::of(inner, clauses).is_some() || has_run(inner),
        Position::Add(parts) => parts.iter().any(has_run),
        Position::Copies(_, inner) => has_run(inner),
        Position::Of { .. } | Position::Chosen(..) => false,
    }
}

/// By how much an expression of sums and differences grows with a slot; nothing for other expressions.
fn slope(expr: &Expr, slot: usize) -> Option<i64> {
    match &expr.kind {
        ExprKind::Const(_) => Some(0),
        ExprKind::Local(local) => Some(i64::from(*local == slot)),
        ExprKind::Chain(first, rest) => {
            let signed = |(op, operand): &(Op, Expr)| match op {
                Op::Add => slope(operand, slot),
                Op::Sub => slope(operand, slot).map(|slope| -slope),
                _ => None,
            };
            Some(slope(first, slot)? + rest.iter().map(signed).sum::<Option<i64>>()?)
        }
        _ => None,
    }
}
