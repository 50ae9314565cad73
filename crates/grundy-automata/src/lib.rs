//! Arithmetic decided by automata, and proofs that an automaton gives the values of an impartial game.
//!
//! Numbers are written as words of digits ([`numeration`]); a set of tuples of numbers is an automaton that reads their
//! digits together ([`automaton`]). Linear equations, congruences and digit-wise relations are such sets ([`atoms`]), and
//! products, complements and projections of automata are "and", "not" and "there is". So every first-order formula about
//! addition and digits becomes an automaton ([`formula`]), and its truth is decided (Büchi 1960; Bruyère, Hansel,
//! Michaux, Villemaire 1994; for Zeckendorf's numeration Frougny 1992, as used by Mousavi, Schaeffer, Shallit).
//!
//! That a function is the Grundy function of a game is a statement of that kind, if the moves are linear and the function
//! is given by an automaton ([`game`]). Automata are guessed from tables of values or built from closed forms
//! ([`learn`]), and the proof decides. A proved automaton answers at arguments of any size, with moves.
//!
//! Every operation keeps to [`Limits`] counted in states, letters, bytes and transitions; what is not decided within
//! them is [`Error`] or [`game::Verdict::Unknown`], never an answer.

pub mod atoms;
pub mod automaton;
pub mod budget;
pub mod error;
pub mod formula;
pub mod game;
pub mod learn;
pub mod numeration;

pub use automaton::{Automaton, Counted, Label, Var};
pub use budget::{Budget, Limits, Usage};
pub use error::{Error, Result};
pub use grundy_natural::Nat;
pub use numeration::{Numeration, Order, System};
