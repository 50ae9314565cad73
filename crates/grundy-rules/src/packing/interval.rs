//! Lists and texts that are cut into parts, as intervals.
//!
//! Where every option is made of slices (`row(s[:i]) + row(s[i+2:])`), all lists of the game are neighbouring elements of the first
//! one: two numbers each, how many there are and where they begin, whatever the length of the first one. What stands at a place is
//! looked up in the first list. Equal parts at different places are different positions here, so this is for lists that have no room in
//! a number.

use super::rewrite::{Names, Now, Rewrite, read};
use super::terms::{add, choice, compare, constant, element, extreme, int, joined, less, local, sub};
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

/// A loop from a number to the end of a list, less some, `for i in 0..len(s)-2`: it runs through the places in the whole list, so that
/// what is said of them depends on nothing else.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    /// The slot of the place.
    slot: usize,
    first: i64,
    /// The slot of the length.
    len: usize,
    less: i64,
}

/// A name and what is added to it.
fn offset(expr: &Expr) -> Option<(usize, i64)> {
    match &expr.kind {
        ExprKind::Local(slot) => Some((*slot, 0)),
        ExprKind::Chain(first, rest) => match (&first.kind, rest.as_slice()) {
            (ExprKind::Local(slot), [(Op::Add, more)]) => Some((*slot, constant(more)?)),
            (ExprKind::Local(slot), [(Op::Sub, less)]) => Some((*slot, constant(less)?.checked_neg()?)),
            _ => None,
        },
        _ => None,
    }
}

/// A place of the whole list as an index of a part that begins at `from`, and what is added to it: `j - from + 1`.
fn place(index: &Expr, from: &Expr) -> Option<(usize, i64)> {
    let ExprKind::Chain(first, rest) = &index.kind else { return None };
    let [(op, by)] = rest.as_slice() else { return None };
    match (&first.kind, op, &by.kind, &from.kind) {
        (ExprKind::Local(slot), Op::Sub, ExprKind::Local(by), ExprKind::Local(from)) if by == from => Some((*slot, 0)),
        (_, Op::Add, ..) => place(first, from).and_then(|(slot, more)| Some((slot, more.checked_add(constant(by)?)?))),
        (_, Op::Sub, ..) => place(first, from).and_then(|(slot, more)| Some((slot, more.checked_sub(constant(by)?)?))),
        _ => None,
    }
}

/// What is known of an index: it is at least `low`, and at most the length less `room`.
struct Bounds {
    low: i64,
    room: i64,
}

impl Bounds {
    fn of(index: &Expr, part: &Interval, runs: &[Run]) -> Option<Bounds> {
        let (slot, more) = place(index, &part.from)?;
        let run = runs.iter().find(|run| run.slot == slot && part.len.is_local(run.len))?;
        Some(Bounds { low: run.first.checked_add(more)?, room: run.less.checked_sub(more)? })
    }
}

impl Interval {
    /// Where an index is in the whole list.
    fn place(&self, index: Expr) -> Expr {
        match place(&index, &self.from) {
            Some((slot, more)) => add(local(slot), int(more)),
            None => add(self.from.clone(), index),
        }
    }

    /// What stands at a place that is surely inside.
    fn at(&self, whole: &List, index: Expr) -> Now {
        read(element(whole, self.place(index)), self.letters)
    }

    /// `s[i]`: an index outside fails.
    fn checked(&self, whole: &List, index: Expr, runs: &[Run]) -> Now {
        if Bounds::of(&index, self, runs).is_some_and(|bounds| bounds.low >= 0 && bounds.room >= 1) {
            return self.at(whole, index);
        }
        let inside = joined(Op::And, [less(int(-1), index.clone()), less(index.clone(), self.len.clone())]);
        let outside = int(whole.len() as i64);
        read(element(whole, choice(inside, self.place(index), outside)), self.letters)
    }

    /// `s[a:b]`, cut to its ends.
    pub(super) fn part(self, from: Option<Expr>, to: Option<Expr>, runs: &[Run]) -> Interval {
        let inside =
            |place: &Expr| Bounds::of(place, &self, runs).is_some_and(|bounds| bounds.low >= 0 && bounds.room >= 0);
        let cut = |place: Expr| match inside(&place) {
            true => place,
            false => extreme(Function::Max, int(0), extreme(Function::Min, place, self.len.clone())),
        };
        let (start, end) = (from.map(cut), to.map(cut));
        let len = match (&start, &end) {
            (None, None) => self.len.clone(),
            (None, Some(end)) => end.clone(),
            (Some(start), None) => sub(self.len.clone(), start.clone()),
            (Some(start), Some(end)) => match (place(start, &self.from), place(end, &self.from)) {
                (Some((one, a)), Some((other, b))) if one == other => int((b - a).max(0)),
                _ => extreme(Function::Max, int(0), sub(end.clone(), start.clone())),
            },
        };
        let from = start.map_or(self.from.clone(), |start| self.place(start));
        Interval { from, len, letters: self.letters }
    }

    /// The numbers that it becomes, the length first: it falls with every move, which a table likes. There is one empty list.
    pub(super) fn numbers(self) -> [Expr; 2] {
        let some = less(int(0), self.len.clone());
        [self.len, choice(some, self.from, int(0))]
    }
}

impl Rewrite<'_> {
    /// A table is filled for more than the parts of the first list: what is not inside of it has no moves.
    pub(super) fn inside(&self, names: &Names) -> Vec<Clause> {
        let Some(whole) = &self.whole else { return Vec::new() };
        let inside = |name: &Now| match name {
            Now::Interval(part) => {
                let end = add(part.from.clone(), part.len.clone());
                Some(Clause::If(less(end, int(whole.len() as i64 + 1))))
            }
            _ => None,
        };
        names.iter().flatten().filter_map(inside).collect()
    }

    /// A loop over the indices of a part up to its end: over places of the whole list.
    pub(super) fn run(
        &mut self,
        (slot, from, to): (usize, &Expr, &Expr),
        span: Span,
        names: &mut Names,
    ) -> Option<Clause> {
        let (first, (len, more)) = (constant(from)?, offset(to)?);
        let less = more.checked_neg()?;
        let start = names.iter().flatten().find_map(|name| match name {
            Now::Interval(part) if part.len.is_local(len) => Some(part.from.clone()),
            _ => None,
        })?;
        matches!(start.kind, ExprKind::Local(_)).then_some(())?;
        let place = self.slot();
        names[slot] = Some(Now::Plain(sub(local(place), start.clone())));
        self.runs.push(Run { slot: place, first, len, less });
        let (from, to) = (add(start.clone(), from.clone()), Some(add(start, to.clone())));
        Some(Clause::Range { slot: place, from, to, span })
    }

    pub(super) fn element_of_interval(&self, interval: &Interval, index: &Now) -> Option<Now> {
        let Now::Plain(index) = index else { return None };
        Some(interval.checked(self.whole.as_ref()?, index.clone(), &self.runs))
    }

    /// `for x in s`.
    pub(super) fn each_of_interval(
        &mut self,
        interval: &Interval,
        slot: usize,
        span: Span,
        names: &mut Names,
    ) -> Option<Vec<Clause>> {
        let place = self.slot();
        names[slot] = Some(read(element(self.whole.as_ref()?, local(place)), interval.letters));
        let to = Some(sub(add(interval.from.clone(), interval.len.clone()), int(1)));
        Some(vec![Clause::Range { slot: place, from: interval.from.clone(), to, span }])
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
