#![no_main]
//! Rule files, parsed and checked.

#[path = "../bodies/check.rs"]
mod body;
#[path = "../bodies/seen.rs"]
mod seen;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
