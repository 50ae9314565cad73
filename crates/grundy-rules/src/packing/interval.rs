//! Lists and texts that are cut into parts, as intervals.
//!
//! Where every option is made of slices (`row(s[:i]) + row(s[i+2:])`), all lists of the game are neighbouring elements of the first
//! one: two numbers each, where they begin and how many there are, whatever the length of the first one. What stands at a place is
//! looked up in the first list. Equal parts at different places are different positions here, so this is for lists that have no room in
//! a number.

use super::rewrite::{Names, Now, Rewrite, read};
use super::terms::{add, choice, compare, element, extreme, int, joined, less, local, sub};
use crate::builtins::Function;
use crate::program::{Clause, Expr, ExprKind};
use crate::source::Span;
use crate::syntax::ast::{Comparison, Op};
use crate::value::{List, Val};

/// The longest constant that a part is compared with.
const LONGEST: usize = 16;

/// Neighbouring elements of the first list.
#[derive(Debug, Clone)]
pub(super) struct Interval {
    pub(super) from: Expr,
    pub(super) len: Expr,
    pub(super) letters: bool,
}

impl Interval {
    /// What stands at a place that is surely inside.
    fn at(&self, whole: &List, index: Expr) -> Now {
        read(element(whole, add(self.from.clone(), index)), self.letters)
    }

    /// `s[i]`: an index outside fails.
    fn checked(&self, whole: &List, index: Expr) -> Now {
        let inside = joined(Op::And, [less(int(-1), index.clone()), less(index.clone(), self.len.clone())]);
        let outside = int(whole.len() as i64);
        read(element(whole, choice(inside, add(self.from.clone(), index), outside)), self.letters)
    }

    /// `s[a:b]`, cut to its ends.
    fn part(self, from: Option<Expr>, to: Option<Expr>) -> Interval {
        let cut =
            |place: Expr, least: Expr| extreme(Function::Max, least, extreme(Function::Min, place, self.len.clone()));
        let start = from.map_or(int(0), |from| cut(from, int(0)));
        let end = to.map_or(self.len.clone(), |to| cut(to, start.clone()));
        Interval { from: add(self.from.clone(), start.clone()), len: sub(end, start), letters: self.letters }
    }

    /// The numbers that it becomes: there is one empty list.
    pub(super) fn numbers(self) -> [Expr; 2] {
        let some = less(int(0), self.len.clone());
        [choice(some, self.from, int(0)), self.len]
    }
}

impl Rewrite<'_> {
    pub(super) fn element_of_interval(&self, interval: &Interval, index: &Now) -> Option<Now> {
        let Now::Plain(index) = index else { return None };
        Some(interval.checked(self.whole.as_ref()?, index.clone()))
    }

    /// `for x in s`.
    pub(super) fn each_of_interval(
        &mut self,
        interval: &Interval,
        slot: usize,
        span: Span,
        names: &mut Names,
    ) -> Option<Vec<Clause>> {
        let new = self.slot();
        names[slot] = Some(interval.at(self.whole.as_ref()?, local(new)));
        let to = Some(sub(interval.len.clone(), int(1)));
        Some(vec![Clause::Range { slot: new, from: int(0), to, span }])
    }

    pub(super) fn part_of_interval(
        &mut self,
        interval: Interval,
        ends: [&Option<Box<Expr>>; 2],
        names: &mut Names,
    ) -> Option<Now> {
        let mut end = |end: &Option<Box<Expr>>| match end {
            Some(end) => self.plain(end, names).map(Some),
            None => Some(None),
        };
        let [from, to] = ends;
        let (from, to) = (end(from)?, end(to)?);
        Some(Now::Interval(interval.part(from, to)))
    }

    /// Whether a part is a constant list or text.
    pub(super) fn is_constant(&self, interval: &Interval, value: &Expr) -> Option<Expr> {
        let whole = self.whole.as_ref()?;
        let codes: Vec<Option<i64>> = match &value.kind {
            ExprKind::List(items) if items.is_empty() && !interval.letters => Vec::new(),
            ExprKind::Const(Val::Text(text)) if interval.letters => {
                text.chars().map(|letter| self.coding.letter(letter)).collect()
            }
            ExprKind::Const(Val::List(list)) if !interval.letters => list.items().iter().map(Val::small).collect(),
            _ => return None,
        };
        (codes.len() <= LONGEST).then_some(())?;
        let mut all = vec![compare(Comparison::Equal, interval.len.clone(), int(codes.len() as i64))];
        for (place, code) in (0..).zip(codes) {
            let (Now::Plain(item) | Now::Letter(item)) = interval.at(whole, int(place)) else { return None };
            all.push(compare(Comparison::Equal, item, int(code?)));
        }
        Some(joined(Op::And, all))
    }

    /// A constant list or text as a part of the first one.
    pub(super) fn constant_interval(&self, value: &Expr, letters: bool) -> Option<Interval> {
        let empty = match &value.kind {
            ExprKind::List(items) => items.is_empty() && !letters,
            ExprKind::Const(Val::List(list)) => list.is_empty() && !letters,
            ExprKind::Const(Val::Text(text)) => text.is_empty() && letters,
            _ => false,
        };
        empty.then(|| Interval { from: int(0), len: int(0), letters })
    }

    /// `len(s)`, and what needs the elements one by one is left to others.
    pub(super) fn of_interval(&self, function: Function, interval: &Interval) -> Option<Expr> {
        (function == Function::Len).then(|| interval.len.clone())
    }
}
