//! Formulas found from the rules alone.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::Watch;
use grundy_pattern::code_rules;
use grundy_pattern::pattern::{Patterns, Wanted, from_rules};
use grundy_pattern::prove::Subject;
use grundy_rules::{Engine, Library, Settings, catalogue};

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
    from_rules(&wanted, &Watch::default()).unwrap()
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
    for (name, family) in [("wythoff", "automaton"), ("fibonacci", "automaton")] {
        let patterns = run(text(name), &[&[]]);
        let first = patterns.found.first().unwrap_or_else(|| panic!("{name}: {:?}", patterns.reasons));
        assert_eq!(first.shown.len(), 1, "{name}");
        assert_eq!(first.family, family, "{name}");
    }
    let chomp = run(text("chomp2"), &[&[]]);
    assert_eq!(chomp.found[0].text.as_deref(), Some("chomp2(a, b) lost if a == 0 and b == 0 or (a == b + 1)"));
    assert!(chomp.found[0].is_proved());
}

#[test]
fn no_pattern_is_an_answer() {
    let hungry = code_rules(&"0.007".parse().unwrap(), "heap").unwrap();
    for rules in ["g(n) -> g(n-k*k) for k in 1..n", "g(n) -> g(a) + g(n-a) for a in 1..n-1 if a < n-a", &hungry] {
        let patterns = run(rules, &[&[]]);
        assert!(patterns.found.is_empty(), "{rules}: {:?}", patterns.found);
    }
}

/// A formula that fits for long and fails then is rejected with the position where it fails.
#[test]
fn late_exceptions() {
    let rows = [
        ("g(n) -> g(n-k) for k in 1..2 if n != 301 or k != 1", "g(n) = n % 3", "g(301)"),
        ("g(n) -> g(n-k) for k in 1..6 if n != 10000 or k != 1", "g(n) = n % 7", "g(10000)"),
        ("g(n) -> g(m) for m in 0..n-1 if n != 777 or m != 5", "g(n) = n", "g(777)"),
        (
            "g(x, y) -> g(a, y) for a in 0..x-1\ng(x, y) -> g(x, b) for b in 0..y-1 if x != 70 or y != 1",
            "g(x, y) = x xor y",
            "g(70, 1)",
        ),
    ];
    for (rules, text, witness) in rows {
        let patterns = run(rules, &[&[]]);
        assert!(patterns.found.iter().all(|f| f.text.as_deref() != Some(text)), "{rules}: {:?}", patterns.found);
        let rejected = patterns.rejected.iter().find(|r| r.text == text);
        assert_eq!(rejected.map(|r| r.witness.as_str()), Some(witness), "{rules}");
        // Nor is the same in other words, such as `isqrt(n * n)`, which cannot be decided, said to hold.
        let values = patterns.found.iter().find(|f| f.subject == Subject::Value && f.shown.is_empty());
        assert!(values.is_none(), "{rules}: {values:?}");
    }
}

/// A table up to 8 looks like n, and 9 is not 9.
#[test]
fn a_short_table() {
    let settings = settings(&[&[]]);
    let rules = "g(n) -> g(m) for m in 0..n-1 if n != 9 or m != 4";
    let wanted = Wanted { name: "test.game", rules, kind: None, settings: &settings, to: Some(8) };
    let patterns = from_rules(&wanted, &Watch::default()).unwrap();
    let rejected = patterns.rejected.iter().find(|r| r.text == "g(n) = n");
    assert_eq!(rejected.map(|r| r.witness.as_str()), Some("g(9)"));
}

/// 0.161 and 0.36 have the same values for heaps up to 518, and others later.
#[test]
fn codes_that_agree_for_long() {
    let found = |code: &str| -> Vec<String> {
        let rules = code_rules(&code.parse().unwrap(), "heap").unwrap();
        run(&rules, &[&[]]).found.into_iter().filter_map(|f| f.text).collect()
    };
    let (first, second) = (found("0.161"), found("0.36"));
    assert!(first.iter().all(|text| !second.contains(text)), "{first:?}");
}

/// Rules, settings of their params, a formula.
type Row = (&'static str, &'static [&'static [(&'static str, i128)]], &'static str);

