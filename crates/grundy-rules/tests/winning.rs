//! Whenever the player to move wins, a winning move is found, at any size, by every method; and it is one.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::{Limits, Outcome, Watch};
use grundy_rules::{Engine, Error, Limit, Settings, catalogue};
use proptest::prelude::*;

/// Rules, the method that answers for them, and a position of theirs: `#` stands for a number of any size.
const METHODS: [(&str, &str, &str); 48] = [
    ("g(n) -> g(m) for m in 0..n-1", "nim", "g(#)"),
    ("g(n) -> g(m) for m in 5..n-1", "nim", "g(#)"),
    ("g(n) -> g(n-k) for k in 2..7", "take 2..7", "g(#)"),
    ("g(n) -> g(n-k) for k in 3..10^12", "take 3..1000000000000", "g(#)"),
    ("g(n, L, R) -> g(n-k, L, R) for k in L..R", "take 3..8", "g(#, 3, 8)"),
    ("g(K, n) -> g(K, n-k) for k in 1..K", "take 1..4", "g(4, #)"),
    ("g(n, L, m, R) -> (g(n-k, L, m, R) | g(n, L, m-k, R)) for k in L..R", "product", "g(#, 2, #, 9)"),
    ("g(n) -> 3*g(n-k) for k in 2..7", "take 2..7", "g(#)"),
    ("g(n) -> 101*g(m) for m in 0..n-1", "nim", "g(#)"),
    ("g(n) -> 3*g(a) + g(n-k-a) for k in 1..2, a in 0..n-k", "heap 0.77", "g(#)"),
    ("g(a, b) -> (5*g(a-k, b) | g(a, b-k)) for k in 1..max(a, b)", "product", "g(#, #)"),
    ("g(n) -> g(m) for m in 0..n-1\ng(n) -> g(a) + g(n-a) for a in 1..n-1", "lasker", "g(#)"),
    ("g(n) -> g(n-k) for k in 1..n/2", "part n/2", "g(#)"),
    ("g(n) -> g(n-k) for k in 1..(n+4)/7", "part (n+4)/7", "g(#)"),
    ("g(n, k) -> g(n-t, k) for t in 1..n/k", "part n/1000", "g(#, 1000)"),
    ("g(n) -> g(n-k) for k in 1..n if gcd(n, k) == 1", "coprime", "g(1%)"),
    ("g(n) -> g(m) for m in 0..n-1 if bitand(n, m) == m", "submasks", "g(#)"),
    ("tree(h) -> sum(tree(h-e) for e in 1..k) for k in 0..h-1", "cubes", "tree(1%)"),
    ("g(n) -> g(n-k) for k in 2..min(n-1, 10^12)", "take 2..1000000000000", "g(#)"),
    ("g(n) -> g(a) + g(n-k-a) for k in 1..2, a in 0..n-k", "heap 0.77", "g(#)"),
    ("g(n) -> g(a) + g(n-2-a) for a in 0..n-2", "heap 0.07", "g(#)"),
    ("g(n) -> g(a) + g(n-a) for a in 2..n-2 if a != n-a", "heap 0.06!", "g(1%)"),
    ("g(n) -> g(n-1) | g(n-3) | g(n-4)", "heap take{1,3,4}", "g(#)"),
    ("g(n) -> g(n-k) for k in [2, 5, 10^9]", "heap take{2,5,1000000000}", "g(%)"),
    ("c(n) -> p(n-k) for k in 3..8\np(n) -> p(a) + p(n-k-a) for k in 3..8, a in 0..n-k", "removing", "c(#)"),
    ("g(a, b) -> (g(a-k, b) | g(a, b-k)) for k in 1..max(a, b)", "product", "g(#, #)"),
    ("g(a, b) -> g(a-k, b) for k in 1..3\ng(a, b) -> g(a, m) for m in 0..b-1", "product", "g(#, #)"),
    ("g(p) -> g(p with [i] -= k) for i in 0..len(p)-1, k in 1..p[i]", "product", "g([#, #, #])"),
    ("g(p) -> g(sort(p with [i] -= k)) for i in 0..len(p)-1, k in 1..p[i]", "product", "g([3, #, #])"),
    ("g(p) -> g(p with [i] -= k, [i-1] += k) for i in 1..len(p)-1, k in 1..p[i]", "staircase", "g([#, #, #, #])"),
    ("g(p) -> g(p with [i] -= k, [i+1] += k) for i in 0..len(p)-2, k in 1..p[i]", "staircase", "g([#, #, #])"),
    (
        "g(p) -> g(p with [i] -= k, [i/2] += k) for i in 1..len(p)-1 if i % 2 == 1 or i == 4 for k in 1..p[i]",
        "staircase on a graph",
        "g([#, #, #, #, #])",
    ),
    (
        "g(t) -> g(t with [i][j] -= k, [i+1][j] += k) for i in 0..len(t)-2, j in 0..len(t[0])-1, k in 1..t[i][j]\ng(t) -> g(t with [i][j] -= k, [i][j+1] += k) for i in 0..len(t)-1, j in 0..len(t[0])-2, k in 1..t[i][j]",
        "staircase on a graph",
        "g([[#, #, #], [#, #, #]])",
    ),
    (
        "g(p) -> g(p with [0] = t) if len(p) > 0 for t in 1..p[0]-1\ng(p) -> g(p with [i] = t) for i in 1..len(p)-1, t in p[i-1]+1..p[i]-1",
        "strip",
        "g([5, 10^19, 10^20+#, 10^21])",
    ),
    ("g(a) -> g([v] ++ a[1:]) if len(a) > 0 for v in 1..a[0]-1\ng(a) -> g(a[1:]) if len(a) > 0", "row", "g([#, #, #])"),
    ("g(n, r) -> g(n-k, r+k) for k in 1..n", "nim", "g(#, #)"),
    ("g(r, n) -> g(r+k, n-k) for k in 1..4", "take 1..4", "g(#, #)"),
    (
        "finite\ng(n, r) -> g(n-k, r+k) for k in 1..n\ng(n, r) -> g(n+k, r-k) for k in 1..r",
        "nim, additions undone",
        "g(#, #)",
    ),
    ("finite\ng(n) -> g(m) for m in 0..n-1\ng(n) -> g(n+k) for k in 1..3", "nim, additions undone", "g(#)"),
    ("g(B, S) -> g(B, s) for s in 0..S-1\ng(B, S) -> g(b, s) for b in 0..B-1, s in (B-b)*3..", "pebbles", "g(#, #)"),
    ("g(a, b) -> g(x, y) for x in 0..a-1, y in 0..\ng(a, b) -> g(a, y) for y in 0..b-1", "pebbles", "g(#, #)"),
    (
        "g(a, b, c) -> g(x, y, z) for x in 0..a-1, y in 0.., z in 0..\ng(a, b, c) -> g(a, y, z) for y in 0..b-1, z in 0..\ng(a, b, c) -> g(a, b, z) for z in 0..c-1",
        "ordinal nim",
        "g(#, #, #)",
    ),
    ("g(B, S) -> g(B, S-k) for k in 1..3\ng(B, S) -> g(b, s) for b in 0..B-1, s in B..", "transfinite", "g(3, #)"),
    ("g(B, S) -> g(B, s) for s in 0..S-1\ng(B, S) -> g(b, s) for b in 0..B-1, s in 2..", "transfinite", "g(4, #)"),
    ("g(n) -> g(n-k*k) for k in 1..isqrt(n)", "dense table", "g(1%)"),
    ("g(n) -> (g(n/2) | g(n-1)) if n > 0", "memo search", "g(%)"),
    ("g(n) -> 2*g(n-k) + g(k-1) for k in 1..n", "dense table", "g(%)"),
    ("g(s) -> g(s[:i] ++ s[i+1:]) for i in 0..len(s)-1 if i == 0 or s[i] != s[i-1]", "memo search", "g(\"abba\")"),
];

