//! What expressions see of a list that is an argument: its elements, or at most its length; and expressions as linear forms in what is not linear, so that two of them can be
//! proved equal without knowing what their parts are.

use crate::builtins::Function;
use crate::check::inline::{Walk, slots_of, walk_expr};
use crate::program::{Clause, Expr, ExprKind};
use crate::syntax::ast::Op;
use crate::value::Val;

/// A list whose elements are not to be seen, and names that depend on them.
#[derive(Debug, Clone)]
pub(super) struct Sight {
    /// The slot of the list.
    pub(super) list: usize,
    /// The slots of the names.
    pub(super) hidden: Vec<usize>,
}

/// Takes out what a list shows of its form: `len(list)`, and `len(list[i])` but for i.
struct Lengths(usize);

impl Walk for Lengths {
    fn expr(&mut self, expr: &mut Expr) {
        walk_expr(self, expr);
        let ExprKind::Call(Function::Len, args) = &expr.kind else { return };
        let [of] = args.as_slice() else { return };
        match &of.kind {
            ExprKind::Local(slot) if *slot == self.0 => expr.kind = ExprKind::Const(Val::Int(0)),
            ExprKind::Index(list, row) if list.is_local(self.0) => *expr = (**row).clone(),
            _ => {}
        }
    }
}

impl Sight {
    /// Whether an expression sees no element of the list.
    pub(super) fn is_blind(&self, expr: &Expr) -> bool {
        let mut expr = expr.clone();
        Lengths(self.list).expr(&mut expr);
        slots_of(&expr).iter().all(|slot| *slot != self.list && !self.hidden.contains(slot))
    }

    /// Whether what a clause runs through, or its condition, sees no element of the list.
    pub(super) fn is_blind_clause(&self, clause: &Clause) -> bool {
        match clause {
            Clause::Range { from, to, .. } => self.is_blind(from) && to.as_ref().is_none_or(|to| self.is_blind(to)),
            Clause::Each { items, .. } => self.is_blind(items),
            Clause::If(condition) => self.is_blind(condition),
        }
    }

    /// Whether each part of a form is blind, an element at a place that is told blindly, the sum or the largest of all elements, or
    /// a given name: then it can go wrong only as it does on any other list of as many elements.
    pub(super) fn is_plain(&self, form: &Linear, or: Option<usize>) -> bool {
        let is_name = |atom: &Expr| or.is_some_and(|slot| atom.is_local(slot));
        let is_plain =
            |atom: &Expr| self.is_blind(atom) || self.is_cell(atom) || self.is_sum_or_largest(atom) || is_name(atom);
        form.terms.iter().all(|(atom, _)| is_plain(atom))
    }

    fn is_cell(&self, atom: &Expr) -> bool {
        let ExprKind::Index(base, index) = &atom.kind else { return false };
        self.is_blind(index) && (base.is_local(self.list) || self.is_cell(base))
    }

    fn is_sum_or_largest(&self, atom: &Expr) -> bool {
        let ExprKind::Call(Function::Sum | Function::Max, args) = &atom.kind else { return false };
        matches!(args.as_slice(), [list] if list.is_local(self.list))
    }

    /// Whether a form is at least the largest element of a list of natural numbers.
    pub(super) fn is_whole(&self, form: &Linear) -> bool {
        matches!(form.terms.as_slice(), [(atom, 1)] if form.constant == 0 && self.is_sum_or_largest(atom))
    }
}

/// A sum of multiples of expressions that are not sums themselves.
#[derive(Debug, Clone, Default)]
pub(super) struct Linear {
    pub(super) constant: i128,
    pub(super) terms: Vec<(Expr, i128)>,
}

impl Linear {
    /// The form of an expression; nothing if its numbers become too large.
    pub(super) fn of(expr: &Expr) -> Option<Linear> {
        match &expr.kind {
            ExprKind::Const(Val::Int(constant)) => Some(Linear { constant: *constant, terms: Vec::new() }),
            ExprKind::Neg(inner) => Linear::default().plus(&Linear::of(inner)?, -1),
            ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| matches!(op, Op::Add | Op::Sub)) => {
                rest.iter().try_fold(Linear::of(first)?, |sum, (op, term)| {
                    sum.plus(&Linear::of(term)?, if *op == Op::Add { 1 } else { -1 })
                })
            }
            _ => Some(Linear { constant: 0, terms: vec![(expr.clone(), 1)] }),
        }
    }

    /// The sum with a multiple of another one.
    pub(super) fn plus(&self, other: &Linear, times: i128) -> Option<Linear> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(times)?)?;
        for (atom, factor) in &other.terms {
            let factor = factor.checked_mul(times)?;
            match sum.terms.iter_mut().find(|(own, _)| is_same(own, atom)) {
                Some((_, own)) => *own = own.checked_add(factor)?,
                None => sum.terms.push((atom.clone(), factor)),
            }
        }
        sum.terms.retain(|(_, factor)| *factor != 0);
        Some(sum)
    }

    pub(super) fn shift(&self, by: i128) -> Option<Linear> {
        Some(Linear { constant: self.constant.checked_add(by)?, terms: self.terms.clone() })
    }

    /// The number that it is, whatever its parts are.
    pub(super) fn number(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    pub(super) fn is_number(&self, number: i128) -> bool {
        self.number() == Some(number)
    }

    /// The factor of a name, and the rest; nothing if the rest depends on the name.
    pub(super) fn without(&self, slot: usize) -> Option<(i128, Linear)> {
        let factor = self.terms.iter().find(|(atom, _)| atom.is_local(slot))?.1;
        let mut rest = self.clone();
        rest.terms.retain(|(atom, _)| !atom.is_local(slot));
        rest.terms.iter().all(|(atom, _)| !slots_of(atom).contains(&slot)).then_some((factor, rest))
    }
}

/// Whether two expressions are written alike up to the order of sums: then they have the same value.
pub(super) fn is_same(a: &Expr, b: &Expr) -> bool {
    let both = |a: &Expr, b: &Expr| {
        let difference = || Linear::of(a)?.plus(&Linear::of(b)?, -1);
        difference().is_some_and(|difference| difference.is_number(0))
    };
    let all = |a: &[Expr], b: &[Expr]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| both(a, b));
    match (&a.kind, &b.kind) {
        (ExprKind::Const(a), ExprKind::Const(b)) => a == b,
        (ExprKind::Local(a), ExprKind::Local(b)) | (ExprKind::Global(a), ExprKind::Global(b)) => a == b,
        (ExprKind::Let(f, a), ExprKind::Let(g, b)) => f == g && all(a, b),
        (ExprKind::Call(f, a), ExprKind::Call(g, b)) => f == g && all(a, b),
        (ExprKind::List(a), ExprKind::List(b)) => all(a, b),
        (ExprKind::Index(a, i), ExprKind::Index(b, j)) | (ExprKind::Power(a, i), ExprKind::Power(b, j)) => {
            both(a, b) && both(i, j)
        }
        (ExprKind::Chain(a, rest), ExprKind::Chain(b, others)) => {
            let operands = rest.iter().zip(others).all(|((op, a), (other, b))| op == other && both(a, b));
            rest.len() == others.len() && both(a, b) && operands
        }
        _ => false,
    }
}
