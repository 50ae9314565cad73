//! Kinds whose positions are integers: compiled, solved by memo search on packed positions or by a table.
//!
//! A table of a box is several times faster for each position than the search, but the box may hold far more positions
//! than play can reach. So the search goes first; a table is filled once the search has seen one in 64 of the box's
//! positions without coming to an end. All of this is counted, nothing is timed: the same questions take the same way
//! every time.
//!
//! What one question learnt serves the next: values and who wins lie in one memo, the search does not look into what a table
//! holds, and positions count towards a table whichever question they were seen for. A table is replaced only by one of twice its
//! size, made for all questions so far and as many again: all tables together cost about twice the last one.

mod asked;

use crate::compile::{Compiled, compile};
use crate::dense::{self, Dense};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::error::{Error, Miss};
use crate::game::{Pos, RuleGame};
use crate::limit::Limit;
use crate::meter::{Leash, Meter};
use crate::packed::{PackedGame, Word};
use crate::program::KindId;
use crate::recognise::UNPROMISED;
use crate::value::Val;
use asked::Asked;
use grundy::solve::Solver;
use grundy::theorem::Column;
use grundy::{Stop, Watch};
use hashbrown::HashMap;
use std::sync::Arc;

/// Positions that the search may always see before a table is thought of.
const FIRST: u64 = 4096;

/// The search sees one position of so many of the box before the box is filled.
const SHARE: u64 = 64;

/// Many questions that each end soon have seen one position of so many before the box is filled: they may well go on without.
const DENSE: u64 = 16;

/// The search grows by this factor before a table is thought of again where there was none, or none that helped.
const PATIENCE: u64 = 8;

/// What is asked about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ask {
    Value,
    /// Whether the value is not 0.
    Wins,
}

/// The kinds of a game that are compiled.
pub(crate) struct Integers {
    exact: Arc<RuleGame>,
    watch: Watch,
    /// Whether tables may be filled.
    tables: bool,
    leash: Leash,
    /// For each kind of the program: the solver that has it, nothing if none can.
    kinds: Vec<Option<Option<usize>>>,
    solvers: Vec<IntegerSolver>,
}

impl Integers {
    pub(crate) fn new(exact: Arc<RuleGame>, watch: Watch, tables: bool, leash: Leash) -> Integers {
        let kinds = vec![None; exact.loaded.program.kinds.len()];
        Integers { exact, watch, tables, leash, kinds, solvers: Vec::new() }
    }

    /// The solver for a kind, if its rules compile.
    fn solver(&mut self, kind: KindId) -> Option<&mut IntegerSolver> {
        if self.kinds[kind.index()].is_none() {
            let has = |solver: &IntegerSolver| solver.compiled.index(kind).is_some();
            let known = self.solvers.iter().position(has);
            self.kinds[kind.index()] = Some(known.or_else(|| {
                let compiled = Arc::new(compile(&self.exact, kind)?);
                let meter = self.exact.meter.leashed(&self.leash);
                self.solvers.push(IntegerSolver::new(&self.exact, compiled, &self.watch, self.tables, meter));
                Some(self.solvers.len() - 1)
            }));
        }
        self.kinds[kind.index()].flatten().map(|index| &mut self.solvers[index])
    }

    /// The Grundy value of a position.
    pub(crate) fn value(&mut self, pos: &Pos) -> Result<u64, Miss<Error>> {
        let args = integers(pos).ok_or(Miss::NotMine)?;
        self.solver(pos.kind).ok_or(Miss::NotMine)?.value(pos, &args)
    }

    /// Whether the player who moves wins a position.
    pub(crate) fn wins(&mut self, pos: &Pos) -> Result<bool, Miss<Error>> {
        let args = integers(pos).ok_or(Miss::NotMine)?;
        Ok(self.solver(pos.kind).ok_or(Miss::NotMine)?.find(pos, &args, Ask::Wins)? > 0)
    }

    /// The same by a search of so many more positions at most; nothing if these are too few.
    pub(crate) fn wins_within(&mut self, pos: &Pos, more: u64) -> Result<Option<bool>, Miss<Error>> {
        let args = integers(pos).ok_or(Miss::NotMine)?;
        let solver = self.solver(pos.kind).ok_or(Miss::NotMine)?;
        solver.most = solver.seen().saturating_add(more);
        let found = solver.find(pos, &args, Ask::Wins);
        solver.most = u64::MAX;
        match found {
            Err(Miss::Error(Error::Limit(Limit::Quick))) => Ok(None),
            found => Ok(Some(found? > 0)),
        }
    }

