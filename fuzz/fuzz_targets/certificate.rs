#![no_main]
//! Certificates of both formats.

#[path = "../bodies/certificate.rs"]
mod body;

libfuzzer_sys::fuzz_target!(|data: &[u8]| body::run(data));
