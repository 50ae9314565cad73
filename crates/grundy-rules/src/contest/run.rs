//! The run over all cases of an input.
//!
//! Values of positions are kept from case to case as long as the params, data and input names that the rules depend
//! on stay the same; what helpers gave is forgotten after each case, unless they depend only on what is read once.

use super::Explain;
use super::asked::{Asked, Played};
use super::explain::{Explained, MOST_CASES};
use super::words::Words;
use crate::component::{Component, Handle};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::engine::{Engine, Named, Settings, globals_from};
use crate::error::Error;
use crate::eval::code::CodeId;
use crate::eval::evaluator::Evaluator;
use crate::game::placed;
use crate::loaded::{ContestCode, ItemCode, Loaded};
use crate::program::{Contest, Expr, ExprKind, Item, Program, Times};
use crate::syntax::ast::Question;
use crate::value::Val;
use grundy::Value;
use hashbrown::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

pub(super) struct Judge<'a> {
    engine: &'a Engine,
    pub(super) loaded: Arc<Loaded>,
    pub(super) globals: Vec<Option<Val>>,
    pub(super) words: Words<'a>,
    pub(super) machine: Evaluator,
    /// The game with the values of the globals that its rules depend on.
    game: Option<(Vec<Option<Val>>, Arc<Handle>)>,
    /// Games of earlier cases that only theorems answer.
    earlier: HashMap<Vec<Option<Val>>, Arc<Handle>>,
    /// Games with other values, that positions with params in their brackets asked for.
    others: HashMap<Vec<Option<Val>>, Arc<Handle>>,
    case: i128,
    explain: Option<Explain<'a>>,
    /// The first positions that were asked about, if these are wanted.
    noted: Option<Vec<Component>>,
    /// Whether a value was asked for.
    values: bool,
    /// What `play` names, if it does nothing else.
    named: Option<Named>,
    /// What is printed for `if win then A else B` with constants, if the answer is that.
    verdict: Option<[String; 2]>,
    /// Helpers that depend only on what is read once: what they gave stays right.
    kept: Vec<bool>,
    /// Room for what a case prints.
    line: String,
    pace: Pace,
}

/// New games, one in each case, for which a method is chosen before a glance is tried.
const FIRST_GAMES: u32 = 4;

/// New games that pass by without a glance at most.
const MOST_WAITING: u32 = 1 << 10;

/// Whether a new game is looked at by a glance: a method is chosen by proofs about its rules, which take longer than a small position.
/// Each glance in vain leaves twice as many of the games that follow without one.
struct Pace {
    waiting: u32,
    patience: u32,
}

impl Pace {
    fn is_due(&mut self) -> bool {
        self.waiting = self.waiting.saturating_sub(1);
        self.waiting == 0
    }

    fn note(&mut self, found: bool) {
        self.patience = if found { self.patience / 2 } else { (2 * self.patience + 1).min(MOST_WAITING) };
        self.waiting = if found { 0 } else { self.patience };
    }
}

