//! Rules of integers: tables and search give the same values, and the strategy used has a name.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::{Value, Watch};
use grundy_rules::{Engine, Library, Settings};

fn engine(text: &str) -> Engine {
    let mut library = Library::new();
    library.add_rules("game", text).unwrap();
    Engine::new(library, Watch::default())
}

fn solved(engine: &Engine, position: &str) -> (Value, String) {
    let sum = engine.sum(position, &Settings::default()).unwrap();
    let value = engine.sum_value(&sum).unwrap();
    (value, engine.strategy(&sum.terms[0].component).unwrap())
}

#[test]
fn large_boxes_are_tabulated() {
    let wythoff = "w(x, y) -> (w(x-k, y) | w(x, y-k) | w(x-k, y-k)) for k in 1..max(x, y)";
    let (value, strategy) = solved(&engine(wythoff), "w(150, 140)");
    assert_eq!(strategy, "dense table");
    assert_eq!((value, "memo search".to_owned()), solved(&engine(wythoff).without_tables(), "w(150, 140)"));
}

#[test]
fn small_and_sparse_games_are_searched() {
    let (value, strategy) = solved(&engine("half(n) -> half(n/2) if n > 0"), "half(10^15)");
    // 10^15 has 50 binary digits: play takes 50 moves, and values come in 50 runs.
    assert_eq!((value, strategy.as_str()), (Value::Finite(0), "runs"));
    let (value, strategy) = solved(&engine("half(n, k) -> half(n/2, k+1) if n > 0"), "half(10^15, 0)");
    assert_eq!((value, strategy.as_str()), (Value::Finite(0), "memo search"));
}

#[test]
fn numbers_beyond_64_bits_are_searched() {
    let half = engine("half(n) -> half(n/2) if n > 0");
    assert_eq!(solved(&half, "half(2^64 - 1)").0, Value::Finite(0));
    assert_eq!(solved(&half, "half(2^100)").0, Value::Finite(1));
    let three = engine("t(a, b, c) -> (t(a/2, b, c) | t(a, b/3, c) | t(a, b, c-1)) if a > 0 and b > 0");
    assert!(matches!(solved(&three, "t(10^18, 3, 4)").0, Value::Finite(_)));
}
