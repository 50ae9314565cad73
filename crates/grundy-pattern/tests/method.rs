//! Patterns as a method of the engine: values, outcomes and winning moves at any size, and never a false one.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use grundy::{Outcome, Value, Watch};
use grundy_automata::Nat;
use grundy_pattern::Finder;
use grundy_rules::{Engine, Error, Library, Settings, catalogue};
use std::sync::Arc;

fn engine(rules: &str, observed: bool) -> Engine {
    let mut library = catalogue::library();
    library.add_rules("test", rules).unwrap();
    Engine::new(library, Watch::default()).with_patterns(Arc::new(Finder), observed)
}

/// The value of a position and the method that told it.
fn solved(engine: &Engine, position: &str) -> (String, String) {
    let sum = engine.sum(position, &Settings::default()).unwrap();
    let value = engine.sum_value(&sum).unwrap().to_string();
    (value, engine.strategy(&sum.terms[0].component).unwrap())
}

/// The first winning move of a position that is won.
fn winning(engine: &Engine, position: &str) -> String {
    let sum = engine.sum(position, &Settings::default()).unwrap();
    assert_eq!(engine.outcome(&sum).unwrap(), Outcome::Next, "{position}");
    engine.winning_moves(&sum, 1).unwrap().moves[0].to_string()
}

fn ten_to(exponent: u64) -> Nat {
    Nat::from(10_u64).pow(exponent, usize::MAX).unwrap()
}

/// MARK (Fraenkel): n is lost if and only if its binary form ends in an odd number of zeros.
const MARK: &str = "m(n) -> (m(n-1) | m(n/2)) if n > 0";

#[test]
fn small_positions_are_searched() {
    let engine = engine(MARK, false);
    assert_eq!(solved(&engine, "m(1000)").1, "memo search");
}

fn judged(rules: &str, input: &str) -> String {
    let mut out = String::new();
    engine(rules, false).judge("test", &Settings::default(), input, &mut |text| out.push_str(text)).unwrap();
    out.trim().to_owned()
}

/// How many n from 1 to `to` are lost in MARK, and their sum: those with an odd number of zeros at the end.
fn lost_in_mark(to: i128) -> (i128, i128) {
    let sum = |count: i128| count * (count + 1) / 2;
    let part =
        |power: i128| (to / power - to / (2 * power), power * sum(to / power) - 2 * power * sum(to / (2 * power)));
    let parts = (0..62).step_by(2).map(|zeros| part(2 << zeros));
    parts.fold((0, 0), |(count, total), part| (count + part.0, total + part.1))
}

#[test]
fn counts_by_the_automaton() {
    let rules = format!(
        "{MARK}\ninput a, b\nanswer len(x for x in a..b if not win(m(x))), sum(x for x in a..b if not win(m(x)))"
    );
    for (from, to) in [(1, 5_000_000_i128), (999, 1_000_000_000_000_000_000), (17, 4_300_000)] {
        let (below, all) = (lost_in_mark(from - 1), lost_in_mark(to));
        let expected = format!("{} {}", all.0 - below.0, all.1 - below.1);
        assert_eq!(judged(&rules, &format!("{from} {to}")), expected, "{from}..{to}");
    }
}

#[test]
fn counts_of_pairs_by_the_automaton() {
    // Positions of two numbers, in the digits of Fibonacci: the k-th lost pair is (a, a + k) with a + k = ⌊k·φ²⌋.
    let wythoff = "w(x, y) -> (w(x-k, y) | w(x, y-k) | w(x-k, y-k)) for k in 1..max(x, y)\n\
        input n\nanswer len(x for x in 0..n, y in x..n if not win(w(x, y))), len(x for x in 1..n, y in x+2..n if value(w(x, y)) == 0)";
    let n = 10_i128.pow(12);
    let larger = |k: i128| k + (k + (5 * k * k).isqrt()) / 2;
    let (mut low, mut high) = (0, n);
    while low < high {
        let middle = (low + high + 1) / 2;
        (low, high) = if larger(middle) <= n { (middle, high) } else { (low, middle - 1) };
    }
    assert_eq!(judged(wythoff, &n.to_string()), format!("{} {}", low + 1, low - 1));
}

