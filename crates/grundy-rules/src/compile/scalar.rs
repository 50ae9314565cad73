//! Runs a rule on one position, turn by turn.
//!
//! The same code as that of the [vector machine](super::vector), with one number in each register: for positions of few moves, to which
//! lanes and their bounds are more work than the moves. Every turn costs what its instructions cost, and whoever takes the options
//! may stop after the first. The order of the options, and what is unusual, are those of the vector machine; it takes over where there are many turns.

use super::code::{Action, Code, Instruction, Loop, Operand, Part, Table};
use super::flat::{Flat, FlatCode, FlatStep};
use super::kernels::{binary, unary};
use super::lane_options::Copies;
use super::vector::Ran;
use crate::builtins::Function;
use crate::error::Miss;
use crate::meter::{Meter, Trouble};
use crate::value::Val;
use std::ops::ControlFlow;

/// The memory of runs, kept from one to the next: the registers of each rule of each kind.
#[derive(Debug, Default)]
pub(crate) struct ScalarMachine {
    registers: Vec<Vec<Vec<i64>>>,
}

/// The registers at one turn.
pub(crate) struct Numbers<'a>(pub(super) &'a [i64]);

impl Numbers<'_> {
    #[inline]
    pub(crate) fn at(&self, operand: Operand) -> i64 {
        match operand {
            Operand::Const(number) => number,
            Operand::Reg(reg) => self.0[reg],
        }
    }

    /// The copies of a part.
    #[inline]
    pub(crate) fn copies(&self, part: &Part) -> Result<Copies, Miss<Trouble>> {
        Copies::new(part.copies.iter().map(|&factor| self.at(factor)))
    }
}

/// Why a run ends before its last turn.
#[derive(Clone, Copy)]
enum End {
    /// Whoever takes the options has enough.
    Taken,
    /// More turns than it may take.
    Long,
    /// The run is not for this machine.
    NotMine,
    /// What the run has noted.
    Missed,
}

struct Run<'a, T> {
    registers: &'a mut [i64],
    code: &'a Flat,
    tables: &'a [Table],
    meter: &'a mut Meter,
    /// Turns that it may still take.
    turns: u32,
    /// Work that the meter was not told yet.
    work: u64,
    missed: Option<Miss<Trouble>>,
    take: &'a mut T,
}

impl ScalarMachine {
    pub(crate) fn new(code: &FlatCode) -> ScalarMachine {
        let registers = |rules: &Vec<Flat>| rules.iter().map(|rule| rule.registers.clone()).collect();
        ScalarMachine { registers: code.kinds.iter().map(registers).collect() }
    }

