#![no_main]
//! Rule files, parsed and checked.

#[path = "../bodies/check.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
