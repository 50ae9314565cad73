//! Runs a rule on a batch of positions: all turns of its loops as lanes.
//!
//! A `for` turns every lane into its turns. Long loops run a piece at a time with everything around them constant, so
//! what is affine in the loop's name stays a progression; short ones are put side by side until a piece is full, so
//! that a position with three moves costs no more than a third of one with nine. Either way the lanes stay in the order
//! of the exact evaluator: positions, then turns, outer before inner.
//!
//! Anything unusual (overflow of 64 bits, division by zero, an index outside) is [`Miss::NotMine`]: the whole run is
//! worthless and the exact evaluator decides what it means. Work counts as steps, one for each lane and instruction.

use super::actions::execute;
use super::code::{Code, KindCode, Loop, OWNER, Operand, Places, RuleCode, Step, Table};
use super::lane_options::LaneOptions;
use super::registers::Lanes;
use crate::builtins::Function;
use crate::error::Miss;
use crate::groups::Groups;
use crate::meter::{Meter, Trouble};
use crate::value::Val;
use std::ops::ControlFlow;

/// Lanes that run at once: a few registers of them fit the cache.
pub(super) const PIECE: usize = 1024;

/// Turns of a loop from which on it runs alone.
const LONG: u64 = 24;

/// The same where its names were chosen: they are no progression either way.
const LONG_CHOSEN: u64 = 64;

/// Whether the options of a run were taken; nothing if the exact evaluator must look at it.
pub(crate) type Ran = Result<ControlFlow<()>, Miss<Trouble>>;

const GO_ON: Ran = Ok(ControlFlow::Continue(()));

/// Who takes the options.
pub(crate) trait Sink {
    /// Takes the options of some lanes.
    fn take(&mut self, lanes: &LaneOptions<'_>) -> Ran;
}

/// The memory of runs, kept from one to the next.
#[derive(Debug, Default)]
pub(crate) struct VectorMachine {
    levels: Vec<Lanes>,
    pending: Vec<Pending>,
    args: Vec<Val>,
}

/// Turns of short loops that wait until a piece is full. All columns are equally long and grow as turns are added: few positions have
/// enough of them for a piece.
#[derive(Debug, Default, Clone)]
struct Pending {
    used: usize,
    parents: Vec<u32>,
    /// What the loop's names are in each.
    names: Vec<Vec<i64>>,
    /// All names are of those that were chosen, if some of the loop were.
    chosen: bool,
}

/// A batch of positions: each argument a progression.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Batch<'a> {
    /// The arguments of the first position.
    pub(crate) first: &'a [i64],
    /// The argument that changes from one position to the next, and by how much.
    pub(crate) along: (usize, i64),
    /// How many positions.
    pub(crate) len: usize,
}

impl<'a> Batch<'a> {
    /// A single position.
    pub(crate) fn one(args: &'a [i64]) -> Batch<'a> {
        Batch { first: args, along: (0, 0), len: 1 }
    }
}

/// What the first loop of a rule runs through at one position, and what its turns see of the position. Equal turns of equal
/// heads give equal options, whatever the positions are.
#[derive(Debug, Clone, Default)]
pub(crate) struct Head {
    /// The first and the last turn; nothing if there is none.
    turns: Option<(i64, i64)>,
    imports: Vec<i64>,
}

impl Head {
    /// Whether all turns of another head are turns of this one, with the same options.
    pub(crate) fn continues(&self, other: &Head) -> bool {
        match (other.turns, self.turns) {
            (None, _) => true,
            (Some((from, to)), Some((start, end))) => from == start && to <= end && self.imports == other.imports,
            (Some(_), None) => false,
        }
    }

    /// The turns.
    pub(crate) fn turns(&self) -> Option<(i64, i64)> {
        self.turns
    }

    /// The turns that a head has more than another one, which it continues.
    pub(crate) fn beyond(&self, other: &Head) -> Option<(i64, i64)> {
        match (other.turns, self.turns) {
            (Some((_, to)), Some((_, end))) => (to < end).then(|| (to + 1, end)),
            (_, turns) => turns,
        }
    }
}

struct Run<'a, S> {
    machine: &'a mut VectorMachine,
    code: &'a RuleCode,
    tables: &'a [Table],
    meter: &'a mut Meter,
    sink: &'a mut S,
}

