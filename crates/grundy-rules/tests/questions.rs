//! Many questions of one game: what one learnt serves the next. Work is counted in steps of the evaluator, never timed.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::Watch;
use grundy_rules::pattern::{self, Pattern, Patterns};
use grundy_rules::{Engine, Error, Library, Settings};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

const EUCLID: &str = "e(x, y) -> e(x - k*y, y) if x > y and y > 0 for k in 1..(x-1)/y if k != 2
e(x, y) -> e(x, y - k*x) if y > x and x > 0 for k in 1..(y-1)/x if k != 2\n";
const CORNER: &str = "c(x, y) -> (c(x-k, y) | c(x, y-k) | c(x-1, y-1)) for k in 1..2\n";
const SQUARE: &str = "s(n) -> s(n - k*k) for k in 1..min(isqrt(n), 6)\n";
const LOOPY: &str = "t(x, y) -> (t(x-1, y) | t(x, y-1) | t(y, x)) if x > 1\n";
const LIST: &str = "p(a) -> p(a with [i] -= k) for i in 0..len(a)-1, k in 1..min(2, a[i])
p(a) -> p(a[1:]) if len(a) > 1\n";

fn engine(rules: &str) -> Engine {
    let mut library = Library::new();
    library.add_rules("file", rules).unwrap();
    Engine::new(library, Watch::default())
}

fn judge(engine: &Engine, n: u32) -> String {
    let mut out = String::new();
    let input = n.to_string();
    engine.judge("file", &Settings::default(), input.as_bytes(), &mut |text| out.push_str(text)).unwrap();
    out
}

/// A file that asks the same about many positions.
fn file(rules: &str, clauses: &str, question: &str) -> String {
    format!("{rules}input N\nanswer len([1 for {clauses} if {question}])\n")
}

const PAIRS: &str = "x in 1..N, y in 1..N";

/// Rules, clauses, question, a size and one with 16 times the questions.
const FLAT: [(&str, &str, &str, u32, u32); 14] = [
    (EUCLID, PAIRS, "win(e(x, y))", 120, 480),
    (EUCLID, PAIRS, "draw(e(x, y))", 120, 480),
    (EUCLID, PAIRS, "value(e(x, y)) != 0", 120, 480),
    (EUCLID, PAIRS, "win(e(N-x+1, y))", 120, 480),
    (EUCLID, PAIRS, "win(e(x, y) + e(y, 1))", 120, 480),
    (CORNER, PAIRS, "win(c(x, y))", 120, 480),
    (CORNER, PAIRS, "value(c(x, y)) == 1", 120, 480),
    (CORNER, "s in 1..2*N, x in max(0, s-N)..min(s, N) if s % 2 == 1", "win(c(x, s-x))", 120, 480),
    (SQUARE, "x in 1..N", "win(s(x))", 5_000, 80_000),
    (SQUARE, "x in 1..N", "value(s(x)) > 1", 5_000, 80_000),
    (LOOPY, PAIRS, "draw(t(x, y))", 60, 240),
    (LOOPY, PAIRS, "win(t(x, y))", 60, 240),
    (LOOPY, PAIRS, "win(t(x, y) + t(x, 1))", 30, 120),
    (LIST, PAIRS, "win(p([x, y]))", 20, 80),
];

#[test]
fn many_questions_cost_the_same_each() {
    for (rules, clauses, question, few, many) in FLAT {
        let file = file(rules, clauses, question);
        let cost = |n: u32| {
            let engine = engine(&file).with_steps(1 << 31);
            judge(&engine, n);
            engine.steps()
        };
        let (few, many) = (cost(few), cost(many));
        assert!(many < 40 * few, "{question}: {few} steps, then {many} for 16 times the questions");
    }
}

#[test]
fn shared_tables_change_no_answer() {
    for (rules, clauses, question, _, many) in FLAT {
        let (file, n) = (file(rules, clauses, question), many / 3);
        let answer = judge(&engine(&file), n);
        assert_eq!(answer, judge(&engine(&file).without_tables(), n), "{question}");
    }
}

