#![no_main]
//! Rule files, their rules run.

#[path = "../bodies/eval.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
