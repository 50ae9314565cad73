//! Values of small positions, by the plain definition.

use super::Wanted;
use super::families::Proposal;
use super::shapes::{head, item_names};
use super::values::Values;
use crate::Shape;
use crate::prove::{Claim, Definition, Error, Stated, Subject};
use grundy::Watch;
use grundy_rules::value::Val;
use grundy_rules::{Library, Settings, constants};
use std::sync::Arc;

/// The values of one kind for one setting.
#[derive(Debug)]
pub struct Table {
    /// The kind.
    pub kind: String,
    /// The shapes of its arguments.
    pub shapes: Vec<Shape>,
    /// The values; names are those of its arguments, and of the elements of those that are lists.
    pub values: Values,
    /// The numbers that the rules name.
    pub(super) literals: Vec<u64>,
    /// The largest number that the rules, their params or their data name: what holds below it may fail beyond.
    pub(super) largest_named: u64,
    head: String,
    pub(super) stated: Stated,
    pub(super) definition: Arc<Definition>,
}

/// Formulas are found from positions up to this sum, for so many numbers; they are compared with four times as many.
fn sums(numbers: usize) -> u64 {
    match numbers {
        0 => 0,
        1 => 240,
        2 => 14,
        3 => 5,
        _ => 3,
    }
}

/// The numbers in these, each once, ascending; what cannot be told as 64 bits is the largest.
fn numbers<'v>(values: impl Iterator<Item = &'v Val>) -> Vec<u64> {
    fn collect(value: &Val, list: &mut Vec<u64>) {
        match value {
            Val::Int(n) => list.push(u64::try_from(n.unsigned_abs()).unwrap_or(u64::MAX)),
            Val::List(items) => items.items().iter().for_each(|item| collect(item, list)),
            Val::Huge(_) => list.push(u64::MAX),
            Val::Bool(_) | Val::Text(_) => {}
        }
    }
    let mut list = Vec::new();
    values.for_each(|value| collect(value, &mut list));
    list.sort_unstable();
    list.dedup();
    list
}

impl Table {
    /// The table of a kind with arguments of these shapes, empty.
    pub(super) fn new(
        wanted: &Wanted<'_>,
        settings: &Settings,
        definition: &Arc<Definition>,
        shapes: &[Shape],
        watch: &Watch,
    ) -> Result<Table, Error> {
        let mut library = Library::new();
        library.add_rules(wanted.name, wanted.rules).map_err(|errors| Error::Rules(errors.into()))?;
        let program = library.program(wanted.name).ok_or_else(|| Error::Bad("no rules".into()))?;
        let kind = super::kind_of(program, wanted.kind)?;
        let definition = definition.clone();
        let stated = Stated::by(definition.clone(), wanted.name, wanted.rules, settings, Vec::new(), None, watch)?;
        let seen = |name: &String| program.rule_globals.iter().any(|&g| program.globals[g].name == *name);
        let params: Vec<(String, i128)> = settings.set.iter().filter(|s| seen(&s.0)).cloned().collect();
        let literals = numbers(constants(program).iter());
        let given: Vec<Val> = params.iter().map(|(_, value)| Val::Int(*value)).collect();
        let data = settings.data.iter().filter(|d| seen(&d.0)).map(|d| &d.1);
        let named = numbers(data.chain(&given)).into_iter().chain(literals.iter().copied());
        let numbers = shapes.iter().map(Shape::numbers).sum();
        let sum = wanted.to.unwrap_or(sums(numbers)).min(4 * sums(numbers));
        Ok(Table {
            kind: kind.name.clone(),
            shapes: shapes.to_vec(),
            values: Values::new(item_names(program, kind, shapes), program.misere, params, sum),
            largest_named: named.max().unwrap_or(0),
            literals,
            head: head(program, kind, shapes),
            stated,
            definition,
        })
    }

    pub(super) fn fill(&mut self, watch: &Watch) -> Result<(), Error> {
        let sum = self.values.found_on();
        let mut tuples: Vec<Vec<u64>> = vec![vec![]];
        for _ in 0..self.values.names.len() {
            let longer = |t: &Vec<u64>| {
                let used: u64 = t.iter().sum();
                (0..=sum - used).map(|n| [&t[..], &[n]].concat()).collect::<Vec<_>>()
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        let mut known = Vec::new();
        for numbers in tuples {
            // A position that has no value within the limits is left out; but time that is over is over for all.
            watch.check(0, 0).map_err(|stop| Error::Rules(stop.into()))?;
            if let Some(value) = self.known(&numbers) {
                known.push((numbers, value));
            }
        }
        self.values.set(known.into_iter().collect());
        Ok(())
    }

    /// The value of any small position by the definition; under misère play 0 if it is lost and 1 else.
    pub(super) fn known(&self, numbers: &[u64]) -> Option<u64> {
        let subject = if self.values.misere { Subject::Lost } else { Subject::Value };
        self.stated.tabulated(&self.kind, &self.shapes, numbers, subject)
    }

    /// The proposal as a claim.
    pub(super) fn claim(&self, proposal: &Proposal) -> String {
        match proposal.subject {
            Subject::Value => format!("{} = {}", self.head, proposal.text),
            Subject::Lost => format!("{} lost if {}", self.head, proposal.text),
        }
    }

    /// A claim with the names of this kind, for a test of its own.
    pub fn read(&self, proposal: &Proposal) -> Result<Claim, Error> {
        Claim::read(&self.claim(proposal))
    }
}
