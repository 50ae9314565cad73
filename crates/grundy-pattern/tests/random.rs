//! Random rules and random formulas, true and false: `prove` against the plain definition, written out here.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::Watch;
use grundy_pattern::prove::{ATTEMPT, Claim, Question, Status, prove};
use grundy_rules::Settings;
use proptest::prelude::*;

/// Values by the definition: takes of a set, splits after some takes.
fn values(takes: &[usize], splits: &[usize], to: usize) -> Vec<usize> {
    let mut values: Vec<usize> = Vec::new();
    for n in 0..to {
        let taken = takes.iter().filter(|&&k| k <= n).map(|&k| values[n - k]);
        let split = splits.iter().filter(|&&k| k <= n);
        let split = split.flat_map(|&k| (0..=n - k).map(|a| values[a] ^ values[n - k - a]).collect::<Vec<_>>());
        let options: Vec<usize> = taken.chain(split).collect();
        values.push((0..).find(|v| !options.contains(v)).unwrap());
    }
    values
}

/// A formula and its meaning.
#[derive(Debug, Clone)]
enum Shape {
    Modulo(usize, usize),
    Shifted(usize, usize, usize),
    Cases(usize, usize, usize),
    Table(Vec<usize>),
    Lost(usize, usize),
}

impl Shape {
    fn claim(&self) -> String {
        match self {
            Shape::Modulo(m, d) => format!("g(n) = n % {m} / {d}"),
            Shape::Shifted(m, d, s) => format!("g(n) = (n + {s}) % {m} / {d}"),
            Shape::Cases(c, v, m) => format!("g(n) = if n < {c} then {v} else n % {m}"),
            Shape::Table(list) => format!("g(n) = {list:?}[n % {}]", list.len()),
            Shape::Lost(m, r) => format!("g(n) lost if n % {m} < {r}"),
        }
    }

    /// Does it say the truth about a value?
    fn is_right(&self, n: usize, value: usize) -> bool {
        match self {
            Shape::Modulo(m, d) => value == n % m / d,
            Shape::Shifted(m, d, s) => value == (n + s) % m / d,
            Shape::Cases(c, v, m) => value == if n < *c { *v } else { n % m },
            Shape::Table(list) => value == list[n % list.len()],
            Shape::Lost(m, r) => (value == 0) == (n % m < *r),
        }
    }
}

fn shapes() -> impl Strategy<Value = Shape> {
    prop_oneof![
        (1..12_usize, 1..4_usize).prop_map(|(m, d)| Shape::Modulo(m, d)),
        (1..12_usize, 1..4_usize, 0..12_usize).prop_map(|(m, d, s)| Shape::Shifted(m, d, s)),
        (0..4_usize, 0..2_usize, 1..9_usize).prop_map(|(c, v, m)| Shape::Cases(c, v, m)),
        proptest::collection::vec(0..4_usize, 1..8).prop_map(Shape::Table),
        (1..12_usize, 0..6_usize).prop_map(|(m, r)| Shape::Lost(m, r)),
    ]
}

fn check(takes: &[usize], splits: &[usize], shape: &Shape) -> Result<(), TestCaseError> {
    let mut rules = format!("g(n) -> g(n-k) for k in {takes:?}\n");
    if !splits.is_empty() {
        rules.push_str(&format!("g(n) -> g(a) + g(n-k-a) for k in {splits:?}, a in 0..n-k\n"));
    }
    let claims = [Claim::read(&shape.claim()).unwrap()];
    let settings = Settings::default();
    let question =
        Question { name: "g.game", rules: &rules, settings: &settings, claims: &claims, domain: None, limits: ATTEMPT };
    let answer = prove(&question, &Watch::default()).unwrap();
    let truth = values(takes, splits, 300);
    let wrong = (0..300).find(|&n| !shape.is_right(n, truth[n]));
    match (answer.status, wrong) {
        (Status::Proved, wrong) => prop_assert_eq!(wrong, None, "{} {}", rules, shape.claim()),
        (Status::Refuted, Some(n)) => {
            let witness = answer.witness.unwrap();
            prop_assert_eq!(witness.position, format!("g({n})"), "{} {}", rules, shape.claim());
            prop_assert!(witness.least);
        }
        (Status::Refuted, None) => {}
        (Status::Unknown, wrong) => prop_assert_eq!(wrong, None, "{} {}", rules, shape.claim()),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_claims(
        takes in proptest::collection::btree_set(1..7_usize, 1..4),
        splits in proptest::collection::btree_set(1..4_usize, 0..2),
        shape in shapes(),
    ) {
        let (takes, splits): (Vec<usize>, Vec<usize>) = (takes.into_iter().collect(), splits.into_iter().collect());
        check(&takes, &splits, &shape)?;
    }

    /// The period that the values of a taking game show, as a claim: true, and proved.
    #[test]
    fn true_claims(takes in proptest::collection::btree_set(1..9_usize, 1..4), late in proptest::option::of(0..40_usize)) {
        let takes: Vec<usize> = takes.into_iter().collect();
        let truth = values(&takes, &[], 600);
        let Some(period) = (1..100).find(|p| (0..600 - p).all(|n| truth[n] == truth[n + p])) else { return Ok(()) };
        let mut list = truth[..period].to_vec();
        check(&takes, &[], &Shape::Table(list.clone()))?;
        let text = format!("g(n) = {list:?}[n % {period}]");
        let rules = format!("g(n) -> g(n-k) for k in {takes:?}\n");
        let ask = |text: &str| {
            let claims = [Claim::read(text).unwrap()];
            let settings = Settings::default();
            let question =
                Question { name: "g.game", rules: &rules, settings: &settings, claims: &claims, domain: None, limits: ATTEMPT };
            prove(&question, &Watch::default()).unwrap()
        };
        let answer = ask(&text);
        prop_assert_eq!(answer.status, Status::Proved, "{} {} {:?}", rules, text, answer.reason);
        // One entry changed: refuted there.
        if let Some(late) = late {
            let at = late % period;
            list[at] += 1;
            let answer = ask(&format!("g(n) = {list:?}[n % {period}]"));
            prop_assert_eq!(answer.witness.map(|w| w.position), Some(format!("g({at})")));
        }
    }
}
