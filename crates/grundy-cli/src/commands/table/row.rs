//! The values of one argument, written as they come: a table may be longer than the memory.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::RangeInclusive;

use grundy::Value;
use grundy_rules::{Engine, Settings, Table};
use serde_json::{Value as Json, json};

use super::value_json;
use crate::args::{Format, TableArgs};
use crate::checksum::Checksum;
use crate::failure::{Failure, Outcome};
use crate::output::{self, with_schema};

/// Arguments asked for at a time.
const CHUNK: u64 = 1 << 16;

/// Values on a line of text, unless told otherwise.
const WRAP: u64 = 20;

/// Prints the values of `range`.
pub fn print(
    engine: &Engine,
    game: &str,
    settings: &Settings,
    range: RangeInclusive<u64>,
    args: &TableArgs,
    format: Format,
) -> Outcome {
    let mut writer: Box<dyn Writer> = match (args.stats, args.zeros, format) {
        (true, _, _) => Box::new(Stats { json: format == Format::Json, ..Stats::default() }),
        (_, _, Format::Text) if args.zeros => Box::new(Zeros),
        (_, _, Format::Text) => Box::new(Text::new(args.wrap.unwrap_or(WRAP), *range.end())),
        (_, _, Format::Csv) => Box::new(Csv),
        (_, _, Format::Json) => Box::new(JsonList { first: true }),
        (_, _, Format::Bfile) => Box::new(Bfile),
        (_, _, Format::Raw) => Box::new(Raw),
    };
    let mut provenance = Provenance::new(&args.game, &range);
    let mut out = output::stream();
    // The first values are asked for before anything is printed: most errors show there.
    let mut started = false;
    for start in range.clone().step_by(CHUNK as usize) {
        let end = start.saturating_add(CHUNK - 1).min(*range.end());
        let Table::Row(values) = engine.table(game, settings, &[start..=end])? else {
            return Err(Failure::input(format!("{game} has more than one argument")));
        };
        if !started {
            writer.start(&mut out)?;
            started = true;
        }
        for (n, value) in (start..=end).zip(&values) {
            provenance.add(value);
            if !args.zeros || value.is_zero() {
                writer.value(n, value, &mut out)?;
            }
        }
    }
    writer.end(&provenance, &mut out)?;
    out.flush()?;
    Ok(())
}

/// Which values these are, and a checksum of them.
struct Provenance {
    game: String,
    range: RangeInclusive<u64>,
    /// Over the values' decimal texts and a newline each.
    checksum: Checksum,
}

impl Provenance {
    fn new(game: &str, range: &RangeInclusive<u64>) -> Self {
        Provenance { game: output::safe(game), range: range.clone(), checksum: Checksum::default() }
    }

    fn add(&mut self, value: &Value) {
        // Writing into a checksum cannot fail.
        let _ = std::fmt::Write::write_fmt(&mut self.checksum, format_args!("{value}\n"));
    }

    fn text(&self) -> String {
        let Provenance { game, range, checksum } = self;
        let version = env!("CARGO_PKG_VERSION");
        format!("grundy {version}, {game}, {}..{}, fnv1a64 {:016x}", range.start(), range.end(), checksum.value())
    }
}

/// One output format.
trait Writer {
    fn start(&mut self, _out: &mut dyn Write) -> Result<(), Failure> {
        Ok(())
    }
    fn value(&mut self, n: u64, value: &Value, out: &mut dyn Write) -> Result<(), Failure>;
    fn end(&mut self, provenance: &Provenance, out: &mut dyn Write) -> Result<(), Failure>;
}

struct Text {
    wrap: u64,
    label: usize,
    column: u64,
}

impl Text {
    fn new(wrap: u64, last: u64) -> Self {
        Text { wrap, label: last.to_string().len(), column: 0 }
    }
}

impl Writer for Text {
    fn value(&mut self, n: u64, value: &Value, out: &mut dyn Write) -> Result<(), Failure> {
        if self.column == 0 {
            write!(out, "{n:>width$} |", width = self.label)?;
        }
        write!(out, " {value}")?;
        self.column = (self.column + 1) % self.wrap;
        if self.column == 0 {
            writeln!(out)?;
        }
        Ok(())
    }

    fn end(&mut self, provenance: &Provenance, out: &mut dyn Write) -> Result<(), Failure> {
        if self.column != 0 {
            writeln!(out)?;
        }
        Ok(writeln!(out, "# {}", provenance.text())?)
    }
}

/// Only the arguments, one a line: with `--zeros` the value is 0 everywhere.
struct Zeros;

