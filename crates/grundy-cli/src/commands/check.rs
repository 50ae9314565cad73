//! `grundy check FILE`: errors with their places, the strategy chosen, samples, shortcuts against the definition.

use grundy_report::CheckReport;
use grundy_rules::Engine;

use crate::args::{CheckArgs, LimitArgs, TrustArgs};
use crate::context::{self, read_text};
use crate::failure::{Failure, Outcome};
use crate::output;

/// Runs the command. Exit code 1: a sample prints something else.
pub fn run(args: &CheckArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let name = args.file.display().to_string();
    let file = read_text(&args.file)?;
    let report = match CheckReport::native(&name, &file)? {
        Some(report) => report,
        None => {
            let mut library = context::library(&args.rules)?;
            library.add_rules(&name, &file)?;
            let engine = Engine::new(library, context::plain_watch(limits));
            // Samples are answered as `judge` answers them.
            let engine = context::with_patterns(engine, TrustArgs::default());
            CheckReport::new(&engine, &name, &file, &settings)?
        }
    };
    output::report(&report, || report.text(), json)?;
    if report.ok { Ok(()) } else { Err(Failure::no()) }
}
