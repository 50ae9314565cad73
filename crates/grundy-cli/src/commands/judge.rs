//! `grundy judge FILE`: contest input on stdin, contest output on stdout.

use std::io::Write;

use grundy::Stop;
use grundy_report::CaseReport;
use grundy_rules::{Engine, Library};

use crate::args::{JudgeArgs, LimitArgs};
use crate::context::{self, read_text};
use crate::failure::{Failure, Outcome};
use crate::{files, output};

/// Runs the command. The catalogue is not needed, so it is not loaded. Input is read to its end before anything is
/// answered, and answers are kept until all are known, so that wrong input leaves nothing half-printed.
pub fn run(args: &JudgeArgs, limits: &LimitArgs) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let name = args.file.display().to_string();
    let mut library = Library::new();
    library.add_rules(&name, &read_text(&args.file)?)?;
    let engine = context::with_patterns(Engine::new(library, context::plain_watch(limits)), args.trust);
    let most = limits.limits().memory.min(files::LARGEST_INPUT);
    let input = files::stdin(most).map_err(|error| Failure::input(format!("stdin: {error}")))?;
    let memory = limits.limits().memory;
    let (mut answers, mut too_long, mut explained, mut shown) = (String::new(), false, String::new(), 0);
    let mut print = |text: &str| {
        too_long |= (answers.len() + text.len()) as u64 > memory / 2;
        if !too_long {
            answers.push_str(text);
        }
    };
    if args.explain {
        let cases = engine.judge_explained(&name, &settings, &input, &mut print, &mut |case| {
            explained.push_str(&CaseReport::from(case).text().to_string());
            shown += 1;
        })?;
        if cases > shown {
            explained.push_str(&format!("… and {} more cases\n", cases - shown));
        }
        output::say(&output::safe(&explained));
    } else {
        engine.judge(&name, &settings, &input, &mut print)?;
    }
    if too_long {
        return Err(Stop::Memory { limit: memory, found: 0 }.into());
    }
    if engine.take_trust() {
        output::say("a pattern that was only observed has answered: this is not proved\n");
    }
    let mut out = output::stream();
    out.write_all(answers.as_bytes())?;
    out.flush()?;
    Ok(())
}
