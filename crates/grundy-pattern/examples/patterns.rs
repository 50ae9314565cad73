//! The table of docs/PATTERNS.md: what is found and proved for rule files, at five settings of their params.
//! `cargo run --release -p grundy-pattern --example patterns -- games/*.game games/contest/*.game`

use grundy::{Limits, Watch};
use grundy_pattern::pattern::{Found, Patterns, Wanted, find};
use grundy_rules::program::Role;
use grundy_rules::{Library, Settings};
use std::path::Path;
use std::time::{Duration, Instant};

/// Values of params, in their order.
const SETTINGS: [[i128; 5]; 5] = [[2, 5, 3, 7, 11], [1, 3, 2, 5, 4], [3, 7, 4, 2, 6], [2, 6, 5, 3, 8], [4, 9, 7, 5, 3]];

/// The time that a file gets.
const TIME: Duration = Duration::from_secs(20);

fn main() {
    println!("| file | settings | formula or automaton | status | states | ms |\n|---|---|---|---|---|---|");
    for path in std::env::args().skip(1) {
        let name = Path::new(&path).file_stem().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        let start = Instant::now();
        let row = file(&path).unwrap_or_else(|reason| format!("– | none: {} | |", reason.replace('\n', " ")));
        println!("| {name} | {row} {} |", start.elapsed().as_millis());
    }
}

fn file(path: &str) -> Result<String, String> {
    let rules = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let mut library = Library::new();
    library.add_rules("file", &rules).map_err(|_| "| no rules".to_string())?;
    let program = library.program("file").ok_or("| no rules")?;
    if program.kinds.is_empty() {
        return Err("| no rules".into());
    }
    let seen = program.rule_globals.iter().map(|&g| &program.globals[g]);
    let params: Vec<String> = seen.clone().filter(|g| g.role == Role::Param).map(|g| g.name.clone()).collect();
    if seen.count() > params.len() {
        return Err("| the rules need data".into());
    }
    let settings: Vec<Settings> = match params.len() {
        0 => vec![Settings::default()],
        _ => SETTINGS
            .iter()
            .map(|values| Settings { set: params.iter().cloned().zip(*values).collect(), ..Settings::default() })
            .collect(),
    };
    let wanted = Wanted { name: "file", rules: &rules, kind: None, settings: &settings, to: None };
    let watch = Watch::new(Limits { time: TIME, ..Limits::default() });
    let count = settings.len();
    match find(&wanted, &watch) {
        Ok(patterns) => Ok(format!("{count} | {}", said(&patterns))),
        Err(error) => Err(format!("| {}", error.to_string().lines().next().unwrap_or_default())),
    }
}

fn said(patterns: &Patterns) -> String {
    let Some(found) = patterns.found.first() else {
        let reason = patterns.reasons.last().map_or("", String::as_str);
        return format!("– | none: {reason} | |");
    };
    let text = found.text.as_ref().map_or_else(|| bare(found), |text| format!("`{}`", shortened(text)));
    let status = if found.shown.is_empty() { "observed" } else { "proved" };
    let states: Vec<String> =
        found.shown.iter().map(|s| s.states.iter().map(|k| k.1.to_string()).collect::<Vec<_>>().join("+")).collect();
    format!("{} | {status} | {} |", text.replace('|', "\\|"), states.join(", "))
}

fn bare(found: &Found) -> String {
    let first = found.shown.first();
    first.map_or_else(String::new, |s| format!("automaton of {}: {}, {}", found.game, s.encoding, s.numeration))
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= 90 { text.to_owned() } else { text.chars().take(89).chain(['…']).collect() }
}
