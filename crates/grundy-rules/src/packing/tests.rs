//! Rewritten rules against the search over any positions.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::game::Shared;
use crate::meter::{Budget, Meter};
use crate::value::{List, Val};
use grundy::solve::Solver;
use proptest::prelude::*;

fn game(rules: &str) -> Arc<RuleGame> {
    let loaded = Arc::new(Loaded::new("file", rules).unwrap_or_else(|errors| panic!("{errors}")));
    let edges = Val::List(List::of_rows(vec![1, 4, 2, 3, 3, 9, 4, 10, 5, 6, 6, 7, 7, 20, 11, 2], 2).unwrap());
    let globals = vec![Some(edges); loaded.program.globals.len()];
    Arc::new(RuleGame::new(loaded, globals, Meter::new(&Watch::default(), &Budget::new(1 << 40))))
}

fn ints(items: &[u8]) -> Val {
    Val::list(items.iter().map(|&n| Val::Int(n.into())).collect::<Vec<_>>()).unwrap()
}

fn board(cells: &[u8], columns: usize, most: u8) -> Val {
    let row = |row: &[u8]| ints(&row.iter().map(|&n| n % most).collect::<Vec<_>>());
    Val::list(cells.chunks(columns).map(row).collect::<Vec<_>>()).unwrap()
}

/// Asks both; the rewritten rules must answer.
fn agree(rules: &str, args: Vec<Val>) {
    let game = game(rules);
    let pos = Pos { kind: KindId::FIRST, args: args.into() };
    let mut lists = Lists::new(game.clone(), Watch::default(), true, Leash::default());
    let Some((_, packed)) = lists.coded(&pos) else {
        assert!(rooms(&pos.args) <= FEW, "not rewritten: {rules}");
        return;
    };
    let value = lists.value(&pos);
    let plain = Solver::new(Shared(game)).value(&pos).map_err(|_| ());
    assert_eq!(
        value.as_ref().map_err(|_| ()),
        plain.as_ref().copied().map_err(|_| ()).as_ref().map_err(|_| ()),
        "{rules} {pos:?} {packed:?}"
    );
    if let (Ok(value), Ok(wins)) = (value, lists.wins(&pos)) {
        assert_eq!(wins, value > 0, "{rules} {pos:?}");
    }
}

/// Rules of one list of numbers.
const NUMBERS: &[&str] = &[
    "f(a) -> f(a with [i] -= k) for i in 0..len(a)-1, k in 1..3 if a[i] % 3 != 1",
    "f(a) -> f(a with [i] -= k, [i-1] += k) for i in 1..len(a)-1, k in 1..a[i] if k != 2",
    "f(a) -> f(a with [i] = a[j], [j] = a[i] - 1) for i in 0..len(a)-1, j in 0..i-1 if a[i] > 0",
    "f(a) -> (f(a[1:]) | f(a[:len(a)-1])) if len(a) > 0 and a[0] % 3 != 1",
    "f(a) -> f(a[:i] ++ a[i+1:]) for i in 0..len(a)-1 if a[i] % 2 == 0\nf(a) -> f([v] ++ a[1:]) if len(a) > 0 for v in 0..a[0]-1",
    "f(a) -> f(a[:i]) + f(a[i+1:]) for i in 0..len(a)-1 if a[i] < 2",
    "f(a) -> f(a with [i] -= 1) for i in 0..len(a)-1 if all(a[j] >= a[i] for j in i+1..len(a)-1)",
    "f(a) -> f(a with [i] -= x) for x in a, i in 0..len(a)-1 if x > 0 and count(a, x) < 3",
    "let low(a, i) = if i == 0 then 0 else a[i-1]\nf(a) -> f(a with [i] = m) for i in 0..len(a)-1 for m in low(a, i)..a[i]-1",
    "f(a) -> f([x - 1 for x in a]) + g(a, len(a)) if min(a) > 0\nf(a) -> g(a, 1) if max(a) in a\ng(a, n) -> (g(a, n-1) | f(a with [0] -= n)) if len(a) > n",
    "f(a) -> f(a with [i] -= 1) for i in 0..len(a)-1 let m = max(a) if a[i] == m or any(a[j] == m for j in 0..i-1)",
    "f(a) -> f(a[:i] ++ [k] ++ a[i+1:]) for i in 0..len(a)-1, k in 0..a[i]-1 if find(a, k) > i or count(a[i:], k+1) == 1",
    "f(a) -> f(a[:i] ++ a[i+1:j] ++ a[j+1:]) for i in 0..len(a)-1, j in i+1..len(a)-1 if all(a[t] == a[i] for t in i+1..j-1) and not (7 in a[i:j])",
    "f(a) -> f(a with [i] -= k) for i in 0..len(a)-1, k in 1..a[i] if len(t for t in i..len(a)-1 if a[t] != k) % 2 == 0 or a[i] - 2*k in a",
    "f(a) -> 2*f(a with [i] -= 1) + f(a with [i] -= 2) for i in 0..len(a)-1",
];

