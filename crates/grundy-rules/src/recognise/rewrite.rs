//! The rules of a kind in simpler words, for recognisers that read conditions as they are written: the same moves, said with less.
//!
//! - A call of a helper becomes its right side, unless the helper uses itself. Its arguments must be sums of names and numbers: whatever the helper
//!   does with them, they can do no harm themselves.
//! - `a - b*(a/b)` becomes `a % b`.
//! - `any(x == a and y == b for (x, y) in L)` becomes `(a, b) in L`.
//!
//! The search never sees these rules: a theorem that was found by them is one of the rules as they stand.

use super::sight::is_same;
use crate::builtins::Function;
use crate::check::inline::{Inline, Walk, slots_of, walk_clause, walk_expr};
use crate::program::{Clause, Comprehension, Expr, ExprKind, Kind, KindId, Program, Rule};
use crate::syntax::ast::{Comparison, Op};

/// More helpers within helpers are left as they are, and more calls altogether.
const MOST_NESTED: usize = 8;
const MOST_CALLS: usize = 200;

/// The program with simpler rules of a kind; nothing if they are simple.
pub(super) fn simpler(program: &Program, kind: KindId) -> Option<Program> {
    let mut changed = false;
    let mut rules = Vec::new();
    for rule in &program.kinds.get(kind.index())?.rules {
        let mut words = Words { program, frame: rule.frame, calls: 0, nested: 0, changed: false };
        let mut simple =
            Rule { frame: rule.frame, options: rule.options.clone(), clauses: rule.clauses.clone(), span: rule.span };
        simple.clauses.iter_mut().for_each(|clause| walk_clause(&mut words, clause));
        simple.options.iter_mut().for_each(|option| words.position(option));
        simple.frame = words.frame;
        changed |= words.changed;
        rules.push(simple);
    }
    changed.then(|| {
        let kinds = program.all_kinds().map(|(id, known)| {
            let rules = if id == kind { std::mem::take(&mut rules) } else { known.rules.iter().map(copy).collect() };
            Kind { name: known.name.clone(), args: known.args.clone(), rules, drawn: None }
        });
        program.with_kinds(kinds.collect(), Vec::new())
    })
}

fn copy(rule: &Rule) -> Rule {
    Rule { frame: rule.frame, options: rule.options.clone(), clauses: rule.clauses.clone(), span: rule.span }
}

struct Words<'a> {
    program: &'a Program,
    frame: usize,
    calls: usize,
    nested: usize,
    changed: bool,
}

impl Walk for Words<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        walk_expr(self, expr);
        let simple = match &expr.kind {
            ExprKind::Let(helper, args) if !args.is_empty() => self.called(*helper, args),
            ExprKind::Chain(first, rest) => rest_of_division(first, rest),
            ExprKind::CallOver(Function::Any, list, rest) if rest.is_empty() => member(list),
            _ => None,
        };
        if let Some(kind) = simple {
            expr.kind = kind;
            self.changed = true;
        }
    }
}

impl Words<'_> {
    /// The right side of a helper with its arguments in place.
    fn called(&mut self, index: usize, args: &[Expr]) -> Option<ExprKind> {
        let helper = self.program.lets.get(index)?;
        let plain = !helper.asks && args.len() == helper.arity && args.iter().all(is_harmless);
        if !plain || self.nested >= MOST_NESTED || self.calls >= MOST_CALLS || is_recursive(self.program, index) {
            return None;
        }
        self.calls += 1;
        let mut body = helper.body.clone();
        Inline { args, first: self.frame }.expr(&mut body);
        self.frame += helper.frame.saturating_sub(args.len());
        self.nested += 1;
        self.expr(&mut body);
        self.nested -= 1;
        Some(body.kind)
    }
}

