//! Sentences that were once said without being true, and those that stand in their place.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::Watch;
use grundy_report::{Error, Explanation, Hint, Reply, Report, Resistance, Verdict, find_move, to_json};
use grundy_rules::{Engine, Settings, Sum, catalogue};

/// Two positions that lead to each other.
const SPIN: &str = "spin(x) -> spin(1-x)";
/// The same with a way out of position 1, to a last move.
const TOKEN: &str = "tok(v) -> tok(1) if v == 0\ntok(v) -> (tok(0) | tok(2)) if v == 1\ntok(v) -> tok(3) if v == 2";
const MISERE_ONE_TWO: &str = "ms(n) -> ms(n-1) | ms(n-2)\nmisere";
const MISERE_SPIN: &str = "mspin(x) -> mspin(1-x)\nmspin(x) -> mend(0) if x == 0\nmend(x) -> mend(x-1)\nmisere";

fn engine(rules: &str) -> Engine {
    let mut library = catalogue::library();
    if !rules.is_empty() {
        library.add_rules("rules", rules).unwrap();
    }
    Engine::new(library, Watch::default())
}

fn sum(engine: &Engine, expr: &str) -> Sum {
    engine.sum(expr, &Settings::default()).unwrap()
}

fn explained(rules: &str, expr: &str) -> String {
    let engine = engine(rules);
    Explanation::new(&engine, &sum(&engine, expr)).unwrap().text("").to_string()
}

fn hinted(rules: &str, expr: &str) -> String {
    let engine = engine(rules);
    Hint::new(&engine, &sum(&engine, expr)).unwrap().text().to_string()
}

#[track_caller]
fn says(text: &str, words: &str) {
    assert!(text.contains(words), "not said: {words}\n{text}");
}

#[track_caller]
fn is_silent(text: &str, words: &str) {
    assert!(!text.contains(words), "said: {words}\n{text}");
}

#[test]
fn misere_nim_is_not_searched() {
    let text = explained("", "miserenim(3) + miserenim(3)");
    is_silent(&text, "searched");
    says(&text, "the theorem on misère Nim tells who wins");
    says(&explained(MISERE_ONE_TWO, "ms(3) + ms(4)"), "so the whole sum was searched");
}

#[test]
fn without_a_move_misere_play_is_won() {
    for (rules, expr) in [("", "miserenim(0)"), (MISERE_ONE_TWO, "ms(0)")] {
        let text = explained(rules, expr);
        is_silent(&text, "Every move leaves");
        says(&text, "No move is left, so the player to move has won.");
        assert_eq!(hinted(rules, expr), "there is no move, and under misère play that wins");
        let engine = engine(rules);
        let report = Report::new(&engine, &sum(&engine, expr), 100).unwrap().text("").to_string();
        is_silent(&report, "winning moves (0)");
    }
    let engine = engine("");
    let one = sum(&engine, "miserenim(1)");
    let play = find_move(&engine, &Settings::default(), &one, "miserenim(0)").unwrap();
    let verdict = Verdict::new(&engine, &one, &play).unwrap().text().to_string();
    is_silent(&verdict, "winning answer");
    says(&verdict, "The move loses: no move is left");
}

#[test]
fn without_a_move_normal_play_is_lost() {
    for expr in ["0", "nim(0)", "nim(0) + nim(0)"] {
        let text = explained("", expr);
        says(&text, "No move is left, so the player to move has lost.");
        is_silent(&text, "every move");
        is_silent(&text, "Every column");
    }
}

#[test]
fn a_draw_is_not_lost() {
    for (rules, expr) in [(SPIN, "spin(0)"), (SPIN, "2*spin(0)"), (TOKEN, "tok(1)"), (MISERE_SPIN, "mspin(1)")] {
        let text = explained(rules, expr);
        says(&text, "draw: nobody can force a win");
        says(&text, "No move wins, but not every move loses.");
        is_silent(&text, "Every move leaves");
        is_silent(&hinted(rules, expr), "every move loses");
    }
    // tok(2) is won by the opponent, tok(0) keeps the draw.
    says(&hinted(TOKEN, "tok(1)"), "tok(1) -> tok(0) keeps the opponent from winning");
    // Beside a heap of one the same part wins.
    assert_eq!(hinted(TOKEN, "tok(1) + nim(1)"), "try tok(1) -> tok(2)");
}

#[test]
fn even_copies_without_a_number_do_not_cancel() {
    let text = explained(SPIN, "2*spin(0)");
    is_silent(&text, "cancel");
    let engine = engine(SPIN);
    let json = to_json(&Report::new(&engine, &sum(&engine, "2*spin(0)"), 10).unwrap());
    assert_eq!((&json["value"], &json["outcome"]), (&"inf()".into(), &"draw".into()));
    assert_eq!(json["strategy"][0], "loopy search");
}

