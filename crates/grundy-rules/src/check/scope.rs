//! The names that are open at a place of a rule, helper or answer, and their slots.

use crate::program::Type;

/// What is being checked: it decides which names and questions are allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The right side of a rule.
    Rule,
    /// The right side of a helper.
    Let,
    /// The position that play starts from.
    Play,
    /// What is printed.
    Answer,
    /// A size or the end of `input`.
    Input,
    /// A position typed by a user.
    Typed,
}

struct Local {
    name: String,
    ty: Type,
}

/// Open names; the slot of a name is its place in the list.
pub(super) struct Scope {
    pub(super) place: Place,
    locals: Vec<Local>,
    /// The most names that were open at once.
    pub(super) frame: usize,
}

impl Scope {
    pub(super) fn new(place: Place) -> Scope {
        Scope { place, locals: Vec::new(), frame: 0 }
    }

    pub(super) fn open(&mut self, name: String, ty: Type) -> usize {
        self.locals.push(Local { name, ty });
        self.frame = self.frame.max(self.locals.len());
        self.locals.len() - 1
    }

    /// Sets slots aside above all that were used: gives the first of them.
    pub(super) fn reserve(&mut self, slots: usize) -> usize {
        let first = self.frame;
        self.frame += slots;
        first
    }

    /// How many names are open, to close later ones with [`Scope::close`].
    pub(super) fn mark(&self) -> usize {
        self.locals.len()
    }

    pub(super) fn close(&mut self, mark: usize) {
        self.locals.truncate(mark);
    }

    pub(super) fn find(&self, name: &str) -> Option<(usize, &Type)> {
        let slot = self.locals.iter().rposition(|local| local.name == name)?;
        Some((slot, &self.locals[slot].ty))
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.locals.iter().map(|local| local.name.as_str())
    }
}
