//! The plain definition: a table or a search over positions of integers, else a search over any positions.
//!
//! Where patterns can be looked for, the search is asked twice: first on a [leash](Leash), as long as it is quick, and again if no
//! pattern answers. What it has learnt by then it still knows. The leash counts steps and positions, so that the same questions
//! take the same way every time.

use super::chain;
use super::listed::listed;
use super::{Answer, Args, Method, Wanted};
use crate::error::{Error, Miss};
use crate::eval::evaluator::Part;
use crate::game::{Pos, RuleGame, Shared};
use crate::integer::Integers;
use crate::limit::Limit;
use crate::lock::lock;
use crate::meter::Leash;
use crate::packing::Lists;
use crate::program::KindId;
use crate::value::Val;
use crate::vectors::Vectors;
use grundy::solve::{self, Solver};
use grundy::theorem::{Column, Found};
use grundy::{Stop, Value, Watch};
use hashbrown::HashSet;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What one question to a quick search may use: steps of the evaluator, and positions of a search over any positions. What is beyond
/// a search by its numbers alone is given up sooner: within about a second, which is less than it takes to look for a pattern.
const QUICK: Quick = Quick { steps: 1 << 30, positions: 1 << 22, shared: false };
const BEYOND: Quick = Quick { steps: 1 << 27, positions: 1 << 20, shared: false };

/// What the search for a value may use where a theorem tells who wins: some seconds. Half of the time is left to the theorem.
const ATTEMPT: Quick = Quick { steps: 1 << 28, positions: 1 << 21, shared: true };

/// Positions of which it is kept that the search for their value was given up.
const MOST_GIVEN_UP: usize = 1 << 16;

/// What a glance may use: about what to choose a method takes.
const GLANCE: Quick = Quick { steps: 1 << 16, positions: 1 << 9, shared: false };

/// There are so many positions below one that is glanced at, at most, by its numbers.
const FEW: u128 = 1 << 12;

#[derive(Debug, Clone, Copy)]
struct Quick {
    steps: u64,
    positions: u64,
    /// Half of the time that is left is for others, and no limit is an error.
    shared: bool,
}

/// Whether there may be more positions below one than a search may see, by its numbers alone.
pub(crate) fn is_beyond(args: &[Val], watch: &Watch) -> bool {
    rooms(args) > watch.limits().positions.into()
}

/// How many positions there are whose numbers are not larger.
pub(super) fn rooms(args: &[Val]) -> u128 {
    args.iter().map(room).fold(1, u128::saturating_mul)
}

/// How many values there are up to this one.
fn room(value: &Val) -> u128 {
    match value {
        Val::Int(n) => n.unsigned_abs().saturating_add(1),
        Val::Huge(_) => u128::MAX,
        Val::List(list) => list.items().iter().map(room).fold(1, u128::saturating_mul),
        Val::Bool(_) | Val::Text(_) => 1,
    }
}

/// A question to a search that is for some positions.
type Question<'a, T> = &'a dyn Fn() -> Result<T, Miss<Error>>;

/// What searches of one game have learnt, for all its kinds.
pub(crate) struct Search {
    pub(super) game: Arc<RuleGame>,
    watch: Watch,
    leash: Leash,
    /// Held while a question is answered: the leash is for one question at a time.
    turn: Mutex<()>,
    integers: Mutex<Integers>,
    vectors: Mutex<Vectors>,
    lists: Mutex<Lists>,
    solver: Mutex<Solver<Shared>>,
    /// Positions with a known outcome of which the value was not found within [`ATTEMPT`].
    given_up: Mutex<HashSet<Pos>>,
}

impl Search {
    /// A search over the positions of a game; `tables` says whether tables may be filled.
    pub(crate) fn new(game: Arc<RuleGame>, watch: &Watch, tables: bool) -> Search {
        let leash = Leash::default();
        Search {
            watch: watch.clone(),
            integers: Mutex::new(Integers::new(game.clone(), watch.clone(), tables, leash.clone())),
            vectors: Mutex::new(Vectors::new(game.clone(), watch.clone(), tables, leash.clone())),
            lists: Mutex::new(Lists::new(game.clone(), watch.clone(), tables, leash.clone())),
            leash,
            turn: Mutex::default(),
            given_up: Mutex::default(),
            solver: Mutex::new(Solver::with_watch(Shared(game.clone()), watch.clone())),
            game,
        }
    }

    pub(super) fn watch(&self) -> &Watch {
        &self.watch
    }

