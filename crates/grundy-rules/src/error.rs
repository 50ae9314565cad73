//! The errors of this crate.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::limit::{Doing, Limit};
use crate::syntax::{Source, Span};
use grundy::Stop;
use std::fmt;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The input is wrong: the rules, the EXPR, the data.
    Bad(Diagnostics),
    /// Positions can come back, so that there is no Grundy value; `win` and `draw` can still be asked.
    Loopy(Diagnostics),
    /// A limit was reached.
    Limit(Limit),
    /// Two methods disagree: a bug, never an answer.
    Contradiction(String),
}

impl Error {
    /// Wrong input without a place.
    pub fn bad(message: impl Into<String>) -> Error {
        Error::Bad(Diagnostics::one(Source::new("", ""), Diagnostic::general(message)))
    }

    /// The same error at a place, if it has none of its own.
    pub(crate) fn at(self, place: Span) -> Result<Diagnostic, Error> {
        match self {
            Error::Bad(mut errors) if errors.source.name.is_empty() && errors.list.len() == 1 => {
                Ok(Diagnostic { span: Some(place), ..errors.list.remove(0) })
            }
            other => Err(other),
        }
    }

    /// The exit code of the command for it.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Bad(_) | Error::Loopy(_) => 2,
            Error::Limit(_) => 3,
            Error::Contradiction(_) => 4,
        }
    }
}

/// Why a quicker way gave no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Miss<E> {
    /// It cannot tell: the next way must look.
    NotMine,
    /// No way can.
    Error(E),
}

impl Error {
    /// A limit with what was being done; other errors have their place.
    pub(crate) fn during(self, doing: impl FnOnce() -> Doing) -> Error {
        match self {
            Error::Limit(limit) => Error::Limit(limit.during(doing)),
            error => error,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Bad(errors) | Error::Loopy(errors) => write!(f, "{errors}"),
            Error::Limit(limit) => write!(f, "error: {limit}"),
            Error::Contradiction(text) => write!(f, "error: internal contradiction: {text}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<Diagnostics> for Error {
    fn from(errors: Diagnostics) -> Error {
        Error::Bad(errors)
    }
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Error {
        Error::Limit(Limit::Stop(stop))
    }
}
