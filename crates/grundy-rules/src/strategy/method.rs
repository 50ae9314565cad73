//! A strategy at work: values of positions of one kind.

use super::Strategy;
use super::rows::Known;
use crate::error::Error;
use crate::value::Val;
use grundy::heap::{Rule, Sequence};
use grundy::theorem::pebbles::Pebbles;
use grundy::theorem::removing::RemoveFromCycle;
use grundy::theorem::strip::Strip;
use grundy::theorem::take_range::TakeRange;
use grundy::theorem::{half, lasker, ordinal_nim, row, staircase};
use grundy::{Value, Watch};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A strategy for one kind and what it has worked out so far.
#[derive(Debug)]
pub struct Method {
    strategy: Strategy,
    name: String,
    pub(super) kind: usize,
    /// The values of heap codes, one sequence for each rule that occurs.
    sequences: Mutex<Vec<Sequence>>,
    rows: Mutex<Known>,
}

impl Method {
    /// A method for positions of this kind.
    pub fn new(strategy: Strategy, kind: usize) -> Method {
        Method { name: strategy.to_string(), strategy, kind, sequences: Mutex::default(), rows: Mutex::default() }
    }

    /// The strategy.
    pub fn strategy(&self) -> &Strategy {
        &self.strategy
    }

    /// The name of the strategy.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value of a position; nothing where the theorem does not speak about it (other types, coins out of order, …), and
    /// the search has to answer.
    pub fn value(&self, args: &[Val], watch: &Watch) -> Result<Option<Value>, Error> {
        match &self.strategy {
            Strategy::Pebbles { .. } | Strategy::OrdinalNim | Strategy::Transfinite(_) => {
                let Some(numbers) = naturals(args) else { return Ok(None) };
                self.ordinal(&numbers, watch)
            }
            strategy => Ok(self.finite(strategy, args, watch)?.map(Value::Finite)),
        }
    }

    /// The value of a position that has an ordinal.
    fn ordinal(&self, args: &[u128], watch: &Watch) -> Result<Option<Value>, Error> {
        Ok(match (&self.strategy, args) {
            (Strategy::Pebbles { k, swapped }, &[a, b]) => {
                let (stones, pebbles) = if *swapped { (b, a) } else { (a, b) };
                let value = Pebbles::new(*k).value(stones, pebbles);
                Some(value.map_err(|error| Error::bad(error.to_string()))?.into())
            }
            (Strategy::OrdinalNim, args) => {
                Some(ordinal_nim::value(args).map_err(|error| Error::bad(error.to_string()))?.into())
            }
            (Strategy::Transfinite(game), args) => self.rows().value(game, args, watch)?.map(Value::from),
            _ => None,
        })
    }

    /// The value of a position that has a natural number.
    pub(super) fn finite(&self, strategy: &Strategy, args: &[Val], watch: &Watch) -> Result<Option<u128>, Error> {
        match (strategy, args) {
            (Strategy::WithoutAdditions(game), args) => self.finite(game, args, watch),
            (Strategy::Leading { argument, game }, args) => {
                match naturals(args).as_ref().and_then(|args| args.get(*argument)) {
                    Some(&n) => self.heap_value(game, n, watch),
                    None => Ok(None),
                }
            }
            (Strategy::Coordinates(games), args) if games.len() == args.len() => {
                let mut sum = 0;
                for (game, arg) in games.iter().zip(args) {
                    let Some(n) = natural(arg) else { return Ok(None) };
                    let Some(value) = self.heap_value(game, n, watch)? else { return Ok(None) };
                    sum ^= value;
                }
                Ok(Some(sum))
            }
            (strategy, [Val::List(list)]) => {
                if let Some(value) = list.naturals().and_then(|numbers| self.list(strategy, numbers, watch)) {
                    return Ok(Some(value));
                }
                self.list_value(strategy, list.items(), watch)
            }
            (_, [Val::Int(n)]) => u128::try_from(*n).map_or(Ok(None), |n| self.heap_value(strategy, n, watch)),
            _ => Ok(None),
        }
    }

    fn list_value(&self, strategy: &Strategy, items: &[Val], watch: &Watch) -> Result<Option<u128>, Error> {
        if let Strategy::Elements { game, .. } = strategy {
            let mut sum = 0;
            for item in items {
                let Some(n) = natural(item) else { return Ok(None) };
                let Some(value) = self.heap_value(game, n, watch)? else { return Ok(None) };
                sum ^= value;
            }
            return Ok(Some(sum));
        }
        let Some(numbers) = naturals(items) else { return Ok(None) };
        Ok(match strategy {
            Strategy::Staircase { upwards, leaves } => {
                Some(staircase::value(stairs(numbers, *upwards, *leaves).into_iter()))
            }
            Strategy::Strip { start, distance } => Strip::new(*start, *distance).value(&numbers),
            Strategy::Row => Some(row::value(numbers.into_iter())),
            _ => None,
        })
    }

