//! Bounds of expressions: what a value can be when some names are only known to lie between two integers.
//!
//! Interval arithmetic. Every bound holds: whatever the names are, as far as they are allowed, the value of the expression is
//! within. Where a form is not followed the answer is "anything". Sums beyond 128 bits are cut at the ends of
//! the range: the machine refuses them, so no value lies there.

use crate::builtins::Function;
use crate::program::{Expr, ExprKind, Let, Update};
use crate::syntax::ast::{Assign, Comparison, Op};
use crate::value::Val;

/// What is known of a value.
#[derive(Debug, Clone)]
pub(crate) enum Bounds {
    /// An integer from the first to the second.
    Ints(i128, i128),
    /// A value that is no integer.
    Known(Val),
    /// A list of so many elements.
    List(Vec<Bounds>),
    /// Nothing.
    Any,
}

/// The deepest nesting of helpers that is followed.
const DEEPEST: usize = 8;

/// Longer lists are not taken apart.
const LONGEST: usize = 1 << 10;

/// What the names are.
pub(crate) struct Names<'a> {
    pub(crate) slots: Vec<Bounds>,
    pub(crate) globals: &'a [Option<Val>],
    /// The helpers whose bodies are followed.
    pub(crate) lets: &'a [Let],
    /// How many of them are open.
    pub(crate) depth: usize,
    /// Whether a bound at the end of the numbers means that nothing is known: the machine may refuse the expression.
    pub(crate) strict: bool,
}

impl From<&Val> for Bounds {
    fn from(value: &Val) -> Bounds {
        match value {
            Val::Int(n) => Bounds::Ints(*n, *n),
            other => Bounds::Known(other.clone()),
        }
    }
}

impl Bounds {
    /// Whether the value can be this one.
    pub(crate) fn admit(&self, value: &Val) -> bool {
        match (self, value) {
            (Bounds::Any, _) => true,
            (Bounds::Ints(low, high), Val::Int(n)) => low <= n && n <= high,
            (Bounds::Known(known), value) => known == value,
            (Bounds::List(known), Val::List(list)) => {
                known.len() == list.items().len() && known.iter().zip(list.items()).all(|(one, item)| one.admit(item))
            }
            _ => false,
        }
    }

    /// Whether the value is false in any case.
    pub(crate) fn is_false(&self) -> bool {
        matches!(self, Bounds::Known(Val::Bool(false)))
    }

    /// The least and the greatest integer it can be.
    pub(crate) fn ends(&self) -> (i128, i128) {
        match self {
            Bounds::Ints(low, high) => (*low, *high),
            _ => (i128::MIN, i128::MAX),
        }
    }

    /// What holds for both.
    fn or(self, other: Bounds) -> Bounds {
        match (self, other) {
            (Bounds::Ints(a, b), Bounds::Ints(c, d)) => Bounds::Ints(a.min(c), b.max(d)),
            (Bounds::Known(a), Bounds::Known(b)) if a == b => Bounds::Known(a),
            _ => Bounds::Any,
        }
    }

    fn truth(known: Option<bool>) -> Bounds {
        known.map_or(Bounds::Any, |truth| Bounds::Known(Val::Bool(truth)))
    }

    /// The truth value, if it is known.
    pub(crate) fn as_truth(&self) -> Option<bool> {
        match self {
            Bounds::Known(Val::Bool(truth)) => Some(*truth),
            _ => None,
        }
    }

    /// The integer, if there is only one that it can be.
    fn single(&self) -> Option<i128> {
        match self {
            Bounds::Ints(low, high) if low == high => Some(*low),
            _ => None,
        }
    }

    /// The elements of a list that is not too long.
    pub(crate) fn items(&self) -> Option<Vec<Bounds>> {
        match self {
            Bounds::List(items) => Some(items.clone()),
            Bounds::Known(Val::List(list)) if list.items().len() <= LONGEST => {
                Some(list.items().iter().map(Bounds::from).collect())
            }
            _ => None,
        }
    }

    /// The bounds of the elements of a list, all together.
    pub(crate) fn element(&self) -> Bounds {
        self.items().and_then(|items| items.into_iter().reduce(Bounds::or)).unwrap_or(Bounds::Any)
    }
}

