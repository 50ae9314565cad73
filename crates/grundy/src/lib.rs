//! The Sprague–Grundy theory of impartial games.
//!
//! An *impartial game* is a set of positions and, for each, the moves from it, the same for both players; who cannot
//! move loses. **Theorem** (Sprague 1935, Grundy 1939): every such game that must end is a Nim heap. Its size, the
//! *Grundy value* of the position, is the [`mex`](mod@mex) (least natural number that does not occur) of the values of
//! its options, and the value of a sum of games played side by side is the XOR of their values.

pub mod boards;
pub mod calculator;
pub mod game;
pub mod graph;
pub mod heap;
pub mod mex;
pub mod nimber;
pub mod ordinal;
pub mod places;
pub mod portable;
pub mod solve;
pub mod theorem;
pub mod transfinite;
pub mod value;
pub mod watch;

pub use game::Game;
pub use mex::mex;
pub use ordinal::Ordinal;
pub use solve::Solver;
pub use value::{Outcome, Value};
pub use watch::{Limits, Stop, Watch};
