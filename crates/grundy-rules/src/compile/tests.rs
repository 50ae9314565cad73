//! The machine against the exact evaluator: the same moves in the same order, on rules of every kind and on random
//! ones, and the same failures.

use crate::compile::compile;
use crate::error::Miss;
use crate::game::{Pos, RuleGame};
use crate::loaded::Loaded;
use crate::meter::{Budget, Meter};
use crate::packed::{PackedGame, Word};
use crate::program::KindId;
use crate::value::{List, Val};
use grundy::{Game, Watch};
use proptest::prelude::*;
use std::ops::ControlFlow;
use std::sync::Arc;

mod backward;
mod regions;

/// A game of a rule file with values for its params and data, in the order of their names.
pub(crate) fn game(text: &str, globals: &[Val]) -> Arc<RuleGame> {
    let loaded = Arc::new(Loaded::new("test", text).unwrap_or_else(|errors| panic!("{errors}")));
    let meter = Meter::new(&Watch::default(), &Budget::new(1 << 40));
    Arc::new(RuleGame::new(loaded, globals.iter().cloned().map(Some).collect(), meter))
}

pub(crate) fn ints(items: &[i128]) -> Val {
    Val::list(items.iter().map(|&n| Val::Int(n)).collect::<Vec<_>>()).unwrap()
}

fn pos(args: &[i64]) -> Pos {
    Pos { kind: KindId::FIRST, args: args.iter().map(|&n| Val::Int(i128::from(n))).collect() }
}

/// The moves by the exact evaluator, or its error.
fn exact_moves(game: &RuleGame, at: &Pos) -> Result<Vec<Vec<Pos>>, String> {
    let mut moves = Vec::new();
    let listed = game.moves(at, &mut |parts| {
        moves.push(parts.to_vec());
        ControlFlow::Continue(())
    });
    listed.map(|_| moves).map_err(|error| error.to_string())
}

/// The moves by the machine, or the error; nothing when a position does not fit.
fn packed_moves<W: Word>(game: &PackedGame<W>, at: &Pos) -> Option<Result<Vec<Vec<Pos>>, String>> {
    let mut moves = Vec::new();
    let listed = game.moves(&game.pack(at)?, &mut |parts| {
        moves.push(parts.iter().map(|&part| game.unpack(part)).collect());
        ControlFlow::Continue(())
    });
    match listed {
        Ok(ControlFlow::Continue(())) => Some(Ok(moves)),
        Ok(ControlFlow::Break(())) => panic!("nobody asked it to stop"),
        Err(Miss::Error(error)) => Some(Err(error.to_string())),
        Err(Miss::NotMine) => None,
    }
}

/// Compares both on positions of the first kind.
fn compare(game: &Arc<RuleGame>, positions: impl Iterator<Item = Vec<i64>>) {
    let compiled = compile(game, KindId::FIRST).map(Arc::new).expect("it compiles");
    // By lanes alone, by one machine and then by the other, and turn by turn alone.
    let turns = [0, 2, u32::MAX];
    let narrow = turns.map(|turns| {
        PackedGame::<u64>::new(game.clone(), compiled.clone(), game.meter.clone()).unwrap().with_turns(turns)
    });
    let wide = turns.map(|turns| {
        PackedGame::<u128>::new(game.clone(), compiled.clone(), game.meter.clone()).unwrap().with_turns(turns)
    });
    for args in positions {
        let at = pos(&args);
        let expected = exact_moves(game, &at);
        let found = narrow.iter().map(|game| packed_moves(game, &at));
        for found in found.chain(wide.iter().map(|game| packed_moves(game, &at))).flatten() {
            assert_eq!(found, expected, "{args:?}");
        }
    }
}

fn line(to: i64) -> impl Iterator<Item = Vec<i64>> {
    (0..=to).map(|n| vec![n])
}

fn grid(to: i64) -> impl Iterator<Item = Vec<i64>> {
    (0..=to).flat_map(move |x| (0..=to).map(move |y| vec![x, y]))
}

