//! Why a question has no answer, as JSON and as a status.

use axum::http::StatusCode;
use grundy::Stop;
use grundy_report::{Error, to_json};
use grundy_rules::diagnostic::{Diagnostic, Diagnostics, plain};
use grundy_rules::{Error as RulesError, Limit};
use serde::Serialize;
use serde_json::Value as Json;

/// Errors of one text that are told.
const SHOWN: usize = 20;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// In words, as the command line says it.
    pub error: String,
    /// The exit code of the command: 2 wrong input, 3 a limit, 4 a contradiction.
    pub exit: u8,
    /// The errors with their places, if they have some.
    pub places: Vec<Place>,
    #[serde(skip)]
    status: u16,
}

/// An error at its place in a text that was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Which text: `rules` or `EXPR`.
    pub file: String,
    /// The line, from 1; nothing if the error has no place.
    pub line: Option<usize>,
    /// The column in characters, from 1.
    pub column: Option<usize>,
    /// Where it starts and ends in the text, in UTF-16 units from 0, as a page counts.
    pub from: Option<usize>,
    /// The end, exclusive.
    pub to: Option<usize>,
    /// What is wrong.
    pub message: String,
    /// What is said beside the caret.
    pub label: String,
    /// The way out, if one is known.
    pub help: Option<String>,
    /// Circumstances.
    pub notes: Vec<String>,
}

impl Failure {
    /// A request that is refused with this status.
    pub fn refused(status: StatusCode, error: impl Into<String>) -> Failure {
        Failure { error: error.into(), exit: 2, places: Vec::new(), status: status.as_u16() }
    }

    /// Wrong input.
    pub fn input(error: impl Into<String>) -> Failure {
        Failure::refused(StatusCode::BAD_REQUEST, error)
    }

    /// A limit of the server.
    pub fn limit(error: impl Into<String>) -> Failure {
        Failure { exit: 3, ..Failure::refused(StatusCode::UNPROCESSABLE_ENTITY, error) }
    }

    /// A bug.
    pub fn internal(error: impl Into<String>) -> Failure {
        Failure { exit: 4, ..Failure::refused(StatusCode::INTERNAL_SERVER_ERROR, error) }
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// As the agreed object.
    pub fn json(&self) -> Json {
        to_json(self)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let exit = error.exit_code();
        let places = match &error {
            Error::Rules(RulesError::Bad(errors) | RulesError::Loopy(errors)) => places(errors),
            _ => Vec::new(),
        };
        let status = match (&error, exit) {
            (Error::Rules(RulesError::Limit(Limit::Stop(Stop::Cancelled))), _) => StatusCode::SERVICE_UNAVAILABLE,
            (_, 2) => StatusCode::BAD_REQUEST,
            (_, 3) => StatusCode::UNPROCESSABLE_ENTITY,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Failure { error: error.to_string(), exit, places, status: status.as_u16() }
    }
}

impl From<RulesError> for Failure {
    fn from(error: RulesError) -> Failure {
        Error::from(error).into()
    }
}

impl From<grundy_pattern::prove::Error> for Failure {
    fn from(error: grundy_pattern::prove::Error) -> Failure {
        match error {
            grundy_pattern::prove::Error::Rules(error) => error.into(),
            error if error.exit_code() == 3 => Failure::limit(error.to_string()),
            error => Failure::input(error.to_string()),
        }
    }
}

impl From<Diagnostics> for Failure {
    fn from(errors: Diagnostics) -> Failure {
        RulesError::from(errors).into()
    }
}

fn places(errors: &Diagnostics) -> Vec<Place> {
    errors.list.iter().take(SHOWN).map(|error| place(errors, error)).collect()
}

fn place(errors: &Diagnostics, error: &Diagnostic) -> Place {
    let source = &errors.source;
    let units = |to: u32| source.text.get(..to as usize).map(|before| before.encode_utf16().count());
    let span = error.span;
    let (mut line, mut column) = (None, None);
    if let Some(span) = span {
        let (number, start, _) = source.line(span.start);
        line = Some(number);
        column = source.text.get(start..span.start as usize).map(|before| before.chars().count() + 1);
    }
    Place {
        file: plain(&source.name),
        line,
        column,
        from: span.and_then(|span| units(span.start)),
        to: span.and_then(|span| units(span.end)),
        message: plain(&error.message),
        label: plain(&error.label),
        help: error.help.as_deref().map(plain),
        notes: error.notes.iter().map(|note| plain(note)).collect(),
    }
}
