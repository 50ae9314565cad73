//! Checked trees to instructions. One pass, no optimisation.

use super::code::{Code, CodeId, Helper, Ins, Prefix, Stretch, Unit, Wanted};
use super::runs::{self, Ranged};
use super::small::Small;
use crate::builtins::Function;
use crate::check::inline::{is_open, slots_of};
use crate::program::{Clause, Comprehension, Expr, ExprKind, KindId, Play, Position, Program, Rule, Tell, Type};
use crate::syntax::Span;
use crate::syntax::ast::{Comparison, Op, Question};
use crate::value::Val;

impl Unit {
    /// A unit with the helpers of a program.
    pub(crate) fn of(program: &Program) -> Unit {
        let globals = program.globals.iter().map(|global| global.name.clone()).collect();
        let mut unit = Unit { globals, kinds: program.kinds.len(), ..Unit::default() };
        for helper in &program.lets {
            let code = unit.add(helper.frame, |writer| {
                writer.depth += 1;
                writer.value(&helper.body);
                writer.push(Ins::Return, helper.body.span);
            });
            unit.lets.push(Helper { name: helper.name.clone(), code });
        }
        unit
    }

    /// A kind with other values for some params and data: its number is behind those of the program's kinds.
    fn variant(&mut self, kind: KindId, set: &[usize]) -> KindId {
        let known = self.variants.iter().position(|(of, names)| *of == kind && names == set);
        let index = known.unwrap_or_else(|| {
            self.variants.push((kind, set.to_vec()));
            self.variants.len() - 1
        });
        KindId::new(self.kinds + index)
    }

    /// The kind of a component, and the params and data whose values stand behind its arguments.
    pub(crate) fn kind_of(&self, kind: KindId) -> (KindId, &[usize]) {
        match kind.index().checked_sub(self.kinds).and_then(|index| self.variants.get(index)) {
            Some((kind, set)) => (*kind, set),
            None => (kind, &[]),
        }
    }

    /// Code that leaves a value.
    pub(crate) fn add_value(&mut self, expr: &Expr, frame: usize) -> CodeId {
        self.add(frame, |writer| {
            writer.value(expr);
            writer.push(Ins::End, expr.span);
        })
    }

    /// Code that gives the options of a rule.
    pub(crate) fn add_rule(&mut self, rule: &Rule) -> CodeId {
        self.add_options(rule, false)
    }

    /// The same with sums over a range as one component each, where they can be.
    pub(crate) fn add_rule_in_runs(&mut self, rule: &Rule) -> Option<CodeId> {
        rule.options.iter().any(runs::has_run).then(|| self.add_options(rule, true))
    }

    fn add_options(&mut self, rule: &Rule, in_runs: bool) -> CodeId {
        self.add(rule.frame, |writer| {
            writer.in_runs = in_runs;
            let loops = writer.open(&rule.clauses);
            for option in &rule.options {
                writer.push(Ins::Sum, rule.span);
                writer.position(option, false);
                writer.push(Ins::Option, rule.span);
            }
            writer.close(loops);
            writer.push(Ins::End, rule.span);
        })
    }

    /// Code that gives one sum: all runs of the clauses together.
    pub(crate) fn add_sum(&mut self, position: &Position, clauses: &[Clause], frame: usize) -> CodeId {
        self.add(frame, |writer| {
            writer.push(Ins::Sum, Span::default());
            let loops = writer.open(clauses);
            writer.position(position, true);
            writer.close(loops);
            writer.push(Ins::Option, Span::default());
            writer.push(Ins::End, Span::default());
        })
    }

    /// Code that gives the position play starts from.
    pub(crate) fn add_play(&mut self, play: &Play) -> CodeId {
        self.add_sum(&play.position, &play.clauses, play.frame)
    }

    fn add(&mut self, frame: usize, write: impl FnOnce(&mut Writer<'_>)) -> CodeId {
        let code = Code { frame, ..Code::default() };
        let mut writer = Writer { unit: self, code, in_runs: false, plain: false, depth: 0 };
        write(&mut writer);
        let mut code = writer.code;
        shorten_jumps(&mut code.ins);
        self.codes.push(code);
        CodeId(small(self.codes.len() - 1))
    }
}

pub(super) struct Writer<'a> {
    pub(super) unit: &'a mut Unit,
    code: Code,
    /// Whether sums over a range become one component.
    in_runs: bool,
    /// Whether this is the plain code behind a quicker way.
    plain: bool,
    /// In how many loops and helpers the code is.
    depth: usize,
}

