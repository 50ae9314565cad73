//! Conditions that hold from some natural number on, or up to some one, whatever the other names are.

use crate::builtins::Function;
use crate::check::inline::slots_of;
use crate::program::{Expr, ExprKind};
use crate::syntax::ast::{Comparison, Op};
use crate::value::Val;

/// Whether a condition that sees the slot holds from some natural number on, or else up to some one; nothing if neither is known.
pub(crate) fn rises(condition: &Expr, slot: usize) -> Option<bool> {
    match &condition.kind {
        ExprKind::Not(inner) => rises(inner, slot).map(|rises| !rises),
        ExprKind::Compare(how, left, right) => {
            let grows = added(slope(left, slot)?, -slope(right, slot)?)?;
            match how {
                Comparison::Less | Comparison::LessEqual => Some(grows < 0),
                Comparison::Greater | Comparison::GreaterEqual => Some(grows > 0),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The direction of a sum.
fn added(a: i8, b: i8) -> Option<i8> {
    (a * b >= 0).then_some(if a == 0 { b } else { a })
}

/// Whether an expression never falls (1), never rises (-1) or stays the same (0) while the number of the slot goes through the natural numbers.
fn slope(expr: &Expr, slot: usize) -> Option<i8> {
    if !slots_of(expr).contains(&slot) {
        return Some(0);
    }
    match &expr.kind {
        ExprKind::Local(_) => Some(1),
        ExprKind::Neg(inner) => slope(inner, slot).map(|slope| -slope),
        ExprKind::Power(base, exponent) => {
            (is_natural(base, slot) && is_natural(exponent, usize::MAX)).then(|| slope(base, slot))?
        }
        ExprKind::Call(Function::Isqrt, args) => slope(args.first()?, slot),
        ExprKind::Chain(first, rest) => {
            let natural = |part: &Expr| is_natural(part, slot);
            let (mut sum, mut product) = (slope(first, slot)?, natural(first));
            for (op, part) in rest {
                let part_slope = slope(part, slot)?;
                sum = match op {
                    Op::Add => added(sum, part_slope)?,
                    Op::Sub => added(sum, -part_slope)?,
                    Op::Mul if product && natural(part) => added(sum, part_slope)?,
                    Op::Div if matches!(part.kind, ExprKind::Const(Val::Int(1..))) => sum,
                    _ => return None,
                };
                product &= matches!(op, Op::Add | Op::Mul) && natural(part);
            }
            Some(sum)
        }
        _ => None,
    }
}

/// Whether an expression of the slot and of constants is never negative, nor falls.
fn is_natural(expr: &Expr, slot: usize) -> bool {
    match &expr.kind {
        ExprKind::Const(Val::Int(0..)) => true,
        ExprKind::Local(own) => *own == slot,
        ExprKind::Power(base, exponent) => is_natural(base, slot) && is_natural(exponent, usize::MAX),
        ExprKind::Chain(first, rest) => {
            let all = rest.iter().all(|(op, part)| matches!(op, Op::Add | Op::Mul) && is_natural(part, slot));
            all && is_natural(first, slot)
        }
        _ => false,
    }
}
