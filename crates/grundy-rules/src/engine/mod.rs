//! Everything about positions of any game: values, options, outcomes, winning moves, tables.

mod boxes;
mod columns;
mod compare;
mod components;
mod count;
mod describe;
mod expr;
mod grid;
mod length;
mod loopy;
mod misere;
mod option;
mod outcome;
mod reach;
mod table;

pub(crate) use columns::Named;
pub(crate) use components::Components;
pub(crate) use count::Known;
pub(crate) use expr::globals_from;
pub(crate) use length::Length;
pub use outcome::WinningMoves;
pub use table::Table;

use crate::component::{Component, Handle, Sum, What};
use crate::error::Error;
use crate::game::RuleGame;
use crate::library::Library;
use crate::limit::{Doing, Limit};
use crate::loaded::Loaded;
use crate::lock::lock;
use crate::meter::{Budget, Meter};
use crate::method::{Answer, Method, Search, Source};
use crate::native::Files;
use crate::value::Val;
use grundy::heap::Rule;
use grundy::solve::Retrograde;
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
    /// Whether what clauses give may be counted without going through all their turns.
    counts: bool,
    /// Who finds patterns.
    patterns: Option<Source>,
    games: Mutex<HashMap<Key, Arc<Handle>>>,
    next_id: AtomicU64,
    /// Sums under misère play, and games that may go on for ever.
    retrograde: Mutex<Retrograde<Components>>,
    /// Remoteness and suspense of positions that were asked about.
    lengths: Mutex<length::Lengths>,
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
            counts: true,
            patterns: None,
            games: Mutex::default(),
            next_id: AtomicU64::new(0),
            retrograde: Mutex::new(Retrograde::new(Components)),
            lengths: Mutex::default(),
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

    /// The same engine that goes through all turns of the clauses of `len`, `sum` and the like in answers. Only time and memory differ.
    pub fn without_counting(self) -> Engine {
        Engine { counts: false, ..self }
    }

    pub(crate) fn counts(&self) -> bool {
        self.counts
    }

    /// Starts the clock of its watch anew: what it learnt stays, and the next question has all of the time.
    pub fn restart_clock(&self) {
        self.watch.restart();
    }

    /// Steps of the evaluator used so far, but for the last few thousand of each thread: a measure of work that is the same on every machine.
    pub fn steps(&self) -> u64 {
        self.budget.used()
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
        let search = Arc::new(Search::new(game.clone(), &self.watch, self.tables));
        let patterns = self.patterns.clone();
        Handle::new(self.next_id(), names, suffix, What::Rules { game, search }, self.shortcuts, patterns)
    }

    fn next_id(&self) -> u64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    fn code(&self, rule: Rule) -> Arc<Handle> {
        self.known(Key::Code(rule.clone()), || {
            Handle::new(self.next_id(), vec![rule.to_string()], String::new(), What::Code(rule), self.shortcuts, None)
        })
    }

    fn native(&self, index: usize) -> Arc<Handle> {
        self.known(Key::Native(index), || {
            let native = self.library.native(index).clone();
            let names = vec![native.name().to_owned()];
            Handle::new(self.next_id(), names, String::new(), What::Native(native), self.shortcuts, None)
        })
    }

    /// The Grundy value of a position: by the theorem that its rules fall under, else by search.
    pub fn value(&self, component: &Component) -> Result<Value, Error> {
        self.answer(component).map(|(value, _)| value)
    }

    /// The value of a position and the method that told it.
    fn answer<'a>(&self, component: &'a Component) -> Result<(Value, &'a dyn Method), Error> {
        self.answer_by(component, |_| true)
    }

    /// The value by the first of some methods that has an answer.
    fn answer_by<'a>(
        &self,
        component: &'a Component,
        asked: impl Fn(&dyn Method) -> bool,
    ) -> Result<(Value, &'a dyn Method), Error> {
        for method in component.methods_by_turn().filter(|method| asked(*method)) {
            if !method.is_shortcut()
                && let Some(Value::Finite(heap)) = self.loopy_value(component)?
            {
                return Ok((Value::Finite(heap), method));
            }
            match method.value(&component.args, &self.watch) {
                Ok(Answer::Known(value)) => return Ok((value, method)),
                Ok(Answer::NotMine) => {}
                Err(Error::Loopy(errors)) => {
                    let label = self.labelled(component, errors)?;
                    return Ok((Value::Finite(label.into()), method));
                }
                Err(error) => return Err(during(error, component, method)),
            }
        }
        Err(reach::unread(component))
    }

    /// The value by the plain definition.
    pub(crate) fn plain_value(&self, component: &Component) -> Result<Value, Error> {
        self.answer_by(component, |method| !method.is_shortcut()).map(|(value, _)| value)
    }

    /// Whether the player who moves wins a position.
    pub(crate) fn wins(&self, component: &Component) -> Result<bool, Error> {
        self.wins_by(component)?.map_or_else(|| self.value(component).map(|value| !value.is_zero()), Ok)
    }

    /// Whether a position has this value: often cheaper than its value.
    fn is_value(&self, component: &Component, value: &Value) -> Result<bool, Error> {
        if let Some(Value::Finite(heap)) = self.loopy_value(component)? {
            return Ok(Value::Finite(heap) == *value);
        }
        for method in component.methods_by_turn() {
            match method.is_value(&component.args, value, &self.watch) {
                Ok(Answer::Known(is)) => return Ok(is),
                Ok(Answer::NotMine) => {}
                Err(Error::Loopy(_)) => break,
                Err(error) => return Err(during(error, component, method)),
            }
        }
        Ok(self.value(component)? == *value)
    }

    /// Whether a position has this value, if that is found without much work.
    fn attempt_is(&self, component: &Component, value: &Value) -> Result<Option<bool>, Error> {
        if let Some(Value::Finite(heap)) = self.loopy_value(component)? {
            return Ok(Some(Value::Finite(heap) == *value));
        }
        for method in component.methods_by_turn().filter(|method| !method.is_last_resort()) {
            match method.attempt_is(&component.args, value, &self.watch) {
                Ok(Answer::Known(is)) => return Ok(Some(is)),
                Ok(Answer::NotMine) => {}
                Err(Error::Loopy(_)) => break,
                Err(error) => return Err(during(error, component, method)),
            }
        }
        Ok(None)
    }

    /// Whether the first method of a position is a theorem that its rules fall under.
    pub fn is_by_theorem(&self, component: &Component) -> bool {
        component.methods().first().is_some_and(|method| method.is_shortcut())
    }

    /// The value of a sum, if all its parts are answered by theorems, or else without much work.
    pub fn attempt_value(&self, sum: &Sum) -> Result<Option<Value>, Error> {
        if sum.misere {
            return Ok(None);
        }
        let mut total = Value::Finite(0);
        for term in sum.terms.iter().filter(|term| components::times(term.count, &term.component) > 0) {
            let mut value = None;
            for method in term.component.methods().iter().filter(|method| !method.is_last_resort()) {
                if let Answer::Known(known) = method.attempt(&term.component.args, &self.watch)? {
                    value = Some(known);
                    break;
                }
            }
            let Some(value) = value else { return Ok(None) };
            if term.count % 2 == 1 {
                total = self.nim_sum(&total, &value)?;
            }
        }
        Ok(Some(total))
    }

    /// The limits that it keeps to, and its clock.
    pub fn watch(&self) -> &Watch {
        &self.watch
    }

    /// Calls `visit` with each option of a position: in the order of the rules and their clauses, or of the heap code (fewest
    /// beans taken first), repeats included.
    pub fn options(&self, component: &Component, visit: &mut dyn FnMut(Sum) -> ControlFlow<()>) -> Result<(), Error> {
        // The moves on a large graph take long to write down, each of them.
        let mut over = false;
        let _ = components::options(component, &mut |option| {
            over = self.watch.is_over();
            if over { ControlFlow::Break(()) } else { visit(option) }
        })?;
        if over { Ok(self.watch.check(0, 0)?) } else { Ok(()) }
    }

    /// Whether play from all positions of a sum is known to end: by their rules, or because a theorem answered, which needs that.
    pub(crate) fn ends(&self, sum: &Sum) -> bool {
        let by_theorem =
            |component: &Component| !sum.misere && self.answer(component).is_ok_and(|(_, method)| method.is_shortcut());
        sum.terms.iter().all(|term| components::ends(&term.component) || by_theorem(&term.component))
    }

    /// The name of the method that tells who wins a position.
    pub(crate) fn win_strategy(&self, component: &Component) -> Result<String, Error> {
        for method in component.methods_by_turn().filter(|_| !component.handle.misere) {
            if let Answer::Known(_) = method.wins(&component.args, &self.watch)? {
                return Ok(method.name(&component.args));
            }
        }
        self.strategy(component)
    }

    /// The name of the method that answers for a position.
    pub fn strategy(&self, component: &Component) -> Result<String, Error> {
        if component.handle.misere {
            return Ok(component.methods().first().map_or_else(String::new, |method| method.kind_name()));
        }
        if let Some(method) = self.outcome_method(component)? {
            return Ok(method.name(&component.args));
        }
        self.answer(component).map(|(_, method)| method.name(&component.args))
    }
}

/// A limit with the position and the method that reached it.
fn during(error: Error, component: &Component, method: &dyn Method) -> Error {
    let doing = || Doing {
        case: None,
        position: beginning(&component.to_string()),
        method: method.name(&component.args),
        help: if method.is_shortcut() { None } else { Some(advice(component)) },
    };
    error.during(doing)
}

/// What could help where positions are searched.
fn advice(component: &Component) -> String {
    let numbers = |value: &Val| matches!(value, Val::Int(_));
    let help = if component.args.iter().all(numbers) {
        "all smaller positions are worked out: `grundy pattern` may find and prove a formula for any size"
    } else {
        "parts that do not influence each other are cheaper as components, `play P for x in L`; equal positions should have equal arguments, `sort(L)`"
    };
    help.to_owned()
}

/// The beginning of the text of a position.
fn beginning(text: &str) -> String {
    const SHOWN: usize = 100;
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The size of a heap of a coded game; the constructor made sure that it is a natural number.
fn heap(component: &Component) -> u128 {
    match component.args.first() {
        Some(Val::Int(n)) => n.unsigned_abs(),
        _ => 0,
    }
}
