//! What is said about positions and games, for every reader: the command line, the page, Python.
//!
//! A question gives a type that holds the facts: [`Report`] (value, outcome, winning moves), [`Explanation`] (options by value, mex,
//! XOR), [`Verdict`] on a move, [`Moves`] with what each leads to, [`Hint`] in four steps, [`Reply`] of a perfect player,
//! [`PeriodReport`], [`ProveReport`], [`PatternReport`], [`CheckReport`], [`DiffReport`]. Each serialises to the agreed keys ([`to_json`] puts the schema in front), and
//! each has a [`Text`] for people: plain words in spans with a role, which a terminal paints and a page turns into HTML.
//!
//! No sentence follows from an empty list. Who wins comes from the outcome or the value; where a winning move is known to exist
//! and none was found, the answer is an error that names the limit.
//!
//! ```
//! use grundy_report::{Reply, Report};
//! use grundy_rules::{Engine, Settings, catalogue};
//! let engine = Engine::new(catalogue::library(), grundy::Watch::default());
//! let sum = engine.sum("nim(3) + nim(5)", &Settings::default())?;
//! let report = Report::new(&engine, &sum, 100)?;
//! assert_eq!(grundy_report::to_json(&report)["winning_moves"][0]["to"][0], "nim(3)");
//! let reply = Reply::new(&engine, &sum)?;
//! assert_eq!(reply.play.map(|play| play.to_string()).as_deref(), Some("nim(5) -> nim(3)"));
//! # Ok::<(), grundy_report::Error>(())
//! ```

mod case;
mod check;
mod checksum;
mod defence;
mod diff;
mod error;
mod explain;
mod games;
mod hint;
mod json;
mod legal;
mod moves;
mod observed;
mod opponent;
mod pattern;
mod period;
mod prove;
mod relatives;
mod reply;
mod report;
pub mod table;
mod text;
mod verdict;
mod verify;
mod view;

pub use case::CaseReport;
pub use check::{CheckReport, CheckedKind};
pub use checksum::Checksum;
pub use defence::Resistance;
pub use diff::{DiffReport, Finding};
pub use error::{Error, refuse_misere};
pub use explain::{Columns, Explanation, Group, Loopy, OptionsByValue, Row};
pub use games::{GameReport, GameSummary, GamesReport};
pub use hint::Hint;
pub use json::{SCHEMA, to_json};
pub use legal::find_move;
pub use moves::{Listing, first_moves, live};
pub use observed::{Observed, observe};
pub use opponent::Level;
pub use pattern::{FormulaReport, PatternReport, RejectedReport};
pub use period::{Computed, PeriodReport};
pub use prove::{ProveReport, rules_of};
pub use relatives::{Equal, Relatives, StandardForm};
pub use reply::Reply;
pub use report::{Line, Report};
use table::count;
pub use text::{Role, Span, Text, csv_field, safe};
pub use verdict::{Judgement, MoveJudged, Moves, Verdict};
pub use verify::VerifyReport;
pub use view::{Match, MatchReport, View, ViewReport, good_moduli, look_up};
