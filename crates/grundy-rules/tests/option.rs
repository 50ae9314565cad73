//! Is this a move? Looking for one option must say the same as listing all.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::Watch;
use grundy_rules::{Component, Engine, Settings, Sum, catalogue};
use std::ops::ControlFlow;

fn engine(rules: &str) -> Engine {
    let mut library = catalogue::library();
    library.add_rules("rules", rules).unwrap();
    Engine::new(library, Watch::default())
}

fn sum(engine: &Engine, text: &str) -> Sum {
    engine.sum(text, &Settings::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn one(engine: &Engine, text: &str) -> Component {
    sum(engine, text).terms.remove(0).component
}

fn is_move(engine: &Engine, from: &str, to: &str) -> bool {
    engine.option(&one(engine, from), &sum(engine, to)).unwrap().is_some()
}

fn key(option: &Sum) -> Vec<String> {
    let mut all: Vec<String> =
        option.terms.iter().flat_map(|term| (0..term.count).map(|_| term.component.to_string())).collect();
    all.sort_unstable();
    all
}

/// Every listed option is found, and nothing else among the options of other positions.
fn agrees(engine: &Engine, positions: &[String]) {
    let mut all: Vec<Sum> = Vec::new();
    let mut own: Vec<Vec<Vec<String>>> = Vec::new();
    for text in positions {
        let mut listed = Vec::new();
        engine
            .first_options(&one(engine, text), 5, &mut |option| {
                listed.push(key(&option));
                all.push(option);
                ControlFlow::Continue(())
            })
            .unwrap();
        own.push(listed);
    }
    all.truncate(400);
    for (text, listed) in positions.iter().zip(&own) {
        let from = one(engine, text);
        let endless = engine.has_unbounded_options(&from);
        for option in &all {
            let found = engine.option(&from, option).unwrap();
            assert!(found.as_ref().is_none_or(|found| key(found) == key(option)), "{text} -> {option:?}");
            if listed.contains(&key(option)) {
                assert!(found.is_some(), "{text} -> {option:?}");
            } else {
                assert!(endless || found.is_none(), "{text} -> {option:?}");
            }
        }
    }
}

#[test]
fn as_listed() {
    let engine = engine(
        "
split(n)   -> split(a) + split(n-k-a)          for k in 1..2, a in 0..n-k
queen(x, y) -> (queen(x-k, y) | queen(x, y-k) | queen(x-k, y-k))   for k in 1..max(x, y)
square(n)  -> square(n - k*k)                  for k in 1..isqrt(n)
power(n)   -> power(n - 2^k)                   for k in 0..n
odd(n)     -> odd(n-k)                         for k in 1..n if k % 2 == 1 and k != 3
divide(n)  -> divide(n / k)                    for k in 2..n+1
rest(n)    -> rest(n % k)                      for k in 1..n
nimxor(n)  -> nimxor(n xor k)                  for k in 1..n if (n xor k) < n
list(p)    -> list(p with [i] -= k, [i-1] += k)   for i in 1..len(p)-1, k in 1..p[i]
row(a)     -> row([v] ++ a[1:])                if len(a) > 0 for v in 1..a[0]-1
row(a)     -> row(a[1:])                       if len(a) > 0
copies(n)  -> k * copies(n-k)                  for k in 1..n
over(n)    -> sum(over(n-i) for i in 1..k)     for k in 1..n
apart(n)   -> apart(a) + apart(b)              for (a, b) in [(n-1, 0), (n/2, n-n/2-1)] if n > 1
choice(n)  -> choice(if k < 3 then n-k else abs(k-n))   for k in 1..n
endless(b, s) -> endless(b, t)                 for t in 0..s-1
endless(b, s) -> endless(c, t)                 for c in 0..b-1, t in (b-c)*2..
far(n, s)  -> far(m, t)                        for m in 0..n-1, t in 0.. if t % 3 == 1
",
    );
    for kind in ["split", "square", "power", "odd", "divide", "rest", "nimxor", "copies", "over", "apart", "choice"] {
        agrees(&engine, &(0..9).map(|n| format!("{kind}({n})")).collect::<Vec<_>>());
    }
    for kind in ["queen", "endless", "far"] {
        let grid = (0..12).map(|n| format!("{kind}({}, {})", n / 4, n % 4));
        agrees(&engine, &grid.collect::<Vec<_>>());
    }
    for kind in ["list", "row"] {
        let lists = ["[]", "[3]", "[1, 2]", "[0, 3, 2]", "[4, 4]", "[2, 0, 1, 3]"];
        agrees(&engine, &lists.map(|list| format!("{kind}({list})")));
    }
}

/// Heap codes, with and without modifiers.
#[test]
fn codes() {
    let engine = Engine::new(catalogue::library(), Watch::default());
    for code in ["0.77", "0.137", "4!.0", "0.[3]", "4.[3]", "take{1,3,4}", "0.f", "8?.0", "0.6="] {
        let Ok(sum) = engine.sum(&format!("{code}(0)"), &Settings::default()) else { continue };
        assert_eq!(sum.terms.len(), 1);
        agrees(&engine, &(0..11).map(|n| format!("{code}({n})")).collect::<Vec<_>>());
    }
    assert!(is_move(&engine, "0.77(10^18)", "0.77(10^17) + 0.77(9*10^17 - 1)"));
    assert!(!is_move(&engine, "0.77(10^18)", "0.77(10^17) + 0.77(9*10^17 - 3)"));
    assert!(!is_move(&engine, "4!.0(10^18)", "2*4!.0(10^18 / 2)"));
}

/// Sizes at which nothing can be listed.
#[test]
fn huge() {
    let engine = engine(
        "queen(x, y) -> (queen(x-k, y) | queen(x, y-k) | queen(x-k, y-k))   for k in 1..max(x, y)\n\
         square(n) -> square(n - k*k) for k in 1..isqrt(n)",
    );
    assert!(is_move(&engine, "nim(10^30)", "nim(10^29)"));
    assert!(!is_move(&engine, "nim(10^30)", "nim(10^30)"));
    assert!(is_move(&engine, "queen(10^18, 10^18)", "queen(7, 7)"));
    assert!(!is_move(&engine, "queen(10^18, 10^18)", "queen(7, 8)"));
    assert!(is_move(&engine, "square(10^18)", "square(10^18 - 123456789^2)"));
    assert!(!is_move(&engine, "square(10^18)", "square(10^18 - 123456789^2 - 1)"));
    assert!(is_move(&engine, "kayles(10^12)", "kayles(10^11) + kayles(9*10^11 - 2)"));
    assert!(!is_move(&engine, "kayles(10^12)", "kayles(10^11) + kayles(9*10^11 - 3)"));
    assert!(is_move(&engine, "pebbles(10^6, 0; K=3)", "pebbles(7, 10^35; K=3)"));
    assert!(!is_move(&engine, "pebbles(10^6, 0; K=3)", "pebbles(7, 10; K=3)"));
    assert!(is_move(&engine, "stairs([10^15, 10^15])", "stairs([10^15 + 7, 10^15 - 7])"));
    assert!(!is_move(&engine, "stairs([10^15, 10^15])", "stairs([10^15 + 7, 10^15 - 8])"));
}

/// Positions of another game, or with other params, are no options.
#[test]
fn other_games() {
    let engine = Engine::new(catalogue::library(), Watch::default());
    assert!(!is_move(&engine, "nim(5)", "kayles(3)"));
    assert!(!is_move(&engine, "nim(5)", "0.77(3)"));
    assert!(!is_move(&engine, "pebbles(3, 2; K=2)", "pebbles(3, 1; K=3)"));
    let settings = Settings { set: vec![("K".to_owned(), 2)], ..Settings::default() };
    let to = engine.sum("pebbles(3, 1)", &settings).unwrap();
    let found = engine.option(&one(&engine, "pebbles(3, 2; K=2)"), &to).unwrap().unwrap();
    assert_eq!(found.to_string(), "pebbles(3, 1; K=2)");
}

/// A rule that gives no bounds to go by ends with a limit, not with a wrong answer.
#[test]
fn too_many_ways() {
    let engine = engine("hash(n) -> hash(2 * ((k * 7919) % 10007)) for k in 1..n");
    let from = one(&engine, "hash(10^15)");
    let to = sum(&engine, "hash(777)");
    assert_eq!(engine.option(&from, &to).unwrap_err().exit_code(), 3);
}
