#![no_main]
//! EXPRs and rule files, parsed and printed.

#[path = "../bodies/parse.rs"]
mod body;
#[path = "../bodies/seen.rs"]
mod seen;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
