//! Functions of lists and text.

use super::{fitting, int, integer_list, items, make_list, overflow};
use crate::indices::{Index, Kind};
use crate::meter::{Meter, Trouble};
use crate::value::{List, Text, Val};
use hashbrown::HashMap;
use std::cmp::Ordering;
use std::fmt::Write;

/// `min` and `max` take numbers or one list.
fn extreme(meter: &mut Meter, args: &[Val], name: &str, wanted: Ordering) -> Result<Val, Trouble> {
    if let [Val::List(list)] = args
        && let Some(numbers) = list.integers()
    {
        meter.work(numbers.len() as u64)?;
        let found = if wanted == Ordering::Less { numbers.iter().min() } else { numbers.iter().max() };
        if let Some(&n) = found {
            return Ok(Val::Int(n.into()));
        }
    }
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

/// The integers of a list that is kept as such.
fn integers<'a>(meter: &mut Meter, value: &'a Val) -> Result<Option<&'a [i64]>, Trouble> {
    let Val::List(list) = value else { return Ok(None) };
    meter.work(list.len() as u64)?;
    Ok(list.integers())
}

pub(super) fn sum(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    if let Some(numbers) = integers(meter, &args[0])? {
        // Fewer than 2^64 numbers below 2^63: no overflow.
        return Ok(Val::Int(numbers.iter().map(|&n| i128::from(n)).sum()));
    }
    let all = items(&args[0])?;
    meter.work(all.len() as u64)?;
    let mut total = 0i128;
    for item in all {
        total = total.checked_add(int(item)?).ok_or_else(overflow)?;
    }
    fitting(Some(total))
}

pub(super) fn xor(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    if let Some(numbers) = integers(meter, &args[0])? {
        return Ok(Val::Int(numbers.iter().fold(0, |all, n| all ^ n).into()));
    }
    let all = items(&args[0])?;
    meter.work(all.len() as u64)?;
    let total = all.iter().try_fold(0, |total, item| Ok::<_, Trouble>(total ^ int(item)?))?;
    fitting(Some(total))
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
        Val::List(list) => Ok(Val::Int(list.len() as i128)),
        other => Ok(Val::Int(items(other)?.len() as i128)),
    }
}

