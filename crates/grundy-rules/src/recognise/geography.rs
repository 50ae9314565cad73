//! Rules by which a token moves to a place where it has not been: `token(v, seen) -> token(w, seen ++ [w]) for w in … if w not in seen`.
//!
//! One argument is the list of the places that are used up, or of those that are left; the others say where the token is. The list is asked whether a place is in
//! it, and changed by that place, and used for nothing else; `for w in left` asks as well. So which moves there are but for used places is a graph, whatever the rules say of it.

use super::rewrite::simpler;
use super::sight::is_same;
use crate::builtins::Function;
use crate::check::inline::slots_of;
use crate::program::{Clause, Comprehension, Expr, ExprKind, KindId, Position, Program, Rule};
use crate::syntax::ast::{Comparison, Op};

/// What such rules say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Geography {
    /// The argument that is the list.
    pub(crate) list: usize,
    /// Whether it holds the places that are used up; else those that are left.
    pub(crate) is_used: bool,
    /// The arguments that are a place, in the order in which the list has them.
    pub(crate) place: Vec<usize>,
    /// Whether the list has a place of one argument as it is; else as a list of its arguments.
    pub(crate) is_plain: bool,
}

/// The rules of a kind, if they are of this sort.
pub(crate) fn geography(program: &Program, kind: KindId) -> Option<Geography> {
    let simple = simpler(program, kind);
    let description = simple.as_ref().unwrap_or(program).kinds.get(kind.index())?;
    let arity = description.args.len();
    let moves = description.rules.iter().map(|rule| Move::of(rule, kind)).collect::<Option<Vec<_>>>()?;
    (0..arity).find_map(|list| {
        // A place is all that changes beside the list.
        let changes = |place: &usize| *place != list && moves.iter().any(|(args, _)| !args[*place].is_local(*place));
        let changed: Vec<usize> = (0..arity).filter(changes).collect();
        let mut found = moves.iter().map(|(args, rule)| by_list(rule, args, list));
        let first = found.next()??;
        let all = found.all(|other| other.as_ref() == Some(&first));
        (all && changed.iter().all(|place| first.place.contains(place))).then_some(first)
    })
}

/// A rule with one option of the same kind: its arguments.
struct Move;

impl Move {
    fn of(rule: &Rule, kind: KindId) -> Option<(&[Expr], &Rule)> {
        match rule.options.as_slice() {
            [Position::Of { kind: left, args, set, .. }] if *left == kind && set.is_empty() => Some((args, rule)),
            _ => None,
        }
    }
}

/// What a rule says if this argument is the list.
fn by_list(rule: &Rule, args: &[Expr], list: usize) -> Option<Geography> {
    let sees = |expr: &Expr| slots_of(expr).contains(&list);
    (0..args.len()).all(|place| place == list || !sees(&args[place])).then_some(())?;
    let (item, is_used) = changed(&args[list], list)?;
    let mut is_asked = false;
    for clause in &rule.clauses {
        match clause {
            Clause::Range { from, to, .. } if sees(from) || to.as_ref().is_some_and(sees) => return None,
            // `for w in left`
            Clause::Each { slots, pattern, items, .. } if sees(items) => {
                let named = match pattern {
                    false => matches!(slots.as_slice(), [slot] if item.is_local(*slot)),
                    true => is_list_of(item, slots),
                };
                (items.is_local(list) && named && !is_used).then_some(())?;
                is_asked = true;
            }
            Clause::Range { .. } | Clause::Each { .. } => {}
            Clause::If(condition) => {
                for condition in conjuncts(condition).into_iter().filter(|condition| sees(condition)) {
                    (asks(condition, item, list)? != is_used).then_some(())?;
                    is_asked = true;
                }
            }
        }
    }
    is_asked.then_some(())?;
    let places = |item: &Expr| (0..args.len()).find(|&place| place != list && is_same(&args[place], item));
    let (place, is_plain) = match (places(item), &item.kind) {
        (Some(place), _) => (vec![place], true),
        (None, ExprKind::List(items)) => (items.iter().map(places).collect::<Option<Vec<_>>>()?, false),
        _ => return None,
    };
    Some(Geography { list, is_used, place, is_plain })
}

/// The place by which the list is changed, and whether it is put in: `list ++ [place]`, `[u for u in list if u != place]`.
fn changed(expr: &Expr, list: usize) -> Option<(&Expr, bool)> {
    let one = |expr: &'_ Expr| matches!(&expr.kind, ExprKind::List(items) if items.len() == 1);
    match &expr.kind {
        ExprKind::Chain(first, rest) => {
            let [(Op::Join, second)] = rest.as_slice() else { return None };
            let added = match (first.is_local(list), second.is_local(list)) {
                (true, false) if one(second) => second,
                (false, true) if one(first) => &**first,
                _ => return None,
            };
            let ExprKind::List(items) = &added.kind else { return None };
            items.first().map(|item| (item, true))
        }
        ExprKind::Call(Function::Sort | Function::Set, args) => match args.as_slice() {
            [inner] => changed(inner, list).filter(|(_, put_in)| *put_in),
            _ => None,
        },
        ExprKind::Call(Function::Without, args) => {
            let [from, at] = args.as_slice() else { return None };
            let ExprKind::Call(Function::Find, find) = &at.kind else { return None };
            let [of, item] = find.as_slice() else { return None };
            (from.is_local(list) && of.is_local(list)).then_some((item, false))
        }
        ExprKind::ListOver(over) => {
            let Comprehension { clauses, body, .. } = &**over;
            let [Clause::Each { slots, pattern: false, items, .. }, Clause::If(condition)] = clauses.as_slice() else {
                return None;
            };
            let ExprKind::Compare(Comparison::NotEqual, a, b) = &condition.kind else { return None };
            let [slot] = slots.as_slice() else { return None };
            let item = if a.is_local(*slot) { b } else { a };
            let other = a.is_local(*slot) || b.is_local(*slot);
            let whole = items.is_local(list) && body.is_local(*slot) && other;
            (whole && !slots_of(item).contains(slot)).then_some((&**item, false))
        }
        _ => None,
    }
}

/// Whether a condition says that the place is in the list, or that it is not.
fn asks(condition: &Expr, item: &Expr, list: usize) -> Option<bool> {
    match &condition.kind {
        ExprKind::Not(inner) => asks(inner, item, list).map(|is_in| !is_in),
        ExprKind::Compare(comparison @ (Comparison::In | Comparison::NotIn), asked, of) => {
            (of.is_local(list) && is_same(asked, item)).then_some(*comparison == Comparison::In)
        }
        _ => None,
    }
}

fn is_list_of(item: &Expr, slots: &[usize]) -> bool {
    let ExprKind::List(items) = &item.kind else { return false };
    items.len() == slots.len() && items.iter().zip(slots).all(|(item, slot)| item.is_local(*slot))
}

fn conjuncts(condition: &Expr) -> Vec<&Expr> {
    match &condition.kind {
        ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == Op::And) => {
            std::iter::once(&**first).chain(rest.iter().map(|(_, part)| part)).flat_map(conjuncts).collect()
        }
        _ => vec![condition],
    }
}
