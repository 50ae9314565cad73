//! The run over all cases of an input.
//!
//! Values of positions are kept from case to case as long as the params, data and input names that the rules depend
//! on stay the same; what helpers gave is forgotten after each case, unless they depend only on what is read once.

use super::Explain;
use super::explain::{Explained, MOST_CASES};
use super::words::Words;
use crate::compile::Case;
use crate::component::{Component, Handle, Sum, Term};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::engine::{Engine, Named, Settings, globals_from};
use crate::error::Error;
use crate::eval::code::CodeId;
use crate::eval::evaluator::{Evaluator, Host, Part};
use crate::game::placed;
use crate::loaded::{ContestCode, ItemCode, Loaded};
use crate::program::{Comprehension, Contest, Item, Program, Times};
use crate::syntax::ast::Question;
use crate::value::Val;
use grundy::{Outcome, Value};
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
    /// Games with other values, that positions with params in their brackets asked for.
    others: HashMap<Vec<Option<Val>>, Arc<Handle>>,
    case: i128,
    explain: Option<Explain<'a>>,
    /// What `play` names, if it does nothing else.
    named: Option<Named>,
    /// Helpers that depend only on what is read once: what they gave stays right.
    kept: Vec<bool>,
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
            others: HashMap::new(),
            case: 0,
            explain,
            named: loaded.program.contest.as_ref().and_then(|contest| Named::new(contest.play.as_ref()?)),
            kept: kept(&loaded.program),
            loaded,
        })
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
        let game = self.current_game();
        let mut asked = Asked {
            engine: self.engine,
            loaded: self.loaded.clone(),
            globals: if self.loaded.unit.variants.is_empty() { Vec::new() } else { self.globals.clone() },
            others: std::mem::take(&mut self.others),
            game,
            misere: self.loaded.program.misere,
            case: self.case,
            played: Played::Nothing,
            taken: Vec::new(),
            long: self.globals.iter().flatten().any(Val::is_long),
            tried: Vec::new(),
            known: [None, None, None],
        };
        let explained = self.explain.is_some() && self.case <= i128::from(MOST_CASES);
        let by_columns = if explained { None } else { self.play_by_columns(&asked.game, asked.long) };
        if let Some(value) = by_columns {
            asked.played = Played::Value(value);
        } else if let Some(play) = code.play {
            self.run_code(play, &mut asked)?;
            let parts = std::mem::take(&mut asked.taken);
            asked.played = Played::Sum(asked.sum(&parts));
        }
        let mut line = String::new();
        for (index, &part) in code.answer.iter().enumerate() {
            let value = self.run_code(part, &mut asked)?;
            if index > 0 {
                line.push(' ');
            }
            value.iter().for_each(|value| value.write_plain(&mut line));
        }
        line.push('\n');
        self.others = std::mem::take(&mut asked.others);
        print(&line);
        if let (Some(explain), true) = (&mut self.explain, explained) {
            let played = match &asked.played {
                Played::Sum(sum) => Some(sum),
                _ => None,
            };
            explain(&Explained::new(self.engine, self.case, played, &line)?);
        }
        Ok(())
    }

    /// The value of a play position with many components, if it can be found without listing them.
    fn play_by_columns(&self, game: &Handle, long: bool) -> Option<Value> {
        if let Some(named) = &self.named
            && let Some(value) = self.engine.named_value(game, &self.globals, named)
        {
            return Some(value);
        }
        let play = self.loaded.program.contest.as_ref()?.play.as_ref()?;
        long.then(|| self.engine.play_value(game, &self.globals, play)).flatten()
    }

    fn run_code(&mut self, code: CodeId, asked: &mut Asked<'_>) -> Result<Option<Val>, Error> {
        let run = self.machine.run(&self.loaded.unit, code, &[], &self.globals, asked);
        let note = || (self.case > 1).then(|| format!("in case {}", self.case));
        match run.map_err(|fail| placed(fail, &self.loaded, note()))? {
            ControlFlow::Continue(value) => Ok(value),
            ControlFlow::Break(()) => Ok(None),
        }
    }

    fn current_game(&mut self) -> Arc<Handle> {
        let program = &self.loaded.program;
        let values: Vec<Option<Val>> =
            program.rule_globals.iter().map(|&global| self.globals[global].clone()).collect();
        if let Some((known, game)) = &self.game
            && *known == values
        {
            return game.clone();
        }
        self.engine.forget_whole();
        let game = new_game(self.engine, &self.loaded, self.globals.clone());
        self.game = Some((values, game.clone()));
        game
    }
}

fn new_game(engine: &Engine, loaded: &Arc<Loaded>, globals: Vec<Option<Val>>) -> Arc<Handle> {
    let names = loaded.program.kinds.iter().map(|kind| kind.name.clone()).collect();
    Arc::new(engine.rules(loaded, globals, names, String::new()))
}

/// For each helper, whether it is the same in all cases.
fn kept(program: &Program) -> Vec<bool> {
    let repeated = |global: &usize| {
        let repeat = program.contest.as_ref().and_then(|contest| contest.repeat.as_ref());
        repeat.is_some_and(|repeat| repeat.items.iter().any(|item| item.target == *global))
    };
    program.lets.iter().map(|helper| !helper.asks && !helper.globals.iter().any(repeated)).collect()
}

