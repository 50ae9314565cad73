#![no_main]
//! Rule files, solved and judged.

#[path = "../bodies/rules.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
