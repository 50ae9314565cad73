//! Everything that is said about random sums agrees with brute force: over the catalogue, small random rules, normal and misère
//! play, and tokens on graphs where play may go on for ever.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use crate::brute::{Brute, moves};
use grundy::{Outcome, Value, Watch};
use grundy_report::{Explanation, Hint, Judgement, Moves, Reply, Report, Resistance, Verdict};
use grundy_rules::{Engine, Move, Settings, Sum, catalogue};
use proptest::prelude::*;
use std::ops::ControlFlow;

/// Sums that brute force looks at.
const MOST: usize = 3000;

const NORMAL: [&str; 12] = [
    "nim",
    "kayles",
    "lasker",
    "half",
    "mark",
    "nim3",
    "dawson",
    "grundy",
    "0.45",
    "take{1,3,4}",
    "take[2..4]",
    "powers",
];
const MISERE: [&str; 2] = ["miserenim", "markmisere"];

/// A term: copies, which of two games, its size.
type Terms = Vec<(u128, usize, u32)>;

fn terms(largest: u32) -> impl Strategy<Value = Terms> {
    prop::collection::vec((1u128..=3, 0usize..2, 0..=largest), 1..=3)
}

fn expr(names: [&str; 2], terms: &Terms) -> String {
    let term = |&(count, game, size): &(u128, usize, u32)| format!("{count}*{}({size})", names[game]);
    terms.iter().map(term).collect::<Vec<_>>().join(" + ")
}

fn engine(rules: &str) -> Engine {
    let mut library = catalogue::library();
    if !rules.is_empty() {
        library.add_rules("rules", rules).unwrap();
    }
    Engine::new(library, Watch::default())
}

/// Takes, each with or without a split of the rest.
fn take_rules(takes: &[(u32, bool)], misere: bool) -> String {
    let mut rules = String::from("g(n) -> g(n-7)\nh(n) -> h(n-1)\n");
    for (take, split) in takes {
        rules += &match split {
            true => format!("g(n) -> g(a) + g(n-{take}-a) for a in 0..n-{take}\n"),
            false => format!("g(n) -> g(n-{take})\n"),
        };
    }
    if misere { rules + "misere\n" } else { rules }
}

/// A token on a graph of six nodes; the last has no move.
fn graph_rules(edges: &[(u32, u32)], misere: bool) -> String {
    let mut rules = String::from("t(v) -> t(5) if v == 4\nh(n) -> h(n-1)\n");
    for (from, to) in edges {
        rules += &format!("t(v) -> t({to}) if v == {from}\n");
    }
    if misere { rules + "misere\n" } else { rules }
}

fn check(engine: &Engine, expr: &str) {
    let sum = engine.sum(expr, &Settings::default()).unwrap();
    let Some(brute) = Brute::new(engine, &sum, MOST) else { return };
    let outcome = brute.outcome(&sum);
    report(engine, &sum, &brute);
    explanation(engine, &sum, &brute);
    let reply = Reply::new(engine, &sum).unwrap();
    assert_eq!(reply.outcome, outcome, "{sum}");
    reply_is_right(&reply, engine, &sum, &brute);
    hint(engine, &sum, &brute);
    verdicts(engine, &sum, &brute);
}

fn is_legal(engine: &Engine, sum: &Sum, play: &Move) -> bool {
    let after = sum.after(play).key();
    moves(engine, sum).iter().any(|one| one.component == play.component && sum.after(one).key() == after)
}

fn report(engine: &Engine, sum: &Sum, brute: &Brute) {
    for most in [1, 1000] {
        let report = Report::new(engine, sum, most).unwrap();
        assert_eq!(report.outcome, brute.outcome(sum), "{sum}");
        assert_eq!(report.value.is_none(), sum.misere, "{sum}");
        if let Some(value) = &report.value {
            assert_eq!(value.outcome(), report.outcome, "{sum}");
        }
        for play in &report.moves {
            assert!(is_legal(engine, sum, play), "{sum}: {play}");
            assert_eq!(brute.outcome(&sum.after(play)), Outcome::Previous, "{sum}: {play}");
        }
        let won = report.outcome == Outcome::Next;
        assert_eq!(report.won_without_move, won && brute.is_over(sum), "{sum}");
        assert_eq!(report.moves.is_empty(), !won || brute.is_over(sum), "{sum}");
        if report.complete {
            for play in moves(engine, sum) {
                let wins = brute.outcome(&sum.after(&play)) == Outcome::Previous;
                let listed = report.moves.iter().any(|one| sum.after(one).key() == sum.after(&play).key());
                assert_eq!(wins, listed, "{sum}: {play}");
            }
        }
    }
}

