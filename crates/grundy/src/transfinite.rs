//! Games with one unbounded move: exact ordinal values, row by row.
//!
//! **The kind of game.** A position is (row, s), where rows are numbered 0, 1, … and s is any natural number. Its
//! options are, independent of s, some ranges of positions in earlier rows, where a range may have no end (all s' from a
//! threshold on); and some positions in its own row with a smaller s: either all of them, or such that the row played
//! alone has ultimately periodic values (no moves at all; take at most 3; …). Play must end, since a move goes to an
//! earlier row or down in its row.
//!
//! **Method.** Let R be the set of the values of the options in earlier rows, and e(0) < e(1) < … the first ω ordinals
//! outside R. Let g(s) be the value of (row, s) in the row played alone, without the options in earlier rows. *Then the
//! value of (row, s) is e(g(s))*: by induction it is mex(R ∪ {e(g(s')) : (row, s') an option}), which is e of the mex of
//! those g(s'). With all smaller positions as options g(s) = s, and the row lists what earlier rows leave free.
//! By induction every row consists of finitely many *runs* of consecutive ordinals, the last of them without end, or is
//! ultimately periodic: the values of a range of s are finitely many intervals, so R is a finite union of intervals
//! ([`OrdinalSet`]), outside it there are finitely many gaps, and the first gap that is infinite is the last that the row
//! comes to. So the tail β + (s − c) of a row is not observed but proved. Nothing is assumed about the game beyond its
//! kind.
//!
//! Every row lies below the next multiple of ω after R, so all values are ω·x + y; inside they are pairs (x, y), which
//! compare like the ordinals.
//!
//! **Cost.** A row of which the earlier rows reached have k runs takes O(k log k) steps. [`MAX_RUNS`] bounds the
//! memory.

use crate::ordinal::{Error as OrdinalError, Ordinal, OrdinalSet};
use std::fmt;

/// The most runs that a row may have, and that the earlier rows it reaches may have together.
pub const MAX_RUNS: usize = 1 << 20;
/// The most runs of all rows together: 768 MiB.
pub const MAX_TOTAL: usize = 1 << 24;

/// The moves inside a row.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Own {
    /// From (row, s) to every (row, s') with s' < s.
    Smaller,
    /// Other moves to smaller s, by the values that the row has when it is played alone: first `start`, then `period` for
    /// ever. The caller vouches for them.
    Periodic {
        /// The values before the period.
        start: Vec<u64>,
        /// The period, not empty.
        period: Vec<u64>,
        /// What may be taken from s.
        takes: Takes,
    },
}

/// Numbers that may be taken: all of some ranges, as long as no less than the floor is left.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Takes {
    /// The fewest and the most of each range, at least 1.
    pub ranges: Vec<(u128, u128)>,
    /// The least that can be left.
    pub floor: u128,
}

impl Takes {
    /// What can be left of s, as ranges with an end.
    fn left(&self, s: u128) -> impl Iterator<Item = (u128, u128)> {
        self.ranges.iter().filter_map(move |&(least, most)| {
            let (low, high) = (s.saturating_sub(most).max(self.floor), s.checked_sub(least.max(1))?);
            (low <= high).then_some((low, high + 1))
        })
    }
}

impl Own {
    /// No moves inside the row.
    pub fn nothing() -> Self {
        Own::Periodic { start: Vec::new(), period: vec![0], takes: Takes::default() }
    }
}

/// Options in an earlier row: (row, s') for from ≤ s', and s' < to if there is such a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reach {
    /// The row.
    pub row: usize,
    /// The least s'.
    pub from: u128,
    /// The first s' that is no option any more.
    pub to: Option<u128>,
}

/// The options of the positions of one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowRule {
    /// In the row itself.
    pub own: Own,
    /// In earlier rows.
    pub earlier: Vec<Reach>,
}

/// Why a row has no values here.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A row reaches one that does not come before it: play might not end.
    NotEarlier {
        /// The row.
        row: usize,
        /// The row that it reaches.
        reaches: usize,
    },
    /// A period without values.
    NoPeriod,
    /// More than [`MAX_RUNS`] runs, or [`MAX_TOTAL`] in all rows.
    TooLarge,
    /// A value ω·x + y with a part past 2^128.
    Overflow,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NotEarlier { row, reaches } => {
                write!(f, "row {row} reaches row {reaches}, which is not an earlier one")
            }
            Error::NoPeriod => f.write_str("the period of a row's own values is empty"),
            Error::TooLarge => {
                write!(f, "limit reached: more than {MAX_RUNS} runs of values in a row, or {MAX_TOTAL} in all")
            }
            Error::Overflow => OrdinalError::Overflow.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

