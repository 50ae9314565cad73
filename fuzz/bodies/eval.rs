//! A text as a rule file whose rules are run, on a few positions of each kind: the evaluator alone, with little fuel. The
//! theorems and solvers are left to `rules`, which is slower by ten.

use super::seen::seen;
use grundy::{Limits, Watch};
use grundy_rules::{Engine, Error, Library, Settings};
use std::ops::ControlFlow;
use std::time::Duration;

/// Arguments for a kind of so many: numbers, or lists and texts.
const ARGUMENTS: [[&str; 3]; 3] = [["3", "2", "4"], ["[2, 1]", "1", "[0, 3]"], ["\"abba\"", "\"b\"", "2"]];

/// Runs one input.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut library = Library::new();
    if library.add_rules("file", &text).is_err() {
        return;
    }
    let limits = Limits { positions: 100, memory: 8 << 20, time: Duration::from_millis(300), threads: 1 };
    let engine = Engine::new(library, Watch::new(limits)).with_steps(1 << 12).without_shortcuts();
    let Some(program) = engine.library().program("file") else { return };
    let params = program.globals.iter().map(|global| (global.name.clone(), 2));
    let settings = Settings { set: params.collect(), ..Settings::default() };
    for kind in program.kinds.iter().take(2) {
        for arguments in ARGUMENTS {
            let args: Vec<&str> = arguments.iter().copied().cycle().take(kind.args.len()).collect();
            let expr = format!("{}({})", kind.name, args.join(", "));
            list(&engine, &expr, &settings).unwrap_or_else(|error| seen(&error));
        }
    }
}

/// Lists the first options of a position, and of the first of them.
fn list(engine: &Engine, expr: &str, settings: &Settings) -> Result<(), Error> {
    for term in engine.sum(expr, settings)?.terms {
        let mut position = Some(term.component);
        for _ in 0..3 {
            let Some(from) = position.take() else { break };
            let mut left = 20;
            engine.options(&from, &mut |mut parts| {
                position = position.take().or_else(|| parts.terms.pop().map(|term| term.component));
                left -= 1;
                if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })?;
        }
    }
    Ok(())
}
