//! Values of small positions, by the plain definition.

use super::families::Proposal;
use super::{Wanted, numbers};
use crate::prove::{Claim, Error, Stated, Subject};
use grundy::Watch;
use grundy_rules::{Library, Settings};
use std::collections::HashMap;

/// The values of one kind for one setting.
#[derive(Debug)]
pub struct Table {
    /// The kind.
    pub kind: String,
    /// The names of its arguments.
    pub names: Vec<String>,
    /// Outcomes only.
    pub misere: bool,
    /// The params that the rules see, with their values here.
    pub params: Vec<(String, i128)>,
    values: HashMap<Vec<u64>, u64>,
    sum: u64,
    pub(super) stated: Stated,
}

/// Formulas are found from positions up to this sum, for so many arguments; they are compared with four times as many.
fn sums(arity: usize) -> u64 {
    match arity {
        0 => 0,
        1 => 240,
        2 => 14,
        3 => 5,
        _ => 3,
    }
}

impl Table {
    pub(super) fn new(wanted: &Wanted<'_>, settings: &Settings, watch: &Watch) -> Result<Table, Error> {
        let mut library = Library::new();
        library.add_rules(wanted.name, wanted.rules).map_err(|errors| Error::Rules(errors.into()))?;
        let program = library.program(wanted.name).ok_or_else(|| Error::Bad("no rules".into()))?;
        let kind = match wanted.kind {
            Some(name) => program.kinds.iter().find(|k| k.name == name),
            None => program.kinds.first(),
        };
        let kind = kind.ok_or_else(|| Error::Bad("no such kind of positions".into()))?;
        let arity = kind.args.len();
        let stated = Stated::new(wanted.name, wanted.rules, settings, Vec::new(), None, watch)?;
        let seen = |name: &String| program.rule_globals.iter().any(|&g| program.globals[g].name == *name);
        let params = settings.set.iter().filter(|s| seen(&s.0)).cloned().collect();
        let sum = wanted.to.unwrap_or(sums(arity)).min(4 * sums(arity));
        let mut table = Table {
            kind: kind.name.clone(),
            names: kind.args.clone(),
            misere: program.misere,
            params,
            values: HashMap::new(),
            sum,
            stated,
        };
        table.fill(arity);
        Ok(table)
    }

    fn fill(&mut self, arity: usize) {
        let subject = if self.misere { Subject::Lost } else { Subject::Value };
        let mut tuples: Vec<Vec<u64>> = vec![vec![]];
        for _ in 0..arity {
            let longer = |t: &Vec<u64>| {
                let used: u64 = t.iter().sum();
                (0..=self.sum - used).map(|n| [&t[..], &[n]].concat()).collect::<Vec<_>>()
            };
            tuples = tuples.iter().flat_map(longer).collect();
        }
        let known = tuples.into_iter().filter_map(|t| {
            let value = self.stated.tabulated(&self.kind, &numbers(arity), &t, subject)?;
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
        let head = format!("{}({})", self.kind, self.names.join(", "));
        match proposal.subject {
            Subject::Value => format!("{head} = {}", proposal.text),
            Subject::Lost => format!("{head} lost if {}", proposal.text),
        }
    }

    /// A claim with the names of this kind, for a test of its own.
    pub fn read(&self, proposal: &Proposal) -> Result<Claim, Error> {
        Claim::read(&self.claim(proposal))
    }
}
