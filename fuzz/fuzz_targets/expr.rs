#![no_main]
//! Positions typed by a user.

#[path = "../bodies/expr.rs"]
mod body;
#[path = "../bodies/seen.rs"]
mod seen;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
