//! `grundy table GAME --to a,b,c --folder DIR`: tables of any number of arguments, kept in a folder; parts of them are read again.
//!
//! Without `--from` the table is made, or what is missing of it with `--resume`; then its summary is printed. With `--from` a part of a
//! finished table is printed. `--zeros` and `--stats` list lost positions and count values, of the part or of the whole.

use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use grundy::Watch;
use grundy_table::{About, Error, Folder, InMemory, Plan, Reader, bytes_text, make, slice, sound_blocks};
use serde_json::json;

use super::arrays;
use super::slices::{self, Part, Visit};
use crate::args::{Format, LimitArgs, TableArgs};
use crate::failure::{Failure, Outcome};
use crate::interrupt::INTERRUPTED;
use crate::{context, output, progress};

/// Positions up to which all values stand in the JSON of a table that was made.
const FEW: u64 = 1 << 16;

/// Time between two lines of progress where there is no terminal.
const BETWEEN: Duration = Duration::from_secs(30);

/// Runs the command.
pub fn run(args: &TableArgs, limits: &LimitArgs, format: Format) -> Outcome {
    if matches!(format, Format::Svg | Format::Bfile | Format::Raw) {
        return Err(Failure::input(
            "tables of several arguments or in a folder have the formats text, csv, json, npy and parquet",
        ));
    }
    if is_columns(format) && args.folder.is_some() && args.from.is_none() {
        return Err(Failure::input("--from and --to say which part of the folder npy and parquet should hold"));
    }
    if args.plot || args.wrap.is_some() {
        return Err(Failure::input("--plot and --wrap are for tables of one or two arguments without a folder"));
    }
    let to = numbers(args.to.as_deref(), "--to")?
        .ok_or_else(|| Failure::input("--to is missing: the last arguments, such as --to 100,100,100"))?;
    let from = numbers(args.from.as_deref(), "--from")?;
    // A table may take days: it ends only at limits that were asked for.
    let long = LimitArgs {
        threads: limits.threads,
        max_memory: limits.max_memory,
        max_positions: Some(u64::MAX),
        timeout: Some(limits.timeout.unwrap_or(Duration::MAX)),
    };
    let settings = context::settings(&args.rules)?;
    let (engine, name) = context::engine_for_values(&args.game, &args.rules, &settings, &long)?;
    let engine = engine.with_steps(u64::MAX);
    let watch = context::quiet_watch(&long);
    let grid = engine.grid(&name, &settings)?;
    let plan = Plan::new(&args.game, grid, &box_of(args, &to, from.as_deref())?, watch.limits().memory)?;
    let job = Job { args, watch: &watch, format, positions: limits.max_positions };
    match (&args.folder, from) {
        (None, from) => job.in_memory(&plan, &to, from),
        (Some(folder), Some(from)) => job.part(folder, plan.about(), &to, &from),
        (Some(folder), None) => job.whole(folder, plan),
    }
}

/// Whether a format is a file of columns.
fn is_columns(format: Format) -> bool {
    matches!(format, Format::Npy | Format::Parquet)
}

/// The last arguments of the table that is meant: a part of a folder is a part of the folder's.
fn box_of(args: &TableArgs, to: &[u64], from: Option<&[u64]>) -> Result<Vec<u64>, Failure> {
    match (&args.folder, from) {
        (Some(path), Some(_)) => Ok(Reader::open(path)?.folder().shape().last()),
        _ => Ok(to.to_vec()),
    }
}

/// `20,10^6,2^10`.
fn numbers(text: Option<&str>, flag: &str) -> Result<Option<Vec<u64>>, Failure> {
    let Some(text) = text else { return Ok(None) };
    let numbers: Option<Vec<u64>> = text.split(',').map(|part| grundy_report::table::count(part.trim())).collect();
    let wrong = || {
        Failure::input(format!("{flag} {text}: expected numbers such as 100, 10^6 or 2^20 with commas between them"))
    };
    numbers.map(Some).ok_or_else(wrong)
}

struct Job<'a> {
    args: &'a TableArgs,
    watch: &'a Watch,
    format: Format,
    positions: Option<u64>,
}

