//! A table as a picture: SVG, or block characters behind the values.

use std::ops::RangeInclusive;

use grundy_draw::{Request, What};
use grundy_rules::{Engine, Settings, Table};

use crate::args::{Format, LimitArgs, TableArgs};
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::output;

/// Values that are drawn with block characters.
const MOST: u64 = 1 << 20;
/// Lines of a plot, and of a table in shades.
const LINES: usize = 10;
const ROWS: usize = 40;

/// Prints the SVG.
pub fn print(
    engine: &Engine,
    game: &str,
    settings: &Settings,
    ranges: &[RangeInclusive<u64>],
    args: &TableArgs,
    limits: &LimitArgs,
) -> Outcome {
    if args.zeros || args.stats || args.plot {
        return Err(Failure::input("--zeros, --stats and --plot are for text: a picture shows all values"));
    }
    let what = match (ranges.len(), args.wrap) {
        (1, Some(_)) => What::Rows,
        (1, None) => What::Plot,
        _ => What::Table,
    };
    let request = Request {
        of: game.to_owned(),
        what: Some(what),
        from: ranges.iter().map(|range| *range.start()).collect(),
        to: ranges.iter().map(|range| *range.end()).collect(),
        period: args.wrap,
        ..Request::default()
    };
    let drawing = grundy_draw::draw(engine, settings, &request, &context::watch(limits))?;
    output::print_plain(&drawing.svg)
}

/// Whether block characters can follow the values.
pub fn check(ranges: &[RangeInclusive<u64>], format: Format) -> Outcome {
    if format != Format::Text {
        return Err(Failure::input("--plot is for text; --format svg gives a picture"));
    }
    let count = ranges.iter().map(|range| (range.end() - range.start()).saturating_add(1)).fold(1, u64::saturating_mul);
    if count > MOST { Err(Failure::input(format!("--plot is for at most {MOST} values"))) } else { Ok(()) }
}

/// Prints the values with block characters: also into a pipe, since it was asked for.
pub fn blocks(engine: &Engine, game: &str, settings: &Settings, ranges: &[RangeInclusive<u64>]) -> Outcome {
    let width = output::width();
    let text = match engine.table(game, settings, ranges)? {
        Table::Row(values) => plot(*ranges[0].start(), &values),
        Table::Grid(values) => grundy_draw::blocks::heat(&values, width, ROWS),
    };
    output::print(&format!("\n{text}"))
}

/// A plot that fits the terminal.
pub fn plot(first: u64, values: &[grundy::Value]) -> String {
    grundy_draw::blocks::plot(first, values, output::width().saturating_sub(24), LINES)
}
