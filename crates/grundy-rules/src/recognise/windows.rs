//! One text or list of which a part of constant length goes, under conditions that see nothing but that part: `g(s[:i] ++ s[i+2:]) for i in
//! 0..len(s)-2 if s[i] == s[i+1]`.

use crate::builtins::Function;
use crate::program::{Clause, Expr, ExprKind, KindId, Position, Program};
use crate::syntax::ast::Op;
use crate::value::Val;

/// The text or list, which is the only argument.
const WORD: usize = 0;

/// The longest part.
const MOST_LETTERS: i64 = 4;

/// The part that goes, from one place to before another, seen from the name of the loop.
struct Window {
    name: usize,
    from: i64,
    to: i64,
}

/// The length of the parts that go by the rules of a kind.
pub(crate) fn window(program: &Program, kind: KindId) -> Option<usize> {
    let description = program.kinds.get(kind.index())?;
    let ([rule], 1) = (description.rules.as_slice(), description.args.len()) else { return None };
    let (Clause::Range { slot, from, to: Some(to), .. }, conditions) = rule.clauses.split_first()? else { return None };
    let [Position::Of { kind: left, args, set, .. }] = rule.options.as_slice() else { return None };
    (*left == kind && set.is_empty()).then_some(())?;
    let [Expr { kind: ExprKind::Chain(before, after), .. }] = args.as_slice() else { return None };
    let [(Op::Join, after)] = after.as_slice() else { return None };
    let ExprKind::Slice(word, start, Some(until)) = &before.kind else { return None };
    let ExprKind::Slice(same, Some(behind), None) = &after.kind else { return None };
    let whole = word.is_local(WORD) && same.is_local(WORD) && start.as_ref().is_none_or(|start| start.is_number(0));
    let window = Window { name: *slot, from: offset(until, *slot)?, to: offset(behind, *slot)? };
    let width = window.to.checked_sub(window.from).filter(|width| (1..=MOST_LETTERS).contains(width))?;
    // The loop runs through all parts of that length.
    let all = number(from)?.checked_add(window.from)? == 0 && length_less(to)? == window.to;
    let blind = conditions.iter().all(|clause| matches!(clause, Clause::If(condition) if window.sees(condition)));
    (whole && all && blind).then_some(())?;
    usize::try_from(width).ok()
}

fn number(expr: &Expr) -> Option<i64> {
    match &expr.kind {
        ExprKind::Const(Val::Int(n)) => i64::try_from(*n).ok(),
        ExprKind::Neg(inner) => number(inner)?.checked_neg(),
        _ => None,
    }
}

/// What is added to a slot.
fn offset(expr: &Expr, slot: usize) -> Option<i64> {
    match &expr.kind {
        ExprKind::Local(own) if *own == slot => Some(0),
        ExprKind::Chain(first, rest) if first.is_local(slot) => match rest.as_slice() {
            [(Op::Add, more)] => number(more),
            [(Op::Sub, less)] => number(less)?.checked_neg(),
            _ => None,
        },
        _ => None,
    }
}

/// What is taken from the length of the word.
fn length_less(expr: &Expr) -> Option<i64> {
    let is_length = |expr: &Expr| matches!(&expr.kind, ExprKind::Call(Function::Len, args) if matches!(args.as_slice(), [word] if word.is_local(WORD)));
    match &expr.kind {
        _ if is_length(expr) => Some(0),
        ExprKind::Chain(first, rest) if is_length(first) => match rest.as_slice() {
            [(Op::Sub, less)] => number(less),
            _ => None,
        },
        _ => None,
    }
}

impl Window {
    /// Whether a condition sees nothing of the word but the part that goes, and the place of that part only to read it.
    fn sees(&self, expr: &Expr) -> bool {
        let all = |parts: &[Expr]| parts.iter().all(|part| self.sees(part));
        match &expr.kind {
            ExprKind::Const(_) | ExprKind::Global(_) => true,
            ExprKind::Index(word, place) if word.is_local(WORD) => {
                offset(place, self.name).is_some_and(|place| (self.from..self.to).contains(&place))
            }
            ExprKind::Slice(word, Some(start), Some(end)) if word.is_local(WORD) => {
                let ends = [start, end].map(|end| offset(end, self.name));
                matches!(ends, [Some(start), Some(end)] if self.from <= start && start <= end && end <= self.to)
            }
            ExprKind::Let(_, parts) | ExprKind::Call(_, parts) | ExprKind::List(parts) => all(parts),
            ExprKind::Not(inner) | ExprKind::Neg(inner) => self.sees(inner),
            ExprKind::Compare(_, a, b) | ExprKind::Power(a, b) | ExprKind::Index(a, b) => self.sees(a) && self.sees(b),
            ExprKind::Chain(first, rest) => self.sees(first) && rest.iter().all(|(_, part)| self.sees(part)),
            ExprKind::If(a, b, c) => [a, b, c].iter().all(|part| self.sees(part)),
            _ => false,
        }
    }
}
