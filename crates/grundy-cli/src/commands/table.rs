//! `grundy table GAME`: values of one argument, a grid of two, every node of a digraph.

mod arrays;
mod columns;
mod huge;
mod network;
pub mod picture;
mod slices;

use std::io::{self, Write};
use std::ops::RangeInclusive;

use grundy_report::table::{self, TableAsk};
use grundy_rules::{Engine, Settings};

use crate::args::{Format, LimitArgs, TableArgs};
use crate::failure::{Failure, Outcome};
use crate::{context, output, progress};

/// Runs the command.
pub fn run(args: &TableArgs, limits: &LimitArgs, format: Format) -> Outcome {
    if args.folder.is_some() || args.to.as_deref().is_some_and(|to| to.matches(',').count() > 1) {
        return huge::run(args, limits, format);
    }
    if let Some(outcome) = network::run(args, limits, format) {
        return outcome;
    }
    let settings = context::settings(&args.rules)?;
    let (engine, name) = context::engine_for_values(&args.game, &args.rules, &settings, limits)?;
    let engine = context::with_patterns(engine, args.trust);
    let ask = ask(args, format);
    let has_names = engine.nodes(&name, &settings)?.is_some();
    let ranges = if has_names { Vec::new() } else { table::ranges(&engine, &name, &settings, &ask)? };
    if has_names && (matches!(format, Format::Svg | Format::Npy | Format::Parquet) || args.plot) {
        return Err(Failure::input("nodes have names, not numbers: use text, csv or json"));
    }
    if matches!(format, Format::Npy | Format::Parquet) {
        return columns::print((&engine, &name), &settings, &ranges, args, (limits, format));
    }
    if format == Format::Svg {
        return picture::print(&engine, &name, &settings, &ranges, args, limits);
    }
    if args.plot {
        picture::check(&ranges, format)?;
    }
    print((&engine, &name), &settings, &ask, &ranges, limits)?;
    if args.plot { picture::blocks(&engine, &name, &settings, &ranges) } else { Ok(()) }
}

/// Prints the table as it comes: it may be longer than the memory.
fn print(
    (engine, name): (&Engine, &str),
    settings: &Settings,
    ask: &TableAsk<'_>,
    ranges: &[RangeInclusive<u64>],
    limits: &LimitArgs,
) -> Outcome {
    let bar = match ranges {
        [range] => progress::bar((range.end() - range.start()).saturating_add(1)),
        _ => None,
    };
    let mut out = io::stdout().lock();
    let remark = table::write_table(engine, name, settings, ask, &context::watch(limits), &mut |piece, done| {
        out.write_all(piece)?;
        if let Some(bar) = &bar {
            progress::advance(bar, done);
        }
        Ok(())
    })?;
    out.flush()?;
    if let Some(bar) = &bar {
        bar.finish_and_clear();
    }
    if engine.take_trust() {
        output::say("a pattern that was only observed has answered: these values are not proved\n");
    }
    if let Some(remark) = remark {
        output::say(&format!("{remark}\n"));
    }
    Ok(())
}

/// Pictures and files of columns are not asked for in this way; what is said of them here is not used.
fn ask(args: &TableArgs, format: Format) -> TableAsk<'_> {
    let format = match format {
        Format::Text | Format::Svg | Format::Npy | Format::Parquet => table::Format::Text,
        Format::Csv => table::Format::Csv,
        Format::Json => table::Format::Json,
        Format::Bfile => table::Format::Bfile,
        Format::Raw => table::Format::Raw,
    };
    let TableArgs { game, to, from, wrap, zeros, stats, .. } = args;
    TableAsk { game, to: to.as_deref(), from: from.as_deref(), wrap: *wrap, zeros: *zeros, stats: *stats, format }
}
