//! Patterns for the engine of the rules: a formula or an automaton that was found and proved answers for positions of any size.

use crate::pattern::{Found, Wanted, from_rules};
use crate::prove::{Ends, Subject};
use crate::solution::{Leaves, Solution};
use crate::{Formula, Shape};
use grundy::{Stop, Watch};
use grundy_automata::Nat;
use grundy_rules::pattern::{Asked, Counting, Left, Pattern, Patterns, Told};
use grundy_rules::value::Val;
use grundy_rules::{Error, Settings};
use std::sync::Arc;

/// Finds patterns as `grundy pattern` does.
///
/// ```
/// use grundy::{Value, Watch};
/// use grundy_pattern::Finder;
/// use grundy_rules::{Engine, Library, Settings};
/// use std::sync::Arc;
/// let mut library = Library::new();
/// library.add_rules("mark", "mark(n) -> (mark(n-1) | mark(n/2)) if n > 0")?;
/// let engine = Engine::new(library, Watch::default()).with_patterns(Arc::new(Finder), false);
/// let sum = engine.sum("mark(10^30 + 1) + mark(10^1000)", &Settings::default())?;
/// assert!(engine.sum_value(&sum).is_ok());
/// assert_eq!(engine.strategy(&sum.terms[1].component)?, "pattern");
/// # Ok::<(), grundy_rules::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Finder;

impl Patterns for Finder {
    fn find(&self, asked: &Asked<'_>, watch: &Watch) -> Result<Option<Arc<dyn Pattern>>, Error> {
        let Some(shapes) = asked.args.iter().map(shape).collect::<Option<Vec<Shape>>>() else { return Ok(None) };
        let (set, data) = asked.given.iter().cloned().partition::<Vec<_>, _>(|(_, value)| matches!(value, Val::Int(_)));
        let number = |(name, value): (String, Val)| match value {
            Val::Int(n) => Some((name, n)),
            _ => None,
        };
        let settings = [Settings { set: set.into_iter().filter_map(number).collect(), data, files: None }];
        let wanted =
            Wanted { name: asked.name, rules: asked.rules, kind: Some(asked.kind), settings: &settings, to: None };
        let found = match from_rules(&wanted, watch) {
            // What holds on a part of the positions only is not asked where that ends.
            Ok(patterns) => patterns.found.into_iter().filter(|found| found.domain.is_none()).collect::<Vec<_>>(),
            Err(crate::prove::Error::Rules(error)) => return Err(error),
            Err(crate::prove::Error::Contradiction(text)) => return Err(Error::Contradiction(text)),
            Err(_) => return Ok(None),
        };
        if let Some(proved) = found.iter().find_map(|found| proved(found, asked, &shapes)) {
            return Ok(Some(Arc::new(proved)));
        }
        if !asked.observed {
            return Ok(None);
        }
        let observed = found.iter().filter(|found| !found.is_proved());
        Ok(observed.filter_map(|found| observe(found, &wanted, watch)).next())
    }
}

/// A pattern with its proof.
struct Proved {
    solution: Arc<Solution>,
    kind: usize,
    told: Told,
}

/// The pattern that was found, if it is proved for these positions.
fn proved(found: &Found, asked: &Asked<'_>, shapes: &[Shape]) -> Option<Proved> {
    let shown = found.shown.first()?;
    if shown.ends == Ends::Assumed && !asked.ends {
        return None;
    }
    let solution = shown.solution.clone();
    let kind = solution.kind(asked.kind, shapes)?;
    let values = solution.tells_values();
    let proof =
        format!("proved by automata ({}, {}), accepted by the independent checker", shown.encoding, shown.numeration);
    let told = Told { text: found.text.clone(), values, proof: Some(proof), tested_to: found.tested_to };
    Some(Proved { solution, kind, told })
}

impl Proved {
    fn number(&self, numbers: &[Nat], watch: &Watch) -> Result<Option<Nat>, Error> {
        within(self.solution.value(self.kind, numbers, watch), watch)
    }
}

impl Pattern for Proved {
    fn told(&self) -> &Told {
        &self.told
    }