#[test]
fn who_wins_and_values_share_what_they_learn() {
    let file = |first: &str, then: &str| {
        let one = |question: &str| format!("len([1 for {PAIRS} if {question}])");
        format!("{EUCLID}input N\nanswer {}, {}\n", one(first), one(then))
    };
    let cost = |first: &str, then: &str| {
        let engine = engine(&file(first, then));
        judge(&engine, 480);
        engine.steps()
    };
    let (wins, value) = ("win(e(x, y))", "value(e(x, y)) != 0");
    let once = cost(value, "x < 0");
    assert!(cost(value, wins) < 2 * once);
    assert!(cost(wins, value) < 3 * once);
}

/// Each move of the first rule has a new part, so that a listing may pause at each.
#[test]
fn growing_sums_cost_no_more_than_shrinking_ones() {
    let cost = |clauses: &str| {
        let rules = format!("{SQUARE}f(n) -> {clauses}\ninput N\nanswer value(f(N))\n");
        let engine = engine(&rules);
        (judge(&engine, 400), engine.steps())
    };
    let (value, shrinking) = cost("sum(s(j) for j in 1..n-k) for k in 0..n-1");
    for clauses in ["sum(s(j) for j in 1..k) for k in 1..n", "sum(s(n-j) for j in n-k..n-1) for k in 1..n"] {
        let (same, growing) = cost(clauses);
        assert_eq!(same, value, "{clauses}");
        assert!(growing < 5 * shrinking, "{clauses}: {growing} steps, largest first {shrinking}");
    }
}

/// The rules of the problem as they are told, at its limits.
#[test]
fn one_two_k_needs_no_other_words() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/games/contest/cf1194_d.game");
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains("chip(n) -> chip(n-1) | chip(n-2) | chip(n-k)"));
    let mut library = Library::new();
    library.add_file("file", &text).unwrap();
    let engine = Engine::new(library, Watch::default()).with_steps(1 << 20);
    let mut out = String::new();
    let input = b"4\n476380914 457565764\n1000000000 999999999\n999999999 3\n1000000000 4\n";
    engine.judge("file", &Settings::default(), input, &mut |text| out.push_str(text)).unwrap();
    // By the closed form: 476380914 and 10^9 modulo 3; r = 0 and r = 3 modulo k + 1.
    assert_eq!(out, "Bob\nBob\nAlice\nAlice\n");
}

/// Looks for no pattern, and counts how often it is asked to.
#[derive(Debug, Default)]
struct Asked(AtomicUsize);

impl Patterns for Asked {
    fn find(&self, _: &pattern::Asked<'_>, _: &Watch) -> Result<Option<Arc<dyn Pattern>>, Error> {
        self.0.fetch_add(1, Ordering::Relaxed);
        Ok(None)
    }
}

/// The play position is solved column by column where that can be done; where not, a search of small positions comes before a pattern.
#[test]
fn small_positions_ask_for_no_pattern() {
    let rules = "data next\nchess(v) -> chess(w) for w in next[v][1]
input n, next[n](k, x[k]), m, c[m]\nplay chess(v) for v in c\nanswer if win then 1 else 0\n";
    let mut library = Library::new();
    library.add_rules("file", rules).unwrap();
    let asked = Arc::new(Asked::default());
    let engine = Engine::new(library, Watch::default()).with_patterns(asked.clone(), false);
    let mut out = String::new();
    let input = b"4\n2 1 2\n0\n1 3\n0\n2\n0 2\n";
    engine.judge("file", &Settings::default(), input, &mut |text| out.push_str(text)).unwrap();
    // Values 2, 0, 1, 0 of the vertices 0..3: 2 xor 1 is not 0.
    assert_eq!(out, "1\n");
    assert_eq!(asked.0.load(Ordering::Relaxed), 0);
}
