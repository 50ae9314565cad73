//! Lists of moves, and what may be concluded from them: that there is none only where all were looked at.

use crate::Error;
use grundy::Outcome;
use grundy_rules::{Engine, Limit, Move, Sum, WinningMoves};
use std::ops::ControlFlow;

/// Turns of a range without an end that are looked at, more as long as they show no move.
const TURNS: [u64; 3] = [8, 1 << 10, 1 << 16];

/// Moves of a sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// By component, then in the order of the rules, each once.
    pub moves: Vec<Move>,
    /// Whether these are all.
    pub complete: bool,
    /// Whether there are more for sure.
    pub more: bool,
}

/// The first moves of a sum, at most so many. If the list is empty, there is no move.
pub fn first_moves(engine: &Engine, sum: &Sum, most: usize) -> Result<Listing, Error> {
    for turns in TURNS {
        let listing = of_turns(engine, sum, most.max(1), turns)?;
        if listing.complete || !listing.moves.is_empty() {
            return Ok(listing);
        }
    }
    let text = "no move among the first ones of a range without an end; there may be later ones";
    Err(Error::NotFound(text.to_owned()))
}

fn of_turns(engine: &Engine, sum: &Sum, most: usize, turns: u64) -> Result<Listing, Error> {
    let mut moves: Vec<Move> = Vec::new();
    let (mut all, mut cut) = (true, false);
    for (component, term) in sum.terms.iter().enumerate() {
        cut |= engine.first_options(&term.component, turns, &mut |to| {
            let play = Move { component, from: term.component.clone(), to };
            if moves.contains(&play) {
                return ControlFlow::Continue(());
            }
            all = moves.len() < most;
            if all {
                moves.push(play);
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        })?;
        if !all {
            break;
        }
    }
    Ok(Listing { moves, complete: all && !cut, more: !all })
}

/// A sum without its parts that have no move. Parts of which it is not known stay.
pub fn live(engine: &Engine, sum: Sum) -> Result<Sum, Error> {
    let mut terms = Vec::with_capacity(sum.terms.len());
    for term in sum.terms {
        let alone = Sum { terms: vec![term], misere: false };
        let over = match first_moves(engine, &alone, 1) {
            Ok(listing) => listing.moves.is_empty(),
            Err(Error::NotFound(_)) => false,
            Err(error) => return Err(error),
        };
        if !over {
            terms.extend(alone.terms);
        }
    }
    Ok(Sum { terms, misere: sum.misere })
}

/// Whether no move is left.
pub(crate) fn is_over(engine: &Engine, sum: &Sum) -> Result<bool, Error> {
    Ok(first_moves(engine, sum, 1)?.moves.is_empty())
}

/// Winning moves of a sum with that outcome. None are found in a won sum only if none were asked for, or under misère play where
/// no move is left; otherwise that is an error.
pub(crate) fn winning(engine: &Engine, sum: &Sum, outcome: Outcome, most: usize) -> Result<WinningMoves, Error> {
    let found = engine.winning_moves(sum, most)?;
    if outcome == Outcome::Next && most > 0 && found.moves.is_empty() && !(sum.misere && is_over(engine, sum)?) {
        return Err(grundy_rules::Error::Limit(Limit::NoMove { position: sum.to_string() }).into());
    }
    Ok(found)
}
