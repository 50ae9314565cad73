//! Bottom-up tables: the values of all positions of a box, without hashing.
//!
//! **Idea.** The box is filled in an order in which options come before their positions; the value of a position is
//! then the mex of what is read from its options' cells. Box and order are guessed from the moves of a few positions
//! ([`probe`], [`order`]); no proof is needed, because an option outside of the box or not yet filled leaves its
//! position without a value (and so on upwards). Whoever asks for such a position searches for it instead.
//!
//! Positions with many moves are done one at a time, their moves in long runs; positions with few moves in blocks of
//! neighbours ([`mark`]). Of neighbours whose loops run on where those of the position before ended (`for k in 1..min(n, q)`
//! with a rising q) only the new turns are done: the set of marks grows. Either way the loops of [`crate::compile`] do the work.
//!
//! Run time O(moves of all positions of the box), memory 4 bytes a position. Rejected: a bitmap for the mex instead of
//! stamps (each insertion waits for the one before it), proofs of the order from the rule's text (they would refuse
//! many rules that fill well, and gain nothing).

mod mark;
mod marks;
mod order;
mod probe;
mod shape;
#[cfg(test)]
mod tests;

use crate::compile::Compiled;
use crate::compile::vector::{Batch, Head, VectorMachine};
use crate::error::Miss;
use crate::meter::{Meter, Trouble};
use grundy::Watch;
use mark::{Block, Columns, Marker, Writer};
use marks::{Marks, UNKNOWN};
use order::Order;
pub(crate) use shape::MAX_ARITY;
use shape::{Shape, Span};
use std::sync::Arc;

/// Moves of a position from which on it is done alone.
const MANY: u64 = 40;

/// Moves that a block of positions should have.
const BLOCK_MOVES: u64 = 2048;

/// Positions that the average of moves looks back to.
const RECENT: u64 = 2048;

/// Most positions of a block.
const MAX_BLOCK: u64 = 512;

/// Positions of the first block; each one may be as long as all before it together and this.
const FIRST_BLOCK: u64 = 16;

/// Positions between two looks at the watch; the meter looks more often if they have many moves.
const STRIDE: u64 = 1 << 14;

/// After so many positions in a row that do not continue the one before, none is expected to.
const MOST_MISSES: u32 = 64;

/// A plan: the box, its size and the order to fill it in.
#[derive(Debug)]
pub(crate) struct Plan {
    spans: Vec<Span>,
    groups: Vec<(Vec<usize>, Order)>,
    /// The number of cells.
    pub(crate) cells: u64,
}

/// How many cells a table may have.
pub(crate) fn most_cells(watch: &Watch) -> u64 {
    let limits = watch.limits();
    limits.positions.min(limits.memory / 2 / size_of::<u32>() as u64).min(u64::from(u32::MAX) - 1)
}

/// Plans a table that holds the wanted positions (by compiled kinds); nothing if no box or order is found.
pub(crate) fn plan(
    compiled: &Compiled,
    wanted: &[(usize, Vec<i64>)],
    watch: &Watch,
    meter: &mut Meter,
) -> Result<Option<Plan>, Trouble> {
    let code = &compiled.code;
    if code.kinds.iter().any(|kind| kind.arity > MAX_ARITY) || code.kinds.len() > 64 {
        return Ok(None);
    }
    let Some(sample) = probe::probe(compiled, wanted, most_cells(watch), meter)? else { return Ok(None) };
    let mut groups = Vec::new();
    for group in order::groups(code) {
        let arity = group.iter().map(|&kind| code.kinds[kind].arity).max().unwrap_or(0);
        let all = sample.played.union(&sample.anywhere);
        let order = order::find(&group, arity, all.copied());
        // Corners may be out of reach, and their moves strange.
        let order = order.or_else(|| order::find(&group, arity, sample.played.iter().copied()));
        let Some(order) = order else { return Ok(None) };
        groups.push((group, order));
    }
    Ok(Some(Plan { cells: sample.cells(), spans: sample.spans, groups }))
}

/// A filled table.
#[derive(Debug)]
pub(crate) struct Dense {
    shapes: Vec<Shape>,
    cells: Vec<u32>,
}

impl Dense {
    /// How many cells it has.
    pub(crate) fn len(&self) -> u64 {
        self.cells.len() as u64
    }

    /// The value of a position (of a compiled kind), if it is in the table.
    pub(crate) fn value(&self, kind: usize, args: &[i64]) -> Option<u64> {
        let cell = self.cells[self.shapes[kind].cell(args)?];
        (cell != UNKNOWN).then_some(u64::from(cell))
    }

