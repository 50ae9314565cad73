//! Everything about positions of any game: values, options, outcomes, winning moves, tables.

mod columns;
mod components;
mod describe;
mod expr;
mod loopy;
mod option;
mod outcome;
mod shortcut;
mod table;

pub(crate) use columns::Named;
pub(crate) use components::Components;
pub(crate) use expr::globals_from;
pub use outcome::{Move, WinningMoves};
pub(crate) use shortcut::Methods;
pub use table::Table;

use crate::component::{Component, Handle, What};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::error::Error;
use crate::eval::Limit;
use crate::eval::meter::{Budget, Meter};
use crate::game::{Pos, RuleGame, Shared, lock};
use crate::integer::{self, Integers};
use crate::library::Library;
use crate::loaded::Loaded;
use crate::native::{Failed, Files};
use crate::syntax::Source;
use crate::value::Val;
use grundy::heap::{Rule, Sequence};
use grundy::solve::{self, Retrograde, Solver};
use grundy::{Value, Watch};
use hashbrown::HashMap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Values for params and data, and the right to read files.
#[derive(Clone, Default)]
pub struct Settings {
    /// Params: `--set L=2`.
    pub set: Vec<(String, i128)>,
    /// Data: `--data file.json`.
    pub data: Vec<(String, Val)>,
    /// Reads the files that an EXPR names; without it that is an error.
    pub files: Option<Arc<dyn Files>>,
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings").field("set", &self.set).field("data", &self.data).finish_non_exhaustive()
    }
}

/// Steps of the evaluator that one engine may use, unless told otherwise.
pub const DEFAULT_STEPS: u64 = 1 << 40;

/// Games, each with its params and data, that are kept from one EXPR to the next.
const KEPT_GAMES: usize = 1 << 10;

/// Games with different params or data in one EXPR.
const MOST_GAMES: usize = 1 << 13;

/// Solves positions of the games of a library and remembers what it learns.
///
/// ```
/// use grundy::{Value, Watch};
/// use grundy_rules::{Engine, Library, Settings};
/// let mut library = Library::new();
/// library.add_file("kayles", "kayles(n) -> kayles(a) + kayles(n-k-a) for k in 1..2, a in 0..n-k")?;
/// let engine = Engine::new(library, Watch::default());
/// let sum = engine.sum("kayles(12) + 3*0.77(5)", &Settings::default())?;
/// assert_eq!(engine.sum_value(&sum)?, Value::Finite(4 ^ 4));
/// # Ok::<(), grundy_rules::Error>(())
/// ```
pub struct Engine {
    pub(crate) library: Library,
    pub(crate) watch: Watch,
    budget: Budget,
    /// Whether recognised rules are answered by their theorems.
    shortcuts: bool,
    /// Whether tables may be filled instead of searching.
    tables: bool,
    games: Mutex<HashMap<Key, Arc<Handle>>>,
    next_id: AtomicU64,
    /// Sums under misère play, and games that may go on for ever.
    retrograde: Mutex<Retrograde<Components>>,
}

