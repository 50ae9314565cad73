//! What a table will cost, told before it is begun: time and bytes.
//!
//! A small table of the same rules is made in memory, which tells the time a position or an option, and how far values stay below the
//! number of options, which bounds them. Both are carried over to the whole box by counting options there.

use crate::block::PAGE;
use crate::cells::Cells;
use crate::error::Error;
use crate::folder::free_bytes;
use crate::plan::{Kernel, Plan};
use crate::rays::Rays;
use crate::shape::Shape;
use crate::source::Source;
use grundy::Watch;
use grundy_rules::grid::{Lanes, Take};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Positions of the small table, and of one whose options are listed.
const TRIAL: u64 = 1 << 17;
const TRIAL_LISTED: u64 = 1 << 11;

/// Positions whose options are counted, and the longest time for it.
const SAMPLES: u64 = 64;
const LONGEST: Duration = Duration::from_millis(300);

/// Bytes of a block's file beside its values and their checksums, and of the folder's head.
const BLOCK: u64 = 80;
const HEAD: u64 = 400;

/// Nanoseconds to write a block, and a byte of it.
const WRITE_BLOCK: f64 = 1e6;
const WRITE_BYTE: f64 = 1.0;

/// Longer estimates say no more.
const MOST_SECONDS: f64 = 1e15;

/// What a table will cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// Bytes on the disk.
    pub bytes: u64,
    /// Time, roughly.
    pub time: Duration,
}

/// The small table.
struct Trial {
    shape: Shape,
    /// Time a position.
    nanos: f64,
    largest: u32,
}

impl Plan {
    /// Refuses a table that does not fit even if all values are below 256: positions, or bytes of the disk beside those that are there.
    pub fn check_size(&self, path: Option<&Path>, there: u64, positions: Option<u64>) -> Result<(), Error> {
        let cells = self.shape().cells();
        let needed = self.bytes().saturating_sub(there);
        if let Some(limit) = positions.filter(|&limit| cells > limit) {
            return Err(Error::Limit(format!(
                "{cells} positions need {}; the limit is {limit}: raise --max-positions",
                bytes_text(needed)
            )));
        }
        path.map_or(Ok(()), |path| self.check_disk(path, needed))
    }

    /// Refuses a table that needs more bytes than are free on the disk.
    pub fn check_disk(&self, path: &Path, needed: u64) -> Result<(), Error> {
        match free_bytes(path).filter(|&free| needed > free) {
            Some(free) => Err(Error::Limit(format!(
                "{} positions need {} on the disk, {} are free: nothing was written",
                self.shape().cells(),
                bytes_text(needed),
                bytes_text(free)
            ))),
            None => Ok(()),
        }
    }

    /// Bytes of all files, if values are below 256.
    pub fn bytes(&self) -> u64 {
        self.bytes_for(self.shape().cells())
    }

    /// Bytes of all files, if values take so many.
    fn bytes_for(&self, values: u64) -> u64 {
        let pages = values / (PAGE as u64 / 8);
        values.saturating_add(pages).saturating_add(self.shape().blocks() as u64 * BLOCK + HEAD)
    }

    /// What it will cost.
    pub fn estimate(&self, threads: usize, watch: &Watch) -> Result<Estimate, Error> {
        let cells = self.shape().cells();
        let (nanos, values) = match &self.kernel {
            Kernel::Steps(_) => (self.trial(TRIAL, watch)?.nanos, cells),
            Kernel::Rays(rays) => {
                let trial = self.trial(TRIAL, watch)?;
                (trial.nanos * self.slower(&trial), self.ray_bytes(rays, &trial))
            }
            Kernel::General => self.listing(watch)?,
        };
        let bytes = self.bytes_for(values);
        let writing = self.shape().blocks() as f64 * WRITE_BLOCK + bytes as f64 * WRITE_BYTE;
        let seconds = (nanos * cells as f64 + writing) * 1e-9 / threads.max(1) as f64;
        Ok(Estimate { bytes, time: Duration::from_secs_f64(seconds.min(MOST_SECONDS)) })
    }