fn explanation(engine: &Engine, sum: &Sum, brute: &Brute) {
    let told = Explanation::new(engine, sum).unwrap();
    let (text, outcome, over) = (told.text("").to_string(), brute.outcome(sum), brute.is_over(sum));
    let says = |words: &str| text.contains(words);
    assert_eq!(told.over, Some(over), "{text}");
    assert_eq!(says("so the player to move has lost"), outcome == Outcome::Previous && over, "{text}");
    assert_eq!(says("so the player to move has won"), outcome == Outcome::Next && over, "{text}");
    let lost =
        ["Every column is even", "The nim-sum is 0", "every move leaves a position", "Every move leaves a position"];
    let says_lost = lost.iter().any(|words| says(words));
    assert_eq!(says_lost, outcome == Outcome::Previous && !over, "{text}");
    assert_eq!(says("inning move: "), outcome == Outcome::Next && !over, "{text}");
    assert_eq!(says("No move wins"), outcome == Outcome::Draw, "{text}");
    assert_eq!(says("misère"), sum.misere, "{text}");
    assert_eq!(says("was searched"), sum.misere && !engine.is_misere_nim(sum), "{text}");
    if let Some(line) = text.lines().find_map(|line| line.split_once("inning move: ")) {
        let play = moves(engine, sum).into_iter().find(|play| play.to_string() == line.1);
        let play = play.unwrap_or_else(|| panic!("{text}"));
        assert_eq!(brute.outcome(&sum.after(&play)), Outcome::Previous, "{text}");
    }
    if let Some(play) = &told.keeps_draw {
        assert!(is_legal(engine, sum, play), "{text}");
        assert_eq!(brute.outcome(&sum.after(play)), Outcome::Draw, "{text}");
    }
    for options in told.options.iter().flatten() {
        let mex = options.value.as_ordinal();
        if let (true, Some(mex)) = (options.all, &mex) {
            let below = options.groups.iter().filter(|group| group.value < *mex).count();
            assert_eq!(Some(below as u128), mex.as_finite(), "{text}");
            assert!(options.groups.iter().all(|group| group.value != *mex), "{text}");
        }
        if mex.is_some() && options.without_number.is_some() {
            reverts(engine, options, &text);
        }
    }
}

/// From each option without a number there is a move to the value.
fn reverts(engine: &Engine, options: &grundy_report::OptionsByValue, text: &str) {
    let mex = options.value.as_ordinal().unwrap();
    let values =
        |sum: &Sum| sum.terms.iter().map(|term| engine.any_value(&term.component).unwrap()).collect::<Vec<_>>();
    engine
        .options(&options.component, &mut |option| {
            if let [Value::Loopy(exits)] = &values(&option)[..] {
                assert!(exits.contains(&mex), "{text}");
            }
            ControlFlow::Continue(())
        })
        .unwrap();
}

fn reply_is_right(reply: &Reply, engine: &Engine, sum: &Sum, brute: &Brute) {
    assert_eq!(reply.play.is_none(), brute.is_over(sum), "{sum}");
    let Some(play) = &reply.play else { return };
    assert!(is_legal(engine, sum, play), "{sum}: {play}");
    let after = brute.outcome(&sum.after(play));
    assert_eq!(reply.verdict, Some(Judgement::of_leaving(after)), "{sum}: {play}");
    match reply.outcome {
        Outcome::Next => assert_eq!(after, Outcome::Previous, "{sum}: {play}"),
        Outcome::Draw => assert_eq!(after, Outcome::Draw, "{sum}: {play}"),
        Outcome::Previous => {
            assert_eq!(after, Outcome::Next, "{sum}: {play}");
            if let Some(lasts) = reply.lasts {
                assert_eq!(reply.resistance, Some(Resistance::Longest), "{sum}: {play}");
                assert_eq!(lasts, brute.remoteness(sum), "{sum}: {play}");
                assert_eq!(lasts, 1 + brute.remoteness(&sum.after(play)), "{sum}: {play}");
            } else if reply.is_longest() {
                let all = moves(engine, sum);
                assert!(
                    all.iter().all(|one| one.to_string() == play.to_string()),
                    "{sum}: {play} is not the only move"
                );
            }
        }
    }
}

