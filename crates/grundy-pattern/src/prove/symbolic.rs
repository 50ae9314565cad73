//! Expressions in one form: sums of names, quotients and remainders with whole factors.
//!
//! Two expressions of the same form have the same value wherever both have one. It is used where params have no value, to see that
//! a person says what a theorem says: `n % (R + L) / L`, `(x mod (L+R)) div L`.

use grundy_rules::syntax::ast::{Comparison, Expr, ExprKind, Op};
use std::collections::BTreeMap;

/// What is added up.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Name(String),
    Quotient(Sum, Sum),
    Remainder(Sum, Sum),
}

/// Σ factor · part + number; no factor is 0.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) struct Sum {
    parts: BTreeMap<Part, i128>,
    number: i128,
}

impl Sum {
    pub(super) fn number(number: i128) -> Sum {
        Sum { parts: BTreeMap::new(), number }
    }

    pub(super) fn name(name: &str) -> Sum {
        Sum { parts: BTreeMap::from([(Part::Name(name.to_owned()), 1)]), number: 0 }
    }

    fn of(part: Part) -> Sum {
        Sum { parts: BTreeMap::from([(part, 1)]), number: 0 }
    }

    /// The form of an expression, if it has no other operations.
    pub(super) fn read(expr: &Expr) -> Option<Sum> {
        match &expr.what {
            ExprKind::Int(n) => Some(Sum::number(*n)),
            ExprKind::Name(name) => Some(Sum::name(name)),
            ExprKind::Neg(inner) => Sum::number(0).plus(&Sum::read(inner)?, -1),
            ExprKind::Chain(first, rest) => rest.iter().try_fold(Sum::read(first)?, |left, (op, right)| {
                let right = Sum::read(right)?;
                match op {
                    Op::Add => left.plus(&right, 1),
                    Op::Sub => left.plus(&right, -1),
                    Op::Mul => match (left.as_number(), right.as_number()) {
                        (Some(n), _) => Sum::number(0).plus(&right, n),
                        (_, Some(n)) => Sum::number(0).plus(&left, n),
                        _ => None,
                    },
                    Op::Div if right == Sum::number(1) => Some(left),
                    Op::Div => Some(Sum::of(Part::Quotient(left, right))),
                    Op::Mod => Some(Sum::of(Part::Remainder(left, right))),
                    _ => None,
                }
            }),
            _ => None,
        }
    }

    /// self + factor · other.
    pub(super) fn plus(&self, other: &Sum, factor: i128) -> Option<Sum> {
        let mut sum = self.clone();
        sum.number = sum.number.checked_add(other.number.checked_mul(factor)?)?;
        for (part, n) in &other.parts {
            let entry = sum.parts.entry(part.clone()).or_insert(0);
            *entry = entry.checked_add(n.checked_mul(factor)?)?;
        }
        sum.parts.retain(|_, n| *n != 0);
        Some(sum)
    }

    pub(super) fn remainder(self, by: Sum) -> Sum {
        Sum::of(Part::Remainder(self, by))
    }

    pub(super) fn quotient(self, by: Sum) -> Sum {
        if by == Sum::number(1) { self } else { Sum::of(Part::Quotient(self, by)) }
    }

    pub(super) fn as_number(&self) -> Option<i128> {
        self.parts.is_empty().then_some(self.number)
    }

    /// The factor of a name.
    pub(super) fn factor(&self, name: &str) -> i128 {
        self.parts.get(&Part::Name(name.to_owned())).copied().unwrap_or(0)
    }

    /// The sum with another for a name, which stands in no quotient or remainder.
    pub(super) fn with(&self, name: &str, value: &Sum) -> Option<Sum> {
        let factor = self.factor(name);
        self.plus(&Sum::name(name), -factor)?.plus(value, factor)
    }

    /// The names, if it is a sum of nothing else.
    pub(super) fn names(&self) -> Option<Vec<&str>> {
        let names = self.parts.keys().map(|part| match part {
            Part::Name(name) => Some(name.as_str()),
            _ => None,
        });
        names.collect()
    }

    /// At values of the names.
    pub(super) fn at(&self, value: &dyn Fn(&str) -> Option<i128>) -> Option<i128> {
        let mut sum = self.number;
        for (part, factor) in &self.parts {
            let Part::Name(name) = part else { return None };
            sum = sum.checked_add(factor.checked_mul(value(name)?)?)?;
        }
        Some(sum)
    }

    /// What is divided, if it is one quotient; else itself.
    pub(super) fn divided(&self) -> &Sum {
        match self.parts.first_key_value() {
            Some((Part::Quotient(whole, _), 1)) if self.parts.len() == 1 && self.number == 0 => whole,
            _ => self,
        }
    }

