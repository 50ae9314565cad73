//! All tests of this crate, in one program.

#![allow(clippy::unwrap_used, reason = "a test has no better error")]

mod boxes;
mod folders;
mod published;
mod support;
