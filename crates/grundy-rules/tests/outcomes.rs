//! Rules of which a theorem tells who wins: rewordings that are recognised, near misses that are not; all compared with the definition.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::{Limits, Outcome, Watch};
use grundy_rules::value::Val;
use grundy_rules::{Engine, Library, Settings};

/// So few positions may be searched that every larger one is left to theorems.
const FEW: u64 = 8;

fn engine(rules: &str, positions: Option<u64>) -> Engine {
    let mut library = Library::new();
    library.add_rules("test", rules).unwrap_or_else(|error| panic!("{rules}\n{error}"));
    let limits = positions.map_or_else(Limits::default, |positions| Limits { positions, ..Limits::default() });
    Engine::new(library, Watch::new(limits))
}

/// The name of the first kind with a rule, and how many arguments it has.
fn kind(rules: &str) -> (&str, usize) {
    let line = rules.lines().find(|line| line.contains("->")).unwrap();
    let (name, args) = line.split_once('(').unwrap();
    (name, args.split(')').next().unwrap().split(',').count())
}

/// Small positions of the first kind: numbers, or for one argument lists without zeros.
fn small(rules: &str) -> Vec<String> {
    let (name, arity) = kind(rules);
    let tuples = |length: u32, from: u32, end: u32| {
        (0..(end - from).pow(length)).map(move |code| {
            let number = |place| (from + code / (end - from).pow(place) % (end - from)).to_string();
            (0..length).map(number).collect::<Vec<_>>().join(", ")
        })
    };
    match arity {
        1 => (0..5).flat_map(|length| tuples(length, 1, 6).map(move |list| format!("{name}([{list}])"))).collect(),
        2 => tuples(2, 0, 10).map(|args| format!("{name}({args})")).collect(),
        _ => tuples(arity as u32, 0, 5).map(|args| format!("{name}({args})")).collect(),
    }
}

/// The name of the theorem that tells who wins positions of the first kind, after a comparison with the definition.
fn outcome(rules: &str, set: &[(&str, Val)]) -> Option<String> {
    let data = set.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let settings = Settings { data, ..Settings::default() };
    let (quick, plain) = (engine(rules, Some(FEW)), engine(rules, None).without_shortcuts());
    let mut told = None;
    for position in small(rules) {
        let sum = quick.sum(&position, &settings).unwrap();
        let expected = plain.outcome(&plain.sum(&position, &settings).unwrap()).unwrap();
        let Ok(found) = quick.outcome(&sum) else { continue };
        assert_eq!(found, expected, "{rules}\n{position}");
        if !quick.has_only_outcome(&sum).unwrap_or(false) {
            continue;
        }
        told = Some(quick.strategy(&sum.terms[0].component).unwrap());
        let moves = quick.winning_moves(&sum, 100).unwrap();
        assert_eq!(moves.moves.is_empty(), expected == Outcome::Previous, "{rules}\n{position}");
        for play in &moves.moves {
            let from = plain.sum(&position, &settings).unwrap();
            let mut left = Vec::new();
            plain
                .options(&from.terms[0].component, &mut |option| {
                    left.push(option);
                    std::ops::ControlFlow::Continue(())
                })
                .unwrap();
            let after = left.iter().find(|option| option.key() == play.to.key());
            let after = after.unwrap_or_else(|| panic!("{rules}\n{position}: {play} is no move"));
            assert_eq!(plain.outcome(after).unwrap(), Outcome::Previous, "{rules}\n{play}");
        }
    }
    told
}

fn are(name: &str, texts: &[&str]) {
    texts.iter().for_each(|text| assert_eq!(outcome(text, &[]).as_deref(), Some(name), "{text}"));
}

fn are_not(name: &str, texts: &[&str]) {
    texts.iter().for_each(|text| assert_ne!(outcome(text, &[]).as_deref(), Some(name), "{text}"));
}