impl VectorMachine {
    /// Gives the options of all positions of a batch, rule by rule, to `sink`.
    pub(crate) fn run_kind<S: Sink>(
        &mut self,
        code: &Code,
        kind: &KindCode,
        batch: Batch<'_>,
        meter: &mut Meter,
        sink: &mut S,
    ) -> Ran {
        for rule in &kind.rules {
            if self.run_rule(code, rule, batch, meter, sink)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        GO_ON
    }

    /// Gives the options of all positions of a batch by one rule to `sink`.
    pub(crate) fn run_rule<S: Sink>(
        &mut self,
        code: &Code,
        rule: &RuleCode,
        batch: Batch<'_>,
        meter: &mut Meter,
        sink: &mut S,
    ) -> Ran {
        self.open(rule, batch)?;
        Run { machine: self, code: rule, tables: &code.tables, meter, sink }.level(0, false)
    }

    /// Works out the head of a rule at a position. False if the rule does not start with a range.
    pub(crate) fn head(
        &mut self,
        code: &Code,
        rule: &RuleCode,
        args: &[i64],
        meter: &mut Meter,
        head: &mut Head,
    ) -> Result<bool, Miss<Trouble>> {
        let (Some(Loop::Range { from, to }), Some(below)) = (&rule.levels[0].inner, rule.levels.get(1)) else {
            return Ok(false);
        };
        self.open(rule, Batch::one(args))?;
        steps(&mut self.levels[0], &rule.levels[0].steps, &code.tables, meter)?;
        let lanes = &self.levels[0];
        head.turns = None;
        head.imports.clear();
        if lanes.len > 0 {
            let number = |operand: Operand| lanes.view(operand, &code.tables).at(0);
            head.turns = Some((number(*from), number(*to))).filter(|(from, to)| from <= to);
            head.imports.extend(below.imports.iter().map(|&(from, _)| number(Operand::Reg(from))));
        }
        Ok(true)
    }

    /// Gives the options of some turns of a head to `sink`.
    pub(crate) fn run_head<S: Sink>(
        &mut self,
        code: &Code,
        rule: &RuleCode,
        (head, (from, to)): (&Head, (i64, i64)),
        meter: &mut Meter,
        sink: &mut S,
    ) -> Ran {
        self.make_levels(rule);
        Run { machine: self, code: rule, tables: &code.tables, meter, sink }.head_turns(&head.imports, from, to)
    }

    fn make_levels(&mut self, rule: &RuleCode) {
        let depth = rule.levels.len();
        if self.levels.len() < depth {
            self.levels.resize_with(depth, Lanes::default);
            self.pending.resize_with(depth, Pending::default);
        }
    }

    /// Puts the positions of a batch on the lanes of the first level.
    fn open(&mut self, rule: &RuleCode, batch: Batch<'_>) -> Result<(), Miss<Trouble>> {
        self.make_levels(rule);
        let lanes = &mut self.levels[0];
        lanes.open(rule.levels[0].registers, batch.len);
        let mut sound = lanes.set_line(OWNER, 0, i64::from(batch.len > 1));
        for (index, &start) in batch.first.iter().enumerate() {
            let step = if index == batch.along.0 { batch.along.1 } else { 0 };
            sound &= lanes.set_line(1 + index, start, step);
        }
        if sound { Ok(()) } else { Err(Miss::NotMine) }
    }
}

/// Runs the steps of a level, until no lane is left.
fn steps(lanes: &mut Lanes, steps: &[Step], tables: &[Table], meter: &mut Meter) -> Result<(), Miss<Trouble>> {
    meter.work((lanes.len * (steps.len() + 1)) as u64)?;
    for step in steps {
        match step {
            Step::Do(instruction) => execute(lanes, instruction, tables)?,
            Step::Keep { condition, live } => lanes.keep(*condition, live, tables),
        }
        if lanes.len == 0 {
            break;
        }
    }
    Ok(())
}

impl<S: Sink> Run<'_, S> {
    /// Runs a level on the lanes that were put there, and those below it; the lanes may all be of names that were chosen. Recursion
    /// is as deep as the rule has loops.
    fn level(&mut self, depth: usize, chosen: bool) -> Ran {
        let level = &self.code.levels[depth];
        steps(&mut self.machine.levels[depth], level.steps_for(chosen), self.tables, self.meter)?;
        match &level.inner {
            _ if self.machine.levels[depth].len == 0 => GO_ON,
            Some(inner) => self.turns(depth, inner),
            None => {
                let lanes = &self.machine.levels[depth];
                self.sink.take(&LaneOptions { options: &self.code.options, lanes, tables: self.tables })
            }
        }
    }

