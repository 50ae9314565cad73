//! What `check` learns from samples, and what limits say.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::{Limits, Watch};
use grundy_rules::{CheckedSample, Engine, Error, Library, Settings};

fn engine(text: &str, limits: Limits) -> Engine {
    let mut library = Library::new();
    library.add_rules("file", text).unwrap();
    Engine::new(library, Watch::new(limits))
}

fn checked(text: &str, settings: &Settings) -> Result<Vec<CheckedSample>, Error> {
    engine(text, Limits::default()).check_samples("file", settings)
}

const TAKE: &str = "param K\ntake(n) -> take(n-k) for k in 1..K\ninput K, n\nplay take(n)\nanswer win\n";

#[test]
fn samples_name_their_methods() {
    let text = format!("{TAKE}sample\n  3 8\ngives\n  false\nsample\n  2 8\ngives\n  false\n");
    // What `input` reads may be set from outside: that is for the report on the kinds.
    let settings = Settings { set: vec![("K".to_owned(), 5)], ..Settings::default() };
    let samples = checked(&text, &settings).unwrap();
    let method = |sample: &CheckedSample| sample.methods[0].clone();
    assert_eq!(method(&samples[0]), ("take".to_owned(), "take 1..3".to_owned()));
    assert_eq!(method(&samples[1]), ("take".to_owned(), "take 1..2".to_owned()));
    assert_eq!([samples[0].right, samples[1].right], [true, false]);
    assert_eq!((samples[0].visited.positions, samples[0].visited.complete), (9, true));
    // `judge` refuses what is said twice.
    let judged = engine(&text, Limits::default()).judge("file", &settings, "3 8", &mut |_| {});
    assert!(judged.unwrap_err().to_string().contains("is set from outside and read by `input`"));
}

/// Sets of n things grow like 2^n, two heaps like n^2.
#[test]
fn growth_is_seen() {
    let grows = |text: &str| checked(text, &Settings::default()).unwrap()[0].visited.growth.unwrap().to_string();
    let sets = "g(a) -> g(a with [i] = 0) for i in 0..len(a)-1 if a[i] == 1\ninput z\nanswer win(g([1,1,1,1,1,1,1,1]))\nsample\n 0\ngives\n false\n";
    assert_eq!(grows(sets), "2^n");
    let heaps = "g(a, b) -> g(b, a-1) | g(a, b-1)\ninput z\nanswer win(g(20, 20))\nsample\n 0\ngives\n false\n";
    assert_eq!(grows(heaps), "n^2");
}

#[test]
fn faulty_moves_show_in_check_alone() {
    let text = "g(n) -> 0 if n > 0\ng(n) -> g(n / (n-5)) if n > 3\ninput n\nplay g(n)\nanswer win\nsample\n  5\ngives\n  true\n";
    let mut out = String::new();
    engine(text, Limits::default()).judge("file", &Settings::default(), "5", &mut |text| out.push_str(text)).unwrap();
    assert_eq!(out, "true\n");
    assert!(checked(text, &Settings::default()).unwrap_err().to_string().contains("by zero"));
}

#[test]
fn going_round_is_seen() {
    let round = "g(n) -> g((n+1) % 3)\ninput n\nanswer win(g(n))\nsample\n  1\ngives\n  false\n";
    assert!(checked(round, &Settings::default()).unwrap()[0].visited.goes_round);
    assert!(!checked(&round.replace("(n+1) % 3", "n-1"), &Settings::default()).unwrap()[0].visited.goes_round);
}

#[test]
fn a_limit_says_where_it_was_reached() {
    let text = "g(a) -> g(a with [i] -= 1) for i in 0..len(a)-1 if a[i] % 3 > 0 or a[i] > a[0]\ninput repeat t: n, x[n]\nplay g(x)\nanswer win\n";
    let limits = Limits { positions: 1000, ..Limits::default() };
    let judged = engine(text, limits).judge("file", &Settings::default(), "2  1 0  6 4 9 9 9 9 9", &mut |_| {});
    let stopped = judged.unwrap_err();
    let message = stopped.to_string();
    assert_eq!(stopped.exit_code(), 3, "{message}");
    for part in ["1000 positions", "in case 2", "g([4, 9, 9, 9, 9, 9])", "`memo search`", "sort(L)"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    let round = "g(n) -> g(n+1) | g(n+2)\ninput n\nplay g(n)\nanswer win\n";
    let stopped = engine(round, limits).judge("file", &Settings::default(), "7", &mut |_| {}).unwrap_err();
    assert!(stopped.to_string().contains("in case 1, at g(7)"), "{stopped}");
}
