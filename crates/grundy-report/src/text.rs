//! Words for people, with marks that say what a part of them is, not how it looks.

use serde::Serialize;
use std::fmt::{self, Display, Write};

/// What a piece of text is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Words.
    Plain,
    /// A heading or the answer itself.
    Strong,
    /// What wins.
    Good,
    /// What loses.
    Bad,
    /// A side remark.
    Quiet,
}

/// A piece of text with one role.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Span {
    /// What it is.
    pub role: Role,
    /// The words; line ends are in them.
    pub text: String,
}

/// Words for people. `Display` gives them without the roles.
///
/// ```
/// use grundy_report::{Role, Text};
/// let text = Text::default().strong("nim(3)").plain(" has value ").strong(3);
/// assert_eq!(text.to_string(), "nim(3) has value 3");
/// assert_eq!(text.spans()[1].role, Role::Plain);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Text(Vec<Span>);

impl Text {
    /// The pieces in order.
    pub fn spans(&self) -> &[Span] {
        &self.0
    }

    /// With words behind it.
    #[must_use]
    pub fn plain(self, words: impl Display) -> Text {
        self.with(Role::Plain, words)
    }

    /// With a heading or an answer behind it.
    #[must_use]
    pub fn strong(self, words: impl Display) -> Text {
        self.with(Role::Strong, words)
    }

    /// With something that wins behind it.
    #[must_use]
    pub fn good(self, words: impl Display) -> Text {
        self.with(Role::Good, words)
    }

    /// With something that loses behind it.
    #[must_use]
    pub fn bad(self, words: impl Display) -> Text {
        self.with(Role::Bad, words)
    }

    /// With a side remark behind it.
    #[must_use]
    pub fn quiet(self, words: impl Display) -> Text {
        self.with(Role::Quiet, words)
    }

    /// With another text behind it.
    #[must_use]
    pub fn then(mut self, other: Text) -> Text {
        self.0.extend(other.0);
        self
    }

    fn with(mut self, role: Role, words: impl Display) -> Text {
        if role != Role::Plain || self.0.last().is_none_or(|last| last.role != role) {
            self.0.push(Span { role, text: String::new() });
        }
        if let Some(last) = self.0.last_mut() {
            // Writing into a string does not fail.
            let _ = write!(last.text, "{words}");
        }
        self
    }
}

/// Text from outside made safe to show: control characters become escapes.
pub fn safe(text: &str) -> String {
    text.chars()
        .flat_map(|c| if c.is_control() && c != '\n' { c.escape_default().collect::<Vec<_>>() } else { vec![c] })
        .collect()
}

/// A field of a CSV file, quoted where it must be.
pub fn csv_field(text: &str) -> String {
    let plain = !text.contains([',', '"', '\n', '\r']);
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}

impl Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|span| f.write_str(&span.text))
    }
}