    /// Runs the turns of a loop for all lanes of a level.
    fn turns(&mut self, depth: usize, inner: &Loop) -> Ran {
        let above = std::mem::take(&mut self.machine.levels[depth]);
        if let (Loop::Range { from, to }, 1) = (inner, above.len) {
            let (from, to) = (above.view(*from, self.tables).at(0), above.view(*to, self.tables).at(0));
            let ran = if from <= to { self.alone_in_range(&above, depth, 0, from, to) } else { GO_ON };
            self.machine.levels[depth] = above;
            return ran;
        }
        let pending = std::mem::take(&mut self.machine.pending[depth]);
        let mut turns = Turns { above: &above, pending, depth };
        turns.pending.used = 0;
        let ran = match inner {
            Loop::Range { from, to } => self.ranges(&mut turns, *from, *to),
            Loop::Places { places, index, from, to } => self.places(&mut turns, places, [*index, *from, *to]),
            Loop::Rows { table } => self.rows(&mut turns, *table),
            Loop::Keyed { groups, key, within } => self.keyed(&mut turns, groups, *key, *within),
            Loop::Items(items) => self.items(&mut turns, items),
            Loop::Call { builtin, args } => self.calls(&mut turns, *builtin, args),
        };
        let ran = match ran {
            Ok(ControlFlow::Continue(())) => self.flush(&mut turns),
            ended => ended,
        };
        self.machine.pending[depth] = turns.pending;
        self.machine.levels[depth] = above;
        ran
    }

