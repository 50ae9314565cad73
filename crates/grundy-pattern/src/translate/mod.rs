//! Checked rules to a game in linear arithmetic.
//!
//! The clauses of a rule are run once, with *symbolic* values: terms and formulas of the arithmetic, lists of a fixed
//! length, constants. A range gives a loop variable (two, if it may be negative: k and −k), or one run for each value if
//! its ends are constants and the rule needs them so (an index). Params and data are constants. A list argument of a fixed
//! length is that many numbers; a kind that is used with several lengths becomes several kinds.
//!
//! What the arithmetic cannot say is refused with a reason ([`Outside`]), never approximated. Two kinds of failure at run
//! time are kept apart: a negative argument is no move, as in the language; a bit operation on a negative number, which
//! the arithmetic lacks, becomes an exclusion of the game that every proof must check.

mod expr;
mod list;

use grundy_automata::Var;
use grundy_automata::formula::{Formula, Term};
use grundy_automata::game::{Component, Game, Move};
use grundy_rules::program::{Clause, Expr, ExprKind, Position, Program, Rule};
use grundy_rules::syntax::Span;
use grundy_rules::value::Val;
use std::fmt;

/// Why a rule file is outside the linear arithmetic, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outside {
    /// The reason.
    pub reason: &'static str,
    /// The place in the rule file, if there is one.
    pub span: Option<Span>,
}

impl fmt::Display for Outside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.reason)
    }
}

impl std::error::Error for Outside {}

pub(crate) type Result<T> = std::result::Result<T, Outside>;

pub(crate) fn outside<T>(reason: &'static str, span: Span) -> Result<T> {
    Err(Outside { reason, span: Some(span) })
}

/// The shape of an argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// A natural number.
    Number,
    /// A list of so many things.
    List(Vec<Shape>),
}

impl Shape {
    /// How many numbers it holds.
    pub fn numbers(&self) -> usize {
        match self {
            Shape::Number => 1,
            Shape::List(items) => items.iter().map(Shape::numbers).sum(),
        }
    }
}

/// The text of an argument of this shape, its numbers or names given one after the other.
pub(crate) fn write_shape(shape: &Shape, next: &mut dyn FnMut() -> String) -> String {
    match shape {
        Shape::Number => next(),
        Shape::List(items) => {
            format!("[{}]", items.iter().map(|item| write_shape(item, next)).collect::<Vec<_>>().join(", "))
        }
    }
}

/// A kind of the game: a kind of the rules with arguments of these shapes, read as numbers one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// The kind of the rules.
    pub kind: usize,
    /// The shapes of its arguments.
    pub shapes: Vec<Shape>,
}

/// Where a move of the game comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The rule of the instance's kind.
    pub rule: usize,
    /// The alternative of the rule.
    pub option: usize,
}

/// A game in arithmetic and what its parts stand for.
#[derive(Debug, Clone)]
pub struct Translation {
    /// The game; its first kind is the one asked for.
    pub game: Game,
    /// What each kind of the game stands for.
    pub instances: Vec<Instance>,
    /// Where each move of the game comes from.
    pub origins: Vec<Origin>,
}

/// A value while a rule is run: numbers and truth values may depend on arguments and loop variables.
#[derive(Debug, Clone)]
pub(crate) enum Sym {
    Number(Term),
    Truth(Formula),
    List(Vec<Sym>),
    /// A text, or another constant that only comparisons use.
    Other(Val),
}

/// More kinds, moves or runs than this are refused.
const MOST_KINDS: usize = 64;
const MOST_MOVES: usize = 4096;
/// A sum of more parts is refused.
const MOST_PARTS: usize = 256;
const MOST_RUNS: usize = 1 << 16;
/// A range with constant ends is run value by value up to this length.
const LONGEST_RANGE: i64 = 1024;
/// Expressions worked out in all: helpers that call themselves twice would never end.
const MOST_STEPS: usize = 1 << 18;
/// The first loop variable; arguments come before.
const FIRST_LOOP: Var = 1000;
/// Helpers call each other so deep.
const MOST_CALLS: usize = 40;

pub(crate) struct Translator<'a> {
    program: &'a Program,
    globals: &'a [Option<Val>],
    out: Translation,
    /// Run ranges with constant ends value by value.
    unroll: bool,
    /// The instance whose rules are run, and the conditions so far: what exclusions may take for granted.
    current: usize,
    guards: Vec<Formula>,
    calls: usize,
    runs: usize,
    steps: usize,
}