impl Names<'_> {
    /// The bounds of an expression.
    pub(crate) fn bounds(&self, expr: &Expr) -> Bounds {
        self.kept(self.followed(expr))
    }

    fn kept(&self, bounds: Bounds) -> Bounds {
        match bounds {
            Bounds::Ints(low, high) if self.strict && (low == i128::MIN || high == i128::MAX) => Bounds::Any,
            bounds => bounds,
        }
    }

    fn followed(&self, expr: &Expr) -> Bounds {
        match &expr.kind {
            ExprKind::Const(value) => value.into(),
            ExprKind::Local(slot) => self.slots.get(*slot).cloned().unwrap_or(Bounds::Any),
            ExprKind::Global(index) => {
                self.globals.get(*index).and_then(Option::as_ref).map_or(Bounds::Any, Bounds::from)
            }
            ExprKind::Neg(x) => match self.bounds(x) {
                Bounds::Ints(low, high) => Bounds::Ints(high.saturating_neg(), low.saturating_neg()),
                _ => Bounds::Any,
            },
            ExprKind::Not(x) => Bounds::truth(self.bounds(x).as_truth().map(|truth| !truth)),
            ExprKind::Power(a, b) => power(&self.bounds(a), &self.bounds(b)),
            ExprKind::Chain(first, rest) => self.chain(first, rest),
            ExprKind::Compare(comparison, a, b) => {
                Bounds::truth(compare(*comparison, &self.bounds(a), &self.bounds(b)))
            }
            ExprKind::If(condition, yes, no) => match self.bounds(condition).as_truth() {
                Some(true) => self.bounds(yes),
                Some(false) => self.bounds(no),
                None => self.bounds(yes).or(self.bounds(no)),
            },
            ExprKind::Call(function, args) => self.call(*function, args),
            ExprKind::Let(index, args) => self.helper(*index, args),
            ExprKind::List(items) => Bounds::List(items.iter().map(|item| self.bounds(item)).collect()),
            ExprKind::Index(base, index) => self.index(base, index),
            ExprKind::Slice(base, from, to) => self.slice(base, from.as_deref(), to.as_deref()),
            ExprKind::With(base, updates) => self.with(base, updates).unwrap_or(Bounds::Any),
            _ => Bounds::Any,
        }
    }

    fn helper(&self, index: usize, args: &[Expr]) -> Bounds {
        let Some(helper) = self.lets.get(index).filter(|helper| self.depth < DEEPEST && !helper.asks) else {
            return Bounds::Any;
        };
        let mut slots: Vec<Bounds> = args.iter().map(|arg| self.bounds(arg)).collect();
        slots.resize(helper.frame.max(slots.len()), Bounds::Any);
        Names { slots, globals: self.globals, lets: self.lets, depth: self.depth + 1, strict: self.strict }
            .bounds(&helper.body)
    }

    fn chain(&self, first: &Expr, rest: &[(Op, Expr)]) -> Bounds {
        rest.iter().fold(self.bounds(first), |left, (op, operand)| self.kept(binary(*op, left, self.bounds(operand))))
    }

    fn call(&self, function: Function, args: &[Expr]) -> Bounds {
        let mut args = args.iter().map(|arg| self.bounds(arg));
        let Some(first) = args.next() else { return Bounds::Any };
        match (function, &first) {
            (Function::Min, Bounds::Ints(..)) => args.fold(first, |a, b| both(a, b, i128::min)),
            (Function::Max, Bounds::Ints(..)) => args.fold(first, |a, b| both(a, b, i128::max)),
            (Function::Abs, Bounds::Ints(low, high)) => {
                let (a, b) = (low.saturating_abs(), high.saturating_abs());
                Bounds::Ints(if *low <= 0 && *high >= 0 { 0 } else { a.min(b) }, a.max(b))
            }
            (Function::Isqrt, Bounds::Ints(low, high)) if *low >= 0 => Bounds::Ints(low.isqrt(), high.isqrt()),
            (Function::Len, Bounds::List(items)) => Bounds::from(&Val::Int(items.len() as i128)),
            (Function::Len, Bounds::Known(Val::List(list))) => Bounds::from(&Val::Int(list.items().len() as i128)),
            _ => Bounds::Any,
        }
    }

    fn index(&self, base: &Expr, index: &Expr) -> Bounds {
        let (base, index) = (self.bounds(base), self.bounds(index));
        let item = |n: i128| usize::try_from(n).ok();
        match (&base, index.single().and_then(item)) {
            (Bounds::Known(Val::List(list)), Some(index)) => list.items().get(index).map_or(Bounds::Any, Bounds::from),
            (Bounds::List(items), Some(index)) => items.get(index).cloned().unwrap_or(Bounds::Any),
            _ => base.element(),
        }
    }

    fn slice(&self, base: &Expr, from: Option<&Expr>, to: Option<&Expr>) -> Bounds {
        let Some(items) = self.bounds(base).items() else { return Bounds::Any };
        let len = items.len();
        let end = |expr: Option<&Expr>, other: usize| match expr {
            Some(expr) => self.bounds(expr).single().map(|n| n.clamp(0, len as i128) as usize),
            None => Some(other),
        };
        match (end(from, 0), end(to, len)) {
            (Some(from), Some(to)) => Bounds::List(items.get(from..to).map_or_else(Vec::new, <[Bounds]>::to_vec)),
            _ => Bounds::Any,
        }
    }

    fn with(&self, base: &Expr, updates: &[Update]) -> Option<Bounds> {
        let mut items = self.bounds(base).items()?;
        updates.iter().try_for_each(|update| self.change(&mut items, &update.path, update))?;
        Some(Bounds::List(items))
    }

    /// Changes the element that the rest of a path leads to.
    fn change(&self, items: &mut [Bounds], path: &[Expr], update: &Update) -> Option<()> {
        let (index, inside) = path.split_first()?;
        let place = items.get_mut(usize::try_from(self.bounds(index).single()?).ok()?)?;
        if !inside.is_empty() {
            let mut row = place.items()?;
            self.change(&mut row, inside, update)?;
            *place = Bounds::List(row);
            return Some(());
        }
        let value = self.bounds(&update.value);
        *place = match update.assign {
            Assign::Set => value,
            Assign::Add => binary(Op::Add, place.clone(), value),
            Assign::Sub => binary(Op::Sub, place.clone(), value),
        };
        Some(())
    }
}

