//! Tables against the memo search on the exact evaluator.

use super::{Dense, plan};
use crate::compile::compile;
use crate::compile::tests::{game, ints};
use crate::game::{Pos, Shared};
use crate::program::KindId;
use crate::value::Val;
use grundy::Watch;
use grundy::solve::Solver;
use std::sync::Arc;

/// Fills a table for the position and compares all of its box with the definition. How many of the positions asked for
/// have a value there.
fn compare(text: &str, globals: &[Val], start: &[i64]) -> usize {
    let game = game(text, globals);
    let compiled = Arc::new(compile(&game, KindId::FIRST).expect("it compiles"));
    let (watch, mut meter) = (Watch::default(), game.meter.clone());
    let wanted = vec![(0, start.to_vec())];
    let plan = plan(&compiled, &wanted, &watch, &mut meter).unwrap().expect("a plan");
    let dense = Dense::fill(&compiled, &plan, &watch, &mut meter).unwrap();
    let mut solver = Solver::new(Shared(game.clone()));
    let mut known = 0;
    for (kind, span) in plan.spans.iter().enumerate() {
        let mut all = vec![Vec::new()];
        for range in span.ranges.iter().flatten() {
            all = all
                .iter()
                .flat_map(|start: &Vec<i64>| range.clone().map(move |at| [start.as_slice(), &[at]].concat()))
                .collect();
        }
        for args in all {
            let Some(found) = dense.value(kind, &args) else { continue };
            let program_kind = compiled.code.kinds[kind].kind;
            let pos = Pos { kind: program_kind, args: args.iter().map(|&n| Val::Int(i128::from(n))).collect() };
            assert_eq!(Ok(found), solver.value(&pos), "{text} {args:?}");
            known += 1;
        }
    }
    assert!(dense.value(0, start).is_some(), "{text}");
    known
}

#[test]
fn tables_agree_with_the_definition() {
    let set = ints(&[1, 3, 4]);
    let pairs: Vec<Val> =
        [[1, 4], [2, 3], [0, 7], [5, 9], [8, 20], [3, 30], [15, 16]].iter().map(|p| ints(p)).collect();
    let cases: [(&str, &[Val], &[i64]); 17] = [
        ("nim(n) -> nim(m) for m in 0..n-1", &[], &[100]),
        ("nim3(n) -> nim3(n-1) | nim3(n-2) | nim3(n-3)", &[], &[1000]),
        ("kayles(n) -> kayles(a) + kayles(n-k-a) for k in 1..2, a in 0..n-k", &[], &[200]),
        ("grundy(n) -> grundy(a) + grundy(n-a) for a in 1..n-1 if a < n-a", &[], &[300]),
        ("sq(n) -> sq(n-k*k) for k in 1..isqrt(n)", &[], &[3000]),
        ("data s\ntake(n) -> take(n-k) for k in s", &[set], &[500]),
        ("num(n) -> num(n/d) for d in divisors(n) if d > 1", &[], &[720]),
        ("tower(x) -> y * tower(x/y) for y in divisors(x) if y > 1", &[], &[360]),
        (
            "cycle(n) -> path(n-k) for k in 2..4\npath(n) -> path(a) + path(n-k-a) for k in 2..4, a in 0..n-k",
            &[],
            &[150],
        ),
        ("a(n) -> (b(n-1) | 2*a(n-2) + b(n-3) | 0) if n > 2\nb(n) -> a(n/2) + 3*b(n-1) if n > 0", &[], &[200]),
        ("w(x, y) -> (w(x-k, y) | w(x, y-k) | w(x-k, y-k)) for k in 1..max(x, y)", &[], &[40, 50]),
        ("e(x, y) -> e(min(x, y-k*x), max(x, y-k*x)) if x > 0 for k in 1..y/x", &[], &[30, 70]),
        // Division by zero, but not in a position that can be reached.
        ("e(x, y) -> e(min(x, y-k*x), max(x, y-k*x)) for k in 1..(y-1)/x", &[], &[30, 70]),
        (
            "p(w, h) -> p(a, h) + p(w-a, h) for a in 2..w-2\np(w, h) -> p(w, a) + p(w, h-a) for a in 2..h-2",
            &[],
            &[60, 40],
        ),
        ("f(n, q) -> f(n-k, 2*k) for k in 1..min(n, q)", &[], &[60, 59]),
        ("t(a, b, c) -> t(a-1, b+1, c) | t(a, b-2, c+1) | t(a, b, c-1)", &[], &[9, 9, 9]),
        (
            "data s\nfree(lo, hi) -> free(lo, a) + free(b, hi) for (a, b) in s if lo <= a and b <= hi",
            &[Val::list(pairs).unwrap()],
            &[0, 40],
        ),
    ];
    for (text, globals, start) in cases {
        let known = compare(text, globals, start);
        assert!(known > 20, "{text}: {known}");
    }
}

/// The order guessed from a few samples fails for rare moves: then there is no value, not a wrong one.
#[test]
fn what_comes_too_late_is_unknown() {
    let text = "g(n) -> g(n-1) | g(n-2)\ng(n) -> g(n+1) if n == 77";
    let game = game(text, &[]);
    let compiled = Arc::new(compile(&game, KindId::FIRST).unwrap());
    let (watch, mut meter) = (Watch::default(), game.meter.clone());
    let plan = plan(&compiled, &[(0, vec![1000])], &watch, &mut meter).unwrap().unwrap();
    let dense = Dense::fill(&compiled, &plan, &watch, &mut meter).unwrap();
    assert_eq!(dense.value(0, &[76]), Some(1));
    assert_eq!(dense.value(0, &[77]), None);
    assert_eq!(dense.value(0, &[1000]), None);
}
