//! The numbers of rules as α·x + β·r + γ, and the ways through a rule.

use super::super::Given;
use super::super::affine::{Affine, Var};
use super::super::constant::Constants;
use super::super::path::Binding;
use super::super::piece::{Condition, Piece, at_most, equal};
use crate::builtins::Function;
use crate::program::{Clause, Expr, ExprKind, Rule};
use crate::syntax::ast::{Comparison, Op};
use crate::value::Val;
use grundy::Watch;

/// More ways through a rule than this: give up.
const MOST_WAYS: usize = 256;

/// The variable q.
pub(super) const Q: Var = 0;

/// α·x + β·r + γ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) x: Affine,
    pub(super) r: i128,
    pub(super) more: Affine,
}

impl Form {
    pub(super) fn number(more: Affine) -> Form {
        Form { x: Affine::constant(0), r: 0, more }
    }

    pub(super) fn of_x(x: Affine) -> Form {
        Form { x, r: 0, more: Affine::constant(0) }
    }

    pub(super) fn plus_times(&self, factor: i128, other: &Form) -> Option<Form> {
        let r = other.r.checked_mul(factor)?.checked_add(self.r)?;
        Some(Form { x: self.x.plus_times(factor, &other.x)?, r, more: self.more.plus_times(factor, &other.more)? })
    }

    pub(super) fn minus(&self, other: &Form) -> Option<Form> {
        self.plus_times(-1, other)
    }

    /// The number, if neither x nor r has a part in it.
    pub(super) fn as_number(&self) -> Option<&Affine> {
        (self.x == Affine::constant(0) && self.r == 0).then_some(&self.more)
    }

    /// β and γ, if γ is a constant.
    pub(super) fn rest(&self) -> Option<(i128, i128)> {
        Some((self.r, self.more.as_constant()?))
    }
}

#[derive(Debug, Clone)]
pub(super) enum Bound {
    Open,
    Form(Form),
    Const(Val),
    /// A name k for 1..ilog(y, x), and the variable that stands for x^(k − 1).
    Exponent(Var),
}

/// What is known of x and r.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Case {
    pub(super) x_is_one: bool,
    pub(super) r_is_zero: bool,
}

/// One way through a rule.
#[derive(Clone)]
pub(super) struct Way {
    piece: Piece,
    env: Vec<Bound>,
    free: Vec<Var>,
    /// The variable that is a power of x.
    power: Option<Var>,
}

impl Way {
    pub(super) fn when(mut self, condition: Condition) -> Option<Way> {
        self.piece.require(condition);
        (!self.piece.is_empty()).then_some(self)
    }
}

pub(super) type Ways<T> = Option<Vec<(Way, T)>>;

/// The pairs (q, m) of the moves of one case: m as the rules count, and m a power of x.
#[derive(Default)]
pub(super) struct Taken {
    pub(super) counted: Vec<Piece>,
    pub(super) powers: Vec<Piece>,
    /// Whether of two equal numbers the one in the place of y may become 0, and the one in the place of x.
    pub(super) plain: bool,
    pub(super) twins: bool,
}

pub(super) struct Walker<'a> {
    given: Given<'a>,
    constants: Constants<'a>,
    case: Case,
    depth: usize,
}