    /// Gives the options of a position, rule by rule, to `take`; nothing after so many turns.
    pub(crate) fn run_kind(
        &mut self,
        (code, flat): (&Code, &FlatCode),
        (kind, args): (usize, &[i64]),
        (mut turns, meter): (u32, &mut Meter),
        take: &mut impl FnMut(&[Part], &Numbers<'_>) -> Ran,
    ) -> Result<Option<ControlFlow<()>>, Miss<Trouble>> {
        for (code_of_rule, registers) in flat.kinds[kind].iter().zip(&mut self.registers[kind]) {
            registers[1..=args.len()].copy_from_slice(args);
            let tables = &code.tables;
            let (work, missed) = (0, None);
            let mut run = Run { registers, code: code_of_rule, tables, meter: &mut *meter, turns, work, missed, take };
            let ran = run.level(0, false);
            run.meter.work(run.work)?;
            match ran {
                Ok(()) => turns = run.turns,
                Err(End::Taken) => return Ok(Some(ControlFlow::Break(()))),
                Err(End::Long) => return Ok(None),
                Err(End::NotMine) => return Err(Miss::NotMine),
                Err(End::Missed) => return Err(run.missed.unwrap_or(Miss::NotMine)),
            }
        }
        Ok(Some(ControlFlow::Continue(())))
    }
}

impl<T: FnMut(&[Part], &Numbers<'_>) -> Ran> Run<'_, T> {
    #[inline]
    fn at(&self, operand: Operand) -> i64 {
        Numbers(self.registers).at(operand)
    }

    /// Notes why the run ends.
    #[cold]
    fn miss(&mut self, miss: Miss<Trouble>) -> End {
        self.missed = Some(miss);
        End::Missed
    }

    /// Runs a level and those below it; its names may be known to pass the first conditions. Recursion is as deep as the rule has loops.
    fn level(&mut self, depth: usize, short: bool) -> Result<(), End> {
        let level = &self.code.levels[depth];
        let steps = if short { &level.short } else { &level.steps };
        self.work += steps.len() as u64 + 1;
        let registers = &mut *self.registers;
        for step in steps {
            match *step {
                FlatStep::Add([to, a, b]) => {
                    registers[to] = registers[a].checked_add(registers[b]).ok_or(End::NotMine)?;
                }
                FlatStep::Sub([to, a, b]) => {
                    registers[to] = registers[a].checked_sub(registers[b]).ok_or(End::NotMine)?;
                }
                FlatStep::BitAnd([to, a, b]) if registers[a] >= 0 && registers[b] >= 0 => {
                    registers[to] = registers[a] & registers[b];
                }
                FlatStep::BitAnd(_) => return Err(End::NotMine),
                FlatStep::Max([to, a, b]) => registers[to] = registers[a].max(registers[b]),
                FlatStep::Equal([to, a, b]) => registers[to] = i64::from(registers[a] == registers[b]),
                FlatStep::NotEqual([to, a, b]) => registers[to] = i64::from(registers[a] != registers[b]),
                FlatStep::Less([to, a, b]) => registers[to] = i64::from(registers[a] < registers[b]),
                FlatStep::LessEqual([to, a, b]) => registers[to] = i64::from(registers[a] <= registers[b]),
                FlatStep::Lookup(table, [to, index]) => {
                    let place = usize::try_from(registers[index]).map_err(|_| End::NotMine)?;
                    let column = self.tables[table].columns.first().ok_or(End::NotMine)?;
                    registers[to] = *column.lanes.get(place).ok_or(End::NotMine)?;
                }
                FlatStep::Other(ref instruction) => {
                    let given = result(instruction, &Numbers(registers), self.tables);
                    registers[instruction.to] = given.ok_or(End::NotMine)?;
                }
                FlatStep::Keep(condition) if registers[condition] == 0 => return Ok(()),
                FlatStep::Keep(_) => {}
                FlatStep::KeepEqual([to, a, b]) => {
                    if registers[a] != registers[b] {
                        return Ok(());
                    }
                    registers[to] = 1;
                }
                FlatStep::KeepNotEqual([to, a, b]) => {
                    if registers[a] == registers[b] {
                        return Ok(());
                    }
                    registers[to] = 1;
                }
                FlatStep::KeepLess([to, a, b]) => {
                    if registers[a] >= registers[b] {
                        return Ok(());
                    }
                    registers[to] = 1;
                }
                FlatStep::KeepLessEqual([to, a, b]) => {
                    if registers[a] > registers[b] {
                        return Ok(());
                    }
                    registers[to] = 1;
                }
            }
        }
        match &level.inner {
            Some(inner) => self.turns(depth + 1, inner),
            None => self.options(),
        }
    }

    fn options(&mut self) -> Result<(), End> {
        for option in &self.code.options {
            match (self.take)(option, &Numbers(self.registers)) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => return Err(End::Taken),
                Err(miss) => return Err(self.miss(miss)),
            }
        }
        Ok(())
    }

    /// Runs the turns of a loop around a level.
    fn turns(&mut self, depth: usize, inner: &Loop) -> Result<(), End> {
        match inner {
            Loop::Range { from, to } => self.range(depth, self.at(*from), self.at(*to)),
            Loop::Places { places, index, from, to } => {
                let [index, from, to] = [index, from, to].map(|operand| self.at(*operand));
                // A part of a text that starts before it is cut to its start.
                if from < 0 {
                    return Err(End::NotMine);
                }
                places.between(index as usize, from, to).iter().try_for_each(|&place| self.turn(depth, false, [place]))
            }
            Loop::Rows { table } => {
                let Table { columns, rows, .. } = &self.tables[*table];
                let row = |row: usize| columns.iter().map(move |column| column.lanes[row]);
                (0..*rows).try_for_each(|index| self.turn(depth, false, row(index)))
            }
            Loop::Keyed { groups, key, within } => {
                let key = self.at(*key);
                if within.is_some_and(|len| usize::try_from(key).map_or(true, |key| key >= len)) {
                    return Err(End::NotMine);
                }
                let mut rows = groups.get(key).chunks_exact(groups.width());
                rows.try_for_each(|row| self.turn(depth, false, row.iter().copied()))
            }
            Loop::Items(items) => items.iter().try_for_each(|&item| self.turn(depth, false, [self.at(item)])),
            Loop::Call { builtin, args } => {
                let args: Vec<Val> = args.iter().map(|&arg| Val::Int(self.at(arg).into())).collect();
                self.calls(*builtin, &args, depth)
            }
        }
    }

    fn range(&mut self, depth: usize, from: i64, to: i64) -> Result<(), End> {
        let level = &self.code.levels[depth];
        let whole = level.digits.filter(|&(_, powers)| from == 0 && (0..powers.min(62)).contains(&to));
        // A negative number fails at its first turn.
        if let Some(whole @ 0..) = whole.map(|(digits, _)| self.registers[digits]) {
            let mut left = whole & ((2 << to) - 1);
            while left != 0 {
                self.turn(depth, true, [left.trailing_zeros().into()])?;
                left &= left - 1;
            }
            return Ok(());
        }
        match level.chosen.as_ref().and_then(|chosen| chosen.between(from, to)) {
            Some(names) => names.iter().try_for_each(|&name| self.turn(depth, true, [name])),
            None => (from..=to).try_for_each(|name| self.turn(depth, false, [name])),
        }
    }

    fn calls(&mut self, builtin: Function, args: &[Val], depth: usize) -> Result<(), End> {
        let list = match (builtin.entry().run)(self.meter, args) {
            Ok(Val::List(list)) => list,
            Ok(_) => return Err(End::NotMine),
            Err(trouble) => return Err(self.miss(trouble.into())),
        };
        list.items().iter().try_for_each(|item| {
            let name = if let Val::Int(n) = item { i64::try_from(*n).ok() } else { None };
            self.turn(depth, false, [name.ok_or(End::NotMine)?])
        })
    }

    /// One turn: what its names are, and whether they are known to pass the first conditions.
    #[inline]
    fn turn(&mut self, depth: usize, short: bool, names: impl IntoIterator<Item = i64>) -> Result<(), End> {
        self.turns = self.turns.checked_sub(1).ok_or(End::Long)?;
        for (place, name) in (self.code.levels[depth].names..).zip(names) {
            self.registers[place] = name;
        }
        self.level(depth, short)
    }
}

/// What an instruction gives; nothing where it fails and its guard is not false.
pub(super) fn result(instruction: &Instruction, numbers: &Numbers<'_>, tables: &[Table]) -> Option<i64> {
    let is_off = || instruction.guard.is_some_and(|guard| numbers.at(guard) == 0);
    match &instruction.action {
        // Elsewhere a helper might call itself for ever.
        Action::Call(..) if is_off() => Some(0),
        action => run(action, numbers, tables).or_else(|| is_off().then_some(0)),
    }
}

#[inline]
fn run(action: &Action, numbers: &Numbers<'_>, tables: &[Table]) -> Option<i64> {
    let at = |operand: &Operand| numbers.at(*operand);
    match action {
        Action::Binary(op, a, b) => binary(*op, at(a), at(b)),
        Action::Unary(op, a) => unary(*op, at(a)),
        Action::Select(condition, yes, no) => Some(if at(condition) != 0 { at(yes) } else { at(no) }),
        Action::Lookup(table, index) => {
            tables[*table].columns.first()?.lanes.get(usize::try_from(at(index)).ok()?).copied()
        }
        Action::Member(table, row) => {
            let row: Vec<i64> = row.iter().map(at).collect();
            Some(i64::from(tables[*table].set.contains(row.as_slice())))
        }
        Action::Same(same) => {
            let [hits, lengths] = [same.hits, same.lengths].map(|table| tables[table].columns.first());
            Some(same.is_there(&hits?.lanes, &lengths?.lanes, at(&same.index), at(&same.from), at(&same.to)))
        }
        Action::Call(helper, args) => helper.call(args.iter().map(at)),
    }
}
