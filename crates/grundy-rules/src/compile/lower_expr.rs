//! From checked expressions to instructions.
//!
//! An expression that stands behind `and`, `or` or in a branch is worked out in all lanes, but its failures only count
//! in the lanes that reach it: instructions that can fail carry the conditions around them as a guard.

use super::Scope;
use super::code::{Action, Instruction, Operand, Step, Table};
use super::kernels::{Binary, Unary, binary, unary};
use super::lower::{Binding, Kind, Lowering, Typed};
use crate::builtins::{Function, Gives, Param};
use crate::program::{Expr, ExprKind};
use crate::syntax::ast::{Comparison, Op};
use crate::value::{List, Val};
use hashbrown::HashSet;

/// The deepest nesting of expressions, helpers written out.
const MAX_DEPTH: usize = 200;

/// Conditions around an expression: it is reached where each has this truth value.
pub(super) type Guards = Vec<(Operand, bool)>;

impl Lowering<'_> {
    /// An integer expression, seen from the current level.
    pub(super) fn int(&mut self, expr: &Expr) -> Option<Operand> {
        self.typed(expr, Kind::Int)
    }

    /// An expression of a type.
    pub(super) fn typed(&mut self, expr: &Expr, kind: Kind) -> Option<Operand> {
        self.wanted(expr, kind, &mut Vec::new())
    }

    pub(super) fn wanted(&mut self, expr: &Expr, kind: Kind, guards: &mut Guards) -> Option<Operand> {
        let (operand, found) = self.value(expr, guards)?;
        (found == kind).then_some(operand)
    }

    /// Emits an instruction of the current level, unless its result is known.
    pub(super) fn emit(&mut self, action: Action, guards: &Guards) -> Option<Operand> {
        if let Some(value) = folded(&action) {
            return Some(Operand::Const(value));
        }
        let guard = if can_fail(&action) { self.guard(guards)? } else { None };
        let key = (action.clone(), guard);
        if let Some(&reg) = self.known.last()?.get(&key) {
            return Some(Operand::Reg(reg));
        }
        let to = self.register()?;
        self.known.last_mut()?.insert(key, to);
        self.levels.last_mut()?.steps.push(Step::Do(Instruction { to, action, guard }));
        Some(Operand::Reg(to))
    }

    /// The guards as one condition.
    fn guard(&mut self, guards: &Guards) -> Option<Option<Operand>> {
        let mut all: Option<Operand> = None;
        for &(condition, truth) in guards {
            let one = if truth { condition } else { self.emit(Action::Unary(Unary::Not, condition), &Vec::new())? };
            all = Some(match all {
                None => one,
                Some(others) => self.emit(Action::Binary(Binary::And, others, one), &Vec::new())?,
            });
        }
        Some(all)
    }

    fn two(&mut self, op: Binary, a: Operand, b: Operand, guards: &Guards) -> Option<Operand> {
        self.emit(Action::Binary(op, a, b), guards)
    }

    fn value(&mut self, expr: &Expr, guards: &mut Guards) -> Option<(Operand, Kind)> {
        if self.depth >= MAX_DEPTH {
            return None;
        }
        self.depth += 1;
        let value = self.value_inside(expr, guards);
        self.depth -= 1;
        value
    }

    fn value_inside(&mut self, expr: &Expr, guards: &mut Guards) -> Option<(Operand, Kind)> {
        if let Some(constant) = self.constant(expr) {
            return scalar(&constant);
        }
        match &expr.kind {
            ExprKind::Local(slot) => match self.slots.get(*slot)?.clone()? {
                Binding::Register(typed) => Some((self.import(typed)?, typed.kind)),
                Binding::Constant(value) => scalar(&value),
                Binding::Sequence(_) => None,
            },
            ExprKind::Neg(x) => {
                let x = self.wanted(x, Kind::Int, guards)?;
                Some((self.emit(Action::Unary(Unary::Neg, x), guards)?, Kind::Int))
            }
            ExprKind::Not(x) => {
                let x = self.wanted(x, Kind::Bool, guards)?;
                Some((self.emit(Action::Unary(Unary::Not, x), guards)?, Kind::Bool))
            }
            ExprKind::Power(a, b) => {
                let (a, b) = (self.wanted(a, Kind::Int, guards)?, self.wanted(b, Kind::Int, guards)?);
                Some((self.power(a, b, guards)?, Kind::Int))
            }
            ExprKind::Chain(first, rest) => self.chain(first, rest, guards),
            ExprKind::Compare(comparison, a, b) => self.compare(*comparison, a, b, guards),
            ExprKind::If(condition, yes, no) => self.branches(condition, yes, no, guards),
            ExprKind::Index(base, index) => self.element(base, index, guards),
            ExprKind::Call(builtin, args) => Some((self.function(*builtin, args, guards)?, Kind::Int)),
            ExprKind::CallOver(builtin, list, rest) if rest.is_empty() => {
                if let Some(region) = self.region(*builtin, list, guards) {
                    return Some(region);
                }
                Some((self.over_letters(*builtin, list, guards)?, Kind::Int))
            }
            ExprKind::Let(index, args) => self.helper(*index, args, guards),
            _ => None,
        }
    }

    /// x^2 is a product: bounds say that it does not overflow.
    fn power(&mut self, a: Operand, b: Operand, guards: &Guards) -> Option<Operand> {
        match b {
            Operand::Const(2) => self.two(Binary::Mul, a, a, guards),
            _ => self.two(Binary::Power, a, b, guards),
        }
    }

    fn chain(&mut self, first: &Expr, rest: &[(Op, Expr)], guards: &mut Guards) -> Option<(Operand, Kind)> {
        let logical = rest.iter().all(|(op, _)| matches!(op, Op::And | Op::Or));
        let kind = if logical { Kind::Bool } else { Kind::Int };
        let mut total = self.wanted(first, kind, guards)?;
        for (op, operand) in rest {
            if let Some((op, exponent)) = by_power(*op, operand) {
                let exponent = self.wanted(exponent, Kind::Int, guards)?;
                total = self.two(op, total, exponent, guards)?;
                continue;
            }
            let op = arithmetic(*op)?;
            if logical {
                guards.push((total, op == Binary::And));
            }
            let operand = self.wanted(operand, kind, guards);
            if logical {
                guards.pop();
            }
            total = self.two(op, total, operand?, guards)?;
        }
        Some((total, kind))
    }

    fn compare(&mut self, comparison: Comparison, a: &Expr, b: &Expr, guards: &mut Guards) -> Option<(Operand, Kind)> {
        if matches!(comparison, Comparison::In | Comparison::NotIn) {
            return self.member(comparison == Comparison::NotIn, a, b, guards);
        }
        if let Some(same) = self.same_text(comparison, a, b) {
            let (same, equal) = (self.emit(Action::Same(same), guards)?, comparison == Comparison::Equal);
            return Some((if equal { same } else { self.emit(Action::Unary(Unary::Not, same), guards)? }, Kind::Bool));
        }
        let ((a, kind), (b, other)) = (self.value(a, guards)?, self.value(b, guards)?);
        let equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        if kind != other || (kind == Kind::Bool && !equality) {
            return None;
        }
        let answer = match comparison {
            Comparison::Equal => self.two(Binary::Equal, a, b, guards),
            Comparison::NotEqual => self.two(Binary::NotEqual, a, b, guards),
            Comparison::Less => self.two(Binary::Less, a, b, guards),
            Comparison::LessEqual => self.two(Binary::LessEqual, a, b, guards),
            Comparison::Greater => self.two(Binary::Less, b, a, guards),
            Comparison::GreaterEqual => self.two(Binary::LessEqual, b, a, guards),
            Comparison::In | Comparison::NotIn => None,
        };
        Some((answer?, Kind::Bool))
    }

    /// `x in L`, `(x, y) in L` for a constant list of integers or of rows of them.
    fn member(&mut self, negated: bool, x: &Expr, list: &Expr, guards: &mut Guards) -> Option<(Operand, Kind)> {
        let Some(Val::List(list)) = self.constant(list) else { return None };
        let row = match &x.kind {
            ExprKind::List(items) => {
                items.iter().map(|item| self.wanted(item, Kind::Int, guards)).collect::<Option<Vec<_>>>()?
            }
            _ => vec![self.wanted(x, Kind::Int, guards)?],
        };
        let width = matches!(x.kind, ExprKind::List(_)).then_some(row.len());
        let number = |&operand: &Operand| if let Operand::Const(n) = operand { Some(Val::Int(n.into())) } else { None };
        if let (None, [Some(number)]) = (width, row.iter().map(number).collect::<Vec<_>>().as_slice()) {
            return Some((Operand::Const(i64::from(list.items().contains(number) != negated)), Kind::Bool));
        }
        let table = self.set(&list, width)?;
        let member = self.emit(Action::Member(table, row), guards)?;
        Some((if negated { self.emit(Action::Unary(Unary::Not, member), guards)? } else { member }, Kind::Bool))
    }

    /// A constant list of integers, or of rows of so many, as a set.
    pub(super) fn set(&mut self, list: &List, width: Option<usize>) -> Option<usize> {
        let set = match (list.integers(), width) {
            (Some(numbers), None) => numbers.iter().map(|&n| Box::from([n])).collect(),
            _ => list.items().iter().map(|item| key(item, width)).collect::<Option<HashSet<_>>>()?,
        };
        self.add_table(Table { set, ..Table::default() })
    }

    fn branches(&mut self, condition: &Expr, yes: &Expr, no: &Expr, guards: &mut Guards) -> Option<(Operand, Kind)> {
        let condition = self.wanted(condition, Kind::Bool, guards)?;
        guards.push((condition, true));
        let a = self.value(yes, guards);
        guards.pop();
        guards.push((condition, false));
        let b = self.value(no, guards);
        guards.pop();
        let ((a, kind), (b, other)) = (a?, b?);
        (kind == other).then_some(())?;
        Some((self.emit(Action::Select(condition, a, b), guards)?, kind))
    }

    /// An element of a constant list of integers or truth values, or a letter of a constant text.
    fn element(&mut self, base: &Expr, index: &Expr, guards: &mut Guards) -> Option<(Operand, Kind)> {
        if let (None, ExprKind::Index(rows, row)) = (self.constant(base), &base.kind) {
            return self.cell(rows, row, index, guards);
        }
        let base = self.constant(base)?;
        let index = self.wanted(index, Kind::Int, guards)?;
        if let Val::List(list) = &base
            && list.integers().is_some_and(|numbers| !numbers.is_empty())
        {
            let table = self.integer_column(list)?;
            return Some((self.emit(Action::Lookup(table, index), guards)?, Kind::Int));
        }
        let (kind, lanes) = elements(&base)?;
        let table = self.add_table(Table::column(lanes))?;
        Some((self.emit(Action::Lookup(table, index), guards)?, kind))
    }

    /// The table of a list that is kept as integers, one for all its uses.
    fn integer_column(&mut self, list: &List) -> Option<usize> {
        let numbers = list.integers()?;
        let same = |(known, _): &&(List, usize)| known.integers().is_some_and(|known| std::ptr::eq(known, numbers));
        if let Some(&(_, table)) = self.columns.iter().find(same) {
            return Some(table);
        }
        let table = self.add_table(Table::column(numbers.to_vec()))?;
        self.columns.push((list.clone(), table));
        Some(table)
    }

    fn function(&mut self, function: Function, args: &[Expr], guards: &mut Guards) -> Option<Operand> {
        if let (Function::Len, [ExprKind::Local(slot)]) =
            (function, args.iter().map(|arg| &arg.kind).collect::<Vec<_>>().as_slice())
            && let Some(sequence) = self.sequence(*slot)
        {
            let index = self.import(sequence.index)?;
            return self.emit(Action::Lookup(sequence.lengths, index), guards);
        }
        if let Some(number) = self.of_element(function, args, guards) {
            return Some(number);
        }
        let args = args.iter().map(|arg| self.wanted(arg, Kind::Int, guards)).collect::<Option<Vec<_>>>()?;
        match function {
            Function::Min if args.len() > 1 => self.fold(Binary::Min, args, guards),
            Function::Max if args.len() > 1 => self.fold(Binary::Max, args, guards),
            Function::Gcd => self.fold(Binary::Gcd, [Operand::Const(0)].into_iter().chain(args).collect(), guards),
            Function::Ilog => self.fold(Binary::Ilog, args, guards),
            Function::Abs => self.unary(Unary::Abs, &args, guards),
            Function::Isqrt => self.unary(Unary::Isqrt, &args, guards),
            Function::Popcount => self.unary(Unary::Popcount, &args, guards),
            Function::Lowbit => self.unary(Unary::Lowbit, &args, guards),
            // Of lists and texts, or rare in rules: the exact evaluator has them.
            Function::Min | Function::Max | Function::Sum | Function::Xor | Function::Any | Function::All => None,
            Function::Len | Function::Sort | Function::Set | Function::Count | Function::Find | Function::Within => {
                None
            }
            Function::Tally | Function::Runs | Function::Split | Function::Reverse | Function::Choose => None,
            Function::Subsets | Function::Without | Function::Partitions | Function::Int => None,
            Function::Join | Function::Text | Function::Code | Function::Digits => None,
            Function::BitAnd => self.fold(Binary::BitAnd, args, guards),
            Function::BitOr => self.fold(Binary::BitOr, args, guards),
            Function::XorWays | Function::XorQueries | Function::PowMod => None,
            Function::Factors | Function::Divisors | Function::Primes | Function::IsPrime => None,
            Function::Neighbours | Function::Starting | Function::Hull | Function::Components => None,
        }
    }

    /// An operation of two numbers over all arguments, from left to right.
    fn fold(&mut self, op: Binary, args: Vec<Operand>, guards: &mut Guards) -> Option<Operand> {
        let mut args = args.into_iter();
        let first = args.next()?;
        args.try_fold(first, |total, arg| self.two(op, total, arg, guards))
    }

    fn unary(&mut self, op: Unary, args: &[Operand], guards: &mut Guards) -> Option<Operand> {
        let &[x] = args else { return None };
        self.emit(Action::Unary(op, x), guards)
    }

    /// Writes a helper out, with its arguments for its names; nothing if it is beyond the machine.
    pub(super) fn written_out(&mut self, index: usize, args: &[Expr], guards: &mut Guards) -> Option<(Operand, Kind)> {
        self.with_arguments(index, args, guards, |lowering, body, guards| lowering.value(body, guards))
    }

    /// What the body of a helper is, with the arguments for its names.
    pub(super) fn with_arguments<T>(
        &mut self,
        index: usize,
        args: &[Expr],
        guards: &mut Guards,
        of_body: impl FnOnce(&mut Self, &Expr, &mut Guards) -> Option<T>,
    ) -> Option<T> {
        let helper = &self.program.lets[index];
        let mut slots = vec![None; helper.frame.max(args.len())];
        for (slot, arg) in args.iter().enumerate() {
            let bound = match &arg.kind {
                ExprKind::Local(slot) => self.sequence(*slot),
                _ => None,
            };
            slots[slot] = Some(match (bound, self.constant(arg)) {
                (Some(sequence), _) => Binding::Sequence(sequence),
                (None, Some(value)) => Binding::Constant(value),
                (None, None) => {
                    let (operand, kind) = self.value(arg, guards)?;
                    Binding::Register(Typed { level: self.current(), operand, kind })
                }
            });
        }
        self.grow(1)?;
        let outside = std::mem::replace(&mut self.slots, slots);
        self.helpers.push(index);
        let value = of_body(self, &helper.body, guards);
        self.helpers.pop();
        self.slots = outside;
        value
    }

    /// The value of an expression that does not depend on the position, if that is easily found.
    pub(super) fn constant(&mut self, expr: &Expr) -> Option<Val> {
        match &expr.kind {
            ExprKind::Const(value) => Some(value.clone()),
            ExprKind::Global(index) => self.globals.get(*index)?.clone(),
            ExprKind::Let(index, args) => {
                let args = args.iter().map(|arg| self.constant(arg)).collect::<Option<Vec<_>>>()?;
                self.given(*index, &args)
            }
            ExprKind::Played(question) => match &mut self.scope {
                Scope::Game => None,
                Scope::Case(case) => case.played(*question),
            },
            ExprKind::Local(slot) => match self.slots.get(*slot)? {
                Some(Binding::Constant(value)) => Some(value.clone()),
                _ => None,
            },
            ExprKind::List(items) => {
                let items = items.iter().map(|item| self.constant(item)).collect::<Option<Vec<_>>>()?;
                Val::list(items)
            }
            ExprKind::Index(base, index) => {
                let (base, index) = (self.constant(base)?, self.constant(index)?);
                let index = usize::try_from(index.small()?).ok()?;
                match base {
                    Val::List(list) => match list.integers() {
                        Some(numbers) => numbers.get(index).map(|&n| Val::Int(n.into())),
                        None => list.items().get(index).cloned(),
                    },
                    Val::Text(text) => text.as_slice().get(index).map(|letter| Val::text(&letter.to_string())),
                    _ => None,
                }
            }
            ExprKind::Call(builtin, args) => {
                let args = args.iter().map(|arg| self.constant(arg)).collect::<Option<Vec<_>>>()?;
                (builtin.entry().run)(&mut self.meter, &args).ok()
            }
            _ => None,
        }
    }

    /// What a helper gives, if that is easily found.
    fn given(&mut self, helper: usize, args: &[Val]) -> Option<Val> {
        let game = self.game;
        match &self.scope {
            Scope::Game if !args.is_empty() => game.call(helper, args),
            Scope::Game => self.given.entry(helper).or_insert_with(|| game.constant(helper)).clone(),
            Scope::Case(case) if args.is_empty() => case.helper(helper),
            Scope::Case(_) => None,
        }
    }

    /// Whether a function makes a list of integers from integers.
    pub(super) fn makes_integers(&self, builtin: Function) -> bool {
        let builtin = builtin.entry();
        builtin.gives == Gives::Ints && builtin.params.iter().all(|param| *param == Param::Int)
    }
}