    /// Gets ready to be asked for all positions of a kind between two corners: by a table, if its box is not much larger.
    /// Whether there is one.
    pub(crate) fn prepare(&mut self, kind: KindId, low: &[i64], high: &[i64]) -> Result<bool, Miss<Error>> {
        let Some(solver) = self.solver(kind) else { return Ok(false) };
        let Some(index) = solver.compiled.index(kind) else { return Ok(false) };
        let sides = low.iter().zip(high).map(|(low, high)| high.abs_diff(*low).saturating_add(1));
        let asked = sides.fold(1, u64::saturating_mul);
        solver.tabulate(&[(index, high.to_vec()), (index, low.to_vec())], asked)
    }

    /// The values of positions of a kind along the last argument, as far as they are in a table.
    pub(crate) fn row(&mut self, kind: KindId, first: &[i64], len: usize) -> Vec<Option<u32>> {
        let row = self.solver(kind).and_then(|solver| {
            let index = solver.compiled.index(kind)?;
            Some(solver.table.as_ref()?.row(index, first, len))
        });
        row.unwrap_or_default()
    }

    /// The XOR of the values of many positions of a kind, given by the columns of their arguments; nothing if some are not for
    /// this.
    pub(crate) fn xor(&mut self, kind: KindId, columns: &[Column<'_>]) -> Result<u64, Miss<Error>> {
        let solver = self.solver(kind).ok_or(Miss::NotMine)?;
        let mut args = vec![0; columns.len()];
        if let [column] = columns {
            // The largest first: it asks for all smaller ones in one go.
            let most = [column.iter().max().unwrap_or(0)];
            solver.value(&pos(kind, &most), &most)?;
        }
        let mut xor = 0;
        let mut columns: Vec<_> = columns.iter().map(|column| column.iter()).collect();
        loop {
            for (arg, column) in args.iter_mut().zip(&mut columns) {
                match column.next() {
                    Some(n) => *arg = n,
                    None => return Ok(xor),
                }
            }
            if args.is_empty() {
                return Err(Miss::NotMine);
            }
            xor ^= match solver.tabulated_at(kind, &args) {
                Some(value) => value,
                None => solver.value(&pos(kind, &args), &args)?,
            };
        }
    }

    /// Whether there is a plan for a table that has this position.
    pub(crate) fn has_table(&mut self, kind: KindId, args: &[i64]) -> bool {
        let plan = self.solver(kind).and_then(|solver| {
            let index = solver.compiled.index(kind)?;
            solver.plan(&[(index, args.to_vec())]).ok()?
        });
        plan.is_some()
    }

    /// The method by which the value of a position was, or will be found.
    pub(crate) fn strategy(&mut self, pos: &Pos) -> &'static str {
        let in_table = integers(pos)
            .is_some_and(|args| self.solver(pos.kind).is_some_and(|solver| solver.tabulated(pos, &args).is_some()));
        if in_table { "dense table" } else { "memo search" }
    }
}

/// The search of a game with additions climbs for ever and never meets a position again.
fn unpromised(exact: &RuleGame, pos: &Pos) -> Error {
    let program = &exact.loaded.program;
    let message = "play can go on for ever, so there is no Grundy value";
    let rule = program.kinds[pos.kind].rules.first();
    let error = rule.map_or_else(|| Diagnostic::general(message), |rule| Diagnostic::new(rule.span, message));
    Error::Loopy(Diagnostics::one(program.source.clone(), error.label("by these rules").help(UNPROMISED)))
}

/// The arguments, if all are integers of 64 bits.
fn integers(pos: &Pos) -> Option<Vec<i64>> {
    let number = |arg: &Val| match arg {
        Val::Int(n) => i64::try_from(*n).ok(),
        _ => None,
    };
    pos.args.iter().map(number).collect()
}

/// The compiled kind of a position.
fn kind(compiled: &Compiled, pos: &Pos) -> Result<usize, Miss<Error>> {
    compiled.index(pos.kind).ok_or(Miss::NotMine)
}

fn pos(kind: KindId, args: &[i64]) -> Pos {
    Pos { kind, args: args.iter().map(|&n| Val::Int(i128::from(n))).collect() }
}

