//! Moves as a person types them: which move is meant, and what it leaves.
//!
//! A move is written `FROM -> TO`, or `TO` alone (what one component becomes), or as the whole position after it.

use grundy_rules::value::Val;
use grundy_rules::{Component, Engine, Error as RulesError, Move, Settings, Sum, Term};

use crate::Error;

/// Ways to read a text: with the params of so many components.
const MOST_READINGS: usize = 16;

/// The move that the text describes. Params that were given with the sum need not be repeated.
pub fn find_move(engine: &Engine, settings: &Settings, sum: &Sum, text: &str) -> Result<Move, Error> {
    let mut why = None;
    for settings in readings(settings, sum) {
        match Typed::read(engine, &settings, text) {
            Ok(typed) => match typed.find(engine, sum)? {
                Ok(play) => return Ok(play),
                Err(not) => why = Some(Error::NotAMove(not)),
            },
            // A text that can be read in another way is not at fault.
            Err(error) => why = why.or(Some(error)),
        }
    }
    Err(why.unwrap_or_else(|| Error::NotAMove(format!("`{text}` is not a move"))))
}

/// The settings, then the settings with the params of each component.
fn readings(settings: &Settings, sum: &Sum) -> Vec<Settings> {
    let mut all: Vec<Vec<(String, Val)>> = vec![Vec::new()];
    for term in &sum.terms {
        let given = term.component.given();
        if all.len() < MOST_READINGS && !all.contains(&given) {
            all.push(given);
        }
    }
    let with = |given: Vec<(String, Val)>| {
        let mut settings = settings.clone();
        settings.data.extend(given);
        settings
    };
    all.into_iter().map(with).collect()
}

/// A move as it was typed.
struct Typed {
    from: Option<Component>,
    to: Sum,
}

impl Typed {
    fn read(engine: &Engine, settings: &Settings, text: &str) -> Result<Typed, Error> {
        Ok(match text.split_once("->") {
            Some((from, to)) => {
                Typed { from: Some(single(&engine.sum(from, settings)?, from)?), to: engine.sum(to, settings)? }
            }
            None => Typed { from: None, to: engine.sum(text, settings)? },
        })
    }

    fn find(&self, engine: &Engine, sum: &Sum) -> Result<Result<Move, String>, RulesError> {
        let to = &self.to;
        if let Some(from) = &self.from {
            let index = sum.terms.iter().position(|term| term.component.is_same(from));
            let Some(index) = index else { return Ok(Err(format!("{from} is not a component of {sum}"))) };
            let play = legal(engine, sum, index, to)?;
            return Ok(play.ok_or_else(|| format!("{from} has no move to {to}")));
        }
        for index in 0..sum.terms.len() {
            if let Some(play) = legal(engine, sum, index, to)? {
                return Ok(Ok(play));
            }
        }
        for index in 0..sum.terms.len() {
            // The whole position: take the other terms away from it, and see whether the rest is an option of this one.
            if let Some(rest) = without(to, &others(sum, index))
                && let Some(play) = legal(engine, sum, index, &rest)?
            {
                return Ok(Ok(play));
            }
        }
        Ok(Err(format!("no move of {sum} leaves {to}; write the move as FROM -> TO")))
    }
}

fn single(sum: &Sum, text: &str) -> Result<Component, Error> {
    match sum.terms.as_slice() {
        [Term { count: 1, component }] => Ok(component.clone()),
        _ => Err(Error::NotAMove(format!("`{}` is not one position", text.trim()))),
    }
}

/// The move of a term that leaves exactly `to`, if it is one.
fn legal(engine: &Engine, sum: &Sum, index: usize, to: &Sum) -> Result<Option<Move>, RulesError> {
    let from = &sum.terms[index].component;
    let option = engine.option(from, to)?;
    Ok(option.map(|to| Move { component: index, from: from.clone(), to }))
}

fn pairs(sum: &Sum) -> Vec<(u128, Component)> {
    sum.terms.iter().map(|term| (term.count, term.component.clone())).collect()
}

/// All terms but one copy of one.
fn others(sum: &Sum, index: usize) -> Vec<(u128, Component)> {
    let mut parts = pairs(sum);
    parts[index].0 -= 1;
    parts.retain(|(count, _)| *count > 0);
    parts
}

/// `whole` less `parts`, if all of them are in it.
fn without(whole: &Sum, parts: &[(u128, Component)]) -> Option<Sum> {
    let mut left = whole.clone();
    for (count, part) in parts {
        let mut count = *count;
        for term in left.terms.iter_mut().filter(|term| term.component.is_same(part)) {
            let taken = count.min(term.count);
            term.count -= taken;
            count -= taken;
        }
        if count > 0 {
            return None;
        }
    }
    left.terms.retain(|term| term.count > 0);
    Some(left)
}
