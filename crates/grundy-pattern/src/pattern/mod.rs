//! Formulas found from tables, and what is proved of them.
//!
//! The values of small positions are tabulated by the plain definition. Each family ([`families`]) proposes formulas that fit the
//! beginning of the table, in the words of the rule language, simplest first. A proposal is a claim like one that a person types:
//! [`crate::prove::prove`] compares it with many more positions, then decides. What is proved was accepted by
//! the independent checker; what only held on all positions that were compared is `observed`; what failed is listed with its
//! least witness. Last, automata without a formula are learnt from the table and proved (`learnt`).

pub mod families;
mod learnt;
mod table;

pub use table::Table;

use crate::Shape;
use crate::prove::{ATTEMPT, Claim, Error, ForAll, Question, Shown, Status, Subject, missing, prove, theorem};
use families::{FAMILIES, Proposal};
use grundy::Watch;
use grundy_rules::{Library, Settings};

/// What is asked.
#[derive(Debug, Clone)]
pub struct Wanted<'a> {
    /// The name of the rules, for messages.
    pub name: &'a str,
    /// The rules.
    pub rules: &'a str,
    /// The kind of positions; the first kind, if there is none.
    pub kind: Option<&'a str>,
    /// Params and data, one or several settings that a formula must hold for together.
    pub settings: &'a [Settings],
    /// Formulas are found from positions with a sum of arguments up to this, if it is given.
    pub to: Option<u64>,
}

/// A formula, or an automaton.
#[derive(Debug, Clone)]
pub struct Found {
    /// The kind of positions.
    pub game: String,
    /// The family that proposed it.
    pub family: &'static str,
    /// The claim in the rule language; nothing for a bare automaton.
    pub text: Option<String>,
    /// What it speaks of.
    pub subject: Subject,
    /// The proofs, one for each setting; none if it was only observed.
    pub shown: Vec<Shown>,
    /// The theorem that proves it for all params.
    pub theorem: Option<ForAll>,
    /// It was compared with all positions up to this sum of arguments.
    pub tested_to: u64,
}

/// A formula that fitted the beginning of the table and failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejected {
    /// The claim.
    pub text: String,
    /// The position that refutes it.
    pub witness: String,
}

/// What was found.
#[derive(Debug, Clone, Default)]
pub struct Patterns {
    /// Formulas, best first: proved ones, simple ones.
    pub found: Vec<Found>,
    /// Runner-ups with their witnesses.
    pub rejected: Vec<Rejected>,
    /// What the search met: limits, rules outside the arithmetic.
    pub reasons: Vec<String>,
}

/// More proposals than this are not tried.
const MOST_PROPOSALS: usize = 60;

/// Looks for formulas.
///
/// ```
/// use grundy::Watch;
/// use grundy_pattern::pattern::{Wanted, find};
/// use grundy_rules::Settings;
/// let settings = [Settings::default()];
/// let wanted = Wanted { name: "nim3", rules: "nim3(n) -> nim3(n-k) for k in 1..3", kind: None, settings: &settings, to: None };
/// let patterns = find(&wanted, &Watch::default())?;
/// assert_eq!(patterns.found[0].text.as_deref(), Some("nim3(n) = n % 4"));
/// assert_eq!(patterns.found[0].shown.len(), 1);
/// # Ok::<(), grundy_pattern::prove::Error>(())
/// ```
pub fn find(wanted: &Wanted<'_>, watch: &Watch) -> Result<Patterns, Error> {
    if let Some(found) = for_all(wanted)? {
        return Ok(Patterns { found: vec![found], ..Patterns::default() });
    }
    let tables = wanted.settings.iter().map(|s| Table::new(wanted, s, watch)).collect::<Result<Vec<_>, _>>()?;
    let Some(first) = tables.first() else { return Err(Error::Bad("no setting".into())) };
    let mut patterns = Patterns::default();
    let mut tried = 0;
    for family in FAMILIES {
        watch.note(family.name);
        for proposal in (family.propose)(first) {
            // Once the values are known, outcomes say nothing new; a second formula for the same thing neither.
            let known =
                |f: &Found| !f.shown.is_empty() && (f.subject == Subject::Value || f.subject == proposal.subject);
            if tried >= MOST_PROPOSALS || patterns.found.iter().any(known) {
                break;
            }
            tried += 1;
            try_proposal(wanted, first, family.name, &proposal, &mut patterns, watch)?;
        }
    }
    let proved =
        |patterns: &Patterns, subject| patterns.found.iter().any(|f| !f.shown.is_empty() && f.subject == subject);
    for subject in [Subject::Value, Subject::Lost] {
        if !proved(&patterns, Subject::Value) && !proved(&patterns, subject) {
            learnt::search(wanted, &tables, subject, &mut patterns, watch)?;
        }
    }
    patterns.found.sort_by_key(|f| (f.shown.is_empty(), f.subject == Subject::Lost));
    patterns.reasons.dedup();
    Ok(patterns)
}