/// Codes and games written in Rust.
const OTHERS: [&str; 9] = [
    "0.77(#)",
    "0.137(#)",
    "take[5..398015507498913340](#)",
    "take{1,3,4}(#)",
    "4.[3](#)",
    "0x0.f(#)",
    "4!.0(1%)",
    "chomp(3, 4)",
    "cram(3, 3)",
];

fn size() -> impl Strategy<Value = u64> {
    prop_oneof![0u64..50, 0u64..100_000, 0..10u64.pow(18)]
}

/// A position with numbers in place: `#` of any size, `%` small.
fn position(template: &str, sizes: &mut impl Iterator<Item = u64>) -> String {
    let mut text = String::new();
    for char in template.chars() {
        match char {
            '#' => text += &sizes.next().unwrap().to_string(),
            '%' => text += &(sizes.next().unwrap() % 100).to_string(),
            char => text.push(char),
        }
    }
    text
}

/// Every winning move of a sum is a move and wins, and there is one if there must be.
fn check(engine: &Engine, expr: &str) {
    let sum = engine.sum(expr, &Settings::default()).unwrap_or_else(|error| panic!("{expr}: {error}"));
    let outcome = engine.outcome(&sum).unwrap_or_else(|error| panic!("{expr}: {error}"));
    let found = match engine.winning_moves(&sum, 3) {
        Err(Error::Limit(Limit::NoMove { position })) => panic!("{expr}: no move in {position}"),
        found => found.unwrap_or_else(|error| panic!("{expr}: {error}")),
    };
    assert_eq!(outcome == Outcome::Next, !found.moves.is_empty(), "{expr}");
    for play in &found.moves {
        // Of a list that is sorted, one option among many is looked for one by one.
        let is_move = || engine.option(&play.from, &play.to).unwrap().is_some();
        assert!(expr.contains("g([3, ") || is_move(), "{expr}: {play} is not a move");
        assert_eq!(engine.outcome(&sum.after(play)).unwrap(), Outcome::Previous, "{expr}: {play}");
    }
    let one = engine.winning_moves(&sum, 1).unwrap();
    assert_eq!(one.moves.first(), found.moves.first(), "{expr}");
}