#[test]
fn lines() {
    are(
        "lines",
        &[
            "wythoff(x, y) -> (wythoff(x-k, y) | wythoff(x, y-k) | wythoff(x-k, y-k)) for k in 1..max(x, y)",
            "q(b, a) -> q(b, m) for m in 0..a-1\nq(b, a) -> q(m, a) for m in 0..b-1\nq(b, a) -> q(b-t, a-t) for t in 1..min(a, b)",
            "g(x, y) -> (g(x-k, y-k) | g(x, y-k)) for k in 1..y\ng(x, y) -> g(x-1-k, y) for k in 0..x",
            "g(x, y) -> (g(x-k, y) | g(x, y-k) | g(x-3*k, y-3*k)) for k in 1..x+y",
            "g(x, y) -> (g(x-k, y) | g(x, y-k) | g(x-2*k, y-k)) for k in 1..x+y",
            "g(x, y) -> g(x, m) for m in 0..y-1\ng(x, y) -> g(x-2*k, y-2*k) for k in 1..x",
            "g(x, y, z) -> (g(x-k, y, z) | g(x, y-k, z) | g(x, y, z-k) | g(x-k, y-k, z-k)) for k in 1..max(x, y, z)",
            "g(x, y, z) -> (g(x-k, y, z) | g(x, y-k, z) | g(x, y, z-k) | g(x-k, y-k, z)) for k in 1..x+y+z",
        ],
    );
    are_not(
        "lines",
        &[
            "g(x, y) -> (g(x-k, y) | g(x, y-k) | g(x-k, y-k)) for k in 1..3",
            "g(x, y) -> (g(x-k, y) | g(x, y-k) | g(x-k, y-k)) for k in 2..x+y",
            "g(x, y) -> (g(x-k, y) | g(x, y-k)) for k in 1..x+y\ng(x, y) -> g(x-k, y-k) for k in 1..x if k != 2",
            "g(x, y) -> (g(x-k, y) | g(x, y-k)) for k in 1..x+y\ng(x, y) -> g(x-k, y-m) for k in 1..x, m in 1..y",
            "g(x, y) -> (g(x-2*k, y) | g(x, y-2*k) | g(x-k, y-k)) for k in 1..x+y",
            "g(x, y) -> (g(x-k, y) | g(x, y-k) | g(x-k, y-k)) for k in 1..x+y\ng(x, y) -> 0 if x == 3 and y == 1",
        ],
    );
}

#[test]
fn dynamic_nim() {
    are(
        "dynamic nim",
        &[
            "pile(n, q) -> pile(n-k, 2*k) for k in 1..min(n, q)",
            "g(most, beans) -> g(2*t, beans-t) for t in 1..most",
            "g(n, last) -> g(n-k, k) for k in 1..2*last",
            "g(n, q) -> g(m, 2*n - 2*m) for m in 0..n-1 if n - m <= q",
            "g(n, q) -> g(n-k, k) for k in 1..q",
            "g(n, q) -> g(n-k, 3*k+1) if q > 0 for k in 1..n if k <= q",
            "g(n, q) -> g(n-k-1, k) for k in 0..q",
        ],
    );
    are_not(
        "dynamic nim",
        &[
            "g(n, q) -> g(n-k, 2*k) for k in 1..q if k != 3",
            "g(n, q) -> g(n-k, k/2) for k in 1..q",
            "g(n, q) -> g(n-k, 2*k) for k in 2..q",
            "g(n, q) -> g(n-k, 2*k) for k in 1..q if n != 7",
            "g(n, q) -> g(n-k, q) for k in 1..q",
            "g(n, q) -> g(n-k, 2*k) for k in 0..q if k > 0 or n == 2\ng(n, q) -> 0 if n == 4",
        ],
    );
}

