//! Claims that a person types, proved or refuted for all positions.
//!
//! A [`Claim`] says `kind(n) = FORMULA` or `kind(n) lost if COND` (if and only if). First small positions are compared
//! with the plain definition: the first that differs is the least witness. Then the rules and the claims are translated to
//! arithmetic, the formulas become automata, and the theorem of [`grundy_automata::game`] decides: every position has
//! exactly one value, no option has the same one, every smaller one is an option's; a measure falls. Kinds without a
//! claim get automata learnt from their values, which are proved together with the claims.
//!
//! What was proved is written as a certificate, and the independent checker [`grundy_verify`] reads the rules again and
//! decides again. **Only what it accepts is [`Status::Proved`].**

mod attempt;
mod certificate;
mod claim;
mod free;
mod posed;
mod small;
mod stated;
mod symbolic;

pub(crate) use certificate::checked;
pub use claim::{Claim, Subject};
pub use free::ForAll;
pub(crate) use free::{missing, theorem};
pub(crate) use posed::Posed;
pub(crate) use stated::Definition;
pub use stated::Stated;

use crate::solution::Solution;
use attempt::{Attempt, Table, attempt};
use grundy::{Stop, Watch};
use grundy_automata::game::{Encoding, Measure, Position};
use grundy_automata::{Budget, Limits, Numeration};
use grundy_rules::{Library, Settings};
use posed::{Meant, pose};
use small::Small;
use std::fmt;
use std::sync::Arc;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The rules or a claim are wrong, or a limit of the engine was reached.
    Rules(grundy_rules::Error),
    /// The question makes no sense.
    Bad(String),
    /// A move leaves the domain.
    Leaves {
        /// The position in the domain.
        from: String,
        /// What the move leaves; not known if the position is too large.
        to: Option<String>,
    },
    /// The prover and the checker, or the proof and the plain definition, disagree: a bug, never an answer.
    Contradiction(String),
}

impl Error {
    /// The exit code of the command for it.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Rules(error) => error.exit_code(),
            Error::Bad(_) | Error::Leaves { .. } => 2,
            Error::Contradiction(_) => 4,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Rules(error) => write!(f, "{error}"),
            Error::Bad(message) => write!(f, "error: {message}"),
            Error::Leaves { from, to: Some(to) } => {
                write!(f, "error: a move leaves the domain of --where: {from} -> {to}")
            }
            Error::Leaves { from, to: None } => write!(f, "error: a move from {from} leaves the domain of --where"),
            Error::Contradiction(message) => write!(f, "error: internal contradiction: {message}"),
        }
    }
}

impl std::error::Error for Error {}

/// The answer to a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// The claims hold, and the checker has accepted the certificate.
    Proved,
    /// A claim is wrong.
    Refuted,
    /// Not decided within the limits.
    Unknown,
}

/// A position that refutes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The position.
    pub position: String,
    /// Its numbers, where they are small.
    pub numbers: Vec<u64>,
    /// What the claim says there, where it is small enough to be worked out.
    pub claimed: Option<String>,
    /// What is true there, where the plain definition reaches it.
    pub actual: Option<String>,
    /// Whether no position with a smaller sum of arguments, or the same sum and earlier in order, refutes.
    pub least: bool,
}

/// How play is known to end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ends {
    /// A measure falls with every move: in words.
    Measure(String),
    /// The rules promise it (`finite`).
    Promised,
    /// Nothing shows it: the proof holds if play ends.
    Assumed,
}

/// A proof.
#[derive(Debug, Clone)]
pub struct Shown {
    /// `relation`, `class` or `lost`.
    pub encoding: &'static str,
    /// `msd2`, …
    pub numeration: String,
    /// The kinds with the states of their automata.
    pub states: Vec<(String, usize)>,
    /// How play is known to end.
    pub ends: Ends,
    /// The certificate, which the checker has accepted.
    pub certificate: String,
    /// The automata, which answer at any size.
    pub solution: Arc<Solution>,
}

