//! The games as rules.

use crate::{START, checksum, intervals, mixed};
use grundy::{Value, Watch};
use grundy_rules::value::Val;
use grundy_rules::{Engine, Library, Settings};

const SQUARES: &str = "squares(n) -> squares(n - k*k) for k in 1..isqrt(n)";
const EUCLID: &str = "euclid(x, y) -> euclid(x - k*y, y) if y > 0 for k in 1..x/y
euclid(x, y) -> euclid(x, y - k*x) if x > 0 for k in 1..y/x";
const CUTTING: &str = "cut(w, h) -> cut(a, h) + cut(w-a, h) for a in 1..w-1
cut(w, h) -> cut(w, a) + cut(w, h-a) for a in 1..h-1";
const FIBONACCI: &str = "fib(n, q) -> fib(n-k, min(2*k, n-k)) for k in 1..min(n, q)";
const INTERVALS: &str = "data intervals
free(lo, hi) -> free(lo, a) + free(b, hi) for (a, b) in intervals if lo <= a and b <= hi";

fn engine(text: &str, tables: bool) -> Engine {
    let mut library = Library::new();
    library.add_rules("game", text).expect("the rules are right");
    let engine = Engine::new(library, Watch::default());
    if tables { engine } else { engine.without_tables() }
}

fn number(value: &Value) -> u64 {
    match value {
        Value::Finite(value) => *value as u64,
        other => panic!("{other:?}"),
    }
}

fn table(text: &str, tables: bool, to: &[u64]) -> u64 {
    let ranges: Vec<_> = to.iter().map(|&to| 0..=to).collect();
    let mut sum = START;
    let mut add = |row: &[Value]| sum = row.iter().map(number).fold(sum, mixed);
    engine(text, tables).rows("game", &Settings::default(), &ranges, &mut add).expect("values");
    sum
}

/// The values of some positions, asked for one after the other.
fn values(text: &str, tables: bool, settings: &Settings, positions: impl Iterator<Item = String>) -> u64 {
    let engine = engine(text, tables);
    let value = |position: String| {
        let sum = engine.sum(&position, settings).expect("a position");
        number(&engine.sum_value(&sum).expect("a value"))
    };
    checksum(positions.map(value))
}

fn interval_data() -> Settings {
    let pair = |(a, b): (i64, i64)| Val::list(vec![Val::Int(a.into()), Val::Int(b.into())]).expect("a pair");
    let all = Val::list(intervals().into_iter().map(pair).collect::<Vec<_>>()).expect("a list");
    Settings { data: vec![("intervals".to_owned(), all)], ..Settings::default() }
}

pub(crate) fn run(game: &str, tables: bool) -> u64 {
    let none = Settings::default();
    match game {
        "squares" => table(SQUARES, tables, &[100_000]),
        "euclid" => table(EUCLID, tables, &[1000, 1000]),
        "cutting" => table(CUTTING, tables, &[200, 200]),
        "fibonacci" => values(FIBONACCI, tables, &none, std::iter::once("fib(2000, 1999)".to_owned())),
        "intervals" => values(INTERVALS, tables, &interval_data(), std::iter::once("free(0, 400)".to_owned())),
        // Smaller, where the search by hand would take too long.
        "squares10" => table(SQUARES, tables, &[10_000]),
        "euclid300" => table(EUCLID, tables, &[300, 300]),
        "cutting60" => table(CUTTING, tables, &[60, 60]),
        "fibonacci300" => values(FIBONACCI, tables, &none, std::iter::once("fib(300, 299)".to_owned())),
        _ => panic!("unknown game {game}"),
    }
}
