//! Arithmetic decided by automata.
pub mod atoms;
pub mod automaton;
pub mod budget;
pub mod error;
pub mod formula;
pub mod game;
pub mod learn;
pub mod nat;
pub mod numeration;

pub use automaton::{Automaton, Label, Var};
pub use budget::{Budget, Limits, Usage};
pub use error::{Error, Result};
pub use nat::Nat;
pub use numeration::{Numeration, Order, System};
