//! Rules with infinitely many options, promises that play ends, misère play.

use super::{Case, tuples};
use crate::method::{Answer, Methods};
use crate::program::KindId;
use crate::value::Val;
use grundy::theorem::Theorem;
use grundy::theorem::pebbles::{Heaps, Pebbles};
use grundy::{Value, Watch};

const PEBBLES: &str =
    "param K\nheap(B, S) -> heap(B, s) for s in 0..S-1\nheap(B, S) -> heap(b, s) for b in 0..B-1, s in (B-b)*K..";

fn name(text: &str) -> String {
    Case::new(text, &[]).strategy()
}

fn methods(text: &str, k: i128) -> Methods {
    let case = Case::new(text, &[("K", Val::Int(k))]);
    case.methods(&Watch::default())
}

fn ints(numbers: &[i128]) -> Vec<Val> {
    numbers.iter().map(|&n| Val::Int(n)).collect()
}

#[test]
fn pebbles_are_recognised_however_they_are_written() {
    for text in [
        "h(B, S) -> h(B, s) for s in 0..S-1\nh(B, S) -> h(b, s) for b in 0..B-1, s in (B-b)*2..",
        "h(S, B) -> h(s, B) for s in 0..S-1\nh(S, B) -> h(s, B-t) for t in 1..B, s in t*2..",
        "h(x, y) -> h(x-t, 2*t + r) for t in 1..x, r in 0..\nh(x, y) -> h(x, y-k) for k in 1..y",
        "h(x, y) -> h(a, s) for a in 0..x for s in 0.. if s >= 2*(x - a) and a != x or a == x and s < y",
        "let least(x, a) = 2*(x - a)\nh(x, y) -> h(x, s) for s in 0..y if s < y\nh(x, y) -> h(a, s) for a in 0..x-1, s in least(x, a)..",
    ] {
        assert_eq!(name(text), "pebbles", "{text}");
    }
    for text in [
        "h(B, S) -> h(B, s) for s in 0..S-1\nh(B, S) -> h(b, s) for b in 0..B-1, s in (B-b)*2+1..",
        "h(B, S) -> h(B, s) for s in 0..S-2\nh(B, S) -> h(b, s) for b in 0..B-1, s in (B-b)*2..",
        "h(B, S) -> h(B, s) for s in 0..S-1\nh(B, S) -> h(b, s) for b in 1..B-1, s in (B-b)*2..",
        "h(B, S) -> h(B, s) for s in 0..S-1\nh(B, S) -> h(B-1, s) for s in 2..",
        "h(B, S) -> h(B, s) for s in 0..S-1\nh(B, S) -> h(b, s) for b in 0..B-1, s in (B-b)*2.. if s != 7",
        "h(B, S) -> h(B, s) for s in 0..S-1\nh(B, S) -> h(b, s) for b in 0..B-1, s in S..",
    ] {
        assert_ne!(name(text), "pebbles", "{text}");
    }
}

/// The general method on rules that the theorem would take.
#[test]
fn rows_agree_with_the_closed_form() {
    for k in 0..4 {
        let case = Case::new(PEBBLES, &[("K", Val::Int(k))]);
        assert_eq!(case.strategy(), "pebbles");
        let moves = case.integer_moves();
        let rows = crate::recognise::transfinite::rows(&moves, KindId::FIRST, 2).unwrap();
        let closed = Heaps { game: Pebbles::new(k as u128), swapped: false };
        let chosen = methods(PEBBLES, k);
        let watch = Watch::default();
        for (b, s) in (0..25).flat_map(|b| (0..30).map(move |s| (b, s))) {
            let (args, numbers) = (ints(&[b, s]), [b as u128, s as u128]);
            let expected = Value::from(Pebbles::new(k as u128).value(b as u128, s as u128).unwrap());
            assert_eq!(rows.value(&numbers, &watch).unwrap(), Some(expected.clone()), "{b} {s} {k}");
            assert_eq!(chosen[0].value(&args.into(), &watch), Ok(Answer::Known(expected)), "{b} {s} {k}");
            for wanted in ["0", "3", "w", "w*2+1", "w*30"] {
                let wanted = Value::from(wanted.parse::<grundy::Ordinal>().unwrap());
                let ours = rows.options(&numbers, &wanted, 10, &watch).unwrap().unwrap();
                let theirs = closed.options(&numbers, &wanted, 10, &watch).unwrap().unwrap();
                assert_eq!(ours.options, theirs.options, "{b} {s} {k} {wanted}");
            }
        }
    }
}

