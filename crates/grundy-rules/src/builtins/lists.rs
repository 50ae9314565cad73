//! Functions of lists and text.

use super::{fitting, int, items, make_list, natural, overflow};
use crate::eval::meter::{Meter, Trouble};
use crate::value::{Text, Val};
use std::cmp::Ordering;

/// `min` and `max` take numbers or one list.
fn extreme(meter: &mut Meter, args: &[Val], name: &str, wanted: Ordering) -> Result<Val, Trouble> {
    let all = if let [Val::List(list)] = args { list.items() } else { args };
    let mut best = all.first().ok_or_else(|| {
        Trouble::bad(format!("{name} of an empty list")).help(format!("give it a first element: `{name}([0] ++ L)`"))
    })?;
    for item in all {
        meter.work(item.size().min(best.size()))?;
        if order(item, best)? == wanted {
            best = item;
        }
    }
    Ok(best.clone())
}

pub(super) fn min(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    extreme(meter, args, "min", Ordering::Less)
}

pub(super) fn max(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    extreme(meter, args, "max", Ordering::Greater)
}

/// The order of two values, an error for values that have none.
pub(crate) fn order(a: &Val, b: &Val) -> Result<Ordering, Trouble> {
    a.compare(b).ok_or_else(|| match (a, b) {
        (Val::List(_), Val::List(_)) => {
            Trouble::bad("these lists cannot be put in order: their elements differ in type")
        }
        (Val::Bool(_), Val::Bool(_)) => Trouble::bad("truth values have no order"),
        _ => Trouble::bad(format!("{} and {} cannot be put in order", a.ty(), b.ty())),
    })
}

pub(super) fn sum(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let all = items(&args[0])?;
    meter.work(all.len() as u64)?;
    let mut total = 0i128;
    for item in all {
        total = total.checked_add(int(item)?).ok_or_else(overflow)?;
    }
    fitting(Some(total))
}

pub(super) fn xor(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let all = items(&args[0])?;
    meter.work(all.len() as u64)?;
    let total = all.iter().try_fold(0u128, |total, item| Ok::<_, Trouble>(total ^ natural(item)?))?;
    // Natural numbers of 127 bits stay below 2^127.
    Ok(Val::Int(total as i128))
}

fn first_that_is(meter: &mut Meter, args: &[Val], wanted: bool) -> Result<bool, Trouble> {
    let all = items(&args[0])?;
    meter.work(all.len() as u64)?;
    let mut found = false;
    for item in all {
        match item {
            Val::Bool(value) => found |= *value == wanted,
            other => return Err(Trouble::bad(format!("expected a truth value, found {}", other.ty()))),
        }
    }
    Ok(found)
}

pub(super) fn any(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    Ok(Val::Bool(first_that_is(meter, args, true)?))
}

pub(super) fn all(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    Ok(Val::Bool(!first_that_is(meter, args, false)?))
}

pub(super) fn len(_: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    match &args[0] {
        Val::Text(text) => Ok(Val::Int(text.len() as i128)),
        other => Ok(Val::Int(items(other)?.len() as i128)),
    }
}

/// The elements of a list or the letters of a text.
fn elements(meter: &mut Meter, value: &Val) -> Result<Vec<Val>, Trouble> {
    let letters = |text: &Text| text.chars().map(|char| Val::Text(Text::from_chars(&[char]))).collect();
    Ok(match value {
        Val::Text(text) => {
            meter.make(text.len() as u64)?;
            letters(text)
        }
        other => {
            let all = items(other)?;
            meter.make(all.len() as u64)?;
            all.to_vec()
        }
    })
}

fn sorted(meter: &mut Meter, value: &Val) -> Result<Vec<Val>, Trouble> {
    let mut all = elements(meter, value)?;
    let length = all.len() as u64;
    let depth = u64::from(length.checked_ilog2().unwrap_or(0)) + 1;
    meter.work(value.size().saturating_mul(depth))?;
    let mut defined = true;
    all.sort_by(|a, b| a.total_order(b, &mut defined));
    if let [Val::Bool(_)] = all.as_slice() {
        defined = false;
    }
    if !defined {
        return Err(Trouble::bad("these elements cannot be put in order")
            .help("only integers, texts, and lists of these have an order, each among themselves"));
    }
    Ok(all)
}

pub(super) fn sort(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    make_list(sorted(meter, &args[0])?)
}

pub(super) fn set(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let mut all = sorted(meter, &args[0])?;
    all.dedup();
    make_list(all)
}

/// The places at which `part` starts in `whole`.
fn places<'a>(whole: &'a Text, part: &'a Text) -> impl Iterator<Item = usize> + 'a {
    let last = (whole.len() + 1).saturating_sub(part.len());
    (0..last).filter(move |&at| whole.as_slice()[at..].starts_with(part.as_slice()))
}

/// The places at which x is in a list, or starts in a text. The order and the errors are those of `==`.
fn occurrences(meter: &mut Meter, within: &Val, x: &Val) -> Result<Vec<usize>, Trouble> {
    match (within, x) {
        (Val::Text(whole), Val::Text(part)) => {
            meter.work((whole.len() as u64).saturating_mul(1 + part.len() as u64 / 8))?;
            Ok(places(whole, part).collect())
        }
        (Val::Text(_), other) => Err(Trouble::bad(format!("a text holds texts, not {}", other.ty()))),
        (list, x) => {
            let all = items(list)?;
            meter.work(list.size().min((all.len() as u64).saturating_mul(x.size())))?;
            let mut found = Vec::new();
            for (index, item) in all.iter().enumerate() {
                if equal(item, x)? {
                    found.push(index);
                }
            }
            Ok(found)
        }
    }
}

/// `==`: two values of one type.
pub(crate) fn equal(a: &Val, b: &Val) -> Result<bool, Trouble> {
    if a.ty() == b.ty() {
        return Ok(a == b);
    }
    Err(Trouble::bad(format!("{} is compared with {}", a.ty(), b.ty())).help("`==` needs two values of one type"))
}

/// `x in L`.
pub(crate) fn contains(meter: &mut Meter, x: &Val, within: &Val) -> Result<bool, Trouble> {
    Ok(!occurrences(meter, within, x)?.is_empty())
}

pub(super) fn count(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    Ok(Val::Int(occurrences(meter, &args[0], &args[1])?.len() as i128))
}

pub(super) fn find(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let first = occurrences(meter, &args[0], &args[1])?.first().copied();
    match first {
        Some(place) => Ok(Val::Int(place as i128)),
        None => len(meter, args),
    }
}

/// A value as text, with its length counted first.
fn plain(meter: &mut Meter, value: &Val, out: &mut String) -> Result<(), Trouble> {
    let before = out.len();
    meter.work(value.size())?;
    value.write_plain(out);
    meter.make((out.len() - before) as u64 / 8)
}

pub(super) fn text(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    if let Val::Text(_) = &args[0] {
        return Ok(args[0].clone());
    }
    let mut out = String::new();
    plain(meter, &args[0], &mut out)?;
    Ok(Val::text(&out))
}

pub(super) fn join(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let between = match args.get(1) {
        None => String::new(),
        Some(Val::Text(between)) => between.chars().collect(),
        Some(other) => return Err(Trouble::bad(format!("expected a text between the elements, found {}", other.ty()))),
    };
    let mut out = String::new();
    for (index, item) in items(&args[0])?.iter().enumerate() {
        if index > 0 {
            meter.work(between.len() as u64 / 8)?;
            out.push_str(&between);
        }
        plain(meter, item, &mut out)?;
        meter.fits(out.len() as u64 / 8)?;
    }
    Ok(Val::text(&out))
}
