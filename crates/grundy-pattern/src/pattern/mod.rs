//! Formulas found from tables, and what is proved of them.
//!
//! The values of small positions are tabulated by the plain definition. Each family ([`families`]) proposes formulas that fit the
//! beginning of the table, in the words of the rule language, simplest first; so does a search through all small
//! expressions (`expressions`). A proposal is a claim like one that a person types:
//! [`crate::prove::prove`] compares it with many more positions, then decides. What is proved was accepted by
//! the independent checker; what only held on all positions that were compared is `observed`; what failed is listed with its
//! least witness. Last, automata without a formula are learnt from the table and proved (`learnt`).

mod expressions;
pub mod families;
mod learnt;
mod shapes;
mod table;

pub use table::Table;

use crate::Shape;
use crate::prove::{
    ATTEMPT, Claim, Definition, Error, ForAll, Question, Shown, Stated, Status, Subject, missing, prove_by, theorem,
};
use families::{FAMILIES, Proposal};
use grundy::Watch;
use grundy_rules::program::{Kind, Program};
use grundy_rules::{Library, Settings};
use std::sync::Arc;
use std::time::Duration;

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
    /// The search through expressions, if there was one.
    pub searched: Option<Searched>,
}

/// A search through expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Searched {
    /// Expressions that were worked out.
    pub tried: u64,
    /// Those that differ on the table.
    pub kept: usize,
    /// How long it took.
    pub time: Duration,
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
    let Some(first) = wanted.settings.first() else { return Err(Error::Bad("no setting".into())) };
    let mut library = Library::new();
    library.add_rules(wanted.name, wanted.rules).map_err(|errors| Error::Rules(errors.into()))?;
    let program = library.program(wanted.name).ok_or_else(|| Error::Bad("no rules".into()))?;
    let kind = kind_of(program, wanted.kind)?;
    let definition = || Definition::new(wanted.name, wanted.rules, watch);
    let definitions = wanted.settings.iter().map(|_| definition()).collect::<Result<Vec<_>, _>>()?;
    let Some(known) = definitions.first() else { return Err(Error::Bad("no setting".into())) };
    let stated = Stated::by(known.clone(), wanted.name, wanted.rules, first, Vec::new(), None, watch)?;
    let mut patterns = Patterns::default();
    for shapes in shapes::possible(&stated, kind) {
        let mut one = of_shapes(wanted, &shapes, &definitions, watch)?;
        patterns.found.append(&mut one.found);
        patterns.rejected.append(&mut one.rejected);
        patterns.reasons.append(&mut one.reasons);
        patterns.searched = patterns.searched.or(one.searched);
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

/// The kind of this name, or the first one.
fn kind_of<'a>(program: &'a Program, name: Option<&str>) -> Result<&'a Kind, Error> {
    let kind = match name {
        Some(name) => program.kinds.iter().find(|k| k.name == name),
        None => program.kinds.first(),
    };
    kind.ok_or_else(|| Error::Bad("no such kind of positions".into()))
}

/// What is found for arguments of these shapes: cheap guesses first, values before outcomes.
fn of_shapes(
    wanted: &Wanted<'_>,
    shapes: &[Shape],
    definitions: &[Arc<Definition>],
    watch: &Watch,
) -> Result<Patterns, Error> {
    let table = |(settings, definition)| Table::new(wanted, settings, definition, shapes, watch);
    let mut tables = wanted.settings.iter().zip(definitions).map(table).collect::<Result<Vec<_>, _>>()?;
    tables.iter_mut().for_each(Table::fill);
    let mut work = Work { wanted, tables, tried: 0, expressions: None, patterns: Patterns::default(), watch };
    for subject in [Subject::Value, Subject::Lost] {
        work.families(subject)?;
        if !work.proved(subject) {
            work.expressions(subject)?;
        }
        if !work.proved(subject) {
            learnt::search(wanted, &work.tables, subject, &mut work.patterns, watch)?;
        }
    }
    Ok(work.patterns)
}

/// The tables of all settings, and what was found so far.
struct Work<'a> {
    wanted: &'a Wanted<'a>,
    tables: Vec<Table>,
    tried: usize,
    /// What the search through expressions proposed, if it was made.
    expressions: Option<Vec<Proposal>>,
    patterns: Patterns,
    watch: &'a Watch,
}

