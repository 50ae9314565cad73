//! Tables of all sets against the search over any positions.

#![allow(clippy::unwrap_used)]

use super::super::plan::Coding;
use super::super::{Lists, Written, integers_of};
use super::*;
use crate::game::{Pos, Shared};
use crate::loaded::Loaded;
use crate::meter::{Budget, Leash};
use crate::value::Val;
use grundy::solve::Solver;
use proptest::prelude::*;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A game whose params are all this number.
fn game(rules: &str, param: u8) -> Arc<RuleGame> {
    let loaded = Arc::new(Loaded::new("file", rules).unwrap_or_else(|errors| panic!("{errors}")));
    let globals = vec![Some(Val::Int(param.into())); loaded.program.globals.len()];
    Arc::new(RuleGame::new(loaded, globals, Meter::new(&Watch::default(), &Budget::new(1 << 40))))
}

fn ints(items: &[u8]) -> Val {
    Val::list(items.iter().map(|&n| Val::Int(n.into())).collect::<Vec<_>>()).unwrap()
}

/// The first position: the list and the number stand where the rule has them.
fn first(rules: &str, list: &[u8], number: u8) -> Pos {
    let head = rules.split("->").next().unwrap();
    let names = head[head.rfind('(').unwrap() + 1..head.rfind(')').unwrap()].split(',');
    let arg = |name: &str| match name.trim() {
        "left" => ints(list),
        "k" => Val::Int(0),
        _ => Val::Int(number.into()),
    };
    Pos { kind: KindId::FIRST, args: names.map(arg).collect() }
}

/// The rewritten rules, if they can be rewritten, and the table, if there is one.
fn table(game: &RuleGame, pos: &Pos) -> Option<(Written, Option<Lattice>)> {
    let (coding, plan) = Coding::of_sets(pos)?;
    let written = Written::new(&game.loaded.program, pos.kind, coding, plan)?;
    let args = integers_of(&written.pack(pos)?)?;
    let lattice = Lattice::new((&written, game), (pos.kind, &args), (&Watch::default(), game.meter.clone())).unwrap();
    Some((written, lattice))
}

/// All positions that can be reached.
fn reach(game: &RuleGame, pos: &Pos) -> Vec<Pos> {
    let (mut all, mut known) = (vec![pos.clone()], HashSet::from([pos.clone()]));
    let mut next = 0;
    while let Some(pos) = all.get(next).cloned() {
        let _ = game.options(&pos, &mut |parts| {
            let [part] = parts.as_slice() else { panic!("several parts") };
            let to = Pos { kind: part.kind, args: part.args.clone() };
            if known.insert(to.clone()) {
                all.push(to);
            }
            ControlFlow::Continue(())
        });
        next += 1;
    }
    all
}

/// A table, if there is one, must know who wins each position that can be reached. Whether there is one.
fn agree(rules: &str, param: u8, list: &[u8], number: u8) -> bool {
    let (game, pos) = (game(rules, param), first(rules, list, number));
    let Some((written, Some(lattice))) = table(&game, &pos) else { return false };
    let mut solver = Solver::new(Shared(game.clone()));
    for pos in reach(&game, &pos) {
        let args = integers_of(&written.pack(&pos).unwrap()).unwrap();
        assert_eq!(lattice.wins(pos.kind, &args), Some(solver.wins(&pos).unwrap()), "{rules} {pos:?}");
    }
    true
}

/// Numbers that follow from the set.
const TABLES: &[&str] = &[
    "pick(left, need) -> pick([y for y in left if y != x], max(0, need - x)) for x in left if need > 0",
    "g(n, left) -> g(max(n - v, 0), [u for u in left if not (u == v)]) if n > 0 for v in left",
    "param goal\nf(left, t) -> f(without(left, i), t + left[i]) for i in 0..len(left)-1 if t < goal",
    "param goal\nf(t, left) -> f(min(goal, t + left[i]), without(left, i)) for i in 0..len(left)-1 if goal != t",
    "f(left, n) -> f(left[:i] ++ left[i+1:], n xor left[i]) for i in 0..len(left)-1 if n % 4 != 1",
    "f(left, n) -> f([u for u in left if u != v], n - v) for v in left",
    "f(left, n) -> f([u for u in left if u != v], n + v) for v in left if v <= n",
    "f(left, n) -> f([u for u in left if u != v], (n + v) % 7) for v in left if n != 3 and v + 1 in left",
    "f(left, n, k) -> f([u for u in left if u != v], (n + v) % 11, k + 1) for v in left if k < 4 and n % 3 != 1",
    "f(left, n) -> f([u for u in left if u != v], max(n, v)) for v in left if v % 2 == 0\nf(left, n) -> f([u for u in left if u != v], max(v, n)) for v in left if n < 9",
    "f(left) -> f([u for u in left if u != v]) for v in left if v % 3 != 1",
    "f(left) -> f([u for u in left if u != v and (u + v) % 3 != 0]) for v in left if v % 4 != 1",
    "f(left) -> f([u for u in left if u < v]) for v in left if 2 * v in left",
    "f(left) -> f([u for u in left if u != v and u != w]) for v in left for w in left if v < w and (v + w) % 3 != 0",
];

