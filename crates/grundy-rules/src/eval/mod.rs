//! From the checked program to values and moves: instructions for a small machine with its own stacks.

pub(crate) mod code;
mod compile;
pub(crate) mod machine;
pub(crate) mod meter;
mod ops;

pub use meter::Limit;
