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
    let (mut once, mut looked, mut failure) = (Once::new(wanted.most), 0u64, None);
    list(&mut |option| {
        looked += 1;
        match look(wanted, option, looked, &mut once) {
            Ok(flow) => flow,
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    })?;
    failure.map_or(Ok(once.found), Err)
}

/// Options, each once, up to so many.
pub(super) struct Once {
    pub(super) found: Found<Vec<Part>>,
    seen: HashSet<Vec<(KindId, String, u128)>>,
    most: usize,
}

impl Once {
    pub(super) fn new(most: usize) -> Once {
        Once { found: Found::all([]), seen: HashSet::new(), most }
    }

    /// Takes an option, unless it was taken before; goes on as long as there is room.
    pub(super) fn take(&mut self, option: &[Part]) -> ControlFlow<()> {
        if !self.seen.insert(in_order(option)) {
            return ControlFlow::Continue(());
        }
        if self.found.options.len() >= self.most {
            self.found.complete = false;
            return ControlFlow::Break(());
        }
        self.found.options.push(option.to_vec());
        ControlFlow::Continue(())
    }
}

fn look(wanted: &Wanted<'_>, option: &[Part], looked: u64, once: &mut Once) -> Result<ControlFlow<()>, Error> {
    if looked.is_multiple_of(STRIDE) {
        wanted.watch.check(0, 0)?;
    }
    if looked > MOST_OPTIONS && !once.found.options.is_empty() {
        once.found.complete = false;
        return Ok(ControlFlow::Break(()));
    }
    Ok(if (wanted.is)(option)? { once.take(option) } else { ControlFlow::Continue(()) })
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
