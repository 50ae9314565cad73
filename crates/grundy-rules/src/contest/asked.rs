//! What a case asks about positions.

use super::run::{keep, new_game};
use crate::builtins::Function;
use crate::compile::Case;
use crate::component::{Component, Handle, Move, Sum, Term};
use crate::engine::{Engine, Known, Length};
use crate::error::Error;
use crate::eval::code::Wanted;
use crate::eval::evaluator::{Host, Options, Part};
use crate::eval::shown::cut;
use crate::loaded::Loaded;
use crate::meter::{Meter, Trouble};
use crate::program::{Comprehension, KindId, Tell};
use crate::syntax::ast::Question;
use crate::value::Val;
use grundy::{Outcome, Value};
use hashbrown::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The play position.
pub(super) enum Played {
    /// There is no `play` line.
    Nothing,
    /// A sum.
    Sum(Sum),
    /// Its value is known.
    Value(Value),
}

/// Positions that are noted.
const MOST_NOTED: usize = 64;

/// Positions of one count that are asked about one by one where positions are noted.
const MOST_ASKED: i128 = 1 << 16;

/// Answers what a case asks.
pub(super) struct Asked<'a> {
    pub(super) engine: &'a Engine,
    pub(super) loaded: Arc<Loaded>,
    pub(super) globals: Vec<Option<Val>>,
    pub(super) others: HashMap<Vec<Option<Val>>, Arc<Handle>>,
    /// The game of these that was asked for last, by what was set: long lists are compared by where they are.
    pub(super) last_other: Option<(Vec<usize>, Vec<Val>, Arc<Handle>)>,
    /// Kinds of games with other params, of which options were listed.
    pub(super) foreign: Vec<(Arc<Handle>, KindId)>,
    /// The first positions that were asked about, if these are wanted.
    pub(super) noted: Option<Vec<Component>>,
    pub(super) game: Arc<Handle>,
    pub(super) misere: bool,
    pub(super) case: i128,
    pub(super) played: Played,
    pub(super) taken: Vec<Part>,
    /// Whether something long was read.
    pub(super) long: bool,
    /// The lists over clauses that were tried at once.
    pub(super) tried: Vec<usize>,
    /// Whether a value was asked for.
    pub(super) values: bool,
    /// Whether questions are answered at a glance where that can be.
    pub(super) glances: bool,
    /// What was found about the play position: win, draw, value.
    pub(super) known: [Option<Val>; 3],
}