#[test]
fn large_positions_by_the_pattern() {
    let engine = engine(MARK, false);
    for exponent in [25, 40, 300] {
        // 10^e ends in e zeros in binary.
        let sum = engine.sum(&format!("m(10^{exponent})"), &Settings::default()).unwrap();
        let lost = exponent % 2 == 1;
        assert_eq!(engine.outcome(&sum).unwrap() == Outcome::Previous, lost, "10^{exponent}");
        assert_eq!(engine.strategy(&sum.terms[0].component).unwrap(), "pattern");
        if !lost {
            let to = winning(&engine, &format!("m(10^{exponent})"));
            let after = to.split("-> ").nth(1).unwrap();
            let sum = engine.sum(after, &Settings::default()).unwrap();
            assert_eq!(engine.outcome(&sum).unwrap(), Outcome::Previous, "{to}");
        }
    }
}

#[test]
fn heaps_of_any_size_by_their_period() {
    let engine = engine(MARK, false);
    // Kayles has period 12 from 71 on, and 10^1000 = 4 (mod 12): published values 4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7 of 12k, 12k+1, …
    assert_eq!(solved(&engine, "kayles(10^1000)").0, "1");
    assert_eq!(solved(&engine, "0.77(10^1000)"), ("1".to_owned(), "heap code".to_owned()));
    assert_eq!(solved(&engine, "take{1,2,3}(10^99999)").0, "0");
    assert_eq!(solved(&engine, "take[2..5](10^1000 + 3)").0, {
        let mut n = ten_to(1000).add(&Nat::from(3_u64));
        (n.div_rem(7) / 2).to_string()
    });
    let play = winning(&engine, "kayles(10^1000) + 0.77(10^1000 + 1)");
    let (from, to) = play.split_once(" -> ").unwrap();
    let total = |text: &str| {
        let digits: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).filter(|part| part.len() > 900).collect();
        digits.iter().fold(Nat::ZERO, |sum, part| sum.add(&Nat::parse(part).unwrap()))
    };
    assert!(total(from) > total(to), "{play}");
}

#[test]
fn nim_of_any_size() {
    let engine = engine(MARK, false);
    let sum = engine.sum("nim(10^1000) + nim(7)", &Settings::default()).unwrap();
    let expected = ten_to(1000).xor(&Nat::from(7_u64));
    assert_eq!(engine.sum_value(&sum).unwrap(), Value::from(expected));
    let moves = engine.winning_moves(&sum, 5).unwrap();
    assert_eq!(moves.moves.iter().map(|play| play.to.to_string()).collect::<Vec<_>>(), ["nim(7)"]);
    let balanced = engine.sum("nim(10^1000) + nim(10^1000)", &Settings::default()).unwrap();
    assert_eq!(engine.outcome(&balanced).unwrap(), Outcome::Previous);
}

/// The lost positions are (⌊kφ⌋, ⌊kφ⌋ + k) (Wythoff 1907).
#[test]
fn a_winning_move_of_a_huge_wythoff() {
    let engine = engine(MARK, false);
    let sum = engine.sum("wythoff(10^1000, 7*10^999)", &Settings::default()).unwrap();
    assert!(engine.has_only_outcome(&sum).unwrap());
    assert_eq!(engine.outcome(&sum).unwrap(), Outcome::Next);
    let play = engine.winning_moves(&sum, 1).unwrap().moves[0].clone();
    let numbers = |text: String| -> Vec<Nat> {
        text.split(|c: char| !c.is_ascii_digit())
            .filter(|part| !part.is_empty())
            .map(|n| Nat::parse(n).unwrap())
            .collect()
    };
    let mut left = numbers(play.to.to_string());
    left.sort();
    // a = ⌊kφ⌋ with k = b − a: a² + ak − k² < … is decided by a < kφ < a + 1, that is a² − ak − k² < 0 < (a+1)² − (a+1)k − k².
    let (a, k) = (left[0].clone(), left[1].checked_sub(&left[0]).unwrap());
    let below = |a: &Nat| a.mul(a) < a.mul(&k).add(&k.mul(&k));
    assert!(below(&a) && !below(&a.add(&Nat::from(1_u64))), "{play}");
    let from = [ten_to(1000), ten_to(999).mul(&Nat::from(7_u64))];
    let to = numbers(play.to.to_string());
    let taken: Vec<Nat> = from.iter().zip(&to).map(|(x, y)| x.checked_sub(y).unwrap()).collect();
    assert!(taken[0].is_zero() || taken[1].is_zero() || taken[0] == taken[1], "{play}");
}

