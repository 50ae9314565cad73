//! Long tables: copied cycles are the values themselves, in every format.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use std::io::Read;
use std::process::{Command, Stdio};

fn grundy(args: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The values of a heap code from `from` to `to`, one at a time.
fn values(code: &str, from: u64, to: u64) -> Vec<u64> {
    let mut sequence = grundy::heap::Sequence::new(code.parse().unwrap());
    (from..=to).map(|n| sequence.value(n.into(), &grundy::Watch::default()).unwrap()).collect()
}

const CASES: [(&str, u64, u64); 7] = [
    // Period 12, a pre-period, a start within it and beyond it, a saltus, one value.
    ("0.77", 0, 40_000),
    ("0.77", 1_000_003, 1_030_000),
    ("0.77", 70, 75),
    ("0.3", 5, 20_000),
    ("0.[3]", 9_995, 30_000),
    ("0.77", 123, 123),
    ("take{1,3,4}", 0, 100_000),
];

/// The cells of an `.npy` file with the width that its head tells.
fn cells(npy: &[u8]) -> (usize, Vec<u64>) {
    let head = 10 + usize::from(u16::from_le_bytes([npy[8], npy[9]]));
    let kind = std::str::from_utf8(&npy[10..head]).unwrap();
    let width: usize = kind.split("u").nth(1).unwrap()[..1].parse().unwrap();
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte));
    (width, npy[head..].chunks(width).map(number).collect())
}

#[test]
fn arrays() {
    for (code, from, to) in CASES {
        let expected = values(code, from, to);
        let (first, last) = (from.to_string(), to.to_string());
        let npy = grundy(&["table", code, "--from", &first, "--to", &last, "--format", "npy"]);
        let (width, found) = cells(&npy);
        assert_eq!(found, expected, "{code} {from}..{to}");
        let largest = *expected.iter().max().unwrap();
        assert_eq!(width, [1, 2, 4, 8].into_iter().find(|&width| width == 8 || largest >> (8 * width) == 0).unwrap());
    }
}

#[test]
fn pairs_raw_and_json() {
    for (code, from, to) in CASES {
        let expected = values(code, from, to);
        let (first, last) = (from.to_string(), to.to_string());
        let table = |format: &str| grundy(&["table", code, "--from", &first, "--to", &last, "--format", format]);
        let lines: String = (from..).zip(&expected).map(|(n, value)| format!("{n} {value}\n")).collect();
        let bfile = String::from_utf8(table("bfile")).unwrap();
        assert_eq!(bfile.split_once('#').unwrap().0, lines, "{code} {from}..{to}");
        let csv = String::from_utf8(table("csv")).unwrap();
        assert_eq!(csv.split_once('#').unwrap().0, format!("n,value\n{}", lines.replace(' ', ",")));
        let raw: Vec<u8> = expected.iter().flat_map(|&value| (value as u32).to_le_bytes()).collect();
        assert!(table("raw") == raw, "{code} {from}..{to}");
        let json: serde_json::Value = serde_json::from_slice(&table("json")).unwrap();
        assert_eq!(json["values"], serde_json::json!(expected));
        let sum = expected
            .iter()
            .fold(0u128, |h, &value| (h * 0x1e37_79b9_7f4a_7c15 + u128::from(value) + 1) % ((1 << 61) - 1));
        assert_eq!(json["checksum"], format!("poly61:{sum:016x}"), "{code} {from}..{to}");
    }
}

#[test]
fn text_of_any_width() {
    for (code, from, to) in CASES {
        for wrap in [1, 7, 12, 20, 1000] {
            let (first, last, wide) = (from.to_string(), to.to_string(), wrap.to_string());
            let text = grundy(&["table", code, "--from", &first, "--to", &last, "--wrap", &wide]);
            let values = values(code, from, to);
            let line = |(index, line): (usize, &[u64])| {
                let n = from + (index * wrap) as u64;
                let line: String = line.iter().map(|value| format!(" {value}")).collect();
                format!("{n:>width$} |{line}\n", width = last.len())
            };
            let expected: String = values.chunks(wrap).enumerate().map(line).collect();
            let text = String::from_utf8(text).unwrap();
            assert!(text.split_once('#').unwrap().0 == expected, "{code} {from}..{to} by {wrap}");
        }
    }
}

#[test]
fn zeros_and_stats() {
    for (code, from, to) in CASES {
        let (first, last) = (from.to_string(), to.to_string());
        let table = |flags: &[&str]| {
            let text = grundy(&[&["table", code, "--from", &first, "--to", &last], flags].concat());
            String::from_utf8(text).unwrap()
        };
        let values = values(code, from, to);
        let zeros: Vec<u64> = (from..).zip(&values).filter(|(_, value)| **value == 0).map(|(n, _)| n).collect();
        let lines: String = zeros.iter().map(|n| format!("{n}\n")).collect();
        assert_eq!(table(&["--zeros"]).split_once('#').unwrap().0, lines);
        let json: serde_json::Value = serde_json::from_str(&table(&["--zeros", "--json"])).unwrap();
        assert_eq!(json["zeros"], serde_json::json!(zeros));
        let stats: serde_json::Value = serde_json::from_str(&table(&["--stats", "--json"])).unwrap();
        let largest = *values.iter().max().unwrap();
        let at = from + values.iter().position(|&value| value == largest).unwrap() as u64;
        assert_eq!(stats["largest"], serde_json::json!({ "value": largest.to_string(), "first_at": at }));
        let counts = stats["counts"].as_object().unwrap();
        let counted = |value: u64| values.iter().filter(|&&other| other == value).count();
        for (value, count) in counts.iter().take(20) {
            assert_eq!(count, counted(value.parse().unwrap()), "{code} {from}..{to}: {value}");
        }
        assert_eq!(counts.values().map(|count| count.as_u64().unwrap()).sum::<u64>(), values.len() as u64);
    }
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["table", "kayles", "--to", "10^12"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut start = [0; 1000];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    for format in ["text", "raw", "json", "csv"] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let args = ["table", "kayles", "--to", "100", "--format", format];
        let output = Command::new(env!("CARGO_BIN_EXE_grundy")).args(args).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&output.stderr).contains("No space left"));
    }
}
