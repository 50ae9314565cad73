//! Blocks of any game: the options of every position are listed and looked up.
//!
//! Positions are done in rows along the last axis, as many at a time as have a few thousand options: these are written down by the vector
//! machine all at once, and the positions get their values one after the other. Every option is checked to lie in the box and before
//! its position, so that no value is wrong whatever order was derived. Time O(options), memory 4 bytes a cell of the block and
//! the blocks that are looked at.

use crate::cells::Cells;
use crate::error::Error;
use crate::shape::{MOST_AXES, Place, Shape, advance};
use crate::source::{Source, View};
use grundy::Watch;
use grundy_rules::grid::{Grid, Lanes, Lister, Take};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Options that are listed at once, about.
const OPTIONS: usize = 4096;

/// Positions that are listed at once, at most.
const MOST_POSITIONS: usize = 512;

/// Where the value of a component is: in the block at hand, or in another one.
#[derive(Debug, Clone, Copy)]
struct Ref {
    block: u32,
    cell: u32,
}

/// Options of one option of one rule: whose they are, ascending, and their components one after the other.
#[derive(Debug, Default)]
struct List {
    parts: usize,
    owners: Vec<u32>,
    refs: Vec<Ref>,
    next: usize,
}

/// Why an option cannot be looked up.
#[derive(Debug)]
struct Wrong {
    position: usize,
    part: Vec<i64>,
}

/// Writes options down.
struct Notes<'a> {
    shape: &'a Shape,
    lists: Vec<List>,
    used: usize,
    options: usize,
    wrong: Option<Wrong>,
}

impl Notes<'_> {
    fn list(&mut self, parts: usize) -> &mut List {
        if self.used == self.lists.len() {
            self.lists.push(List::default());
        }
        let list = &mut self.lists[self.used];
        self.used += 1;
        list.parts = parts;
        list.owners.clear();
        list.refs.clear();
        list.next = 0;
        list
    }

    /// Where a component is; nothing if it is outside of the box.
    fn place(shape: &Shape, args: &[i64]) -> Option<Ref> {
        let mut point = [0u64; MOST_AXES];
        for (axis, (along, &size)) in shape.axes().iter().zip(shape.sizes()).enumerate() {
            let arg = u64::try_from(args[along.argument]).ok().filter(|&arg| arg < size)?;
            point[axis] = if along.rising { arg } else { size - 1 - arg };
        }
        let (block, cell) = shape.cell(&point[..shape.sizes().len()]);
        Some(Ref { block: block as u32, cell: cell as u32 })
    }
}

impl Take for Notes<'_> {
    fn restart(&mut self) {
        (self.used, self.options, self.wrong) = (0, 0, None);
    }

    fn lanes(&mut self, lanes: &Lanes<'_>) -> ControlFlow<()> {
        let (shape, owners) = (self.shape, lanes.positions());
        let arity = shape.sizes().len();
        self.options += lanes.len() * lanes.options();
        for option in 0..lanes.options() {
            let parts = lanes.parts(option);
            let mut columns = Vec::with_capacity(parts * arity);
            for part in 0..parts {
                columns.extend((0..arity).map(|index| lanes.arg(option, part, index)));
            }
            let mut wrong = None;
            let list = self.list(parts);
            let mut args = [0; MOST_AXES];
            'lanes: for lane in 0..lanes.len() {
                let start = list.refs.len();
                let mut outside = None;
                for columns in columns.chunks_exact(arity) {
                    for (arg, column) in args.iter_mut().zip(columns) {
                        *arg = column.at(lane);
                        if *arg < 0 {
                            list.refs.truncate(start);
                            continue 'lanes;
                        }
                    }
                    match Notes::place(shape, &args[..arity]) {
                        Some(place) => list.refs.push(place),
                        None => outside = Some(args[..arity].to_vec()),
                    }
                }
                if let Some(part) = outside {
                    wrong = Some(Wrong { position: owners.at(lane) as usize, part });
                    break;
                }
                list.owners.push(owners.at(lane) as u32);
            }
            if wrong.is_some() {
                self.wrong = wrong;
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    fn option(&mut self, position: usize, parts: &[Vec<i64>]) -> ControlFlow<()> {
        let shape = self.shape;
        self.options += 1;
        let mut refs = Vec::with_capacity(parts.len());
        for part in parts {
            match Notes::place(shape, part) {
                Some(place) => refs.push(place),
                None => {
                    self.wrong = Some(Wrong { position, part: part.clone() });
                    return ControlFlow::Break(());
                }
            }
        }
        // Options of one position follow each other: they share a list if they are alike.
        let alike = self.used > 0 && self.lists[self.used - 1].parts == refs.len();
        if !alike {
            self.list(refs.len());
        }
        let list = &mut self.lists[self.used - 1];
        list.owners.push(position as u32);
        list.refs.extend(refs);
        ControlFlow::Continue(())
    }
}

/// Makes one block.
struct Maker<'a> {
    grid: &'a Grid,
    shape: &'a Shape,
    block: usize,
    place: Place,
    view: View<'a>,
    near: Option<(u32, Arc<Cells>)>,
    lister: Lister,
    notes: Notes<'a>,
    values: Vec<u32>,
    /// The round in which a value was met last.
    stamps: Vec<u32>,
    round: u32,
}

