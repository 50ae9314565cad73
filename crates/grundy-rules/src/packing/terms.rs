//! Expressions that are made, not written: small constructors that fold constants.

use crate::builtins::Function;
use crate::program::{Expr, ExprKind, Type};
use crate::source::Span;
use crate::syntax::ast::{Comparison, Op};
use crate::value::{List, Val};

pub(super) fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default(), ty: Type::Any }
}

pub(super) fn int(n: i64) -> Expr {
    expr(ExprKind::Const(Val::Int(n.into())))
}

pub(super) fn local(slot: usize) -> Expr {
    expr(ExprKind::Local(slot))
}

/// The number, if it is a constant.
pub(super) fn constant(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Const(value) => value.small(),
        _ => None,
    }
}

pub(super) fn add(a: Expr, b: Expr) -> Expr {
    match (constant(&a), constant(&b)) {
        (Some(0), _) => b,
        (_, Some(0)) => a,
        (Some(x), Some(y)) if x.checked_add(y).is_some() => int(x + y),
        _ => chain(a, Op::Add, b),
    }
}

pub(super) fn sub(a: Expr, b: Expr) -> Expr {
    match (constant(&a), constant(&b)) {
        (_, Some(0)) => a,
        (Some(x), Some(y)) if x.checked_sub(y).is_some() => int(x - y),
        _ => chain(a, Op::Sub, b),
    }
}

pub(super) fn mul(a: Expr, b: Expr) -> Expr {
    match (constant(&a), constant(&b)) {
        (Some(1), _) => b,
        (_, Some(1)) => a,
        (Some(x), Some(y)) if x.checked_mul(y).is_some() => int(x * y),
        _ => chain(a, Op::Mul, b),
    }
}

fn chain(a: Expr, op: Op, b: Expr) -> Expr {
    expr(ExprKind::Chain(Box::new(a), vec![(op, b)]))
}

/// a · 2^bits.
pub(super) fn shifted(a: Expr, bits: Expr) -> Expr {
    match constant(&bits) {
        Some(0) => a,
        Some(n @ 0..=62) => mul(a, int(1 << n)),
        _ => chain(a, Op::Mul, power(bits)),
    }
}

/// a / 2^bits.
pub(super) fn halved(a: Expr, bits: Expr) -> Expr {
    match (constant(&a), constant(&bits)) {
        (_, Some(0)) => a,
        (Some(a), Some(n @ 0..=62)) => int(a >> n),
        _ => chain(a, Op::Div, power(bits)),
    }
}

/// a % 2^bits.
pub(super) fn lowest(a: Expr, bits: Expr) -> Expr {
    match (constant(&a), constant(&bits)) {
        (Some(a), Some(n @ 0..=62)) => int(a & ((1 << n) - 1)),
        (None, Some(n @ 0..=62)) => chain(a, Op::Mod, int(1 << n)),
        _ => chain(a, Op::Mod, power(bits)),
    }
}

fn power(bits: Expr) -> Expr {
    expr(ExprKind::Power(Box::new(int(2)), Box::new(bits)))
}

pub(super) fn compare(comparison: Comparison, a: Expr, b: Expr) -> Expr {
    let known = match (comparison, constant(&a), constant(&b)) {
        (Comparison::Equal, Some(a), Some(b)) => Some(a == b),
        (Comparison::NotEqual, Some(a), Some(b)) => Some(a != b),
        (Comparison::Less, Some(a), Some(b)) => Some(a < b),
        (Comparison::LessEqual, Some(a), Some(b)) => Some(a <= b),
        _ => None,
    };
    known.map_or_else(|| expr(ExprKind::Compare(comparison, Box::new(a), Box::new(b))), truth)
}

pub(super) fn less(a: Expr, b: Expr) -> Expr {
    compare(Comparison::Less, a, b)
}

pub(super) fn truth(holds: bool) -> Expr {
    expr(ExprKind::Const(Val::Bool(holds)))
}

fn known_truth(expr: &Expr) -> Option<bool> {
    match expr.kind {
        ExprKind::Const(Val::Bool(holds)) => Some(holds),
        _ => None,
    }
}

/// All of some conditions, or one of them (`Op::And`, `Op::Or`), from left to right.
pub(super) fn joined(op: Op, conditions: impl IntoIterator<Item = Expr>) -> Expr {
    let neutral = op == Op::And;
    let mut list: Vec<Expr> = Vec::new();
    for condition in conditions {
        match known_truth(&condition) {
            Some(holds) if holds == neutral => {}
            known => {
                list.push(condition);
                if known.is_some() {
                    break;
                }
            }
        }
    }
    let mut list = list.into_iter();
    match list.next() {
        None => truth(neutral),
        Some(first) if list.len() == 0 => first,
        Some(first) => expr(ExprKind::Chain(Box::new(first), list.map(|other| (op, other)).collect())),
    }
}

pub(super) fn not(condition: Expr) -> Expr {
    match known_truth(&condition) {
        Some(holds) => truth(!holds),
        None => expr(ExprKind::Not(Box::new(condition))),
    }
}

pub(super) fn choice(condition: Expr, yes: Expr, no: Expr) -> Expr {
    match known_truth(&condition) {
        Some(true) => yes,
        Some(false) => no,
        None => expr(ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no))),
    }
}

/// The larger or the smaller of two numbers.
pub(super) fn extreme(function: Function, a: Expr, b: Expr) -> Expr {
    match (constant(&a), constant(&b)) {
        (Some(a), Some(b)) => int(if function == Function::Max { a.max(b) } else { a.min(b) }),
        _ => expr(ExprKind::Call(function, vec![a, b])),
    }
}

/// An element of a constant list of numbers: an index outside fails.
pub(super) fn element(list: &List, index: Expr) -> Expr {
    let known = constant(&index).and_then(|index| list.integers()?.get(usize::try_from(index).ok()?).copied());
    match known {
        Some(n) => int(n),
        None => expr(ExprKind::Index(Box::new(expr(ExprKind::Const(Val::List(list.clone())))), Box::new(index))),
    }
}
