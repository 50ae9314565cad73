//! A rule file with its params and data as a game for the solvers.

use crate::compile::{self, Facts, Scope};
use crate::diagnostic::Diagnostics;
use crate::error::Error;
use crate::eval::code::{CodeId, Stretch};
use crate::eval::evaluator::{Evaluator, Fail, Host, Part};
use crate::eval::seek::{Seek, Target};
use crate::eval::shown::shown;
use crate::limit::Limit;
use crate::loaded::Loaded;
use crate::lock::lock;
use crate::meter::{Meter, VALUE};
use crate::program::{Comprehension, Expr, Kind, KindId, Program};
use crate::recognise::{
    Exchanges, Given, Parity, ProofBudget, Recognised, are_natural, constant, ends, exchanges, factors, grid,
    needs_promise, parity, recognise,
};
use crate::value::Val;
use grundy::Game;
use grundy::game::Listed;
use hashbrown::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// A position: a kind and its arguments.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Pos {
    pub(crate) kind: KindId,
    pub(crate) args: Arc<[Val]>,
}

impl fmt::Debug for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{:?}", self.kind.index(), self.args)
    }
}

/// Calls inside each other in which lists are worked out at once: such calls use the call stack.
const MOST_NESTED: usize = 2;

/// Rules with values for their params and data.
pub(crate) struct RuleGame {
    pub(crate) loaded: Arc<Loaded>,
    pub(crate) globals: Vec<Option<Val>>,
    pub(crate) meter: Meter,
    /// Machines at rest: as many as there were threads at once, each with what its helpers remember.
    machines: Mutex<Vec<Evaluator>>,
    /// What helpers without arguments give, as far as it was asked for; nothing if they fail.
    helpers: Mutex<HashMap<usize, Option<Val>>>,
    /// Calls of helpers under way: a list that is worked out at once calls helpers, whose lists may do so again.
    nested: AtomicUsize,
    /// For each kind whether play is proved to end, once that was asked for.
    ends: Vec<OnceLock<bool>>,
    /// For each kind whether only a promise would give it its theorem, once that was asked for.
    promises: Vec<OnceLock<bool>>,
}

/// Hands each option to a closure.
struct Each<'a>(&'a mut dyn FnMut(&mut Vec<Part>) -> ControlFlow<()>);

impl Host for Each<'_> {
    fn option(&mut self, parts: &mut Vec<Part>) -> ControlFlow<()> {
        (self.0)(parts)
    }
}

/// Hands options to a closure, with only the first turns of ranges without an end.
struct First<'a> {
    visit: &'a mut dyn FnMut(&mut Vec<Part>) -> ControlFlow<()>,
    turns: u64,
    /// Whether such a range was met.
    cut: bool,
}

impl Host for First<'_> {
    fn option(&mut self, parts: &mut Vec<Part>) -> ControlFlow<()> {
        (self.visit)(parts)
    }

    fn turns(&mut self) -> Option<u64> {
        self.cut = true;
        Some(self.turns)
    }
}

/// Works long lists over clauses out at once.
struct Lists<'a> {
    game: &'a RuleGame,
    /// Whether there is something long.
    long: bool,
}

impl Host for Lists<'_> {
    fn list(
        &mut self,
        _index: usize,
        list: &Comprehension,
        globals: &[Option<Val>],
        _helpers: &dyn Fn(usize) -> Option<Val>,
    ) -> Option<Val> {
        self.long.then(|| compile::list(self.game, globals, list, Scope::Game)).flatten()
    }
}

impl RuleGame {
    pub(crate) fn new(loaded: Arc<Loaded>, globals: Vec<Option<Val>>, meter: Meter) -> RuleGame {
        let not_asked = || loaded.program.kinds.iter().map(|_| OnceLock::new()).collect();
        let (ends, promises) = (not_asked(), not_asked());
        RuleGame {
            loaded,
            globals,
            meter,
            machines: Mutex::default(),
            helpers: Mutex::default(),
            nested: AtomicUsize::new(0),
            ends,
            promises,
        }
    }