/// What decides the values of a game: the file or code, and its params and data.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Key {
    Rules(usize, Vec<Option<Val>>, String),
    Code(Rule),
    Native(usize),
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine with the limits of a watch.
    pub fn new(library: Library, watch: Watch) -> Engine {
        Engine {
            library,
            watch,
            budget: Budget::new(DEFAULT_STEPS),
            shortcuts: true,
            tables: true,
            games: Mutex::default(),
            next_id: AtomicU64::new(0),
            retrograde: Mutex::new(Retrograde::new(Components)),
        }
    }

    /// The same engine with another limit on the steps of the evaluator: unlike time, it ends at the same place on
    /// every machine.
    pub fn with_steps(self, steps: u64) -> Engine {
        Engine { budget: Budget::new(steps), ..self }
    }

    /// The same engine without shortcuts: every value of a rule file by the plain definition.
    pub fn without_shortcuts(self) -> Engine {
        Engine { shortcuts: false, ..self }
    }

    /// The same engine without dense tables: integer positions are searched, too. Only time and memory differ.
    pub fn without_tables(self) -> Engine {
        Engine { tables: false, ..self }
    }

    /// The games it knows.
    pub fn library(&self) -> &Library {
        &self.library
    }

    pub(crate) fn meter(&self) -> Meter {
        Meter::new(&self.watch, &self.budget)
    }

    /// Drops games of earlier calls when there are many, and what is known of them.
    fn drop_old_games(&self) {
        let mut games = lock(&self.games);
        if games.len() > KEPT_GAMES {
            games.clear();
            self.forget_whole();
        }
    }

    fn check_games(&self) -> Result<(), Error> {
        if lock(&self.games).len() <= MOST_GAMES {
            Ok(())
        } else {
            Err(Error::Limit(Limit::Games { limit: MOST_GAMES }))
        }
    }

    fn known(&self, key: Key, make: impl FnOnce() -> Handle) -> Arc<Handle> {
        lock(&self.games).entry(key).or_insert_with(|| Arc::new(make())).clone()
    }

    /// A rule file with values for its params and data, not kept by the engine.
    pub(crate) fn rules(
        &self,
        loaded: &Arc<Loaded>,
        globals: Vec<Option<Val>>,
        names: Vec<String>,
        suffix: String,
    ) -> Handle {
        let game = Arc::new(RuleGame::new(loaded.clone(), globals, self.meter()));
        let solver = Mutex::new(Solver::with_watch(Shared(game.clone()), self.watch.clone()));
        let integers = Box::new(Mutex::new(Integers::new(game.clone(), self.watch.clone(), self.tables)));
        let misere = loaded.program.misere;
        let methods = Methods::new(loaded.program.kinds.len());
        Handle { id: self.next_id(), names, suffix, what: What::Rules { game, methods, integers, solver, misere } }
    }

    fn next_id(&self) -> u64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    fn code(&self, rule: Rule) -> Arc<Handle> {
        self.known(Key::Code(rule.clone()), || {
            let sequence = Box::new(Mutex::new(Sequence::new(rule.clone())));
            Handle {
                id: self.next_id(),
                names: vec![rule.to_string()],
                suffix: String::new(),
                what: What::Code { rule, sequence },
            }
        })
    }

    fn native(&self, index: usize) -> Arc<Handle> {
        self.known(Key::Native(index), || {
            let native = self.library.native(index).clone();
            Handle {
                id: self.next_id(),
                names: vec![native.name().to_owned()],
                suffix: String::new(),
                what: What::Native(native),
            }
        })
    }

    /// The Grundy value of a position: by the theorem that its rules fall under, else by search.
    pub fn value(&self, component: &Component) -> Result<Value, Error> {
        let known = self.method(component).map(|method| method.value(&component.args, &self.watch));
        match known.transpose()?.flatten() {
            Some(value) => Ok(value),
            None => {
                let value = self.plain_value(component).map(|value| Value::Finite(u128::from(value)));
                value.map_err(|error| self.refusal(component, error))
            }
        }
    }

    /// Whether the player who moves wins a position: by its value if there is a theorem for it, else by a search that needs
    /// no values as long as moves leave one position each.
    pub(crate) fn wins(&self, component: &Component) -> Result<bool, Error> {
        let What::Rules { game, integers, .. } = &component.handle.what else {
            return self.is_value(component, &Value::Finite(0)).map(|is_lost| !is_lost);
        };
        let known = self.method(component).map(|method| method.value(&component.args, &self.watch));
        if let Some(value) = known.transpose()?.flatten() {
            return Ok(!value.is_zero());
        }
        let wins = lock(integers).wins(&component.pos());
        match wins {
            Ok(wins) => Ok(wins),
            Err(integer::Failed::Error(error)) => Err(self.refusal(component, error)),
            Err(integer::Failed::Solver(error)) => {
                Err(self.refusal(component, self.solver_error(error, component, game)))
            }
            Err(integer::Failed::NotInteger) => self.value(component).map(|value| !value.is_zero()),
        }
    }

    /// Whether a position has this value: often cheaper than its value, if the game was written in Rust.
    fn is_value(&self, component: &Component, value: &Value) -> Result<bool, Error> {
        match (&component.handle.what, value) {
            (What::Native(native), Value::Finite(value)) => {
                let Ok(wanted) = u64::try_from(*value) else { return Ok(false) };
                match native.is_value(&component.args, wanted, &self.watch).map_err(native_error) {
                    Err(Error::Loopy(_)) => Ok(self.value(component)? == Value::Finite(*value)),
                    answer => answer,
                }
            }
            _ => Ok(self.value(component)? == *value),
        }
    }

    /// The value by the plain definition.
    pub(crate) fn plain_value(&self, component: &Component) -> Result<u64, Error> {
        let found = match &component.handle.what {
            What::Rules { game, integers, solver, .. } => {
                let pos = component.pos();
                let by_integers = lock(integers).value(&pos);
                let result = match by_integers {
                    Err(integer::Failed::NotInteger) => lock(solver).value(&pos).map_err(solve::Error::into_game),
                    Err(integer::Failed::Error(error)) => return Err(error),
                    Err(integer::Failed::Solver(error)) => Err(Err(error)),
                    Ok(value) => Ok(value),
                };
                result.map_err(|error| error.unwrap_or_else(|error| self.solver_error(error, component, game)))
            }
            What::Code { sequence, .. } => Ok(lock(sequence).value(heap(component), &self.watch)?),
            What::Native(native) => native.value(&component.args, &self.watch).map_err(native_error),
        };
        found.or_else(|error| match error {
            Error::Loopy(errors) => self.labelled(component, errors),
            error => Err(error),
        })
    }

    fn solver_error(&self, error: solve::Error<Pos>, component: &Component, game: &RuleGame) -> Error {
        match error {
            solve::Error::Stop(stop) => Error::from(stop),
            solve::Error::Components { limit } => Error::Limit(Limit::Components { limit }),
            solve::Error::Cycle(positions) => never_ends(&positions, component, game),
            other => Error::Contradiction(format!("unknown error of the solver: {other:?}")),
        }
    }

    /// Calls `visit` with each option of a position, as copies and positions: in the order of the rules and their
    /// clauses, or of the heap code (fewest beans taken first), repeats included.
    pub fn options(
        &self,
        component: &Component,
        visit: &mut dyn FnMut(Vec<(u128, Component)>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        components::options(component, visit).map(|_| ())
    }

    /// The name of the method that finds the value of a position.
    pub fn strategy<'a>(&self, component: &'a Component) -> &'a str {
        match &component.handle.what {
            What::Rules { integers, .. } => match self.method(component) {
                Some(method) => method.name(),
                None => lock(integers).strategy(&component.pos()),
            },
            What::Code { .. } => "heap code",
            What::Native(native) => native.strategy(),
        }
    }
}

