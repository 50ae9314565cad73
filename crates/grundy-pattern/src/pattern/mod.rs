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
mod recognised;
mod shapes;
mod table;
mod values;
mod work;

pub use recognised::Recognised;
pub use table::Table;
pub use values::Values;

use crate::Shape;
use crate::prove::{Definition, Error, ForAll, Shown, Stated, Subject, missing, theorem};
use grundy::Watch;
use grundy_rules::program::{Kind, Program};
use grundy_rules::{Library, Settings};
use std::sync::Arc;
use std::time::Duration;
use work::Work;

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
    /// The theorem about the rules with these params, or about the period of a heap code, that proves it.
    pub recognised: Option<Recognised>,
    /// The positions that it speaks of; nothing for all.
    pub domain: Option<String>,
    /// It was compared with all positions up to this sum of arguments.
    pub tested_to: u64,
}

impl Found {
    fn new(game: String, family: &'static str, text: Option<String>, subject: Subject) -> Found {
        let (shown, theorem, recognised, domain) = (Vec::new(), None, None, None);
        Found { game, family, text, subject, shown, theorem, recognised, domain, tested_to: 0 }
    }

    /// Whether it is proved, in one way or another.
    pub fn is_proved(&self) -> bool {
        !self.shown.is_empty() || self.theorem.is_some() || self.recognised.is_some()
    }
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

impl Patterns {
    /// The certificate of the first proof that has one: of automata for one setting of the params, or of a period.
    pub fn certificate(&self) -> Option<&[u8]> {
        let first = self.found.iter().find_map(|found| match (&found.recognised, &found.shown[..]) {
            (Some(known), _) => known.certificate.as_deref().map(Some),
            (None, []) => None,
            (None, [shown]) => Some(Some(shown.certificate.as_bytes())),
            (None, _) => Some(None),
        });
        first.flatten()
    }
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

/// Looks for formulas: what a recognised theorem says of the rules first, then what follows from the rules alone.
///
/// ```
/// use grundy::Watch;
/// use grundy_pattern::pattern::{Wanted, find};
/// use grundy_rules::Settings;
/// let settings = [Settings::default()];
/// let wanted = Wanted { name: "nim3", rules: "nim3(n) -> nim3(n-k) for k in 1..3", kind: None, settings: &settings, to: None };
/// let patterns = find(&wanted, &Watch::default())?;
/// assert_eq!(patterns.found[0].text.as_deref(), Some("nim3(n) = n % 4"));
/// assert!(patterns.found[0].is_proved());
/// # Ok::<(), grundy_pattern::prove::Error>(())
/// ```
pub fn find(wanted: &Wanted<'_>, watch: &Watch) -> Result<Patterns, Error> {
    crate::prove::check_length(wanted.rules)?;
    if let Some(found) = for_all(wanted)? {
        return Ok(Patterns { found: vec![found], ..Patterns::default() });
    }
    let known = recognised::find(wanted, watch)?;
    // The automaton of a long period is too large, and says no more.
    if known.iter().any(|found| found.recognised.as_ref().is_some_and(Recognised::is_long)) {
        return Ok(Patterns { found: known, ..Patterns::default() });
    }
    let mut patterns = from_rules(wanted, watch)?;
    // A theorem without a formula says nothing that a formula does not.
    let tells = |found: &Found| found.is_proved() && found.subject == Subject::Value && found.text.is_some();
    let told = patterns.found.iter().any(tells);
    let known: Vec<Found> = known.into_iter().filter(|found| found.text.is_some() || !told).collect();
    // Beside a formula that is proved for the values, an observed one is of no use.
    let proved = told || known.iter().any(tells);
    patterns.found.retain(|found| found.is_proved() || !proved);
    patterns.found = known.into_iter().chain(patterns.found).collect();
    patterns.found.sort_by_key(|f| (!f.is_proved(), f.domain.is_some(), f.subject == Subject::Lost));
    Ok(patterns)
}

/// Looks for formulas from the rules alone, without recognised theorems: proofs are by automata.
pub fn from_rules(wanted: &Wanted<'_>, watch: &Watch) -> Result<Patterns, Error> {
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
    patterns.found.sort_by_key(|f| (!f.is_proved(), f.domain.is_some(), f.subject == Subject::Lost));
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
    let found = |theorem: ForAll| {
        let text = Some(theorem.claim.clone());
        Found { theorem: Some(theorem), ..Found::new(game.clone(), "modular", text, Subject::Value) }
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
    tables.iter_mut().try_for_each(|table| table.fill(watch))?;
    Work::new(wanted, tables, watch).run()
}
