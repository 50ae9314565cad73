//! The loops over lanes.
//!
//! A register is a column of 64-bit integers; truth values are 0 and 1. Most registers need no column at all: the name
//! of a `for` counts upwards, and sums and multiples of it stay arithmetic progressions ([`View::Line`]), a constant
//! being one of difference 0. Every register knows bounds of its lanes. Where they show that nothing can go wrong (no
//! overflow, no division by zero) an operation is a plain loop that the compiler vectorises; elsewhere each lane is
//! checked, and a lane that fails is a fault: the exact evaluator takes over.

use std::ops::RangeInclusive;

/// Operations on two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Power,
    Xor,
    BitAnd,
    BitOr,
    /// a / 2^b.
    ShiftRight,
    /// a · 2^b.
    ShiftLeft,
    Min,
    Max,
    Gcd,
    Ilog,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    And,
    Or,
}

/// Operations on one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Unary {
    Neg,
    Not,
    Abs,
    Isqrt,
    Popcount,
    Lowbit,
}

/// The least and the greatest value that a lane may have.
pub(crate) type Bounds = RangeInclusive<i64>;

/// How the lanes of a register are given.
#[derive(Debug, Clone, Copy)]
pub(crate) enum View<'a> {
    /// Lane i is start + i·step. Makers check that no lane overflows.
    Line { start: i64, step: i64 },
    /// One number a lane.
    Lanes(&'a [i64]),
}

impl View<'_> {
    #[inline]
    pub(crate) fn at(&self, lane: usize) -> i64 {
        match *self {
            View::Line { start, step } => line(start, step, lane),
            View::Lanes(lanes) => lanes[lane],
        }
    }

    /// The number that all lanes have.
    pub(crate) fn constant(&self) -> Option<i64> {
        match *self {
            View::Line { start, step: 0 } => Some(start),
            _ => None,
        }
    }
}

#[inline]
fn line(start: i64, step: i64, lane: usize) -> i64 {
    start.wrapping_add(step.wrapping_mul(lane as i64))
}

/// One operation, exactly as the language defines it; nothing where it does not, or beyond 64 bits.
pub(super) fn binary(op: Binary, a: i64, b: i64) -> Option<i64> {
    let natural = a >= 0 && b >= 0;
    match op {
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        Binary::Div => divide(a, b),
        Binary::Mod => remainder(a, b),
        Binary::Power => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
        Binary::Xor => natural.then_some(a ^ b),
        Binary::BitAnd => natural.then_some(a & b),
        Binary::BitOr => natural.then_some(a | b),
        Binary::ShiftRight => shift(b).map(|b| a >> b),
        Binary::ShiftLeft => a.checked_mul(1 << shift(b)?),
        Binary::Gcd => gcd(a, b),
        Binary::Ilog => (a >= 1 && b >= 2).then(|| i64::from(a.ilog(b))),
        _ => Some(plain(op, a, b)),
    }
}

/// The operations that cannot fail; the others wrap, where bounds have shown that they do not.
#[inline(always)]
fn plain(op: Binary, a: i64, b: i64) -> i64 {
    match op {
        Binary::Add => a.wrapping_add(b),
        Binary::Sub => a.wrapping_sub(b),
        Binary::Mul => a.wrapping_mul(b),
        Binary::Xor => a ^ b,
        Binary::BitAnd => a & b,
        Binary::BitOr => a | b,
        Binary::ShiftRight => a.wrapping_shr(b as u32),
        Binary::ShiftLeft => a.wrapping_shl(b as u32),
        Binary::Min => a.min(b),
        Binary::Max => a.max(b),
        Binary::Equal => i64::from(a == b),
        Binary::NotEqual => i64::from(a != b),
        Binary::Less => i64::from(a < b),
        Binary::LessEqual => i64::from(a <= b),
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Div => ((a as u64) / (b as u64).max(1)) as i64,
        Binary::Mod => ((a as u64) % (b as u64).max(1)) as i64,
        Binary::Power | Binary::Gcd | Binary::Ilog => 0,
    }
}

/// A power of two that fits a register, by its exponent.
fn shift(b: i64) -> Option<u32> {
    u32::try_from(b).ok().filter(|b| *b < 63)
}

fn divide(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

fn remainder(a: i64, b: i64) -> Option<i64> {
    if b == 0 {
        return None;
    }
    let rest = a.wrapping_rem(b);
    Some(if rest != 0 && (rest < 0) != (b < 0) { rest + b } else { rest })
}

fn gcd(a: i64, b: i64) -> Option<i64> {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).ok()
}

