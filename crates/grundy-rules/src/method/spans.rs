//! Rules rewritten for stretches of options: in place of each turn of `for m in A..B` with the option g(m), or of `for k in A..B` with
//! g(n-k), stands one option that names the ends of the stretch.
//!
//! One argument is the running one. In an option it must be linear in the name of the last range, with the factor 1 or -1, and the other
//! arguments must not see that name. Conditions behind the range that are linear in the name narrow the stretch: `m != x` cuts it in
//! two, `or` makes several. What is not such a range keeps its turns, each a stretch of one number.

use crate::builtins::Function;
use crate::check::inline::{Inline, Walk, slots_of};
use crate::compile::lane_options::LaneOptions;
use crate::compile::vector::{Batch, Ran, Sink, VectorMachine};
use crate::compile::{Compiled, compile};
use crate::error::{Error, Miss};
use crate::game::RuleGame;
use crate::loaded::Loaded;
use crate::program::{Clause, Expr, ExprKind, Kind, KindId, Let, Position, Rule, Type};
use crate::syntax::Span as Place;
use crate::syntax::ast::{Comparison, Op};
use crate::value::Val;
use hashbrown::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Stretches that the conditions behind one range may cut it into.
const MOST_CUTS: usize = 8;

/// Helpers inside each other that are put in place of their calls.
const MOST_NESTED: usize = 4;

/// A stretch of options of one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    /// The place of the position in its batch.
    pub(super) owner: usize,
    /// The row that they are in; nothing for the finished game.
    pub(super) row: Option<usize>,
    /// Their running arguments, from the least to the greatest.
    pub(super) ends: (i64, i64),
}

/// A kind and all arguments but the running one.
pub(super) type Key = (KindId, Vec<i64>);

/// Numbered rows: positions that differ in the running argument alone.
#[derive(Debug, Default)]
pub(super) struct Rows {
    keys: Vec<Key>,
    numbers: HashMap<Key, usize>,
    /// The row that was asked for last.
    last: usize,
}

impl Rows {
    pub(super) fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// The number of a row, a new one if it has none.
    pub(super) fn number(&mut self, kind: KindId, others: &[i64]) -> usize {
        let same = self.keys.get(self.last).is_some_and(|(own, args)| *own == kind && args == others);
        if !same {
            let key = (kind, others.to_vec());
            self.last = *self.numbers.entry(key).or_insert_with_key(|key| {
                self.keys.push(key.clone());
                self.keys.len() - 1
            });
        }
        self.last
    }
}

/// Rules rewritten for one running argument.
pub(super) struct Spans {
    game: Arc<RuleGame>,
    /// The kinds that play leads to, each by itself: stretches lead nowhere.
    compiled: Vec<(KindId, Compiled)>,
    /// The place of the running argument.
    pub(super) running: usize,
}

impl Spans {
    /// The rules of a kind and of all that it leads to, rewritten; nothing if no range becomes a stretch.
    pub(super) fn new(game: &Arc<RuleGame>, kind: KindId, running: usize) -> Option<Spans> {
        let program = &game.loaded.program;
        let mut rewriter = Rewriter { lets: &program.lets, kinds: program.kinds.len(), running, stretches: 0 };
        let mut rules: Vec<Option<Vec<Rule>>> = program.kinds.iter().map(|_| None).collect();
        let mut open = vec![kind];
        while let Some(kind) = open.pop() {
            let own = program.kinds.get(kind.index())?;
            if rules[kind.index()].is_some() {
                continue;
            }
            if own.args.len() <= running || own.is_unbounded() {
                return None;
            }
            let mut all = Vec::new();
            for rule in &own.rules {
                for option in &rule.options {
                    all.extend(rewriter.rule(rule, option, &mut open)?);
                }
            }
            rules[kind.index()] = Some(all);
        }
        if rewriter.stretches == 0 {
            return None;
        }
        let reached: Vec<KindId> =
            (0..).map(KindId::new).zip(&rules).filter(|(_, rules)| rules.is_some()).map(|(kind, _)| kind).collect();
        let rewritten = program.kinds.iter().zip(rules).map(|(own, rules)| (own, 0, rules.unwrap_or_default()));
        let stretches = program.kinds.iter().map(|own| (own, 1, Vec::new()));
        let of = |(own, more, rules): (&Kind, usize, Vec<Rule>)| Kind {
            name: own.name.clone(),
            args: (0..own.args.len() + more).map(|place| format!("x{place}")).collect(),
            rules,
            drawn: None,
        };
        let kinds = rewritten.chain(stretches).map(of).collect();
        let loaded = Arc::new(Loaded::of(program.with_kinds(kinds, Vec::new())));
        let game = Arc::new(RuleGame::new(loaded, game.globals.clone(), game.meter.clone()));
        let compiled = reached.into_iter().map(|kind| Some((kind, compile(&game, kind)?))).collect::<Option<_>>()?;
        Some(Spans { game, compiled, running })
    }

