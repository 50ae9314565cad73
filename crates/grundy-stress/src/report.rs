//! What is said of a test.

use crate::runner::Ending;
use grundy_report::{Text, safe};
use grundy_rules::contest::Inputs;
use serde::Serialize;

/// Longer texts are cut in the report for people.
const MOST_SHOWN: usize = 4000;

/// How a test went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StressReport {
    /// Whether the program answered as the rules do.
    pub passed: bool,
    /// Inputs that the program ran on.
    pub tests: u64,
    /// Inputs that the rules do not accept.
    pub skipped: u64,
    /// Inputs that the rules accept, but cannot answer within the limits of a test.
    pub too_large: u64,
    /// The limit that the first of them reached.
    pub limit: Option<String>,
    /// The seed that gives the same inputs again.
    pub seed: u64,
    /// What stands where in the inputs.
    pub inputs: Vec<String>,
    /// What went wrong.
    pub failure: Option<Finding>,
    /// How often the finding became simpler.
    #[serde(skip)]
    pub shrunk: u64,
}

/// An input at which the program failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// `difference`, `crash`, `hang`, `flood` or `unstable`.
    pub kind: &'static str,
    /// The same in words.
    pub message: String,
    /// The input.
    pub input: String,
    /// What the rules answer.
    pub expected: String,
    /// What the program answers, if it ended well.
    pub got: Option<String>,
    /// Whether it read nothing.
    pub ignored_input: bool,
}

impl StressReport {
    /// Nothing done yet.
    pub(crate) fn new(seed: u64, inputs: &Inputs<'_>) -> StressReport {
        let inputs = inputs.describe();
        StressReport {
            passed: true,
            tests: 0,
            skipped: 0,
            too_large: 0,
            limit: None,
            seed,
            inputs,
            failure: None,
            shrunk: 0,
        }
    }

    /// For people.
    pub fn text(&self) -> Text {
        let (tests, left_out) = (self.tests, self.left_out());
        let Some(finding) = &self.failure else {
            let out = Text::default().good("no difference").plain(format_args!(": {tests} tests{left_out}\n"));
            return out.then(self.about());
        };
        let out = Text::default().plain(format_args!("test {tests}{left_out}: ")).bad(&finding.message);
        let out = out.plain(format_args!("; shrunk {} times\n", self.shrunk)).then(finding.text());
        out.then(self.about())
    }

    /// How many inputs the program did not run on, and why.
    fn left_out(&self) -> String {
        let counts = [(self.skipped, "skipped as invalid"), (self.too_large, "valid, but too large for the rules")];
        let counts = counts.iter().filter(|(count, _)| *count > 0).map(|(count, why)| format!("{count} inputs {why}"));
        let counts = counts.collect::<Vec<_>>().join(", ");
        if counts.is_empty() { counts } else { format!(" ({counts})") }
    }

    /// The limit of the rules, if one was reached, and what gives the same inputs again.
    fn about(&self) -> Text {
        let mut out = Text::default();
        if let Some(limit) = &self.limit {
            let limit = safe(limit);
            out = out.plain(format_args!("the rules are too slow for larger inputs; the first ended with {limit}\n"));
        }
        out.quiet(format_args!("--seed {}; {}", self.seed, safe(&self.inputs.join("; ")))).plain("\n")
    }
}

impl Finding {
    pub(crate) fn new(input: String, expected: String, ending: Ending, ignored_input: bool) -> Finding {
        let (kind, message, got) = match ending {
            Ending::Output(got) => ("difference", "the program answers something else".into(), Some(got)),
            Ending::Crash(how) => ("crash", format!("the program crashed: {how}"), None),
            Ending::Hang(time) => ("hang", format!("the program did not end within {time:?} (--run-time)"), None),
            Ending::Flood(bytes) => ("flood", format!("the program printed more than {bytes} bytes"), None),
        };
        Finding { kind, message, input, expected, got, ignored_input }
    }

    /// A program that failed so once and answers right when it is asked again.
    pub(crate) fn unstable(self) -> Finding {
        let again = match self.kind {
            "hang" => "it answers right when it is run again: raise --run-time",
            _ => "it answers right when it is run again on the same input",
        };
        Finding { kind: "unstable", message: format!("{}; {again}", self.message), ..self }
    }

    /// Whether both are the same kind of failure.
    pub(crate) fn is_like(&self, other: &Finding) -> bool {
        self.kind == other.kind
    }

    fn text(&self) -> Text {
        let mut out = Text::default();
        if self.ignored_input {
            out = out.plain("it read nothing of its input\n");
        }
        out = out.then(part("input", &self.input)).then(part("expected", &self.expected));
        match &self.got {
            Some(got) => out.then(part("got", got)),
            None => out,
        }
    }
}

fn part(title: &str, text: &str) -> Text {
    let mut shown: String = safe(text.trim_end()).chars().take(MOST_SHOWN).collect();
    if shown.len() < text.trim_end().len() {
        shown += " …";
    }
    let out = Text::default().plain("\n").strong(title).plain("\n");
    if shown.is_empty() { out.quiet("(nothing)").plain("\n") } else { out.plain(shown).plain("\n") }
}
