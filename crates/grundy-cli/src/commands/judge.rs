//! `grundy judge FILE`: contest input on stdin, contest output on stdout.

use std::io::{self, Read, Write};

use grundy_rules::{Engine, Library};

use crate::args::{JudgeArgs, LimitArgs};
use crate::context::{self, read_text};
use crate::failure::{Failure, Outcome};
use crate::output;

/// Runs the command. The catalogue is not needed, so it is not loaded.
pub fn run(args: &JudgeArgs, limits: &LimitArgs) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let name = args.file.display().to_string();
    let mut library = Library::new();
    library.add_rules(&name, &read_text(&args.file)?)?;
    let engine = Engine::new(library, context::watch(limits));
    let mut input = String::new();
    io::stdin().lock().read_to_string(&mut input).map_err(|error| Failure::input(format!("stdin: {error}")))?;
    let mut out = output::stream();
    let mut written = Ok(());
    let judged = engine.judge(&name, &settings, &input, &mut |text| {
        if written.is_ok() {
            written = out.write_all(text.as_bytes());
        }
    });
    written?;
    out.flush()?;
    Ok(judged?)
}