/// The elements of a list or the letters of a text.
fn elements(meter: &mut Meter, value: &Val) -> Result<Vec<Val>, Trouble> {
    /// Elements between two looks at the clock.
    const CHUNK: usize = 1 << 14;
    let (length, each) = match value {
        // A letter is a text of its own.
        Val::Text(text) => (text.len(), 2),
        Val::List(list) => (list.len(), 1),
        other => (items(other)?.len(), 1),
    };
    meter.make(each * length as u64)?;
    let mut all = Vec::with_capacity(length);
    for start in (0..length).step_by(CHUNK) {
        let places = start..length.min(start + CHUNK);
        meter.work(places.len() as u64)?;
        match value {
            Val::Text(text) => {
                all.extend(text.as_slice()[places].iter().map(|&char| Val::Text(Text::from_chars(&[char]))));
            }
            Val::List(list) => match list.integers() {
                Some(numbers) => all.extend(numbers[places].iter().map(|&n| Val::Int(n.into()))),
                None => all.extend_from_slice(&list.items()[places]),
            },
            _ => {}
        }
    }
    Ok(all)
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

/// A list that is kept as integers, sorted.
fn sorted_integers(meter: &mut Meter, value: &Val) -> Result<Option<Vec<i64>>, Trouble> {
    let Val::List(list) = value else { return Ok(None) };
    let Some(numbers) = list.integers() else { return Ok(None) };
    let depth = u64::from(numbers.len().checked_ilog2().unwrap_or(0)) + 1;
    meter.make(numbers.len() as u64)?;
    meter.work((numbers.len() as u64).saturating_mul(depth))?;
    let mut numbers = numbers.to_vec();
    numbers.sort_unstable();
    Ok(Some(numbers))
}

/// The set of a list that is kept as rows of natural numbers, if a row fits 128 bits.
fn row_set(meter: &mut Meter, value: &Val) -> Result<Option<Val>, Trouble> {
    let Val::List(list) = value else { return Ok(None) };
    let Some((numbers, width)) = list.rows().filter(|(numbers, _)| numbers.iter().all(|&n| n >= 0)) else {
        return Ok(None);
    };
    let bits = (i64::BITS - numbers.iter().fold(0, |all, n| all | n).leading_zeros()).max(1);
    if (width as u64).saturating_mul(bits.into()) > u128::BITS.into() {
        return Ok(None);
    }
    let depth = u64::from(list.len().checked_ilog2().unwrap_or(0)) + 1;
    meter.make(numbers.len() as u64)?;
    meter.work((list.len() as u64).saturating_mul(depth))?;
    let packed = |row: &[i64]| row.iter().fold(0u128, |all, &n| all << bits | n as u128);
    let mut keys: Vec<u128> = numbers.chunks(width).map(packed).collect();
    keys.sort_unstable();
    keys.dedup();
    let mask = u128::MAX >> (u128::BITS - bits);
    let row = |key: &u128| {
        let key = *key;
        (0..width as u32).rev().map(move |place| (key >> (place * bits) & mask) as i64)
    };
    Ok(List::of_rows(keys.iter().flat_map(row).collect(), width).map(Val::List))
}

pub(super) fn sort(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    if let Some(numbers) = sorted_integers(meter, &args[0])? {
        return integer_list(numbers);
    }
    make_list(sorted(meter, &args[0])?)
}

pub(super) fn set(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    if let Some(mut numbers) = sorted_integers(meter, &args[0])? {
        numbers.dedup();
        return integer_list(numbers);
    }
    if let Some(rows) = row_set(meter, &args[0])? {
        return Ok(rows);
    }
    let mut all = sorted(meter, &args[0])?;
    all.dedup();
    make_list(all)
}

/// The places at which `part` starts in `whole`.
fn places<'a>(whole: &'a Text, part: &'a Text) -> impl Iterator<Item = usize> + 'a {
    let last = (whole.len() + 1).saturating_sub(part.len());
    (0..last).filter(move |&at| whole.as_slice()[at..].starts_with(part.as_slice()))
}

/// The first place of x and how often it is there: in a list as an element, in a text as a part. What is an error for
/// `==` is one here.
fn places_of(meter: &mut Meter, within: &Val, x: &Val) -> Result<Option<(u32, u32)>, Trouble> {
    match (within, x) {
        (Val::Text(whole), Val::Text(part)) => {
            meter.work((whole.len() as u64).saturating_mul(1 + part.len() as u64 / 8))?;
            let mut all = places(whole, part);
            Ok(all.next().map(|first| (first as u32, all.count() as u32 + 1)))
        }
        (Val::Text(_), other) => Err(Trouble::bad(format!("a text holds texts, not {}", other.ty()))),
        (Val::List(list), x) => {
            let mut indices = std::mem::take(&mut meter.indices);
            let indexed = indices.get(list, Kind::Places, || index_places(meter, list).map(Some));
            let found = match indexed {
                Ok(Some(Index::Places(places, types))) if types.iter().all(|&ty| ty == x.ty()) => {
                    Some(places.get(x).copied())
                }
                Ok(_) => None,
                Err(trouble) => return Err(trouble),
            };
            meter.indices = indices;
            found.map_or_else(|| walk_places(meter, list, x), Ok)
        }
        (other, _) => Err(Trouble::bad(format!("expected a list or a text, found {}", other.ty()))),
    }
}

fn walk_places(meter: &mut Meter, list: &List, x: &Val) -> Result<Option<(u32, u32)>, Trouble> {
    if let (Some(numbers), Val::Int(wanted)) = (list.integers(), x) {
        meter.work(numbers.len() as u64)?;
        let mut places = numbers.iter().enumerate().filter(|&(_, &n)| i128::from(n) == *wanted);
        let first = places.next().map(|(place, _)| place as u32);
        return Ok(first.map(|first| (first, places.count() as u32 + 1)));
    }
    let length = list.len() as u64;
    meter.work(length.saturating_mul(x.size()).min(length + Val::List(list.clone()).size()))?;
    let mut found = None;
    for (index, item) in list.items().iter().enumerate() {
        if equal(item, x)? {
            let (_, count) = found.get_or_insert((index as u32, 0));
            *count += 1;
        }
    }
    Ok(found)
}

fn index_places(meter: &mut Meter, list: &List) -> Result<Index, Trouble> {
    meter.make(2 * list.items().len() as u64)?;
    meter.work(Val::List(list.clone()).size())?;
    let (mut places, mut types) = (HashMap::new(), Vec::new());
    for (index, item) in list.items().iter().enumerate() {
        let (_, count) = places.entry(item.clone()).or_insert((index as u32, 0));
        *count += 1;
        if !types.contains(&item.ty()) {
            types.push(item.ty());
        }
    }
    Ok(Index::Places(places, types))
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
    Ok(places_of(meter, within, x)?.is_some())
}

pub(super) fn count(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    Ok(Val::Int(places_of(meter, &args[0], &args[1])?.map_or(0, |(_, count)| i128::from(count))))
}

pub(super) fn find(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    match places_of(meter, &args[0], &args[1])? {
        Some((first, _)) => Ok(Val::Int(i128::from(first))),
        None => len(meter, args),
    }
}

/// The stretches of equal elements, each with its length.
fn stretches(all: Vec<Val>) -> Result<Val, Trouble> {
    let mut found: Vec<(Val, i128)> = Vec::new();
    for item in all {
        match found.last_mut() {
            Some((last, length)) if *last == item => *length += 1,
            _ => found.push((item, 1)),
        }
    }
    make_list(
        found.into_iter().map(|(item, length)| make_list(vec![item, Val::Int(length)])).collect::<Result<_, _>>()?,
    )
}

pub(super) fn tally(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let all = sorted(meter, &args[0])?;
    meter.make(3 * all.len() as u64)?;
    stretches(all)
}

pub(super) fn runs(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let all = elements(meter, &args[0])?;
    meter.work(args[0].size())?;
    meter.make(3 * all.len() as u64)?;
    stretches(all)
}

pub(super) fn split(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    meter.make(2 * args[0].size())?;
    match (&args[0], &args[1]) {
        (Val::Text(_), Val::Text(between)) if between.is_empty() => {
            Err(Trouble::bad("a text cannot be split at the empty text").help("its letters are `[c for c in t]`"))
        }
        (Val::Text(whole), Val::Text(between)) => {
            let (whole, between): (String, String) = (whole.chars().collect(), between.chars().collect());
            make_list(whole.split(&between).map(Val::text).collect())
        }
        (Val::Text(_), other) => Err(Trouble::bad(format!("a text holds texts, not {}", other.ty()))),
        (list, x) => {
            let mut parts = vec![Vec::new()];
            for item in items(list)? {
                match (equal(item, x)?, parts.last_mut()) {
                    (false, Some(part)) => part.push(item.clone()),
                    _ => parts.push(Vec::new()),
                }
            }
            make_list(parts.into_iter().map(make_list).collect::<Result<_, _>>()?)
        }
    }
}

pub(super) fn reverse(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    if let Val::Text(text) = &args[0] {
        meter.make(text.len() as u64 / 8)?;
        let letters: Vec<char> = text.as_slice().iter().rev().copied().collect();
        return Ok(Val::Text(Text::from_chars(&letters)));
    }
    let mut all = elements(meter, &args[0])?;
    all.reverse();
    make_list(all)
}

pub(super) fn code(_: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    match &args[0] {
        Val::Text(text) if text.len() == 1 => Ok(Val::Int(i128::from(u32::from(text.as_slice()[0])))),
        Val::Text(text) => Err(Trouble::bad(format!("code needs a text of length 1, found length {}", text.len()))),
        other => Err(Trouble::bad(format!("expected a text, found {}", other.ty()))),
    }
}

/// A value as text, with its length counted first.
fn plain(meter: &mut Meter, value: &Val, out: &mut String) -> Result<(), Trouble> {
    let mut before = out.len();
    // A long list a piece at a time: the clock is looked at between them.
    if let Val::List(list) = value
        && let Some(numbers) = list.integers()
    {
        for (index, n) in numbers.iter().enumerate() {
            let space = if index > 0 { " " } else { "" };
            let _ = write!(out, "{space}{n}");
            if index % PIECE == PIECE - 1 {
                meter.make((out.len() - before) as u64 / 8)?;
                before = out.len();
            }
        }
    } else {
        meter.work(value.size())?;
        value.write_plain(out);
    }
    meter.make((out.len() - before) as u64 / 8)
}

/// Numbers that are written at a time.
const PIECE: usize = 1 << 12;

pub(super) fn text(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    match &args[0] {
        Val::Text(_) => return Ok(args[0].clone()),
        Val::Int(n) => {
            let text = Text::of_number(*n);
            meter.work(1)?;
            meter.make(text.len() as u64 / 8)?;
            return Ok(Val::Text(text));
        }
        _ => {}
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
    let Val::List(list) = &args[0] else { return items(&args[0]).map(|_| Val::text("")) };
    for index in 0..list.len() {
        let Some(item) = &list.get(index) else { break };
        if index > 0 {
            meter.work(between.len() as u64 / 8)?;
            out.push_str(&between);
        }
        plain(meter, item, &mut out)?;
        meter.fits(out.len() as u64 / 8)?;
    }
    Ok(Val::text(&out))
}