/// Whether a helper may come to use itself.
pub(super) fn is_recursive(program: &Program, index: usize) -> bool {
    let (mut seen, mut next) = (Vec::new(), vec![index]);
    while let Some(helper) = next.pop() {
        let Some(helper) = program.lets.get(helper) else { return true };
        let mut named = Named(Vec::new());
        named.expr(&mut helper.body.clone());
        if named.0.contains(&index) {
            return true;
        }
        let new: Vec<usize> = named.0.into_iter().filter(|name| !seen.contains(name)).collect();
        seen.extend(&new);
        next.extend(new);
    }
    false
}

/// The helpers that are named.
struct Named(Vec<usize>);

impl Walk for Named {
    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Let(helper, _) = &expr.kind {
            self.0.push(*helper);
        }
        walk_expr(self, expr);
    }
}

/// Whether an expression has a value, whatever its names are.
fn is_harmless(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Global(_) => true,
        ExprKind::Neg(inner) => is_harmless(inner),
        ExprKind::Chain(first, rest) => {
            is_harmless(first) && rest.iter().all(|(op, part)| matches!(op, Op::Add | Op::Sub) && is_harmless(part))
        }
        _ => false,
    }
}

/// `a % b` for `a - b*(a/b)`.
fn rest_of_division(first: &Expr, rest: &[(Op, Expr)]) -> Option<ExprKind> {
    let [(Op::Sub, taken)] = rest else { return None };
    let ExprKind::Chain(left, factors) = &taken.kind else { return None };
    // Without brackets `a/b*b` is one chain.
    let (by, whole, quotient) = match factors.as_slice() {
        [(Op::Mul, right)] if is_quotient(right) => (&**left, first, right),
        [(Op::Mul, right)] if is_quotient(left) => (right, first, &**left),
        [(Op::Div, by), (Op::Mul, right)] => {
            return (is_same(left, first) && is_same(by, right)).then(|| modulo(first, by));
        }
        _ => return None,
    };
    let ExprKind::Chain(divided, divisor) = &quotient.kind else { return None };
    let [(Op::Div, divisor)] = divisor.as_slice() else { return None };
    (is_same(divided, whole) && is_same(divisor, by)).then(|| modulo(first, by))
}

fn is_quotient(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Chain(_, rest) if matches!(rest.as_slice(), [(Op::Div, _)]))
}

fn modulo(a: &Expr, b: &Expr) -> ExprKind {
    ExprKind::Chain(Box::new(a.clone()), vec![(Op::Mod, b.clone())])
}

/// `(a, b) in L` for `any(x == a and y == b for (x, y) in L)`.
fn member(list: &Comprehension) -> Option<ExprKind> {
    let [Clause::Each { slots, pattern: true, items, .. }] = list.clauses.as_slice() else { return None };
    let ExprKind::Chain(first, rest) = &list.body.kind else { return None };
    if !rest.iter().all(|(op, _)| *op == Op::And) || rest.len() + 1 != slots.len() {
        return None;
    }
    let mut parts: Vec<Option<Expr>> = vec![None; slots.len()];
    for equation in std::iter::once(&**first).chain(rest.iter().map(|(_, part)| part)) {
        let ExprKind::Compare(Comparison::Equal, a, b) = &equation.kind else { return None };
        let place = |expr: &Expr| slots.iter().position(|&slot| expr.is_local(slot));
        let (place, other) = match (place(a), place(b)) {
            (Some(place), None) => (place, b),
            (None, Some(place)) => (place, a),
            _ => return None,
        };
        let free = is_harmless(other) && !slots_of(other).iter().any(|slot| slots.contains(slot));
        (free && parts[place].is_none()).then_some(())?;
        parts[place] = Some((**other).clone());
    }
    let parts: Vec<Expr> = parts.into_iter().collect::<Option<_>>()?;
    let (span, ty) = (list.body.span, crate::program::Type::list(parts.first()?.ty.clone()));
    let item = Expr { kind: ExprKind::List(parts), span, ty };
    Some(ExprKind::Compare(Comparison::In, Box::new(item), Box::new(items.clone())))
}
