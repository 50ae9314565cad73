//! The modules of this crate use each other in one direction: the way of the data can be read from them.

#![allow(clippy::unwrap_used, reason = "a test helper has no better error")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

type Uses = BTreeMap<String, BTreeSet<String>>;

/// The text of all files of a module, without tests and comments.
fn text(path: &Path, out: &mut String) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            text(&entry.unwrap().path(), out);
        }
        return;
    }
    let is_test = path.components().any(|part| matches!(part.as_os_str().to_str(), Some("tests" | "tests.rs")));
    if !is_test {
        let file = fs::read_to_string(path).unwrap();
        let code = file.split("#[cfg(test)]\nmod").next().unwrap_or_default();
        out.extend(code.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|line| [line, "\n"]));
    }
}

/// What each module at the root of the crate names of the others, by its path or by a name that the root gives again.
fn uses(src: &Path) -> Uses {
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for entry in fs::read_dir(src).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        text(&path, texts.entry(name).or_default());
    }
    let root = texts.remove("lib").unwrap();
    let mut owner: BTreeMap<String, String> = texts.keys().map(|name| (name.clone(), name.clone())).collect();
    for line in root.lines().filter_map(|line| line.strip_prefix("pub use ")) {
        let (module, names) = line.split_once("::").unwrap();
        for name in names.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|name| !name.is_empty()) {
            owner.entry(name.to_owned()).or_insert_with(|| module.to_owned());
        }
    }
    let named = |(module, text): (&String, &String)| {
        let mut used = BTreeSet::new();
        for rest in text.split("crate::").skip(1) {
            let list = rest.strip_prefix('{').and_then(|rest| rest.split("};").next()).unwrap_or(rest);
            let heads: Vec<&str> = if list.len() < rest.len() { list.split(", ").collect() } else { vec![rest] };
            for head in heads {
                let end = head.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(head.len());
                used.extend(owner.get(&head[..end]).filter(|&other| other != module).cloned());
            }
        }
        (module.clone(), used)
    };
    texts.iter().map(named).collect()
}

/// Modules that are left when those that use nothing of the rest are taken away, again and again.
fn cyclic(mut uses: Uses) -> Uses {
    loop {
        let before = uses.len();
        let left: BTreeSet<String> = uses.keys().cloned().collect();
        uses.retain(|_, used| used.iter().any(|other| left.contains(other)));
        if uses.len() == before {
            return uses;
        }
    }
}

#[test]
fn modules_use_each_other_in_one_direction() {
    let found = uses(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(found["engine"].contains("method") && found["error"].contains("limit"), "the uses are read: {found:#?}");
    let cyclic = cyclic(found);
    assert!(cyclic.is_empty(), "these modules use each other in a circle: {cyclic:#?}");
}
