//! `judge`: wrong input is an error at its place, and explanations say what the answers come from.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::{Outcome, Watch};
use grundy_rules::{Engine, Explained, Library, Settings};

const NIM: &str =
    "nim(n) -> nim(m) for m in 0..n-1\ninput repeat t: n, x[n]\nplay nim(a) for a in x\nanswer if win then 1 else 2";
const PAIRS: &str = "g(a, b) -> g(a-1, b) | g(a, b-1)\ninput n, x[n][2]\nplay g(a, b) for (a, b) in x\nanswer win";
const WORDS: &str = "nim(n) -> nim(m) for m in 0..n-1\ninput n, text w[n]\nplay nim(len(s)) for s in w\nanswer value";
const UNTIL: &str = "nim(n) -> nim(m) for m in 0..n-1\ninput repeat until n == 0: n\nplay nim(n)\nanswer win";

fn engine(rules: &str) -> Engine {
    let mut library = Library::new();
    library.add_rules("file", rules).unwrap();
    Engine::new(library, Watch::default())
}

fn judge(rules: &str, input: &[u8]) -> Result<String, String> {
    let mut out = String::new();
    match engine(rules).judge("file", &Settings::default(), input, &mut |text| out.push_str(text)) {
        Ok(()) => Ok(out),
        Err(error) => {
            assert_eq!(error.exit_code(), 2, "{error}");
            Err(error.to_string())
        }
    }
}

/// Rules, input, what the message says, and the place it names.
const WRONG: [(&str, &[u8], &str, &str); 19] = [
    (NIM, b"", "the input ends, but `t` is still to be read", "input:1:1"),
    (NIM, b" \n\n", "the input ends, but `t` is still to be read", "input:1:1"),
    (NIM, b"1\n3\n1 2", "the input ends, but `x` is still to be read", "input:3:4"),
    (NIM, b"2\n1\n1\n", "the input ends, but `n` is still to be read", "input:3:2"),
    (NIM, b"1\n3\n1 two 3", "expected an integer for `x`", "input:3:3"),
    (NIM, b"1\n3\n1 2.5 3", "expected an integer for `x`", "input:3:3"),
    (NIM, b"1\n3\n1 2 3x", "expected an integer for `x`", "input:3:5"),
    (NIM, b"1\n3\n1 - 3", "expected an integer for `x`", "input:3:3"),
    (NIM, b"one", "expected an integer for `t`", "input:1:1"),
    (NIM, b"-1", "the number of cases `t` is -1", "input:1:1"),
    (NIM, b"1\n1\n999999999999999999999999999999999999999999", "more than 128 bits", "input:3:1"),
    (NIM, b"1\n1\n7\n8", "the input goes on", "input:4:1"),
    (NIM, b"1\n1\n7 rubbish", "the input goes on", "input:3:3"),
    (NIM, b"1\n1\n7\n\xff", "not UTF-8", "input:4:1"),
    (NIM, b"1\n\xc3\n7\n", "not UTF-8", "input:2:1"),
    (PAIRS, b"2\n1 2\n3", "the input ends, but `x` is still to be read", "input:3:2"),
    (PAIRS, b"1\n1 2\n3", "the input goes on", "input:3:1"),
    (WORDS, b"2\nab", "the input ends, but `w` is still to be read", "input:2:3"),
    (UNTIL, b"3 0 5", "the input goes on", "input:1:5"),
];

#[test]
fn wrong_input_is_an_error_at_its_place() {
    for (rules, input, message, place) in WRONG {
        let shown = String::from_utf8_lossy(input);
        let error = judge(rules, input).expect_err(&shown);
        assert!(error.contains(message) && error.contains(place), "{shown:?}: {error}");
    }
}

