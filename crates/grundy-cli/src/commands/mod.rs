//! The commands, one file each.

pub mod check;
pub mod completions;
pub mod diff;
pub mod draw;
pub mod emit;
pub mod explain;
pub mod games;
#[cfg(unix)]
pub mod interact;
pub mod judge;
pub mod new;
pub mod nimber;
pub mod pattern;
pub mod period;
pub mod play;
pub mod prove;
pub mod serve;
pub mod solve;
#[cfg(unix)]
pub mod stress;
pub mod survey;
pub mod table;
pub mod verify;
