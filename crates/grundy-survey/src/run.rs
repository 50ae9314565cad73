//! Computes a unit: skips what is finished, saves what is in progress.

use crate::folder::{Folder, Part};
use crate::games::{Game, Source};
use crate::plan::Plan;
use crate::row::{Findings, Row};
use grundy::heap::{Rule, Survey, Tuning};
use grundy::{Stop, Watch};
use grundy_report::{Error, observe};
use grundy_rules::{Engine, Error as RulesError, Limit};
use std::time::{Duration, Instant};

/// What is in progress is saved when this much time has passed; at the end of a game sooner.
const SAVE_EVERY: Duration = Duration::from_secs(30);
const SAVE_ROWS: Duration = Duration::from_secs(1);

/// Heaps computed between two looks at the clock.
const STEP: u64 = 1 << 16;

/// The rows of a unit; `take` gets each as soon as it is known. A cancelled unit, or one out of time, is saved in the folder and
/// goes on from there. A game that reaches another limit, or fails, has a row with the reason.
pub fn run_unit(
    plan: &Plan,
    unit: usize,
    folder: Option<&Folder>,
    watch: &Watch,
    take: &mut dyn FnMut(&Row) -> Result<(), Error>,
) -> Result<Vec<Row>, Error> {
    if let Some(rows) = folder.map(|folder| folder.finished(plan, unit)).transpose()?.flatten() {
        rows.iter().try_for_each(&mut *take)?;
        return Ok(rows);
    }
    let part = folder.map(|folder| folder.part(plan, unit)).transpose()?.flatten().unwrap_or_default();
    part.rows.iter().try_for_each(&mut *take)?;
    let mut run = Run { plan, unit, folder, watch, part, saved: Instant::now() };
    for game in &plan.unit(unit)[run.part.rows.len()..] {
        let row = run.game(game)?;
        take(&row)?;
        run.part.rows.push(row);
        run.part.game.clear();
        if run.saved.elapsed() > SAVE_ROWS {
            run.save()?;
        }
    }
    if let Some(folder) = folder {
        folder.finish(unit, &run.part.rows)?;
    }
    Ok(run.part.rows)
}

struct Run<'a> {
    plan: &'a Plan,
    unit: usize,
    folder: Option<&'a Folder>,
    watch: &'a Watch,
    part: Part,
    saved: Instant,
}

impl Run<'_> {
    fn save(&mut self) -> Result<(), Error> {
        if let Some(folder) = self.folder {
            folder.save(self.unit, &self.part)?;
        }
        self.saved = Instant::now();
        Ok(())
    }

    fn game(&mut self, game: &Game) -> Result<Row, Error> {
        let started = Instant::now();
        let found = match &game.source {
            Source::Heap(rule) => self.heaps(game, rule).map(|survey| survey.row().into()),
            Source::Rules(library, name, settings) => {
                let engine = Engine::new((**library).clone(), self.watch.clone());
                observe(&engine, name, settings, self.plan.to()).map(Findings::from).map_err(Error::from)
            }
        };
        let findings = match found {
            Ok(findings) => findings,
            Err(error) if ends_all(&error) => {
                self.save()?;
                return Err(error);
            }
            Err(error) => Findings::failed(&error.to_string()),
        };
        Ok(Row::new(&game.text, &findings, started.elapsed()))
    }

    /// Computes the heaps of one game, saving on the way; an interrupted one is kept, too.
    fn heaps(&mut self, game: &Game, rule: &Rule) -> Result<Survey, Error> {
        let (to, tuning) = (self.plan.to(), Tuning::default());
        let mut survey = if self.part.game.is_empty() {
            Survey::new(rule.clone(), to, tuning)
        } else {
            Survey::resume(rule.clone(), to, tuning, &self.part.game)
                .map_err(|error| Error::Write(std::io::ErrorKind::InvalidData, format!("{}: {error}", game.text)))?
        };
        while !survey.is_finished() {
            let step = survey.run_some(STEP, self.watch);
            if step.is_err() || self.saved.elapsed() > SAVE_EVERY {
                self.part.game = if self.folder.is_some() { survey.checkpoint() } else { Vec::new() };
            }
            step?;
            if self.saved.elapsed() > SAVE_EVERY {
                self.save()?;
            }
        }
        Ok(survey)
    }
}

/// Whether an error is about the run, not about one game: time is no property of a game, and a folder that cannot be used none either.
fn ends_all(error: &Error) -> bool {
    let stop = |stop: &Stop| matches!(stop, Stop::Cancelled | Stop::Time { .. });
    match error {
        Error::Rules(RulesError::Limit(Limit::Stop(limit))) => stop(limit),
        Error::Write(..) => true,
        _ => false,
    }
}
