//! From the checked program to values and moves: bytecode for a small machine with its own stacks.

pub(crate) mod meter;

pub use meter::Limit;
