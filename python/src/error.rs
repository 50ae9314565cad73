//! Why a question has no answer, as the exceptions of grundy/errors.py.

use grundy::Stop;
use grundy_rules::Limit;
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use std::io;

/// Why a question has no answer.
#[derive(Debug)]
pub enum Failure {
    /// Wrong input.
    Input(String),
    /// A limit was reached.
    Limit(String),
    /// Two methods disagree.
    Contradiction(String),
    /// A file cannot be read or written.
    File(io::ErrorKind, String),
    /// Somebody asked to stop.
    Cancelled,
}

impl Failure {
    /// Of the exit code of the command.
    fn of_code(code: u8, text: &str) -> Failure {
        match code {
            3 => Failure::limit(text),
            4 => Failure::Contradiction(plain(text)),
            _ => Failure::Input(plain(text)),
        }
    }

    fn limit(text: &str) -> Failure {
        let by_name = [("--max-positions", "max_positions"), ("--max-memory", "max_memory"), ("--timeout", "timeout")];
        Failure::Limit(by_name.iter().fold(plain(text), |text, (flag, name)| text.replace(flag, name)))
    }

    /// The exception.
    pub fn raise(self, py: Python<'_>) -> PyErr {
        let named = |name: &str, text: String| {
            let class = py.import("grundy.errors").and_then(|module| module.getattr(name));
            match class.and_then(|class| class.call1((text,))) {
                Ok(value) => PyErr::from_value(value),
                Err(error) => error,
            }
        };
        match self {
            Failure::Input(text) => named("InputError", text),
            Failure::Limit(text) => named("LimitError", text),
            Failure::Contradiction(text) => named("ContradictionError", text),
            Failure::File(kind, text) => match number(py, kind) {
                // The class of the exception follows the number: FileNotFoundError, PermissionError, …
                Some(number) => PyOSError::new_err((number, text)),
                None => PyOSError::new_err(text),
            },
            Failure::Cancelled => PyRuntimeError::new_err("cancelled"),
        }
    }
}

/// The number of a kind of failure, as Python's `errno` has it for this system.
fn number(py: Python<'_>, kind: io::ErrorKind) -> Option<i32> {
    let name = match kind {
        io::ErrorKind::NotFound => "ENOENT",
        io::ErrorKind::PermissionDenied => "EACCES",
        io::ErrorKind::AlreadyExists => "EEXIST",
        io::ErrorKind::NotADirectory => "ENOTDIR",
        io::ErrorKind::IsADirectory => "EISDIR",
        io::ErrorKind::ReadOnlyFilesystem => "EROFS",
        io::ErrorKind::StorageFull => "ENOSPC",
        io::ErrorKind::QuotaExceeded => "EDQUOT",
        io::ErrorKind::FileTooLarge => "EFBIG",
        io::ErrorKind::BrokenPipe => "EPIPE",
        _ => return None,
    };
    py.import("errno").ok()?.getattr(name).ok()?.extract().ok()
}

/// The words of a message for the command line.
fn plain(text: &str) -> String {
    text.trim_end().strip_prefix("error: ").unwrap_or(text.trim_end()).to_owned()
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        if stop == Stop::Cancelled { Failure::Cancelled } else { Failure::limit(&stop.to_string()) }
    }
}

impl From<grundy_rules::Error> for Failure {
    fn from(error: grundy_rules::Error) -> Failure {
        match error {
            grundy_rules::Error::Limit(Limit::Stop(stop)) => stop.into(),
            error => Failure::of_code(error.exit_code(), &error.to_string()),
        }
    }
}

impl From<grundy_report::Error> for Failure {
    fn from(error: grundy_report::Error) -> Failure {
        match error {
            grundy_report::Error::Rules(error) => error.into(),
            grundy_report::Error::Write(kind, text) => Failure::File(kind, text),
            error => Failure::of_code(error.exit_code(), &error.to_string()),
        }
    }
}

impl From<grundy_table::Error> for Failure {
    fn from(error: grundy_table::Error) -> Failure {
        match error {
            grundy_table::Error::Rules(error) => error.into(),
            grundy_table::Error::Disk(kind, text) => Failure::File(kind, text),
            error => Failure::of_code(error.exit_code(), &error.to_string()),
        }
    }
}

impl From<grundy_pattern::prove::Error> for Failure {
    fn from(error: grundy_pattern::prove::Error) -> Failure {
        match error {
            grundy_pattern::prove::Error::Rules(error) => error.into(),
            error => Failure::of_code(error.exit_code(), &error.to_string()),
        }
    }
}
