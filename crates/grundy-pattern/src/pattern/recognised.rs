//! What recognised theorems say of rules: closed forms with a name, and periods of heap codes with their certificate.
//!
//! The recognisers of [`grundy_rules`] map rules to theorems ([`grundy::theorem`]); here a theorem gets its formula in the rule language. A
//! formula is said only if it agrees with the plain definition on all small positions and with the theorem on large ones. A
//! period is said only after the independent checker has accepted its certificate (format 1).

use super::families::repeating;
use super::{Found, Wanted, kind_of};
use crate::Formula;
use crate::prove::{Claim, Definition, Error, Stated, Subject, agrees, missing, theorem};
use grundy::heap::{Period, Sequence};
use grundy::{Value, Watch};
use grundy_automata::Nat;
use grundy_rules::program::Kind;
use grundy_rules::{Engine, Library, Settings};
use grundy_verify::Reject;

/// A theorem that was recognised.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recognised {
    /// Its name, or the heap code whose period is proved.
    pub theorem: String,
    /// The certificate of a period, accepted by the independent checker.
    pub certificate: Option<Vec<u8>>,
    /// Pre-period and period together.
    length: u64,
}

impl Recognised {
    /// Whether it is a period that is too long for automata.
    pub(super) fn is_long(&self) -> bool {
        self.length > LONG
    }
}

/// Periods with a longer table are left to their theorem.
const LONG: u64 = 200;

/// Heaps that are computed for a period, and the longest table that is written as a formula.
const HEAPS: u128 = 1 << 17;
const LONGEST: u64 = 4000;

/// Theorems that speak of all positions of a kind.
const THEOREMS: [&str; 8] = ["nim", "lasker", "half", "product", "removing", "row", "staircase", "strip"];
const ORDINAL: [&str; 2] = ["pebbles", "ordinal nim"];

/// What theorems say of the kind: nothing if they say nothing of every setting.
pub(super) fn find(wanted: &Wanted<'_>, watch: &Watch) -> Result<Vec<Found>, Error> {
    let mut library = Library::new();
    library.add_rules(wanted.name, wanted.rules).map_err(|errors| Error::Rules(errors.into()))?;
    let Some(program) = library.program(wanted.name) else { return Ok(Vec::new()) };
    let kind = kind_of(program, wanted.kind)?;
    if program.misere || wanted.settings.iter().any(|settings| !missing(program, settings).is_empty()) {
        return Ok(Vec::new());
    }
    let index = program.kinds.iter().position(|k| k.name == kind.name).unwrap_or_default();
    let asked = Asked { wanted, kind, watch };
    if let Some(found) = asked.for_all_settings() {
        return Ok(vec![found]);
    }
    let [settings] = wanted.settings else { return Ok(Vec::new()) };
    let engine = Engine::new(library.clone(), watch.clone());
    // What is wrong with the rules is said by the search.
    let Ok(names) = engine.kind_strategies(&kind.name, settings) else { return Ok(Vec::new()) };
    let Some(name) = names.get(index) else { return Ok(Vec::new()) };
    if let Some(found) = asked.period(&engine, settings)? {
        return Ok(vec![found]);
    }
    Ok(asked.theorem(&engine, settings, name)?.into_iter().collect())
}

struct Asked<'a> {
    wanted: &'a Wanted<'a>,
    kind: &'a Kind,
    watch: &'a Watch,
}

