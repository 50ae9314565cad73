//! How a position is answered: the one seam between rules and answers.
//!
//! A [`Method`] answers for the positions of one kind. It tells a value and the options that reach a wanted value (whoever adds a
//! method must say both), and may know quicker ways for who wins, whole columns and rows. What it cannot tell is
//! [`Answer::NotMine`], which nobody may read as "there is none": the next method is asked. [`choose`] gives the methods of a kind
//! in the order in which they are asked, and is the whole choice: for rule files, heap codes and games written in Rust.

mod carrying;
mod chain;
mod choose;
mod edges;
mod fixed;
mod forest;
mod fusion;
mod geography;
pub(crate) mod guide;
mod leading;
mod listed;
mod misere;
mod native;
mod outcome;
mod parity;
mod pattern;
mod period;
mod refused;
mod runs;
mod search;
mod signature;
mod spans;
mod statistics;
mod stored;
mod stretches;
mod tartan;
mod theorem;
mod windows;

pub(crate) use choose::{for_code, for_native, for_rules};
#[cfg(test)]
pub(crate) use listed::in_order;
pub(crate) use listed::{Visit, listed};
pub(crate) use native::list as list_native;
pub(crate) use pattern::Source;
pub(crate) use search::{Search, is_beyond};

use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::pattern::{Counting, Told};
use crate::value::Val;
use grundy::theorem::{Column, Found};
use grundy::{Value, Watch};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// What a method says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Answer<T> {
    /// This is so.
    Known(T),
    /// It has nothing to say about this position; another method may.
    NotMine,
}

impl<T> Answer<T> {
    /// The answer in another form.
    pub(crate) fn map<U>(self, form: impl FnOnce(T) -> U) -> Answer<U> {
        match self {
            Answer::Known(known) => Answer::Known(form(known)),
            Answer::NotMine => Answer::NotMine,
        }
    }
}

impl<T> From<Option<T>> for Answer<T> {
    fn from(known: Option<T>) -> Self {
        known.map_or(Answer::NotMine, Answer::Known)
    }
}

/// A position's arguments.
pub(crate) type Args = Arc<[Val]>;

/// Positions of one number that have the same value: first number, last number, value.
pub(crate) type Run = (i128, i128, u64);

/// Options that are asked for.
pub(crate) struct Wanted<'a> {
    /// Their value.
    pub(crate) value: &'a Value,
    /// How many at most.
    pub(crate) most: usize,
    /// Whether an option has the value; other methods may find that out.
    pub(crate) is: &'a dyn Fn(&[Part]) -> Result<bool, Error>,
    pub(crate) watch: &'a Watch,
}

/// Answers for the positions of one kind.
pub(crate) trait Method: Send + Sync {
    /// The name that users see, for the positions like this one.
    fn name(&self, args: &Args) -> String;

    /// The Grundy value of a position.
    fn value(&self, args: &Args, watch: &Watch) -> Result<Answer<Value>, Error>;

    /// The value, but only if it takes not much work: who wins is known without it.
    fn attempt(&self, args: &Args, watch: &Watch) -> Result<Answer<Value>, Error> {
        self.value(args, watch)
    }

    /// Whether a position has this value, if that takes not much work.
    fn attempt_is(&self, args: &Args, value: &Value, watch: &Watch) -> Result<Answer<bool>, Error> {
        self.is_value(args, value, watch)
    }

