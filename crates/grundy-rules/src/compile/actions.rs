//! One instruction on all lanes of a level.

use super::calls::Helper;
use super::code::{Action, Instruction, Operand, Same, Table};
use super::kernels::{
    Binary, Bounds, Unary, View, binary, binary_bounds, checked_loop, is_short, measured, multiply_loop, plain_loop,
    unary,
};
use super::registers::Lanes;
use crate::error::Miss;
use crate::meter::Trouble;

/// What an instruction gave.
enum Outcome {
    /// A progression: first lane and difference.
    Line(i64, i64),
    /// Lanes with these bounds.
    Data(Bounds),
}

/// Runs an instruction.
pub(super) fn execute(lanes: &mut Lanes, instruction: &Instruction, tables: &[Table]) -> Result<(), Miss<Trouble>> {
    if let Action::Binary(op, a, b) = instruction.action
        && let Some((start, step)) = line(op, lanes.view(a, tables), lanes.view(b, tables), lanes.len)
    {
        lanes.set_line(instruction.to, start, step);
        return Ok(());
    }
    let mut out = lanes.take_data(instruction.to);
    let outcome = Context { lanes, tables, guard: instruction.guard }.run(&instruction.action, &mut out);
    match outcome.ok_or(Miss::NotMine)? {
        Outcome::Data(bounds) => lanes.set_data(instruction.to, out, bounds),
        Outcome::Line(start, step) => {
            lanes.set_data(instruction.to, out, 0..=0);
            lanes.set_line(instruction.to, start, step);
        }
    }
    Ok(())
}

struct Context<'a> {
    lanes: &'a Lanes,
    tables: &'a [Table],
    guard: Option<Operand>,
}

impl<'a> Context<'a> {
    fn run(&self, action: &Action, out: &mut Vec<i64>) -> Option<Outcome> {
        match action {
            Action::Binary(op, a, b) => self.binary(*op, *a, *b, out),
            Action::Unary(op, a) => self.unary(*op, *a, out),
            Action::Select(condition, yes, no) => self.select(*condition, *yes, *no, out),
            Action::Lookup(table, index) => self.lookup(*table, *index, out),
            Action::Member(table, row) => self.member(*table, row, out),
            Action::Same(same) => self.same(same, out),
            Action::Call(helper, args) => self.call(helper, args, out),
        }
    }

    fn view(&self, operand: Operand) -> View<'a> {
        self.lanes.view(operand, self.tables)
    }

    /// Lane by lane, each of which may fail.
    fn checked(&self, out: &mut Vec<i64>, f: impl Fn(usize) -> Option<i64>) -> Option<Outcome> {
        let guard = self.guard.map(|guard| self.view(guard));
        checked_loop(out, self.lanes.len, guard, f).then(|| Outcome::Data(measured(out)))
    }

    fn binary(&self, op: Binary, a: Operand, b: Operand, out: &mut Vec<i64>) -> Option<Outcome> {
        let (x, y) = (self.view(a), self.view(b));
        if let (Some(x), Some(y)) = (x.constant(), y.constant())
            && let Some(value) = binary(op, x, y)
        {
            return Some(Outcome::Line(value, 0));
        }
        let (low, high) = (self.lanes.bounds(a), self.lanes.bounds(b));
        if let Some(answer) = decided(op, &low, &high) {
            return Some(Outcome::Line(i64::from(answer), 0));
        }
        match binary_bounds(op, &low, &high) {
            Some(bounds) if op == Binary::Mul && is_short(&low) && is_short(&high) => {
                multiply_loop(out, self.lanes.len, x, y);
                Some(Outcome::Data(bounds))
            }
            Some(bounds) => {
                plain_loop(op, out, self.lanes.len, x, y);
                Some(Outcome::Data(bounds))
            }
            None => self.checked(out, |lane| binary(op, x.at(lane), y.at(lane))),
        }
    }

    fn unary(&self, op: Unary, a: Operand, out: &mut Vec<i64>) -> Option<Outcome> {
        match (op, self.view(a)) {
            (Unary::Neg, View::Line { .. }) => self.binary(Binary::Sub, Operand::Const(0), a, out),
            (_, View::Line { start, step: 0 }) if unary(op, start).is_some() => {
                unary(op, start).map(|value| Outcome::Line(value, 0))
            }
            (_, view) => self.checked(out, |lane| unary(op, view.at(lane))),
        }
    }

    fn select(&self, condition: Operand, yes: Operand, no: Operand, out: &mut Vec<i64>) -> Option<Outcome> {
        let (condition, a, b) = (self.view(condition), self.view(yes), self.view(no));
        let same = match condition.constant() {
            Some(0) => Some(b),
            Some(_) => Some(a),
            None => None,
        };
        if let Some(View::Line { start, step }) = same {
            return Some(Outcome::Line(start, step));
        }
        let (low, high) = (self.lanes.bounds(yes), self.lanes.bounds(no));
        out.clear();
        out.extend((0..self.lanes.len).map(|lane| if condition.at(lane) != 0 { a.at(lane) } else { b.at(lane) }));
        Some(Outcome::Data(*low.start().min(high.start())..=*low.end().max(high.end())))
    }

    fn lookup(&self, table: usize, index_operand: Operand, out: &mut Vec<i64>) -> Option<Outcome> {
        let column = self.tables[table].columns.first()?;
        let index = self.view(index_operand);
        let element = |lane: usize| usize::try_from(index.at(lane)).ok().and_then(|at| column.lanes.get(at)).copied();
        if let Some(element) = index.constant().and_then(|_| element(0)) {
            return Some(Outcome::Line(element, 0));
        }
        let bounds = self.lanes.bounds(index_operand);
        if *bounds.start() >= 0 && usize::try_from(*bounds.end()).is_ok_and(|end| end < column.lanes.len()) {
            gather(&column.lanes, index, self.lanes.len, out);
            return Some(Outcome::Data(column.bounds.clone()));
        }
        let guard = self.guard.map(|guard| self.view(guard));
        let bounds = *column.bounds.start().min(&0)..=*column.bounds.end().max(&0);
        checked_loop(out, self.lanes.len, guard, element).then_some(Outcome::Data(bounds))
    }

    /// Only where the guard holds: elsewhere a helper might call itself for ever.
    fn call(&self, helper: &Helper, args: &[Operand], out: &mut Vec<i64>) -> Option<Outcome> {
        let args: Vec<View<'_>> = args.iter().map(|&arg| self.view(arg)).collect();
        let give = |lane: usize| helper.call(args.iter().map(|arg| arg.at(lane)));
        match self.guard.map(|guard| self.view(guard)) {
            None if self.lanes.len > 0 && args.iter().all(|arg| arg.constant().is_some()) => {
                Some(Outcome::Line(give(0)?, 0))
            }
            None => self.checked(out, give),
            Some(guard) => self.checked(out, |lane| if guard.at(lane) == 0 { Some(0) } else { give(lane) }),
        }
    }

    fn member(&self, table: usize, row: &[Operand], out: &mut Vec<i64>) -> Option<Outcome> {
        let set = &self.tables[table].set;
        let views: Vec<View<'_>> = row.iter().map(|&operand| self.view(operand)).collect();
        let mut key = Vec::with_capacity(row.len());
        out.clear();
        for lane in 0..self.lanes.len {
            key.clear();
            key.extend(views.iter().map(|view| view.at(lane)));
            out.push(i64::from(set.contains(key.as_slice())));
        }
        Some(Outcome::Data(0..=1))
    }
}

