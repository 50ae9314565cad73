//! Options that are stretches of smaller numbers: a table of one argument, each value from a few questions to a tree.
//!
//! In `g(n) -> g(n-k) for k in 1..c[n]` the options of n are all numbers from n - c[n] to n - 1. The rules are [rewritten](super::spans)
//! such that they give the ends of such stretches, whatever expressions these are, a batch of positions at a time. The value of n is the
//! least number that stands in none of its stretches of values: [`Places`](grundy::places::Places) finds the least one from some number
//! on that does not stand in one stretch, and the stretches are asked in turn until all agree. Short stretches are looked at.
//!
//! The other arguments number the rows of the table: an argument that no move changes gives one row for each of its values, a flag that
//! moves change gives a few that are filled side by side. A stretch that reaches beyond the position ends the attempt, as do more than a
//! few rows and whatever the vector machine does not follow.
//!
//! Such a table pays if stretches are long. That is seen from a few positions; where they are short the dense table is quicker.
//!
//! Run time O(log V) for each stretch and position, V the largest value (a few times that where several stretches hold the same
//! values); memory 4 bytes a position and row, with stretches that end before the position about 12·log V.

use super::listed::Once;
use super::spans::{Key, Rows, Span, Spans};
use super::{Answer, Args, Method, Wanted};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::game::RuleGame;
use crate::lock::lock;
use crate::program::{Clause, KindId};
use crate::value::Val;
use grundy::places::Places;
use grundy::theorem::{Column, Found};
use grundy::{Value, Watch};
use hashbrown::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

/// Smaller numbers are left to the others.
const LEAST: i64 = 1 << 11;

/// Larger numbers are never tried: a table takes some seconds for these.
const LARGEST: u64 = 1 << 26;

/// Bytes of memory for each position that may be filled.
const BYTES: u64 = 16;

/// Arguments that are tried as the running one.
const MOST_ARGUMENTS: usize = 4;

/// Positions whose stretches are worked out at once.
const BATCH: usize = 1 << 10;

/// Rows that are filled side by side.
const MOST_ROWS: usize = 64;

/// Positions that are looked at to see whether stretches are long.
const TRIED: i64 = 12;

/// How many options a stretch must have on average, single ones too.
const LONG: i64 = 128;

/// Stretches that are looked at place by place.
const SHORT: i64 = 16;

/// Tables that are kept.
const MOST_TABLES: usize = 1 << 10;

/// The method of stretches for one kind.
pub(super) struct ByStretches {
    game: Arc<RuleGame>,
    kind: KindId,
    /// Larger numbers are not tried.
    largest: i64,
    /// The rules for each argument that may be the running one, once a large number was asked for.
    candidates: OnceLock<Vec<Spans>>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    /// For each candidate, the rows that positions lie in and how large they are, whether the table pays.
    choices: HashMap<(usize, Key, u32), bool>,
    /// The table of each row, by its candidate.
    numbers: HashMap<(usize, Key), usize>,
    tables: Vec<Table>,
    /// What all tables take.
    bytes: u64,
}

/// Rows that are filled together.
#[derive(Default)]
struct Table {
    rows: Rows,
    places: Vec<Places>,
    /// An order of the rows in which options of the same running argument came first of late.
    order: Vec<usize>,
    /// All smaller running arguments are known.
    filled: i64,
    /// The rules cannot be followed.
    failed: bool,
    marks: Marks,
}

/// The small values of some options.
#[derive(Default)]
struct Marks {
    stamps: Vec<u64>,
    now: u64,
}

impl Marks {
    fn clear(&mut self) {
        self.now += 1;
    }

    fn set(&mut self, value: u32) {
        let value = value as usize;
        if self.stamps.len() <= value {
            self.stamps.resize(value + 1, 0);
        }
        self.stamps[value] = self.now;
    }

    fn absent(&self, from: u32) -> u32 {
        let marked = self.stamps.iter().skip(from as usize).take_while(|&&stamp| stamp == self.now).count();
        from + marked as u32
    }
}

/// A running argument does not come before its options, or something else that a table cannot follow.
struct Beyond;

impl Table {
    fn bytes(&self) -> u64 {
        self.places.iter().map(Places::bytes).sum()
    }

