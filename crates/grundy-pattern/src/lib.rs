//! From rule files to proofs.
//!
//! [`translate()`] turns the linear part of the rule language into a game in arithmetic
//! ([`grundy_automata::game::Game`]), whose values automata can be proved to give. [`prove()`](prove::prove) decides claims that a
//! person types, `take(n) = n % (L+R) / L`, and writes certificates;
//! [`find()`](pattern::find) looks for such formulas itself.

mod code;
pub mod pattern;
pub mod prove;
pub mod translate;

pub use code::code_rules;
pub use translate::{Outside, Shape, Translation, translate};