/// ω·x + y as (x, y).
type Pair = (u128, u128);

/// The value that comes n after a given one.
fn after((x, y): Pair, n: u128) -> Result<Pair, Error> {
    Ok((x, y.checked_add(n).ok_or(Error::Overflow)?))
}

/// The first limit ordinal after a value.
fn limit_after((x, _): Pair) -> Result<Pair, Error> {
    Ok((x.checked_add(1).ok_or(Error::Overflow)?, 0))
}

/// Consecutive values: (row, s) has start + (s − from) for from ≤ s, up to the next run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The first s.
    pub from: u128,
    /// X and Y of its value ω·X + Y.
    pub start: (u128, u128),
}

/// The values of one row, each as X and Y of ω·X + Y.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row {
    /// Values that repeat.
    Periodic {
        /// The values before the period.
        start: Vec<(u128, u128)>,
        /// The period, not empty.
        period: Vec<(u128, u128)>,
    },
    /// Increasing values in runs, at least one; the last has no end.
    Increasing(Vec<Run>),
}

impl Row {
    /// The value of (row, s).
    pub fn value(&self, s: u128) -> Result<Ordinal, Error> {
        self.pair(s).map(|(x, y)| Ordinal::omega_times(x, y))
    }

    fn size(&self) -> usize {
        match self {
            Row::Periodic { start, period } => start.len() + period.len(),
            Row::Increasing(runs) => runs.len(),
        }
    }

    fn pair(&self, s: u128) -> Result<Pair, Error> {
        match self {
            Row::Periodic { start, period } => Ok(periodic(start, period, s)),
            Row::Increasing(runs) => {
                let run = &runs[runs.partition_point(|run| run.from <= s) - 1];
                after(run.start, s - run.from)
            }
        }
    }

    /// The s with from ≤ s < to and a given value, the least if there are several.
    fn place(&self, wanted: Pair, from: u128, to: Option<u128>) -> Option<u128> {
        let s = match self {
            Row::Periodic { start, period } => {
                let turns = (start.len() + period.len()) as u128;
                (0..turns).filter_map(|i| from.checked_add(i)).find(|&s| periodic(start, period, s) == wanted)?
            }
            Row::Increasing(runs) => {
                let next = runs.partition_point(|run| run.start <= wanted);
                let run = &runs[next.checked_sub(1)?];
                let s = (run.start.0 == wanted.0).then(|| run.from.checked_add(wanted.1 - run.start.1))??;
                runs.get(next).is_none_or(|next| s < next.from).then_some(s)?
            }
        };
        (from <= s && to.is_none_or(|to| s < to)).then_some(s)
    }

    /// Adds the values of the s with from ≤ s < to as intervals.
    fn collect(&self, reach: &Reach, intervals: &mut Vec<(Pair, Pair)>) -> Result<(), Error> {
        if reach.to.is_some_and(|to| to <= reach.from) {
            return Ok(());
        }
        match self {
            Row::Periodic { start, period } => {
                let turns = (start.len() + period.len()) as u128;
                let range = (0..turns).filter_map(|i| reach.from.checked_add(i));
                for s in range.take_while(|&s| reach.to.is_none_or(|to| s < to)) {
                    let value = periodic(start, period, s);
                    intervals.push((value, after(value, 1)?));
                }
            }
            Row::Increasing(runs) => {
                let first = runs.partition_point(|run| run.from <= reach.from) - 1;
                for (index, run) in runs.iter().enumerate().skip(first) {
                    let begin = run.from.max(reach.from);
                    let next = runs.get(index + 1).map(|next| next.from);
                    let end = [next, reach.to].into_iter().flatten().min();
                    if end.is_some_and(|end| end <= begin) {
                        break;
                    }
                    let at = |s: u128| after(run.start, s - run.from);
                    intervals.push((at(begin)?, end.map_or_else(|| limit_after(run.start), at)?));
                }
            }
        }
        Ok(())
    }
}

/// The value number s of a sequence that is ultimately periodic.
fn periodic(start: &[Pair], period: &[Pair], s: u128) -> Pair {
    match s.checked_sub(start.len() as u128) {
        None => start[s as usize],
        Some(after) => period[(after % period.len() as u128) as usize],
    }
}