/// One run of the clauses.
#[derive(Clone)]
struct Run {
    frame: Vec<Option<Sym>>,
    vars: Vec<Var>,
}

/// The game of a kind with arguments of these shapes; `globals` gives params and data.
///
/// ```
/// use grundy_pattern::{Shape, translate};
/// use grundy_rules::Library;
/// let mut library = Library::new();
/// library.add_file("lasker", "lasker(n) -> lasker(m) for m in 0..n-1\nlasker(n) -> lasker(a) + lasker(n-a) for a in 1..n-1")?;
/// let program = library.program("lasker").unwrap();
/// let translation = translate(program, 0, &[Shape::Number], &[])?;
/// assert_eq!(translation.game.moves.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn translate(program: &Program, kind: usize, shapes: &[Shape], globals: &[Option<Val>]) -> Result<Translation> {
    let attempt = |unroll: bool| {
        let mut game = Game::new();
        game.misere = program.misere;
        let out = Translation { game, instances: Vec::new(), origins: Vec::new() };
        let guards = Vec::new();
        let mut translator =
            Translator { program, globals, out, unroll, current: 0, guards, calls: 0, runs: 0, steps: 0 };
        translator.run(kind, shapes)?;
        Ok(translator.out)
    };
    // Loop variables first; where a rule needs constants (an index), its constant ranges are run value by value.
    attempt(false).or_else(|first: Outside| attempt(true).map_err(|_| first))
}