/// A function that rises in both arguments.
fn both(a: Bounds, b: Bounds, of: impl Fn(i128, i128) -> i128) -> Bounds {
    match (a, b) {
        (Bounds::Ints(a, b), Bounds::Ints(c, d)) => Bounds::Ints(of(a, c), of(b, d)),
        _ => Bounds::Any,
    }
}

fn binary(op: Op, left: Bounds, right: Bounds) -> Bounds {
    match op {
        Op::And => Bounds::truth(match (left.as_truth(), right.as_truth()) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), right) => right,
            _ => None,
        }),
        Op::Or => Bounds::truth(match (left.as_truth(), right.as_truth()) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), right) => right,
            _ => None,
        }),
        Op::Join => match (left.items(), right.items()) {
            (Some(left), Some(right)) => Bounds::List(left.into_iter().chain(right).collect()),
            _ => Bounds::Any,
        },
        Op::Add => both(left, right, i128::saturating_add),
        Op::Sub => match right {
            Bounds::Ints(low, high) => both(left, Bounds::Ints(high, low), i128::saturating_sub),
            _ => Bounds::Any,
        },
        Op::Mul => corners(&left, &right, i128::saturating_mul),
        Op::Div => match right {
            Bounds::Ints(1.., _) => corners(&left, &right, i128::div_euclid),
            _ => Bounds::Any,
        },
        Op::Mod => remainder(&left, &right),
        Op::Xor => xor(&left, &right),
    }
}

/// A function that is monotone in each argument, up or down.
fn corners(left: &Bounds, right: &Bounds, of: impl Fn(i128, i128) -> i128) -> Bounds {
    let (Bounds::Ints(a, b), Bounds::Ints(c, d)) = (left, right) else { return Bounds::Any };
    let all = [of(*a, *c), of(*a, *d), of(*b, *c), of(*b, *d)];
    let least = all.iter().copied().fold(i128::MAX, i128::min);
    Bounds::Ints(least, all.iter().copied().fold(i128::MIN, i128::max))
}

fn remainder(left: &Bounds, right: &Bounds) -> Bounds {
    let (Bounds::Ints(a, b), Bounds::Ints(c @ 1.., d)) = (left, right) else { return Bounds::Any };
    if c == d && a.div_euclid(*c) == b.div_euclid(*c) {
        return Bounds::Ints(a.rem_euclid(*c), b.rem_euclid(*c));
    }
    Bounds::Ints(0, if *a >= 0 { (d - 1).min(*b) } else { d - 1 })
}

fn xor(left: &Bounds, right: &Bounds) -> Bounds {
    let (Bounds::Ints(a, b), Bounds::Ints(c, d)) = (left, right) else { return Bounds::Any };
    if a == b && c == d {
        return Bounds::Ints(a ^ c, a ^ c);
    }
    if *a < 0 || *c < 0 {
        return Bounds::Any;
    }
    // No bit above the highest of both.
    Bounds::Ints(0, (b | d).checked_ilog2().map_or(0, |top| i128::MAX >> (126 - top)))
}

fn power(base: &Bounds, exponent: &Bounds) -> Bounds {
    let (Bounds::Ints(a @ 0.., b), Bounds::Ints(c @ 0.., d)) = (base, exponent) else { return Bounds::Any };
    let of = |base: i128, exponent: i128| base.saturating_pow(u32::try_from(exponent).unwrap_or(u32::MAX));
    // 0^0 is 1, the only place where the power falls.
    let least = if *a == 0 { 0 } else { of(*a, *c) };
    Bounds::Ints(least, of(*b, *d).max(i128::from(*c == 0)))
}

fn compare(comparison: Comparison, left: &Bounds, right: &Bounds) -> Option<bool> {
    if let (Bounds::Known(a), Bounds::Known(b)) = (left, right) {
        return match comparison {
            Comparison::Equal => Some(a == b),
            Comparison::NotEqual => Some(a != b),
            _ => None,
        };
    }
    let (Bounds::Ints(a, b), Bounds::Ints(c, d)) = (left, right) else { return None };
    let (before, after) = (b < c, a > d);
    let decided = |yes: bool, no: bool| if yes { Some(true) } else { no.then_some(false) };
    let same = a == b && c == d && a == c;
    match comparison {
        Comparison::Equal => decided(same, before || after),
        Comparison::NotEqual => decided(before || after, same),
        Comparison::Less => decided(before, a >= d),
        Comparison::LessEqual => decided(b <= c, after),
        Comparison::Greater => decided(after, b <= c),
        Comparison::GreaterEqual => decided(a >= d, before),
        Comparison::In | Comparison::NotIn => None,
    }
}
