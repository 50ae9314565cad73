//! The errors of this crate.

use grundy::Stop;
use grundy_rules::Limit;
use std::path::Path;
use std::{fmt, io};

/// Why there is no table, or no answer from it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The rules have no answer: wrong input, a limit.
    Rules(grundy_rules::Error),
    /// The question, or the folder, is wrong.
    Bad(String),
    /// It is too large.
    Limit(String),
    /// Blocks that are damaged or missing.
    Damaged(String),
    /// A token can go round for ever, so that there are no values.
    Loopy(String),
    /// The disk refused.
    Disk(io::ErrorKind, String),
}

impl Error {
    /// The exit code of the command for it.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Rules(error) => error.exit_code(),
            Error::Limit(_) => 3,
            Error::Bad(_) | Error::Damaged(_) | Error::Loopy(_) | Error::Disk(..) => 2,
        }
    }

    /// Whether somebody asked to stop.
    pub fn is_cancelled(&self) -> bool {
        matches!(self, Error::Rules(grundy_rules::Error::Limit(Limit::Stop(Stop::Cancelled))))
    }

    /// An error of the disk, at a path.
    pub(crate) fn disk(path: &Path, error: &io::Error) -> Error {
        Error::Disk(error.kind(), format!("{}: {error}", path.display()))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Rules(error) => write!(f, "{error}"),
            Error::Limit(text) => write!(f, "error: limit reached: {text}"),
            Error::Bad(text) | Error::Damaged(text) | Error::Loopy(text) | Error::Disk(_, text) => {
                write!(f, "error: {text}")
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        if let Error::Rules(error) = self { Some(error) } else { None }
    }
}

impl From<grundy_rules::Error> for Error {
    fn from(error: grundy_rules::Error) -> Error {
        Error::Rules(error)
    }
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Error {
        Error::Rules(stop.into())
    }
}
