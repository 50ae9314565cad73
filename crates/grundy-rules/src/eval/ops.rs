//! What the operators do to values.

use crate::builtins::{contains, equal, integer_list, make_list, order, overflow};
use crate::meter::{Meter, Trouble};
use crate::syntax::ast::{Assign, Comparison, Op};
use crate::value::{List, Text, Val};

/// An integer operand.
pub(super) fn int(value: &Val, what: &str) -> Result<i128, Trouble> {
    match value {
        Val::Int(n) => Ok(*n),
        other => Err(Trouble::bad(format!("{what} needs an integer, found {}", other.ty()))),
    }
}

/// A truth value.
pub(super) fn truth(value: &Val) -> Result<bool, Trouble> {
    match value {
        Val::Bool(b) => Ok(*b),
        other => Err(Trouble::bad(format!("expected a truth value, found {}", other.ty()))
            .help("a number is tested by a comparison: `x != 0`")),
    }
}

pub(super) fn binary(meter: &mut Meter, op: Op, a: &Val, b: &Val) -> Result<Val, Trouble> {
    let (x, y) = match (op, a, b) {
        (Op::Join, _, _) => return join(meter, a, b),
        (_, Val::Int(x), Val::Int(y)) => (*x, *y),
        _ => (operand(op, a)?, operand(op, b)?),
    };
    let result = match op {
        Op::Add => x.checked_add(y),
        Op::Sub => x.checked_sub(y),
        Op::Mul => x.checked_mul(y),
        Op::Div => divide(x, y)?,
        Op::Mod => remainder(x, y)?,
        Op::Xor => Some(x ^ y),
        // `and` and `or` are jumps, `++` was handled above.
        Op::And | Op::Or | Op::Join => None,
    };
    result.map(Val::Int).ok_or_else(overflow)
}

fn operand(op: Op, value: &Val) -> Result<i128, Trouble> {
    int(value, &format!("`{}`", op.sign())).map_err(|trouble| match (op, value) {
        (Op::Add, Val::Text(_) | Val::List(_)) => trouble.help("`++` joins texts and lists"),
        _ => trouble,
    })
}

/// Quotient and remainder of small numbers, by the same rule; nothing if there are none.
pub(super) fn small_division(x: i64, y: i64) -> Option<(i64, i64)> {
    let (quotient, rest) = (x.checked_div(y)?, x.checked_rem(y)?);
    Some(if rest != 0 && (rest < 0) != (y < 0) { (quotient - 1, rest + y) } else { (quotient, rest) })
}

fn by_zero(y: i128) -> Result<(), Trouble> {
    if y == 0 { Err(Trouble::bad("division by zero")) } else { Ok(()) }
}

/// Rounds down, so that `a == b*(a/b) + a%b` with a remainder of b's sign.
fn divide(x: i128, y: i128) -> Result<Option<i128>, Trouble> {
    by_zero(y)?;
    let Some(quotient) = x.checked_div(y) else { return Ok(None) };
    Ok(if x % y != 0 && (x < 0) != (y < 0) { quotient.checked_sub(1) } else { Some(quotient) })
}

fn remainder(x: i128, y: i128) -> Result<Option<i128>, Trouble> {
    by_zero(y)?;
    let rest = x.checked_rem(y).unwrap_or(0);
    Ok(Some(if rest != 0 && (rest < 0) != (y < 0) { rest + y } else { rest }))
}

pub(super) fn power(a: &Val, b: &Val) -> Result<Val, Trouble> {
    let (base, exponent) = (int(a, "`^`")?, int(b, "`^`")?);
    if exponent < 0 {
        return Err(Trouble::bad(format!("the exponent {exponent} is negative")));
    }
    let result = match (base, u32::try_from(exponent)) {
        (0 | 1, _) => Some(if exponent == 0 { 1 } else { base }),
        (-1, _) => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        (_, Ok(exponent)) => base.checked_pow(exponent),
        (_, Err(_)) => None,
    };
    result.map(Val::Int).ok_or_else(overflow)
}

pub(super) fn negate(value: &Val) -> Result<Val, Trouble> {
    int(value, "`-`")?.checked_neg().map(Val::Int).ok_or_else(overflow)
}

