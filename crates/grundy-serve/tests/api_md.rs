//! docs/API.md: every question with all its fields, and examples that are answered as they stand.

use grundy_serve::questions::{Desk, QUESTIONS, SENT_FIELDS};
use serde_json::Value as Json;
use std::collections::BTreeSet;

const DOC: &str = include_str!("../docs/API.md");

/// The text of a section.
fn section(name: &str) -> &'static str {
    let start = DOC.find(&format!("\n## {name}\n")).unwrap_or_else(|| panic!("docs/API.md has no section {name}"));
    let rest = &DOC[start + 4..];
    &rest[..rest.find("\n## ").unwrap_or(rest.len())]
}

/// The names in the first column of its table.
fn fields(section: &str) -> BTreeSet<&str> {
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    rows.filter_map(|row| row.split_once('`').map(|(name, _)| name)).collect()
}

fn blocks(section: &str) -> Vec<&str> {
    section.split("```json\n").skip(1).filter_map(|rest| rest.split_once("\n```").map(|(block, _)| block)).collect()
}

/// Whether a value is what is written; `…` at the end of a text stands for the rest of it.
fn is_written(written: &Json, value: &Json) -> bool {
    match (written, value) {
        (Json::String(written), Json::String(value)) => match written.strip_suffix('…') {
            Some(start) => value.starts_with(start),
            None => written == value,
        },
        (Json::Array(written), Json::Array(values)) => {
            written.len() == values.len() && written.iter().zip(values).all(|(a, b)| is_written(a, b))
        }
        (Json::Object(written), Json::Object(values)) => {
            written.len() == values.len()
                && written.iter().all(|(key, a)| values.get(key).is_some_and(|b| is_written(a, b)))
        }
        _ => written == value,
    }
}

#[test]
fn every_field_is_described() {
    assert_eq!(fields(section("Every question")), SENT_FIELDS.into_iter().collect());
    for question in QUESTIONS {
        let told = fields(section(question.name));
        assert_eq!(told, question.fields.iter().copied().collect(), "{}", question.name);
    }
}

/// The names that are told are those that a question takes.
#[test]
fn fields_are_those_that_are_read() {
    for question in QUESTIONS {
        let error = (question.answer)(br#"{"\u0001": 1}"#, &Desk::default()).unwrap_err().error;
        assert!(error.contains("unknown field"), "{}: {error}", question.name);
        for field in question.fields {
            assert!(error.contains(&format!("`{field}`")), "{}: {field} {error}", question.name);
        }
        let named = error.split("expected").nth(1).unwrap_or("").matches('`').count() / 2;
        assert_eq!(named, question.fields.len(), "{}: {error}", question.name);
    }
}

#[test]
fn examples_are_answered_as_written() {
    for question in QUESTIONS {
        let blocks = blocks(section(question.name));
        for pair in blocks.chunks(2) {
            let [body, answer] = pair else { panic!("{}: a question without an answer", question.name) };
            let found = (question.answer)(body.as_bytes(), &Desk::default()).unwrap();
            let found: Json = serde_json::from_slice(&found.body).unwrap();
            let written: Json = serde_json::from_str(answer).unwrap();
            assert!(is_written(&written, &found), "{} {body}\n{found}", question.name);
        }
        assert!(!blocks.is_empty() || question.name == "certificate", "{} has no example", question.name);
    }
}
