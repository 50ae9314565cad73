//! Someone's program for a contest problem against its rules: random small inputs, answered by both; the first difference is
//! shrunk and told.
//!
//! Inputs start tiny and grow, so the first difference is small already. Shrinking tries simpler inputs as long as the
//! program still fails in the same way. Before a difference is told, the rules answer once more by the plain definition,
//! without shortcuts: if they contradict themselves, that is the finding. A [`Conversation`] is for problems that are played
//! line by line.
#![cfg(unix)]

mod conversation;
mod orphans;
mod report;
mod runner;
mod wishes;

use std::ffi::OsString;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use grundy::{Limits, Stop, Watch};
use grundy_report::Error;
use grundy_rules::contest::{Input, Inputs};
use grundy_rules::{Engine, Error as RulesError, Library, Limit, Settings, same_words};

pub use conversation::{Conversation, Heard};
pub use orphans::adopt as adopt_orphans;
pub use report::{Finding, StressReport};
pub use runner::Caps;
use runner::{Ending, Run};
pub use wishes::Asked;

/// Bytes that a program may print.
const MOST_OUTPUT: usize = 1 << 20;

/// Steps of the evaluator and positions for one input; an input that needs more is skipped. Time would not skip the same
/// inputs in every run.
const STEPS: u64 = 1 << 22;
const POSITIONS: u64 = 1 << 18;

/// Time for the rules on one input, for what steps and positions do not count.
const RULE_TIME: Duration = Duration::from_secs(10);

/// Inputs that in a row are of no use before the command gives up.
const MOST_SKIPPED: u64 = 1000;

/// Runs, and time, for shrinking.
const SHRINK_RUNS: usize = 500;
const SHRINK_TIME: Duration = Duration::from_secs(20);

/// What is tested, and how.
#[derive(Debug, Clone)]
pub struct Stress {
    /// The rules.
    pub library: Library,
    /// The name of the contest file in them.
    pub name: String,
    /// Params and data.
    pub settings: Settings,
    /// What inputs look like.
    pub asked: Asked,
    /// The program with its arguments; it runs without a shell.
    pub program: Vec<OsString>,
    /// How many inputs.
    pub tests: u64,
    /// The same seed gives the same inputs; without it a new one.
    pub seed: Option<u64>,
    /// Time for one run of the program.
    pub run_time: Duration,
    /// Address space for one run of the program.
    pub run_memory: u64,
    /// How much the rules, and all together, may use.
    pub limits: Limits,
    /// Ends the test.
    pub cancelled: Arc<AtomicBool>,
}

impl Stress {
    /// Runs the program on inputs until it fails or all are done.
    pub fn run(&self) -> Result<StressReport, Error> {
        let engine = self.engine();
        let inputs = engine.inputs(&self.name, &self.settings, &self.asked.wishes()?)?;
        let seed = self.seed.unwrap_or_else(new_seed);
        let mut report = StressReport::new(seed, &inputs);
        if let Some((input, finding)) = self.search(seed, &inputs, &mut report)? {
            report.failure = Some(self.shrink(input, finding, &inputs, &mut report)?);
            report.passed = false;
        }
        Ok(report)
    }

    /// An engine for one input: what it may do does not depend on the inputs before.
    fn engine(&self) -> Engine {
        let limits = Limits { positions: POSITIONS, time: self.limits.time.min(RULE_TIME), ..self.limits };
        let watch = Watch::new(limits).with_cancel(self.cancelled.clone());
        Engine::new(self.library.clone(), watch).with_steps(STEPS)
    }

    /// The first input at which the program fails, and how.
    fn search(
        &self,
        seed: u64,
        inputs: &Inputs<'_>,
        summary: &mut StressReport,
    ) -> Result<Option<(Input, Finding)>, Error> {
        let (started, tests) = (Instant::now(), self.tests);
        let (mut number, mut skipped_in_a_row, mut largest) = (0, 0, tests);
        while summary.tests < tests {
            if started.elapsed() > self.limits.time {
                return Err(Stop::Time { limit: self.limits.time, found: summary.tests }.into());
            }
            // Ranges grow over the first half of the tests, as long as the rules can follow.
            let scale = ((2 * summary.tests + 2).min(largest), tests);
            number += 1;
            let refused = match inputs.random(mix(seed, number), scale)? {
                Err(reason) => Refused { reason, too_much: false },
                Ok(input) => match self.expected(&input)? {
                    Err(refused) => refused,
                    Ok(expected) => {
                        summary.tests += 1;
                        skipped_in_a_row = 0;
                        if let Some(finding) = self.test(&input, expected)? {
                            return Ok(Some((input, finding)));
                        }
                        continue;
                    }
                },
            };
            if refused.too_much {
                largest = (scale.0 - scale.0.div_ceil(4)).max(1);
                summary.too_large += 1;
                summary.limit.get_or_insert(refused.reason.clone());
            } else {
                summary.skipped += 1;
            }
            skipped_in_a_row += 1;
            if skipped_in_a_row >= MOST_SKIPPED {
                let reason = refused.reason;
                let message = if refused.too_much {
                    format!(
                        "{MOST_SKIPPED} inputs in a row are too large for the rules; the last one ended with\n{reason}"
                    )
                } else {
                    format!("no valid input among {MOST_SKIPPED}; the last one failed with\n{reason}")
                };
                return Err(Error::Bad(format!("{message}\nnote: ranges and shapes say what inputs look like")));
            }
        }
        Ok(None)
    }

