//! `grundy stress FILE -- PROGRAM`: random small inputs, answered by the rules and by someone's program; the first
//! difference is shrunk and printed.
//!
//! Inputs start tiny and grow, so the first difference is small already. Shrinking tries simpler inputs as long as the
//! program still fails in the same way. Before a difference is printed, the rules answer once more by the plain definition,
//! without shortcuts: if they contradict themselves, that is the finding.

mod orphans;
mod report;
mod runner;
mod wishes;

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use grundy_rules::contest::{Input, Inputs};
use grundy_rules::{Engine, Error, Library, Limit, Settings, same_words};

use crate::args::{LimitArgs, StressArgs};
use crate::context::{self, read_text};
use crate::failure::{Failure, Outcome};
use crate::interrupt::{self, INTERRUPTED};

use report::{Finding, Summary};
use runner::{Caps, Ending, Run};

/// Bytes that a program may print.
const MOST_OUTPUT: usize = 1 << 20;

/// Steps of the evaluator and positions for one input; an input that needs more is skipped. Time would not skip the same
/// inputs in every run.
const STEPS: u64 = 1 << 22;
const POSITIONS: u64 = 1 << 18;

/// Inputs that in a row are of no use before the command gives up.
const MOST_SKIPPED: u64 = 1000;

/// Runs, and time, for shrinking.
const SHRINK_RUNS: usize = 500;
const SHRINK_TIME: Duration = Duration::from_secs(20);

/// Runs the command. Exit code 1: the program failed.
pub fn run(args: &StressArgs, limits: &LimitArgs, json: bool) -> Outcome {
    let stress = Stress::new(args, limits)?;
    orphans::adopt();
    let engine = stress.engine();
    let inputs = engine.inputs(&stress.name, &stress.settings, &wishes::wishes(args)?)?;
    let seed = args.seed.unwrap_or_else(new_seed);
    let mut summary = Summary::new(seed, &inputs);
    let found = stress.search(args.tests, seed, &inputs, &mut summary)?;
    let finding = match found {
        None => None,
        Some((input, _)) => {
            let (input, finding) = stress.shrink(input, &inputs, &mut summary)?;
            stress.confirm(&input, &finding)?;
            Some(finding)
        }
    };
    report::print(&summary, finding.as_ref(), json)?;
    if finding.is_some() { Err(Failure::no()) } else { Ok(()) }
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

/// The rules, the program and what it may use.
struct Stress<'a> {
    name: String,
    library: Library,
    settings: Settings,
    limits: &'a LimitArgs,
    program: &'a [std::ffi::OsString],
    caps: Caps,
    cancelled: Arc<AtomicBool>,
}

impl<'a> Stress<'a> {
    fn new(args: &'a StressArgs, limits: &'a LimitArgs) -> Result<Self, Failure> {
        let name = args.file.display().to_string();
        let mut library = Library::new();
        library.add_rules(&name, &read_text(&args.file)?)?;
        Ok(Stress {
            name,
            library,
            settings: context::settings(&args.rules)?,
            limits,
            program: &args.program,
            caps: Caps { time: args.run_time, memory: args.run_memory, output: MOST_OUTPUT },
            cancelled: interrupt::flag(),
        })
    }

    /// An engine for one input: what it may do does not depend on the inputs before.
    fn engine(&self) -> Engine {
        let watch = context::quiet_watch(self.limits).with_positions(POSITIONS);
        Engine::new(self.library.clone(), watch).with_steps(STEPS)
    }

    /// The first input at which the program fails.
    fn search(
        &self,
        tests: u64,
        seed: u64,
        inputs: &Inputs<'_>,
        summary: &mut Summary,
    ) -> Result<Option<(Input, Finding)>, Failure> {
        let started = Instant::now();
        let (mut number, mut skipped_in_a_row, mut largest) = (0, 0, tests);
        while summary.tests < tests {
            if started.elapsed() > self.limits.limits().time {
                let message = format!("limit reached: {:?} of time; raise --timeout", self.limits.limits().time);
                return Err(Failure { code: 3, message: format!("error: {message}, or ask for fewer --tests") });
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
            }
            summary.skipped += 1;
            skipped_in_a_row += 1;
            if skipped_in_a_row >= MOST_SKIPPED {
                let message =
                    format!("no usable input among {MOST_SKIPPED}; the last one failed with\n{}", refused.reason);
                return Err(Failure::input(format!("{message}\nnote: --range and --shape say what inputs look like")));
            }
        }
        Ok(None)
    }

    /// What the rules answer; the inner error says why the input is none.
    fn expected(&self, input: &Input) -> Result<Result<String, Refused>, Failure> {
        self.answer(&self.engine(), input)
    }

    fn answer(&self, engine: &Engine, input: &Input) -> Result<Result<String, Refused>, Failure> {
        let mut out = String::new();
        match engine.judge(&self.name, &self.settings, &input.text, &mut |text| out.push_str(text)) {
            Ok(()) => Ok(Ok(out)),
            Err(Error::Limit(Limit::Stop(stop @ grundy::Stop::Cancelled))) => Err(stop.into()),
            Err(error @ (Error::Bad(_) | Error::Loopy(_) | Error::Limit(_))) => {
                Ok(Err(Refused { reason: error.to_string(), too_much: matches!(error, Error::Limit(_)) }))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Runs the program; nothing if it answers as the rules do.
    fn test(&self, input: &Input, expected: String) -> Result<Option<Finding>, Failure> {
        let Run { ending, ignored_input } = self.run_program(&input.text)?;
        let right = matches!(&ending, Ending::Output(got) if same_words(got, &expected));
        Ok((!right).then(|| Finding { input: input.text.clone(), expected, ending, ignored_input }))
    }

    fn run_program(&self, input: &str) -> Result<Run, Failure> {
        runner::run(self.program, input.as_bytes(), &self.caps, &self.cancelled).map_err(|error| match error.kind() {
            io::ErrorKind::Interrupted => Failure { code: INTERRUPTED, message: "interrupted".into() },
            _ => Failure::input(format!("{} cannot be run: {error}", self.program[0].display())),
        })
    }

    /// A simple input at which the program fails in the same way.
    fn shrink(
        &self,
        mut input: Input,
        inputs: &Inputs<'_>,
        summary: &mut Summary,
    ) -> Result<(Input, Finding), Failure> {
        let expected = self.expected(&input)?.unwrap_or_default();
        let Some(mut finding) = self.test(&input, expected)? else {
            let message = "the program gives different answers to the same input:";
            return Err(Failure { code: 1, message: format!("{message}\n{}", input.text) });
        };
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
        Ok((input, finding))
    }

    /// Fails if the rules answer something else by the plain definition.
    fn confirm(&self, input: &Input, finding: &Finding) -> Outcome {
        let Ok(plain) = self.answer(&self.engine().without_shortcuts(), input)? else { return Ok(()) };
        if same_words(&plain, &finding.expected) {
            return Ok(());
        }
        let (text, expected) = (&input.text, &finding.expected);
        let message = format!("a shortcut answers {expected}and the definition {plain}to the input\n{text}");
        Err(Error::Contradiction(message).into())
    }
}

/// The seed of one input.
fn mix(seed: u64, number: u64) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93)
}