impl Writer for Zeros {
    fn value(&mut self, n: u64, _value: &Value, out: &mut dyn Write) -> Result<(), Failure> {
        Ok(writeln!(out, "{n}")?)
    }

    fn end(&mut self, provenance: &Provenance, out: &mut dyn Write) -> Result<(), Failure> {
        Ok(writeln!(out, "# zeros of {}", provenance.text())?)
    }
}

struct Csv;

impl Writer for Csv {
    fn start(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        Ok(writeln!(out, "n,value")?)
    }

    fn value(&mut self, n: u64, value: &Value, out: &mut dyn Write) -> Result<(), Failure> {
        Ok(writeln!(out, "{n},{value}")?)
    }

    fn end(&mut self, provenance: &Provenance, out: &mut dyn Write) -> Result<(), Failure> {
        Ok(writeln!(out, "# {}", provenance.text())?)
    }
}

struct Bfile;

impl Writer for Bfile {
    fn value(&mut self, n: u64, value: &Value, out: &mut dyn Write) -> Result<(), Failure> {
        Ok(writeln!(out, "{n} {value}")?)
    }

    fn end(&mut self, provenance: &Provenance, out: &mut dyn Write) -> Result<(), Failure> {
        Ok(writeln!(out, "# {}", provenance.text())?)
    }
}

/// Little-endian 32-bit words; the provenance goes to stderr, since every byte here is a value.
struct Raw;

impl Writer for Raw {
    fn value(&mut self, n: u64, value: &Value, out: &mut dyn Write) -> Result<(), Failure> {
        let word = match value {
            Value::Finite(value) => u32::try_from(*value).ok(),
            _ => None,
        };
        let word = word.ok_or_else(|| Failure::input(format!("the value {value} of {n} does not fit 32 bits")))?;
        Ok(out.write_all(&word.to_le_bytes())?)
    }

    fn end(&mut self, provenance: &Provenance, _out: &mut dyn Write) -> Result<(), Failure> {
        anstream::eprintln!("{}", provenance.text());
        Ok(())
    }
}

/// The agreed object, its list written as it comes.
struct JsonList {
    first: bool,
}

impl Writer for JsonList {
    fn start(&mut self, out: &mut dyn Write) -> Result<(), Failure> {
        Ok(write!(out, "{{\"schema\":\"{}\",\"values\":[", output::SCHEMA)?)
    }

    fn value(&mut self, _n: u64, value: &Value, out: &mut dyn Write) -> Result<(), Failure> {
        let comma = if std::mem::take(&mut self.first) { "" } else { "," };
        Ok(write!(out, "{comma}{}", value_json(value))?)
    }

    fn end(&mut self, provenance: &Provenance, out: &mut dyn Write) -> Result<(), Failure> {
        let Provenance { game, range, checksum } = provenance;
        let rest = json!({ "game": game, "from": range.start(), "to": range.end(),
            "checksum": format!("fnv1a64:{:016x}", checksum.value()), "version": env!("CARGO_PKG_VERSION") });
        let rest = rest.to_string();
        Ok(writeln!(out, "],{}", rest.trim_start_matches('{'))?)
    }
}

/// How often each value occurs, and where the largest stands first.
#[derive(Default)]
struct Stats {
    json: bool,
    counts: BTreeMap<u128, u64>,
    infinite: u64,
    largest: Option<(u128, u64)>,
}

impl Writer for Stats {
    fn value(&mut self, n: u64, value: &Value, _out: &mut dyn Write) -> Result<(), Failure> {
        let Value::Finite(value) = *value else {
            self.infinite += 1;
            return Ok(());
        };
        *self.counts.entry(value).or_default() += 1;
        if self.largest.is_none_or(|(largest, _)| value > largest) {
            self.largest = Some((value, n));
        }
        Ok(())
    }

    fn end(&mut self, provenance: &Provenance, out: &mut dyn Write) -> Result<(), Failure> {
        if self.json {
            return self.json(provenance, out);
        }
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
        Ok(writeln!(out, "# {}", provenance.text())?)
    }
}

impl Stats {
    fn json(&self, provenance: &Provenance, out: &mut dyn Write) -> Result<(), Failure> {
        let counts: serde_json::Map<String, Json> =
            self.counts.iter().map(|(value, count)| (value.to_string(), Json::from(*count))).collect();
        let largest = self.largest.map(|(value, at)| json!({ "value": value.to_string(), "first_at": at }));
        let stats = json!({ "game": provenance.game, "from": provenance.range.start(), "to": provenance.range.end(),
            "counts": counts, "infinite": self.infinite, "largest": largest });
        Ok(writeln!(out, "{}", with_schema(stats))?)
    }
}
