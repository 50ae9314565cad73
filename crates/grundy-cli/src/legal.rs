//! Moves as a person types them: which move is meant, and what it leaves.
//!
//! A move is written `FROM -> TO`, or `TO` alone (what one component becomes), or as the whole position after it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use grundy_rules::{Component, Engine, Error, Move, Settings, Sum, Term};

use crate::failure::Failure;

/// The text describes no legal move.
#[derive(Debug)]
pub struct NotAMove(pub String);

/// The move that the text describes.
pub fn find(engine: &Engine, settings: &Settings, sum: &Sum, text: &str) -> Result<Move, Failure> {
    if let Some((from, to)) = text.split_once("->") {
        let from = single(&engine.sum(from, settings)?, from)?;
        let to = engine.sum(to, settings)?;
        let index = sum.terms.iter().position(|term| term.component == from);
        let index = index.ok_or_else(|| NotAMove(format!("{from} is not a component of {sum}")))?;
        return legal(engine, sum, index, &to)?.ok_or_else(|| NotAMove(format!("{from} has no move to {to}")).into());
    }
    let to = engine.sum(text, settings)?;
    for index in 0..sum.terms.len() {
        if let Some(play) = legal(engine, sum, index, &to)? {
            return Ok(play);
        }
    }
    for index in 0..sum.terms.len() {
        // The whole position: take the other terms away from it, and see whether the rest is an option of this one.
        if let Some(rest) = without(&to, &others(sum, index))
            && let Some(play) = legal(engine, sum, index, &rest)?
        {
            return Ok(play);
        }
    }
    Err(NotAMove(format!("no move of {sum} leaves {to}; write the move as FROM -> TO")).into())
}

fn single(sum: &Sum, text: &str) -> Result<Component, NotAMove> {
    match sum.terms.as_slice() {
        [Term { count: 1, component }] => Ok(component.clone()),
        _ => Err(NotAMove(format!("`{}` is not one position", text.trim()))),
    }
}

/// The move of a term that leaves exactly `to`, if it is one.
fn legal(engine: &Engine, sum: &Sum, index: usize, to: &Sum) -> Result<Option<Move>, Error> {
    let from = &sum.terms[index].component;
    let wanted = multiset(&pairs(to));
    let mut found = None;
    engine.options(from, &mut |option| {
        if multiset(&option) == wanted {
            found = Some(Move { component: index, from: from.clone(), to: option });
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

fn pairs(sum: &Sum) -> Vec<(u128, Component)> {
    sum.terms.iter().map(|term| (term.count, term.component.clone())).collect()
}

/// Positions with their number of copies, equal ones together, empty heaps left out by their text.
fn multiset(parts: &[(u128, Component)]) -> BTreeMap<String, u128> {
    let mut all = BTreeMap::new();
    for (count, part) in parts {
        let copies = all.entry(part.to_string()).or_insert(0u128);
        *copies = copies.saturating_add(*count);
    }
    all
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
        for term in left.terms.iter_mut().filter(|term| term.component == *part) {
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

/// The sum after a move.
pub fn after(sum: &Sum, play: &Move) -> Sum {
    let mut terms = sum.terms.clone();
    terms[play.component].count -= 1;
    let new = play.to.iter().map(|(count, component)| Term { count: *count, component: component.clone() });
    let at = play.component + 1;
    terms.splice(at..at, new);
    terms.retain(|term| term.count > 0);
    Sum { terms, misere: sum.misere }
}