#[test]
fn rules_of_one_argument() {
    let set = ints(&[1, 3, 4]);
    let cases: [(&str, &[Val]); 14] = [
        ("nim(n) -> nim(m) for m in 0..n-1", &[]),
        ("nim3(n) -> nim3(n-1) | nim3(n-2) | nim3(n-3)", &[]),
        ("kayles(n) -> kayles(a) + kayles(n-k-a) for k in 1..2, a in 0..n-k", &[]),
        ("grundy(n) -> grundy(a) + grundy(n-a) for a in 1..n-1 if a < n-a", &[]),
        ("sq(n) -> sq(n-k*k) for k in 1..isqrt(n)", &[]),
        ("sq(n) -> sq(n-k^2) for k in 1..n", &[]),
        ("data s\ntake(n) -> take(n-k) for k in s", &[set]),
        ("param L, R\ntake(n) -> take(n-k) for k in L..R", &[Val::Int(2), Val::Int(5)]),
        ("num(n) -> num(n/d) for d in divisors(n) if d > 1", &[]),
        ("tower(x) -> y * tower(x/y) for y in divisors(x) if y > 1", &[]),
        ("a(n) -> (b(n-1) | 2*a(n-2) + b(n-3) | 0) if n > 2\nb(n) -> a(n/2) + 3*b(n-1) if n > 0", &[]),
        ("t(n) -> t(x) for x in [n-1, n/2, n-5] if x < n", &[]),
        ("f(n) -> f(n - k^k) for k in 1..7", &[]),
        ("g(n) -> g(n-d) for d in 2..n if good(d)\nlet good(d) = d % 3 != 0 and (d < 10 or 20 / (d-10) > 1)", &[]),
    ];
    for (text, globals) in cases {
        compare(&game(text, globals), line(60));
    }
}

#[test]
fn edges_as_data() {
    let rows = |numbers: &[i64], width| Val::List(List::of_rows(numbers.to_vec(), width).unwrap());
    let edges: Vec<i64> = (0..40).flat_map(|n| [n % 13, (n * n + 3) % 17]).collect();
    let (pairs, triples) = (rows(&edges, 2), rows(&[1, 2, 3, 1, 4, 5, 6, 1, 2, 2, 2, 2, -5, 1, 1, 1 << 60, 2, 3], 3));
    let flat = |numbers: &[i64]| Val::List(List::of_integers(numbers.to_vec()).unwrap());
    let lists = Val::list(vec![flat(&[1, 2]), flat(&[]), flat(&[0, 2, 1])]).unwrap();
    let cases = [
        ("data e\nt(v) -> t(w) for w in neighbours(e, v)", &pairs),
        ("data e\nt(v) -> t(w) for (u, w) in starting(e, v)", &pairs),
        ("data e\nt(v) -> t(w) for (u, w) in e if u == v", &pairs),
        ("data e\nt(v) -> t(u) for (u, w) in e if w == v and u % 2 == 0", &pairs),
        ("data e\nt(v) -> t(w) + t(u) for (u, w) in e if v == u for (a, b) in starting(e, w) if b > a", &pairs),
        ("data e\nt(v) -> t(w+k) for (u, w, k) in e if w == v", &triples),
        ("data e\nt(v) -> t(w) for (u, w, k) in starting(e, v+1)", &triples),
        ("data e\nt(v) -> t(w) for w in near(v/2) if w != v\nlet near(v) = neighbours(e, v)", &triples),
        ("data e\nt(v) -> t(w) for w in e[v]", &lists),
        ("data e\nt(v) -> t(w) for w in e[2*v] if v < 2", &triples),
    ];
    for (text, list) in cases {
        compare(&game(text, std::slice::from_ref(list)), line(30));
    }
    // Rows of another width than the names: the exact evaluator says so.
    assert!(compile(&game("data e\nt(v) -> t(w) for (u, w) in e if u == v", &[triples]), KindId::FIRST).is_none());
}

#[test]
fn boards_as_data() {
    let numbers = Val::list((0..6).map(|x| ints(&[x, 5 - x, x % 3, 2 * x, 1])).collect::<Vec<_>>()).unwrap();
    let ragged = Val::list(vec![ints(&[1, 2]), ints(&[3, 1, 2])]).unwrap();
    let drawn = Val::list(["..#..", "#...#", "....."].map(Val::text).to_vec()).unwrap();
    let walk = "data g\nt(x, y) -> (t(x-k, y) | t(x, y-k)) for k in 1..g[x][y]";
    let free = "data g\nt(x, y) -> t(x-k, y-1) for k in 0..x if y > 0 and g[x-k][y-1] != \"#\"";
    for (text, board) in [(walk, numbers), (free, drawn)] {
        compare(&game(text, &[board]), grid(8));
    }
    assert!(compile(&game(walk, &[ragged]), KindId::FIRST).is_none());
}