#[test]
fn a_part_with_an_even_number_of_copies_has_no_one_in_a_column() {
    // The columns show 0 for 2*nim(3): the ones are those of nim(1).
    let text = explained("", "2*nim(3) + nim(1)");
    says(&text, "nim(1) has a one there");
    says(&text, "Winning move: nim(1) -> nim(0)");
}

#[test]
fn a_range_without_an_end_may_have_few_moves() {
    let rules = "f(n) -> f(n-k) for k in 1..";
    let text = explained(rules, "f(3)");
    is_silent(&text, "infinitely many");
    is_silent(&text, "without an end\n");
    let engine = engine(rules);
    let json = to_json(&Explanation::new(&engine, &sum(&engine, "f(3)")).unwrap());
    assert_eq!(
        (&json["options"][0]["infinitely_many"], &json["options"][0]["complete"]),
        (&false.into(), &false.into())
    );
    says(&explained("", "pebbles(1, 1; K=2)"), "It has infinitely many options");
    // No turn of the range is a move, but who looks at the first ones only does not know.
    let text = explained(rules, "f(0)");
    is_silent(&text, "infinitely many");
    is_silent(&text, "No move is left");
    says(&text, "its first turns are no moves");
    assert!(matches!(Reply::new(&engine, &sum(&engine, "f(0)")), Err(Error::NotFound(_))));
}

#[test]
fn more_moves_are_promised_only_where_they_were_seen() {
    let rules = "h(B,S) -> h(B,s) for s in 0..S-1\nh(B,S) -> h(b,s) for b in 0..B-1, s in B..";
    let text = explained(rules, "h(0,2)");
    is_silent(&text, "and more");
    says(&text, "there may be more");
}

#[test]
fn longest_is_said_only_where_it_is_known() {
    let told = |expr: &str| {
        let engine = engine("");
        let reply = Reply::new(&engine, &sum(&engine, expr)).unwrap();
        (reply.resistance, reply.text().to_string())
    };
    let (resistance, text) = told("nim(4) + nim(4)");
    assert_eq!(resistance, Some(Resistance::Longest));
    says(&text, "resists longest");
    // Too many sums to follow.
    let (resistance, text) = told("kayles(60) + kayles(60)");
    assert_eq!(resistance, Some(Resistance::Unknown));
    is_silent(&text, "resists longest");
    is_silent(&text, "gives up little");
    let (resistance, text) = told("nim(10^18) + nim(10^18)");
    assert_eq!(resistance, Some(Resistance::Little));
    says(&text, "nim(999999999999999999) gives up little");
    // Nothing is known about how long misère play lasts.
    assert_eq!(told("miserenim(3) + miserenim(3)").0, Some(Resistance::Unknown));
}

/// A move to a hundred heaps was once made to sixty-four.
#[test]
fn many_copies_are_all_left() {
    let engine = engine("many(n) -> 100*many(n-2) if n > 1\nmany(n) -> 2*many(n-2) if n > 1");
    let lost = sum(&engine, "2*many(3)");
    let play = Reply::new(&engine, &lost).unwrap().play.unwrap();
    assert!(engine.option(&play.from, &play.to).unwrap().is_some(), "{play}");
}

#[test]
fn a_won_sum_has_a_move_or_a_limit() {
    let engine = engine("");
    for expr in ["half(10^18) + nim(3)", "lasker(10^18) + lasker(10^17)", "3*miserenim(5)"] {
        let sum = sum(&engine, expr);
        let play = Reply::new(&engine, &sum).unwrap().play.unwrap();
        assert_eq!(engine.outcome(&sum.after(&play)).unwrap(), grundy::Outcome::Previous, "{play}");
        is_silent(&explained("", expr), "Every column is even");
    }
}

#[test]
fn a_wrong_move_is_an_error() {
    let engine = engine("");
    let heaps = sum(&engine, "nim(3) + nim(5)");
    let found = find_move(&engine, &Settings::default(), &heaps, "nim(3) -> nim(4)");
    assert_eq!(found, Err(Error::NotAMove("nim(3) has no move to nim(4)".to_owned())));
    let whole = find_move(&engine, &Settings::default(), &heaps, "nim(3) + nim(2)").unwrap();
    assert_eq!(whole.to_string(), "nim(5) -> nim(2)");
}

#[test]
fn no_flags_of_a_command_line() {
    let engine = engine("");
    let report = Report::new(&engine, &sum(&engine, "0.77(10^18)"), 2).unwrap();
    let text = report.text("").to_string();
    says(&text, "… there may be more\n");
    is_silent(&text, "--");
}
