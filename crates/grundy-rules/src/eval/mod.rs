//! From the checked program to values and moves: instructions for a small machine with its own stacks.

pub(crate) mod bounds;
pub(crate) mod code;
mod compile;
pub(crate) mod evaluator;
mod memo;
mod ops;
mod pairs;
mod parts;
mod prefix;
mod run;
mod runs;
pub(crate) mod seek;
pub(crate) mod shown;
mod small;
