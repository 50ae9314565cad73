//! Parts of a table of any number of arguments, printed as they come.

use std::io::Write;
use std::ops::ControlFlow;

use grundy_report::to_json;
use grundy_table::{Error, count};
use serde_json::{Map, Value as Json, json};

use crate::args::Format;
use crate::failure::Outcome;
use crate::output;

/// What is asked for.
pub struct Part<'a> {
    /// The game as it was named.
    pub game: &'a str,
    /// The first arguments.
    pub from: &'a [u64],
    /// The last arguments.
    pub to: &'a [u64],
    /// Only the lost positions.
    pub zeros: bool,
    /// Counts of values.
    pub stats: bool,
    /// The format.
    pub format: Format,
}

/// Takes a piece of a row: its first arguments and its values.
pub type Visit<'a> = &'a mut dyn FnMut(&[u64], &[u32]) -> Result<ControlFlow<()>, Error>;

/// Prints a part that `slice` goes through.
pub fn print(part: &Part<'_>, slice: impl FnOnce(Visit<'_>) -> Result<(), Error>) -> Outcome {
    if part.stats {
        let mut counts = Vec::new();
        slice(&mut |_, row| {
            row.iter().for_each(|&value| count(&mut counts, value));
            Ok(ControlFlow::Continue(()))
        })?;
        return print_counts(part, &counts);
    }
    let mut out = output::stream();
    let mut writer: Box<dyn Rows> = match (part.format, part.zeros) {
        (Format::Json, false) => Box::new(JsonRows { nested: Separators::new(part) }),
        (Format::Json, true) => Box::new(Zeros { lead: r#"["#, between: ",", end: "]", json: true, first: true }),
        (_, true) => {
            let between = if part.format == Format::Csv { "," } else { " " };
            Box::new(Zeros { lead: "", between, end: "\n", json: false, first: true })
        }
        (Format::Csv, false) => Box::new(CsvRows),
        _ => Box::new(TextRows { shown: false }),
    };
    let mut failed = None;
    writer.start(part, &mut out)?;
    slice(&mut |at, row| match writer.row(part, at, row, &mut out) {
        Ok(()) => Ok(ControlFlow::Continue(())),
        Err(error) => {
            failed = Some(error);
            Ok(ControlFlow::Break(()))
        }
    })?;
    match failed {
        Some(error) => return Err(error.into()),
        None => writer.end(part, &mut out)?,
    }
    out.flush()?;
    Ok(())
}

/// Prints how often each value occurs.
pub fn print_counts(part: &Part<'_>, counts: &[u64]) -> Outcome {
    let there = || counts.iter().enumerate().filter(|(_, count)| **count > 0);
    if part.format == Format::Json {
        let counts: Map<String, Json> = there().map(|(value, count)| (value.to_string(), json!(count))).collect();
        let largest = there().next_back().map(|(value, _)| value.to_string());
        return output::print_json(
            json!({ "game": part.game, "from": part.from, "to": part.to, "counts": counts, "largest": largest }),
        );
    }
    let (head, between) = if part.format == Format::Csv { ("value,count\n", ",") } else { ("value  count\n", "  ") };
    let width = if part.format == Format::Csv { 1 } else { 5 };
    let lines: String = there().map(|(value, count)| format!("{value:>width$}{between}{count}\n")).collect();
    output::print_plain(&format!("{head}{lines}"))
}

type Out<'a> = &'a mut dyn Write;

/// Writes rows in one format.
trait Rows {
    fn start(&mut self, part: &Part<'_>, out: Out<'_>) -> std::io::Result<()>;
    fn row(&mut self, part: &Part<'_>, at: &[u64], row: &[u32], out: Out<'_>) -> std::io::Result<()>;
    fn end(&mut self, part: &Part<'_>, out: Out<'_>) -> std::io::Result<()>;
}

/// Arguments as columns, then the value.
struct CsvRows;

impl Rows for CsvRows {
    fn start(&mut self, part: &Part<'_>, out: Out<'_>) -> std::io::Result<()> {
        writeln!(out, "{},value", heads(part))
    }

    fn row(&mut self, _: &Part<'_>, at: &[u64], row: &[u32], out: Out<'_>) -> std::io::Result<()> {
        let (last, outer) = at.split_last().unwrap_or((&0, &[]));
        let lead: String = outer.iter().map(|n| format!("{n},")).collect();
        (*last..).zip(row).try_for_each(|(n, value)| writeln!(out, "{lead}{n},{value}"))
    }

    fn end(&mut self, _: &Part<'_>, _: Out<'_>) -> std::io::Result<()> {
        Ok(())
    }
}

/// `x,y` for two arguments as in other tables, else `n1,n2,…`.
fn heads(part: &Part<'_>) -> String {
    names(part.to.len()).join(",")
}

/// The names of so many arguments.
pub fn names(count: usize) -> Vec<String> {
    match count {
        1 => vec!["n".to_owned()],
        2 | 3 => ["x", "y", "z"][..count].iter().map(ToString::to_string).collect(),
        many => (1..=many).map(|index| format!("n{index}")).collect(),
    }
}

/// A line for each row: the other arguments, then the values.
struct TextRows {
    shown: bool,
}

impl Rows for TextRows {
    fn start(&mut self, _: &Part<'_>, _: Out<'_>) -> std::io::Result<()> {
        Ok(())
    }

    fn row(&mut self, part: &Part<'_>, at: &[u64], row: &[u32], out: Out<'_>) -> std::io::Result<()> {
        let (last, outer) = at.split_last().unwrap_or((&0, &[]));
        if part.from.last() == Some(last) {
            let lead = outer.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
            let newline = if std::mem::replace(&mut self.shown, true) { "\n" } else { "" };
            write!(out, "{newline}{lead}{}", if lead.is_empty() { "" } else { ":" })?;
        }
        let mut is_first = part.to.len() == 1 && part.from.last() == Some(last);
        row.iter().try_for_each(|value| {
            let space = if std::mem::take(&mut is_first) { "" } else { " " };
            write!(out, "{space}{value}")
        })
    }

    fn end(&mut self, _: &Part<'_>, out: Out<'_>) -> std::io::Result<()> {
        if self.shown { writeln!(out) } else { Ok(()) }
    }
}

/// The lost positions.
struct Zeros {
    lead: &'static str,
    between: &'static str,
    end: &'static str,
    json: bool,
    first: bool,
}

impl Rows for Zeros {
    fn start(&mut self, part: &Part<'_>, out: Out<'_>) -> std::io::Result<()> {
        if self.json {
            let head = to_json(&json!({ "game": part.game, "from": part.from, "to": part.to })).to_string();
            return write!(out, "{},\"zeros\":[", head.trim_end_matches('}'));
        }
        if part.format == Format::Csv { writeln!(out, "{}", heads(part)) } else { Ok(()) }
    }

    fn row(&mut self, _: &Part<'_>, at: &[u64], row: &[u32], out: Out<'_>) -> std::io::Result<()> {
        let (last, outer) = at.split_last().unwrap_or((&0, &[]));
        let outer: String = outer.iter().map(|n| format!("{n}{}", self.between)).collect();
        for (n, _) in (*last..).zip(row).filter(|(_, value)| **value == 0) {
            let comma = if self.json && !std::mem::take(&mut self.first) { "," } else { "" };
            write!(out, "{comma}{}{outer}{n}{}", self.lead, self.end)?;
        }
        Ok(())
    }

    fn end(&mut self, _: &Part<'_>, out: Out<'_>) -> std::io::Result<()> {
        if self.json { writeln!(out, "]}}") } else { Ok(()) }
    }
}

/// Values as lists in lists, as they come.
struct JsonRows {
    nested: Separators,
}

/// What stands between the values of nested lists.
struct Separators {
    lens: Vec<u64>,
    done: u64,
}

impl Separators {
    fn new(part: &Part<'_>) -> Separators {
        let lens = part.from.iter().zip(part.to).map(|(from, to)| to - from + 1).collect();
        Separators { lens, done: 0 }
    }

    /// How many lists begin with the next value, and end after it.
    fn turns(&self) -> (usize, usize) {
        let (mut size, mut begin, mut end) = (1, 0, 0);
        for len in self.lens.iter().rev() {
            size *= len;
            begin += usize::from(self.done.is_multiple_of(size));
            end += usize::from((self.done + 1).is_multiple_of(size));
        }
        (begin, end)
    }
}

impl Rows for JsonRows {
    fn start(&mut self, part: &Part<'_>, out: Out<'_>) -> std::io::Result<()> {
        let head = to_json(&json!({ "game": part.game, "from": part.from, "to": part.to })).to_string();
        write!(out, "{},\"values\":", head.trim_end_matches('}'))
    }

    fn row(&mut self, _: &Part<'_>, _: &[u64], row: &[u32], out: Out<'_>) -> std::io::Result<()> {
        for value in row {
            let (begin, end) = self.nested.turns();
            let comma = if self.nested.done > 0 { "," } else { "" };
            write!(out, "{comma}{}{value}{}", "[".repeat(begin), "]".repeat(end))?;
            self.nested.done += 1;
        }
        Ok(())
    }

    fn end(&mut self, _: &Part<'_>, out: Out<'_>) -> std::io::Result<()> {
        writeln!(out, "}}")
    }
}

/// Values as lists in lists, in memory.
pub struct Nested {
    lens: Vec<u64>,
    values: Vec<Json>,
}

impl Nested {
    /// The lists of a part, without values.
    pub fn new(part: &Part<'_>) -> Nested {
        Nested { lens: Separators::new(part).lens, values: Vec::new() }
    }

    /// More values.
    pub fn push(&mut self, row: &[u32]) {
        self.values.extend(row.iter().map(|&value| Json::from(value)));
    }

    /// The lists.
    pub fn end(self) -> Json {
        let mut values = self.values;
        for len in self.lens.iter().skip(1).rev() {
            values = values.chunks(*len as usize).map(|list| Json::from(list.to_vec())).collect();
        }
        Json::from(values)
    }
}
