//! The values of options in a table, and their mex.
//!
//! A cell is a value below 2^31, or [`UNKNOWN`]. Options that are not known make the position unknown; what is written
//! is therefore always right, whatever order the table is filled in.

use super::shape::{Cells, Shape};
use crate::compile::code::Part;
use crate::compile::kernels::View;
use crate::compile::machine::{Fault, Options, Ran, Sink};
use std::ops::ControlFlow;

/// The mark of a cell without a value.
pub(super) const UNKNOWN: u32 = 1 << 31;

/// The values that options of one position have: number v is in the set if its stamp is the current one. To empty the
/// set is to take a new stamp; to insert is one store that waits for nothing.
#[derive(Debug)]
pub(super) struct Marks {
    /// Its length is a power of two above every value of the table, so also above their XORs.
    stamps: Vec<u32>,
    stamp: u32,
    /// All cells that were read, joined by `or`.
    read: u32,
}

impl Marks {
    pub(super) fn new() -> Marks {
        Marks { stamps: vec![0; 64], stamp: 0, read: 0 }
    }

    /// Empties the set.
    pub(super) fn clear(&mut self) {
        self.read = 0;
        match self.stamp.checked_add(1) {
            Some(next) => self.stamp = next,
            None => {
                self.stamps.fill(0);
                self.stamp = 1;
            }
        }
    }

    /// Adds the value of an option whose components are in these cells.
    #[inline]
    pub(super) fn add(&mut self, cells: &[u32], components: impl Iterator<Item = usize>) {
        let (mut xor, mut all) = (0, 0);
        for cell in components {
            xor ^= cells[cell];
            all |= cells[cell];
        }
        self.insert(xor, all);
    }

    #[inline(always)]
    fn insert(&mut self, value: u32, read: u32) {
        self.read |= read;
        let mask = self.stamps.len() - 1;
        self.stamps[value as usize & mask] = self.stamp;
    }

    /// Adds options of these values.
    #[inline(always)]
    fn insert_all(&mut self, options: impl Iterator<Item = (u32, u32)>) {
        let (stamps, stamp, mut all) = (self.stamps.as_mut_slice(), self.stamp, 0);
        let mask = stamps.len() - 1;
        for (value, read) in options {
            all |= read;
            stamps[value as usize & mask] = stamp;
        }
        self.read |= all;
    }

    /// Adds options of one component each.
    fn add_ones(&mut self, table: &[u32], len: usize, one: Cells<'_>) {
        let same = |value| (value, value);
        match one {
            Cells::Line { start, step } => self.insert_all(along(table, start, step).take(len).map(same)),
            Cells::Column { start, step, stride, values } => {
                self.insert_all(beside(table, start, step, stride, values).map(same));
            }
        }
    }

    /// Adds options of two components each.
    fn add_pairs(&mut self, table: &[u32], len: usize, one: Cells<'_>, other: Cells<'_>) {
        let join = |(a, b): (u32, u32)| (a ^ b, a | b);
        match (one, other) {
            (Cells::Line { start, step }, Cells::Line { start: from, step: by }) => {
                self.insert_all(along(table, start, step).zip(along(table, from, by)).take(len).map(join));
            }
            (Cells::Column { start, step, stride, values }, Cells::Line { start: from, step: by })
            | (Cells::Line { start: from, step: by }, Cells::Column { start, step, stride, values }) => {
                self.insert_all(beside(table, start, step, stride, values).zip(along(table, from, by)).map(join));
            }
            (
                Cells::Column { start, step, stride, values },
                Cells::Column { start: from, step: by, stride: width, values: others },
            ) => {
                let pairs = beside(table, start, step, stride, values).zip(beside(table, from, by, width, others));
                self.insert_all(pairs.map(join));
            }
        }
    }

    /// The least value that is not in the set, if all options are known.
    pub(super) fn mex(&mut self) -> Option<u32> {
        if self.read & UNKNOWN != 0 {
            return None;
        }
        let mex = self.stamps.iter().position(|&stamp| stamp != self.stamp).unwrap_or(self.stamps.len());
        if mex == self.stamps.len() {
            self.stamps.resize(2 * mex, 0);
        }
        u32::try_from(mex).ok().filter(|&mex| mex < UNKNOWN)
    }

    /// Notes that an option is not in the table.
    pub(super) fn spoil(&mut self) {
        self.read |= UNKNOWN;
    }
}

