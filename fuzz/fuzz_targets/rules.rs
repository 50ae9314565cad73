#![no_main]
//! Rule files, solved and judged.

#[path = "../bodies/rules.rs"]
mod body;
#[path = "../bodies/seen.rs"]
mod seen;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
