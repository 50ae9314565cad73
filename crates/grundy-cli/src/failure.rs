//! Why a command did not end well, and the exit code that says so.

use std::io;

use grundy::Stop;
use grundy_rules::diagnostic::Diagnostics;
use grundy_rules::{Error, Limit};

use crate::interrupt::INTERRUPTED;

/// A message for the user and the exit code.
#[derive(Debug)]
pub struct Failure {
    /// The exit code: 1 the answer is no, 2 bad input, 3 a limit, 4 a contradiction, 130 interrupted.
    pub code: u8,
    /// What to print on stderr; empty: nothing.
    pub message: String,
}

/// What a command returns.
pub type Outcome = Result<(), Failure>;

impl Failure {
    /// The answer is no; the command has printed why.
    pub fn no() -> Self {
        Failure { code: 1, message: String::new() }
    }

    /// Bad usage or bad input.
    pub fn input(message: impl Into<String>) -> Self {
        Failure { code: 2, message: format!("error: {}", message.into()) }
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        let code = if stop == Stop::Cancelled { INTERRUPTED } else { 3 };
        Failure { code, message: format!("error: {stop}") }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Limit(Limit::Stop(stop)) if stop == Stop::Cancelled => stop.into(),
            error => Failure { code: error.exit_code(), message: error.to_string() },
        }
    }
}

impl From<grundy_report::Error> for Failure {
    fn from(error: grundy_report::Error) -> Self {
        match error {
            grundy_report::Error::Rules(error) => error.into(),
            grundy_report::Error::Write(kind, text) => io::Error::new(kind, text).into(),
            error => Failure { code: error.exit_code(), message: error.to_string() },
        }
    }
}

impl From<grundy_table::Error> for Failure {
    fn from(error: grundy_table::Error) -> Self {
        match error {
            grundy_table::Error::Rules(error) => error.into(),
            error => Failure { code: error.exit_code(), message: error.to_string() },
        }
    }
}

impl From<grundy_pattern::prove::Error> for Failure {
    fn from(error: grundy_pattern::prove::Error) -> Self {
        match error {
            grundy_pattern::prove::Error::Rules(error) => error.into(),
            error => Failure { code: error.exit_code(), message: error.to_string() },
        }
    }
}

impl From<Diagnostics> for Failure {
    fn from(errors: Diagnostics) -> Self {
        Error::from(errors).into()
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        // A reader that has seen enough, such as `head`, is no error.
        let closed = error.kind() == io::ErrorKind::BrokenPipe;
        if closed { Failure { code: 0, message: String::new() } } else { Failure::input(error.to_string()) }
    }
}
