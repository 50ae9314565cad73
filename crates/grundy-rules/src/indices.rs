//! Indices beside lists that are asked again and again: where each element is, what starts with it, what it is joined
//! to. Lists never change, so an index made once stays right; it holds its list, so no other can take its address.
//!
//! `x in L`, `count`, `find`, `starting`, `neighbours` and `for (a, b) in L if a == x` then cost O(1) or O(answer) instead of O(len(L)). An index is
//! made when a list of more than a few elements is asked for the third time; before that a walk is cheaper.

use crate::groups::Groups;
use crate::value::{List, Val, ValType};
use hashbrown::HashMap;
use std::sync::Arc;

/// What an index answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// The first place and the number of each element.
    Places,
    /// The elements that start with it.
    Starting,
    /// The other ends of the edges at it.
    Neighbours,
    /// The rows whose entry at this place it is.
    Entry(u32),
}

/// An index of a list.
#[derive(Debug, Clone)]
pub(crate) enum Index {
    /// First place and number; and the types that occur.
    Places(HashMap<Val, (u32, u32)>, Vec<ValType>),
    /// Lists by key.
    Lists(HashMap<Val, Val>),
    /// Rows of integers by key.
    Groups(Arc<Groups>),
}

#[derive(Debug, Clone)]
struct Entry {
    /// Keeps the address from being used again.
    _list: List,
    asked: u32,
    index: Option<Index>,
}

/// The indices of an evaluation.
#[derive(Debug, Clone, Default)]
pub(crate) struct Indices {
    entries: HashMap<(usize, Kind), Entry, foldhash::fast::RandomState>,
}

/// Shorter lists are walked.
const SHORT: usize = 12;

/// The question that makes the index.
const PATIENCE: u32 = 3;

/// More lists than this are not watched: the table starts anew.
const MOST_LISTS: usize = 64;

impl Indices {
    /// The index of a list, if it has one by now. `make` makes it; it may find that none can be made.
    pub(crate) fn get<E>(
        &mut self,
        list: &List,
        kind: Kind,
        make: impl FnOnce() -> Result<Option<Index>, E>,
    ) -> Result<Option<&Index>, E> {
        if list.len() <= SHORT {
            return Ok(None);
        }
        let flat = list.integers().or_else(|| list.rows().map(|(numbers, _)| numbers));
        let key = (flat.map_or_else(|| list.items().as_ptr() as usize, |numbers| numbers.as_ptr() as usize), kind);
        if self.entries.len() >= MOST_LISTS && !self.entries.contains_key(&key) {
            self.entries.clear();
        }
        let entry = self.entries.entry(key).or_insert_with(|| Entry { _list: list.clone(), asked: 0, index: None });
        entry.asked = entry.asked.saturating_add(1);
        if entry.asked == PATIENCE {
            entry.index = make()?;
        }
        Ok(entry.index.as_ref())
    }
}
