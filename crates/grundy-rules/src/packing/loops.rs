//! Loops inside expressions: `any(a[j] == 0 for j in i+1..k)`.

use super::linear::Linear;
use super::rewrite::{MOST_TURNS, Names, Now, Rewrite};
use super::terms::{add, choice, compare, constant, expr, int, joined, less, local, not, sub, truth};
use crate::builtins::Function;
use crate::check::inline::slots_of;
use crate::program::{Clause, Comprehension, Expr, ExprKind};
use crate::syntax::ast::{Comparison, Op};
use crate::value::{List, Val};

/// One turn of a loop that is written out: under these conditions, with these names.
type Turn = (Vec<Expr>, Names);
impl Rewrite<'_> {
    /// A function over a loop that is written out.
    pub(super) fn over(&mut self, function: Function, list: &Comprehension, names: &mut Names) -> Option<Now> {
        if let Some(compared) = self.compared(function, list, names) {
            return Some(Now::Plain(compared));
        }
        let mut items = Vec::new();
        for (conditions, mut names) in self.turns(list, names)? {
            items.push((joined(Op::And, conditions), self.plain(&list.body, &mut names)?));
        }
        let all = |op: Op, items: Vec<Expr>| joined(op, items);
        Some(Now::Plain(match function {
            Function::Any => all(Op::Or, items.into_iter().map(|(c, item)| joined(Op::And, [c, item])).collect()),
            Function::All => all(Op::And, items.into_iter().map(|(c, item)| joined(Op::Or, [not(c), item])).collect()),
            Function::Sum => items.into_iter().fold(int(0), |sum, (c, item)| add(sum, choice(c, item, int(0)))),
            Function::Len => items.into_iter().fold(int(0), |sum, (c, _)| add(sum, choice(c, int(1), int(0)))),
            _ => return None,
        }))
    }

    /// `all(a[t] == x for t in i..j)` and its like, by the places of x in that part of the list.
    fn compared(&mut self, function: Function, list: &Comprehension, names: &Names) -> Option<Expr> {
        let (slot, from, to, condition) = match (function, &list.clauses[..]) {
            (Function::Any | Function::All, [Clause::Range { slot, from, to, .. }]) => (*slot, from, to, &list.body),
            (Function::Len, [Clause::Range { slot, from, to, .. }, Clause::If(condition)]) => {
                matches!(list.body.kind, ExprKind::Local(_)).then_some((*slot, from, to, condition))?
            }
            _ => return None,
        };
        let ExprKind::Compare(comparison @ (Comparison::Equal | Comparison::NotEqual), a, b) = &condition.kind else {
            return None;
        };
        let (indexed, item) = if slots_of(a).contains(&slot) { (a, b) } else { (b, a) };
        let ExprKind::Index(base, index) = &indexed.kind else { return None };
        let is_apart = |expr: &Expr| !slots_of(expr).contains(&slot);
        (is_apart(base) && is_apart(item)).then_some(())?;
        let mut names = names.clone();
        let (from, to) = (self.plain(from, &mut names)?, self.plain(to.as_ref()?, &mut names)?);
        let (base, item) = (self.now(base, &mut names)?, self.now(item, &mut names)?);
        let letters = match &base {
            Now::Sequence(sequence) => sequence.letters,
            Now::Row(board, _) => board.letters,
            _ => return None,
        };
        let mut index_at = |rewrite: &mut Self, turn: Expr| {
            names[slot] = Some(Now::Plain(turn));
            rewrite.plain(index, &mut names)
        };
        let turn = self.slot();
        let some = index_at(self, local(turn))?;
        (Linear::of(&some)?.factor(turn) == 1).then_some(())?;
        let (first, last) = (index_at(self, from.clone())?, index_at(self, to.clone())?);
        let sequence = self.sequence(base, letters)?;
        let end = sub(sequence.len.clone(), int(1));
        let inside = match self.ranges.ordered(&int(0), &first) && self.ranges.ordered(&last, &end) {
            true => truth(true),
            false => {
                let outside = joined(Op::Or, [less(first.clone(), int(0)), less(end, last.clone())]);
                let some = compare(Comparison::LessEqual, from, to);
                passes(not(joined(Op::And, [some, outside])))?
            }
        };
        let part = self.maker.part(sequence, Some(first), Some(add(last, int(1))), &self.ranges)?;
        let (len, marks) = (part.len.clone(), self.marks(Now::Sequence(part), &item)?);
        let holds = match (function, comparison) {
            (Function::Len, Comparison::Equal) => marks.count(),
            (Function::Len, _) => sub(len, marks.count()),
            (Function::Any, Comparison::Equal) => marks.any(),
            (Function::Any, _) => not(marks.all()),
            (_, Comparison::Equal) => marks.all(),
            _ => not(marks.any()),
        };
        Some(if function == Function::Len { choice(inside, holds, int(0)) } else { joined(Op::And, [inside, holds]) })
    }

    /// The turns of the clauses of a list, one by one.
    pub(super) fn turns(&mut self, list: &Comprehension, names: &Names) -> Option<Vec<Turn>> {
        let mut turns: Vec<Turn> = vec![(Vec::new(), names.clone())];
        for clause in &list.clauses {
            let mut more = Vec::new();
            for turn in turns {
                self.turn(clause, turn, &mut more)?;
                (more.len() <= MOST_TURNS as usize * 4).then_some(())?;
            }
            turns = more;
        }
        Some(turns)
    }

    fn turn(&mut self, clause: &Clause, (mut conditions, mut names): Turn, more: &mut Vec<Turn>) -> Option<()> {
        match clause {
            Clause::If(condition) => {
                let condition = self.plain(condition, &mut names)?;
                match condition.kind {
                    ExprKind::Const(Val::Bool(false)) => {}
                    ExprKind::Const(Val::Bool(true)) => more.push((conditions, names)),
                    _ => {
                        conditions.push(condition);
                        more.push((conditions, names));
                    }
                }
            }
            Clause::Range { slot, from, to, .. } => {
                let (from, to) = (self.plain(from, &mut names)?, self.plain(to.as_ref()?, &mut names)?);
                let (first, last, inside) = self.window(from, to, &names)?;
                for index in first..=last {
                    let (mut conditions, mut names) = (conditions.clone(), names.clone());
                    conditions.extend(inside.iter().flat_map(|(within, from, to)| {
                        let low = compare(Comparison::LessEqual, from.clone(), int(index));
                        [within.clone(), low, compare(Comparison::LessEqual, int(index), to.clone())]
                    }));
                    names[*slot] = Some(Now::Plain(int(index)));
                    more.push((conditions, names));
                }
            }
            Clause::Each { slots, pattern: false, items, .. } => {
                let items = self.now(items, &mut names)?;
                if let Now::Set(set) = &items {
                    for (has, item) in self.elements_of_set(set)? {
                        let (mut conditions, mut names) = (conditions.clone(), names.clone());
                        conditions.push(has);
                        names[*slots.first()?] = Some(Now::Plain(item));
                        more.push((conditions, names));
                    }
                    return Some(());
                }
                for item in self.elements(items)? {
                    let mut names = names.clone();
                    names[*slots.first()?] = Some(item);
                    more.push((conditions.clone(), names));
                }
            }
            Clause::Each { .. } => return None,
        }
        Some(())
    }

    /// The turns of a range; if its ends are not constant, those from 0 to the longest list, with what makes sure that there are no
    /// others, and the ends.
    #[allow(clippy::type_complexity)]
    fn window(&self, from: Expr, to: Expr, names: &Names) -> Option<(i64, i64, Option<(Expr, Expr, Expr)>)> {
        if let (Some(from), Some(to)) = (constant(&from), constant(&to)) {
            return (to.saturating_sub(from) < MOST_TURNS).then_some((from, to, None));
        }
        let length = |now: &Now| match now {
            Now::Sequence(sequence) => constant(&sequence.len),
            Now::Board(board) | Now::Row(board, _) => Some(board.rows.max(board.columns) as i64),
            Now::Plain(_) | Now::Letter(_) | Now::Set(_) | Now::Interval(_) | Now::Place { .. } => None,
        };
        let longest = names.iter().flatten().filter_map(length).max()?;
        let outside = joined(Op::Or, [less(from.clone(), int(0)), less(int(longest - 1), to.clone())]);
        let some = compare(Comparison::LessEqual, from.clone(), to.clone());
        let within = passes(not(joined(Op::And, [some, outside])))?;
        Some((0, longest - 1, Some((within, from, to))))
    }
}

/// True where a condition holds, and an index outside where it does not: then these rules do not tell.
fn passes(condition: Expr) -> Option<Expr> {
    let one = expr(ExprKind::Const(Val::List(List::of_integers(vec![1])?)));
    let index = choice(condition, int(0), int(1));
    let found = expr(ExprKind::Index(Box::new(one), Box::new(index)));
    Some(compare(Comparison::Equal, found, int(1)))
}
