//! Running a rule on symbols: each way through its clauses is a [`Path`] with the conditions under which it is taken.
//!
//! Integer arguments, the length and the elements of a list argument and the `for` names are variables. An expression
//! with several cases (`if`, `min`, `or`, …) splits the path; expressions that are not affine end the attempt. A
//! division by a constant adds a defined variable. An index must be provably inside the list, for outside it the
//! rule has an error and no options. So what comes out is exact: the same options, under the same conditions.
//!
//! A walker that is [`open`](Walker::open) goes on where something is not understood: a condition may hold, a number may be any, but for what
//! its bounds say. What comes out then has all options of the rule, and perhaps more: enough for what is to be proved of all of them.

use super::affine::{Affine, Var};
use super::constant::Constants;
use super::piece::{Condition, Piece, at_most, equal, less};
use crate::builtins::Function;
use crate::program::{Clause, Expr, ExprKind, Program, Rule};
use crate::syntax::ast::{Comparison, Op};
use crate::value::Val;

/// What a slot of the frame stands for.
#[derive(Debug, Clone)]
pub(super) enum Binding {
    /// Not bound yet.
    Open,
    /// An integer.
    Int(Affine),
    /// A value known beforehand.
    Const(Val),
    /// The list argument.
    List,
}

/// One way through a rule.
#[derive(Debug, Clone)]
pub(super) struct Path {
    pub(super) piece: Piece,
    pub(super) env: Vec<Binding>,
    /// Elements of the list argument that were looked at: index and variable.
    pub(super) cells: Vec<(Affine, Var)>,
    /// The variables of `for` names.
    pub(super) free: Vec<Var>,
}

/// The variable that is the length of a list argument.
pub(super) const LENGTH: Var = 0;

/// More ways through a rule than this: give up.
const MOST_PATHS: usize = 4_096;

/// The longest known list of rows that is looked at: no theorem knows more cases, and edges of a graph come by the thousands.
const MOST_ROWS: usize = 64;

/// The deepest nesting of helpers.
const MOST_HELPERS: usize = 12;

/// The longest constant range that is written out.
const LONGEST: i128 = 2_000;

impl Path {
    /// The path with a condition, unless they contradict each other.
    fn when(mut self, condition: Condition) -> Option<Path> {
        self.piece.require(condition);
        (!self.piece.is_empty()).then_some(self)
    }

    /// The variable of an element of the list argument; nothing if the index may be outside, or may or may not be that
    /// of another element.
    pub(super) fn cell(&mut self, index: &Affine) -> Option<Var> {
        if let Some((_, var)) = self.cells.iter().find(|(known, _)| known == index) {
            return Some(*var);
        }
        let inside = [at_most(&Affine::constant(0), index)?, less(index, &Affine::var(LENGTH))?];
        if !inside.iter().all(|condition| self.piece.implies(condition)) {
            return None;
        }
        for (known, var) in &self.cells {
            let same = equal(known, index)?;
            if self.piece.implies(&same) {
                return Some(*var);
            }
            if !self.piece.with(same).is_empty() {
                return None;
            }
        }
        let var = self.piece.fresh();
        self.piece.require(Condition::AtLeastZero(Affine::var(var)));
        self.cells.push((index.clone(), var));
        Some(var)
    }
}

/// The cases of an expression: under each path its value. Nothing if it is not understood.
pub(super) type Cases<T> = Option<Vec<(Path, T)>>;

/// Continues every case.
pub(super) fn then<T, U>(cases: Vec<(Path, T)>, mut next: impl FnMut(Path, T) -> Cases<U>) -> Cases<U> {
    let mut all = Vec::new();
    for (path, value) in cases {
        all.extend(next(path, value)?);
        if all.len() > MOST_PATHS {
            return None;
        }
    }
    Some(all)
}

/// Walks the expressions of a program whose globals are known.
pub(super) struct Walker<'a> {
    pub(super) program: &'a Program,
    pub(super) constants: Constants<'a>,
    /// Whether constant ranges are written out instead of kept as variables.
    pub(super) expand: bool,
    /// How many helpers are open.
    pub(super) depth: usize,
    /// Whether there may be more moves than the rules have: parts with any number of copies may be there, or not.
    pub(super) loose: bool,
    /// Whether an odd number of copies counts as one: the XOR of their values is that of one, where play ends.
    pub(super) odd: bool,
    /// Whether what is not understood may be anything.
    pub(super) open: bool,
    /// Whether only the first element of each known list is looked at.
    pub(super) taste: bool,
}

