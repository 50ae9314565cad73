//! Families of formulas, one file each: what they look for in a table, and how they write it.
//!
//! A family only proposes. It may be wrong, and it need not compare more than its table.

mod beginning;
mod bitwise;
mod blocks;
mod digits;
mod linear;
mod modular;
mod outcomes;
mod params;
mod periodic;
mod product;
mod ratio;
mod separable;
mod similar;
mod steps;

pub(super) use periodic::repeating;
pub(super) use similar::relations;

use super::{Table, Values};
use crate::prove::Subject;

/// A formula in the rule language, by the names of the kind's arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// What it speaks of.
    pub subject: Subject,
    /// The formula or condition.
    pub text: String,
    /// The positions that it speaks of, a condition; nothing for all.
    pub domain: Option<String>,
    /// It lists numbers that were fitted to the table: whatever happens late, some list fits all that was seen.
    pub fitted: bool,
}

impl Proposal {
    pub(super) fn new(subject: Subject, text: impl Into<String>) -> Proposal {
        let text = text.into();
        let fitted = text.contains('[');
        Proposal { subject, text, domain: None, fitted }
    }

    pub(super) fn value(text: impl Into<String>) -> Proposal {
        Proposal::new(Subject::Value, text)
    }

    fn lost(text: impl Into<String>) -> Proposal {
        Proposal::new(Subject::Lost, text)
    }

    /// Of these positions only. What it lists is known from elsewhere.
    fn within(self, domain: impl Into<String>) -> Proposal {
        Proposal { domain: Some(domain.into()), fitted: false, ..self }
    }
}

/// A family.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// Formulas that fit the tables of all settings, simplest first; many families look at the first one only.
    pub propose: fn(&[Table]) -> Vec<Proposal>,
}

/// The families in the order in which they are asked: simple formulas first.
pub const FAMILIES: [Family; 13] = [
    Family { name: "linear", propose: |tables| linear::propose(&tables[0].values) },
    Family { name: "modular", propose: |tables| modular::of_settings(&all_values(tables)) },
    Family { name: "bitwise", propose: |tables| bitwise::propose(&tables[0].values) },
    Family { name: "blocks", propose: |tables| blocks::propose(&tables[0].values) },
    Family { name: "periodic", propose: |tables| periodic::propose(&tables[0].values) },
    Family { name: "arithmetic periodic", propose: |tables| periodic::rising(&tables[0].values) },
    Family { name: "steps", propose: |tables| steps::propose(&tables[0].values) },
    Family { name: "digits", propose: digits::propose },
    Family { name: "separable", propose: |tables| separable::propose(&tables[0]) },
    Family { name: "nim product", propose: |tables| product::propose(&tables[0].values) },
    Family { name: "ratio", propose: |tables| ratio::propose(&tables[0].values) },
    Family { name: "outcomes", propose: |tables| outcomes::propose(&tables[0].values) },
    Family { name: "beginning", propose: |tables| beginning::propose(&all_values(tables)) },
];

fn all_values(tables: &[Table]) -> Vec<&Values> {
    tables.iter().map(|table| &table.values).collect()
}

/// The families whose formulas are believed with a few exceptions, which are then named.
pub(super) fn with_exceptions(values: &Values) -> Vec<Proposal> {
    [linear::propose, modular::propose, bitwise::propose, outcomes::propose].iter().flat_map(|f| f(values)).collect()
}

/// The first formula of a family for the values of one number.
fn of_one_number(values: &Values) -> Option<String> {
    let families = [linear::propose, modular::propose, bitwise::propose, periodic::propose, periodic::rising];
    let first = families.iter().find_map(|propose| propose(values).into_iter().next());
    // A name that is an expression has brackets of its own.
    let whole = &values.names[0];
    first.map(|p| p.text).map(|text| match whole.strip_prefix('(').and_then(|w| w.strip_suffix(')')) {
        Some(inside) if text == *whole => inside.to_owned(),
        _ => text.replace(&format!("({whole})"), whole),
    })
}
