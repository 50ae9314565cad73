//! `grundy survey`: many codes, or many parameters of a game, at once, resumable.
//!
//! Rows come out in the order of the games. With `--checkpoint FOLDER` finished units and the one in progress are saved there, at
//! least every half minute; a run that was killed goes on from there, prints the finished rows again, and its output is byte for
//! byte that of an unbroken run. Times are not part of the result, for that reason; `--times` adds them.

mod columns;

use std::io::{self, Write};
use std::path::Path;

use grundy::Stop;
use grundy_report::{Error, to_json};
use grundy_rules::{Error as RulesError, Limit};
use grundy_survey::{Choice, Folder, Plan, Row, Shard, columns as shown, run_unit};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::{Format, LimitArgs, SurveyArgs};
use crate::context::{self, read_text};
use crate::failure::{Failure, Outcome};
use crate::output;

/// Runs the command. Exit code 3: some games failed; their rows say why.
pub fn run(args: &SurveyArgs, limits: &LimitArgs, format: Format) -> Outcome {
    let watch = context::quiet_watch(limits);
    let plan = Plan::new(choice(args)?.games(&read, &watch)?, args.to);
    let shard: Shard = args.shard.as_deref().map_or(Ok(Shard::ALL), str::parse)?;
    let folder = args.checkpoint.as_deref().map(|path| Folder::open(path, &plan, watch.limits().memory)).transpose()?;
    let as_file = matches!(format, Format::Npy | Format::Parquet);
    let mut out = output::stream();
    if !as_file {
        start(format, args.times, &mut out)?;
    }
    let mut rows = Vec::new();
    let bar = progress(shard.units(&plan).map(|unit| plan.unit(unit).len() as u64).sum());
    let mut failed = 0;
    for unit in shard.units(&plan) {
        let mut take = |row: &Row| {
            if as_file {
                rows.push(row.clone());
            } else {
                write(row, format, args.times, &mut out)?;
                out.flush()?;
            }
            failed += u64::from(row.has_failed());
            bar.set_message(row.code().to_owned());
            bar.inc(1);
            Ok(())
        };
        run_unit(&plan, unit, folder.as_ref(), &watch, &mut take).map_err(|error| stopped(error, folder.is_some()))?;
    }
    bar.finish_and_clear();
    if as_file {
        drop(out);
        output::print_bytes(&columns::file(&rows, &plan, args.times, format)?)?;
    }
    if failed > 0 {
        return Err(Failure { code: 3, message: format!("error: {failed} games have no answer; their rows say why") });
    }
    Ok(())
}

fn choice(args: &SurveyArgs) -> Result<Choice, Failure> {
    let list = args.list.as_deref().map(read_text).transpose()?.unwrap_or_default();
    Ok(Choice { games: args.games.clone(), settings: args.settings.clone(), list, digits: args.digits })
}

fn read(path: &str) -> Result<String, String> {
    read_text(Path::new(path)).map_err(|failure| failure.message.trim_start_matches("error: ").to_owned())
}

/// What is said when the whole survey ends before its end.
fn stopped(error: Error, saved: bool) -> Failure {
    match error {
        Error::Rules(RulesError::Limit(Limit::Stop(Stop::Cancelled))) if saved => {
            let message = "interrupted; the same command goes on from the checkpoint".into();
            Failure { code: crate::interrupt::INTERRUPTED, message }
        }
        error => error.into(),
    }
}

/// The head of a table.
fn start(format: Format, times: bool, out: &mut impl Write) -> io::Result<()> {
    match format {
        Format::Json => Ok(()),
        Format::Csv => writeln!(out, "{}", shown(times).join(",")),
        _ => {
            let heads = shown(times).iter().map(|column| format!("{column:width$}", width = width(column)));
            writeln!(out, "{}", heads.collect::<Vec<_>>().join(" ").trim_end())
        }
    }
}

fn write(row: &Row, format: Format, times: bool, out: &mut impl Write) -> io::Result<()> {
    match format {
        Format::Json => writeln!(out, "{}", to_json(&row.object(times))),
        Format::Csv => writeln!(out, "{}", row.csv(times)),
        _ => {
            let padded = row.texts(times).into_iter().zip(shown(times)).map(|(cell, column)| {
                format!("{:width$}", if cell.is_empty() { "-" } else { &cell }, width = width(column))
            });
            writeln!(out, "{}", padded.collect::<Vec<_>>().join(" ").trim_end())
        }
    }
}

fn width(column: &str) -> usize {
    column.len().max(8)
}

fn progress(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    let template = "{bar:30} {pos}/{len} {msg} [{elapsed}, {per_sec}, {eta} left]";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
