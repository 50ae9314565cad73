//! Sums: their value, their outcome, the winning moves.

use super::components::{ends, times};
use super::{Engine, beginning};
use crate::component::{Component, Move, Sum, Term, What};
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::limit::{Doing, Limit};
use crate::method::{Answer, Visit, Wanted, listed};
use crate::value::Val;
use grundy::theorem::Found;
use grundy::{Outcome, Value};
use std::cell::Cell;
use std::ops::ControlFlow;

/// Winning moves of a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WinningMoves {
    /// By component, then in the order of [`Engine::options`], or, for positions with very many options, of the theorem that finds
    /// them; the same option of a component only once.
    pub moves: Vec<Move>,
    /// Whether these are all.
    pub complete: bool,
}

/// A position with more options than this is asked for winning moves by its methods, without a list of all.
const FEW_OPTIONS: u64 = 1 << 12;

/// Sums that have no value here.
const MIXED: &str = "a sum of a value of more than 128 bits and of an infinite or loopy one is not supported";

/// Steps of the evaluator that a list of few options may take.
const FEW_STEPS: u64 = 1 << 20;

impl Engine {
    /// The value of a sum: the XOR of the values of its terms with an odd number of copies. Those with an even number cancel, but
    /// only if they have a value.
    pub fn sum_value(&self, sum: &Sum) -> Result<Value, Error> {
        if sum.misere {
            return Err(Error::bad("a sum under misère play has no Grundy value; ask for its outcome"));
        }
        self.xor(&sum.terms)
    }

    fn xor(&self, terms: &[Term]) -> Result<Value, Error> {
        self.xor_of(terms.iter())
    }

