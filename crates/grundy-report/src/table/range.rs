//! `--from` and `--to`: one number, or two for a grid.

use std::ops::RangeInclusive;

use super::TableAsk;
use crate::{Error, count};

/// The last argument of a row and of a grid, unless told otherwise.
const ROW: u64 = 30;
const GRID: u64 = 12;

/// The ranges of `arity` arguments.
pub fn ranges(ask: &TableAsk<'_>, arity: usize) -> Result<Vec<RangeInclusive<u64>>, Error> {
    let default = if arity == 2 { GRID } else { ROW };
    let to = ends(ask.to, "--to", arity, default)?;
    let from = ends(ask.from, "--from", arity, 0)?;
    let ranges: Vec<_> = from.into_iter().zip(to).map(|(from, to)| from..=to).collect();
    match ranges.iter().find(|range| range.is_empty()) {
        Some(empty) => Err(Error::Bad(format!("--from {} is larger than --to {}", empty.start(), empty.end()))),
        None => Ok(ranges),
    }
}

fn ends(text: Option<&str>, flag: &str, arity: usize, default: u64) -> Result<Vec<u64>, Error> {
    let Some(text) = text else { return Ok(vec![default; arity]) };
    let numbers: Option<Vec<u64>> = text.split(',').map(|part| count(part.trim())).collect();
    let wrong = || Error::Bad(format!("{flag} {text}: expected a number such as 100, 10^6 or 2^20, or two: 20,30"));
    let numbers = numbers.ok_or_else(wrong)?;
    match numbers.len() {
        given if given == arity => Ok(numbers),
        1 if arity == 2 => Ok(vec![numbers[0]; 2]),
        given => Err(Error::Bad(format!("{flag} {text}: {given} numbers for a game of {arity} arguments"))),
    }
}