#[test]
fn shortcuts() {
    let pairs = |pairs: &[(i128, i128)]| {
        let pair = |&(a, b): &(i128, i128)| Val::list(vec![Val::Int(a), Val::Int(b)]).unwrap();
        Val::list(pairs.iter().map(pair).collect::<Vec<_>>()).unwrap()
    };
    let bad = [("bad", pairs(&[(0, 2), (3, 1), (5, 5), (2, 6), (7, 7), (-1, 3)]))];
    for text in [
        "data bad\ng(a, b) -> g(x, b) if (a, b) not in bad for x in 0..a-1\ng(a, b) -> g(a, y) if (a, b) not in bad for y in 0..b-1",
        "data bad\ng(p, q) -> (g(p-k, q) | g(p, q-k)) for k in 1..p+q if not (p, q) in bad",
        "data bad\ng(p, q) -> (g(p-k, q) | g(p, q-k)) for k in 1..p+q if not any(x == p and q == y for (x, y) in bad)",
        "data bad\nlet over(p, q) = any(q == y and x == p for (x, y) in bad)\ng(p, q) -> (g(p-k, q) | g(p, q-k)) for k in 1..p+q if not over(p, q)",
        "data bad\ng(a, b) -> g(x, b) for x in 0..a-1 if [b, a] not in bad\ng(c, d) -> g(c, d-k) if [d, c] not in bad for k in 1..d",
        "data bad\nlet over = [(x, y) for (x, y) in bad]\ng(a, b) -> (g(a-k, b) | g(a, b-k)) if (a, b) not in over for k in 1..max(a, b)",
        "data bad\ng(x, y) -> g(x, j) if (x, y) not in bad for j in y+1..9\ng(x, y) -> g(i, y) if (x, y) not in bad for i in x+1..9",
        "data bad\ng(x, y) -> g(x, y-j) if (x, y) not in bad for j in 1..y\ng(x, y) -> g(i, y) if (x, y) not in bad for i in x+1..12",
    ] {
        assert_eq!(outcome(text, &bad).as_deref(), Some("shortcuts"), "{text}");
    }
    for text in [
        "data bad\ng(a, b) -> g(x, b) if (a, b) not in bad for x in 0..a-1\ng(a, b) -> g(a, y) for y in 0..b-1",
        "data bad\ng(p, q) -> (g(p-k, q) | g(p, q-k)) for k in 1..p+q if not any(x == p or q == y for (x, y) in bad)",
        "data bad\ng(p, q) -> (g(p-k, q) | g(p, q-k)) for k in 1..p+q if not any(x == p and q == x for (x, y) in bad)",
        "data bad\ng(a, b) -> g(x, b) if (a, b) not in bad for x in 0..a-1\ng(a, b) -> g(a, y) if (b, a) not in bad for y in 0..b-1",
        "data bad\ng(a, b) -> g(x, b) if (a, b) in bad for x in 0..a-1\ng(a, b) -> g(a, y) if (a, b) in bad for y in 0..b-1",
        "data bad\ng(a, b) -> g(x, b) if (a, b) not in bad for x in 0..a-2\ng(a, b) -> g(a, y) if (a, b) not in bad for y in 0..b-1",
        "data bad\ng(a, b) -> g(x, b) for x in 0..a-1 if (x, b) not in bad\ng(a, b) -> g(a, y) for y in 0..b-1 if (a, y) not in bad",
    ] {
        assert_ne!(outcome(text, &bad).as_deref(), Some("shortcuts"), "{text}");
    }
}

#[test]
fn both_ends() {
    are(
        "both ends",
        &[
            "row(p) -> row([v] ++ p[1:]) if len(p) > 0 for v in 1..p[0]-1\nrow(p) -> row(p[:len(p)-1] ++ [v]) if len(p) > 0 for v in 1..p[len(p)-1]-1\nrow(p) -> (row(p[1:]) | row(p[:len(p)-1])) if len(p) > 0",
            "r(a) -> (r(a[1:]) | r(a[0:len(a)-1])) if len(a) >= 1\nr(a) -> r(a with [0] = m) if len(a) > 0 for m in 1..a[0]-1\nr(a) -> r(a with [len(a)-1] -= k) if 0 < len(a) for k in 1..a[len(a)-1]-1",
            "r(a) -> r(a[1:]) if len(a) > 0\nr(a) -> r(a[:len(a)-1]) if len(a) > 1\nr(a) -> r(a with [0] -= k) if len(a) > 0 for k in 1..a[0] if k < a[0]\nr(a) -> r(a with [len(a)-1] -= k) if len(a) > 1 for k in 1..a[len(a)-1]-1",
        ],
    );
    are_not(
        "both ends",
        &[
            "r(p) -> r([v] ++ p[1:]) if len(p) > 0 for v in 1..p[0]-1\nr(p) -> r(p[:len(p)-1] ++ [v]) if len(p) > 0 for v in 1..p[len(p)-1]-1\nr(p) -> r(p[1:]) if len(p) > 0",
            "r(p) -> r([v] ++ p[1:]) if len(p) > 0 for v in 1..p[0]-1\nr(p) -> (r(p[1:]) | r(p[:len(p)-1])) if len(p) > 0",
            "r(p) -> r([v] ++ p[1:]) if len(p) > 0 for v in 2..p[0]-1\nr(p) -> r(p[:len(p)-1] ++ [v]) if len(p) > 0 for v in 1..p[len(p)-1]-1\nr(p) -> (r(p[1:]) | r(p[:len(p)-1])) if len(p) > 0",
            "r(p) -> r(p with [i] -= k) for i in 0..len(p)-1, k in 1..p[i]-1\nr(p) -> (r(p[1:]) | r(p[:len(p)-1])) if len(p) > 0",
        ],
    );
}

