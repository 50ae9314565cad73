//! What cannot be written is refused with its place.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy_emit::{Language, emit};
use grundy_rules::Library;

/// The message of a refusal.
fn refusal(rules: &str) -> String {
    let mut library = Library::new();
    library.add_rules("my.game", rules).unwrap();
    let program = library.program("my.game").unwrap();
    let mut said = [Language::Cpp, Language::Rust, Language::Python]
        .map(|language| emit(program, &[], language).unwrap_err().to_string());
    said.sort();
    assert_eq!(said[0], said[2], "the three languages refuse the same");
    said[0].clone()
}

#[test]
fn every_refusal_names_its_place() {
    let cases = [
        ("g(n) -> g(m) for m in n..\ninput n\nplay g(n)\nanswer win", "without an end", "my.game:1:18"),
        ("g(n) -> g(n-1)\ninput n\nplay g(n)\nanswer draw", "`draw`", "my.game:4:8"),
        ("g(n) -> g(n-1)\ninput n\nanswer len([1 for q in options(g(n))])", "`options`", "my.game:3:"),
        ("data d\ng(n) -> g(n-k) for k in d\ninput n\nplay g(n)\nanswer win", "given from outside", "my.game:2:25"),
        (
            "g(n) -> g(n-1)\nlet f(x) = len(x)\ninput n, text s\nanswer f(s) + f([n])",
            "`f` is a list here and a text",
            "my.game:4:",
        ),
    ];
    for (rules, message, place) in cases {
        let said = refusal(rules);
        assert!(said.contains(message) && said.contains(place), "{rules}\n{said}");
    }
}

/// What would not compile, or what a language would answer and the rules do not.
#[test]
fn types_that_do_not_fit() {
    let asked =
        |lets: &str, answer: &str| refusal(&format!("g(n) -> g(n-1)\n{lets}\ninput n\nplay g(n)\nanswer {answer}"));
    assert!(asked("let none = [[]]", "if n == 0 then none else [[[1]]]").contains("not known well enough"));
    assert!(asked("let f(a, b) = a ++ b", "f([], [[n]])").contains("not known well enough"));
    assert!(asked("", "tally([])").contains("not known well enough"));
    assert!(asked("", "sort([[n > 1], [n > 2]])").contains("cannot be put in order"));
    assert!(asked("", "len(\"\\u{0}\")").contains("the character 0"));
    assert!(asked("", "\"é\"").contains("beyond ASCII"));
    assert!(refusal("g(n) -> g(n-1)\ninput \"é\" n\nplay g(n)\nanswer win").contains("beyond ASCII"));
    assert!(refusal("param k\ng(n) -> g(n-k)\ninput n\nplay g(n; k=2)\nanswer win").contains("params of their own"));
}

#[test]
fn refusals_without_a_place() {
    assert!(refusal("misere\ng(n) -> g(n-1)\ninput n\nplay g(n)\nanswer win").contains("misère"));
    assert!(refusal("g(n) -> g(n-1)").contains("no `input`"));
    assert!(
        refusal("a(n) -> b(n-1)\nb(n) -> a(n-1)\ninput n\nplay a(n)\nanswer win")
            .contains("lead to each other are not written: a, b")
    );
}