impl<'a> Judge<'a> {
    pub(super) fn new(
        engine: &'a Engine,
        loaded: Arc<Loaded>,
        settings: &Settings,
        input: &'a [u8],
        explain: Option<Explain<'a>>,
    ) -> Result<Judge<'a>, Error> {
        let bad = |error| Error::Bad(Diagnostics::one(loaded.program.source.clone(), error));
        let globals = globals_from(&loaded.program, settings).map_err(bad)?;
        for (global, value) in loaded.program.globals.iter().zip(&globals) {
            if global.read && value.is_some() {
                let message = format!("`{}` is set from outside and read by `input`", global.name);
                return Err(bad(Diagnostic::new(global.span, message).help("leave out one of the two")));
            }
        }
        let machine = Evaluator::new(engine.meter());
        Ok(Judge {
            engine,
            globals,
            words: Words::new(input),
            machine,
            game: None,
            earlier: HashMap::new(),
            others: HashMap::new(),
            case: 0,
            explain,
            noted: None,
            values: false,
            named: loaded.program.contest.as_ref().and_then(|contest| Named::new(contest.play.as_ref()?)),
            verdict: loaded.program.contest.as_ref().and_then(verdict),
            kept: kept(&loaded.program),
            line: String::new(),
            pace: Pace { waiting: FIRST_GAMES, patience: 0 },
            loaded,
        })
    }

    /// Wants the positions that are asked about.
    pub(super) fn note_positions(&mut self) {
        self.noted = Some(Vec::new());
    }

    /// The first positions that were asked about, and whether a value was.
    pub(super) fn noted(self) -> (Vec<Component>, bool) {
        (self.noted.unwrap_or_default(), self.values)
    }

    /// Answers all cases and gives their number.
    pub(super) fn run(&mut self, print: &mut dyn FnMut(&str)) -> Result<u64, Error> {
        let loaded = self.loaded.clone();
        let (Some(contest), Some(code)) = (&loaded.program.contest, &loaded.contest) else { return Ok(0) };
        self.read_all(&contest.once, &code.once)?;
        match contest.repeat.as_ref().map(|repeat| &repeat.times) {
            None => self.answer(code, print)?,
            Some(&Times::Count(global, read)) => self.run_counted(contest, code, (global, read), print)?,
            Some(Times::ToEnd) => {
                while !self.words.at_end() {
                    let _ = self.run_case(contest, code, print)?;
                }
            }
            Some(Times::Until(..)) => {
                while !self.words.at_end() && self.run_case(contest, code, print)?.is_continue() {}
            }
        }
        self.words.end()?;
        Ok(self.case as u64)
    }

    fn run_counted(
        &mut self,
        contest: &Contest,
        code: &ContestCode,
        (global, read): (usize, bool),
        print: &mut dyn FnMut(&str),
    ) -> Result<(), Error> {
        if read {
            let name = self.loaded.program.globals[global].name.clone();
            let count = self.words.integer(|| format!("`{name}`"))?;
            if count < 0 {
                return Err(self.words.last_error(format!("the number of cases `{name}` is {count}")));
            }
            self.globals[global] = Some(Val::Int(count));
        }
        let mut left = match &self.globals[global] {
            Some(Val::Int(count)) => *count,
            _ => 0,
        };
        while left > 0 {
            let _ = self.run_case(contest, code, print)?;
            left -= 1;
        }
        Ok(())
    }

    /// Reads a case and answers it; `Break` when it was the end mark.
    fn run_case(
        &mut self,
        contest: &Contest,
        code: &ContestCode,
        print: &mut dyn FnMut(&str),
    ) -> Result<ControlFlow<()>, Error> {
        let Some(repeat) = &contest.repeat else { return Ok(ControlFlow::Break(())) };
        self.machine.meter.forget_made();
        let mut needed = repeat.end_mark();
        for (item, item_code) in repeat.items.iter().zip(&code.repeated) {
            self.read_into(item, item_code)?;
            let before = needed.len();
            needed.retain(|&global| global != item.target);
            if before > 0
                && needed.is_empty()
                && let Some(until) = code.until
                && self.ends(until)?
            {
                return Ok(ControlFlow::Break(()));
            }
        }
        self.answer(code, print)?;
        Ok(ControlFlow::Continue(()))
    }

    fn read_all(&mut self, items: &[Item], codes: &[ItemCode]) -> Result<(), Error> {
        items.iter().zip(codes).try_for_each(|(item, code)| self.read_into(item, code))
    }

    fn read_into(&mut self, item: &Item, code: &ItemCode) -> Result<(), Error> {
        // A helper that a size uses may have seen other values of what is read now.
        self.machine.forget(&self.kept);
        let value = self.read(item, code, &mut Vec::new())?;
        self.globals[item.target] = Some(value);
        Ok(())
    }

    fn answer(&mut self, code: &ContestCode, print: &mut dyn FnMut(&str)) -> Result<(), Error> {
        self.case += 1;
        self.machine.forget(&self.kept);
        let (game, is_new) = self.current_game();
        let (explained, long) = self.plan();
        let plain = explained || self.noted.is_some();
        let glances = is_new && !long && !plain && !self.loaded.program.misere && self.pace.is_due();
        let by_columns = if plain || glances { None } else { self.play_by_columns(&game, long) };
        if let (Some(value), Some([won, lost])) = (&by_columns, &self.verdict) {
            print(if value.is_zero() { lost } else { won });
            return Ok(());
        }
        let mut asked = Asked {
            engine: self.engine,
            loaded: self.loaded.clone(),
            globals: if self.loaded.unit.variants.is_empty() { Vec::new() } else { self.globals.clone() },
            others: std::mem::take(&mut self.others),
            last_other: None,
            foreign: Vec::new(),
            noted: self.noted.take(),
            game,
            misere: self.loaded.program.misere,
            case: self.case,
            played: Played::Nothing,
            taken: Vec::new(),
            long,
            tried: Vec::new(),
            values: false,
            glances,
            known: [None, None, None],
        };
        if let Some(value) = by_columns {
            asked.played = Played::Value(value);
        } else if let Some(play) = code.play {
            self.run_code(play, &mut asked)?;
            let parts = std::mem::take(&mut asked.taken);
            asked.played = Played::Sum(asked.sum(&parts));
        }
        let mut line = std::mem::take(&mut self.line);
        line.clear();
        for (index, &part) in code.answer.iter().enumerate() {
            let value = self.run_code(part, &mut asked)?;
            if index > 0 {
                line.push(' ');
            }
            value.iter().for_each(|value| value.write_plain(&mut line));
        }
        line.push('\n');
        if glances {
            self.pace.note(asked.glances);
        }
        self.others = std::mem::take(&mut asked.others);
        self.noted = asked.noted.take();
        self.values |= asked.values;
        print(&line);
        if let (Some(explain), true) = (&mut self.explain, explained) {
            let played = match &asked.played {
                Played::Sum(sum) => Some(sum),
                _ => None,
            };
            explain(&Explained::new(self.engine, self.case, played, &line)?);
        }
        self.line = line;
        Ok(())
    }

    /// Whether the case is explained, and whether something long was read.
    fn plan(&self) -> (bool, bool) {
        let explained = self.explain.is_some() && self.case <= i128::from(MOST_CASES);
        (explained, self.globals.iter().flatten().any(Val::is_long))
    }

    /// The value of a play position with many components, if it can be found without listing them.
    fn play_by_columns(&self, game: &Handle, long: bool) -> Option<Value> {
        if let Some(named) = &self.named
            && let Some(value) = self.engine.named_value(game, &self.globals, named)
        {
            return Some(value);
        }
        let play = self.loaded.program.contest.as_ref()?.play.as_ref()?;
        let union = self.engine.union_value(game, &self.globals, play);
        union.or_else(|| long.then(|| self.engine.play_value(game, &self.globals, play)).flatten())
    }

    fn run_code(&mut self, code: CodeId, asked: &mut Asked<'_>) -> Result<Option<Val>, Error> {
        let run = self.machine.run(&self.loaded.unit, code, &[], &self.globals, asked);
        let note = || (self.case > 1).then(|| format!("in case {}", self.case));
        let in_case = |error| match error {
            Error::Limit(limit) => Error::Limit(limit.in_case(self.case)),
            error => error,
        };
        match run.map_err(|fail| in_case(placed(fail, &self.loaded, note())))? {
            ControlFlow::Continue(value) => Ok(value),
            ControlFlow::Break(()) => Ok(None),
        }
    }

    /// The game with what was read, and whether it was made just now.
    fn current_game(&mut self) -> (Arc<Handle>, bool) {
        let program = &self.loaded.program;
        if let Some((known, game)) = &self.game
            && known.iter().zip(&program.rule_globals).all(|(known, &global)| *known == self.globals[global])
        {
            return (game.clone(), false);
        }
        let values: Vec<Option<Val>> =
            program.rule_globals.iter().map(|&global| self.globals[global].clone()).collect();
        self.engine.forget_whole();
        if let Some((known, game)) = self.game.take()
            && game.is_light()
            && known.iter().all(|value| matches!(value, Some(Val::Int(_))))
        {
            keep(&mut self.earlier, known, game);
        }
        let known = self.earlier.get(&values).cloned();
        let is_new = known.is_none();
        let game = known.unwrap_or_else(|| new_game(self.engine, &self.loaded, self.globals.clone(), String::new()));
        self.game = Some((values, game.clone()));
        (game, is_new)
    }
}

