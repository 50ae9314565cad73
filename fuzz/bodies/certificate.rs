//! Any bytes as a certificate of either format: it is refused, or accepted, with little memory and time, and never more than that.
//! Bytes that start as a certificate of format 1 get a right checksum, so that the claims behind it are looked at.

use grundy_verify::{Allowance, check_proof_within, check_within};
use std::time::{Duration, Instant};

/// Runs one input.
pub fn run(data: &[u8]) {
    let deadline = Instant::now().checked_add(Duration::from_millis(20));
    let allowed = Allowance { memory: 8 << 20, deadline };
    if let Ok(text) = std::str::from_utf8(data)
        && text.starts_with("grundy certificate ")
    {
        let _ = check_proof_within(text, allowed);
        return;
    }
    let _ = check_within(&signed(data), allowed);
    let _ = check_within(data, allowed);
}

/// The bytes behind the format's name, and in front of their checksum (FNV-1a).
fn signed(data: &[u8]) -> Vec<u8> {
    let mut bytes = b"GRUNDY\x00\x01".to_vec();
    bytes.extend(data.strip_prefix(&b"GRUNDY\x00\x01"[..]).unwrap_or(data));
    let step = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let sum = bytes.iter().fold(0xcbf2_9ce4_8422_2325, step);
    bytes.extend(sum.to_le_bytes());
    bytes
}
