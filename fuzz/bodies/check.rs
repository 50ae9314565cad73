//! A text as a rule file, parsed and checked: it is refused with a message, or it is a program.

use super::seen::seen;
use grundy_rules::{Error, Library};

/// Runs one input.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Err(errors) = Library::new().add_rules("file", &text) {
        seen(&Error::Bad(errors));
    }
}