/// What came out.
#[derive(Debug, Clone)]
pub struct Answer {
    /// Proved, refuted or not decided.
    pub status: Status,
    /// Refuted by this position, if one is known.
    pub witness: Option<Witness>,
    /// The proof by automata.
    pub shown: Option<Shown>,
    /// The theorem that says it, for all params.
    pub theorem: Option<ForAll>,
    /// Params without a value: the answer is for all natural ones.
    pub free: Vec<String>,
    /// All positions with a smaller sum of arguments agree with the plain definition.
    pub tested_below: u64,
    /// Why nothing was decided.
    pub reason: Option<String>,
}

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question<'a> {
    /// The name of the rules, for messages.
    pub name: &'a str,
    /// The rules.
    pub rules: &'a str,
    /// Params and data.
    pub settings: &'a Settings,
    /// The claims.
    pub claims: &'a [Claim],
    /// The positions that count, by the names of the claims; moves must not leave them.
    pub domain: Option<&'a str>,
    /// The limits of each attempt.
    pub limits: Limits,
}

/// The limits of one attempt: what is not decided within them is mostly not decided with more.
pub const ATTEMPT: Limits =
    Limits { states: 200_000, letters: 1 << 16, bytes: 1 << 29, work: 1 << 31, cases: 1 << 14, depth: 400 };

/// Proves or refutes claims.
///
/// ```
/// use grundy::Watch;
/// use grundy_pattern::prove::{ATTEMPT, Claim, Question, Status, prove};
/// use grundy_rules::Settings;
/// let claims = [Claim::read("take(n) = n % 7 / 2")?];
/// let question = Question {
///     name: "take",
///     rules: "take(n) -> take(n-k) for k in 2..5",
///     settings: &Settings::default(),
///     claims: &claims,
///     domain: None,
///     limits: ATTEMPT,
/// };
/// assert_eq!(prove(&question, &Watch::default())?.status, Status::Proved);
/// # Ok::<(), grundy_pattern::prove::Error>(())
/// ```
pub fn prove(question: &Question<'_>, watch: &Watch) -> Result<Answer, Error> {
    check_length(question.rules)?;
    let Question { name, rules, settings, claims, domain, .. } = question;
    if claims.is_empty() {
        return Err(Error::Bad("no claim".into()));
    }
    let mut library = Library::new();
    library.add_rules(name, rules).map_err(|errors| Error::Rules(errors.into()))?;
    let free = library.program(name).map_or_else(Vec::new, |program| missing(program, settings));
    if free.is_empty() {
        return prove_by(question, Definition::new(name, rules, watch)?, watch);
    }
    if let ([claim], Some(theorem)) = (*claims, theorem(rules, &claims[0].kind))
        && free::says(&theorem, claim, *domain)
    {
        return Ok(Answer { theorem: Some(theorem), free, ..answer(Status::Proved, 0) });
    }
    let valueless = || Error::Bad(format!("`{0}` has no value: give it with --set {0}=…, or with --data", free[0]));
    let lifted = free::lift(name, rules, claims, &free).ok_or_else(valueless)?;
    let question = Question { rules: &lifted.rules, claims: &lifted.claims, ..question.clone() };
    let definition = Definition::new(name, &lifted.rules, watch)?;
    let mut answer = prove_by(&question, definition, watch).map_err(|error| lowered(error, &free))?;
    if answer.status == Status::Unknown && answer.tested_below == 0 {
        return Err(valueless());
    }
    if answer.status == Status::Unknown {
        let reason = answer.reason.unwrap_or_default();
        let more = format!("not for all `{0}`: give it with --set {0}=…", free.join("`, `"));
        answer.reason = Some(if reason.is_empty() { more } else { format!("{reason}; {more}") });
    }
    if let Some(witness) = &mut answer.witness {
        witness.position = free::lowered(&witness.position, &free);
    }
    Ok(Answer { free, ..answer })
}

/// An error about lifted rules as one about the rules.
fn lowered(error: Error, free: &[String]) -> Error {
    match error {
        Error::Leaves { from, to } => {
            Error::Leaves { from: free::lowered(&from, free), to: to.map(|to| free::lowered(&to, free)) }
        }
        other => other,
    }
}

