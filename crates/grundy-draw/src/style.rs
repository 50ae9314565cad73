//! How pictures look: colours for light and dark, as CSS variables, and what a caller may choose.
//!
//! Every rule names a plain colour first and a variable after it, so that a renderer without variables shows the light picture.

use crate::words::Language;
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// Light or dark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the reader's system says; a class `light` or `dark` on the picture or around it decides otherwise.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// What a caller may choose about a picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Style {
    /// What every id in the picture begins with, so that several can live in one document.
    pub id: String,
    /// Light or dark.
    pub theme: Theme,
    /// Whether the style sheet is inside, with a background: for files. A page that has [`css`] in its own style sheet leaves it out.
    pub standalone: bool,
    /// The language of what it says.
    pub language: Language,
}

impl Default for Style {
    fn default() -> Style {
        Style { id: "g".to_owned(), theme: Theme::Auto, standalone: true, language: Language::English }
    }
}

impl Style {
    /// The prefix of ids: letters, digits, `-` and `_` only, beginning with a letter.
    pub(crate) fn prefix(&self) -> String {
        let fits = |c: &char| c.is_ascii_alphanumeric() || *c == '-' || *c == '_';
        let kept: String = self.id.chars().filter(fits).take(64).collect();
        if kept.starts_with(|c: char| c.is_ascii_alphabetic()) { kept } else { format!("g{kept}") }
    }

    /// The classes of the picture.
    pub(crate) fn classes(&self) -> &'static str {
        match self.theme {
            Theme::Auto => "gd",
            Theme::Light => "gd light",
            Theme::Dark => "gd dark",
        }
    }
}

/// Names of colours, and what they are in light and in dark.
const COLOURS: [(&str, &str, &str); 12] = [
    ("bg", "#ffffff", "#10161d"),
    ("ink", "#1b2530", "#e8eef4"),
    ("muted", "#51606f", "#a3b2c1"),
    ("line", "#97a4b1", "#5d6e7f"),
    ("soft", "#eaeef2", "#212d39"),
    ("square", "#f7f3ea", "#1b2530"),
    ("piece", "#d08a3c", "#dfa25c"),
    ("edge", "#7a4a14", "#f4dcb8"),
    ("wood", "#8a5a2b", "#b98a57"),
    ("accent", "#0b62c4", "#6cb2ff"),
    ("lost", "#b3261e", "#ff9a8f"),
    ("leaf", "#2f7d32", "#7fce83"),
];

/// The colours of values in tables, small to large, and whether text on them is light.
const HEAT: [(&str, &str); 10] = [
    ("#ffffff", "#10161d"),
    ("#e6f0fa", "#16283a"),
    ("#cfe3f5", "#1b374f"),
    ("#b1d1ec", "#204866"),
    ("#8bbbe0", "#265b80"),
    ("#64a2d2", "#2d709b"),
    ("#4488c0", "#3f8ab8"),
    ("#2c6ca8", "#62a6d0"),
    ("#1b508a", "#92c5e4"),
    ("#0f3767", "#cbe6f6"),
];

/// The number of colours for values.
pub(crate) const STEPS: usize = HEAT.len();

