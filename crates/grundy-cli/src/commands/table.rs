//! `grundy table GAME`: values of one argument, a grid of two, every node of a digraph.

use std::io::{self, Write};

use grundy_report::table::{self, TableAsk};

use crate::args::{Format, LimitArgs, TableArgs};
use crate::failure::Outcome;
use crate::{context, progress};

/// Runs the command. The table is printed as it comes: it may be longer than the memory.
pub fn run(args: &TableArgs, limits: &LimitArgs, format: Format) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let (engine, name) = context::engine_for_values(&args.game, &args.rules, &settings, limits)?;
    let ask = ask(args, format);
    let bar = table::values_asked(&engine, &name, &settings, &ask).and_then(progress::bar);
    let mut out = io::stdout().lock();
    let remark = table::write_table(&engine, &name, &settings, &ask, &context::watch(limits), &mut |piece, done| {
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
    if let Some(remark) = remark {
        anstream::eprintln!("{remark}");
    }
    Ok(())
}

fn ask(args: &TableArgs, format: Format) -> TableAsk<'_> {
    let format = match format {
        Format::Text => table::Format::Text,
        Format::Csv => table::Format::Csv,
        Format::Json => table::Format::Json,
        Format::Bfile => table::Format::Bfile,
        Format::Raw => table::Format::Raw,
    };
    let TableArgs { game, to, from, wrap, zeros, stats, .. } = args;
    TableAsk { game, to: to.as_deref(), from: from.as_deref(), wrap: *wrap, zeros: *zeros, stats: *stats, format }
}
