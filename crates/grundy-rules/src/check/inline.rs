//! The arguments of a call put into the right side of a helper.

use crate::program::{Clause, Comprehension, Expr, ExprKind, Position, Program};
use crate::value::Val;

/// Slots below the number of arguments become these; the others move up to slots that nobody else uses.
pub(crate) struct Inline<'a> {
    pub(crate) args: &'a [Expr],
    pub(crate) first: usize,
}

impl Walk for Inline<'_> {
    fn slot(&mut self, slot: &mut usize) {
        *slot = *slot - self.args.len() + self.first;
    }

    fn expr(&mut self, expr: &mut Expr) {
        match &expr.kind {
            ExprKind::Local(slot) if *slot < self.args.len() => *expr = self.args[*slot].clone(),
            _ => walk_expr(self, expr),
        }
    }
}

/// Counts the nodes of a position, and how deep they are.
#[derive(Default)]
pub(super) struct Size {
    pub(super) nodes: usize,
    pub(super) deepest: usize,
    depth: usize,
}

impl Size {
    fn inside(&mut self, visit: impl FnOnce(&mut Size)) {
        self.nodes += 1;
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        visit(self);
        self.depth -= 1;
    }
}

impl Walk for Size {
    fn expr(&mut self, expr: &mut Expr) {
        self.inside(|size| walk_expr(size, expr));
    }

    fn position(&mut self, position: &mut Position) {
        self.inside(|size| walk_position(size, position));
    }
}

/// The constants that rules name, through helpers too.
#[derive(Default)]
struct Constants {
    found: Vec<Val>,
    helpers: Vec<usize>,
}

impl Walk for Constants {
    fn expr(&mut self, expr: &mut Expr) {
        match &expr.kind {
            ExprKind::Const(value) => self.found.push(value.clone()),
            ExprKind::Power(base, exponent) => self.found.extend(power(base, exponent)),
            ExprKind::Let(helper, _) if !self.helpers.contains(helper) => self.helpers.push(*helper),
            _ => {}
        }
        walk_expr(self, expr);
    }
}

fn power(base: &Expr, exponent: &Expr) -> Option<Val> {
    match (&base.kind, &exponent.kind) {
        (ExprKind::Const(Val::Int(base)), ExprKind::Const(Val::Int(exponent))) => {
            Some(Val::Int(base.saturating_pow(u32::try_from(*exponent).ok()?)))
        }
        _ => None,
    }
}

/// The constants that the rules of a program name, through helpers too; powers of constants are among them.
pub fn constants(program: &Program) -> Vec<Val> {
    let mut constants = Constants::default();
    for rule in program.kinds.iter().flat_map(|kind| &kind.rules) {
        rule.clauses.clone().iter_mut().for_each(|clause| walk_clause(&mut constants, clause));
        rule.options.clone().iter_mut().for_each(|option| constants.position(option));
    }
    let mut looked = 0;
    while let Some(&helper) = constants.helpers.get(looked) {
        constants.expr(&mut program.lets[helper].body.clone());
        looked += 1;
    }
    constants.found
}

/// Goes through a checked tree; what it overrides decides whether it goes on inside.
pub(crate) trait Walk: Sized {
    /// The slot of a name, where it is bound and where it is used.
    fn slot(&mut self, _slot: &mut usize) {}

    fn expr(&mut self, expr: &mut Expr) {
        walk_expr(self, expr);
    }

    fn position(&mut self, position: &mut Position) {
        walk_position(self, position);
    }

    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e mut Expr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr));
    }
}

#[derive(Default)]
struct Slots(Vec<usize>);

impl Walk for Slots {
    fn slot(&mut self, slot: &mut usize) {
        self.0.push(*slot);
    }
}

/// The slots that an expression uses, as often as it does.
pub(crate) fn slots_of(expr: &Expr) -> Vec<usize> {
    let mut slots = Slots::default();
    slots.expr(&mut expr.clone());
    slots.0
}

/// Slots that are used, and those that clauses inside bring.
#[derive(Default)]
struct Free {
    used: Vec<usize>,
    brought: Vec<usize>,
}

