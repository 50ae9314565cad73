//! Rewritten rules against the search over any positions.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::game::Shared;
use crate::meter::{Budget, Meter};
use crate::value::Val;
use grundy::solve::Solver;
use proptest::prelude::*;

fn game(rules: &str) -> Arc<RuleGame> {
    let loaded = Arc::new(Loaded::new("file", rules).unwrap_or_else(|errors| panic!("{errors}")));
    let globals = vec![None; loaded.program.globals.len()];
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

/// Rules of boards of two rows of three.
const BOARDS: &[&str] = &[
    "f(b) -> f(b with [i][j] = 1, [i][j+1] = 1) for i in 0..len(b)-1, j in 0..len(b[0])-2 if b[i][j] == 0 and b[i][j+1] == 0",
    "f(b) -> f(b with [i][j] -= 1) for i in 0..len(b)-1, j in 0..len(b[i])-1 if all(b[k][j] >= b[i][j] for k in i+1..len(b)-1)",
    "f(b) -> f(b with [i][j] -= 1, [1-i][j] += 1) for i in 0..1, j in 0..2 if i == 0 and sum(b[0]) > 1\nf(b) -> f(b with [1][j] = 0) for j in 0..2 if b[1][j] > 0",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn numbers(list in proptest::collection::vec(0u8..4, 2..6), which in 0..NUMBERS.len()) {
        agree(NUMBERS[which], vec![ints(&list)]);
    }

    #[test]
    fn texts(text in "[abc]{5,9}", which in 0..TEXTS.len()) {
        agree(TEXTS[which], vec![Val::text(&text)]);
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