fn native_error(failed: Failed) -> Error {
    match failed {
        Failed::Stop(stop) => Error::from(stop),
        Failed::Loopy(message) => Error::Loopy(Diagnostics::one(Source::new("", ""), Diagnostic::general(message))),
        Failed::Wrong(message) => Error::bad(message),
    }
}

/// The size of a heap of a coded game; the constructor made sure that it is a natural number.
fn heap(component: &Component) -> u128 {
    match component.args.first() {
        Some(Val::Int(n)) => n.unsigned_abs(),
        _ => 0,
    }
}

/// A position that can come back.
fn never_ends(positions: &[Pos], component: &Component, game: &RuleGame) -> Error {
    let shown: Vec<String> =
        positions.iter().take(8).map(|pos| component.sibling(pos.kind, pos.args.clone()).to_string()).collect();
    let more = if positions.len() > 8 { " -> …" } else { "" };
    let first = shown.first().cloned().unwrap_or_default();
    let source: Arc<Source> = game.loaded.program.source.clone();
    let kind = positions.first().map_or(component.kind, |pos| pos.kind);
    let rule = game.loaded.program.kinds[kind as usize].rules.first();
    let message = "play can come back to the same position and go on for ever, so there is no Grundy value";
    let error = rule.map_or_else(|| Diagnostic::general(message), |rule| Diagnostic::new(rule.span, message));
    let error = error.label("by these rules").note(format!("{}{more} -> {first}", shown.join(" -> ")));
    Error::Loopy(Diagnostics::one(source, error.help("`win` and `draw` can be asked; for a value play must end")))
}
