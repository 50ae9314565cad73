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
//! **Cost.** A row of which the earlier rows reached have k runs takes O(k log k) steps. [`MAX_RUNS`] bounds the
//! memory.

use crate::ordinal::{Error as OrdinalError, Ordinal, OrdinalSet};
use std::fmt;

/// The most runs that a row may have, and that the earlier rows it reaches may have together.
pub const MAX_RUNS: usize = 1 << 18;

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
    },
}

impl Own {
    /// No moves inside the row.
    pub fn nothing() -> Self {
        Own::Periodic { start: Vec::new(), period: vec![0] }
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
    /// More than [`MAX_RUNS`] runs.
    TooLarge,
    /// A value past what ordinals can be here.
    Ordinal(OrdinalError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NotEarlier { row, reaches } => {
                write!(f, "row {row} reaches row {reaches}, which is not an earlier one")
            }
            Error::NoPeriod => f.write_str("the period of a row's own values is empty"),
            Error::TooLarge => write!(f, "limit reached: a row with more than {MAX_RUNS} runs of values"),
            Error::Ordinal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Ordinal(error) => Some(error),
            _ => None,
        }
    }
}

impl From<OrdinalError> for Error {
    fn from(error: OrdinalError) -> Self {
        Error::Ordinal(error)
    }
}

/// Consecutive values: (row, s) has start + (s − from) for from ≤ s, up to the next run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The first s.
    pub from: u128,
    /// Its value.
    pub start: Ordinal,
}

/// The values of one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row {
    /// Values that repeat.
    Periodic {
        /// The values before the period.
        start: Vec<Ordinal>,
        /// The period, not empty.
        period: Vec<Ordinal>,
    },
    /// Increasing values in runs, at least one; the last has no end.
    Increasing(Vec<Run>),
}

impl Row {
    /// The value of (row, s).
    pub fn value(&self, s: u128) -> Result<Ordinal, OrdinalError> {
        match self {
            Row::Periodic { start, period } => Ok(periodic(start, period, s).clone()),
            Row::Increasing(runs) => {
                let run = &runs[runs.partition_point(|run| run.from <= s) - 1];
                run.start.checked_add(&Ordinal::from(s - run.from))
            }
        }
    }

    /// The s with from ≤ s < to and a given value, the least if there are several.
    fn place(&self, wanted: &Ordinal, from: u128, to: Option<u128>) -> Option<u128> {
        let s = match self {
            Row::Periodic { start, period } => {
                let turns = (start.len() + period.len()) as u128;
                (0..turns).filter_map(|i| from.checked_add(i)).find(|&s| periodic(start, period, s) == wanted)?
            }
            Row::Increasing(runs) => {
                let after = runs.partition_point(|run| run.start <= *wanted);
                let run = &runs[after.checked_sub(1)?];
                let s = run.from.checked_add(wanted.minus(&run.start)?.as_finite()?)?;
                runs.get(after).is_none_or(|next| s < next.from).then_some(s)?
            }
        };
        (from <= s && to.is_none_or(|to| s < to)).then_some(s)
    }

    /// Adds the values of the s with from ≤ s < to as intervals.
    fn collect(&self, reach: &Reach, intervals: &mut Vec<(Ordinal, Ordinal)>) -> Result<(), OrdinalError> {
        if reach.to.is_some_and(|to| to <= reach.from) {
            return Ok(());
        }
        let runs = match self {
            Row::Periodic { start, period } => {
                let turns = (start.len() + period.len()) as u128;
                let range = (0..turns).filter_map(|i| reach.from.checked_add(i));
                for s in range.take_while(|&s| reach.to.is_none_or(|to| s < to)) {
                    let value = periodic(start, period, s);
                    intervals.push((value.clone(), value.checked_add(&Ordinal::from(1))?));
                }
                return Ok(());
            }
            Row::Increasing(runs) => runs,
        };
        let first = runs.partition_point(|run| run.from <= reach.from) - 1;
        for (index, run) in runs.iter().enumerate().skip(first) {
            let begin = run.from.max(reach.from);
            let next = runs.get(index + 1).map(|next| next.from);
            let end = [next, reach.to].into_iter().flatten().min();
            if end.is_some_and(|end| end <= begin) {
                break;
            }
            let at = |s: u128| run.start.checked_add(&Ordinal::from(s - run.from));
            let stop = end.map_or_else(|| run.start.checked_add(&Ordinal::omega()), at)?;
            intervals.push((at(begin)?, stop));
        }
        Ok(())
    }
}

/// The value number s of a sequence that is ultimately periodic.
fn periodic<'a>(start: &'a [Ordinal], period: &'a [Ordinal], s: u128) -> &'a Ordinal {
    match s.checked_sub(start.len() as u128) {
        None => &start[s as usize],
        Some(after) => &period[(after % period.len() as u128) as usize],
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
}

impl Rows {
    /// Works out the next row.
    pub fn push(&mut self, rule: RowRule) -> Result<&Row, Error> {
        let row = self.solve(&rule)?;
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
            Own::Periodic { start, period } => periodic_outside(&reached, start, period),
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
    pub fn value(&self, row: usize, s: u128) -> Option<Result<Ordinal, OrdinalError>> {
        self.rows.get(row).map(|row| row.value(s))
    }

    /// The options of (row, s) that have a given value, at most one from each range of options (the least): the winning
    /// moves in the position if the rest of a sum has that value. Of the moves inside the row those of [`Own::Smaller`]
    /// are among them; others are not known here.
    pub fn options_with_value(&self, row: usize, s: u128, wanted: &Ordinal) -> Vec<(usize, u128)> {
        let Some(rule) = self.rules.get(row) else { return Vec::new() };
        let own = (rule.own == Own::Smaller).then_some(Reach { row, from: 0, to: Some(s) });
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
fn enumerate_outside(reached: &OrdinalSet) -> Result<Row, Error> {
    let (mut runs, mut from) = (Vec::new(), 0u128);
    for gap in reached.gaps() {
        let length = gap.length().and_then(|length| length.as_finite());
        runs.push(Run { from, start: gap.start });
        if runs.len() > MAX_RUNS {
            return Err(Error::TooLarge);
        }
        // An infinite gap takes all the rest of the row.
        let Some(length) = length else { break };
        from = from.checked_add(length).ok_or(OrdinalError::Overflow)?;
    }
    Ok(Row::Increasing(runs))
}

/// The ordinals outside a set whose numbers repeat.
fn periodic_outside(reached: &OrdinalSet, start: &[u64], period: &[u64]) -> Result<Row, Error> {
    if period.is_empty() {
        return Err(Error::NoPeriod);
    }
    if start.len() + period.len() > MAX_RUNS {
        return Err(Error::TooLarge);
    }
    let free = enumerate_outside(reached)?;
    let values =
        |numbers: &[u64]| numbers.iter().map(|&number| free.value(number.into())).collect::<Result<Vec<_>, _>>();
    Ok(Row::Periodic { start: values(start)?, period: values(period)? })
}