    /// The value of a heap of a game with one integer argument.
    pub(super) fn heap_value(&self, strategy: &Strategy, n: u128, watch: &Watch) -> Result<Option<u128>, Error> {
        Ok(match strategy {
            Strategy::Nim { floor } => Some(n.saturating_sub(*floor)),
            Strategy::TakeRange { least, most, floor } => {
                TakeRange::new(*least, *most).map(|game| game.value(n.saturating_sub(*floor)))
            }
            Strategy::Lasker { floor } => lasker::value(n.saturating_sub(*floor)),
            Strategy::Half => Some(half::value(n)),
            Strategy::Heap { rule, floor } => {
                let mut sequences = self.sequences();
                Some(u128::from(sequence(&mut sequences, rule).value(n.saturating_sub(*floor), watch)?))
            }
            Strategy::Removing { least, most, .. } => RemoveFromCycle::new(*least, *most).map(|game| game.value(n)),
            Strategy::WithoutAdditions(game) => return self.heap_value(game, n, watch),
            _ => None,
        })
    }

    pub(super) fn rows(&self) -> MutexGuard<'_, Known> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn sequences(&self) -> MutexGuard<'_, Vec<Sequence>> {
        self.sequences.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The heaps of a position that is a sum of Nim heaps move by move, not only in value: what misère play needs.
    pub fn nim_heaps(&self, args: &[Val]) -> Option<Vec<u128>> {
        let strategy = match &self.strategy {
            Strategy::MisereNim(game) => game,
            other => other,
        };
        match (strategy, args) {
            (Strategy::Coordinates(games), args) if games.len() == args.len() => {
                games.iter().zip(args).map(|(game, arg)| nim_heap(game, natural(arg)?)).collect()
            }
            (Strategy::Elements { game, .. }, [Val::List(list)]) => {
                list.items().iter().map(|item| nim_heap(game, natural(item)?)).collect()
            }
            (game, [Val::Int(n)]) => Some(vec![nim_heap(game, u128::try_from(*n).ok()?)?]),
            _ => None,
        }
    }

    /// The arguments after one of the [`nim_heaps`](Self::nim_heaps) of a position got another size.
    pub fn with_nim_heap(&self, args: &[Val], index: usize, size: u128) -> Option<Vec<Val>> {
        let Strategy::MisereNim(game) = &self.strategy else { return None };
        match (&**game, args) {
            (Strategy::Coordinates(games), args) => {
                let mut args = args.to_vec();
                *args.get_mut(index)? = nim_size(games.get(index)?, size)?;
                Some(args)
            }
            (Strategy::Elements { game, sorted }, [Val::List(list)]) => {
                let mut items = list.items().to_vec();
                *items.get_mut(index)? = nim_size(game, size)?;
                if *sorted {
                    items.sort_by_key(natural);
                }
                Some(vec![Val::list(items)?])
            }
            (game, [_]) => Some(vec![nim_size(game, size)?]),
            _ => None,
        }
    }
}

/// The argument that is so many beans above the floor of Nim.
fn nim_size(strategy: &Strategy, heap: u128) -> Option<Val> {
    match strategy {
        Strategy::Nim { floor } => i128::try_from(heap.checked_add(*floor)?).ok().map(Val::Int),
        _ => None,
    }
}

/// The Nim heap that a heap of a game is, if the game is Nim or has no moves.
fn nim_heap(strategy: &Strategy, n: u128) -> Option<u128> {
    match strategy {
        Strategy::Nim { floor } => Some(n.saturating_sub(*floor)),
        Strategy::Heap { rule, .. } if rule.digits().all(|digit| digit.is_none()) => Some(0),
        _ => None,
    }
}

/// Whether every position of a strategy is a sum of Nim heaps.
pub(super) fn is_nim(strategy: &Strategy) -> bool {
    match strategy {
        Strategy::Coordinates(games) => games.iter().all(|game| nim_heap(game, 0).is_some()),
        Strategy::Elements { game, .. } => nim_heap(game, 0).is_some(),
        game => nim_heap(game, 0).is_some(),
    }
}

/// The sequence of a rule, which is added when it is new.
pub(super) fn sequence<'a>(sequences: &'a mut Vec<Sequence>, rule: &Rule) -> &'a mut Sequence {
    let index = sequences.iter().position(|sequence| sequence.rule() == rule);
    let index = index.unwrap_or_else(|| {
        sequences.push(Sequence::new(rule.clone()));
        sequences.len() - 1
    });
    &mut sequences[index]
}

/// Coins from the ground up, for stairs that lead the other way or past the end of the list.
pub(super) fn stairs(mut coins: Vec<u128>, upwards: bool, leaves: bool) -> Vec<u128> {
    if upwards {
        coins.reverse();
    }
    if leaves {
        coins.insert(0, 0);
    }
    coins
}

/// A natural number.
pub(super) fn natural(value: &Val) -> Option<u128> {
    match value {
        Val::Int(n) => u128::try_from(*n).ok(),
        _ => None,
    }
}

/// A list of natural numbers.
pub(super) fn naturals(values: &[Val]) -> Option<Vec<u128>> {
    values.iter().map(natural).collect()
}
