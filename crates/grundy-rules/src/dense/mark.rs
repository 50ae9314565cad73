//! From the lanes of the machine to the values of options in the table.
//!
//! A cell is a value below 2^31, or [`UNKNOWN`](super::marks::UNKNOWN). Options that are not known make the position
//! unknown; what is written is therefore always right, whatever order the table is filled in.

use super::marks::Marks;
use super::shape::Shape;
use crate::compile::code::Part;
use crate::compile::kernels::View;
use crate::compile::lane_options::LaneOptions;
use crate::compile::vector::{Ran, Sink};
use crate::error::Miss;
use crate::meter::Trouble;
use std::ops::ControlFlow;

/// The lanes in which an option is a move.
enum Kept {
    /// One after the other.
    Range(usize, usize),
    /// Where the flag is set.
    Flags,
}

/// Finds the lanes in which no argument of an option is negative.
fn kept(lanes: &LaneOptions<'_>, option: &[Part], flags: &mut Vec<bool>) -> Kept {
    let (mut from, mut to) = (0, lanes.len());
    let mut ragged = false;
    for &arg in option.iter().flat_map(|part| &part.args) {
        if *lanes.bounds(arg).start() >= 0 {
            continue;
        }
        match lanes.view(arg) {
            View::Line { start, step } if step <= 0 && start < 0 => return Kept::Range(0, 0),
            // The first lane from which on a rising progression is not negative.
            View::Line { start, step } if start < 0 => {
                from = from.max((start.unsigned_abs().div_ceil(step.unsigned_abs())) as usize);
            }
            // The last lane to which a falling one is not.
            View::Line { start, step } => to = to.min((start / step.unsigned_abs().max(1) as i64) as usize + 1),
            View::Lanes(values) => ragged |= values[..lanes.len()].iter().fold(0, |all, value| all | value) < 0,
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

/// Memory of a marker.
#[derive(Debug, Default)]
pub(super) struct Columns {
    flags: Vec<bool>,
    cells: Vec<Vec<u32>>,
}

/// Marks the options of a single position.
pub(super) struct Marker<'a> {
    pub(super) shapes: &'a [Shape],
    pub(super) table: &'a [u32],
    pub(super) marks: &'a mut Marks,
    pub(super) columns: &'a mut Columns,
    /// Moves seen.
    pub(super) moves: u64,
}

impl Sink for Marker<'_> {
    fn take(&mut self, lanes: &LaneOptions<'_>) -> Ran {
        self.moves += (lanes.len() * lanes.options.len()) as u64;
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
    fn option(&mut self, lanes: &LaneOptions<'_>, option: &[Part]) {
        let kept = kept(lanes, option, &mut self.columns.flags);
        match kept {
            Kept::Range(from, to) if from == to => return,
            Kept::Range(from, to) if self.formulas(lanes, option, from, to) => return,
            _ => {}
        }
        let Columns { flags, cells } = &mut *self.columns;
        cells.resize_with(option.len().max(cells.len()), Vec::new);
        for (part, column) in option.iter().zip(cells.iter_mut()) {
            column.clear();
            self.shapes[part.kind].append(lanes, part, column);
        }
        let columns = &cells[..option.len()];
        if let ([one, two], Kept::Range(from, to)) = (columns, &kept) {
            let pairs = one[*from..*to].iter().zip(&two[*from..*to]);
            let read = |(&one, &two): (&u32, &u32)| (self.table[one as usize], self.table[two as usize]);
            return self.marks.insert_all(pairs.map(read).map(|(one, two)| (one ^ two, one | two)));
        }
        let mut add = |lane: usize| self.marks.add(self.table, columns.iter().map(|cells| cells[lane] as usize));
        match kept {
            Kept::Range(from, to) => (from..to).for_each(add),
            Kept::Flags => (0..lanes.len()).filter(|&lane| flags[lane]).for_each(&mut add),
        }
    }

    /// Options whose cells are given by a formula: nothing needs to be written down.
    fn formulas(&mut self, lanes: &LaneOptions<'_>, option: &[Part], from: usize, to: usize) -> bool {
        let formula = |part: &Part| self.shapes[part.kind].formula(lanes, part, from, to);
        match option {
            [] => self.marks.add(self.table, std::iter::empty()),
            [one] => match formula(one) {
                Some(one) => self.marks.add_ones(self.table, to - from, one),
                None => return false,
            },
            [one, other] => match (formula(one), formula(other)) {
                (Some(one), Some(other)) => self.marks.add_pairs(self.table, to - from, one, other),
                _ => return false,
            },
            _ => return false,
        }
        true
    }

    /// Copies cancel in pairs, if they have a value at all, which differs from lane to lane.
    fn copied_option(&mut self, lanes: &LaneOptions<'_>, option: &[Part]) -> Result<(), Miss<Trouble>> {
        let (mut args, mut components) = (Vec::new(), Vec::new());
        for lane in 0..lanes.len() {
            components.clear();
            let cell = |kind: usize, args: &[i64]| components.push(self.shapes[kind].cell(args).unwrap_or(0));
            if lanes.components(option, lane, &mut args, cell)? {
                self.marks.add(self.table, components.iter().copied());
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
    flags: Vec<bool>,
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
        self.lists.resize_with(options, List::default);
        for list in &mut self.lists {
            list.owners.clear();
            list.cells.iter_mut().for_each(Vec::clear);
            list.next = 0;
        }
    }

    /// Marks the options of the next position, which must be asked for in order.
    #[inline]
    pub(super) fn mark(&mut self, owner: u32, table: &[u32], marks: &mut Marks) {
        for List { owners, cells, next } in &mut self.lists {
            let owners = &owners[*next..];
            *next += match cells.as_slice() {
                [one] => marks.add_own(table, owner, owners, &one[*next..]),
                [one, two] => marks.add_own_pairs(table, owner, owners, [&one[*next..], &two[*next..]]),
                many => {
                    let count = owners.iter().take_while(|&&other| other == owner).count();
                    let moves = *next..*next + count;
                    moves.for_each(|lane| marks.add(table, many.iter().map(|column| column[lane] as usize)));
                    count
                }
            };
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
    fn take(&mut self, lanes: &LaneOptions<'_>) -> Ran {
        if !lanes.single() {
            return Err(Miss::NotMine);
        }
        for (index, option) in lanes.options.iter().enumerate() {
            let Block { lists, flags } = self.block;
            let kept = kept(lanes, option, flags);
            lists[self.first + index].extend(lanes, self.shapes, option, kept, flags);
        }
        Ok(ControlFlow::Continue(()))
    }
}

impl List {
    fn extend(&mut self, lanes: &LaneOptions<'_>, shapes: &[Shape], option: &[Part], kept: Kept, flags: &[bool]) {
        let start = self.owners.len();
        match lanes.owners() {
            View::Lanes(owners) => self.owners.extend(owners[..lanes.len()].iter().map(|&owner| owner as u32)),
            line => self.owners.extend((0..lanes.len()).map(|lane| line.at(lane) as u32)),
        }
        keep(&mut self.owners, start, &kept, flags);
        self.cells.resize_with(option.len(), Vec::new);
        for (part, cells) in option.iter().zip(&mut self.cells) {
            shapes[part.kind].append(lanes, part, cells);
            keep(cells, start, &kept, flags);
        }
    }
}

/// Keeps the lanes that are moves of those that were appended last.
fn keep(column: &mut Vec<u32>, start: usize, kept: &Kept, flags: &[bool]) {
    match *kept {
        Kept::Range(from, to) => {
            column.truncate(start + to);
            column.drain(start..start + from);
        }
        Kept::Flags => {
            let mut end = start;
            for lane in 0..flags.len() {
                column[end] = column[start + lane];
                end += usize::from(flags[lane]);
            }
            column.truncate(end);
        }
    }
}