fn hint(engine: &Engine, sum: &Sum, brute: &Brute) {
    let hint = Hint::new(engine, sum).unwrap();
    let (outcome, over) = (brute.outcome(sum), brute.is_over(sum));
    let who = match (outcome, over) {
        (Outcome::Next, true) => "has won",
        (Outcome::Previous, true) => "has lost",
        (Outcome::Next, false) => "wins",
        (Outcome::Previous, false) => "loses",
        (Outcome::Draw, _) => "Nobody can force a win",
    };
    assert!(hint.who.contains(who), "{sum}: {}", hint.who);
    assert_eq!(hint.steps().len(), if over { 1 } else { 4 }, "{sum}");
    assert_eq!(hint.text().to_string().contains("every move loses"), outcome == Outcome::Previous && !over, "{sum}");
    let Some(play) = &hint.play else { return };
    let after = sum.after(play);
    assert!(hint.part.as_ref().unwrap().contains(&play.from.to_string()));
    assert_eq!(hint.verdict, Some(Judgement::of_leaving(brute.outcome(&after))), "{sum}: {play}");
    if hint.why.as_ref().unwrap().contains("of value 0") {
        assert!(engine.sum_value(&after).unwrap().is_zero(), "{sum}: {play}");
    }
}

fn verdicts(engine: &Engine, sum: &Sum, brute: &Brute) {
    let judged = Moves::new(engine, sum, 1000).unwrap();
    assert!(judged.complete);
    assert_eq!(judged.moves.is_empty(), brute.is_over(sum), "{sum}");
    for one in &judged.moves {
        let (play, after) = (&one.play, sum.after(&one.play));
        let right = Judgement::of_leaving(brute.outcome(&after));
        assert_eq!(one.verdict, right, "{sum}: {play}");
        let verdict = Verdict::new(engine, sum, play).unwrap();
        assert_eq!((verdict.verdict, verdict.wins), (right, right == Judgement::Wins), "{sum}: {play}");
        let text = verdict.text().to_string();
        assert!(text.contains(&format!("The move {right}")), "{text}");
        let lost_to_a_move = right == Judgement::Loses && !brute.is_over(&after);
        assert_eq!(verdict.refutation.is_some(), lost_to_a_move, "{text}");
        if let Some(answer) = &verdict.refutation {
            assert!(is_legal(engine, &after, answer), "{text}");
            assert_eq!(brute.outcome(&after.after(answer)), Outcome::Previous, "{text}");
        }
        if text.contains("from value 0") {
            assert!(engine.sum_value(&after).unwrap().is_zero(), "{text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn over_the_catalogue(a in 0..NORMAL.len(), b in 0..NORMAL.len(), terms in terms(7)) {
        check(&engine(""), &expr([NORMAL[a], NORMAL[b]], &terms));
    }

    #[test]
    fn over_the_catalogue_under_misere_play(game in 0..MISERE.len(), terms in terms(5)) {
        check(&engine(""), &expr([MISERE[game]; 2], &terms));
    }

    #[test]
    fn on_takes_and_splits(takes in prop::collection::vec((1u32..5, any::<bool>()), 1..4), misere: bool, terms in terms(6)) {
        check(&engine(&take_rules(&takes, misere)), &expr(["g", "h"], &terms));
    }

    #[test]
    fn where_play_may_go_on(edges in prop::collection::vec((0u32..5, 0u32..6), 2..12), misere: bool, terms in terms(5)) {
        check(&engine(&graph_rules(&edges, misere)), &expr(["t", "h"], &terms));
    }

    #[test]
    fn where_play_may_go_on_beside_nim(edges in prop::collection::vec((0u32..5, 0u32..6), 2..12), terms in terms(5)) {
        check(&engine(&graph_rules(&edges, false)), &expr(["t", "nim"], &terms));
    }
}