/// Classes and what they set: properties with the name of a colour.
const RULES: [(&str, &str); 32] = [
    ("bg", "fill:@bg"),
    ("text", "fill:@ink"),
    ("note", "fill:@muted"),
    ("plus", "fill:@muted;font-weight:600"),
    ("num", "fill:@ink;font-weight:600"),
    ("stone", "fill:@piece;stroke:@edge;stroke-width:1.2"),
    ("mass", "fill:@piece;stroke:@edge;stroke-width:1.2"),
    ("massnum", "fill:#1b2530;font-weight:700"),
    ("base", "stroke:@line;stroke-width:3;stroke-linecap:round"),
    ("pin", "fill:@piece;stroke:@edge;stroke-width:1.2"),
    ("cut", "stroke:@line;stroke-width:2;stroke-dasharray:3 4"),
    ("hit", "fill:transparent;stroke:none"),
    ("square", "fill:@square;stroke:@line;stroke-width:1"),
    ("choc", "fill:@wood;stroke:@bg;stroke-width:2"),
    ("shade", "fill:@soft;stroke:@line;stroke-width:1"),
    ("full", "fill:@wood;stroke:@line;stroke-width:1"),
    ("coin", "fill:@piece;stroke:@edge;stroke-width:2"),
    ("branch", "stroke:@leaf;stroke-width:5;stroke-linecap:round;fill:none"),
    ("wire", "stroke:@line;stroke-width:2.5;fill:none;stroke-linecap:round"),
    ("dim", "stroke:@line;stroke-width:1.2;fill:none;stroke-dasharray:2 4;opacity:.7"),
    ("ghost", "fill:none;stroke:@line;stroke-width:1.2;stroke-dasharray:2 4;opacity:.7"),
    ("node", "fill:@soft;stroke:@ink;stroke-width:1.6"),
    ("arrow", "fill:@line"),
    ("card", "fill:@soft;stroke:@line;stroke-width:1.2"),
    ("rule", "stroke:@line;stroke-width:1"),
    ("N", "fill:@bg;stroke:@accent;stroke-width:2"),
    ("P", "fill:@bg;stroke:@lost;stroke-width:2"),
    ("zero", "fill:none;stroke:@lost"),
    ("D", "fill:@bg;stroke:@muted;stroke-width:2;stroke-dasharray:5 3"),
    ("mark", "fill:none;stroke:@accent;stroke-width:2.4"),
    ("hot", "fill:@accent"),
    ("dot", "stroke:@accent;fill:none;stroke-linecap:round"),
];

/// The style sheet of all pictures, for a page that shows them inside its own document.
///
/// ```
/// let css = grundy_draw::css();
/// assert!(css.contains("prefers-color-scheme:dark") && css.contains(".gd.dark"));
/// ```
pub fn css() -> String {
    let mut out = String::from(
        ".gd{font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif;max-width:100%;height:auto}\n\
         .gd .mono{font-family:ui-monospace,SFMono-Regular,Menlo,'DejaVu Sans Mono',monospace}\n",
    );
    let light = variables(|(_, light, _)| light, |(light, _)| light);
    let dark = variables(|(.., dark)| dark, |(_, dark)| dark);
    // Writing into a string does not fail.
    let _ = write!(
        out,
        ".gd{{{light}}}\n@media (prefers-color-scheme:dark){{.gd{{{dark}}}}}\n.light .gd,.gd.light{{{light}}}\n.dark .gd,.gd.dark{{{dark}}}\n"
    );
    for (class, properties) in RULES {
        let _ = writeln!(out, ".gd .{class}{{{}}}", with_colours(properties));
    }
    for (step, (light, _)) in HEAT.iter().enumerate() {
        let _ = writeln!(out, ".gd .v{step}{{fill:{light};fill:var(--gd-v{step})}}");
        let ink = if step < 6 { ("#1b2530", "--gd-ink") } else { ("#ffffff", "--gd-bg") };
        let _ = writeln!(out, ".gd .t{step}{{fill:{};fill:var({})}}", ink.0, ink.1);
    }
    out.push_str(".gd [data-move]{cursor:pointer}\n");
    out.push_str(".gd [data-move]:hover,.gd [data-move]:focus,.gd .chosen{stroke:#0b62c4;stroke:var(--gd-accent);stroke-width:3}\n");
    out
}

fn variables(
    colour: impl Fn((&'static str, &'static str, &'static str)) -> &'static str,
    heat: impl Fn((&'static str, &'static str)) -> &'static str,
) -> String {
    let named = COLOURS.iter().map(|&entry| format!("--gd-{}:{};", entry.0, colour(entry)));
    let steps = HEAT.iter().enumerate().map(|(step, &entry)| format!("--gd-v{step}:{};", heat(entry)));
    named.chain(steps).collect()
}

/// Each `@name` as a plain colour, then as the variable.
fn with_colours(properties: &str) -> String {
    let property = |property: &str| {
        let Some((name, colour)) = property.split_once(":@") else { return property.to_owned() };
        let light = COLOURS.iter().find(|(known, ..)| *known == colour).map_or("", |(_, light, _)| light);
        format!("{name}:{light};{name}:var(--gd-{colour})")
    };
    properties.split(';').map(property).collect::<Vec<_>>().join(";")
}
