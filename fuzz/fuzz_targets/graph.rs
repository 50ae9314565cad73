#![no_main]
//! Graph files in every format.

#[path = "../bodies/graph.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