impl Walk for Free {
    fn slot(&mut self, slot: &mut usize) {
        self.used.push(*slot);
    }

    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::CallOver(_, list, _) | ExprKind::ListOver(list) = &expr.kind {
            self.brought.extend(list.clauses.iter().flat_map(Clause::slots));
        }
        walk_expr(self, expr);
    }

    fn position(&mut self, position: &mut Position) {
        if let Position::Sum(_, clauses) = position {
            self.brought.extend(clauses.iter().flat_map(Clause::slots));
        }
        walk_position(self, position);
    }
}

/// Whether an expression uses a name from around it.
pub(crate) fn is_open(expr: &Expr) -> bool {
    let mut free = Free::default();
    free.expr(&mut expr.clone());
    free.used.iter().any(|slot| !free.brought.contains(slot))
}

/// The slots that a position uses, as often as it does.
pub(crate) fn slots_of_position(position: &Position) -> Vec<usize> {
    let mut slots = Slots::default();
    slots.position(&mut position.clone());
    slots.0
}

/// The slots that a clause uses or brings.
pub(crate) fn slots_of_clause(clause: &Clause) -> Vec<usize> {
    let mut slots = Slots::default();
    walk_clause(&mut slots, &mut clause.clone());
    slots.0
}

fn walk_position(walk: &mut impl Walk, position: &mut Position) {
    match position {
        Position::Of { args, settings, .. } => walk.exprs(args.iter_mut().chain(settings)),
        Position::Add(parts) => parts.iter_mut().for_each(|part| walk.position(part)),
        Position::Copies(copies, part) => {
            walk.expr(copies);
            walk.position(part);
        }
        Position::Sum(part, clauses) => {
            clauses.iter_mut().for_each(|clause| walk_clause(walk, clause));
            walk.position(part);
        }
        Position::Chosen(slot, _) => walk.slot(slot),
    }
}

pub(crate) fn walk_clause(walk: &mut impl Walk, clause: &mut Clause) {
    match clause {
        Clause::Range { slot, from, to, .. } => {
            walk.slot(slot);
            walk.expr(from);
            walk.exprs(to);
        }
        Clause::Each { slots, items, .. } => {
            slots.iter_mut().for_each(|slot| walk.slot(slot));
            walk.expr(items);
        }
        Clause::If(condition) => walk.expr(condition),
    }
}

fn walk_over(walk: &mut impl Walk, list: &mut Comprehension) {
    list.clauses.iter_mut().for_each(|clause| walk_clause(walk, clause));
    walk.expr(&mut list.body);
}

pub(crate) fn walk_expr(walk: &mut impl Walk, expr: &mut Expr) {
    match &mut expr.kind {
        ExprKind::Const(_) | ExprKind::Global(_) | ExprKind::Played(_) | ExprKind::Case => {}
        ExprKind::Local(slot) => walk.slot(slot),
        ExprKind::Let(_, parts) | ExprKind::Call(_, parts) | ExprKind::List(parts) => walk.exprs(parts),
        ExprKind::CallOver(_, list, rest) => {
            walk_over(walk, list);
            walk.exprs(rest);
        }
        ExprKind::ListOver(list) => walk_over(walk, list),
        ExprKind::Neg(x) | ExprKind::Not(x) => walk.expr(x),
        ExprKind::Power(a, b) | ExprKind::Compare(_, a, b) | ExprKind::RangeList(a, b) | ExprKind::Index(a, b) => {
            walk.expr(a);
            walk.expr(b);
        }
        ExprKind::Chain(first, rest) => {
            walk.expr(first);
            walk.exprs(rest.iter_mut().map(|(_, operand)| operand));
        }
        ExprKind::If(a, b, c) => [a, b, c].into_iter().for_each(|part| walk.expr(part)),
        ExprKind::Slice(list, from, to) => {
            walk.expr(list);
            [from, to].into_iter().flatten().for_each(|end| walk.expr(end));
        }
        ExprKind::With(list, updates) => {
            walk.expr(list);
            updates.iter_mut().for_each(|update| walk.exprs(update.path.iter_mut().chain([&mut update.value])));
        }
        ExprKind::Ask(_, position) | ExprKind::Options(position) | ExprKind::Tell(_, position) => {
            walk.position(position);
        }
    }
}