    fn value(&self, numbers: &[Nat], watch: &Watch) -> Result<Option<Nat>, Error> {
        if self.told.values { self.number(numbers, watch) } else { Ok(None) }
    }

    fn wins(&self, numbers: &[Nat], watch: &Watch) -> Result<Option<bool>, Error> {
        Ok(self.number(numbers, watch)?.map(|value| !value.is_zero()))
    }

    fn count(&self, counting: &Counting, watch: &Watch) -> Result<Option<i128>, Error> {
        within(self.solution.count(self.kind, counting, watch), watch)
    }

    fn option(&self, numbers: &[Nat], wanted: &Nat, watch: &Watch) -> Result<Option<Vec<Left>>, Error> {
        let found = within(self.solution.option(self.kind, numbers, wanted, watch), watch)?;
        let Some(found) = found else { return Ok(None) };
        let mut value = Nat::ZERO;
        for left in &found {
            let kind = self.solution.kind(&left.kind, &left.shapes);
            let known = kind.map(|kind| within(self.solution.value(kind, &left.numbers, watch), watch)).transpose()?;
            let Some(known) = known.flatten() else { return Ok(None) };
            value = value.xor(&known);
        }
        let wanted = if self.told.values { wanted } else { &Nat::ZERO };
        if value != *wanted {
            let message = format!("a move to the value {wanted} was found, but it leaves {value}");
            return Err(Error::Contradiction(message));
        }
        Ok(found.into_iter().map(left_position).collect())
    }
}

/// An answer of automata: what they cannot tell within their limits is not known.
fn within<T>(answer: grundy_automata::Result<Option<T>>, watch: &Watch) -> Result<Option<T>, Error> {
    match answer {
        Ok(answer) => Ok(answer),
        Err(grundy_automata::Error::Cancelled) => Err(watch.check(0, 0).err().unwrap_or(Stop::Cancelled).into()),
        Err(_) => Ok(None),
    }
}

fn left_position(left: Leaves) -> Option<Left> {
    let mut numbers = left.numbers.into_iter();
    let args = left.shapes.iter().map(|shape| argument(shape, &mut numbers)).collect::<Option<Vec<_>>>()?;
    Some(Left { kind: left.kind, args })
}

fn argument(shape: &Shape, numbers: &mut dyn Iterator<Item = Nat>) -> Option<Val> {
    match shape {
        Shape::Number => numbers.next().map(Val::of_natural),
        Shape::List(items) => Val::list(items.iter().map(|item| argument(item, numbers)).collect::<Option<Vec<_>>>()?),
    }
}

fn shape(value: &Val) -> Option<Shape> {
    match value {
        Val::Int(_) | Val::Huge(_) => Some(Shape::Number),
        Val::List(list) => list.items().iter().map(shape).collect::<Option<_>>().map(Shape::List),
        Val::Bool(_) | Val::Text(_) => None,
    }
}

/// A formula that held on all positions that were compared, nothing more.
struct Observed {
    formula: Formula,
    told: Told,
}

fn observe(found: &Found, wanted: &Wanted<'_>, watch: &Watch) -> Option<Arc<dyn Pattern>> {
    let formula = Formula::new(wanted, found.text.as_deref()?, watch).ok()?;
    let values = found.subject == Subject::Value;
    let told = Told { text: found.text.clone(), values, proof: None, tested_to: found.tested_to };
    Some(Arc::new(Observed { formula, told }))
}

impl Pattern for Observed {
    fn told(&self) -> &Told {
        &self.told
    }

    fn value(&self, numbers: &[Nat], _watch: &Watch) -> Result<Option<Nat>, Error> {
        if self.told.values { Ok(self.formula.at(numbers)) } else { Ok(None) }
    }

    fn wins(&self, numbers: &[Nat], _watch: &Watch) -> Result<Option<bool>, Error> {
        let number = self.formula.at(numbers);
        Ok(number.map(|number| if self.told.values { !number.is_zero() } else { number.is_zero() }))
    }

    fn option(&self, _numbers: &[Nat], _wanted: &Nat, _watch: &Watch) -> Result<Option<Vec<Left>>, Error> {
        Ok(None)
    }
}
