//! Inputs with texts between what is read, and lists that end where their numbers do.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::Watch;
use grundy_rules::contest::Wishes;
use grundy_rules::{Engine, Library, Settings};

const NIM: &str = "nim(n) -> nim(m) for m in 0..n-1\n";

fn engine(text: &str) -> Engine {
    let mut library = Library::new();
    library.add_rules("file", &format!("{NIM}{text}")).unwrap_or_else(|error| panic!("{text}\n{error}"));
    Engine::new(library, Watch::default())
}

fn judge(text: &str, input: &str) -> Result<String, String> {
    let mut out = String::new();
    let judged = engine(text).judge("file", &Settings::default(), input.as_bytes(), &mut |line| out.push_str(line));
    judged.map(|_| out).map_err(|error| error.to_string())
}

#[test]
fn texts_stand_before_and_after_what_is_read() {
    let cases: &[(&str, &str, &str)] = &[
        ("input \"N=\" n\nanswer n", "N=5", "5\n"),
        ("input \"N=\" n\nanswer n", "  N= \n 5 ", "5\n"),
        ("input \"a = [\" x[] \"]\"\nanswer len(x), x", "a = [3,1, 2]\n", "3 3 1 2\n"),
        ("input \"a = [\" x[] \"]\"\nanswer len(x)", "a = []", "0\n"),
        ("input \"a = [\" x[] \"]\"\nanswer len(x), x", "a = [ -1 +2\n3 ]", "3 -1 2 3\n"),
        ("input x[]\nanswer sum(x)", "1 2, 3,4\n5", "15\n"),
        ("input x[], \"k\" k\nanswer sum(x), k", "1 2 k7", "3 7\n"),
        ("input \"piles = [\" x[] \"], h = \" h\nanswer x, h", "piles = [3,6,7,11], h = 8", "3 6 7 11 8\n"),
        ("input \"(\" a \",\" b \")\"\nanswer a + b", "(3,4)", "7\n"),
        ("input \"s = \\\"\" text s \"\\\"\"\nanswer len(s), s", "s = \"++--\"", "4 ++--\n"),
        ("input repeat t: \"(\" a \",\" b \")\"\nanswer a * b", "2\n(3,4)(5,6)", "12\n30\n"),
        ("input repeat: \"#\" n \":\" x[n]\nanswer xor(x)", "#2: 1 2 #3:4 5 6\n#0:", "3\n7\n0\n"),
        ("input n, \"|\", repeat t: rows[n](\"<\" a \"-\" b \">\")\nanswer rows", "2 | 1 <1-2> <3-4>", "1 2 3 4\n"),
        ("input \"heaps:\" x[]\nplay nim(a) for a in x\nanswer if win then \"A\" else \"B\"", "heaps:1 2 3", "B\n"),
    ];
    for (text, input, expected) in cases {
        assert_eq!(judge(text, input).as_deref(), Ok(*expected), "{text}\n{input}");
    }
}

#[test]
fn what_does_not_stand_there_is_named() {
    let cases: &[(&str, &str, &str)] = &[
        ("input \"N=\" n\nanswer n", "M=5", "expected \"N=\" here"),
        ("input \"N=\" n\nanswer n", "", "\"N=\" is still to be read"),
        ("input \"N=\" n\nanswer n", "N=x", "expected an integer for `n`"),
        ("input \"[\" x[] \"]\"\nanswer len(x)", "[1,2,]", "expected \"]\" here"),
        ("input \"[\" x[] \"]\"\nanswer len(x)", "[1,2] 3", "the input goes on"),
        ("input x[]\nanswer len(x)", "1 a", "the input goes on"),
        ("input x[]\nanswer len(x)", "999999999999999999999999999999999999999999", "more than 128 bits"),
    ];
    for (text, input, expected) in cases {
        let error = judge(text, input).unwrap_err();
        assert!(error.contains(expected), "{text}\n{input}\n{error}");
    }
}

#[test]
fn random_inputs_with_texts_can_be_read() {
    for text in [
        "input \"a = [\" x[] \"], k = \" k\nanswer len(x), k",
        "input repeat t: \"(\" a \",\" b \")\"\nanswer a, b",
        "input x[]\nanswer x",
        "input n, \"s=\" text s \";\"\nanswer s",
    ] {
        let engine = engine(text);
        let inputs = engine.inputs("file", &Settings::default(), &Wishes::default()).unwrap();
        let mut lengths = std::collections::HashSet::new();
        for seed in 0..50 {
            let input = inputs.random(seed, (1, 1)).unwrap().unwrap();
            lengths.insert(input.text.len());
            let printed = judge(text, &input.text);
            assert!(printed.is_ok(), "{text}\n{}\n{printed:?}", input.text);
        }
        assert!(lengths.len() > 1, "{text}");
    }
}
