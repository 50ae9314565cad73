//! Linear forms in the names of clauses.

use super::Known;
use crate::program::{Expr, ExprKind};
use crate::syntax::ast::Op;
use crate::value::Val;

/// A sum of names with factors and a constant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) constant: i128,
    /// By slot, no factor 0.
    pub(super) terms: Vec<(usize, i128)>,
}

impl Form {
    pub(super) fn constant(constant: i128) -> Form {
        Form { constant, terms: Vec::new() }
    }

    /// The slots of its names.
    pub(super) fn slots(&self) -> impl Iterator<Item = usize> {
        self.terms.iter().map(|term| term.0)
    }

    /// `self + factor · other`.
    pub(super) fn plus_times(&self, factor: i128, other: &Form) -> Option<Form> {
        let mut sum = self.clone();
        sum.constant = other.constant.checked_mul(factor)?.checked_add(sum.constant)?;
        for &(slot, own) in &other.terms {
            let more = own.checked_mul(factor)?;
            match sum.terms.iter_mut().find(|term| term.0 == slot) {
                Some(term) => term.1 = term.1.checked_add(more)?,
                None => sum.terms.push((slot, more)),
            }
        }
        sum.terms.retain(|term| term.1 != 0);
        Some(sum)
    }

    /// Its value where the names have these values.
    pub(super) fn at(&self, values: &[(usize, i128)]) -> Option<i128> {
        self.terms.iter().try_fold(self.constant, |sum, (slot, factor)| {
            let value = values.iter().find(|(name, _)| name == slot)?.1;
            sum.checked_add(factor.checked_mul(value)?)
        })
    }

    /// The least and the greatest value where the names lie between these.
    pub(super) fn extent(&self, extents: &[(usize, (i128, i128))]) -> Option<(i128, i128)> {
        self.terms.iter().try_fold((self.constant, self.constant), |(low, high), (slot, factor)| {
            let (least, most) = extents.iter().find(|(name, _)| name == slot)?.1;
            let ends = (factor.checked_mul(least)?, factor.checked_mul(most)?);
            Some((low.checked_add(ends.0.min(ends.1))?, high.checked_add(ends.0.max(ends.1))?))
        })
    }
}

/// Expressions as linear forms in the names of clauses.
pub(super) struct Forms<'a> {
    pub(super) known: &'a Known<'a>,
    /// The slots of the names.
    pub(super) names: Vec<usize>,
}

impl Forms<'_> {
    /// An expression as a linear form.
    pub(super) fn form(&self, expr: &Expr) -> Option<Form> {
        let integer = |value: &Val| match value {
            Val::Int(n) => Some(Form::constant(*n)),
            _ => None,
        };
        match &expr.kind {
            ExprKind::Const(value) => integer(value),
            ExprKind::Global(index) => integer(self.known.globals.get(*index)?.as_ref()?),
            ExprKind::Let(index, args) if args.is_empty() => integer(&(self.known.helpers)(*index)?),
            ExprKind::Local(slot) if self.names.contains(slot) => Some(Form { constant: 0, terms: vec![(*slot, 1)] }),
            ExprKind::Local(slot) => integer(self.known.locals.get(*slot)?),
            ExprKind::Power(base, exponent) => {
                let (base, exponent) = (self.form(base)?, self.form(exponent)?);
                let constants = base.terms.is_empty() && exponent.terms.is_empty();
                let power = base.constant.checked_pow(u32::try_from(exponent.constant).ok()?)?;
                constants.then(|| Form::constant(power))
            }
            ExprKind::Neg(inner) => Form::constant(0).plus_times(-1, &self.form(inner)?),
            ExprKind::Chain(first, rest) => rest.iter().try_fold(self.form(first)?, |left, (op, operand)| {
                let right = self.form(operand)?;
                match op {
                    Op::Add => left.plus_times(1, &right),
                    Op::Sub => left.plus_times(-1, &right),
                    Op::Mul if right.terms.is_empty() => Form::constant(0).plus_times(right.constant, &left),
                    Op::Mul if left.terms.is_empty() => Form::constant(0).plus_times(left.constant, &right),
                    _ => None,
                }
            }),
            _ => None,
        }
    }
}
