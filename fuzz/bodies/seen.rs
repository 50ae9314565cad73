//! What every message of an error must be.

use grundy_rules::Error;

/// A message never holds control characters, and nothing is ever a contradiction.
pub fn seen(error: &Error) {
    let message = error.to_string();
    assert!(message.chars().all(|char| char == '\n' || !char.is_control()), "{message:?}");
    assert!(!matches!(error, Error::Contradiction(_)), "{message}");
}
