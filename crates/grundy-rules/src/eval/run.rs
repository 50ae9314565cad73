//! One run of the machine: what each instruction does.

use super::code::{CodeId, Ins, Unit, Wanted};
use super::evaluator::{Call, Evaluator, Fail, Host, Loop, MAX_CALLS, Options};
use super::memo::Known;
use super::ops;
use super::shown::shown;
use super::small::Names;
use crate::builtins::graphs::with_entry;
use crate::builtins::{self, Function};
use crate::diagnostic::Diagnostic;
use crate::meter::{Meter, Trouble};
use crate::program::Tell;
use crate::syntax::Span;
use crate::syntax::ast::{Comparison, Op, Question};
use crate::value::{Text, Val};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Values for which a list that was folded leaves its room.
const MOST_SPARE: usize = 1 << 10;

/// Where control goes after an instruction.
pub(super) enum Step {
    On,
    To(u32),
    Enter(u32, Arc<[Val]>),
    Leave,
    Done,
    Stopped,
}

pub(super) struct Run<'a> {
    pub(super) machine: &'a mut Evaluator,
    pub(super) unit: &'a Unit,
    pub(super) globals: &'a [Option<Val>],
    pub(super) host: &'a mut dyn Host,
    pub(super) code: CodeId,
    pub(super) at: usize,
    pub(super) base: usize,
}

