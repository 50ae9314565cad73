//! The commands, one file each.

pub mod check;
pub mod completions;
pub mod explain;
pub mod games;
pub mod judge;
pub mod new;
pub mod nimber;
pub mod play;
pub mod solve;
pub mod table;
