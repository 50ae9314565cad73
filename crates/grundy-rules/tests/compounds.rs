//! Games played at the same time, by remoteness and suspense, against the rules of the whole.

use grundy::Watch;
use grundy_rules::{Engine, Library, Settings};

/// What a file prints for an input.
fn judged(rules: &str, input: &str) -> Result<String, String> {
    let mut library = Library::new();
    library.add_rules("file", rules).map_err(|error| error.to_string())?;
    let engine = Engine::new(library, Watch::default());
    let mut out = String::new();
    let run = engine.judge("file", &Settings::default(), input, &mut |text| out.push_str(text));
    run.map(|_| out).map_err(|error| error.to_string())
}

/// Steps of two heaps; the second of a pair plays with others.
const STEPS: [(&str, &str); 3] = [("[1, 2]", "[1, 2]"), ("[1, 3]", "[2, 3]"), ("[2, 5]", "[1, 4]")];

/// The same heaps one by one, and as one position.
fn agree(one_by_one: &str, whole: &str, a: &str, b: &str) {
    let heaps = format!("a(n) -> a(n-k) for k in {a}\nb(n) -> b(n-k) for k in {b}\n");
    let rules = format!("{heaps}input x, y\nanswer {one_by_one}");
    // Whether a heap can move: its least step.
    let least =
        |steps: &str| steps.split(['[', ',', ' ', ']']).filter_map(|n| n.parse::<u32>().ok()).min().unwrap_or_default();
    let whole = whole.replace("{A}", a).replace("{B}", b);
    let whole = whole.replace("{a}", &least(a).to_string()).replace("{b}", &least(b).to_string());
    let whole = format!("{whole}\ninput x, y\nanswer win(two(x, y))");
    for (x, y) in (0..144).map(|n| (n / 12, n % 12)) {
        let input = format!("{x} {y}");
        assert_eq!(judged(&rules, &input), judged(&whole, &input), "{one_by_one} {a} {b} {x} {y}");
    }
}

#[test]
fn conjunctive_sums() {
    for (a, b) in STEPS {
        let whole = "two(x, y) -> two(x-j, y-k) for j in {A}, k in {B}";
        agree("min(remoteness(a(x)), remoteness(b(y))) % 2 == 1", whole, a, b);
    }
}

#[test]
fn continued_conjunctive_sums() {
    for (a, b) in STEPS {
        let whole = "two(x, y) -> two(x-j, y-k) for j in {A}, k in {B}\n\
                     two(x, y) -> two(x-j, y) if y < {b} for j in {A}\n\
                     two(x, y) -> two(x, y-k) if x < {a} for k in {B}";
        agree("max(suspense(a(x)), suspense(b(y))) % 2 == 1", whole, a, b);
    }
}

#[test]
fn selective_sums() {
    for (a, b) in STEPS {
        let whole = "two(x, y) -> two(x-j, y-k) for j in {A}, k in {B}\n\
                     two(x, y) -> two(x-j, y) for j in {A}\n\
                     two(x, y) -> two(x, y-k) for k in {B}";
        agree("win(a(x)) or win(b(y))", whole, a, b);
    }
}

#[test]
fn lengths_of_play() {
    // Taking 1 or 3 of an odd heap: the winner can end 3 at once, and cannot be hindered from 3 moves either.
    let rules = "g(n) -> g(n-1) | g(n-3)\ninput n\nanswer remoteness(g(n)), suspense(g(n))";
    let lengths = |n: u32| judged(rules, &n.to_string()).unwrap();
    assert_eq!(lengths(0), "0 0\n");
    assert_eq!(lengths(3), "1 3\n");
    assert_eq!(lengths(4), "2 2\n");
}

#[test]
fn what_has_no_length() {
    let message = |rules: &str| judged(rules, "3").unwrap_err();
    assert!(
        message("g(n) -> g(a) + g(n-1-a) for a in 0..n-1\ninput n\nanswer remoteness(g(n))")
            .contains("leave one position")
    );
    assert!(message("g(n) -> g(n-1)\ninput n\nanswer suspense(g(n) + g(1))").contains("one component"));
    assert!(message("g(n) -> g((n+1) % 4)\ninput n\nanswer remoteness(g(n))").contains("for ever"));
    // A name of one's own hides the word.
    let own = "g(n) -> g(n-1)\nlet remoteness(n) = n + 1\ninput n\nanswer remoteness(n)";
    assert_eq!(judged(own, "3"), Ok("4\n".to_owned()));
}
