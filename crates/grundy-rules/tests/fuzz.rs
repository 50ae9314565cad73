//! The bodies of the fuzz targets over their saved corpus, and over small changes of it.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a test that cannot go on should stop

use std::fs;
use std::path::Path;

#[path = "bodies/check.rs"]
mod check;
#[path = "bodies/eval.rs"]
mod eval;
#[path = "bodies/expr.rs"]
mod expr;
#[path = "bodies/parse.rs"]
mod parse;
#[path = "bodies/rules.rs"]
mod rules;
#[path = "bodies/seen.rs"]
mod seen;

/// Calls `run` with every saved input, and with it shortened, doubled and with a character of another one put in.
fn over_corpus(name: &str, run: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(name);
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 20, "the corpus of {name} is there");
    let inputs: Vec<Vec<u8>> = paths.iter().map(|path| fs::read(path).unwrap()).collect();
    for (index, input) in inputs.iter().enumerate() {
        run(input);
        let other = &inputs[(index * 7 + 3) % inputs.len()];
        for step in 1..16 {
            let at = input.len() * step / 16;
            run(&input[..at]);
            let mut mixed = input[..at].to_vec();
            mixed.extend(other.iter().skip(step * other.len() / 16).take(3));
            mixed.extend(&input[at..]);
            run(&mixed);
        }
    }
}

#[test]
fn expr_corpus() {
    over_corpus("expr", expr::run);
}

#[test]
fn rules_corpus() {
    over_corpus("rules", rules::run);
}

#[test]
fn rules_are_run() {
    over_corpus("rules", eval::run);
}

#[test]
fn texts_are_parsed_and_checked() {
    for corpus in ["expr", "rules"] {
        over_corpus(corpus, parse::run);
        over_corpus(corpus, check::run);
    }
}
