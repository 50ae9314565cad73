//! The values of one argument, written as they come: a table may be longer than the memory.
//!
//! The values of a take-and-break game come from its sequence; once a period is proved, what is left is a cycle that
//! repeats. Other games are asked in chunks.

use std::ops::{ControlFlow, RangeInclusive};

use grundy::heap::{Period, Rule, Sequence};
use grundy::{Value, Watch};
use grundy_rules::{Engine, Settings};

use super::format::{CHUNK, JsonList, Pairs, Raw, Text, Writer, Zeros};
use super::provenance::Provenance;
use super::sink::Sink;
use super::stats::Stats;
use super::{Format, TableAsk};
use crate::Error;

/// Arguments asked for at a time.
const ASKED: u64 = 1 << 16;

/// Values on a line of text, unless told otherwise.
const WRAP: u64 = 20;

/// Writes the values of `range`, and gives a remark that has no place among them.
pub fn write(
    engine: &Engine,
    game: &str,
    settings: &Settings,
    range: RangeInclusive<u64>,
    ask: &TableAsk<'_>,
    watch: &Watch,
    sink: Sink<'_>,
) -> Result<Option<String>, Error> {
    let mut row = Row::new(range.clone(), ask, sink)?;
    match engine.heap_rule(game, settings)? {
        Some(rule) => row.heaps(rule, watch)?,
        None => row.asked(engine, game, settings)?,
    }
    row.provenance.trusted = engine.trusts_observed();
    row.finish()
}

/// The values of a cycle that repeats, and the argument of the first.
struct Cycle {
    first: u64,
    values: Vec<u64>,
}

struct Row<'a> {
    range: RangeInclusive<u64>,
    only_zeros: bool,
    writer: Box<dyn Writer>,
    provenance: Provenance,
    sink: Sink<'a>,
    started: bool,
}

