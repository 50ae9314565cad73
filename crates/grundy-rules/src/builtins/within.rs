//! `within(L, x)`: the texts or lists of L that are parts of x as multisets.
//!
//! Of texts that are asked for again and again, as a dictionary is for each board, it is kept which letters occur: one bit
//! for each, 64 classes of them. Most words have a letter that x has not, and are passed over by their bits alone.

use super::index::{Index, Kind};
use super::{items, make_list};
use crate::eval::meter::{Meter, Trouble};
use crate::value::{List, Text, Val};
use hashbrown::HashMap;

pub(super) fn within(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let Val::List(list) = &args[0] else { return items(&args[0]).and_then(|all| make_list(all.to_vec())) };
    meter.work(list.len() as u64)?;
    let found = match &args[1] {
        Val::Text(whole) => texts(meter, list, whole)?,
        whole => lists(meter, list, items(whole)?)?,
    };
    meter.make(found.len() as u64)?;
    make_list(found)
}

/// The bits of the letters of a text.
fn bits(text: &Text) -> u64 {
    text.chars().fold(0, |bits, letter| bits | 1 << (u32::from(letter) % 64))
}

fn text_of(item: &Val) -> Result<&Text, Trouble> {
    match item {
        Val::Text(text) => Ok(text),
        other => Err(Trouble::bad(format!("expected a list of texts, found {} in it", other.ty()))),
    }
}

fn texts(meter: &mut Meter, list: &List, whole: &Text) -> Result<Vec<Val>, Trouble> {
    let missing = !bits(whole);
    let mut letters: HashMap<char, i64> = HashMap::new();
    whole.chars().for_each(|letter| *letters.entry(letter).or_default() += 1);
    let mut left = letters.clone();
    let mut fits = |text: &Text| {
        left.clone_from(&letters);
        text.chars().all(|letter| left.get_mut(&letter).is_some_and(take))
    };
    let mut indices = std::mem::take(&mut meter.indices);
    let known = indices.get(list, Kind::Letters, || {
        meter.make(list.len() as u64 / 4)?;
        let all = list.items().iter().map(|item| text_of(item).map(bits));
        all.collect::<Result<_, Trouble>>().map(|bits| Some(Index::Letters(bits)))
    });
    let known = match known? {
        Some(Index::Letters(bits)) => Some(bits.as_slice()),
        _ => None,
    };
    let mut found = Vec::new();
    for (index, item) in list.items().iter().enumerate() {
        let bits = match known {
            Some(known) => known[index],
            None => bits(text_of(item)?),
        };
        if bits & missing == 0 && fits(text_of(item)?) {
            found.push(item.clone());
        }
    }
    meter.indices = indices;
    Ok(found)
}

/// Takes one away. Whether there was one.
fn take(count: &mut i64) -> bool {
    *count -= 1;
    *count >= 0
}

fn lists(meter: &mut Meter, list: &List, whole: &[Val]) -> Result<Vec<Val>, Trouble> {
    let mut counts: HashMap<&Val, i64> = HashMap::new();
    whole.iter().for_each(|item| *counts.entry(item).or_default() += 1);
    let mut found = Vec::new();
    for item in list.items() {
        let parts = items(item)?;
        meter.work(parts.len() as u64 + whole.len() as u64 / 8)?;
        let mut left = counts.clone();
        if parts.iter().all(|part| left.get_mut(part).is_some_and(take)) {
            found.push(item.clone());
        }
    }
    Ok(found)
}