#[test]
fn sizes_out_of_range_are_errors() {
    assert!(judge(NIM, b"1\n-2\n").unwrap_err().contains("the size of `x` is -2"));
    // More than the input can hold: the end is reached, nothing is allocated for the rest.
    for size in ["1000000000000000000", "170141183460469231731687303715884105727"] {
        let input = format!("1\n{size}\n1 2 3");
        assert!(judge(NIM, input.as_bytes()).unwrap_err().contains("the input ends"));
    }
    assert!(judge(NIM, b"1\n2\n3 -4").unwrap_err().contains("a negative number in a position: -4"));
}

#[test]
fn white_space_does_not_matter() {
    assert_eq!(judge(NIM, b"1 2 5 5").unwrap(), "2\n");
    assert_eq!(judge(NIM, b"\n\t1\r\n2\x0b5\x0c5\r\n\n").unwrap(), "2\n");
    assert_eq!(judge(UNTIL, b"3 0").unwrap(), "true\n");
}

#[test]
fn numbers_beyond_64_bits_are_read() {
    let big = "9223372036854775808";
    assert_eq!(judge(NIM, format!("1 3 1 {big} {big}").as_bytes()).unwrap(), "1\n");
    assert_eq!(judge(NIM, format!("1 2 {big} {big}").as_bytes()).unwrap(), "2\n");
    assert_eq!(judge(NIM, b"1 2 +5 0000000000000000000000005").unwrap(), "2\n");
}

fn explained(rules: &str, input: &str) -> (Vec<Explained>, u64) {
    let mut cases = Vec::new();
    let total = engine(rules)
        .judge_explained("file", &Settings::default(), input, &mut |_| {}, &mut |case| cases.push(case.clone()))
        .unwrap();
    (cases, total)
}

#[test]
fn explanations_list_the_components() {
    let (cases, total) = explained(NIM, "2  3 1 2 3  2 5 6");
    let show = |case: &Explained| {
        let value = |value: &Option<grundy::Value>| value.as_ref().unwrap().to_string();
        let parts = case.components.iter().map(|(count, part, own)| format!("{count} {part} {}", value(own)));
        (parts.collect::<Vec<_>>().join(", "), value(&case.value), case.outcome, case.answer.clone())
    };
    assert_eq!(total, 2);
    let first = "1 nim(1) 1, 1 nim(2) 2, 1 nim(3) 3".to_owned();
    assert_eq!(show(&cases[0]), (first, "0".to_owned(), Some(Outcome::Previous), "2\n".to_owned()));
    let second = "1 nim(5) 5, 1 nim(6) 6".to_owned();
    assert_eq!(show(&cases[1]), (second, "3".to_owned(), Some(Outcome::Next), "1\n".to_owned()));
}

#[test]
fn explanations_are_capped() {
    let heaps: Vec<String> = (1..=500).map(|n: u32| n.to_string()).collect();
    let input = format!("30 {}", format!("500 {} ", heaps.join(" ")).repeat(30));
    let (cases, total) = explained(NIM, &input);
    assert_eq!((cases.len(), total), (20, 30));
    assert_eq!((cases[0].components.len(), cases[0].left_out), (20, 480));
    // All components count: 1 ⊕ … ⊕ 500 = 500.
    assert_eq!(cases[0].value.as_ref().unwrap().to_string(), "500");
}

#[test]
fn misere_and_loopy_games_have_outcomes() {
    let misere = NIM.replace("input", "misere\ninput");
    let (cases, _) = explained(&misere, "1  2 1 1");
    assert_eq!((cases[0].value.clone(), cases[0].outcome), (None, Some(Outcome::Next)));
    assert_eq!(cases[0].components[0].2, None);
    let (cases, _) = explained("g(n) -> g(1-n)\ninput n\nplay g(n)\nanswer draw", "0");
    assert_eq!((cases[0].value.clone(), cases[0].outcome), (None, Some(Outcome::Draw)));
    let (cases, _) = explained("g(n) -> g(n-1)\ninput n\nanswer value(g(n))", "3");
    assert_eq!((cases[0].components.len(), cases[0].outcome), (0, None));
}
