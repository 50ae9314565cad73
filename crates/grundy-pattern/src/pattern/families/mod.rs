//! Families of formulas, one file each: what they look for in a table, and how they write it.
//!
//! A family only proposes. It may be wrong, and it need not compare more than its table.

mod bitwise;
mod linear;
mod modular;
mod outcomes;
mod periodic;

use super::Table;
use crate::prove::Subject;

/// A formula in the rule language, by the names of the kind's arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proposal {
    /// What it speaks of.
    pub subject: Subject,
    /// The formula or condition.
    pub text: String,
}

impl Proposal {
    pub(super) fn value(text: impl Into<String>) -> Proposal {
        Proposal { subject: Subject::Value, text: text.into() }
    }

    fn lost(text: impl Into<String>) -> Proposal {
        Proposal { subject: Subject::Lost, text: text.into() }
    }
}

/// A family.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// Formulas that fit the table, simplest first.
    pub propose: fn(&Table) -> Vec<Proposal>,
}

/// The families in the order in which they are asked: simple formulas first.
pub const FAMILIES: [Family; 6] = [
    Family { name: "linear", propose: linear::propose },
    Family { name: "modular", propose: modular::propose },
    Family { name: "bitwise", propose: bitwise::propose },
    Family { name: "periodic", propose: periodic::propose },
    Family { name: "arithmetic periodic", propose: periodic::rising },
    Family { name: "outcomes", propose: outcomes::propose },
];