/// An open clause: a loop with its next-turn instruction, or the jump of a condition.
pub(super) enum Open {
    Loop(usize),
    If(usize),
}

/// Lets what leads to a jump lead to where that goes: the end of a condition in a loop to its next turn.
fn shorten_jumps(all: &mut [Ins]) {
    for at in 0..all.len() {
        let Some(&mut next) = all[at].target() else { continue };
        if let Some(&Ins::Jump(behind)) = all.get(next as usize)
            && let Some(target) = all[at].target()
        {
            *target = behind;
        }
    }
}

/// What matters of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    /// Its order.
    Kept,
    /// Not its order, but how often an element is there.
    Any,
    /// Only whether it is there.
    Set,
}

/// What matters to a function of a list.
fn order_of(function: Function) -> Order {
    match function {
        Function::Min | Function::Max | Function::Any | Function::All | Function::Set => Order::Set,
        Function::Len | Function::Sum | Function::Xor | Function::Sort | Function::Tally => Order::Any,
        _ => Order::Kept,
    }
}

/// Whether a clause goes on only if the player to move in an option does not win it.
fn wants_lost(clause: Option<&Clause>, option: usize) -> bool {
    let Some(Clause::If(Expr { kind: ExprKind::Not(condition), .. })) = clause else { return false };
    let ExprKind::Ask(Question::Win, position) = &condition.kind else { return false };
    matches!(**position, Position::Chosen(slot, _) if slot == option)
}

/// Whether a condition is `win(P)`, `not win(P)` or a comparison with `value(P)`.
fn asks(condition: &Expr) -> bool {
    match &condition.kind {
        ExprKind::Ask(Question::Win, _) => true,
        ExprKind::Not(inner) => asks(inner),
        ExprKind::Compare(_, a, b) => [a, b].iter().any(|side| matches!(side.kind, ExprKind::Ask(Question::Value, _))),
        _ => false,
    }
}

/// `args(q)[k]` for an option q that a loop is at: its slot and the number k.
fn chosen_arg(expr: &Expr) -> Option<(u32, u32)> {
    let ExprKind::Index(args, place) = &expr.kind else { return None };
    let (ExprKind::Tell(Tell::Args, position), ExprKind::Const(Val::Int(place))) = (&args.kind, &place.kind) else {
        return None;
    };
    match **position {
        Position::Chosen(slot, _) => Some((u32::try_from(slot).ok()?, u32::try_from(*place).ok()?)),
        _ => None,
    }
}

/// Counts fit: the text has fewer than 2^32 bytes.
pub(super) fn small(count: usize) -> u32 {
    count as u32
}

