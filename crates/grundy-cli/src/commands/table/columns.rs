//! A table as a file of columns: numpy's `.npy` and parquet. It is computed as a whole first: only then the type of its values is known.

use std::ops::RangeInclusive;

use grundy_report::table::Cells;
use grundy_rules::{Engine, Settings};

use crate::args::{Format, LimitArgs, TableArgs};
use crate::failure::{Failure, Outcome};
use crate::{context, output};

/// Prints the file.
pub fn print(
    (engine, name): (&Engine, &str),
    settings: &Settings,
    ranges: &[RangeInclusive<u64>],
    args: &TableArgs,
    (limits, format): (&LimitArgs, Format),
) -> Outcome {
    if args.zeros || args.stats || args.plot {
        return Err(Failure::input("--zeros, --stats and --plot are for other formats: this file holds all values"));
    }
    let cells = Cells::compute(engine, name, settings, ranges, &context::watch(limits))?;
    let bytes = if format == Format::Npy {
        let side = |range: &RangeInclusive<u64>| (range.end() - range.start()) as usize + 1;
        cells.npy(&ranges.iter().map(side).collect::<Vec<_>>())
    } else {
        parquet(&cells, engine, ranges, &args.game)?
    };
    output::print_bytes(&bytes)?;
    anstream::eprintln!("{}", remark(&cells, ranges, &args.game));
    Ok(())
}

/// Which values these are: a file of numbers has no place for it.
fn remark(cells: &Cells, ranges: &[RangeInclusive<u64>], game: &str) -> String {
    let (version, sum) = (env!("CARGO_PKG_VERSION"), cells.checksum().replace(':', " "));
    format!("grundy {version}, {}, {}, {sum}", output::safe(game), bounds(ranges))
}

fn bounds(ranges: &[RangeInclusive<u64>]) -> String {
    ranges.iter().map(|range| format!("{}..{}", range.start(), range.end())).collect::<Vec<_>>().join(" x ")
}

#[cfg(feature = "parquet")]
fn parquet(cells: &Cells, engine: &Engine, ranges: &[RangeInclusive<u64>], game: &str) -> Result<Vec<u8>, Failure> {
    use crate::parquet::{Column, write};
    let values = match cells {
        Cells::Texts(texts) => Column::Texts(texts.iter().cloned().map(Some).collect()),
        finite => Column::Numbers(finite.numbers().into_iter().flatten().map(Some).collect()),
    };
    let mut columns = match ranges {
        [x, y] => {
            let pairs = || x.clone().flat_map(|x| y.clone().map(move |y| (x, y)));
            vec![
                ("x", Column::Numbers(pairs().map(|(x, _)| Some(x)).collect())),
                ("y", Column::Numbers(pairs().map(|(_, y)| Some(y)).collect())),
            ]
        }
        _ => vec![("n", Column::Numbers(ranges.iter().cloned().flatten().map(Some).collect()))],
    };
    columns.push(("value", values));
    let file = context::rule_file(game).map_or(game, |(path, _)| path);
    let rules = engine.library().program(file).map_or(game, |program| program.source.text.as_str());
    let metadata = [
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("game", game.to_owned()),
        ("rules", rules.to_owned()),
        ("bound", bounds(ranges)),
        ("checksum", cells.checksum()),
    ];
    write(&columns, &metadata)
}

#[cfg(not(feature = "parquet"))]
fn parquet(_: &Cells, _: &Engine, _: &[RangeInclusive<u64>], _: &str) -> Result<Vec<u8>, Failure> {
    Err(Failure::input("this grundy was built without parquet"))
}
