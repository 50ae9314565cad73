//! Values that no argument has a part in: params, data, helpers of them, and `for` names that were written out. They are
//! worked out by the evaluator itself, so they mean here what they mean everywhere.

use super::path::Binding;
use super::{Given, ProofBudget};
use crate::eval::code::{CodeId, Unit};
use crate::eval::evaluator::{Evaluator, NoHost};
use crate::meter::{Budget, Meter};
use crate::program::{Clause, Comprehension, Expr, ExprKind};
use crate::value::Val;
use grundy::Watch;
use hashbrown::HashMap;
use std::ops::ControlFlow;

/// Steps of the evaluator for all constants of a kind, but for helpers, which the game works out once for all.
const STEPS: u64 = 1 << 22;

/// Works out constants.
pub(super) struct Constants<'a> {
    given: Given<'a>,
    /// Made when an expression must be worked out.
    unit: Option<Unit>,
    machine: Evaluator,
    /// The code of the expressions that were seen, by their place in memory.
    codes: HashMap<*const Expr, CodeId>,
}

impl<'a> Constants<'a> {
    pub(super) fn new(given: Given<'a>, watch: &Watch) -> Constants<'a> {
        let meter = Meter::new(watch, &Budget::new(STEPS));
        Constants { given, unit: None, machine: Evaluator::new(meter), codes: HashMap::new() }
    }

    /// The arguments that no move changes.
    pub(super) fn fixed(&self) -> &'a [(usize, Val)] {
        self.given.fixed
    }

    /// What proofs may cost.
    pub(super) fn budget(&self) -> &'a ProofBudget {
        self.given.budget
    }

    /// The value of an expression, if it has one and it is the same for all arguments.
    pub(super) fn value(&mut self, expr: &Expr, env: &[Binding]) -> Option<Val> {
        match &expr.kind {
            ExprKind::Const(value) => return Some(value.clone()),
            ExprKind::Global(index) => return self.given.globals.get(*index)?.clone(),
            ExprKind::Local(slot) => return known(env.get(*slot)?),
            ExprKind::Let(index, args) if args.is_empty() => return (self.given.helper)(*index),
            _ if !is_closed(expr, env) => return None,
            _ => {}
        }
        self.worked_out(expr, env)
    }

    fn worked_out(&mut self, expr: &Expr, env: &[Binding]) -> Option<Val> {
        let unit = self.unit.get_or_insert_with(|| Unit::of(self.given.program));
        let code = *self.codes.entry(expr).or_insert_with(|| unit.add_value(expr, env.len()));
        let locals: Vec<Val> = env.iter().map(|binding| known(binding).unwrap_or(Val::Int(0))).collect();
        match self.machine.run(unit, code, &locals, self.given.globals, &mut NoHost) {
            Ok(ControlFlow::Continue(value)) => value,
            _ => None,
        }
    }
}

fn known(binding: &Binding) -> Option<Val> {
    match binding {
        Binding::Const(value) => Some(value.clone()),
        Binding::Int(form) => form.as_constant().map(Val::Int),
        Binding::Open | Binding::List => None,
    }
}

/// Whether no variable occurs. A slot that is still open belongs to a name inside of the expression.
pub(super) fn is_closed(expr: &Expr, env: &[Binding]) -> bool {
    let all = |exprs: &[Expr]| exprs.iter().all(|expr| is_closed(expr, env));
    let over = |body: &Comprehension| is_closed(&body.body, env) && clauses_closed(&body.clauses, env);
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Global(_) => true,
        ExprKind::Local(slot) => match env.get(*slot) {
            None | Some(Binding::Open) => true,
            Some(binding) => known(binding).is_some(),
        },
        ExprKind::Let(_, args) | ExprKind::Call(_, args) | ExprKind::List(args) => all(args),
        ExprKind::CallOver(_, body, rest) => over(body) && all(rest),
        ExprKind::ListOver(body) => over(body),
        ExprKind::Neg(inner) | ExprKind::Not(inner) => is_closed(inner, env),
        ExprKind::Power(a, b) | ExprKind::Compare(_, a, b) | ExprKind::RangeList(a, b) | ExprKind::Index(a, b) => {
            is_closed(a, env) && is_closed(b, env)
        }
        ExprKind::Chain(first, rest) => {
            is_closed(first, env) && rest.iter().all(|(_, operand)| is_closed(operand, env))
        }
        ExprKind::If(a, b, c) => [a, b, c].into_iter().all(|part| is_closed(part, env)),
        ExprKind::Slice(list, from, to) => {
            let end = |end: &Option<Box<Expr>>| end.as_ref().is_none_or(|end| is_closed(end, env));
            is_closed(list, env) && end(from) && end(to)
        }
        ExprKind::With(list, updates) => {
            is_closed(list, env) && updates.iter().all(|update| all(&update.path) && is_closed(&update.value, env))
        }
        ExprKind::Played(_) | ExprKind::Ask(..) | ExprKind::Options(_) | ExprKind::Tell(..) | ExprKind::Case => false,
    }
}

fn clauses_closed(clauses: &[Clause], env: &[Binding]) -> bool {
    clauses.iter().all(|clause| match clause {
        Clause::Range { from, to, .. } => is_closed(from, env) && to.as_ref().is_none_or(|to| is_closed(to, env)),
        Clause::Each { items, .. } => is_closed(items, env),
        Clause::If(condition) => is_closed(condition, env),
    })
}
