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
    let rows: [(&str, &[&str]); 12] = [
        ("nim", &["nim(n) = n"]),
        ("nim3", &["nim3(n) = n % 4"]),
        ("coins", &["coins(n) lost if n % 3 == 0"]),
        ("lasker", &["lasker(n) = if n % 4 == 3 then n + 1 else if n % 4 == 0 and n > 0 then n - 1 else n"]),
        ("chomp2", &["chomp2(a, b) lost if a == b + 1"]),
        ("rook", &["rook(x, y) = x xor y"]),
        ("king", &["king(x, y) lost if x % 2 == 0 and y % 2 == 0"]),
        ("turtles", &["turtles(n) = n"]),
        ("mark", &["mark(n) lost if n == n + 1 or n % 2 == 0 and n % 4 != 2"]),
        ("half", &["half(n) lost if n % 2 == 0"]),
        ("miserenim", &["miserenim(n) lost if n == 1"]),
        ("ruler", &["ruler(n) = lowbit(n)"]),
    ];
    for (name, claims) in rows {
        let rules = text(name);
        println!("{name}: {:?}", ask(rules, &[], claims, None).map(|a| (a.status, a.witness, a.reason)));
    }
}

#[test]
fn kayles_by_its_table() {
    let table = "[4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]";
    let claim = format!("kayles(n) = {table}[n % 12]");
    let answer = ask(text("kayles"), &[], &[&claim], None).unwrap();
    assert_eq!(answer.witness.unwrap().position, "kayles(0)");
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
    let rules = "param l, r\ncycle(n) -> path(n-k) for k in l..r\npath(n) -> path(a) + path(n-k-a) for k in l..r, a in 0..n-k";
    let set = [("l", 2), ("r", 4)];
    let answer = ask(rules, &set, &["cycle(n) lost if n < 2 or n > 5"], None).unwrap();
    println!("{answer:?}");
    let cycle = "cycle(n) = if n < l + r then n / l else 0";
    let answer = ask(rules, &set, &[cycle], None).unwrap();
    assert_eq!(answer.status, Status::Proved, "{answer:?}");
    assert!(matches!(answer.shown.unwrap().ends, Ends::Measure(_)));
}
