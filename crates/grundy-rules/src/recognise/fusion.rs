//! Rules by which an edge of a list is cut, and those stay that are still joined to the ground: green Hackenbush, as
//! `[x for x in rest if x[0] in components(n, rest)[0]]` says it of the rest of the edges.
//!
//! Other arguments, which no move changes, may say how many vertices there are and which one is the ground. Helpers and `let` are put in place first. Then the edge that is cut may be named by its index or by itself, an edge that stays by one of its ends or by both, and
//! the ground by being the first vertex or by its number.

use super::rewrite::is_recursive;
use crate::builtins::Function;
use crate::check::inline::{Inline, Walk, slots_of, walk_expr};
use crate::program::{Clause, Comprehension, Expr, ExprKind, KindId, Position, Program};
use crate::syntax::ast::{Comparison, Op};

/// What such rules say.
#[derive(Debug, Clone)]
pub(crate) struct Fusion {
    /// The argument that is the list; no move changes the others.
    pub(crate) list: usize,
    /// How many vertices there are, in terms of the other arguments.
    pub(crate) vertices: Expr,
    /// The vertex that is the ground; nothing for the first one.
    pub(crate) ground: Option<Expr>,
    /// Whether edges that are equal to the one that is cut go with it.
    pub(crate) with_equals: bool,
}

/// More arguments than this are not tried.
const MOST_ARGUMENTS: usize = 4;

/// The deepest nesting of helpers that are put in place.
const MOST_HELPERS: usize = 8;

/// Arguments of more parts than this are not put in place.
const MOST_PARTS: usize = 200;

/// Counts the parts of an expression.
struct Size(usize);

impl Walk for Size {
    fn expr(&mut self, expr: &mut Expr) {
        self.0 += 1;
        walk_expr(self, expr);
    }
}

fn size(mut expr: Expr) -> usize {
    let mut size = Size(0);
    size.expr(&mut expr);
    size.0
}

/// Puts helpers in place.
struct Helpers<'a> {
    program: &'a Program,
    /// Slots from here on are free.
    frame: usize,
    depth: usize,
}

impl Walk for Helpers<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        walk_expr(self, expr);
        let ExprKind::Let(index, args) = &expr.kind else { return };
        let Some(helper) = self.program.lets.get(*index).filter(|helper| helper.arity > 0) else { return };
        // Each call repeats its arguments: what is long already is left.
        let long = args.iter().cloned().map(size).sum::<usize>() > MOST_PARTS;
        if self.depth == MOST_HELPERS || long || is_recursive(self.program, *index) {
            return;
        }
        let mut body = helper.body.clone();
        Inline { args, first: self.frame }.expr(&mut body);
        self.frame += helper.frame;
        self.depth += 1;
        self.expr(&mut body);
        self.depth -= 1;
        *expr = body;
    }
}

/// Puts what `let` names in place.
struct Named<'a> {
    slot: usize,
    value: &'a Expr,
}

impl Walk for Named<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        if expr.is_local(self.slot) {
            *expr = self.value.clone();
        } else {
            walk_expr(self, expr);
        }
    }
}

/// How the edge that is cut is named.
#[derive(Debug, Clone, Copy)]
struct Chosen {
    /// The argument that is the list.
    list: usize,
    name: Name,
}

#[derive(Debug, Clone, Copy)]
enum Name {
    Index(usize),
    Edge(usize),
}

fn is_whole_range(from: &Expr, to: &Expr, list: usize) -> bool {
    let ExprKind::Chain(length, rest) = &to.kind else { return false };
    let one = matches!(rest.as_slice(), [(Op::Sub, one)] if one.is_number(1));
    let whole =
        matches!(&length.kind, ExprKind::Call(Function::Len, args) if args.iter().all(|arg| arg.is_local(list)));
    from.is_number(0) && one && whole
}

impl Chosen {
    fn by(clause: &Clause, list: usize) -> Option<Chosen> {
        let name = match clause {
            Clause::Range { slot, from, to: Some(to), .. } if is_whole_range(from, to, list) => Name::Index(*slot),
            Clause::Each { slots, pattern: false, items, .. } if items.is_local(list) => Name::Edge(*slots.first()?),
            _ => return None,
        };
        Some(Chosen { list, name })
    }

    /// Whether an expression is the list without the edge that is cut.
    fn is_rest(self, expr: &Expr) -> bool {
        let is_list = |own: &Expr| own.is_local(self.list);
        match (self.name, &expr.kind) {
            (Name::Index(i), ExprKind::Call(Function::Without, args)) => {
                matches!(args.as_slice(), [list, index] if is_list(list) && index.is_local(i))
            }
            (Name::Index(i), ExprKind::Chain(before, after)) => {
                let [(Op::Join, after)] = after.as_slice() else { return false };
                let before =
                    matches!(&before.kind, ExprKind::Slice(list, None, Some(to)) if is_list(list) && to.is_local(i));
                before
                    && matches!(&after.kind, ExprKind::Slice(list, Some(from), None) if is_list(list) && is_next(from, i))
            }
            (Name::Edge(edge), ExprKind::ListOver(over)) => {
                let [Clause::Each { slots, pattern: false, items, .. }, Clause::If(condition)] =
                    over.clauses.as_slice()
                else {
                    return false;
                };
                let ([slot], ExprKind::Compare(Comparison::NotEqual, a, b)) = (slots.as_slice(), &condition.kind)
                else {
                    return false;
                };
                let other = a.is_local(*slot) && b.is_local(edge) || a.is_local(edge) && b.is_local(*slot);
                is_list(items) && over.body.is_local(*slot) && other
            }
            _ => false,
        }
    }
}

