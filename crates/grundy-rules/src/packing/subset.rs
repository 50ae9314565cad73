//! Lists that only lose elements, as bit sets.
//!
//! Where every option keeps some elements of a list in their order (`[u for u in left if u != v]`, `without(left, i)`), all lists of
//! the game are parts of the first one. If its elements differ, such a part is a number with one binary digit for each of them. A
//! condition on the elements that stay becomes a helper that gives their digits: it is worked out once for each turn of the loops
//! outside, not for each position.

use super::rewrite::{Names, Now, Rewrite};
use super::terms::{choice, compare, constant, element, expr, int, joined, less, local, sub};
use crate::builtins::Function;
use crate::check::inline::{Walk, slots_of};
use crate::program::{Clause, Comprehension, Expr, ExprKind, Let};
use crate::source::Span;
use crate::syntax::ast::{Comparison, Op};
use crate::value::{List, Val};

/// The largest element that is found in the list by a table.
const LARGEST: i64 = 1 << 12;

/// The list of which all others are parts.
#[derive(Debug, Clone)]
pub(super) struct Base {
    elements: List,
    /// The digit of each element.
    digits: List,
}

impl Base {
    pub(super) fn new(elements: &[i64]) -> Option<Base> {
        let digits = (0..elements.len()).map(|place| 1 << place).collect();
        Some(Base { elements: List::of_integers(elements.to_vec())?, digits: List::of_integers(digits)? })
    }

    fn numbers(&self) -> &[i64] {
        self.elements.integers().unwrap_or_default()
    }

    fn len(&self) -> i64 {
        self.elements.len() as i64
    }

    /// The place of an element: of a constant, or of one that was read from this list.
    fn place(&self, item: &Expr) -> Option<Expr> {
        if let Some(n) = constant(item) {
            return self.numbers().iter().position(|&element| element == n).map(|place| int(place as i64));
        }
        let ExprKind::Index(list, place) = &item.kind else { return None };
        let ExprKind::Const(Val::List(list)) = &list.kind else { return None };
        let same = list.integers().is_some_and(|numbers| std::ptr::eq(numbers, self.numbers()));
        same.then(|| (**place).clone())
    }

    fn has(&self, set: &Expr, place: Expr) -> Expr {
        is_met(set, element(&self.digits, place))
    }
}

fn met(a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Call(Function::BitAnd, vec![a, b]))
}

fn is_met(set: &Expr, digit: Expr) -> Expr {
    compare(Comparison::NotEqual, met(set.clone(), digit), int(0))
}

/// The digits of a part of a list.
pub(super) fn digits(base: &[i64], part: &[i64]) -> Option<i64> {
    let (mut set, mut next) = (0, 0);
    for item in part {
        let place = next + base[next..].iter().position(|element| element == item)?;
        set |= 1 << place;
        next = place + 1;
    }
    Some(set)
}

/// Gives slots new numbers: their places in a list.
struct Renumber<'a>(&'a [usize]);

impl Walk for Renumber<'_> {
    fn slot(&mut self, slot: &mut usize) {
        *slot = self.0.iter().position(|known| known == slot).unwrap_or(*slot);
    }
}

