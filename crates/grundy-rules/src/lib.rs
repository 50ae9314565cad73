//! The rule language of grundy: one lexer and one parser for rule files and for positions typed by a user.

pub mod builtins;
pub mod catalogue;
mod check;
mod compile;
mod component;
mod contest;
mod dense;
pub mod diagnostic;
mod engine;
mod error;
mod eval;
mod game;
mod integer;
mod json;
mod library;
mod loaded;
pub mod native;
mod packed;
pub mod program;
pub mod syntax;
pub mod value;

pub use component::{Component, Sum, Term};
pub use contest::{WrongSample, same_words};
pub use engine::{DEFAULT_STEPS, Engine, Move, Settings, Table, WinningMoves};
pub use error::Error;
pub use eval::Limit;
pub use json::data_from_json;
pub use library::Library;