    /// Options of a position with a wanted value, as its rules write them. If the value is below that of the position, one is
    /// among them, or the search for it ends with an error that names a limit.
    fn options(&self, args: &Args, wanted: &Wanted<'_>) -> Result<Answer<Found<Vec<Part>>>, Error>;

    /// What a count over positions gives.
    fn count(&self, _counting: &Counting, _watch: &Watch) -> Result<Answer<i128>, Error> {
        Ok(Answer::NotMine)
    }

    /// The argument of the least or the greatest of all options with a value, for positions of one list, if a theorem tells it without listing them.
    fn extreme_option(&self, _args: &Args, _value: &Value, _least: bool, _watch: &Watch) -> Result<Answer<Val>, Error> {
        Ok(Answer::NotMine)
    }

    /// Whether the value follows from a theorem, so that the plain definition is another way.
    fn is_shortcut(&self) -> bool;

    /// Whether the player who moves wins.
    fn wins(&self, args: &Args, watch: &Watch) -> Result<Answer<bool>, Error> {
        Ok(self.value(args, watch)?.map(|value| !value.is_zero()))
    }

    /// Whether a position has this value.
    fn is_value(&self, args: &Args, value: &Value, watch: &Watch) -> Result<Answer<bool>, Error> {
        Ok(self.value(args, watch)?.map(|known| known == *value))
    }

    /// The value of a position that is one list of natural numbers, read flat.
    fn list_value(&self, _numbers: &[i64], _watch: &Watch) -> Answer<Value> {
        Answer::NotMine
    }

    /// The XOR of the values of so many positions, given by the columns of their arguments, natural numbers.
    fn xor(&self, _columns: &[Column<'_>], _watch: &Watch) -> Answer<Value> {
        Answer::NotMine
    }

    /// Gets ready to be asked for [rows](Method::row) of these ranges of arguments; whether it is.
    fn prepare(&self, _ranges: &[RangeInclusive<u64>], _watch: &Watch) -> Result<bool, Error> {
        Ok(false)
    }

    /// The values of positions along the last argument, as far as they are known.
    fn row(&self, _outer: &[u64], _row: &RangeInclusive<u64>) -> Vec<Option<u32>> {
        Vec::new()
    }

    /// Whether it answers for its options as quickly as for its positions, so that few options may be looked at one by one.
    fn answers_options(&self) -> bool {
        false
    }

    /// Whether it tells who wins, but no values.
    fn tells_only_outcomes(&self) -> bool {
        false
    }

    /// Whether there may be positions of which it tells who wins, but no value, that a search reaches all the same.
    fn may_tell_only_outcomes(&self) -> bool {
        self.tells_only_outcomes()
    }

    /// Whether it tells who wins this position, but no value of it.
    fn knows_only_outcome(&self, args: &Args, watch: &Watch) -> Result<bool, Error> {
        Ok(self.tells_only_outcomes() && matches!(self.wins(args, watch)?, Answer::Known(_)))
    }

    /// Whether it is asked about this position before the methods in front of it.
    fn is_ahead(&self, _args: &Args) -> bool {
        false
    }

    /// The runs of equal values of positions of one number.
    fn runs(&self, _from: i128, _to: i128, _watch: &Watch) -> Result<Answer<Vec<Run>>, Error> {
        Ok(Answer::NotMine)
    }

    /// All lost positions whose numbers lie between those of two positions, if they are found without trying each position.
    fn lost(&self, _least: &[u128], _most: &[u128], _watch: &Watch) -> Result<Answer<Vec<Vec<u128>>>, Error> {
        Ok(Answer::NotMine)
    }

    /// For positions of two numbers, the first given: two stretches of the second ones with which they are lost, either may be empty.
    fn lost_along(&self, _first: u128, _least: u128, _most: u128) -> Option<[(u128, u128); 2]> {
        None
    }

    /// The XOR of the values of all positions of two numbers in a union of boxes.
    fn xor_of_union(&self, _boxes: &[grundy::theorem::union::Area]) -> Option<Value> {
        None
    }

    /// How many positions of one number, from one to another, have each value: pairs of value and count, by value.
    fn tally(&self, _from: u128, _to: u128, _watch: &Watch) -> Result<Answer<Vec<(u128, u128)>>, Error> {
        Ok(Answer::NotMine)
    }

    /// For positions of one number: from which number on their values repeat, and after how many.
    fn repetition(&self, _watch: &Watch) -> Result<Option<(u128, u64)>, Error> {
        Ok(None)
    }

    /// Whether every position is a heap of Nim of the size that its one argument says.
    fn is_nim(&self) -> bool {
        false
    }

    /// Whether it answers from a table that somebody keeps.
    fn is_stored(&self) -> bool {
        false
    }

    /// Whether it answers by a pattern that somebody found.
    fn is_pattern(&self) -> bool {
        false
    }

    /// The pattern that it answers by for positions like this one.
    fn told(&self, _args: &Args, _watch: &Watch) -> Result<Option<Told>, Error> {
        Ok(None)
    }

    /// Whether it only says why no other method answers.
    fn is_last_resort(&self) -> bool {
        false
    }

    /// The name for the kind as a whole.
    fn kind_name(&self) -> String;

    /// The take-and-break code whose heaps the positions are.
    fn heap_rule(&self) -> Option<grundy::heap::Rule> {
        None
    }

    /// The Nim heaps that a position is move by move, under misère play.
    fn nim_heaps(&self, _args: &Args) -> Option<Vec<u128>> {
        None
    }

    /// The option in which one of the [Nim heaps](Method::nim_heaps) got another size.
    fn with_nim_heap(&self, _args: &Args, _index: usize, _size: u128) -> Option<Part> {
        None
    }

    /// Whether it can be compared with the plain definition, which may have no answer.
    fn is_comparable(&self) -> bool {
        self.is_shortcut()
    }
}

/// The methods of a kind, first come first asked.
pub(crate) type Methods = Vec<Box<dyn Method>>;
