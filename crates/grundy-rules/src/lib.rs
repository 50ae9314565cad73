//! The rule language of grundy: one lexer and one parser for rule files and for positions typed by a user.

pub mod builtins;
pub mod catalogue;
mod check;
mod component;
mod contest;
pub mod diagnostic;
mod engine;
mod error;
mod eval;
mod game;
mod json;
mod library;
mod loaded;
pub mod native;
pub mod program;
mod recognise;
pub mod strategy;
pub mod syntax;
pub mod value;

pub use component::{Component, Sum, Term};
pub use contest::{WrongSample, same_words};
pub use engine::{DEFAULT_STEPS, Engine, Move, Settings, Table, WinningMoves};
pub use error::Error;
pub use eval::Limit;
pub use json::data_from_json;
pub use library::Library;
