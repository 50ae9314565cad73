//! Even numbers of copies: they cancel where the position has a value, and nowhere else.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::game::{self, Either};
use grundy::solve::{Error as Unsolved, Play, Retrograde};
use grundy::{Limits, Outcome, Stop, Value, Watch};
use grundy_rules::value::Val;
use grundy_rules::{Engine, Error, Library, Limit, Settings};
use proptest::prelude::*;
use std::convert::Infallible;
use std::ops::ControlFlow;

fn library(text: &str) -> Library {
    let mut library = Library::new();
    library.add_rules("file", text).unwrap_or_else(|errors| panic!("{errors}"));
    library
}

/// Every way to solve: all of them must say the same.
fn engines(text: &str) -> [Engine; 3] {
    let engine = || Engine::new(library(text), Watch::default());
    [engine(), engine().without_tables(), engine().without_shortcuts()]
}

fn judge(text: &str, input: &str) -> Result<String, Error> {
    let mut out = String::new();
    Engine::new(library(text), Watch::default())
        .judge("file", &Settings::default(), input, &mut |text| out.push_str(text))?;
    Ok(out)
}

const LOOP: &str = "loop(n) -> 2*loop(n)";
const SPIN: &str = "spin(x) -> spin(1-x)\nnim(n) -> nim(m) for m in 0..n-1";

#[test]
fn what_only_doubles_itself_is_a_draw() {
    for n in ["0", "3"] {
        assert_eq!(judge(&format!("{LOOP}\ninput n\nplay loop(n)\nanswer win, draw"), n).unwrap(), "false true\n");
        let refused = judge(&format!("{LOOP}\ninput n\nplay loop(n)\nanswer value"), n).unwrap_err();
        assert_eq!(refused.exit_code(), 2, "{refused}");
    }
    let misere = format!("misere\n{LOOP}\ninput n\nplay loop(n)\nanswer win, draw");
    assert_eq!(judge(&misere, "1").unwrap(), "false true\n");
}

#[test]
fn what_goes_round_is_a_draw_however_often() {
    for k in 1..6 {
        let text = format!("{SPIN}\ninput k\nplay k * spin(0)\nanswer win, draw");
        assert_eq!(judge(&text, &k.to_string()).unwrap(), "false true\n", "{k}");
        let refused = judge(&format!("{SPIN}\ninput k\nanswer value(k * spin(0))"), &k.to_string()).unwrap_err();
        assert_eq!(refused.exit_code(), 2, "{refused}");
    }
    let text =
        format!("{SPIN}\ninput n\nanswer draw(2*spin(0) + nim(n)), win(2*spin(0) + nim(n)), win(2*nim(n) + nim(1))");
    assert_eq!(judge(&text, "1").unwrap(), "true false true\n");
}

#[test]
fn a_won_position_that_may_go_round_is_drawn_twice_or_three_times() {
    // From 1 the token goes to 0, where it is stuck, or it stays: one token is won, several are not.
    let rules = "t(v) -> (t(0) | t(v)) if v == 1";
    let text = format!("{rules}\ninput k\nplay k * t(1)\nanswer win, draw");
    assert_eq!(judge(&text, "1").unwrap(), "true false\n");
    for k in ["2", "3", "4"] {
        assert_eq!(judge(&text, k).unwrap(), "false true\n", "{k}");
    }
}

#[test]
fn huge_numbers_of_copies_cancel_at_once() {
    let text = "nim(n) -> nim(m) for m in 0..n-1\ntwo(n) -> 10^18 * two(n-1) | two(n-2)";
    for engine in engines(text) {
        let sum = |text: &str| engine.sum(text, &Settings::default()).unwrap();
        assert_eq!(engine.outcome(&sum("10^18 * nim(7)")).unwrap(), Outcome::Previous);
        assert_eq!(engine.sum_value(&sum("10^18 * nim(7) + nim(3)")).unwrap(), Value::Finite(3));
        // Unseen, too: a heap that no search would end with.
        assert_eq!(engine.sum_value(&sum("2 * nim(10^30) + 4 * two(10^30) + nim(3)")).unwrap(), Value::Finite(3));
        // An even number of copies has value 0.
        let values: Vec<Value> = (0..6).map(|n| engine.sum_value(&sum(&format!("two({n})"))).unwrap()).collect();
        let mut expected = vec![0_u64, 1];
        (2..6).for_each(|n| expected.push(grundy::mex([0, expected[n - 2]])));
        assert_eq!(values, expected.into_iter().map(|v| Value::Finite(v.into())).collect::<Vec<_>>());
    }
}