    /// Makes a table of at most so many positions in memory.
    fn trial(&self, most: u64, watch: &Watch) -> Result<Trial, Error> {
        let mut small = self.shape().last();
        while small.iter().fold(1u64, |all, last| all.saturating_mul(last + 1)) > most {
            if let Some(longest) = small.iter_mut().max() {
                *longest -= *longest / 8 + 1;
            }
        }
        // As one block, where the axes allow it.
        let plan = self.with_shape(Shape::new(&small, self.shape().axes(), u64::MAX)?);
        let started = Instant::now();
        let cells = plan.fill(0, &Nothing, watch)?;
        let nanos = started.elapsed().as_nanos() as f64 / cells.len() as f64;
        Ok(Trial { shape: plan.shape().clone(), nanos, largest: cells.summary().0 })
    }

    /// How many times longer a position takes than in the small table: sets of values grow with the box.
    fn slower(&self, trial: &Trial) -> f64 {
        let longest = |shape: &Shape| shape.sizes().iter().max().copied().unwrap_or(1) as f64;
        1.0 + longest(self.shape()) / longest(&trial.shape) / 8.0
    }

    /// Bytes of the values if they grow as the number of options does.
    fn ray_bytes(&self, rays: &Rays, trial: &Trial) -> u64 {
        let corner = |block: usize, shape: &Shape| -> Vec<u64> {
            let place = shape.place(block);
            place.start.iter().zip(&place.len).map(|(start, len)| start + len - 1).collect()
        };
        let part = f64::from(trial.largest) / (rays.options(&corner(0, &trial.shape)) as f64).max(1.0);
        let largest = |block: usize| rays.options(&corner(block, self.shape())) as f64 * part.min(1.0);
        let blocks = self.shape().blocks();
        if largest(blocks - 1) < 256.0 {
            return self.shape().cells();
        }
        let bytes = |block: usize| self.shape().place(block).cells() as u64 * Cells::width_of(largest(block) as u64);
        (0..blocks).fold(0u64, |all, block| all.saturating_add(bytes(block)))
    }

    /// Nanoseconds a position, and bytes of all values, by counting the options of some positions.
    fn listing(&self, watch: &Watch) -> Result<(f64, u64), Error> {
        let (cells, counted) = (self.shape().cells(), self.count(self.shape(), watch)?);
        match self.trial(TRIAL_LISTED, watch) {
            Ok(trial) => {
                let longer = counted.options / self.count(&trial.shape, watch)?.options.max(1.0);
                let largest = f64::from(trial.largest) * longer.max(1.0);
                Ok((trial.nanos * longer.max(1.0), cells.saturating_mul(Cells::width_of(largest as u64))))
            }
            // Moves may lead out of a small box. To look options up takes about as long as to list them.
            Err(Error::Bad(_)) => Ok((counted.nanos * 2.0, cells)),
            Err(error) => Err(error),
        }
    }

    /// Options of some positions, spread over a box.
    fn count(&self, shape: &Shape, watch: &Watch) -> Result<Counted, Error> {
        let (last, mut lister, mut count) = (shape.last(), self.grid.lister(), Count(0));
        let (started, mut done) = (Instant::now(), 0u32);
        for sample in 1..=SAMPLES {
            watch.check(0, 0)?;
            // Different along each argument: the fractions of multiples of irrational numbers.
            let at = |(index, &last): (usize, &u64)| {
                let irrational = [0.618, 0.755, 0.819, 0.857, 0.881, 0.899, 0.912, 0.922][index.min(7)];
                ((sample as f64 * irrational).fract() * (last as f64 + 1.0)) as i64
            };
            let point: Vec<i64> = last.iter().enumerate().map(at).collect();
            lister.list(&point, 0, 0, 1, &mut count)?;
            done += 1;
            if started.elapsed() > LONGEST {
                break;
            }
        }
        let each = |all: f64| all / f64::from(done);
        Ok(Counted { options: each(count.0 as f64), nanos: each(started.elapsed().as_nanos() as f64) })
    }
}

/// Of a position: options, and the time to list them.
struct Counted {
    options: f64,
    nanos: f64,
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
