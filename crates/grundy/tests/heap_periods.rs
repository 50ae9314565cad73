//! Periods against published tables, and no claim that later values contradict.

#![allow(clippy::unwrap_used)] // also in the helpers of tests

use grundy::Watch;
use grundy::heap::{Digit, Parts, Period, Rule, Sequence};
use proptest::prelude::*;
use std::ops::ControlFlow;

fn rule(text: &str) -> Rule {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn table(text: &str) -> Vec<Vec<String>> {
    text.lines().skip(1).map(split_row).collect()
}

/// The fields of a CSV row; quotes may hold commas.
fn split_row(line: &str) -> Vec<String> {
    let (mut fields, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => fields.last_mut().unwrap().push(letter),
        }
    }
    fields
}

fn extended(code: &str, last: u128) -> Sequence {
    let mut sequence = Sequence::new(rule(code));
    sequence.extend(last, &Watch::default()).unwrap();
    sequence
}

fn long() -> bool {
    std::env::var_os("GRUNDY_LONG").is_some_and(|value| value == "1")
}

/// The largest value of heaps 0 to `last` and the first heap that has it.
fn largest(sequence: &Sequence, last: u64) -> (u64, u64) {
    let values = (0..=last).map(|n| (sequence.get(u128::from(n)).unwrap(), n));
    values.fold((0, 0), |best, (value, n)| if value > best.0 { (value, n) } else { best })
}

#[test]
fn published_octal_periods() {
    let rows = table(include_str!("../testdata/octal_periods.csv"));
    let (mut solved, mut largest_known) = (0, 0);
    for row in rows.iter().filter(|row| row[5] == "solved") {
        let (Ok(period), Ok(preperiod)) = (row[1].parse::<u64>(), row[2].parse::<u64>()) else { continue };
        if preperiod >= 100_000 {
            continue;
        }
        let last = 4 * (preperiod + period) + 100;
        let sequence = extended(&row[0], u128::from(last));
        let Period::Proved(found, _) = sequence.period() else { panic!("{}: {:?}", row[0], sequence.period()) };
        assert_eq!((found.period, found.preperiod, found.saltus), (period, preperiod, 0), "{}", row[0]);
        if let (Ok(value), Ok(heap)) = (row[3].parse(), row[4].parse()) {
            assert_eq!(largest(&sequence, preperiod + period), (value, heap), "{}", row[0]);
            largest_known += 1;
        }
        solved += 1;
    }
    assert_eq!((solved, largest_known), (484, 484));
}

/// Rows without a period, or without a preperiod, say which value was the largest up to which heap, and that no period was seen.
/// Games that are another one of the table in disguise take their turn in the long tests.
#[test]
fn published_largest_values() {
    let rows = table(include_str!("../testdata/octal_periods.csv"));
    let mut known = 0;
    for row in rows.iter().filter(|row| row[5] == "unsolved" || row[2].is_empty()) {
        if long() && row[5] == "solved" {
            let Period::Proved(found, _) = extended(&row[0], 2_000_000).period() else { panic!("{}", row[0]) };
            assert_eq!(Some(found.period), row[1].parse().ok(), "{}", row[0]);
        }
        let Some((code, last, value, heap)) = claim(row) else { continue };
        known += 1;
        if row[0] != row[6] && !long() {
            continue;
        }
        let sequence = extended(code, u128::from(last));
        assert_eq!(sequence.period(), Period::None, "{code}");
        assert_eq!(largest(&sequence, last), (value, heap), "{code}");
        if long() && row[5] == "unsolved" {
            assert_eq!(extended(code, 100_000).period(), Period::None, "{code}");
        }
    }
    assert_eq!(known, 209);
}

/// `no period in n<=16384 (recomputed), max G=266 at n=13539`.
fn claim(row: &[String]) -> Option<(&str, u64, u64, u64)> {
    let number = |words: &str| {
        let rest = &row[8][row[8].find(words)? + words.len()..];
        rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())].parse().ok()
    };
    Some((&row[0], number("no period in n<=")?, number("max G=")?, number(" at n=")?))
}

#[test]
fn published_oeis_sequences() {
    let mut periods = 0;
    for row in table(include_str!("../testdata/oeis_heaps.csv")) {
        let offset: u128 = row[2].parse().unwrap();
        let terms: Vec<u64> = row[5].split(' ').map(|term| term.parse().unwrap()).collect();
        let exception: Option<u64> = row[4].parse().ok();
        let last = exception.filter(|&n| n < 100_000).map_or(1000, |n| 4 * u128::from(n) + 5000);
        let sequence = extended(&row[1], last);
        let found: Vec<u64> = (offset..).take(terms.len()).map(|n| sequence.get(n).unwrap()).collect();
        assert_eq!(found, terms, "{} {}", row[0], row[1]);
        let Ok(period) = row[3].parse::<u64>() else { continue };
        // Without an exception the row says nothing about where the period starts; that of 0.56 starts late.
        if exception.is_none() && (row[1] != "0.56" || long()) {
            let Period::Proved(proved, _) = extended(&row[1], 1_000_000).period() else { panic!("{}", row[1]) };
            assert_eq!(proved.period, period, "{} {}", row[0], row[1]);
        }
        if let Some(exception) = exception.filter(|&exception| exception < 20_000) {
            let Period::Proved(proved, _) = sequence.period() else { panic!("{}", row[1]) };
            assert_eq!((proved.period, proved.last_exception()), (period, Some(exception)), "{} {}", row[0], row[1]);
        }
        periods += 1;
    }
    assert!(periods > 40, "{periods}");
}