/// Where the search for the value is given up, who wins is told all the same, with a winning move.
#[test]
fn middle_sizes() {
    for (rules, position, name) in [
        ("g(n, q) -> g(n-k, 2*k) for k in 1..min(n, q)", "g(4001, 2)", "dynamic nim"),
        ("g(n) -> g(n-d) for d in divisors(n) if 1 < d and d < n", "g(10000000)", "take a divisor"),
        ("g(x, y) -> (g(x-k, y) | g(x, y-k) | g(x-2*k, y-2*k)) for k in 1..max(x, y)", "g(1000, 3000)", "lines"),
        ("g(a, b) -> (g(a-k, b) | g(a, b-k)) if (a, b) not in [(2, 3)] for k in 1..a+b", "g(1000, 3000)", "shortcuts"),
    ] {
        let mut library = Library::new();
        library.add_rules("test", rules).unwrap();
        let engine = Engine::new(library, Watch::new(Limits { memory: 1 << 20, ..Limits::default() }));
        let sum = engine.sum(position, &Settings::default()).unwrap();
        assert!(engine.has_only_outcome(&sum).unwrap(), "{rules}");
        assert_eq!(engine.strategy(&sum.terms[0].component).unwrap(), name);
        assert_eq!(engine.outcome(&sum).unwrap(), Outcome::Next, "{rules}");
        let play = engine.winning_moves(&sum, 1).unwrap().moves.remove(0);
        assert_eq!(engine.outcome(&play.to).unwrap(), Outcome::Previous, "{rules}\n{play}");
        // Small ones keep their values.
        let engine = self::engine(rules, None);
        let small =
            engine.sum(if name == "take a divisor" { "g(60)" } else { "g(6, 7)" }, &Settings::default()).unwrap();
        assert!(!engine.has_only_outcome(&small).unwrap(), "{rules}");
        assert!(engine.sum_value(&small).is_ok(), "{rules}");
    }
}

/// Options of which a theorem does not speak are left out of the list, which then says so: nothing is searched for them.
#[test]
fn lists_that_are_cut_off() {
    let engine = engine("g(n) -> g(n-k) for k in 1..n if gcd(n, k) == 1", None);
    for position in ["g(1000000001)", "g(999999999999)"] {
        let sum = engine.sum(position, &Settings::default()).unwrap();
        let found = engine.winning_moves(&sum, 100).unwrap();
        assert!(!found.moves.is_empty() && !found.complete, "{position}");
        assert!(engine.steps() < 1 << 28, "{position}");
    }
}

/// Play of a factor may go round: then the product is searched as without the theorem.
#[test]
fn products_of_games_without_an_end() {
    for a in ["1..x", "0..x", "[x-1, x+1]"] {
        let rules = format!("g(x, y) -> g(a, y) + g(x, b) + g(a, b) for a in {a}, b in 0..y-1");
        let engine = engine(&rules, Some(2000));
        let sum = engine.sum("g(1, 1)", &Settings::default()).unwrap();
        assert_ne!(engine.strategy(&sum.terms[0].component).ok().as_deref(), Some("tartan"), "{rules}");
        if a != "[x-1, x+1]" {
            assert_eq!(engine.outcome(&sum).unwrap(), Outcome::Draw, "{rules}");
        }
    }
}
