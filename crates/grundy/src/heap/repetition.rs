//! Repetitions at the end of a sequence: the least p with G(n+p) = G(n) + s from some heap on.
//!
//! For each p the saltus s can only be G(N−1) − G(N−1−p), so the repetition is found by comparing backwards. Let the
//! comparison for p hold for ℓ heaps before it breaks. No p′ with p < p′ ≤ ℓ − p reaches below the break: both periods
//! would hold on a stretch of length p + ℓ ≥ p + p′, by Fine and Wilf (1965) the greatest common divisor would be a
//! period of it, and the break of p would be a break of p′. So these p′ are skipped, which keeps the search linear in
//! practice: a stretch has only logarithmically many squares as suffixes.

use super::dense::Cell;
use super::values::{Values, with_cells};
use crate::watch::{Stop, Watch};

/// G(n + period) = G(n) + saltus for all n from `preperiod` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Repetition {
    /// The least period.
    pub period: u64,
    /// The least heap from which on it holds.
    pub preperiod: u64,
    /// What a period adds: 0 for a periodic sequence.
    pub saltus: u64,
}

impl Repetition {
    /// The last heap that breaks the repetition.
    pub fn last_exception(&self) -> Option<u64> {
        self.preperiod.checked_sub(1)
    }

    /// The repetition that values show on at least their upper half and for at least three periods. It holds for these
    /// values, nothing more.
    ///
    /// ```
    /// use grundy::heap::Repetition;
    /// let found = Repetition::observed(&[9, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0]);
    /// assert_eq!(found, Some(Repetition { period: 3, preperiod: 1, saltus: 0 }));
    /// assert_eq!(Repetition::observed(&[0, 1, 1, 0, 2, 0, 1, 2, 2]), None);
    /// ```
    pub fn observed(values: &[u32]) -> Option<Repetition> {
        find_in(values, values.len() / 3, true, |seen| seen.is_shown_by(values.len() as u64), || false)
    }

    /// The same, unless the time is over before it is found: values that are constant for long are looked at again and again.
    ///
    /// ```
    /// use grundy::{Watch, heap::Repetition};
    /// assert_eq!(Repetition::observed_within(&[0, 1, 1, 0, 2, 0, 1, 2, 2], &Watch::default())?, None);
    /// # Ok::<(), grundy::Stop>(())
    /// ```
    pub fn observed_within(values: &[u32], watch: &Watch) -> Result<Option<Repetition>, Stop> {
        let shown = |seen: &Repetition| seen.is_shown_by(values.len() as u64);
        match find_in(values, values.len() / 3, true, shown, || watch.is_over()) {
            None if watch.is_over() => watch.check(0, 0).map(|()| None),
            found => Ok(found),
        }
    }

    /// Whether so many values are enough to speak of a repetition.
    pub(super) fn is_shown_by(&self, computed: u64) -> bool {
        2 * self.preperiod <= computed && self.preperiod + 3 * self.period <= computed
    }

    /// The value of any heap, from the values of the heaps below `preperiod + period`. `None` if it is above 64 bits.
    pub(super) fn value(&self, n: u128, known: impl Fn(u64) -> u64) -> Option<u64> {
        let (start, period) = (u128::from(self.preperiod), u128::from(self.period));
        if n < start + period {
            return Some(known(n as u64));
        }
        let turns = (n - start) / period;
        let base = known((start + (n - start) % period) as u64);
        let gain = turns.checked_mul(u128::from(self.saltus))?;
        u64::try_from(gain.checked_add(u128::from(base))?).ok()
    }
}

/// The first repetition, ascending in the period, that the values show up to their end and that `accept` takes.
/// `accept` must be monotone: if it refuses a repetition, then it refuses all with no smaller period and preperiod. It must
/// refuse what does not hold for a whole period.
/// Without `arithmetic` only saltus 0 counts, which is quicker.
pub(super) fn find(
    values: &Values,
    longest: usize,
    arithmetic: bool,
    accept: impl Fn(&Repetition) -> bool,
) -> Option<Repetition> {
    with_cells!(values, cells => find_in(cells, longest, arithmetic, accept, || false))
}

