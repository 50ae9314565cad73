//! Where results go. A command builds its whole answer before it prints, so that an error leaves nothing half-printed;
//! only long tables are streamed.

use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, Effects, Style};
pub use grundy_report::safe;
use grundy_report::{Role, Span, Text, to_json};
use serde::Serialize;

use crate::failure::{Failure, Outcome};

/// Headings and the answer itself.
pub const BOLD: Style = Style::new().bold();
/// What wins.
pub const GOOD: Style = AnsiColor::Green.on_default().effects(Effects::BOLD);
/// What loses.
pub const BAD: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
/// Side remarks.
pub const DIM: Style = Style::new().dimmed();

/// The text in that style; the stream drops the style where colour is not wanted (NO_COLOR, no terminal).
pub fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// The text with its roles as styles.
pub fn painted(text: &Text) -> String {
    let span = |Span { role, text }: &Span| {
        let text = safe(text);
        match role {
            Role::Plain => text,
            Role::Strong => paint(BOLD, text),
            Role::Good => paint(GOOD, text),
            Role::Bad => paint(BAD, text),
            Role::Quiet => paint(DIM, text),
        }
    };
    text.spans().iter().map(span).collect()
}

/// Prints an answer as JSON or in words.
pub fn report(answer: &impl Serialize, text: impl FnOnce() -> Text, json: bool) -> Outcome {
    if json { print_json(answer) } else { print(&painted(&text())) }
}

/// Prints a finished answer.
pub fn print(text: &str) -> Outcome {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Says something on stderr. Nobody can be told that it is closed or full, and the exit code is said anyway.
pub fn say(text: &str) {
    drop(anstream::stderr().lock().write_all(text.as_bytes()));
}

/// Prints a document as it is: what looks like a style in it is part of it.
pub fn print_plain(text: &str) -> Outcome {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Prints a file that is no text; never to a terminal.
pub fn print_bytes(bytes: &[u8]) -> Outcome {
    let mut out = io::stdout().lock();
    if out.is_terminal() {
        return Err(Failure::input("the file is no text: write it to a file with > FILE"));
    }
    out.write_all(bytes)?;
    out.flush()?;
    Ok(())
}

/// The width of the terminal; a usual one for a pipe.
pub fn width() -> usize {
    const USUAL: usize = 80;
    let width = terminal_size::terminal_size().map_or(USUAL, |(width, _)| usize::from(width.0));
    if io::stdout().is_terminal() { width.max(20) } else { USUAL }
}

/// Lines that are wider than the terminal are broken at spaces, so that no word is cut; styles have no width.
pub fn folded(text: &str, width: usize) -> String {
    text.split('\n').map(|line| folded_line(line, width)).collect::<Vec<_>>().join("\n")
}

fn folded_line(line: &str, width: usize) -> String {
    let mut out = String::with_capacity(line.len());
    let mut used = 0;
    for word in line.split_inclusive(' ') {
        let wide = seen(word.trim_end_matches(' '));
        if used > 0 && used + wide > width {
            out.truncate(out.trim_end_matches(' ').len());
            out.push('\n');
            used = 0;
        }
        out.push_str(word);
        used += seen(word);
    }
    out
}

/// Characters of a text that are seen: a style begins with ESC and ends with `m`.
fn seen(text: &str) -> usize {
    let mut style = false;
    text.chars()
        .filter(|&c| {
            let shown = !style && c != '\u{1b}';
            style = c == '\u{1b}' || style && c != 'm';
            shown
        })
        .count()
}

/// Prints one JSON object on a line, led by the schema.
pub fn print_json(fields: impl Serialize) -> Outcome {
    print(&format!("{}\n", to_json(&fields)))
}

/// Standard output for long tables: buffered, without styles.
pub fn stream() -> io::BufWriter<io::StdoutLock<'static>> {
    io::BufWriter::with_capacity(1 << 16, io::stdout().lock())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_spaces_and_styles_have_no_width() {
        assert_eq!(folded("one two three", 8), "one two\nthree");
        assert_eq!(folded("one two\n\n  three", 80), "one two\n\n  three");
        assert_eq!(folded("abcdefghij kl", 4), "abcdefghij\nkl");
        let bold = paint(BOLD, "one two");
        assert_eq!(folded(&bold, 7), bold);
        assert_eq!(folded(&format!("{bold} three"), 7), format!("{bold}\nthree"));
    }
}
