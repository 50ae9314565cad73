//! The server behind `grundy serve`: the page, and every question of the command line as JSON.
//!
//! ```text
//! connection ── gate ──▶ router ── lane ──▶ question ── grundy-report ──▶ answer
//! ```
//! One request is one question: `POST /api/NAME` with the command's arguments as a JSON object, answered by what `--json` prints
//! ([`questions`], docs/API.md). What is sent is not trusted: the `gate` refuses other hosts and origins, `connection` ends slow
//! clients, a `lane` bounds how many questions are worked on at once, each with limits on time, memory, positions and steps, and
//! a question ends when its client goes. No question reads a file: those that an EXPR names must be sent along.
//!
//! Rejected: one engine for all requests. It would remember values, but its memory would be shared by strangers, and one limit
//! would end the work of all.

mod assets;
mod connection;
mod failure;
mod gate;
mod lane;
pub mod questions;
mod router;

pub use connection::serve;
pub use failure::{Failure, Place};
pub use router::{Config, router};
