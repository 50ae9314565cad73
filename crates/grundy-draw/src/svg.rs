//! SVG as text: numbers with at most two decimals, everything from outside escaped, control characters shown as symbols.

use crate::style::{Style, css};
use std::fmt::{Display, Write};

/// Characters of a title or description.
const LONGEST: usize = 600;

/// A length or coordinate.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Num(pub f64);

impl Display for Num {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let hundredths = (self.0 * 100.0).round() as i64;
        let (sign, size) = (if hundredths < 0 { "-" } else { "" }, hundredths.unsigned_abs());
        match (size / 100, size % 100) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, part) if part % 10 == 0 => write!(f, "{sign}{whole}.{}", part / 10),
            (whole, part) => write!(f, "{sign}{whole}.{part:02}"),
        }
    }
}

/// A character as it may stand in a picture: hidden ones as symbols.
pub(crate) fn shown(char: char) -> char {
    match char {
        '\0'..='\x1f' => char::from_u32(0x2400 + char as u32).unwrap_or('\u{fffd}'),
        '\x7f' => '\u{2421}',
        _ if char.is_control() => '\u{fffd}',
        '\u{ad}'
        | '\u{61c}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fffe}'
        | '\u{ffff}' => '\u{fffd}',
        _ => char,
    }
}

/// Text for an element or an attribute.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars().map(shown) {
        match char {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(char),
        }
    }
    out
}

/// The beginning of a long text.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some(_) => text.chars().take(most.saturating_sub(1)).chain(['…']).collect(),
        None => text.to_owned(),
    }
}

/// The width of a text, near enough to leave room for it.
pub(crate) fn width_of(text: &str, size: f64) -> f64 {
    let wide =
        |c: char| if (c as u32) >= 0x1100 && c != '…' && !('\u{2000}'..='\u{2bff}').contains(&c) { 1.0 } else { 0.6 };
    text.chars().map(wide).sum::<f64>() * size
}

/// Where a text stands at its x.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture while it is made.
#[derive(Debug, Default)]
pub(crate) struct Svg {
    pub(crate) body: String,
}

impl Svg {
    pub(crate) fn raw(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing into a string does not fail.
        let _ = self.body.write_fmt(text);
    }

    pub(crate) fn rect(&mut self, class: &str, [x, y, w, h]: [f64; 4], round: f64, more: &str) {
        let [x, y, w, h, round] = [x, y, w, h, round].map(Num);
        let round = if round.0 > 0.0 { format!(" rx=\"{round}\"") } else { String::new() };
        self.raw(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"{round}{more}/>\n"
        ));
    }

    pub(crate) fn circle(&mut self, class: &str, [x, y, r]: [f64; 3], more: &str) {
        let [x, y, r] = [x, y, r].map(Num);
        self.raw(format_args!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\"{more}/>\n"));
    }

    pub(crate) fn line(&mut self, class: &str, [x1, y1, x2, y2]: [f64; 4], more: &str) {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(Num);
        self.raw(format_args!("<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"{more}/>\n"));
    }

    pub(crate) fn path(&mut self, class: &str, d: &str, more: &str) {
        self.raw(format_args!("<path class=\"{class}\" d=\"{d}\"{more}/>\n"));
    }

    pub(crate) fn text(&mut self, class: &str, [x, y, size]: [f64; 3], anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let [x, y, size] = [x, y, size].map(Num);
        self.raw(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{anchor}>{}</text>\n",
            escape(text)
        ));
    }

    /// The whole document, with its text alternatives.
    pub(crate) fn finish(self, style: &Style, size: (f64, f64), words: &Words, interactive: bool) -> String {
        let (id, [w, h]) = (style.prefix(), [size.0.max(1.0), size.1.max(1.0)].map(Num));
        // What can be clicked must not be hidden behind one image.
        let role = if interactive { "group" } else { "img" };
        let mut out = String::with_capacity(self.body.len() + 4096);
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{id}\" class=\"{}\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"{role}\" aria-labelledby=\"{id}-title {id}-desc\">",
            style.classes()
        );
        let _ = write!(
            out,
            "<title id=\"{id}-title\">{}</title>\n<desc id=\"{id}-desc\">{}</desc>\n",
            escape(&cut(&words.title, LONGEST)),
            escape(&cut(&words.desc, LONGEST))
        );
        if style.standalone {
            let _ = write!(out, "<style>\n{}</style>\n", css());
            let _ = writeln!(out, "<rect class=\"bg\" width=\"{w}\" height=\"{h}\"/>");
        }
        out.push_str(&self.body);
        out.push_str("</svg>\n");
        out
    }
}

/// The text alternatives of a picture.
#[derive(Debug, Clone, Default)]
pub(crate) struct Words {
    pub(crate) title: String,
    pub(crate) desc: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let texts: Vec<String> = [0.0, 1.0, -0.001, 2.5, -3.25, 10.019].map(|n| Num(n).to_string()).to_vec();
        assert_eq!(texts, ["0", "1", "0", "2.5", "-3.25", "10.02"]);
    }

    #[test]
    fn nothing_from_outside_is_markup_or_hidden() {
        assert_eq!(escape("<a b='\"&'>"), "&lt;a b=&#39;&quot;&amp;&#39;&gt;");
        assert_eq!(escape("\u{1b}[31m\n\u{202e}x\u{7f}\u{85}"), "␛[31m␊�x␡�");
    }
}
