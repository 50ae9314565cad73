//! Games by name: the catalogue, rule files of the user, games written in Rust.

use crate::diagnostic::Diagnostics;
use crate::loaded::Loaded;
use crate::native::Native;
use crate::program::Program;
use std::sync::Arc;

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
    /// A file of the user: all its kinds can be named, before anything else.
    own: bool,
    loaded: Arc<Loaded>,
}

/// What a name means.
#[derive(Debug, Clone)]
pub(crate) enum Target {
    /// A kind of a rule file.
    Kind(usize, usize),
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
        self.entries.push(Entry { name: name.to_owned(), own, loaded });
        Ok(())
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
        self.entry(name).map(|index| &self.entries[index].loaded)
    }

    fn entry(&self, name: &str) -> Option<usize> {
        self.entries.iter().rposition(|entry| entry.name == name)
    }

    pub(crate) fn at(&self, entry: usize) -> &Arc<Loaded> {
        &self.entries[entry].loaded
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
            names.extend(entry.loaded.program.kinds.iter().map(|kind| kind.name.clone()));
        }
        names.sort_unstable();
        names.dedup();
        names
    }

    /// What a name means: a kind of a file of the user (the last one added first), a game of the catalogue, a game
    /// written in Rust, or a kind that only one file of the catalogue has.
    pub(crate) fn find(&self, name: &str) -> Option<Target> {
        let kind_of =
            |index: usize| self.entries[index].loaded.program.kind(name).map(|kind| Target::Kind(index, kind));
        let own = (0..self.entries.len()).rev().filter(|&index| self.entries[index].own);
        if let Some(target) = own.clone().find_map(kind_of) {
            return Some(target);
        }
        if let Some(index) = self.entry(name).filter(|&index| !self.entries[index].loaded.program.kinds.is_empty()) {
            return Some(Target::Kind(index, 0));
        }
        if let Some(index) = self.natives.iter().position(|native| native.name() == name) {
            return Some(Target::Native(index));
        }
        let mut kinds = (0..self.entries.len()).filter_map(kind_of);
        kinds.next().filter(|_| kinds.next().is_none())
    }

    /// The games of the catalogue that have a kind of this name.
    pub(crate) fn owners(&self, kind: &str) -> Vec<&str> {
        let owners = self.entries.iter().filter(|entry| entry.loaded.program.kind(kind).is_some());
        owners.map(|entry| entry.name.as_str()).collect()
    }

    /// A kind of the file of this name; without a kind, its first.
    pub(crate) fn find_in(&self, file: &str, kind: Option<&str>) -> Option<Target> {
        let index = self.entry(file)?;
        let program = &self.entries[index].loaded.program;
        let kind = match kind {
            Some(kind) => program.kind(kind)?,
            None => program.kinds.first().map(|_| 0)?,
        };
        Some(Target::Kind(index, kind))
    }

    /// A name that [`Library::find`] takes back to this kind, or `file:kind`.
    pub(crate) fn name_of(&self, entry: usize, kind: usize) -> String {
        let same = |name: &str| matches!(self.find(name), Some(Target::Kind(e, k)) if (e, k) == (entry, kind));
        let Entry { name, loaded, .. } = &self.entries[entry];
        let kind_name = &loaded.program.kinds[kind].name;
        if same(kind_name) {
            kind_name.clone()
        } else if same(name) {
            name.clone()
        } else {
            format!("{name}:{kind_name}")
        }
    }
}
