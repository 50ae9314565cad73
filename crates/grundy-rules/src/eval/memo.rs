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

/// What a call gave; nothing while it is at work.
type Given = Option<Val>;

/// Calls for which a table keeps room when it is forgotten: many short cases follow each other.
const KEPT: usize = 1 << 8;

#[derive(Default)]
struct Table {
    /// The call without arguments.
    plain: Option<Given>,
    values: HashMap<Arc<[Val]>, Given, foldhash::fast::RandomState>,
    /// What its entries take, in values: not 0 once there was one.
    size: u64,
}

impl Table {
    fn get(&self, args: &[Val]) -> Option<&Given> {
        if args.is_empty() { self.plain.as_ref() } else { self.values.get(args) }
    }

    fn forget(&mut self) {
        if self.size == 0 {
            return;
        }
        (self.plain, self.size) = (None, 0);
        if self.values.capacity() > KEPT {
            self.values = HashMap::default();
        } else {
            self.values.clear();
        }
    }
}

/// The tables of all helpers.
#[derive(Default)]
pub(super) struct Memo {
    tables: Vec<Table>,
    /// Whether there were calls since the last [`Memo::forget`].
    used: bool,
}

impl Memo {
    pub(super) fn get(&self, helper: u32, args: &[Val]) -> Known<'_> {
        match self.tables.get(helper as usize).and_then(|table| table.get(args)) {
            None => Known::New,
            Some(None) => Known::Working,
            Some(Some(value)) => Known::Gave(value),
        }
    }

    /// What a helper without arguments gave, if it did.
    #[inline]
    pub(super) fn plain(&self, helper: u32) -> Option<&Val> {
        self.tables.get(helper as usize)?.plain.as_ref()?.as_ref()
    }

    /// Notes that a call is at work; gives what the note takes, in values.
    pub(super) fn start(&mut self, helper: u32, args: Arc<[Val]>) -> u64 {
        let index = helper as usize;
        self.used = true;
        if self.tables.len() <= index {
            self.tables.resize_with(index + 1, Table::default);
        }
        let size = 2 * args.iter().map(Val::size).sum::<u64>() + 4;
        let table = &mut self.tables[index];
        table.size += size;
        if args.is_empty() {
            table.plain = Some(None);
        } else {
            table.values.insert(args, None);
        }
        size
    }

    pub(super) fn finish(&mut self, helper: u32, args: &[Val], value: Val) {
        let Some(table) = self.tables.get_mut(helper as usize) else { return };
        table.size += value.size();
        let call = if args.is_empty() { table.plain.as_mut() } else { table.values.get_mut(args) };
        if let Some(call) = call {
            *call = Some(value);
        }
    }

    /// Forgets a call that did not end.
    pub(super) fn abandon(&mut self, helper: u32, args: &[Val]) {
        let Some(table) = self.tables.get_mut(helper as usize) else { return };
        if args.is_empty() {
            table.plain = None;
        } else {
            table.values.remove(args);
        }
    }

    /// Forgets all calls of the helpers that `keep` does not name.
    pub(super) fn forget(&mut self, keep: &[bool]) {
        if !std::mem::take(&mut self.used) {
            return;
        }
        self.tables.iter_mut().zip(keep).filter(|(_, keep)| !**keep).for_each(|(table, _)| table.forget());
    }

    /// What all entries take, in values.
    pub(super) fn size(&self) -> u64 {
        self.tables.iter().map(|table| table.size).sum()
    }
}
