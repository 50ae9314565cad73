//! Typed claims: classics proved, near misses refuted at their least position.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::Watch;
use grundy_pattern::prove::{ATTEMPT, Answer, Claim, Ends, Error, Question, Status, prove};
use grundy_rules::{Settings, catalogue};

fn ask(rules: &str, set: &[(&str, i128)], claims: &[&str], domain: Option<&str>) -> Result<Answer, Error> {
    let settings = Settings { set: set.iter().map(|s| (s.0.to_owned(), s.1)).collect(), ..Settings::default() };
    let claims: Vec<Claim> = claims.iter().map(|c| Claim::read(c)).collect::<Result<_, _>>()?;
    let question = Question { name: "test.game", rules, settings: &settings, claims: &claims, domain, limits: ATTEMPT };
    prove(&question, &Watch::default())
}

fn text(name: &str) -> &'static str {
    catalogue::find(name).unwrap().text
}

fn status(rules: &str, set: &[(&str, i128)], claims: &[&str]) -> Status {
    let answer = ask(rules, set, claims, None).unwrap();
    if answer.status == Status::Unknown {
        println!("{claims:?}: {:?}", answer.reason);
    }
    answer.status
}

const TAKE: &str = "param L, R\ntake(n) -> take(n-k) for k in L..R";

#[test]
fn take_from_l_to_r() {
    for (l, r) in [(1, 1), (1, 4), (2, 5), (3, 3), (4, 11), (10, 20), (7, 100)] {
        let set = [("L", l), ("R", r)];
        assert_eq!(status(TAKE, &set, &["take(n) = n % (L+R) / L"]), Status::Proved, "{l} {r}");
        assert_eq!(status(TAKE, &set, &["take(n) lost if n % (L+R) < L"]), Status::Proved, "{l} {r}");
        assert_eq!(status(TAKE, &set, &["take(n) = n % (L+R+1) / L"]), Status::Refuted, "{l} {r}");
    }
}

#[test]
fn classics_from_the_catalogue() {
    let rows: [(&str, &[&str]); 11] = [
        ("nim", &["nim(n) = n"]),
        ("nim3", &["nim3(n) = n % 4"]),
        ("coins", &["coins(n) lost if n % 3 == 0"]),
        ("lasker", &["lasker(n) = if n % 4 == 3 then n + 1 else if n % 4 == 0 and n > 0 then n - 1 else n"]),
        ("chomp2", &["chomp2(a, b) lost if a == b + 1 or a == 0 and b == 0"]),
        ("rook", &["rook(x, y) = x xor y"]),
        ("king", &["king(x, y) lost if x % 2 == 0 and y % 2 == 0"]),
        ("turtles", &["turtles(n) = n"]),
        ("half", &["half(n) lost if lowbit(n + 1) == n + 1"]),
        ("miserenim", &["miserenim(n) lost if n == 1"]),
        ("ruler", &["ruler(n) = lowbit(n)"]),
    ];
    for (name, claims) in rows {
        let rules = text(name);
        assert_eq!(status(rules, &[], claims), Status::Proved, "{name}");
    }
}

/// The 0.77 table of Guy and Smith (1956): period 12 from 71 on.
const KAYLES: &str = "[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2, 1, 8, 6, 7, \
    4, 1, 2, 3, 1, 4, 7, 2, 1, 8, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 4, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 6, 7]";

#[test]
fn kayles_by_its_table() {
    let cycle = "[4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]";
    let claim = format!("kayles(n) = if n < 72 then {KAYLES}[n] else {cycle}[n % 12]");
    assert_eq!(status(text("kayles"), &[], &[&claim]), Status::Proved);
    let claim = format!("kayles(n) = if n < 60 then {KAYLES}[n] else {cycle}[n % 12]");
    let answer = ask(text("kayles"), &[], &[&claim], None).unwrap();
    let witness = answer.witness.unwrap();
    assert_eq!((witness.position.as_str(), witness.least), ("kayles(70)", true));
}

#[test]
fn lists_of_a_fixed_length() {
    let rows = [
        ("welter", "welter([a, b]) = (a xor b) - 1", Some("a < b"), Status::Proved),
        ("welter", "welter([a, b]) = a xor b", Some("a < b"), Status::Refuted),
        ("row", "row([a, b]) lost if a <= 1 and b % 2 == 0", None, Status::Refuted),
        ("moore", "moore([a, b, c]) lost if a == b and b == c", None, Status::Proved),
        ("moore", "moore([a, b]) lost if a == 0 and b == 0", None, Status::Proved),
    ];
    for (name, claim, domain, expected) in rows {
        let answer = ask(text(name), &[], &[claim], domain).unwrap();
        assert_eq!(answer.status, expected, "{claim}: {answer:?}");
    }
}