/// Proves or refutes claims about rules whose params all have values, with what is known of their positions already.
pub(crate) fn prove_by(question: &Question<'_>, definition: Arc<Definition>, watch: &Watch) -> Result<Answer, Error> {
    let Question { name, rules, settings, claims, domain, .. } = question;
    let stated = Stated::by(definition, name, rules, settings, claims.to_vec(), *domain, watch)?;
    let tested_below = match small::compare(&stated)? {
        Small::Differs(witness) => return Ok(refuted(Some(witness), 0)),
        Small::Agrees { below } => below,
    };
    let posed = match pose(&stated)? {
        Ok(posed) => posed,
        Err(outside) => {
            return Ok(unknown(format!("outside the arithmetic of automata: {}", outside.reason), tested_below));
        }
    };
    let mut table = Table::new(&stated);
    let mut reasons: Vec<String> = Vec::new();
    for (encoding, numeration) in plan(&posed, &mut table) {
        watch.note(&format!("{} in {numeration}", certificate::encoding_name(encoding)));
        let stop = || watch.check(0, 0).is_err();
        let budget = Budget::with_cancel(within(question.limits, watch), &stop);
        match attempt(&posed, encoding, numeration, &mut table, &budget, watch)? {
            Attempt::Proved(candidate, proof) => {
                let shown = checked(&stated, &posed, &candidate, &proof, watch)?;
                match shown {
                    Ok(shown) => {
                        return Ok(Answer { shown: Some(shown), ..answer(Status::Proved, tested_below) });
                    }
                    Err(reason) => reasons.push(format!("proved, but the checker could not follow: {reason}")),
                }
            }
            Attempt::Leaves(position) => return Err(leaving(&stated, &posed, &position)?),
            Attempt::Refuted { position, exactly } => match witness(&stated, &posed, &position, exactly)? {
                Some(witness) => return Ok(refuted(Some(witness), tested_below)),
                None => reasons.push("a sentence fails, but no position with a wrong value was found".into()),
            },
            Attempt::Unknown(reason) => reasons.push(reason),
        }
    }
    reasons.dedup();
    Ok(unknown(reasons.join("; "), tested_below))
}

/// The largest sum of arguments up to which claims agree with the plain definition; nothing if they do not.
pub(crate) fn agrees(stated: &Stated) -> Result<Option<u64>, Error> {
    Ok(match small::compare(stated)? {
        Small::Differs(_) => None,
        Small::Agrees { below } => Some(below.saturating_sub(1)),
    })
}

/// The longest text of rules, in bytes, whose formulas are looked for or proved: they are read with every claim anew.
const LONGEST_RULES: usize = 1 << 16;

/// Refuses rules that are too long.
pub(crate) fn check_length(rules: &str) -> Result<(), Error> {
    if rules.len() <= LONGEST_RULES {
        return Ok(());
    }
    Err(Error::Bad(format!(
        "rules of {} bytes: formulas are looked for and proved for rules of at most {LONGEST_RULES}",
        rules.len()
    )))
}

/// Compares a claim that holds below this sum of arguments with positions further away: a position that refutes it, or how far it was
/// compared.
pub(crate) fn further(question: &Question<'_>, below: u64, watch: &Watch) -> Result<Result<u64, Witness>, Error> {
    let Question { name, rules, settings, claims, domain, .. } = question;
    let definition = Definition::far(name, rules, watch)?;
    let stated = Stated::by(definition, name, rules, settings, claims.to_vec(), *domain, watch)?;
    Ok(match small::further(&stated, below)? {
        Small::Agrees { below } => Ok(below),
        Small::Differs(witness) => Err(witness),
    })
}

/// The limits of automata within the memory of a watch.
pub(crate) fn within(limits: Limits, watch: &Watch) -> Limits {
    Limits { bytes: limits.bytes.min(usize::try_from(watch.limits().memory).unwrap_or(usize::MAX)), ..limits }
}

/// The limit of the watch that ended a proof.
pub(crate) fn stopped(watch: &Watch) -> Error {
    Error::Rules(watch.check(0, 0).err().unwrap_or(Stop::Cancelled).into())
}

/// The attempts, in order.
fn plan(posed: &Posed, table: &mut Table<'_>) -> Vec<(Encoding, Numeration)> {
    let binary = Numeration::BINARY;
    let values = posed.meant.iter().flatten().any(|m| matches!(m, Meant::Value(_)));
    let mut list = Vec::new();
    if !values && !posed.game.has_sums() {
        list.extend([(Encoding::Lost, binary), (Encoding::Lost, Numeration::ZECKENDORF)]);
    }
    if posed.game.misere {
        return list;
    }
    let small = (0..posed.game.kinds.len()).all(|kind| attempt::largest(posed, kind, table) < 32);
    match (small, posed.game.has_sums()) {
        (true, true) => list.extend([(Encoding::Class, binary), (Encoding::Relation, binary)]),
        (true, false) => list.extend([(Encoding::Relation, binary), (Encoding::Class, binary)]),
        _ => list.push((Encoding::Relation, binary)),
    }
    list
}

