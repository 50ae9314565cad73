//! Values for a range of one argument, or of two.

use super::{Engine, Settings};
use crate::component::{Component, Handle};
use crate::diagnostic::{Diagnostic, Diagnostics, did_you_mean, plural};
use crate::error::Error;
use crate::library::Target;
use crate::method::{Method, Methods};
use crate::program::KindId;
use crate::syntax::Source;
use crate::value::Val;
use grundy::heap::Rule;
use grundy::{Stop, Value};
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::Arc;

/// Values of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Table {
    /// For each value of the one argument.
    Row(Vec<Value>),
    /// For each value of the first argument, the row of the second.
    Grid(Vec<Vec<Value>>),
}

/// Bytes of a value in a table, and of the text that is made of it.
const CELL: usize = size_of::<Value>() + 48;

impl Engine {
    /// The values of a game for one or two ranges of arguments. A game is a name, a heap code, or `FILE:kind` for a
    /// file of the library.
    ///
    /// ```
    /// use grundy::{Value, Watch};
    /// use grundy_rules::{Engine, Library, Settings, Table};
    /// let engine = Engine::new(Library::new(), Watch::default());
    /// let values = [0, 1, 2, 3, 1].map(Value::Finite).to_vec();
    /// assert_eq!(engine.table("0.77", &Settings::default(), &[0..=4])?, Table::Row(values));
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn table(&self, game: &str, settings: &Settings, ranges: &[RangeInclusive<u64>]) -> Result<Table, Error> {
        self.check_cells(ranges)?;
        let mut rows = Vec::new();
        self.rows(game, settings, ranges, &mut |row| rows.push(row.to_vec()))?;
        match ranges.len() {
            1 => Ok(Table::Row(rows.pop().unwrap_or_default())),
            _ => Ok(Table::Grid(rows)),
        }
    }

    /// The rows of [`Engine::table`], one after the other; only one is in memory at a time.
    ///
    /// ```
    /// use grundy::Watch;
    /// use grundy_rules::{Engine, Library, Settings};
    /// let mut library = Library::new();
    /// library.add_file("two", "two(x, y) -> two(x-1, y) | two(x, y-1)")?;
    /// let engine = Engine::new(library, Watch::default());
    /// let mut rows = 0;
    /// engine.rows("two", &Settings::default(), &[0..=2, 0..=9], &mut |row| rows += row.len())?;
    /// assert_eq!(rows, 30);
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn rows(
        &self,
        game: &str,
        settings: &Settings,
        ranges: &[RangeInclusive<u64>],
        visit: &mut dyn FnMut(&[Value]),
    ) -> Result<(), Error> {
        let (handle, kind, arity) = self.game(game, settings)?;
        if ranges.len() != arity {
            let (wanted, found) = (plural(arity, "argument"), plural(ranges.len(), "range"));
            return Err(Error::bad(format!("`{game}` takes {wanted}, found {found}")));
        }
        if ranges.len() > 2 {
            return Err(Error::bad(format!("`{game}` takes {arity} arguments: tables are for one or two")));
        }
        self.rows_of(&handle, kind, ranges, visit)
    }

