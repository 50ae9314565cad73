//! Certificates: what the solvers prove, the independent checker accepts, and nothing else.

#![allow(clippy::unwrap_used)] // also in the helpers of tests

use grundy::Watch;
use grundy::heap::{Rule, Sequence};
use grundy_verify::{Reject, check};

fn certificate(code: &str, last: u128) -> Vec<u8> {
    let mut sequence = Sequence::new(code.parse::<Rule>().unwrap());
    sequence.extend(last, &Watch::default()).unwrap();
    sequence.certificate().unwrap_or_else(|| panic!("{code}: {:?}", sequence.period()))
}

/// The same file with a fitting checksum.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let body = bytes.len() - 8;
    let hash = bytes[..body]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    bytes[body..].copy_from_slice(&hash.to_le_bytes());
    bytes
}

#[test]
fn every_family_checks() {
    let table = [
        ("0.77", 12, 71, 0),
        ("0.07", 34, 53, 0),
        ("0.0", 1, 0, 0),
        ("4!.4", 0, 0, 0),
        ("0.16", 149_459, 105_351, 0),
        ("0.127", 4, 46_578, 0),
        ("take{1,3,4}", 7, 0, 0),
        ("take[2..5]", 7, 0, 0),
        ("allbut{2}", 0, 0, 1),
        ("allbut{1,3}", 0, 0, 1),
        ("0.[31]", 0, 0, 2),
        ("0.3[12]", 0, 0, 2),
        ("0.[3]", 1, 0, 1),
        ("0.[7]", 1, 0, 1),
        ("4.[3]", 4, 1, 4),
        ("0.4=7", 0, 0, 0),
        ("4=.3", 0, 0, 0),
        ("0x0.1234{10}!", 0, 0, 0),
    ];
    for (code, period, preperiod, saltus) in table {
        let mut sequence = Sequence::new(code.parse::<Rule>().unwrap());
        let last = if code.contains('x') { 150 } else { 600_000 };
        let last = if code == "4!.4" { 20_000 } else { last };
        sequence.extend(last, &Watch::default()).unwrap();
        let Some(bytes) = sequence.certificate() else {
            assert!(period == 0, "{code}: {:?}", sequence.period());
            continue;
        };
        let report = check(&bytes).unwrap_or_else(|reject| panic!("{code}: {reject}"));
        let proved = sequence.period().repetition().unwrap();
        assert_eq!((report.period, report.preperiod, report.saltus), (proved.period, proved.preperiod, proved.saltus));
        if period > 0 {
            assert_eq!((report.period, report.preperiod, report.saltus), (period, preperiod, saltus), "{code}");
        }
    }
}

/// Every byte of a certificate matters: no single change with a recomputed checksum is accepted.
#[test]
fn one_changed_byte_is_refused() {
    for (code, last) in [("0.77", 1000), ("0.127", 100_000), ("take{1,3,4}", 100), ("allbut{2}", 100), ("4.[3]", 50)] {
        let bytes = certificate(code, last);
        let original = check(&bytes).unwrap();
        let step = (bytes.len() / 200).max(1);
        for index in (0..bytes.len() - 8).step_by(step) {
            for change in [1, 2, 0x80] {
                let mut changed = bytes.clone();
                changed[index] ^= change;
                assert!(matches!(check(&changed), Err(Reject::Format(_))), "{code}: byte {index} without checksum");
                let result = check(&sealed(changed));
                assert!(result.is_err(), "{code}: byte {index} ^ {change}: {original} became {}", result.unwrap());
            }
        }
    }
}

#[test]
fn huge_claims_are_refused_at_once() {
    let started = std::time::Instant::now();
    let mut bytes = certificate("0.77", 1000);
    // The rule 0.77 takes 2 + 1 + 4 + 2 bytes; then n₀.
    let at = 8 + 9;
    assert_eq!(bytes[at], 71);
    let mut number = 10u64.pow(18);
    let mut leb = Vec::new();
    while number >= 128 {
        leb.push(number as u8 | 128);
        number >>= 7;
    }
    leb.push(number as u8);
    bytes.splice(at..=at, leb);
    assert!(check(&sealed(bytes)).is_err());
    assert!(started.elapsed().as_secs() < 1);
}

#[test]
fn nonsense_is_refused() {
    let bytes = certificate("0.77", 1000);
    for length in 0..bytes.len() - 8 {
        assert!(check(&bytes[..length]).is_err());
        assert!(check(&sealed([&bytes[..length], &[0; 8]].concat())).is_err());
    }
    assert!(check(&[]).is_err());
}
