//! Surveys: many codes, or many parameters of a game, at once; periods, largest values, rare heaps.
//!
//! [`Choice`] says which games; they come in a fixed order and make a [`Plan`], whose units are runs of consecutive games. A unit is
//! a pure function of the plan: [`run_unit`] gives its rows, and with a [`Folder`] it skips what is finished, saves what is in
//! progress and writes the rows as one file. Any number of processes on any machines may share a folder: files appear whole, by a
//! rename, and whoever computes a unit writes the same rows. A game that fails has a row that says why.
//!
//! ```
//! use grundy::Watch;
//! use grundy_survey::{Choice, Plan, run_unit};
//! let choice = Choice { games: vec!["0.77".into(), "take{1,3,4}".into()], ..Choice::default() };
//! let no_files = |path: &str| Err(format!("{path}: no files here"));
//! let plan = Plan::new(choice.games(&no_files, &Watch::default())?, 1000);
//! let rows = run_unit(&plan, 0, None, &Watch::default(), &mut |_| Ok(()))?;
//! assert_eq!(rows[0].cell("period"), 12);
//! assert_eq!(rows[1].cell("status"), "proved");
//! # Ok::<(), grundy_report::Error>(())
//! ```

mod disk;
mod folder;
mod games;
mod plan;
mod row;
mod run;

pub use disk::{create, read, read_all, replace};
pub use folder::Folder;
pub use games::{Choice, Game, Source};
pub use plan::{Plan, Shard};
pub use row::{COLUMNS, Row, columns};
pub use run::run_unit;
