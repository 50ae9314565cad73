//! The examples of the language's definition, as they stand, with values worked out by hand-written programs.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::{Outcome, Value, Watch, mex};
use grundy_rules::value::Val;
use grundy_rules::{Engine, Library, Settings, Table};
use std::collections::HashMap;

const BASIC: &str = "\
nim(n)      -> nim(m)                          for m in 0..n-1
nim3(n)     -> nim3(n-1) | nim3(n-2) | nim3(n-3)
grundy(n)   -> grundy(a) + grundy(n-a)         for a in 1..n-1 if a < n-a
wythoff(x, y) -> (wythoff(x-k, y) | wythoff(x, y-k) | wythoff(x-k, y-k))   for k in 1..max(x, y)
# Kayles: knock down one pin or two neighbouring pins.
kayles(n) -> kayles(a) + kayles(n-k-a)   for k in 1..2, a in 0..n-k
";

fn engine(text: &str) -> Engine {
    let mut library = Library::new();
    library.add_rules("file", text).unwrap_or_else(|errors| panic!("{errors}"));
    Engine::new(library, Watch::default())
}

fn set(pairs: &[(&str, i128)]) -> Settings {
    Settings { set: pairs.iter().map(|&(name, value)| (name.to_owned(), value)).collect(), ..Settings::default() }
}

fn data(name: &str, value: Val) -> Settings {
    Settings { data: vec![(name.to_owned(), value)], ..Settings::default() }
}

fn row(engine: &Engine, game: &str, settings: &Settings, to: u64) -> Vec<u128> {
    match engine.table(game, settings, &[0..=to]) {
        Ok(Table::Row(values)) => values.into_iter().map(finite).collect(),
        other => panic!("{other:?}"),
    }
}

fn finite(value: Value) -> u128 {
    match value {
        Value::Finite(value) => value,
        other => panic!("{other:?}"),
    }
}

fn value(engine: &Engine, expr: &str, settings: &Settings) -> u128 {
    let sum = engine.sum(expr, settings).unwrap_or_else(|error| panic!("{error}"));
    finite(engine.sum_value(&sum).unwrap_or_else(|error| panic!("{error}")))
}

fn list(items: Vec<Val>) -> Val {
    Val::list(items).unwrap()
}

#[test]
fn heap_games() {
    let engine = engine(BASIC);
    let none = Settings::default();
    assert_eq!(row(&engine, "nim", &none, 50), (0..=50).collect::<Vec<_>>());
    assert_eq!(row(&engine, "nim3", &none, 50), (0..=50).map(|n| n % 4).collect::<Vec<_>>());
    // OEIS A002188 (Grundy's game) and A002186 (Kayles).
    let grundy = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0];
    assert_eq!(row(&engine, "grundy", &none, 20), grundy);
    let kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7];
    assert_eq!(row(&engine, "kayles", &none, 23), kayles);
    // P-positions of Wythoff's game: OEIS A000201, A001950.
    for (a, b) in [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15)] {
        assert_eq!(value(&engine, &format!("wythoff({a}, {b})"), &none), 0);
        assert_eq!(value(&engine, &format!("wythoff({b}, {a})"), &none), 0);
    }
}

#[test]
fn take_between_two_numbers() {
    let engine = engine(
        "param L, R                                     # ABC297 G\ntake(n)     -> take(n-k)                       for k in L..R",
    );
    let settings = set(&[("L", 3), ("R", 7)]);
    assert_eq!(row(&engine, "take", &settings, 40), (0..=40).map(|n| n % 10 / 3).collect::<Vec<_>>());
    assert_eq!(value(&engine, "take(17; L=2, R=5)", &Settings::default()), 17 % 7 / 2);
    assert_eq!(value(&engine, "take(17; L=2) + take(14)", &set(&[("R", 5), ("L", 3)])), (17 % 7 / 2) ^ (14 % 8 / 3));
}

