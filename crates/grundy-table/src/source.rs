//! Where the values of finished blocks come from.

use crate::cells::Cells;
use crate::error::Error;
use crate::shape::Shape;
use hashbrown::HashMap;
use std::sync::Arc;

/// Gives the values of finished blocks.
pub trait Source: Sync {
    /// The values of a block; nothing if it is not finished.
    fn block(&self, block: usize) -> Result<Option<Arc<Cells>>, Error>;
}

/// Blocks that a view holds at least, and the part of the table that it holds at most otherwise.
const LEAST_BLOCKS: u64 = 16;
const PART: u64 = 8;

/// The finished blocks that one block has asked for: each is fetched once, unless they are a large part of the table.
pub struct View<'a> {
    shape: &'a Shape,
    source: &'a dyn Source,
    known: HashMap<usize, Option<Arc<Cells>>, foldhash::fast::FixedState>,
    bytes: u64,
    most_bytes: u64,
}

impl<'a> View<'a> {
    /// Nothing is fetched yet.
    pub fn new(shape: &'a Shape, source: &'a dyn Source) -> View<'a> {
        let block = shape.cells().div_ceil(shape.blocks() as u64);
        let most_bytes = (shape.cells() / PART).max(block * LEAST_BLOCKS);
        View { shape, source, known: HashMap::default(), bytes: 0, most_bytes }
    }

    /// The values of a block; nothing if it is not finished.
    pub fn block(&mut self, block: usize) -> Result<Option<&Arc<Cells>>, Error> {
        if !self.known.contains_key(&block) {
            let cells = self.source.block(block)?;
            self.bytes += cells.as_ref().map_or(0, |cells| cells.bytes());
            if self.bytes > self.most_bytes {
                self.known.clear();
                self.bytes = cells.as_ref().map_or(0, |cells| cells.bytes());
            }
            self.known.insert(block, cells);
        }
        Ok(self.known.get(&block).and_then(Option::as_ref))
    }

    /// The value of a point whose block is finished.
    pub fn value(&mut self, point: &[u64]) -> Result<u32, Error> {
        let (block, cell) = self.shape.cell(point);
        Ok(self.block(block)?.ok_or_else(|| unfinished(block))?.get(cell))
    }

    /// Calls `take` with the values of the points from one on along the last axis, some at a time, and where they start.
    pub fn row(
        &mut self,
        first: &[u64],
        len: usize,
        mut take: impl FnMut(usize, &Cells, std::ops::Range<usize>),
    ) -> Result<(), Error> {
        let (mut point, last, mut done) = (first.to_vec(), first.len() - 1, 0);
        while done < len {
            let (block, cell) = self.shape.cell(&point);
            let shift = self.shape.shifts()[last];
            let left = (((point[last] >> shift) + 1) << shift) - point[last];
            let some = (len - done).min(left as usize);
            let cells = self.block(block)?.ok_or_else(|| unfinished(block))?;
            take(done, cells, cell..cell + some);
            done += some;
            point[last] += some as u64;
        }
        Ok(())
    }
}

/// A block was needed before it was made: the order of tiers forbids it.
pub fn unfinished(block: usize) -> Error {
    Error::Damaged(format!("block {block} is needed and not there"))
}