/// The values of a block.
pub fn fill(grid: &Grid, shape: &Shape, block: usize, source: &dyn Source, watch: &Watch) -> Result<Cells, Error> {
    let place = shape.place(block);
    let notes = Notes { shape, lists: Vec::new(), used: 0, options: 0, wrong: None };
    let values = Vec::with_capacity(place.cells());
    let (view, lister) = (View::new(shape, source), grid.lister());
    let mut maker = Maker {
        grid,
        shape,
        block,
        place,
        view,
        near: None,
        lister,
        notes,
        values,
        stamps: vec![0; 1 << 10],
        round: 0,
    };
    maker.run(watch)?;
    Ok(Cells::narrow(maker.values))
}

impl Maker<'_> {
    fn run(&mut self, watch: &Watch) -> Result<(), Error> {
        let last = self.place.len.len() - 1;
        let row_len = self.place.len[last] as usize;
        let mut each = 16;
        let mut row = vec![0; last];
        loop {
            watch.check(0, 0)?;
            let mut done = 0;
            while done < row_len {
                let some = (OPTIONS / each).clamp(1, MOST_POSITIONS).min(row_len - done);
                let mut point: Vec<u64> = row.iter().zip(&self.place.start).map(|(at, start)| at + start).collect();
                point.push(self.place.start[last] + done as u64);
                self.some(&point, some)?;
                each = (each + self.notes.options / some) / 2 + 1;
                done += some;
            }
            if !advance(&mut row, &self.place.len[..last]) {
                return Ok(());
            }
        }
    }

    /// Makes some positions from a point on.
    fn some(&mut self, point: &[u64], len: usize) -> Result<(), Error> {
        let axis = self.shape.axes()[point.len() - 1];
        let first: Vec<i64> = self.shape.args(point).iter().map(|&arg| arg as i64).collect();
        self.lister.list(&first, axis.argument, if axis.rising { 1 } else { -1 }, len, &mut self.notes)?;
        if let Some(Wrong { position, part }) = self.notes.wrong.take() {
            return Err(self.misplaced(point, position, &part, "which is not in the table"));
        }
        for position in 0..len {
            self.one(position as u32).map_err(|found| match found {
                Found::Error(error) => error,
                Found::Later(place) => {
                    let part = self.args_of(place);
                    self.misplaced(point, position, &part, "which is made later: no order of the positions is found")
                }
            })?;
        }
        Ok(())
    }

    /// The value of the next position.
    fn one(&mut self, position: u32) -> Result<(), Found> {
        self.round += 1;
        for index in 0..self.notes.used {
            let List { parts, next, .. } = self.notes.lists[index];
            let mut at = next;
            while self.notes.lists[index].owners.get(at) == Some(&position) {
                let mut value = 0;
                for part in at * parts..(at + 1) * parts {
                    value ^= self.value(self.notes.lists[index].refs[part])?;
                }
                if value as usize >= self.stamps.len() {
                    self.stamps.resize((value as usize + 1).next_power_of_two(), 0);
                }
                self.stamps[value as usize] = self.round;
                at += 1;
            }
            self.notes.lists[index].next = at;
        }
        let mex = self.stamps.iter().position(|&stamp| stamp != self.round).unwrap_or(self.stamps.len());
        self.values.push(mex as u32);
        Ok(())
    }

    #[inline]
    fn value(&mut self, place: Ref) -> Result<u32, Found> {
        if place.block as usize == self.block {
            return self.values.get(place.cell as usize).copied().ok_or(Found::Later(place));
        }
        // Options that follow each other often lie in the same block.
        if let Some((block, cells)) = &self.near
            && *block == place.block
        {
            return Ok(cells.get(place.cell as usize));
        }
        match self.view.block(place.block as usize) {
            Ok(Some(cells)) => {
                let value = cells.get(place.cell as usize);
                self.near = Some((place.block, cells.clone()));
                Ok(value)
            }
            Ok(None) => Err(Found::Later(place)),
            Err(error) => Err(Found::Error(error)),
        }
    }

    fn args_of(&self, Ref { block, cell }: Ref) -> Vec<i64> {
        let place = self.shape.place(block as usize);
        let (mut rest, mut point) = (u64::from(cell), vec![0; place.len.len()]);
        for axis in (0..point.len()).rev() {
            point[axis] = place.start[axis] + rest % place.len[axis];
            rest /= place.len[axis];
        }
        self.shape.args(&point).iter().map(|&arg| arg as i64).collect()
    }

    fn misplaced(&self, point: &[u64], position: usize, part: &[i64], what: &str) -> Error {
        let mut point = point.to_vec();
        let last = point.len() - 1;
        point[last] += position as u64;
        let text = |args: &mut dyn Iterator<Item = String>| args.collect::<Vec<_>>().join(", ");
        let from = text(&mut self.shape.args(&point).iter().map(ToString::to_string));
        let to = text(&mut part.iter().map(ToString::to_string));
        let kind = self.grid.kind();
        Error::Bad(format!("`{kind}({from})` has a move to `{kind}({to})`, {what}"))
    }
}

enum Found {
    Later(Ref),
    Error(Error),
}
