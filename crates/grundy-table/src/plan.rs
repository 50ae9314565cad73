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
use grundy_rules::grid::{Grid, Lanes, Order, Take, Vectors};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Cells of a block: a part of all, between these.
const PART: u64 = 128;
const LEAST_CELLS: u64 = 1 << 16;
const MOST_CELLS: u64 = 1 << 22;
/// Blocks that are worked on with more than a byte a cell are smaller.
const MOST_WIDE: u64 = 1 << 18;

/// Positions of the trial box.
const TRIAL: u64 = 1 << 17;

/// The part of the memory that lines may use between blocks.
const LINES_PART: u64 = 2;

/// A table that can be made.
#[derive(Debug)]
pub struct Plan {
    grid: Grid,
    vectors: Option<Vectors>,
    about: About,
    kernel: Kernel,
    proved: bool,
    memory: u64,
}

/// How the values of a block are found.
#[derive(Debug)]
enum Kernel {
    Steps(Steps),
    Rays(Rays),
    General,
}

/// What a table will cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// Bytes on the disk, if values are below 256.
    pub bytes: u64,
    /// Time, roughly.
    pub time: Duration,
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
        let wide = vectors.as_ref().is_none_or(|vectors| !vectors.rays.is_empty());
        let all = last.iter().fold(1u64, |all, last| all.saturating_mul(last.saturating_add(1)));
        let most = if wide { MOST_WIDE } else { MOST_CELLS };
        // Very large tables have larger blocks, so that there are not too many files.
        let most = most.max(all >> 20);
        let target = cells.unwrap_or_else(|| (all / PART).clamp(LEAST_CELLS, most));
        let shape = Shape::new(last, &order.axes, target)?;
        let rules = checksum(grid.identity().as_bytes());
        let kernel = Kernel::new(vectors.as_ref(), &shape, memory);
        let about = About { game: game.to_owned(), kind: grid.kind().to_owned(), rules, shape };
        Ok(Plan { grid, vectors, about, kernel, proved: order.proved, memory })
    }

    /// The same game in another box, or in other blocks.
    fn with_shape(&self, shape: Shape) -> Plan {
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

    /// Refuses a table that does not fit: positions, or bytes of the disk beside those that are there.
    pub fn check_size(&self, path: Option<&Path>, there: u64, positions: Option<u64>) -> Result<(), Error> {
        let cells = self.shape().cells();
        let needed = self.bytes().saturating_sub(there);
        if let Some(limit) = positions.filter(|&limit| cells > limit) {
            return Err(Error::Limit(format!(
                "{cells} positions need {}; the limit is {limit}: raise --max-positions",
                bytes_text(needed)
            )));
        }
        let free = path.and_then(crate::folder::free_bytes);
        if let Some(free) = free.filter(|&free| needed > free) {
            return Err(Error::Limit(format!(
                "{cells} positions need {} on the disk, {} are free: nothing was written",
                bytes_text(needed),
                bytes_text(free)
            )));
        }
        Ok(())
    }

    /// Bytes of all files, if values are below 256.
    pub fn bytes(&self) -> u64 {
        let pages = self.shape().cells() / (crate::block::PAGE as u64 / 8);
        self.shape().cells().saturating_add(pages).saturating_add(self.shape().blocks() as u64 * 80 + 1024)
    }

    /// What it will cost: by making a small table of the same rules, or by listing the options of some positions.
    pub fn estimate(&self, threads: usize, watch: &Watch) -> Result<Estimate, Error> {
        let nanos = match &self.kernel {
            Kernel::General => self.listing(watch)?,
            Kernel::Steps(_) => self.trial(watch)?.0,
            Kernel::Rays(_) => {
                // Sets of values grow with the box.
                let (nanos, longer) = self.trial(watch)?;
                nanos * (1.0 + longer / 8.0)
            }
        };
        let seconds = nanos * 1e-9 * self.shape().cells() as f64 / threads.max(1) as f64;
        Ok(Estimate { bytes: self.bytes(), time: Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX) })
    }

    /// Nanoseconds a position in a small box, and how many times longer this one is.
    fn trial(&self, watch: &Watch) -> Result<(f64, f64), Error> {
        let last = self.shape().last();
        let mut small = last.clone();
        while small.iter().fold(1u64, |all, last| all.saturating_mul(last + 1)) > TRIAL {
            if let Some(longest) = small.iter_mut().max() {
                *longest -= *longest / 8 + 1;
            }
        }
        let shape = Shape::new(&small, self.shape().axes(), TRIAL)?;
        let plan = self.with_shape(shape);
        let started = Instant::now();
        for block in 0..plan.shape().blocks().min(1) {
            plan.fill(block, &Nothing, watch)?;
        }
        let longer =
            last.iter().max().copied().unwrap_or(1) as f64 / small.iter().max().copied().unwrap_or(1).max(1) as f64;
        let cells = plan.shape().place(0).cells();
        Ok((started.elapsed().as_nanos() as f64 / cells as f64, longer))
    }

    /// Nanoseconds a position by listing some of them, spread over the box.
    fn listing(&self, watch: &Watch) -> Result<f64, Error> {
        let (last, mut lister) = (self.shape().last(), self.grid.lister());
        let (started, mut count) = (Instant::now(), Count(0));
        let samples = 64u64;
        let mut done = 0u32;
        for sample in 0..samples {
            watch.check(0, 0)?;
            // Different along each argument: the fractions of multiples of irrational numbers.
            let at = |(index, &last): (usize, &u64)| {
                let fraction =
                    (sample as f64 * [0.618, 0.755, 0.819, 0.857, 0.881, 0.899, 0.912, 0.922][index.min(7)]).fract();
                (fraction * (last as f64 + 1.0)) as i64
            };
            let point: Vec<i64> = last.iter().enumerate().map(at).collect();
            lister.list(&point, 0, 0, 1, &mut count)?;
            done += 1;
            if started.elapsed() > Duration::from_millis(500) {
                break;
            }
        }
        let each = started.elapsed().as_nanos() as f64 / f64::from(done);
        // To look options up takes about as long again.
        Ok(each / 2.0 + count.0 as f64 / f64::from(done) * 5.0)
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

/// No block is finished.
struct Nothing;

impl Source for Nothing {
    fn block(&self, _block: usize) -> Result<Option<Arc<Cells>>, Error> {
        Ok(None)
    }
}

/// Counts options.
struct Count(usize);

impl Take for Count {
    fn restart(&mut self) {}

    fn lanes(&mut self, lanes: &Lanes<'_>) -> ControlFlow<()> {
        self.0 += lanes.len() * lanes.options();
        ControlFlow::Continue(())
    }

    fn option(&mut self, _position: usize, _parts: &[Vec<i64>]) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// A number of bytes for people.
pub fn bytes_text(bytes: u64) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"];
    let (mut number, mut unit) = (bytes as f64, 0);
    while number >= 1000.0 && unit + 1 < units.len() {
        (number, unit) = (number / 1000.0, unit + 1);
    }
    if unit == 0 { format!("{bytes} bytes") } else { format!("{number:.1} {}", units[unit]) }
}
