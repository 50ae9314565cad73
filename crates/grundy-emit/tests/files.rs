//! docs/EMIT.md lists what can be written; `GRUNDY_WRITE=1` writes the list anew.
#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy_emit::{Language, emit};
use grundy_rules::Library;
use std::fs;

const START: &str = "<!-- files: made by the test the_list_of_files_is_true -->\n";
const END: &str = "<!-- end -->";

/// The files that can be written, and the text of the list.
fn list() -> (Vec<String>, String) {
    let folder = format!("{}/../../games/contest", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> =
        fs::read_dir(&folder).unwrap().filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    names.retain(|name| name.ends_with(".game"));
    names.sort();
    let (mut written, mut refused) = (Vec::new(), String::new());
    for name in names {
        let mut library = Library::new();
        library.add_rules(&name, &fs::read_to_string(format!("{folder}/{name}")).unwrap()).unwrap();
        let stem = name.trim_end_matches(".game").to_owned();
        match emit(library.program(&name).unwrap(), &[], Language::Cpp) {
            Ok(_) => written.push(stem),
            Err(errors) => refused.push_str(&format!("| {stem} | {} |\n", errors.list[0].message)),
        }
    }
    let count = written.len();
    let table = format!("Not written:\n\n| file | why |\n|---|---|\n{refused}\n");
    let text = format!("\n{count} files can be written:\n{}.\n\n{table}", wrapped(&written));
    (written, text)
}

fn wrapped(words: &[String]) -> String {
    let mut lines = vec![String::new()];
    for word in words {
        if lines.last().is_some_and(|line| line.len() + word.len() > 130) {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}

#[test]
fn the_list_of_files_is_true() {
    let path = format!("{}/../../docs/EMIT.md", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap();
    let (head, rest) = text.split_once(START).unwrap();
    let (old, tail) = rest.split_once(END).unwrap();
    let (written, new) = list();
    if std::env::var_os("GRUNDY_WRITE").is_some() {
        fs::write(&path, format!("{head}{START}{new}{END}{tail}")).unwrap();
        return;
    }
    // A new file need not stand in the list, but what stands there must be true.
    let (_, listed) = old.split_once(":\n").unwrap();
    let listed: Vec<&str> = listed.split_once(".\n").unwrap().0.split_whitespace().collect();
    assert!(listed.len() >= 100, "{} files", listed.len());
    let missing: Vec<&&str> = listed.iter().filter(|stem| !written.iter().any(|other| other == **stem)).collect();
    assert!(missing.is_empty(), "not written any more: {missing:?}; GRUNDY_WRITE=1 writes the list anew");
}
