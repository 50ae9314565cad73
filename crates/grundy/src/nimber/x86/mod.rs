//! Kernels for x86-64 with a carry-less multiplication.
//!
//! Each function needs the instructions that its `target_feature` names: [`kernel`](super::kernel) detects them before
//! it calls, and its tests compare every kernel with the rule.

pub(super) mod batch;
pub(super) mod field;
mod quarters;
pub(super) mod single;
