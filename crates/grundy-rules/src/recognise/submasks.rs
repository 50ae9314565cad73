//! What is taken, or left, are binary ones of the heap: `g(n) -> g(m) for m in 0..n-1 if bitand(n, m) == m`.
//!
//! The condition is read as it is written; the rest of the rule is linear, and is proved to allow all smaller heaps, perhaps without 0, and no others.

use super::Given;
use super::affine::Affine;
use super::coprime::conjuncts;
use super::normal::{Move, moves_of};
use super::piece::{Piece, at_most, less, piece};
use super::subtraction::is_difference;
use crate::builtins::Function;
use crate::program::{Clause, Expr, ExprKind, Kind, KindId, Position, Rule};
use crate::syntax::ast::{Comparison, Op};
use grundy::theorem::submasks::Submasks;

/// The argument.
const N: usize = 0;

/// The game, if the rules are it.
pub(super) fn submasks(given: Given<'_>, kind: KindId) -> Option<Submasks> {
    let description = given.program.kinds.get(kind.index())?;
    let ([rule], [_], true) = (description.rules.as_slice(), description.args.as_slice(), given.fixed.is_empty())
    else {
        return None;
    };
    let [Position::Of { kind: part, args, set, .. }] = rule.options.as_slice() else { return None };
    let ([left], true) = (args.as_slice(), *part == kind && set.is_empty()) else { return None };
    let names: Vec<usize> = rule.clauses.iter().flat_map(Clause::slots).copied().collect();
    let &[slot] = names.as_slice() else { return None };
    let (mut found, mut clauses) = (false, Vec::new());
    for clause in &rule.clauses {
        let Clause::If(condition) = clause else {
            clauses.push(clause.clone());
            continue;
        };
        let (masks, others): (Vec<&Expr>, Vec<&Expr>) =
            conjuncts(condition).into_iter().partition(|part| is_mask(part, slot));
        found |= !masks.is_empty();
        clauses.extend(others.into_iter().map(|other| Clause::If(other.clone())));
    }
    // Of ones of n, n xor m is n - m.
    let option = if is_both(left, slot, xor) { difference(left, slot)? } else { rule.options[0].clone() };
    let option = match option {
        Position::Of { args, settings, set, span, .. } => Position::Of { kind, args, settings, set, span },
        _ => return None,
    };
    let linear = Rule { frame: rule.frame, options: vec![option], clauses, span: rule.span };
    let (name, args) = (description.name.clone(), description.args.clone());
    let plain = Kind { name, args, rules: vec![linear], drawn: None };
    let is_name = |own: &Expr| own.is_local(slot) || is_difference(own, N, slot) || is_both(own, slot, xor);
    (found && is_name(left)).then_some(())?;
    takes_whole(&moves_of(given, &plain, kind, false)?).map(|whole| Submasks { whole })
}

/// The arguments of a function or operator of two.
type Two<'a> = Option<(&'a Expr, &'a Expr)>;

fn called(expr: &Expr, function: Function) -> Two<'_> {
    match &expr.kind {
        ExprKind::Call(own, args) if *own == function => match args.as_slice() {
            [a, b] => Some((a, b)),
            _ => None,
        },
        _ => None,
    }
}

fn and(expr: &Expr) -> Two<'_> {
    called(expr, Function::BitAnd)
}

fn or(expr: &Expr) -> Two<'_> {
    called(expr, Function::BitOr)
}

fn xor(expr: &Expr) -> Two<'_> {
    match &expr.kind {
        ExprKind::Chain(first, rest) => match rest.as_slice() {
            [(Op::Xor, second)] => Some((first, second)),
            _ => None,
        },
        _ => None,
    }
}

/// Whether an expression is a function of the heap and the name, in any order.
fn is_both(expr: &Expr, slot: usize, of: fn(&Expr) -> Two<'_>) -> bool {
    of(expr).is_some_and(|(a, b)| a.is_local(N) && b.is_local(slot) || a.is_local(slot) && b.is_local(N))
}

/// Whether a condition says of a name from 0 to n that its ones are ones of n. Then those of the rest n - m are too.
fn is_mask(condition: &Expr, slot: usize) -> bool {
    let ExprKind::Compare(Comparison::Equal, a, b) = &condition.kind else { return false };
    let says = |a: &Expr, b: &Expr| {
        let of_rest = |of: fn(&Expr) -> Two<'_>| {
            of(a).is_some_and(|(x, y)| {
                let rest = |own: &Expr| is_difference(own, N, slot);
                rest(x) && y.is_local(slot) || x.is_local(slot) && rest(y)
            })
        };
        // m and n, m or n, m xor n; and the same of m and n - m, which add up without carries.
        is_both(a, slot, and) && b.is_local(slot)
            || is_both(a, slot, or) && b.is_local(N)
            || is_both(a, slot, xor) && is_difference(b, N, slot)
            || of_rest(and) && b.is_number(0)
            || (of_rest(or) || of_rest(xor)) && b.is_local(N)
    };
    says(a, b) || says(b, a)
}

/// The option with n - m in place of n xor m.
fn difference(left: &Expr, slot: usize) -> Option<Position> {
    let (a, b) = xor(left)?;
    let (n, m) = if a.is_local(slot) { (b, a) } else { (a, b) };
    let kind = ExprKind::Chain(Box::new(n.clone()), vec![(Op::Sub, m.clone())]);
    let arg = Expr { kind, ..left.clone() };
    Some(Position::Of { kind: KindId::FIRST, args: vec![arg], settings: Vec::new(), set: Vec::new(), span: left.span })
}

/// Whether these moves, without their condition, lead to all smaller heaps; or else to all but 0, and to no others.
fn takes_whole(moves: &[Move]) -> Option<bool> {
    let (n, m, one) = (Affine::var(0), Affine::var(1), Affine::constant(1));
    moves.iter().all(|step| step.parts.len() == 1).then_some(())?;
    let below = less(&m, &n)?;
    moves.iter().all(|step| step.piece.implies(&below)).then_some(())?;
    let pieces: Vec<&Piece> = moves.iter().map(|step| &step.piece).collect();
    let budget = moves.first()?.piece.budget();
    let covers = |least: &Affine| {
        let smaller = piece(2, [Some(below.clone()), at_most(least, &m)])?.under(budget);
        Some(smaller.covered_by(pieces.iter().copied(), 2))
    };
    if covers(&Affine::constant(0))? {
        return Some(true);
    }
    let positive = at_most(&one, &m)?;
    (covers(&one)? && pieces.iter().all(|piece| piece.implies(&positive))).then_some(false)
}
