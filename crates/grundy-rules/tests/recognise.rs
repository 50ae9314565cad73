//! Strategies as users see them: their names, full-size answers, and every shortcut of the catalogue against the definition.

#![expect(clippy::unwrap_used, reason = "a failed test")]

use grundy::{Outcome, Value, Watch};
use grundy_rules::{Engine, Error, Library, Settings};
use std::fs;
use std::path::PathBuf;

fn engine(text: &str) -> Engine {
    let mut library = Library::new();
    library.add_file("test", text).unwrap_or_else(|errors| panic!("{text}\n{errors}"));
    Engine::new(library, Watch::default())
}

/// The strategy and the value of a position.
fn asked(text: &str, expr: &str) -> (String, String) {
    let engine = engine(text);
    let sum = engine.sum(expr, &Settings::default()).unwrap_or_else(|error| panic!("{error}"));
    let value = engine.sum_value(&sum).unwrap_or_else(|error| panic!("{expr}: {error}"));
    (engine.strategy(&sum.terms[0].component).unwrap().to_owned(), value.to_string())
}

#[test]
fn strategies_and_full_size_values() {
    let billion = "1000000000000000000";
    for (text, expr, strategy, value) in [
        ("nim(n) -> nim(m) for m in 0..n-1", "nim(10^18) + nim(1)", "nim", "1000000000000000001"),
        ("nim3(n) -> nim3(n-1) | nim3(n-2) | nim3(n-3)", "nim3(10^18 + 3)", "take 1..3", "3"),
        ("param L, R\ntake(n) -> take(n-k) for k in L..R", "take(10^18; L=2, R=5)", "take 2..5", "0"),
        ("kayles(n) -> kayles(a) + kayles(n-k-a) for k in 1..2, a in 0..n-k", "kayles(10^18)", "heap 0.77", "1"),
        ("grundy(n) -> grundy(a) + grundy(n-a) for a in 1..n-1 if a < n-a", "grundy(28)", "heap 4!.0", "1"),
        ("data p\nheap(n) -> heap(n-k) for k in p", "heap(10^12; p=[1, 3, 4])", "heap take{1,3,4}", "1"),
        (
            "stairs(p) -> stairs(p with [i] -= k, [i-1] += k) for i in 1..len(p)-1, k in 1..p[i]",
            "stairs([9, 10^18, 5, 7])",
            "staircase",
            "1000000000000000007",
        ),
        (
            "row(a) -> row([v] ++ a[1:]) if len(a) > 0 for v in 1..a[0]-1\nrow(a) -> row(a[1:]) if len(a) > 0",
            "row([10^18, 4])",
            "row",
            billion,
        ),
        (
            "param l, r\ncycle(n) -> path(n-k) for k in l..r\npath(n) -> path(a) + path(n-k-a) for k in l..r, a in 0..n-k",
            "cycle(10^9; l=10^8, r=10^9)",
            "removing",
            "10",
        ),
        (
            "chip(x, y) -> (chip(x-2*k-1, y) | chip(x, y-2*k-1)) for k in 0..max(x, y)",
            "chip(10^9, 10^9 + 1)",
            "product",
            "1",
        ),
        (
            "piles(p) -> piles(p with [i] -= k) for i in 0..len(p)-1, k in 1..p[i]",
            "piles([10^18, 1])",
            "product",
            "1000000000000000001",
        ),
        (
            "pile(n) -> pile(m) for m in 0..n-1\npile(n) -> pile(a) + pile(n-a) for a in 1..n-1",
            "pile(10^18)",
            "lasker",
            "999999999999999999",
        ),
        ("pile(n) -> pile(n-k) for k in 1..n/2", "pile(10^18)", "part n/2", "500000000000000000"),
        (
            "param K\nheap(B, S) -> heap(B, s) for s in 0..S-1\nheap(B, S) -> heap(b, s) for b in 0..B-1, s in (B-b)*K..\nnim(n) -> nim(m) for m in 0..n-1",
            "heap(1, 2; K=2) + nim(7; K=2)",
            "pebbles",
            "w+7",
        ),
        (
            "finite\nnim(n) -> nim(n-k) for k in 1..n\nnim(n) -> nim(n+k) for k in 1..",
            "nim(9)",
            "nim, additions undone",
            "9",
        ),
        ("g(a, b) -> g(a-1, s) for s in 0..\ng(a, b) -> g(a, b-1)", "g(3, 9)", "transfinite", "3"),
    ] {
        assert_eq!(asked(text, expr), (strategy.to_owned(), value.to_owned()), "{expr}");
    }
}

