//! The errors of this crate.

use grundy::Stop;
use grundy_rules::{Engine, Settings};
use std::{fmt, io};

/// Why nothing can be said.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The engine has no answer: wrong input, a limit, a contradiction.
    Rules(grundy_rules::Error),
    /// A text describes no legal move.
    NotAMove(String),
    /// The question makes no sense for this game.
    Bad(String),
    /// A limit was reached: whether there is a move, or the one that must be there, was not found among those looked at.
    NotFound(String),
    /// What takes the answer refused it.
    Write(io::ErrorKind, String),
}

impl Error {
    /// The exit code of the command for it.
    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Rules(error) => error.exit_code(),
            Error::NotAMove(_) | Error::Bad(_) | Error::Write(..) => 2,
            Error::NotFound(_) => 3,
        }
    }
}

/// Refuses a question about values of a game under misère play, where there are none.
pub fn refuse_misere(engine: &Engine, name: &str, settings: &Settings, game: &str) -> Result<(), Error> {
    // A name that cannot be resolved here may still be a board, and is judged by the question.
    if engine.is_misere(name, settings).unwrap_or(false) {
        return Err(Error::Bad(format!("{game}: under misère play a position has an outcome, but no value")));
    }
    Ok(())
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Rules(error) => write!(f, "{error}"),
            Error::NotAMove(text) | Error::Bad(text) | Error::Write(_, text) => write!(f, "error: {text}"),
            Error::NotFound(text) => write!(f, "error: limit reached: {text}"),
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

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Write(error.kind(), error.to_string())
    }
}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Error {
        Error::Rules(stop.into())
    }
}