#[test]
fn helpers_that_are_called() {
    let cases = [
        "g(n) -> g(n-f(k)) for k in 1..min(n, 40)\nlet f(n) = if n <= 1 then 1 else f(n-1) + f(n-2)",
        "d(n) -> (d(n-s(n)) | d(n/2)) if n > 0\nlet s(n) = if n == 0 then 0 else n % 10 + s(n/10)",
        "g(n) -> g(n-k) for k in 2..n if p(k)\nlet p(n) = all(n % d != 0 for d in 2..isqrt(n))",
        "g(n) -> g(n-k) for k in 1..n if e(k)\nlet e(n) = n == 0 or o(n-1)\nlet o(n) = n > 0 and e(n-1)",
        "g(n) -> g(n-1) if n < 30 or bad(n) == 1\nlet bad(n) = if n > 40 then bad(n) else 1",
        "g(n) -> g(n-1) if n == 0 or deep(n-1) > 0\nlet deep(n) = if n < 0 then deep(n-1) else 50 / (25-n)",
        "g(n) -> g(n-big(k)) for k in 1..n\nlet big(k) = if k == 0 then 1 else 7 * big(k-1)",
    ];
    for text in cases {
        compare(&game(text, &[]), line(60));
    }
}

#[test]
fn long_ranges_come_in_pieces() {
    compare(&game("nim(n) -> nim(m) for m in 0..n-1", &[]), [1023, 1024, 1025, 5000].map(|n| vec![n]).into_iter());
    let split = game("g(n) -> g(a) + g(n-k-a) for k in 1..3, a in 0..n-k if a % 3 != k % 2", &[]);
    compare(&split, [2047, 3000].map(|n| vec![n]).into_iter());
}

#[test]
fn rules_of_two_arguments() {
    let pairs = Val::list(vec![ints(&[1, 4]), ints(&[2, 3]), ints(&[0, 7]), ints(&[5, 9])]).unwrap();
    let bad = Val::list(vec![ints(&[1, 1]), ints(&[2, 3])]).unwrap();
    let cases: [(&str, &[Val]); 9] = [
        ("w(x, y) -> (w(x-k, y) | w(x, y-k) | w(x-k, y-k)) for k in 1..max(x, y)", &[]),
        ("e(x, y) -> e(min(x, y-k*x), max(x, y-k*x)) if x > 0 for k in 1..y/x", &[]),
        ("e(x, y) -> e(min(x, y-k*x), max(x, y-k*x)) for k in 1..y/x", &[]),
        ("p(w, h) -> p(a, h) + p(w-a, h) for a in 2..w-2\np(w, h) -> p(w, a) + p(w, h-a) for a in 2..h-2", &[]),
        ("f(n, q) -> f(n-k, 2*k) for k in 1..min(n, q)", &[]),
        ("data s\nfree(lo, hi) -> free(lo, a) + free(b, hi) for (a, b) in s if lo <= a and b <= hi", &[pairs]),
        ("data bad\nh(a, b) -> h(x, b) if (a, b) not in bad for x in 0..a-1", &[bad]),
        ("t(x, y) -> t(if x < y then x-1 else y/(x-y), y) if x + y > 0", &[]),
        ("d(x, y) -> d(x-i, y-j) for i in 0..x, j in 0..y if i + j > 0 and gcd(i, j) == 1", &[]),
    ];
    for (text, globals) in cases {
        compare(&game(text, globals), grid(14));
    }
}

#[test]
fn words_in_a_text() {
    let words = |words: &[&str]| Val::list(words.iter().map(|word| Val::text(word)).collect::<Vec<_>>()).unwrap();
    let text = Val::text("abaabbabab");
    let rules = [
        "p(i, j) -> p(i, k) + p(k + len(w), j) for w in words, k in i..j-len(w) if s[k:k+len(w)] == w",
        "p(i, j) -> p(k, i) for w in words, k in i..j if w == s[k:j] and k != 3",
        "p(i, j) -> p(k + 3, i) for w in words, k in i-3..j if s[k:k+2] == w",
        "p(i, j) -> p(k, i) for k in i..j for w in words if s[k:j] == w",
    ];
    for rule in rules {
        for list in [&["a", "ab", "bab", "bb", "zz"][..], &["ab", "", "b"]] {
            compare(&game(&format!("data s, words\n{rule}"), &[text.clone(), words(list)]), grid(13));
        }
    }
}

