//! `grundy judge FILE`: contest input on stdin, contest output on stdout.

use std::io::{self, Read, Write};

use grundy_rules::{Engine, Library};

use crate::args::{JudgeArgs, LimitArgs};
use crate::context::{self, read_text};
use crate::failure::{Failure, Outcome};
use crate::output;

/// Runs the command. The catalogue is not needed, so it is not loaded. Input is read to its end before anything is
/// answered, and answers are kept until all are known, so that wrong input leaves nothing half-printed.
pub fn run(args: &JudgeArgs, limits: &LimitArgs) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let name = args.file.display().to_string();
    let mut library = Library::new();
    library.add_rules(&name, &read_text(&args.file)?)?;
    let engine = Engine::new(library, context::plain_watch(limits));
    let mut input = Vec::new();
    io::stdin().lock().read_to_end(&mut input).map_err(|error| Failure::input(format!("stdin: {error}")))?;
    let mut answers = String::new();
    engine.judge(&name, &settings, &input, &mut |text| answers.push_str(text))?;
    let mut out = output::stream();
    out.write_all(answers.as_bytes())?;
    out.flush()?;
    Ok(())
}
