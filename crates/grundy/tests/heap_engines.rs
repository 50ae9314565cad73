//! Every engine against the definition, with and without vector instructions.

#![allow(clippy::unwrap_used)] // also in the helpers of tests

use grundy::heap::{Algorithm, Digit, Isa, Parts, Period, Rule, Sequence, Tuning};
use grundy::{Limits, Stop, Watch};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

fn rule(text: &str) -> Rule {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn settings(method: Option<Algorithm>, isa: Isa) -> Tuning {
    Tuning { method, isa }
}

/// The values of heaps 0 to `last`, asked for in two ways, and the engine at the end.
fn values(rule: &Rule, last: u128, settings: Tuning) -> (Vec<u64>, &'static str) {
    values_by(rule, last, settings, 1)
}

fn values_by(rule: &Rule, last: u128, settings: Tuning, threads: usize) -> (Vec<u64>, &'static str) {
    let mut sequence = Sequence::with_settings(rule.clone(), settings);
    sequence.extend(last, &Watch::new(Limits { threads, ..Limits::default() })).unwrap();
    let values: Vec<u64> = (0..=last).map(|n| sequence.get(n).unwrap()).collect();
    for from in [0, 1, last / 3, last - 1] {
        assert!(sequence.iter_from(from).zip(&values[from as usize..]).all(|(a, b)| a == *b), "{rule} from {from}");
    }
    (values, sequence.engine())
}

fn defined(rule: &Rule, last: u128) -> Vec<u64> {
    values(rule, last, settings(Some(Algorithm::Definition), Isa::portable())).0
}

#[test]
fn sparse_agrees_with_the_definition() {
    for code in ["4!.0", "0.14", "0.106", "0.16", "0.0146", "4.0014", "0.644!", "0.07=4"] {
        let rule = rule(code);
        let expected = defined(&rule, 9000);
        for isa in Isa::available() {
            let (found, engine) = values(&rule, 9000, settings(Some(Algorithm::Sparse), isa));
            assert_eq!(found, expected, "{code} {isa:?}");
            // The others prove their period before the sparse engine starts.
            assert!(engine == "sparse" || ["4.0014", "0.644!", "0.07=4"].contains(&code), "{code}: {engine}");
        }
    }
}

#[test]
fn sparse_agrees_with_dense_further_on() {
    for (code, last) in [("0.6", 55_000), ("0.014", 55_000), ("4!.0", 60_000), ("0.161", 60_000), ("0.14", 120_000)] {
        let rule = rule(code);
        let (expected, _) = values(&rule, last, settings(Some(Algorithm::Dense), Isa::avx2()));
        for threads in [1, 3] {
            let (found, engine) = values_by(&rule, last, settings(None, Isa::avx2()), threads);
            assert!(found == expected && engine == "sparse", "{code} with {threads} threads");
        }
        // The plain arrays are slow in a build for tests: fewer heaps, from the first that the engine takes, of two games.
        let is_long = std::env::var_os("GRUNDY_LONG").is_some();
        if !is_long && !["4!.0", "0.14"].contains(&code) {
            continue;
        }
        let (found, _) = values(&rule, 20_000, settings(Some(Algorithm::Sparse), Isa::portable()));
        assert!(found == expected[..=20_000], "{code} portable");
    }
}

#[test]
fn a_stopped_run_goes_on() {
    for (code, threads) in [("4!.0", 1), ("4!.0", 2), ("0.14", 3), ("0.106", 2)] {
        let rule = rule(code);
        let (expected, _) = values(&rule, 40_000, settings(Some(Algorithm::Dense), Isa::avx2()));
        let mut sequence = Sequence::with_settings(rule, settings(Some(Algorithm::Sparse), Isa::avx2()));
        let mut stops = 0;
        loop {
            let cancel = Arc::new(AtomicBool::new(false));
            let (flag, last) = (cancel.clone(), sequence.len() + 500);
            let progress = move |found| flag.store(found > last, Ordering::Relaxed);
            let watch = Watch::new(Limits { threads, ..Limits::default() });
            let watch = watch.with_cancel(cancel).with_progress(Arc::new(progress));
            match sequence.extend(40_000, &watch) {
                Ok(()) => break,
                Err(stop) => assert_eq!(stop, Stop::Cancelled),
            }
            stops += 1;
        }
        assert!(stops > 5, "{code}: {stops} stops");
        assert!((0..=40_000).all(|n| sequence.get(n) == Some(expected[n as usize])), "{code} with {threads} threads");
    }
}

/// The sieve's first table ends at 1024.
#[test]
fn dense_values_above_a_thousand() {
    let digits: Vec<Digit> =
        (1..=1100).map(|place| Digit::new(if place % 500 == 0 { 7 } else { 3 }, Parts::Any)).collect();
    let rule = Rule::from_digits(Digit::NONE, &digits, &[]).unwrap();
    let expected = defined(&rule, 2600);
    assert!(expected.iter().any(|&value| value > 1024));
    for isa in Isa::available() {
        assert!(values(&rule, 2600, settings(Some(Algorithm::Dense), isa)).0 == expected, "{isa:?}");
    }
}

#[test]
fn dense_forms_agree_on_large_values() {
    for (code, last) in [("0.007", 12_000), ("0.06", 12_000), ("0.644!", 6000)] {
        let rule = rule(code);
        let expected = values(&rule, last, settings(Some(Algorithm::Dense), Isa::avx2())).0;
        for threads in [1, 3] {
            let settings = settings(Some(Algorithm::Dense), Isa::avx512());
            assert!(values_by(&rule, last, settings, threads).0 == expected, "{code} with {threads} threads");
        }
    }
}

#[test]
fn engines_are_chosen_by_the_rule() {
    let table = [
        ("take{1,3,4}", "takes"),
        ("allbut{2}", "takes"),
        ("0.[37]", "definition"),
        ("0.77", "dense"),
        ("4!.0", "sparse"),
        ("0.14", "sparse"),
        ("0.007", "dense"),
        ("0x0.8", "shares"),
        ("0x8!.0", "definition"),
    ];
    for (code, engine) in table {
        let last = if ["definition", "shares"].contains(&engine) { 60 } else { 35_000 };
        assert_eq!(values(&rule(code), last, settings(None, Isa::avx2())).1, engine, "{code}");
    }
}

fn isa() -> impl Strategy<Value = Isa> {
    prop::sample::select(Isa::available())
}

fn octal_digit() -> impl Strategy<Value = Digit> {
    let parts = prop_oneof![3 => Just(Parts::Any), 1 => Just(Parts::Unequal), 1 => Just(Parts::AllEqual)];
    (0u32..8, parts).prop_map(|(heaps, parts)| Digit::new(heaps, parts))
}

prop_compose! {
    fn octal_rule()(first in octal_digit(), digits in prop::collection::vec(octal_digit(), 0..7)) -> Rule {
        Rule::from_digits(Digit::new(first.heaps() & 4, first.parts()), &digits, &[]).unwrap()
    }
}

prop_compose! {
    fn taking_rule()(
        digits in prop::collection::vec(0u32..4, 0..7),
        tail in prop::collection::vec(0u32..4, 0..4),
        gap in 0usize..90,
    ) -> Rule {
        let digit = |&heaps: &u32| Digit::new(heaps, Parts::Any);
        let digits: Vec<Digit> = std::iter::repeat_n(Digit::NONE, gap).chain(digits.iter().map(digit)).collect();
        let tail: Vec<Digit> = tail.iter().map(digit).collect();
        Rule::from_digits(Digit::NONE, &digits, &tail).unwrap()
    }
}

fn wide_digit() -> impl Strategy<Value = Digit> {
    let parts = prop_oneof![4 => Just(Parts::Any), 1 => Just(Parts::AllEqual)];
    (prop_oneof![0u32..16, 0u32..64], parts).prop_map(|(heaps, parts)| Digit::new(heaps, parts))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn shares_agree_with_the_definition(first in wide_digit(), digits in prop::collection::vec(wide_digit(), 1..4)) {
        let rule = Rule::from_digits(Digit::new(first.heaps() & !3, first.parts()), &digits, &[]).unwrap();
        let last = if rule.most_heaps() > 3 { 40 } else { 130 };
        prop_assert_eq!(values(&rule, last, settings(None, Isa::avx2())).0, defined(&rule, last), "{}", rule);
    }

    #[test]
    fn dense_agrees_with_the_definition(rule in octal_rule(), isa in isa()) {
        prop_assert_eq!(values(&rule, 700, settings(Some(Algorithm::Dense), isa)).0, defined(&rule, 700), "{}", rule);
    }

    #[test]
    fn takes_agree_with_the_definition(rule in taking_rule()) {
        let (found, engine) = values(&rule, 400, settings(None, Isa::avx2()));
        prop_assert_eq!(engine, "takes");
        prop_assert_eq!(found, defined(&rule, 400), "{}", rule);
    }

    #[test]
    fn subtraction_sets(set in prop::collection::btree_set(1u128..200, 1..8)) {
        let rule = Rule::subtraction(set).unwrap();
        prop_assert_eq!(values(&rule, 2000, settings(None, Isa::avx2())).0, defined(&rule, 2000), "{}", rule);
    }

    /// Values computed in two goes are those computed at once.
    #[test]
    fn stops_and_goes_on(rule in prop_oneof![octal_rule(), taking_rule()], first in 1u128..300) {
        let mut sequence = Sequence::new(rule.clone());
        sequence.extend(first, &Watch::default()).unwrap();
        sequence.extend(500, &Watch::default()).unwrap();
        let found: Vec<u64> = (0..=500).map(|n| sequence.get(n).unwrap()).collect();
        prop_assert_eq!(found, defined(&rule, 500), "{}", rule);
    }
}

#[test]
fn huge_heaps_of_proved_games() {
    let watch = Watch::default();
    let table = [
        ("take[1..3]", 10u128.pow(30), 0),
        ("0.[3]", 10u128.pow(18), 10u64.pow(18)),
        ("0.[0003]", 10u128.pow(12) + 3, 250_000_000_000),
        ("4.[3]", 10u128.pow(18), 10u64.pow(18) - 1),
        ("0.[7]", 12_345_678_901, 12_345_678_901),
    ];
    for (code, n, value) in table {
        assert_eq!(Sequence::new(rule(code)).value(n, &watch), Ok(value), "{code}");
    }
}

#[test]
fn limits_stop_the_work() {
    let watch = Watch::new(Limits { positions: 1000, ..Default::default() });
    let mut sequence = Sequence::new(rule("4!.0"));
    assert!(sequence.value(10u128.pow(30), &watch).is_err());
    assert_eq!((sequence.len(), sequence.period()), (1000, Period::None));
}