/// Names that get past conditions on constant lists are found beforehand; where an element is missing, or something else fails
/// before, both fail alike.
#[test]
fn few_names_of_a_range() {
    let list = ints(&[5, 0, 0, 7, 1, 1, 0, 9, 0, 0, 2, 0]);
    let rules = [
        "p(i, j) -> p(i, k) + p(k + 1, j) for k in i..j-1 if s[k] > 4",
        "p(i, j) -> p(k, i) for k in i..j if s[k] == s[k+1] and s[k] > 0",
        "p(i, j) -> p(k, i) for k in i..j if k > 0 and s[k-1] > s[k]",
        "p(i, j) -> p(k, j) for k in i..j if 6 / (k - 3) > 1 if s[k] > 0",
        "p(i, j) -> p(k, j) for k in i..j if 6 / (i + j - k) > 1 if s[k] > 0",
        "p(i, j) -> p(i, m) + p(k, j) for k in i..j if s[k] > 0 for m in k..j if s[m] > 1",
        "p(i, j) -> p(k+3, i) for k in i-3..j if s[max(0, k)] > 0 and k >= 0",
        "p(i, j) -> p(k, i) for k in 0..11 if s[k] > j",
        // What a condition has computed is used after it.
        "p(i, j) -> p(i, s[k] + k) + p(s[k+1], j) for k in i..j-1 if s[k] > 4 and s[k+1] != 3",
        "p(i, j) -> p(m + k, s[k]) for k in i..j-1 if s[k] > 4 for m in 0..s[k] if m != i and m <= j",
        "p(i, j) -> p(if k % 3 == 0 then i else j, if s[k] < i then 1 else 0) for k in 0..j if k % 3 == 0 and s[k] > 0",
        "p(i, j) -> p(if k < j then i else j, k) for k in 0..i if k < j if s[k] == i or i == k",
    ];
    for rule in rules {
        compare(&game(&format!("data s\n{rule}"), std::slice::from_ref(&list)), grid(13));
    }
    let long: Vec<i128> = (0..5000).map(|n| i128::from(n % 7 == 0)).collect();
    let wide = "data s\np(i, j) -> p(i, k) + p(k + 1, j) for k in i..j-1 if s[k] == 1";
    compare(&game(wide, &[ints(&long)]), [vec![0, 5000], vec![3, 4999], vec![0, 20], vec![0, 5001]].into_iter());
}

/// Names that are the binary digits of a number are found at once; a negative number has none, which is a mistake.
#[test]
fn digits_of_a_number() {
    let powers = ints(&[1, 2, 4, 8, 16]);
    let rules = [
        "p(s, n) -> p(s - b[k], n + k) for k in 0..4 if bitand(s, b[k]) != 0",
        "p(s, n) -> p(s - b[k], n) for k in 0..3 if bitand(b[k], s) != 0 and n > k",
        "p(s, n) -> p(s, n - b[k]) for k in 0..4 if bitand(s - 5, b[k]) != 0",
        "p(s, n) -> p(s, n - b[k]) for k in 0..n if bitand(s, b[k]) != 0",
        "p(s, n) -> p(s, n - b[k]) for k in 1..4 if bitand(s, b[k]) != 0 or n == 3",
        "p(s, n) -> p(bitand(s, b[k]), if bitand(s, b[k]) != 0 then n else k) for k in 0..4 if bitand(s, b[k]) != 0",
    ];
    for rule in rules {
        compare(&game(&format!("data b\n{rule}"), std::slice::from_ref(&powers)), grid(13));
    }
}

#[test]
fn large_numbers_are_left_to_the_exact_evaluator() {
    let near = (i64::MAX - 3..i64::MAX).map(|n| vec![n]);
    compare(&game("g(n) -> g(n-1) | g(n*n/n-2) | g(n/2)", &[]), near);
    compare(&game("g(n) -> g(n - k*10^17) for k in 1..200", &[]), std::iter::once(vec![i64::MAX / 2]));
}