    /// Fills all rows up to a running argument. Whether that could be done.
    fn fill(&mut self, spans: &Spans, to: i64, watch: &Watch) -> Result<bool, Error> {
        while self.filled <= to && !self.failed {
            let positions = self.places.len() as u64 * self.filled as u64;
            let bytes = self.bytes();
            if bytes > watch.limits().memory / 2 {
                *self = Table { failed: true, ..Table::default() };
                break;
            }
            watch.check(positions, bytes)?;
            let end = (self.filled + BATCH as i64).min(to + 1);
            match self.batch(spans, end)? {
                Some(found) => self.failed = self.values(&found, end).is_err(),
                None => self.failed = true,
            }
        }
        Ok(!self.failed)
    }

    /// The stretches of the next positions, row by row, each row by position. Nothing if they cannot be told. New rows may be met: they
    /// are filled from the start.
    fn batch(&mut self, spans: &Spans, end: i64) -> Result<Option<Vec<InOrder>>, Error> {
        let mut found = Vec::new();
        while found.len() < self.rows.keys().len() {
            let (kind, others) = self.rows.keys()[found.len()].clone();
            if found.len() >= MOST_ROWS {
                return Ok(None);
            }
            let known = self.places.len();
            let mut first = others;
            first.insert(spans.running, self.filled);
            let len = (end - self.filled) as usize;
            let Some(row) = spans.of(kind, &first, len, &mut self.rows)? else { return Ok(None) };
            if self.filled > 0 && self.rows.keys().len() > known {
                self.places = vec![Places::default(); self.rows.keys().len()];
                self.filled = 0;
                return Ok(Some(Vec::new()));
            }
            found.push(InOrder::new(row, len));
        }
        self.places.resize(found.len(), Places::default());
        Ok(Some(found))
    }

    /// The values of the next positions.
    fn values(&mut self, found: &[InOrder], end: i64) -> Result<(), Beyond> {
        if found.is_empty() {
            return Ok(());
        }
        self.order.extend(self.order.len()..found.len());
        for n in self.filled..end {
            let owner = (n - self.filled) as usize;
            let mut left = std::mem::take(&mut self.order);
            while !left.is_empty() {
                let before = left.len();
                let mut waiting = Vec::new();
                for row in left {
                    match self.value(found[row].of(owner), row, n)? {
                        Some(value) => {
                            self.places[row].push(value);
                            self.order.push(row);
                        }
                        None => waiting.push(row),
                    }
                }
                if waiting.len() == before {
                    return Err(Beyond);
                }
                left = waiting;
            }
        }
        self.filled = end;
        Ok(())
    }

    /// The value of a position; nothing if an option in another row comes first.
    fn value(&mut self, spans: &[Span], row: usize, n: i64) -> Result<Option<u32>, Beyond> {
        self.marks.clear();
        for span in spans {
            let Some(other) = span.row else {
                self.marks.set(0);
                continue;
            };
            if span.ends.1 > n || (span.ends.1 == n && other == row) {
                return Err(Beyond);
            }
            let places = &self.places[other];
            if places.len() as i64 <= span.ends.1 {
                return Ok(None);
            }
            if span.ends.1 - span.ends.0 < SHORT {
                let numbers = &places.numbers()[span.ends.0 as usize..=span.ends.1 as usize];
                numbers.iter().for_each(|&value| self.marks.set(value));
            }
        }
        let mut value = 0;
        loop {
            let before = value;
            value = self.marks.absent(value);
            for Span { row, ends: (lo, hi), .. } in spans {
                if let Some(row) = row.filter(|_| hi - lo >= SHORT) {
                    value = self.places[row].absent(value, *lo as usize, *hi as usize);
                }
            }
            if value == before {
                return Ok(Some(value));
            }
        }
    }
}

/// Stretches by their positions.
struct InOrder {
    spans: Vec<Span>,
    starts: Vec<usize>,
}

impl InOrder {
    fn new(mut spans: Vec<Span>, positions: usize) -> InOrder {
        spans.sort_by_key(|span| span.owner);
        let starts = (0..=positions).map(|owner| spans.partition_point(|span| span.owner < owner)).collect();
        InOrder { spans, starts }
    }

    fn of(&self, owner: usize) -> &[Span] {
        &self.spans[self.starts[owner]..self.starts[owner + 1]]
    }
}

