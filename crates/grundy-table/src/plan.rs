//! What a table is and how its blocks are made: a pure function of the rules and the box.

use crate::cells::Cells;
use crate::checksum::checksum;
use crate::error::Error;
use crate::folder::{About, Folder};
use crate::general;
use crate::rays::Rays;
use crate::shape::Shape;
use crate::source::Source;
use crate::steps::Steps;
use grundy::Watch;
use grundy_rules::grid::{Grid, Order, Vectors};

/// Cells of a block: a part of all, between a least and a most.
const PART: u64 = 128;
/// Where a cell takes some nanoseconds, files of small blocks would cost more than their values.
const STEPS_CELLS: (u64, u64) = (1 << 18, 1 << 22);
/// Lines are handed over from block to block: the fewer, the larger blocks are. A cell takes more than a byte while it is worked on.
const RAYS_CELLS: (u64, u64) = (1 << 18, 1 << 20);
const GENERAL_CELLS: (u64, u64) = (1 << 16, 1 << 18);

/// The part of the memory that lines may use between blocks.
const LINES_PART: u64 = 2;

/// A table that can be made.
#[derive(Debug)]
pub struct Plan {
    pub(crate) grid: Grid,
    vectors: Option<Vectors>,
    about: About,
    pub(crate) kernel: Kernel,
    proved: bool,
    memory: u64,
}

/// How the values of a block are found.
#[derive(Debug)]
pub(crate) enum Kernel {
    Steps(Steps),
    Rays(Rays),
    General,
}

impl Plan {
    /// Plans the table of the positions up to `last` (all of them, from 0 on) of a game.
    pub fn new(game: &str, grid: Grid, last: &[u64], memory: u64) -> Result<Plan, Error> {
        Plan::with_blocks(game, grid, last, memory, None)
    }

    /// The same, in blocks of about so many cells.
    pub fn with_blocks(game: &str, grid: Grid, last: &[u64], memory: u64, cells: Option<u64>) -> Result<Plan, Error> {
        let arity = grid.arity();
        if last.len() != arity {
            return Err(Error::Bad(format!(
                "`{game}` has {arity} arguments, not {}: say --to with {arity} numbers",
                last.len()
            )));
        }
        let order = order(game, &grid, last)?;
        let vectors = grid.vectors();
        let all = last.iter().fold(1u64, |all, last| all.saturating_mul(last.saturating_add(1)));
        let (least, most) = match &vectors {
            None => GENERAL_CELLS,
            Some(vectors) if vectors.rays.is_empty() => STEPS_CELLS,
            Some(_) => RAYS_CELLS,
        };
        // Very large tables have larger blocks, so that there are not too many files.
        let target = cells.unwrap_or_else(|| (all / PART).clamp(least, most.max(all >> 20)));
        let shape = Shape::new(last, &order.axes, target)?;
        let rules = checksum(grid.identity().as_bytes());
        let kernel = Kernel::new(vectors.as_ref(), &shape, memory);
        let about = About { game: game.to_owned(), kind: grid.kind().to_owned(), rules, shape };
        Ok(Plan { grid, vectors, about, kernel, proved: order.proved, memory })
    }

    /// The same game in another box, or in other blocks.
    pub(crate) fn with_shape(&self, shape: Shape) -> Plan {
        let Plan { grid, vectors, about, proved, memory, .. } = self;
        let kernel = Kernel::new(vectors.as_ref(), &shape, *memory);
        let about = About { shape, ..about.clone() };
        Plan { grid: grid.clone(), vectors: vectors.clone(), about, kernel, proved: *proved, memory: *memory }
    }

    /// The same table in the blocks of a folder, which must be a folder of it.
    pub fn in_blocks_of(self, folder: &Folder) -> Result<Plan, Error> {
        folder.check(&self.about)?;
        Ok(self.with_shape(folder.shape().clone()))
    }

    /// What it holds.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The box.
    pub fn shape(&self) -> &Shape {
        &self.about.shape
    }

    /// How values are found, in a word: `steps`, `rays` or `general`.
    pub fn method(&self) -> &'static str {
        match self.kernel {
            Kernel::Steps(_) => "steps",
            Kernel::Rays(_) => "rays",
            Kernel::General => "general",
        }
    }

    /// Whether the order of the positions is proved; else every option is checked.
    pub fn is_proved(&self) -> bool {
        self.proved
    }

    /// How many blocks a block needs along each axis, itself included; nothing if it may need all before it.
    pub fn blocks_back(&self) -> Option<Vec<u64>> {
        match &self.kernel {
            Kernel::Steps(steps) => Some(steps.blocks_back(self.shape())),
            Kernel::Rays(_) | Kernel::General => None,
        }
    }

    /// Whether a block is needed for others only as long as lines are not kept.
    pub fn forgets(&self) -> bool {
        matches!(self.kernel, Kernel::Rays(_))
    }

    /// The values of a block.
    pub fn fill(&self, block: usize, source: &dyn Source, watch: &Watch) -> Result<Cells, Error> {
        let shape = self.shape();
        match &self.kernel {
            Kernel::Steps(steps) => steps.fill(shape, block, source, watch),
            Kernel::Rays(rays) => rays.fill(shape, block, source, watch),
            Kernel::General => general::fill(&self.grid, shape, block, source, watch),
        }
    }
}

impl Kernel {
    fn new(vectors: Option<&Vectors>, shape: &Shape, memory: u64) -> Kernel {
        let Some(vectors) = vectors else { return Kernel::General };
        let steps = || Steps::new(&vectors.steps, shape).map(Kernel::Steps);
        let rays = || Rays::new(&vectors.rays, shape, memory / LINES_PART).map(Kernel::Rays);
        let kernel = match (vectors.steps.is_empty(), vectors.rays.is_empty()) {
            (_, true) => steps(),
            (true, false) => rays(),
            (false, false) => None,
        };
        kernel.unwrap_or(Kernel::General)
    }
}

fn order(game: &str, grid: &Grid, last: &[u64]) -> Result<Order, Error> {
    grid.order(last)?.ok_or_else(|| {
        Error::Bad(format!(
            "`{game}`: no order of the arguments is found in which every move comes before its position (each argument, one after the other, must only fall or only rise)"
        ))
    })
}