/// The values along a progression of cells.
#[inline(always)]
fn along(table: &[u32], start: i64, step: i64) -> impl Iterator<Item = u32> {
    let mut next = start;
    std::iter::repeat_with(move || {
        let cell = next;
        next = next.wrapping_add(step);
        table[cell as usize]
    })
}

/// The values of cells beside a progression of cells.
#[inline(always)]
fn beside(table: &[u32], start: i64, step: i64, stride: i64, values: &[i64]) -> impl Iterator<Item = u32> {
    let mut next = start;
    values.iter().map(move |&value| {
        let cell = next.wrapping_add(stride.wrapping_mul(value));
        next = next.wrapping_add(step);
        table[cell as usize]
    })
}

/// The lanes in which an option is a move.
pub(super) enum Kept {
    /// One after the other.
    Range(usize, usize),
    /// Where the flag is set.
    Flags,
}

/// Finds the lanes in which no argument of an option is negative.
pub(super) fn kept(lanes: &Options<'_>, option: &[Part], flags: &mut Vec<bool>) -> Kept {
    let (mut from, mut to) = (0, lanes.len());
    let mut ragged = false;
    for &arg in option.iter().flat_map(|part| &part.args) {
        if *lanes.bounds(arg).start() >= 0 {
            continue;
        }
        match lanes.view(arg) {
            View::Line { start, step: 0 } if start < 0 => return Kept::Range(0, 0),
            // The first lane from which on a rising progression is not negative.
            View::Line { start, step } if step > 0 && start < 0 => {
                from = from.max((start.unsigned_abs().div_ceil(step as u64)) as usize);
            }
            View::Line { start, .. } if start < 0 => return Kept::Range(0, 0),
            View::Line { start, step } if step < 0 => {
                to = to.min((start.unsigned_abs() / step.unsigned_abs()) as usize + 1)
            }
            _ => ragged = true,
        }
    }
    if !ragged {
        return Kept::Range(from.min(to), to);
    }
    flags.clear();
    flags.resize(lanes.len(), true);
    for &arg in option.iter().flat_map(|part| &part.args) {
        if *lanes.bounds(arg).start() < 0 {
            let view = lanes.view(arg);
            flags.iter_mut().enumerate().for_each(|(lane, flag)| *flag &= view.at(lane) >= 0);
        }
    }
    Kept::Flags
}

/// Memory of the sinks.
#[derive(Debug, Default)]
pub(super) struct Columns {
    flags: Vec<bool>,
    cells: Vec<Vec<i64>>,
}

impl Columns {
    /// The cells of all parts of an option.
    fn fill(&mut self, shapes: &[Shape], lanes: &Options<'_>, option: &[Part]) {
        self.cells.resize_with(option.len().max(self.cells.len()), Vec::new);
        for (part, column) in option.iter().zip(&mut self.cells) {
            shapes[part.kind].column(lanes, part, column);
        }
    }
}

/// Marks the options of a single position.
pub(super) struct Marker<'a> {
    pub(super) shapes: &'a [Shape],
    pub(super) cells: &'a [u32],
    pub(super) marks: &'a mut Marks,
    pub(super) columns: &'a mut Columns,
    /// Lanes seen.
    pub(super) lanes: u64,
}