impl ByStretches {
    /// The method for a kind, if its rules have ranges and no argument is known to be something else than a number.
    pub(super) fn new(game: &Arc<RuleGame>, kind: KindId, watch: &Watch) -> Option<ByStretches> {
        let own = &game.loaded.program.kinds[kind];
        let mut clauses = own.rules.iter().flat_map(|rule| &rule.clauses);
        let ranges = clauses.any(|clause| matches!(clause, Clause::Range { .. }));
        let largest = watch.limits().positions.min(watch.limits().memory / BYTES).min(LARGEST) as i64;
        (ranges && !own.is_unbounded() && !own.splits()).then(|| ByStretches {
            game: game.clone(),
            kind,
            largest,
            candidates: OnceLock::new(),
            known: Mutex::default(),
        })
    }

    fn candidates(&self) -> &[Spans] {
        self.candidates.get_or_init(|| {
            let arguments = self.game.loaded.program.kinds[self.kind].args.len().min(MOST_ARGUMENTS);
            (0..arguments).filter_map(|running| Spans::new(&self.game, self.kind, running)).collect()
        })
    }

    /// The row of a position and its running argument.
    fn place(&self, spans: &Spans, args: &[Val]) -> Option<(Key, i64)> {
        let mut others = args.iter().map(|arg| arg.small().filter(|&n| n >= 0)).collect::<Option<Vec<i64>>>()?;
        let n = (spans.running < others.len()).then(|| others.remove(spans.running))?;
        Some(((self.kind, others), n))
    }

    /// The candidate for a position like this one, if the table pays.
    fn choice(&self, args: &[Val]) -> Option<usize> {
        let large = |arg: &Val| arg.small().is_some_and(|n| (LEAST..=self.largest).contains(&n));
        if !args.iter().any(large) {
            return None;
        }
        (0..self.candidates().len()).find(|&candidate| {
            let Some((key, n)) = self.place(&self.candidates()[candidate], args) else { return false };
            if !(LEAST..=self.largest).contains(&n) {
                return false;
            }
            let question = (candidate, key, n.ilog2());
            let known = lock(&self.known).choices.get(&question).copied();
            known.unwrap_or_else(|| {
                let pays = self.pays(candidate, &question.1, n);
                let mut known = lock(&self.known);
                if known.choices.len() > MOST_TABLES {
                    known.choices.clear();
                }
                known.choices.insert(question, pays);
                pays
            })
        })
    }

    /// Whether positions up to this one have long stretches of options.
    fn pays(&self, candidate: usize, (kind, others): &Key, n: i64) -> bool {
        let spans = &self.candidates()[candidate];
        let (mut options, mut stretches) = (0, 0);
        for step in 0..TRIED {
            let mut args = others.clone();
            let at = n - step * (n / 2 / TRIED);
            args.insert(spans.running, at);
            let Ok(Some(found)) = spans.of(*kind, &args, 1, &mut Rows::default()) else { return false };
            if found.iter().any(|span| span.ends.1 > at) {
                return false;
            }
            stretches += found.len() as i64;
            options += found.iter().map(|span| span.ends.1 - span.ends.0 + 1).sum::<i64>();
        }
        options >= LONG * stretches.max(TRIED)
    }

    /// What the table of a row tells, filled up to a running argument; nothing if the rules cannot be followed.
    fn ask<T>(
        &self,
        candidate: usize,
        (key, n): (Key, i64),
        watch: &Watch,
        tell: impl FnOnce(&Spans, &mut Table, usize) -> Result<Option<T>, Error>,
    ) -> Result<Option<T>, Error> {
        let mut known = lock(&self.known);
        let full = known.tables.len() >= MOST_TABLES || known.bytes > watch.limits().memory / 4;
        if full && !known.numbers.contains_key(&(candidate, key.clone())) {
            *known = Known::default();
        }
        let Known { numbers, tables, bytes, .. } = &mut *known;
        let number = *numbers.entry((candidate, key.clone())).or_insert_with(|| {
            tables.push(Table::default());
            tables.len() - 1
        });
        let table = &mut tables[number];
        let (spans, row) = (&self.candidates()[candidate], table.rows.number(key.0, &key.1));
        let before = table.bytes();
        let filled = table.fill(spans, n, watch);
        *bytes = (*bytes + table.bytes()).saturating_sub(before);
        if filled? { tell(spans, table, row) } else { Ok(None) }
    }