    /// The stretches of some positions of a kind, neighbours in the running argument: the arguments of the first, and how many. The
    /// rules take turns, not the positions. Nothing if the exact evaluator must look at one.
    pub(super) fn of(
        &self,
        kind: KindId,
        first: &[i64],
        len: usize,
        rows: &mut Rows,
    ) -> Result<Option<Vec<Span>>, Error> {
        let Some((_, compiled)) = self.compiled.iter().find(|(own, _)| *own == kind) else { return Ok(None) };
        let Some(index) = compiled.index(kind) else { return Ok(None) };
        let code = &compiled.code;
        let kinds = self.game.loaded.program.kinds.len() / 2;
        let targets = code.kinds.iter().map(|code| code.kind.index().checked_sub(kinds).map(KindId::new)).collect();
        let mut taken = Taken { running: self.running, targets, args: Vec::new(), spans: Vec::new(), rows };
        let (batch, mut meter) = (Batch { first, along: (self.running, 1), len }, self.game.meter.clone());
        match VectorMachine::default().run_kind(code, &code.kinds[index], batch, &mut meter, &mut taken) {
            Ok(_) => Ok(Some(taken.spans)),
            Err(Miss::NotMine) => Ok(None),
            Err(Miss::Error(trouble)) => Err(trouble.into()),
        }
    }
}

/// Takes stretches from lanes.
struct Taken<'a> {
    running: usize,
    /// The kinds of the program that the compiled ones are stretches of.
    targets: Vec<Option<KindId>>,
    args: Vec<i64>,
    spans: Vec<Span>,
    rows: &'a mut Rows,
}