impl Job<'_> {
    fn asked<'a>(&'a self, from: &'a [u64], to: &'a [u64]) -> Result<(Part<'a>, Vec<RangeInclusive<u64>>), Failure> {
        if from.len() != to.len() {
            return Err(Failure::input(format!("--from has {} numbers, --to {}", from.len(), to.len())));
        }
        if let Some((from, to)) = from.iter().zip(to).find(|(from, to)| from > to) {
            return Err(Failure::input(format!("--from {from} is larger than --to {to}")));
        }
        let TableArgs { game, zeros, stats, .. } = self.args;
        let ranges = from.iter().zip(to).map(|(&from, &to)| from..=to).collect();
        Ok((Part { game, from, to, zeros: *zeros, stats: *stats, format: self.format }, ranges))
    }

    fn in_memory(&self, plan: &Plan, to: &[u64], from: Option<Vec<u64>>) -> Outcome {
        plan.check_size(None, 0, self.positions)?;
        let from = from.unwrap_or_else(|| vec![0; to.len()]);
        let (part, ranges) = self.asked(&from, to)?;
        let made = InMemory::make(plan, self.watch)?;
        self.print(&part, &|visit| slice(made.shape(), made.source(), &ranges, self.watch, visit))
    }

    /// A part of a table that is there.
    fn part(&self, path: &Path, about: &About, to: &[u64], from: &[u64]) -> Outcome {
        let reader = Reader::open(path)?;
        reader.folder().check(about)?;
        let (part, ranges) = self.asked(from, to)?;
        self.print(&part, &|visit| reader.slice(&ranges, self.watch, visit))
    }

    fn print(&self, part: &Part<'_>, slice: &dyn Fn(Visit<'_>) -> Result<(), Error>) -> Outcome {
        if is_columns(self.format) { arrays::print(part, self.watch, slice) } else { slices::print(part, slice) }
    }

    /// Makes what is missing, and says what is there.
    fn whole(&self, path: &Path, plan: Plan) -> Outcome {
        let (plan, folder, done) = match Folder::open(path)? {
            None => {
                plan.check_size(Some(path), 0, self.positions)?;
                self.announce(&plan, path, 0)?;
                let folder = Folder::create(path, plan.about().clone())?;
                let blocks = plan.shape().blocks();
                (plan, folder, vec![false; blocks])
            }
            Some(folder) => self.open(plan, folder)?,
        };
        if done.iter().any(|done| !done) {
            self.make(&plan, &folder, done)?;
        } else if self.args.resume {
            // Killed after the last block, it did not come so far.
            folder.clear_up()?;
        }
        self.summary(&plan, path)
    }

    /// A folder that is there: finished, or to go on with.
    fn open(&self, plan: Plan, folder: Folder) -> Result<(Plan, Folder, Vec<bool>), Failure> {
        let plan = plan.in_blocks_of(&folder)?;
        let blocks = plan.shape().blocks();
        if !self.args.resume {
            let there = (0..blocks).filter(|&block| folder.has(block)).count();
            if there < blocks {
                return Err(Failure::input(format!(
                    "{}: {there} of {blocks} blocks are there: go on with --resume",
                    folder.path().display()
                )));
            }
            return Ok((plan, folder, vec![true; blocks]));
        }
        let done = sound_blocks(&folder, self.watch, &mut |text| output::say(&format!("{text}: it is made anew\n")))?;
        let there =
            (0..blocks).filter(|&block| done[block]).map(|block| plan.shape().place(block).cells() as u64).sum();
        plan.check_size(Some(folder.path()), there, self.positions)?;
        if done.iter().any(|done| !done) {
            self.announce(&plan, folder.path(), there)?;
        }
        Ok((plan, folder, done))
    }

    /// Says before it starts what it will cost, and refuses what the disk has no room for; so many positions are there.
    fn announce(&self, plan: &Plan, path: &Path, there: u64) -> Outcome {
        let threads = self.watch.limits().thread_count();
        let estimate = plan.estimate(threads, self.watch)?;
        let cells = plan.shape().cells();
        let left = (cells - there) as f64 / cells as f64;
        let bytes = (estimate.bytes as f64 * left) as u64;
        plan.check_disk(path, bytes)?;
        let order = if plan.is_proved() { "proved" } else { "seen on samples; every move is checked" };
        output::say(&format!(
            "{}: {cells} positions, {}, about {}; about {} with {} ({}; order of the arguments {order})\n",
            output::safe(&self.args.game),
            counted(plan.shape().blocks(), "block"),
            bytes_text(bytes),
            time_text(estimate.time.mul_f64(left)),
            counted(threads, "thread"),
            plan.method(),
        ));
        Ok(())
    }

    fn make(&self, plan: &Plan, folder: &Folder, done: Vec<bool>) -> Outcome {
        let started = Instant::now();
        let bar = progress::bar(plan.shape().cells());
        let lines = Lines::new(plan, &done);
        let report = |cells: u64| match &bar {
            Some(bar) => progress::advance(bar, cells),
            None => lines.say(cells),
        };
        let made = make(plan, folder, done, self.watch, &report).map_err(|error| {
            let kept = format!("what is done is kept in {}; go on with --resume", folder.path().display());
            let cancelled = error.is_cancelled();
            let failure = Failure::from(error);
            let code = if cancelled { INTERRUPTED } else { failure.code };
            let text = if cancelled { "interrupted" } else { failure.message.trim_end() };
            Failure { code, message: format!("{text}; {kept}") }
        })?;
        if let Some(bar) = &bar {
            bar.finish_and_clear();
        }
        output::say(&format!("{} made in {}\n", counted(made.made, "block"), time_text(started.elapsed())));
        Ok(())
    }

    fn summary(&self, plan: &Plan, path: &Path) -> Outcome {
        let reader = Reader::open(path)?;
        let last = plan.shape().last();
        let zero = vec![0; last.len()];
        let (part, ranges) = self.asked(&zero, &last)?;
        if part.zeros {
            return slices::print(&part, |visit| reader.slice(&ranges, self.watch, visit));
        }
        if part.stats {
            return slices::print_counts(&part, &reader.histogram(self.watch)?);
        }
        let found = reader.summary()?;
        let checksum = format!("{:016x}", found.checksum);
        if self.format == Format::Json {
            let mut values = slices::Nested::new(&part);
            if found.positions <= FEW {
                reader.slice(&ranges, self.watch, &mut |_, row| {
                    values.push(row);
                    Ok(ControlFlow::Continue(()))
                })?;
            }
            let values = if found.positions <= FEW { values.end() } else { json!(null) };
            return output::print_json(json!({
                "values": values, "game": part.game, "from": zero, "to": last, "positions": found.positions,
                "zeros": found.zeros, "largest": found.largest, "bytes": found.bytes, "blocks": found.blocks,
                "checksum": checksum, "method": plan.method(), "order_proved": plan.is_proved(),
                "folder": path.display().to_string(),
            }));
        }
        let to = last.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        output::print_plain(&format!(
            "{} to {to}: {} positions, {} of them lost, largest value {}\n{} in {}, checksum {checksum}\n",
            output::safe(part.game),
            found.positions,
            found.zeros,
            found.largest,
            bytes_text(found.bytes),
            counted(found.blocks, "block"),
        ))
    }
}