    /// What the rules answer; the inner error says why the input is none.
    fn expected(&self, input: &Input) -> Result<Result<String, Refused>, Error> {
        self.answer(&self.engine(), input)
    }

    fn answer(&self, engine: &Engine, input: &Input) -> Result<Result<String, Refused>, Error> {
        let mut out = String::new();
        match engine.judge(&self.name, &self.settings, &input.text, &mut |text| out.push_str(text)) {
            Ok(()) => Ok(Ok(out)),
            Err(RulesError::Limit(Limit::Stop(stop @ Stop::Cancelled))) => Err(stop.into()),
            Err(error @ (RulesError::Bad(_) | RulesError::Loopy(_) | RulesError::Limit(_))) => {
                Ok(Err(Refused { reason: error.to_string(), too_much: matches!(error, RulesError::Limit(_)) }))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Runs the program; nothing if it answers as the rules do.
    fn test(&self, input: &Input, expected: String) -> Result<Option<Finding>, Error> {
        let Run { ending, ignored_input } = self.run_program(&input.text)?;
        let right = matches!(&ending, Ending::Output(got) if same_words(got, &expected));
        Ok((!right).then(|| Finding::new(input.text.clone(), expected, ending, ignored_input)))
    }

    fn run_program(&self, input: &str) -> Result<Run, Error> {
        let caps = Caps { time: self.run_time, memory: self.run_memory, output: MOST_OUTPUT };
        runner::run(&self.program, input.as_bytes(), &caps, &self.cancelled).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => Stop::Cancelled.into(),
            _ => {
                let name = self.program.first().map_or_else(String::new, |name| name.display().to_string());
                Error::Bad(format!("{name} cannot be run: {error}"))
            }
        })
    }

    /// A simple input at which the program fails in the same way.
    fn shrink(
        &self,
        mut input: Input,
        first: Finding,
        inputs: &Inputs<'_>,
        summary: &mut StressReport,
    ) -> Result<Finding, Error> {
        let Some(mut finding) = self.test(&input, first.expected.clone())? else { return Ok(first.unstable()) };
        let (started, mut runs) = (Instant::now(), 0);
        'simpler: loop {
            let smaller: Vec<Input> = inputs.simpler(&input).collect();
            for smaller in smaller {
                if runs >= SHRINK_RUNS || started.elapsed() > SHRINK_TIME {
                    break 'simpler;
                }
                let Ok(expected) = self.expected(&smaller)? else { continue };
                runs += 1;
                if let Some(found) = self.test(&smaller, expected)?
                    && found.is_like(&finding)
                {
                    (input, finding) = (smaller, found);
                    summary.shrunk += 1;
                    continue 'simpler;
                }
            }
            break;
        }
        self.confirm(&input, &finding)?;
        Ok(finding)
    }

    /// Fails if the rules answer something else by the plain definition.
    fn confirm(&self, input: &Input, finding: &Finding) -> Result<(), Error> {
        let Ok(plain) = self.answer(&self.engine().without_shortcuts(), input)? else { return Ok(()) };
        if same_words(&plain, &finding.expected) {
            return Ok(());
        }
        let (text, expected) = (&input.text, &finding.expected);
        let message = format!("a shortcut answers {expected}and the definition {plain}to the input\n{text}");
        Err(RulesError::Contradiction(message).into())
    }
}

/// The seed of one input.
fn mix(seed: u64, number: u64) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// A seed that is easy to type, from the randomness of the standard library's hash maps.
fn new_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish() % 1_000_000_000
}

/// Why an input is of no use.
struct Refused {
    reason: String,
    /// The rules would have worked on it for too long: smaller ones may do.
    too_much: bool,
}
