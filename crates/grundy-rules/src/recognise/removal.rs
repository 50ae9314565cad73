//! Rules by which an element of a list goes, and with it those that depend on it: `[u for u in s if …] for v in s if …`, where
//! neither condition sees the list.

use crate::check::inline::slots_of;
use crate::program::{Clause, Expr, ExprKind, KindId, Position, Program};
use crate::syntax::ast::Op;

/// What such a rule says.
#[derive(Debug, Clone)]
pub(crate) struct Removal {
    /// The slot of the element that is chosen.
    pub(crate) chosen: usize,
    /// The slots of the rule.
    pub(crate) frame: usize,
    /// Under which condition an element may be chosen, if there is one.
    pub(crate) may: Option<Expr>,
}

/// Whether an expression sees no other slots than these.
fn sees_only(expr: &Expr, slots: &[usize]) -> bool {
    slots_of(expr).iter().all(|slot| slots.contains(slot))
}

/// The list, which is the only argument.
const LIST: usize = 0;

/// A loop over the list, and the conditions behind it.
fn over_list(clauses: &[Clause]) -> Option<(usize, Vec<&Expr>)> {
    let (Clause::Each { slots, pattern: false, items, .. }, conditions) = clauses.split_first()? else { return None };
    let ([slot], true) = (slots.as_slice(), items.is_local(LIST)) else { return None };
    let conditions = conditions.iter().map(|clause| match clause {
        Clause::If(condition) => Some(condition),
        _ => None,
    });
    Some((*slot, conditions.collect::<Option<_>>()?))
}

/// The removal that the rules of a kind are.
pub(crate) fn removal(program: &Program, kind: KindId) -> Option<Removal> {
    let description = program.kinds.get(kind.index())?;
    let ([rule], 1) = (description.rules.as_slice(), description.args.len()) else { return None };
    let (chosen, may) = over_list(&rule.clauses)?;
    let [Position::Of { kind: left, args, set, .. }] = rule.options.as_slice() else { return None };
    let ([Expr { kind: ExprKind::ListOver(stays), .. }], true) = (args.as_slice(), *left == kind && set.is_empty())
    else {
        return None;
    };
    let (element, conditions) = over_list(&stays.clauses)?;
    let blind = conditions.iter().all(|condition| sees_only(condition, &[chosen, element]))
        && may.iter().all(|condition| sees_only(condition, &[chosen]));
    (stays.body.is_local(element) && blind).then_some(())?;
    let may = may
        .into_iter()
        .cloned()
        .reduce(|a, b| Expr { kind: ExprKind::Chain(Box::new(a.clone()), vec![(Op::And, b)]), ..a });
    Some(Removal { chosen, frame: rule.frame, may })
}