    fn ranges(&mut self, turns: &mut Turns<'_>, from: Operand, to: Operand) -> Ran {
        let (froms, tos) = (turns.above.view(from, self.tables), turns.above.view(to, self.tables));
        turns.pending.open(1);
        for lane in 0..turns.above.len {
            let (from, to) = (froms.at(lane), tos.at(lane));
            if to < from {
                continue;
            }
            let count = to.abs_diff(from).saturating_add(1);
            let names = self.code.levels[turns.depth + 1].names_between(from, to);
            let flow = if let Some(names) = names.filter(|names| (names.len() as u64) < LONG_CHOSEN) {
                let flow = self.make_room(turns, names.len())?;
                turns.pending.add(lane, names.len(), |turn| names[turn]);
                flow
            } else if count < LONG {
                let flow = self.make_room(turns, count as usize)?;
                turns.pending.add(lane, count as usize, |turn| from + turn as i64);
                turns.pending.chosen = false;
                flow
            } else {
                match self.flush(turns)? {
                    ControlFlow::Continue(()) => self.alone_in_range(turns.above, turns.depth, lane, from, to)?,
                    stopped => stopped,
                }
            };
            if flow.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        GO_ON
    }

    fn places(&mut self, turns: &mut Turns<'_>, places: &Places, operands: [Operand; 3]) -> Ran {
        let [index, froms, tos] = operands.map(|operand| turns.above.view(operand, self.tables));
        turns.pending.open(1);
        for lane in 0..turns.above.len {
            let (from, to) = (froms.at(lane), tos.at(lane));
            // A part of a text that starts before it is cut to its start.
            if from < 0 {
                return Err(Miss::NotMine);
            }
            for some in places.between(index.at(lane) as usize, from, to).chunks(PIECE) {
                if self.make_room(turns, some.len())?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                turns.pending.add(lane, some.len(), |turn| some[turn]);
            }
        }
        GO_ON
    }

    /// Runs the turns of a range of one lane, a piece at a time.
    fn alone_in_range(&mut self, above: &Lanes, depth: usize, lane: usize, from: i64, to: i64) -> Ran {
        if let Some(names) = self.code.levels[depth + 1].names_between(from, to) {
            for some in names.chunks(PIECE) {
                let flow = self.alone(above, depth, lane, (some.len(), true), |below| {
                    below.set_names(1, some);
                    true
                })?;
                if flow.is_break() {
                    return Ok(flow);
                }
            }
            return GO_ON;
        }
        let mut start = from;
        loop {
            let len = (to.abs_diff(start).saturating_add(1)).min(PIECE as u64) as usize;
            let flow = self.alone(above, depth, lane, (len, false), |below| below.set_line(1, start, 1))?;
            match start.checked_add(len as i64) {
                Some(next) if next <= to && flow.is_continue() => start = next,
                _ => return Ok(flow),
            }
        }
    }

    /// Runs turns of the first loop, a piece at a time.
    fn head_turns(&mut self, imports: &[i64], from: i64, to: i64) -> Ran {
        let level = &self.code.levels[1];
        let mut start = from;
        loop {
            let len = (to.abs_diff(start).saturating_add(1)).min(PIECE as u64) as usize;
            let below = &mut self.machine.levels[1];
            below.open(level.registers, len);
            level.imports.iter().zip(imports).for_each(|(&(_, place), &value)| below.import_one(place, value));
            if !below.set_line(1, start, 1) {
                return Err(Miss::NotMine);
            }
            let flow = self.level(1, false)?;
            match start.checked_add(len as i64) {
                Some(next) if next <= to && flow.is_continue() => start = next,
                _ => return Ok(flow),
            }
        }
    }

    fn rows(&mut self, turns: &mut Turns<'_>, table: usize) -> Ran {
        let tables = self.tables;
        let Table { columns, rows, .. } = &tables[table];
        turns.pending.open(columns.len());
        for lane in 0..turns.above.len {
            let flow = if (*rows as u64) < LONG && turns.above.len > 1 {
                let flow = self.make_room(turns, *rows)?;
                turns.pending.add(lane, *rows, |row| columns[0].lanes[row]);
                for (index, column) in columns.iter().enumerate().skip(1) {
                    turns.pending.name(index, &column.lanes);
                }
                flow
            } else {
                self.many_rows(turns, lane, table)?
            };
            if flow.is_break() {
                return Ok(flow);
            }
        }
        GO_ON
    }

    fn keyed(&mut self, turns: &mut Turns<'_>, groups: &Groups, key: Operand, within: Option<usize>) -> Ran {
        let keys = turns.above.view(key, self.tables);
        let width = groups.width();
        turns.pending.open(width);
        for lane in 0..turns.above.len {
            let key = keys.at(lane);
            if within.is_some_and(|len| usize::try_from(key).map_or(true, |key| key >= len)) {
                return Err(Miss::NotMine);
            }
            for some in groups.get(key).chunks(PIECE * width) {
                if self.make_room(turns, some.len() / width)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                turns.pending.add(lane, some.len() / width, |turn| some[turn * width]);
                (1..width).for_each(|index| turns.pending.column(index, some, width));
            }
        }
        GO_ON
    }

    fn many_rows(&mut self, turns: &mut Turns<'_>, lane: usize, table: usize) -> Ran {
        let tables = self.tables;
        let Table { columns, rows, .. } = &tables[table];
        if self.flush(turns)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        for start in (0..*rows).step_by(PIECE) {
            let len = (rows - start).min(PIECE);
            let flow = self.alone(turns.above, turns.depth, lane, (len, false), |below| {
                for (index, column) in columns.iter().enumerate() {
                    below.set_column(1 + index, table, index, start, column.bounds.clone());
                }
                true
            })?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        GO_ON
    }

    fn items(&mut self, turns: &mut Turns<'_>, items: &[Operand]) -> Ran {
        turns.pending.open(1);
        for lane in 0..turns.above.len {
            if self.make_room(turns, items.len())?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            let item = |turn: usize| turns.above.view(items[turn], self.tables).at(lane);
            turns.pending.add(lane, items.len(), item);
        }
        GO_ON
    }

    fn calls(&mut self, turns: &mut Turns<'_>, builtin: Function, args: &[Operand]) -> Ran {
        turns.pending.open(1);
        let mut items = Vec::new();
        for lane in 0..turns.above.len {
            let number = |&arg: &Operand| Val::Int(i128::from(turns.above.view(arg, self.tables).at(lane)));
            self.machine.args.clear();
            self.machine.args.extend(args.iter().map(number));
            let Val::List(list) = (builtin.entry().run)(self.meter, &self.machine.args)? else {
                return Err(Miss::NotMine);
            };
            for chunk in list.items().chunks(PIECE) {
                if self.make_room(turns, chunk.len())?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                items.clear();
                for item in chunk {
                    let Val::Int(n) = item else { return Err(Miss::NotMine) };
                    items.push(i64::try_from(*n).map_err(|_| Miss::NotMine)?);
                }
                turns.pending.add(lane, items.len(), |turn| items[turn]);
            }
        }
        GO_ON
    }

    /// Runs so many turns of one lane only, which may be of names that were chosen: everything else is constant in them.
    fn alone(
        &mut self,
        above: &Lanes,
        depth: usize,
        lane: usize,
        (len, chosen): (usize, bool),
        set: impl FnOnce(&mut Lanes) -> bool,
    ) -> Ran {
        let level = &self.code.levels[depth + 1];
        let below = &mut self.machine.levels[depth + 1];
        below.open(level.registers, len);
        for &(from, to) in &level.imports {
            below.import_one(to, above.view(Operand::Reg(from), self.tables).at(lane));
        }
        if !set(below) {
            return Err(Miss::NotMine);
        }
        self.level(depth + 1, chosen)
    }

    /// Runs the waiting turns if so many more would not fit.
    fn make_room(&mut self, turns: &mut Turns<'_>, more: usize) -> Ran {
        if turns.pending.used + more > PIECE { self.flush(turns) } else { GO_ON }
    }

    /// Runs the waiting turns.
    fn flush(&mut self, turns: &mut Turns<'_>) -> Ran {
        let Turns { above, pending, depth } = turns;
        let (len, chosen) = (std::mem::take(&mut pending.used), std::mem::replace(&mut pending.chosen, true));
        if len == 0 {
            return GO_ON;
        }
        let level = &self.code.levels[*depth + 1];
        let below = &mut self.machine.levels[*depth + 1];
        below.open(level.registers, len);
        for &(from, to) in &level.imports {
            let from = Operand::Reg(from);
            below.import(to, above.view(from, self.tables), above.bounds(from), &pending.parents[..len]);
        }
        for (index, names) in pending.names.iter().enumerate() {
            below.set_names(1 + index, &names[..len]);
        }
        self.level(*depth + 1, chosen)
    }
}

/// The lanes whose turns are being run, and the turns of short loops that wait.
struct Turns<'a> {
    above: &'a Lanes,
    pending: Pending,
    depth: usize,
}

impl Pending {
    /// Begins with turns of so many names.
    fn open(&mut self, names: usize) {
        (self.used, self.chosen) = (0, true);
        self.names.resize_with(names, Vec::new);
        self.names.iter_mut().for_each(|column| column.resize(self.parents.len(), 0));
    }