#[test]
fn tables_do_not_cancel_what_has_no_value() {
    // h goes round; an option with two copies of it has no value, so g(n) has none from 1 on.
    let text = "g(n) -> g(n-1)\ng(n) -> 2*h(n) if n > 0\nh(n) -> h(n)";
    let engine = Engine::new(library(text), Watch::default());
    let refused = engine.table("g", &Settings::default(), &[0..=9000]).unwrap_err();
    assert_eq!(refused.exit_code(), 2, "{refused}");
    for engine in engines(text) {
        let sum = |n: u32| engine.sum(&format!("g({n})"), &Settings::default()).unwrap();
        assert_eq!(engine.sum_value(&sum(0)).unwrap(), Value::Finite(0));
        assert_eq!(engine.sum_value(&sum(9000)).unwrap_err().exit_code(), 2);
        // g(1) is won by moving to g(0); g(2) only has a won option and a draw.
        let outcomes = [1, 2, 3].map(|n| engine.outcome(&sum(n)).unwrap());
        assert_eq!(outcomes, [Outcome::Next, Outcome::Draw, Outcome::Draw]);
    }
}

#[test]
fn an_option_without_a_value_is_no_winning_move() {
    // From 2 to 1 or to the pair; only the former wins.
    let text = "g(n) -> g(0) if n == 2\ng(n) -> 2*h(0) if n == 2\nh(n) -> h(1-n) | g(2)";
    let engine = Engine::new(library(text), Watch::default());
    let sum = engine.sum("g(2)", &Settings::default()).unwrap();
    let found = engine.winning_moves(&sum, 10).unwrap();
    assert_eq!((found.moves.len(), found.complete), (1, true));
    assert_eq!(found.moves[0].to_string(), "g(2) -> g(0)");
}

#[test]
fn additions_without_an_end_are_refused_at_once() {
    let text = "nim(n) -> nim(m) for m in 0..n-1\nnim(n) -> nim(n+k) for k in 1..2\ninput n\nplay nim(n)\nanswer win";
    let refused = judge(text, "5").unwrap_err();
    assert_eq!(refused.exit_code(), 2, "{refused}");
}

#[test]
fn misere_sums_keep_to_their_limits() {
    let text = "misere\nk(n) -> k(a) + k(n-t-a) for t in 1..2, a in 0..n-t";
    let terms: Vec<String> = (20..40).map(|n| format!("k({n})")).collect();
    let limits = Limits { positions: 1000, ..Limits::default() };
    let engine = Engine::new(library(text), Watch::new(limits));
    let sum = engine.sum(&terms.join(" + "), &Settings::default()).unwrap();
    let stopped = engine.outcome(&sum).unwrap_err();
    let Error::Limit(limit) = stopped else { panic!("{stopped}") };
    assert_eq!(*limit.bare(), Limit::Stop(Stop::Positions { limit: 1000, found: 1001 }));
}

#[test]
fn growth_under_misere_play_is_refused() {
    // Every move but adding loses, so play goes on for ever; no bounded search shows it.
    let text = "misere\ng(n) -> g(n) + 2*h(1) | 2*h(1)\nh(n) -> h(n-1)\nanswer draw(g(0)), win(g(0) + h(1))";
    assert_eq!(judge(text, "").unwrap_err().exit_code(), 2);
    let text = text.replace("draw(g(0)), ", "");
    assert_eq!(judge(&text, "").unwrap(), "true\n");
}

const NODES: i128 = 5;

/// Moves `k` copies of `w` and `l` copies of `x`, from `u`.
type Arrow = (i128, i128, i128, i128, i128);

