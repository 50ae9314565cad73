//! A rule file as logical lines: comments gone, indented lines joined to the line above, samples kept as they stand.

use super::lexer::lex;
use super::token::{Tok, Token};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// One logical line.
pub(super) struct Line {
    pub(super) tokens: Vec<Token>,
    /// The indented lines below `sample` or `gives`, not read as rules.
    pub(super) block: Option<String>,
    /// Something in it could not be read: parsing what is left would only report consequences.
    pub(super) broken: bool,
}

/// Splits a file. A line that starts in the first column starts a logical line; an indented one goes on with it.
pub(super) fn split(text: &str, errors: &mut Vec<Diagnostic>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let mut offset = 0;
    for piece in text.split_inclusive('\n') {
        let line = piece.trim_end();
        // A byte order mark is no part of the first line.
        let mark = if offset == 0 && line.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        add(&mut lines, &line[mark..], offset + mark, errors);
        offset += piece.len();
    }
    for block in lines.iter_mut().filter_map(|line| line.block.as_mut()) {
        block.truncate(block.trim_end().len());
    }
    lines
}

fn add(lines: &mut Vec<Line>, line: &str, offset: usize, errors: &mut Vec<Diagnostic>) {
    let indented = line.starts_with(char::is_whitespace);
    if let Some(block) = lines.last_mut().and_then(|line| line.block.as_mut())
        && (indented || line.is_empty())
    {
        if !block.is_empty() {
            block.push('\n');
        }
        block.push_str(line.trim());
        return;
    }
    let (mut tokens, before) = (Vec::new(), errors.len());
    lex(line, offset, &mut tokens, errors);
    let broken = errors.len() > before;
    if tokens.is_empty() && !broken {
        return;
    }
    match lines.last_mut() {
        Some(above) if indented => {
            above.tokens.append(&mut tokens);
            above.broken |= broken;
        }
        _ => {
            if indented {
                let place = Span::new(offset, offset + line.len() - line.trim_start().len());
                errors.push(
                    Diagnostic::new(place, "an indented line goes on with the line above, but there is none")
                        .help("start the line in the first column"),
                );
            }
            let opens_block = matches!(tokens.first(), Some(Token { tok: Tok::Word("sample" | "gives"), .. }));
            lines.push(Line { tokens, block: opens_block.then(String::new), broken });
        }
    }
}
