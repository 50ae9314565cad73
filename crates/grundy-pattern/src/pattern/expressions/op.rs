//! The operations that expressions are made of, with the meaning that the rule language gives them.

/// No value: a division by zero, the root of a negative number, a number that is too large.
pub(super) const UNDEFINED: i64 = i64::MIN;

/// Larger numbers are of no use in a formula for small positions.
const LARGEST: i64 = 1 << 40;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Op {
    /// An argument, a param or a constant.
    Leaf,
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Xor,
    Min,
    Max,
    Gcd,
    And,
    Or,
    Abs,
    Lowbit,
    Popcount,
    Isqrt,
    Ilog,
}

pub(super) const BINARY: [Op; 11] =
    [Op::Add, Op::Sub, Op::Mod, Op::Div, Op::Xor, Op::Mul, Op::Min, Op::Max, Op::Gcd, Op::And, Op::Or];
pub(super) const UNARY: [Op; 5] = [Op::Abs, Op::Lowbit, Op::Popcount, Op::Isqrt, Op::Ilog];

impl Op {
    /// Are `a op b` and `b op a` the same?
    pub(super) fn commutes(self) -> bool {
        !matches!(self, Op::Sub | Op::Div | Op::Mod)
    }

    /// Is `a op a` just a?
    pub(super) fn is_idempotent(self) -> bool {
        matches!(self, Op::Min | Op::Max | Op::Gcd | Op::And | Op::Or)
    }

    /// The value; functions of one number leave the second out.
    pub(super) fn apply(self, a: i64, b: i64) -> i64 {
        if a == UNDEFINED || b == UNDEFINED {
            return UNDEFINED;
        }
        let natural = a >= 0 && b >= 0;
        let value = match self {
            Op::Leaf => Some(a),
            Op::Add => a.checked_add(b),
            Op::Sub => a.checked_sub(b),
            Op::Mul => a.checked_mul(b),
            Op::Div => (b != 0).then(|| floor(a, b)),
            Op::Mod => (b != 0).then(|| a - b * floor(a, b)),
            Op::Xor => natural.then_some(a ^ b),
            Op::And => natural.then_some(a & b),
            Op::Or => natural.then_some(a | b),
            Op::Min => Some(a.min(b)),
            Op::Max => Some(a.max(b)),
            Op::Gcd => Some(gcd(a.abs(), b.abs())),
            Op::Abs => Some(a.abs()),
            Op::Lowbit => natural.then_some(a & a.wrapping_neg()),
            Op::Popcount => natural.then(|| i64::from(a.count_ones())),
            Op::Isqrt => natural.then(|| a.isqrt()),
            Op::Ilog => (a >= 1).then(|| i64::from(a.ilog2())),
        };
        value.filter(|v| v.abs() <= LARGEST).unwrap_or(UNDEFINED)
    }

    /// How strongly it binds, as in the rule language.
    fn strength(self) -> u8 {
        match self {
            Op::Xor => 1,
            Op::Add | Op::Sub => 2,
            Op::Mul | Op::Div | Op::Mod => 3,
            _ => 4,
        }
    }
}

/// Rounded down.
fn floor(a: i64, b: i64) -> i64 {
    let quotient = a / b;
    if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient }
}

fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A text, and how strongly its outermost operation binds.
#[derive(Debug, Clone)]
pub(super) struct Written {
    pub(super) text: String,
    strength: u8,
}

impl Written {
    pub(super) fn name(text: &str) -> Written {
        Written { text: text.to_owned(), strength: 4 }
    }

    /// In brackets, unless it binds at least so strongly.
    fn within(&self, strength: u8) -> String {
        if self.strength >= strength { self.text.clone() } else { format!("({})", self.text) }
    }
}

/// The operation in the words of the rule language.
pub(super) fn written(op: Op, a: &Written, b: &Written) -> Written {
    let strength = op.strength();
    let infix = |sign: &str| format!("{} {sign} {}", a.within(strength), b.within(strength + 1));
    let of_two = |name: &str| format!("{name}({}, {})", a.text, b.text);
    let of_one = |name: &str| format!("{name}({})", a.text);
    let text = match op {
        Op::Leaf => a.text.clone(),
        Op::Add => infix("+"),
        Op::Sub => infix("-"),
        Op::Mul => infix("*"),
        Op::Div => infix("/"),
        Op::Mod => infix("%"),
        Op::Xor => infix("xor"),
        Op::Min => of_two("min"),
        Op::Max => of_two("max"),
        Op::Gcd => of_two("gcd"),
        Op::And => of_two("bitand"),
        Op::Or => of_two("bitor"),
        Op::Abs => of_one("abs"),
        Op::Lowbit => of_one("lowbit"),
        Op::Popcount => of_one("popcount"),
        Op::Isqrt => of_one("isqrt"),
        Op::Ilog => format!("ilog({}, 2)", a.text),
    };
    Written { text, strength }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down() {
        for (a, b, quotient, rest) in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-6, 3, -2, 0)] {
            assert_eq!((Op::Div.apply(a, b), Op::Mod.apply(a, b)), (quotient, rest));
        }
        assert_eq!(Op::Div.apply(1, 0), UNDEFINED);
        assert_eq!(Op::Xor.apply(-1, 2), UNDEFINED);
        assert_eq!(Op::Add.apply(UNDEFINED, 2), UNDEFINED);
    }

    #[test]
    fn brackets_only_where_needed() {
        let [n, l, r] = ["n", "L", "R"].map(Written::name);
        let sum = written(Op::Add, &l, &r);
        let rest = written(Op::Mod, &n, &sum);
        assert_eq!(written(Op::Div, &rest, &l).text, "n % (L + R) / L");
        assert_eq!(written(Op::Sub, &n, &sum).text, "n - (L + R)");
        assert_eq!(written(Op::Gcd, &sum, &n).text, "gcd(L + R, n)");
    }
}