impl<'a> Walker<'a> {
    pub(super) fn new(given: Given<'a>, case: Case) -> Walker<'a> {
        Walker { given, constants: Constants::new(given, &Watch::default()), case, depth: 0 }
    }

    /// The ways through the clauses of a rule.
    pub(super) fn ways(&mut self, rule: &Rule, args: &[Form; 2]) -> Option<Vec<Way>> {
        let mut env = vec![Bound::Open; rule.frame];
        env.iter_mut().zip(args).for_each(|(slot, form)| *slot = Bound::Form(form.clone()));
        let mut start = Piece::all(1).under(self.given.budget);
        start.require(at_most(&Affine::constant(1), &Affine::var(Q))?);
        let mut ways = vec![Way { piece: start, env, free: Vec::new(), power: None }];
        for clause in &rule.clauses {
            let mut next = Vec::new();
            for way in ways {
                next.extend(self.clause(clause, way)?);
            }
            if next.len() > MOST_WAYS {
                return None;
            }
            ways = next;
        }
        Some(ways)
    }

    pub(super) fn clause(&mut self, clause: &Clause, way: Way) -> Option<Vec<Way>> {
        match clause {
            Clause::If(condition) => self.cond(condition, way, true),
            Clause::Range { slot, from, to: Some(to), .. } => self.range(*slot, from, to, way),
            Clause::Each { slots, pattern: false, items, .. } => {
                let [slot] = slots.as_slice() else { return None };
                let Some(Val::List(list)) = self.constant(items, &way) else { return None };
                let bound = |item: &Val| {
                    let mut way = way.clone();
                    way.env[*slot] = Bound::Const(item.clone());
                    way
                };
                (list.items().len() <= MOST_WAYS).then(|| list.items().iter().map(bound).collect())
            }
            Clause::Range { .. } | Clause::Each { .. } => None,
        }
    }

    pub(super) fn range(&mut self, slot: usize, from: &Expr, to: &Expr, way: Way) -> Option<Vec<Way>> {
        let mut all = Vec::new();
        for (way, from) in self.int(from, way)? {
            let from = from.as_number()?.clone();
            if let ExprKind::Call(Function::Ilog, args) = &to.kind {
                all.extend(self.exponents(slot, &from, args, way)?);
                continue;
            }
            for (mut way, to) in self.int(to, way)? {
                let var = way.piece.fresh();
                way.free.push(var);
                let name = Affine::var(var);
                way.piece.require(at_most(&from, &name)?);
                way.piece.require(at_most(&name, to.as_number()?)?);
                way.env[slot] = Bound::Form(Form::number(name));
                if !way.piece.is_empty() {
                    all.push(way);
                }
            }
        }
        Some(all)
    }

    /// `for k in 1..ilog(y, x)`: the powers x^k up to y are p·x with a power p of x from 1 to q.
    pub(super) fn exponents(&mut self, slot: usize, from: &Affine, args: &[Expr], way: Way) -> Option<Vec<Way>> {
        let [larger, smaller] = args else { return None };
        let (x, q) = (Form::of_x(Affine::constant(1)), Affine::var(Q));
        let mut all = Vec::new();
        for (way, larger) in self.int(larger, way)? {
            for (mut way, smaller) in self.int(smaller, way)? {
                let meant = from.as_constant() == Some(1) && smaller == x && larger.x == q && larger.rest()?.1 == 0;
                let is_y = larger.r == i128::from(!self.case.r_is_zero);
                if self.case.x_is_one || way.power.is_some() || !meant || !is_y {
                    return None;
                }
                let power = way.piece.fresh();
                way.power = Some(power);
                way.piece.require(at_most(&Affine::constant(1), &Affine::var(power))?);
                way.piece.require(at_most(&Affine::var(power), &q)?);
                way.env[slot] = Bound::Exponent(power);
                all.push(way);
            }
        }
        Some(all)
    }

    pub(super) fn constant(&mut self, expr: &Expr, way: &Way) -> Option<Val> {
        let binding = |bound: &Bound| match bound {
            Bound::Open => Binding::Open,
            Bound::Const(value) => Binding::Const(value.clone()),
            Bound::Form(_) | Bound::Exponent(_) => Binding::Int(Affine::var(Q)),
        };
        let env: Vec<Binding> = way.env.iter().map(binding).collect();
        self.constants.value(expr, &env)
    }

    /// The cases of an integer.
    pub(super) fn int(&mut self, expr: &Expr, way: Way) -> Ways<Form> {
        match self.constant(expr, &way) {
            Some(Val::Int(n)) => return Some(vec![(way, Form::number(Affine::constant(n)))]),
            Some(_) => return None,
            None => {}
        }
        match &expr.kind {
            ExprKind::Local(slot) => match way.env.get(*slot)?.clone() {
                Bound::Form(form) => Some(vec![(way, form)]),
                _ => None,
            },
            ExprKind::Neg(inner) => {
                let zero = Form::number(Affine::constant(0));
                self.int(inner, way)?.into_iter().map(|(way, form)| Some((way, zero.minus(&form)?))).collect()
            }
            ExprKind::Power(base, exponent) => self.power(base, exponent, way),
            ExprKind::Chain(first, rest) => {
                let mut cases = self.int(first, way)?;
                for (op, operand) in rest {
                    let mut next = Vec::new();
                    for (way, left) in cases {
                        for (way, right) in self.int(operand, way)? {
                            next.extend(self.operate(*op, way, &left, &right)?);
                        }
                    }
                    cases = next;
                }
                (cases.len() <= MOST_WAYS).then_some(cases)
            }
            ExprKind::Call(function @ (Function::Min | Function::Max), args) => {
                let [first, second] = args.as_slice() else { return None };
                let mut all = Vec::new();
                for (way, a) in self.int(first, way)? {
                    for (way, b) in self.int(second, way)? {
                        all.extend(self.lesser(way, a.clone(), b, *function == Function::Max)?);
                    }
                }
                Some(all)
            }
            ExprKind::Call(Function::Abs, args) => {
                let [inner] = args.as_slice() else { return None };
                let mut all = Vec::new();
                for (way, form) in self.int(inner, way)? {
                    let other = Form::number(Affine::constant(0)).minus(&form)?;
                    all.extend(self.lesser(way, form, other, true)?);
                }
                Some(all)
            }
            ExprKind::If(condition, yes, no) => {
                let mut all = Vec::new();
                for (wanted, branch) in [(true, yes), (false, no)] {
                    for way in self.cond(condition, way.clone(), wanted)? {
                        all.extend(self.int(branch, way)?);
                    }
                }
                Some(all)
            }
            ExprKind::Let(index, args) => self.helper(*index, args, way),
            _ => None,
        }
    }

    pub(super) fn helper(&mut self, index: usize, args: &[Expr], way: Way) -> Ways<Form> {
        let helper = self.given.program.lets.get(index)?;
        if self.depth >= 8 {
            return None;
        }
        let mut cases = vec![(way, Vec::new())];
        for arg in args {
            let mut next = Vec::new();
            for (way, bound) in cases {
                for (way, form) in self.int(arg, way)? {
                    let bound: Vec<Bound> = bound.iter().cloned().chain([Bound::Form(form)]).collect();
                    next.push((way, bound));
                }
            }
            cases = next;
        }
        self.depth += 1;
        let mut all = Vec::new();
        for (mut way, mut bound) in cases {
            bound.resize(helper.frame, Bound::Open);
            let outside = std::mem::replace(&mut way.env, bound);
            for (mut way, form) in self.int(&helper.body, way)? {
                way.env.clone_from(&outside);
                all.push((way, form));
            }
        }
        self.depth -= 1;
        Some(all)
    }

    pub(super) fn power(&mut self, base: &Expr, exponent: &Expr, way: Way) -> Ways<Form> {
        let ExprKind::Local(slot) = exponent.kind else { return None };
        let Some(&Bound::Exponent(power)) = way.env.get(slot) else { return None };
        let x = Form::of_x(Affine::constant(1));
        let cases = self.int(base, way)?;
        let power = |(way, base): (Way, Form)| (base == x).then(|| (way, Form::of_x(Affine::var(power))));
        cases.into_iter().map(power).collect()
    }

    pub(super) fn operate(&self, op: Op, way: Way, left: &Form, right: &Form) -> Ways<Form> {
        let form = match op {
            Op::Add => left.plus_times(1, right)?,
            Op::Sub => left.minus(right)?,
            Op::Mul => {
                let (left, right) = (known(left, &way.piece), known(right, &way.piece));
                product(&left, &right).or_else(|| product(&right, &left))?
            }
            Op::Div | Op::Mod => return self.divided(op, way, left, right),
            _ => return None,
        };
        Some(vec![(way, form)])
    }

    /// `left / right`, `left % right` for a divisor x, or a dividend from 0 up to the divisor.
    pub(super) fn divided(&self, op: Op, way: Way, left: &Form, right: &Form) -> Ways<Form> {
        let zero = || Form::number(Affine::constant(0));
        let pick = |quotient: Form, rest: Form| if op == Op::Div { quotient } else { rest };
        if *right == Form::of_x(Affine::constant(1)) {
            if self.case.x_is_one {
                return Some(vec![(way, pick(Form::number(left.x.plus(&left.more)?), zero()))]);
            }
            let r = Form { x: Affine::constant(0), r: 1, more: Affine::constant(0) };
            let (quotient, rest) = match left.rest()? {
                (0, 0) => (left.x.clone(), Some(zero())),
                (0, 1) => (left.x.clone(), Some(Form::number(Affine::constant(1)))),
                (0, -1) => (left.x.shift(-1)?, None),
                (1, 0) => (left.x.clone(), Some(r)),
                (1, -1) => (left.x.clone(), None),
                _ => return None,
            };
            let form = if op == Op::Div { Form::number(quotient) } else { rest? };
            return Some(vec![(way, form)]);
        }
        // A smaller number by a larger one.
        let positive = self.condition(&right.plus_times(-1, &Form::number(Affine::constant(1)))?)?;
        let natural = self.condition(left)?;
        if !way.piece.implies(&positive) || !way.piece.implies(&natural) {
            return None;
        }
        let gap = right.minus(left)?;
        let below = self.condition(&gap.minus(&Form::number(Affine::constant(1)))?)?;
        let mut all = Vec::new();
        all.extend(way.clone().when(below.clone()).map(|way| (way, pick(zero(), left.clone()))));
        for other in below.negations()? {
            if let Some(way) = way.clone().when(other) {
                let equal = self.equal(&gap)?;
                if !way.piece.implies(&equal) {
                    return None;
                }
                all.push((way, pick(Form::number(Affine::constant(1)), zero())));
            }
        }
        Some(all)
    }

    /// A linear condition that holds exactly if the number is not negative.
    pub(super) fn condition(&self, form: &Form) -> Option<Condition> {
        Some(Condition::AtLeastZero(if self.case.x_is_one {
            form.x.plus(&form.more)?
        } else if let Some(number) = form.as_number() {
            number.clone()
        } else {
            // 2 ≤ x, and 0 < r < x where r is there at all.
            match form.rest()? {
                (0, 0 | 1) | (1, 0 | -1) => form.x.clone(),
                (0, -1 | -2) | (-1, 0 | -1) => form.x.shift(-1)?,
                _ => return None,
            }
        }))
    }

    /// A linear condition that holds exactly if the number is 0.
    pub(super) fn equal(&self, form: &Form) -> Option<Condition> {
        let never = Condition::Zero(Affine::constant(1));
        if self.case.x_is_one {
            return Some(Condition::Zero(form.x.plus(&form.more)?));
        }
        if let Some(number) = form.as_number() {
            return Some(Condition::Zero(number.clone()));
        }
        match form.rest()? {
            (0, 0) => Some(Condition::Zero(form.x.clone())),
            (0, 1 | -1) | (1 | -1, 0) => Some(never),
            _ => None,
        }
    }

    /// The way on which a number is not negative; none if there is no such.
    pub(super) fn cond_form(&self, form: &Form, way: Way) -> Option<Vec<Way>> {
        Some(way.when(self.condition(form)?).into_iter().collect())
    }

    pub(super) fn lesser(&self, way: Way, a: Form, b: Form, greatest: bool) -> Ways<Form> {
        let ordered = self.condition(&b.minus(&a)?)?;
        let (first, second) = if greatest { (b, a) } else { (a, b) };
        let mut all: Vec<(Way, Form)> = Vec::new();
        for other in ordered.negations()? {
            all.extend(way.clone().when(other).map(|way| (way, second.clone())));
        }
        all.extend(way.when(ordered).map(|way| (way, first)));
        Some(all)
    }

    pub(super) fn cond(&mut self, expr: &Expr, way: Way, wanted: bool) -> Option<Vec<Way>> {
        match self.constant(expr, &way) {
            Some(Val::Bool(value)) => return Some(if value == wanted { vec![way] } else { Vec::new() }),
            Some(_) => return None,
            None => {}
        }
        match &expr.kind {
            ExprKind::Not(inner) => self.cond(inner, way, !wanted),
            ExprKind::Chain(first, rest) => {
                let goes_on = match rest.first()?.0 {
                    Op::And => true,
                    Op::Or => false,
                    _ => return None,
                };
                let (mut open, mut decided) = (vec![way], Vec::new());
                for operand in std::iter::once(&**first).chain(rest.iter().map(|(_, operand)| operand)) {
                    let mut next = Vec::new();
                    for way in open {
                        decided.extend(self.cond(operand, way.clone(), !goes_on)?);
                        next.extend(self.cond(operand, way, goes_on)?);
                    }
                    open = next;
                }
                Some(if wanted == goes_on { open } else { decided })
            }
            ExprKind::Compare(how, left, right) => self.compare(*how, left, right, way, wanted),
            _ => None,
        }
    }

    pub(super) fn compare(
        &mut self,
        how: Comparison,
        left: &Expr,
        right: &Expr,
        way: Way,
        wanted: bool,
    ) -> Option<Vec<Way>> {
        let one = Form::number(Affine::constant(1));
        let mut all = Vec::new();
        for (way, a) in self.int(left, way)? {
            for (way, b) in self.int(right, way)? {
                let (condition, positive) = match how {
                    Comparison::Equal => (self.equal(&a.minus(&b)?)?, true),
                    Comparison::NotEqual => (self.equal(&a.minus(&b)?)?, false),
                    Comparison::Less => (self.condition(&b.minus(&a)?.minus(&one)?)?, true),
                    Comparison::Greater => (self.condition(&a.minus(&b)?.minus(&one)?)?, true),
                    Comparison::LessEqual => (self.condition(&b.minus(&a)?)?, true),
                    Comparison::GreaterEqual => (self.condition(&a.minus(&b)?)?, true),
                    Comparison::In | Comparison::NotIn => return None,
                };
                let alternatives = if positive == wanted { vec![condition] } else { condition.negations()? };
                all.extend(alternatives.into_iter().filter_map(|condition| way.clone().when(condition)));
            }
        }
        Some(all)
    }

    /// What two numbers become, where neither is negative.
    pub(super) fn moves(&mut self, a: &Expr, b: &Expr, way: Way) -> Ways<[Form; 2]> {
        let mut all = Vec::new();
        for (way, a) in self.int(a, way)? {
            for (way, b) in self.int(b, way)? {
                for way in self.cond_form(&a, way)? {
                    let ways = self.cond_form(&b, way)?;
                    all.extend(ways.into_iter().map(|way| (way, [a.clone(), b.clone()])));
                }
            }
        }
        Some(all)
    }

    /// Notes a move from (x, y) to two numbers, given in the places of x and y.
    pub(super) fn add(&self, all: &mut Taken, mut way: Way, [first, second]: [&Form; 2], ordered: bool) -> Option<()> {
        let x = Form::of_x(Affine::constant(1));
        let is_lowered = |form: &Form| {
            let r = i128::from(!self.case.r_is_zero);
            (form.r == r && form.more.as_constant() == Some(0)).then(|| form.x.clone())
        };
        // x = 1: a number without x may be written with it.
        let unit = |form: &Form| {
            if self.case.x_is_one {
                Form::of_x(form.x.plus(&form.more).unwrap_or(Affine::constant(-1)))
            } else {
                form.clone()
            }
        };
        let (first, second) = (unit(first), unit(second));
        let (left, below) = match (is_lowered(&first), is_lowered(&second)) {
            (_, Some(left)) if first == x => (left, false),
            // The remainder comes first where the smaller number does.
            (Some(left), _) if ordered && second == x => (left, true),
            // Of two equal numbers either may become 0; both are the larger one.
            (Some(left), _) if self.is_twin(&left, &second, &way) => {
                all.twins = true;
                (left, false)
            }
            _ => return None,
        };
        // Equal numbers, one of which becomes 0.
        let mut ends = way.clone();
        ends.piece.require(Condition::Zero(Affine::var(Q).shift(-1)?));
        ends.piece.require(Condition::Zero(left.clone()));
        all.plain |= self.case.r_is_zero && first == x && !ends.piece.is_empty();
        if ordered {
            let sorted = if below { Condition::Zero(left.clone()) } else { Condition::AtLeastZero(left.shift(-1)?) };
            // (x, x) is sorted either way.
            let same = below && way.piece.implies(&Condition::Zero(left.shift(-1)?));
            if !same && !way.piece.implies(&sorted) {
                return None;
            }
        }
        let m = way.piece.fresh();
        let power = way.power.filter(|&power| left.mentions(power));
        way.piece.require(equal(&Affine::var(m), &Affine::var(Q).minus(&left)?)?);
        if power.is_some_and(|power| left.coefficient(power) != -1 || left.coefficient(Q) != 1 || left.offset() != 0) {
            return None;
        }
        let free = way.free.iter().copied().chain(way.power);
        let mut place = vec![None; m as usize + 1];
        place[Q as usize] = Some(0);
        place[m as usize] = Some(1);
        for var in free {
            way.piece.remove(var)?;
        }
        let pairs = way.piece.renamed(&place, 2)?;
        // A power that is not taken must not limit what is.
        match (power, way.power) {
            (Some(_), _) => all.powers.push(pairs),
            (None, None) => all.counted.push(pairs),
            (None, Some(_)) => return None,
        }
        Some(())
    }

    /// Whether the first of two equal numbers becomes 0 and the second is kept.
    fn is_twin(&self, left: &Affine, kept: &Form, way: &Way) -> bool {
        let one = Condition::Zero(Affine::constant(-1).plus(&Affine::var(Q)).unwrap_or(Affine::constant(1)));
        let kept_is_x =
            known(kept, &way.piece).x == Affine::constant(1) && kept.r == 0 && kept.more == Affine::constant(0);
        self.case.r_is_zero && kept_is_x && way.piece.implies(&one) && way.piece.implies(&Condition::Zero(left.clone()))
    }
}

/// The same number, with constants for what can have only one value.
fn known(form: &Form, piece: &Piece) -> Form {
    let constant = |part: &Affine| {
        let extent = piece.extent(part).filter(|extent| extent.least == extent.most);
        extent.and_then(|extent| extent.least).map_or_else(|| part.clone(), Affine::constant)
    };
    Form { x: constant(&form.x), r: form.r, more: constant(&form.more) }
}

/// A number times a multiple of x, or times a number, one of them a constant.
pub(super) fn product(factor: &Form, other: &Form) -> Option<Form> {
    let factor = factor.as_number()?;
    if let Some(factor) = factor.as_constant() {
        return Form::number(Affine::constant(0)).plus_times(factor, other);
    }
    let (0, 0) = other.rest()? else { return None };
    let times = other.x.as_constant()?;
    Some(Form::of_x(factor.times(times)?))
}
