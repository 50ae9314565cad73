//! `grundy judge FILE`: contest input on stdin, contest output on stdout.

use std::fmt::Write as _;
use std::io::Write;

use grundy::Outcome as Wins;
use grundy_rules::{Engine, Explained, Library};

use crate::args::{JudgeArgs, LimitArgs};
use crate::context::{self, read_text};
use crate::failure::{Failure, Outcome};
use crate::{files, output};

/// The longest text of a position or an answer that an explanation shows.
const MOST_LETTERS: usize = 60;

/// Runs the command. The catalogue is not needed, so it is not loaded. Input is read to its end before anything is
/// answered, and answers are kept until all are known, so that wrong input leaves nothing half-printed.
pub fn run(args: &JudgeArgs, limits: &LimitArgs) -> Outcome {
    let settings = context::settings(&args.rules)?;
    let name = args.file.display().to_string();
    let mut library = Library::new();
    library.add_rules(&name, &read_text(&args.file)?)?;
    let engine = Engine::new(library, context::plain_watch(limits));
    let input = files::stdin().map_err(|error| Failure::input(format!("stdin: {error}")))?;
    let (mut answers, mut explained, mut shown) = (String::new(), String::new(), 0);
    let mut print = |text: &str| answers.push_str(text);
    if args.explain {
        let cases = engine.judge_explained(&name, &settings, &input, &mut print, &mut |case| {
            explained.push_str(&explanation(case));
            shown += 1;
        })?;
        if cases > shown {
            explained.push_str(&format!("… and {} more cases\n", cases - shown));
        }
        anstream::eprint!("{}", output::safe(&explained));
    } else {
        engine.judge(&name, &settings, &input, &mut print)?;
    }
    let mut out = output::stream();
    out.write_all(answers.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// A case in a few lines: its answer, the components with their values, the XOR and who wins.
fn explanation(case: &Explained) -> String {
    let answer: Vec<&str> = case.answer.split_whitespace().collect();
    let mut text = format!("case {}: {}\n", case.case, cut(&answer.join(" ")));
    let mut lines = Vec::new();
    for (count, component, value) in &case.components {
        let copies = if *count == 1 { String::new() } else { format!("{count}*") };
        let value = value.as_ref().map_or(String::from("no value"), ToString::to_string);
        lines.push((cut(&format!("{copies}{component}")), value));
    }
    let width = lines.iter().map(|(left, _)| left.chars().count()).max().unwrap_or(0);
    for (left, value) in lines {
        // Writing into a string does not fail.
        let _ = writeln!(text, "  {left:width$}  {value}");
    }
    if case.left_out > 0 {
        let _ = writeln!(text, "  … and {} more components", case.left_out);
    }
    let verdict = match case.outcome {
        Some(Wins::Next) => "the player to move wins",
        Some(Wins::Previous) => "the player to move loses",
        Some(Wins::Draw) => "a draw",
        None => "no play position: the answer asks for what it needs",
    };
    let value = case.value.as_ref().map_or(String::new(), |value| format!("XOR {value}: "));
    let _ = writeln!(text, "  {value}{verdict}");
    text
}

/// The start of a long text.
fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
