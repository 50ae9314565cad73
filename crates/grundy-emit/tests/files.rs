//! docs/EMIT.md lists what can be written; `GRUNDY_WRITE=1` writes the list anew.

use grundy_emit::{Language, emit};
use grundy_rules::Library;
use std::fs;

const START: &str = "<!-- files: made by the test the_list_of_files_is_true -->\n";
const END: &str = "<!-- end -->";

fn list() -> String {
    let folder = format!("{}/../../games/contest", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = fs::read_dir(&folder).unwrap().filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
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
    assert!(written.len() >= 100, "{} files", written.len());
    let count = written.len();
    format!("\n{count} files can be written:\n{}.\n\nNot written:\n\n| file | why |\n|---|---|\n{refused}\n", wrapped(&written))
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
    let new = list();
    if std::env::var_os("GRUNDY_WRITE").is_some() {
        fs::write(&path, format!("{head}{START}{new}{END}{tail}")).unwrap();
    } else {
        assert_eq!(old, new, "GRUNDY_WRITE=1 writes the list anew");
    }
}
