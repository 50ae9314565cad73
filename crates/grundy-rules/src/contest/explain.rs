//! What the answer to a case comes from: the components of its play position, their values, the XOR, the outcome.

use crate::component::{Component, Sum};
use crate::engine::Engine;
use crate::error::Error;
use grundy::{Outcome, Value};

/// Cases that are explained; the others are only answered.
pub(super) const MOST_CASES: u64 = 20;

/// Components of a case that are listed; all count in the XOR.
const MOST_COMPONENTS: usize = 20;

/// One case of a contest problem, explained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    /// The number of the case, from 1.
    pub case: i128,
    /// The first components of the play position: copies, position, value. Under misère play, and where play can go on for
    /// ever, there may be no value.
    pub components: Vec<(u128, Component, Option<Value>)>,
    /// How many more there are.
    pub left_out: usize,
    /// The XOR of all values.
    pub value: Option<Value>,
    /// Who wins; nothing if there is no play position.
    pub outcome: Option<Outcome>,
    /// What is printed.
    pub answer: String,
}

impl Explained {
    pub(super) fn new(engine: &Engine, case: i128, played: Option<&Sum>, answer: &str) -> Result<Explained, Error> {
        let mut explained = Explained {
            case,
            components: Vec::new(),
            left_out: 0,
            value: None,
            outcome: None,
            answer: answer.to_owned(),
        };
        let Some(sum) = played else { return Ok(explained) };
        for term in sum.terms.iter().take(MOST_COMPONENTS) {
            let value = if sum.misere { None } else { known(engine.value(&term.component))? };
            explained.components.push((term.count, term.component.clone(), value));
        }
        explained.left_out = sum.terms.len() - explained.components.len();
        explained.value = if sum.misere { None } else { known(engine.sum_value(sum))? };
        explained.outcome = Some(engine.outcome(sum)?);
        Ok(explained)
    }
}

/// A value, or none where play can go on for ever.
fn known(value: Result<Value, Error>) -> Result<Option<Value>, Error> {
    match value {
        Ok(value) => Ok(Some(value)),
        Err(Error::Loopy(_)) => Ok(None),
        Err(error) => Err(error),
    }
}
