//! The rows of a survey as a file of columns: numpy's `.npy`, an array of records, or parquet.

use grundy_report::table::{fixed, npy};
use grundy_survey::{Plan, Row, columns};
use serde_json::Value as Json;

use crate::args::Format;
use crate::failure::Failure;

/// The columns that hold texts; the others hold natural numbers, and the times fractions.
const TEXTS: [&str; 4] = ["code", "status", "mask", "engine"];

/// The bytes of the file.
pub fn file(rows: &[Row], plan: &Plan, times: bool, format: Format) -> Result<Vec<u8>, Failure> {
    if format == Format::Npy { Ok(records(rows, times)) } else { parquet(rows, plan, times) }
}

/// An array of records. Numbers are integers of 64 bits with -1 for none: numpy's integers have no other way to say so.
fn records(rows: &[Row], times: bool) -> Vec<u8> {
    let width = |column: &str| {
        let text = |row: &Row| row.cell(column).as_str().map_or(0, |text| text.chars().count());
        rows.iter().map(text).max().unwrap_or(0).max(1)
    };
    let fields: Vec<(&str, Option<usize>)> =
        columns(times).iter().map(|&column| (column, TEXTS.contains(&column).then(|| width(column)))).collect();
    let kinds = fields.iter().map(|(column, width)| match width {
        Some(width) => format!("('{column}', '<U{width}')"),
        None if *column == "seconds" => format!("('{column}', '<f8')"),
        None => format!("('{column}', '<i8')"),
    });
    let kind = format!("[{}]", kinds.collect::<Vec<_>>().join(", "));
    let record = |row: &Row| -> Vec<u8> {
        let cell = |(column, width): &(&str, Option<usize>)| match (width, row.cell(column)) {
            (Some(width), cell) => fixed(cell.as_str().unwrap_or_default(), *width),
            (None, cell) if *column == "seconds" => cell.as_f64().unwrap_or(f64::NAN).to_le_bytes().to_vec(),
            (None, cell) => cell.as_i64().unwrap_or(-1).to_le_bytes().to_vec(),
        };
        fields.iter().flat_map(cell).collect()
    };
    npy(&kind, &[rows.len()], rows.iter().map(record))
}

#[cfg(feature = "parquet")]
fn parquet(rows: &[Row], plan: &Plan, times: bool) -> Result<Vec<u8>, Failure> {
    use crate::parquet::{Column, write};
    let column = |&column: &&'static str| {
        let cells = rows.iter().map(|row| row.cell(column));
        let text = |cell: &Json| match cell {
            Json::Null => None,
            Json::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        };
        if TEXTS.contains(&column) || column == "seconds" {
            (column, Column::Texts(cells.map(text).collect()))
        } else {
            (column, Column::Numbers(cells.map(Json::as_u64).collect()))
        }
    };
    let columns: Vec<_> = columns(times).iter().map(column).collect();
    let lines: String = rows.iter().map(|row| row.csv(false) + "\n").collect();
    let metadata = [
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("rules", plan.head()),
        ("bound", plan.to().to_string()),
        ("checksum", format!("fnv1a:{:016x}", grundy_report::Checksum::of(&lines))),
    ];
    write(&columns, &metadata)
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &[Row], _: &Plan, _: bool) -> Result<Vec<u8>, Failure> {
    Err(Failure::input("this grundy was built without parquet"))
}
