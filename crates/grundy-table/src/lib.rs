//! Huge tables of Grundy values: past 2^32 positions, one byte each, in files that one process or many make.
//!
//! ```text
//! rules ─ grid ─▶ order of the arguments ─ shape ─▶ blocks and tiers ─ plan ─▶ values of a block ─ run ─▶ folder ─ reader ─▶ answers
//! ```
//! A [`Plan`] is a pure function of rules and box: which blocks there are, which tier each is of, and the values of a block given those
//! before it. [`make`] makes all blocks of a [`Folder`] with all threads; a cluster makes them as tasks. Blocks of values go from hand to
//! hand, never moves. A [`Reader`] answers from a folder without loading it.
//!
//! ```
//! use grundy::Watch;
//! use grundy_rules::{Engine, Settings, catalogue};
//! use grundy_table::{InMemory, Plan, slice};
//! use std::ops::ControlFlow;
//! let watch = Watch::default();
//! let engine = Engine::new(catalogue::library(), watch.clone());
//! let plan = Plan::new("wythoff", engine.grid("wythoff", &Settings::default())?, &[50, 50], 1 << 30)?;
//! let table = InMemory::make(&plan, &watch)?;
//! let mut lost = Vec::new();
//! slice(table.shape(), table.source(), &[0..=5, 0..=50], &watch, &mut |at, row| {
//!     lost.extend(row.iter().position(|&value| value == 0).map(|y| (at[0], y)));
//!     Ok(ControlFlow::Continue(()))
//! })?;
//! assert_eq!(lost, [(0, 0), (1, 2), (2, 1), (3, 5), (4, 7), (5, 3)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
mod cells;
mod checksum;
mod error;
mod estimate;
mod folder;
mod general;
pub mod graph;
mod lines;
mod plan;
mod rays;
mod reader;
mod run;
mod shape;
mod source;
mod steps;
mod store;

pub use block::{VERSION, replace};
pub use cells::Cells;
pub use checksum::checksum;
pub use error::Error;
pub use estimate::{Estimate, bytes_text};
pub use folder::{About, Folder, free_bytes};
pub use plan::Plan;
pub use reader::{Reader, Stored, Summary, count, slice};
pub use run::{InMemory, Made, make, sound_blocks};
pub use shape::{Place, Shape};
pub use source::Source;
pub use store::Store;
