//! What rules and claims mean in arithmetic.
//!
//! The clauses of a rule are run once with values that are terms, formulas and lists of a fixed length. A range gives a new
//! variable, or, if both ends are constants and near, one run for each value. Conditions are collected on the way. An index
//! outside a list and a bit operation on a negative number are no moves of the language but errors: they must be shown never to
//! happen ([`Meaning::excluded`]).

use super::arithmetic::{Arithmetic, Form, Formula, Term, compare};
use super::syntax::{self, Clause, Expr, Rules};
use super::{Shape, Var, too_large, unread};
use crate::Reject;

type Result<T> = std::result::Result<T, Reject>;

#[derive(Clone, Debug)]
pub(super) enum Value {
    Number(Term),
    Truth(Formula),
    List(Vec<Value>),
}

type Scope = Vec<(String, Value)>;

/// What a move leaves.
#[derive(Clone, Debug)]
pub(super) enum Part {
    /// A position; an even number of copies has the value 0.
    Position { kind: usize, args: Vec<Form>, odd: bool },
    /// kind(m) for from ≤ m ≤ last, which is not empty.
    Range { kind: usize, from: Form, last: Form },
}

impl Part {
    pub(super) fn kind(&self) -> usize {
        match self {
            Part::Position { kind, .. } | Part::Range { kind, .. } => *kind,
        }
    }
}

/// A move: for all values of its variables with the conditions.
#[derive(Clone, Debug)]
pub(super) struct Move {
    pub(super) kind: usize,
    pub(super) vars: Vec<Var>,
    pub(super) conditions: Vec<Formula>,
    pub(super) parts: Vec<Part>,
}

const MOST_STEPS: usize = 1 << 17;
const MOST_MOVES: usize = 1 << 12;
const MOST_CALLS: usize = 24;
/// A range of constants of at most this length is run value by value.
const NEAR: i64 = 40;
/// Lists are no longer than this.
const LONGEST: usize = 1 << 10;
/// Lists that are sorted by exchanges of neighbours.
const LONGEST_SORT: usize = 4;

pub(super) struct Meaning<'a> {
    rules: &'a Rules,
    pub(super) arithmetic: &'a mut Arithmetic,
    globals: Scope,
    /// Kinds of positions that have automata.
    kinds: &'a [(String, Vec<Shape>)],
    conditions: Vec<Formula>,
    vars: Vec<Var>,
    /// Conditions of a kind under which the rules or claims would fail.
    pub(super) excluded: Vec<(usize, Vec<Formula>)>,
    current: usize,
    steps: usize,
    calls: usize,
}

/// A turn of a clause: new names, conditions, new variables.
type Turn = (Scope, Vec<Formula>, Vec<Var>);

/// A case of a position: conditions and parts.
type Case = (Vec<Formula>, Vec<Part>);