    /// With another name for a name.
    pub(super) fn renamed(&self, from: &str, to: &str) -> Sum {
        let part = |part: &Part| match part {
            Part::Name(name) => Part::Name(if name == from { to } else { name }.to_owned()),
            Part::Quotient(a, b) => Part::Quotient(a.renamed(from, to), b.renamed(from, to)),
            Part::Remainder(a, b) => Part::Remainder(a.renamed(from, to), b.renamed(from, to)),
        };
        Sum { parts: self.parts.iter().map(|(p, n)| (part(p), *n)).collect(), number: self.number }
    }

    /// In the rule language: `2 * a + w - 1`.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        let mut add = |negative: bool, text: String| match (out.is_empty(), negative) {
            (true, false) => out.push_str(&text),
            (true, true) => out.push_str(&format!("-{text}")),
            (false, negative) => out.push_str(&format!(" {} {text}", if negative { '-' } else { '+' })),
        };
        let mut parts: Vec<(&Part, i128)> = self.parts.iter().map(|(part, n)| (part, *n)).collect();
        parts.sort_by_key(|(_, n)| *n < 0);
        for (part, n) in parts {
            let text = match part {
                Part::Name(name) => name.clone(),
                Part::Quotient(a, b) => format!("({} / {})", a.factor_text(), b.factor_text()),
                Part::Remainder(a, b) => format!("({} % {})", a.factor_text(), b.factor_text()),
            };
            add(n < 0, if n.abs() == 1 { text } else { format!("{} * {text}", n.abs()) });
        }
        if self.number != 0 || self.parts.is_empty() {
            add(self.number < 0, self.number.unsigned_abs().to_string());
        }
        out
    }

    /// As an operand of a product.
    pub(super) fn factor_text(&self) -> String {
        let text = self.text();
        if text.contains(' ') { format!("({text})") } else { text }
    }

    /// self ≥ 0 as a comparison without minus signs: `1 <= L`.
    pub(super) fn not_negative(&self) -> String {
        let side = |sign: i128| {
            let parts = self.parts.iter().filter(|(_, n)| **n * sign > 0).map(|(part, n)| (part.clone(), n * sign));
            Sum { parts: parts.collect(), number: (self.number * sign).max(0) }.text()
        };
        format!("{} <= {}", side(-1), side(1))
    }
}

/// A condition `a < b` and the like between whole numbers, as sums that are not negative.
pub(super) fn bounds(expr: &Expr) -> Option<Vec<Sum>> {
    match &expr.what {
        ExprKind::Chain(first, rest) if rest.iter().all(|(op, _)| *op == Op::And) => {
            let all: Option<Vec<_>> = [&**first].into_iter().chain(rest.iter().map(|r| &r.1)).map(bounds).collect();
            Some(all?.concat())
        }
        ExprKind::Compare(sign, a, b) => {
            let (a, b) = (Sum::read(a)?, Sum::read(b)?);
            let more = |large: &Sum, small: &Sum, by| large.plus(small, -1)?.plus(&Sum::number(by), -1);
            Some(match sign {
                Comparison::Less => vec![more(&b, &a, 1)?],
                Comparison::LessEqual => vec![more(&b, &a, 0)?],
                Comparison::Greater => vec![more(&a, &b, 1)?],
                Comparison::GreaterEqual => vec![more(&a, &b, 0)?],
                Comparison::Equal => vec![more(&a, &b, 0)?, more(&b, &a, 0)?],
                _ => return None,
            })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_rules::syntax::{Source, parse_expr};

    fn read(text: &str) -> Option<Sum> {
        Sum::read(&parse_expr(&Source::new("test", text)).unwrap())
    }

    #[test]
    fn one_form_for_the_same() {
        for (a, b) in [
            ("n % (L+R) / L", "(n % (R + L)) / L"),
            ("n - (n - k)", "k"),
            ("2 * (a + w) - w", "a + w + a"),
            ("n / 1", "n"),
            ("-(a - b)", "b - a"),
        ] {
            assert_eq!(read(a), read(b), "{a}");
        }
        for (a, b) in [("n % (L+R) / L", "n % (L+R) / R"), ("n % L / L", "n / L % L"), ("n / 2 * 2", "n"), ("a", "b")] {
            assert_ne!(read(a), read(b), "{a}");
        }
        assert_eq!(read("a * b"), None);
        assert_eq!(read("2 * a + w - 1").unwrap().text(), "2 * a + w - 1");
        assert_eq!(read("L - 1").unwrap().not_negative(), "1 <= L");
        assert_eq!(read("R - L").unwrap().not_negative(), "L <= R");
        assert_eq!(read("w").unwrap().not_negative(), "0 <= w");
    }
}