    #[cold]
    fn grow(&mut self, turns: usize) {
        let size = turns.next_power_of_two();
        self.parents.resize(size, 0);
        self.names.iter_mut().for_each(|column| column.resize(size, 0));
    }

    /// Adds turns of a lane; the first name of each is given, the others follow by [`Pending::name`].
    #[inline]
    fn add(&mut self, lane: usize, turns: usize, name: impl Fn(usize) -> i64) {
        let range = self.used..self.used + turns;
        if self.parents.len() < range.end {
            self.grow(range.end);
        }
        let (parents, names) = (&mut self.parents[range.clone()], &mut self.names[0][range]);
        for (turn, (parent, place)) in parents.iter_mut().zip(names).enumerate() {
            (*parent, *place) = (lane as u32, name(turn));
        }
        self.used += turns;
    }

    /// Sets another name of the turns that were added last from rows.
    fn column(&mut self, index: usize, rows: &[i64], width: usize) {
        let start = self.used - rows.len() / width;
        let values = rows.iter().skip(index).step_by(width);
        self.names[index][start..self.used].iter_mut().zip(values).for_each(|(name, value)| *name = *value);
    }

    /// Sets another name of the turns that were added last.
    fn name(&mut self, index: usize, values: &[i64]) {
        self.names[index][self.used - values.len()..self.used].copy_from_slice(values);
    }
}