#[test]
fn cycles_and_paths() {
    let text = "\
param l, r                                     # CF 1823 E
cycle(n)    -> path(n-k)                       for k in l..r
path(n)     -> path(a) + path(n-k-a)           for k in l..r, a in 0..n-k
";
    let engine = engine(text);
    let settings = set(&[("l", 2), ("r", 3)]);
    let mut path: Vec<u64> = Vec::new();
    for n in 0..30usize {
        let moves = (2..=3usize).filter(|&k| k <= n).flat_map(|k| (0..=n - k).map(move |a| (a, n - k - a)));
        let value = mex(moves.map(|(a, b)| path[a] ^ path[b]));
        path.push(value);
        let cycle = mex((2..=3usize).filter(|&k| k <= n).map(|k| path[n - k]));
        assert_eq!(self::value(&engine, &format!("path({n})"), &settings), value.into());
        assert_eq!(self::value(&engine, &format!("cycle({n})"), &settings), cycle.into());
    }
    assert_eq!(row(&engine, "file:path", &settings, 29), path.iter().map(|&v| u128::from(v)).collect::<Vec<_>>());
}

#[test]
fn intervals() {
    let text = "\
data intervals                                 # ABC206 F, half-open
free(lo, hi) -> free(lo, a) + free(b, hi)      for (a, b) in intervals if lo <= a and b <= hi
";
    let pair = |a, b| list(vec![Val::Int(a), Val::Int(b)]);
    // Two intervals that meet in one point can both be chosen; overlapping ones cannot.
    let settings = data("intervals", list(vec![pair(1, 3), pair(3, 5)]));
    assert_eq!(value(&engine(text), "free(1, 100)", &settings), 0);
    let settings = data("intervals", list(vec![pair(1, 4), pair(3, 5)]));
    assert_eq!(value(&engine(text), "free(1, 100)", &settings), 1);
    assert_eq!(value(&engine(text), "free(1, 100; intervals=[(1, 4), (3, 5), (7, 8)])", &Settings::default()), 0);
}

#[test]
fn the_string_game() {
    let text = "\
data s, words                                  # the string game
piece(i, j) -> piece(i, k) + piece(k + len(w), j)
               for w in words, k in i..j-len(w) if s[k:k+len(w)] == w
";
    let words = list(vec![Val::text("ssissi"), Val::text("mippi"), Val::text("mi"), Val::text("ppi")]);
    let mut settings = data("words", words);
    settings.data.push(("s".to_owned(), Val::text("mississippi")));
    assert_ne!(value(&engine(text), "piece(0, 11)", &settings), 0);
}

#[test]
fn rows_and_stairs() {
    let text = "\
row(a)      -> row([v] ++ a[1:])               if len(a) > 0 for v in 1..a[0]-1   # the matrix game's row
row(a)      -> row(a[1:])                      if len(a) > 0

stairs(p)   -> stairs(p with [i] -= k, [i-1] += k)   for i in 1..len(p)-1, k in 1..p[i]
";
    let engine = engine(text);
    let none = Settings::default();
    assert_eq!(value(&engine, "row([])", &none), 0);
    // A row is Nim with a last heap, read from its end: the value of [x] ++ rest is x or x-1.
    let by_hand = |row: &[u128]| row.iter().rev().fold(0, |rest, &x| if x > rest { x } else { x - 1 });
    for row in [vec![3], vec![1, 1], vec![2, 2, 1], vec![3, 1, 2], vec![4, 4, 4]] {
        assert_eq!(value(&engine, &format!("row({row:?})"), &none), by_hand(&row), "{row:?}");
    }
    // Staircase Nim: the XOR of the odd steps.
    for p in [[5, 0, 0, 0], [0, 3, 2, 1], [1, 2, 3, 2], [4, 1, 0, 1]] {
        assert_eq!(value(&engine, &format!("stairs({p:?})"), &none), p[1] ^ p[3], "{p:?}");
    }
}

#[test]
fn divisors_but_one() {
    let text = "pile(p)     -> sum(pile(d) for d in divisors(p) if d < p and d != x)   for x in divisors(p) if x < p";
    let engine = engine(text);
    let mut known: HashMap<u64, u64> = HashMap::new();
    for p in 1..=60u64 {
        let proper: Vec<u64> = (1..p).filter(|d| p % d == 0).collect();
        let rest = |x: u64| proper.iter().filter(|&&d| d != x).fold(0, |xor, d| xor ^ known[d]);
        let value = mex(proper.iter().map(|&x| rest(x)));
        known.insert(p, value);
        assert_eq!(self::value(&engine, &format!("pile({p})"), &Settings::default()), value.into(), "{p}");
    }
}

