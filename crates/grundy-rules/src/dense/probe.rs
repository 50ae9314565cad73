//! Which box of positions to tabulate, and in which order: by looking at the moves of a few positions.
//!
//! Nothing here needs to be right. A box that misses positions, or an order in which an option comes too late, leaves
//! positions without a value; it never gives a wrong one.

use super::shape::{MAX_ARITY, Span};
use crate::compile::Compiled;
use crate::compile::code::Code;
use crate::compile::machine::{Batch, Fault, Machine, Options, Ran, Sink};
use crate::eval::meter::{Meter, Trouble};
use hashbrown::HashSet;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// Rounds in which the box may grow.
const ROUNDS: usize = 6;

/// Lanes of one position that are looked at.
const LANES: usize = 8192;

/// How an option differs from its position: by kind, then argument by argument.
pub(super) type Signs = [i8; MAX_ARITY + 1];

/// What the samples show.
#[derive(Debug, Default)]
pub(super) struct Sample {
    /// The box of each kind.
    pub(super) spans: Vec<Span>,
    /// The differences seen, with the kinds of position and option.
    pub(super) seen: HashSet<(usize, usize, Signs)>,
}

impl Sample {
    /// The number of positions in all boxes.
    pub(super) fn cells(&self) -> u64 {
        self.spans.iter().map(Span::cells).fold(0, u64::saturating_add)
    }
}

/// Looks at moves from the corners, edges and middle of the box, which grows until it holds what they lead to. Nothing
/// if it does not come to rest, or grows beyond `limit` cells.
pub(super) fn probe(
    compiled: &Compiled,
    wanted: &[(usize, Vec<i64>)],
    limit: u64,
    meter: &mut Meter,
) -> Result<Option<Sample>, Trouble> {
    // Play mostly goes down to 0. Where a box from there is too large, only what the samples reach may still fit.
    match probe_from(compiled, wanted, limit, true, meter)? {
        None => probe_from(compiled, wanted, limit, false, meter),
        found => Ok(found),
    }
}

fn probe_from(
    compiled: &Compiled,
    wanted: &[(usize, Vec<i64>)],
    limit: u64,
    zero: bool,
    meter: &mut Meter,
) -> Result<Option<Sample>, Trouble> {
    let kinds = &compiled.code.kinds;
    let mut sample = Sample { spans: vec![Span::default(); kinds.len()], seen: HashSet::new() };
    for (kind, args) in wanted {
        sample.spans[*kind].include(args);
    }
    let mut machine = Machine::default();
    let mut done: HashSet<(usize, Vec<i64>)> = HashSet::new();
    for _ in 0..ROUNDS {
        let before = sample.spans.clone();
        let points =
            before.iter().enumerate().flat_map(|(kind, span)| points(span).into_iter().map(move |at| (kind, at)));
        for (kind, at) in points.chain(wanted.iter().take(64).cloned()) {
            if done.insert((kind, at.clone())) {
                look(&compiled.code, kind, &at, &mut machine, meter, &mut sample)?;
            }
        }
        if zero {
            sample.spans.iter_mut().for_each(Span::include_zero);
        }
        if sample.cells() > limit {
            return Ok(None);
        }
        if sample.spans == before {
            return Ok(Some(sample));
        }
    }
    Ok(None)
}

/// Positions of a box: all combinations of ends, their neighbours and middles.
fn points(span: &Span) -> Vec<Vec<i64>> {
    let Some(ranges) = &span.ranges else { return Vec::new() };
    let mut all = vec![Vec::new()];
    for range in ranges {
        let (low, high) = (*range.start(), *range.end());
        let middle = low + (high - low) / 2;
        let mut places = vec![high, middle, low, (low + 1).min(high), (high - 1).max(low), (middle + 1).min(high)];
        places.sort_unstable();
        places.dedup();
        all = all.iter().flat_map(|start| places.iter().map(move |&at| [start.as_slice(), &[at]].concat())).collect();
    }
    all
}

fn look(
    code: &Code,
    kind: usize,
    at: &[i64],
    machine: &mut Machine,
    meter: &mut Meter,
    sample: &mut Sample,
) -> Result<(), Trouble> {
    let mut watcher = Watcher { kind, at, sample, lanes: 0 };
    match machine.run_kind(code, &code.kinds[kind], Batch::one(at), meter, &mut watcher) {
        Ok(_) | Err(Fault::Unusual) => Ok(()),
        Err(Fault::Limit(trouble)) => Err(trouble),
    }
}

/// Notes where the moves of one position lead.
struct Watcher<'a> {
    kind: usize,
    at: &'a [i64],
    sample: &'a mut Sample,
    lanes: usize,
}

impl Sink for Watcher<'_> {
    fn take(&mut self, lanes: &Options<'_>) -> Ran {
        let mut found = Vec::new();
        let mut args = Vec::new();
        for lane in 0..lanes.len() {
            for option in lanes.options {
                found.clear();
                if lanes.components(option, lane, &mut args, |kind, args| found.push((kind, args.to_vec())))? {
                    found.iter().for_each(|(kind, args)| self.note(*kind, args));
                }
            }
        }
        self.lanes += lanes.len();
        Ok(if self.lanes < LANES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    }
}

impl Watcher<'_> {
    fn note(&mut self, kind: usize, args: &[i64]) {
        self.sample.spans[kind].include(args);
        let sign = |order: Ordering| order as i8;
        let mut signs = Signs::default();
        signs[0] = sign(kind.cmp(&self.kind));
        for index in 0..args.len().max(self.at.len()) {
            // An argument that one of the kinds lacks counts as 0.
            let at = |args: &[i64]| args.get(index).copied().unwrap_or(0);
            signs[1 + index] = sign(at(args).cmp(&at(self.at)));
        }
        self.sample.seen.insert((self.kind, kind, signs));
    }
}