    /// Calls `visit` with each option, in the order of the rules and their clauses.
    pub(crate) fn options(
        &self,
        pos: &Pos,
        visit: &mut dyn FnMut(&mut Vec<Part>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        self.options_by(&self.loaded.rules, pos, visit)
    }

    fn options_by(
        &self,
        rules: &[Vec<CodeId>],
        pos: &Pos,
        visit: &mut dyn FnMut(&mut Vec<Part>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        let rules = &rules[pos.kind.index()];
        self.with_machine(|machine| self.run_rules(machine, rules, pos, &mut Each(visit)))
    }

    /// Like [`RuleGame::options`], with at most so many steps of the evaluator. Whether that was enough to list all.
    pub(crate) fn options_within(
        &self,
        pos: &Pos,
        steps: u64,
        visit: &mut dyn FnMut(&mut Vec<Part>) -> ControlFlow<()>,
    ) -> Result<bool, Error> {
        let rules = &self.loaded.rules[pos.kind.index()];
        let mut machine = Evaluator::new(self.meter.with_steps(steps));
        match self.run_rules(&mut machine, rules, pos, &mut Each(visit)) {
            Ok(_) => Ok(true),
            Err(Error::Limit(Limit::Steps { limit })) if limit == steps => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Like [`RuleGame::options`], with at most so many turns of each range without an end. Whether one was cut short.
    pub(crate) fn first_options(
        &self,
        pos: &Pos,
        turns: u64,
        visit: &mut dyn FnMut(&mut Vec<Part>) -> ControlFlow<()>,
    ) -> Result<bool, Error> {
        let rules = &self.loaded.rules[pos.kind.index()];
        let mut host = First { visit, turns, cut: false };
        let _ = self.with_machine(|machine| self.run_rules(machine, rules, pos, &mut host))?;
        Ok(host.cut)
    }

    /// The option that leaves exactly these positions, if there is one, found without listing all.
    pub(crate) fn option(&self, pos: &Pos, wanted: &[Part]) -> Result<Option<Vec<Part>>, Error> {
        self.seek(pos, &Target::exactly(wanted))
    }

    /// How many turns of the rules leave exactly these positions, found without listing all.
    pub(crate) fn option_times(&self, pos: &Pos, wanted: &[Part]) -> Result<u64, Error> {
        let (kind, target) = (pos.kind, Target::exactly(wanted));
        let mut times = 0;
        for (rule, &code) in self.loaded.program.kinds[kind].rules.iter().zip(&self.loaded.rules[kind.index()]) {
            let mut seek = Seek::new(rule, &self.globals, &target).all();
            let _ = self.with_machine(|machine| self.run_rules(machine, &[code], pos, &mut seek))?;
            times += seek.times;
        }
        Ok(times)
    }

    /// An option that leaves these positions, each in an odd or an even number of copies like here, if one is found without
    /// listing all.
    pub(crate) fn option_alike(&self, pos: &Pos, wanted: &[Part]) -> Result<Option<Vec<Part>>, Error> {
        self.seek(pos, &Target::alike(wanted))
    }

    /// An option that leaves one position of the same kind with a given argument, if there is one, found without listing all.
    pub(crate) fn option_with_argument(
        &self,
        pos: &Pos,
        argument: usize,
        value: &Val,
    ) -> Result<Option<Vec<Part>>, Error> {
        self.seek(pos, &Target::Argument { kind: pos.kind, argument, value })
    }

    fn seek(&self, pos: &Pos, target: &Target<'_>) -> Result<Option<Vec<Part>>, Error> {
        let kind = pos.kind;
        for (rule, &code) in self.loaded.program.kinds[kind].rules.iter().zip(&self.loaded.rules[kind.index()]) {
            let mut seek = Seek::new(rule, &self.globals, target);
            let _ = self.with_machine(|machine| self.run_rules(machine, &[code], pos, &mut seek))?;
            if seek.found.is_some() {
                return Ok(seek.found);
            }
        }
        Ok(None)
    }

    fn with_machine<T>(&self, run: impl FnOnce(&mut Evaluator) -> T) -> T {
        let resting = lock(&self.machines).pop();
        let mut machine = resting.unwrap_or_else(|| Evaluator::new(self.meter.clone()));
        let result = run(&mut machine);
        lock(&self.machines).push(machine);
        result
    }

    /// The theorem that the rules of a kind fall under.
    pub(crate) fn recognise(&self, kind: KindId) -> Option<Recognised> {
        recognise(self.given(&|helper| self.constant(helper), &ProofBudget::default()), kind)
    }

    /// The factors of a kind that is a product of games of one number.
    pub(crate) fn factors(&self, kind: KindId) -> Option<Vec<Kind>> {
        factors(self.given(&|helper| self.constant(helper), &ProofBudget::default()), kind)
    }

    /// The parity of the number of moves of a kind, if it is fixed.
    pub(crate) fn parity(&self, kind: KindId) -> Option<Parity> {
        parity(self.given(&|helper| self.constant(helper), &ProofBudget::default()), kind)
    }

    /// The value of an expression in which there is no name of a rule.
    pub(crate) fn known(&self, expr: &Expr) -> Option<Val> {
        let (helper, budget) = (|helper| self.constant(helper), ProofBudget::default());
        constant(self.given(&helper, &budget), expr)
    }

    /// The moves of a kind of one list as exchanges of its elements.
    pub(crate) fn exchanges(&self, kind: KindId) -> Option<Exchanges> {
        exchanges(self.given(&|helper| self.constant(helper), &ProofBudget::default()), kind)
    }

    /// The theorem that the rules of a kind fall under for these values of arguments that no move changes.
    pub(crate) fn recognise_with(&self, kind: KindId, fixed: &[(usize, Val)]) -> Option<Recognised> {
        let (helper, budget) = (|helper| self.constant(helper), ProofBudget::default());
        recognise(Given { fixed, ..self.given(&helper, &budget) }, kind)
    }

    /// An order of the arguments of a kind in which options come first, if one is proved.
    pub(crate) fn grid_order(&self, kind: KindId) -> Option<Vec<grid::Axis>> {
        grid::order(self.given(&|helper| self.constant(helper), &ProofBudget::default()), kind)
    }

    /// The vectors that all moves of a kind go back along, if that is proved.
    pub(crate) fn grid_vectors(&self, kind: KindId) -> Option<grid::Vectors> {
        grid::vectors(self.given(&|helper| self.constant(helper), &ProofBudget::default()), kind)
    }

    /// Whether only the line `finite` would give a kind its theorem.
    pub(crate) fn needs_promise(&self, kind: KindId) -> bool {
        let asked = || needs_promise(self.given(&|helper| self.constant(helper), &ProofBudget::default()), kind);
        *self.promises[kind.index()].get_or_init(asked)
    }

    /// Whether play from a position is known to end.
    pub(crate) fn pos_ends(&self, kind: KindId, args: &[Val]) -> bool {
        let kind = self.run(kind).map_or(kind, |run| run.kind);
        self.loaded.program.finite || are_natural(args) && self.kind_ends(kind)
    }

    /// Whether sums over a range are positions of a search by values.
    pub(crate) fn has_runs(&self) -> bool {
        !self.loaded.unit.runs.is_empty()
    }

    /// What the parts of a run have in common, if this is the kind of one: these are numbered behind the kinds of the program.
    fn run(&self, kind: KindId) -> Option<Stretch> {
        self.loaded.unit.runs.get(kind.index().checked_sub(self.loaded.program.kinds.len())?).copied()
    }

    /// A run in two: all of its parts but the last, and the last.
    fn parts_of_run(&self, pos: &Pos, run: Stretch) -> Option<[Pos; 2]> {
        let (others, ends) = pos.args.split_at_checked(run.others)?;
        let [Val::Int(low), Val::Int(high)] = *ends else { return None };
        let one = |value: i128| {
            let mut args = others.to_vec();
            args.insert(run.place, Val::Int(value));
            Pos { kind: run.kind, args: args.into() }
        };
        let but_last = if low + 1 == high {
            one(low)
        } else {
            Pos { kind: pos.kind, args: others.iter().cloned().chain([Val::Int(low), Val::Int(high - 1)]).collect() }
        };
        Some([but_last, one(high)])
    }

    /// The moves by these rules, each as the positions that it leaves.
    fn moves_by(
        &self,
        rules: &[Vec<CodeId>],
        position: &Pos,
        visit: &mut impl FnMut(&[Pos]) -> ControlFlow<()>,
    ) -> Listed<Error> {
        let mut parts = Vec::new();
        self.options_by(rules, position, &mut |option| {
            parts.clear();
            for part in option.drain(..) {
                let times = self.times(&part);
                parts.extend(std::iter::repeat_n(Pos { kind: part.kind, args: part.args }, times));
            }
            visit(&parts)
        })
    }

    /// How often a part with so many copies must be looked at under normal play: an even number of them cancels, unseen where
    /// play ends, else if they have a value.
    pub(crate) fn times(&self, part: &Part) -> usize {
        match part.copies % 2 {
            1 => 1,
            _ if self.pos_ends(part.kind, &part.args) => 0,
            _ => 2,
        }
    }

    fn given<'a>(&'a self, helper: &'a dyn Fn(usize) -> Option<Val>, budget: &'a ProofBudget) -> Given<'a> {
        Given { program: &self.loaded.program, globals: &self.globals, helper, budget, fixed: &[] }
    }

    fn run_rules(
        &self,
        machine: &mut Evaluator,
        rules: &[CodeId],
        pos: &Pos,
        host: &mut dyn Host,
    ) -> Result<ControlFlow<()>, Error> {
        for &rule in rules {
            match machine.run(&self.loaded.unit, rule, &pos.args, &self.globals, host) {
                Ok(ControlFlow::Continue(_)) => {}
                Ok(ControlFlow::Break(())) => return Ok(ControlFlow::Break(())),
                Err(fail) => return Err(self.error(fail, pos)),
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn error(&self, fail: Fail, pos: &Pos) -> Error {
        let name = &self.loaded.program.kinds[pos.kind].name;
        placed(fail, &self.loaded, Some(format!("in the options of `{}`", shown(name, &pos.args))))
    }
}

impl Facts for RuleGame {
    fn program(&self) -> &Program {
        &self.loaded.program
    }

    fn globals(&self) -> &[Option<Val>] {
        &self.globals
    }

    fn meter(&self) -> &Meter {
        &self.meter
    }

    /// What a helper without arguments gives, unless it fails.
    fn constant(&self, helper: usize) -> Option<Val> {
        if let Some(known) = lock(&self.helpers).get(&helper) {
            return known.clone();
        }
        let value = (self.loaded.program.lets[helper].arity == 0).then(|| self.call(helper, &[])).flatten();
        lock(&self.helpers).insert(helper, value.clone());
        value
    }

    /// What a helper gives for these arguments, unless it fails. It remembers, as helpers do.
    fn call(&self, helper: usize, args: &[Val]) -> Option<Val> {
        let code = self.loaded.calls[helper];
        let nested = self.nested.fetch_add(1, Ordering::Relaxed);
        let long = nested < MOST_NESTED && self.globals.iter().flatten().any(Val::is_long);
        let mut host = Lists { game: self, long };
        let run = |machine: &mut Evaluator| machine.run(&self.loaded.unit, code, args, &self.globals, &mut host);
        let value = self.with_machine(run);
        self.nested.fetch_sub(1, Ordering::Relaxed);
        match value {
            Ok(ControlFlow::Continue(value)) => value,
            _ => None,
        }
    }

    /// Whether play from all positions of a kind with natural numbers as arguments ends: the line `finite` promises it, or the rules
    /// prove it.
    fn kind_ends(&self, kind: KindId) -> bool {
        *self.ends[kind.index()]
            .get_or_init(|| ends(self.given(&|helper| self.constant(helper), &ProofBudget::default()), kind))
    }
}

/// A failed run as an error of this crate.
pub(crate) fn placed(fail: Fail, loaded: &Loaded, note: Option<String>) -> Error {
    match fail {
        Fail::At(error) => {
            let error = note.into_iter().fold(*error, |error, note| error.note(note));
            Error::Bad(Diagnostics::one(loaded.program.source.clone(), error))
        }
        Fail::Limit(limit) => Error::Limit(limit),
        Fail::Host(error) => *error,
    }
}

impl Game for RuleGame {
    type Position = Pos;
    type Error = Error;

    fn moves(&self, position: &Pos, visit: &mut impl FnMut(&[Pos]) -> ControlFlow<()>) -> Listed<Error> {
        self.moves_by(&self.loaded.rules, position, visit)
    }

    fn counted_moves(
        &self,
        position: &Pos,
        visit: &mut impl FnMut(&[(u128, Pos)]) -> ControlFlow<()>,
    ) -> Listed<Error> {
        let mut parts = Vec::new();
        self.options(position, &mut |option| {
            parts.clear();
            parts.extend(option.drain(..).map(|part| (part.copies, Pos { kind: part.kind, args: part.args })));
            visit(&parts)
        })
    }

    fn ends(&self, position: &Pos) -> bool {
        self.pos_ends(position.kind, &position.args)
    }

    fn heap_bytes(&self, position: &Pos) -> usize {
        let values: u64 = position.args.iter().map(Val::size).sum();
        usize::try_from(values.saturating_mul(VALUE)).unwrap_or(usize::MAX).saturating_add(16)
    }
}

/// The game behind a shared pointer, for a solver by values: sums over a range are positions of their own.
#[derive(Clone)]
pub(crate) struct Shared(pub(crate) Arc<RuleGame>);

impl Game for Shared {
    type Position = Pos;
    type Error = Error;

    fn moves(&self, position: &Pos, visit: &mut impl FnMut(&[Pos]) -> ControlFlow<()>) -> Listed<Error> {
        let Some(run) = self.0.run(position.kind) else {
            return self.0.moves_by(&self.0.loaded.in_runs, position, visit);
        };
        Ok(self.0.parts_of_run(position, run).map_or(ControlFlow::Continue(()), |parts| visit(&parts)))
    }

    fn counted_moves(
        &self,
        position: &Pos,
        visit: &mut impl FnMut(&[(u128, Pos)]) -> ControlFlow<()>,
    ) -> Listed<Error> {
        self.0.counted_moves(position, visit)
    }

    fn ends(&self, position: &Pos) -> bool {
        self.0.ends(position)
    }

    fn is_sum(&self, position: &Pos) -> bool {
        self.0.run(position.kind).is_some()
    }

    fn heap_bytes(&self, position: &Pos) -> usize {
        self.0.heap_bytes(position)
    }
}
