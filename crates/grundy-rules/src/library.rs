//! Games by name: the catalogue, rule files of the user, games written in Rust.

use crate::diagnostic::Diagnostics;
use crate::loaded::Loaded;
use crate::native::Native;
use crate::program::{KindId, Program};
use std::sync::{Arc, OnceLock};

/// Games by name.
///
/// ```
/// use grundy_rules::Library;
/// let mut library = Library::new();
/// library.add_file("nim", "nim(n) -> nim(m) for m in 0..n-1")?;
/// assert_eq!(library.names(), ["nim"]);
/// # Ok::<(), grundy_rules::diagnostic::Diagnostics>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Library {
    entries: Vec<Entry>,
    natives: Vec<Arc<dyn Native>>,
}

#[derive(Debug, Clone)]
struct Entry {
    name: String,
    /// Other names of a game of the catalogue.
    aliases: Vec<&'static str>,
    /// A file of the user: all its kinds can be named, before anything else.
    own: bool,
    /// The text of a game of the catalogue that is read when it is asked for.
    embedded: &'static str,
    loaded: OnceLock<Option<Arc<Loaded>>>,
}

impl Entry {
    /// The rules. Nothing for a broken file of the catalogue; a test reads every one, so that none ships.
    fn loaded(&self) -> Option<&Arc<Loaded>> {
        self.loaded.get_or_init(|| Loaded::new(&self.name, self.embedded).ok().map(Arc::new)).as_ref()
    }

    /// The place of a kind.
    fn kind(&self, name: &str) -> Option<KindId> {
        self.loaded()?.program.kind(name)
    }

    /// Whether the name or another name of it is this one.
    fn is_called(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }
}

/// What a name means.
#[derive(Debug, Clone)]
pub(crate) enum Target {
    /// A kind of a rule file.
    Kind(usize, KindId),
    /// A game written in Rust.
    Native(usize),
}

impl Library {
    /// No games.
    pub fn new() -> Library {
        Library::default()
    }

    /// Adds a game of the catalogue: `name` means the first kind of the file.
    pub fn add_file(&mut self, name: &str, text: &str) -> Result<(), Diagnostics> {
        self.add(name, text, false)
    }

    /// Adds a rule file of the user: every kind of it has a name, which comes before those of the catalogue.
    pub fn add_rules(&mut self, name: &str, text: &str) -> Result<(), Diagnostics> {
        self.add(name, text, true)
    }

    fn add(&mut self, name: &str, text: &str, own: bool) -> Result<(), Diagnostics> {
        let loaded = Arc::new(Loaded::new(name, text)?);
        self.entries.retain(|entry| entry.name != name || entry.own != own);
        let loaded = OnceLock::from(Some(loaded));
        self.entries.push(Entry { name: name.to_owned(), aliases: Vec::new(), own, embedded: "", loaded });
        Ok(())
    }

    /// Adds a game of the catalogue, to be read when it is first asked for.
    pub(crate) fn add_embedded(&mut self, name: &str, aliases: Vec<&'static str>, text: &'static str) {
        self.entries.push(Entry {
            name: name.to_owned(),
            aliases,
            own: false,
            embedded: text,
            loaded: OnceLock::new(),
        });
    }

    /// Adds a game written in Rust.
    pub fn add_native(&mut self, native: Arc<dyn Native>) {
        self.natives.push(native);
    }

    /// The checked program of a file that was added under this name.
    pub fn program(&self, name: &str) -> Option<&Program> {
        self.loaded(name).map(|loaded| &loaded.program)
    }

    pub(crate) fn loaded(&self, name: &str) -> Option<&Arc<Loaded>> {
        self.entries[self.entry(name)?].loaded()
    }

    fn entry(&self, name: &str) -> Option<usize> {
        let named = self.entries.iter().rposition(|entry| entry.name == name);
        named.or_else(|| self.entries.iter().rposition(|entry| entry.is_called(name)))
    }

    /// The rules of an entry that a [`Target`] names.
    pub(crate) fn at(&self, entry: usize) -> &Arc<Loaded> {
        match self.entries[entry].loaded() {
            Some(loaded) => loaded,
            None => unreachable!("a target was found in rules that were read"),
        }
    }

    pub(crate) fn native(&self, index: usize) -> &Arc<dyn Native> {
        &self.natives[index]
    }

    /// The names an EXPR may use, without doubles, ascending.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.natives.iter().map(|native| native.name().to_owned()).collect();
        for entry in &self.entries {
            if !entry.own {
                names.push(entry.name.clone());
            }
            names.extend(entry.aliases.iter().map(|&alias| alias.to_owned()));
            let kinds = entry.loaded().into_iter().flat_map(|loaded| &loaded.program.kinds);
            names.extend(kinds.map(|kind| kind.name.clone()));
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// What a name means: a kind of a file of the user (the last one added first), a game of the catalogue, a game
    /// written in Rust, or a kind that only one file of the catalogue has.
    pub(crate) fn find(&self, name: &str) -> Option<Target> {
        let kind_of = |index: usize| self.entries[index].kind(name).map(|kind| Target::Kind(index, kind));
        let own = (0..self.entries.len()).rev().filter(|&index| self.entries[index].own);
        if let Some(target) = own.clone().find_map(kind_of) {
            return Some(target);
        }
        if let Some(target) = self.find_in(name, None) {
            return Some(target);
        }
        if let Some(index) = self.natives.iter().position(|native| native.name() == name) {
            return Some(Target::Native(index));
        }
        let mut kinds = (0..self.entries.len()).filter_map(kind_of);
        kinds.next().filter(|_| kinds.next().is_none())
    }

    /// The games of the catalogue that have a kind of this name.
    pub(crate) fn owners(&self, kind: &str) -> Vec<&str> {
        let owners = self.entries.iter().filter(|entry| entry.kind(kind).is_some());
        owners.map(|entry| entry.name.as_str()).collect()
    }

    /// A kind of the file of this name; without a kind, its first.
    pub(crate) fn find_in(&self, file: &str, kind: Option<&str>) -> Option<Target> {
        let index = self.entry(file)?;
        let program = &self.entries[index].loaded()?.program;
        let kind = match kind {
            Some(kind) => program.kind(kind)?,
            None => program.kinds.first().map(|_| KindId::FIRST)?,
        };
        Some(Target::Kind(index, kind))
    }

    /// A name that [`Library::find`] takes back to this kind, or `file:kind`.
    pub(crate) fn name_of(&self, entry: usize, kind: KindId) -> String {
        let same = |name: &str| matches!(self.find(name), Some(Target::Kind(e, k)) if (e, k) == (entry, kind));
        let name = &self.entries[entry].name;
        let kind_name = &self.at(entry).program.kinds[kind].name;
        if same(kind_name) {
            kind_name.clone()
        } else if same(name) {
            name.clone()
        } else {
            format!("{name}:{kind_name}")
        }
    }
}