fn find_in<T: Cell + PartialEq>(
    cells: &[T],
    longest: usize,
    arithmetic: bool,
    accept: impl Fn(&Repetition) -> bool,
    over: impl Fn() -> bool,
) -> Option<Repetition> {
    let mut period = 1;
    let mut looked_at = 0;
    while period <= longest && period < cells.len() {
        if period >= TAIL && period >= looked_at {
            if !tail_repeats_near(cells, period, arithmetic) {
                period += NEAR;
                continue;
            }
            looked_at = period + NEAR;
        }
        if !arithmetic && !tail_repeats(cells, period) {
            period += 1;
            continue;
        }
        let (start, saltus) = start_of(cells, period);
        if let Ok(saltus) = u64::try_from(saltus) {
            let repetition = Repetition { period: period as u64, preperiod: start as u64, saltus };
            if accept(&repetition) {
                return Some(repetition);
            }
        }
        if over() {
            return None;
        }
        let held = cells.len() - period - start;
        period = (period + 1).max((held + 1).saturating_sub(period));
    }
    None
}

/// A repetition with a period of at least this many cells is only accepted if it holds for so many.
const TAIL: usize = 8;
/// How many periods are looked at together.
const NEAR: usize = 64;

/// Whether the last cells repeat those before them with one of the periods from `period` to `period + NEAR - 1`. Without
/// `arithmetic` they must be equal, else have the same differences. A loop without branches, for the compiler's vectors.
fn tail_repeats_near<T: Cell + PartialEq>(cells: &[T], period: usize, arithmetic: bool) -> bool {
    let Some(first) = (cells.len() - TAIL).checked_sub(period + NEAR - 1) else { return true };
    let (before, tail) = (&cells[first..first + NEAR + TAIL - 1], &cells[cells.len() - TAIL..]);
    let minus = |a: T, b: T| T::narrow(a.into().wrapping_sub(b.into()));
    let mut same: [u8; NEAR] = std::array::from_fn(|j| u8::from(arithmetic || before[j] == tail[0]));
    for k in 1..TAIL {
        let step = minus(tail[k], tail[0]);
        for j in 0..NEAR {
            same[j] &= u8::from(minus(before[j + k], before[j]) == step);
        }
    }
    same.iter().fold(0, |any, same| any | same) != 0
}

/// Whether the last cells are equal to those a period before: eight of them if the period is no shorter, else one.
#[inline]
fn tail_repeats<T: Copy + PartialEq>(cells: &[T], period: usize) -> bool {
    let before = &cells[..cells.len() - period];
    match (before.last_chunk::<TAIL>(), cells.last_chunk()) {
        (Some(before), Some(tail)) if period >= TAIL => before == tail,
        _ => before.last() == cells.last(),
    }
}

/// Where the repetition with this period starts, and its saltus.
#[inline]
fn start_of<T: Cell>(cells: &[T], period: usize) -> (usize, i64) {
    let step = |n: usize| i64::from(cells[n + period].into()) - i64::from(cells[n].into());
    let end = cells.len() - period;
    let saltus = step(end - 1);
    let start = (0..end - 1).rev().find(|&n| step(n) != saltus).map_or(0, |n| n + 1);
    (start, saltus)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn values(numbers: impl IntoIterator<Item = u32>) -> Values {
        let mut values = Values::new();
        numbers.into_iter().for_each(|number| values.push(number));
        values
    }

    fn by_definition(numbers: &[u32], fits: impl Fn(&Repetition) -> bool) -> Option<Repetition> {
        (1..numbers.len()).find_map(|period| {
            let end = numbers.len() - period;
            let step = |n: usize| i64::from(numbers[n + period]) - i64::from(numbers[n]);
            let saltus = u64::try_from(step(end - 1)).ok()?;
            let preperiod = (0..end).find(|&s| (s..end).all(|n| step(n) == saltus as i64))? as u64;
            Some(Repetition { period: period as u64, preperiod, saltus }).filter(&fits)
        })
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(
            head in prop::collection::vec(0u32..3, 0..12),
            cycle in prop::collection::vec(0u32..2, 1..8),
            turns in 1usize..7,
            saltus in 0u32..3,
        ) {
            let turn = |index: usize| cycle.iter().map(move |&value| value + saltus * index as u32);
            let numbers: Vec<u32> = head.into_iter().chain((0..turns).flat_map(turn)).collect();
            let length = numbers.len() as u64;
            let fits = |r: &Repetition| 2 * r.preperiod + 2 * r.period <= length;
            let values = values(numbers.iter().copied());
            prop_assert_eq!(find(&values, numbers.len(), true, fits), by_definition(&numbers, fits));
            let flat = |r: &Repetition| fits(r) && r.saltus == 0;
            prop_assert_eq!(find(&values, numbers.len(), false, flat), by_definition(&numbers, flat));
        }
    }

    #[test]
    fn values_far_away() {
        let nim = Repetition { period: 1, preperiod: 0, saltus: 1 };
        assert_eq!(nim.value(10u128.pow(18), |n| n), Some(10u64.pow(18)));
        assert_eq!(nim.value(u128::MAX, |n| n), None);
    }
}
