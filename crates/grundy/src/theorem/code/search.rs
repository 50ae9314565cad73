//! The search for options of a wanted value, by the forms of the [theorem](super).

use crate::heap::{Digit, Parts, Period, Repetition, Rule, Sequence};
use crate::theorem::Found;
use crate::theorem::lasker::subsets;
use crate::watch::{Stop, Watch};

/// Cases that are looked at after an option was found, before the others are left out.
const FEW: u64 = 1 << 20;

/// Cases between two looks at the watch.
const STRIDE: u64 = 1 << 12;

/// Ways to share the bits of an XOR that are tried for one pair of residues.
const SHARES: usize = 64;

/// Places with the same digit: from, from + step, … up to `to`.
struct Stretch {
    from: u128,
    to: u128,
    step: u128,
    digit: Digit,
}

/// A search for options of a wanted value.
pub(super) struct Search<'a> {
    sequence: &'a Sequence,
    /// Proved, nothing less.
    repetition: Option<Repetition>,
    wanted: u128,
    most: usize,
    watch: &'a Watch,
    found: Found<Vec<u128>>,
    looks: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(sequence: &'a Sequence, wanted: u128, most: usize, watch: &'a Watch) -> Search<'a> {
        let repetition = match sequence.period() {
            Period::Proved(repetition, _) if sequence.is_proved() => Some(repetition),
            _ => None,
        };
        Search { sequence, repetition, wanted, most, watch, found: Found::all([]), looks: 0 }
    }

    pub(super) fn run(mut self, rule: &Rule, n: u128) -> Result<Found<Vec<u128>>, Stop> {
        let first = Stretch { from: 0, to: 0, step: 1, digit: rule.first() };
        let runs =
            rule.runs().iter().map(|run| Stretch { from: run.from, to: run.to.min(n), step: 1, digit: run.digit });
        let tail = (rule.tail_from()..).zip(rule.tail()).map(|(from, &digit)| {
            let step = rule.tail().len() as u128;
            Stretch { from, to: n, step, digit }
        });
        for stretch in std::iter::once(first).chain(runs).chain(tail) {
            if self.is_full() {
                self.found.complete = false;
                break;
            }
            if stretch.from <= stretch.to {
                self.stretch(&stretch, n)?;
            }
        }
        Ok(self.found)
    }

    fn value(&self, n: u128) -> Option<u128> {
        self.sequence.get(n).map(u128::from)
    }

    fn is_full(&self) -> bool {
        self.found.options.len() >= self.most
    }

    /// One more case: whether to look at it. With an option in hand, a limited number of cases is enough.
    fn look(&mut self) -> Result<bool, Stop> {
        self.looks += 1;
        if self.looks.is_multiple_of(STRIDE) {
            self.watch.check(self.sequence.len(), 0)?;
        }
        let enough = self.is_full() || self.looks > FEW && !self.found.options.is_empty();
        self.found.complete &= !enough;
        Ok(!enough)
    }

    fn stretch(&mut self, stretch: &Stretch, n: u128) -> Result<(), Stop> {
        let Stretch { from, to, step, digit } = *stretch;
        let last = to - (to - from) % step;
        if digit.leaves(0) && last == n && self.wanted == 0 {
            self.found.options.push(vec![0]);
        }
        if digit.leaves(1) {
            // A heap stays: without a bean taken, that is no move.
            self.takes(n - last, n - from.max(u128::from(from == 0) * step), step)?;
        }
        if digit.breaks() {
            self.breaks(stretch, n)?;
        }
        Ok(())
    }

    /// The heaps of the wanted value from `low` to `high`, in steps down from `high`, largest first.
    fn takes(&mut self, low: u128, high: u128, step: u128) -> Result<(), Stop> {
        let low = low.max(1);
        if high < low {
            return Ok(());
        }
        match self.repetition {
            None => self.takes_one_by_one(low, high, step),
            Some(Repetition { saltus: 0, preperiod, period }) => {
                let (start, period) = (u128::from(preperiod), u128::from(period));
                self.takes_by_residue(low.max(start), high, step, start, period)?;
                let top = high.min(start.saturating_sub(1));
                let top = top.saturating_sub((high - top).next_multiple_of(step) - (high - top));
                if low <= top { self.takes_one_by_one(low, top, step) } else { Ok(()) }
            }
            Some(repetition) => {
                self.takes_by_division(low, high, step, repetition);
                Ok(())
            }
        }
    }

    fn takes_one_by_one(&mut self, low: u128, high: u128, step: u128) -> Result<(), Stop> {
        let mut next = Some(high);
        while let Some(heap) = next.filter(|&heap| heap >= low) {
            if !self.look()? {
                break;
            }
            if self.value(heap) == Some(self.wanted) {
                self.found.options.push(vec![heap]);
            }
            next = heap.checked_sub(step);
        }
        Ok(())
    }

    /// In each period the same residues have the wanted value.
    fn takes_by_residue(&mut self, low: u128, high: u128, step: u128, start: u128, period: u128) -> Result<(), Stop> {
        let mut residues = Vec::new();
        for heap in start..start + period {
            if self.value(heap) == Some(self.wanted) {
                residues.push(heap - start);
            }
        }
        if residues.is_empty() || high < low {
            return Ok(());
        }
        // After `step` periods without a heap that a step leads to, none will come.
        let (mut turn, mut idle) = (Some((high - start) / period), 0);
        while let Some(current) = turn.filter(|turn| start + turn * period + period > low && idle <= step) {
            idle += 1;
            for residue in residues.iter().rev() {
                let heap = start + current * period + residue;
                if heap < low || heap > high || !(high - heap).is_multiple_of(step) {
                    continue;
                }
                if !self.look()? {
                    return Ok(());
                }
                self.found.options.push(vec![heap]);
                idle = 0;
            }
            turn = current.checked_sub(1);
        }
        Ok(())
    }

    /// With a saltus a value occurs at most once for each residue.
    fn takes_by_division(&mut self, low: u128, high: u128, step: u128, repetition: Repetition) {
        let (start, period) = (u128::from(repetition.preperiod), u128::from(repetition.period));
        let saltus = u128::from(repetition.saltus);
        let mut heaps: Vec<u128> = (0..start).filter(|&heap| self.value(heap) == Some(self.wanted)).collect();
        for heap in start..start + period {
            let gain = self.value(heap).and_then(|value| self.wanted.checked_sub(value));
            if let Some(gain) = gain.filter(|gain| gain.is_multiple_of(saltus)) {
                heaps.extend((gain / saltus).checked_mul(period).and_then(|more| more.checked_add(heap)));
            }
        }
        heaps.sort_unstable();
        let fits = |heap: &u128| (low..=high).contains(heap) && (high - heap).is_multiple_of(step);
        self.found.options.extend(heaps.into_iter().rev().filter(fits).map(|heap| vec![heap]));
    }

    /// Place by place. With a period the rests of a long stretch have the same options in each period, but for small ones.
    fn breaks(&mut self, stretch: &Stretch, n: u128) -> Result<(), Stop> {
        let Stretch { from, to, step, digit } = *stretch;
        let turns = (to - from) / step;
        let (head, foot) = match self.repetition {
            Some(Repetition { preperiod, period, .. }) => {
                let most = u128::from(digit.most());
                let (start, period) = (u128::from(preperiod), u128::from(period));
                (period, (most * (start + (most + 1) * period) / step).saturating_add(1))
            }
            None => (turns, 0),
        };
        let mut turn = 0;
        while turn <= turns && self.look()? {
            if turn > head && turns - turn > foot {
                // Nothing new comes in between, only more of the same.
                self.found.complete &= self.found.options.is_empty();
                turn = turns - foot;
            }
            self.digit(digit, n - from - turn * step)?;
            turn += 1;
        }
        Ok(())
    }

    /// The ways to break `rest` beans.
    fn digit(&mut self, digit: Digit, rest: u128) -> Result<(), Stop> {
        for count in (2..=digit.most()).filter(|&count| digit.leaves(count)) {
            if rest < u128::from(count) {
                break;
            }
            if digit.parts() == Parts::AllEqual {
                self.equal(rest, count.into());
                continue;
            }
            self.parts(digit.parts(), rest, count as usize, &mut Vec::new())?;
            if count == 2 && self.found.options.is_empty() {
                self.pairs_by_saltus(digit.parts(), rest);
            }
        }
        Ok(())
    }

    fn equal(&mut self, rest: u128, count: u128) {
        let part = rest / count;
        let value = if count.is_multiple_of(2) { Some(0) } else { self.value(part) };
        if rest.is_multiple_of(count) && value == Some(self.wanted) {
            self.found.options.push(vec![part; count as usize]);
        }
    }

    /// Parts in ascending order after those chosen; all but the last below a bound from which on nothing new comes. As many calls
    /// inside each other as there are parts, at most 31.
    fn parts(&mut self, parts: Parts, rest: u128, count: usize, chosen: &mut Vec<u128>) -> Result<(), Stop> {
        let left = count - chosen.len();
        let apart = u128::from(parts == Parts::Unequal);
        let least = chosen.last().map_or(1, |&before| before + apart);
        if left == 1 {
            self.last_part(parts, rest, least, chosen);
            return Ok(());
        }
        let (most, bound) = (rest / left as u128, self.bound(count));
        for part in least..=most {
            // Of two parts more are listed than are needed to know whether there is one.
            let beyond = bound.is_some_and(|bound| part > bound);
            if beyond && (left > 2 || count > 2 || self.found.options.is_empty()) {
                self.found.complete &= self.found.options.is_empty();
                break;
            }
            if !self.look()? {
                break;
            }
            chosen.push(part);
            self.parts(parts, rest - part, count, chosen)?;
            chosen.pop();
        }
        Ok(())
    }

    fn last_part(&mut self, parts: Parts, last: u128, least: u128, chosen: &[u128]) {
        if last < least || parts == Parts::NotAllEqual && chosen.iter().all(|&part| part == last) {
            return;
        }
        let values = chosen.iter().chain([&last]).map(|&part| self.value(part));
        let xor = values.into_iter().try_fold(0, |xor, value| Some(xor ^ value?));
        if xor == Some(self.wanted) {
            self.found.options.push(chosen.iter().copied().chain([last]).collect());
        }
    }

    /// All parts but the largest need not be larger than this.
    fn bound(&self, count: usize) -> Option<u128> {
        let Repetition { preperiod, period, saltus } = self.repetition?;
        let pairs = saltus > 0 && count > 2;
        (!pairs).then(|| u128::from(preperiod) + u128::from(period) * count as u128)
    }

    /// Two large parts of a sequence with a saltus, from the sum and the XOR of their values.
    fn pairs_by_saltus(&mut self, parts: Parts, rest: u128) {
        let Some(Repetition { preperiod, period, saltus: 1.. }) = self.repetition else { return };
        let (start, period) = (u128::from(preperiod), u128::from(period));
        for first in start..start + period {
            let second = start + (rest + 2 * period - first % period - start % period) % period;
            if let Some(turns) = rest.checked_sub(first + second).map(|large| large / period) {
                self.pairs_of_residues(parts, (first, second), turns, rest);
            }
        }
    }

    /// The parts first + t·p and second + (turns − t)·p.
    fn pairs_of_residues(&mut self, parts: Parts, (first, second): (u128, u128), turns: u128, rest: u128) {
        let Some(Repetition { period, saltus, .. }) = self.repetition else { return };
        let (period, saltus) = (u128::from(period), u128::from(saltus));
        let (Some(x), Some(y)) = (self.value(first), self.value(second)) else { return };
        let total = turns.checked_mul(saltus).and_then(|gain| gain.checked_add(x + y));
        let rest_of_xor = total.and_then(|total| total.checked_sub(self.wanted)).filter(|rest| rest % 2 == 0);
        let Some(both) = rest_of_xor.map(|rest| rest / 2).filter(|both| both & self.wanted == 0) else { return };
        let low_bits = saltus.next_power_of_two() - 1;
        for low in subsets(self.wanted & low_bits) {
            for high in subsets(self.wanted & !low_bits).take(SHARES) {
                let gain = (both | low | high).checked_sub(x).filter(|gain| gain.is_multiple_of(saltus));
                let Some(turn) = gain.map(|gain| gain / saltus).filter(|&turn| turn <= turns) else { continue };
                let (a, b) = (first + turn * period, rest - first - turn * period);
                let allowed = matches!(parts, Parts::Any | Parts::AllEqual) || a != b;
                if allowed
                    && a > 0
                    && b > 0
                    && self.value(a).zip(self.value(b)).is_some_and(|(x, y)| x ^ y == self.wanted)
                {
                    self.found.options.push(vec![a.min(b), a.max(b)]);
                    self.found.complete = false;
                    return;
                }
            }
        }
    }
}
