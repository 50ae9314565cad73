//! What an expression of lists is when lists are numbers.

use super::linear::{Ranges, tidy};
use super::plan::Coding;
use super::terms::{
    add, choice, compare, constant, element, extreme, halved, int, joined, less, lowest, mul, shifted, sub,
};
use crate::builtins::Function;
use crate::program::Expr;
use crate::syntax::ast::{Comparison, Op};
use crate::value::List;

/// A list in one number, the first element lowest.
#[derive(Debug, Clone)]
pub(super) struct Sequence {
    pub(super) word: Expr,
    pub(super) len: Expr,
    pub(super) letters: bool,
    pub(super) checks: Checks,
}

/// Rows behind each other in one number.
#[derive(Debug, Clone)]
pub(super) struct Board {
    pub(super) word: Expr,
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) letters: bool,
    pub(super) checks: Checks,
}

/// What must hold for elements that were put in.
#[derive(Debug, Clone, Default)]
pub(super) struct Checks {
    /// Where one of these is negative there is no move.
    natural: Vec<Expr>,
    /// Elements that must fit their bits, else the position is not for this.
    fit: Vec<Expr>,
}

impl Checks {
    /// An element that was put in.
    pub(super) fn put(&mut self, value: &Expr, coding: &Coding) {
        match constant(value) {
            Some(n) if n >= 0 && n >> coding.bits == 0 => {}
            _ => {
                self.natural.push(value.clone());
                self.fit.push(value.clone());
            }
        }
    }

    /// This must not hold, else the position is not for this.
    pub(super) fn forbid(&mut self, condition: Expr, coding: &Coding) {
        let fit = choice(condition, int(1 << coding.bits), int(0));
        if constant(&fit) != Some(0) {
            self.fit.push(fit);
        }
    }

    pub(super) fn join(&mut self, other: Checks) {
        self.natural.extend(other.natural);
        self.fit.extend(other.fit);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.natural.is_empty() && self.fit.is_empty()
    }

    /// The number with its checks: negative where there is no move, and an index outside where it does not fit.
    pub(super) fn seal(self, word: Expr, coding: &Coding) -> Option<Expr> {
        let one = List::of_integers(vec![1])?;
        let check = |word: Expr, value: Expr| mul(word, element(&one, halved(value, int(coding.bits.into()))));
        let word = self.fit.into_iter().fold(word, check);
        let negative = self.natural.into_iter().map(|value| less(value, int(0)));
        Some(choice(joined(Op::Or, negative), int(-1), word))
    }
}

/// Makes expressions of numbers from those of lists.
pub(super) struct Maker<'a> {
    pub(super) coding: &'a Coding,
    /// Where elements start, for each length of a list and width of elements: one list for all its uses.
    shifts: Vec<((usize, u32), List)>,
}

impl<'a> Maker<'a> {
    pub(super) fn new(coding: &'a Coding) -> Maker<'a> {
        Maker { coding, shifts: Vec::new() }
    }

    /// Where an element of a list of so many starts; an index outside fails.
    fn shift(&mut self, index: Expr, count: usize, width: u32) -> Option<Expr> {
        if let Some((_, list)) = self.shifts.iter().find(|(key, _)| *key == (count, width)) {
            return Some(element(list, index));
        }
        let list = List::of_integers((0..count as i64).map(|place| place * i64::from(width)).collect())?;
        self.shifts.push(((count, width), list.clone()));
        Some(element(&list, index))
    }

    /// Where the element of a sequence starts.
    pub(super) fn place(&mut self, sequence: &Sequence, index: Expr) -> Option<Expr> {
        let bits = self.coding.bits;
        match constant(&sequence.len) {
            Some(len) => self.shift(index, usize::try_from(len).ok()?, bits),
            None => {
                let most = self.coding.most();
                let inside = choice(less(index.clone(), sequence.len.clone()), index, int(most as i64));
                self.shift(inside, most, bits)
            }
        }
    }

    /// Where a cell of a board starts.
    pub(super) fn cell(&mut self, board: &Board, row: Expr, column: Expr) -> Option<Expr> {
        let bits = self.coding.bits;
        let row = self.shift(row, board.rows, bits * u32::try_from(board.columns).ok()?)?;
        Some(add(row, self.shift(column, board.columns, bits)?))
    }

    /// The element that starts there.
    pub(super) fn at(&self, word: &Expr, place: Expr) -> Expr {
        lowest(halved(word.clone(), place), int(self.coding.bits.into()))
    }

    fn bits_of(&self, count: Expr) -> Expr {
        mul(count, int(self.coding.bits.into()))
    }

    /// One sequence behind another.
    pub(super) fn behind(&self, a: Sequence, b: Sequence) -> Option<Sequence> {
        (a.letters == b.letters).then_some(())?;
        let mut checks = a.checks;
        checks.join(b.checks);
        let word = add(a.word, shifted(b.word, self.bits_of(a.len.clone())));
        Some(Sequence { word, len: tidy(add(a.len, b.len)), letters: a.letters, checks })
    }

    /// The part from one place up to another, both cut to the ends where the ranges of their names do not say that they lie between them.
    pub(super) fn part(
        &self,
        sequence: Sequence,
        from: Option<Expr>,
        to: Option<Expr>,
        ranges: &Ranges,
    ) -> Option<Sequence> {
        sequence.checks.is_empty().then_some(())?;
        let Sequence { word, len, letters, checks } = sequence;
        let not_above = |place: Expr| match ranges.ordered(&place, &len) {
            true => place,
            false => extreme(Function::Min, place, len.clone()),
        };
        let not_below = |place: Expr, least: Expr| match ranges.ordered(&least, &place) {
            true => place,
            false => extreme(Function::Max, least, place),
        };
        let cut = |place: Expr, least: Expr| not_below(not_above(place), least);
        let from = from.map_or(int(0), |from| cut(from, int(0)));
        let rest = halved(word, self.bits_of(from.clone()));
        let Some(to) = to else { return Some(Sequence { word: rest, len: tidy(sub(len, from)), letters, checks }) };
        let count = tidy(sub(cut(to, from.clone()), from));
        Some(Sequence { word: lowest(rest, self.bits_of(count.clone())), len: count, letters, checks })
    }

    /// Elements one by one.
    pub(super) fn listed(&self, items: Vec<Expr>, letters: bool) -> Option<Sequence> {
        (items.len() <= self.coding.most()).then_some(())?;
        let (len, mut checks, mut word) = (int(items.len() as i64), Checks::default(), int(0));
        for (place, item) in (0..).zip(items) {
            if !letters {
                checks.put(&item, self.coding);
            }
            word = add(word, shifted(item, int(place * i64::from(self.coding.bits))));
        }
        Some(Sequence { word, len, letters, checks })
    }

    /// Whether two sequences are equal.
    pub(super) fn equal(&self, a: Sequence, b: Sequence) -> Option<Expr> {
        (a.checks.is_empty() && b.checks.is_empty() && a.letters == b.letters).then_some(())?;
        let lengths = compare(Comparison::Equal, a.len, b.len);
        Some(joined(Op::And, [lengths, compare(Comparison::Equal, a.word, b.word)]))
    }
}
