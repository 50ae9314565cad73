//! Sums of names with coefficients, and what the ranges of the names say of them.
//!
//! A part of a list from i up to j is cut to the ends of the list only if i and j may lie outside; and `s[:i] ++ "x" ++ s[i+1:]` is as
//! long as s if they do not. So both are asked of the ranges that the names run through: a sum is as small as it can be where each
//! name with a positive coefficient is at its lower end and each other one at its upper end, the last name first, since its ends may
//! depend on those before.

use super::terms::int;
use crate::program::{Expr, ExprKind};
use crate::syntax::ast::Op;
use std::collections::BTreeMap;

/// Steps of one proof.
const MOST_STEPS: usize = 64;

/// c + Σ aᵢ·xᵢ with the slots of the names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Linear {
    constant: i64,
    terms: BTreeMap<usize, i64>,
}

/// The ends of the ranges that names run through, by their slots; an argument is at least 0.
#[derive(Debug, Default)]
pub(super) struct Ranges(BTreeMap<usize, (Option<Linear>, Option<Linear>)>);

impl Linear {
    /// The sum that an expression is.
    pub(super) fn of(expr: &Expr) -> Option<Linear> {
        match &expr.kind {
            ExprKind::Const(value) => Some(Linear { constant: value.small()?, terms: BTreeMap::new() }),
            ExprKind::Local(slot) => Some(Linear { constant: 0, terms: BTreeMap::from([(*slot, 1)]) }),
            ExprKind::Neg(x) => Linear::default().plus(&Linear::of(x)?, -1),
            ExprKind::Chain(first, rest) => rest.iter().try_fold(Linear::of(first)?, |sum, (op, part)| {
                let part = Linear::of(part)?;
                match op {
                    Op::Add => sum.plus(&part, 1),
                    Op::Sub => sum.plus(&part, -1),
                    Op::Mul if part.terms.is_empty() => Linear::default().plus(&sum, part.constant),
                    Op::Mul if sum.terms.is_empty() => Linear::default().plus(&part, sum.constant),
                    _ => None,
                }
            }),
            _ => None,
        }
    }

    /// What a name is multiplied with.
    pub(super) fn factor(&self, slot: usize) -> i64 {
        self.terms.get(&slot).copied().unwrap_or(0)
    }

    fn plus(mut self, other: &Linear, times: i64) -> Option<Linear> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(times)?)?;
        for (&slot, &factor) in &other.terms {
            let sum = self.terms.entry(slot).or_default();
            *sum = sum.checked_add(factor.checked_mul(times)?)?;
        }
        self.terms.retain(|_, factor| *factor != 0);
        Some(self)
    }
}

impl Ranges {
    /// A name of a loop, which runs between these.
    pub(super) fn name(&mut self, slot: usize, from: &Expr, to: &Expr) {
        self.0.insert(slot, (Linear::of(from), Linear::of(to)));
    }

    /// A natural number.
    pub(super) fn natural(&mut self, slot: usize) {
        self.0.insert(slot, (Some(Linear::default()), None));
    }

    /// Whether `a <= b` is certain.
    pub(super) fn ordered(&self, a: &Expr, b: &Expr) -> bool {
        let difference = || Linear::of(b)?.plus(&Linear::of(a)?, -1);
        difference().is_some_and(|difference| self.is_natural(difference).unwrap_or(false))
    }

    fn is_natural(&self, mut sum: Linear) -> Option<bool> {
        for _ in 0..MOST_STEPS {
            let Some((slot, factor)) = sum.terms.pop_last() else { return Some(sum.constant >= 0) };
            let (from, to) = self.0.get(&slot)?;
            let end = if factor > 0 { from } else { to };
            sum = sum.plus(end.as_ref()?, factor)?;
        }
        None
    }
}

/// The same number: a constant if its names cancel.
pub(super) fn tidy(expr: Expr) -> Expr {
    match Linear::of(&expr) {
        Some(sum) if sum.terms.is_empty() => int(sum.constant),
        _ => expr,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packing::terms::{add, local, mul, sub};

    #[test]
    fn names_cancel() {
        let (i, j) = (local(1), local(2));
        let len = add(add(i.clone(), int(1)), sub(sub(j.clone(), add(i.clone(), int(1))), sub(j, int(20))));
        assert_eq!(super::super::terms::constant(&tidy(len)), Some(20));
        assert_eq!(super::super::terms::constant(&tidy(mul(i, int(2)))), None);
    }

    #[test]
    fn ends_that_depend_on_names_before() {
        let (i, j, one) = (local(1), local(2), int(1));
        let mut ranges = Ranges::default();
        ranges.name(1, &int(0), &int(9));
        ranges.name(2, &add(i.clone(), one.clone()), &sub(int(19), i.clone()));
        assert!(ranges.ordered(&add(i.clone(), one.clone()), &j));
        assert!(ranges.ordered(&j, &int(19)));
        assert!(!ranges.ordered(&j, &int(18)));
        assert!(ranges.ordered(&mul(i.clone(), int(2)), &int(18)));
        assert!(!ranges.ordered(&add(i, int(2)), &j));
        assert!(!ranges.ordered(&int(0), &local(7)), "nothing is known of it");
        ranges.natural(7);
        assert!(ranges.ordered(&int(0), &local(7)));
    }
}