impl Rewrite<'_> {
    /// `for v in left`: the places of the list, those that are not in the set left out.
    pub(super) fn each_of_set(
        &mut self,
        set: &Expr,
        slot: usize,
        span: Span,
        names: &mut Names,
    ) -> Option<Vec<Clause>> {
        let base = self.base.clone()?;
        let place = self.slot();
        names[slot] = Some(Now::Plain(element(&base.elements, local(place))));
        Some(self.places(&base, set, place, span))
    }

    fn places(&self, base: &Base, set: &Expr, place: usize, span: Span) -> Vec<Clause> {
        let range = Clause::Range { slot: place, from: int(0), to: Some(int(base.len() - 1)), span };
        vec![range, Clause::If(base.has(set, local(place)))]
    }

    /// `for i in 0..len(left)-1`, where i is only used as a place of `left`.
    pub(super) fn places_of_set(
        &mut self,
        (slot, from, to): (usize, &Expr, &Expr),
        span: Span,
        names: &mut Names,
    ) -> Option<Vec<Clause>> {
        let base = self.base.clone()?;
        let ExprKind::Chain(length, less) = &to.kind else { return None };
        let (ExprKind::Call(Function::Len, args), [(Op::Sub, one)]) = (&length.kind, &less[..]) else { return None };
        let [list] = args.as_slice() else { return None };
        (from.is_number(0) && one.is_number(1)).then_some(())?;
        let Now::Set(set) = self.now(list, names)? else { return None };
        let ExprKind::Local(of) = set.kind else { return None };
        let place = self.slot();
        names[slot] = Some(Now::Place { of, place: local(place) });
        Some(self.places(&base, &set, place, span))
    }

    /// The place in the first list of `left[i]`.
    fn place_in(&self, set: &Expr, index: &Now) -> Option<Expr> {
        match (&set.kind, index) {
            (ExprKind::Local(slot), Now::Place { of, place }) if slot == of => Some(place.clone()),
            _ => None,
        }
    }

    /// `left[i]`.
    pub(super) fn element_of_set(&self, set: &Expr, index: &Now) -> Option<Now> {
        let place = self.place_in(set, index)?;
        Some(Now::Plain(element(&self.base.as_ref()?.elements, place)))
    }

    /// `without(left, i)`.
    pub(super) fn without(&self, set: &Expr, index: &Now) -> Option<Now> {
        let place = self.place_in(set, index)?;
        Some(Now::Set(sub(set.clone(), element(&self.base.as_ref()?.digits, place))))
    }

    /// `left[:i] ++ left[i+1:]`.
    pub(super) fn around(&mut self, first: &Expr, rest: &[(Op, Expr)], names: &mut Names) -> Option<Now> {
        self.base.as_ref()?;
        let [(Op::Join, after)] = rest else { return None };
        let ExprKind::Slice(left, from, Some(until)) = &first.kind else { return None };
        let ExprKind::Slice(again, Some(behind), None) = &after.kind else { return None };
        from.as_ref().is_none_or(|from| from.is_number(0)).then_some(())?;
        let ExprKind::Chain(index, more) = &behind.kind else { return None };
        matches!(&more[..], [(Op::Add, one)] if one.is_number(1)).then_some(())?;
        let (Now::Set(set), Now::Set(same)) = (self.now(left, names)?, self.now(again, names)?) else { return None };
        let (until, index) = (self.now(until, names)?, self.now(index, names)?);
        let places = [self.place_in(&set, &until)?, self.place_in(&same, &index)?];
        let alike = matches!((&places[0].kind, &places[1].kind), (ExprKind::Local(a), ExprKind::Local(b)) if a == b);
        alike.then(|| self.without(&set, &until))?
    }

    /// `[u for u in left if …]`.
    pub(super) fn kept(&mut self, list: &Comprehension, names: &Names) -> Option<Now> {
        let base = self.base.clone()?;
        let [Clause::Each { slots, pattern: false, items, .. }, conditions @ ..] = &list.clauses[..] else {
            return None;
        };
        let [slot] = slots.as_slice() else { return None };
        list.body.is_local(*slot).then_some(())?;
        let mut names = names.clone();
        let Now::Set(set) = self.now(items, &mut names)? else { return None };
        let place = self.slot();
        names[*slot] = Some(Now::Plain(element(&base.elements, local(place))));
        let mut all = Vec::new();
        for clause in conditions {
            let Clause::If(condition) = clause else { return None };
            all.push(self.plain(condition, &mut names)?);
        }
        if let [Expr { kind: ExprKind::Compare(Comparison::NotEqual, a, b), .. }] = all.as_slice()
            && let (Some(a), Some(b)) = (base.place(a), base.place(b))
            && let Some(other) = [(&a, b.clone()), (&b, a.clone())].into_iter().find(|(one, _)| one.is_local(place))
            && !other.1.is_local(place)
        {
            return Some(Now::Set(sub(set.clone(), met(set, element(&base.digits, other.1)))));
        }
        let digits = self.staying(&base, joined(Op::And, all), place)?;
        Some(Now::Set(met(set, digits)))
    }

    /// A helper that gives the digits of the elements for which a condition holds, called with all else that it depends on.
    fn staying(&mut self, base: &Base, mut condition: Expr, place: usize) -> Option<Expr> {
        let mut slots = slots_of(&condition);
        slots.sort_unstable();
        slots.dedup();
        slots.retain(|&slot| slot != place);
        // Were it to depend on the set itself, there would be one answer for each position.
        (!slots.iter().any(|slot| self.sets.contains(slot))).then_some(())?;
        let args = slots.iter().map(|&slot| local(slot)).collect();
        let arity = slots.len();
        slots.push(place);
        Renumber(&slots).expr(&mut condition);
        let range = Clause::Range { slot: arity, from: int(0), to: Some(int(base.len() - 1)), span: Span::default() };
        let clauses = vec![range, Clause::If(condition)];
        let sum = Comprehension { body: element(&base.digits, local(arity)), clauses };
        let globals = (0..self.program.globals.len()).collect();
        let body = expr(ExprKind::CallOver(Function::Sum, Box::new(sum), Vec::new()));
        let name = format!("staying{}", self.helpers.len());
        self.helpers.push(Let { name, arity, frame: arity + 1, body, globals, asks: false });
        Some(expr(ExprKind::Let(self.program.lets.len() + self.helpers.len() - 1, args)))
    }

    /// Whether a number is in a set.
    pub(super) fn in_set(&self, item: &Expr, set: &Expr) -> Option<Expr> {
        let base = self.base.as_ref()?;
        if let Some(place) = base.place(item) {
            return Some(base.has(set, place));
        }
        let most = base.numbers().iter().copied().max().filter(|&most| most <= LARGEST)?;
        let digit = |n| base.numbers().iter().position(|&element| element == n).map_or(0, |place| 1 << place);
        let table = List::of_integers((0..=most).map(digit).collect())?;
        let inside = joined(Op::And, [less(int(-1), item.clone()), less(item.clone(), int(most + 1))]);
        Some(joined(Op::And, [inside, is_met(set, element(&table, item.clone()))]))
    }

    /// The elements of the first list, each with the condition that it is in the set.
    pub(super) fn elements_of_set(&self, set: &Expr) -> Option<Vec<(Expr, Expr)>> {
        let base = self.base.as_ref()?;
        Some((0..).zip(base.numbers()).map(|(place, &n)| (base.has(set, int(place)), int(n))).collect())
    }

    /// A function of a set.
    pub(super) fn of_set(&self, function: Function, set: &Expr) -> Option<Expr> {
        let elements = self.elements_of_set(set)?.into_iter();
        let items: Vec<Expr> = match function {
            Function::Len => elements.map(|(has, _)| choice(has, int(1), int(0))).collect(),
            Function::Sum | Function::Xor => elements.map(|(has, item)| choice(has, item, int(0))).collect(),
            _ => return None,
        };
        super::functions::folded(if function == Function::Len { Function::Sum } else { function }, items)
    }

    /// The digits of a constant list.
    pub(super) fn constant_set(&self, value: &Expr) -> Option<Expr> {
        let numbers = match &value.kind {
            ExprKind::List(items) if items.is_empty() => Vec::new(),
            ExprKind::Const(Val::List(list)) => list.items().iter().map(Val::small).collect::<Option<Vec<_>>>()?,
            _ => return None,
        };
        digits(self.base.as_ref()?.numbers(), &numbers).map(int)
    }
}