    /// The answer to one question; nothing if it is to be quick and is not.
    fn ask<T>(&self, quick: Option<Quick>, question: impl FnOnce() -> Result<T, Error>) -> Result<Option<T>, Error> {
        let _turn = lock(&self.turn);
        self.hold(quick);
        let answer = question();
        self.hold(None);
        let most = self.watch.limits().positions;
        match answer {
            Err(Error::Limit(Limit::Quick)) => Ok(None),
            Err(Error::Limit(Limit::Stop(Stop::Positions { limit, .. }))) if quick.is_some() && limit < most => {
                Ok(None)
            }
            Err(Error::Limit(limit)) if quick.is_some_and(|quick| quick.shared) && !limit.is_cancelled() => Ok(None),
            answer => answer.map(Some),
        }
    }

    /// The value of a position, if it is found without much ado.
    fn attempt(&self, pos: &Pos) -> Result<Option<u64>, Error> {
        if lock(&self.given_up).contains(pos) {
            return Ok(None);
        }
        let found = self.ask(Some(ATTEMPT), || self.value(pos))?;
        if found.is_none() {
            let mut given_up = lock(&self.given_up);
            if given_up.len() >= MOST_GIVEN_UP {
                given_up.clear();
            }
            given_up.insert(pos.clone());
        }
        Ok(found)
    }

    /// The value of a position of few others, or for `wins` a number that is 0 where it is lost; nothing if it takes long or something is
    /// unusual. What was learnt on the way stays known.
    pub(crate) fn glance(&self, pos: &Pos, wins: bool) -> Option<u64> {
        if rooms(&pos.args) > FEW {
            return None;
        }
        let found = self.ask(Some(GLANCE), || if wins { self.wins(pos).map(u64::from) } else { self.value(pos) });
        found.ok().flatten()
    }

    fn hold(&self, quick: Option<Quick>) {
        self.leash.set(quick.map_or(u64::MAX, |quick| quick.steps));
        let leaves = quick.filter(|quick| quick.shared).map_or(Duration::ZERO, |_| self.watch.left() / 2);
        self.leash.leave(leaves);
        let mut solver = lock(&self.solver);
        let more = quick.map_or(u64::MAX, |quick| quick.positions);
        let positions = solver.kept().saturating_add(more).min(self.watch.limits().positions);
        let time = self.watch.limits().time.saturating_sub(leaves);
        solver.set_watch(self.watch.clone().with_positions(positions).with_time(time));
    }