/// Rules of one text of the letters a, b, c.
const TEXTS: &[&str] = &[
    "f(t) -> f(t[:i] ++ t[i+1:]) for i in 0..len(t)-1 if t[i] == \"a\"",
    "f(t) -> f(t[:i] ++ \"b\" ++ t[i+2:]) for i in 0..len(t)-2 if t[i:i+2] == \"ab\" or t[i] == t[i+1]",
    "f(t) -> f(t with [i] = \"c\") for i in 0..len(t)-1 if t[i] != \"c\"",
    "f(t) -> f(t[:i]) + f(t[i+2:]) for i in 0..len(t)-2 if t[i] in \"ab\" and t[i+1] != \"a\"",
    "f(t) -> f(t[1:]) if len(t) > 0\nf(t) -> f(t[i:]) for i in 1..len(t) if t[i-1] == \"b\" and t[0] == \"a\"",
];

/// Rules of texts of two letters, with pieces that look for a place along the row.
const ROWS: &[&str] = &[
    "f(s) -> f(s[:i] ++ \"b\" ++ s[i+1:j] ++ \"a\" ++ s[j+1:]) for i in 0..len(s)-1 if s[i] == \"a\" for j in i+1..len(s)-1 if s[j] == \"b\" and find(s[i:], \"b\") == j - i",
    "f(s) -> f(s with [i] = \"b\", [j] = \"a\") for i in 0..len(s)-1 if s[i] == \"a\" for j in i+1..len(s)-1 if s[j] == \"b\" and all(s[t] == \"a\" for t in i+1..j-1)",
    "f(s) -> f(s[:i] ++ \"b\" ++ s[i+1:]) for i in 0..len(s)-1 if s[i] == \"a\" and not (\"ba\" in s[i+1:]) and count(s, \"ab\") != 2",
    "f(s) -> f(s[:i] ++ \"b\" ++ s[j:]) for i in 0..len(s)-2 let j = i + 1 + find(s[i:], \"b\") if j < len(s) and s[i] == \"a\"",
    "f(s) -> f(s[:i] ++ s[j:]) for i in 0..len(s)-1, j in i+1..len(s) if any(s[i+t] != \"a\" for t in 0..j-i-1) and len(t for t in i..j-1 if s[t] == \"b\") % 2 == 1",
    "f(s) -> f(s[1:]) if len(s) > 0 and any(s[len(s)-len(s)+t] == \"c\" for t in 0..len(s)/2-1)\nf(s) -> f(s[:len(s)-1]) if len(s) > 3 and all(s[t] != \"c\" for t in 1..len(s)-2)",
    "f(s) -> f(s with [i] = \"b\") for i in 0..len(s)-1 if s[i] == \"a\" and (i == 0 or any(s[t] == \"a\" for t in i-1..min(i+1, len(s)-1)) or all(s[t] == \"a\" for t in i-1..i))",
];

