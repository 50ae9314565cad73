//! Rules, claims and a domain put together: one file of the rule language.
//!
//! Each claim becomes a kind of its own beside the rules, whose moves say what is claimed:
//! ```text
//! claim(names) -> kind(names)                  what the claim is about
//! claim(names) -> inside(0)      if WHERE      the domain
//! claim(names) -> held(FORMULA)  if WHERE      the value, or 1 for lost and 0 for not lost
//! ```
//! So formulas are read, checked, worked out and translated by exactly what does so for rules.

use super::claim::{check_expression, shifted};
use super::{Claim, Error, Subject};
use crate::{Shape, translate::write_shape};
use grundy::{Outcome, Value, Watch};
use grundy_automata::Nat;
use grundy_rules::program::{Program, Role};
use grundy_rules::value::Val;
use grundy_rules::{Component, Engine, Library, Settings, Sum};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// Steps of the evaluator for the values of small positions, and for what claims say of them.
const VALUES: u64 = 1 << 26;
const CLAIMS: u64 = 1 << 25;

/// Steps for the values of a formula that cannot be proved.
const FAR: u64 = 1 << 27;

/// The plain definition of the values of rules. What it worked out for one claim it knows for the next.
#[derive(Debug)]
pub(crate) struct Definition {
    engine: Engine,
    watch: Watch,
    /// What is known of positions, values and outcomes apart: it stays known when the steps are used up.
    known: Mutex<HashMap<(String, bool), Option<u64>>>,
    /// For each kind of numbers: a table has all arguments below this; nothing if there is no table.
    tables: Mutex<HashMap<String, Option<u64>>>,
    far: bool,
}

/// The sides of the first and of the largest table for so many arguments.
fn sides(arity: usize, far: bool) -> Option<(u64, u64)> {
    match arity {
        1 if far => Some((64, 1 << 14)),
        1 => Some((64, 1024)),
        2 => Some((16, 128)),
        3 => Some((8, 32)),
        4 => Some((4, 8)),
        _ => None,
    }
}

impl Definition {
    /// For rules that were read without errors.
    pub(crate) fn new(name: &str, rules: &str, watch: &Watch) -> Result<Arc<Definition>, Error> {
        Self::with_steps(name, rules, watch, false)
    }

    /// The same for positions far from the first ones.
    pub(crate) fn far(name: &str, rules: &str, watch: &Watch) -> Result<Arc<Definition>, Error> {
        Self::with_steps(name, rules, watch, true)
    }

    fn with_steps(name: &str, rules: &str, watch: &Watch, far: bool) -> Result<Arc<Definition>, Error> {
        let mut library = Library::new();
        library.add_rules(name, rules).map_err(|errors| Error::Rules(errors.into()))?;
        let steps = if far { FAR } else { VALUES };
        let engine = Engine::new(library, watch.clone()).without_shortcuts().with_steps(steps);
        Ok(Arc::new(Definition {
            engine,
            watch: watch.clone(),
            known: Mutex::default(),
            tables: Mutex::default(),
            far,
        }))
    }

    /// Many positions will be asked for, one after the other: a table of all is quicker than a search for each. Tables double, so
    /// small questions stay cheap.
    fn prepare(&self, kind: &str, numbers: &[u64], settings: &Settings) {
        let (Some((first, last)), Some(&most)) = (sides(numbers.len(), self.far), numbers.iter().max()) else { return };
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let side = tables.entry(kind.to_owned()).or_insert(Some(0));
        let Some(has) = *side else { return };
        if most < has || most >= last {
            return;
        }
        let wanted = (most + 1).next_power_of_two().max(first);
        let ranges = vec![0..=wanted - 1; numbers.len()];
        let ready = self.engine.prepare(kind, settings, &ranges);
        *side = matches!(ready, Ok(true)).then_some(wanted);
    }

    /// The value of a position; under misère play, and for outcomes, 0 if it is lost and 1 else.
    fn truth(&self, position: String, subject: Subject, settings: &Settings) -> Result<Option<u64>, Error> {
        let key = (position, subject == Subject::Lost);
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(&truth) = known().get(&key) {
            return Ok(truth);
        }
        // Some who ask go on without an answer: they must not begin a search each time.
        self.watch.check(0, 0).map_err(|stop| Error::Rules(stop.into()))?;
        let truth = self.worked_out(&key.0, subject, settings).map_err(Error::Rules)?;
        known().insert(key, truth);
        Ok(truth)
    }