#[test]
fn winning_moves_without_a_list_of_all_options() {
    let text = "nim(n) -> nim(m) for m in 0..n-1\n\
        take(n) -> take(n-k) for k in 2..10^12\n\
        pebbles(B, S) -> pebbles(B, s) for s in 0..S-1\n\
        pebbles(B, S) -> pebbles(b, s) for b in 0..B-1, s in (B-b)*2..";
    let engine = engine(text);
    for expr in
        ["nim(10^18) + nim(10^17)", "take(10^15 + 7) + nim(3)", "pebbles(10^9, 10^9) + pebbles(10^8, 5) + nim(77)"]
    {
        let sum = engine.sum(expr, &Settings::default()).unwrap();
        let found = engine.winning_moves(&sum, 5).unwrap();
        assert!(!found.moves.is_empty(), "{expr}");
        for won in &found.moves {
            let left = sum.after(won);
            assert_eq!(engine.outcome(&left).unwrap(), Outcome::Previous, "{expr}: {won}");
        }
    }
}

#[test]
fn misere_nim_at_full_size() {
    let engine = engine("misere\nnim(n) -> nim(m) for m in 0..n-1");
    for (expr, outcome, moves) in [
        ("nim(10^18) + nim(10^18)", Outcome::Previous, vec![]),
        ("nim(10^18) + nim(1)", Outcome::Next, vec!["nim(1000000000000000000) -> nim(0)"]),
        ("3*nim(1)", Outcome::Previous, vec![]),
        ("4*nim(1) + nim(6)", Outcome::Next, vec!["nim(6) -> nim(1)"]),
    ] {
        let sum = engine.sum(expr, &Settings::default()).unwrap();
        assert_eq!(engine.strategy(&sum.terms[0].component).unwrap(), "misere nim");
        assert_eq!(engine.outcome(&sum).unwrap(), outcome, "{expr}");
        let found = engine.winning_moves(&sum, 10).unwrap();
        assert_eq!(found.moves.iter().map(ToString::to_string).collect::<Vec<_>>(), moves, "{expr}");
    }
}

/// Additions: with the promise that play ends they count for nothing, without it there is no value, and that is said at once.
#[test]
fn additions_need_the_promise() {
    for rules in [
        "add(n) -> add(m) for m in 0..n-1\nadd(n) -> add(n+k) for k in 1..5",
        "add(n) -> add(m) for m in 0..n-1\nadd(n) -> add(n+k) for k in 1..",
        "add(n) -> (add(m) | add(n+1)) for m in 0..n-1",
    ] {
        let promised = asked(&format!("finite\n{rules}"), "add(5) + add(3)");
        assert_eq!(promised, ("nim, additions undone".to_owned(), "6".to_owned()), "{rules}");
        let engine = engine(rules);
        let sum = engine.sum("add(5) + add(3)", &Settings::default()).unwrap();
        let error = engine.sum_value(&sum).unwrap_err();
        assert!(error.to_string().contains("for ever"), "{rules}: {error}");
        assert_eq!(error.exit_code(), 2, "{rules}: {error}");
    }
    // Few enough positions to be listed: the loopy game has labels all the same.
    let bounded = "add(n) -> add(m) for m in 0..n-1\nadd(n) -> add(n+1) if n > 0 and n < 6";
    assert_eq!(asked(bounded, "add(0)").1, "0");
}

