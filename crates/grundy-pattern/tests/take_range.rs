//! ABC 297 G: take L..R from a pile, (n mod (L+R)) div L; by its theorem for all 1 ≤ L ≤ R, by automaton for small ones.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use grundy::Watch;
use grundy_pattern::prove::{ATTEMPT, Claim, Question, Status, prove};
use grundy_rules::Settings;

const RULES: &str = "param L, R\ntake(n) -> take(n-k)   for k in L..R";

fn by_automaton(least: i128, most: i128) {
    let settings = Settings { set: vec![("L".into(), least), ("R".into(), most)], ..Settings::default() };
    let answer = |claim: &str| {
        let claims = [Claim::read(claim).unwrap()];
        let question = Question {
            name: "take",
            rules: RULES,
            settings: &settings,
            claims: &claims,
            domain: None,
            limits: ATTEMPT,
        };
        prove(&question, &Watch::default()).unwrap()
    };
    let right = answer("take(n) = n % (L+R) / L");
    assert_eq!(right.status, Status::Proved, "{least}..{most}: {:?}", right.reason);
    // The least position where the next larger period is wrong is L + R itself: the value is 0 there.
    let wrong = answer("take(n) = n % (L+R+L) / L");
    assert_eq!(wrong.witness.unwrap().position, format!("take({})", least + most));
}

#[test]
fn some_by_automaton() {
    for (least, most) in [(1, 1), (1, 20), (2, 5), (7, 7), (3, 19), (20, 20)] {
        by_automaton(least, most);
    }
}

#[test]
#[ignore = "all 1 ≤ L ≤ R ≤ 20"]
fn all_by_automaton() {
    for least in 1..=20 {
        for most in least..=20 {
            by_automaton(least, most);
        }
    }
}