/// Solves one kind and all that its options lead to.
struct IntegerSolver {
    exact: Arc<RuleGame>,
    compiled: Arc<Compiled>,
    watch: Watch,
    tables: bool,
    meter: Meter,
    narrow: Option<Solver<PackedGame<u64>>>,
    /// Made when a position is first too wide for the other.
    wide: Option<Option<Solver<PackedGame<u128>>>>,
    table: Option<Arc<Dense>>,
    /// What was asked about each compiled kind and was not in a table.
    asked: HashMap<usize, Asked>,
    /// A table is thought of when the searches have seen so many positions.
    think_at: u64,
    /// Positions that the searches may see.
    most: u64,
}

impl IntegerSolver {
    fn new(exact: &Arc<RuleGame>, compiled: Arc<Compiled>, watch: &Watch, tables: bool, meter: Meter) -> IntegerSolver {
        IntegerSolver {
            exact: exact.clone(),
            narrow: packed(exact, &compiled, watch, &meter),
            wide: None,
            compiled,
            watch: watch.clone(),
            tables,
            meter,
            table: None,
            asked: HashMap::new(),
            think_at: FIRST,
            most: u64::MAX,
        }
    }

    fn tabulated(&self, pos: &Pos, args: &[i64]) -> Option<u64> {
        self.tabulated_at(pos.kind, args)
    }

    fn tabulated_at(&self, kind: KindId, args: &[i64]) -> Option<u64> {
        self.table.as_ref()?.value(self.compiled.index(kind)?, args)
    }

    fn value(&mut self, pos: &Pos, args: &[i64]) -> Result<u64, Miss<Error>> {
        self.find(pos, args, Ask::Value)
    }

    /// The value, or a number that is 0 if and only if the value is.
    fn find(&mut self, pos: &Pos, args: &[i64], ask: Ask) -> Result<u64, Miss<Error>> {
        if let Some(value) = self.tabulated(pos, args) {
            return Ok(value);
        }
        self.asked.entry(kind(&self.compiled, pos)?).or_insert_with(|| Asked::new(args)).include(args);
        let before = self.seen();
        let mut alone = before.saturating_add(FIRST);
        // A search that is cut short begins anew, with its whole path: it is cut only where that may be worth it.
        let mut in_vain = false;
        loop {
            let most = if in_vain { self.most } else { alone.min(self.think_at).min(self.most) };
            match self.search(pos, ask, most) {
                Err(Miss::Error(Error::Limit(Limit::Stop(Stop::Positions { .. }))))
                    if most < self.watch.limits().positions =>
                {
                    if self.seen() >= self.most {
                        return Err(Miss::Error(Error::Limit(Limit::Quick)));
                    }
                    if self.exact.needs_promise(pos.kind) {
                        self.check_promise(pos, before)?;
                    } else {
                        match self.think_of_table(pos, args, alone)? {
                            Some(again) => alone = alone.max(again),
                            None => in_vain = true,
                        }
                    }
                    if let Some(value) = self.tabulated(pos, args) {
                        return Ok(value);
                    }
                }
                found => return found,
            }
        }
    }

    /// Positions that the searches have seen.
    fn seen(&self) -> u64 {
        self.narrow.as_ref().map_or(0, Solver::kept) + self.wide.iter().flatten().map(Solver::kept).sum::<u64>()
    }

    /// Gives the search of a position up that climbs. Others may have ended, and many: only what this one has seen counts.
    fn check_promise(&mut self, pos: &Pos, before: u64) -> Result<(), Miss<Error>> {
        let seen = self.seen();
        self.think_at = seen.saturating_add(FIRST);
        if seen - before < FIRST { Ok(()) } else { Err(Miss::Error(unpromised(&self.exact, pos))) }
    }

    /// Fills a table, if the searches have seen enough of its box: this question alone, beyond `alone`, or all questions together.
    /// How many positions the searches may have seen when a table is thought of again; nothing if that is of no use until something else
    /// is asked: the plan depends on what was asked, not on what was seen.
    fn think_of_table(&mut self, pos: &Pos, args: &[i64], alone: u64) -> Result<Option<u64>, Miss<Error>> {
        let seen = self.seen();
        let (share, has) =
            (if seen > alone { SHARE } else { DENSE }, self.table.as_ref().map_or(0, |table| table.len()));
        let (again, in_vain) = match self.plan_for_all(kind(&self.compiled, pos)?, args)? {
            None => (seen.saturating_mul(PATIENCE), true),
            Some(plan) if plan.cells / share > seen + has => (plan.cells / share - has, false),
            // The search begins anew each time: more than a few positions must lie between two thoughts.
            Some(plan) if plan.cells < has.saturating_mul(2) => (seen.saturating_mul(2) + plan.cells / SHARE, true),
            Some(plan) => {
                self.fill(&plan)?;
                let helps = self.tabulated(pos, args).is_some();
                (if helps { seen + plan.cells / SHARE } else { seen.saturating_mul(PATIENCE) }, !helps)
            }
        };
        self.think_at = again.max(seen + FIRST);
        Ok(if in_vain { None } else { Some(self.think_at) })
    }

