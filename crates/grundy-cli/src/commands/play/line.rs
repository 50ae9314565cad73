//! Lines that a person types: with editing and a history by the arrow keys in a terminal, plain ones otherwise.

use std::io::{self, BufRead, IsTerminal, Read, Write};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::failure::Failure;
use crate::interrupt::INTERRUPTED;

/// Longer lines are refused.
const LONGEST_LINE: u64 = 1 << 20;

/// Where lines come from.
pub enum Lines {
    /// A person at a terminal.
    Typed(Box<DefaultEditor>),
    /// A pipe or a file.
    Piped,
}

impl Lines {
    /// Editing needs a terminal at both ends.
    pub fn new() -> Result<Lines, Failure> {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            return Ok(Lines::Typed(Box::new(DefaultEditor::new().map_err(failure)?)));
        }
        Ok(Lines::Piped)
    }

    /// The next line; nothing at the end of the input.
    pub fn next(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        match self {
            Lines::Typed(editor) => match editor.readline(prompt) {
                Ok(line) => {
                    // A history that is full is no reason to stop.
                    let _ = editor.add_history_entry(line.as_str());
                    Ok(Some(line))
                }
                Err(ReadlineError::Eof) => Ok(None),
                Err(error) => Err(failure(error)),
            },
            Lines::Piped => piped(prompt),
        }
    }
}

fn piped(prompt: &str) -> Result<Option<String>, Failure> {
    let mut out = anstream::stdout().lock();
    write!(out, "{prompt}")?;
    out.flush()?;
    let mut line = Vec::new();
    let read = io::stdin().lock().take(LONGEST_LINE + 1).read_until(b'\n', &mut line)?;
    if read as u64 > LONGEST_LINE {
        return Err(Failure::input(format!("line longer than {LONGEST_LINE} bytes")));
    }
    Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
}

fn failure(error: ReadlineError) -> Failure {
    match error {
        ReadlineError::Interrupted => Failure { code: INTERRUPTED, message: String::new() },
        ReadlineError::Io(error) => error.into(),
        other => Failure::input(other.to_string()),
    }
}