    /// The values of a game of one argument, so many at a time, with the argument of the first: a row may be longer than
    /// the memory. The visitor may end it.
    ///
    /// ```
    /// use grundy::Watch;
    /// use grundy_rules::{Engine, Library, Settings};
    /// use std::ops::ControlFlow;
    /// let engine = Engine::new(Library::new(), Watch::default());
    /// let mut starts = Vec::new();
    /// engine.row_chunks("0.77", &Settings::default(), 5..=30, 10, &mut |first, values| {
    ///     starts.push((first, values.len()));
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(starts, [(5, 10), (15, 10), (25, 6)]);
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn row_chunks(
        &self,
        game: &str,
        settings: &Settings,
        range: RangeInclusive<u64>,
        chunk: u64,
        visit: &mut dyn FnMut(u64, &[Value]) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let (handle, kind, arity) = self.game(game, settings)?;
        if arity != 1 {
            return Err(Error::bad(format!("`{game}` takes {}, a row is for one", plural(arity, "argument"))));
        }
        let step = usize::try_from(chunk.max(1)).unwrap_or(usize::MAX);
        for start in range.clone().step_by(step) {
            let end = start.saturating_add(chunk.max(1) - 1).min(*range.end());
            let mut flow = ControlFlow::Continue(());
            self.rows_of(&handle, kind, &[start..=end], &mut |row| flow = visit(start, row))?;
            if flow.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Gets ready to be asked for all positions of a game in these ranges, one for each argument: by a table of them all, where
    /// there is one. Whether there is; without it every position costs a search of its own.
    ///
    /// ```
    /// use grundy::Watch;
    /// use grundy_rules::{Engine, Library, Settings};
    /// let mut library = Library::new();
    /// library.add_file("three", "three(x, y, z) -> three(x-1, y, z) | three(x, y-1, z) | three(x, y, z-1)")?;
    /// let engine = Engine::new(library, Watch::default()).without_shortcuts();
    /// assert!(engine.prepare("three", &Settings::default(), &[0..=9, 0..=9, 0..=9])?);
    /// # Ok::<(), grundy_rules::Error>(())
    /// ```
    pub fn prepare(&self, game: &str, settings: &Settings, ranges: &[RangeInclusive<u64>]) -> Result<bool, Error> {
        self.check_cells(ranges)?;
        let (handle, kind, arity) = self.game(game, settings)?;
        if ranges.len() != arity || handle.misere {
            return Ok(false);
        }
        Ok(self.prepared(handle.methods(kind), ranges)?.is_some())
    }

    fn rows_of(
        &self,
        handle: &Arc<Handle>,
        kind: KindId,
        ranges: &[RangeInclusive<u64>],
        visit: &mut dyn FnMut(&[Value]),
    ) -> Result<(), Error> {
        self.check_cells(ranges.last().map_or(&[], std::slice::from_ref))?;
        let prepared = if handle.misere { None } else { self.prepared(handle.methods(kind), ranges)? };
        let value = |args: &[u64]| {
            let args = args.iter().map(|&n| Val::Int(i128::from(n))).collect();
            self.value(&Component { handle: handle.clone(), kind, args })
        };
        // The largest first: it asks for all smaller ones in one go.
        let last: Vec<u64> = ranges.iter().map(|range| *range.end()).collect();
        if prepared.is_none() && ranges.iter().all(|range| !range.is_empty()) {
            value(&last)?;
        }
        let mut values = Vec::new();
        let mut row = |outer: &[u64], row: &RangeInclusive<u64>| -> Result<(), Error> {
            // Theorems answer without looking at the clock.
            if self.watch.is_over() {
                self.watch.check(0, 0)?;
            }
            let known = prepared.map_or_else(Vec::new, |method| method.row(outer, row));
            values.clear();
            if known.iter().all(Option::is_some) {
                values.extend(known.iter().map(|value| Value::Finite(value.unwrap_or(0).into())));
            }
            for (index, n) in row.clone().enumerate().skip(values.len()) {
                values.push(match known.get(index) {
                    Some(Some(value)) => Value::Finite(u128::from(*value)),
                    _ => value(&[outer, &[n]].concat())?,
                });
            }
            visit(&values);
            Ok(())
        };
        match ranges {
            [columns] => row(&[], columns),
            [rows, columns] => rows.clone().try_for_each(|x| row(&[x], columns)),
            _ => Ok(()),
        }
    }

    /// The first method that is ready for a table.
    fn prepared<'a>(
        &self,
        methods: &'a Methods,
        ranges: &[RangeInclusive<u64>],
    ) -> Result<Option<&'a dyn Method>, Error> {
        for method in methods {
            if method.prepare(ranges, &self.watch)? {
                return Ok(Some(&**method));
            }
        }
        Ok(None)
    }

    /// A table must fit into memory before it is begun.
    fn check_cells(&self, ranges: &[RangeInclusive<u64>]) -> Result<(), Error> {
        let length = |range: &RangeInclusive<u64>| u128::from(range.end().saturating_sub(*range.start())) + 1;
        let cells = ranges.iter().map(length).fold(1, u128::saturating_mul);
        let limit = self.watch.limits().memory;
        if cells.saturating_mul(CELL as u128) > u128::from(limit) {
            return Err(Error::from(Stop::Memory { limit, found: 0 }));
        }
        Ok(())
    }

    /// A game by the text of GAME, the kind that is meant, and its number of arguments.
    pub(super) fn game(&self, game: &str, settings: &Settings) -> Result<(Arc<Handle>, KindId, usize), Error> {
        let by_file = || {
            let (file, kind) = game.rsplit_once(':')?;
            self.library.find_in(file, Some(kind))
        };
        let target = self.library.find(game).or_else(by_file);
        match target {
            Some(Target::Kind(entry, kind)) => {
                let handle = self
                    .rules_with(entry, &[], settings)
                    .map_err(|error| Error::Bad(Diagnostics::one(Source::new(game, game), error)))?;
                Ok((handle, kind, self.library.at(entry).program.kinds[kind].args.len()))
            }
            Some(Target::Native(index)) => match self.library.native(index).sides() {
                Some(arity) => Ok((self.native(index), KindId::FIRST, arity)),
                None => Err(Error::bad(format!("`{game}` is not given by numbers alone: solve a position of it"))),
            },
            None => match game.parse::<Rule>() {
                Ok(rule) => Ok((self.code(rule), KindId::FIRST, 1)),
                Err(error) => Err(self.no_game(game, &error)),
            },
        }
    }

    /// A text that starts like a code is judged as a code, any other as a name.
    fn no_game(&self, game: &str, error: &grundy::heap::RuleError) -> Error {
        let code = game.starts_with(|char: char| char.is_ascii_digit() || char == '.') || game.contains(['{', '[']);
        let names = self.library.names();
        let diagnostic = if code {
            let span = crate::syntax::Span::new(error.at, game.len().max(error.at));
            Diagnostic::new(span, error.message.clone())
        } else {
            Diagnostic::general(format!("unknown game `{game}`"))
                .maybe_help(did_you_mean(game, names.iter().map(String::as_str)))
        };
        Error::Bad(Diagnostics::one(Source::new("GAME", game), diagnostic))
    }
}