/// A row of a constant list that may be asked for.
fn key(item: &Val, width: Option<usize>) -> Option<Box<[i64]>> {
    match (item, width) {
        (Val::List(row), Some(width)) if row.len() == width => row.items().iter().map(Val::small).collect(),
        (item, None) => Some(Box::new([item.small()?])),
        _ => None,
    }
}

/// `/ 2^e` and `* 2^e` are shifts.
fn by_power(op: Op, operand: &Expr) -> Option<(Binary, &Expr)> {
    let ExprKind::Power(base, exponent) = &operand.kind else { return None };
    let op = match op {
        Op::Div => Binary::ShiftRight,
        Op::Mul => Binary::ShiftLeft,
        _ => return None,
    };
    matches!(base.kind, ExprKind::Const(Val::Int(2))).then_some((op, exponent))
}

fn arithmetic(op: Op) -> Option<Binary> {
    Some(match op {
        Op::Or => Binary::Or,
        Op::And => Binary::And,
        Op::Xor => Binary::Xor,
        Op::Add => Binary::Add,
        Op::Sub => Binary::Sub,
        Op::Mul => Binary::Mul,
        Op::Div => Binary::Div,
        Op::Mod => Binary::Mod,
        Op::Join => return None,
    })
}

/// The elements of a list or the letters of a text, if there are some and all are of one kind.
pub(super) fn elements(value: &Val) -> Option<(Kind, Vec<i64>)> {
    let letter = |c: char| (Operand::Const(i64::from(u32::from(c))), Kind::Letter);
    let elements: Vec<(Operand, Kind)> = match value {
        Val::List(list) => list.items().iter().map(scalar).collect::<Option<_>>()?,
        Val::Text(text) => text.chars().map(letter).collect(),
        _ => return None,
    };
    let kind = elements.first()?.1;
    let number = |&(operand, found): &(Operand, Kind)| match operand {
        Operand::Const(n) if found == kind => Some(n),
        _ => None,
    };
    Some((kind, elements.iter().map(number).collect::<Option<_>>()?))
}