impl Work<'_> {
    /// Once the values are known, outcomes say nothing new.
    fn proved(&self, subject: Subject) -> bool {
        let about = |f: &Found| f.subject == Subject::Value || f.subject == subject;
        self.patterns.found.iter().any(|f| !f.shown.is_empty() && about(f))
    }

    fn families(&mut self, subject: Subject) -> Result<(), Error> {
        for family in FAMILIES {
            self.watch.note(family.name);
            for proposal in (family.propose)(&self.tables[0]).into_iter().filter(|p| p.subject == subject) {
                self.attempt(family.name, &proposal)?;
            }
        }
        Ok(())
    }

    /// One search gives formulas for values and for outcomes. What a family has observed is not looked for again.
    fn expressions(&mut self, subject: Subject) -> Result<(), Error> {
        if self.expressions.is_none() && !self.patterns.found.iter().any(|f| f.subject == subject) {
            self.watch.note("expressions");
            let (proposals, searched) = expressions::propose(&self.tables, self.watch)?;
            self.expressions = Some(proposals);
            self.patterns.searched = Some(searched);
        }
        for proposal in self.expressions.clone().into_iter().flatten().filter(|p| p.subject == subject) {
            if !self.patterns.found.iter().any(|f| f.subject == subject) {
                self.attempt("expression", &proposal)?;
            }
        }
        Ok(())
    }

    /// Proves or refutes a proposal for every setting, unless something is proved already.
    fn attempt(&mut self, family: &'static str, proposal: &Proposal) -> Result<(), Error> {
        if self.tried >= MOST_PROPOSALS || self.proved(proposal.subject) {
            return Ok(());
        }
        self.tried += 1;
        let text = self.tables[0].claim(proposal);
        let claims = [Claim::read(&text)?];
        let (mut shown, mut tested) = (Vec::new(), u64::MAX);
        for (settings, table) in self.wanted.settings.iter().zip(&self.tables) {
            let Wanted { name, rules, .. } = *self.wanted;
            let question = Question { name, rules, settings, claims: &claims, domain: None, limits: ATTEMPT };
            let answer = match prove_by(&question, table.definition.clone(), self.watch) {
                Ok(answer) => answer,
                // A division by a param that is 0, and the like.
                Err(Error::Rules(grundy_rules::Error::Bad(_)) | Error::Bad(_)) => return Ok(()),
                Err(error) => return Err(error),
            };
            match answer.status {
                Status::Refuted => {
                    let position = answer.witness.map_or_else(String::new, |w| w.position);
                    let witness = format!("{position}{}", params(settings, self.wanted.settings.len()));
                    self.patterns.rejected.push(Rejected { text, witness });
                    return Ok(());
                }
                Status::Proved => shown.extend(answer.shown),
                Status::Unknown => self.patterns.reasons.extend(answer.reason),
            }
            tested = tested.min(answer.tested_below.saturating_sub(1));
        }
        self.holds(family, proposal, text, shown, tested);
        Ok(())
    }

    /// Observed: at least four times the range that it was found on. A formula that lists values must be proved: whatever
    /// happens late, such as the next factorial that may be taken, some list fits all that was seen.
    fn holds(&mut self, family: &'static str, proposal: &Proposal, text: String, shown: Vec<Shown>, tested: u64) {
        let proved = shown.len() == self.wanted.settings.len();
        let table = &self.tables[0];
        if proved || !proposal.text.contains('[') && tested >= 4 * table.found_on() {
            let shown = if proved { shown } else { Vec::new() };
            let (game, subject) = (table.kind.clone(), proposal.subject);
            self.patterns.found.push(Found {
                game,
                family,
                text: Some(text),
                subject,
                shown,
                theorem: None,
                tested_to: tested,
            });
        } else {
            let reason = format!("not proved, though it holds for all sums of arguments up to {tested}: {text}");
            self.patterns.reasons.push(reason);
        }
    }
}

/// The params of a setting behind a position, where there are several settings.
fn params(settings: &Settings, count: usize) -> String {
    let list: Vec<String> = settings.set.iter().map(|(name, value)| format!("{name}={value}")).collect();
    if count < 2 || list.is_empty() { String::new() } else { format!(" with {}", list.join(", ")) }
}
