//! The plain definition: a table or a search over positions of integers, else a search over any positions.

use super::listed::listed;
use super::{Answer, Args, Method, Wanted};
use crate::error::{Error, Miss};
use crate::eval::evaluator::Part;
use crate::game::{Pos, RuleGame, Shared};
use crate::integer::Integers;
use crate::lock::lock;
use crate::program::KindId;
use crate::vectors::Vectors;
use grundy::solve::{self, Solver};
use grundy::theorem::{Column, Found};
use grundy::{Value, Watch};
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex};

/// What searches of one game have learnt, for all its kinds.
pub(crate) struct Search {
    game: Arc<RuleGame>,
    integers: Mutex<Integers>,
    vectors: Mutex<Vectors>,
    solver: Mutex<Solver<Shared>>,
}

impl Search {
    /// A search over the positions of a game; `tables` says whether tables may be filled.
    pub(crate) fn new(game: Arc<RuleGame>, watch: &Watch, tables: bool) -> Search {
        Search {
            integers: Mutex::new(Integers::new(game.clone(), watch.clone(), tables)),
            vectors: Mutex::new(Vectors::new(game.clone(), watch.clone(), tables)),
            solver: Mutex::new(Solver::with_watch(Shared(game.clone()), watch.clone())),
            game,
        }
    }

    fn value(&self, pos: &Pos) -> Result<u64, Error> {
        self.find([&|| lock(&self.integers).value(pos), &|| lock(&self.vectors).value(pos)], &|| {
            lock(&self.solver).value(pos)
        })
    }

    /// What the first searches that are for the position find, else the search for any.
    fn find<T>(
        &self,
        quick: [&dyn Fn() -> Result<T, Miss<Error>>; 2],
        any: &dyn Fn() -> Result<T, solve::Error<Pos, Error>>,
    ) -> Result<T, Error> {
        for search in quick {
            match search() {
                Err(Miss::NotMine) => {}
                Err(Miss::Error(error)) => return Err(error),
                Ok(found) => return Ok(found),
            }
        }
        any().map_err(|error| error.into_game().unwrap_or_else(|error| self.game.unsolved(error)))
    }

    /// Whether the player who moves wins, by a search that needs no values as long as moves leave one position each.
    fn wins(&self, pos: &Pos) -> Result<bool, Error> {
        self.find([&|| lock(&self.integers).wins(pos), &|| lock(&self.vectors).wins(pos)], &|| {
            lock(&self.solver).wins(pos)
        })
    }
}

/// The search for the positions of one kind.
pub(super) struct BySearch {
    pub(super) search: Arc<Search>,
    pub(super) kind: KindId,
    /// A rule of the kind has a range without an end, and a method after this one says what that means.
    pub(super) unbounded: bool,
}

impl BySearch {
    fn pos(&self, args: &Args) -> Pos {
        Pos { kind: self.kind, args: args.clone() }
    }

    /// Infinitely many options cannot be searched: that is for the method after this one.
    fn answer<T>(&self, found: Result<T, Error>) -> Result<Answer<T>, Error> {
        match found {
            Err(Error::Bad(_)) if self.unbounded => Ok(Answer::NotMine),
            found => found.map(Answer::Known),
        }
    }
}

impl Method for BySearch {
    fn name(&self, args: &Args) -> String {
        lock(&self.search.integers).strategy(&self.pos(args)).to_owned()
    }

    fn kind_name(&self) -> String {
        // A position of middle size: large enough for the shape of a table, cheap to play from.
        let arity = self.search.game.loaded.program.kinds[self.kind].args.len();
        let middle = if arity < 2 { 100 } else { 12 };
        let table = lock(&self.search.integers).has_table(self.kind, &vec![middle; arity]);
        if table { "dense table" } else { "memo search" }.to_owned()
    }

    fn value(&self, args: &Args, _watch: &Watch) -> Result<Answer<Value>, Error> {
        let value = self.search.value(&self.pos(args));
        self.answer(value.map(|value| Value::Finite(value.into())))
    }

    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        let pos = self.pos(args);
        let found = listed(wanted, |visit| {
            let _ = self.search.game.options(&pos, &mut |parts| visit(parts))?;
            Ok(())
        });
        self.answer(found)
    }

    fn is_shortcut(&self) -> bool {
        false
    }

    fn wins(&self, args: &Args, _watch: &Watch) -> Result<Answer<bool>, Error> {
        let wins = self.search.wins(&self.pos(args));
        self.answer(wins)
    }

    fn xor(&self, columns: &[Column<'_>], _watch: &Watch) -> Answer<Value> {
        let xor = lock(&self.search.integers).xor(self.kind, columns);
        xor.ok().map(|xor| Value::Finite(xor.into())).into()
    }

    fn prepare(&self, ranges: &[RangeInclusive<u64>]) -> Result<bool, Error> {
        let ends = |end: fn(&RangeInclusive<u64>) -> &u64| {
            ranges.iter().map(|range| i64::try_from(*end(range)).ok()).collect::<Option<Vec<_>>>()
        };
        let (Some(low), Some(high)) = (ends(RangeInclusive::start), ends(RangeInclusive::end)) else {
            return Ok(false);
        };
        if ranges.iter().any(RangeInclusive::is_empty) {
            return Ok(false);
        }
        match lock(&self.search.integers).prepare(self.kind, &low, &high) {
            Err(Miss::Error(error)) => Err(error),
            found => Ok(found.unwrap_or(false)),
        }
    }

    fn row(&self, outer: &[u64], row: &RangeInclusive<u64>) -> Vec<Option<u32>> {
        let first: Vec<i64> = outer.iter().chain([row.start()]).map(|&n| n as i64).collect();
        lock(&self.search.integers).row(self.kind, &first, row.end().saturating_sub(*row.start()) as usize + 1)
    }
}
