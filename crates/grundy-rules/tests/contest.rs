//! Every contest problem of testdata/games with all its tests and tables.

#![allow(clippy::unwrap_used)] // a test that cannot go on should stop

use grundy::{Value, Watch};
use grundy_rules::{Engine, Library, Settings, Table, same_words};
use serde_json::Value as Json;
use std::fs;
use std::path::{Path, PathBuf};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/games")
}

fn names() -> Vec<String> {
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let games = files.filter(|path| path.extension().is_some_and(|extension| extension == "game"));
    let mut names: Vec<String> = games.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

fn engine(name: &str) -> Engine {
    let text = fs::read_to_string(folder().join(format!("{name}.game"))).unwrap();
    let mut library = Library::new();
    library.add_rules(name, &text).unwrap_or_else(|errors| panic!("{name}\n{errors}"));
    Engine::new(library, Watch::default())
}

fn facts(name: &str) -> Json {
    serde_json::from_str(&fs::read_to_string(folder().join(format!("{name}.json"))).unwrap()).unwrap()
}

fn list<'a>(json: &'a Json, key: &str) -> &'a [Json] {
    json.get(key).and_then(Json::as_array).map_or(&[], Vec::as_slice)
}

#[test]
fn all_tests_pass() {
    let (mut files, mut tests, mut wrong) = (0, 0, Vec::new());
    for name in names() {
        let (engine, facts) = (engine(&name), facts(&name));
        files += 1;
        for test in list(&facts, "tests") {
            let text = |key: &str| test[key].as_str().unwrap();
            let mut out = String::new();
            match engine.judge(&name, &Settings::default(), text("in"), &mut |text| out.push_str(text)) {
                Err(error) => wrong.push(format!("{name}: {}\n{error}", text("in"))),
                Ok(()) if !same_words(&out, text("out")) => {
                    wrong.push(format!("{name}: {}\nexpected {}\nfound {out}", text("in"), text("out")));
                }
                Ok(()) => tests += 1,
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!((files, tests), (106, 512));
}

#[test]
fn all_tables_agree() {
    let mut tables = 0;
    for name in names() {
        for table in list(&facts(&name), "tables") {
            let set = table["set"].as_object().unwrap().iter();
            let set = set.map(|(name, value)| (name.clone(), i128::from(value.as_i64().unwrap()))).collect();
            let settings = Settings { set, ..Settings::default() };
            let to: Vec<u64> = match &table["to"] {
                Json::Array(to) => to.iter().map(|to| to.as_u64().unwrap()).collect(),
                to => vec![to.as_u64().unwrap()],
            };
            let ranges: Vec<_> = to.iter().map(|&to| 0..=to).collect();
            let found = engine(&name).table(table["game"].as_str().unwrap(), &settings, &ranges);
            let value = |value: &Json| match value.as_str() {
                Some(ordinal) => Value::from(ordinal.parse::<grundy::Ordinal>().unwrap()),
                None => Value::Finite(value.as_u64().unwrap().into()),
            };
            let row = |row: &Json| row.as_array().unwrap().iter().map(value).collect();
            let expected = match to.len() {
                1 => Table::Row(row(&table["values"])),
                _ => Table::Grid(table["values"].as_array().unwrap().iter().map(row).collect()),
            };
            assert_eq!(found.unwrap(), expected, "{name}");
            tables += 1;
        }
    }
    assert_eq!(tables, 4);
}
