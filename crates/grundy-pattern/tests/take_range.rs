//! ABC 297 G: take L..R from a pile, (n mod (L+R)) div L; by its theorem for all 1 ≤ L ≤ R, by automaton for small ones.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use grundy::Watch;
use grundy_pattern::prove::{ATTEMPT, Answer, Claim, Question, Status, prove};
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

/// The claim with params left open.
fn open(rules: &str, claim: &str, domain: Option<&str>) -> Answer {
    let (claims, settings) = ([Claim::read(claim).unwrap()], Settings::default());
    let question = Question { name: "open", rules, settings: &settings, claims: &claims, domain, limits: ATTEMPT };
    prove(&question, &Watch::default()).unwrap()
}

#[test]
fn all_params_by_the_theorem() {
    let answer = open(RULES, "take(x) = x % (R+L) / L", None);
    assert_eq!(answer.status, Status::Proved);
    assert_eq!(answer.theorem.unwrap().domain, "1 <= L and L <= R");
    let wrong = open(RULES, "take(n) = n % (L+R) / R", Some("1 <= L and L <= R"));
    // With L = R = 1 it is right; the next params are 1 and 2, where 1 has the value 1.
    assert_eq!(wrong.witness.unwrap().position, "take(1; L=1, R=2)");
}

#[test]
fn params_as_arguments() {
    // Whoever can move takes all.
    let rules = "param K\ng(n) -> g(n-k) for k in K..n";
    let right = open(rules, "g(n) lost if n < K", Some("K >= 1"));
    assert_eq!((right.status, right.free), (Status::Proved, vec!["K".to_owned()]), "{:?}", right.reason);
    let wrong = open(rules, "g(n) lost if n <= K", Some("K >= 1"));
    assert_eq!(wrong.witness.unwrap().position, "g(1; K=1)");
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
