//! Questions about rules that are sent along: are they right, and what do they answer to contest input?

use grundy_report::{CaseReport, CheckReport};
use grundy_rules::{Engine, Library};
use serde::Serialize;

use super::sent::RULES;
use super::{Answer, Desk, Sent, ask, too_long};
use crate::Failure;

/// Cases that are explained.
const MOST_CASES: usize = 100;

ask! {
    /// Checks the rules.
    Check {}
}

ask! {
    /// Contest input to contest output.
    Judge {
        /// The input.
        input: String,
    }
}

/// What a contest program prints, and what the first cases come from.
#[derive(Serialize)]
struct Judged {
    output: String,
    cases: u64,
    explained: Vec<CaseReport>,
}

fn text(sent: &Sent) -> Result<&str, Failure> {
    sent.rules.as_deref().ok_or_else(|| Failure::input("send the text of a rule file in `rules`"))
}

/// Answers `check`. Wrong rules are a failure with places.
pub fn check(_ask: Check, sent: &Sent, desk: &Desk) -> Result<Answer, Failure> {
    let rules = text(sent)?;
    if let Some(report) = CheckReport::native(RULES, rules)? {
        return Answer::json(&report, desk);
    }
    Answer::json(&CheckReport::new(&desk.engine(sent)?, RULES, rules, &sent.settings()?)?, desk)
}

/// Answers `judge`.
pub fn judge(ask: Judge, sent: &Sent, desk: &Desk) -> Result<Answer, Failure> {
    let mut library = Library::new();
    library.add_rules(RULES, text(sent)?)?;
    let engine = Engine::new(library, desk.watch.clone()).with_steps(desk.steps);
    let (mut output, mut explained, mut full) = (String::new(), Vec::new(), false);
    let mut print = |text: &str| {
        full |= output.len() + text.len() > desk.most_answered;
        if !full {
            output.push_str(text);
        }
    };
    let cases = engine.judge_explained(RULES, &sent.settings()?, ask.input.as_bytes(), &mut print, &mut |case| {
        if explained.len() < MOST_CASES {
            explained.push(CaseReport::from(case));
        }
    })?;
    if full {
        return Err(too_long(desk));
    }
    Answer::json(&Judged { output, cases, explained }, desk)
}