    fn worked_out(
        &self,
        position: &str,
        subject: Subject,
        settings: &Settings,
    ) -> Result<Option<u64>, grundy_rules::Error> {
        let sum = &self.engine.sum(position, settings)?;
        if sum.misere || subject == Subject::Lost {
            return Ok(match self.engine.outcome(sum)? {
                Outcome::Previous => Some(0),
                Outcome::Next => Some(1),
                _ => None,
            });
        }
        Ok(match self.engine.sum_value(sum)? {
            Value::Finite(v) => u64::try_from(v).ok(),
            _ => None,
        })
    }
}

/// Rules with claims.
#[derive(Debug)]
pub struct Stated {
    /// Rules and claims.
    engine: Engine,
    definition: Arc<Definition>,
    settings: Settings,
    name: String,
    pub(super) prefix: String,
    pub(super) claims: Vec<Claim>,
    pub(super) domain: Option<String>,
    pub(super) rules: String,
}

/// What is claimed of a small position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Said {
    /// It is outside the domain.
    Outside,
    /// This number: the value, or 1 for lost.
    Number(u64),
    /// A negative number, or one that is too large.
    NoNumber,
}

impl Stated {
    /// Puts them together; errors of a claim point into the claim.
    pub fn new(
        name: &str,
        rules: &str,
        settings: &Settings,
        claims: Vec<Claim>,
        domain: Option<&str>,
        watch: &Watch,
    ) -> Result<Stated, Error> {
        let definition = Definition::new(name, rules, watch)?;
        Self::by(definition, name, rules, settings, claims, domain, watch)
    }

    /// The same, with what is known of the values already.
    pub(crate) fn by(
        definition: Arc<Definition>,
        name: &str,
        rules: &str,
        settings: &Settings,
        claims: Vec<Claim>,
        domain: Option<&str>,
        watch: &Watch,
    ) -> Result<Stated, Error> {
        let mut alone = Library::new();
        alone.add_rules(name, rules).map_err(|errors| Error::Rules(errors.into()))?;
        let mut prefix = String::from("claim_");
        while rules.contains(&prefix) || claims.iter().any(|c| c.text.contains(&prefix)) {
            prefix.push('_');
        }
        check_claims(alone.program(name), &claims)?;
        if let Some(domain) = domain {
            check_expression(domain, domain, 0)?;
        }
        let mut text = format!("{rules}\n");
        for (i, claim) in claims.iter().enumerate() {
            let inside = domain.filter(|d| speaks_of(d, claim, &claims));
            let lines = lines(&prefix, i, claim, inside);
            let mut shown = inside.map(|d| (d, lines.domain)).into_iter().chain([(claim.text.as_str(), lines.formula)]);
            let mut library = Library::new();
            let before = text.len();
            text.push_str(&lines.text);
            // Errors of the file alone were reported: these are the claim's.
            let full = format!("{text}{}", closing_lines(&prefix, &claims[..=i]));
            if let Err(errors) = library.add_rules(name, &full) {
                let at = errors.list.first().and_then(|e| e.span).map_or(0, |s| s.start as usize);
                let place = shown.rfind(|(_, from)| before + from <= at);
                return Err(match place {
                    Some((d, from)) if inside == Some(d) => shifted(errors, d, before + from, 0),
                    Some((t, from)) => shifted(errors, t, before + from, claim.offset),
                    None => shifted(errors, &claim.text, usize::MAX, 0),
                });
            }
        }
        text.push_str(&closing_lines(&prefix, &claims));
        let mut library = Library::new();
        library.add_rules(name, &text).map_err(|errors| Error::Rules(errors.into()))?;
        let engine = Engine::new(library, watch.clone()).without_shortcuts().with_steps(CLAIMS);
        let domain = domain.map(str::to_owned);
        let stated = Stated {
            engine,
            definition,
            settings: settings.clone(),
            name: name.to_owned(),
            prefix,
            claims,
            domain,
            rules: rules.to_owned(),
        };
        if stated.program()?.misere && stated.claims.iter().any(|c| c.subject == Subject::Value) {
            return Err(Error::Bad(
                "under misère play a position has an outcome, but no value: claim `lost if`".into(),
            ));
        }
        stated.globals()?;
        Ok(stated)
    }

    pub(crate) fn program(&self) -> Result<&Program, Error> {
        self.engine.library().program(&self.name).ok_or_else(|| Error::Bad("no rules".into()))
    }

    /// The condition that restricts the positions of a claim.
    pub(super) fn domain_of(&self, claim: &Claim) -> Option<&str> {
        self.domain.as_deref().filter(|d| speaks_of(d, claim, &self.claims))
    }