impl Asked<'_> {
    fn found(&self, family: &'static str, text: Option<String>, recognised: Recognised, tested_to: u64) -> Found {
        let found = Found::new(self.kind.name.clone(), family, text, Subject::Value);
        Found { recognised: Some(recognised), tested_to, ..found }
    }

    /// A theorem about params, whose hypotheses every setting fulfils.
    fn for_all_settings(&self) -> Option<Found> {
        let theorem = theorem(self.wanted.rules, &self.kind.name)?;
        let value = |text: &str, settings: &Settings| {
            let set = settings.set.iter().rev().find(|s| s.0 == text).map(|s| s.1);
            set.or_else(|| text.parse().ok())
        };
        let holds = |settings: &Settings| {
            theorem.domain.split(" and ").all(|part| {
                let sides = part.split_once(" <= ").map(|(a, b)| (value(a, settings), value(b, settings)));
                matches!(sides, Some((Some(a), Some(b))) if a <= b)
            })
        };
        let known = Recognised { theorem: theorem.theorem.clone(), certificate: None, length: 0 };
        let all = self.wanted.settings.iter().all(holds);
        all.then(|| self.found("modular", Some(theorem.claim.clone()), known, 0))
    }

    /// The period of a heap code that the rules are.
    fn period(&self, engine: &Engine, settings: &Settings) -> Result<Option<Found>, Error> {
        let [name] = &self.kind.args[..] else { return Ok(None) };
        let Ok(Some(rule)) = engine.heap_rule(&self.kind.name, settings) else { return Ok(None) };
        let theorem = rule.to_string();
        let mut sequence = Sequence::new(rule);
        // A limit is no error: there is no period then.
        if sequence.extend(HEAPS, self.watch).is_err() {
            return Ok(None);
        }
        let Period::Proved(found, _) = sequence.period() else { return Ok(None) };
        let length = found.preperiod + found.period;
        let Some(certificate) = sequence.certificate() else { return Ok(None) };
        match grundy_verify::check(&certificate) {
            Ok(_) => {}
            Err(Reject::TooLarge | Reject::Time | Reject::Memory { .. }) => return Ok(None),
            Err(reject) => {
                let message = format!("a period was proved and the checker refuses it: {reject}");
                return Err(Error::Contradiction(message));
            }
        }
        let family = if found.saltus == 0 { "periodic" } else { "arithmetic periodic" };
        let recognised = Recognised { theorem, certificate: Some(certificate), length };
        if length > LONGEST {
            return Ok(Some(self.found(family, None, recognised, 0)));
        }
        let stop = |stop: grundy::Stop| Error::Rules(stop.into());
        let values: Vec<u64> =
            (0..length).map(|n| sequence.value(n.into(), self.watch).map_err(stop)).collect::<Result<_, _>>()?;
        let formula = repeating(name, &values, found.preperiod as usize, found.saltus);
        let text = format!("{}({name}) = {formula}", self.kind.name);
        let Some(tested_to) = self.agrees(settings, &text)? else {
            let message = format!("{} is taken for the code {}, but the values differ", self.kind.name, recognised.theorem);
            return Err(Error::Contradiction(message));
        };
        Ok(Some(self.found(family, Some(text), recognised, tested_to)))
    }

    /// A theorem with a name, and its formula where that can be said.
    fn theorem(&self, engine: &Engine, settings: &Settings, name: &str) -> Result<Option<Found>, Error> {
        if !THEOREMS.contains(&name) && !ORDINAL.contains(&name) && !name.starts_with("take ") {
            return Ok(None);
        }
        let family = if ORDINAL.contains(&name) { "ordinal" } else { "theorem" };
        let recognised = Recognised { theorem: name.to_owned(), certificate: None, length: 0 };
        if let Some(text) = self.formula(name, settings)
            && let Some(tested_to) = self.agrees(settings, &text)?
            && self.agrees_at_large(engine, settings, &text)?
        {
            return Ok(Some(self.found(family, Some(text), recognised, tested_to)));
        }
        Ok(Some(self.found(family, None, recognised, 0)))
    }

    fn formula(&self, name: &str, settings: &Settings) -> Option<String> {
        let args = &self.kind.args;
        let n = args.first()?;
        let formula = match (name, args.len()) {
            ("nim" | "product", _) => args.join(" xor "),
            ("lasker", 1) => format!("if {n} == 0 then 0 else 4 * ({n} / 4) + [-1, 1, 2, 4][{n} % 4]"),
            ("half", 1) => format!("{n} / lowbit({n} + 1) / 2"),
            ("removing", 1) => match &settings.set[..] {
                [(l, _), (r, _)] => format!("if {n} < {l} + {r} then {n} / {l} else 0"),
                _ => return None,
            },
            _ => return None,
        };
        Some(format!("{}({}) = {formula}", self.kind.name, args.join(", ")))
    }

    /// The largest sum of arguments up to which the formula agrees with the plain definition; nothing if it does not.
    fn agrees(&self, settings: &Settings, text: &str) -> Result<Option<u64>, Error> {
        let Wanted { name, rules, .. } = *self.wanted;
        let definition = Definition::new(name, rules, self.watch)?;
        let stated = Stated::by(definition, name, rules, settings, vec![Claim::read(text)?], None, self.watch)?;
        agrees(&stated)
    }

    /// Large positions, as the theorem answers for them: not all numbers, but no other theorem would agree.
    fn agrees_at_large(&self, engine: &Engine, settings: &Settings, text: &str) -> Result<bool, Error> {
        let Ok(formula) = Formula::new(self.wanted, text, self.watch) else { return Ok(false) };
        let arity = self.kind.args.len() as u64;
        for k in 0..24_u64 {
            let numbers: Vec<u64> = (0..arity).map(|i| (1_000_003 + 7919 * i) * (1_000_000_007 + k * k * 31) + k).collect();
            let list: Vec<String> = numbers.iter().map(u64::to_string).collect();
            let position = format!("{}({})", self.kind.name, list.join(", "));
            let sum = engine.sum(&position, settings).map_err(Error::Rules)?;
            let Ok(Value::Finite(value)) = engine.sum_value(&sum) else { return Ok(false) };
            let numbers: Vec<Nat> = numbers.into_iter().map(Nat::from).collect();
            if formula.at(&numbers) != Some(Nat::from(value)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
