//! A formula of a claim at any position, by the evaluator of the rules.

use crate::pattern::Wanted;
use crate::prove::{Claim, Error, Stated};
use grundy::Watch;
use grundy_automata::Nat;
use grundy_rules::Settings;

/// The formula of one claim.
#[derive(Debug)]
pub struct Formula(Stated);

impl Formula {
    /// The formula of a claim about rules.
    pub fn new(wanted: &Wanted<'_>, claim: &str, watch: &Watch) -> Result<Formula, Error> {
        let settings = wanted.settings.first().cloned().unwrap_or_else(Settings::default);
        Ok(Formula(Stated::new(wanted.name, wanted.rules, &settings, vec![Claim::read(claim)?], None, watch)?))
    }

    /// What it gives at a position with these numbers: the value, or 1 for lost and 0 for not lost. Nothing if it cannot be worked out
    /// with 128 bits.
    pub fn at(&self, numbers: &[Nat]) -> Option<Nat> {
        self.0.formula(0, numbers)
    }
}