/// Rules of boards of two rows of three.
const BOARDS: &[&str] = &[
    "f(b) -> f(b with [i][j] = 1, [i][j+1] = 1) for i in 0..len(b)-1, j in 0..len(b[0])-2 if b[i][j] == 0 and b[i][j+1] == 0",
    "f(b) -> f(b with [i][j] -= 1) for i in 0..len(b)-1, j in 0..len(b[i])-1 if count(b[i], b[i][j]) == 1 or find(b[1-i], b[i][j]) == j or all(b[i][t] != 2 for t in 0..j-1)",
    "f(b) -> f(b with [i][j] -= 1) for i in 0..len(b)-1, j in 0..len(b[i])-1 if all(b[k][j] >= b[i][j] for k in i+1..len(b)-1)",
    "f(b) -> f(b with [i][j] -= 1, [1-i][j] += 1) for i in 0..1, j in 0..2 if i == 0 and sum(b[0]) > 1\nf(b) -> f(b with [1][j] = 0) for j in 0..2 if b[1][j] > 0",
];

/// Rules of lists that only lose elements.
const SETS: &[&str] = &[
    "f(a) -> f([u for u in a if u != v]) for v in a",
    "f(a) -> f([u for u in a if u != v and (u + v) % 3 != 0]) for v in a if v % 4 != 1",
    "f(a) -> f([u for u in a if u / 4 != v / 4]) for v in a",
    "f(a) -> f([u for u in a if not (u in near(v))]) for v in a\nlet near(v) = [v, 2*v, v+3]",
    "f(a) -> f(without(a, i)) for i in 0..len(a)-1 if a[i] % 3 != 0",
    "f(a) -> f(a[:i] ++ a[i+1:]) for i in 0..len(a)-1 if 2*a[i] in a or a[i] < 5",
    "f(a) -> g([u for u in a if u < v], v) + f([u for u in a if u > v]) for v in a if v > 3\ng(a, n) -> g([u for u in a if u != v], n-1) for v in a if v + n > 6",
    "f(a) -> f([u for u in a if u != v]) for v in a if all(u >= v or u % 2 == 1 for u in a) or len(a) < 3",
    "f(a) -> f(if len(a) > 3 then [u for u in a if u > v] else [u for u in a if u < v]) for v in a if a != [] and sum(a) > 4",
    "f(a) -> f([u for u in a if u != v and u != w]) for v in a for w in a if v < w and xor(a) != w\nf(a) -> f([]) if len(a) == 1",
    "data e\nlet near(v) = neighbours(e, v)\nf(a) -> f([u for u in a if u != v and not (u in near(v))]) for v in a",
];

/// Rules of texts that are cut.
const CUTS: &[&str] = &[
    "f(s) -> f(s[:i]) + f(s[i+2:]) for i in 0..len(s)-2 if s[i:i+2] == \"ab\" or s[i] == s[i+1]",
    "f(s) -> f(s[k:]) for k in 1..3 if len(s) >= k and s[k-1] != \"c\"\nf(s) -> f(s[:len(s)-1]) if s != \"\" and s[len(s)-1] == s[0]",
    "f(s) -> f(s[a:b]) for a in 0..2, b in len(s)-2..len(s)+1 if b > a and b - a < len(s)",
    "f(s) -> g(s[1:], 2) if len(s) > 1\ng(s, n) -> g(s[n:], n-1) if n > 0 and len(s) > 0\ng(s, n) -> f(s[:len(s)-1]) if n < 2 and s[1:2] == \"a\"",
];

/// Rules of lists that are cut.
const PARTS: &[&str] = &[
    "f(a) -> f(a[:i]) + f(a[i+1:]) for i in 0..len(a)-1 if a[i] % 2 == 0",
    "f(a) -> (f(a[1:]) | f(a[:len(a)-1])) if a != [] and a[0] + a[len(a)-1] > 3",
    "f(a) -> f(a[k:]) for k in a if k > 0 and k <= len(a)\nf(a) -> f([]) if len(a) == 2",
];

