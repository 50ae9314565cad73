//! Answers from a table: single positions by reading one page, slices and counts block by block, never the whole.

use crate::block::Opened;
use crate::checksum::checksum;
use crate::error::Error;
use crate::folder::Folder;
use crate::shape::{Shape, advance};
use crate::source::{Source, View};
use crate::store::Store;
use grundy::Watch;
use hashbrown::HashMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Takes the first arguments of a piece of a row, and its values; may end the walk.
pub type Visit<'a> = &'a mut dyn FnMut(&[u64], &[u32]) -> Result<ControlFlow<()>, Error>;

/// Blocks whose files are kept open.
const MOST_OPEN: usize = 64;

/// Values that a row has at most when it is handed on.
const ROW: u64 = 1 << 16;

/// A table in a folder.
#[derive(Debug)]
pub struct Reader {
    folder: Folder,
    open: Mutex<HashMap<usize, Opened>>,
}

/// What is said of a whole table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// How many positions.
    pub positions: u64,
    /// How many of them are lost for who moves.
    pub zeros: u64,
    /// The largest value.
    pub largest: u32,
    /// Bytes of the values.
    pub bytes: u64,
    /// The checksum of all values.
    pub checksum: u64,
    /// How many blocks.
    pub blocks: usize,
}

impl Reader {
    /// Opens the folder of a table.
    pub fn open(path: &Path) -> Result<Reader, Error> {
        let folder = Folder::open(path)?.ok_or_else(|| Error::Bad(format!("{}: there is no table", path.display())))?;
        Ok(Reader { folder, open: Mutex::default() })
    }

    /// What it holds.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// The value of a position; nothing if it is not in the table's box.
    pub fn value(&self, args: &[u64]) -> Result<Option<u32>, Error> {
        let shape = self.folder.shape();
        let Some(point) = shape.point(args) else { return Ok(None) };
        let (block, cell) = shape.cell(&point);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if !open.contains_key(&block) {
            let opened = self.folder.block(block)?.ok_or_else(|| self.folder.missing(block))?;
            if open.len() >= MOST_OPEN {
                open.clear();
            }
            open.insert(block, opened);
        }
        open.get_mut(&block).map(|opened| opened.get(cell)).transpose()
    }

    /// Calls `visit` with the values of a slice: the first arguments of a piece of a row along the last argument, and its values.
    pub fn slice(&self, ranges: &[RangeInclusive<u64>], watch: &Watch, visit: Visit<'_>) -> Result<(), Error> {
        let store = Store::new(Some(&self.folder), watch.limits().memory / 4);
        slice(self.folder.shape(), &store, ranges, watch, visit)
    }

    /// How often each value occurs in the whole table.
    pub fn histogram(&self, watch: &Watch) -> Result<Vec<u64>, Error> {
        let mut counts = Vec::new();
        for block in 0..self.folder.shape().blocks() {
            watch.check(0, 0)?;
            let cells = self.folder.cells(block)?;
            cells.each(0..cells.len(), |value| count(&mut counts, value));
        }
        Ok(counts)
    }

    /// What is said of the whole table: from the heads of its blocks.
    pub fn summary(&self) -> Result<Summary, Error> {
        let shape = self.folder.shape();
        let mut summary = Summary {
            positions: shape.cells(),
            zeros: 0,
            largest: 0,
            bytes: 0,
            checksum: self.folder.checksum()?,
            blocks: shape.blocks(),
        };
        for block in 0..shape.blocks() {
            let head = self.folder.block(block)?.ok_or_else(|| self.folder.missing(block))?.head;
            summary.zeros += head.zeros;
            summary.largest = summary.largest.max(head.largest);
            summary.bytes += head.cells * head.width as u64;
        }
        Ok(summary)
    }
}

/// Counts a value.
pub fn count(counts: &mut Vec<u64>, value: u32) {
    if value as usize >= counts.len() {
        counts.resize(value as usize + 1, 0);
    }
    counts[value as usize] += 1;
}

/// Calls `visit` with the values of a slice of a table, as [`Reader::slice`] does.
pub fn slice(
    shape: &Shape,
    source: &dyn Source,
    ranges: &[RangeInclusive<u64>],
    watch: &Watch,
    visit: Visit<'_>,
) -> Result<(), Error> {
    check(shape, ranges)?;
    let mut view = View::new(shape, source);
    let last = ranges.len() - 1;
    let lens: Vec<u64> = ranges.iter().map(|range| range.end() - range.start() + 1).collect();
    let straight = shape.axes()[last].argument == last && shape.axes()[last].rising;
    let mut outer = vec![0; last];
    let mut values = Vec::new();
    loop {
        let mut args: Vec<u64> = outer.iter().zip(ranges).map(|(at, range)| at + range.start()).collect();
        args.push(0);
        for start in (*ranges[last].start()..=*ranges[last].end()).step_by(ROW as usize) {
            watch.check(0, 0)?;
            args[last] = start;
            let len = (ranges[last].end() - start + 1).min(ROW);
            values.clear();
            if straight {
                let point = shape.point(&args).unwrap_or_default();
                view.row(&point, len as usize, |_, cells, range| cells.each(range, |value| values.push(value)))?;
            } else {
                for at in 0..len {
                    args[last] = start + at;
                    values.push(view.value(&shape.point(&args).unwrap_or_default())?);
                }
                args[last] = start;
            }
            if visit(&args, &values)?.is_break() {
                return Ok(());
            }
        }
        // What was fetched for one row is not held for all: the store holds what fits.
        view = View::new(shape, source);
        if !advance(&mut outer, &lens[..last]) {
            return Ok(());
        }
    }
}

fn check(shape: &Shape, ranges: &[RangeInclusive<u64>]) -> Result<(), Error> {
    let last = shape.last();
    let inside = ranges.len() == last.len()
        && ranges.iter().zip(&last).all(|(range, last)| !range.is_empty() && range.end() <= last);
    if inside {
        Ok(())
    } else {
        Err(Error::Bad(format!("the table holds positions to {last:?}; the slice is not in it")))
    }
}

/// A table as an engine asks it.
#[derive(Debug)]
pub struct Stored(Reader);

impl Stored {
    /// Opens the folder of a table.
    pub fn open(path: &Path) -> Result<Stored, Error> {
        Reader::open(path).map(Stored)
    }

    /// Says that it holds another game than is meant.
    pub fn another(&self) -> String {
        let about = self.0.folder.about();
        let (game, last) = (crate::folder::shown(&about.game), about.shape.last());
        format!(
            "{}: the folder holds another game, or other rules, params or data of it: it holds {game} to {last:?}",
            self.0.folder.path().display()
        )
    }
}

impl grundy_rules::pattern::Stored for Stored {
    fn is_for(&self, identity: &str) -> bool {
        checksum(identity.as_bytes()) == self.0.folder.about().rules
    }

    fn value(&self, numbers: &[u64]) -> Result<Option<u64>, grundy_rules::Error> {
        let value = self.0.value(numbers).map_err(|error| match error {
            Error::Rules(error) => error,
            error => grundy_rules::Error::bad(error.to_string().trim_start_matches("error: ")),
        })?;
        Ok(value.map(u64::from))
    }
}
