//! What is known about a value before the program runs: its type, and the range of the integers in it.
//!
//! Shapes form a lattice: [`Shape::join`] is the least that holds both. Following the values of a program from its input on, until
//! nothing changes, gives every name its type in the emitted languages; the ranges tell where 64 bits are enough, where a
//! division need not think of negative numbers, and which arguments cannot become negative.

/// Integers from `lo` to `hi`; the ends of 128 bits stand for no bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub lo: i128,
    /// The greatest.
    pub hi: i128,
}

/// The largest number that input may hold, in size: it fits in 64 bits with room for a few additions.
pub const INPUT: i128 = 1_000_000_000_000_000_000;

/// More elements than this fit in no memory.
const LENGTH: i128 = 1 << 40;

impl Range {
    /// All integers.
    pub const ALL: Range = Range { lo: i128::MIN, hi: i128::MAX };
    /// 0 and above.
    pub const NATURAL: Range = Range { lo: 0, hi: i128::MAX };
    /// What input holds.
    pub const READ: Range = Range { lo: -INPUT, hi: INPUT };
    /// Lengths, places, counts.
    pub const LENGTH: Range = Range { lo: 0, hi: LENGTH };

    /// From `lo` to `hi`.
    pub fn new(lo: i128, hi: i128) -> Range {
        Range { lo, hi }
    }

    /// One number.
    pub fn one(n: i128) -> Range {
        Range { lo: n, hi: n }
    }

    /// The least range that holds both.
    pub fn join(self, other: Range) -> Range {
        Range { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi) }
    }

    /// Without negative numbers.
    pub fn natural(self) -> Range {
        Range { lo: self.lo.max(0), hi: self.hi.max(0) }
    }

    /// Whether no number is negative.
    pub fn is_natural(self) -> bool {
        self.lo >= 0
    }

    /// Whether all fit in 64 bits.
    pub fn is_narrow(self) -> bool {
        self.lo >= i64::MIN.into() && self.hi <= i64::MAX.into()
    }

    /// Whether 128 bits may not be enough: an operation that gives such a number has to be checked.
    pub fn may_overflow(self) -> bool {
        self.lo == i128::MIN || self.hi == i128::MAX
    }

    /// Ends that changed between two rounds are given up.
    fn widen(self, wider: Range) -> Range {
        let lo = if wider.lo < self.lo { if wider.lo >= 0 { 0 } else { i128::MIN } } else { self.lo };
        Range { lo, hi: if wider.hi > self.hi { i128::MAX } else { self.hi } }
    }

    /// Sums.
    pub fn add(self, other: Range) -> Range {
        Range { lo: end_add(self.lo, other.lo), hi: end_add(self.hi, other.hi) }
    }

    /// Negatives.
    pub fn neg(self) -> Range {
        Range { lo: end_neg(self.hi), hi: end_neg(self.lo) }
    }

    /// Products.
    pub fn mul(self, other: Range) -> Range {
        let ends = [(self.lo, other.lo), (self.lo, other.hi), (self.hi, other.lo), (self.hi, other.hi)];
        let products = ends.map(|(a, b)| a.saturating_mul(b));
        products.into_iter().map(Range::one).reduce(Range::join).unwrap_or(Range::ALL)
    }

    /// Quotients, rounded down; those of unknown signs are no larger in size than what is divided, and one more.
    pub fn div(self, other: Range) -> Range {
        if self.is_natural() && other.lo > 0 {
            let hi = if self.hi == i128::MAX { self.hi } else { self.hi / other.lo };
            return Range { lo: self.lo / other.hi, hi };
        }
        let size = self.join(self.neg());
        Range { lo: end_add(size.lo, -1), hi: end_add(size.hi, 1) }
    }

    /// Remainders: they have the sign of the divisor.
    pub fn rem(self, other: Range) -> Range {
        let hi = if other.hi <= 0 { 0 } else { end_add(other.hi, -1) };
        let hi = if self.is_natural() && other.lo > 0 { hi.min(self.hi) } else { hi };
        Range { lo: if other.lo > 0 { 0 } else { end_add(other.lo, 1).min(0) }, hi }
    }

    /// Exclusive ors: no more binary digits than the longer of both.
    pub fn xor(self, other: Range) -> Range {
        let all = self.join(other);
        let bits = |n: i128| 128 - if n < 0 { !n } else { n }.leading_zeros();
        let most = bits(all.lo).max(bits(all.hi));
        let hi = if most >= 127 { i128::MAX } else { (1 << most) - 1 };
        Range { lo: if all.is_natural() { 0 } else { -hi - 1 }, hi }
    }

    /// Powers.
    pub fn pow(self, other: Range) -> Range {
        match (self.lo == self.hi && other.lo == other.hi, u32::try_from(other.hi)) {
            (true, Ok(k)) => Range::one(self.lo.saturating_pow(k)),
            (false, Ok(k)) if self.is_natural() => Range { lo: 0, hi: self.hi.saturating_pow(k).max(1) },
            _ => Range { lo: if self.is_natural() { 0 } else { i128::MIN }, hi: i128::MAX },
        }
    }

    /// Sums of lists.
    pub fn total(self) -> Range {
        let many = self.mul(Range::one(LENGTH));
        many.join(Range::one(0))
    }
}

