//! Functions of single numbers.

use super::{fitting, int, make_list, natural};
use crate::meter::{Meter, Trouble};
use crate::value::Val;

/// A natural number that came from an `i128` and was not made larger.
fn small(n: u128) -> Val {
    Val::Int(n as i128)
}

pub(super) fn digits(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let text = natural(&args[0])?.to_string();
    meter.make(text.len() as u64)?;
    make_list(text.bytes().map(|byte| Val::Int(i128::from(byte - b'0'))).collect())
}

pub(super) fn abs(_: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    fitting(int(&args[0])?.checked_abs())
}

pub(super) fn gcd(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let mut result = 0u128;
    for arg in args {
        let (mut a, mut b) = (result, int(arg)?.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
            meter.work(1)?;
        }
        result = a;
    }
    fitting(i128::try_from(result).ok())
}

pub(super) fn isqrt(_: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    Ok(small(natural(&args[0])?.isqrt()))
}

pub(super) fn ilog(_: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let (n, a) = (int(&args[0])?, int(&args[1])?);
    if n < 1 || a < 2 {
        return Err(Trouble::bad(format!("ilog({n}, {a}) is not defined")).help("ilog(n, a) needs n >= 1 and a >= 2"));
    }
    Ok(Val::Int(i128::from(n.ilog(a))))
}

pub(super) fn popcount(_: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    Ok(Val::Int(i128::from(natural(&args[0])?.count_ones())))
}

pub(super) fn lowbit(_: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let n = natural(&args[0])?;
    Ok(small(n & n.wrapping_neg()))
}

pub(super) fn bitand(_: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    Ok(small(natural(&args[0])? & natural(&args[1])?))
}

pub(super) fn bitor(_: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    Ok(small(natural(&args[0])? | natural(&args[1])?))
}

pub(super) fn int_of(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let Val::Text(text) = &args[0] else {
        return Err(Trouble::bad(format!("expected a text, found {}", args[0].ty())));
    };
    meter.work(text.len() as u64)?;
    let letters = text.as_slice();
    let digits = letters.strip_prefix(&['-']).or_else(|| letters.strip_prefix(&['+'])).unwrap_or(letters);
    if digits.is_empty() || !digits.iter().all(char::is_ascii_digit) {
        return Err(Trouble::bad(format!("{} spells no integer", args[0])));
    }
    fitting(letters.iter().collect::<String>().parse().ok())
}
