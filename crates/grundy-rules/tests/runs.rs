//! Sums over a range that a search takes for one position, and plays too long for any search.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::watch::Limits;
use grundy::{Outcome, Watch};
use grundy_rules::{Engine, Error, Library, Limit, Settings};
use std::collections::BTreeSet;

fn engine(rules: &str, watch: Watch) -> Engine {
    let mut library = Library::new();
    library.add_rules("file", rules).unwrap();
    Engine::new(library, watch)
}

/// Value, outcome and winning moves of a position; or what is wrong, without the text of the rules.
fn told(engine: &Engine, expr: &str) -> Result<(String, Outcome, BTreeSet<String>), String> {
    let wrong = |error: Error| error.to_string().lines().next().unwrap_or_default().to_owned();
    let sum = engine.sum(expr, &Settings::default()).unwrap();
    let value = engine.sum_value(&sum).map_err(wrong)?.to_string();
    let moves = engine.winning_moves(&sum, 1000).map_err(wrong)?;
    let texts = moves.moves.iter().map(ToString::to_string).collect();
    Ok((value, engine.outcome(&sum).map_err(wrong)?, texts))
}

/// A condition that always holds keeps a sum from being a run: the plain definition.
fn plain(rules: &str) -> String {
    rules.replace(" in RANGE)", " in RANGE if 0 == 0)")
}

#[test]
fn runs_have_the_values_of_their_sums() {
    let cases = [
        ("f(n) -> sum(f(j) for j in RANGE) for k in 1..n-1", "1..k"),
        ("f(n) -> sum(f(j) for j in RANGE) for k in 0..n", "k..n-1"),
        ("f(n) -> sum(f(n-j) for j in RANGE) for k in 1..n", "1..k"),
        ("f(n) -> sum(f(n-1-j) for j in RANGE) for k in 0..n", "k..k+2"),
        ("f(n) -> sum(f(j-2) for j in RANGE) for k in 1..n", "k/2..k-1"),
        ("f(n) -> f(k) + sum(f(j+1) for j in RANGE) for k in 0..n-1", "k..n-2"),
        ("f(n) -> 2 * sum(f(j) for j in RANGE) + f(k) for k in 1..n-1", "1..k"),
        ("f(n) -> 3 * sum(f(j) for j in RANGE) for k in 1..n-1", "2..k"),
        ("f(n) -> k * sum(f(j) for j in RANGE) for k in 1..n-1", "k-1..k"),
        ("f(n) -> sum(g(j, k) for j in RANGE) for k in 1..n-1\ng(a, b) -> g(a-b, b) | f(a-1)", "1..k"),
        ("f(n) -> sum(g(k, n-j) for j in RANGE) for k in 1..n-1\ng(a, b) -> f(a) + f(b-1) | g(a-1, b-1)", "1..k"),
        ("f(n) -> sum(f(j) for j in RANGE) + sum(f(n-j) for j in RANGE) for k in 1..n-1", "k..2*k"),
    ];
    for (text, range) in cases {
        let (rules, sums) = (text.replace("RANGE", range), plain(text).replace("RANGE", range));
        assert_ne!(rules, sums);
        let (runs, sums) = (engine(&rules, Watch::default()), engine(&sums, Watch::default()));
        for n in 0..14 {
            let expr = format!("f({n}) + 3*f({})", n / 2);
            assert_eq!(told(&runs, &expr), told(&sums, &expr), "{rules}: {expr}");
        }
    }
}

#[test]
fn a_run_that_comes_back_is_told_by_its_positions() {
    let rules = engine("f(n) -> sum(f(j) for j in 1..k) for k in 1..n", Watch::default());
    let sum = rules.sum("f(3)", &Settings::default()).unwrap();
    let error = rules.sum_value(&sum).unwrap_err().to_string();
    assert!(error.contains("f(1) -> f(1)") && !error.contains("f(1, "), "{error}");
}

/// Each move sums one part more than the one before: n²/2 parts a position, but n runs.
#[test]
fn recursive_sums_are_quadratic() {
    let steps = |n: u32| {
        let engine = engine("f(n) -> sum(f(j) for j in 1..k) for k in 1..n-1", Watch::default());
        engine.sum_value(&engine.sum(&format!("f({n})"), &Settings::default()).unwrap()).unwrap();
        engine.steps()
    };
    let (less, more) = (steps(100), steps(200));
    assert!(more < 5 * less, "{less} steps for 100, {more} for 200");
}

#[test]
fn a_play_that_is_too_long_is_seen_before_it_is_searched() {
    let limits = Limits { positions: 20_000, ..Limits::default() };
    for rules in [
        "c(n) -> c(n - 1 - popcount(n) % 3) | c(n-5)",
        "c(n) -> c(n-2) + c(n-3) if n % 5 != 2\nc(n) -> c(n-1-isqrt(n) % 2)",
    ] {
        let engine = engine(rules, Watch::new(limits));
        let asked = |n: u32| engine.sum_value(&engine.sum(&format!("c({n})"), &Settings::default()).unwrap());
        let Err(Error::Limit(limit)) = asked(1_000_000) else { panic!("{rules}: a million positions with 20,000") };
        let Limit::Chain { moves, limit } = *limit.bare() else { panic!("{rules}: {limit}") };
        assert!((190_000..=1_000_000).contains(&moves) && limit == 20_000, "{rules}: {moves}");
        assert!(engine.steps() < 2_000_000, "{rules}: {} steps", engine.steps());
        assert!(asked(9_000).is_ok(), "{rules}");
    }
}

/// Play that is short after all, or that was only long at its start, is searched.
#[test]
fn other_plays_are_searched() {
    for rules in ["c(n) -> c(n/2) | c(n/3)", "c(n) -> c(n-1) | c(n/2)", "c(n) -> 0 | c(n-1)"] {
        let engine = engine(rules, Watch::new(Limits { positions: 20_000, ..Limits::default() }));
        let told = engine.sum_value(&engine.sum("c(30000)", &Settings::default()).unwrap());
        let chain = matches!(&told, Err(Error::Limit(limit)) if matches!(limit.bare(), Limit::Chain { .. }));
        assert!(!chain, "{rules}: {told:?}");
    }
}

/// Subsets, partitions and local names are no reason to leave the machine for integers.
#[test]
fn local_names_and_lists_of_choices_stay_quick() {
    for (rules, strategy) in [
        ("g(n) -> g(n-m) for k in 1..5 let m = k*k if m <= n", "heap take{1,4,9,16,25}"),
        ("g(n) -> g(n-sum(s)) for s in subsets([1, 4, 9]) if len(s) > 0", "heap take{1,4,5,9,10,13,14}"),
        ("g(n) -> g(n-p[0]) for p in partitions(6)", "take 1..6"),
        ("g(n) -> g(n-s[0]-s[1]) for s in choose([1, 2, 5, 9], 2)", "heap take{3,6,7,10,11,14}"),
        ("g(n) -> g(n-x) let t = n % 7 for x in 1..t+1", "dense table"),
        ("let q(n) = n*n\ng(n) -> g(n-x) for i in 1..4 let x = q(i) + n % 2", "dense table"),
    ] {
        let engine = engine(rules, Watch::default());
        let sum = engine.sum("g(30000)", &Settings::default()).unwrap();
        engine.sum_value(&sum).unwrap();
        assert_eq!(engine.strategy(&sum.terms[0].component).unwrap(), strategy, "{rules}");
    }
}