    /// Params and data, in the order of the program.
    pub(crate) fn globals(&self) -> Result<Vec<Option<Val>>, Error> {
        let program = self.program()?;
        let mut list = Vec::new();
        for (i, global) in program.globals.iter().enumerate() {
            let set = self.settings.set.iter().rev().find(|s| s.0 == global.name).map(|s| Val::Int(s.1));
            let data = self.settings.data.iter().rev().find(|d| d.0 == global.name).map(|d| d.1.clone());
            let value = match global.role {
                Role::Param => set,
                Role::Data => data.or(set),
                Role::Input => None,
            };
            if value.is_none() && program.rule_globals.contains(&i) {
                let name = &global.name;
                return Err(Error::Bad(format!("`{name}` has no value: give it with --set {name}=…, or with --data")));
            }
            list.push(value);
        }
        Ok(list)
    }

    /// Params and data that have a value, with its text.
    pub(super) fn given(&self) -> Result<Vec<(String, String)>, Error> {
        let program = self.program()?;
        let values = self.globals()?;
        let named = program.globals.iter().zip(values);
        Ok(named.filter_map(|(global, value)| Some((global.name.clone(), value?.to_string()))).collect())
    }

    fn component(&self, text: &str) -> Result<Component, Error> {
        let sum = self.engine.sum(text, &self.settings).map_err(Error::Rules)?;
        let term = sum.terms.into_iter().next();
        term.map(|t| t.component).ok_or_else(|| Error::Bad(format!("{text} is no position")))
    }

    /// The text of a position of a kind.
    pub(crate) fn position(kind: &str, shapes: &[Shape], numbers: &[u64]) -> String {
        let mut rest = numbers.iter().map(u64::to_string);
        let list: Vec<String> =
            shapes.iter().map(|s| write_shape(s, &mut || rest.next().unwrap_or_default())).collect();
        format!("{kind}({})", list.join(", "))
    }

    /// The value of a position; under misère play, and for outcomes, 0 if it is lost and 1 else.
    pub(crate) fn truth(
        &self,
        kind: &str,
        shapes: &[Shape],
        numbers: &[u64],
        subject: Subject,
    ) -> Result<Option<u64>, Error> {
        if shapes.iter().all(|shape| *shape == Shape::Number) {
            self.definition.prepare(kind, numbers, &self.settings);
        }
        self.definition.truth(Self::position(kind, shapes, numbers), subject, &self.settings)
    }

    /// The same for a table; nothing where it is out of reach.
    pub(crate) fn tabulated(&self, kind: &str, shapes: &[Shape], numbers: &[u64], subject: Subject) -> Option<u64> {
        self.truth(kind, shapes, numbers, subject).ok().flatten()
    }

    /// What the claim says of a position with these numbers.
    pub(super) fn said(&self, claim: usize, numbers: &[u64]) -> Result<Said, Error> {
        let texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
        Ok(match self.held(claim, &texts)? {
            (false, _) => Said::Outside,
            (true, Some(Val::Int(n))) => u64::try_from(n).map_or(Said::NoNumber, Said::Number),
            (true, None) => Said::NoNumber,
            (true, Some(odd)) => {
                let at = Self::position(&self.claims[claim].kind, &self.claims[claim].shapes, numbers);
                return Err(Error::Bad(format!("the formula gives {odd} at {at}, which is no number")));
            }
        })
    }

    /// The formula of a claim at numbers of any size, if it can be worked out with 128 bits.
    pub(crate) fn formula(&self, claim: usize, numbers: &[Nat]) -> Option<Nat> {
        let texts: Vec<String> = numbers.iter().map(Nat::to_string).collect();
        match self.held(claim, &texts).ok()? {
            (true, Some(Val::Int(n))) => u128::try_from(n).ok().map(Nat::from),
            _ => None,
        }
    }

    /// Whether numbers are in the domain of a claim, and what its formula gives there; nothing where that is negative.
    fn held(&self, claim: usize, numbers: &[String]) -> Result<(bool, Option<Val>), Error> {
        let component = self.component(&format!("{}{claim}({})", self.prefix, numbers.join(", ")))?;
        let (mut inside, mut number) = (false, None);
        let mut visit = |left: Sum| {
            if let [term] = &left.terms[..] {
                let name = term.component.name();
                if name == format!("{}inside", self.prefix) {
                    inside = true;
                } else if name == format!("{}held", self.prefix) {
                    number = term.component.args().first().cloned();
                }
            }
            ControlFlow::Continue(())
        };
        self.engine.options(&component, &mut visit).map_err(Error::Rules)?;
        Ok((inside, number))
    }