impl Translator<'_> {
    fn run(&mut self, kind: usize, shapes: &[Shape]) -> Result<()> {
        self.instance(kind, shapes.to_vec())?;
        let mut next = 0;
        while next < self.out.instances.len() {
            self.current = next;
            let program = self.program;
            let kind = &program.kinds[self.out.instances[next].kind];
            for (index, rule) in kind.rules.iter().enumerate() {
                let run = self.start(next, rule);
                self.guards.clear();
                self.clauses(rule, index, 0, run)?;
            }
            next += 1;
        }
        Ok(())
    }

    /// The number of an instance, new or old.
    fn instance(&mut self, kind: usize, shapes: Vec<Shape>) -> Result<usize> {
        let wanted = Instance { kind, shapes };
        if let Some(found) = self.out.instances.iter().position(|i| *i == wanted) {
            return Ok(found);
        }
        let Some(description) = self.program.kinds.get(kind) else {
            return Err(Outside { reason: "a game without rules", span: None });
        };
        if description.args.len() != wanted.shapes.len() || self.out.instances.len() >= MOST_KINDS {
            return Err(Outside { reason: "too many kinds of lists, or wrong arguments", span: None });
        }
        let arity: usize = wanted.shapes.iter().map(Shape::numbers).sum();
        if arity >= FIRST_LOOP as usize {
            return Err(Outside { reason: "too many arguments", span: None });
        }
        self.out.game.add_kind(&description.name, arity);
        self.out.instances.push(wanted);
        Ok(self.out.instances.len() - 1)
    }

    fn start(&mut self, instance: usize, rule: &Rule) -> Run {
        let shapes = self.out.instances[instance].shapes.clone();
        let mut next = 0;
        let mut frame: Vec<Option<Sym>> = shapes.iter().map(|s| Some(self.argument(s, &mut next))).collect();
        frame.resize(rule.frame.max(frame.len()), None);
        Run { frame, vars: Vec::new() }
    }

    fn argument(&mut self, shape: &Shape, next: &mut Var) -> Sym {
        match shape {
            Shape::Number => {
                *next += 1;
                Sym::Number(self.out.game.logic.var(*next - 1))
            }
            Shape::List(items) => Sym::List(items.iter().map(|s| self.argument(s, next)).collect()),
        }
    }

    fn clauses(&mut self, rule: &Rule, index: usize, at: usize, run: Run) -> Result<()> {
        self.count_run(rule.span)?;
        let Some(clause) = rule.clauses.get(at) else {
            return self.options(rule, index, &run);
        };
        let depth = self.guards.len();
        match clause {
            Clause::If(condition) => {
                let condition = self.truth(condition, &run.frame)?;
                if self.is_constant(condition) != Some(false) {
                    self.guards.push(condition);
                    self.clauses(rule, index, at + 1, run)?;
                }
            }
            Clause::Range { to: None, span, .. } => return outside("a range without an end", *span),
            Clause::Range { slot, from, to: Some(to), span } => {
                let (from, to) = (self.number(from, &run.frame)?, self.number(to, &run.frame)?);
                for (value, var, guards) in self.range(from, to, run.vars.len(), *span)? {
                    let mut inner = run.clone();
                    inner.frame[*slot] = Some(Sym::Number(value));
                    inner.vars.extend(var);
                    self.guards.extend(guards);
                    self.clauses(rule, index, at + 1, inner)?;
                    self.guards.truncate(depth);
                }
            }
            Clause::Each { slots, pattern, items, span } => {
                if let (ExprKind::RangeList(from, to), [slot], false) = (&items.kind, &slots[..], pattern) {
                    let (from, to) = (self.number(from, &run.frame)?, self.number(to, &run.frame)?);
                    for (value, var, guards) in self.range(from, to, run.vars.len(), *span)? {
                        let mut inner = run.clone();
                        inner.frame[*slot] = Some(Sym::Number(value));
                        inner.vars.extend(var);
                        self.guards.extend(guards);
                        self.clauses(rule, index, at + 1, inner)?;
                        self.guards.truncate(depth);
                    }
                    return Ok(());
                }
                for item in self.list(items, &run.frame)? {
                    let mut inner = run.clone();
                    bind(&mut inner.frame, slots, *pattern, item, *span)?;
                    self.clauses(rule, index, at + 1, inner)?;
                }
            }
        }
        self.guards.truncate(depth);
        Ok(())
    }

    fn count_run(&mut self, span: Span) -> Result<()> {
        self.runs += 1;
        if self.runs > MOST_RUNS { outside("too many cases", span) } else { Ok(()) }
    }

    /// The values of a loop name: constants, or a variable for natural values and one for negative ones; each with its
    /// variable and conditions.
    #[allow(clippy::type_complexity)]
    fn range(
        &mut self,
        from: Term,
        to: Term,
        used: usize,
        span: Span,
    ) -> Result<Vec<(Term, Option<Var>, Vec<Formula>)>> {
        let logic = &mut self.out.game.logic;
        if let (true, Some(low), Some(high)) = (self.unroll, logic.constant(from), logic.constant(to)) {
            if high.saturating_sub(low) > LONGEST_RANGE {
                return outside("a long range of constants", span);
            }
            return Ok((low..=high).map(|n| (logic.int(n), None, Vec::new())).collect());
        }
        let var = FIRST_LOOP + used as Var;
        let x = logic.var(var);
        let mut cases = Vec::new();
        for sign in [1, -1] {
            if sign < 0 && logic.is_natural(from) {
                continue;
            }
            let value = logic.scale(x, sign);
            let mut guards = vec![logic.le(from, value), logic.le(value, to)];
            if sign < 0 {
                let zero = logic.int(0);
                guards.push(logic.lt(zero, x));
            }
            cases.push((value, Some(var), guards));
        }
        Ok(cases)
    }

    fn options(&mut self, rule: &Rule, index: usize, run: &Run) -> Result<()> {
        for (option, position) in rule.options.iter().enumerate() {
            for (guards, components) in self.position(position, run)? {
                if self.out.game.moves.len() >= MOST_MOVES {
                    return outside("too many moves", rule.span);
                }
                let all: Vec<Formula> = self.guards.iter().copied().chain(guards).collect();
                let guard = self.out.game.logic.and(&all);
                let kind = self.current;
                self.out.game.moves.push(Move { kind, vars: run.vars.clone(), guard, components });
                self.out.origins.push(Origin { rule: index, option });
            }
        }
        Ok(())
    }

    /// What a position may be: conditions, and the components under them.
    fn position(&mut self, position: &Position, run: &Run) -> Result<Vec<Case>> {
        match position {
            Position::Of { kind, args, span, .. } => {
                let values = args.iter().map(|a| self.eval(a, &run.frame)).collect::<Result<Vec<_>>>()?;
                let shapes = values.iter().map(|v| shape(v, *span)).collect::<Result<Vec<_>>>()?;
                let kind = self.instance(kind.index(), shapes)?;
                let mut arguments = Vec::new();
                values.iter().for_each(|v| flatten(v, &mut arguments));
                Ok(vec![(Vec::new(), vec![Component::Position { kind, arguments, odd: true }])])
            }
            Position::Add(list) => {
                let mut cases: Vec<Case> = vec![Default::default()];
                for part in list {
                    let more = self.position(part, run)?;
                    cases = all_joined(&cases, &more)?;
                }
                Ok(cases)
            }
            Position::Copies(count, inner) => {
                let span = count.span;
                let count = self.number(count, &run.frame)?;
                match self.out.game.logic.constant(count) {
                    Some(n) if n < 0 => outside("a negative number of copies", span),
                    Some(0) => Ok(vec![Default::default()]),
                    Some(n) => copies(self.position(inner, run)?, n % 2 == 1, span),
                    None => outside("a number of copies that is not constant", span),
                }
            }
            Position::Sum(inner, clauses) => self.sum(inner, clauses, run),
            Position::Chosen(_, span) => outside("a question about positions", *span),
        }
    }

    /// `sum(P for …)`: a range of positions of one number, or constants.
    fn sum(&mut self, inner: &Position, clauses: &[Clause], run: &Run) -> Result<Vec<Case>> {
        if let (Position::Of { kind, args, .. }, [Clause::Range { slot, from, to: Some(to), .. }]) = (inner, clauses)
            && let [Expr { kind: ExprKind::Local(local), .. }] = &args[..]
            && local == slot
        {
            let (from, last) = (self.number(from, &run.frame)?, self.number(to, &run.frame)?);
            let logic = &mut self.out.game.logic;
            if logic.constant(from).is_none() || logic.constant(last).is_none() {
                let one = logic.int(1);
                let to = logic.add(last, one);
                let (some, none) = (logic.le(from, last), logic.lt(last, from));
                let kind = self.instance(kind.index(), vec![Shape::Number])?;
                let range = Component::Range { kind, from, to };
                return Ok(vec![(vec![some], vec![range]), (vec![none], Vec::new())]);
            }
        }
        let mut cases: Vec<Case> = vec![Default::default()];
        for frame in self.frames(clauses, &run.frame)? {
            let inner_run = Run { frame, vars: run.vars.clone() };
            let more = self.position(inner, &inner_run)?;
            cases = all_joined(&cases, &more)?;
        }
        Ok(cases)
    }
}