impl Asked<'_> {
    pub(super) fn sum(&mut self, parts: &[Part]) -> Sum {
        let terms: Vec<Term> =
            parts.iter().map(|part| Term { count: part.copies, component: self.component(part) }).collect();
        if let Some(noted) = &mut self.noted {
            for Term { component, .. } in &terms {
                if noted.len() < MOST_NOTED && !noted.contains(component) {
                    noted.push(component.clone());
                }
            }
        }
        Sum { terms, misere: self.misere }
    }

    fn component(&mut self, part: &Part) -> Component {
        let loaded = self.loaded.clone();
        if let Some(place) = part.kind.index().checked_sub(self.first_foreign()) {
            let (handle, kind) = &self.foreign[place];
            return Component { handle: handle.clone(), kind: *kind, args: part.args.clone() };
        }
        let (kind, set) = loaded.unit.kind_of(part.kind);
        if set.is_empty() {
            return Component { handle: self.game.clone(), kind, args: part.args.clone() };
        }
        let (args, values) = part.args.split_at(part.args.len() - set.len());
        Component { handle: self.other_game(set, values), kind, args: args.into() }
    }

    /// The game with these values for some params and data.
    fn other_game(&mut self, set: &[usize], values: &[Val]) -> Arc<Handle> {
        if let Some((of, with, game)) = &self.last_other
            && of == set
            && with == values
        {
            return game.clone();
        }
        let game = self.find_other_game(set, values);
        self.last_other = Some((set.to_vec(), values.to_vec(), game.clone()));
        game
    }

    fn find_other_game(&mut self, set: &[usize], values: &[Val]) -> Arc<Handle> {
        let mut globals = self.globals.clone();
        for (&index, value) in set.iter().zip(values) {
            globals[index] = Some(value.clone());
        }
        let key: Vec<Option<Val>> =
            self.loaded.program.rule_globals.iter().map(|&global| globals[global].clone()).collect();
        if let Some(game) = self.others.get(&key) {
            return game.clone();
        }
        let texts =
            set.iter().zip(values).map(|(&index, value)| format!("{}={value}", self.loaded.unit.globals[index]));
        let suffix = format!("; {}", texts.collect::<Vec<_>>().join(", "));
        let game = new_game(self.engine, &self.loaded, globals, suffix);
        keep(&mut self.others, key, game.clone());
        game
    }

    /// The number of the first kind of another game.
    fn first_foreign(&self) -> usize {
        self.loaded.unit.kinds + self.loaded.unit.variants.len()
    }

    /// A term of a sum as the evaluator holds it: kinds of other games get numbers of their own.
    fn part(&mut self, term: &Term) -> Part {
        let (copies, component) = (term.count, &term.component);
        let mut kind = component.kind;
        if !Arc::ptr_eq(&component.handle, &self.game) {
            let is_it = |(handle, of): &(Arc<Handle>, KindId)| Arc::ptr_eq(handle, &component.handle) && *of == kind;
            let place = self.foreign.iter().position(is_it).unwrap_or_else(|| {
                self.foreign.push((component.handle.clone(), component.kind));
                self.foreign.len() - 1
            });
            kind = KindId::new(self.first_foreign() + place);
        }
        Part { copies, kind, args: component.args.clone() }
    }

    fn parts(&mut self, sum: &Sum) -> Vec<Part> {
        sum.terms.iter().map(|term| self.part(term)).collect()
    }

    /// The only component, of the game with the params and data of the case, in play in which who cannot move loses.
    fn single<'s>(&self, sum: &'s Sum) -> Option<&'s Component> {
        match sum.terms.as_slice() {
            [Term { count: 1, component }] if !sum.misere && Arc::ptr_eq(&component.handle, &self.game) => {
                Some(component)
            }
            _ => None,
        }
    }

    /// The moves to positions that are lost for who moves then, if these are known without a list of all moves. Where play may go on
    /// for ever, not to win is not to lose.
    ///
    /// `repeats`: each as often as the rules make it.
    fn lost_options(&mut self, sum: &Sum, repeats: bool) -> Result<Option<Vec<Vec<Part>>>, Error> {
        if !repeats
            && let Some(component) = self.single(sum)
            && let Some(options) = self.engine.told_options(component)?
            && options.iter().all(|option| matches!(option.as_slice(), [] | [Part { copies: 1, .. }]))
        {
            return Ok(Some(options));
        }
        if !self.engine.ends(sum) {
            return Ok(None);
        }
        let moves = match self.engine.told_moves(sum)? {
            Some(moves) => moves,
            None => {
                let found = self.engine.winning_moves(sum, usize::MAX)?;
                if !found.complete {
                    return Ok(None);
                }
                found.moves
            }
        };
        // What differs in the order of its parts alone is one move there, but two texts.
        let is_single = |play: &Move| matches!(play.to.terms.as_slice(), [] | [Term { count: 1, .. }]);
        if !moves.iter().all(is_single) {
            return Ok(None);
        }
        let (mut options, mut held) = (Vec::with_capacity(moves.len()), Held::new(self.engine.meter()));
        for play in &moves {
            let times = if repeats { self.engine.option_times(&play.from, &play.to)? } else { Some(1) };
            let Some(times @ 1..) = times else { return Ok(None) };
            let parts = self.parts(&sum.after(play));
            for _ in 1..times {
                held.keep(&parts)?;
                options.push(parts.clone());
            }
            held.keep(&parts)?;
            options.push(parts);
        }
        Ok(Some(options))
    }

    /// All moves, in the order of the components and of their rules.
    fn all_options(&mut self, sum: &Sum) -> Result<Vec<Vec<Part>>, Error> {
        let (mut options, mut held, mut failure) = (Vec::new(), Held::new(self.engine.meter()), None);
        // What is left of a single position is the whole sum.
        let alone = matches!(sum.terms.as_slice(), [Term { count: 1, .. }]);
        for (index, term) in sum.terms.iter().enumerate() {
            let from = &term.component;
            self.engine.options(from, &mut |to| {
                let parts = match alone {
                    true => self.parts(&to),
                    false => self.parts(&sum.after(&Move { component: index, from: from.clone(), to })),
                };
                let fits = held.keep(&parts);
                options.push(parts);
                match fits {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(trouble) => {
                        failure = Some(Error::from(trouble));
                        ControlFlow::Break(())
                    }
                }
            })?;
            if let Some(error) = failure {
                return Err(error);
            }
        }
        Ok(options)
    }

    fn length(&mut self, length: Length, parts: &[Part]) -> Result<Val, Error> {
        let sum = self.sum(parts);
        self.engine.length(length, &sum).map(|moves| Val::Int(moves.into()))
    }

    /// The value of a sum at a glance, or whether it is won. After the first one that fails there is none in this case.
    fn glance(&mut self, sum: &Sum, wins: bool) -> Option<Value> {
        if self.glances {
            let found = self.engine.glance(sum, wins);
            self.glances = found.is_some();
            return found;
        }
        None
    }

    fn about(&mut self, question: Question, sum: &Sum) -> Result<Val, Error> {
        if let Some(value) = self.glance(sum, question != Question::Value) {
            return about_value(question, &value);
        }
        match question {
            Question::Win => Ok(Val::Bool(self.engine.outcome(sum)? == Outcome::Next)),
            Question::Draw => Ok(Val::Bool(self.engine.outcome(sum)? == Outcome::Draw)),
            Question::Value => self.engine.sum_value(sum).and_then(|value| finite(&value)),
        }
    }
}

