//! Who wins a game of sets that only lose elements: for all parts of a set at once, 64 of them in a word.
//!
//! **What.** A position is a bit set and some numbers, as [`subset`](super::subset) makes them: `pick(left, need) -> pick([y for y in
//! left if y != x], max(0, need - x)) for x in left if need > 0`. It is won if and only if a move leaves a lost one
//! ([`grundy::solve`]).
//!
//! **Idea.** From one first position the numbers often follow from the set, whatever the order in which its elements went: then there is one
//! position for each set, and a table needs one bit for each. A word of it holds the sets that differ in their six lowest elements; a move
//! of a higher element takes a whole word at once, one of a lower element shifts the word ([`fill`]).
//!
//! **Why the numbers follow.** Let f_x be what the removal of x makes of the numbers. For a set S let a(S) be what comes of the first
//! numbers if the elements that S lacks go from the highest down. *Claim:* if f_x(f_y(w)) = f_y(f_x(w)) for all y < x and all w that come of
//! removals of elements above y, then each move from (S, a(S)) by x leads to (S∖x, a(S∖x)). *Proof.* f_x is applied last, and
//! passes the maps of the elements below x one by one, the last first; each time both are applied to numbers that come of elements above the
//! lower one. ∎ All such w are listed and all pairs compared ([`numbers`]), so nothing is taken from the form of the rule. The rules are
//! read only to see that neither the maps nor the conditions depend on the set ([`probe`]).
//!
//! Run time O(2^m · m / 64), memory 2^m bits, for all sets, in reach or not: so the search goes first. Rejected: the maps as
//! sums, bounds and so on, recognised by their form (the comparison is as quick and knows no forms); one slot for each set in the table of
//! the search (the search takes 75 ns for a move, whatever its table).

mod fill;
mod numbers;
mod probe;
#[cfg(test)]
mod tests;

use super::Written;
use super::plan::Arg;
use crate::error::{Error, Miss};
use crate::game::RuleGame;
use crate::meter::Meter;
use crate::program::KindId;
use grundy::Watch;
use numbers::Numbers;
use probe::Probe;

/// Elements of the largest set.
const MOST_ELEMENTS: u32 = 30;

/// The search sees one of so many sets before all of them are looked at, and at least so many.
const SHARE: u64 = 128;
const FEWEST: u64 = 1 << 10;

/// The part of the memory that a table may take.
const MEMORY_PART: u64 = 4;

/// The parts of a first set, with the numbers that follow.
pub(super) struct Lattice {
    kind: KindId,
    /// The argument that is the set.
    set: usize,
    elements: u32,
    numbers: Numbers,
    /// For each set whether it is won.
    won: Vec<u64>,
}

/// The argument that is a set and how many elements there are, if all other arguments are numbers and a table is within the limits.
fn shape(written: &Written, kind: KindId, watch: &Watch) -> Option<(usize, u32)> {
    let elements = u32::try_from(written.coding.parts()?).ok().filter(|&elements| elements <= MOST_ELEMENTS)?;
    let plan = written.plans[kind.index()].as_ref()?;
    let set = plan.iter().position(|arg| *arg == Arg::Subset)?;
    let others = plan.iter().enumerate().all(|(place, arg)| place == set || *arg == Arg::Number);
    let (sets, limits) = (1u64 << elements, watch.limits());
    let fits = sets <= limits.positions && sets / 8 <= limits.memory / MEMORY_PART;
    (others && fits).then_some((set, elements))
}

/// How many positions the search may see before a table of all sets is made for this one, which must be the whole set, if there can be one.
pub(super) fn patience(written: &Written, (kind, args): (KindId, &[i64]), watch: &Watch) -> Option<u64> {
    let (set, elements) = shape(written, kind, watch)?;
    let whole = (1 << elements) - 1;
    (args[set] == whole).then_some((whole as u64 / SHARE).max(FEWEST))
}

impl Lattice {
    /// The table for all that can be reached from a position, which must be the whole set; nothing if the numbers do not follow from the set.
    pub(super) fn new(
        (written, exact): (&Written, &RuleGame),
        (kind, args): (KindId, &[i64]),
        (watch, mut meter): (&Watch, Meter),
    ) -> Result<Option<Lattice>, Miss<Error>> {
        let Some((set, elements)) = shape(written, kind, watch) else { return Ok(None) };
        let Some(probe) = Probe::new(&written.loaded.program, kind, set, exact, meter.clone()) else { return Ok(None) };
        let Some((numbers, moves)) = Numbers::new(probe, elements, without(args, set).collect())? else {
            return Ok(None);
        };
        let won = fill::fill(&numbers, &moves, &mut meter)?;
        Ok(Some(Lattice { kind, set, elements, numbers, won }))
    }

    /// Whether a position is won, if it is one of those.
    pub(super) fn wins(&self, kind: KindId, args: &[i64]) -> Option<bool> {
        let set = u64::try_from(*args.get(self.set)?).ok()?;
        let known = kind == self.kind
            && set >> self.elements == 0
            && without(args, self.set).eq(self.numbers.of(set).iter().copied());
        known.then(|| self.won[(set >> 6) as usize] >> (set & 63) & 1 == 1)
    }
}

fn without(args: &[i64], set: usize) -> impl Iterator<Item = i64> {
    args.iter().enumerate().filter(move |&(place, _)| place != set).map(|(_, &arg)| arg)
}
