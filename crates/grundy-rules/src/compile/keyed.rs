//! Loops over the rows of a constant list that belong to a key: the edges at a vertex, the row of a table of lists. Only those rows
//! are run through, however long the list is.

use super::code::Loop;
use super::lower::Lowering;
use crate::builtins::Function;
use crate::builtins::graphs::grouped;
use crate::groups::Groups;
use crate::indices::Kind;
use crate::program::{Clause, Expr, ExprKind};
use crate::value::{List, Val};
use std::sync::Arc;

impl Lowering<'_> {
    /// `neighbours(E, v)`, `starting(E, v)` and `L[v]` for constant lists.
    pub(super) fn keyed(&mut self, items: &Expr, width: Option<usize>) -> Option<Loop> {
        match (&items.kind, width) {
            (ExprKind::Call(Function::Neighbours, args), None) => self.groups(args, Kind::Neighbours, 1),
            (ExprKind::Call(Function::Starting, args), Some(width)) => self.groups(args, Kind::Starting, width),
            (ExprKind::Index(lists, place), None) => {
                let Val::List(lists) = self.constant(lists)? else { return None };
                let groups = Arc::new(Groups::of_lists(&integer_lists(&lists)?)?);
                Some(Loop::Keyed { groups, key: self.int(place)?, within: Some(lists.len()) })
            }
            _ => None,
        }
    }

    fn groups(&mut self, args: &[Expr], kind: Kind, width: usize) -> Option<Loop> {
        let [list, key] = args else { return None };
        self.rows_of(list, kind, key, width)
    }

    /// The rows of a constant list, of so many numbers each, that belong to a key.
    fn rows_of(&mut self, list: &Expr, kind: Kind, key: &Expr, width: usize) -> Option<Loop> {
        let Val::List(list) = self.constant(list)? else { return None };
        let groups = self.grouped(&list, kind)?;
        (groups.width() == width).then_some(())?;
        Some(Loop::Keyed { groups, key: self.int(key)?, within: None })
    }

    /// `for (a, b) in E if a == v` for a constant list. The condition stays.
    pub(super) fn entries(&mut self, clause: &Clause, next: Option<&Clause>) -> Option<Loop> {
        let Clause::Each { slots, items, .. } = clause else { return None };
        let (place, wanted) = clause.wanted_entry(next)?;
        self.rows_of(items, Kind::Entry(u32::try_from(place).ok()?), wanted, slots.len())
    }

    /// The rows of a list by their keys, once for all loops that ask.
    fn grouped(&mut self, list: &List, kind: Kind) -> Option<Arc<Groups>> {
        let address = list.rows()?.0.as_ptr() as usize;
        if let Some((_, groups)) = self.grouped.iter().find(|(known, _)| *known == (address, kind)) {
            return Some(groups.clone());
        }
        let groups = grouped(&mut self.meter, list, kind).ok()??;
        self.grouped.push(((address, kind), groups.clone()));
        Some(groups)
    }
}

/// The elements of a list, if all are lists of integers.
fn integer_lists(lists: &List) -> Option<Vec<&[i64]>> {
    if let Some((numbers, width)) = lists.rows() {
        return Some(numbers.chunks(width).collect());
    }
    let mut all = Vec::with_capacity(lists.len());
    for item in lists.items() {
        let Val::List(list) = item else { return None };
        all.push(if list.is_empty() { &[] } else { list.integers()? });
    }
    Some(all)
}