impl Writer<'_> {
    pub(super) fn push(&mut self, ins: Ins, span: Span) -> usize {
        self.code.ins.push(ins);
        self.code.spans.push(span);
        self.code.ins.len() - 1
    }

    pub(super) fn here(&self) -> u32 {
        small(self.code.ins.len())
    }

    /// Lets an earlier jump lead here.
    pub(super) fn land(&mut self, at: usize) {
        let here = self.here();
        if let Some(target) = self.code.ins[at].target() {
            *target = here;
        }
    }

    pub(super) fn constant(&mut self, value: &Val, span: Span) {
        self.unit.consts.push(value.clone());
        self.push(Ins::Const(small(self.unit.consts.len() - 1)), span);
    }

    fn values(&mut self, values: &[Expr]) {
        values.iter().for_each(|value| self.value(value));
    }

    pub(super) fn value(&mut self, expr: &Expr) {
        if self.plain {
            return self.plain_value(expr);
        }
        if let Some(small) = Small::of(expr) {
            return self.in_small(small, expr);
        }
        match chosen_arg(expr) {
            Some((slot, place)) => {
                let at = self.push(Ins::ChosenArg { slot, place, exit: 0 }, expr.span);
                self.plain_value(expr);
                let here = self.here();
                self.code.ins[at] = Ins::ChosenArg { slot, place, exit: here };
            }
            None => self.plain_value(expr),
        }
    }

    /// An expression of small numbers, with the plain code behind it.
    fn in_small(&mut self, quick: Small, expr: &Expr) {
        let (index, at) = (self.unit.smalls.len(), self.push(Ins::Small(0, 0), expr.span));
        self.unit.smalls.push(quick);
        self.plain = true;
        self.plain_value(expr);
        self.plain = false;
        let here = self.here();
        self.unit.smalls[index].steps = (here - small(at)).saturating_sub(2);
        self.code.ins[at] = Ins::Small(small(index), here);
    }

    fn plain_value(&mut self, expr: &Expr) {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Const(value) => self.constant(value, span),
            ExprKind::Local(slot) => self.leaf(Ins::Local(small(*slot)), span),
            ExprKind::Global(index) => self.leaf(Ins::Global(small(*index)), span),
            ExprKind::Played(question) => self.leaf(Ins::Played(*question), span),
            ExprKind::Case => self.leaf(Ins::Case, span),
            ExprKind::Let(index, args) => {
                self.values(args);
                self.push(Ins::Let(small(*index), small(args.len())), span);
            }
            ExprKind::Call(function, args) => {
                let counted = match args.as_slice() {
                    [Expr { kind: ExprKind::ListOver(body), .. }] => self.counted(*function, body, span),
                    _ => None,
                };
                let pairs = match args.as_slice() {
                    [Expr { kind: ExprKind::ListOver(body), .. }] => self.pairs(*function, body, span),
                    _ => None,
                };
                match (function, args.as_slice()) {
                    (Function::Find | Function::Count, [list, x]) => {
                        self.unchanging(list);
                        self.value(x);
                    }
                    (_, [Expr { kind: ExprKind::ListOver(body), span, .. }]) => {
                        self.list_over(body, *span, order_of(*function), None);
                    }
                    _ => self.values(args),
                }
                self.push(Ins::Call(*function, small(args.len())), span);
                counted.into_iter().chain(pairs).for_each(|at| self.land(at));
            }
            ExprKind::CallOver(function, body, rest) => {
                let counted = if rest.is_empty() { self.counted(*function, body, span) } else { None };
                let pairs = if rest.is_empty() { self.pairs(*function, body, span) } else { None };
                let extreme = if rest.is_empty() { self.extreme(*function, body, span) } else { None };
                let fold = rest.is_empty().then_some(*function);
                let folded = self.list_over(body, span, order_of(*function), fold);
                self.values(rest);
                self.push(Ins::Call(*function, small(rest.len() + 1)), span);
                folded.into_iter().chain(counted).chain(pairs).chain(extreme).for_each(|at| self.land(at));
            }
            ExprKind::Neg(x) => self.unary(x, Ins::Neg, span),
            ExprKind::Not(x) => self.unary(x, Ins::Not, span),
            ExprKind::Power(a, b) => self.binary(a, b, Ins::Power, span),
            ExprKind::Compare(comparison @ (Comparison::In | Comparison::NotIn), x, list) => {
                self.value(x);
                self.unchanging(list);
                self.push(Ins::Compare(*comparison), span);
            }
            ExprKind::Compare(comparison, a, b) => self.binary(a, b, Ins::Compare(*comparison), span),
            ExprKind::Chain(first, rest) => self.chain(first, rest),
            ExprKind::If(condition, yes, no) => {
                self.value(condition);
                let unless = self.push(Ins::Unless(0), condition.span);
                self.value(yes);
                let done = self.push(Ins::Jump(0), span);
                self.land(unless);
                self.value(no);
                self.land(done);
            }
            ExprKind::List(items) => {
                self.values(items);
                self.push(Ins::List(small(items.len())), span);
            }
            ExprKind::ListOver(body) => {
                self.list_over(body, span, Order::Kept, None);
            }
            ExprKind::RangeList(from, to) => self.binary(from, to, Ins::RangeList, span),
            ExprKind::Index(base, index) => self.binary(base, index, Ins::Index, span),
            ExprKind::Slice(base, from, to) => {
                self.value(base);
                from.iter().chain(to).for_each(|end| self.value(end));
                self.push(Ins::Slice(from.is_some(), to.is_some()), span);
            }
            ExprKind::With(base, updates) => {
                self.value(base);
                for update in updates {
                    self.values(&update.path);
                    self.value(&update.value);
                }
                self.unit.plans.push(updates.iter().map(|update| (update.assign, update.path.len())).collect());
                self.push(Ins::With(small(self.unit.plans.len() - 1)), span);
            }
            ExprKind::Ask(question, position) => {
                let prefix = self.prefix(*question, position, span);
                self.push(Ins::Sum, span);
                self.position(position, true);
                self.push(Ins::Ask(*question), span);
                let exit = self.here();
                prefix.into_iter().for_each(|index| self.unit.prefixes[index].exit = exit);
            }
            ExprKind::Tell(tell, position) => {
                self.push(Ins::Sum, span);
                self.position(position, true);
                self.push(Ins::Tell(*tell), span);
            }
            // The checker lets it stand only behind `for q in`.
            ExprKind::Options(_) => self.constant(&Val::Int(0), span),
        }
    }

    /// A list that is searched, worked out once if it is made anew in each turn of a loop although nothing in it changes.
    fn unchanging(&mut self, list: &Expr) {
        let is_there =
            matches!(list.kind, ExprKind::Const(_) | ExprKind::Local(_) | ExprKind::Global(_) | ExprKind::Let(..));
        if self.depth == 0 || is_there || is_open(list) {
            return self.value(list);
        }
        let index = self.unit.kept;
        self.unit.kept += 1;
        let known = self.push(Ins::Known(index, 0), list.span);
        self.value(list);
        self.push(Ins::Keep(index), list.span);
        self.land(known);
    }

    /// The code that answers about the components of a part of a list, or of a range, by what is known of other parts of it.
    fn prefix(&mut self, question: Question, position: &Position, span: Span) -> Option<usize> {
        let Position::Sum(component, clauses) = position else { return None };
        let [clause] = clauses.as_slice() else { return None };
        let (slot, in_list) = match clause {
            Clause::Range { slot, to: Some(_), .. } => (*slot, false),
            Clause::Each { slots, pattern: false, items, .. } => match &items.kind {
                ExprKind::Slice(list, ..) if slots_of(list).is_empty() => (*slots.first()?, true),
                _ => return None,
            },
            _ => return None,
        };
        let alone = Expr { kind: ExprKind::Ask(question, component.clone()), span, ty: Type::Any };
        let blind = slots_of(&alone).iter().all(|&seen| seen == slot);
        (blind && question != Question::Draw).then_some(())?;
        match clause {
            Clause::Range { from, to: Some(to), .. } => {
                // In place of a list.
                self.constant(&Val::Int(0), span);
                self.value(from);
                self.value(to);
            }
            Clause::Each { items: Expr { kind: ExprKind::Slice(list, from, to), .. }, .. } => {
                self.value(list);
                for (end, missing) in [(from, 0), (to, i128::MAX)] {
                    match end {
                        Some(end) => self.value(end),
                        None => self.constant(&Val::Int(missing), span),
                    }
                }
            }
            _ => return None,
        }
        let index = self.unit.prefixes.len();
        let (table, start) = (small(index), self.here());
        self.unit.prefixes.push(Prefix { question, in_list, slot: small(slot), table, start, plain: 0, exit: 0 });
        self.push(Ins::Prefix(table), span);
        self.push(Ins::Sum, span);
        self.position(component, true);
        self.push(Ins::PrefixValue(table), span);
        self.unit.prefixes[index].plain = self.here();
        Some(index)
    }

    fn leaf(&mut self, ins: Ins, span: Span) {
        self.push(ins, span);
    }

    fn unary(&mut self, x: &Expr, ins: Ins, span: Span) {
        self.value(x);
        self.push(ins, span);
    }

    fn binary(&mut self, a: &Expr, b: &Expr, ins: Ins, span: Span) {
        self.value(a);
        self.value(b);
        self.push(ins, span);
    }

    fn chain(&mut self, first: &Expr, rest: &[(Op, Expr)]) {
        if rest.len() > 1 && rest.iter().all(|(op, _)| *op == Op::Join) {
            return self.joins(first, rest);
        }
        self.value(first);
        let mut span = first.span;
        let mut decided = Vec::new();
        for (op, operand) in rest {
            if matches!(op, Op::And | Op::Or) {
                decided.push(self.push(Ins::Decided(*op == Op::Or, 0), span));
                self.value(operand);
                span = operand.span;
            } else {
                self.value(operand);
                span = span.to(operand.span);
                self.push(Ins::Binary(*op), span);
            }
        }
        if !decided.is_empty() {
            self.push(Ins::Truth, span);
        }
        decided.into_iter().for_each(|at| self.land(at));
    }

    /// Joins all at once.
    fn joins(&mut self, first: &Expr, rest: &[(Op, Expr)]) {
        self.value(first);
        rest.iter().for_each(|(_, operand)| self.value(operand));
        let exit = self.here() + small(rest.len());
        for (index, (_, operand)) in rest.iter().enumerate() {
            let ins = if index == 0 { Ins::Joins(small(rest.len() + 1)) } else { Ins::Jump(exit) };
            self.push(ins, first.span.to(operand.span));
        }
    }

    /// Lets the host count what a function over clauses gives, if the clauses ask about positions.
    fn counted(&mut self, function: Function, body: &Comprehension, span: Span) -> Option<usize> {
        let asking = |clause: &Clause| matches!(clause, Clause::If(condition) if asks(condition));
        let counts = match function {
            Function::Len | Function::Sum => body.clauses.iter().any(asking),
            Function::Tally => matches!(body.body.kind, ExprKind::Ask(Question::Value, _)),
            _ => false,
        };
        if !counts {
            return None;
        }
        self.unit.counts.push((function, body.clone()));
        Some(self.push(Ins::Counted(small(self.unit.counts.len() - 1), 0), span))
    }

    /// Lets the host name the least or the greatest list that a lost option leaves: `min(args(q)[0] for q in options(P) if not win(q))`.
    fn extreme(&mut self, function: Function, body: &Comprehension, span: Span) -> Option<usize> {
        let least = match function {
            Function::Min => true,
            Function::Max => false,
            _ => return None,
        };
        let [Clause::Each { slots, items, .. }, lost] = body.clauses.as_slice() else { return None };
        let (ExprKind::Options(position), Some(&slot)) = (&items.kind, slots.first()) else { return None };
        let wanted = wants_lost(Some(lost), slot) && chosen_arg(&body.body) == Some((small(slot), 0));
        wanted.then_some(())?;
        self.push(Ins::Sum, span);
        self.position(position, true);
        Some(self.push(Ins::Extreme(least, 0), span))
    }

    /// With a function it gives the place of the jump behind what that gives.
    fn list_over(&mut self, body: &Comprehension, span: Span, order: Order, fold: Option<Function>) -> Option<usize> {
        let at_once = self.push(Ins::AtOnce(small(self.unit.lists.len()), 0), span);
        self.unit.lists.push(body.clone());
        self.push(Ins::Build, span);
        let loops = match order {
            Order::Kept => self.open(&body.clauses),
            Order::Any | Order::Set => self.open_in_any_order(&body.clauses, order),
        };
        self.value(&body.body);
        self.push(Ins::Append, body.body.span);
        self.close(loops);
        let built = self.push(fold.map_or(Ins::Built, |function| Ins::Fold(function, 0)), span);
        self.land(at_once);
        fold.map(|_| built)
    }

    /// Opens clauses; what is written until [`Writer::close`] runs once for each of their runs.
    pub(super) fn open(&mut self, clauses: &[Clause]) -> Vec<Open> {
        self.depth += 1;
        clauses.iter().map(|clause| self.open_one(clause)).collect()
    }

    /// Opens clauses whose runs may come in any order: where only lost options are wanted, the host may know them at once.
    fn open_in_any_order(&mut self, clauses: &[Clause], order: Order) -> Vec<Open> {
        self.depth += 1;
        let mut open = Vec::new();
        let mut lost = None;
        for (index, clause) in clauses.iter().enumerate() {
            let skip = lost.take().map(|slot| self.push(Ins::OnlyLost(small(slot), 0), Span::default()));
            match clause {
                Clause::Each { slots, items, span, .. } if matches!(items.kind, ExprKind::Options(_)) => {
                    lost = slots.first().copied().filter(|&slot| wants_lost(clauses.get(index + 1), slot));
                    let wanted = match (lost, order) {
                        (None, _) | (_, Order::Kept) => Wanted::All,
                        (Some(_), Order::Any) => Wanted::LostTimes,
                        (Some(_), Order::Set) => Wanted::Lost,
                    };
                    open.push(self.open_options(items, slots, wanted, *span));
                }
                Clause::Each { slots, pattern, items, span } if items.is_name() && order == Order::Set => {
                    self.value(items);
                    if let Some((place, wanted)) = clause.wanted_entry(clauses.get(index + 1)) {
                        self.value(wanted);
                        self.push(Ins::WithEntry(small(place)), *span);
                    }
                    open.push(self.open_each(slots, *pattern, *span));
                }
                _ => open.push(self.open_one(clause)),
            }
            skip.into_iter().for_each(|at| self.land(at));
        }
        open
    }

    fn open_options(&mut self, items: &Expr, slots: &[usize], wanted: Wanted, span: Span) -> Open {
        let slot = slots.first().map_or(0, |slot| small(*slot));
        if let ExprKind::Options(position) = &items.kind {
            self.push(Ins::Sum, span);
            self.position(position, true);
            self.push(Ins::Options(slot, wanted), span);
        }
        Open::Loop(self.push(Ins::Next(slot, 0), span))
    }

    fn open_one(&mut self, clause: &Clause) -> Open {
        match clause {
            Clause::If(condition) => {
                self.value(condition);
                Open::If(self.push(Ins::Unless(0), condition.span))
            }
            Clause::Range { slot, from, to, span } => {
                self.value(from);
                match to {
                    Some(to) => {
                        self.value(to);
                        self.push(Ins::Range, *span);
                    }
                    None => self.leaf(Ins::Endless, *span),
                }
                Open::Loop(self.push(Ins::Next(small(*slot), 0), *span))
            }
            Clause::Each { slots, items, span, .. } if matches!(items.kind, ExprKind::Options(_)) => {
                self.open_options(items, slots, Wanted::All, *span)
            }
            Clause::Each { slots, pattern, items, span } => {
                self.value(items);
                self.open_each(slots, *pattern, *span)
            }
        }
    }

    /// A loop over the list on the stack.
    fn open_each(&mut self, slots: &[usize], pattern: bool, span: Span) -> Open {
        self.push(Ins::Each, span);
        let slot = slots.first().map_or(0, |slot| small(*slot));
        let next = match pattern {
            true => Ins::NextApart { slot, count: small(slots.len()), exit: 0 },
            false => Ins::Next(slot, 0),
        };
        Open::Loop(self.push(next, span))
    }

    /// Closes clauses, the inner first: a condition that fails goes on with the next turn of the loop around it.
    pub(super) fn close(&mut self, open: Vec<Open>) {
        self.depth = self.depth.saturating_sub(1);
        for clause in open.into_iter().rev() {
            match clause {
                Open::If(at) => self.land(at),
                Open::Loop(at) => {
                    let span = self.code.spans[at];
                    self.push(Ins::Jump(small(at)), span);
                    self.land(at);
                }
            }
        }
    }

    fn position(&mut self, position: &Position, strict: bool) {
        match position {
            Position::Of { kind, args, settings, set, span } => {
                self.values(args);
                self.values(settings);
                let (args, settings) = (small(args.len()), small(settings.len()));
                let kind = if set.is_empty() { *kind } else { self.unit.variant(*kind, set) };
                self.push(Ins::Component { kind, args, settings, strict }, *span);
            }
            Position::Add(parts) => parts.iter().for_each(|part| self.position(part, strict)),
            Position::Chosen(slot, span) => self.leaf(Ins::Chosen(small(*slot)), *span),
            Position::Copies(copies, position) => {
                self.value(copies);
                self.push(Ins::Copies, copies.span);
                self.position(position, strict);
                self.push(Ins::EndCopies, copies.span);
            }
            Position::Sum(position, clauses) => match Ranged::of(position, clauses).filter(|_| self.in_runs) {
                Some(ranged) => self.run(&ranged),
                None => {
                    let loops = self.open(clauses);
                    self.position(position, strict);
                    self.close(loops);
                }
            },
        }
    }

    fn run(&mut self, ranged: &Ranged<'_>) {
        let differing = &ranged.args[ranged.place];
        for end in ranged.ends {
            self.value(end);
            self.push(Ins::Store(small(ranged.slot)), end.span);
            self.value(differing);
        }
        let others = ranged.args.iter().enumerate().filter(|&(place, _)| place != ranged.place);
        others.for_each(|(_, other)| self.value(other));
        let run = Stretch { kind: ranged.kind, place: ranged.place, others: ranged.args.len() - 1 };
        let known = self.unit.runs.iter().position(|known| *known == run);
        let index = known.unwrap_or_else(|| {
            self.unit.runs.push(run);
            self.unit.runs.len() - 1
        });
        self.push(Ins::Run { run: small(index), falling: ranged.falling }, differing.span);
    }
}