pub(super) fn compare(meter: &mut Meter, comparison: Comparison, a: &Val, b: &Val) -> Result<Val, Trouble> {
    meter.work(a.size().min(b.size()))?;
    Ok(Val::Bool(match comparison {
        Comparison::Equal => equal(a, b)?,
        Comparison::NotEqual => !equal(a, b)?,
        Comparison::Less => order(a, b)?.is_lt(),
        Comparison::LessEqual => order(a, b)?.is_le(),
        Comparison::Greater => order(a, b)?.is_gt(),
        Comparison::GreaterEqual => order(a, b)?.is_ge(),
        Comparison::In => contains(meter, a, b)?,
        Comparison::NotIn => !contains(meter, a, b)?,
    }))
}

/// Several texts as one; nothing if they are not all texts.
pub(super) fn join_texts(meter: &mut Meter, texts: &[Val]) -> Result<Option<Val>, Trouble> {
    let slices = texts.iter().map(|text| match text {
        Val::Text(text) => Some(text.as_slice()),
        _ => None,
    });
    let Some(slices) = slices.collect::<Option<Vec<&[char]>>>() else { return Ok(None) };
    let length: usize = slices.iter().map(|slice| slice.len()).sum();
    meter.make(length as u64 / 8 + 1)?;
    Ok(Some(Val::Text(Text::joined(&slices))))
}

fn join(meter: &mut Meter, a: &Val, b: &Val) -> Result<Val, Trouble> {
    match (a, b) {
        (Val::Text(x), Val::Text(y)) => {
            meter.make((x.len() + y.len()) as u64 / 8 + 1)?;
            Ok(Val::Text(Text::joined(&[x.as_slice(), y.as_slice()])))
        }
        (Val::List(x), Val::List(y)) => {
            meter.make((x.len() + y.len()) as u64)?;
            match joined_integers(x, y) {
                Some(numbers) => integer_list(numbers),
                None => make_list([x.items(), y.items()].concat()),
            }
        }
        _ => Err(Trouble::bad(format!("`++` joins two lists or two texts, found {} and {}", a.ty(), b.ty()))),
    }
}

/// Lists of which one is kept as integers stay so if the other fits.
fn joined_integers(x: &List, y: &List) -> Option<Vec<i64>> {
    let either = x.integers().is_some() || y.integers().is_some();
    let mut joined = Vec::with_capacity(if either { x.len() + y.len() } else { 0 });
    for list in [x, y].into_iter().filter(|_| either) {
        match list.integers() {
            Some(numbers) => joined.extend_from_slice(numbers),
            None => joined.extend(list.items().iter().map(Val::small).collect::<Option<Vec<_>>>()?),
        }
    }
    either.then_some(joined)
}

/// `[A..B]`.
pub(super) fn range_list(meter: &mut Meter, from: &Val, to: &Val) -> Result<Val, Trouble> {
    let (from, to) = (int(from, "a range")?, int(to, "a range")?);
    let length = if to < from { 0 } else { to.abs_diff(from).saturating_add(1) };
    let length = u64::try_from(length).unwrap_or(u64::MAX);
    if let (Ok(first), Ok(last)) = (i64::try_from(from), i64::try_from(to)) {
        // Eight bytes a number.
        meter.make(length / 4 + 1)?;
        meter.work(length)?;
        meter.fits(length)?;
        return integer_list((first..=last).collect());
    }
    meter.make(length)?;
    make_list((from..=to).map(Val::Int).collect())
}

/// A place in a sequence of some length.
fn place(index: &Val, length: usize, of: &str) -> Result<usize, Trouble> {
    let index = int(index, "an index")?;
    usize::try_from(index).ok().filter(|&index| index < length).ok_or_else(|| {
        let range = if length == 0 { "it is empty".to_owned() } else { format!("it has 0 to {}", length - 1) };
        Trouble::bad(format!("index {index} is outside the {of}: {range}"))
    })
}

pub(super) fn index(base: &Val, index: &Val) -> Result<Val, Trouble> {
    match base {
        Val::List(list) => {
            let at = place(index, list.len(), "list")?;
            Ok(list.integers().map_or_else(|| list.items()[at].clone(), |numbers| Val::Int(numbers[at].into())))
        }
        Val::Text(text) => Ok(Val::Text(Text::from_chars(&[text.as_slice()[place(index, text.len(), "text")?]]))),
        other => Err(Trouble::bad(format!("{} has no elements", other.ty()))),
    }
}