/// The play position.
enum Played {
    /// There is no `play` line.
    Nothing,
    /// A sum.
    Sum(Sum),
    /// Its value is known.
    Value(Value),
}

/// Games with other params that are kept.
const MOST_OTHERS: usize = 1 << 12;

/// Answers what a case asks.
struct Asked<'a> {
    engine: &'a Engine,
    loaded: Arc<Loaded>,
    globals: Vec<Option<Val>>,
    others: HashMap<Vec<Option<Val>>, Arc<Handle>>,
    game: Arc<Handle>,
    misere: bool,
    case: i128,
    played: Played,
    taken: Vec<Part>,
    /// Whether something long was read.
    long: bool,
    /// The lists over clauses that were tried at once.
    tried: Vec<usize>,
    /// What was found about the play position: win, draw, value.
    known: [Option<Val>; 3],
}

impl Asked<'_> {
    fn sum(&mut self, parts: &[Part]) -> Sum {
        let terms = parts.iter().map(|part| Term { count: part.copies, component: self.component(part) }).collect();
        Sum { terms, misere: self.misere }
    }

    fn component(&mut self, part: &Part) -> Component {
        let loaded = self.loaded.clone();
        let (kind, set) = loaded.unit.kind_of(part.kind);
        if set.is_empty() {
            return Component { handle: self.game.clone(), kind, args: part.args.clone() };
        }
        let (args, values) = part.args.split_at(part.args.len() - set.len());
        Component { handle: self.other_game(set, values), kind, args: args.into() }
    }

    /// The game with these values for some params and data.
    fn other_game(&mut self, set: &[usize], values: &[Val]) -> Arc<Handle> {
        let mut globals = self.globals.clone();
        for (&index, value) in set.iter().zip(values) {
            globals[index] = Some(value.clone());
        }
        let key = self.loaded.program.rule_globals.iter().map(|&global| globals[global].clone()).collect();
        if self.others.len() >= MOST_OTHERS {
            self.others.clear();
        }
        self.others.entry(key).or_insert_with(|| new_game(self.engine, &self.loaded, globals)).clone()
    }

    fn about(&self, question: Question, sum: &Sum) -> Result<Val, Error> {
        match question {
            Question::Win => Ok(Val::Bool(self.engine.outcome(sum)? == Outcome::Next)),
            Question::Draw => Ok(Val::Bool(self.engine.outcome(sum)? == Outcome::Draw)),
            Question::Value => self.engine.sum_value(sum).and_then(|value| finite(&value)),
        }
    }
}

fn finite(value: &Value) -> Result<Val, Error> {
    match value.as_finite() {
        Some(value) => i128::try_from(value).map(Val::Int).map_err(|_| Error::bad("the value is too large")),
        None => Err(Error::bad("the value is not a finite number")),
    }
}

fn about_value(question: Question, value: &Value) -> Result<Val, Error> {
    match question {
        Question::Win => Ok(Val::Bool(!value.is_zero())),
        Question::Draw => Ok(Val::Bool(false)),
        Question::Value => finite(value),
    }
}

/// What a list that is worked out at once may ask.
struct Knows<'a, 'b> {
    asked: &'a mut Asked<'b>,
    helpers: &'a dyn Fn(usize) -> Option<Val>,
}

impl Case for Knows<'_, '_> {
    fn helper(&self, helper: usize) -> Option<Val> {
        (self.helpers)(helper)
    }

    fn played(&mut self, question: Question) -> Option<Val> {
        self.asked.played(question).ok()
    }
}

impl Host for Asked<'_> {
    fn option(&mut self, parts: &mut Vec<Part>) -> ControlFlow<()> {
        self.taken.append(parts);
        ControlFlow::Continue(())
    }

    fn ask(&mut self, question: Question, parts: &[Part]) -> Result<Val, Error> {
        let sum = self.sum(parts);
        self.about(question, &sum)
    }

    fn played(&mut self, question: Question) -> Result<Val, Error> {
        if let Some(value) = &self.known[question as usize] {
            return Ok(value.clone());
        }
        let value = match &self.played {
            Played::Sum(sum) => self.about(question, sum)?,
            Played::Value(value) => about_value(question, value)?,
            Played::Nothing => {
                let word = question.word();
                return Err(Error::bad(format!("`{word}` needs a play position, but there is no `play` line")));
            }
        };
        self.known[question as usize] = Some(value.clone());
        Ok(value)
    }

    /// A list is tried once a case: what is asked again and again is short, or a helper should remember it.
    fn list(
        &mut self,
        index: usize,
        list: &Comprehension,
        globals: &[Option<Val>],
        helpers: &dyn Fn(usize) -> Option<Val>,
    ) -> Option<Val> {
        if !self.long || self.tried.contains(&index) {
            return None;
        }
        self.tried.push(index);
        let (engine, game) = (self.engine, self.game.clone());
        engine.list_value(&game, globals, list, &mut Knows { asked: self, helpers })
    }

    fn case(&self) -> i128 {
        self.case
    }
}