fn answer(status: Status, tested_below: u64) -> Answer {
    Answer { status, witness: None, shown: None, theorem: None, free: Vec::new(), tested_below, reason: None }
}

fn unknown(reason: String, tested_below: u64) -> Answer {
    Answer { reason: Some(reason), ..answer(Status::Unknown, tested_below) }
}

fn refuted(witness: Option<Witness>, tested_below: u64) -> Answer {
    Answer { witness, ..answer(Status::Refuted, tested_below) }
}

/// The numbers of a position, if they are small.
fn numbers(position: &Position) -> Option<Vec<u64>> {
    position.arguments.iter().map(|n| n.to_u64()).collect()
}

/// The claim about a kind of the game.
fn claim_of(stated: &Stated, posed: &Posed, kind: usize) -> Result<Option<usize>, Error> {
    let program = stated.program()?;
    let instance = &posed.instances[kind];
    let name = &program.kinds[instance.kind].name;
    Ok(stated.claims.iter().position(|c| c.kind == *name && c.shapes == instance.shapes))
}

fn text(stated: &Stated, posed: &Posed, position: &Position) -> Result<String, Error> {
    let program = stated.program()?;
    let instance = &posed.instances[position.kind];
    let mut rest = position.arguments.iter().map(ToString::to_string);
    let mut next = || rest.next().unwrap_or_default();
    let list: Vec<String> = instance.shapes.iter().map(|s| crate::translate::write_shape(s, &mut next)).collect();
    Ok(format!("{}({})", program.kinds[instance.kind].name, list.join(", ")))
}

fn leaving(stated: &Stated, posed: &Posed, position: &Position) -> Result<Error, Error> {
    let from = text(stated, posed, position)?;
    let to = match (numbers(position), claim_of(stated, posed, position.kind)?) {
        (Some(numbers), Some(claim)) => stated.leaves(claim, &numbers).unwrap_or(None),
        _ => None,
    };
    Ok(Error::Leaves { from, to })
}

/// Positions that are compared to make sure that a witness is the least.
const MOST_COMPARED: u64 = 1 << 16;

/// The witness at a position that refutes. If it need not be wrong itself, the small positions up to its sum are compared.
fn witness(stated: &Stated, posed: &Posed, position: &Position, exactly: bool) -> Result<Option<Witness>, Error> {
    let small = numbers(position);
    let claim = claim_of(stated, posed, position.kind)?;
    if exactly {
        let known = match (small, claim) {
            (Some(numbers), Some(claim)) => small::differs(stated, claim, &numbers),
            _ => Ok(None),
        };
        return match known {
            Ok(Some(witness)) => Ok(Some(witness)),
            Ok(None) if claim.is_some() && numbers(position).is_some() => {
                let position = text(stated, posed, position)?;
                Err(Error::Contradiction(format!("a claim is refuted at {position}, where it is true")))
            }
            _ => {
                let numbers = numbers(position).unwrap_or_default();
                let position = text(stated, posed, position)?;
                Ok(Some(Witness { position, numbers, claimed: None, actual: None, least: true }))
            }
        };
    }
    let Some(numbers) = small else { return Ok(None) };
    let sum: u64 = numbers.iter().fold(0, |sum, &n| sum.saturating_add(n));
    let arity = stated.claims.iter().map(|c| c.names.len()).max().unwrap_or(0) as u32;
    if sum.checked_pow(arity).is_some_and(|count| count <= MOST_COMPARED)
        && let Small::Differs(witness) = small::below(stated, sum + 1)?
    {
        return Ok(Some(witness));
    }
    match claim {
        Some(claim) => {
            let found = small::differs(stated, claim, &numbers).unwrap_or(None);
            Ok(found.map(|witness| Witness { least: false, ..witness }))
        }
        None => Ok(None),
    }
}

/// A measure in words.
fn in_words(measure: &Measure) -> String {
    match measure {
        Measure::Sum(weights) if weights.iter().all(|&w| w == 1) => "the sum of the arguments".into(),
        Measure::Sum(weights) => {
            let list: Vec<String> = weights.iter().map(u32::to_string).collect();
            format!("the sum of the arguments with weights {}", list.join(", "))
        }
        Measure::Lexicographic(order) => {
            let list: Vec<String> = order.iter().map(|i| (i + 1).to_string()).collect();
            format!("the arguments {} in lexicographic order", list.join(", "))
        }
        Measure::Max => "the largest argument".into(),
    }
}