/// Counts the options that are held at once: a sum of many parts has many, each a long sum.
struct Held {
    meter: Meter,
    values: u64,
}

impl Held {
    fn new(meter: Meter) -> Held {
        Held { meter, values: 0 }
    }

    fn keep(&mut self, parts: &[Part]) -> Result<(), Trouble> {
        self.values += 2 + parts.iter().map(|part| 2 + part.args.iter().map(Val::size).sum::<u64>()).sum::<u64>();
        self.meter.work(1 + parts.len() as u64)?;
        self.meter.fits(self.values)
    }
}

/// The beginning of a sum, for a message.
fn shown_sum(sum: &Sum) -> String {
    cut(&Val::text(&sum.to_string()))
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
        self.values |= question == Question::Value;
        let sum = self.sum(parts);
        self.about(question, &sum)
    }

    fn sums_have_values(&self) -> bool {
        !self.misere && self.noted.is_none()
    }

    fn counts_pairs(&self) -> bool {
        self.engine.counts() && self.noted.is_none()
    }

    fn options(&mut self, parts: &[Part], wanted: Wanted) -> Result<Options, Error> {
        let sum = self.sum(parts);
        let found = match wanted {
            Wanted::All => None,
            _ if self.glance(&sum, false).is_some() => None,
            wanted => self.lost_options(&sum, wanted == Wanted::LostTimes)?,
        };
        match found {
            Some(options) => Ok(Options { options, only_lost: true }),
            None => Ok(Options { options: self.all_options(&sum)?, only_lost: false }),
        }
    }

    fn extreme(&mut self, parts: &[Part], least: bool) -> Result<Option<Val>, Error> {
        let sum = self.sum(parts);
        match self.single(&sum) {
            Some(component) => self.engine.told_extreme(component, least),
            None => Ok(None),
        }
    }

    fn tell(&mut self, tell: Tell, parts: &[Part]) -> Result<Val, Error> {
        match (tell, parts) {
            (Tell::Text, _) => Ok(Val::text(&self.sum(parts).to_string())),
            (Tell::Remoteness, _) => self.length(Length::Remoteness, parts),
            (Tell::Suspense, _) => self.length(Length::Suspense, parts),
            (Tell::Args, [part]) if part.copies == 1 => {
                let args = self.component(part).args.to_vec();
                Val::list(args).ok_or_else(|| Error::bad("the list is too large or nested too deeply"))
            }
            (Tell::Args, _) => {
                let sum = self.sum(parts);
                Err(Error::bad(format!("`args` needs a position of one component, found {}", shown_sum(&sum))))
            }
        }
    }

    fn played(&mut self, question: Question) -> Result<Val, Error> {
        self.values |= question == Question::Value;
        if let Some(value) = &self.known[question as usize] {
            return Ok(value.clone());
        }
        let value = match std::mem::replace(&mut self.played, Played::Nothing) {
            Played::Sum(sum) => {
                let value = self.about(question, &sum);
                self.played = Played::Sum(sum);
                value?
            }
            Played::Value(value) => {
                self.played = Played::Value(value.clone());
                about_value(question, &value)?
            }
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
        if !self.long || self.noted.is_some() || self.tried.contains(&index) {
            return None;
        }
        self.tried.push(index);
        let (engine, game) = (self.engine, self.game.clone());
        engine.list_value(&game, globals, list, &mut Knows { asked: self, helpers })
    }

    fn count(
        &mut self,
        function: Function,
        list: &Comprehension,
        globals: &[Option<Val>],
        locals: &[Val],
        helpers: &dyn Fn(usize) -> Option<Val>,
    ) -> Result<Option<Val>, Error> {
        if !self.engine.counts() {
            return Ok(None);
        }
        // Where positions are to be noted they are asked about one by one, unless they are very many.
        let least = if self.noted.is_some() { MOST_ASKED } else { 0 };
        self.engine.counted(&self.game, (function, list), &Known { globals, locals, helpers }, least)
    }

    fn case(&self) -> i128 {
        self.case
    }
}