/// How far it is, as lines of a log where there is no terminal: one now and then.
struct Lines {
    started: Instant,
    last: Mutex<Instant>,
    /// Positions that were there at the start, and all.
    there: u64,
    all: u64,
}

impl Lines {
    fn new(plan: &Plan, done: &[bool]) -> Lines {
        let shape = plan.shape();
        let there = (0..done.len()).filter(|&block| done[block]).map(|block| shape.place(block).cells() as u64).sum();
        let started = Instant::now();
        Lines { started, last: Mutex::new(started), there, all: shape.cells() }
    }

    fn say(&self, cells: u64) {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.elapsed() < BETWEEN || cells <= self.there {
            return;
        }
        *last = Instant::now();
        let left = (self.all - cells) as f64 / (cells - self.there) as f64;
        let left = Duration::from_secs_f64((self.started.elapsed().as_secs_f64() * left).min(1e15));
        let part = cells as f64 / self.all as f64 * 100.0;
        output::say(&format!("{cells} of {} positions, {part:.1} %, about {} left\n", self.all, time_text(left)));
    }
}

/// `1 block`, `2 blocks`.
fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// A time for people.
fn time_text(time: Duration) -> String {
    match time.as_secs() {
        0 if time.as_millis() < 10 => "0.01 s".to_owned(),
        0..=1 => format!("{:.2} s", time.as_secs_f64()),
        2..=119 => format!("{} s", time.as_secs()),
        120..=7199 => format!("{} min", time.as_secs() / 60),
        7200..=259_199 => format!("{} h", time.as_secs() / 3600),
        seconds => format!("{} days", seconds / 86400),
    }
}