/// The formula of a theorem for all params, if some of them have no value.
fn for_all(wanted: &Wanted<'_>) -> Result<Option<Found>, Error> {
    let mut library = Library::new();
    library.add_rules(wanted.name, wanted.rules).map_err(|errors| Error::Rules(errors.into()))?;
    let Some(program) = library.program(wanted.name) else { return Ok(None) };
    let ([settings], Some(first)) = (wanted.settings, program.kinds.first()) else { return Ok(None) };
    let game = wanted.kind.unwrap_or(&first.name).to_owned();
    if missing(program, settings).is_empty() {
        return Ok(None);
    }
    let found = |theorem: ForAll| Found {
        game: game.clone(),
        family: "modular",
        text: Some(theorem.claim.clone()),
        subject: Subject::Value,
        shown: Vec::new(),
        theorem: Some(theorem),
        tested_to: 0,
    };
    Ok(theorem(wanted.rules, &game).map(found))
}

/// Proves or refutes a proposal for every setting.
fn try_proposal(
    wanted: &Wanted<'_>,
    table: &Table,
    family: &'static str,
    proposal: &Proposal,
    patterns: &mut Patterns,
    watch: &Watch,
) -> Result<(), Error> {
    let text = table.claim(proposal);
    let claims = [Claim::read(&text)?];
    let (mut shown, mut tested) = (Vec::new(), u64::MAX);
    for settings in wanted.settings {
        let question = Question {
            name: wanted.name,
            rules: wanted.rules,
            settings,
            claims: &claims,
            domain: None,
            limits: ATTEMPT,
        };
        let answer = match prove(&question, watch) {
            Ok(answer) => answer,
            // A division by a param that is 0, and the like.
            Err(Error::Rules(grundy_rules::Error::Bad(_)) | Error::Bad(_)) => return Ok(()),
            Err(error) => return Err(error),
        };
        match answer.status {
            Status::Refuted => {
                let position = answer.witness.map_or_else(String::new, |w| w.position);
                let witness = format!("{position}{}", params(settings, wanted.settings.len()));
                patterns.rejected.push(Rejected { text, witness });
                return Ok(());
            }
            Status::Proved => shown.extend(answer.shown),
            Status::Unknown => patterns.reasons.extend(answer.reason),
        }
        tested = tested.min(answer.tested_below.saturating_sub(1));
    }
    // Observed: at least four times the range that it was found on. A formula that lists values must be proved: whatever
    // happens late, such as the next factorial that may be taken, some list fits all that was seen.
    let proved = shown.len() == wanted.settings.len();
    if proved || !text.contains('[') && tested >= 4 * table.found_on() {
        let shown = if proved { shown } else { Vec::new() };
        let (game, subject) = (table.kind.clone(), proposal.subject);
        patterns.found.push(Found { game, family, text: Some(text), subject, shown, theorem: None, tested_to: tested });
    } else {
        patterns.reasons.push(format!("not proved, though it holds for all sums of arguments up to {tested}: {text}"));
    }
    Ok(())
}

/// The params of a setting behind a position, where there are several settings.
fn params(settings: &Settings, count: usize) -> String {
    let list: Vec<String> = settings.set.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if count < 2 || list.is_empty() { String::new() } else { format!(" with {}", list.join(", ")) }
}

/// The shapes of so many arguments that are numbers.
fn numbers(arity: usize) -> Vec<Shape> {
    vec![Shape::Number; arity]
}