    /// The values of positions (of a compiled kind) along the last argument; nothing for those not in the table.
    pub(crate) fn row(&self, kind: usize, first: &[i64], len: usize) -> Vec<Option<u32>> {
        let (shape, mut at) = (&self.shapes[kind], first.to_vec());
        let Some(last) = first.len().checked_sub(1) else { return Vec::new() };
        let known = |cell: u32| (cell != UNKNOWN).then_some(cell);
        at[last] = first[last].saturating_add(len as i64 - 1);
        if let (Some(from), Some(_)) = (shape.cell(first), shape.cell(&at)) {
            return self.cells[from..].iter().step_by(shape.stride(last)).take(len).map(|&cell| known(cell)).collect();
        }
        (0..len as i64)
            .map(|index| {
                at[last] = first[last].saturating_add(index);
                shape.cell(&at).and_then(|cell| known(self.cells[cell]))
            })
            .collect()
    }

    /// Fills the table of a plan.
    pub(crate) fn fill(
        compiled: &Arc<Compiled>,
        plan: &Plan,
        watch: &Watch,
        meter: &mut Meter,
    ) -> Result<Dense, Trouble> {
        let mut filler = Filler::new(compiled, plan, watch, meter);
        for (group, order) in &plan.groups {
            filler.group(group, order)?;
        }
        Ok(Dense { shapes: filler.shapes, cells: filler.cells })
    }
}

struct Filler<'a> {
    compiled: &'a Compiled,
    watch: &'a Watch,
    meter: &'a mut Meter,
    shapes: Vec<Shape>,
    cells: Vec<u32>,
    machine: VectorMachine,
    marks: Marks,
    columns: Columns,
    block: Block,
    marked: Option<Marked>,
    heads: Vec<Head>,
    heads_before: Vec<Head>,
    /// Positions in a row that did not continue the one before.
    misses: u32,
    /// Positions tried of late and their moves, of the kind at hand: what blocks are measured by.
    tried: u64,
    moves: u64,
    filled: u64,
}

/// The position whose options are marked: a neighbour that has the same and some more needs only these.
struct Marked {
    kind: usize,
    moves: u64,
}

/// Some positions of a kind along one argument.
#[derive(Clone, Copy)]
struct Row {
    kind: usize,
    args: [i64; MAX_ARITY],
    /// The argument that changes, and by how much.
    along: (usize, i64),
    len: usize,
}

impl Row {
    fn first(&self, arity: usize) -> &[i64] {
        &self.args[..arity]
    }

    /// The positions from `start` on, `len` of them.
    fn part(&self, start: usize, len: usize) -> Row {
        let mut row = Row { len, ..*self };
        if self.len > 1 {
            row.args[self.along.0] += self.along.1 * start as i64;
        }
        row
    }
}

