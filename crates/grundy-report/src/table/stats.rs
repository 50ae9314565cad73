//! How often each value occurs, and where the largest stands first.

use std::collections::BTreeMap;
use std::io::Write;

use grundy::Value;
use serde_json::{Value as Json, json};

use super::format::Writer;
use super::provenance::Provenance;
use super::sink::Sink;
use crate::{Error, to_json};

/// Counts of values.
#[derive(Default)]
pub struct Stats {
    json: bool,
    counts: BTreeMap<u128, u64>,
    infinite: u64,
    largest: Option<(u128, u64)>,
}

impl Stats {
    /// Nothing counted yet.
    pub fn new(json: bool) -> Stats {
        Stats { json, ..Stats::default() }
    }

    fn count(&mut self, n: u64, value: u128, times: u64) {
        *self.counts.entry(value).or_default() += times;
        if self.largest.is_none_or(|(largest, _)| value > largest) {
            self.largest = Some((value, n));
        }
    }

    fn text(&self, provenance: &Provenance, out: &mut Vec<u8>) -> std::io::Result<()> {
        writeln!(out, "value  count")?;
        for (value, count) in &self.counts {
            writeln!(out, "{value:>5}  {count}")?;
        }
        if self.infinite > 0 {
            writeln!(out, "infinite or loopy  {}", self.infinite)?;
        }
        if let Some((value, at)) = self.largest {
            writeln!(out, "largest {value}, first at {at}")?;
        }
        writeln!(out, "# {}", provenance.text())
    }

    fn json(&self, provenance: &Provenance) -> Json {
        let counts: serde_json::Map<String, Json> =
            self.counts.iter().map(|(value, count)| (value.to_string(), Json::from(*count))).collect();
        let largest = self.largest.map(|(value, at)| json!({ "value": value.to_string(), "first_at": at }));
        to_json(&json!({ "game": provenance.game, "from": provenance.range.start(), "to": provenance.range.end(),
            "counts": counts, "infinite": self.infinite, "largest": largest }))
    }
}

impl Writer for Stats {
    fn values(&mut self, first: u64, values: &[u64], _out: &mut Vec<u8>) -> Result<(), Error> {
        (first..).zip(values).for_each(|(n, &value)| self.count(n, value.into(), 1));
        Ok(())
    }

    fn other(&mut self, n: u64, value: &Value, _out: &mut Vec<u8>) -> Result<(), Error> {
        match value {
            Value::Finite(value) => self.count(n, *value, 1),
            _ => self.infinite += 1,
        }
        Ok(())
    }

    fn cycle(&mut self, first: u64, cycle: &[u64], count: u64, _sink: &mut Sink<'_>) -> Result<(), Error> {
        let period = cycle.len() as u64;
        for (index, &value) in (0..).zip(cycle).take_while(|(index, _)| *index < count) {
            let turns = count / period + u64::from(index < count % period);
            self.count(first + index, value.into(), turns);
        }
        Ok(())
    }

    fn end(&mut self, provenance: &Provenance, out: &mut Vec<u8>) -> Option<String> {
        // Writing into memory cannot fail.
        let _ = if self.json { writeln!(out, "{}", self.json(provenance)) } else { self.text(provenance, out) };
        None
    }
}