    /// A plan for a table that holds all questions about a kind so far and many that may follow; else one for this question.
    fn plan_for_all(&mut self, kind: usize, args: &[i64]) -> Result<Option<dense::Plan>, Miss<Error>> {
        let corners = self.asked.get_mut(&kind).and_then(Asked::grown);
        if let Some([high, low]) = corners
            && let Some(plan) = self.plan(&[(kind, high), (kind, args.to_vec()), (kind, low)])?
        {
            return Ok(Some(plan));
        }
        self.plan(&[(kind, args.to_vec())])
    }

    fn fill(&mut self, plan: &dense::Plan) -> Result<(), Miss<Error>> {
        let table = Arc::new(Dense::fill(&self.compiled, plan, &self.watch, &mut self.meter)?);
        self.narrow.iter().for_each(|solver| solver.game().set_table(table.clone()));
        self.wide.iter().flatten().for_each(|solver| solver.game().set_table(table.clone()));
        self.table = Some(table);
        Ok(())
    }

    fn plan(&mut self, wanted: &[(usize, Vec<i64>)]) -> Result<Option<dense::Plan>, Miss<Error>> {
        if !self.tables {
            return Ok(None);
        }
        Ok(dense::plan(&self.compiled, wanted, &self.watch, &mut self.meter)?)
    }

    /// Fills a table for these positions, if there is a plan for it and enough of its box is asked for.
    fn tabulate(&mut self, wanted: &[(usize, Vec<i64>)], asked: u64) -> Result<bool, Miss<Error>> {
        let holds = |table: &Arc<Dense>| wanted.iter().all(|(kind, args)| table.value(*kind, args).is_some());
        if self.table.as_ref().is_some_and(holds) {
            return Ok(true);
        }
        let plan = self.plan(wanted)?.filter(|plan| plan.cells / SHARE <= asked.max(FIRST));
        let Some(plan) = plan else { return Ok(false) };
        self.fill(&plan)?;
        Ok(true)
    }

    /// The search in wide words, unless positions have too many arguments for these too.
    fn wide(&mut self) -> &mut Option<Solver<PackedGame<u128>>> {
        let IntegerSolver { exact, compiled, watch, meter, table, .. } = self;
        self.wide.get_or_insert_with(|| {
            let solver = packed(exact, compiled, watch, meter);
            let games = solver.iter().map(Solver::game).zip(table.as_ref());
            games.for_each(|(game, table)| game.set_table(table.clone()));
            solver
        })
    }

    /// Memo search, in narrow words as long as positions fit.
    fn search(&mut self, pos: &Pos, ask: Ask, most: u64) -> Result<u64, Miss<Error>> {
        let watch = self.watch.clone().with_positions(most.min(self.watch.limits().positions));
        match by_words(&mut self.narrow, (pos, ask), &watch) {
            Err(Miss::NotMine) => by_words(self.wide(), (pos, ask), &watch),
            found => found,
        }
    }
}

fn packed<W: Word>(
    exact: &Arc<RuleGame>,
    compiled: &Arc<Compiled>,
    watch: &Watch,
    meter: &Meter,
) -> Option<Solver<PackedGame<W>>> {
    let game = PackedGame::new(exact.clone(), compiled.clone(), meter.clone())?;
    Some(Solver::with_watch(game, watch.clone()))
}

fn by_words<W: Word>(
    solver: &mut Option<Solver<PackedGame<W>>>,
    (pos, ask): (&Pos, Ask),
    watch: &Watch,
) -> Result<u64, Miss<Error>> {
    let Some(solver) = solver else { return Err(Miss::NotMine) };
    let word = solver.game().pack(pos).ok_or(Miss::NotMine)?;
    solver.set_watch(watch.clone());
    let result = match ask {
        Ask::Value => solver.value(&word),
        Ask::Wins => solver.wins(&word).map(u64::from),
    };
    let game = solver.game();
    result.map_err(|error| match error.into_game() {
        Ok(miss) => miss,
        Err(other) => Miss::Error(game.exact().unsolved(other.map(|word| game.unpack(word)))),
    })
}
