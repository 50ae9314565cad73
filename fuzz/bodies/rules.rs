//! A text as a rule file, and behind a line `----` its input: it is refused with a message, or solved and judged within
//! small limits. What parses prints and parses back.

use super::seen::seen;
use grundy::{Limits, Watch};
use grundy_rules::syntax::{Source, parse_file};
use grundy_rules::{Engine, Error, Library, Settings, Sum};
use std::time::Duration;

/// Arguments for a kind of so many: numbers, or lists and texts.
const ARGUMENTS: [[&str; 3]; 3] = [["3", "2", "4"], ["[2, 1]", "1", "[0, 3]"], ["\"abba\"", "\"b\"", "2"]];

/// Runs one input.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (rules, input) = text.split_once("\n----\n").unwrap_or((&text, "2 3 1 2 3 2 1 1"));
    let source = Source::new("file", rules);
    if let Ok(file) = parse_file(&source) {
        let printed = file.to_string();
        let again = parse_file(&Source::new("printed", printed.clone()));
        assert_eq!(again.as_ref(), Ok(&file), "{printed}");
    }
    let mut library = Library::new();
    if let Err(errors) = library.add_rules("file", rules) {
        return seen(&Error::Bad(errors));
    }
    let limits = Limits { positions: 100, memory: 8 << 20, time: Duration::from_millis(300), threads: 1 };
    let engine = Engine::new(library, Watch::new(limits)).with_steps(1 << 13);
    solve(&engine, ARGUMENTS[data.len() % ARGUMENTS.len()]);
    let judged = engine.judge("file", &Settings::default(), input, &mut |_| {});
    judged.unwrap_or_else(|error| seen(&error));
}

fn solve(engine: &Engine, arguments: [&str; 3]) {
    let Some(program) = engine.library().program("file") else { return };
    let params = program.globals.iter().map(|global| (global.name.clone(), 2));
    let settings = Settings { set: params.collect(), ..Settings::default() };
    for kind in program.kinds.iter().take(2) {
        let args: Vec<&str> = arguments.iter().copied().cycle().take(kind.args.len()).collect();
        let sum = engine.sum(&format!("{}({})", kind.name, args.join(", ")), &settings);
        sum.and_then(|sum| solve_sum(engine, &sum)).unwrap_or_else(|error| seen(&error));
    }
}

fn solve_sum(engine: &Engine, sum: &Sum) -> Result<(), Error> {
    engine.outcome(sum)?;
    engine.winning_moves(sum, 2).map(|_| ())
}
