//! Text to syntax tree and back: one lexer and one parser for rule files and for positions typed by a user (EXPR).

pub mod ast;
mod clauses;
mod expr;
mod file;
mod huge;
mod lexer;
mod lines;
mod parser;
mod printer;
mod token;

pub use crate::source::{Source, Span};
pub use ast::File;
pub use file::parse_file;
pub(crate) use huge::fold;
pub use parser::{MAX_DEPTH, parse_expr};
pub use token::{RESERVED, is_name};
