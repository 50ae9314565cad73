//! The rule language of grundy: any impartial game in a few lines of text.
//!
//! ```text
//! text ── syntax ──▶ tree ── check ──▶ Program ── eval ──▶ options ── engine ──▶ values, outcomes, winning moves
//! ```
//! One lexer and one parser read rule files and positions typed by a user ([`syntax`]). The checker resolves every name
//! and reports all errors at once, each at its place ([`diagnostic`]). The checked [`program`] is compiled for a small
//! machine with its own stacks, which counts every step, also inside the functions of the language ([`builtins`]). A
//! [`Library`] holds games by name, an [`Engine`] solves their positions and runs contest problems.
//!
//! docs/RULES.md describes the language.
//!
//! ```
//! use grundy::{Outcome, Watch};
//! use grundy_rules::{Engine, Library, Settings};
//! let mut library = Library::new();
//! library.add_file("kayles", "kayles(n) -> kayles(a) + kayles(n-k-a)   for k in 1..2, a in 0..n-k")?;
//! let engine = Engine::new(library, Watch::default());
//! let sum = engine.sum("kayles(5) + 2*kayles(9) + take{1,3,4}(20)", &Settings::default())?;
//! assert_eq!(engine.outcome(&sum)?, Outcome::Next);
//! // 4 xor 2 is 6: the move must leave 4 xor 6 = 2, as 1 xor 3 does.
//! let moves = engine.winning_moves(&sum, 1)?;
//! assert_eq!(moves.moves[0].to_string(), "kayles(5) -> kayles(1) + kayles(3)");
//! # Ok::<(), grundy_rules::Error>(())
//! ```

/// The version of the rule language; what a file may rely on while it stays the same is in docs/RULES.md.
pub const LANGUAGE: u32 = 1;

pub mod builtins;
pub mod catalogue;
mod check;
mod compile;
mod component;
pub mod contest;
mod dense;
pub mod diagnostic;
mod engine;
mod error;
mod eval;
mod game;
pub mod grid;
mod groups;
mod indices;
mod integer;
mod json;
mod library;
mod limit;
mod loaded;
mod lock;
mod meter;
mod method;
pub mod native;
mod packed;
mod packing;
pub mod pattern;
pub mod program;
mod recognise;
mod shape;
pub mod source;
pub mod syntax;
mod unsolved;
pub mod value;
mod vectors;
mod visible;

pub use check::constants;
pub use component::{Component, Move, Sum, Term};
pub use contest::{CheckedSample, Explained, Growth, Visited, same_words};
pub use engine::{DEFAULT_STEPS, Engine, Settings, Table, WinningMoves};
pub use error::Error;
pub use json::data_from_json;
pub use library::Library;
pub use limit::{Doing, Limit};
pub use method::guide::{GUIDE, Guide, reach};
pub use shape::{Drawn, Network, Shape};