impl<'a> Meaning<'a> {
    pub(super) fn new(
        rules: &'a Rules,
        set: &[(String, Expr)],
        kinds: &'a [(String, Vec<Shape>)],
        arithmetic: &'a mut Arithmetic,
    ) -> Result<Meaning<'a>> {
        let (globals, conditions, vars, excluded) = Default::default();
        let mut meaning =
            Meaning { rules, arithmetic, globals, kinds, conditions, vars, excluded, current: 0, steps: 0, calls: 0 };
        for (name, value) in set {
            if !rules.globals.contains(name) || meaning.globals.iter().any(|g| g.0 == *name) {
                return Err(Reject::Format("a value for something that is no param"));
            }
            let value = meaning.value(value, &Vec::new())?;
            meaning.globals.push((name.clone(), value));
        }
        Ok(meaning)
    }

    /// The arguments of a kind: variables 0, 1, …
    fn arguments(shapes: &[Shape]) -> Vec<Value> {
        let mut next = 0;
        shapes.iter().map(|shape| argument(shape, &mut next)).collect()
    }

    /// All moves of a kind.
    pub(super) fn moves(&mut self, kind: usize) -> Result<Vec<Move>> {
        self.current = kind;
        let rules = self.rules;
        let (name, shapes) = &self.kinds[kind];
        let mut moves = Vec::new();
        let mut any = false;
        for rule in rules.rules.iter().filter(|r| r.kind == *name) {
            any = true;
            if rule.args.len() != shapes.len() {
                return unread("a rule with another number of arguments");
            }
            let scope: Scope = rule.args.iter().cloned().zip(Self::arguments(shapes)).collect();
            self.conditions.clear();
            self.vars.clear();
            self.run(&rule.clauses, scope, &mut |this, scope| {
                for option in &rule.options {
                    this.option(option, scope, &mut moves)?;
                }
                Ok(())
            })?;
        }
        if any { Ok(moves) } else { Err(Reject::Claim("a kind without rules")) }
    }

    fn option(&mut self, option: &Expr, scope: &Scope, moves: &mut Vec<Move>) -> Result<()> {
        if let Expr::Either(list) = option {
            return list.iter().try_for_each(|option| self.option(option, scope, moves));
        }
        for (more, parts) in self.position(option, scope)? {
            let conditions = [&self.conditions[..], &more].concat();
            moves.push(Move { kind: self.current, vars: self.vars.clone(), conditions, parts });
        }
        if moves.len() > MOST_MOVES { too_large() } else { Ok(()) }
    }

    /// What a claim says of a kind, by the names of its head.
    pub(super) fn claimed(&mut self, kind: usize, names: &[String], formula: &Expr) -> Result<Value> {
        self.current = kind;
        self.conditions.clear();
        let mut vars = 0..;
        let number = |name: &String| (name.clone(), Value::Number(Term::new(Form::var(vars.next().unwrap_or(0)))));
        let scope: Scope = names.iter().map(number).collect();
        self.value(formula, &scope)
    }

    fn step(&mut self) -> Result<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS { too_large() } else { Ok(()) }
    }

    /// Runs clauses, and `then` for each turn.
    fn run(
        &mut self,
        clauses: &[Clause],
        scope: Scope,
        then: &mut dyn FnMut(&mut Self, &Scope) -> Result<()>,
    ) -> Result<()> {
        self.step()?;
        let Some((clause, rest)) = clauses.split_first() else { return then(self, &scope) };
        let (conditions, vars) = (self.conditions.len(), self.vars.len());
        for (bound, more, new) in self.turns(clause, &scope)? {
            let mut inner = scope.clone();
            inner.extend(bound);
            self.conditions.extend(more);
            self.vars.extend(new);
            self.run(rest, inner, then)?;
            self.conditions.truncate(conditions);
            self.vars.truncate(vars);
        }
        Ok(())
    }

    /// The turns of a clause.
    fn turns(&mut self, clause: &Clause, scope: &Scope) -> Result<Vec<Turn>> {
        match clause {
            Clause::If(condition) => {
                let condition = self.truth(condition, scope)?;
                let goes_on = condition.as_bool() != Some(false);
                Ok(if goes_on { vec![(Vec::new(), vec![condition], Vec::new())] } else { Vec::new() })
            }
            Clause::Let(name, value) => {
                let value = self.value(value, scope)?;
                Ok(vec![(vec![(name.clone(), value)], Vec::new(), Vec::new())])
            }
            Clause::Range(name, from, to) => {
                let (from, to) = (self.number(from, scope)?, self.number(to, scope)?);
                self.range(name, &from, &to)
            }
            Clause::Each(names, items) => {
                if let (Expr::Range(from, to), [name]) = (items, &names[..]) {
                    let (from, to) = (self.number(from, scope)?, self.number(to, scope)?);
                    return self.range(name, &from, &to);
                }
                let items = self.list(items, scope)?;
                let bound = |item: Value| match (&names[..], item) {
                    ([name], item) => Ok((vec![(name.clone(), item)], Vec::new(), Vec::new())),
                    (names, Value::List(parts)) if parts.len() == names.len() => {
                        Ok((names.iter().cloned().zip(parts).collect(), Vec::new(), Vec::new()))
                    }
                    _ => unread("an element that cannot be taken apart"),
                };
                items.into_iter().map(bound).collect()
            }
        }
    }

    fn range(&mut self, name: &str, from: &Term, to: &Term) -> Result<Vec<Turn>> {
        let named = |value: Term| vec![(name.to_owned(), Value::Number(value))];
        if let (Some(low), Some(high)) = (from.form.as_int(), to.form.as_int())
            && high - low < NEAR
        {
            return Ok((low..=high).map(|n| (named(Term::int(n)), Vec::new(), Vec::new())).collect());
        }
        let (vars, form, sign) = self.arithmetic.integer(from.natural)?;
        let bounds = vec![sign, compare("<=", &from.form, &form)?, compare("<=", &form, &to.form)?];
        Ok(vec![(named(Term { form, natural: from.natural }), bounds, vars)])
    }

    fn position(&mut self, expr: &Expr, scope: &Scope) -> Result<Vec<Case>> {
        self.step()?;
        match expr {
            Expr::Int(0) => Ok(vec![Default::default()]),
            Expr::Binary("+", a, b) => {
                let (a, b) = (self.position(a, scope)?, self.position(b, scope)?);
                joined(&a, &b)
            }
            Expr::Binary("*", count, inner) => {
                let Some(count) = self.number(count, scope)?.form.as_int().filter(|&n| n >= 0) else {
                    return unread("a number of copies that is not constant");
                };
                let cases = self.position(inner, scope)?;
                Ok(if count == 0 { vec![Default::default()] } else { copies(cases, count % 2 == 1)? })
            }
            Expr::Over(name, inner, clauses, rest) if name == "sum" && rest.is_empty() => {
                self.sum(inner, clauses, scope)
            }
            Expr::Call(name, args) if self.rules.rules.iter().any(|r| r.kind == *name) => {
                let values = args.iter().map(|a| self.value(a, scope)).collect::<Result<Vec<_>>>()?;
                let mut forms = Vec::new();
                let shapes = values.iter().map(|v| shape(v, &mut forms)).collect::<Result<Vec<_>>>()?;
                let kind = self.kind(name, &shapes)?;
                Ok(vec![(Vec::new(), vec![Part::Position { kind, args: forms, odd: true }])])
            }
            Expr::Call(name, args) => self.helper(name, args, scope, Self::position),
            Expr::Name(name) => self.helper(name, &[], scope, Self::position),
            _ => unread("a position"),
        }
    }

    fn kind(&self, name: &str, shapes: &[Shape]) -> Result<usize> {
        let found = self.kinds.iter().position(|k| k.0 == name && k.1 == shapes);
        found.ok_or(Reject::Claim("a kind of positions without an automaton"))
    }

    fn sum(&mut self, inner: &Expr, clauses: &[Clause], scope: &Scope) -> Result<Vec<Case>> {
        if let (Expr::Call(name, args), [Clause::Range(bound, from, to)]) = (inner, clauses)
            && let [Expr::Name(arg)] = &args[..]
            && arg == bound
        {
            let (from, to) = (self.number(from, scope)?, self.number(to, scope)?);
            if from.form.as_int().is_none() || to.form.as_int().is_none() {
                let kind = self.kind(name, &[Shape::Number])?;
                let some = compare("<=", &from.form, &to.form)?;
                let none = some.clone().not();
                let range = Part::Range { kind, from: from.form, last: to.form };
                return Ok(vec![(vec![some], vec![range]), (vec![none], Vec::new())]);
            }
        }
        let mut cases = vec![Case::default()];
        for scope in self.constant_runs(clauses, scope)? {
            cases = joined(&cases, &self.position(inner, &scope)?)?;
        }
        Ok(cases)
    }

    /// The scopes of all turns of clauses that depend on constants only.
    fn constant_runs(&mut self, clauses: &[Clause], scope: &Scope) -> Result<Vec<Scope>> {
        let mut scopes = vec![scope.clone()];
        for clause in clauses {
            let mut next = Vec::new();
            for scope in scopes {
                for (bound, conditions, vars) in self.turns(clause, &scope)? {
                    if !vars.is_empty() || conditions.iter().any(|c| c.as_bool() != Some(true)) {
                        return unread("a list that depends on the position");
                    }
                    next.push([&scope[..], &bound].concat());
                }
                if next.len() > LONGEST {
                    return too_large();
                }
            }
            scopes = next;
        }
        Ok(scopes)
    }

    /// A helper, read as a value or as a position.
    fn helper<T>(
        &mut self,
        name: &str,
        args: &[Expr],
        scope: &Scope,
        read: fn(&mut Self, &Expr, &Scope) -> Result<T>,
    ) -> Result<T> {
        let rules = self.rules;
        let Some(helper) = rules.lets.iter().find(|l| l.name == name && l.args.len() == args.len()) else {
            return unread("a name or function");
        };
        let values = args.iter().map(|a| self.value(a, scope)).collect::<Result<Vec<_>>>()?;
        self.calls += 1;
        if self.calls > MOST_CALLS {
            return unread("helpers that call each other");
        }
        let inner: Scope = helper.args.iter().cloned().zip(values).collect();
        let value = read(self, &syntax::expression(&helper.body)?, &inner);
        self.calls -= 1;
        value
    }

    pub(super) fn number(&mut self, expr: &Expr, scope: &Scope) -> Result<Term> {
        match self.value(expr, scope)? {
            Value::Number(term) => Ok(term),
            _ => unread("a value that is no number"),
        }
    }

    fn truth(&mut self, expr: &Expr, scope: &Scope) -> Result<Formula> {
        match self.value(expr, scope)? {
            Value::Truth(formula) => Ok(formula),
            _ => unread("a value that is no truth value"),
        }
    }

    fn list(&mut self, expr: &Expr, scope: &Scope) -> Result<Vec<Value>> {
        match self.value(expr, scope)? {
            Value::List(items) => Ok(items),
            _ => unread("a value that is no list"),
        }
    }

    fn constant(&mut self, expr: &Expr, scope: &Scope) -> Result<i64> {
        self.number(expr, scope)?.form.as_int().ok_or(Reject::Unread("a number that is not constant"))
    }

    fn value(&mut self, expr: &Expr, scope: &Scope) -> Result<Value> {
        self.step()?;
        Ok(match expr {
            Expr::Int(n) => Value::Number(Term::new(Form::int(0).plus(&Form::int(*n), 1)?)),
            Expr::Bool(value) => Value::Truth(Formula::Truth(*value)),
            Expr::Name(name) => {
                let known = scope.iter().rev().chain(&self.globals).find(|(known, _)| known == name);
                match known.map(|(_, value)| value.clone()) {
                    Some(value) => value,
                    None => self.helper(name, &[], scope, Self::value)?,
                }
            }
            Expr::Neg(inner) => {
                let inner = self.number(inner, scope)?;
                Value::Number(Term::new(Form::int(0).plus(&inner.form, -1)?))
            }
            Expr::Not(inner) => Value::Truth(self.truth(inner, scope)?.not()),
            Expr::If(condition, yes, no) => {
                let condition = self.truth(condition, scope)?;
                match condition.as_bool() {
                    Some(true) => self.value(yes, scope)?,
                    Some(false) => self.value(no, scope)?,
                    None => {
                        let yes = self.under(condition.clone(), yes, scope)?;
                        let no = self.under(condition.clone().not(), no, scope)?;
                        self.choose(&condition, &yes, &no)?
                    }
                }
            }
            Expr::Binary(sign, a, b) => self.binary(sign, a, b, scope)?,
            Expr::List(items) => Value::List(items.iter().map(|i| self.value(i, scope)).collect::<Result<_>>()?),
            Expr::ListOver(body, clauses) => Value::List(self.comprehension(body, clauses, scope)?),
            Expr::Range(from, to) => {
                let (low, high) = (self.constant(from, scope)?, self.constant(to, scope)?);
                if high - low > LONGEST as i64 {
                    return too_large();
                }
                Value::List((low..=high).map(|n| Value::Number(Term::int(n))).collect())
            }
            Expr::Index(list, index) => {
                let (items, index) = (self.list(list, scope)?, self.number(index, scope)?);
                self.index(&items, &index)?
            }
            Expr::Slice(list, from, to) => {
                let items = self.list(list, scope)?;
                let length = items.len() as i64;
                let mut end = |end: &Option<Box<Expr>>, default: i64| match end {
                    Some(end) => self.constant(end, scope).map(|n| n.clamp(0, length)),
                    None => Ok(default),
                };
                let (low, high) = (end(from, 0)?, end(to, length)?);
                Value::List(items.into_iter().take(high as usize).skip(low as usize).collect())
            }
            Expr::With(list, updates) => self.changed(list, updates, scope)?,
            Expr::Call(name, args) if self.rules.lets.iter().any(|l| l.name == *name) => {
                self.helper(name, args, scope, Self::value)?
            }
            Expr::Call(name, args) => {
                let args = args.iter().map(|a| self.value(a, scope)).collect::<Result<Vec<_>>>()?;
                self.call(name, &args)?
            }
            Expr::Over(name, body, clauses, rest) => {
                let mut args = vec![Value::List(self.comprehension(body, clauses, scope)?)];
                for arg in rest {
                    args.push(self.value(arg, scope)?);
                }
                self.call(name, &args)?
            }
            Expr::Either(_) => return unread("alternatives inside an expression"),
        })
    }

    /// A value that is only worked out under a condition.
    fn under(&mut self, condition: Formula, expr: &Expr, scope: &Scope) -> Result<Value> {
        self.conditions.push(condition);
        let value = self.value(expr, scope);
        self.conditions.pop();
        value
    }

    fn comprehension(&mut self, body: &Expr, clauses: &[Clause], scope: &Scope) -> Result<Vec<Value>> {
        let scopes = self.constant_runs(clauses, scope)?;
        scopes.iter().map(|scope| self.value(body, scope)).collect()
    }

    fn exclude(&mut self, condition: Formula) {
        if condition.as_bool() != Some(false) {
            let conditions = [&self.conditions[..], &[condition]].concat();
            self.excluded.push((self.current, conditions));
        }
    }

    fn index(&mut self, items: &[Value], index: &Term) -> Result<Value> {
        if let Some(i) = index.form.as_int() {
            let item = usize::try_from(i).ok().and_then(|i| items.get(i)).cloned();
            return item.ok_or(Reject::Unread("an index outside its list"));
        }
        let Some(mut value) = items.last().cloned() else { return unread("an index into an empty list") };
        self.exclude(compare("<", &index.form, &Form::int(0))?);
        self.exclude(compare(">=", &index.form, &Form::int(items.len() as i64))?);
        for (i, item) in items.iter().enumerate().rev().skip(1) {
            let here = compare("==", &index.form, &Form::int(i as i64))?;
            value = self.choose(&here, item, &value)?;
        }
        Ok(value)
    }

    /// Places and right sides see the old list.
    fn changed(&mut self, list: &Expr, updates: &[(Vec<Expr>, &'static str, Expr)], scope: &Scope) -> Result<Value> {
        let mut value = self.value(list, scope)?;
        for (path, sign, right) in updates {
            let right = self.value(right, scope)?;
            let path = path.iter().map(|p| self.constant(p, scope)).collect::<Result<Vec<_>>>()?;
            let mut place = &mut value;
            for i in path {
                let Value::List(items) = place else { return unread("an index into something that is no list") };
                let item = usize::try_from(i).ok().and_then(|i| items.get_mut(i));
                place = item.ok_or(Reject::Unread("an index outside its list"))?;
            }
            *place = match (*sign, &*place, right) {
                ("=", _, right) => right,
                (sign, Value::Number(old), Value::Number(by)) => {
                    Value::Number(Term::new(old.form.plus(&by.form, if sign == "+=" { 1 } else { -1 })?))
                }
                _ => return unread("a change of something that is no number"),
            };
        }
        Ok(value)
    }

    fn choose(&mut self, condition: &Formula, a: &Value, b: &Value) -> Result<Value> {
        match (a, b) {
            (Value::Number(a), Value::Number(b)) => Ok(Value::Number(self.arithmetic.choose(condition, a, b)?)),
            (Value::Truth(a), Value::Truth(b)) => {
                let yes = Formula::and(vec![condition.clone(), a.clone()]);
                let no = Formula::and(vec![condition.clone().not(), b.clone()]);
                Ok(Value::Truth(Formula::or(vec![yes, no])))
            }
            (Value::List(a), Value::List(b)) if a.len() == b.len() => {
                let pairs = a.iter().zip(b);
                Ok(Value::List(pairs.map(|(a, b)| self.choose(condition, a, b)).collect::<Result<_>>()?))
            }
            _ => unread("a choice between things of different shapes"),
        }
    }

    fn binary(&mut self, sign: &str, a: &Expr, b: &Expr, scope: &Scope) -> Result<Value> {
        let left = self.value(a, scope)?;
        if let ("and" | "or", Value::Truth(left)) = (sign, &left) {
            let stop = sign == "or";
            if left.as_bool() == Some(stop) {
                return Ok(Value::Truth(Formula::Truth(stop)));
            }
            let goes_on = if stop { left.clone().not() } else { left.clone() };
            let Value::Truth(right) = self.under(goes_on, b, scope)? else {
                return unread("a value that is no truth value");
            };
            let both = vec![left.clone(), right];
            return Ok(Value::Truth(if stop { Formula::or(both) } else { Formula::and(both) }));
        }
        let right = self.value(b, scope)?;
        match (sign, left, right) {
            ("++", Value::List(mut a), Value::List(b)) => {
                a.extend(b);
                if a.len() > LONGEST { too_large() } else { Ok(Value::List(a)) }
            }
            ("in", x, Value::List(items)) => {
                let equal = items.iter().map(|item| self.equal(&x, item)).collect::<Result<Vec<_>>>()?;
                Ok(Value::Truth(Formula::or(equal)))
            }
            ("==", a, b) => Ok(Value::Truth(self.equal(&a, &b)?)),
            ("!=", a, b) => Ok(Value::Truth(self.equal(&a, &b)?.not())),
            ("<" | "<=" | ">" | ">=", Value::Number(a), Value::Number(b)) => {
                Ok(Value::Truth(compare(sign, &a.form, &b.form)?))
            }
            (_, Value::Number(a), Value::Number(b)) => Ok(Value::Number(self.operation(sign, &a, &b)?)),
            _ => unread("an operation on things other than numbers"),
        }
    }

    fn operation(&mut self, sign: &str, a: &Term, b: &Term) -> Result<Term> {
        let constants = (a.form.as_int(), b.form.as_int());
        match (sign, constants) {
            ("+", _) => Ok(Term { form: a.form.plus(&b.form, 1)?, natural: a.natural && b.natural }),
            ("-", _) => Ok(Term::new(a.form.plus(&b.form, -1)?)),
            ("*", (_, Some(k))) => Ok(Term { form: Form::int(0).plus(&a.form, k)?, natural: a.natural && k >= 0 }),
            ("*", (Some(k), _)) => Ok(Term { form: Form::int(0).plus(&b.form, k)?, natural: b.natural && k >= 0 }),
            ("/", (_, Some(m))) if m >= 1 => self.arithmetic.div(a, m),
            ("%", (_, Some(m))) if m >= 1 => self.arithmetic.modulo(a, m),
            ("^", (Some(a), Some(b))) => {
                let power = u32::try_from(b).ok().and_then(|b| a.checked_pow(b)).filter(|n| n.abs() < 1 << 40);
                Ok(Term::int(power.ok_or(Reject::TooLarge)?))
            }
            ("xor", _) => self.bits(2, a, b),
            _ => unread("an operation that is not linear"),
        }
    }

    fn bits(&mut self, operation: u8, a: &Term, b: &Term) -> Result<Term> {
        self.natural(a)?;
        self.natural(b)?;
        self.arithmetic.bits(operation, a, b)
    }

    fn natural(&mut self, term: &Term) -> Result<()> {
        if !term.natural {
            self.exclude(compare("<", &term.form, &Form::int(0))?);
        }
        Ok(())
    }

    fn equal(&mut self, a: &Value, b: &Value) -> Result<Formula> {
        match (a, b) {
            (Value::Number(a), Value::Number(b)) => compare("==", &a.form, &b.form),
            (Value::List(a), Value::List(b)) if a.len() != b.len() => Ok(Formula::Truth(false)),
            (Value::List(a), Value::List(b)) => {
                Ok(Formula::and(a.iter().zip(b).map(|(a, b)| self.equal(a, b)).collect::<Result<_>>()?))
            }
            (Value::Truth(a), Value::Truth(b)) => {
                let both = Formula::and(vec![a.clone(), b.clone()]);
                let none = Formula::and(vec![a.clone().not(), b.clone().not()]);
                Ok(Formula::or(vec![both, none]))
            }
            _ => unread("a comparison of different things"),
        }
    }

    fn call(&mut self, name: &str, args: &[Value]) -> Result<Value> {
        Ok(match (name, args) {
            ("min" | "max", [Value::List(items)]) => {
                Value::Number(self.arithmetic.extreme(name == "max", &numbers(items)?)?)
            }
            ("min" | "max", items) => Value::Number(self.arithmetic.extreme(name == "max", &numbers(items)?)?),
            ("abs", [Value::Number(a)]) => {
                let minus = Term::new(Form::int(0).plus(&a.form, -1)?);
                // With 0 among them it is plainly natural.
                Value::Number(self.arithmetic.extreme(true, &[a.clone(), minus, Term::int(0)])?)
            }
            ("lowbit", [Value::Number(a)]) => {
                self.natural(a)?;
                Value::Number(self.arithmetic.lowbit(a)?)
            }
            ("bitand", [Value::Number(a), Value::Number(b)]) => Value::Number(self.bits(0, a, b)?),
            ("bitor", [Value::Number(a), Value::Number(b)]) => Value::Number(self.bits(1, a, b)?),
            ("len", [Value::List(items)]) => Value::Number(Term::int(items.len() as i64)),
            ("sum" | "xor", [Value::List(items)]) => {
                let list = numbers(items)?;
                let Some((first, rest)) = list.split_first() else { return Ok(Value::Number(Term::int(0))) };
                let sign = if name == "sum" { "+" } else { "xor" };
                let mut total = first.clone();
                for number in rest {
                    total = self.operation(sign, &total, number)?;
                }
                Value::Number(total)
            }
            ("any" | "all", [Value::List(items)]) => {
                let truth = |item: &Value| match item {
                    Value::Truth(formula) => Ok(formula.clone()),
                    _ => unread("a list of things other than truth values"),
                };
                let list = items.iter().map(truth).collect::<Result<Vec<_>>>()?;
                Value::Truth(if name == "any" { Formula::or(list) } else { Formula::and(list) })
            }
            ("count", [Value::List(items), x]) => {
                let mut total = Term::int(0);
                for item in items {
                    let equal = self.equal(item, x)?;
                    let one = self.arithmetic.choose(&equal, &Term::int(1), &Term::int(0))?;
                    total = self.operation("+", &total, &one)?;
                }
                Value::Number(total)
            }
            ("reverse", [Value::List(items)]) => Value::List(items.iter().rev().cloned().collect()),
            ("sort", [Value::List(items)]) if items.len() <= LONGEST_SORT => {
                let mut list = numbers(items)?;
                for end in (1..list.len()).rev() {
                    for i in 0..end {
                        let pair = [list[i].clone(), list[i + 1].clone()];
                        list[i] = self.arithmetic.extreme(false, &pair)?;
                        list[i + 1] = self.arithmetic.extreme(true, &pair)?;
                    }
                }
                Value::List(list.into_iter().map(Value::Number).collect())
            }
            _ => return unread("a function"),
        })
    }
}

fn argument(shape: &Shape, next: &mut Var) -> Value {
    match shape {
        Shape::Number => {
            *next += 1;
            Value::Number(Term::new(Form::var(*next - 1)))
        }
        Shape::List(items) => Value::List(items.iter().map(|item| argument(item, next)).collect()),
    }
}

/// The shape of an argument; its numbers are appended.
fn shape(value: &Value, forms: &mut Vec<Form>) -> Result<Shape> {
    match value {
        Value::Number(term) => {
            forms.push(term.form.clone());
            Ok(Shape::Number)
        }
        Value::List(items) => Ok(Shape::List(items.iter().map(|i| shape(i, forms)).collect::<Result<_>>()?)),
        Value::Truth(_) => unread("an argument that is no number"),
    }
}

fn numbers(items: &[Value]) -> Result<Vec<Term>> {
    let number = |item: &Value| match item {
        Value::Number(term) => Ok(term.clone()),
        _ => unread("a list of things other than numbers"),
    };
    items.iter().map(number).collect()
}

fn joined(a: &[Case], b: &[Case]) -> Result<Vec<Case>> {
    if a.len() * b.len() > MOST_MOVES {
        return too_large();
    }
    let pair = |a: &Case, b: &Case| ([&a.0[..], &b.0[..]].concat(), [&a.1[..], &b.1[..]].concat());
    Ok(a.iter().flat_map(|a| b.iter().map(move |b| pair(a, b))).collect())
}

/// An even number of copies has the value 0, but its arguments still count.
fn copies(cases: Vec<Case>, is_odd: bool) -> Result<Vec<Case>> {
    let copied = |part: Part| match part {
        Part::Position { kind, args, odd } => Ok(Part::Position { kind, args, odd: odd && is_odd }),
        range if is_odd => Ok(range),
        _ => unread("copies of a range"),
    };
    let case = |(conditions, parts): Case| Ok((conditions, parts.into_iter().map(copied).collect::<Result<Vec<_>>>()?));
    cases.into_iter().map(case).collect()
}
