//! Theorems about particular games, one file each: statement, proof or reference, hypotheses checked by the
//! constructor; the value, the options of a wanted value and the XOR over columns side by side; and a comparison with the plain
//! definition.
//!
//! Positions are lists of natural numbers ([`Theorem`]), often of one number ([`HeapTheorem`]). A theorem that answers for
//! heaps serves as a coordinate of a [`product`], above a [floor](above) and with [`additions`], too.
//!
//! What a theorem says is known; what it does not say is not known, which is never the same as "there is none": where
//! [`Found::complete`] is false, there may be more options than those listed.

pub mod above;
pub mod additions;
pub mod both_ends;
pub mod carrying;
mod change;
pub mod code;
mod column;
pub mod congruent;
pub mod coprime;
pub mod cubes;
pub mod diagonal;
pub mod divisor;
pub mod dynamic;
pub mod euclid;
pub mod forbidden;
pub mod forest;
pub mod geography;
pub mod lasker;
pub mod lines;
pub mod misere_nim;
pub mod moore;
pub mod nim;
pub mod one_two;
pub mod ordinal_nim;
pub mod part;
pub mod pebbles;
pub mod product;
pub mod removing;
pub mod row;
pub mod shortcuts;
pub mod staircase;
pub mod statistics;
pub mod strip;
pub mod submasks;
pub mod take_range;
pub mod tartan;
pub mod union;
pub mod windows;

pub use change::Change;
pub use column::Column;

use crate::heap::Rule;
use crate::value::Value;
use crate::watch::{Stop, Watch};
use std::fmt;

/// Some options of a position: what each leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<T> {
    /// The options.
    pub options: Vec<T>,
    /// Whether these are all.
    pub complete: bool,
}

impl<T> Found<T> {
    /// All there are.
    pub fn all(options: impl IntoIterator<Item = T>) -> Self {
        Found { options: options.into_iter().collect(), complete: true }
    }

    /// The first `most` of them.
    #[must_use]
    pub fn first(mut self, most: usize) -> Self {
        self.complete &= self.options.len() <= most;
        self.options.truncate(most);
        self
    }

    /// The same options in another form.
    pub fn map<U>(self, form: impl FnMut(T) -> U) -> Found<U> {
        Found { options: self.options.into_iter().map(form).collect(), complete: self.complete }
    }
}

