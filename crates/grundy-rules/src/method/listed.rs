//! The options of a wanted value by looking at all of them.

use super::Wanted;
use crate::error::Error;
use crate::eval::evaluator::Part;
use crate::program::KindId;
use crate::value::Val;
use grundy::theorem::Found;
use hashbrown::HashSet;
use std::ops::ControlFlow;

/// Options that are looked at after one was found, before the others are left out.
const MOST_OPTIONS: u64 = 1 << 20;

/// Options between two looks at the limits: the value of each may be work, as on a graph of thousands of nodes.
const STRIDE: u64 = 1 << 4;

/// Takes one option after another.
pub(crate) type Visit<'a> = dyn FnMut(&[Part]) -> ControlFlow<()> + 'a;

/// The options of the wanted value among those that `list` gives, each once.
pub(crate) fn listed(
    wanted: &Wanted<'_>,
    list: impl FnOnce(&mut Visit<'_>) -> Result<(), Error>,
) -> Result<Found<Vec<Part>>, Error> {
    let mut found = Found::all([]);
    let (mut seen, mut looked, mut failure) = (HashSet::new(), 0u64, None);
    list(&mut |option| {
        looked += 1;
        match look(wanted, option, looked, &mut seen, &mut found) {
            Ok(flow) => flow,
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    })?;
    failure.map_or(Ok(found), Err)
}

fn look(
    wanted: &Wanted<'_>,
    option: &[Part],
    looked: u64,
    seen: &mut HashSet<Vec<(KindId, String, u128)>>,
    found: &mut Found<Vec<Part>>,
) -> Result<ControlFlow<()>, Error> {
    if looked.is_multiple_of(STRIDE) {
        wanted.watch.check(0, 0)?;
    }
    if looked > MOST_OPTIONS && !found.options.is_empty() {
        found.complete = false;
        return Ok(ControlFlow::Break(()));
    }
    if !(wanted.is)(option)? || !seen.insert(in_order(option)) {
        return Ok(ControlFlow::Continue(()));
    }
    if found.options.len() >= wanted.most {
        found.complete = false;
        return Ok(ControlFlow::Break(()));
    }
    found.options.push(option.to_vec());
    Ok(ControlFlow::Continue(()))
}

/// What a move leaves in one form: every position once, with all its copies, in one order. Two options that leave the same are
/// the same move.
pub(crate) fn in_order(option: &[Part]) -> Vec<(KindId, String, u128)> {
    let text = |part: &Part| part.args.iter().map(Val::to_string).collect::<Vec<_>>().join(", ");
    let there = option.iter().filter(|part| part.copies > 0);
    let mut parts: Vec<(KindId, String, u128)> = there.map(|part| (part.kind, text(part), part.copies)).collect();
    parts.sort_unstable();
    parts.dedup_by(|next, one| {
        let same = (next.0, &next.1) == (one.0, &one.1);
        one.2 = one.2.saturating_add(if same { next.2 } else { 0 });
        same
    });
    parts
}