impl<'a> Walker<'a> {
    pub(super) fn new(program: &'a Program, constants: Constants<'a>) -> Walker<'a> {
        Walker { program, constants, expand: false, depth: 0, loose: false, odd: false, open: false, taste: false }
    }

    /// All that a rule gives, after a taste of it: rules that are not understood with the first elements of their lists, which may
    /// be long, are not tried with the others.
    pub(super) fn tasted<T>(&mut self, rule: &Rule, all: impl Fn(&mut Self) -> Option<T>) -> Option<T> {
        if rule.clauses.iter().any(|clause| matches!(clause, Clause::Each { .. })) {
            self.taste = true;
            let understood = all(self).is_some();
            self.taste = false;
            understood.then_some(())?;
        }
        all(self)
    }

    /// The value of an expression that no argument has a part in.
    pub(super) fn constant(&mut self, expr: &Expr, path: &Path) -> Option<Val> {
        self.constants.value(expr, &path.env)
    }

    /// The cases of an integer expression.
    pub(super) fn int(&mut self, expr: &Expr, path: Path) -> Cases<Affine> {
        if !self.open {
            return self.linear(expr, path);
        }
        self.linear(expr, path.clone()).or_else(|| self.guess(expr, path))
    }

    fn linear(&mut self, expr: &Expr, path: Path) -> Cases<Affine> {
        match self.constant(expr, &path) {
            Some(Val::Int(n)) => return Some(vec![(path, Affine::constant(n))]),
            Some(_) => return None,
            None => {}
        }
        match &expr.kind {
            ExprKind::Local(slot) => match path.env.get(*slot)?.clone() {
                Binding::Int(form) => Some(vec![(path, form)]),
                _ => None,
            },
            ExprKind::Neg(inner) => then(self.int(inner, path)?, |path, form| Some(vec![(path, form.times(-1)?)])),
            ExprKind::Chain(first, rest) => self.chain(first, rest, path),
            ExprKind::If(condition, yes, no) => self.either(condition, [yes, no], path, Self::int),
            ExprKind::Index(list, index) if self.is_list(list, &path) => {
                then(self.int(index, path)?, |mut path, index| {
                    let var = path.cell(&index)?;
                    Some(vec![(path, Affine::var(var))])
                })
            }
            ExprKind::Call(function, args) => self.call(*function, args, path),
            ExprKind::Let(index, args) => {
                self.inline(*index, args, path, &mut |walker, body, path| walker.int(body, path))
            }
            _ => None,
        }
    }

    /// Whether an expression is the list argument itself.
    pub(super) fn is_list(&self, expr: &Expr, path: &Path) -> bool {
        matches!(expr.kind, ExprKind::Local(slot) if matches!(path.env.get(slot), Some(Binding::List)))
    }

    fn chain(&mut self, first: &Expr, rest: &[(Op, Expr)], path: Path) -> Cases<Affine> {
        let mut cases = self.int(first, path)?;
        for (op, operand) in rest {
            let open = self.open;
            cases = then(cases, |path, left| {
                then(self.int(operand, path)?, |path, right| {
                    let unknown = open.then(|| path.clone());
                    operate(*op, path, &left, &right).or_else(|| between(*op, unknown?, &left, &right))
                })
            })?;
        }
        Some(cases)
    }

    /// Some number that an expression may be.
    fn guess(&mut self, expr: &Expr, path: Path) -> Cases<Affine> {
        use Function::{Gcd, Ilog, Isqrt, Len, Lowbit, Popcount};
        let at_least = |path: Path, least: &Affine| {
            let (mut path, number) = unknown(path);
            path.piece.require(at_most(least, &number)?);
            Some(vec![(path, number)])
        };
        match &expr.kind {
            ExprKind::Call(Gcd | Ilog | Isqrt | Len | Lowbit | Popcount, _) => at_least(path, &Affine::constant(0)),
            ExprKind::Power(base, exponent) => {
                let grows = matches!(self.constant(exponent, &path), Some(Val::Int(1..)));
                then(self.int(base, path)?, |path, base| {
                    let least = |n: i128| at_most(&Affine::constant(n), &base).is_some_and(|c| path.piece.implies(&c));
                    match (least(0), least(1)) {
                        (true, _) if grows => at_least(path, &base),
                        (_, true) => at_least(path, &Affine::constant(1)),
                        _ => Some(vec![unknown(path)]),
                    }
                })
            }
            _ => Some(vec![unknown(path)]),
        }
    }

    fn call(&mut self, function: Function, args: &[Expr], path: Path) -> Cases<Affine> {
        match (function, args) {
            (Function::Len, [list]) if self.is_list(list, &path) => Some(vec![(path, Affine::var(LENGTH))]),
            (Function::Abs, [inner]) => then(self.int(inner, path)?, |path, form| {
                let other = form.times(-1)?;
                choose_least(path, other, form, true)
            }),
            (Function::Min | Function::Max, [first, rest @ ..]) if !rest.is_empty() => {
                let mut cases = self.int(first, path)?;
                for operand in rest {
                    cases = then(cases, |path, left| {
                        then(self.int(operand, path)?, |path, right| {
                            choose_least(path, left.clone(), right, function == Function::Max)
                        })
                    })?;
                }
                Some(cases)
            }
            _ => None,
        }
    }

    /// The body of a helper with its arguments in place.
    pub(super) fn inline<T>(
        &mut self,
        index: usize,
        args: &[Expr],
        path: Path,
        body: &mut dyn FnMut(&mut Self, &Expr, Path) -> Cases<T>,
    ) -> Cases<T> {
        let helper = self.program.lets.get(index)?;
        if self.depth >= MOST_HELPERS {
            return None;
        }
        let mut cases = vec![(path, Vec::new())];
        for arg in args {
            cases = then(cases, |path, bound: Vec<Binding>| {
                let join = |binding: Binding| bound.iter().cloned().chain([binding]).collect::<Vec<_>>();
                if self.is_list(arg, &path) {
                    return Some(vec![(path, join(Binding::List))]);
                }
                if let Some(value) = self.constant(arg, &path) {
                    return Some(vec![(path, join(Binding::Const(value)))]);
                }
                then(self.int(arg, path)?, |path, form| Some(vec![(path, join(Binding::Int(form)))]))
            })?;
        }
        self.depth += 1;
        let result = then(cases, |mut path, mut bound| {
            bound.resize(helper.frame, Binding::Open);
            let outside = std::mem::replace(&mut path.env, bound);
            let mut inner = body(self, &helper.body, path)?;
            inner.iter_mut().for_each(|(path, _)| path.env.clone_from(&outside));
            Some(inner)
        });
        self.depth -= 1;
        result
    }

    /// The paths on which a condition is, or is not, true.
    pub(super) fn cond(&mut self, expr: &Expr, path: Path, wanted: bool) -> Option<Vec<Path>> {
        if !self.open {
            return self.decided(expr, path, wanted);
        }
        self.decided(expr, path.clone(), wanted).or(Some(vec![path]))
    }

    fn decided(&mut self, expr: &Expr, path: Path, wanted: bool) -> Option<Vec<Path>> {
        match self.constant(expr, &path) {
            Some(Val::Bool(value)) => return Some(if value == wanted { vec![path] } else { Vec::new() }),
            Some(_) => return None,
            None => {}
        }
        match &expr.kind {
            ExprKind::Not(inner) => self.cond(inner, path, !wanted),
            ExprKind::Chain(first, rest) => match rest.first()?.0 {
                op @ (Op::And | Op::Or) => self.connected(op, first, rest, path, wanted),
                _ => None,
            },
            ExprKind::Compare(comparison, left, right) => self.compare(*comparison, left, right, path, wanted),
            ExprKind::If(condition, yes, no) => {
                self.either(condition, [yes, no], path, |walker, branch, path| walker.cond(branch, path, wanted))
            }
            ExprKind::Let(index, args) => {
                let truth = |walker: &mut Self, body: &Expr, path: Path| {
                    Some(walker.cond(body, path, wanted)?.into_iter().map(|path| (path, ())).collect())
                };
                let cases = self.inline(*index, args, path, &mut { truth })?;
                Some(cases.into_iter().map(|(path, ())| path).collect())
            }
            _ => None,
        }
    }

    /// What the branches of an `if` give, each on the paths on which it is taken.
    pub(super) fn either<T>(
        &mut self,
        condition: &Expr,
        branches: [&Expr; 2],
        path: Path,
        mut next: impl FnMut(&mut Self, &Expr, Path) -> Option<Vec<T>>,
    ) -> Option<Vec<T>> {
        let mut all = Vec::new();
        for (wanted, branch) in [true, false].into_iter().zip(branches) {
            for path in self.cond(condition, path.clone(), wanted)? {
                all.extend(next(self, branch, path)?);
            }
        }
        Some(all)
    }

    /// `and` and `or` look at the next operand only where the ones before leave the answer open.
    fn connected(&mut self, op: Op, first: &Expr, rest: &[(Op, Expr)], path: Path, wanted: bool) -> Option<Vec<Path>> {
        let goes_on = op == Op::And;
        let (mut open, mut decided) = (vec![path], Vec::new());
        for operand in std::iter::once(first).chain(rest.iter().map(|(_, operand)| operand)) {
            if !self.constants.budget().spend(open.len() + decided.len()) || decided.len() > MOST_PATHS {
                return None;
            }
            let mut next = Vec::new();
            for path in open {
                decided.extend(self.cond(operand, path.clone(), !goes_on)?);
                next.extend(self.cond(operand, path, goes_on)?);
            }
            open = next;
        }
        Some(if wanted == goes_on { open } else { decided })
    }

    fn compare(&mut self, how: Comparison, left: &Expr, right: &Expr, path: Path, wanted: bool) -> Option<Vec<Path>> {
        if matches!(how, Comparison::In | Comparison::NotIn) {
            return self.member(left, right, path, wanted == (how == Comparison::In));
        }
        let cases = then(self.int(left, path)?, |path, a| {
            then(self.int(right, path)?, |path, b| Some(vec![(path, (a.clone(), b))]))
        })?;
        let mut all = Vec::new();
        for (path, (a, b)) in cases {
            let condition = match how {
                Comparison::Equal | Comparison::NotEqual => equal(&a, &b)?,
                Comparison::Less | Comparison::GreaterEqual => less(&a, &b)?,
                Comparison::Greater | Comparison::LessEqual => less(&b, &a)?,
                Comparison::In | Comparison::NotIn => return None,
            };
            let positive = matches!(how, Comparison::Equal | Comparison::Less | Comparison::Greater);
            let alternatives = if positive == wanted { vec![condition] } else { condition.negations()? };
            all.extend(alternatives.into_iter().filter_map(|condition| path.clone().when(condition)));
        }
        Some(all)
    }

    /// `x in LIST` for a list of known integers.
    fn member(&mut self, item: &Expr, list: &Expr, path: Path, wanted: bool) -> Option<Vec<Path>> {
        let Val::List(list) = self.constant(list, &path)? else { return None };
        let mut numbers = list.items().iter().map(as_int).collect::<Option<Vec<i128>>>()?;
        numbers.sort_unstable();
        numbers.dedup();
        let mut all = Vec::new();
        for (path, form) in self.int(item, path)? {
            if wanted {
                for &n in &numbers {
                    all.extend(path.clone().when(equal(&form, &Affine::constant(n))?));
                }
                continue;
            }
            // Not in the list: before the first, between two, or behind the last.
            let starts = std::iter::once(None).chain(numbers.iter().map(Some));
            let ends = numbers.iter().map(Some).chain([None]);
            for (start, end) in starts.zip(ends) {
                let mut between = path.clone();
                if let Some(&start) = start {
                    between.piece.require(less(&Affine::constant(start), &form)?);
                }
                if let Some(&end) = end {
                    between.piece.require(less(&form, &Affine::constant(end))?);
                }
                if !between.piece.is_empty() {
                    all.push(between);
                }
            }
        }
        Some(all)
    }

    /// All ways through clauses.
    pub(super) fn clauses(&mut self, clauses: &[Clause], path: Path) -> Option<Vec<Path>> {
        let mut paths = vec![path];
        for clause in clauses {
            let mut next = Vec::new();
            for path in paths {
                next.extend(self.clause(clause, path)?);
                if next.len() > MOST_PATHS {
                    return None;
                }
            }
            paths = next;
        }
        Some(paths)
    }

    fn clause(&mut self, clause: &Clause, path: Path) -> Option<Vec<Path>> {
        if !path.piece.budget().spend(path.env.len()) {
            return None;
        }
        match clause {
            Clause::If(condition) => self.cond(condition, path, true),
            Clause::Range { slot, from, to, .. } => self.range(*slot, from, to.as_ref(), path),
            Clause::Each { slots, pattern, items, .. } => match (&items.kind, slots.as_slice()) {
                (ExprKind::RangeList(from, to), [slot]) if !pattern => self.range(*slot, from, Some(to), path),
                (ExprKind::List(items), [slot]) if !pattern => self.items(*slot, items, &path),
                _ if self.open => {
                    self.each(slots, *pattern, items, path.clone()).or_else(|| self.any(slots, items, path))
                }
                _ => self.each(slots, *pattern, items, path),
            },
        }
    }

    /// Names for the elements of a list that is not known: numbers that stand for them.
    fn any(&mut self, slots: &[usize], items: &Expr, mut path: Path) -> Option<Vec<Path>> {
        for &slot in slots {
            let (next, number) = unknown(path);
            path = next;
            path.env[slot] = Binding::Int(number);
        }
        let ([slot], ExprKind::Call(Function::Divisors, args)) = (slots, &items.kind) else { return Some(vec![path]) };
        let Binding::Int(divisor) = path.env.get(*slot)?.clone() else { return None };
        let cases = then(self.int(args.first()?, path)?, |mut path, n| {
            path.piece.require(at_most(&Affine::constant(1), &divisor)?);
            path.piece.require(at_most(&divisor, &n)?);
            Some(vec![(path, ())])
        })?;
        Some(cases.into_iter().map(|(path, ())| path).collect())
    }

    /// A name for each of some expressions.
    fn items(&mut self, slot: usize, items: &[Expr], path: &Path) -> Option<Vec<Path>> {
        let mut all = Vec::new();
        for item in items {
            if let Some(value) = self.constant(item, path) {
                let mut path = path.clone();
                path.env[slot] = Binding::Const(value);
                all.push(path);
                continue;
            }
            let cases = if self.is_list(item, path) {
                vec![(path.clone(), Binding::List)]
            } else {
                let cases = self.int(item, path.clone())?;
                cases.into_iter().map(|(path, form)| (path, Binding::Int(form))).collect()
            };
            all.extend(cases.into_iter().map(|(mut path, binding)| {
                path.env[slot] = binding;
                path
            }));
        }
        (all.len() <= MOST_PATHS).then_some(all)
    }

    fn each(&mut self, slots: &[usize], pattern: bool, items: &Expr, path: Path) -> Option<Vec<Path>> {
        let Val::List(list) = self.constant(items, &path)? else { return None };
        let bind = |item: &Val| {
            let mut path = path.clone();
            match (pattern, slots, item) {
                (false, [slot], item) => path.env[*slot] = Binding::Const(item.clone()),
                (true, slots, Val::List(parts)) if parts.items().len() == slots.len() => {
                    for (slot, part) in slots.iter().zip(parts.items()) {
                        path.env[*slot] = Binding::Const(part.clone());
                    }
                }
                _ => return None,
            }
            Some(path)
        };
        if list.len() > if pattern { MOST_ROWS } else { MOST_PATHS } {
            return None;
        }
        list.items().iter().take(if self.taste { 1 } else { list.len() }).map(bind).collect()
    }

    fn range(&mut self, slot: usize, from: &Expr, to: Option<&Expr>, path: Path) -> Option<Vec<Path>> {
        let starts = self.ends(from, Function::Max, path)?;
        let cases = then(starts, |path, from| match to {
            None => Some(vec![(path, (from, Vec::new()))]),
            Some(to) => then(self.ends(to, Function::Min, path)?, |path, to| Some(vec![(path, (from.clone(), to))])),
        })?;
        let mut all = Vec::new();
        for (mut path, (from, to)) in cases {
            if let (true, [from], [to]) = (self.expand, from.as_slice(), to.as_slice())
                && let (Some(from), Some(to)) = (from.as_constant(), to.as_constant())
            {
                if to.checked_sub(from)? > LONGEST {
                    return None;
                }
                for n in from..=to {
                    path.env[slot] = Binding::Const(Val::Int(n));
                    all.push(path.clone());
                }
                continue;
            }
            let var = path.piece.fresh();
            path.free.push(var);
            let name = Affine::var(var);
            for from in &from {
                path.piece.require(at_most(from, &name)?);
            }
            for to in &to {
                path.piece.require(at_most(&name, to)?);
            }
            path.env[slot] = Binding::Int(name);
            if !path.piece.is_empty() {
                all.push(path);
            }
        }
        Some(all)
    }

    /// The end of a range: `k ≤ min(a, b)` is two bounds and no case distinction, likewise `k ≥ max(a, b)`.
    fn ends(&mut self, end: &Expr, both: Function, path: Path) -> Cases<Vec<Affine>> {
        let args = match &end.kind {
            ExprKind::Call(function, args) if args.len() > 1 && *function == both => args.as_slice(),
            _ => std::slice::from_ref(end),
        };
        let mut cases = vec![(path, Vec::new())];
        for arg in args {
            cases = then(cases, |path, ends: Vec<Affine>| {
                then(self.int(arg, path)?, |path, form| {
                    Some(vec![(path, ends.iter().cloned().chain([form]).collect())])
                })
            })?;
        }
        Some(cases)
    }
}