    fn xor_of<'a>(&self, mut terms: impl Iterator<Item = &'a Term>) -> Result<Value, Error> {
        terms.try_fold(Value::Finite(0), |sum, term| {
            Ok(match times(term.count, &term.component) {
                0 => sum,
                1 => self.nim_sum(&sum, &self.value(&term.component)?)?,
                _ => self.value(&term.component).map(|_| sum)?,
            })
        })
    }

    /// Whether an option has this value: the value of its last component need not be found. One that is known to have no value
    /// does not have it.
    fn is_option_value(&self, option: &Sum, value: &Value) -> Result<bool, Error> {
        Ok(self.is_option_value_by(option, value, false)? == Some(true))
    }

    /// The same; `attempt`: only if that is found without much work.
    fn is_option_value_by(&self, option: &Sum, value: &Value, attempt: bool) -> Result<Option<bool>, Error> {
        let last = option.terms.iter().rposition(|term| term.count % 2 == 1);
        let others = option.terms.iter().enumerate().filter(|(index, _)| Some(*index) != last);
        let others: Vec<Term> = others.map(|(_, term)| term.clone()).collect();
        let others = match attempt {
            true => self.attempt_value(&Sum { terms: others, misere: false }),
            false => self.xor(&others).map(Some),
        };
        let is = others.and_then(|others| match (others, last.map(|last| &option.terms[last].component)) {
            (None, _) => Ok(None),
            (Some(others), Some(last)) if attempt => self.attempt_is(last, &others.nim_sum(value)),
            (Some(others), Some(last)) => self.is_value(last, &others.nim_sum(value)).map(Some),
            (Some(others), None) => Ok(Some(others == *value)),
        });
        let is_loopy = |term: &Term| matches!(self.known_loopy(&term.component), Some(Value::Loopy(_)));
        match is {
            Err(Error::Loopy(_)) if option.terms.iter().any(is_loopy) => Ok(Some(false)),
            is => is,
        }
    }

    /// The value of a sum of few positions by a search that ends soon, or for `wins` one that is 0 where the sum is lost; no method is
    /// chosen. Nothing if it does not end soon or something is unusual.
    pub(crate) fn glance(&self, sum: &Sum, wins: bool) -> Option<Value> {
        let wins = wins && sum.terms.len() == 1;
        let of = |term: &Term| match &term.component.handle.what {
            What::Rules { search, .. } if term.count % 2 == 1 && !term.component.handle.loops(term.component.kind) => {
                search.glance(&term.component.pos(), wins)
            }
            _ => None,
        };
        let mut terms = if sum.misere { return None } else { sum.terms.iter() };
        terms.try_fold(0, |xor, term| Some(xor ^ of(term)?)).map(|xor| Value::Finite(xor.into()))
    }

    /// Who wins a sum. By its value if it has one, or by the theorem on misère Nim; else by a search of the whole sum under misère
    /// play, and by loopy values where play may go on for ever.
    pub fn outcome(&self, sum: &Sum) -> Result<Outcome, Error> {
        if sum.misere {
            if let Some(outcome) = Engine::misere_nim_outcome(sum) {
                return Ok(outcome);
            }
            let wins = match self.alone(sum)? {
                Some(_) => self.wins_by(&sum.terms[0].component)?,
                None => None,
            };
            return wins.map_or_else(|| self.whole_outcome(sum), |wins| Ok(outcome(wins)));
        }
        if sum.terms.iter().any(|term| term.component.handle.loops(term.component.kind)) {
            return self.whole_outcome(sum);
        }
        let looked: Vec<&Term> = sum.terms.iter().filter(|term| times(term.count, &term.component) > 0).collect();
        let outcome = match looked.as_slice() {
            [term] if term.count == 1 || term.count % 2 == 1 && ends(&term.component) => {
                self.wins(&term.component).map(outcome)
            }
            _ => self.xor(&sum.terms).map(|value| value.outcome()),
        };
        match outcome {
            Ok(outcome) => Ok(outcome),
            Err(Error::Loopy(_)) => self.whole_outcome(sum),
            Err(error) => Err(error),
        }
    }

    /// Who wins a sum that has no value.
    fn whole_outcome(&self, sum: &Sum) -> Result<Outcome, Error> {
        let (outcome, method) = match sum.misere {
            true => (self.misere_outcome(&sum.terms), "misere search"),
            false => (self.loopy_outcome(&sum.terms), "loopy search"),
        };
        let doing = || Doing {
            case: None,
            position: beginning(&sum.to_string()),
            method: method.to_owned(),
            help: Some("whole sums are searched: fewer and smaller components are far fewer positions".to_owned()),
        };
        outcome.map_err(|error| error.during(doing))
    }

    /// At most `max` moves after which the player who made them wins. If the player to move wins, there is at least one of them, or
    /// the search for it ends with a limit; but for misère play where no move is left, and unless `max` is 0.
    pub fn winning_moves(&self, sum: &Sum, max: usize) -> Result<WinningMoves, Error> {
        if let Some(moves) = sum.misere.then(|| Engine::misere_nim_moves(sum)).flatten() {
            let complete = moves.len() <= max;
            return Ok(WinningMoves { moves: moves.into_iter().take(max).collect(), complete });
        }
        if let Some(method) = self.alone(sum)? {
            let mut found = WinningMoves { moves: Vec::new(), complete: true };
            if self.outcome(sum)? == Outcome::Next {
                found.add(sum, 0, self.lost_options(&sum.terms[0].component, method, max)?);
            }
            return Ok(found);
        }
        let value = if sum.misere { None } else { Some(self.xor(&sum.terms)) };
        match value {
            Some(Ok(value)) => self.moves_by_value(sum, &value, max),
            None | Some(Err(Error::Loopy(_))) => self.moves_by_search(sum, max),
            Some(Err(error)) => Err(error),
        }
    }

    /// The options of a position that are lost for who moves then, if the theorem that answers for it tells all of them.
    pub(crate) fn told_options(&self, component: &Component) -> Result<Option<Vec<Vec<Part>>>, Error> {
        let Some(theorem) = component.methods().first().filter(|method| method.is_shortcut()) else { return Ok(None) };
        let value = match self.answer(component) {
            Ok((value, method)) if method.is_shortcut() => value,
            _ => return Ok(None),
        };
        if value.is_zero() {
            return Ok(Some(Vec::new()));
        }
        let wanted = Value::Finite(0);
        let is = |option: &[Part]| self.is_option_value(&left(component, option), &wanted);
        let wanted = Wanted { value: &wanted, most: usize::MAX, is: &is, watch: &self.watch };
        Ok(match theorem.options(&component.args, &wanted)? {
            Answer::Known(Found { options, complete: true }) => Some(options),
            _ => None,
        })
    }

    /// The argument of the least or the greatest option of a position of one list that is lost for who moves then, if a theorem tells it
    /// without a list of all.
    pub(crate) fn told_extreme(&self, component: &Component, least: bool) -> Result<Option<Val>, Error> {
        let Some(theorem) = component.methods().first().filter(|method| method.is_shortcut()) else { return Ok(None) };
        Ok(match self.answer(component) {
            Ok((value, method)) if method.is_shortcut() && !value.is_zero() => {
                match theorem.extreme_option(&component.args, &Value::Finite(0), least, &self.watch)? {
                    Answer::Known(list) => Some(list),
                    Answer::NotMine => None,
                }
            }
            _ => None,
        })
    }

    /// All moves after which the player who made them wins, in any order, if theorems tell them without a list of all moves.
    pub(crate) fn told_moves(&self, sum: &Sum) -> Result<Option<Vec<Move>>, Error> {
        if sum.misere {
            return Ok(None);
        }
        if let Some(method) = self.alone(sum)? {
            let mut found = WinningMoves { moves: Vec::new(), complete: true };
            if self.outcome(sum)? == Outcome::Next {
                found.add(sum, 0, self.lost_options(&sum.terms[0].component, method, usize::MAX)?);
            }
            return Ok(found.complete.then_some(found.moves));
        }
        let (value, mut moves) = (self.xor(&sum.terms)?, Vec::new());
        if value.is_zero() {
            return Ok(Some(moves));
        }
        for (index, Term { component, .. }) in sum.terms.iter().enumerate() {
            let Some(method) = component.methods().first().filter(|method| method.is_shortcut()) else {
                return Ok(None);
            };
            let wanted = self.nim_sum(&self.value(component)?, &value)?;
            let is = |option: &[Part]| self.is_option_value(&left(component, option), &wanted);
            let wanted = Wanted { value: &wanted, most: usize::MAX, is: &is, watch: &self.watch };
            let Answer::Known(Found { options, complete: true }) = method.options(&component.args, &wanted)? else {
                return Ok(None);
            };
            let play = |parts| Move { component: index, from: component.clone(), to: component.left(parts) };
            moves.extend(options.into_iter().map(play));
        }
        Ok(Some(moves))
    }

    /// In each term the moves to the value that makes the XOR 0.
    fn moves_by_value(&self, sum: &Sum, value: &Value, max: usize) -> Result<WinningMoves, Error> {
        let mut found = WinningMoves { moves: Vec::new(), complete: true };
        if value.is_zero() {
            return Ok(found);
        }
        for (index, term) in sum.terms.iter().enumerate() {
            let own = self.value(&term.component)?;
            let (wanted, most) = (self.nim_sum(&own, value)?, max - found.moves.len());
            found.add(sum, index, self.moves_to(&term.component, &own, &wanted, most)?);
        }
        if found.moves.is_empty() && max > 0 {
            return Err(Error::Limit(Limit::NoMove { position: sum.to_string() }));
        }
        Ok(found)
    }

    /// Each move, and whether the whole sum after it is lost for the opponent.
    fn moves_by_search(&self, sum: &Sum, max: usize) -> Result<WinningMoves, Error> {
        let mut found = WinningMoves { moves: Vec::new(), complete: true };
        for (index, term) in sum.terms.iter().enumerate() {
            let wins = |option: &[Part]| {
                let play = Move { component: index, from: term.component.clone(), to: left(&term.component, option) };
                Ok(self.whole_outcome(&sum.after(&play))? == Outcome::Previous)
            };
            let most = max - found.moves.len();
            let wanted = Wanted { value: &Value::Finite(0), most, is: &wins, watch: &self.watch };
            found.add(sum, index, listed(&wanted, |visit| self.list(&term.component, visit))?);
        }
        Ok(found)
    }

    /// The moves in a position to a wanted value: the options one by one if they are few, else by its methods.
    fn moves_to(
        &self,
        component: &Component,
        own: &Value,
        wanted: &Value,
        most: usize,
    ) -> Result<Found<Vec<Part>>, Error> {
        let is = |option: &[Part]| self.is_option_value(&left(component, option), wanted);
        let wanted_options = Wanted { value: wanted, most, is: &is, watch: &self.watch };
        // What is searched lists its options anyway.
        if !component.is_huge()
            && self.answers_options(component)?
            && !self.has_unbounded_options(component)
            && let Some(few) = self.few_options(component, wanted, most)?
        {
            return Ok(few);
        }
        for method in component.methods() {
            if let Answer::Known(found) = method.options(&component.args, &wanted_options)? {
                return Ok(found);
            }
        }
        // Nobody can tell; only where the value must fall there is an option for sure.
        let missing = match (wanted.natural(), own.natural()) {
            (Some(wanted), Some(own)) => wanted < own,
            _ => wanted.as_ordinal() < own.as_ordinal(),
        };
        if missing && most > 0 {
            return Err(Error::Limit(Limit::NoMove { position: component.to_string() }));
        }
        Ok(Found { options: Vec::new(), complete: false })
    }

    /// Whether options are answered as quickly as the position, so that few may be looked at one by one.
    fn answers_options(&self, component: &Component) -> Result<bool, Error> {
        if component.methods().first().is_some_and(|method| method.answers_options()) {
            return Ok(true);
        }
        Ok(component.methods().iter().any(|method| method.is_pattern()) && self.answer(component)?.1.is_pattern())
    }

    /// The nim-sum of two values, unless one is huge and the other infinite.
    pub(super) fn nim_sum(&self, a: &Value, b: &Value) -> Result<Value, Error> {
        a.checked_nim_sum(b).ok_or_else(|| Error::bad(MIXED))
    }

    /// The options of the wanted value among all options; nothing if there are many, or turns of the rules that lead to none, or one of which it would be
    /// much work to tell.
    fn few_options(
        &self,
        component: &Component,
        value: &Value,
        most: usize,
    ) -> Result<Option<Found<Vec<Part>>>, Error> {
        let (mut looked, mut few, mut enough) = (0u64, true, false);
        let told = Cell::new(true);
        let is = |option: &[Part]| {
            let is = self.is_option_value_by(&left(component, option), value, true)?;
            told.set(told.get() && is.is_some());
            Ok(is == Some(true))
        };
        let wanted = Wanted { value, most, is: &is, watch: &self.watch };
        let found = listed(&wanted, |visit| {
            // All are counted, even after enough were found: the order of the answer depends on their number alone.
            let mut count = |option: &[Part]| {
                looked += 1;
                few = looked <= FEW_OPTIONS && told.get();
                enough = enough || few && visit(option).is_break();
                if few { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            };
            let all = match &component.handle.what {
                What::Rules { game, .. } => {
                    game.options_within(&component.pos(), FEW_STEPS, &mut |option| count(option))?
                }
                _ => self.list(component, &mut count).map(|()| true)?,
            };
            few &= all;
            Ok(())
        })?;
        Ok((few && told.get()).then_some(found))
    }

    /// The options of a position as parts.
    fn list(&self, component: &Component, visit: &mut Visit<'_>) -> Result<(), Error> {
        self.options(component, &mut |option| {
            let part = |term: Term| Part { copies: term.count, kind: term.component.kind, args: term.component.args };
            visit(&option.terms.into_iter().map(part).collect::<Vec<_>>())
        })
    }
}

impl WinningMoves {
    fn add(&mut self, sum: &Sum, index: usize, found: Found<Vec<Part>>) {
        let from = &sum.terms[index].component;
        let moves = found.options.into_iter();
        self.moves.extend(moves.map(|parts| Move { component: index, from: from.clone(), to: from.left(parts) }));
        self.complete &= found.complete;
    }
}

fn outcome(wins: bool) -> Outcome {
    if wins { Outcome::Next } else { Outcome::Previous }
}

/// What an option leaves.
fn left(component: &Component, option: &[Part]) -> Sum {
    component.left(option.iter().cloned())
}
