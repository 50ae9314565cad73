//! `grundy check FILE`: errors with their places, the strategy chosen, samples, shortcuts against the definition.

use std::fmt::Write;

use grundy_rules::Engine;
use serde_json::json;

use crate::args::{CheckArgs, LimitArgs};
use crate::context::{self, read_text};
use crate::failure::{Failure, Outcome};
use crate::output::{self, BAD, BOLD, GOOD, paint};

/// Runs the command.
pub fn run(args: &CheckArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let name = args.file.display().to_string();
    let mut library = context::library(&args.rules)?;
    library.add_rules(&name, &read_text(&args.file)?)?;
    let engine = Engine::new(library, context::watch(limits));
    let wrong = engine.check_samples(&name, &settings)?;
    let Some(program) = engine.library().program(&name) else {
        return Err(Failure::input(format!("{name}: not loaded")));
    };
    let kinds: Vec<&str> = program.kinds.iter().map(|kind| kind.name.as_str()).collect();
    let samples = program.samples.len();
    if json {
        output::print_json(json!({
            "file": name, "kinds": kinds, "samples": samples, "samples_wrong": wrong.len(), "ok": wrong.is_empty(),
        }))?;
    } else {
        let mut out = format!("{}: {}\n", paint(BOLD, &name), kinds.join(", "));
        for sample in &wrong {
            let _ = writeln!(
                out,
                "{}: this input\n{}\nmust print\n{}\nbut prints\n{}",
                paint(BAD, "sample fails"),
                sample.sample.input,
                sample.sample.gives,
                sample.printed
            );
        }
        if wrong.is_empty() {
            let _ = writeln!(out, "{} ({samples} samples)", paint(GOOD, "ok"));
        }
        output::print(&out)?;
    }
    if wrong.is_empty() { Ok(()) } else { Err(Failure::no()) }
}
