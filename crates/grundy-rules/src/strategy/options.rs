//! Options of a wanted value, from the theorems: a winning move in a heap of 10^18 without a look at its 10^18 options.

use super::Strategy;
use super::method::{Method, natural, naturals, sequence, stairs};
use crate::error::Error;
use crate::value::Val;
use grundy::heap::{Digit, Parts, Rule, Sequence};
use grundy::theorem::pebbles::Pebbles;
use grundy::theorem::strip::Strip;
use grundy::theorem::{ordinal_nim, row, staircase};
use grundy::{Ordinal, Value, Watch};

/// What a move leaves: kinds and their arguments.
pub type Left = Vec<(usize, Vec<Val>)>;

/// Options of a wanted value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Found {
    /// What each leaves.
    pub options: Vec<Left>,
    /// Whether these are all.
    pub complete: bool,
}

/// Heaps that are left of a heap, and whether these are all.
struct Heaps {
    options: Vec<Vec<u128>>,
    complete: bool,
}

/// Splits of a heap that are looked at for one number of beans taken; with more the answer is not complete.
const MOST_SPLITS: u128 = 1 << 20;

impl Method {
    /// At most `max` options of a position that have the value `wanted`. Nothing where the strategy has no way of its own.
    pub fn options_with_value(
        &self,
        args: &[Val],
        wanted: &Value,
        max: usize,
        watch: &Watch,
    ) -> Result<Option<Found>, Error> {
        if let Strategy::Pebbles { .. } | Strategy::OrdinalNim | Strategy::Transfinite(_) = self.strategy() {
            let (Some(numbers), Some(wanted)) = (naturals(args), wanted.as_ordinal()) else { return Ok(None) };
            return self.ordinal_options(&numbers, &wanted, watch);
        }
        let Value::Finite(wanted) = wanted else { return Ok(None) };
        let (strategy, certain) = match self.strategy() {
            Strategy::WithoutAdditions(game) => (&**game, false),
            other => (other, true),
        };
        let Some(mut found) = self.finite_options(strategy, args, *wanted, max, watch)? else { return Ok(None) };
        found.complete &= certain && found.options.len() <= max;
        found.options.truncate(max);
        Ok(Some(found))
    }