#[test]
fn other_rules_with_an_unbounded_range() {
    let watch = Watch::default();
    let value = |text: &str, args: &[i128]| {
        let case = Case::new(text, &[]);
        let value = case.methods(&watch)[0].value(&ints(args).into(), &watch);
        (case.strategy(), value.map(|value| value.map(|value| value.to_string())))
    };
    let shown = |strategy: &str, value: &str| (strategy.to_owned(), Ok(Answer::Known(value.to_owned())));
    // Any number of the second for one of the first; the second cannot be touched otherwise, or one by one.
    assert_eq!(value("g(a, b) -> g(a-1, s) for s in 0..", &[3, 9]), shown("take 1..1", "1"));
    assert_eq!(value("g(a, b) -> g(a-1, s) for s in 0..\ng(a, b) -> g(a, b-1)", &[3, 9]), shown("transfinite", "3"));
    // Nim heaps of ordinal size.
    let nim = "g(a, b, c) -> g(x, y, z) for x in 0..a-1, y in 0.., z in 0..\ng(a, b, c) -> g(a, y, z) for y in 0..b-1, z in 0..\ng(a, b, c) -> g(a, b, z) for z in 0..c-1";
    assert_eq!(value(nim, &[2, 0, 5]), shown("ordinal nim", "w^2*2+5"));
    // Three arguments, one of them unbounded.
    let text = "g(a, b, s) -> g(a, b, t) for t in 0..s-1\ng(a, b, s) -> (g(a-1, b, t) | g(a, b-1, t)) for t in 0..";
    assert_eq!(value(text, &[1, 0, 4]), shown("transfinite", "w+4"));
    assert_eq!(value(text, &[1, 1, 4]), shown("transfinite", "4"));
    // The range has an end after all: what is below 0 is no move.
    assert_eq!(value("g(n) -> g(n-k) for k in 1..", &[7]), shown("nim", "7"));
    // Two unbounded arguments in a way that rows do not cover; moves up without a promise.
    for text in [
        "g(a, b) -> g(x, b) for x in 0..",
        "g(n) -> g(m) for m in 0..n-1\ng(n) -> g(n+k) for k in 1..",
        "g(a, b) -> g(a-1, s) for s in b..\ng(a, b) -> g(a, b-1)",
    ] {
        assert_eq!(name(text), "refused", "{text}");
    }
    // Rows that reach each other are found out when they are asked for.
    let loops = "g(a, s) -> g(1-a, t) for t in 0..";
    assert!(value(loops, &[0, 0]).1.unwrap_err().to_string().contains("come back"));
}

/// Three arguments; with two it is stones and pebbles that cost nothing.
#[test]
fn ordinal_nim() {
    const LAST: &str = "g(a, b, c) -> g(a, b, z) for z in 0..c-1\n";
    const MIDDLE: &str = "g(a, b, c) -> g(a, y, z) for y in 0..b-1, z in 0..\n";
    const FIRST: &str = "g(a, b, c) -> g(x, y, z) for x in 0..a-1, y in 0.., z in 0..\n";
    for text in [
        format!("{FIRST}{MIDDLE}{LAST}"),
        format!("{LAST}{FIRST}g(a, b, c) -> g(a, b-k, z) for k in 1..b, z in 0.."),
        format!("{MIDDLE}{FIRST}g(a, b, c) -> g(a, b, c-k) for k in 1..c"),
        format!("{FIRST}g(a, b, c) -> g(a, y, z) for y in 0..b for z in 0.. if y < b or z < c"),
        format!("{FIRST}{MIDDLE}let below(n) = n - 1\ng(p, q, r) -> g(p, q, s) for s in 0..below(r)"),
    ] {
        assert_eq!(name(&text), "ordinal nim", "{text}");
    }
    for text in [
        format!("{FIRST}{MIDDLE}g(a, b, c) -> g(a, b, z) for z in 0..c-2"),
        format!("{FIRST}{LAST}g(a, b, c) -> g(a, y, z) for y in 0..b-1, z in 1.."),
        format!("{MIDDLE}{LAST}g(a, b, c) -> g(x, y, z) for x in 0..a-2, y in 0.., z in 0.."),
        format!("{MIDDLE}{LAST}g(a, b, c) -> g(a-1, y, z) for y in 0.., z in 0.."),
        format!("{MIDDLE}{LAST}g(a, b, c) -> g(x, y, z) for x in 0..a-1, y in 0.., z in 0.. if z != 4"),
    ] {
        assert_ne!(name(&text), "ordinal nim", "{text}");
    }
}