#[test]
fn a_lost_set_of_one_part_does_not_answer_a_sum() {
    let engine = engine(MARK, false);
    let sum = engine.sum("wythoff(10^1000, 7*10^999) + nim(1)", &Settings::default()).unwrap();
    let error = engine.outcome(&sum).unwrap_err();
    assert_eq!(error.exit_code(), 2, "{error}");
}

#[test]
fn what_nobody_reads_is_refused() {
    let engine = engine("sq(n) -> sq(n-k*k) for k in 1..isqrt(n)", false);
    for expr in ["sq(10^1000)", "cram(10^40, 2)", "nim(3) + sq(10^60)"] {
        let refused = engine.sum(expr, &Settings::default()).and_then(|sum| engine.outcome(&sum));
        assert!(matches!(refused, Err(Error::Bad(_))), "{expr}: {refused:?}");
    }
    for expr in ["nim(10^100001)", "10^50*nim(3)", "sum(nim(k) for k in 1..10^50)", "nim(0-10^50)", "nim(10^50/10^45)"]
    {
        assert!(matches!(engine.sum(expr, &Settings::default()), Err(Error::Bad(_))), "{expr}");
    }
}

#[test]
fn misere_outcomes_at_any_size() {
    let mut library = Library::new();
    library.add_rules("test", "misere\ng(n) -> g(n-k) for k in 1..3").unwrap();
    let engine = Engine::new(library, Watch::default()).with_patterns(Arc::new(Finder), false);
    // Who must take the last bean loses: n is lost if n mod 4 = 1.
    for (n, lost) in [("10^30 + 1", true), ("10^1000", false), ("10^1000 + 1", true), ("10^1000 + 6", false)] {
        let sum = engine.sum(&format!("g({n})"), &Settings::default()).unwrap();
        assert_eq!(engine.outcome(&sum).unwrap() == Outcome::Previous, lost, "{n}");
        assert_eq!(engine.winning_moves(&sum, 3).unwrap().moves.is_empty(), lost, "{n}");
    }
}

#[test]
fn lists_and_tables() {
    let engine = engine("r(a) -> r(sort(a with [i] -= k)) for i in 0..len(a)-1, k in 1..2*a[i]", false);
    let sum = engine.sum("r([10^40, 10^40])", &Settings::default());
    assert!(sum.is_ok_and(|sum| engine.outcome(&sum).is_ok()));
}

#[test]
fn loops_have_no_pattern_and_are_answered_all_the_same() {
    let engine = engine("spin(x) -> spin(1-x)\nstep(x) -> step(1-x) | 0", false);
    for (position, outcome) in [("spin(0)", Outcome::Draw), ("3*spin(1)", Outcome::Draw), ("step(0)", Outcome::Next)] {
        let sum = engine.sum(position, &Settings::default()).unwrap();
        assert_eq!(engine.outcome(&sum).unwrap(), outcome, "{position}");
        assert!(engine.pattern(&sum.terms[0].component).unwrap().is_none(), "{position}");
    }
}

/// What is searched for formulas keeps to its limits: expressions are no positions, and a sum of thousands of parts is refused.
#[test]
fn the_search_for_formulas_keeps_to_its_limits() {
    use grundy::Limits;
    use grundy_pattern::pattern::{Wanted, find};
    let found = |rules: &str, limits: Limits| {
        let settings = [Settings::default()];
        let wanted = Wanted { name: "test", rules, kind: None, settings: &settings, to: None };
        find(&wanted, &Watch::new(limits))
    };
    let few = Limits { positions: 1000, ..Limits::default() };
    let wythoff = "w(x, y) -> (w(x-k, y) | w(x, y-k) | w(x-k, y-k)) for k in 1..max(x, y)";
    assert!(found(wythoff, few).is_ok());
    let long = |between: &str, count: usize| {
        let parts: Vec<String> = (1..=count).map(|k| format!("g(n-{k})")).collect();
        format!("g(n) -> {}", parts.join(between))
    };
    assert!(found(&long(" + ", 1000), few).is_ok());
    let refused = found(&long(" | ", 20_000), few);
    assert!(refused.is_err_and(|error| error.to_string().contains("at most 65536")));
}