/// Games with other params that are kept.
const MOST_OTHERS: usize = 1 << 12;

/// Keeps a game, and lets go of all others when there are many.
pub(super) fn keep(others: &mut HashMap<Vec<Option<Val>>, Arc<Handle>>, key: Vec<Option<Val>>, game: Arc<Handle>) {
    if others.len() >= MOST_OTHERS {
        others.clear();
    }
    others.insert(key, game);
}

pub(super) fn new_game(
    engine: &Engine,
    loaded: &Arc<Loaded>,
    globals: Vec<Option<Val>>,
    suffix: String,
) -> Arc<Handle> {
    let names = loaded.program.kinds.iter().map(|kind| kind.name.clone()).collect();
    Arc::new(engine.rules(loaded, globals, names, suffix))
}

/// The lines of an answer that only tells who wins: won, lost.
fn verdict(contest: &Contest) -> Option<[String; 2]> {
    let [(Expr { kind: ExprKind::If(condition, won, lost), .. }, _)] = contest.answer.as_slice() else { return None };
    let line = |expr: &Expr| match &expr.kind {
        ExprKind::Const(value) => {
            let mut line = String::new();
            value.write_plain(&mut line);
            line.push('\n');
            Some(line)
        }
        _ => None,
    };
    matches!(condition.kind, ExprKind::Played(Question::Win)).then_some(())?;
    Some([line(won)?, line(lost)?])
}

/// For each helper, whether it is the same in all cases.
fn kept(program: &Program) -> Vec<bool> {
    let repeated = |global: &usize| {
        let repeat = program.contest.as_ref().and_then(|contest| contest.repeat.as_ref());
        repeat.is_some_and(|repeat| repeat.items.iter().any(|item| item.target == *global))
    };
    program.lets.iter().map(|helper| !helper.asks && !helper.globals.iter().any(repeated)).collect()
}