impl<'a> Row<'a> {
    fn new(range: RangeInclusive<u64>, ask: &TableAsk<'_>, sink: Sink<'a>) -> Result<Row<'a>, Error> {
        let writer: Box<dyn Writer> = match (ask.stats, ask.zeros, ask.format) {
            (true, _, _) => Box::new(Stats::new(ask.format == Format::Json)),
            (_, true, Format::Raw) => {
                return Err(Error::Bad("--zeros lists arguments: use text, csv, json or bfile".into()));
            }
            (_, true, Format::Text) => Box::new(Zeros),
            (_, true, Format::Json) => Box::new(JsonList::new("zeros")),
            (_, _, Format::Text) => Box::new(Text::new(ask.wrap.unwrap_or(WRAP), *range.end())),
            (_, _, Format::Csv) => Box::new(Pairs::csv()),
            (_, _, Format::Bfile) => Box::new(Pairs::bfile()),
            (_, _, Format::Json) => Box::new(JsonList::new("values")),
            (_, _, Format::Raw) => Box::new(Raw),
        };
        let provenance = Provenance::new(ask.game, &range);
        Ok(Row { range, only_zeros: ask.zeros, writer, provenance, sink, started: false })
    }

    /// The values of a take-and-break game.
    fn heaps(&mut self, rule: Rule, watch: &Watch) -> Result<(), Error> {
        let mut sequence = Sequence::new(rule);
        let (mut next, last) = (*self.range.start(), *self.range.end());
        let mut values = Vec::new();
        loop {
            let end = next.saturating_add(ASKED - 1).min(last);
            sequence.extend(u128::from(end), watch)?;
            if let Some(cycle) = cycle_from(&sequence, next) {
                if next < cycle.first {
                    self.sequence_part(&sequence, next, (cycle.first - 1).min(last), &mut values)?;
                    next = cycle.first;
                }
                return if next > last { Ok(()) } else { self.cycle(&cycle, last) };
            }
            self.sequence_part(&sequence, next, end, &mut values)?;
            if end == last {
                return Ok(());
            }
            next = end + 1;
        }
    }

    fn sequence_part(&mut self, sequence: &Sequence, from: u64, to: u64, values: &mut Vec<u64>) -> Result<(), Error> {
        let mut known = sequence.iter_from(u128::from(from));
        let mut next = from;
        loop {
            let wanted = (to - next).saturating_add(1).min(CHUNK as u64);
            values.clear();
            values.extend(known.by_ref().take(wanted as usize));
            if values.len() < wanted as usize {
                return Err(Error::Bad(format!("the value of {} has more than 64 bits", next + values.len() as u64)));
            }
            self.values(next, values)?;
            if to - next < wanted {
                return Ok(());
            }
            next += wanted;
        }
    }

    /// The values of any other game.
    fn asked(&mut self, engine: &Engine, game: &str, settings: &Settings) -> Result<(), Error> {
        let mut failed = Ok(());
        engine.row_chunks(game, settings, self.range.clone(), ASKED, &mut |first, values| {
            failed = self.others(first, values);
            if failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        failed
    }

    /// Nothing is printed before the first values are known: most errors show there.
    fn begin(&mut self) {
        if !std::mem::replace(&mut self.started, true) {
            self.writer.start(&mut self.sink.buffer);
        }
    }

    fn values(&mut self, first: u64, values: &[u64]) -> Result<(), Error> {
        self.begin();
        self.provenance.add(values);
        if self.only_zeros {
            for (n, _) in (first..).zip(values).filter(|(_, value)| **value == 0) {
                self.writer.values(n, &[0], &mut self.sink.buffer)?;
            }
        } else {
            self.writer.values(first, values, &mut self.sink.buffer)?;
        }
        self.sink.advance(first - self.range.start())
    }

    fn others(&mut self, first: u64, values: &[Value]) -> Result<(), Error> {
        self.begin();
        for (n, value) in (first..).zip(values) {
            self.provenance.add_other(value);
            if !self.only_zeros || value.is_zero() {
                self.writer.other(n, value, &mut self.sink.buffer)?;
            }
        }
        self.sink.advance(first - self.range.start())
    }

    fn cycle(&mut self, cycle: &Cycle, last: u64) -> Result<(), Error> {
        self.begin();
        let count = (last - cycle.first).saturating_add(1);
        let (turns, rest) = (count / cycle.values.len() as u64, count % cycle.values.len() as u64);
        self.provenance.add_cycles(&cycle.values, turns);
        self.provenance.add(&cycle.values[..rest as usize]);
        if self.only_zeros {
            return self.zeros_of(cycle, turns, rest);
        }
        self.writer.cycle(cycle.first, &cycle.values, count, &mut self.sink)
    }

    fn zeros_of(&mut self, cycle: &Cycle, turns: u64, rest: u64) -> Result<(), Error> {
        let period = cycle.values.len() as u64;
        let zeros: Vec<u64> = (0..).zip(&cycle.values).filter(|(_, value)| **value == 0).map(|(at, _)| at).collect();
        if zeros.is_empty() {
            return Ok(());
        }
        for turn in 0..=turns {
            let start = cycle.first + turn * period;
            for &at in zeros.iter().filter(|&&at| turn < turns || at < rest) {
                self.writer.values(start + at, &[0], &mut self.sink.buffer)?;
            }
            self.sink.advance(turn * period)?;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Option<String>, Error> {
        let remark = self.writer.end(&self.provenance, &mut self.sink.buffer);
        self.sink.finish()?;
        Ok(remark)
    }
}

/// The cycle that goes on for ever from `from` or the pre-period on, if a period without saltus is proved.
fn cycle_from(sequence: &Sequence, from: u64) -> Option<Cycle> {
    if !sequence.is_proved() {
        return None;
    }
    let Period::Proved(repetition, _) = sequence.period() else { return None };
    let first = from.max(repetition.preperiod);
    let length = usize::try_from(repetition.period).ok()?;
    let values: Vec<u64> = sequence.iter_from(u128::from(first)).take(length).collect();
    (repetition.saltus == 0 && values.len() == length).then_some(Cycle { first, values })
}