#[test]
fn a_turn_that_starts_at_zero_wins() {
    let text = "\
board(a)    -> 0                               if xor(a) == 0             # LC 810: a turn that starts at xor 0 wins
board(a)    -> board(a[:i] ++ a[i+1:])         if xor(a) != 0 for i in 0..len(a)-1
";
    let engine = engine(text);
    for a in ["[1, 1, 2]", "[0, 1]", "[1, 2, 3]", "[1]", "[1, 2]", "[2, 3, 4]", "[]"] {
        let sum = engine.sum(&format!("board({a})"), &Settings::default()).unwrap();
        let items: Vec<u64> = a.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
        // The first player wins if and only if the XOR is 0 or the number of numbers is even.
        let wins = items.iter().fold(0, |xor, n| xor ^ n) == 0 || items.len().is_multiple_of(2);
        assert_eq!(engine.outcome(&sum).unwrap() == Outcome::Next, wins, "{a}");
    }
}

#[test]
fn stones_and_pebbles() {
    let text = "\
param K                                        # stones and pebbles: ordinal values
heap(B, S)  -> heap(B, s)                      for s in 0..S-1
heap(B, S)  -> heap(b, s)                      for b in 0..B-1, s in (B-b)*K..
";
    let engine = engine(text);
    let sum = engine.sum("heap(1, 2; K=2)", &Settings::default()).unwrap();
    assert_eq!(engine.strategy(&sum.terms[0].component).unwrap(), "pebbles");
    assert_eq!(engine.sum_value(&sum).unwrap().to_string(), "w");
    // Without pebbles it is Nim.
    assert_eq!(value(&engine, "heap(0, 5; K=2)", &Settings::default()), 5);
}

#[test]
fn the_contest_example() {
    let text = "\
nim(n) -> nim(m) for m in 0..n-1
input   repeat t: n, x[n]
play    nim(a) for a in x
answer  if win then \"first\" else \"second\"
";
    let mut out = String::new();
    engine(text)
        .judge("file", &Settings::default(), "3\n1\n0\n2\n3 3\n3\n1 2 4\n", &mut |text| out.push_str(text))
        .unwrap();
    assert_eq!(out, "second\nsecond\nfirst\n");
}

#[test]
fn the_expression_example() {
    let mut library = Library::new();
    library.add_file("nim", "nim(n) -> nim(m) for m in 0..n-1").unwrap();
    library.add_file("kayles", "kayles(n) -> kayles(a) + kayles(n-k-a) for k in 1..2, a in 0..n-k").unwrap();
    library.add_rules("my.game", "param K\nmygame(x, y) -> mygame(x-k, y-1) for k in 0..K").unwrap();
    let engine = Engine::new(library, Watch::default());
    let expr = "kayles(12) + 3*nim(5) + 0.77(10^18) + take{1,3,4}(20) + take[2..5](17) + mygame(4, 2; K=3)";
    let sum = engine.sum(expr, &Settings::default()).unwrap();
    assert_eq!(
        sum.to_string(),
        "kayles(12) + 3*nim(5) + 0.77(1000000000000000000) + take{1,3,4}(20) + take[2..5](17) + mygame(4, 2; K=3)"
    );
    assert_eq!(engine.sum(&sum.to_string(), &Settings::default()).unwrap(), sum);
    // Kayles has period 12 from heap 71 on: 10^18 is like 76. take{1,3,4} has period 7: 0101232.
    let kayles = |n| value(&engine, &format!("kayles({n})"), &Settings::default());
    let parts = [kayles(12), 5, kayles(76), [0, 1, 0, 1, 2, 3, 2][20 % 7], 17 % 7 / 2, 0];
    assert_eq!(value(&engine, expr, &Settings::default()), parts.iter().fold(0, |xor, v| xor ^ v));
}