pub(super) fn as_int(value: &Val) -> Option<i128> {
    match value {
        Val::Int(n) => Some(*n),
        _ => None,
    }
}

/// One step of a chain of operators.
fn operate(op: Op, mut path: Path, left: &Affine, right: &Affine) -> Cases<Affine> {
    let result = match op {
        Op::Add => left.plus(right)?,
        Op::Sub => left.minus(right)?,
        Op::Mul => match (left.as_constant(), right.as_constant()) {
            (Some(factor), _) => right.times(factor)?,
            (_, Some(factor)) => left.times(factor)?,
            _ => return None,
        },
        Op::Div | Op::Mod => {
            let divisor = right.as_constant().filter(|&divisor| divisor >= 1)?;
            let quotient = match left.as_constant() {
                Some(n) => Affine::constant(n.div_euclid(divisor)),
                None => Affine::var(path.piece.quotient(left.clone(), divisor)),
            };
            if op == Op::Div { quotient } else { left.plus_times(-divisor, &quotient)? }
        }
        Op::Or | Op::And | Op::Xor | Op::Join => return None,
    };
    Some(vec![(path, result)])
}

/// A number of which nothing is known.
fn unknown(mut path: Path) -> (Path, Affine) {
    let var = path.piece.fresh();
    path.free.push(var);
    (path, Affine::var(var))
}

