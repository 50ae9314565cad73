//! Rows of a game with one unbounded argument, worked out as they are needed, each after the rows that it reaches.

use super::transfinite::{Reached, RowGame};
use grundy::theorem::{Error, Found, Options, Theorem};
use grundy::transfinite::{self, Reach, RowRule};
use grundy::{Ordinal, Stop, Value, Watch};
use hashbrown::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

/// The most ranges of options that are kept while rows are worked out.
const MOST_RANGES: usize = 1 << 22;

/// The general method for rules with an unbounded range.
#[derive(Debug)]
pub(super) struct Rows {
    game: RowGame,
    known: Mutex<Known>,
}

impl Rows {
    pub(super) fn new(game: RowGame) -> Rows {
        Rows { game, known: Mutex::default() }
    }
}

impl Theorem for Rows {
    fn name(&self) -> String {
        "transfinite".to_owned()
    }

    fn value(&self, position: &[u128], watch: &Watch) -> Result<Option<Value>, Error> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(known.value(&self.game, position, watch)?.map(Value::from))
    }

    /// At most one option of each range is listed.
    fn options(&self, position: &[u128], wanted: &Value, most: usize, watch: &Watch) -> Result<Option<Options>, Error> {
        let Some(wanted) = wanted.as_ordinal() else { return Ok(Some(Found::all([]))) };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(options) = known.options(&self.game, position, &wanted, watch)? else { return Ok(None) };
        let options = options.into_iter().map(|option| vec![option]).collect();
        Ok(Some(Found { options, complete: false }.first(most)))
    }
}

/// What is known about the rows.
#[derive(Debug, Default)]
struct Known {
    numbers: HashMap<Vec<u128>, usize>,
    names: Vec<Vec<u128>>,
    rows: transfinite::Rows,
}

/// A row whose options are being worked out.
struct Open {
    row: Vec<u128>,
    reached: Vec<Reached>,
    next: usize,
}

impl Known {
    /// The value of a position.
    fn value(&mut self, game: &RowGame, args: &[u128], watch: &Watch) -> Result<Option<Ordinal>, Error> {
        let Some((row, s)) = game.split(args) else { return Ok(None) };
        let number = self.work_out(game, &row, watch)?;
        self.rows.value(number, s).transpose().map_err(|error| refused(error.to_string()))
    }

    /// The options of a position with a wanted value, at most one for each range of options.
    fn options(
        &mut self,
        game: &RowGame,
        args: &[u128],
        wanted: &Ordinal,
        watch: &Watch,
    ) -> Result<Option<Vec<Vec<u128>>>, Error> {
        let Some((row, s)) = game.split(args) else { return Ok(None) };
        let number = self.work_out(game, &row, watch)?;
        let options = self.rows.options_with_value(number, s, wanted);
        Ok(Some(options.into_iter().map(|(row, s)| game.join(&self.names[row], s)).collect()))
    }

    /// The number of a row, after working out all that it reaches.
    fn work_out(&mut self, game: &RowGame, row: &[u128], watch: &Watch) -> Result<usize, Error> {
        if let Some(&number) = self.numbers.get(row) {
            return Ok(number);
        }
        let first = start(game, row)?;
        let mut ranges = first.reached.len();
        let mut open = vec![first];
        let mut opened: HashSet<Vec<u128>> = HashSet::new();
        opened.insert(row.to_vec());
        while let Some(top) = open.last_mut() {
            let Some((target, _, _)) = top.reached.get(top.next) else {
                let Some(done) = open.pop() else { break };
                ranges -= done.reached.len();
                self.finish(game, done)?;
                continue;
            };
            if self.numbers.contains_key(target) {
                top.next += 1;
                continue;
            }
            let next = start(game, &target.clone())?;
            if !opened.insert(next.row.clone()) {
                let shown = game.join(&next.row, 0);
                return Err(refused(format!("play can come back to positions like {shown:?}, so it may never end")));
            }
            ranges += next.reached.len();
            watch.check((self.names.len() + open.len()) as u64, (ranges * size_of::<Reached>()) as u64)?;
            if ranges > MOST_RANGES {
                return Err(Stop::Positions { limit: MOST_RANGES as u64, found: self.names.len() as u64 }.into());
            }
            open.push(next);
        }
        self.numbers.get(row).copied().ok_or_else(|| Error::Refused("a row was not worked out".to_owned()))
    }

    /// Works out a row whose targets are known.
    fn finish(&mut self, game: &RowGame, done: Open) -> Result<(), Error> {
        let unclear = "the moves that keep the other arguments are neither all smaller ones nor a range of takes";
        let own = game.own(&done.row).ok_or_else(|| refused(unclear))?;
        let reach = |(target, from, to): Reached| Some(Reach { row: *self.numbers.get(&target)?, from, to });
        let earlier: Option<Vec<Reach>> = done.reached.into_iter().map(reach).collect();
        let earlier = earlier.ok_or_else(|| Error::Refused("a row came before one that it reaches".to_owned()))?;
        self.rows.push(RowRule { own, earlier }).map_err(|error| refused(error.to_string()))?;
        self.numbers.insert(done.row.clone(), self.names.len());
        self.names.push(done.row);
        Ok(())
    }
}

fn refused(reason: impl Into<String>) -> Error {
    Error::Refused(reason.into())
}

fn start(game: &RowGame, row: &[u128]) -> Result<Open, Error> {
    let too_many = "a move reaches unboundedly many, or too many, values of the other arguments";
    let reached = game.reached(row).ok_or_else(|| refused(too_many))?;
    Ok(Open { row: row.to_vec(), reached, next: 0 })
}
