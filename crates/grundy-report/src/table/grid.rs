//! The values of two arguments: rows for the first, columns for the second.

use std::fmt::Write;
use std::ops::RangeInclusive;

use grundy::Value;
use serde_json::{Value as Json, json};

use super::{Format, TableAsk, value_json};
use crate::{Error, to_json};

/// The text of a grid.
pub fn write(
    game: &str,
    values: &[Vec<Value>],
    ranges: &[RangeInclusive<u64>],
    ask: &TableAsk<'_>,
    trusted: bool,
) -> Result<String, Error> {
    let cells = || {
        let rows = ranges[0].clone().zip(values);
        rows.flat_map(|(x, row)| ranges[1].clone().zip(row).map(move |(y, value)| (x, y, value)))
    };
    if ask.stats {
        return Err(Error::Bad("--stats is for games of one argument".into()));
    }
    if ask.zeros {
        let zeros: Vec<(u64, u64)> = cells().filter(|(.., value)| value.is_zero()).map(|(x, y, _)| (x, y)).collect();
        return Ok(zeros_text(game, &zeros, ask.format));
    }
    Ok(match ask.format {
        Format::Text => text(values, ranges),
        Format::Csv => {
            let lines = cells().map(|(x, y, value)| format!("{x},{y},{value}\n"));
            format!("x,y,value\n{}", lines.collect::<String>())
        }
        Format::Json => {
            let rows: Vec<Vec<Json>> = values.iter().map(|row| row.iter().map(value_json).collect()).collect();
            let from: Vec<u64> = ranges.iter().map(|range| *range.start()).collect();
            let to: Vec<u64> = ranges.iter().map(|range| *range.end()).collect();
            let mut table = json!({ "values": rows, "game": game, "from": from, "to": to });
            if trusted {
                table["trust"] = "observed".into();
            }
            format!("{}\n", to_json(&table))
        }
        Format::Bfile | Format::Raw => {
            return Err(Error::Bad("b-files and raw words are for games of one argument".into()));
        }
    })
}

fn zeros_text(game: &str, zeros: &[(u64, u64)], format: Format) -> String {
    match format {
        Format::Json => format!("{}\n", to_json(&json!({ "game": game, "zeros": zeros }))),
        Format::Csv => {
            let lines: String = zeros.iter().map(|(x, y)| format!("{x},{y}\n")).collect();
            format!("x,y\n{lines}")
        }
        _ => zeros.iter().map(|(x, y)| format!("{x} {y}\n")).collect(),
    }
}

fn text(values: &[Vec<Value>], ranges: &[RangeInclusive<u64>]) -> String {
    let cells: Vec<Vec<String>> = values.iter().map(|row| row.iter().map(Value::to_string).collect()).collect();
    let widest = cells.iter().flatten().map(String::len).max().unwrap_or(1);
    let width = widest.max(ranges[1].end().to_string().len());
    let label = ranges[0].end().to_string().len();
    let mut out = " ".repeat(label) + " |";
    for y in ranges[1].clone() {
        let _ = write!(out, " {y:>width$}");
    }
    let _ = write!(out, "\n{}-+{}\n", "-".repeat(label), "-".repeat((width + 1) * cells.first().map_or(0, Vec::len)));
    for (x, row) in ranges[0].clone().zip(&cells) {
        let _ = write!(out, "{x:>label$} |");
        for cell in row {
            let _ = write!(out, " {cell:>width$}");
        }
        out.push('\n');
    }
    out
}