/// `i + 1`.
fn is_next(expr: &Expr, slot: usize) -> bool {
    let ExprKind::Chain(first, rest) = &expr.kind else { return false };
    let [(Op::Add, second)] = rest.as_slice() else { return false };
    first.is_local(slot) && second.is_number(1) || first.is_number(1) && second.is_local(slot)
}

/// The rules of a kind, if they are of this sort.
pub(crate) fn fusion(program: &Program, kind: KindId) -> Option<Fusion> {
    let description = program.kinds.get(kind.index())?;
    let [rule] = description.rules.as_slice() else { return None };
    let [Position::Of { kind: left, args, set, .. }] = rule.options.as_slice() else { return None };
    if *left != kind || !set.is_empty() || args.len() > MOST_ARGUMENTS {
        return None;
    }
    let mut changed = args.iter().enumerate().filter(|(place, arg)| !arg.is_local(*place));
    let (Some((list, arg)), None) = (changed.next(), changed.next()) else { return None };
    let mut helpers = Helpers { program, frame: rule.frame, depth: 0 };
    let (first, named) = rule.clauses.split_first()?;
    let chosen = Chosen::by(first, list)?;
    let mut stays = arg.clone();
    helpers.expr(&mut stays);
    for clause in named.iter().rev() {
        let Clause::Each { slots, pattern: false, items, .. } = clause else { return None };
        let (ExprKind::List(values), [slot]) = (&items.kind, slots.as_slice()) else { return None };
        let [value] = values.as_slice() else { return None };
        let mut value = value.clone();
        helpers.expr(&mut value);
        Named { slot: *slot, value: &value }.expr(&mut stays);
    }
    let ExprKind::ListOver(stays) = &stays.kind else { return None };
    let (vertices, ground) = standing(stays, chosen)?;
    let kept = |slot: &usize| *slot < args.len() && *slot != list;
    let constant = |expr: &Expr| slots_of(expr).iter().all(kept);
    (constant(&vertices) && ground.as_ref().is_none_or(constant)).then_some(())?;
    Some(Fusion { list, vertices, ground, with_equals: matches!(chosen.name, Name::Edge(_)) })
}

/// How many vertices there are and which one is the ground, if the edges are those of the rest that are joined to it.
fn standing(stays: &Comprehension, chosen: Chosen) -> Option<(Expr, Option<Expr>)> {
    let [Clause::Each { slots, pattern, items, .. }, Clause::If(condition)] = stays.clauses.as_slice() else {
        return None;
    };
    let same = match (pattern, slots.as_slice(), &stays.body.kind) {
        (false, [edge], _) => stays.body.is_local(*edge),
        (true, [a, b], ExprKind::List(ends)) => matches!(ends.as_slice(), [x, y] if x.is_local(*a) && y.is_local(*b)),
        _ => false,
    };
    (same && chosen.is_rest(items)).then_some(())?;
    let is_end = |expr: &Expr| match (&expr.kind, slots.as_slice()) {
        (ExprKind::Index(edge, end), [slot]) => edge.is_local(*slot) && (end.is_number(0) || end.is_number(1)),
        (ExprKind::Local(end), [a, b]) => end == a || end == b,
        _ => false,
    };
    joined(condition, &is_end, chosen)
}

/// `x[0] in the ground's component`, for one end or, since both are in it or none, for both.
fn joined(condition: &Expr, is_end: &dyn Fn(&Expr) -> bool, chosen: Chosen) -> Option<(Expr, Option<Expr>)> {
    match &condition.kind {
        ExprKind::Compare(Comparison::In, end, component) if is_end(end) => of_ground(component, chosen),
        ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| matches!(op, Op::And | Op::Or)) => {
            // All must name the same ground: the first vertex, which needs no comparison.
            let all = std::iter::once(&**first).chain(rest.iter().map(|(_, condition)| condition));
            let mut all = all.map(|condition| joined(condition, is_end, chosen));
            let found = all.next()??;
            (found.1.is_none() && all.all(|other| other.is_some_and(|(_, ground)| ground.is_none()))).then_some(found)
        }
        _ => None,
    }
}

/// `components(n, rest)[0]`, and `[c for c in components(n, rest) if g in c][0]`.
fn of_ground(component: &Expr, chosen: Chosen) -> Option<(Expr, Option<Expr>)> {
    let ExprKind::Index(list, place) = &component.kind else { return None };
    place.is_number(0).then_some(())?;
    match &list.kind {
        ExprKind::Call(..) => Some((vertices(list, chosen)?, None)),
        ExprKind::ListOver(over) => {
            let [Clause::Each { slots, pattern: false, items, .. }, Clause::If(condition)] = over.clauses.as_slice()
            else {
                return None;
            };
            let ([slot], ExprKind::Compare(Comparison::In, ground, own)) = (slots.as_slice(), &condition.kind) else {
                return None;
            };
            (over.body.is_local(*slot) && own.is_local(*slot)).then_some(())?;
            Some((vertices(items, chosen)?, Some((**ground).clone())))
        }
        _ => None,
    }
}

/// The n of `components(n, rest)`.
fn vertices(components: &Expr, chosen: Chosen) -> Option<Expr> {
    let ExprKind::Call(Function::Components, args) = &components.kind else { return None };
    let [vertices, edges] = args.as_slice() else { return None };
    chosen.is_rest(edges).then(|| vertices.clone())
}