/// One operation on one number.
pub(super) fn unary(op: Unary, a: i64) -> Option<i64> {
    match op {
        Unary::Neg => a.checked_neg(),
        Unary::Not => Some(1 - a),
        Unary::Abs => a.checked_abs(),
        Unary::Isqrt => (a >= 0).then(|| a.isqrt()),
        Unary::Popcount => (a >= 0).then(|| i64::from(a.count_ones())),
        Unary::Lowbit => (a >= 0).then(|| a & a.wrapping_neg()),
    }
}

/// Bounds of an operation's results if no lane can fail; nothing if one might.
pub(super) fn binary_bounds(op: Binary, a: &Bounds, b: &Bounds) -> Option<Bounds> {
    let ((a0, a1), (b0, b1)) = ((*a.start(), *a.end()), (*b.start(), *b.end()));
    Some(match op {
        Binary::Add => a0.checked_add(b0)?..=a1.checked_add(b1)?,
        Binary::Sub => a0.checked_sub(b1)?..=a1.checked_sub(b0)?,
        Binary::Mul => {
            let corners = [a0.checked_mul(b0)?, a0.checked_mul(b1)?, a1.checked_mul(b0)?, a1.checked_mul(b1)?];
            corners.into_iter().fold(i64::MAX, i64::min)..=corners.into_iter().fold(i64::MIN, i64::max)
        }
        Binary::Min => a0.min(b0)..=a1.min(b1),
        Binary::Max => a0.max(b0)..=a1.max(b1),
        Binary::Equal | Binary::NotEqual | Binary::Less | Binary::LessEqual | Binary::And | Binary::Or => 0..=1,
        Binary::BitAnd if a0 >= 0 && b0 >= 0 => 0..=a1.min(b1),
        Binary::BitOr if a0 >= 0 && b0 >= 0 => a0.max(b0)..=below_power(a1.max(b1)),
        Binary::ShiftRight if a0 >= 0 => a0 >> shift(b1)?.max(shift(b0)?)..=a1 >> shift(b0)?,
        Binary::ShiftLeft => return binary_bounds(Binary::Mul, a, &(1 << shift(b0)?..=1 << shift(b1)?)),
        Binary::Xor if a0 >= 0 && b0 >= 0 => 0..=below_power(a1.max(b1)),
        Binary::Div if a0 >= 0 && b0 >= 1 => a0 / b1..=a1 / b0,
        Binary::Mod if a0 >= 0 && b0 >= 1 => 0..=a1.min(b1 - 1),
        _ => return None,
    })
}

/// The largest number with as many bits.
fn below_power(n: i64) -> i64 {
    i64::MAX.checked_shr(n.leading_zeros() - 1).unwrap_or(0)
}

/// The product of natural numbers of 32 bits: a single instruction for several lanes on most processors.
pub(super) fn multiply_loop(out: &mut Vec<i64>, len: usize, a: View<'_>, b: View<'_>) {
    zip(out, len, a, b, |a, b| (u64::from(a as u32) * u64::from(b as u32)) as i64);
}

/// Whether all numbers are natural and have 32 bits.
pub(super) fn is_short(bounds: &Bounds) -> bool {
    *bounds.start() >= 0 && *bounds.end() <= i64::from(u32::MAX)
}

/// Lane by lane, for results that cannot fail.
pub(super) fn plain_loop(op: Binary, out: &mut Vec<i64>, len: usize, a: View<'_>, b: View<'_>) {
    macro_rules! loops {
        ($($name:ident),*) => {
            match op { $(Binary::$name => zip(out, len, a, b, |a, b| plain(Binary::$name, a, b)),)* }
        };
    }
    if let (Binary::Div | Binary::Mod, Some(b)) = (op, b.constant().filter(|b| b.count_ones() == 1)) {
        // A power of two: bounds say that a is natural.
        let (bits, mask) = (b.trailing_zeros(), b - 1);
        return match op {
            Binary::Div => zip(out, len, a, View::Line { start: 0, step: 0 }, |a, _| a >> bits),
            _ => zip(out, len, a, View::Line { start: 0, step: 0 }, |a, _| a & mask),
        };
    }
    loops!(
        Add, Sub, Mul, Div, Mod, Power, Xor, BitAnd, BitOr, ShiftRight, ShiftLeft, Min, Max, Gcd, Ilog, Equal,
        NotEqual, Less, LessEqual, And, Or
    );
}