fn end_add(a: i128, b: i128) -> i128 {
    match (a, b) {
        (i128::MAX, _) | (_, i128::MAX) => i128::MAX,
        (i128::MIN, _) | (_, i128::MIN) => i128::MIN,
        _ => a.saturating_add(b),
    }
}

fn end_neg(a: i128) -> i128 {
    match a {
        i128::MAX => i128::MIN,
        i128::MIN => i128::MAX,
        _ => -a,
    }
}

/// A type, with the ranges of its integers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// No value has been seen: the elements of `[]`, a helper that was not called yet.
    Nothing,
    /// An integer.
    Int(Range),
    /// A truth value.
    Bool,
    /// A text.
    Text,
    /// A list of values of one type.
    List(Box<Shape>),
    /// A list of so many values of different types.
    Tuple(Vec<Shape>),
}

impl Shape {
    /// A length.
    pub const LENGTH: Shape = Shape::Int(Range::LENGTH);

    /// A list of something.
    pub fn list(of: Shape) -> Shape {
        Shape::List(Box::new(of))
    }

    /// The least that holds both; nothing if no type does.
    pub fn join(&self, other: &Shape) -> Option<Shape> {
        Some(match (self, other) {
            (Shape::Nothing, shape) | (shape, Shape::Nothing) => shape.clone(),
            (Shape::Int(a), Shape::Int(b)) => Shape::Int(a.join(*b)),
            (Shape::List(a), Shape::List(b)) => Shape::list(a.join(b)?),
            (Shape::Tuple(a), Shape::Tuple(b)) if a.len() == b.len() => {
                Shape::Tuple(a.iter().zip(b).map(|(a, b)| a.join(b)).collect::<Option<_>>()?)
            }
            (a, b) if a == b => a.clone(),
            _ => return None,
        })
    }

    /// Ends of ranges that grew between two rounds are given up.
    pub fn widen(&self, wider: &Shape) -> Shape {
        match (self, wider) {
            (Shape::Int(a), Shape::Int(b)) => Shape::Int(a.widen(*b)),
            (Shape::List(a), Shape::List(b)) => Shape::list(a.widen(b)),
            (Shape::Tuple(a), Shape::Tuple(b)) => Shape::Tuple(a.iter().zip(b).map(|(a, b)| a.widen(b)).collect()),
            _ => wider.clone(),
        }
    }

    /// The range of all integers in it.
    pub fn range(&self) -> Range {
        match self {
            Shape::Int(range) => *range,
            Shape::List(of) => of.range(),
            Shape::Tuple(parts) => parts.iter().map(Shape::range).reduce(Range::join).unwrap_or(Range::one(0)),
            Shape::Nothing | Shape::Bool | Shape::Text => Range::one(0),
        }
    }

    /// The same without negative integers, as the arguments of positions are.
    pub fn natural(&self) -> Shape {
        match self {
            Shape::Int(range) => Shape::Int(range.natural()),
            Shape::List(of) => Shape::list(of.natural()),
            Shape::Tuple(parts) => Shape::Tuple(parts.iter().map(Shape::natural).collect()),
            other => other.clone(),
        }
    }

    /// What `for x in …` runs through; nothing if it is no list or text.
    pub fn element(&self) -> Option<Shape> {
        match self {
            Shape::List(of) => Some((**of).clone()),
            Shape::Text => Some(Shape::Text),
            Shape::Tuple(parts) => parts.iter().try_fold(Shape::Nothing, |all, part| all.join(part)),
            Shape::Nothing => Some(Shape::Nothing),
            Shape::Int(_) | Shape::Bool => None,
        }
    }

    /// Whether it is of a simple type, copied and not shared.
    pub fn is_scalar(&self) -> bool {
        matches!(self, Shape::Int(_) | Shape::Bool | Shape::Nothing)
    }

    /// What to call it.
    pub fn name(&self) -> &'static str {
        match self {
            Shape::Nothing => "nothing",
            Shape::Int(_) => "an integer",
            Shape::Bool => "a truth value",
            Shape::Text => "a text",
            Shape::List(_) => "a list",
            Shape::Tuple(_) => "a list of values of different types",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on small ranges holds what it gives for all their numbers.
    #[test]
    fn ranges_hold_what_they_must() {
        let ranges: Vec<Range> = (-3..=3).flat_map(|lo| (lo..=3).map(move |hi| Range::new(lo, hi))).collect();
        for &a in &ranges {
            for &b in &ranges {
                for x in a.lo..=a.hi {
                    for y in b.lo..=b.hi {
                        let holds = |range: Range, n: i128| {
                            assert!(range.lo <= n && n <= range.hi, "{a:?} {b:?} {x} {y} {n} {range:?}")
                        };
                        holds(a.add(b), x + y);
                        holds(a.neg(), -x);
                        holds(a.mul(b), x * y);
                        holds(a.xor(b), x ^ y);
                        if y != 0 {
                            let quotient = (x as f64 / y as f64).floor() as i128;
                            holds(a.div(b), quotient);
                            holds(a.rem(b), x - y * quotient);
                        }
                        if y >= 0 {
                            holds(a.pow(b), x.pow(y as u32));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn no_bound_stays_no_bound() {
        assert_eq!(Range::NATURAL.add(Range::one(-5)), Range::new(-5, i128::MAX));
        assert_eq!(Range::ALL.neg(), Range::ALL);
        assert_eq!(Range::NATURAL.rem(Range::new(1, 10)), Range::new(0, 9));
        assert!(!Range::READ.total().is_narrow());
    }
}