fn engine(rules: &str) -> Engine {
    let mut library = catalogue::library();
    library.add_rules("rules", rules).unwrap_or_else(|error| panic!("{rules}\n{error}"));
    Engine::new(library, Watch::new(Limits { positions: 10_000_000, ..Limits::default() }))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]
    #[test]
    fn every_method_finds_a_winning_move(sizes in proptest::collection::vec(size(), 12), heap in size()) {
        for (rules, method, template) in METHODS {
            let engine = engine(rules);
            let mut numbers = sizes.iter().copied().cycle();
            let one = position(template, &mut numbers);
            let two = position(template, &mut numbers);
            for expr in [one.clone(), format!("{one} + {two}"), format!("{one} + nim({heap})"), format!("3*{one} + {two}")] {
                check(&engine, &expr);
            }
            let sum = engine.sum(&one, &Settings::default()).unwrap();
            let name = engine.strategy(&sum.terms[0].component).unwrap();
            let searched = ["dense table", "memo search"];
            prop_assert!(name == method || searched.contains(&method) && searched.contains(&name.as_str()), "{one}: {name}");
        }
        let engine = engine("unused(n) -> unused(n-1)");
        for template in OTHERS {
            let mut numbers = sizes.iter().copied().cycle();
            let (one, two) = (position(template, &mut numbers), position(template, &mut numbers));
            for expr in [one.clone(), format!("{one} + {two}"), format!("{one} + nim({heap})")] {
                check(&engine, &expr);
            }
        }
    }
}

/// Where a method cannot list its options to the end, the search for a winning move ends with a limit, never with an empty list.
#[test]
fn what_is_not_found_is_a_limit() {
    let rules = "g(n) -> g(if k == 10^8 then 0 else 1) if n == 7 for k in 1..10^9\ng(n) -> 0 if n == 1";
    let mut library = catalogue::library();
    library.add_rules("rules", rules).unwrap();
    let engine = Engine::new(library, Watch::default()).with_steps(1 << 20);
    let sum = engine.sum("g(7) + nim(3)", &Settings::default()).unwrap();
    let error = engine.winning_moves(&sum, 1).unwrap_err();
    assert_eq!(error.exit_code(), 3, "{error}");
}
