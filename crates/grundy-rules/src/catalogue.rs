//! The catalogue: the games of games/*.game, embedded, each with its story, reference, method and known values.
//!
//! A file opens with a block of comments. Its first line is the title; lines `Key: …` are facts; the rest is the story. The
//! rules of a file are read when its name is first asked for: a command needs one or two of them.

use crate::library::Library;
use crate::native::natives;
use std::sync::LazyLock;

/// Name and text of each file.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

static ENTRIES: LazyLock<Vec<Entry<'static>>> =
    LazyLock::new(|| FILES.iter().map(|(name, text)| Entry::new(name, text)).collect());

/// Keys of facts in the leading comments: of a game, and of a contest problem.
const KEYS: [&str; 10] =
    ["Reference", "Method", "Aliases", "Values", "Outcomes", "Native", "Idea", "Source", "Limits", "Problem"];

/// A rule file with what its leading comments say.
#[derive(Debug, Clone)]
pub struct Entry<'a> {
    /// The name in an EXPR.
    pub name: &'a str,
    /// The whole file.
    pub text: &'a str,
    /// The first line.
    pub title: &'a str,
    /// What the game is and what is known, a line each.
    pub story: Vec<&'a str>,
    /// Facts, in the order written.
    pub facts: Vec<(&'a str, &'a str)>,
}

impl<'a> Entry<'a> {
    /// Reads the leading comments of a file.
    pub fn new(name: &'a str, text: &'a str) -> Entry<'a> {
        let mut comments = text.lines().map_while(|line| line.strip_prefix('#')).map(str::trim);
        let title = comments.next().unwrap_or(name);
        let (mut story, mut facts) = (Vec::new(), Vec::new());
        for line in comments {
            match line.split_once(": ").filter(|(key, _)| KEYS.contains(key)) {
                Some((key, fact)) => facts.push((key, fact.trim())),
                None => story.push(line),
            }
        }
        Entry { name, text, title, story, facts }
    }

    /// The facts of one key.
    pub fn facts<'b>(&'b self, key: &'b str) -> impl Iterator<Item = &'a str> + 'b {
        self.facts.iter().filter(move |(known, _)| *known == key).map(|(_, fact)| *fact)
    }

    /// The rules, without the leading comments.
    pub fn rules(&self) -> &'a str {
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
    pub fn aliases(&self) -> impl Iterator<Item = &'a str> + '_ {
        self.facts("Aliases").flat_map(|names| names.split(',').map(str::trim))
    }
}

/// All games, by name.
pub fn entries() -> &'static [Entry<'static>] {
    &ENTRIES
}

/// A game by its name or another name of it.
pub fn find(name: &str) -> Option<&'static Entry<'static>> {
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
        library.add_embedded(entry.name, entry.aliases().collect(), entry.text);
    }
    for native in natives() {
        library.add_native(native);
    }
    library
}
