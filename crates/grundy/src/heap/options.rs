//! The options of a heap, straight from the rule: the definition that every engine is compared with.

use super::digit::{Digit, Parts};
use super::rule::Rule;
use crate::game::{Game, Listed};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// What is called with the heaps of each option, ascending; `Break` ends the walk.
pub type Visit<'a> = dyn FnMut(&[u128]) -> ControlFlow<()> + 'a;

impl Rule {
    /// Calls `visit` with the options of a heap of `n` beans: ascending in the number removed, then in the number of
    /// heaps left, then lexicographically in their sizes, which come in ascending order. Nothing is stored, so huge
    /// heaps are fine as long as `visit` stops.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// let dawson: grundy::heap::Rule = "0.137".parse()?;
    /// let mut options = Vec::new();
    /// let _ = dawson.options(5, &mut |heaps| {
    ///     options.push(heaps.to_vec());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(options, [vec![3], vec![2], vec![1, 1]]);
    /// # Ok::<(), grundy::heap::RuleError>(())
    /// ```
    pub fn options(&self, n: u128, visit: &mut Visit<'_>) -> ControlFlow<()> {
        visit_digit(self.first(), n, visit)?;
        for run in self.runs() {
            for place in run.from..=run.to.min(n) {
                visit_digit(run.digit, n - place, visit)?;
            }
        }
        if self.tail().is_empty() {
            return ControlFlow::Continue(());
        }
        let digits = self.tail().iter().cycle();
        (self.tail_from()..=n).zip(digits).try_for_each(|(place, &digit)| visit_digit(digit, n - place, visit))
    }
}

/// The ways to leave `rest` beans.
fn visit_digit(digit: Digit, rest: u128, visit: &mut Visit<'_>) -> ControlFlow<()> {
    if digit.leaves(0) && rest == 0 {
        visit(&[])?;
    }
    if digit.leaves(1) && rest > 0 {
        visit(&[rest])?;
    }
    for count in (2..=digit.most()).filter(|&count| digit.leaves(count)) {
        visit_parts(rest, count as usize, digit.parts(), visit)?;
    }
    ControlFlow::Continue(())
}

/// The ways to share `rest` beans among `count` heaps of at least one.
fn visit_parts(rest: u128, count: usize, parts: Parts, visit: &mut Visit<'_>) -> ControlFlow<()> {
    let mut heaps = [0; Digit::MOST_HEAPS as usize];
    let heaps = &mut heaps[..count];
    if parts == Parts::AllEqual {
        heaps.fill(rest / count as u128);
        let possible = rest > 0 && rest.is_multiple_of(count as u128);
        return if possible { visit(heaps) } else { ControlFlow::Continue(()) };
    }
    let step = u128::from(parts == Parts::Unequal);
    let mut found = fill_from(heaps, 0, 1, rest, step);
    while found {
        if parts != Parts::NotAllEqual || heaps[0] != heaps[count - 1] {
            visit(heaps)?;
        }
        found = advance(heaps, rest, step);
    }
    ControlFlow::Continue(())
}

/// The next partition in lexicographic order: the last part that can grow, and the smallest parts after it.
fn advance(heaps: &mut [u128], rest: u128, step: u128) -> bool {
    let last = heaps.len() - 1;
    (0..last).rev().any(|index| {
        let grown = heaps[index] + 1;
        fill_from(heaps, index, grown, rest, step)
    })
}

/// Puts `value` at `index`, the smallest parts that are `step` apart after it, and what remains into the last part.
/// False, with the heaps unchanged, when the last part would be too small.
fn fill_from(heaps: &mut [u128], index: usize, value: u128, rest: u128, step: u128) -> bool {
    let last = heaps.len() - 1;
    let before: u128 = heaps[..index].iter().sum();
    let between = (last - index) as u128;
    // value, value + step, …: the parts from `index` up to but not including the last one.
    // Saturation only happens when the last part would be too small.
    let apart = step * (between * between.saturating_sub(1) / 2);
    let used = value.saturating_mul(between).saturating_add(before + apart);
    let least = value.saturating_add(step * between);
    if rest < used || rest - used < least {
        return false;
    }
    for (distance, heap) in heaps[index..last].iter_mut().enumerate() {
        *heap = value + step * distance as u128;
    }
    heaps[last] = rest - used;
    true
}

/// A heap as a position: the solvers for any finite game know heap games too.
impl Game for Rule {
    type Position = u128;
    type Error = Infallible;

    fn moves(&self, position: &u128, visit: &mut impl FnMut(&[u128]) -> ControlFlow<()>) -> Listed {
        Ok(self.options(*position, visit))
    }

    fn ends(&self, _position: &u128) -> bool {
        true
    }
}
