//! `grundy stress FILE -- PROGRAM`: random small inputs, answered by the rules and by someone's program.

use grundy_rules::Library;
use grundy_stress::{Asked, Stress};

use crate::args::{LimitArgs, StressArgs};
use crate::context::{self, read_text};
use crate::failure::{Failure, Outcome};
use crate::{interrupt, output};

/// Runs the command. Exit code 1: the program failed.
pub fn run(args: &StressArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let name = args.file.display().to_string();
    let mut library = Library::new();
    library.add_rules(&name, &read_text(&args.file)?)?;
    let stress = Stress {
        library,
        name,
        settings: context::settings(&args.rules)?,
        asked: Asked { ranges: args.ranges.clone(), letters: args.letters.clone(), shapes: args.shapes.clone() },
        program: args.program.clone(),
        tests: args.tests,
        seed: args.seed,
        run_time: args.run_time,
        run_memory: args.run_memory,
        limits: limits.limits(),
        cancelled: interrupt::flag(),
    };
    grundy_stress::adopt_orphans();
    let report = stress.run()?;
    output::report(&report, || report.text(), json)?;
    if report.passed { Ok(()) } else { Err(Failure::no()) }
}