#[test]
fn infinitely_many_options_are_refused_with_the_reason() {
    let engine = engine("g(n) -> g(m) for m in 0..n-1\ng(n) -> g(n+k) for k in 1..");
    let sum = engine.sum("g(3)", &Settings::default()).unwrap();
    let error = engine.sum_value(&sum).unwrap_err();
    assert!(matches!(error, Error::Bad(_)) && error.to_string().contains("infinitely many options"), "{error}");
}

fn games(folder: &str) -> Vec<(String, String)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("games").join(folder);
    let files = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    let games = files.filter(|path| path.extension().is_some_and(|extension| extension == "game"));
    let mut games: Vec<_> = games
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap()))
        .collect();
    games.sort();
    games
}

/// Every file of the catalogue whose rules are recognised, on small positions; params are 3, those called r are 5.
#[test]
fn shortcuts_of_the_catalogue_agree_with_the_definition() {
    let mut recognised = 0;
    for (name, text) in games("").into_iter().chain(games("contest")) {
        let mut library = Library::new();
        if library.add_file(&name, &text).is_err() {
            continue;
        }
        let params = library
            .program(&name)
            .unwrap()
            .globals
            .iter()
            .filter(|global| global.role == grundy_rules::program::Role::Param);
        let set = params
            .map(|param| (param.name.clone(), if param.name.eq_ignore_ascii_case("r") { 5 } else { 3 }))
            .collect();
        let engine = Engine::new(library, Watch::default());
        let settings = Settings { set, ..Settings::default() };
        match engine.check_shortcuts(&name, &settings) {
            Ok(kinds) => recognised += usize::from(kinds.iter().any(|(_, compared)| *compared >= 30)),
            Err(Error::Bad(_)) => {}
            Err(error) => panic!("{name}: {error}"),
        }
    }
    assert!(recognised >= 40, "{recognised}");
}

/// The contest problems that are solved at full size.
#[test]
fn contest_files_have_their_theorems() {
    let all = games("contest");
    for (name, strategies) in [
        ("cses_1730", "nim"),
        ("cses_1098", "take 1..3"),
        ("cses_1099", "staircase"),
        ("cses_2207", "heap 4!.0"),
        ("abc297_g", "take 3..5"),
        ("cf1823_e", "removing, heap 0.00777"),
        ("matgame", "row"),
        ("g3", "strip"),
        ("coins12", "take 1..2"),
        ("pebbles", "pebbles"),
        ("hdu_3032", "lasker"),
        ("poj_3480", "misere nim"),
    ] {
        let (_, text) = all.iter().find(|(file, _)| file == name).unwrap();
        let mut library = Library::new();
        library.add_file(name, text).unwrap();
        let program = library.program(name).unwrap();
        let value = |name: &str| if name.eq_ignore_ascii_case("r") { 5 } else { 3 };
        let set = program.globals.iter().map(|global| (global.name.clone(), value(&global.name))).collect();
        let engine = Engine::new(library, Watch::default());
        let kinds = engine.check_shortcuts(name, &Settings { set, ..Settings::default() }).unwrap();
        let names: Vec<String> = kinds.into_iter().map(|(name, _)| name).collect();
        assert_eq!(names.join(", "), strategies, "{name}");
    }
}

#[test]
fn values_without_shortcuts_are_the_same() {
    let text = "kayles(n) -> kayles(a) + kayles(n-k-a) for k in 1..2, a in 0..n-k";
    let fast = engine(text);
    let plain = engine(text).without_shortcuts();
    let sum = plain.sum("kayles(40)", &Settings::default()).unwrap();
    assert_eq!(plain.strategy(&sum.terms[0].component).unwrap(), "memo search");
    let again = fast.sum("kayles(40)", &Settings::default()).unwrap();
    assert_eq!(plain.sum_value(&sum).unwrap(), fast.sum_value(&again).unwrap());
    assert_eq!(plain.sum_value(&sum).unwrap(), Value::Finite(1));
}
