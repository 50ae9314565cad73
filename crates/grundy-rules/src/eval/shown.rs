//! Values in messages: they may be very large, so only their beginning is written.

use crate::value::Val;
use std::fmt::{self, Write};

/// A call for a message.
pub(crate) fn shown(name: &str, args: &[Val]) -> String {
    if args.is_empty() {
        return name.to_owned();
    }
    let args: Vec<String> = args.iter().map(cut).collect();
    format!("{name}({})", args.join(", "))
}

/// The most bytes of a value that a message shows.
const SHOWN: usize = 60;

/// The beginning of a value, which may be very large.
pub(crate) fn cut(value: &Val) -> String {
    let mut out = Cut(String::new());
    if write!(out, "{value}").is_err() {
        out.0.push('…');
    }
    out.0
}

/// Takes text up to [`SHOWN`] bytes, then fails.
struct Cut(String);

impl Write for Cut {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = SHOWN.saturating_sub(self.0.len());
        self.0.extend(text.chars().take(room));
        if text.len() > room { Err(fmt::Error) } else { Ok(()) }
    }
}
