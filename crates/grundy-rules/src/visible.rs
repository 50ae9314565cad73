//! Texts as a terminal may show them: no control characters, nothing that reorders or hides what stands beside it.

/// The text with control characters, and the characters that reorder or hide what stands beside them, as escapes. A
/// tab becomes one space, which keeps carets in place.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '\t' => out.push(' '),
            _ if hidden(char) => out.extend(char.escape_unicode()),
            _ => out.push(char),
        }
    }
    out
}

/// Whether a character would not be seen, or would change how others are seen.
pub(crate) fn hidden(char: char) -> bool {
    char.is_control()
        || matches!(char, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
