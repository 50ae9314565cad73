//! The instructions that make sums of positions: components, copies, runs, options.

use super::code::Stretch;
use super::evaluator::Part;
use super::ops;
use super::run::{Run, Step};
use super::shown::cut;
use crate::builtins;
use crate::meter::Trouble;
use crate::program::KindId;
use crate::value::Val;
use std::cmp::Ordering;
use std::sync::Arc;

impl Run<'_> {
    /// The sum that was made last.
    pub(super) fn made(&mut self) -> Vec<Part> {
        let start = self.machine.sums.pop().map_or(0, |(start, _)| start);
        self.machine.parts.drain(start..).map(|(part, _)| part).collect()
    }

    pub(super) fn chosen(&mut self, slot: u32) -> Result<Step, Trouble> {
        let option = self.options_at(slot).and_then(|(options, next)| options.options.get(next.checked_sub(1)?));
        let mut parts = option.cloned().unwrap_or_default();
        self.machine.meter.make(parts.len() as u64)?;
        let around = self.around();
        for part in &mut parts {
            part.copies = part.copies.checked_mul(around).ok_or_else(builtins::overflow)?;
        }
        let there = parts.into_iter().filter(|part| part.copies > 0);
        self.machine.parts.extend(there.map(|part| (part, false)));
        Ok(Step::On)
    }

    /// An argument of the option that the loop of a slot is at, if that is one position.
    pub(super) fn chosen_arg(&self, slot: u32, place: usize) -> Option<Val> {
        let (options, next) = self.options_at(slot)?;
        match options.options.get(next.checked_sub(1)?)?.as_slice() {
            [Part { copies: 1, args, .. }] => args.get(place).cloned(),
            _ => None,
        }
    }

    /// The copies that what is being made stands under.
    fn around(&self) -> u128 {
        let start = self.machine.sums.last().map_or(0, |&(_, start)| start);
        self.machine.copies.get(start..).and_then(<[u128]>::last).copied().unwrap_or(1)
    }

    pub(super) fn component(&mut self, kind: KindId, count: u32, settings: u32, strict: bool) -> Result<Step, Trouble> {
        let start = self.machine.stack.len().saturating_sub((count + settings) as usize);
        let args: Arc<[Val]> = self.machine.stack.drain(start..).collect();
        let position = &args[..count as usize];
        let negative = position.iter().any(Val::has_negative);
        if negative && strict {
            let found = position.iter().find(|arg| arg.has_negative()).map_or(String::new(), cut);
            let message = format!("a negative number in a position: {found}");
            return Err(Trouble::bad(message).help("arguments are natural numbers, in lists too"));
        }
        self.machine.meter.make(2 + u64::from(count))?;
        let copies = self.around();
        if copies > 0 {
            self.machine.parts.push((Part { copies, kind, args }, negative));
        }
        Ok(Step::On)
    }

    /// A run as one component: the other arguments, then the least and the greatest of the one that its parts differ in.
    pub(super) fn run_of_parts(&mut self, run: usize, falling: bool) -> Result<Step, Trouble> {
        let Stretch { kind, place, others } = self.unit.runs[run];
        let mut args = self.popped(others as u32);
        let (last, first) = (self.pop(), self.pop());
        let (first, last) = (ops::int(&first, "a range")?, ops::int(&last, "a range")?);
        let (low, high) = if falling { (last, first) } else { (first, last) };
        match low.cmp(&high) {
            Ordering::Greater => Ok(Step::On),
            Ordering::Equal => {
                args.insert(place, Val::Int(low));
                self.part(kind, args)
            }
            Ordering::Less => {
                args.extend([Val::Int(low), Val::Int(high)]);
                self.part(KindId::new(self.unit.kinds + run), args)
            }
        }
    }

    /// A component of the sum that is being made.
    fn part(&mut self, kind: KindId, args: Vec<Val>) -> Result<Step, Trouble> {
        self.machine.meter.make(2 + args.len() as u64)?;
        let (copies, negative) = (self.around(), args.iter().any(Val::has_negative));
        if copies > 0 {
            self.machine.parts.push((Part { copies, kind, args: args.into() }, negative));
        }
        Ok(Step::On)
    }

    pub(super) fn copies(&mut self) -> Result<Step, Trouble> {
        let value = self.pop();
        let count = ops::int(&value, "the number of copies")?;
        let count = u128::try_from(count).map_err(|_| Trouble::bad(format!("{count} copies of a position")))?;
        let copies = self.around().checked_mul(count).ok_or_else(builtins::overflow)?;
        self.machine.copies.push(copies);
        Ok(Step::On)
    }

    pub(super) fn option(&mut self) -> Result<Step, Trouble> {
        let start = self.machine.sums.pop().map_or(0, |(start, _)| start);
        self.machine.given.clear();
        let mut move_exists = true;
        for (part, negative) in self.machine.parts.drain(start..) {
            move_exists &= !negative;
            self.machine.given.push(part);
        }
        if move_exists && self.host.option(&mut self.machine.given).is_break() {
            return Ok(Step::Stopped);
        }
        Ok(Step::On)
    }
}
