//! Contest problems that were written from docs/RULES.md alone, as people do who are new to it (testdata/strangers): their samples.

use grundy::Watch;
use grundy_rules::{Engine, Library, Settings};
use std::fs;

#[test]
fn the_samples_of_strangers_are_right() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/strangers");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.display().to_string();
        let mut library = Library::new();
        library.add_rules(&name, &fs::read_to_string(&path).unwrap()).unwrap_or_else(|errors| panic!("{errors}"));
        let engine = Engine::new(library, Watch::default());
        let samples =
            engine.check_samples(&name, &Settings::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!samples.is_empty(), "{name}");
        assert!(samples.iter().all(|sample| sample.right), "{name}: {samples:?}");
        count += 1;
    }
    assert_eq!(count, 10);
}

/// A file that asks only who wins is not searched for a value by `check`.
#[test]
fn check_asks_what_the_file_asks() {
    let rules = "s(n, m) -> s(n-k, 2*k) for k in 1..min(n, m)\ninput n\nplay s(n, n-1)\nanswer win\nsample\n  100000\ngives\n  true\n";
    let mut library = Library::new();
    library.add_rules("file", rules).unwrap();
    let engine = Engine::new(library, Watch::default()).with_steps(1 << 22);
    let samples = engine.check_samples("file", &Settings::default()).unwrap();
    assert!(samples[0].right);
    assert_ne!(samples[0].methods[0].1, "memo search");
}