/// Why a theorem has no answer for a position that it speaks about.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A limit was reached.
    Stop(Stop),
    /// The answer does not fit, or the method refuses the position, and why.
    Refused(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Stop(stop) => stop.fmt(f),
            Error::Refused(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Error {}

impl From<Stop> for Error {
    fn from(stop: Stop) -> Self {
        Error::Stop(stop)
    }
}

/// A theorem about heaps: a position is one natural number, and a move leaves heaps of the same game.
///
/// A value without the options that reach it could say that a position is won and not how. So there is no default for them:
///
/// ```compile_fail,E0046
/// use grundy::{Stop, Watch, theorem::HeapTheorem};
/// #[derive(Debug)]
/// struct Parity;
/// impl HeapTheorem for Parity {
///     fn name(&self) -> String {
///         "parity".to_owned()
///     }
///     fn value(&self, n: u128, _: &Watch) -> Result<Option<u128>, Stop> {
///         Ok(Some(n % 2))
///     }
/// }
/// ```
pub trait HeapTheorem: fmt::Debug + Send + Sync {
    /// The name that users see.
    fn name(&self) -> String;

    /// The value of a heap of `n`; nothing where the theorem does not speak about it.
    fn value(&self, n: u128, watch: &Watch) -> Result<Option<u128>, Stop>;

    /// Options of a heap of `n` with the value `wanted`, the heaps that each leaves; at most `most`. For a `wanted` below the
    /// heap's value there is an option, and unless `most` is 0 one is listed.
    fn options(&self, n: u128, wanted: u128, most: usize, watch: &Watch) -> Result<Found<Vec<u128>>, Stop>;

    /// Whether a value takes no longer than a look at an option, so that few options may be looked at one by one.
    fn is_quick(&self) -> bool {
        true
    }

    /// The XOR of the values of many heaps; nothing where the theorem does not speak about one of them.
    fn xor(&self, heaps: Column<'_>, watch: &Watch) -> Result<Option<u128>, Stop> {
        // The largest first: it may ask for all smaller ones in one go.
        let Some(largest) = heaps.iter().max() else { return Ok(Some(0)) };
        self.value(largest as u128, watch)?;
        let mut xor = 0;
        for heap in heaps.iter() {
            let Some(value) = self.value(heap as u128, watch)? else { return Ok(None) };
            xor ^= value;
        }
        Ok(Some(xor))
    }

    /// How many heaps from one size to another have each value, by value, if that is known without trying each.
    fn tally(&self, _from: u128, _to: u128, _watch: &Watch) -> Option<Vec<(u128, u128)>> {
        None
    }

    /// The take-and-break code whose heaps these are, if there is one.
    fn rule(&self) -> Option<Rule> {
        None
    }

    /// A period: heaps that differ by it have equal values, from a size far below 2^100 on. It is what heaps of any size are read by.
    fn period(&self, _watch: &Watch) -> Result<Option<u64>, Stop> {
        Ok(None)
    }

    /// From which heap on the values repeat, and after how many heaps, if that is proved.
    fn repetition(&self, _watch: &Watch) -> Result<Option<(u128, u64)>, Stop> {
        Ok(None)
    }

    /// The size of a heap that counts as nothing.
    fn floor(&self) -> u128 {
        0
    }

    /// The Nim heap that a heap is move by move, not only in value; nothing if it is none.
    fn nim_heap(&self, _n: u128) -> Option<u128> {
        None
    }

    /// The heap that is a given Nim heap: the inverse of [`HeapTheorem::nim_heap`] where there are moves.
    fn of_nim_heap(&self, _heap: u128) -> Option<u128> {
        None
    }

    /// Whether it relies on a promise that play ends, so that the plain definition has no value to compare with.
    fn relies_on_promise(&self) -> bool {
        false
    }
}

/// A theorem about a game: a position is a list of natural numbers.
pub trait Theorem: fmt::Debug + Send + Sync {
    /// The name that users see.
    fn name(&self) -> String;

    /// The value of a position; nothing where the theorem does not speak about it.
    fn value(&self, position: &[u128], watch: &Watch) -> Result<Option<Value>, Error>;

    /// Options of a position with the value `wanted`, the positions that each leaves; at most `most`. For a `wanted` below the
    /// position's value there is an option, and unless `most` is 0 one is listed. Nothing where the theorem does not speak about
    /// the position.
    fn options(&self, position: &[u128], wanted: &Value, most: usize, watch: &Watch) -> Result<Option<Options>, Error>;

    /// All moves to positions of a value, for positions that are a list of which each move changes one number or two; nothing where they are
    /// not, or where the theorem does not tell.
    fn changes(&self, _position: &[u128], _wanted: &Value, _watch: &Watch) -> Result<Option<Vec<Change>>, Error> {
        Ok(None)
    }

    /// Whether the player who moves wins; nothing where the theorem does not speak about the position. A theorem that knows no more
    /// than this tells a value only where it is 0.
    fn wins(&self, position: &[u128], watch: &Watch) -> Result<Option<bool>, Error> {
        Ok(self.value(position, watch)?.map(|value| !value.is_zero()))
    }

    /// Whether a value takes no longer than a look at an option, as that of a [heap](HeapTheorem::is_quick).
    fn is_quick(&self) -> bool {
        true
    }

    /// Whether it tells who wins, but no value other than 0.
    fn tells_only_outcomes(&self) -> bool {
        false
    }

    /// All lost positions whose numbers lie between those of two positions, if they can be found without trying each position.
    fn lost(&self, _least: &[u128], _most: &[u128], _watch: &Watch) -> Result<Option<Vec<Vec<u128>>>, Error> {
        Ok(None)
    }

    /// For positions of two numbers, the first of them given: two stretches, either of which may be empty (its end below its start), of all second
    /// numbers between two ends with which the position is lost, if these are found without trying each number.
    fn lost_along(&self, _first: u128, _least: u128, _most: u128) -> Option<[(u128, u128); 2]> {
        None
    }

    /// How many positions of one number, from one to another, have each value, by value, if that is known without trying each.
    fn tally(&self, _from: u128, _to: u128, _watch: &Watch) -> Option<Vec<(u128, u128)>> {
        None
    }

    /// The XOR of the values of all positions of two numbers that lie in one of some boxes or in several, if there is a quick way.
    fn xor_of_union(&self, _boxes: &[union::Area]) -> Option<Value> {
        None
    }

    /// The value of a position of small numbers that are read from a long input, if there is a quick way.
    fn small_value(&self, _position: &[i64], _watch: &Watch) -> Result<Option<u128>, Error> {
        Ok(None)
    }

    /// The XOR of the values of many positions, given by the columns of their numbers; nothing where the theorem does not speak about
    /// one of them.
    fn xor(&self, columns: &[Column<'_>], watch: &Watch) -> Result<Option<Value>, Error> {
        let [first, rest @ ..] = columns else { return Ok(None) };
        let mut others: Vec<_> = rest.iter().map(|column| column.iter()).collect();
        let (mut position, mut xor) = (vec![0; columns.len()], Value::Finite(0));
        for (count, n) in first.iter().enumerate() {
            if count % 1024 == 1023 {
                watch.check(0, 0)?;
            }
            position[0] = n as u128;
            for (place, column) in position[1..].iter_mut().zip(&mut others) {
                let Some(n) = column.next() else { return Ok(None) };
                *place = n as u128;
            }
            let Some(value) = self.value(&position, watch)? else { return Ok(None) };
            let Some(sum) = xor.checked_nim_sum(&value) else { return Ok(None) };
            xor = sum;
        }
        Ok(Some(xor))
    }

    /// The take-and-break code whose heaps the positions are, if there is one.
    fn rule(&self) -> Option<Rule> {
        None
    }

    /// A period of positions of one number, as that of a [heap](HeapTheorem::period).
    fn period(&self, _watch: &Watch) -> Result<Option<u64>, Error> {
        Ok(None)
    }

    /// For positions of one number, the [repetition](HeapTheorem::repetition) of their values.
    fn repetition(&self, _watch: &Watch) -> Result<Option<(u128, u64)>, Error> {
        Ok(None)
    }

    /// A position without moves that an option may leave in addition to those named, if there is such.
    fn finished(&self) -> Option<Vec<u128>> {
        None
    }

    /// The Nim heaps that a position is move by move, not only in value: what misère play needs.
    fn nim_heaps(&self, _position: &[u128]) -> Option<Vec<u128>> {
        None
    }

    /// The position after one of its [`nim_heaps`](Theorem::nim_heaps) got another size.
    fn with_nim_heap(&self, _position: &[u128], _index: usize, _size: u128) -> Option<Vec<u128>> {
        None
    }

    /// Whether it relies on a promise that play ends, so that the plain definition has no value to compare with.
    fn relies_on_promise(&self) -> bool {
        false
    }
}

/// Options of a position: the positions that each leaves.
pub type Options = Found<Vec<Vec<u128>>>;

/// A heap theorem as a theorem about lists of one number.
#[derive(Debug)]
pub struct Single(pub Box<dyn HeapTheorem>);

impl Theorem for Single {
    fn name(&self) -> String {
        self.0.name()
    }

    fn value(&self, position: &[u128], watch: &Watch) -> Result<Option<Value>, Error> {
        let &[n] = position else { return Ok(None) };
        Ok(self.0.value(n, watch)?.map(Value::Finite))
    }

    fn options(&self, position: &[u128], wanted: &Value, most: usize, watch: &Watch) -> Result<Option<Options>, Error> {
        let &[n] = position else { return Ok(None) };
        let Some(wanted) = wanted.as_finite() else { return Ok(Some(Found::all([]))) };
        let heaps = self.0.options(n, wanted, most, watch)?;
        Ok(Some(heaps.map(|heaps| heaps.into_iter().map(|heap| vec![heap]).collect())))
    }

    fn is_quick(&self) -> bool {
        self.0.is_quick()
    }

    fn xor(&self, columns: &[Column<'_>], watch: &Watch) -> Result<Option<Value>, Error> {
        let &[heaps] = columns else { return Ok(None) };
        Ok(self.0.xor(heaps, watch)?.map(Value::Finite))
    }

    fn tally(&self, from: u128, to: u128, watch: &Watch) -> Option<Vec<(u128, u128)>> {
        self.0.tally(from, to, watch)
    }

    fn rule(&self) -> Option<Rule> {
        self.0.rule()
    }

    fn period(&self, watch: &Watch) -> Result<Option<u64>, Error> {
        Ok(self.0.period(watch)?)
    }

    fn repetition(&self, watch: &Watch) -> Result<Option<(u128, u64)>, Error> {
        Ok(self.0.repetition(watch)?)
    }

    fn finished(&self) -> Option<Vec<u128>> {
        Some(vec![self.0.floor()])
    }

    fn nim_heaps(&self, position: &[u128]) -> Option<Vec<u128>> {
        let &[n] = position else { return None };
        Some(vec![self.0.nim_heap(n)?])
    }

    fn with_nim_heap(&self, _position: &[u128], _index: usize, size: u128) -> Option<Vec<u128>> {
        Some(vec![self.0.of_nim_heap(size)?])
    }

    fn relies_on_promise(&self) -> bool {
        self.0.relies_on_promise()
    }
}

#[cfg(test)]
pub(crate) mod by_definition;
