//! Formulas found from the rules alone.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::Watch;
use grundy_pattern::pattern::{Patterns, Wanted, find};
use grundy_rules::{Settings, catalogue};

fn settings(list: &[&[(&str, i128)]]) -> Vec<Settings> {
    let one = |set: &&[(&str, i128)]| Settings {
        set: set.iter().map(|s| (s.0.to_owned(), s.1)).collect(),
        ..Settings::default()
    };
    list.iter().map(one).collect()
}

fn run(rules: &str, list: &[&[(&str, i128)]]) -> Patterns {
    let settings = settings(list);
    let wanted = Wanted { name: "test.game", rules, kind: None, settings: &settings, to: None };
    find(&wanted, &Watch::default()).unwrap()
}

fn text(name: &str) -> &'static str {
    catalogue::find(name).unwrap().text
}

/// The first formula, proved.
fn proved(rules: &str, list: &[&[(&str, i128)]]) -> Option<String> {
    let patterns = run(rules, list);
    let first = patterns.found.first().unwrap_or_else(|| panic!("{rules}: {:?}", patterns.reasons));
    assert_eq!(first.shown.len(), list.len(), "{rules}: {:?}", patterns.reasons);
    first.text.clone()
}

#[test]
fn classics() {
    let rows = [
        ("nim", "nim(n) = n"),
        ("nim3", "nim3(n) = n % 4"),
        ("rook", "rook(x, y) = x xor y"),
        ("ruler", "ruler(n) = lowbit(n)"),
        ("lasker", "lasker(n) = if n == 0 then 0 else 4 * (n / 4) + [-1, 1, 2, 4][n % 4]"),
    ];
    for (name, expected) in rows {
        assert_eq!(proved(text(name), &[&[]]).as_deref(), Some(expected), "{name}");
    }
}

#[test]
fn one_formula_for_all_params() {
    let all: Vec<Vec<(&str, i128)>> = (1..=3).flat_map(|l| (l..=5).map(move |r| vec![("L", l), ("R", r)])).collect();
    // The first setting must tell the formulas apart: 2, 5.
    let mut all: Vec<&[(&str, i128)]> = all.iter().map(|s| &s[..]).collect();
    let start = all.iter().position(|s| **s == [("L", 2), ("R", 5)]).unwrap();
    all.swap(0, start);
    let found = proved("param L, R\ntake(n) -> take(n-k) for k in L..R", &all);
    assert_eq!(found.as_deref(), Some("take(n) = n % (L + R) / L"));
}

#[test]
fn automata_without_a_formula() {
    for (name, family) in [("wythoff", "automaton"), ("fibonacci", "automaton"), ("chomp2", "automaton")] {
        let patterns = run(text(name), &[&[]]);
        let first = patterns.found.first().unwrap_or_else(|| panic!("{name}: {:?}", patterns.reasons));
        assert_eq!(first.shown.len(), 1, "{name}");
        assert_eq!(first.family, family, "{name}");
    }
}

#[test]
fn no_pattern_is_an_answer() {
    for rules in ["g(n) -> g(n-k*k) for k in 1..n", "g(n) -> g(a) + g(n-a) for a in 1..n-1 if a < n-a"] {
        let patterns = run(rules, &[&[]]);
        assert!(patterns.found.iter().all(|f| f.shown.is_empty()), "{rules}: {:?}", patterns.found);
    }
}

/// A table that looks like n % 3 up to 300 and is not.
#[test]
fn traps() {
    let patterns = run("g(n) -> g(n-k) for k in 1..2 if n != 301 or k != 1", &[&[]]);
    assert!(
        patterns.rejected.iter().any(|r| r.text == "g(n) = n % 3" && r.witness == "g(301)"),
        "{:?}",
        patterns.rejected
    );
    assert!(patterns.found.iter().all(|f| f.text.as_deref() != Some("g(n) = n % 3")));
}

/// Take a factorial: a list of values fits up to 999, but 9! is a multiple of every short period.
#[test]
fn lists_of_values_are_not_observed() {
    let patterns = run(text("factorials"), &[&[]]);
    let list = |text: &String| text.contains('[');
    assert!(patterns.found.iter().all(|f| !f.text.as_ref().is_some_and(list)), "{:?}", patterns.found);
}

#[test]
fn lists_of_a_fixed_length_are_learnt() {
    for name in ["welter", "moore", "row"] {
        let patterns = run(text(name), &[&[]]);
        let first = patterns.found.first().unwrap_or_else(|| panic!("{name}: {:?}", patterns.reasons));
        assert_eq!((first.game.as_str(), first.shown.len()), (format!("{name}([_, _])").as_str(), 1));
    }
}
