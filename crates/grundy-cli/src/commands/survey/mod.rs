//! `grundy survey`: many codes, or many parameters of a game, at once, resumable.
//!
//! Rows come out in the order of the games. With `--checkpoint FOLDER` finished rows and the game in progress are saved there, at
//! least every half minute; a run that was killed goes on from there, prints the finished rows again, and its output
//! is byte for byte that of an unbroken run. Times are not part of the result, for that reason; `--times` adds them.

mod folder;
mod games;
mod rows;

use std::io::Write;
use std::time::{Duration, Instant};

use grundy::heap::{Rule, Survey, Tuning};
use grundy::{Stop, Watch};
use grundy_report::observe;
use grundy_rules::Engine;
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::{Format, LimitArgs, SurveyArgs};
use crate::context;
use crate::failure::{Failure, Outcome};
use crate::output;

use folder::Folder;
use games::{Game, Source};
use rows::Line;

/// The game in progress is saved when this much time has passed.
const SAVE_EVERY: Duration = Duration::from_secs(30);

/// Heaps computed between two looks at the clock.
const STEP: u64 = 1 << 16;

/// Runs the command.
pub fn run(args: &SurveyArgs, limits: &LimitArgs, format: Format) -> Outcome {
    let games = games::all(args, limits)?;
    let watch = context::quiet_watch(limits);
    let mut folder = match &args.checkpoint {
        Some(path) => Some(Folder::open(path, &games, args.to, limits)?),
        None => None,
    };
    let mut out = output::stream();
    rows::start(format, args.times, &mut out)?;
    let bar = progress(games.len() as u64);
    for (index, game) in games.iter().enumerate() {
        let done = folder.as_ref().and_then(|folder| folder.finished(index));
        let line = match done {
            Some(line) => line,
            None => {
                let started = Instant::now();
                let findings = match &game.source {
                    Source::Heap(rule) => {
                        survey(game, rule, index, args.to, &mut folder, (limits, &watch))?.row().into()
                    }
                    Source::Rules(library, name, set) => {
                        let engine = Engine::new((**library).clone(), watch.clone());
                        observe(&engine, name, set, args.to).map_err(|error| named(game, error))?.into()
                    }
                };
                let line = Line::new(&game.text, &findings, started.elapsed());
                if let Some(folder) = &mut folder {
                    folder.finish(&line)?;
                }
                line
            }
        };
        line.write(format, args.times, &mut out)?;
        out.flush()?;
        bar.set_message(game.text.clone());
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(())
}

/// The same failure, with the game that it happened in.
fn named(game: &Game, error: grundy_rules::Error) -> Failure {
    let failure = Failure::from(error);
    Failure { message: format!("{}: {}", game.text, failure.message), ..failure }
}

/// Computes one game, saving on the way; an interrupted one is saved too.
fn survey(
    game: &Game,
    rule: &Rule,
    index: usize,
    to: u64,
    folder: &mut Option<Folder>,
    (limits, watch): (&LimitArgs, &Watch),
) -> Result<Survey, Failure> {
    let tuning = Tuning::default();
    let mut survey = match folder.as_ref().map(|folder| folder.in_progress(index, limits)).transpose()?.flatten() {
        Some(saved) => Survey::resume(rule.clone(), to, tuning, &saved)
            .map_err(|error| Failure::input(format!("{}: {error}", game.text)))?,
        None => Survey::new(rule.clone(), to, tuning),
    };
    let mut saved = Instant::now();
    while !survey.is_finished() {
        let step = survey.run_some(STEP, watch);
        let stopped = step.is_err();
        if let Some(folder) = folder
            && (stopped || saved.elapsed() > SAVE_EVERY)
        {
            folder.save(index, &survey.checkpoint())?;
            saved = Instant::now();
        }
        match step {
            Ok(_) => {}
            Err(Stop::Cancelled) if folder.is_some() => {
                let message = "interrupted; the same command goes on from the checkpoint".into();
                return Err(Failure { code: crate::interrupt::INTERRUPTED, message });
            }
            Err(stop) => return Err(stop.into()),
        }
    }
    Ok(survey)
}

fn progress(total: u64) -> ProgressBar {
    let bar = ProgressBar::new(total);
    let template = "{bar:30} {pos}/{len} {msg} [{elapsed}, {per_sec}, {eta} left]";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
