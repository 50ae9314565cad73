//! Stretches against the plain definition, and which rules are stretches.

use super::*;
use crate::game::Pos;
use crate::game::Shared;
use crate::loaded::Loaded;
use crate::meter::{Budget, Meter};
use crate::value::List;
use grundy::solve::Solver;
use std::ops::ControlFlow;

fn game(text: &str, set: &[(&str, Val)]) -> Arc<RuleGame> {
    let loaded = Loaded::new("test", text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let mut globals = vec![None; loaded.program.globals.len()];
    for (name, value) in set {
        globals[loaded.program.global(name).unwrap()] = Some(value.clone());
    }
    let meter = Meter::new(&Watch::default(), &Budget::new(1 << 30));
    Arc::new(RuleGame::new(Arc::new(loaded), globals, meter))
}

fn integers(numbers: &[i64]) -> Val {
    Val::List(List::of_integers(numbers.to_vec()).unwrap())
}

/// Compares the table of the first candidate with the definition: values, and options of each value. How many positions it told.
fn compare(text: &str, set: &[(&str, Val)], positions: &[Vec<i64>]) -> usize {
    let (game, watch) = (game(text, set), Watch::default());
    let Some(method) = ByStretches::new(&game, KindId::FIRST, &watch) else { return 0 };
    let mut solver = Solver::new(Shared(game.clone()));
    let mut told = 0;
    for numbers in positions {
        let args: Args = numbers.iter().map(|&n| Val::Int(n.into())).collect();
        let pos = Pos { kind: KindId::FIRST, args: args.clone() };
        let candidates = 0..method.candidates().len();
        for candidate in candidates {
            let Some(value) = method.read(candidate, &args, &watch).unwrap() else { continue };
            assert_eq!(u64::from(value), solver.value(&pos).unwrap(), "{text} at {numbers:?}");
            told += 1;
            let mut options = Vec::new();
            let _ = game.options(&pos, &mut |parts| {
                options.push(parts.clone());
                ControlFlow::Continue(())
            });
            let of = |parts: &[Part], solver: &mut Solver<Shared>| {
                let value = |part: &Part| Pos { kind: part.kind, args: part.args.clone() };
                parts.iter().map(|part| solver.value(&value(part)).unwrap()).fold(0, |a, b| a ^ b)
            };
            for wanted in 0..=u64::from(value) + 1 {
                let mut expected: Vec<_> = options
                    .iter()
                    .filter(|option| of(option, &mut solver) == wanted)
                    .map(|option| super::super::in_order(option))
                    .collect();
                expected.sort();
                expected.dedup();
                let asked =
                    Wanted { value: &Value::Finite(wanted.into()), most: 1000, is: &|_| unreachable!(), watch: &watch };
                let found = method.options_by(candidate, &args, &asked).unwrap().unwrap();
                let mut found: Vec<_> = found.options.iter().map(|option| super::super::in_order(option)).collect();
                found.sort();
                assert_eq!(found, expected, "{text} at {numbers:?}: {wanted}");
            }
        }
    }
    told
}

fn numbers(to: i64) -> Vec<Vec<i64>> {
    (0..to).rev().map(|n| vec![n]).collect()
}

fn pairs(a: i64, b: i64) -> Vec<Vec<i64>> {
    (0..a).rev().flat_map(|a| (0..b).map(move |b| vec![a, b])).collect()
}

#[test]
fn stretches_are_the_definition() {
    let takes = [0, 1, 1, 3, 2, 5, 1, 4, 8, 2, 3, 9, 1, 12, 6, 2, 15, 3, 17, 5, 20, 1, 7, 2, 24, 4, 3, 9, 28, 2, 30, 1];
    let c = integers(&takes);
    for text in [
        "data c\nbean(i) -> bean(i-k) if i > 0 for k in 1..c[i]",
        "data c\nbean(i) -> bean(m) if i > 0 for m in i-c[i]..i-1",
        "data c\nbean(i) -> bean(m) for m in 0..i-1 if i - m <= c[i]",
        "data c\nlet most(i) = min(c[i], i)\nbean(i) -> bean(i-k) for k in 0..most(i)-1 if not k == 0",
        "data c\nlet near(i, m) = i - m <= c[i] and m != i\nbean(i) -> bean(m) for m in 0..i if near(i, m)",
        "data c\nbean(i) -> bean(i-1-k) for k in 0..i if 2*k+1 < c[i] or k == 5 and i > 5",
        "data c\nbean(i) -> bean(m) for m in max(0, i/2-c[i])..(i-1)*2/3 if m != i/3 if m < i",
        "data c\nbean(i) -> bean(m) for m in c[i]/2..c[i]-1 if m < i",
        "data c\nbean(i) -> bean(i-k) for k in 1..c[i]\nbean(i) -> (bean(i/2) | bean(i-3)) if i > 0\nbean(i) -> 0 if i == 7",
        "data c\nbean(i) -> bean(i-k-d) for d in [0, 4] for k in 1..c[i] if d < i",
        "data c\nbean(i) -> other(i-k) for k in 1..c[i]\nother(i) -> bean(i-k) for k in 2..c[i] if i > k",
    ] {
        let told = compare(text, &[("c", c.clone())], &numbers(32));
        assert!(told >= 32, "{text}: {told}");
    }
    for text in [
        "g(n) -> g(m) for m in n/3..n*2/3 if m < n",
        "g(n) -> g(m) for m in isqrt(n)..n-1",
        "g(n) -> g(m) for m in n-1-n*n%7..n-2",
        "g(n) -> g(m) for m in 0..n-1 if 3*m >= n",
    ] {
        assert!(compare(text, &[], &numbers(60)) >= 60, "{text}");
    }
}

/// Other arguments: some that no move changes, flags, other kinds.
#[test]
fn rows_are_the_definition() {
    for text in [
        "g(n, c) -> g(n-k, c) for k in 1..1+n*c%9",
        "g(c, n) -> g(c, m) for m in n/2-c..n/2 if m < n",
        "g(n, z) -> g(m, z) for m in 0..n-1\ng(n, z) -> g(n, 0) if z == 1 and n > 0",
        "g(n, z) -> g(m, 0) for m in n/2..n-1\ng(n, z) -> (g(n, z-1) | g(n-1, z+1)) if z > 0 and z < 5",
        "g(a, b) -> g(m, b) for m in 0..a-1\ng(a, b) -> g(a, m) for m in 0..b-1\ng(a, b) -> g(a-k, b-k) for k in 1..b",
    ] {
        let told = compare(text, &[], &pairs(18, 6));
        assert!(told >= 18 * 6, "{text}: {told}");
    }
}

/// What is not made of stretches, or reaches beyond the number.
#[test]
fn others_are_left() {
    for text in [
        "g(n) -> g(m) for m in 0..n-1 if m % 3 != 1",
        "g(n) -> g(n-2*k) for k in 1..n",
        "g(n) -> g(m*m) for m in 0..n if m*m < n",
        "g(n) -> g(m) for m in 0..n-1 if m*m < n",
        "g(n) -> g(m) + g(n-1-m) for m in 0..n-1",
        "g(a, b) -> g(a-k, b-k) for k in 1..a",
    ] {
        let game = game(text, &[]);
        let method = ByStretches::new(&game, KindId::FIRST, &Watch::default());
        assert!(method.is_none_or(|method| method.candidates().is_empty()), "{text}");
    }
    let told = compare("g(a, b) -> g(a+1, b-k) for k in 1..b", &[], &pairs(4, 30));
    assert_eq!(told, 4, "rows that climb are too many, but for b = 0");
}

#[test]
fn only_long_stretches_pay() {
    let watch = Watch::default();
    let pays = |text: &str, n: i64| {
        let game = game(text, &[]);
        ByStretches::new(&game, KindId::FIRST, &watch).unwrap().is_ahead(&[Val::Int(n.into())].into())
    };
    assert!(pays("g(n) -> g(m) for m in n/2..n-1", 5000));
    assert!(!pays("g(n) -> g(m) for m in n/2..n-1", 500));
    assert!(!pays("g(n) -> g(n-k) for k in 1..1+n%50", 5000));
    assert!(!pays("g(n) -> g(m) for m in n-5..n+1 if m != n", 5000));
}

/// Two million positions with a million options each.
#[test]
fn the_table_reaches_far() {
    let watch = Watch::default();
    let game = game("g(n) -> g(m) for m in n/2-n%3..n-1-n%2", &[]);
    let method = ByStretches::new(&game, KindId::FIRST, &watch).unwrap();
    let before = |n: i64| method.value(&[Val::Int(n.into())].into(), &watch).unwrap();
    assert!(matches!(before(300_000), Answer::Known(_)));
}
