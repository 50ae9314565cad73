//! The switch to misère play, for games whose rules do not say it: compared with the plain definition.
#![allow(clippy::unwrap_used)]

use grundy_serve::questions::{Desk, QUESTIONS};
use serde_json::{Value as Json, json};
use std::collections::HashMap;

fn ask(question: &str, body: &Json) -> Json {
    let question = QUESTIONS.iter().find(|one| one.name == question).unwrap();
    let answer = (question.answer)(body.to_string().as_bytes(), &Desk::default()).unwrap();
    serde_json::from_slice(&answer.body).unwrap()
}

/// Whether the player to move wins: who cannot move wins, else who can leave a position that is lost.
fn wins(expr: &str, known: &mut HashMap<String, bool>) -> bool {
    if let Some(&known) = known.get(expr) {
        return known;
    }
    // The moves are those of normal play.
    let moves = ask("moves", &json!({ "expr": expr, "live": true }));
    assert_eq!(moves["moves_complete"], true);
    let after: Vec<String> =
        moves["moves"].as_array().unwrap().iter().map(|one| one["after"].as_str().unwrap().to_owned()).collect();
    let won = after.is_empty() || after.iter().any(|after| !wins(after, known));
    known.insert(expr.to_owned(), won);
    won
}

#[test]
fn outcomes_are_those_of_the_definition() {
    let mut known = HashMap::new();
    for expr in [
        "nim(1)",
        "nim(2) + nim(2)",
        "nim(1) + nim(1) + nim(1)",
        "nim(1) + nim(2) + nim(3)",
        "kayles(4)",
        "kayles(3) + kayles(2)",
        "kayles(5) + nim(2)",
        "0.07(6)",
        "take{1,2}(4) + take{1,2}(3)",
        "wythoff(2, 2) + nim(1)",
        "stairs([0, 1, 2])",
        "cram(2, 3)",
        "grundy(6) + kayles(2)",
    ] {
        let expected = if wins(expr, &mut known) { "N" } else { "P" };
        let answer = ask("solve", &json!({ "expr": expr, "misere": true }));
        assert_eq!((answer["outcome"].as_str(), &answer["value"]), (Some(expected), &Json::Null), "{expr}");
        for play in ask("moves", &json!({ "expr": expr, "misere": true }))["moves"].as_array().unwrap() {
            let lost = !wins(play["after"].as_str().unwrap(), &mut known);
            assert_eq!(play["verdict"] == "wins", lost, "{expr} {play}");
        }
        let reply = ask("reply", &json!({ "expr": expr, "misere": true }));
        if expected == "N" && reply["after"].is_string() {
            assert!(!wins(reply["after"].as_str().unwrap(), &mut known), "{expr} {reply}");
        }
    }
}
