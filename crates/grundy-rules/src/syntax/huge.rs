//! Arithmetic on numbers of any size in an EXPR: `wythoff(10^1000, 7*10^999)`.
//!
//! Values of the language have 128 bits. What is typed as an argument may have more, so constant parts of an EXPR that do not
//! fit are worked out here, before it is checked; everything else is left as it was written.

use super::ast::{Expr, ExprKind, Op};
use super::lexer::MOST_DIGITS;
use crate::diagnostic::Diagnostic;
use grundy_natural::Nat;
use std::sync::Arc;

/// Binary digits of numbers with [`MOST_DIGITS`] decimal ones.
const MOST_BITS: usize = MOST_DIGITS / 1000 * 332_193 / 100;

/// Works out the constants of more than 128 bits that stand in arguments of a sum of positions.
pub(crate) fn fold(sum: &mut Expr) -> Result<(), Diagnostic> {
    match &mut sum.what {
        ExprKind::Chain(first, rest) => {
            fold(first)?;
            rest.iter_mut().try_for_each(|(_, term)| fold(term))
        }
        ExprKind::Call { .. } | ExprKind::Code(..) | ExprKind::Qualified { .. } => fold_value(sum),
        _ => Ok(()),
    }
}

fn fold_value(expr: &mut Expr) -> Result<(), Diagnostic> {
    let children: Vec<&mut Expr> = match &mut expr.what {
        ExprKind::Call { args, settings, .. } => {
            args.iter_mut().chain(settings.iter_mut().map(|(_, value)| value)).collect()
        }
        ExprKind::Code(_, items) | ExprKind::List(items) => items.iter_mut().collect(),
        ExprKind::Qualified { call, .. } => vec![call],
        ExprKind::Power(base, exponent) => vec![base, exponent],
        ExprKind::Chain(first, rest) => std::iter::once(&mut **first).chain(rest.iter_mut().map(|(_, e)| e)).collect(),
        _ => return Ok(()),
    };
    children.into_iter().try_for_each(fold_value)?;
    let number = match &expr.what {
        ExprKind::Power(base, exponent) => power(base, exponent),
        ExprKind::Chain(first, rest) => chain(first, rest).filter(|(_, huge)| *huge).map(|(value, _)| value),
        _ => None,
    };
    match number {
        Some(number) if is_too_large(&number) => {
            Err(Diagnostic::new(expr.span, format!("the number is too large: it has more than {MOST_DIGITS} digits")))
        }
        Some(number) => {
            expr.what = match number.to_u128().and_then(|n| i128::try_from(n).ok()) {
                Some(n) => ExprKind::Int(n),
                None => ExprKind::Huge(Arc::new(number)),
            };
            Ok(())
        }
        None => Ok(()),
    }
}

/// The value of a constant whose larger parts are worked out already.
fn constant(expr: &Expr) -> Option<Nat> {
    match &expr.what {
        ExprKind::Int(n) => u128::try_from(*n).ok().map(Nat::from),
        ExprKind::Huge(n) => Some((**n).clone()),
        ExprKind::Power(base, exponent) => small_power(&constant(base)?, &constant(exponent)?).map(Nat::from),
        ExprKind::Chain(first, rest) => chain(first, rest).map(|(value, _)| value),
        _ => None,
    }
}

/// Whether a number has more than [`MOST_DIGITS`] decimal digits; they are counted only where the binary ones do not tell.
fn is_too_large(number: &Nat) -> bool {
    number.bits() > MOST_BITS || number.bits() == MOST_BITS && number.to_string().len() > MOST_DIGITS
}

/// A number that is certainly too large.
fn too_large() -> Nat {
    let mut limbs = vec![0; MOST_BITS / 64 + 2];
    if let Some(last) = limbs.last_mut() {
        *last = 1;
    }
    Nat::from_limbs(limbs)
}

/// The power of two constants, if it does not fit 128 bits.
fn power(base: &Expr, exponent: &Expr) -> Option<Nat> {
    let (base, exponent) = (constant(base)?, constant(exponent)?);
    if small_power(&base, &exponent).is_some() || base.bits() < 2 {
        return None;
    }
    Some(exponent.to_u64().and_then(|exponent| base.pow(exponent, MOST_BITS)).unwrap_or_else(too_large))
}

/// A power that fits.
fn small_power(base: &Nat, exponent: &Nat) -> Option<u128> {
    let (base, exponent) = (i128::try_from(base.to_u128()?).ok()?, u32::try_from(exponent.to_u64()?).ok()?);
    base.checked_pow(exponent).map(i128::unsigned_abs)
}

/// The value of a chain of constants, and whether one of them or what comes of it does not fit 128 bits. What is negative on the way,
/// or divided by more than 64 bits, is left to the evaluator, which says that it does not fit.
fn chain(first: &Expr, rest: &[(Op, Expr)]) -> Option<(Nat, bool)> {
    let mut value = constant(first)?;
    let mut huge = matches!(first.what, ExprKind::Huge(_));
    for (op, operand) in rest {
        let operand = constant(operand)?;
        value = match op {
            Op::Add => value.add(&operand),
            Op::Sub => value.checked_sub(&operand)?,
            Op::Mul if value.bits() + operand.bits() > MOST_BITS + 2 => too_large(),
            Op::Mul => value.mul(&operand),
            Op::Xor => value.xor(&operand),
            Op::Div | Op::Mod => {
                let divisor = operand.to_u64().filter(|&divisor| divisor > 0)?;
                let remainder = value.div_rem(divisor);
                if *op == Op::Mod { Nat::from(remainder) } else { value }
            }
            Op::Or | Op::And | Op::Join => return None,
        };
        huge |= value.bits() > 127 || operand.bits() > 127;
    }
    Some((value, huge))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Source, parse_expr};

    fn folded(text: &str) -> String {
        let mut expr = parse_expr(&Source::new("EXPR", text)).unwrap();
        fold(&mut expr).unwrap();
        expr.to_string()
    }

    #[test]
    fn only_what_does_not_fit_is_worked_out() {
        let huge = format!("1{}", "0".repeat(40));
        assert_eq!(folded("g(10^40)"), format!("g({huge})"));
        assert_eq!(folded("g(10^3, 2*10^40/2 - 0)"), format!("g(10^3, {huge})"));
        assert_eq!(folded("g([10^40 - 10^40, 10^40 % 7])"), "g([0, 4])");
        assert_eq!(folded("2*g(3) + 0.77(10^40)"), format!("2*g(3) + 0.77({huge})"));
    }

    #[test]
    fn digits_are_bounded() {
        for text in ["g(10^100001)", "g(10^10^5)", "g(10^60000*10^60000)", "g((10^9)^(10^9))", "g(2^(2^200))"] {
            let mut expr = parse_expr(&Source::new("EXPR", text)).unwrap();
            assert!(fold(&mut expr).is_err(), "{text}");
        }
        assert_eq!(folded("g(10^99999 % 10)"), "g(0)");
        assert_eq!(folded(&format!("g({} - 0)", "9".repeat(MOST_DIGITS))), format!("g({})", "9".repeat(MOST_DIGITS)));
        assert_eq!(folded("g(1^(10^50))"), format!("g(1^1{})", "0".repeat(50)));
    }
}
