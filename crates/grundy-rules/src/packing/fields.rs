//! Where an element stands in a list that is one number, without looking at the elements one by one.
//!
//! **Idea.** The number holds the elements in fields of b bits. XOR with a number that has the element in each field leaves 0 where it
//! stands. A field x is not 0 if and only if ((x mod 2^(b−1)) + 2^(b−1) − 1) or x has its highest bit set, and nothing is carried from one field into the
//! next. So a few operations on whole numbers mark all places of an element (Knuth, The Art of Computer Programming 4A, 7.1.3); the marks
//! are counted by `popcount`, the first is found by `lowbit`. Fields behind the end are cut off.

use super::plan::MOST_BITS;
use super::sequence::{Maker, Sequence};
use super::terms::{add, choice, compare, expr, halved, int, joined, less, lowest, mul, sub};
use crate::builtins::Function;
use crate::program::{Expr, ExprKind};
use crate::syntax::ast::{Comparison, Op};

fn call(function: Function, args: Vec<Expr>) -> Expr {
    expr(ExprKind::Call(function, args))
}

/// 1 in each field.
fn ones(bits: u32) -> i64 {
    (0..MOST_BITS / bits).fold(0, |all, field| all | 1 << (field * bits))
}

/// The places at which an element stands, as one bit each.
pub(super) struct Marks {
    marks: Expr,
    len: Expr,
    bits: u32,
}

impl Maker<'_> {
    /// The places of a list at which these elements stand, one behind the other.
    pub(super) fn marks(&self, sequence: &Sequence, items: Vec<Expr>) -> Option<Marks> {
        sequence.checks.is_empty().then_some(())?;
        let bits = self.coding.bits;
        let mut marks: Option<Expr> = None;
        for (place, item) in (0..).zip(items) {
            let here = halved(self.places(sequence, item), int(place * i64::from(bits)));
            marks = Some(match marks {
                Some(marks) => call(Function::BitAnd, vec![marks, here]),
                None => here,
            });
        }
        Some(Marks { marks: marks?, len: sequence.len.clone(), bits })
    }

    /// The fields in which an element stands, each by its highest bit.
    fn places(&self, sequence: &Sequence, item: Expr) -> Expr {
        let bits = self.coding.bits;
        let ones = ones(bits);
        let highs = ones << (bits - 1);
        let repeated = mul(item.clone(), int(ones));
        let differ = expr(ExprKind::Chain(Box::new(sequence.word.clone()), vec![(Op::Xor, repeated)]));
        let set = if bits == 1 {
            differ
        } else {
            let lows = int(highs - ones);
            let carried = add(call(Function::BitAnd, vec![differ.clone(), lows.clone()]), lows);
            call(Function::BitOr, vec![carried, differ])
        };
        let marks = sub(int(highs), call(Function::BitAnd, vec![set, int(highs)]));
        let marks = lowest(marks, mul(sequence.len.clone(), int(bits.into())));
        let fits = joined(Op::And, [compare(Comparison::LessEqual, int(0), item.clone()), less(item, int(1 << bits))]);
        choice(fits, marks, int(0))
    }
}

impl Marks {
    /// Whether there is one.
    pub(super) fn any(self) -> Expr {
        compare(Comparison::NotEqual, self.marks, int(0))
    }

    /// Whether all places are marked.
    pub(super) fn all(self) -> Expr {
        let len = self.len.clone();
        compare(Comparison::Equal, self.count(), len)
    }

    /// How many there are.
    pub(super) fn count(self) -> Expr {
        call(Function::Popcount, vec![self.marks])
    }

    /// The first place, the length of the list if there is none.
    pub(super) fn first(self) -> Expr {
        let none = compare(Comparison::Equal, self.marks.clone(), int(0));
        let lowest = call(Function::Ilog, vec![call(Function::Lowbit, vec![self.marks]), int(2)]);
        // The mark of a field is its highest bit.
        let place = match self.bits {
            1 => lowest,
            bits => expr(ExprKind::Chain(Box::new(lowest), vec![(Op::Div, int(bits.into()))])),
        };
        choice(none, self.len, place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_one_in_each_field() {
        assert_eq!(ones(1), (1 << 62) - 1);
        assert_eq!(ones(31), 1 + (1 << 31));
        assert_eq!(ones(40), 1);
    }
}