#[test]
fn rows_of_one_unbounded_argument() {
    for text in [
        "g(a, s) -> g(a-1, t) for t in 0..\ng(a, s) -> g(a, s-1)",
        "g(a, s) -> g(a-1, t) for t in 5..\ng(a, s) -> g(a, t) for t in 0..s-1",
        "g(s, a) -> g(t, b) for b in 0..a-1, t in a..\ng(s, a) -> g(t, a) for t in 0..s-1",
        "g(a, s) -> g(a-1, t) for t in 3*a..\ng(a, s) -> g(a, s-k) for k in 1..3",
        "g(a, b, s) -> g(a, b, t) for t in 0..s-1\ng(a, b, s) -> (g(a-1, b, t) | g(a, b-1, t)) for t in 0..",
    ] {
        assert_eq!(name(text), "transfinite", "{text}");
    }
    for text in [
        "g(a, b) -> g(x, b) for x in 0..",
        "g(a, s) -> g(a-1, t) for t in s..\ng(a, s) -> g(a, s-1)",
        "g(a, s) -> g(a-1, t) + g(0, s) for t in 0..",
        "g(a, s) -> g(a-1, t) for t in 0.. if s > 3\ng(a, s) -> g(a, s-1)",
        "g(a, s) -> g(a-1, t*t) for t in 0..\ng(a, s) -> g(a, s-1)",
    ] {
        assert_ne!(name(text), "transfinite", "{text}");
    }
}

#[test]
fn additions_that_can_be_undone() {
    for (strategy, text) in [
        ("nim, additions undone", "finite\nnim(n) -> nim(m) for m in 0..n-1\nnim(n) -> nim(n+k) for k in 1.."),
        ("nim, additions undone", "finite\nnim(n) -> nim(m) for m in 0..n+5 if m != n"),
        ("nim, additions undone", "finite\nnim(n) -> nim(n-k) for k in 1..n\nnim(n) -> nim(2*n) if n > 0"),
        ("take 1..3, additions undone", "finite\ng(n) -> g(n-k) for k in 1..3\ng(n) -> g(n+1) | g(n+3)"),
        (
            "product",
            "finite\np(x) -> p(x with [i] -= k) for i in 0..len(x)-1, k in 1..x[i]\np(x) -> p(x with [i] += k) for i in 0..len(x)-1, k in 1..",
        ),
        ("product", "finite\ng(x, y) -> (g(x-k, y) | g(x, y-k) | g(x+k, y)) for k in 1.."),
        ("nim", "finite\nnim(n) -> nim(m) for m in 0..n-1"),
        (
            "nim, additions undone",
            "finite\npoker(n, r) -> poker(n-k, r+k) for k in 1..n\npoker(n, r) -> poker(n+k, r-k) for k in 1..r",
        ),
        (
            "nim, additions undone",
            "finite\npoker(r, n) -> poker(r+n-m, m) for m in 0..n-1\npoker(r, n) -> poker(r-k, n+k) for k in 1..r",
        ),
        (
            "nim, additions undone",
            "finite\nn(a, g, b) -> (n(a+k, g-k, b) | n(a, g-k, b+k)) for k in 1..g\nn(a, g, b) -> n(a-k, g+k, b) for k in 1..a\nn(a, g, b) -> n(a, g+k, b-k) for k in 1..b",
        ),
        ("take 1..2, additions undone", "finite\ng(n, c) -> g(n-k, c+k) for k in 1..2\ng(n, c) -> g(n+1, c-1)"),
    ] {
        assert_eq!(name(text), strategy, "{text}");
    }
    let poker = "finite\npoker(r, n) -> poker(r+n-m, m) for m in 0..n-1\npoker(r, n) -> poker(r-k, n+k) for k in 1..r";
    let methods = Case::new(poker, &[]).methods(&Watch::default());
    let value = methods[0].value(&ints(&[3, 8]).into(), &Watch::default());
    assert_eq!(value, Ok(Answer::Known(Value::Finite(8))));
    for text in [
        "nim(n) -> nim(m) for m in 0..n-1\nnim(n) -> nim(n+1)",
        "finite\ng(n) -> g(n-k) for k in 1..3\ng(n) -> g(n+4)",
        "finite\ng(n) -> g(n-k) for k in 1..3\ng(n) -> g(n+k) for k in 1..",
        "finite\ng(n) -> g(m) for m in 0..n-2\ng(n) -> g(n+1)",
        "finite\ng(n) -> g(m) for m in 0..n-1\ng(n) -> g(n)",
        "poker(n, r) -> poker(n-k, r+k) for k in 1..n\npoker(n, r) -> poker(n+k, r-k) for k in 1..r",
        "finite\npoker(n, r) -> poker(n-k, r+k) for k in 1..n if k != r\npoker(n, r) -> poker(n+k, r-k) for k in 1..r",
        "finite\ng(n, c) -> g(n-k, c+k) for k in 1..2\ng(n, c) -> g(n+k, c-k) for k in 1..3",
        "finite\ng(n, c) -> g(n-k, c+1) for k in 1..n if c > 0\ng(n, c) -> g(n+k, c-k) for k in 1..c",
        "finite\nmisere\nnim(n) -> nim(m) for m in 0..n-1\nnim(n) -> nim(n+1)",
    ] {
        let found = name(text);
        assert!(["memo search", "refused", "misere search"].contains(&found.as_str()), "{found}: {text}");
    }
}