/// The rows of a game, added one after another.
///
/// ```
/// use grundy::transfinite::{Own, Reach, RowRule, Rows};
/// // Stones and pebbles with K = 2: from b stones to a < b stones and at least 2(b−a) pebbles.
/// let mut rows = Rows::default();
/// for b in 0..4 {
///     let reach = |a: usize| Reach { row: a, from: 2 * (b - a) as u128, to: None };
///     rows.push(RowRule { own: Own::Smaller, earlier: (0..b).map(reach).collect() })?;
/// }
/// let values: Vec<String> = (0..8).map(|s| rows.value(3, s).unwrap().unwrap().to_string()).collect();
/// assert_eq!(values, ["0", "1", "4", "5", "w", "w+1", "w*3", "w*3+1"]);
/// # Ok::<(), grundy::transfinite::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Rows {
    rules: Vec<RowRule>,
    rows: Vec<Row>,
    /// Runs and repeating values of all rows.
    total: usize,
}

impl Rows {
    /// Works out the next row.
    pub fn push(&mut self, rule: RowRule) -> Result<&Row, Error> {
        let row = self.solve(&rule)?;
        self.total += row.size();
        if self.total > MAX_TOTAL {
            return Err(Error::TooLarge);
        }
        self.rules.push(rule);
        self.rows.push(row);
        Ok(&self.rows[self.rows.len() - 1])
    }

    fn solve(&self, rule: &RowRule) -> Result<Row, Error> {
        let mut intervals = Vec::new();
        for reach in &rule.earlier {
            let not_earlier = Error::NotEarlier { row: self.rows.len(), reaches: reach.row };
            self.rows.get(reach.row).ok_or(not_earlier)?.collect(reach, &mut intervals)?;
            if intervals.len() > MAX_RUNS {
                return Err(Error::TooLarge);
            }
        }
        let reached = OrdinalSet::from_intervals(intervals);
        match &rule.own {
            Own::Smaller => enumerate_outside(&reached),
            Own::Periodic { start, period, .. } => periodic_outside(&reached, start, period),
        }
    }

    /// The row of a number, if it was worked out.
    pub fn row(&self, row: usize) -> Option<&Row> {
        self.rows.get(row)
    }

    /// How many rows were worked out.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether no row was worked out.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The value of (row, s), if the row was worked out.
    pub fn value(&self, row: usize, s: u128) -> Option<Result<Ordinal, Error>> {
        self.rows.get(row).map(|row| row.value(s))
    }

    /// The options of (row, s) that have a given value, at most one from each range of options (the least): the winning
    /// moves in the position if the rest of a sum has that value.
    pub fn options_with_value(&self, row: usize, s: u128, wanted: &Ordinal) -> Vec<(usize, u128)> {
        let (Some(rule), Some(wanted)) = (self.rules.get(row), wanted.as_omega_times()) else { return Vec::new() };
        let own: Vec<Reach> = match &rule.own {
            Own::Smaller => vec![Reach { row, from: 0, to: Some(s) }],
            Own::Periodic { takes, .. } => takes.left(s).map(|(from, to)| Reach { row, from, to: Some(to) }).collect(),
        };
        let mut options: Vec<(usize, u128)> = own
            .iter()
            .chain(&rule.earlier)
            .filter_map(|reach| Some((reach.row, self.rows[reach.row].place(wanted, reach.from, reach.to)?)))
            .collect();
        options.sort_unstable();
        options.dedup();
        options
    }
}

/// The first ω ordinals outside a set, as runs.
fn enumerate_outside(reached: &OrdinalSet<Pair>) -> Result<Row, Error> {
    let (mut runs, mut from) = (Vec::new(), 0u128);
    for gap in reached.gaps() {
        runs.push(Run { from, start: gap.start });
        if runs.len() > MAX_RUNS {
            return Err(Error::TooLarge);
        }
        // A gap that goes on past a limit ordinal is infinite and takes all the rest of the row.
        let Some(end) = gap.end.filter(|end| end.0 == gap.start.0) else { break };
        from = from.checked_add(end.1 - gap.start.1).ok_or(Error::Overflow)?;
    }
    Ok(Row::Increasing(runs))
}

/// The ordinals outside a set whose numbers repeat.
fn periodic_outside(reached: &OrdinalSet<Pair>, start: &[u64], period: &[u64]) -> Result<Row, Error> {
    if period.is_empty() {
        return Err(Error::NoPeriod);
    }
    if start.len() + period.len() > MAX_RUNS {
        return Err(Error::TooLarge);
    }
    let free = enumerate_outside(reached)?;
    let values =
        |numbers: &[u64]| numbers.iter().map(|&number| free.pair(number.into())).collect::<Result<Vec<_>, _>>();
    Ok(Row::Periodic { start: values(start)?, period: values(period)? })
}
