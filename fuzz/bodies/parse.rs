//! A text as an EXPR and as a rule file: it is refused with a message that has a place, or what was read prints and parses
//! back.

use super::seen::seen;
use grundy_rules::Error;
use grundy_rules::syntax::{Source, parse_expr, parse_file};

/// Runs one input.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match parse_expr(&Source::new("position", text.as_ref())) {
        Ok(expr) => {
            let printed = expr.to_string();
            assert_eq!(parse_expr(&Source::new("printed", printed.as_str())).as_ref(), Ok(&expr), "{printed}");
        }
        Err(errors) => seen(&Error::Bad(errors)),
    }
    match parse_file(&Source::new("file", text.as_ref())) {
        Ok(file) => {
            let printed = file.to_string();
            assert_eq!(parse_file(&Source::new("printed", printed.as_str())).as_ref(), Ok(&file), "{printed}");
        }
        Err(errors) => seen(&Error::Bad(errors)),
    }
}