/// Slice ends are cut to 0..len.
pub(super) fn slice(meter: &mut Meter, base: &Val, from: Option<&Val>, to: Option<&Val>) -> Result<Val, Trouble> {
    let length = match base {
        Val::List(list) => list.len(),
        Val::Text(text) => text.len(),
        other => return Err(Trouble::bad(format!("{} has no elements", other.ty()))),
    };
    let cut = |end: Option<&Val>, missing: usize| match end {
        None => Ok(missing),
        Some(end) => Ok::<_, Trouble>(int(end, "an index")?.clamp(0, length as i128) as usize),
    };
    let start = cut(from, 0)?;
    let end = cut(to, length)?.max(start);
    match base {
        Val::Text(text) => {
            meter.make((end - start) as u64 / 8 + 1)?;
            Ok(Val::Text(Text::from_chars(&text.as_slice()[start..end])))
        }
        Val::List(list) => {
            meter.make((end - start) as u64)?;
            match list.integers() {
                Some(numbers) => integer_list(numbers[start..end].to_vec()),
                None => make_list(list.items()[start..end].to_vec()),
            }
        }
        _ => Ok(base.clone()),
    }
}

/// One change of a `with`, at a place given by its indices.
pub(super) fn change(meter: &mut Meter, base: &Val, path: &[Val], assign: Assign, value: &Val) -> Result<Val, Trouble> {
    let Some((first, inner)) = path.split_first() else { return assigned(base, assign, value) };
    match base {
        Val::List(list) => {
            meter.make(list.len() as u64)?;
            let at = place(first, list.len(), "list")?;
            if let (Some(numbers), []) = (list.integers(), inner)
                && let Val::Int(new) = assigned(&Val::Int(numbers[at].into()), assign, value)?
                && let Ok(new) = i64::try_from(new)
            {
                let mut numbers = numbers.to_vec();
                numbers[at] = new;
                return integer_list(numbers);
            }
            let mut items = list.items().to_vec();
            items[at] = change(meter, &items[at], inner, assign, value)?;
            make_list(items)
        }
        Val::Text(text) => {
            meter.make(text.len() as u64 / 8 + 1)?;
            let at = place(first, text.len(), "text")?;
            let mut chars = text.as_slice().to_vec();
            match (value, inner, assign) {
                (Val::Text(letter), [], Assign::Set) if letter.len() == 1 => chars[at] = letter.as_slice()[0],
                _ => return Err(Trouble::bad("a letter of a text can only be set to a text of length 1")),
            }
            Ok(Val::Text(Text::from_chars(&chars)))
        }
        other => Err(Trouble::bad(format!("{} has no elements to change", other.ty()))),
    }
}

fn assigned(old: &Val, assign: Assign, value: &Val) -> Result<Val, Trouble> {
    if assign == Assign::Set {
        return Ok(value.clone());
    }
    let what = format!("`{}`", assign.sign());
    let (old, value) = (int(old, &what)?, int(value, &what)?);
    let new = if assign == Assign::Add { old.checked_add(value) } else { old.checked_sub(value) };
    new.map(Val::Int).ok_or_else(overflow)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down() {
        for x in -7i128..=7 {
            for y in (-3i128..=3).filter(|&y| y != 0) {
                let (q, r) = (divide(x, y).unwrap().unwrap(), remainder(x, y).unwrap().unwrap());
                assert_eq!(x, y * q + r);
                assert_eq!(q, (x as f64 / y as f64).floor() as i128, "{x}/{y}");
                assert_eq!(small_division(x as i64, y as i64), Some((q as i64, r as i64)), "{x}/{y}");
            }
        }
        assert!(divide(1, 0).is_err() && remainder(1, 0).is_err() && small_division(1, 0).is_none());
        assert_eq!(small_division(i64::MIN, -1), None);
        assert_eq!(divide(i128::MIN, -1).unwrap(), None);
        assert_eq!(remainder(i128::MIN, -1).unwrap(), Some(0));
    }

    #[test]
    fn powers() {
        let power = |a, b| power(&Val::Int(a), &Val::Int(b)).ok();
        assert_eq!(power(2, 10), Some(Val::Int(1024)));
        assert_eq!(power(0, 0), Some(Val::Int(1)));
        assert_eq!(power(-1, i128::MAX), Some(Val::Int(-1)));
        assert_eq!(power(10, 10_i128.pow(10)), None);
        assert_eq!(power(2, -1), None);
    }
}
