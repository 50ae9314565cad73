//! `within(L, x)`: the texts or lists of L that are parts of x as multisets.

use super::{items, make_list};
use crate::meter::{Meter, Trouble};
use crate::value::{List, Text, Val, WordList};
use hashbrown::HashMap;

pub(super) fn within(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let Val::List(list) = &args[0] else { return items(&args[0]).and_then(|all| make_list(all.to_vec())) };
    meter.work(list.len() as u64)?;
    let found = match &args[1] {
        Val::Text(whole) => match list.words() {
            Some(words) => return word_list(meter, words.within(whole.as_slice())),
            None => texts(list, whole)?,
        },
        whole => lists(meter, list, items(whole)?)?,
    };
    meter.make(found.len() as u64)?;
    make_list(found)
}

fn word_list(meter: &mut Meter, words: WordList) -> Result<Val, Trouble> {
    meter.make(words.len() as u64 / 4)?;
    List::of_words(words).map(Val::List).ok_or_else(|| Trouble::bad("the list is too large"))
}

fn text_of(item: &Val) -> Result<&Text, Trouble> {
    match item {
        Val::Text(text) => Ok(text),
        other => Err(Trouble::bad(format!("expected a list of texts, found {} in it", other.ty()))),
    }
}

fn texts(list: &List, whole: &Text) -> Result<Vec<Val>, Trouble> {
    let mut letters: HashMap<char, i64> = HashMap::new();
    whole.chars().for_each(|letter| *letters.entry(letter).or_default() += 1);
    let mut left = letters.clone();
    let mut found = Vec::new();
    for item in list.items() {
        left.clone_from(&letters);
        if text_of(item)?.chars().all(|letter| left.get_mut(&letter).is_some_and(take)) {
            found.push(item.clone());
        }
    }
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