#[inline(always)]
fn zip(out: &mut Vec<i64>, len: usize, a: View<'_>, b: View<'_>, f: impl Fn(i64, i64) -> i64) {
    out.clear();
    match (a, b) {
        (View::Lanes(a), View::Lanes(b)) => out.extend(a[..len].iter().zip(&b[..len]).map(|(&a, &b)| f(a, b))),
        (View::Lanes(a), View::Line { start, step: 0 }) => out.extend(a[..len].iter().map(|&a| f(a, start))),
        (View::Line { start, step: 0 }, View::Lanes(b)) => out.extend(b[..len].iter().map(|&b| f(start, b))),
        (View::Lanes(a), View::Line { start, step }) => {
            out.extend(a[..len].iter().zip(steps(start, step, len)).map(|(&a, b)| f(a, b)));
        }
        (View::Line { start, step }, View::Lanes(b)) => {
            out.extend(b[..len].iter().zip(steps(start, step, len)).map(|(&b, a)| f(a, b)));
        }
        (View::Line { start, step }, View::Line { start: other, step: by }) => {
            out.extend(steps(start, step, len).zip(steps(other, by, len)).map(|(a, b)| f(a, b)));
        }
    }
}

/// The lanes of a progression.
#[inline(always)]
fn steps(start: i64, step: i64, len: usize) -> impl ExactSizeIterator<Item = i64> {
    let mut next = start;
    (0..len).map(move |_| {
        let lane = next;
        next = next.wrapping_add(step);
        lane
    })
}

/// Lane by lane with checks. False when a lane fails whose guard is not false; failed lanes under a false guard are 0.
pub(super) fn checked_loop(
    out: &mut Vec<i64>,
    len: usize,
    guard: Option<View<'_>>,
    f: impl Fn(usize) -> Option<i64>,
) -> bool {
    out.clear();
    let mut sound = true;
    out.extend((0..len).map(|lane| {
        f(lane).unwrap_or_else(|| {
            sound &= guard.is_some_and(|guard| guard.at(lane) == 0);
            0
        })
    }));
    sound
}

/// The bounds of lanes by looking at them.
pub(super) fn measured(lanes: &[i64]) -> Bounds {
    let (mut least, mut greatest) = (i64::MAX, i64::MIN);
    for &lane in lanes {
        (least, greatest) = (least.min(lane), greatest.max(lane));
    }
    if lanes.is_empty() { 0..=0 } else { least..=greatest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [Binary; 21] = [
        Binary::BitAnd,
        Binary::BitOr,
        Binary::ShiftRight,
        Binary::ShiftLeft,
        Binary::Add,
        Binary::Sub,
        Binary::Mul,
        Binary::Div,
        Binary::Mod,
        Binary::Power,
        Binary::Xor,
        Binary::Min,
        Binary::Max,
        Binary::Gcd,
        Binary::Ilog,
        Binary::Equal,
        Binary::NotEqual,
        Binary::Less,
        Binary::LessEqual,
        Binary::And,
        Binary::Or,
    ];

    fn lanes() -> impl Strategy<Value = Vec<i64>> {
        let number = prop_oneof![4 => -9..99i64, 1 => any::<i64>(), 1 => Just(0)];
        proptest::collection::vec(number, 1..8)
    }

    proptest! {
        /// Where the bounds promise that nothing fails, the plain loop gives what the definition gives, within them.
        #[test]
        fn bounds_are_promises(a in lanes(), b in lanes(), which in 0..21usize) {
            let op = ALL[which];
            let len = a.len().min(b.len());
            // `and` and `or` only meet truth values.
            let truth = matches!(op, Binary::And | Binary::Or);
            let tame = |lanes: Vec<i64>| if truth { lanes.into_iter().map(|x| x & 1).collect() } else { lanes };
            let (a, b) = (tame(a), tame(b));
            if let Some(bounds) = binary_bounds(op, &measured(&a), &measured(&b)) {
                let mut out = Vec::new();
                if op == Binary::Mul && is_short(&measured(&a)) && is_short(&measured(&b)) {
                    multiply_loop(&mut out, len, View::Lanes(&a), View::Lanes(&b));
                } else {
                    plain_loop(op, &mut out, len, View::Lanes(&a), View::Lanes(&b));
                }
                for lane in 0..len {
                    prop_assert_eq!(Some(out[lane]), binary(op, a[lane], b[lane]));
                    prop_assert!(bounds.contains(&out[lane]));
                }
            }
        }

        /// A progression and a column of the same numbers are the same operand.
        #[test]
        fn lines_are_columns(start in -50..50i64, step in -3..3i64, b in lanes(), which in 0..21usize) {
            let op = ALL[which];
            let line = View::Line { start, step };
            let written: Vec<i64> = (0..b.len()).map(|lane| line.at(lane)).collect();
            let (mut one, mut other) = (Vec::new(), Vec::new());
            plain_loop(op, &mut one, b.len(), line, View::Lanes(&b));
            plain_loop(op, &mut other, b.len(), View::Lanes(&written), View::Lanes(&b));
            prop_assert_eq!(&one, &other);
            plain_loop(op, &mut one, b.len(), View::Lanes(&b), line);
            plain_loop(op, &mut other, b.len(), View::Lanes(&b), View::Lanes(&written));
            prop_assert_eq!(one, other);
        }
    }
}