/// What is known of one step of a chain that is not linear.
fn between(op: Op, path: Path, left: &Affine, right: &Affine) -> Cases<Affine> {
    let (mut path, number) = unknown(path);
    let is_least = |path: &Path, least: i128, form: &Affine| {
        at_most(&Affine::constant(least), form).is_some_and(|condition| path.piece.implies(&condition))
    };
    let natural = is_least(&path, 0, left);
    match op {
        Op::Div if natural && is_least(&path, 1, right) => {
            path.piece.require(Condition::AtLeastZero(number.clone()));
            let whole = is_least(&path, 1, left) && is_least(&path, 2, right);
            path.piece.require(if whole { less(&number, left)? } else { at_most(&number, left)? });
        }
        Op::Mod if is_least(&path, 1, right) => {
            path.piece.require(Condition::AtLeastZero(number.clone()));
            path.piece.require(less(&number, right)?);
            if natural {
                path.piece.require(at_most(&number, left)?);
            }
        }
        Op::Mul if natural && is_least(&path, 1, right) => path.piece.require(at_most(left, &number)?),
        Op::Mul if natural && is_least(&path, 0, right) => path.piece.require(Condition::AtLeastZero(number.clone())),
        _ => {}
    }
    if matches!(op, Op::Mul) && is_least(&path, 1, left) && is_least(&path, 0, right) {
        path.piece.require(at_most(right, &number)?);
    }
    Some(vec![(path, number)])
}

/// The lesser, or the greater, of two numbers, as two cases.
fn choose_least(path: Path, a: Affine, b: Affine, greatest: bool) -> Cases<Affine> {
    let (ordered, reversed) = (at_most(&a, &b)?, less(&b, &a)?);
    let (first, second) = if greatest { (b, a) } else { (a, b) };
    let mut all = Vec::new();
    all.extend(path.clone().when(ordered).map(|path| (path, first)));
    all.extend(path.when(reversed).map(|path| (path, second)));
    Some(all)
}