#[test]
fn misere_nim() {
    for text in [
        "misere\nnim(n) -> nim(m) for m in 0..n-1",
        "misere\npiles(p) -> piles(p with [i] -= k) for i in 0..len(p)-1, k in 1..p[i]",
        "misere\nrook(x, y) -> (rook(x-k, y) | rook(x, y-k)) for k in 1..max(x, y)",
        "misere\ng(n) -> g(n-k) for k in 1..n if n > 0",
        "misere\ng(n) -> g(m) for m in 1..n-1",
    ] {
        assert_eq!(name(text), "misere nim", "{text}");
    }
    for text in [
        "misere\ng(n) -> g(n-k) for k in 1..3",
        "misere\ng(n) -> g(m) for m in 0..n-2",
        "misere\ng(n) -> g(m) for m in 0..n-1\ng(n) -> g(a) + g(n-a) for a in 1..n-1",
        "misere\ns(p) -> s(p with [i] -= k, [i-1] += k) for i in 1..len(p)-1, k in 1..p[i]",
        "misere\ng(x, y) -> (g(x-k, y) | g(x, y-k) | g(x-k, y-k)) for k in 1..max(x, y)",
    ] {
        assert_eq!(name(text), "misere search", "{text}");
    }
    let case = Case::new("misere\npiles(p) -> piles(p with [i] -= k) for i in 0..len(p)-1, k in 1..p[i]", &[]);
    let methods = case.methods(&Watch::default());
    assert_eq!(methods[0].nim_heaps(&[Val::list(ints(&[3, 0, 4])).unwrap()].into()), Some(vec![3, 0, 4]));
}

#[test]
fn arguments_of_other_types_are_left_to_the_search() {
    let case = Case::new("nim(n) -> nim(m) for m in 0..n-1", &[]);
    let watch = Watch::default();
    let methods = case.methods(&watch);
    for arg in [Val::text("a"), Val::Bool(true), Val::list(vec![]).unwrap(), Val::Int(-1)] {
        assert_eq!(methods[0].value(&[arg].into(), &watch), Ok(Answer::NotMine));
    }
    let known = tuples(1, 3).into_iter().map(|args| methods[0].value(&args.into(), &watch).unwrap());
    assert!(known.eq((0..3).map(|n| Answer::Known(Value::Finite(n)))));
}
