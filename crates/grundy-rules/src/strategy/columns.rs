//! The values of many positions at once, straight from flat numbers: a loop for each method, without a value or a list for
//! each position.

use super::Strategy;
use super::method::Method;
use grundy::theorem::pebbles::Pebbles;
use grundy::theorem::take_range::TakeRange;
use grundy::theorem::{row, staircase};
use grundy::{Ordinal, Value, Watch};
use std::iter;

/// One argument of many positions: every so many-th number, from the first on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View<'a> {
    numbers: &'a [i64],
    stride: usize,
}

impl<'a> View<'a> {
    /// All numbers.
    pub(crate) fn all(numbers: &'a [i64]) -> View<'a> {
        View { numbers, stride: 1 }
    }

    /// One column of rows of this width.
    pub(crate) fn column(numbers: &'a [i64], width: usize, index: usize) -> View<'a> {
        View { numbers: numbers.get(index..).unwrap_or_default(), stride: width }
    }

    fn iter(self) -> impl Iterator<Item = i64> {
        self.numbers.iter().step_by(self.stride).copied()
    }

    /// Neighbours are a loop of their own: it can be vectorised.
    fn fold<T>(self, start: T, mut f: impl FnMut(T, i64) -> T) -> T {
        match self.stride {
            1 => self.numbers.iter().fold(start, |sum, &n| f(sum, n)),
            _ => self.iter().fold(start, f),
        }
    }
}

impl Method {
    /// The XOR of the values of many positions, given by the columns of their arguments, natural numbers; nothing where the theorem does not
    /// speak about one of them, or a limit is reached.
    pub(crate) fn xor(&self, args: &[View<'_>], watch: &Watch) -> Option<Value> {
        self.xor_by(self.strategy(), args, watch)
    }

    fn xor_by(&self, strategy: &Strategy, args: &[View<'_>], watch: &Watch) -> Option<Value> {
        match (strategy, args) {
            (Strategy::Pebbles { k, swapped }, &[a, b]) => {
                pebbles(*k, if *swapped { b.iter().zip(a.iter()) } else { a.iter().zip(b.iter()) })
            }
            (Strategy::Coordinates(games), args) if games.len() == args.len() => {
                let mut columns = games.iter().zip(args);
                let sum = columns.try_fold(0, |sum, (game, view)| Some(sum ^ self.column(game, *view, watch)?));
                sum.map(Value::Finite)
            }
            (Strategy::Leading { argument, game }, args) => {
                self.column(game, *args.get(*argument)?, watch).map(Value::Finite)
            }
            (Strategy::WithoutAdditions(game), args) => self.xor_by(game, args, watch),
            (game, &[view]) => self.column(game, view, watch).map(Value::Finite),
            _ => None,
        }
    }

    /// The XOR of the values of natural numbers.
    fn column(&self, strategy: &Strategy, view: View<'_>, watch: &Watch) -> Option<u128> {
        match *strategy {
            Strategy::Nim { floor: 0 } => Some(view.fold(0, |xor, n| xor ^ n) as u128),
            Strategy::TakeRange { least, most, floor: 0 } => take_range(least, most, view),
            _ => {
                // The largest first: it asks for all smaller ones in one go.
                let value = |n: i64| self.heap_value(strategy, n as u128, watch).ok().flatten();
                value(view.iter().max()?)?;
                view.iter().try_fold(0, |xor, n| Some(xor ^ value(n)?))
            }
        }
    }

    /// The value of one position that is a list of natural numbers; nothing where the theorem does not speak about it.
    pub(crate) fn list(&self, strategy: &Strategy, numbers: &[i64], watch: &Watch) -> Option<u128> {
        let naturals = || numbers.iter().map(|&n| n as u128);
        match strategy {
            Strategy::WithoutAdditions(game) => self.list(game, numbers, watch),
            Strategy::Elements { .. } if numbers.is_empty() => Some(0),
            Strategy::Elements { game, .. } => self.column(game, View::all(numbers), watch),
            Strategy::Row => Some(row::value(naturals())),
            Strategy::Staircase { upwards, leaves } => Some(match (upwards, leaves) {
                (false, false) => staircase::value(naturals()),
                (false, true) => staircase::value(iter::once(0).chain(naturals())),
                (true, false) => staircase::value(naturals().rev()),
                (true, true) => staircase::value(iter::once(0).chain(naturals().rev())),
            }),
            _ => None,
        }
    }
}

/// [`TakeRange`](grundy::theorem::take_range::TakeRange) in 64 bits, in 32 where the numbers allow it: divisions are what
/// it costs.
fn take_range(least: u128, most: u128, view: View<'_>) -> Option<u128> {
    let game = TakeRange::new(least, most)?;
    let (least, period) = (u64::try_from(least).ok()?, u64::try_from(least.checked_add(most)?).ok()?);
    if least == 1 && period.is_power_of_two() {
        return Some(u128::from(view.fold(0, |xor, n| xor ^ n as u64) & (period - 1)));
    }
    let short = view.fold(0, |all, n| all | n) <= i64::from(u32::MAX);
    match (short, Divisor::new(least), Divisor::new(period)) {
        (true, Some(least), Some(period)) => {
            Some(view.fold(0, |xor, n| xor ^ least.quotient(period.rest(n as u64))).into())
        }
        _ => Some(view.fold(0, |xor, n| xor ^ game.value(n as u128))),
    }
}

/// Division of numbers of 32 bits by the same one, by a product: ⌊n·M / 2^64⌋ = ⌊n/d⌋ for M = ⌊(2^64−1)/d⌋ + 1, since M·d exceeds
/// 2^64 by at most d ≤ 2^32. Reference: D. Lemire, O. Kaser, N. Kurz, Faster remainder by direct computation, Software:
/// Practice and Experience 49 (2019).
#[derive(Clone, Copy)]
struct Divisor {
    divisor: u64,
    /// M; 0 for division by 1.
    inverse: u64,
}

impl Divisor {
    fn new(divisor: u64) -> Option<Divisor> {
        let fits = divisor > 0 && u32::try_from(divisor).is_ok();
        fits.then(|| Divisor { divisor, inverse: (u64::MAX / divisor).wrapping_add(1) })
    }

    fn quotient(self, n: u64) -> u64 {
        match self.inverse {
            0 => n,
            inverse => ((u128::from(n) * u128::from(inverse)) >> 64) as u64,
        }
    }

    fn rest(self, n: u64) -> u64 {
        n - self.quotient(n) * self.divisor
    }
}

fn pebbles(k: u128, heaps: impl Iterator<Item = (i64, i64)>) -> Option<Value> {
    let game = Pebbles::new(k);
    let mut sum = (0, 0);
    for (stones, pebbles) in heaps {
        let (x, y) = game.parts(stones as u128, pebbles as u128).ok()?;
        sum = (sum.0 ^ x, sum.1 ^ y);
    }
    Some(Ordinal::omega_times(sum.0, sum.1).into())
}

#[cfg(test)]
mod tests {
    use super::{Divisor, TakeRange, View, take_range};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn products_divide(n: u32, divisor in 1u32.., small in 1u32..20) {
            for (n, d) in [(n, divisor), (n, small), (u32::MAX, divisor), (divisor, divisor), (divisor - 1, divisor)] {
                let (n, d) = (u64::from(n), u64::from(d));
                let by = Divisor::new(d).unwrap();
                prop_assert_eq!((by.quotient(n), by.rest(n)), (n / d, n % d));
            }
        }

        #[test]
        fn take_range_is_the_theorem(
            numbers in proptest::collection::vec(prop_oneof![0i64..50, any::<u32>().prop_map(i64::from), 0i64..], 0..9),
            least in prop_oneof![1u128..9, 1u128..1 << 40],
            more in prop_oneof![0u128..9, 0u128..1 << 40],
        ) {
            let game = TakeRange::new(least, least + more).unwrap();
            let expected = numbers.iter().fold(0, |xor, &n| xor ^ game.value(n as u128));
            prop_assert_eq!(take_range(least, least + more, View::all(&numbers)), Some(expected));
        }
    }
}
