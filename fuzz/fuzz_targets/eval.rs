#![no_main]
//! Rule files, their rules run.

#[path = "../bodies/eval.rs"]
mod body;
#[path = "../bodies/seen.rs"]
mod seen;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
