//! Certificates: what the solvers prove, the independent checker accepts, and nothing else.

#![allow(clippy::unwrap_used)] // also in the helpers of tests

use grundy::Watch;
use grundy::heap::{Digit, Parts, Period, Rule, Sequence};
use grundy_verify::{Reject, check};
use std::ops::ControlFlow;

fn long() -> bool {
    std::env::var_os("GRUNDY_LONG").is_some_and(|value| value == "1")
}

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
        ("0.[03]", 2, 0, 1),
        ("0.[0003]", 4, 0, 1),
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

/// The certificate of Kayles with another n₀ and another number of heaps.
fn kayles_claiming(preperiod: u64, heaps: u64) -> Vec<u8> {
    let mut bytes = certificate("0.77", 1000);
    // The rule 0.77 takes 2 + 1 + 4 + 2 bytes; then n₀, p, s (a byte each) and the heaps, 168 of them (two bytes).
    let at = 8 + 9;
    assert_eq!(bytes[at..at + 5], [71, 12, 0, 168, 1]);
    bytes.splice(at + 3..at + 5, leb128(heaps));
    bytes.splice(at..=at, leb128(preperiod));
    sealed(bytes)
}

fn leb128(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}

/// Both are refused for the claim alone: the values were not computed, or another claim would be the false one.
#[test]
fn huge_claims_are_refused() {
    let huge = 10u64.pow(18);
    assert!(check(&kayles_claiming(71, 168)).is_ok());
    assert_eq!(check(&kayles_claiming(huge, 168)), Err(Reject::Theorem("the number of heaps")));
    assert_eq!(check(&kayles_claiming(huge, 2 * huge + 26)), Err(Reject::TooLarge));
}

/// The stored files are of format 1: name, rule, period, preperiod, saltus. The first claims are published (testdata/octal_periods.csv,
/// Winning Ways), all are compared with the definition.
#[test]
fn stored_certificates_still_check() {
    let table = [
        ("kayles", "0.77", 12, 71, 0),
        ("dawson", "0.137", 34, 52, 0),
        ("guiles", "0.15", 10, 1, 0),
        ("long", "0.127", 4, 46_578, 0),
        ("mask", "0.644", 442, 3256, 0),
        ("first-digit", "4.123", 7, 6, 0),
        ("breaks-anywhere", "4.344", 51, 998, 0),
        ("subtract-1-3-4", "0.3033", 7, 0, 0),
        ("subtract-2-to-5", "0.03333", 7, 0, 0),
        ("all-but-2", "0.30[3]", 4, 0, 2),
        ("all-but-1-3", "0.030[3]", 2, 0, 1),
        ("mixed-tail", "0.3[12]", 2, 2, 0),
        ("nim", "0.[3]", 1, 0, 1),
        ("nim-with-breaks", "0.[7]", 1, 0, 1),
        ("lasker", "4.[3]", 4, 1, 4),
        ("no-moves", "0.0", 1, 0, 0),
        ("equal", "0.37=", 4, 3, 0),
        ("equal-first", "4=.3", 2, 3, 0),
        ("unequal", "0.05!", 20, 13, 0),
        ("not-all-equal", "0x0.A?1", 2, 1, 0),
        ("hexadecimal", "0x0.B!", 2, 0, 0),
    ];
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/certificates");
    for (name, code, period, preperiod, saltus) in table {
        let bytes = std::fs::read(format!("{folder}/{name}.cert")).unwrap();
        let report = check(&bytes).unwrap_or_else(|reject| panic!("{name}: {reject}"));
        assert_eq!(report.rule, code, "{name}");
        assert_eq!((report.period, report.preperiod, report.saltus), (period, preperiod, saltus), "{name}");
        let values = plain_values(&code.parse().unwrap(), 150);
        let pairs = values.iter().skip(preperiod as usize).zip(values.iter().skip((preperiod + period) as usize));
        assert!(pairs.into_iter().all(|(now, then)| now + saltus == *then), "{name}");
    }
    let stored = std::fs::read_dir(folder)
        .unwrap()
        .filter(|entry| entry.as_ref().unwrap().path().extension().is_some_and(|extension| extension == "cert"));
    assert_eq!(stored.count(), table.len());
}

/// The values of heaps 0 to `last`, straight from the options.
fn plain_values(rule: &Rule, last: u128) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for n in 0..=last {
        let mut seen = Vec::new();
        let _ = rule.options(n, &mut |heaps| {
            seen.push(heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]));
            ControlFlow::Continue(())
        });
        values.push(grundy::mex(seen));
    }
    values
}

/// Every code of up to three octal digits with modifiers: what is proved from few heaps is accepted.
#[test]
fn all_short_codes_check() {
    let parts = [Parts::Any, Parts::Unequal, Parts::AllEqual];
    let mut digits: Vec<Digit> = (0..8).flat_map(|heaps| parts.map(|parts| Digit::new(heaps, parts))).collect();
    digits.dedup();
    assert_eq!(digits.len(), 4 + 3 * 4);
    let firsts =
        [Digit::NONE, Digit::new(4, Parts::Any), Digit::new(4, Parts::Unequal), Digit::new(4, Parts::AllEqual)];
    let (mut proved, last) = (0, if long() { 600 } else { 40 });
    for first in firsts {
        for code in 0..digits.len().pow(3) {
            let digit = |place: u32| digits[code / digits.len().pow(place) % digits.len()];
            let rule = Rule::from_digits(first, &[digit(0), digit(1), digit(2)], &[]).unwrap();
            proved += u32::from(checks(rule, last));
        }
    }
    assert!(proved > 4000, "{proved}");
}

/// Whether a period is proved; its certificate must be accepted.
fn checks(rule: Rule, last: u128) -> bool {
    let mut sequence = Sequence::new(rule);
    sequence.extend(last, &Watch::default()).unwrap();
    let Some(bytes) = sequence.certificate() else { return false };
    let proved = sequence.period().repetition().unwrap();
    let report = check(&bytes).unwrap_or_else(|reject| panic!("{}: {proved:?}: {reject}", sequence.rule()));
    assert_eq!((report.period, report.preperiod, report.saltus), (proved.period, proved.preperiod, proved.saltus));
    true
}

/// Digits that leave only equal heaps, several numbers of them: from no number of heaps is anything false proved.
#[test]
fn equal_heaps_prove_nothing_false() {
    let even: u32 = (2..=12).step_by(2).map(|count| 1 << count).sum();
    for heaps in (1..1 << 13).filter(|heaps| heaps & !even == 0) {
        for digits in [&[][..], &[Digit::new(heaps, Parts::AllEqual)], &[Digit::NONE, Digit::new(7, Parts::AllEqual)]] {
            let first = if digits.len() == 1 { Digit::NONE } else { Digit::new(heaps, Parts::AllEqual) };
            let rule = Rule::from_digits(first, digits, &[]).unwrap();
            let values = plain_values(&rule, 150);
            for last in 0..75 {
                let mut sequence = Sequence::new(rule.clone());
                sequence.extend(last, &Watch::default()).unwrap();
                let Period::Proved(found, _) = sequence.period() else { continue };
                let shifted = values.iter().skip((found.preperiod + found.period) as usize);
                let holds = values.iter().skip(found.preperiod as usize).zip(shifted).all(|(now, then)| now == then);
                assert!(holds, "{rule}: {found:?} from heaps 0..{last}");
                checks(rule.clone(), last);
            }
        }
    }
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
