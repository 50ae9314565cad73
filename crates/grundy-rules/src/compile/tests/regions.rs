//! Parts of rows and boards that are counted by sums, against the exact evaluator.

use super::*;

const ROWS: &[&str] = &[
    "data a\nf(i, j) -> f(i, k) + f(k+1, j) for k in i..j-1 if all(a[t] != 2 for t in i..k) and any(a[t] == 1 for t in k..j-1)",
    "data a\nf(i, j) -> f(i+1, j) if i < j and len(t for t in i..j if a[t] > 1) % 2 == 1\nf(i, j) -> f(i, j-1) if j > i and sum(a[t] for t in i..j-1 if a[t] != 3) > 2",
    "data a\nlet low(x) = x in [0, 1]\nf(i, j) -> f(k, j) for k in i+1..j if any(low(a[t]) for t in i..k-1) or not all(a[t] < 3 for t in k..j-1)",
    // Empty stretches, and some that reach outside.
    "data a\nf(i, j) -> f(i-1, j) | f(i, j-1)\nf(i, j) -> f(j-1, i-1) if any(a[t] == 2 for t in i..j) or all(a[t] == 0 for t in j..i)",
];

const BOARDS: &[&str] = &[
    "data a\nf(i, j) -> f(i-1, j) if any(a[x][y] == 2 for x in 0..i-1, y in 0..j-1)\nf(i, j) -> f(i, j-1) if all(a[x][y] != 1 for x in i..3, y in j..4)",
    "data a\nlet dirty(l, r, t, b) = any(not (a[x][y] in [0, 3]) for x in l..r-1, y in t..b-1)\nf(i, j) -> (f(k, j) + f(i-k, j)) if dirty(0, i, 0, j) for k in 1..i-1\nf(i, j) -> f(i, k) for k in 0..j-1 if dirty(0, i, k, j)",
    "data a\nf(i, j) -> f(i-s, j) for s in 1..3 if sum(a[x][y] for x in s..i, y in i..j if a[x][y] != 2) % 3 == s - 1\nf(i, j) -> f(i, j-1) if len(x for x in 0..i, y in 1..j if a[x][y] == x) > 1",
    "data a\nf(i, j) -> f(i-1, j-1) if len(0 for y in 0..j, x in 0..i if a[x][y] == 1) < 4\nf(i, j) -> f(j-1, i-1) if any(a[x][y] == 1 for x in 0..i, y in j..j)",
];

fn is_compiled(text: &str, globals: &[Val]) -> bool {
    let compiled = compile(&game(text, globals), KindId::FIRST);
    compiled.is_some_and(|compiled| !format!("{:?}", compiled.code).contains("Helper("))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn rows(row in proptest::collection::vec(0i128..4, 1..9), which in 0..ROWS.len()) {
        let globals = [ints(&row)];
        prop_assert!(is_compiled(ROWS[which], &globals));
        compare(&game(ROWS[which], &globals), grid(9));
    }

    #[test]
    fn boards(cells in proptest::collection::vec(0i128..4, 20), which in 0..BOARDS.len()) {
        let rows = cells.chunks(5).map(ints).collect::<Vec<_>>();
        let globals = [Val::list(rows).unwrap()];
        prop_assert!(is_compiled(BOARDS[which], &globals), "{}", BOARDS[which]);
        compare(&game(BOARDS[which], &globals), grid(6));
    }
}

#[test]
fn letters() {
    let rules = "data s\nf(i, j) -> f(i, k) for k in i..j-1 if all(s[t] == \"b\" for t in k..j-1) or any(s[t] == \"a\" for t in i..k)";
    let globals = [Val::text("abbabcbb")];
    assert!(is_compiled(rules, &globals));
    compare(&game(rules, &globals), grid(9));
}

#[test]
fn what_has_no_end_or_depends_on_more_is_not_summed() {
    let row = [ints(&[1, 2, 3, 4])];
    for rules in [
        "data a\nf(i, j) -> f(i-1, j) if any(t % 3 == len(a) for t in i..j)",
        "data a\nf(i, j) -> f(i-1, j) if any(a[t] == j for t in i..j)",
        "data a\nf(i, j) -> f(i-1, j) if any(a[t] == u for t in i..j, u in 0..t)",
    ] {
        assert!(!is_compiled(rules, &row), "{rules}");
    }
    // Rows of several lengths.
    let ragged = [Val::list(vec![ints(&[1, 2, 3]), ints(&[4])]).unwrap()];
    assert!(!is_compiled("data a\nf(i, j) -> f(i-1, j) if any(a[x][y] == 2 for x in 0..i, y in 0..j)", &ragged));
}
