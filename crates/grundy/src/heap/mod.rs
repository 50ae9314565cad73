//! Take-and-break games: heaps of beans from which players take, and which they may break.
//!
//! A [`Rule`] says, for every number of beans that a move removes, how many heaps may be left. Octal and hexadecimal
//! codes, subtraction sets, Grundy's game and Lasker's Nim are all rules of this one type. A [`Sequence`] computes the
//! Grundy values of heaps 0, 1, 2, … by the fastest engine for its rule and finds and proves periods on the way.

mod certificate;
mod define;
mod dense;
mod digit;
mod engine;
mod moves;
mod options;
mod parts;
mod repetition;
mod rule;
mod sequence;
mod shifts;
mod sieve;
mod simd;
mod sparse;
mod standard;
mod survey;
mod takes;
mod text;
mod theorem;
mod threads;
mod values;

pub use digit::{Digit, Parts};
pub use engine::{Algorithm, Tuning};
pub use options::Visit;
pub use repetition::Repetition;
pub use rule::{Rule, RuleError, Run};
pub use sequence::{Period, Sequence};
pub use simd::Isa;
pub use standard::{Comparison, compare};
pub use survey::{CheckpointError, Row, Survey};
pub use theorem::PeriodTheorem;
