//! What helpers gave for their arguments, a table for each helper, so that those of some can be dropped at once.

use crate::value::Val;
use hashbrown::HashMap;
use std::sync::Arc;

/// A call as the memo knows it.
pub(super) enum Known<'a> {
    /// Not called yet.
    New,
    /// Still at work: to need it now is to need itself.
    Working,
    /// What it gave.
    Gave(&'a Val),
}

#[derive(Default)]
struct Table {
    values: HashMap<Arc<[Val]>, Option<Val>, foldhash::fast::RandomState>,
    /// What its entries take, in values.
    size: u64,
}

/// The tables of all helpers.
#[derive(Default)]
pub(super) struct Memo {
    tables: Vec<Table>,
}

impl Memo {
    pub(super) fn get(&self, helper: u32, args: &[Val]) -> Known<'_> {
        match self.tables.get(helper as usize).and_then(|table| table.values.get(args)) {
            None => Known::New,
            Some(None) => Known::Working,
            Some(Some(value)) => Known::Gave(value),
        }
    }

    /// Notes that a call is at work; gives what the note takes, in values.
    pub(super) fn start(&mut self, helper: u32, args: Arc<[Val]>) -> u64 {
        let index = helper as usize;
        if self.tables.len() <= index {
            self.tables.resize_with(index + 1, Table::default);
        }
        let size = 2 * args.iter().map(Val::size).sum::<u64>() + 4;
        self.tables[index].size += size;
        self.tables[index].values.insert(args, None);
        size
    }

    pub(super) fn finish(&mut self, helper: u32, args: Arc<[Val]>, value: Val) {
        if let Some(table) = self.tables.get_mut(helper as usize) {
            table.size += value.size();
            table.values.insert(args, Some(value));
        }
    }

    /// Forgets a call that did not end.
    pub(super) fn abandon(&mut self, helper: u32, args: &[Val]) {
        if let Some(table) = self.tables.get_mut(helper as usize) {
            table.values.remove(args);
        }
    }

    /// Forgets all calls of the helpers that `keep` does not name.
    pub(super) fn forget(&mut self, keep: &[bool]) {
        for (table, keep) in self.tables.iter_mut().zip(keep) {
            if !keep {
                *table = Table::default();
            }
        }
    }

    /// What all entries take, in values.
    pub(super) fn size(&self) -> u64 {
        self.tables.iter().map(|table| table.size).sum()
    }
}
