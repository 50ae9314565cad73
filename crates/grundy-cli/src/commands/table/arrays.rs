//! Parts of a table of any number of arguments as files of columns: numpy's `.npy`, written as it comes, and parquet.

use std::io::Write;
use std::ops::ControlFlow;

use grundy::Watch;
use grundy_report::table::npy;
use grundy_table::{Cells, Error};

use super::slices::{Part, Visit, names};
use crate::args::Format;
use crate::failure::{Failure, Outcome};
use crate::output;

/// Goes through the values of a part.
type Slice<'a> = &'a dyn Fn(Visit<'_>) -> Result<(), Error>;

/// Bytes of a number while a parquet file is made.
const NUMBER: u64 = 40;

/// Prints a part.
pub fn print(part: &Part<'_>, watch: &Watch, slice: Slice<'_>) -> Outcome {
    if part.zeros || part.stats {
        return Err(Failure::input("--zeros and --stats are for other formats: this file holds all values"));
    }
    if part.format == Format::Npy { numpy(part, slice) } else { parquet(part, watch, slice) }
}

/// Twice over the values: the largest decides the type.
fn numpy(part: &Part<'_>, slice: Slice<'_>) -> Outcome {
    let mut largest = 0;
    slice(&mut |_, row| {
        largest = row.iter().copied().max().unwrap_or(0).max(largest);
        Ok(ControlFlow::Continue(()))
    })?;
    let width = Cells::width_of(largest.into()) as usize;
    let kind = ["|u1", "<u2", "<u4"][width / 2];
    let shape: Vec<usize> = part.from.iter().zip(part.to).map(|(from, to)| (to - from) as usize + 1).collect();
    let mut out = output::stream();
    out.write_all(&npy(kind, &shape, std::iter::empty::<[u8; 1]>()))?;
    let mut failed = None;
    slice(&mut |_, row| {
        let bytes: Vec<u8> = row.iter().flat_map(|value| value.to_le_bytes().into_iter().take(width)).collect();
        match out.write_all(&bytes) {
            Ok(()) => Ok(ControlFlow::Continue(())),
            Err(error) => {
                failed = Some(error);
                Ok(ControlFlow::Break(()))
            }
        }
    })?;
    match failed {
        Some(error) => Err(error.into()),
        None => Ok(out.flush()?),
    }
}

/// A column for each argument, and the values. The file is made in memory.
#[cfg(feature = "parquet")]
fn parquet(part: &Part<'_>, watch: &Watch, slice: Slice<'_>) -> Outcome {
    use crate::parquet::{Column, write};
    let sides = part.from.iter().zip(part.to).map(|(from, to)| to - from + 1);
    let rows = sides.fold(1u64, u64::saturating_mul);
    let needed = rows.saturating_mul(NUMBER * (part.to.len() as u64 + 1));
    if needed > watch.limits().memory {
        let text = format!("{rows} rows of parquet need {}", grundy_table::bytes_text(needed));
        return Err(Error::Limit(format!("{text}; raise --max-memory, or use npy or csv")).into());
    }
    let mut columns = vec![Vec::with_capacity(rows as usize); part.to.len() + 1];
    slice(&mut |at, row| {
        let (last, outer) = at.split_last().unwrap_or((&0, &[]));
        for (column, &arg) in columns.iter_mut().zip(outer) {
            column.extend(row.iter().map(|_| Some(arg)));
        }
        columns[outer.len()].extend((*last..).take(row.len()).map(Some));
        columns[outer.len() + 1].extend(row.iter().map(|&value| Some(u64::from(value))));
        Ok(ControlFlow::Continue(()))
    })?;
    let heads = names(part.to.len());
    let named = heads.iter().map(String::as_str).chain(["value"]);
    let columns: Vec<(&str, Column)> = named.zip(columns.into_iter().map(Column::Numbers)).collect();
    let bounds = part.from.iter().zip(part.to).map(|(from, to)| format!("{from}..{to}")).collect::<Vec<_>>();
    let metadata = [
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("game", part.game.to_owned()),
        ("bound", bounds.join(" x ")),
    ];
    output::print_bytes(&write(&columns, &metadata)?)
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &Part<'_>, _: &Watch, _: Slice<'_>) -> Outcome {
    Err(Failure::input("this grundy was built without parquet"))
}