impl Sink for Marker<'_> {
    fn take(&mut self, lanes: &Options<'_>) -> Ran {
        self.lanes += (lanes.len() * lanes.options.len()) as u64;
        for option in lanes.options {
            if option.iter().all(|part| part.copies.is_empty()) {
                self.option(lanes, option);
            } else {
                self.copied_option(lanes, option)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl Marker<'_> {
    fn option(&mut self, lanes: &Options<'_>, option: &[Part]) {
        let kept = kept(lanes, option, &mut self.columns.flags);
        match kept {
            Kept::Range(from, to) if from == to => return,
            Kept::Range(from, to) if self.formulas(lanes, option, from, to) => return,
            _ => {}
        }
        self.columns.fill(self.shapes, lanes, option);
        let Columns { flags, cells } = &*self.columns;
        let columns = &cells[..option.len()];
        match (kept, columns) {
            (Kept::Range(from, to), _) => {
                (from..to)
                    .for_each(|lane| self.marks.add(self.cells, columns.iter().map(|cells| cells[lane] as usize)));
            }
            (Kept::Flags, _) => {
                let moves = (0..lanes.len()).filter(|&lane| flags[lane]);
                moves.for_each(|lane| self.marks.add(self.cells, columns.iter().map(|cells| cells[lane] as usize)));
            }
        }
    }

    /// Options whose cells are given by a formula: nothing needs to be written down.
    fn formulas(&mut self, lanes: &Options<'_>, option: &[Part], from: usize, to: usize) -> bool {
        let formula = |part: &Part| self.shapes[part.kind].formula(lanes, part, from, to);
        match option {
            [] => self.marks.insert(0, 0),
            [one] => match formula(one) {
                Some(one) => self.marks.add_ones(self.cells, to - from, one),
                None => return false,
            },
            [one, other] => match (formula(one), formula(other)) {
                (Some(one), Some(other)) => self.marks.add_pairs(self.cells, to - from, one, other),
                _ => return false,
            },
            _ => return false,
        }
        true
    }

    /// Copies cancel in pairs, which differs from lane to lane.
    fn copied_option(&mut self, lanes: &Options<'_>, option: &[Part]) -> Result<(), Fault> {
        let (mut args, mut components) = (Vec::new(), Vec::new());
        for lane in 0..lanes.len() {
            components.clear();
            let cell = |kind: usize, args: &[i64]| components.push(self.shapes[kind].cell(args).unwrap_or(0));
            if lanes.components(option, lane, &mut args, cell)? {
                self.marks.add(self.cells, components.iter().copied());
            }
        }
        Ok(())
    }
}

/// The options of a whole block of positions, written down: they are marked position by position afterwards.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// One for each option of each rule.
    lists: Vec<List>,
    columns: Columns,
}

/// The moves by one option of a rule: whose they are, ascending, and the cells of their components.
#[derive(Debug, Default)]
struct List {
    owners: Vec<u32>,
    cells: Vec<Vec<u32>>,
    next: usize,
}

impl Block {
    /// Prepares for so many options of all rules together.
    pub(super) fn clear(&mut self, options: usize) {
        self.lists.resize_with(options.max(self.lists.len()), List::default);
        for list in &mut self.lists {
            list.owners.clear();
            list.cells.iter_mut().for_each(Vec::clear);
            list.next = 0;
        }
    }

    /// Marks the options of the next position, which must be asked for in order.
    pub(super) fn mark(&mut self, owner: u32, cells: &[u32], marks: &mut Marks) {
        for list in &mut self.lists {
            let end = list.owners[list.next..].iter().take_while(|&&other| other == owner).count() + list.next;
            let range = list.next..end;
            match list.cells.as_slice() {
                [one] => marks.insert_all(one[range].iter().map(|&cell| {
                    let value = cells[cell as usize];
                    (value, value)
                })),
                [one, other] => marks.insert_all(one[range.clone()].iter().zip(&other[range]).map(|(&a, &b)| {
                    let (a, b) = (cells[a as usize], cells[b as usize]);
                    (a ^ b, a | b)
                })),
                many => range.for_each(|lane| marks.add(cells, many.iter().map(|column| column[lane] as usize))),
            }
            list.next = end;
        }
    }

    /// The moves written down.
    pub(super) fn moves(&self) -> usize {
        self.lists.iter().map(|list| list.owners.len()).sum()
    }
}

/// Writes the options of one rule into a block.
pub(super) struct Writer<'a> {
    pub(super) shapes: &'a [Shape],
    pub(super) block: &'a mut Block,
    /// Where the lists of this rule start.
    pub(super) first: usize,
}

impl Sink for Writer<'_> {
    fn take(&mut self, lanes: &Options<'_>) -> Ran {
        if !lanes.single() {
            return Err(Fault::Unusual);
        }
        for (index, option) in lanes.options.iter().enumerate() {
            let Block { lists, columns } = self.block;
            columns.fill(self.shapes, lanes, option);
            let kept = kept(lanes, option, &mut columns.flags);
            lists[self.first + index].extend(lanes, &columns.cells[..option.len()], kept, &columns.flags);
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl List {
    fn extend(&mut self, lanes: &Options<'_>, columns: &[Vec<i64>], kept: Kept, flags: &[bool]) {
        let owners = lanes.owners();
        self.cells.resize_with(columns.len(), Vec::new);
        match kept {
            Kept::Range(from, to) => {
                self.owners.extend((from..to).map(|lane| owners.at(lane) as u32));
                for (list, column) in self.cells.iter_mut().zip(columns) {
                    list.extend(column[from..to].iter().map(|&cell| cell as u32));
                }
            }
            Kept::Flags => {
                let moves = || (0..lanes.len()).filter(|&lane| flags[lane]);
                self.owners.extend(moves().map(|lane| owners.at(lane) as u32));
                for (list, column) in self.cells.iter_mut().zip(columns) {
                    list.extend(moves().map(|lane| column[lane] as u32));
                }
            }
        }
    }
}