    pub(super) fn value(&self, pos: &Pos) -> Result<u64, Error> {
        let quick: [Question<'_, u64>; 3] =
            [&|| lock(&self.integers).value(pos), &|| lock(&self.vectors).value(pos), &|| lock(&self.lists).value(pos)];
        self.find(quick, &|| lock(&self.solver).value(pos))
    }

    /// What the first searches that are for the position find, else the search for any.
    fn find<T>(
        &self,
        quick: [Question<'_, T>; 3],
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
        if self.game.has_runs() {
            return Ok(self.value(pos)? != 0);
        }
        let quick: [Question<'_, bool>; 3] =
            [&|| lock(&self.integers).wins(pos), &|| lock(&self.vectors).wins(pos), &|| lock(&self.lists).wins(pos)];
        self.find(quick, &|| lock(&self.solver).wins(pos))
    }
}

/// The search for the positions of one kind.
pub(super) struct BySearch {
    pub(super) search: Arc<Search>,
    pub(super) kind: KindId,
    /// A rule of the kind has a range without an end, and a method after this one says what that means.
    pub(super) unbounded: bool,
    /// It is asked only as long as it is quick: other methods follow.
    pub(super) quick: Option<Arc<AtomicBool>>,
}

impl BySearch {
    fn pos(&self, args: &Args) -> Pos {
        Pos { kind: self.kind, args: args.clone() }
    }

    /// The search of a kind, as long as it is quick.
    pub(super) fn quick(search: &Arc<Search>, kind: KindId) -> BySearch {
        BySearch { search: search.clone(), kind, unbounded: false, quick: Some(Arc::new(AtomicBool::new(true))) }
    }

    /// Asks the search; a quick one that was not quick once is not asked again. Infinitely many options cannot be searched: that is
    /// for the method after this one.
    fn ask<T>(&self, args: &[Val], question: impl FnOnce() -> Result<T, Error>) -> Result<Answer<T>, Error> {
        if self.is_tired() {
            return Ok(Answer::NotMine);
        }
        let limit = if is_beyond(args, &self.search.watch) { BEYOND } else { QUICK };
        match self.search.ask(self.quick.is_some().then_some(limit), question) {
            Err(Error::Bad(_)) if self.unbounded => Ok(Answer::NotMine),
            Ok(None) => {
                self.quick.iter().for_each(|quick| quick.store(false, Ordering::Relaxed));
                Ok(Answer::NotMine)
            }
            found => Ok(found?.into()),
        }
    }

    /// Refuses what no search can reach; a quick one is cut short by its leash.
    fn within_reach(&self, args: &Args) -> Result<(), Error> {
        let Search { game, watch, .. } = &*self.search;
        let long = self.quick.is_none() && !self.unbounded && is_beyond(args, watch);
        match long.then(|| chain::too_long(game, &self.pos(args), watch)).flatten() {
            Some(limit) => Err(Error::Limit(limit)),
            None => Ok(()),
        }
    }

    fn is_tired(&self) -> bool {
        self.quick.as_ref().is_some_and(|quick| !quick.load(Ordering::Relaxed))
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
        if args.iter().any(Val::has_huge) {
            return Ok(Answer::NotMine);
        }
        self.within_reach(args)?;
        Ok(self.ask(args, || self.search.value(&self.pos(args)))?.map(|value| Value::Finite(value.into())))
    }

    fn attempt(&self, args: &Args, watch: &Watch) -> Result<Answer<Value>, Error> {
        if self.quick.is_some() {
            return self.value(args, watch);
        }
        if self.unbounded || args.iter().any(Val::has_huge) || is_beyond(args, &self.search.watch) {
            return Ok(Answer::NotMine);
        }
        Ok(self.search.attempt(&self.pos(args))?.map(|value| Value::Finite(value.into())).into())
    }

    fn attempt_is(&self, args: &Args, value: &Value, watch: &Watch) -> Result<Answer<bool>, Error> {
        Ok(self.attempt(args, watch)?.map(|known| known == *value))
    }

    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error> {
        if self.is_tired() || args.iter().any(Val::has_huge) {
            return Ok(Answer::NotMine);
        }
        let pos = self.pos(args);
        let found = listed(wanted, |visit| {
            let _ = self.search.game.options(&pos, &mut |parts| visit(parts))?;
            Ok(())
        });
        match found {
            Err(Error::Bad(_)) if self.unbounded => Ok(Answer::NotMine),
            found => found.map(Answer::Known),
        }
    }

    fn is_shortcut(&self) -> bool {
        false
    }

    fn wins(&self, args: &Args, _watch: &Watch) -> Result<Answer<bool>, Error> {
        if args.iter().any(Val::has_huge) {
            return Ok(Answer::NotMine);
        }
        self.within_reach(args)?;
        self.ask(args, || self.search.wins(&self.pos(args)))
    }

    fn xor(&self, columns: &[Column<'_>], _watch: &Watch) -> Answer<Value> {
        // The largest numbers say how long it may take.
        let most = columns.iter().map(|column| Val::Int(column.iter().max().unwrap_or(0).into()));
        let xor = self.ask(&most.collect::<Vec<Val>>(), || match lock(&self.search.integers).xor(self.kind, columns) {
            Err(Miss::Error(error)) => Err(error),
            found => Ok(found.ok()),
        });
        match xor {
            Ok(Answer::Known(Some(xor))) => Answer::Known(Value::Finite(xor.into())),
            _ => Answer::NotMine,
        }
    }

    fn prepare(&self, ranges: &[RangeInclusive<u64>], _watch: &Watch) -> Result<bool, Error> {
        let ends = |end: fn(&RangeInclusive<u64>) -> &u64| {
            ranges.iter().map(|range| i64::try_from(*end(range)).ok()).collect::<Option<Vec<_>>>()
        };
        let (Some(low), Some(high)) = (ends(RangeInclusive::start), ends(RangeInclusive::end)) else {
            return Ok(false);
        };
        if ranges.iter().any(RangeInclusive::is_empty) {
            return Ok(false);
        }
        let ready = self.ask(&[], || match lock(&self.search.integers).prepare(self.kind, &low, &high) {
            Err(Miss::Error(error)) => Err(error),
            found => Ok(found.unwrap_or(false)),
        });
        Ok(ready? == Answer::Known(true))
    }

    fn row(&self, outer: &[u64], row: &RangeInclusive<u64>) -> Vec<Option<u32>> {
        let first: Vec<i64> = outer.iter().chain([row.start()]).map(|&n| n as i64).collect();
        lock(&self.search.integers).row(self.kind, &first, row.end().saturating_sub(*row.start()) as usize + 1)
    }
}