fn data(arrows: &[Arrow]) -> Settings {
    let row = |&(u, k, w, l, x): &Arrow| Val::list([u, k, w, l, x].map(Val::Int).to_vec()).unwrap();
    let list = Val::list(arrows.iter().map(row).collect::<Vec<_>>()).unwrap();
    Settings { data: vec![("e".to_owned(), list)], ..Settings::default() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Random rules with copies, beside a Nim heap, against the solver of the core, which is compared with the definition.
    #[test]
    fn copies_count_as_they_should(
        arrows in prop::collection::vec((0..NODES, 0..4_i128, 0..NODES, 0..3_i128, 0..NODES), 0..9),
        terms in prop::collection::vec((1..4_u128, 0..NODES), 1..3),
        heap in 0..4_u128,
    ) {
        let text = "data e\nt(v) -> k*t(w) + l*t(x) for (u, k, w, l, x) in e if u == v\nnim(n) -> nim(m) for m in 0..n-1";
        let left = |v: &i128| {
            let of = arrows.iter().filter(|arrow| arrow.0 == *v);
            let moves = of.map(|&(_, k, w, l, x)| [(k, w), (l, x)]).map(|parts| {
                parts.into_iter().flat_map(|(count, part)| std::iter::repeat_n(part, count as usize)).collect()
            });
            moves.collect::<Vec<Vec<i128>>>()
        };
        let mut plain = Retrograde::new((game::from_moves(left), game::from_options(|&n: &u128| 0..n)));
        let written: Vec<String> = terms.iter().map(|(count, v)| format!("{count}*t({v})")).collect();
        let expr = format!("{} + nim({heap})", written.join(" + "));
        let mut sum: Vec<_> = terms.iter().map(|&(count, v)| (count, Either::Left(v))).collect();
        sum.push((1, Either::Right(heap)));
        for engine in engines(text) {
            let asked = engine.sum(&expr, &data(&arrows)).unwrap();
            let expected: Result<_, Unsolved<Either<i128, u128>, Infallible>> = plain.outcome(&sum, Play::Normal);
            prop_assert_eq!(engine.outcome(&asked).unwrap(), expected.unwrap(), "{}", &expr);
            match plain.sum_value(&sum).unwrap() {
                Value::Loopy(_) => prop_assert_eq!(engine.sum_value(&asked).unwrap_err().exit_code(), 2),
                value => prop_assert_eq!(engine.sum_value(&asked).unwrap(), value),
            }
            let found = engine.winning_moves(&asked, 1000).unwrap();
            let expected = plain.winning_moves(&sum, Play::Normal, 1000).unwrap();
            prop_assert_eq!(found.moves.is_empty(), expected.is_empty());
            for play in &found.moves {
                let mut left = sum.clone();
                left[play.component].0 -= 1;
                for (count, part) in play.to.terms.iter().map(|term| (&term.count, &term.component)) {
                    let Val::Int(n) = part.args()[0] else { panic!("an integer") };
                    let is_nim = part.name() == "nim";
                    left.push((*count, if is_nim { Either::Right(n as u128) } else { Either::Left(n) }));
                }
                prop_assert_eq!(plain.outcome(&left, Play::Normal).unwrap(), Outcome::Previous);
            }
        }
        let misere = Engine::new(library(&format!("misere\n{text}")), Watch::default());
        let asked = misere.sum(&expr, &data(&arrows)).unwrap();
        match plain.outcome(&sum, Play::Misere) {
            Ok(expected) => prop_assert_eq!(misere.outcome(&asked).unwrap(), expected),
            Err(_) => prop_assert_eq!(misere.outcome(&asked).unwrap_err().exit_code(), 2),
        }
    }
}

#[test]
fn options_are_listed_with_their_copies() {
    let engine = Engine::new(library(LOOP), Watch::default());
    let sum = engine.sum("loop(1)", &Settings::default()).unwrap();
    let mut counts = Vec::new();
    engine
        .options(&sum.terms[0].component, &mut |option| {
            counts.extend(option.terms.iter().map(|term| term.count));
            ControlFlow::Continue(())
        })
        .unwrap();
    assert_eq!(counts, [2]);
}
