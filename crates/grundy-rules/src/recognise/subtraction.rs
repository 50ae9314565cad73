//! A heap from which any number of a list or of a range may be taken, read straight off: such lists can be long, and a piece for each
//! number would be much work for nothing; ranges may be others in each case of an input.

use super::Given;
use super::affine::Affine;
use super::constant::Constants;
use super::path::{Binding, as_int};
use crate::program::{Clause, Expr, ExprKind, KindId, Position};
use crate::syntax::ast::Op;
use crate::value::Val;
use grundy::Watch;
use grundy::heap::Rule;
use grundy::theorem::{HeapTheorem, code};

/// The kind is `g(n) -> g(n-k) for k in LIST`, or `for k in A..B`, with a list or ends that do not depend on n.
pub(super) fn subtraction(given: Given<'_>, kind: KindId) -> Option<Box<dyn HeapTheorem>> {
    let rules = given.program.kinds.get(kind.index())?;
    let ([rule], [_]) = (rules.rules.as_slice(), rules.args.as_slice()) else { return None };
    let ([clause], [Position::Of { kind: part, args, .. }]) = (rule.clauses.as_slice(), rule.options.as_slice()) else {
        return None;
    };
    let ([slot], [left], true) = (clause.slots(), args.as_slice(), *part == kind) else { return None };
    if !is_difference(left, 0, *slot) {
        return None;
    }
    let mut env = vec![Binding::Open; rule.frame];
    *env.first_mut()? = Binding::Int(Affine::var(0));
    let watch = Watch::default();
    let mut constants = Constants::new(given, &watch);
    let list = match clause {
        Clause::Each { pattern: false, items, .. } => constants.value(items, &env)?,
        Clause::Range { from, to: Some(to), .. } => {
            let (from, to) = (as_int(&constants.value(from, &env)?)?, as_int(&constants.value(to, &env)?)?);
            let rule = (1 <= from && from <= to).then(|| format!("take{{{from}..{to}}}").parse::<Rule>().ok())??;
            return Some(code::theorem(rule, 0));
        }
        _ => return None,
    };
    let Val::List(list) = list else { return None };
    let numbers = list.items().iter().map(|item| u128::try_from(as_int(item)?).ok()).collect::<Option<Vec<_>>>()?;
    Some(code::theorem(Rule::subtraction(numbers).ok()?, 0))
}

/// `a - b` of two slots.
pub(super) fn is_difference(expr: &Expr, a: usize, b: usize) -> bool {
    let ExprKind::Chain(first, rest) = &expr.kind else { return false };
    matches!(rest.as_slice(), [(Op::Sub, second)] if first.is_local(a) && second.is_local(b))
}