/// Expressions over the names that are in scope.
fn expression(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let leaf =
        prop_oneof![proptest::sample::select(names).prop_map(str::to_owned), (0..6i64).prop_map(|n| n.to_string())];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            (two.clone(), proptest::sample::select(&["+", "-", "*", "/", "%", "xor"][..]))
                .prop_map(|((a, b), op)| format!("({a} {op} {b})")),
            (two.clone(), proptest::sample::select(&["min", "max", "gcd", "h"][..]))
                .prop_map(|((a, b), f)| format!("{f}({a}, {b})")),
            (two.clone(), inner.clone()).prop_map(|((a, b), c)| format!("(if {a} < {b} then {c} else {a})")),
            inner.clone().prop_map(|a| format!("abs({a})")),
            inner.clone().prop_map(|a| format!("s[{a} % 4]")),
            inner.prop_map(|a| format!("(-{a})")),
        ]
    })
}

fn condition(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let comparison = proptest::sample::select(&["==", "!=", "<", "<=", ">", ">="][..]);
    let one = (expression(names), comparison, expression(names)).prop_map(|(a, op, b)| format!("{a} {op} {b}")).boxed();
    let joined = proptest::sample::select(&["and", "or"][..]);
    prop_oneof![
        one.clone(),
        (one.clone(), joined, one.clone()).prop_map(|(a, op, b)| format!("({a} {op} {b})")),
        (one.clone(), expression(names)).prop_map(|(a, b)| format!("(not ({a}) or {b} in [1, 3, 5])")),
    ]
}

fn rule() -> impl Strategy<Value = String> {
    const OUTER: &[&str] = &["x", "y", "P"];
    const INNER: &[&str] = &["x", "y", "P", "k"];
    const DEEP: &[&str] = &["x", "y", "P", "k", "m"];
    let first = prop_oneof![
        Just("1..x".to_owned()),
        (0..4i64).prop_map(|n| format!("{n}..40")),
        expression(OUTER).prop_map(|end| format!("0..({end}) % 50")),
        Just("s".to_owned()),
        Just("[x, y, 3]".to_owned()),
        Just("divisors(x)".to_owned()),
    ];
    let second = prop_oneof![
        expression(INNER).prop_map(|end| format!("0..({end}) % 30")),
        Just("k..y".to_owned()),
        Just("s".to_owned()),
    ];
    let option = (expression(DEEP), expression(DEEP), expression(DEEP), expression(DEEP))
        .prop_map(|(a, b, c, d)| format!("(g({a}, {b}) | g({c}, y) + (m % 3) * g(x, {d}) | 0)"));
    (option, first, condition(INNER), second, condition(DEEP)).prop_map(|(option, first, outer, second, inner)| {
        format!("g(x, y) -> {option} for k in {first} if {outer} for m in {second} if {inner}")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Random rules: the machine lists what the exact evaluator lists, or both fail in the same way.
    #[test]
    fn random_rules(rules in proptest::collection::vec(rule(), 1..3), param in 0..9i128) {
        let text = format!("param P\ndata s\nlet h(a, b) = if a > b then a - b else 2*a\n{}", rules.join("\n"));
        let game = game(&text, &[Val::Int(param), ints(&[3, 0, 7, 2])]);
        compare(&game, grid(7));
    }
}

/// The components of a play position by columns are those that the exact evaluator lists.
#[test]
fn play_positions_by_columns() {
    let text =
        "nim(n) -> nim(m) for m in 0..n-1\ninput n, x[n]\nplay nim(2*a + 1) for a in x if a % 3 != 0\nanswer value";
    let x: Vec<i128> = (0..3000).map(|n| n * n % 101).collect();
    let game = game(text, &[Val::Int(3000), ints(&x)]);
    let play = game.loaded.program.contest.as_ref().unwrap().play.as_ref().unwrap();
    let columns = super::play_columns(game.as_ref(), &game.globals, play).unwrap();
    let expected: Vec<i64> = x.iter().filter(|&a| a % 3 != 0).map(|&a| (2 * a + 1) as i64).collect();
    assert_eq!(columns.len(), 1);
    assert_eq!((columns[&KindId::FIRST].len, &columns[&KindId::FIRST].args), (expected.len(), &vec![expected]));
    let negative = self::game(&text.replace("2*a + 1", "a - 50"), &[Val::Int(3000), ints(&x)]);
    let play = negative.loaded.program.contest.as_ref().unwrap().play.as_ref().unwrap();
    assert_eq!(super::play_columns(negative.as_ref(), &negative.globals, play), None);
}