    fn at(&self, args: &[Val], watch: &Watch) -> Result<Option<u32>, Error> {
        let Some(candidate) = self.choice(args) else { return Ok(None) };
        self.read(candidate, args, watch)
    }

    /// The value of a position from the table of a candidate.
    fn read(&self, candidate: usize, args: &[Val], watch: &Watch) -> Result<Option<u32>, Error> {
        let place = self.place(&self.candidates()[candidate], args).filter(|(_, n)| *n <= self.largest);
        let Some((key, n)) = place else { return Ok(None) };
        self.ask(candidate, (key, n), watch, |_, table, row| Ok(Some(table.places[row].numbers()[n as usize])))
    }
}

impl Method for ByStretches {
    fn name(&self, _args: &Args) -> String {
        self.kind_name()
    }

    fn kind_name(&self) -> String {
        "stretches".to_owned()
    }

    fn is_ahead(&self, args: &Args) -> bool {
        self.choice(args).is_some()
    }

    fn value(&self, args: &Args, watch: &Watch) -> Result<Answer<Value>, Error> {
        Ok(self.at(args, watch)?.map(|value| Value::Finite(value.into())).into())
    }

    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        let Some(candidate) = self.choice(args) else { return Ok(Answer::NotMine) };
        Ok(self.options_by(candidate, args, wanted)?.into())
    }

    fn is_shortcut(&self) -> bool {
        true
    }

    fn is_comparable(&self) -> bool {
        false
    }

    /// The largest numbers choose the table for all.
    fn xor(&self, columns: &[Column<'_>], watch: &Watch) -> Answer<Value> {
        let mut numbers: Vec<_> = columns.iter().map(|column| column.iter()).collect();
        let mut next = || numbers.iter_mut().map(|column| Some(Val::Int(column.next()?.into()))).collect();
        let most = columns.iter().map(|column| Some(Val::Int(column.iter().max()?.into()))).collect();
        let most: Option<Vec<Val>> = most;
        let Some(candidate) = most.and_then(|args| self.choice(&args)) else { return Answer::NotMine };
        let mut xor = 0;
        while let Some::<Vec<Val>>(args) = next() {
            let Ok(Some(value)) = self.read(candidate, &args, watch) else { return Answer::NotMine };
            xor ^= value;
        }
        Answer::Known(Value::Finite(xor.into()))
    }
}

impl ByStretches {
    /// The options of a wanted value from the table of a candidate.
    fn options_by(
        &self,
        candidate: usize,
        args: &[Val],
        wanted: &Wanted<'_>,
    ) -> Result<Option<Found<Vec<Part>>>, Error> {
        let Some((key, n)) = self.place(&self.candidates()[candidate], args) else { return Ok(None) };
        self.ask(candidate, (key.clone(), n), wanted.watch, |spans, table, _| {
            let mut first = key.1;
            first.insert(spans.running, n);
            let rows = table.rows.keys().len();
            let Some(all) = spans.of(key.0, &first, 1, &mut table.rows)? else { return Ok(None) };
            if table.rows.keys().len() > rows {
                return Ok(None);
            }
            let mut once = Once::new(wanted.most);
            let value = match wanted.value {
                Value::Finite(value) => u32::try_from(*value).ok(),
                _ => None,
            };
            let Some(value) = value else { return Ok(Some(once.found)) };
            for span in all {
                let Some(row) = span.row else {
                    if value == 0 && once.take(&[]).is_break() {
                        break;
                    }
                    continue;
                };
                let (kind, others) = &table.rows.keys()[row];
                for &place in table.places[row].of(value, span.ends.0 as usize, span.ends.1 as usize) {
                    let mut args: Vec<Val> = others.iter().map(|&n| Val::Int(n.into())).collect();
                    args.insert(spans.running, Val::Int(place.into()));
                    if once.take(&[Part { copies: 1, kind: *kind, args: args.into() }]).is_break() {
                        return Ok(Some(once.found));
                    }
                }
            }
            Ok(Some(once.found))
        })
    }
}

#[cfg(test)]
mod tests;