#[test]
fn rules_that_are_no_sets_are_rewritten_as_lists() {
    for rules in NUMBERS {
        let lists = Coding::of_sets(&Pos { kind: KindId::FIRST, args: vec![ints(&[5, 1, 3, 2])].into() });
        let (coding, args) = lists.unwrap();
        let written = Written::new(&game(rules).loaded.program, KindId::FIRST, coding, args);
        assert!(written.is_none(), "{rules}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn sets(list in proptest::sample::subsequence((0u8..24).collect::<Vec<_>>(), 3..9).prop_shuffle(), which in 0..SETS.len()) {
        agree(SETS[which], vec![ints(&list)]);
    }

    #[test]
    fn numbers(list in proptest::collection::vec(0u8..4, 2..6), which in 0..NUMBERS.len()) {
        agree(NUMBERS[which], vec![ints(&list)]);
    }

    #[test]
    fn cuts(text in "[abc]{33,40}", which in 0..CUTS.len()) {
        agree(CUTS[which], vec![Val::text(&text)]);
    }

    #[test]
    fn parts(list in proptest::collection::vec(0u8..60, 14..20), which in 0..PARTS.len()) {
        agree(PARTS[which], vec![ints(&list)]);
    }

    #[test]
    fn texts(text in "[abc]{5,9}", which in 0..TEXTS.len()) {
        agree(TEXTS[which], vec![Val::text(&text)]);
    }

    #[test]
    fn rows(text in "[ab]{7,10}|[abc]{7,9}", which in 0..ROWS.len()) {
        agree(ROWS[which], vec![Val::text(&text)]);
    }

    #[test]
    fn boards(cells in proptest::collection::vec(0u8..4, 6), which in 0..BOARDS.len(), most in 1u8..4) {
        agree(BOARDS[which], vec![board(&cells, 3, most + 1)]);
    }
}

#[test]
fn what_does_not_fit_is_left_to_others() {
    // An element grows beyond its bits: 7 elements have 8 bits each.
    let game = game("f(a) -> f(a with [0] += 200, [1] -= 1)");
    let pos = Pos { kind: KindId::FIRST, args: vec![ints(&[250, 3, 0, 0, 0, 0, 0])].into() };
    let mut lists = Lists::new(game, Watch::default(), true, Leash::default());
    assert!(matches!(lists.value(&pos), Err(Miss::NotMine)));
    // An index outside is a mistake of the rules, which the exact search tells.
    let game = self::game("f(a) -> f(a with [0] -= 1) if a[len(a)] > 0");
    let pos = Pos { kind: KindId::FIRST, args: vec![ints(&[3, 3, 3, 3])].into() };
    let mut lists = Lists::new(game, Watch::default(), true, Leash::default());
    assert!(matches!(lists.value(&pos), Err(Miss::NotMine)));
}

#[test]
fn a_place_named_twice_is_left_to_others() {
    let game = game("f(a) -> f(a with [i] -= 3, [j] += 2) for i in 0..1, j in 0..1");
    let pos = Pos { kind: KindId::FIRST, args: vec![ints(&[7, 7, 1])].into() };
    let mut lists = Lists::new(game, Watch::default(), true, Leash::default());
    assert!(matches!(lists.value(&pos), Err(Miss::NotMine)));
}

#[test]
fn an_empty_board_is_rewritten() {
    let pos = Pos { kind: KindId::FIRST, args: vec![board(&[0; 12], 3, 2)].into() };
    let mut lists = Lists::new(game(BOARDS[0]), Watch::default(), true, Leash::default());
    assert!(lists.coded(&pos).is_some());
    agree(BOARDS[0], vec![board(&[0; 12], 3, 2)]);
}
