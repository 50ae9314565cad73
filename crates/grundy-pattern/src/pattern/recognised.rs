//! What recognised theorems say of rules: closed forms with a name, and periods of heap codes with their certificate.
//!
//! The recognisers of [`grundy_rules`] map rules to theorems ([`grundy::theorem`]); here a theorem gets its formula in the rule language. A
//! formula is said only if it agrees with the plain definition on all small positions and with the theorem on large ones. A
//! period is said only after the independent checker has accepted its certificate (format 1).

use super::families::repeating;
use super::{Found, Wanted, kind_of};
use crate::prove::{Claim, Definition, Error, Stated, Subject, agrees, missing, theorem};
use crate::{Formula, Shape};
use grundy::heap::{Period, Repetition, Sequence};
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

/// A period that is read off the values of small heaps is at most so long.
const SEEN: u64 = 120;

/// Codes with a later place are left to their theorem as it is.
const MOST_PLACES: u128 = 2000;

/// Theorems that speak of all positions of a kind.
const THEOREMS: [&str; 9] =
    ["nim", "lasker", "part n/2", "product", "removing", "row", "staircase", "strip", "congruent takes"];
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
    let engine = Engine::new(library.clone(), watch.clone());
    // What is wrong with the rules is said by the search.
    let strategy = |settings: &Settings| engine.kind_strategies(&kind.name, settings).ok()?.get(index).cloned();
    let [settings] = wanted.settings else { return asked.at_every_setting(&engine, strategy) };
    let Some(name) = &strategy(settings) else { return Ok(Vec::new()) };
    if !name.starts_with("take ")
        && let Some(found) = asked.period(&engine, settings)?
    {
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
        // Numbers are written as numbers.
        if !theorem.has_params() {
            return None;
        }
        let known = Recognised { theorem: theorem.theorem.clone(), certificate: None, length: 0 };
        let all = self.wanted.settings.iter().all(|settings| theorem.holds(settings));
        all.then(|| self.found("modular", Some(theorem.claim.clone()), known, 0))
    }

    /// Theorems about every setting that give the same formula.
    fn at_every_setting(
        &self,
        engine: &Engine,
        strategy: impl Fn(&Settings) -> Option<String>,
    ) -> Result<Vec<Found>, Error> {
        let mut all: Vec<Found> = Vec::new();
        for settings in self.wanted.settings {
            let Some(name) = strategy(settings) else { return Ok(Vec::new()) };
            match self.theorem(engine, settings, &name)? {
                Some(found) if found.text.is_some() && all.iter().all(|f| f.text == found.text) => all.push(found),
                _ => return Ok(Vec::new()),
            }
        }
        let tested_to = all.iter().map(|f| f.tested_to).min().unwrap_or(0);
        Ok(all.into_iter().take(1).map(|found| Found { tested_to, ..found }).collect())
    }

    /// The period of a heap code that the rules are.
    fn period(&self, engine: &Engine, settings: &Settings) -> Result<Option<Found>, Error> {
        let [name] = &self.kind.args[..] else { return Ok(None) };
        let Ok(Some(rule)) = engine.heap_rule(&self.kind.name, settings) else { return Ok(None) };
        if rule.last_place() > MOST_PLACES {
            return Ok(None);
        }
        let theorem = rule.to_string();
        let mut sequence = Sequence::new(rule);
        // A limit is no error: there is no period then.
        if sequence.extend(HEAPS, self.watch).is_err() {
            return Ok(None);
        }
        let Period::Proved(found, _) = sequence.period() else { return self.zeros(name, &mut sequence) };
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
        let formula = simple(name, &values, &found)
            .unwrap_or_else(|| repeating(name, &values, found.preperiod as usize, found.saltus));
        let text = format!("{}({name}) = {formula}", self.kind.name);
        let Some(tested_to) = self.agrees(settings, &text)? else {
            let message =
                format!("{} is taken for the code {}, but the values differ", self.kind.name, recognised.theorem);
            return Err(Error::Contradiction(message));
        };
        Ok(Some(self.found(family, Some(text), recognised, tested_to)))
    }

    /// Values without a period: the lost heaps, if they seem to be finitely many.
    fn zeros(&self, name: &str, sequence: &mut Sequence) -> Result<Option<Found>, Error> {
        let count = sequence.len();
        let mut list = Vec::new();
        for n in 0..count {
            let value = sequence.value(n.into(), self.watch).map_err(|stop| Error::Rules(stop.into()))?;
            if value == 0 {
                list.push(n);
            }
            if list.len() > MOST_ZEROS {
                return Ok(None);
            }
        }
        let seldom = list.last().is_some_and(|&last| last > 0 && last.saturating_mul(STRETCH) < count);
        let texts: Vec<String> = list.iter().map(u64::to_string).collect();
        let text = format!("{}({name}) lost if {name} in [{}]", self.kind.name, texts.join(", "));
        let found = Found::new(self.kind.name.clone(), "zeros", Some(text), Subject::Lost);
        Ok((seldom && list.len() > 1).then(|| Found { tested_to: count - 1, ..found }))
    }

    /// A theorem with a name, and its formula where that can be said.
    fn theorem(&self, engine: &Engine, settings: &Settings, name: &str) -> Result<Option<Found>, Error> {
        if !THEOREMS.contains(&name) && !ORDINAL.contains(&name) && !name.starts_with("take ") {
            return Ok(None);
        }
        let family = match name {
            "nim" if self.kind.args.len() == 1 => "linear",
            "congruent takes" => "modular",
            _ if name.starts_with("take ") => "modular",
            _ if ORDINAL.contains(&name) => "ordinal",
            _ => "theorem",
        };
        let recognised = Recognised { theorem: name.to_owned(), certificate: None, length: 0 };
        // A formula of numbers says nothing of lists.
        let tested = |text: &String| match self.agrees(settings, text) {
            Err(Error::Rules(grundy_rules::Error::Bad(_)) | Error::Bad(_)) => Ok(None),
            known => known,
        };
        if let Some(text) = self.formula(name, settings)?
            && let Some(tested_to) = tested(&text)?
            && self.agrees_at_large(engine, settings, &text)?
        {
            return Ok(Some(self.found(family, Some(text), recognised, tested_to)));
        }
        Ok(Some(self.found(family, None, recognised, 0)))
    }

    fn formula(&self, name: &str, settings: &Settings) -> Result<Option<String>, Error> {
        let args = &self.kind.args;
        let Some(n) = args.first() else { return Ok(None) };
        let formula = match (name, args.len()) {
            ("nim" | "product", _) => args.join(" xor "),
            ("lasker", 1) => format!("if {n} == 0 then 0 else 4 * ({n} / 4) + [-1, 1, 2, 4][{n} % 4]"),
            (take, 1) if take.starts_with("take ") => match range(take) {
                Some((1, most)) => format!("{n} % {}", most + 1),
                Some((least, most)) => format!("{n} % {} / {least}", least + most),
                None => return Ok(None),
            },
            ("congruent takes", 1) => match self.repeated(n, settings)? {
                Some(formula) => formula,
                None => return Ok(None),
            },
            ("part n/2", 1) => format!("{n} / lowbit({n} + 1) / 2"),
            ("removing", 1) => match &settings.set[..] {
                [(a, x), (b, y)] => {
                    let (l, r) = if x <= y { (a, b) } else { (b, a) };
                    format!("if {n} < {l} + {r} then {n} / {l} else 0")
                }
                _ => match self.removed(settings)? {
                    Some((l, end)) => format!("if {n} < {end} then {n} / {l} else 0"),
                    None => return Ok(None),
                },
            },
            _ => return Ok(None),
        };
        Ok(Some(format!("{}({}) = {formula}", self.kind.name, args.join(", "))))
    }

    /// Of values that repeat from the start, with a period that the theorem does not name here: the least one that fits small heaps.
    fn repeated(&self, n: &str, settings: &Settings) -> Result<Option<String>, Error> {
        let stated = self.stated(settings, Vec::new())?;
        let value = |n: u64| stated.tabulated(&self.kind.name, &[Shape::Number], &[n], Subject::Value);
        let values: Vec<u64> = (0..4 * SEEN).map_while(value).collect();
        let fits = |&period: &u64| values.iter().zip(&values[period as usize..]).all(|(value, later)| value == later);
        let Some(period) = (1..=SEEN.min(values.len() as u64 / 4)).find(fits) else { return Ok(None) };
        let values = &values[..period as usize];
        let found = Repetition { period, preperiod: 0, saltus: 0 };
        Ok(Some(simple(n, values, &found).unwrap_or_else(|| repeating(n, values, 0, 0))))
    }

    /// The rules at a setting, with these claims.
    fn stated(&self, settings: &Settings, claims: Vec<Claim>) -> Result<Stated, Error> {
        let Wanted { name, rules, .. } = *self.wanted;
        let definition = Definition::new(name, rules, self.watch)?;
        Stated::by(definition, name, rules, settings, claims, None, self.watch)
    }

    /// Of a cycle: the least heap that has moves, l, and the first longer one that is lost again, l + r.
    fn removed(&self, settings: &Settings) -> Result<Option<(u64, u64)>, Error> {
        let stated = self.stated(settings, Vec::new())?;
        let lost = |n: u64| stated.tabulated(&self.kind.name, &[Shape::Number], &[n], Subject::Value).map(|v| v == 0);
        let first = |from: u64, wanted: bool| (from..200).find(|&n| lost(n) == Some(wanted));
        Ok(first(0, false).and_then(|l| Some((l, first(l, true)?))))
    }

    /// The largest sum of arguments up to which the formula agrees with the plain definition; nothing if it does not.
    fn agrees(&self, settings: &Settings, text: &str) -> Result<Option<u64>, Error> {
        agrees(&self.stated(settings, vec![Claim::read(text)?])?)
    }

    /// Large positions, as the theorem answers for them: not all numbers, but no other theorem would agree.
    fn agrees_at_large(&self, engine: &Engine, settings: &Settings, text: &str) -> Result<bool, Error> {
        let Ok(formula) = Formula::new(self.wanted, text, self.watch) else { return Ok(false) };
        let arity = self.kind.args.len() as u64;
        for k in 0..24_u64 {
            let numbers: Vec<u64> =
                (0..arity).map(|i| (1_000_003 + 7919 * i) * (1_000_000_007 + k * k * 31) + k).collect();
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

/// The numbers of `take 2..5`.
fn range(name: &str) -> Option<(u128, u128)> {
    let (least, most) = name.strip_prefix("take ")?.split_once("..")?;
    let (least, most): (u128, u128) = (least.parse().ok()?, most.parse().ok()?);
    most.checked_add(least).map(|_| (least, most))
}

/// `n`, `n / d`, `n % m` and `n % m / d`, if a sequence with this repetition is one of them: they repeat with the same period, so they are
/// equal if they are in the first one.
fn simple(name: &str, values: &[u64], found: &Repetition) -> Option<String> {
    let Repetition { period, preperiod: 0, saltus } = *found else { return None };
    let is = |f: &dyn Fn(u64) -> u64| (0..).zip(values).all(|(n, &value)| value == f(n));
    match saltus {
        0 => {
            let divisor = (1..=period).find(|d| is(&|n| n % period / d))?;
            Some(if divisor == 1 { format!("{name} % {period}") } else { format!("{name} % {period} / {divisor}") })
        }
        1 if is(&|n| n / period) => Some(if period == 1 { name.to_owned() } else { format!("{name} / {period}") }),
        _ => None,
    }
}

/// Lost heaps of a code without a period: few, and none in a long stretch behind them.
const STRETCH: u64 = 64;
const MOST_ZEROS: usize = 100;