/// Expressions that no family has, over params and several arguments.
#[test]
fn expressions() {
    let rows: [Row; 4] = [
        ("param k\ng(n) -> g(n-k)", &[&[("k", 2)], &[("k", 3)], &[("k", 5)]], "n / k % 2"),
        ("g(x, y) -> g(x-1, y-1)", &[&[]], "min(x, y) % 2"),
        ("g(x, y) -> g(a, b) for a in 0..x-1, b in 0..y-1", &[&[]], "min(x, y)"),
        ("param k\ng(n) -> g(m) for m in 0..min(n-1, k)", &[&[("k", 4)], &[("k", 6)], &[("k", 9)]], "min(n, k + 1)"),
    ];
    for (rules, settings, formula) in rows {
        let found = proved(rules, settings).unwrap();
        // Another way of writing the same thing is as good.
        let claimed = found.split_once(" = ").unwrap().1;
        for n in 0..40_i64 {
            for m in if rules.contains('y') { 0..40 } else { 0..1 } {
                for set in settings {
                    let mut names = vec![("n", n), ("x", n), ("y", m)];
                    names.extend(set.iter().map(|&(name, value)| (name, value as i64)));
                    assert_eq!(worked_out(claimed, &names), worked_out(formula, &names), "{claimed}");
                }
            }
        }
    }
}

/// An expression of the rule language at given values, by a game whose one option says it.
fn worked_out(formula: &str, names: &[(&str, i64)]) -> String {
    let mut text = String::new();
    for word in formula.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let (name, rest) = word.split_at(word.trim_end_matches(|c: char| !c.is_alphanumeric()).len());
        let value = names.iter().find(|n| n.0 == name).map(|n| n.1.to_string());
        text.push_str(value.as_deref().unwrap_or(name));
        text.push_str(rest);
    }
    let mut library = Library::new();
    library.add_rules("heap", "heap(n) -> heap(m) for m in 0..n-1").unwrap();
    let engine = Engine::new(library, Watch::default());
    engine.sum(&format!("heap({text})"), &Settings::default()).unwrap().to_string()
}

/// Every formula that is found holds far beyond the table that it was found on.
#[test]
fn random_rules() {
    let mut seed = 20_u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for _ in 0..25 {
        let (a, b, c, m) = (1 + random(4), 1 + random(6), random(5), 2 + random(4));
        let rules = match random(5) {
            0 => format!("g(n) -> g(n-k) for k in {a}..{}", a + b),
            1 => format!("g(n) -> (g(n-{a}) | g(n-{b})) if n % {m} != {c}"),
            2 => format!("g(n) -> g(n/{m}) if n > {c}\ng(n) -> g(n-{a})"),
            3 => format!("g(n) -> g(k) + g(n-{a}-k) for k in 0..min({c}, n-{a})"),
            _ => format!("g(n) -> g(m) for m in n/{m}..n-{a}"),
        };
        let mut library = Library::new();
        library.add_rules("test.game", &rules).unwrap();
        let engine = Engine::new(library, Watch::default()).without_shortcuts();
        for found in run(&rules, &[&[]]).found.iter().filter(|f| f.subject == Subject::Value) {
            let Some((_, formula)) = found.text.as_ref().and_then(|t| t.split_once(" = ")) else { continue };
            for n in (1000..1500).step_by(7) {
                let sum = engine.sum(&format!("g({n})"), &Settings::default()).unwrap();
                let value = engine.sum_value(&sum).unwrap();
                assert_eq!(
                    worked_out(formula, &[("n", n)]),
                    worked_out(&value.to_string(), &[]),
                    "{rules}: {formula} at {n}"
                );
            }
        }
    }
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
    for name in ["welter", "row"] {
        let patterns = run(text(name), &[&[]]);
        for length in [2, 3] {
            let places = vec!["_"; length].join(", ");
            let game = format!("{name}([{places}])");
            let names = ["a", "b", "c"][..length].join(", ");
            let head = format!("{name}([{names}])");
            let about = |text: &String| text.starts_with(&head);
            let of = patterns.found.iter().filter(|f| f.game == game || f.text.as_ref().is_some_and(about));
            assert_eq!(of.map(|f| f.shown.len()).max(), Some(1), "{game}: {:?}", patterns.reasons);
        }
    }
}
