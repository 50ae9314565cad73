//! The catalogue: the games of games/*.game, embedded, each with its story, reference, method and known values.
//!
//! A file opens with a block of comments. Its first line is the title; lines `Key: …` are facts (`Reference`, `Method`,
//! `Aliases`, `Values`, `Outcomes`, `Native`); the rest is the story.

use crate::library::Library;
use crate::native::natives;
use std::sync::LazyLock;

/// Name and text of each file.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

static ENTRIES: LazyLock<Vec<Entry>> =
    LazyLock::new(|| FILES.iter().map(|(name, text)| Entry::new(name, text)).collect());

/// Keys of facts in the leading comments.
const KEYS: [&str; 6] = ["Reference", "Method", "Aliases", "Values", "Outcomes", "Native"];

/// A game of the catalogue.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The name in an EXPR.
    pub name: &'static str,
    /// The whole file.
    pub text: &'static str,
    /// The first line.
    pub title: &'static str,
    /// What the game is and what is known, a line each.
    pub story: Vec<&'static str>,
    /// Facts, in the order written.
    pub facts: Vec<(&'static str, &'static str)>,
}

impl Entry {
    fn new(name: &'static str, text: &'static str) -> Entry {
        let mut comments = text.lines().map_while(|line| line.strip_prefix('#')).map(str::trim);
        let title = comments.next().unwrap_or(name);
        let (mut story, mut facts) = (Vec::new(), Vec::new());
        for line in comments {
            match line.split_once(':').filter(|(key, _)| KEYS.contains(key)) {
                Some((key, fact)) => facts.push((key, fact.trim())),
                None => story.push(line),
            }
        }
        Entry { name, text, title, story, facts }
    }

    /// The facts of one key.
    pub fn facts<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'static str> + 'a {
        self.facts.iter().filter(move |(known, _)| *known == key).map(|(_, fact)| *fact)
    }

    /// The rules, without the leading comments.
    pub fn rules(&self) -> &'static str {
        let mut rest = self.text;
        while rest.starts_with('#') {
            rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
        }
        rest.trim()
    }

    /// Whether it is a game written in Rust, without rules.
    pub fn is_native(&self) -> bool {
        self.facts("Native").next().is_some()
    }

    /// Other names.
    pub fn aliases(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.facts("Aliases").flat_map(|names| names.split(',').map(str::trim))
    }
}

/// All games, by name.
pub fn entries() -> &'static [Entry] {
    &ENTRIES
}

/// A game by its name or another name of it.
pub fn find(name: &str) -> Option<&'static Entry> {
    let by_name = ENTRIES.iter().find(|entry| entry.name == name);
    by_name.or_else(|| ENTRIES.iter().find(|entry| entry.aliases().any(|alias| alias == name)))
}

/// A library of all games.
///
/// ```
/// use grundy::{Value, Watch};
/// use grundy_rules::{Engine, Settings, catalogue};
/// let engine = Engine::new(catalogue::library(), Watch::default());
/// let sum = engine.sum("kayles(12) + nim(5)", &Settings::default())?;
/// assert_eq!(engine.sum_value(&sum)?, Value::Finite(4 ^ 5));
/// # Ok::<(), grundy_rules::Error>(())
/// ```
pub fn library() -> Library {
    let mut library = Library::new();
    for entry in entries().iter().filter(|entry| !entry.is_native()) {
        // A test loads every file, so that a broken one never ships.
        let _ = library.add_file(entry.name, entry.text);
    }
    for native in natives() {
        library.add_native(native);
    }
    library
}