    /// The first move from a position of a claimed kind that leaves the domain: the position after it.
    pub(super) fn leaves(&self, claim: usize, numbers: &[u64]) -> Result<Option<String>, Error> {
        let Claim { kind, shapes, .. } = &self.claims[claim];
        let component = self.component(&Self::position(kind, shapes, numbers))?;
        let mut options = Vec::new();
        let mut visit = |left: Sum| {
            options.push(left);
            if options.len() < 1 << 16 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        self.engine.options(&component, &mut visit).map_err(Error::Rules)?;
        for option in options {
            for term in &option.terms {
                let mut flat = Vec::new();
                let shapes: Option<Vec<Shape>> = term.component.args().iter().map(|a| shape(a, &mut flat)).collect();
                let about = |c: &Claim| c.kind == term.component.name() && Some(&c.shapes) == shapes.as_ref();
                let Some(target) = self.claims.iter().position(about) else { continue };
                if self.said(target, &flat)? == Said::Outside {
                    return Ok(Some(option.to_string()));
                }
            }
        }
        Ok(None)
    }
}

/// The shape of a small value, its numbers pushed.
fn shape(value: &Val, numbers: &mut Vec<u64>) -> Option<Shape> {
    match value {
        Val::Int(n) => {
            numbers.push(u64::try_from(*n).ok()?);
            Some(Shape::Number)
        }
        Val::List(list) => Some(Shape::List(list.items().iter().map(|i| shape(i, numbers)).collect::<Option<_>>()?)),
        _ => None,
    }
}

/// The kinds are there, with so many arguments, and no two claims speak of the same positions.
fn check_claims(program: Option<&Program>, claims: &[Claim]) -> Result<(), Error> {
    let program = program.ok_or_else(|| Error::Bad("no rules".into()))?;
    for (i, claim) in claims.iter().enumerate() {
        let Some(kind) = program.kinds.iter().find(|k| k.name == claim.kind) else {
            let names: Vec<&str> = program.kinds.iter().map(|k| k.name.as_str()).collect();
            return Err(Error::Bad(format!("no rule for `{}`; the kinds are: {}", claim.kind, names.join(", "))));
        };
        if kind.args.len() != claim.shapes.len() {
            let (name, wanted, found) = (&claim.kind, kind.args.len(), claim.shapes.len());
            return Err(Error::Bad(format!("`{name}` has {wanted} arguments, the claim gives {found}")));
        }
        if claims[..i].iter().any(|c| c.kind == claim.kind && c.shapes == claim.shapes) {
            return Err(Error::Bad(format!("two claims about `{}`", claim.kind)));
        }
    }
    Ok(())
}

/// Does the domain restrict the kind of this claim? It does if the claim has all names of claims that the domain uses.
fn speaks_of(domain: &str, claim: &Claim, claims: &[Claim]) -> bool {
    let words: Vec<&str> = domain.split(|c: char| !(c.is_alphanumeric() || c == '_')).collect();
    let named = |name: &String| words.contains(&name.as_str());
    let used: Vec<&String> = claims.iter().flat_map(|c| &c.names).filter(|n| named(n)).collect();
    used.is_empty() || used.iter().all(|n| claim.names.contains(n))
}

/// The lines of a claim, and where domain and formula stand in them.
struct Lines {
    text: String,
    domain: usize,
    formula: usize,
}

fn lines(prefix: &str, index: usize, claim: &Claim, domain: Option<&str>) -> Lines {
    let names = claim.names.join(", ");
    let mut given = claim.names.iter();
    let args: Vec<String> =
        claim.shapes.iter().map(|s| write_shape(s, &mut || given.next().cloned().unwrap_or_default())).collect();
    let head = format!("{prefix}{index}({names}) -> ");
    let condition = domain.map_or(String::new(), |d| format!(" if ({d})"));
    let mut text = format!("{head}{}({})\n{head}{prefix}inside(0)", claim.kind, args.join(", "));
    let domain = text.len() + " if (".len();
    text.push_str(&format!("{condition}\n{head}{prefix}held("));
    if claim.subject == Subject::Lost {
        text.push_str("if ");
    }
    let formula = text.len();
    text.push_str(&claim.formula);
    if claim.subject == Subject::Lost {
        text.push_str(" then 1 else 0");
    }
    text.push_str(&format!("){condition}\n"));
    Lines { text, domain, formula }
}

fn closing_lines(prefix: &str, claims: &[Claim]) -> String {
    let all = claims.iter().enumerate().map(|(i, c)| format!("{prefix}{i}({})", vec!["n"; c.names.len()].join(", ")));
    let all: Vec<String> = all.collect();
    if all.is_empty() {
        return String::new();
    }
    let ends = format!("{prefix}inside(n) -> 0 if n > n\n{prefix}held(n) -> 0 if n > n");
    format!("{prefix}root(n) -> {}\n{ends}\n", all.join(" | "))
}