/// A constant that fits a register.
fn scalar(value: &Val) -> Option<(Operand, Kind)> {
    let (number, kind) = match value {
        Val::Int(n) => (i64::try_from(*n).ok()?, Kind::Int),
        Val::Bool(b) => (i64::from(*b), Kind::Bool),
        Val::Text(text) => match text.as_slice() {
            [letter] => (i64::from(u32::from(*letter)), Kind::Letter),
            _ => return None,
        },
        Val::Huge(_) | Val::List(_) => return None,
    };
    Some((Operand::Const(number), kind))
}

/// The result, if all operands are constants and it does not fail.
fn folded(action: &Action) -> Option<i64> {
    match *action {
        Action::Binary(op, Operand::Const(a), Operand::Const(b)) => binary(op, a, b),
        Action::Unary(op, Operand::Const(a)) => unary(op, a),
        _ => None,
    }
}

/// Whether an instruction is worth a guard. Sums and products only fail beyond 64 bits, which is rare.
fn can_fail(action: &Action) -> bool {
    match action {
        Action::Binary(op, _, divisor) => match op {
            Binary::Div | Binary::Mod => !matches!(divisor, Operand::Const(n) if *n > 0),
            Binary::Power | Binary::Xor | Binary::Ilog | Binary::BitAnd | Binary::BitOr => true,
            Binary::ShiftRight | Binary::ShiftLeft => !matches!(divisor, Operand::Const(0..=62)),
            _ => false,
        },
        Action::Unary(op, _) => matches!(op, Unary::Isqrt | Unary::Popcount | Unary::Lowbit),
        Action::Lookup(..) | Action::Call(..) => true,
        Action::Select(..) | Action::Member(..) | Action::Same(_) => false,
    }
}
