//! What `stress` says.

use grundy_rules::contest::Inputs;
use serde_json::json;

use super::runner::Ending;
use crate::failure::Outcome;
use crate::output::{self, BAD, BOLD, DIM, GOOD, paint, safe};

/// Longer texts are cut in the report for people.
const MOST_SHOWN: usize = 4000;

/// How the run went.
pub struct Summary {
    /// The seed that gives the same inputs again.
    pub seed: u64,
    /// What stands where in the inputs.
    names: Vec<String>,
    /// Inputs that the program ran on.
    pub tests: u64,
    /// Inputs that the rules do not accept.
    pub skipped: u64,
    /// Inputs that the rules accept, but cannot answer within the limits of a test.
    pub too_large: u64,
    /// The limit that the first of them reached.
    pub limit: Option<String>,
    /// How often the finding became simpler.
    pub shrunk: u64,
}

/// An input at which the program failed.
pub struct Finding {
    /// The input.
    pub input: String,
    /// What the rules answer.
    pub expected: String,
    /// What the program did.
    pub ending: Ending,
    /// Whether it read nothing.
    pub ignored_input: bool,
}

impl Summary {
    /// Nothing done yet.
    pub fn new(seed: u64, inputs: &Inputs<'_>) -> Summary {
        Summary { seed, names: inputs.describe(), tests: 0, skipped: 0, too_large: 0, limit: None, shrunk: 0 }
    }
}

impl Finding {
    /// Whether both are the same kind of failure.
    pub fn is_like(&self, other: &Finding) -> bool {
        std::mem::discriminant(&self.ending) == std::mem::discriminant(&other.ending)
    }

    /// What happened, as a word for programs and as a sentence for people.
    fn what(&self) -> (&'static str, String) {
        match &self.ending {
            Ending::Output(_) => ("difference", "the program answers something else".into()),
            Ending::Crash(how) => ("crash", format!("the program crashed: {how}")),
            Ending::Hang(time) => ("hang", format!("the program did not end within {time:?} (--run-time)")),
            Ending::Flood(bytes) => ("flood", format!("the program printed more than {bytes} bytes")),
        }
    }

    fn got(&self) -> Option<&str> {
        if let Ending::Output(got) = &self.ending { Some(got) } else { None }
    }
}

/// Prints the result.
pub fn print(summary: &Summary, finding: Option<&Finding>, json: bool) -> Outcome {
    if json {
        let failure = finding.map(|finding| {
            json!({ "kind": finding.what().0, "message": finding.what().1, "input": finding.input,
                "expected": finding.expected, "got": finding.got(), "ignored_input": finding.ignored_input })
        });
        return output::print_json(json!({ "passed": finding.is_none(), "tests": summary.tests,
            "skipped": summary.skipped, "too_large": summary.too_large, "limit": summary.limit, "seed": summary.seed, "inputs": summary.names, "failure": failure }));
    }
    output::print(&text(summary, finding))
}

fn text(summary: &Summary, finding: Option<&Finding>) -> String {
    let Summary { seed, names, tests, skipped, too_large, limit, shrunk } = summary;
    let mut about = paint(DIM, format!("--seed {seed}; {}", safe(&names.join("; "))));
    if let Some(limit) = limit {
        about = format!("the rules are too slow for larger inputs; the first ended with {}\n{about}", safe(limit));
    }
    let left_out = [(*skipped, "skipped as invalid"), (*too_large, "valid, but too large for the rules")];
    let left_out = left_out.iter().filter(|(count, _)| *count > 0).map(|(count, why)| format!("{count} inputs {why}"));
    let left_out = left_out.collect::<Vec<_>>().join(", ");
    let skipped = if left_out.is_empty() { left_out } else { format!(" ({left_out})") };
    let Some(finding) = finding else {
        return format!("{}: {tests} tests{skipped}\n{about}\n", paint(GOOD, "no difference"));
    };
    let what = paint(BAD, finding.what().1);
    let mut out = format!("test {tests}{skipped}: {what}; shrunk {shrunk} times\n");
    if finding.ignored_input {
        out += "it read nothing of its input\n";
    }
    out += &part("input", &finding.input);
    out += &part("expected", &finding.expected);
    if let Some(got) = finding.got() {
        out += &part("got", got);
    }
    out + &format!("{about}\n")
}

fn part(title: &str, text: &str) -> String {
    let mut shown: String = safe(text.trim_end()).chars().take(MOST_SHOWN).collect();
    if shown.len() < text.trim_end().len() {
        shown += " …";
    }
    let shown = if shown.is_empty() { paint(DIM, "(nothing)") } else { shown };
    format!("\n{}\n{shown}\n", paint(BOLD, title))
}