impl Sink for Taken<'_> {
    fn take(&mut self, lanes: &LaneOptions<'_>) -> Ran {
        for option in lanes.options {
            for lane in 0..lanes.len() {
                let owner = lanes.owners().at(lane) as usize;
                let Some(part) = option.first() else {
                    self.spans.push(Span { owner, row: None, ends: (0, 0) });
                    continue;
                };
                let kind = self.targets.get(part.kind).copied().flatten().ok_or(Miss::NotMine)?;
                self.args.clear();
                self.args.extend(lanes.args(part, lane));
                let Some(hi) = self.args.pop() else { return Err(Miss::NotMine) };
                let lo = self.args.remove(self.running).max(0);
                // Negative numbers are no moves.
                if hi >= lo && self.args.iter().all(|&arg| arg >= 0) {
                    let row = Some(self.rows.number(kind, &self.args));
                    self.spans.push(Span { owner, row, ends: (lo, hi) });
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

struct Rewriter<'a> {
    lets: &'a [Let],
    /// How many kinds there are: the stretches of a kind are the kind behind all these.
    kinds: usize,
    running: usize,
    stretches: usize,
}

/// The slot of a name, times a number, and other terms, each added or subtracted.
#[derive(Clone)]
struct Linear {
    slot: i128,
    rest: Vec<(Op, Expr)>,
}

impl Linear {
    fn minus(mut self, other: Linear) -> Option<Linear> {
        self.slot = self.slot.checked_sub(other.slot)?;
        let other = other.rest.into_iter().map(|(op, term)| (if op == Op::Add { Op::Sub } else { Op::Add }, term));
        self.rest.extend(other);
        Some(self)
    }

    fn shift(mut self, by: i128) -> Linear {
        self.rest.push((Op::Add, number(by)));
        self
    }
}

/// What conditions say about the name: the least and the greatest numbers, and what else must hold.
#[derive(Clone, Default)]
struct Cut {
    least: Vec<Expr>,
    greatest: Vec<Expr>,
    others: Vec<Expr>,
}

impl Cut {
    fn and(&self, other: &Cut) -> Cut {
        let both = |a: &[Expr], b: &[Expr]| [a, b].concat();
        Cut {
            least: both(&self.least, &other.least),
            greatest: both(&self.greatest, &other.greatest),
            others: both(&self.others, &other.others),
        }
    }
}

fn of(kind: ExprKind) -> Expr {
    Expr { kind, span: Place::default(), ty: Type::Int }
}

fn number(n: i128) -> Expr {
    of(ExprKind::Const(Val::Int(n)))
}

fn sum(terms: &[(Op, Expr)]) -> Expr {
    if terms.is_empty() {
        return number(0);
    }
    of(ExprKind::Chain(Box::new(number(0)), terms.to_vec()))
}

fn divided(expr: Expr, by: i128) -> Expr {
    if by == 1 { expr } else { of(ExprKind::Chain(Box::new(expr), vec![(Op::Div, number(by))])) }
}

fn best(function: Function, mut exprs: Vec<Expr>) -> Expr {
    if exprs.len() > 1 { of(ExprKind::Call(function, exprs)) } else { exprs.pop().unwrap_or_else(|| number(0)) }
}

impl Rewriter<'_> {
    /// A rule with one of its options.
    fn rule(&mut self, rule: &Rule, option: &Position, left: &mut Vec<KindId>) -> Option<Vec<Rule>> {
        let plain =
            |clauses: Vec<Clause>, option| Rule { frame: rule.frame, options: vec![option], clauses, span: rule.span };
        let (kind, args) = match option {
            Position::Of { kind, args, set, .. } if set.is_empty() => (*kind, args),
            Position::Add(parts) => match parts.as_slice() {
                [] => return Some(vec![plain(rule.clauses.clone(), option.clone())]),
                [part] => return self.rule(rule, part, left),
                _ => return None,
            },
            _ => return None,
        };
        left.push(kind);
        let running = args.get(self.running)?;
        if let Some((place, cuts)) = self.stretch(rule, args) {
            self.stretches += 1;
            let Clause::Range { slot, .. } = &rule.clauses[place] else { return None };
            let own = self.linear(running, *slot, 0)?;
            let stretch = |cut: Cut| {
                let (least, greatest) = (best(Function::Max, cut.least), best(Function::Min, cut.greatest));
                let ends = if own.slot == 1 { [least, greatest] } else { [greatest, least] };
                let sign = if own.slot == 1 { Op::Add } else { Op::Sub };
                let end = |end: Expr| sum(&[own.rest.as_slice(), &[(sign, end)]].concat());
                let others = cut.others.into_iter().map(Clause::If);
                let clauses = rule.clauses[..place].iter().cloned().chain(others).collect();
                plain(clauses, self.option(kind, args, ends.map(end)))
            };
            return Some(cuts.into_iter().map(stretch).collect());
        }
        Some(vec![plain(rule.clauses.clone(), self.option(kind, args, [running.clone(), running.clone()]))])
    }

    fn option(&self, kind: KindId, args: &[Expr], [lo, hi]: [Expr; 2]) -> Position {
        let mut args = args.to_vec();
        args[self.running] = lo;
        args.push(hi);
        let kind = KindId::new(kind.index() + self.kinds);
        Position::Of { kind, args, settings: Vec::new(), set: Vec::new(), span: Place::default() }
    }

    /// The place of the range that becomes stretches, and what the conditions behind it cut it into.
    fn stretch(&self, rule: &Rule, args: &[Expr]) -> Option<(usize, Vec<Cut>)> {
        let place = rule.clauses.iter().rposition(|clause| !matches!(clause, Clause::If(_)))?;
        let Clause::Range { slot, from, to: Some(to), .. } = &rule.clauses[place] else { return None };
        let seen = |expr: &Expr| slots_of(expr).contains(slot);
        let running = self.linear(args.get(self.running)?, *slot, 0)?;
        let alone = args.iter().enumerate().all(|(place, arg)| place == self.running || !seen(arg));
        if running.slot.abs() != 1 || !alone {
            return None;
        }
        let mut cuts = vec![Cut { least: vec![from.clone()], greatest: vec![to.clone()], others: Vec::new() }];
        for clause in &rule.clauses[place + 1..] {
            let Clause::If(condition) = clause else { return None };
            cuts = both(&cuts, &self.cuts(condition, *slot, true, 0)?)?;
        }
        Some((place, cuts))
    }

    /// What a condition, or its opposite, says about a name: one of these.
    fn cuts(&self, condition: &Expr, slot: usize, holds: bool, depth: usize) -> Option<Vec<Cut>> {
        if !slots_of(condition).contains(&slot) {
            let condition = if holds {
                condition.clone()
            } else {
                Expr { kind: ExprKind::Not(Box::new(condition.clone())), ..condition.clone() }
            };
            return Some(vec![Cut { others: vec![condition], ..Cut::default() }]);
        }
        match &condition.kind {
            ExprKind::Not(inner) => self.cuts(inner, slot, !holds, depth),
            ExprKind::Let(..) => self.cuts(&self.inlined(condition, depth)?, slot, holds, depth + 1),
            ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| matches!(op, Op::And | Op::Or)) => {
                let mut cuts = self.cuts(first, slot, holds, depth)?;
                for (op, part) in rest {
                    let more = self.cuts(part, slot, holds, depth)?;
                    cuts = if (*op == Op::And) == holds { both(&cuts, &more)? } else { [cuts, more].concat() };
                }
                (cuts.len() <= MOST_CUTS).then_some(cuts)
            }
            ExprKind::Compare(how, left, right) => {
                let how = if holds { *how } else { opposite(*how)? };
                let difference = self.linear(left, slot, depth)?.minus(self.linear(right, slot, depth)?)?;
                let negative = Linear { slot: 0, rest: Vec::new() }.minus(difference.clone())?;
                match how {
                    Comparison::Less => Some(vec![natural(negative.shift(-1))?]),
                    Comparison::LessEqual => Some(vec![natural(negative)?]),
                    Comparison::Greater => Some(vec![natural(difference.shift(-1))?]),
                    Comparison::GreaterEqual => Some(vec![natural(difference)?]),
                    Comparison::Equal => Some(vec![natural(difference)?.and(&natural(negative)?)]),
                    Comparison::NotEqual => Some(vec![natural(difference.shift(-1))?, natural(negative.shift(-1))?]),
                    Comparison::In | Comparison::NotIn => None,
                }
            }
            _ => None,
        }
    }

    /// An expression as a linear one of a name.
    fn linear(&self, expr: &Expr, slot: usize, depth: usize) -> Option<Linear> {
        if !slots_of(expr).contains(&slot) {
            return Some(Linear { slot: 0, rest: vec![(Op::Add, expr.clone())] });
        }
        let none = Linear { slot: 0, rest: Vec::new() };
        match &expr.kind {
            ExprKind::Local(_) => Some(Linear { slot: 1, rest: Vec::new() }),
            ExprKind::Neg(inner) => none.minus(self.linear(inner, slot, depth)?),
            ExprKind::Let(..) => self.linear(&self.inlined(expr, depth)?, slot, depth + 1),
            ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| matches!(op, Op::Add | Op::Sub)) => {
                rest.iter().try_fold(self.linear(first, slot, depth)?, |all, (op, part)| {
                    let part = self.linear(part, slot, depth)?;
                    all.minus(if *op == Op::Sub { part } else { none.clone().minus(part)? })
                })
            }
            ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == Op::Mul) => {
                let [(_, second)] = rest.as_slice() else { return None };
                let (by, inner) = match (&first.kind, &second.kind) {
                    (ExprKind::Const(Val::Int(by)), _) => (*by, second),
                    (_, ExprKind::Const(Val::Int(by))) => (*by, &**first),
                    _ => return None,
                };
                let inner = self.linear(inner, slot, depth)?;
                let times = of(ExprKind::Chain(Box::new(sum(&inner.rest)), vec![(Op::Mul, number(by))]));
                Some(Linear { slot: inner.slot.checked_mul(by)?, rest: vec![(Op::Add, times)] })
            }
            _ => None,
        }
    }

    /// The right side of a helper that has no names of its own, in place of its call.
    fn inlined(&self, call: &Expr, depth: usize) -> Option<Expr> {
        let ExprKind::Let(helper, args) = &call.kind else { return None };
        let helper =
            self.lets.get(*helper).filter(|own| own.frame == own.arity && own.arity == args.len() && !own.asks)?;
        let mut body = (depth < MOST_NESTED).then(|| helper.body.clone())?;
        Inline { args, first: 0 }.expr(&mut body);
        Some(body)
    }
}