impl<'a> Filler<'a> {
    fn new(compiled: &'a Compiled, plan: &Plan, watch: &'a Watch, meter: &'a mut Meter) -> Filler<'a> {
        let mut shapes = vec![Shape::default(); plan.spans.len()];
        // Cell 0 is what lies outside.
        let mut offset = 1;
        for (group, order) in &plan.groups {
            let args: Vec<usize> = order.iter().filter(|&&(at, _)| at > 0).map(|&(at, _)| at - 1).collect();
            for &kind in group {
                shapes[kind] = Shape::new(&plan.spans[kind], &args, offset);
                offset += plan.spans[kind].cells() as i64;
            }
        }
        Filler {
            compiled,
            watch,
            meter,
            shapes,
            cells: vec![UNKNOWN; 1 + plan.cells as usize],
            machine: VectorMachine::default(),
            marks: Marks::new(),
            columns: Columns::default(),
            block: Block::default(),
            marked: None,
            heads: Vec::new(),
            heads_before: Vec::new(),
            misses: 0,
            tried: 0,
            moves: 0,
            filled: 0,
        }
    }

    /// Goes through the positions of a group in order. The last coordinate is gone through in rows.
    fn group(&mut self, group: &[usize], order: &Order) -> Result<(), Trouble> {
        (self.tried, self.moves, self.misses) = (0, 0, 0);
        let Some((&(last, rising), outer)) = order.split_last() else {
            // Kinds without arguments.
            return group
                .iter()
                .try_for_each(|&kind| self.row(&Row { kind, args: [0; MAX_ARITY], along: (0, 0), len: 1 }));
        };
        let ranges: Vec<(i64, i64)> = outer.iter().map(|&(at, _)| self.range(group, at)).collect();
        if ranges.iter().any(|&(low, high)| low > high) {
            return Ok(());
        }
        let start = |&(_, rising): &(usize, bool), &(low, high): &(i64, i64)| if rising { low } else { high };
        let mut at: Vec<i64> = outer.iter().zip(&ranges).map(|(order, range)| start(order, range)).collect();
        loop {
            self.rows(group, outer, &at, last, rising)?;
            // The next tuple, like an odometer.
            let mut place = outer.len();
            loop {
                if place == 0 {
                    return Ok(());
                }
                place -= 1;
                let (low, high) = ranges[place];
                at[place] += if outer[place].1 { 1 } else { -1 };
                if (low..=high).contains(&at[place]) {
                    break;
                }
                at[place] = start(&outer[place], &ranges[place]);
            }
        }
    }

    /// The values that a coordinate takes in a group.
    fn range(&self, group: &[usize], coordinate: usize) -> (i64, i64) {
        if coordinate == 0 {
            return (0, group.len() as i64 - 1);
        }
        let mut all = (i64::MAX, i64::MIN);
        for &kind in group {
            let (low, high) = self.own_range(kind, coordinate);
            all = (all.0.min(low), all.1.max(high));
        }
        all
    }

    fn own_range(&self, kind: usize, coordinate: usize) -> (i64, i64) {
        let (shape, index) = (&self.shapes[kind], coordinate - 1);
        if index >= self.compiled.code.kinds[kind].arity {
            return (0, 0);
        }
        (shape.low[index], shape.low[index] + shape.size[index] - 1)
    }

    /// All positions of a group with these outer coordinates.
    fn rows(
        &mut self,
        group: &[usize],
        outer: &[(usize, bool)],
        at: &[i64],
        last: usize,
        rising: bool,
    ) -> Result<(), Trouble> {
        let mut kinds: Vec<usize> = match outer.iter().position(|&(coordinate, _)| coordinate == 0) {
            Some(place) => vec![group[at[place] as usize]],
            None => group.to_vec(),
        };
        if last == 0 && !rising {
            kinds.reverse();
        }
        for kind in kinds {
            let inside =
                outer.iter().zip(at).filter(|((coordinate, _), _)| *coordinate > 0).all(|((coordinate, _), &value)| {
                    let (low, high) = self.own_range(kind, *coordinate);
                    (low..=high).contains(&value)
                });
            if !inside {
                continue;
            }
            let mut row = Row { kind, args: [0; MAX_ARITY], along: (0, 0), len: 1 };
            for (&(coordinate, _), &value) in outer.iter().zip(at) {
                if coordinate > 0 {
                    row.args[coordinate - 1] = value;
                }
            }
            if last > 0 {
                let (low, high) = self.own_range(kind, last);
                row.args[last - 1] = if rising { low } else { high };
                row.along = (last - 1, if rising { 1 } else { -1 });
                row.len = usize::try_from(high - low + 1).unwrap_or(0);
            }
            self.row(&row)?;
        }
        Ok(())
    }

    /// Fills a row, in blocks of as many positions as their number of moves suggests.
    fn row(&mut self, row: &Row) -> Result<(), Trouble> {
        let mut start = 0;
        while start < row.len {
            if self.tried >= RECENT {
                (self.tried, self.moves) = (self.tried / 2, self.moves / 2);
            }
            let each = (self.moves + 1) / (self.tried + 1);
            let size = if each >= MANY { 1 } else { (BLOCK_MOVES / (each + 1)).clamp(1, MAX_BLOCK) };
            // What is seen of few positions says little about many more: the moves of all pairs grow like the square.
            let size = size.min(FIRST_BLOCK + self.tried);
            let len = (row.len - start).min(size as usize);
            self.part(&row.part(start, len))?;
            start += len;
            self.look_at_watch(len)?;
        }
        Ok(())
    }

    /// Counts filled positions.
    fn look_at_watch(&mut self, filled: usize) -> Result<(), Trouble> {
        let before = self.filled;
        self.filled += filled as u64;
        if before / STRIDE != self.filled / STRIDE {
            self.watch.check(self.filled, 0)?;
        }
        Ok(())
    }

    fn part(&mut self, part: &Row) -> Result<(), Trouble> {
        if part.len > 1 && self.try_block(part)? {
            return Ok(());
        }
        (0..part.len).try_for_each(|index| self.one(&part.part(index, 1)))
    }

    /// Fills a block at once, unless something in it is unusual.
    fn try_block(&mut self, part: &Row) -> Result<bool, Trouble> {
        let compiled = self.compiled;
        let code = &compiled.code;
        let kind = &code.kinds[part.kind];
        self.marked = None;
        self.block.clear(kind.rules.iter().map(|rule| rule.options.len()).sum());
        let batch = Batch { first: part.first(kind.arity), along: part.along, len: part.len };
        let mut first = 0;
        for rule in &kind.rules {
            let mut writer = Writer { shapes: &self.shapes, block: &mut self.block, first };
            match self.machine.run_rule(code, rule, batch, self.meter, &mut writer) {
                Ok(_) => {}
                Err(Miss::NotMine) => return Ok(false),
                Err(Miss::Error(trouble)) => return Err(trouble),
            }
            first += rule.options.len();
        }
        self.tried += part.len as u64;
        self.moves += self.block.moves() as u64;
        let shape = &self.shapes[part.kind];
        let Some(start) = shape.cell(batch.first) else { return Ok(true) };
        let step = shape.stride(part.along.0) as i64 * part.along.1;
        for index in 0..part.len {
            self.marks.clear();
            self.block.mark(index as u32, &self.cells, &mut self.marks);
            if let Some(value) = self.marks.mex() {
                self.cells[(start as i64 + step * index as i64) as usize] = value;
            }
        }
        Ok(true)
    }

    fn one(&mut self, position: &Row) -> Result<(), Trouble> {
        self.tried += 1;
        match self.mark_one(position) {
            Ok(moves) => self.moves += moves,
            Err(Miss::NotMine) => {
                self.marked = None;
                self.marks.spoil();
            }
            Err(Miss::Error(trouble)) => return Err(trouble),
        }
        self.store(position);
        Ok(())
    }

    /// Marks the options of a position. How many moves it has.
    fn mark_one(&mut self, position: &Row) -> Result<u64, Miss<Trouble>> {
        if self.misses < MOST_MISSES && self.find_heads(position)? {
            return self.mark_more(position);
        }
        let compiled = self.compiled;
        let kind = &compiled.code.kinds[position.kind];
        self.marked = None;
        self.marks.clear();
        let (shapes, table) = (&self.shapes, &self.cells);
        let mut marker = Marker { shapes, table, marks: &mut self.marks, columns: &mut self.columns, moves: 0 };
        let batch = Batch::one(position.first(kind.arity));
        let _ = self.machine.run_kind(&compiled.code, kind, batch, self.meter, &mut marker)?;
        Ok(marker.moves)
    }

    /// Works out the heads of all rules of a kind. False if one does not start with a range.
    fn find_heads(&mut self, position: &Row) -> Result<bool, Miss<Trouble>> {
        let code = &self.compiled.code;
        let kind = &code.kinds[position.kind];
        std::mem::swap(&mut self.heads, &mut self.heads_before);
        self.heads.resize_with(kind.rules.len(), Head::default);
        for (rule, head) in kind.rules.iter().zip(&mut self.heads) {
            if !self.machine.head(code, rule, position.first(kind.arity), self.meter, head)? {
                self.misses = MOST_MISSES;
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Marks the options of a position by its heads: only the new ones, if it has all that are marked.
    fn mark_more(&mut self, position: &Row) -> Result<u64, Miss<Trouble>> {
        let compiled = self.compiled;
        let kind = &compiled.code.kinds[position.kind];
        let marked = self.marked.take().filter(|marked| {
            let mut pairs = self.heads.iter().zip(&self.heads_before);
            marked.kind == position.kind && pairs.all(|(head, before)| head.continues(before))
        });
        if marked.is_none() {
            self.marks.clear();
        }
        self.misses = if marked.is_none() { self.misses + 1 } else { 0 };
        let (shapes, table) = (&self.shapes, &self.cells);
        let mut marker = Marker { shapes, table, marks: &mut self.marks, columns: &mut self.columns, moves: 0 };
        for (index, rule) in kind.rules.iter().enumerate() {
            let head = &self.heads[index];
            let turns = if marked.is_some() { head.beyond(&self.heads_before[index]) } else { head.turns() };
            if let Some(turns) = turns {
                let _ = self.machine.run_head(&compiled.code, rule, (head, turns), self.meter, &mut marker)?;
            }
        }
        let moves = marked.map_or(0, |marked| marked.moves) + marker.moves;
        self.marked = Some(Marked { kind: position.kind, moves });
        Ok(moves)
    }

    /// Writes the mex of the marks into the cell of a position.
    fn store(&mut self, position: &Row) {
        let arity = self.compiled.code.kinds[position.kind].arity;
        let cell = self.shapes[position.kind].cell(position.first(arity));
        if let (Some(cell), Some(value)) = (cell, self.marks.mex()) {
            self.cells[cell] = value;
        }
    }
}
