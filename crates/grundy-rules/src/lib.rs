//! The rule language of grundy: one lexer and one parser for rule files and for positions typed by a user.

pub mod builtins;
mod check;
pub mod diagnostic;
mod eval;
pub mod program;
mod recognise;
pub mod strategy;
pub mod syntax;
pub mod value;
