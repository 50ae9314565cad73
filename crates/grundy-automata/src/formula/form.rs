//! Linear forms: constant + Σ coefficient · variable + Σ coefficient · node.

use super::Term;
use crate::automaton::Var;
use std::collections::BTreeMap;

/// A linear form in variables and in terms that are not linear.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub(crate) struct Form {
    pub constant: i64,
    pub vars: BTreeMap<Var, i64>,
    pub nodes: BTreeMap<Term, i64>,
}

impl Form {
    pub fn constant(c: i64) -> Form {
        Form { constant: c, ..Form::default() }
    }

    pub fn var(v: Var) -> Form {
        Form { vars: BTreeMap::from([(v, 1)]), ..Form::default() }
    }

    pub fn node(node: Term) -> Form {
        Form { nodes: BTreeMap::from([(node, 1)]), ..Form::default() }
    }

    /// self + k·other, unless a number gets too large.
    pub fn plus(&self, other: &Form, k: i64) -> Option<Form> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(k)?)?;
        add_all(&mut sum.vars, &other.vars, k)?;
        add_all(&mut sum.nodes, &other.nodes, k)?;
        Some(sum)
    }

    pub fn plus_constant(&self, c: i64) -> Option<Form> {
        self.plus(&Form::constant(c), 1)
    }

    pub fn as_constant(&self) -> Option<i64> {
        (self.vars.is_empty() && self.nodes.is_empty()).then_some(self.constant)
    }

    /// The variable, if the form is nothing else.
    pub fn as_var(&self) -> Option<Var> {
        match self.vars.first_key_value() {
            Some((&v, 1)) if self.vars.len() == 1 && self.constant == 0 && self.nodes.is_empty() => Some(v),
            _ => None,
        }
    }

    /// The node, if the form is nothing else.
    pub fn single_node(&self) -> Option<Term> {
        match self.nodes.first_key_value() {
            Some((&node, 1)) if self.nodes.len() == 1 && self.constant == 0 && self.vars.is_empty() => Some(node),
            _ => None,
        }
    }
}

fn add_all<K: Ord + Copy>(sum: &mut BTreeMap<K, i64>, other: &BTreeMap<K, i64>, k: i64) -> Option<()> {
    for (&key, &coefficient) in other {
        let entry = sum.entry(key).or_insert(0);
        *entry = entry.checked_add(coefficient.checked_mul(k)?)?;
        if *entry == 0 {
            sum.remove(&key);
        }
    }
    Some(())
}
