//! Functions of lists as functions of numbers.

use super::fields::Marks;
use super::rewrite::{MOST_TURNS, Names, Now, Rewrite};
use super::terms::{add, choice, compare, constant, expr, extreme, int, joined};
use crate::builtins::Function;
use crate::program::{Expr, ExprKind};
use crate::syntax::ast::{Comparison, Op};
use crate::value::Val;
impl Rewrite<'_> {
    /// Whether something is an element of a list, or a text a part of another one.
    pub(super) fn member(&mut self, item: Now, list: Now) -> Option<Expr> {
        if let (Now::Plain(item), Now::Plain(list)) = (&item, &list) {
            return Some(expr(ExprKind::Compare(Comparison::In, Box::new(item.clone()), Box::new(list.clone()))));
        }
        if let (Now::Plain(item), Now::Set(set)) = (&item, &list) {
            return self.in_set(item, set);
        }
        if let Now::Plain(Expr { kind: ExprKind::Const(Val::Text(text)), .. }) = &list {
            let item = self.letter(&item)?;
            let places = text.chars().filter_map(|letter| self.coding.letter(letter)).collect::<Vec<_>>();
            let is = |place: i64| compare(Comparison::Equal, item.clone(), int(place));
            return Some(joined(Op::Or, places.into_iter().map(is)));
        }
        if self.is_packed(&list) {
            return self.marks(list, &item).map(Marks::any);
        }
        let equal = self.elements(list)?.into_iter().map(|one| match (&item, one) {
            (Now::Plain(item), Now::Plain(one)) => Some(compare(Comparison::Equal, item.clone(), one)),
            (item, one @ Now::Letter(_)) => Some(compare(Comparison::Equal, self.letter(item)?, self.letter(&one)?)),
            _ => None,
        });
        Some(joined(Op::Or, equal.collect::<Option<Vec<_>>>()?))
    }

    fn is_packed(&self, list: &Now) -> bool {
        matches!(list, Now::Sequence(_) | Now::Row(..))
    }

    /// The places of a list at which an element stands, or of a text at which another one starts.
    pub(super) fn marks(&mut self, list: Now, item: &Now) -> Option<Marks> {
        let letters = match &list {
            Now::Sequence(sequence) => sequence.letters,
            Now::Row(board, _) => board.letters,
            _ => return None,
        };
        let sequence = self.sequence(list, letters)?;
        let items = match item {
            Now::Plain(Expr { kind: ExprKind::Const(Val::Text(text)), .. }) if letters => {
                text.chars().map(|letter| Some(int(self.coding.letter(letter)?))).collect::<Option<Vec<_>>>()?
            }
            Now::Letter(letter) if letters => vec![letter.clone()],
            Now::Plain(number) if !letters => vec![number.clone()],
            _ => return None,
        };
        self.maker.marks(&sequence, items)
    }

    /// All elements of a list that has one length.
    pub(super) fn elements(&mut self, list: Now) -> Option<Vec<Now>> {
        let letters = match &list {
            Now::Sequence(sequence) => sequence.letters,
            Now::Row(board, _) => board.letters,
            Now::Plain(Expr { kind: ExprKind::List(items), .. }) => {
                return Some(items.iter().cloned().map(Now::Plain).collect());
            }
            Now::Plain(Expr { kind: ExprKind::Const(Val::List(list)), .. }) if list.len() <= MOST_TURNS as usize => {
                let item = |item: &Val| Now::Plain(expr(ExprKind::Const(item.clone())));
                return Some(list.items().iter().map(item).collect());
            }
            _ => return None,
        };
        let sequence = self.sequence(list, letters)?;
        let count = constant(&sequence.len)?;
        (0..count).map(|index| self.element(&sequence, int(index))).collect()
    }

    pub(super) fn call(&mut self, function: Function, args: &[Expr], names: &mut Names) -> Option<Now> {
        let values = args.iter().map(|arg| self.now(arg, names)).collect::<Option<Vec<_>>>()?;
        let plain = |now: &Now| match now {
            Now::Plain(expr) => Some(expr.clone()),
            _ => None,
        };
        if let Some(args) = values.iter().map(plain).collect::<Option<Vec<_>>>() {
            return Some(Now::Plain(expr(ExprKind::Call(function, args))));
        }
        match (function, values.as_slice()) {
            (Function::Without, [Now::Set(set), index]) => return self.without(set, index),
            (function, [Now::Set(set)]) => return self.of_set(function, set).map(Now::Plain),
            (function, [Now::Interval(part)]) => return self.of_interval(function, part).map(Now::Plain),
            _ => {}
        }
        let mut values = values.into_iter();
        let (list, other) = (values.next()?, values.next());
        if function == Function::Len && other.is_none() {
            return Some(Now::Plain(match list {
                Now::Sequence(sequence) => sequence.len,
                Now::Board(board) => int(board.rows as i64),
                Now::Row(board, _) => int(board.columns as i64),
                Now::Letter(_) => int(1),
                Now::Plain(_) | Now::Set(_) | Now::Interval(_) | Now::Place { .. } => return None,
            }));
        }
        if let (Function::Count | Function::Find, Some(other)) = (function, &other)
            && self.is_packed(&list)
        {
            let marks = self.marks(list, other)?;
            return Some(Now::Plain(if function == Function::Count { marks.count() } else { marks.first() }));
        }
        let items = self.elements(list)?;
        if let (Function::Count, Some(Now::Plain(other))) = (function, &other) {
            let equal = items.iter().map(|item| Some(compare(Comparison::Equal, plain(item)?, other.clone())));
            let equal = equal.collect::<Option<Vec<_>>>()?;
            return Some(Now::Plain(equal.into_iter().fold(int(0), |sum, is| add(sum, choice(is, int(1), int(0))))));
        }
        let items = items.iter().map(plain).collect::<Option<Vec<_>>>().filter(|_| other.is_none())?;
        folded(function, items).map(Now::Plain)
    }
}

/// A function of a list of so many numbers.
pub(super) fn folded(function: Function, items: Vec<Expr>) -> Option<Expr> {
    let mut items = items.into_iter();
    match function {
        Function::Sum => Some(items.fold(int(0), add)),
        Function::Xor => {
            let first = items.next().unwrap_or_else(|| int(0));
            let rest: Vec<(Op, Expr)> = items.map(|item| (Op::Xor, item)).collect();
            Some(if rest.is_empty() { first } else { expr(ExprKind::Chain(Box::new(first), rest)) })
        }
        Function::Max | Function::Min => {
            let first = items.next()?;
            Some(items.fold(first, |a, b| extreme(function, a, b)))
        }
        Function::Any => Some(joined(Op::Or, items)),
        Function::All => Some(joined(Op::And, items)),
        _ => None,
    }
}