impl Context<'_> {
    fn same(&self, same: &Same, out: &mut Vec<i64>) -> Option<Outcome> {
        let hits = self.tables[same.hits].columns.first()?.lanes.as_slice();
        let lengths = self.tables[same.lengths].columns.first()?.lanes.as_slice();
        let (index, from, to) = (self.view(same.index), self.view(same.from), self.view(same.to));
        let is_there = |lane| same.is_there(hits, lengths, index.at(lane), from.at(lane), to.at(lane));
        out.clear();
        out.extend((0..self.lanes.len).map(is_there));
        Some(Outcome::Data(0..=1))
    }
}

impl Same {
    /// Whether the word stands there: 1 or 0.
    #[inline]
    pub(super) fn is_there(&self, hits: &[i64], lengths: &[i64], word: i64, from: i64, to: i64) -> i64 {
        let cut = |place: i64| place.clamp(0, self.length as i64);
        let (word, start) = (word as usize, cut(from));
        let length = cut(to).max(start) - start;
        i64::from(length == lengths[word]) & hits[word * (self.length + 1) + start as usize]
    }
}

/// Elements at places that are all inside.
fn gather(elements: &[i64], index: View<'_>, len: usize, out: &mut Vec<i64>) {
    out.clear();
    match index {
        View::Line { start, step: 1 } => out.extend_from_slice(&elements[start as usize..start as usize + len]),
        View::Line { start, step: -1 } => {
            let start = start as usize;
            out.extend(elements[start + 1 - len..=start].iter().rev());
        }
        index => out.extend((0..len).map(|lane| elements[index.at(lane) as usize])),
    }
}

/// Sums and differences of progressions and multiples of them are progressions, as long as they stay within 64 bits.
fn line(op: Binary, a: View<'_>, b: View<'_>, len: usize) -> Option<(i64, i64)> {
    let (View::Line { start, step }, View::Line { start: other, step: by }) = (a, b) else { return None };
    let (start, step) = match op {
        Binary::Add => (start.checked_add(other)?, step.checked_add(by)?),
        Binary::Sub => (start.checked_sub(other)?, step.checked_sub(by)?),
        Binary::Mul if by == 0 => (start.checked_mul(other)?, step.checked_mul(other)?),
        Binary::Mul if step == 0 => (start.checked_mul(other)?, by.checked_mul(start)?),
        _ => return None,
    };
    let rise = step.checked_mul(len.saturating_sub(1) as i64)?;
    start.checked_add(rise).map(|_| (start, step))
}

/// A comparison whose answer is the same in all lanes, by their bounds.
fn decided(op: Binary, a: &Bounds, b: &Bounds) -> Option<bool> {
    match op {
        Binary::Less if a.end() < b.start() => Some(true),
        Binary::Less if a.start() >= b.end() => Some(false),
        Binary::LessEqual if a.end() <= b.start() => Some(true),
        Binary::LessEqual if a.start() > b.end() => Some(false),
        Binary::Equal if a.start() > b.end() || a.end() < b.start() => Some(false),
        Binary::NotEqual if a.start() > b.end() || a.end() < b.start() => Some(true),
        _ => None,
    }
}