    fn ordinal_options(&self, args: &[u128], wanted: &Ordinal, watch: &Watch) -> Result<Option<Found>, Error> {
        let (options, complete) = match (self.strategy(), args) {
            (Strategy::Pebbles { k, swapped }, &[a, b]) => {
                let (stones, pebbles) = if *swapped { (b, a) } else { (a, b) };
                let option = Pebbles::new(*k).option_with_value(stones, pebbles, wanted);
                let option = option.map_err(|error| Error::bad(error.to_string()))?;
                let place = |(stones, pebbles)| if *swapped { vec![pebbles, stones] } else { vec![stones, pebbles] };
                (option.map(place).into_iter().collect(), true)
            }
            (Strategy::OrdinalNim, args) => {
                let option = ordinal_nim::heap_of(wanted, args.len()).filter(|option| option.as_slice() < args);
                (option.into_iter().collect(), true)
            }
            // At most one option of each range is listed.
            (Strategy::Transfinite(game), args) => match self.rows().options(game, args, wanted, watch)? {
                Some(options) => (options, false),
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        let left = |args: Vec<u128>| Some(vec![(self.kind, args.into_iter().map(int).collect::<Option<Vec<_>>>()?)]);
        let options: Option<Vec<Left>> = options.into_iter().map(left).collect();
        Ok(options.map(|options| Found { options, complete }))
    }

    fn finite_options(
        &self,
        strategy: &Strategy,
        args: &[Val],
        wanted: u128,
        max: usize,
        watch: &Watch,
    ) -> Result<Option<Found>, Error> {
        match (strategy, args) {
            (Strategy::Coordinates(games), args) if games.len() == args.len() => {
                let games: Vec<&Strategy> = games.iter().collect();
                let place = |index: usize, n: Val| {
                    let mut args = args.to_vec();
                    args[index] = n;
                    Some(args)
                };
                self.in_one(&games, args, wanted, max, watch, &place)
            }
            (Strategy::Elements { game, sorted }, [Val::List(list)]) => {
                let games = vec![&**game; list.items().len()];
                let place = |index: usize, n: Val| {
                    let mut items = list.items().to_vec();
                    items[index] = n;
                    if *sorted {
                        items.sort_by_key(natural);
                    }
                    Some(vec![Val::list(items)?])
                };
                self.in_one(&games, list.items(), wanted, max, watch, &place)
            }
            (_, [Val::List(list)]) => Ok(self.list_options(strategy, list.items(), wanted)),
            (_, [Val::Int(n)]) => {
                let Ok(n) = u128::try_from(*n) else { return Ok(None) };
                let Some(heaps) = self.heap_options(strategy, n, wanted, max, watch)? else { return Ok(None) };
                let kind = if let Strategy::Removing { path, .. } = strategy { *path } else { self.kind };
                let left = |heaps: Vec<u128>| heaps.into_iter().map(|n| Some((kind, vec![int(n)?]))).collect();
                let options = heaps.options.into_iter().map(left).collect::<Option<_>>();
                Ok(options.map(|options| Found { options, complete: heaps.complete }))
            }
            _ => Ok(None),
        }
    }

    /// Moves in one of several independent games, each with one integer.
    fn in_one(
        &self,
        games: &[&Strategy],
        args: &[Val],
        wanted: u128,
        max: usize,
        watch: &Watch,
        place: &dyn Fn(usize, Val) -> Option<Vec<Val>>,
    ) -> Result<Option<Found>, Error> {
        let Some(sizes) = naturals(args) else { return Ok(None) };
        let mut values = Vec::with_capacity(sizes.len());
        for (game, &n) in games.iter().zip(&sizes) {
            let Some(value) = self.heap_value(game, n, watch)? else { return Ok(None) };
            values.push(value);
        }
        let change = values.iter().fold(wanted, |sum, value| sum ^ value);
        let mut found = Found { options: Vec::new(), complete: true };
        for (index, (game, &n)) in games.iter().zip(&sizes).enumerate() {
            if found.options.len() > max {
                break;
            }
            let Some(heaps) = self.heap_options(game, n, values[index] ^ change, max, watch)? else { return Ok(None) };
            found.complete &= heaps.complete;
            for heaps in heaps.options {
                let [n] = heaps.as_slice() else { return Ok(None) };
                let Some(args) = int(*n).and_then(|n| place(index, n)) else { return Ok(None) };
                found.options.push(vec![(self.kind, args)]);
            }
        }
        Ok(Some(found))
    }

    fn list_options(&self, strategy: &Strategy, items: &[Val], wanted: u128) -> Option<Found> {
        let numbers = naturals(items)?;
        let changed = |changes: &[(usize, u128)]| {
            let mut items = items.to_vec();
            for &(index, n) in changes {
                items[index] = int(n)?;
            }
            Some(vec![(self.kind, vec![Val::list(items)?])])
        };
        let options: Option<Vec<Left>> = match strategy {
            Strategy::Staircase { upwards, leaves } => {
                let moves = staircase::moves_to(&stairs(numbers.clone(), *upwards, *leaves), wanted);
                let place = |stair: usize| {
                    let index = stair.checked_sub(usize::from(*leaves))?;
                    if *upwards { Some(numbers.len() - 1 - index) } else { Some(index) }
                };
                let carried = |(stair, amount): (usize, u128)| {
                    let from = place(stair)?;
                    let mut changes = vec![(from, numbers[from] - amount)];
                    changes.extend(place(stair - 1).map(|to| (to, numbers[to] + amount)));
                    changed(&changes)
                };
                moves.into_iter().map(carried).collect()
            }
            Strategy::Strip { start, distance } => {
                let moves = Strip::new(*start, *distance).moves_to(&numbers, wanted)?;
                moves.into_iter().map(|change| changed(&[change])).collect()
            }
            Strategy::Row => {
                let Some((&first, rest)) = numbers.split_first() else {
                    return Some(Found { options: Vec::new(), complete: true });
                };
                let tail = row::value(rest.iter().copied());
                // Heaps of 1, 2, … in front have in increasing order the values other than the tail's.
                let size = if wanted < tail { wanted + 1 } else { wanted };
                let reduced = wanted != tail && (1..first).contains(&size);
                let smaller = reduced.then(|| changed(&[(0, size)]));
                let dropped = (wanted == tail).then(|| Some(vec![(self.kind, vec![Val::list(items[1..].to_vec())?])]));
                smaller.into_iter().chain(dropped).collect()
            }
            _ => None,
        };
        Some(Found { options: options?, complete: true })
    }

    /// The options of a heap with the wanted value. One more than `max` are enough.
    fn heap_options(
        &self,
        strategy: &Strategy,
        n: u128,
        wanted: u128,
        max: usize,
        watch: &Watch,
    ) -> Result<Option<Heaps>, Error> {
        let all = |options: Vec<Vec<u128>>| Ok(Some(Heaps { options, complete: true }));
        match strategy {
            Strategy::Nim { floor } => {
                let size = wanted.checked_add(*floor).filter(|&size| size < n);
                all(size.map(|size| vec![size]).into_iter().collect())
            }
            Strategy::TakeRange { least, most, floor } => {
                let above = n.saturating_sub(*floor);
                let sizes = take_range(above, *least, *most, wanted, max.saturating_add(1));
                all(sizes.into_iter().map(|size| vec![size + floor]).collect())
            }
            Strategy::Removing { least, most, .. } => {
                let (low, high) = (n.saturating_sub(*most), n.checked_sub(*least));
                let Some(high) = high else { return all(Vec::new()) };
                // Only paths shorter than least + most have a known value, ⌊x/least⌋; longer ones are not 0.
                let (first, bound) = (wanted.saturating_mul(*least), least.saturating_add(*most));
                let last = first.saturating_add(least - 1).min(bound - 1).min(high);
                let sizes = (first.max(low)..=last).rev().take(max.saturating_add(1));
                let complete = wanted == 0 || high < bound;
                Ok(Some(Heaps { options: sizes.map(|size| vec![size]).collect(), complete }))
            }
            Strategy::Heap { rule, floor } => {
                let mut sequences = self.sequences();
                let sequence = sequence(&mut sequences, rule);
                let above = n.saturating_sub(*floor);
                sequence.value(above, watch)?;
                let mut heaps = code_options(sequence, rule, above, wanted, max.saturating_add(1), watch)?;
                heaps.options.iter_mut().flatten().for_each(|size| *size += floor);
                Ok(Some(heaps))
            }
            _ => Ok(None),
        }
    }
}

/// The sizes n − k, least ≤ k ≤ most, with the value `wanted`: those with a residue in a window of length `least`, largest first.
fn take_range(n: u128, least: u128, most: u128, wanted: u128, max: usize) -> Vec<u128> {
    let (Some(period), Some(high)) = (least.checked_add(most), n.checked_sub(least)) else { return Vec::new() };
    let low = n.saturating_sub(most);
    let (Some(from), true) = (wanted.checked_mul(least).filter(|&from| from < period), max > 0) else {
        return Vec::new();
    };
    let length = least.min(period - from);
    let mut sizes = Vec::new();
    // The options span fewer than one period, so at most two windows meet them.
    let mut start = (high / period).checked_mul(period).and_then(|start| start.checked_add(from));
    while let Some(window) = start {
        if window.saturating_add(length - 1) >= low && window <= high {
            let last = window.saturating_add(length - 1).min(high);
            sizes.extend((window.max(low)..=last).rev().take(max - sizes.len()));
        }
        start = window.checked_sub(period).filter(|window| window.saturating_add(length) > low && sizes.len() < max);
    }
    sizes
}

/// The options of a heap of a code, by the number of beans taken.
fn code_options(
    sequence: &Sequence,
    rule: &Rule,
    n: u128,
    wanted: u128,
    max: usize,
    watch: &Watch,
) -> Result<Heaps, Error> {
    let mut heaps = Heaps { options: Vec::new(), complete: true };
    let runs = rule.runs().iter().map(|run| (run.from, run.to.min(n)));
    let tail = (!rule.tail().is_empty()).then(|| (rule.tail_from(), n));
    for (from, to) in std::iter::once((0, 0)).chain(runs).chain(tail) {
        for (looked, place) in (from..=to).enumerate() {
            if heaps.options.len() >= max {
                return Ok(heaps);
            }
            if looked as u128 >= MOST_SPLITS {
                heaps.complete = false;
                break;
            }
            if looked % 4096 == 0 {
                watch.check(sequence.len(), 0)?;
            }
            digit_options(sequence, rule.digit(place), n - place, wanted, max, &mut heaps);
        }
    }
    Ok(heaps)
}

/// The ways to leave `rest` beans.
fn digit_options(sequence: &Sequence, digit: Digit, rest: u128, wanted: u128, max: usize, heaps: &mut Heaps) {
    let value = |n: u128| sequence.get(n).map(u128::from);
    if digit.leaves(0) && rest == 0 && wanted == 0 {
        heaps.options.push(vec![0]);
    }
    if digit.leaves(1) && rest > 0 && value(rest) == Some(wanted) {
        heaps.options.push(vec![rest]);
    }
    if !digit.leaves(2) {
        heaps.complete &= digit.most() <= 2;
        return;
    }
    let allowed = |a: u128| match digit.parts() {
        Parts::Any => true,
        Parts::Unequal | Parts::NotAllEqual => a != rest - a,
        Parts::AllEqual => a == rest - a,
    };
    let last = (rest / 2).min(MOST_SPLITS);
    heaps.complete &= digit.most() <= 2 && last == rest / 2;
    for a in 1..=last {
        if heaps.options.len() >= max {
            return;
        }
        let (Some(x), Some(y)) = (value(a), value(rest - a)) else { continue };
        if x ^ y == wanted && allowed(a) {
            heaps.options.push(vec![a, rest - a]);
        }
    }
}

fn int(n: u128) -> Option<Val> {
    i128::try_from(n).ok().map(Val::Int)
}
