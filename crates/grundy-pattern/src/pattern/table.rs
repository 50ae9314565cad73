//! Values of small positions, by the plain definition.

use super::Wanted;
use super::families::Proposal;
use super::shapes::{head, item_names};
use crate::Shape;
use crate::prove::{Claim, Definition, Error, Stated, Subject};
use grundy::Watch;
use grundy_rules::{Library, Settings};
use std::collections::HashMap;
use std::sync::Arc;

/// The values of one kind for one setting.
#[derive(Debug)]
pub struct Table {
    /// The kind.
    pub kind: String,
    /// The names of its numbers: its arguments, and the elements of those that are lists.
    pub names: Vec<String>,
    /// The shapes of its arguments.
    pub shapes: Vec<Shape>,
    /// Outcomes only.
    pub misere: bool,
    /// The params that the rules see, with their values here.
    pub params: Vec<(String, i128)>,
    head: String,
    values: HashMap<Vec<u64>, u64>,
    sum: u64,
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
        let params = settings.set.iter().filter(|s| seen(&s.0)).cloned().collect();
        let numbers = shapes.iter().map(Shape::numbers).sum();
        Ok(Table {
            kind: kind.name.clone(),
            names: item_names(program, kind, shapes),
            shapes: shapes.to_vec(),
            misere: program.misere,
            params,
            head: head(program, kind, shapes),
            values: HashMap::new(),
            sum: wanted.to.unwrap_or(sums(numbers)).min(4 * sums(numbers)),
            stated,
            definition,
        })
    }

    pub(super) fn fill(&mut self) {
        let subject = if self.misere { Subject::Lost } else { Subject::Value };
        let mut tuples: Vec<Vec<u64>> = vec![vec![]];
        for _ in 0..self.names.len() {
            let longer = |t: &Vec<u64>| {
                let used: u64 = t.iter().sum();
                (0..=self.sum - used).map(|n| [&t[..], &[n]].concat()).collect::<Vec<_>>()
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        let known = tuples.into_iter().filter_map(|t| {
            let value = self.stated.tabulated(&self.kind, &self.shapes, &t, subject)?;
            Some((t, value))
        });
        self.values = known.collect();
    }

    /// The value of a position; under misère play 0 if it is lost and 1 else.
    pub fn value(&self, numbers: &[u64]) -> Option<u64> {
        self.values.get(numbers).copied()
    }

    /// All values of one argument, as far as they are known.
    pub fn row(&self) -> Vec<u64> {
        (0..=self.sum).map_while(|n| self.value(&[n])).collect()
    }

    /// The positions with their values: least sum first, then in lexicographic order.
    pub(super) fn positions(&self) -> Vec<(&[u64], u64)> {
        let mut list: Vec<(&[u64], u64)> = self.values.iter().map(|(numbers, &value)| (&numbers[..], value)).collect();
        list.sort_by_key(|(numbers, _)| (numbers.iter().sum::<u64>(), *numbers));
        list
    }

    /// Does this hold for all positions of the table? Of none nothing is said.
    pub fn fits(&self, f: impl Fn(&[u64], u64) -> bool) -> bool {
        !self.values.is_empty() && self.values.iter().all(|(numbers, &value)| f(numbers, value))
    }

    /// The sum of arguments that formulas are found on.
    pub fn found_on(&self) -> u64 {
        self.sum
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
