//! Quantifiers out of a product of automata, one variable at a time.
//!
//! A variable is eliminated by multiplying the automata that read it and projecting the product ("bucket elimination").
//! The next variable is the one whose product looks smallest: digits to the power of its tracks, times the states of the
//! factors. Labels are sets of values: products add them by XOR, projection unites them, and since one distributes over
//! the other the order of elimination does not matter for the result.

use super::compile::Compiler;
use crate::automaton::{Automaton, Var, united};
use crate::error::Result;
use std::rc::Rc;

impl Compiler<'_> {
    /// ∃ vars: the product of the factors.
    pub(super) fn eliminate(&self, mut factors: Vec<Rc<Automaton>>, mut vars: Vec<Var>) -> Result<Rc<Automaton>> {
        let empty = || Rc::new(Automaton::constant(self.numeration, 0));
        if factors.iter().any(|f| f.is_empty()) {
            return Ok(empty());
        }
        while let Some(choice) = self.cheapest(&factors, &vars) {
            let var = vars.swap_remove(choice);
            let (bucket, rest): (Vec<_>, Vec<_>) = factors.into_iter().partition(|f| f.tracks().contains(&var));
            factors = rest;
            if bucket.is_empty() {
                continue;
            }
            let product = self.multiply(bucket)?;
            if product.is_empty() {
                return Ok(empty());
            }
            factors.push(Rc::new(product.project(var, self.budget)?));
        }
        self.multiply(factors)
    }

    /// The variable whose bucket looks cheapest.
    fn cheapest(&self, factors: &[Rc<Automaton>], vars: &[Var]) -> Option<usize> {
        let base = self.numeration.digits() as f64;
        let cost = |var: &Var| {
            let mut tracks: Vec<Var> = Vec::new();
            let mut states = 1.0;
            for factor in factors.iter().filter(|f| f.tracks().contains(var)) {
                tracks = united(&tracks, factor.tracks());
                states *= factor.states() as f64;
            }
            base.powi(2 * tracks.len() as i32) * states
        };
        let costs: Vec<f64> = vars.iter().map(cost).collect();
        (0..vars.len()).min_by(|&i, &j| costs[i].total_cmp(&costs[j]))
    }

    /// The product of all, the smallest first.
    pub(super) fn multiply(&self, mut factors: Vec<Rc<Automaton>>) -> Result<Rc<Automaton>> {
        factors.sort_by_key(|f| f.states());
        let mut factors = factors.into_iter();
        let Some(mut product) = factors.next() else {
            return Ok(Rc::new(Automaton::constant(self.numeration, 1)));
        };
        for factor in factors {
            product = Rc::new(product.both(&factor, self.budget)?);
        }
        Ok(product)
    }
}
