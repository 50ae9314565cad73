//! docs/RULES.md: every example is run, the tables of words and functions are those of the program.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::{Value, Watch};
use grundy_rules::builtins::BUILTINS;
use grundy_rules::syntax::RESERVED;
use grundy_rules::{Engine, GUIDE, Guide, Library, Settings, reach};
use std::fs;
use std::path::Path;

/// A fenced block: its kind and its text.
struct Block {
    kind: String,
    text: String,
}

fn document() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/RULES.md")).unwrap()
}

fn blocks(document: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for line in document.lines() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(kind), None) => open = Some(Block { kind: kind.to_owned(), text: String::new() }),
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some(mut block)) => {
                block.text.push_str(line);
                block.text.push('\n');
                open = Some(block);
            }
            (None, None) => {}
        }
    }
    blocks
}

fn engine(rules: &str) -> Engine {
    let mut library = Library::new();
    library.add_rules("my.game", rules).unwrap_or_else(|errors| panic!("{errors}\n{rules}"));
    Engine::new(library, Watch::default())
}

#[test]
fn every_example_runs() {
    let (mut rules, mut wrong) = (String::new(), String::new());
    let mut counts = [0; 5];
    for block in blocks(&document()) {
        let place = match block.kind.as_str() {
            "grundy" => {
                rules = block.text;
                let samples = engine(&rules).check_samples("my.game", &Settings::default()).unwrap();
                assert!(samples.iter().all(|sample| sample.right), "{samples:?}");
                0
            }
            "values" => {
                block.text.lines().for_each(|line| check_value(&engine(&rules), line));
                1
            }
            "answers" => {
                block.text.lines().for_each(check_answer);
                2
            }
            "grundy-wrong" => {
                wrong = block.text;
                3
            }
            "error" => {
                let errors = Library::new().add_rules("my.game", &wrong).unwrap_err();
                assert_eq!(format!("{errors}\n"), block.text);
                4
            }
            other => panic!("a block of unknown kind {other}"),
        };
        counts[place] += 1;
    }
    assert!(counts[0] >= 17 && counts.iter().all(|&count| count > 0), "{counts:?}");
}

/// `EXPR = value`.
fn check_value(engine: &Engine, line: &str) {
    let (expr, value) = line.rsplit_once(" = ").unwrap();
    let sum = engine.sum(expr, &Settings::default()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(engine.sum_value(&sum).unwrap(), Value::Finite(value.parse().unwrap()), "{line}");
}

/// `expressions gives what is printed`.
fn check_answer(line: &str) {
    let (expr, printed) = line.split_once(" gives ").unwrap();
    let mut out = String::new();
    let judged =
        engine(&format!("answer {expr}")).judge("my.game", &Settings::default(), "", &mut |text| out.push_str(text));
    judged.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(out.trim_end(), printed, "{expr}");
}

#[test]
fn the_tables_are_complete() {
    let document = document();
    let words: Vec<String> = RESERVED.iter().map(|word| format!("`{word}`")).collect();
    assert!(document.replace('\n', " ").contains(&format!("Reserved words: {}.", words.join(" "))));
    let newer: Vec<String> =
        BUILTINS.iter().filter(|builtin| !builtin.core).map(|builtin| format!("`{}`", builtin.name)).collect();
    assert!(document.replace('\n', " ").contains(&format!("then hides it: {}.", newer.join(" "))));
    assert!(document.contains(&function_table()), "the function table should be\n{}", function_table());
}

#[test]
fn the_table_of_methods_is_that_of_the_program() {
    let document = document();
    assert!(document.contains(&method_table()), "the table of methods should be\n{}", method_table());
}

fn method_table() -> String {
    let mut table = String::from("| method | rules | reaches | example |\n|---|---|---|---|\n");
    for Guide { method, rules, reaches, example, .. } in GUIDE {
        let lines: Vec<String> = example.lines().map(|line| format!("`{}`", line.replace('|', "\\|"))).collect();
        table.push_str(&format!("| `{method}` | {rules} | {reaches} | {} |\n", lines.join("<br>")));
    }
    table
}

/// Each example gets its method and is solved at the size that it says.
#[test]
fn methods_reach_what_the_table_says() {
    for Guide { method, example, position, reaches, .. } in GUIDE {
        let engine = engine(example);
        let sum = engine.sum(position, &Settings::default()).unwrap();
        engine.outcome(&sum).unwrap_or_else(|error| panic!("{example}\n{error}"));
        let found = engine.strategy(&sum.terms[0].component).unwrap();
        assert!(found.starts_with(method), "{example}: {found}, not {method}");
        assert_eq!(reach(&found), Some(*reaches), "{example}: {found}");
    }
}

fn function_table() -> String {
    let mut table = String::from("| function | gives |\n|---|---|\n");
    for builtin in BUILTINS {
        let star = if builtin.clauses { "*" } else { "" };
        let usages: Vec<String> = usages(builtin.usage).map(|usage| format!("`{usage}`")).collect();
        table.push_str(&format!("| {}{star} | {} |\n", usages.join(", "), builtin.about));
    }
    table
}

/// The forms of a function, without the one with clauses, which the star stands for.
fn usages(usage: &'static str) -> impl Iterator<Item = &'static str> {
    usage.split_inclusive("),").map(|form| form.trim().trim_end_matches(',')).filter(|form| !form.contains(" for "))
}