/// Near misses: numbers that depend on the order or on more than the set, a set that is looked at in another way.
const OTHERS: &[&str] = &[
    "f(left, n) -> f([u for u in left if u != v], 2*n + v) for v in left if n < 1000",
    "f(left, n) -> f([u for u in left if u != v], max(0, n - v)) for v in left if n > 0\nf(left, n) -> f(left, n - 1) if n > 0",
    "f(left, n) -> f([u for u in left if u != v], n - 1) for v in left if n > 0\nf(left, n) -> f([u for u in left if u <= v], n - 1) for v in left if n > 0",
    "f(left, n) -> (f([u for u in left if u != v], n + v) | f([u for u in left if u != v], n + 1)) for v in left",
    "f(left, n) -> f([u for u in left if u != v], min(12, max(0, n - 12 + v))) for v in left",
    "f(left, n) -> f([u for u in left if u != v], n + len(left)) for v in left",
    "f(left, n) -> f([u for u in left if u != v], n + v) for v in left if len(left) > 2",
    "f(left, n) -> f([u for u in left if u < v], n + v) for v in left",
    "f(left, n) -> f([u for u in left if u != v], n - k) for v in left for k in 1..n",
    // It fails for 0.
    "f(left, n) -> f([u for u in left if u != v], n / v) for v in left",
    "f(left) -> f([u for u in left if u != v]) for v in left if 2 * v in left or v > 3",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn know_who_wins(
        list in proptest::sample::subsequence((0u8..24).collect::<Vec<_>>(), 2..10),
        number in 0u8..40,
        param in 0u8..60,
        which in 0..TABLES.len(),
    ) {
        prop_assert!(agree(TABLES[which], param, &list, number), "no table");
    }
}

/// What may stay, become of the number, and be asked for.
const LEFT: &[&str] = &[
    "[u for u in left if u != v]",
    "[u for u in left if v != u]",
    "[u for u in left if u < v]",
    "[u for u in left if u != v and (u + v) % 5 != 0]",
    "[u for u in left if u % 4 != v % 4]",
    "[u for u in left if u != v and u != n]",
    "[u for u in left if u >= v]",
    "left",
];
const AMOUNTS: &[&str] = &[
    "n",
    "v",
    "n + v",
    "n - v",
    "max(0, n - v)",
    "min(20, n + v)",
    "max(0, min(15, n + v - 8))",
    "n xor v",
    "2*n + v",
    "(n * v) % 13",
    "(n + v*v) % 9",
    "(2*n + v) % 11",
    "n / (v + 1)",
    "n % (v + 2)",
    "max(v, n)",
    "abs(n - v)",
    "lowbit(n) + v",
    "if n > 9 then n - 1 else n",
    "n + len(left)",
];
const CONDITIONS: &[&str] = &[
    "n != 7",
    "v <= n",
    "v % 3 != 1",
    "v + 1 in left",
    "2*v in left and n < 40",
    "not (v + 1 in left)",
    "len(left) > 2",
    "n % 3 != v % 3",
    "v > 2 and n < 50",
    "n > 0 or v in [1, 2, 5]",
    "n > 0 and 60 / n > v",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Whatever the rules say: no table, or a right one.
    #[test]
    fn a_table_is_right(
        list in proptest::sample::subsequence((0u8..16).collect::<Vec<_>>(), 3..8),
        number in 0u8..30,
        rules in proptest::collection::vec((0..LEFT.len(), 0..AMOUNTS.len(), 0..CONDITIONS.len()), 1..3),
        same in any::<bool>(),
    ) {
        let (left, amount, _) = rules[0];
        let rules = rules.iter().map(|&(own_left, own_amount, condition)| {
            let (left, amount) = if same { (left, amount) } else { (own_left, own_amount) };
            format!("f(left, n) -> f({}, {}) for v in left if {}\n", LEFT[left], AMOUNTS[amount], CONDITIONS[condition])
        });
        agree(&rules.collect::<String>(), 0, &list, number);
    }
}

#[test]
fn large_sets() {
    let list: Vec<u8> = (1..=11).collect();
    for rules in &TABLES[..4] {
        assert!(agree(rules, 30, &list, 35), "no table: {rules}");
    }
}

#[test]
fn near_misses_have_no_table() {
    for rules in OTHERS {
        let game = game(rules, 0);
        let pos = first(rules, &[0, 1, 3, 4, 7, 9, 20], 13);
        let (_, lattice) = table(&game, &pos).unwrap_or_else(|| panic!("not rewritten: {rules}"));
        assert!(lattice.is_none(), "{rules}");
    }
}

/// Asked as others ask, with more sets than the search may see: for each number whether a table was made, and whether there can be none.
fn asked(rules: &str, numbers: [u8; 4]) -> [(bool, bool); 4] {
    let game = game(rules, 0);
    let list: Vec<u8> = (1..=13).collect();
    numbers.map(|number| {
        let pos = first(rules, &list, number);
        let mut lists = Lists::new(game.clone(), Watch::default(), true, Leash::default());
        let found = lists.wins(&pos).unwrap();
        assert_eq!(found, Solver::new(Shared(game.clone())).wins(&pos).unwrap(), "{rules} {number}");
        (lists.known[0].lattice.is_some(), lists.known[0].no_lattice)
    })
}

#[test]
fn a_table_is_made_when_the_search_has_seen_many_sets() {
    let made = asked(TABLES[0], [5, 60, 70, 80]);
    assert!(made.contains(&(false, false)) && made.contains(&(true, false)), "{made:?}");
}

#[test]
fn what_is_refused_is_searched() {
    let order = "f(left, n) -> f([u for u in left if u != v], (2*n + v) % 31) for v in left if n % 9 != 2";
    let made = asked(order, [3, 4, 5, 6]);
    assert!(made.contains(&(false, true)) && made.iter().all(|(made, _)| !made), "{made:?}");
}
