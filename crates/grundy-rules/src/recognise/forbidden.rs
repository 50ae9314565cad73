//! Nim but for some moves: `g(n) -> g(n-k) for k in 1..n if (n, k) not in LIST`, where the pairs may name the heap, what is taken and
//! what is left.

use super::Given;
use super::constant::Constants;
use super::heap::one_argument;
use super::normal::moves_of;
use crate::program::{Clause, Expr, ExprKind, Kind, KindId, Position, Rule};
use crate::syntax::ast::{Comparison, Op};
use crate::value::Val;
use grundy::Watch;
use grundy::theorem::forbidden::Forbidden;

/// The argument.
const N: usize = 0;

/// A sum of the argument, the `for` name and a number, each so many times.
type Form = [i128; 3];

/// The game, if the rules are it.
pub(super) fn forbidden(given: Given<'_>, kind: KindId) -> Option<Forbidden> {
    let description = given.program.kinds.get(kind.index())?;
    let ([rule], [_], true) = (description.rules.as_slice(), description.args.as_slice(), given.fixed.is_empty())
    else {
        return None;
    };
    let [range @ Clause::Range { slot, .. }, Clause::If(condition)] = rule.clauses.as_slice() else { return None };
    let [Position::Of { kind: part, args, set, .. }] = rule.options.as_slice() else { return None };
    let ([left], true) = (args.as_slice(), *part == kind && set.is_empty()) else { return None };
    let (pair, list) = not_in(condition)?;
    let forms = [form(&pair[0], *slot)?, form(&pair[1], *slot)?, form(left, *slot)?];
    is_nim(given, kind, range, rule)?;
    let Val::List(list) = Constants::new(given, &Watch::default()).value(list, &[])? else { return None };
    let moves = list.items().iter().map(|pair| forbids(pair, &forms)).collect::<Option<Vec<_>>>()?;
    Some(Forbidden::new(moves.into_iter().flatten()))
}

/// The pair and the list of `(a, b) not in LIST`.
fn not_in(condition: &Expr) -> Option<(&[Expr], &Expr)> {
    let (pair, list) = match &condition.kind {
        ExprKind::Compare(Comparison::NotIn, pair, list) => (pair, list),
        ExprKind::Not(inner) => match &inner.kind {
            ExprKind::Compare(Comparison::In, pair, list) => (pair, list),
            _ => return None,
        },
        _ => return None,
    };
    match &pair.kind {
        ExprKind::List(pair) if pair.len() == 2 => Some((pair, list)),
        _ => None,
    }
}

/// Whether all smaller heaps could be left without the condition.
fn is_nim(given: Given<'_>, kind: KindId, range: &Clause, rule: &Rule) -> Option<()> {
    let description = given.program.kinds.get(kind.index())?;
    let rule = Rule { frame: rule.frame, options: rule.options.clone(), clauses: vec![range.clone()], span: rule.span };
    let (name, args) = (description.name.clone(), description.args.clone());
    let plain = Kind { name, args, rules: vec![rule], drawn: None };
    let nim = one_argument(&moves_of(given, &plain, kind, false)?, kind, given.program.finite)?;
    (nim.nim_heap(5) == Some(5) && nim.name() == "nim").then_some(())
}

fn form(expr: &Expr, slot: usize) -> Option<Form> {
    match &expr.kind {
        ExprKind::Local(own) if *own == N => Some([1, 0, 0]),
        ExprKind::Local(own) if *own == slot => Some([0, 1, 0]),
        ExprKind::Const(Val::Int(n)) => Some([0, 0, *n]),
        ExprKind::Chain(first, rest) => {
            let mut sum = form(first, slot)?;
            for (op, part) in rest {
                let sign = match op {
                    Op::Add => 1,
                    Op::Sub => -1,
                    _ => return None,
                };
                for (sum, part) in sum.iter_mut().zip(form(part, slot)?) {
                    *sum = sum.checked_add(part.checked_mul(sign)?)?;
                }
            }
            Some(sum)
        }
        _ => None,
    }
}

/// The heap and what is left of it that a pair forbids, the inner nothing if it is no move; the forms are those of both numbers of the pair and of what is left.
fn forbids(pair: &Val, [first, second, left]: &[Form; 3]) -> Option<Option<(u128, u128)>> {
    let Val::List(pair) = pair else { return None };
    let [Val::Int(x), Val::Int(y)] = pair.items() else { return None };
    let determinant = first[0] * second[1] - first[1] * second[0];
    (determinant.abs() == 1).then_some(())?;
    let (x, y) = (x.checked_sub(first[2])?, y.checked_sub(second[2])?);
    let minor =
        |a: i128, b: i128, c: i128, d: i128| a.checked_mul(b)?.checked_sub(c.checked_mul(d)?)?.checked_mul(determinant);
    let (n, k) = (minor(x, second[1], y, first[1])?, minor(y, first[0], x, second[0])?);
    let left = left[0].checked_mul(n)?.checked_add(left[1].checked_mul(k)?)?.checked_add(left[2])?;
    Some(u128::try_from(n).ok().zip(u128::try_from(left).ok()))
}