/// Conditions and components.
type Case = (Vec<Formula>, Vec<Component>);

/// Each case of one part of a sum with each of another.
fn all_joined(a: &[Case], b: &[Case]) -> Result<Vec<Case>> {
    let parts = a.iter().chain(b).map(|case| case.1.len()).max().unwrap_or_default();
    if a.len().saturating_mul(b.len()) > MOST_MOVES || parts > MOST_PARTS {
        return Err(Outside { reason: "too many cases", span: None });
    }
    Ok(a.iter().flat_map(|a| b.iter().map(|b| joined(a, b))).collect())
}

fn joined(a: &Case, b: &Case) -> Case {
    ([&a.0[..], &b.0[..]].concat(), [&a.1[..], &b.1[..]].concat())
}

/// The values of an even number of copies cancel, their arguments still count.
fn copies(cases: Vec<Case>, odd_count: bool, span: Span) -> Result<Vec<Case>> {
    let mut out = Vec::new();
    for (guards, components) in cases {
        let mut list = Vec::new();
        for component in components {
            match component {
                Component::Position { kind, arguments, odd } => {
                    list.push(Component::Position { kind, arguments, odd: odd && odd_count });
                }
                range if odd_count => list.push(range),
                _ => return outside("copies of a sum", span),
            }
        }
        out.push((guards, list));
    }
    Ok(out)
}

fn shape(value: &Sym, span: Span) -> Result<Shape> {
    match value {
        Sym::Number(_) => Ok(Shape::Number),
        Sym::List(items) => Ok(Shape::List(items.iter().map(|i| shape(i, span)).collect::<Result<_>>()?)),
        _ => outside("an argument that is no number", span),
    }
}

fn flatten(value: &Sym, out: &mut Vec<Term>) {
    match value {
        Sym::Number(term) => out.push(*term),
        Sym::List(items) => items.iter().for_each(|i| flatten(i, out)),
        _ => {}
    }
}

/// Gives names to an element, or to its parts.
pub(crate) fn bind(frame: &mut [Option<Sym>], slots: &[usize], pattern: bool, item: Sym, span: Span) -> Result<()> {
    match (pattern, item) {
        (false, item) => {
            if let [slot] = slots {
                frame[*slot] = Some(item);
            }
            Ok(())
        }
        (true, Sym::List(parts)) if parts.len() == slots.len() => {
            slots.iter().zip(parts).for_each(|(slot, part)| frame[*slot] = Some(part));
            Ok(())
        }
        _ => outside("an element that cannot be taken apart", span),
    }
}