impl Run<'_> {
    pub(super) fn all(&mut self) -> Result<ControlFlow<()>, Fail> {
        let unit = self.unit;
        let mut code = &unit.codes[self.code];
        loop {
            let ins = &code.ins[self.at];
            let counted = match self.machine.meter.tick() {
                true if self.quick(ins, &code.ins) => continue,
                true => Ok(()),
                false => self.machine.meter.work(0).and_then(|()| self.machine.count_memory()),
            };
            let step = match counted.and_then(|()| self.step(*ins)) {
                Ok(step) => step,
                Err(trouble) => {
                    self.recover(trouble)?;
                    code = &unit.codes[self.code];
                    continue;
                }
            };
            match step {
                Step::On => self.at += 1,
                Step::To(target) => self.at = target as usize,
                Step::Enter(index, args) => {
                    if let Err(trouble) = self.enter(index, args) {
                        self.recover(trouble)?;
                    }
                    code = &unit.codes[self.code];
                }
                Step::Leave => {
                    self.leave();
                    code = &unit.codes[self.code];
                }
                Step::Done => return Ok(ControlFlow::Continue(())),
                Step::Stopped => return Ok(ControlFlow::Break(())),
            }
        }
    }

    /// Goes on after something went wrong in a quicker way to count: the plain code tells whether it is an error.
    #[cold]
    fn recover(&mut self, trouble: Trouble) -> Result<(), Fail> {
        self.give_up(trouble).map_err(|trouble| self.fail(trouble))
    }

    /// Does the most frequent instructions where nothing can go wrong with them, and goes on; false for all others, which are for
    /// [`Run::step`].
    #[inline(always)]
    fn quick(&mut self, ins: &Ins, code: &[Ins]) -> bool {
        let stack = &mut self.machine.stack;
        match *ins {
            Ins::Local(slot) => stack.push(self.machine.locals[self.base + slot as usize].clone()),
            Ins::Const(index) => stack.push(self.unit.consts[index as usize].clone()),
            Ins::Global(index) => {
                let Some(value) = &self.globals[index as usize] else { return false };
                stack.push(value.clone());
            }
            Ins::Let(index, 0) => {
                let Some(value) = self.machine.memo.plain(index) else { return false };
                stack.push(value.clone());
            }
            Ins::Small(index, exit) => {
                // A condition decides at once.
                if let Some(&Ins::Unless(target)) = code.get(exit as usize) {
                    if let Some(holds) = self.small_truth(index) {
                        self.at = if holds { exit as usize + 1 } else { target as usize };
                        return true;
                    }
                } else if let Some(value) = self.small(index) {
                    self.machine.stack.push(value);
                    self.at = exit as usize;
                    return true;
                }
            }
            Ins::ChosenArg { slot, place, exit } => {
                if let Some(value) = self.chosen_arg(slot, place as usize) {
                    self.machine.stack.push(value);
                    self.at = exit as usize;
                    return true;
                }
            }
            Ins::Next(slot, _) => {
                let Some(Loop::Range { next, left }) = self.machine.loops.last_mut() else { return false };
                if *left == 0 {
                    return false;
                }
                let value = Val::Int(*next);
                (*next, *left) = (next.wrapping_add(1), *left - 1);
                self.machine.locals[self.base + slot as usize] = value;
            }
            Ins::Binary(op) => {
                let [.., Val::Int(a), Val::Int(b)] = stack.as_mut_slice() else { return false };
                let value = match op {
                    Op::Add => a.checked_add(*b),
                    Op::Sub => a.checked_sub(*b),
                    Op::Mul => a.checked_mul(*b),
                    _ => None,
                };
                let Some(value) = value else { return false };
                *a = value;
                stack.pop();
            }
            Ins::Compare(comparison) => {
                let [.., Val::Int(a), Val::Int(b)] = stack.as_slice() else { return false };
                let holds = match comparison {
                    Comparison::Equal => a == b,
                    Comparison::NotEqual => a != b,
                    Comparison::Less => a < b,
                    Comparison::LessEqual => a <= b,
                    Comparison::Greater => a > b,
                    Comparison::GreaterEqual => a >= b,
                    Comparison::In | Comparison::NotIn => return false,
                };
                stack.truncate(stack.len() - 2);
                stack.push(Val::Bool(holds));
            }
            Ins::Unless(target) => {
                let Some(&Val::Bool(holds)) = stack.last() else { return false };
                stack.pop();
                if !holds {
                    self.at = target as usize;
                    return true;
                }
            }
            Ins::Jump(target) => {
                self.at = target as usize;
                return true;
            }
            _ => return false,
        }
        self.at += 1;
        true
    }

    /// The value of an expression of small numbers; its steps count as those of the plain code.
    fn small(&mut self, index: u32) -> Option<Val> {
        let small = &self.unit.smalls[index as usize];
        let value = small.value(&self.names())?;
        self.machine.meter.work_later(small.steps);
        Some(value)
    }

    /// Whether such a condition holds; the jump behind it counts as well.
    fn small_truth(&mut self, index: u32) -> Option<bool> {
        let small = &self.unit.smalls[index as usize];
        let holds = small.truth(&self.names())?;
        self.machine.meter.work_later(small.steps + 1);
        Some(holds)
    }

    fn names(&self) -> Names<'_> {
        Names { locals: &self.machine.locals[self.base..], globals: self.globals, memo: &self.machine.memo }
    }

    fn span(&self) -> Span {
        self.unit.codes[self.code].spans.get(self.at).copied().unwrap_or_default()
    }

    fn fail(&self, trouble: Trouble) -> Fail {
        match trouble {
            Trouble::Limit(limit) => Fail::Limit(limit),
            Trouble::Host(error) => match error.at(self.span()) {
                Ok(error) => Fail::At(Box::new(error)),
                Err(error) => Fail::Host(Box::new(error)),
            },
            Trouble::Bad { message, help } => {
                let mut error = Diagnostic::new(self.span(), message).maybe_help(help);
                if let Some(call) = self.machine.calls.last() {
                    let name = &self.unit.lets[call.key.0 as usize].name;
                    error = error.note(format!("in the helper `{}`", shown(name, &call.key.1)));
                }
                Fail::At(Box::new(error))
            }
        }
    }

    pub(super) fn pop(&mut self) -> Val {
        // The compiler balances the stack; the default can only be seen if it does not.
        self.machine.stack.pop().unwrap_or(Val::Int(0))
    }

    fn push(&mut self, value: Val) -> Result<Step, Trouble> {
        self.machine.stack.push(value);
        Ok(Step::On)
    }

    fn step(&mut self, ins: Ins) -> Result<Step, Trouble> {
        match ins {
            Ins::Const(index) => self.push(self.unit.consts[index as usize].clone()),
            Ins::Local(slot) => self.push(self.machine.locals[self.base + slot as usize].clone()),
            Ins::Global(index) => self.global(index as usize),
            Ins::Neg => {
                let value = self.pop();
                self.push(ops::negate(&value)?)
            }
            Ins::Not => {
                let value = self.pop();
                self.push(Val::Bool(!ops::truth(&value)?))
            }
            Ins::Binary(op) => self.binary(|meter, a, b| ops::binary(meter, op, a, b)),
            Ins::Power => self.binary(|_, a, b| ops::power(a, b)),
            Ins::Compare(comparison) => self.binary(|meter, a, b| ops::compare(meter, comparison, a, b)),
            Ins::RangeList => self.binary(ops::range_list),
            Ins::Index => self.binary(|_, a, b| ops::index(a, b)),
            Ins::Jump(target) => Ok(Step::To(target)),
            Ins::Unless(target) => {
                let value = self.pop();
                Ok(if ops::truth(&value)? { Step::On } else { Step::To(target) })
            }
            Ins::Decided(deciding, target) => self.decided(deciding, target),
            Ins::Truth => {
                let value = self.pop();
                self.push(Val::Bool(ops::truth(&value)?))
            }
            Ins::List(count) => {
                self.machine.meter.make(u64::from(count))?;
                let items = self.popped(count);
                self.finish_list(items)
            }
            Ins::Slice(from, to) => self.slice(from, to),
            Ins::With(plan) => self.with(plan as usize),
            Ins::Call(function, count) => self.call(function, count),
            Ins::Let(index, count) => self.helper(index, count),
            Ins::Return => Ok(Step::Leave),
            Ins::End => Ok(Step::Done),
            Ins::Range => self.range(),
            Ins::Endless => self.endless(),
            Ins::Each => self.each(),
            Ins::WithEntry(place) => self.with_entry(place),
            Ins::Next(slot, exit) => Ok(match self.turn()? {
                Some(value) => {
                    self.machine.locals[self.base + slot as usize] = value;
                    Step::On
                }
                None => Step::To(exit),
            }),
            Ins::NextApart { slot, count, exit } => match self.turn()? {
                Some(value) => self.take_apart(value, slot as usize, count as usize),
                None => Ok(Step::To(exit)),
            },
            Ins::Counted(index, exit) => self.counted(index as usize, exit),
            Ins::AtOnce(index, exit) => self.at_once(index as usize, exit),
            Ins::Build => {
                let room = self.machine.spare.pop().unwrap_or_default();
                self.machine.builders.push(room);
                Ok(Step::On)
            }
            Ins::Append => self.append(),
            Ins::Built => {
                let items = self.machine.builders.pop().unwrap_or_default();
                self.finish_list(items)
            }
            Ins::Sum => {
                self.machine.sums.push((self.machine.parts.len(), self.machine.copies.len()));
                Ok(Step::On)
            }
            Ins::Component { kind, args, settings, strict } => self.component(kind, args, settings, strict),
            Ins::Store(slot) => {
                self.machine.locals[self.base + slot as usize] = self.pop();
                Ok(Step::On)
            }
            Ins::Run { run, falling } => self.run_of_parts(run as usize, falling),
            Ins::Copies => self.copies(),
            Ins::EndCopies => {
                self.machine.copies.pop();
                Ok(Step::On)
            }
            Ins::Option => self.option(),
            Ins::Ask(question) => self.ask(question),
            Ins::Prefix(index) => self.prefix(self.unit.prefixes[index as usize]),
            Ins::PrefixValue(index) => self.prefix_value(self.unit.prefixes[index as usize]),
            Ins::Known(index, exit) => match self.machine.kept.get(index as usize) {
                Some(Some(value)) => {
                    self.machine.stack.push(value.clone());
                    Ok(Step::To(exit))
                }
                _ => Ok(Step::On),
            },
            Ins::Keep(index) => self.keep(index as usize),
            Ins::Pairing(pairing, site) => self.pairing(pairing, site),
            Ins::Tell(tell) => self.tell(tell),
            Ins::Options(slot, wanted) => self.options(slot, wanted),
            Ins::Extreme(least, exit) => self.extreme(least, exit),
            Ins::OnlyLost(slot, exit) => {
                let only_lost = self.options_at(slot).is_some_and(|(options, _)| options.only_lost);
                Ok(if only_lost { Step::To(exit) } else { Step::On })
            }
            Ins::Chosen(slot) => self.chosen(slot),
            Ins::Played(question) => {
                let value = self.host.played(question).map_err(|error| Trouble::Host(Box::new(error)))?;
                self.push(value)
            }
            Ins::Case => self.push(Val::Int(self.host.case())),
            Ins::Joins(count) => self.joins(count as usize),
            Ins::Fold(function, exit) => self.fold(function, exit),
            // What is quicker than the code behind it was tried and could not be done.
            Ins::Small(..) | Ins::ChosenArg { .. } => Ok(Step::On),
        }
    }

    fn joins(&mut self, count: usize) -> Result<Step, Trouble> {
        let start = self.machine.stack.len().saturating_sub(count);
        let (meter, operands) = (&mut self.machine.meter, &self.machine.stack[start..]);
        let exit = self.at + count - 1;
        let joined = match ops::join_texts(meter, operands)? {
            Some(text) => text,
            None => {
                let mut joined = operands[0].clone();
                for (pair, operand) in operands[1..].iter().enumerate() {
                    // Where that pair stands, for an error.
                    self.at += usize::from(pair > 0);
                    joined = ops::binary(meter, Op::Join, &joined, operand)?;
                }
                joined
            }
        };
        self.machine.stack.truncate(start);
        self.machine.stack.push(joined);
        Ok(Step::To(exit as u32))
    }

    fn fold(&mut self, function: Function, exit: u32) -> Result<Step, Trouble> {
        let mut items = self.machine.builders.pop().unwrap_or_default();
        self.machine.meter.work(items.len() as u64)?;
        let Some(value) = builtins::folded(function, &items) else { return self.finish_list(items) };
        items.clear();
        if items.capacity() <= MOST_SPARE {
            self.machine.spare.push(items);
        }
        self.machine.stack.push(value);
        Ok(Step::To(exit))
    }

    fn decided(&mut self, deciding: bool, target: u32) -> Result<Step, Trouble> {
        let value = self.pop();
        if ops::truth(&value)? != deciding {
            return Ok(Step::On);
        }
        self.machine.stack.push(value);
        Ok(Step::To(target))
    }

    fn slice(&mut self, from: bool, to: bool) -> Result<Step, Trouble> {
        let to = to.then(|| self.pop());
        let from = from.then(|| self.pop());
        let base = self.pop();
        let value = ops::slice(&mut self.machine.meter, &base, from.as_ref(), to.as_ref())?;
        self.push(value)
    }

    fn helper(&mut self, index: u32, count: u32) -> Result<Step, Trouble> {
        let start = self.machine.stack.len().saturating_sub(count as usize);
        let args = &self.machine.stack[start..];
        match self.machine.memo.get(index, args) {
            Known::Gave(value) => {
                let value = value.clone();
                self.machine.stack.truncate(start);
                self.push(value)
            }
            Known::Working => Err(self.needs_itself(index, args)),
            Known::New if count == 0 => Ok(Step::Enter(index, self.machine.no_args.clone())),
            Known::New => Ok(Step::Enter(index, self.machine.stack.drain(start..).collect())),
        }
    }

    fn range(&mut self) -> Result<Step, Trouble> {
        let (to, from) = (self.pop(), self.pop());
        let (from, to) = (ops::int(&from, "a range")?, ops::int(&to, "a range")?);
        let turns = match self.seeks() {
            true if to < from => Loop::Sought(Vec::new()),
            true => Loop::Sought(vec![(from, to)]),
            false if to < from => Loop::Range { next: from, left: 0 },
            false => Loop::Range { next: from, left: to.abs_diff(from).saturating_add(1) },
        };
        self.machine.loops.push(turns);
        Ok(Step::On)
    }

    fn with_entry(&mut self, place: u32) -> Result<Step, Trouble> {
        let (wanted, list) = (self.pop(), self.pop());
        let rows = with_entry(&mut self.machine.meter, list, place, &wanted)?;
        self.push(rows)
    }

    fn each(&mut self) -> Result<Step, Trouble> {
        let items = self.pop();
        if !matches!(items, Val::List(_) | Val::Text(_)) {
            return Err(Trouble::bad(format!("`for` runs through a list or a text, found {}", items.ty())));
        }
        self.machine.loops.push(Loop::Items { items, next: 0 });
        Ok(Step::On)
    }

    fn at_once(&mut self, index: usize, exit: u32) -> Result<Step, Trouble> {
        let memo = &self.machine.memo;
        let helpers = |helper: usize| match memo.get(helper as u32, &[]) {
            Known::Gave(value) => Some(value.clone()),
            Known::New | Known::Working => None,
        };
        let Some(list) = self.host.list(index, &self.unit.lists[index], self.globals, &helpers) else {
            return Ok(Step::On);
        };
        self.machine.meter.make(list.size())?;
        self.machine.stack.push(list);
        Ok(Step::To(exit))
    }

    fn counted(&mut self, index: usize, exit: u32) -> Result<Step, Trouble> {
        let memo = &self.machine.memo;
        let helpers = |helper: usize| match memo.get(helper as u32, &[]) {
            Known::Gave(value) => Some(value.clone()),
            Known::New | Known::Working => None,
        };
        let (function, list) = &self.unit.counts[index];
        let locals = &self.machine.locals[self.base..];
        let counted = self.host.count(*function, list, self.globals, locals, &helpers);
        match counted.map_err(|error| Trouble::Host(Box::new(error)))? {
            None => Ok(Step::On),
            Some(value) => {
                self.machine.stack.push(value);
                Ok(Step::To(exit))
            }
        }
    }

    fn keep(&mut self, index: usize) -> Result<Step, Trouble> {
        let value = self.machine.stack.last().cloned();
        if self.machine.kept.len() <= index {
            self.machine.kept.resize(index + 1, None);
        }
        self.machine.kept[index] = value;
        Ok(Step::On)
    }

    fn append(&mut self) -> Result<Step, Trouble> {
        let value = self.pop();
        self.machine.meter.make(1)?;
        if let Some(list) = self.machine.builders.last_mut() {
            list.push(value);
        }
        Ok(Step::On)
    }

    fn tell(&mut self, tell: Tell) -> Result<Step, Trouble> {
        let parts = self.made();
        let value = self.host.tell(tell, &parts).map_err(|error| Trouble::Host(Box::new(error)))?;
        self.machine.meter.make(value.size())?;
        self.push(value)
    }

    fn options(&mut self, slot: u32, wanted: Wanted) -> Result<Step, Trouble> {
        let parts = self.made();
        let options = self.host.options(&parts, wanted).map_err(|error| Trouble::Host(Box::new(error)))?;
        self.machine.loops.push(Loop::Options { slot: self.base + slot as usize, options, next: 0 });
        Ok(Step::On)
    }

    fn extreme(&mut self, least: bool, exit: u32) -> Result<Step, Trouble> {
        let parts = self.made();
        let found = self.host.extreme(&parts, least).map_err(|error| Trouble::Host(Box::new(error)))?;
        let Some(value) = found else { return Ok(Step::On) };
        self.machine.meter.make(value.size())?;
        self.machine.stack.push(value);
        Ok(Step::To(exit))
    }

    /// The options that a slot runs through, and how many turns of it have begun.
    pub(super) fn options_at(&self, slot: u32) -> Option<(&Options, usize)> {
        let wanted = self.base + slot as usize;
        self.machine.loops.iter().rev().find_map(|turns| match turns {
            Loop::Options { slot, options, next } if *slot == wanted => Some((options, *next)),
            _ => None,
        })
    }

    fn ask(&mut self, question: Question) -> Result<Step, Trouble> {
        let parts = self.made();
        let value = self.host.ask(question, &parts).map_err(|error| Trouble::Host(Box::new(error)))?;
        self.push(value)
    }

    fn global(&mut self, index: usize) -> Result<Step, Trouble> {
        match &self.globals[index] {
            Some(value) => self.push(value.clone()),
            None => {
                let name = &self.unit.globals[index];
                Err(Trouble::bad(format!("`{name}` has no value"))
                    .help(format!("set it: `--set {name}=3` or `; {name}=3` behind the arguments; a list by `--data`")))
            }
        }
    }

    fn binary(&mut self, op: impl FnOnce(&mut Meter, &Val, &Val) -> Result<Val, Trouble>) -> Result<Step, Trouble> {
        let (b, a) = (self.pop(), self.pop());
        let value = op(&mut self.machine.meter, &a, &b)?;
        self.push(value)
    }

    pub(super) fn popped(&mut self, count: u32) -> Vec<Val> {
        let start = self.machine.stack.len().saturating_sub(count as usize);
        self.machine.stack.split_off(start)
    }

    fn finish_list(&mut self, items: Vec<Val>) -> Result<Step, Trouble> {
        let list = builtins::make_list(items)?;
        self.push(list)
    }

    fn with(&mut self, plan: usize) -> Result<Step, Trouble> {
        let plan = &self.unit.plans[plan];
        let count: usize = plan.iter().map(|(_, path)| path + 1).sum();
        let values = self.popped(count as u32);
        let mut result = self.pop();
        let mut at = 0;
        for &(assign, path) in plan {
            let value = &values[at + path];
            result = ops::change(&mut self.machine.meter, &result, &values[at..at + path], assign, value)?;
            at += path + 1;
        }
        self.push(result)
    }

    fn call(&mut self, function: Function, count: u32) -> Result<Step, Trouble> {
        let start = self.machine.stack.len().saturating_sub(count as usize);
        let value = (function.entry().run)(&mut self.machine.meter, &self.machine.stack[start..])?;
        self.machine.stack.truncate(start);
        self.push(value)
    }

    fn needs_itself(&self, index: u32, args: &[Val]) -> Trouble {
        let name = &self.unit.lets[index as usize].name;
        Trouble::bad(format!("`{}` needs its own value", shown(name, args)))
            .help("a helper that uses itself must do so for other arguments, and come to an end")
    }

    fn enter(&mut self, index: u32, args: Arc<[Val]>) -> Result<(), Trouble> {
        if self.machine.calls.len() >= MAX_CALLS {
            let name = &self.unit.lets[index as usize].name;
            let message = format!("`{name}`: helpers call each other more than {MAX_CALLS} deep");
            return Err(Trouble::bad(message).help("does it come to an end?"));
        }
        let size = self.machine.memo.start(index, args.clone());
        let code = self.unit.lets[index as usize].code;
        let base = self.machine.locals.len();
        self.machine.locals.extend_from_slice(&args);
        self.machine.locals.resize(base + self.unit.codes[code].frame, Val::Int(0));
        let key = (index, args);
        self.machine.calls.push(Call { code: self.code, at: self.at, base: self.base, key });
        (self.code, self.at, self.base) = (code, 0, base);
        // Counted after the call is noted as running, so that a limit cleans up after it.
        self.machine.meter.make(size)
    }

    fn leave(&mut self) {
        let Some(call) = self.machine.calls.pop() else { return };
        self.machine.locals.truncate(self.base);
        if let Some(value) = self.machine.stack.last() {
            self.machine.memo.finish(call.key.0, &call.key.1, value.clone());
        }
        (self.code, self.at, self.base) = (call.code, call.at + 1, call.base);
    }

    /// Whether the host wants only some turns of the loop that starts here. Helpers and lists are worked out as always.
    fn seeks(&self) -> bool {
        self.machine.calls.is_empty() && self.host.seeks(self.span())
    }

    fn endless(&mut self) -> Result<Step, Trouble> {
        let from = self.pop();
        let from = ops::int(&from, "a range")?;
        let turns = if self.seeks() {
            Loop::Sought(vec![(from, i128::MAX)])
        } else if let Some(left) = self.host.turns() {
            Loop::Range { next: from, left: u128::from(left).min(i128::MAX.abs_diff(from)) }
        } else {
            return Err(Trouble::bad("a position with infinitely many options cannot be searched")
                .help("give the range an end, if play cannot use more"));
        };
        self.machine.loops.push(turns);
        Ok(Step::On)
    }

    /// The next value of the innermost loop, if that is one of which only some turns are wanted.
    fn sought(&mut self) -> Result<Option<Val>, Trouble> {
        let span = self.span();
        while let Some(Loop::Sought(open)) = self.machine.loops.last_mut() {
            let Some((low, high)) = open.pop() else { break };
            self.machine.meter.work(16)?;
            if !self.host.can_give(span, &self.machine.locals[self.base..], low, high)? {
                continue;
            }
            if low == high {
                return Ok(Some(Val::Int(low)));
            }
            if let Some(Loop::Sought(open)) = self.machine.loops.last_mut() {
                // Rounded down, so that both halves are smaller.
                let middle = low.wrapping_add((high.abs_diff(low) / 2) as i128);
                open.extend([(middle + 1, high), (low, middle)]);
            }
        }
        Ok(None)
    }

    /// The next value of the innermost loop, which is closed after its last.
    fn turn(&mut self) -> Result<Option<Val>, Trouble> {
        let Some(turns) = self.machine.loops.last_mut() else { return Ok(None) };
        let value = match turns {
            Loop::Sought(_) => self.sought()?,
            Loop::Range { left: 0, .. } => None,
            Loop::Range { next, left } => {
                let value = Val::Int(*next);
                *next = next.wrapping_add(1);
                *left -= 1;
                Some(value)
            }
            // The option itself stays with the loop.
            Loop::Options { options, next, .. } => {
                *next += 1;
                (*next <= options.options.len()).then_some(Val::Int(0))
            }
            Loop::Items { items, next } => {
                *next += 1;
                item(items, *next - 1)
            }
            Loop::Places { items, open } => {
                let place = next_place(open);
                let value = place.and_then(|place| match items {
                    Some(items) => item(items, usize::try_from(place).ok()?),
                    None => Some(Val::Int(place)),
                });
                place.into_iter().for_each(|place| self.at_place(place));
                value
            }
        };
        if value.is_none() {
            self.machine.loops.pop();
        }
        Ok(value)
    }

    fn take_apart(&mut self, value: Val, slot: usize, count: usize) -> Result<Step, Trouble> {
        let Val::List(list) = &value else {
            return Err(Trouble::bad(format!("{} cannot be taken apart into {count} names", value.ty())));
        };
        if list.items().len() != count {
            return Err(Trouble::bad(format!(
                "a list of {} elements cannot be taken apart into {count} names",
                list.items().len()
            )));
        }
        let start = self.base + slot;
        self.machine.locals[start..start + count].clone_from_slice(list.items());
        Ok(Step::On)
    }
}

/// An element of a list, or a letter of a text.
fn item(items: &Val, at: usize) -> Option<Val> {
    match items {
        Val::List(list) => list.get(at),
        Val::Text(text) => text.as_slice().get(at).map(|char| Val::Text(Text::from_chars(&[*char]))),
        _ => None,
    }
}

/// Takes the first of some ranges of numbers, of which the first is the last.
fn next_place(open: &mut Vec<(i128, i128)>) -> Option<i128> {
    let (low, high) = open.last_mut()?;
    let place = *low;
    if place >= *high {
        open.pop();
    } else {
        *low += 1;
    }
    Some(place)
}
