//! From rule files to proofs.
//!
//! [`translate()`] turns the linear part of the rule language into a game in arithmetic
//! ([`grundy_automata::game::Game`]), whose values automata can be proved to give. [`prove()`](prove::prove) decides claims that a
//! person types, `take(n) = n % (L+R) / L`, and writes certificates;
//! [`find()`](pattern::find) looks for such formulas itself. A [`Finder`] gives what is proved to an engine of the rules, which answers
//! with it at any size.

mod code;
mod formula;
mod method;
pub mod pattern;
pub mod prove;
pub mod solution;
pub mod translate;

pub use code::code_rules;
pub use formula::Formula;
pub use method::Finder;
pub use translate::{Outside, Shape, Translation, translate};