#[test]
fn facts_about_misprints() {
    let first_difference = |a: &str, b: &str, to: u128| {
        let (a, b) = (extended(a, to), extended(b, to));
        (0..=to).find(|&n| a.get(n) != b.get(n))
    };
    assert_eq!(first_difference("0.27", "0.26", 2000), None);
    assert!(first_difference("0.27", "0.06", 2000).is_some());
    assert!(first_difference("0.314", "0.31", 2000).is_some());
    assert_eq!(first_difference("0.161", "0.36", 2000), Some(519));
    assert_eq!(first_difference("4.367", "4.327", 2000), Some(27));
    assert_eq!(first_difference("4.377", "4.327", 2000), Some(27));
    let Period::Proved(found, _) = extended("4.344", 10_000).period() else { panic!() };
    assert_eq!((found.period, found.preperiod), (51, 998));
    // The known solver that drops n₀ ≥ 1 proves a period for 0.04 from four values; the plain bound one for Grundy's game.
    assert_eq!(extended("0.04", 4000).period(), Period::None);
    assert_eq!(extended("4!.0", 4000).period(), Period::None);
}

#[test]
fn long_periods() {
    let mut games = vec![("0.16", 149_459, 105_351), ("0.127", 4, 46_578)];
    if long() {
        games.extend([("0.56", 144, 326_640), ("0.376", 4, 2_268_248), ("0.354", 1180, 10_061_916)]);
    }
    for (code, period, preperiod) in games {
        let sequence = extended(code, 3 * (period + preperiod));
        let certificate = sequence.certificate().unwrap_or_else(|| panic!("{code}: {:?}", sequence.period()));
        let report = grundy_verify::check(&certificate).unwrap_or_else(|reject| panic!("{code}: {reject}"));
        assert_eq!((u128::from(report.period), u128::from(report.preperiod)), (period, preperiod), "{code}");
    }
}

/// The values of heaps 0 to `last`, straight from the options: no period can slip in.
fn plain_values(rule: &Rule, last: u128) -> Vec<u64> {
    let mut values = Vec::new();
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

/// Extends heap by heap; the first thing that is proved must hold up to `last`.
fn no_false_claim(rule: &Rule, prefixes: u128, last: u128) {
    let mut sequence = Sequence::new(rule.clone());
    for n in 0..prefixes {
        sequence.extend(n, &Watch::default()).unwrap();
        let Period::Proved(proved, theorem) = sequence.period() else { continue };
        let values = plain_values(rule, last);
        let (start, period) = (proved.preperiod as usize, proved.period as usize);
        for (now, then) in values.iter().skip(start).zip(values.iter().skip(start + period)) {
            assert_eq!(now + proved.saltus, *then, "{rule}: {proved:?} {theorem:?} from {n} heaps");
        }
        return;
    }
}

#[test]
fn no_false_claim_for_short_codes() {
    for digits in 0..512u32 {
        for first in [0, 4] {
            let digit = |shift: u32| Digit::new(digits >> shift & 7, Parts::Any);
            let rule = Rule::from_digits(Digit::new(first, Parts::Any), &[digit(6), digit(3), digit(0)], &[]);
            no_false_claim(&rule.unwrap(), 120, 400);
        }
    }
}

fn any_digit(most: u32) -> impl Strategy<Value = Digit> {
    let parts = prop_oneof![
        3 => Just(Parts::Any), 2 => Just(Parts::Unequal), 2 => Just(Parts::NotAllEqual), 2 => Just(Parts::AllEqual)
    ];
    (0..most, parts).prop_map(|(heaps, parts)| Digit::new(heaps, parts))
}

prop_compose! {
    fn any_rule()(most in prop_oneof![3 => Just(8u32), 1 => Just(4u32), 1 => Just(16u32)])(
        first in any_digit(most),
        digits in prop::collection::vec(any_digit(most), 0..4),
        tail in prop_oneof![3 => Just(vec![]).boxed(), 1 => prop::collection::vec(any_digit(most), 1..4).boxed()],
    ) -> Rule {
        Rule::from_digits(Digit::new(first.heaps() & !3, first.parts()), &digits, &tail).unwrap()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if long() { 2000 } else { 300 }))]

    #[test]
    fn no_false_claim_for_random_codes(rule in any_rule()) {
        let last = if rule.most_heaps() > 2 || !rule.tail().is_empty() { 140 } else { 400 };
        let prefixes = if rule.most_heaps() > 2 && !rule.tail().is_empty() { 40 } else { 120 };
        no_false_claim(&rule, prefixes, if prefixes == 40 { 60 } else { last });
    }
}
