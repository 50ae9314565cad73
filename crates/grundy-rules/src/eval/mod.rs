//! From the checked program to values and moves: instructions for a small machine with its own stacks.

pub(crate) mod code;
mod compile;
pub(crate) mod machine;
mod memo;
pub(crate) mod meter;
mod ops;
mod run;
pub(crate) mod shown;

pub use meter::Limit;
