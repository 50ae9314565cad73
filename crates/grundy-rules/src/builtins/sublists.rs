//! Lists made of parts of a list or of a number: `choose`, `subsets`, `without`, `partitions`.
//!
//! What they make grows quickly with their arguments, so every list is counted before it is made.

use super::{integer_list, items, make_list, natural};
use crate::meter::{Meter, Trouble};
use crate::value::{Text, Val};

/// Lists that are made one after the other, counted.
#[derive(Default)]
struct Made {
    lists: Vec<Val>,
    total: u64,
}

impl Made {
    fn push(&mut self, meter: &mut Meter, items: Vec<Val>) -> Result<(), Trouble> {
        let size = items.iter().fold(1, |size: u64, item| size.saturating_add(item.size()));
        self.total = self.total.saturating_add(size);
        meter.make(size)?;
        meter.fits(self.total)?;
        self.lists.push(make_list(items)?);
        Ok(())
    }
}

/// Adds the k-element sublists in lexicographic order of their places.
fn add_chosen(meter: &mut Meter, all: &[Val], k: usize, made: &mut Made) -> Result<(), Trouble> {
    let mut places: Vec<usize> = (0..k).collect();
    loop {
        made.push(meter, places.iter().map(|&place| all[place].clone()).collect())?;
        // The last place that can still go up; those behind it follow as closely as they can.
        let Some(at) = (0..k).rev().find(|&at| places[at] + (k - at) < all.len()) else { return Ok(()) };
        places[at] += 1;
        for next in at + 1..k {
            places[next] = places[next - 1] + 1;
        }
    }
}

pub(super) fn choose(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let (all, k) = (items(&args[0])?, natural(&args[1])?);
    let mut made = Made::default();
    if let Some(k) = usize::try_from(k).ok().filter(|&k| k <= all.len()) {
        add_chosen(meter, all, k, &mut made)?;
    }
    make_list(made.lists)
}

pub(super) fn subsets(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let all = items(&args[0])?;
    let mut made = Made::default();
    for k in 0..=all.len() {
        add_chosen(meter, all, k, &mut made)?;
    }
    make_list(made.lists)
}

/// The partitions of n in descending lexicographic order: the whole first, n ones last.
pub(super) fn partitions(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let n = natural(&args[0])?;
    let mut made = Made::default();
    let mut parts: Vec<u128> = if n == 0 { Vec::new() } else { vec![n] };
    loop {
        made.push(meter, parts.iter().map(|&part| Val::Int(part as i128)).collect())?;
        // The ones at the end and one more are shared anew among parts smaller by one.
        let ones = parts.iter().rev().take_while(|&&part| part == 1).count();
        parts.truncate(parts.len() - ones);
        let Some(last) = parts.pop() else { return make_list(made.lists) };
        let (part, rest) = (last - 1, ones as u128 + last);
        meter.fits(u64::try_from(rest / part).unwrap_or(u64::MAX))?;
        parts.extend(std::iter::repeat_n(part, usize::try_from(rest / part).unwrap_or(usize::MAX)));
        parts.extend((rest % part > 0).then_some(rest % part));
    }
}

pub(super) fn without(meter: &mut Meter, args: &[Val]) -> Result<Val, Trouble> {
    let place = natural(&args[1])?;
    let outside =
        |len: usize| Trouble::bad(format!("place {place} is outside: there are {len} elements, the first is 0"));
    let within = |len: usize| usize::try_from(place).ok().filter(|&place| place < len).ok_or_else(|| outside(len));
    if let Val::Text(text) = &args[0] {
        let place = within(text.len())?;
        meter.make(text.len() as u64 / 8)?;
        let letters = text.as_slice();
        return Ok(Val::Text(Text::from_chars(&[&letters[..place], &letters[place + 1..]].concat())));
    }
    if let Val::List(list) = &args[0]
        && let Some(numbers) = list.integers()
    {
        let place = within(numbers.len())?;
        meter.make(numbers.len() as u64 / 4)?;
        return integer_list([&numbers[..place], &numbers[place + 1..]].concat());
    }
    let all = items(&args[0])?;
    let place = within(all.len())?;
    meter.make(all.len() as u64)?;
    make_list([&all[..place], &all[place + 1..]].concat())
}