/// Each of some cuts with each of others.
fn both(some: &[Cut], others: &[Cut]) -> Option<Vec<Cut>> {
    let all: Vec<Cut> = some.iter().flat_map(|cut| others.iter().map(move |other| cut.and(other))).collect();
    (all.len() <= MOST_CUTS).then_some(all)
}

/// Where a linear form is at least 0.
fn natural(form: Linear) -> Option<Cut> {
    let rest = sum(&form.rest);
    match form.slot {
        0 => {
            let condition = ExprKind::Compare(Comparison::GreaterEqual, Box::new(rest), Box::new(number(0)));
            Some(Cut { others: vec![Expr { ty: Type::Bool, ..of(condition) }], ..Cut::default() })
        }
        1.. => Some(Cut { least: vec![of(ExprKind::Neg(Box::new(divided(rest, form.slot))))], ..Cut::default() }),
        _ => Some(Cut { greatest: vec![divided(rest, form.slot.checked_neg()?)], ..Cut::default() }),
    }
}

fn opposite(how: Comparison) -> Option<Comparison> {
    Some(match how {
        Comparison::Less => Comparison::GreaterEqual,
        Comparison::LessEqual => Comparison::Greater,
        Comparison::Greater => Comparison::LessEqual,
        Comparison::GreaterEqual => Comparison::Less,
        Comparison::Equal => Comparison::NotEqual,
        Comparison::NotEqual => Comparison::Equal,
        Comparison::In | Comparison::NotIn => return None,
    })
}