#[test]
fn outcomes_in_two_dimensions() {
    assert_eq!(status(text("knight"), &[], &["knight(x, y) lost if x % 4 < 2 and y % 4 < 2"]), Status::Proved);
    assert_eq!(status(text("knight"), &[], &["knight(x, y) lost if x % 4 < 2 and y % 5 < 2"]), Status::Refuted);
}

/// A table that looks like a formula for a long time.
#[test]
fn a_late_exception_is_found_by_the_automaton() {
    let rules = "g(n) -> g(n-k) for k in 1..6 if n != 10000 or k != 3";
    let answer = ask(rules, &[], &["g(n) = n % 7"], None).unwrap();
    let witness = answer.witness.unwrap();
    assert_eq!(answer.status, Status::Refuted);
    // 10000 % 7 = 4: without the move to 9997 (value 1) the value is 1.
    let expected = ("g(10000)", Some("4"), Some("1"), true);
    let found = (witness.position.as_str(), witness.claimed.as_deref(), witness.actual.as_deref(), witness.least);
    assert_eq!(found, expected);
}

#[test]
fn what_cannot_be_decided_is_said() {
    let squares = "g(n) -> g(n-k*k) for k in 1..n";
    let answer = ask(squares, &[], &["g(n) = popcount(n)"], None).unwrap();
    assert_eq!(answer.status, Status::Refuted);
    let euclid = "g(x, y) -> g(x-k*y, y) for k in 1..x if y > 0 and x >= k*y";
    let answer = ask(euclid, &[], &["g(x, y) = if y == 0 then 0 else x / y"], None).unwrap();
    assert_eq!(answer.status, Status::Unknown, "{answer:?}");
    assert!(answer.reason.unwrap().contains("outside the arithmetic"));
}

#[test]
fn without_a_measure_it_is_said() {
    // Play may go back and forth between a and b, but the rules promise that it ends.
    let rules = "g(a, b) -> g(a-1, b+1) | g(a+1, b-1)";
    let answer = ask(rules, &[], &["g(a, b) lost if a == 0 and b == 0"], None);
    assert!(!matches!(answer, Ok(Answer { status: Status::Proved, .. })), "{answer:?}");
    let rules = "g(n) -> g(n-1) | g(n+1) if n > 0 and n < n";
    assert!(ask(rules, &[], &["g(n) = n % 2"], None).is_err());
}

#[test]
fn bad_input() {
    for (rules, claim) in [
        ("g(n) -> g(n-1)", "h(n) = 0"),
        ("g(n) -> g(n-1)", "g(n, m) = 0"),
        ("g(n) -> g(n-1)", "g(n) = x"),
        ("g(n) -> g(n-1)", "g(n) = true"),
        ("g(n) -> g(n-1)", "g(n) = n / (n - n)"),
        ("misere\ng(n) -> g(n-1)", "g(n) = n % 2"),
        ("g(n) -> h(n-1)", "g(n) = 0"),
        ("param K\ng(n) -> g(n-K)", "g(n) = 0"),
    ] {
        assert_eq!(ask(rules, &[], &[claim], None).unwrap_err().exit_code(), 2, "{rules}; {claim}");
    }
}

#[test]
fn domains_must_be_closed() {
    let error = ask(TAKE, &[("L", 1), ("R", 2)], &["take(n) = n % 3"], Some("n >= 1")).unwrap_err();
    assert!(matches!(&error, Error::Leaves { from, to: Some(to) } if from == "take(1)" && to == "take(0)"), "{error}");
    let rules = "take(n) -> take(n-k) for k in 1..2 if n-k >= 1";
    assert_eq!(ask(rules, &[], &["take(n) = (n + 2) % 3"], Some("n >= 1")).unwrap().status, Status::Proved);
}

#[test]
fn several_kinds() {
    let rules =
        "param l, r\ncycle(n) -> path(n-k) for k in l..r\npath(n) -> path(a) + path(n-k-a) for k in l..r, a in 0..n-k";
    // With 1 and 2 a path is Kayles; it has no claim, and is learnt.
    let set = [("l", 1), ("r", 2)];
    let answer = ask(rules, &set, &["cycle(n) = if n < l + r then n / l else 0"], None).unwrap();
    assert_eq!(answer.status, Status::Proved, "{answer:?}");
    assert!(matches!(answer.shown.unwrap().ends, Ends::Measure(_)));
    assert_eq!(status(rules, &set, &["cycle(n) lost if n == 0 or n >= 3"]), Status::Proved);
    assert_eq!(status(rules, &set, &["cycle(n) lost if n == 0 or n >= 4"]), Status::Refuted);
    // Both at once.
    assert_eq!(
        status(rules, &set, &["cycle(n) lost if n % 300 == 0 or n > 2", "path(n) lost if n == 0"]),
        Status::Proved
    );
}
