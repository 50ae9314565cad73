//! Which box of positions to tabulate, and in which order: by looking at the moves of a few positions.
//!
//! Nothing here needs to be right. A box that misses positions, or an order in which an option comes too late, leaves
//! positions without a value; it never gives a wrong one.
//!
//! The box holds everything that some games played from the wanted positions come across, down to 0: games in which
//! always the option with the greatest or least argument is taken, for each argument, so they go where play can go.
//! Rejected: to let the box grow by the moves from its corners; where one argument rises as another falls, corners are
//! out of reach and the box never comes to rest.

use super::shape::{MAX_ARITY, Span};
use crate::compile::Compiled;
use crate::compile::code::Code;
use crate::compile::lane_options::LaneOptions;
use crate::compile::vector::{Batch, Ran, Sink, VectorMachine};
use crate::error::Miss;
use crate::meter::{Meter, Trouble};
use hashbrown::HashSet;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// Wanted positions from which games are played.
const STARTS: usize = 4;

/// Moves of one game.
const MOVES: usize = 64;

/// Lanes that are looked at when many are given at once: the first and last ones, and some between.
const ENDS: usize = 16;

/// Lanes of one position that may be given.
const LANES: usize = 8192;

/// Lanes that are looked at in all.
const ALL_LANES: usize = 1 << 14;

/// How an option differs from its position: by kind, then argument by argument.
pub(super) type Signs = [i8; MAX_ARITY + 1];

/// Differences with the kinds of position and option.
pub(super) type Seen = HashSet<(usize, usize, Signs)>;

/// What the samples show.
#[derive(Debug, Default)]
pub(super) struct Sample {
    /// The box of each kind.
    pub(super) spans: Vec<Span>,
    /// Differences between positions that were played and their options.
    pub(super) played: Seen,
    /// Differences between positions somewhere in the box and their options.
    pub(super) anywhere: Seen,
}

impl Sample {
    /// The number of positions in all boxes.
    pub(super) fn cells(&self) -> u64 {
        self.spans.iter().map(Span::cells).fold(0, u64::saturating_add)
    }
}

/// Samples the moves of a game. Nothing if the box would have more than `limit` cells.
pub(super) fn probe(
    compiled: &Compiled,
    wanted: &[(usize, Vec<i64>)],
    limit: u64,
    meter: &mut Meter,
) -> Result<Option<Sample>, Trouble> {
    let spans = vec![Span::default(); compiled.code.kinds.len()];
    let sample = Sample { spans, ..Sample::default() };
    let mut prober = Prober { code: &compiled.code, machine: VectorMachine::default(), meter, sample, left: ALL_LANES };
    for (kind, args) in wanted {
        prober.sample.spans[*kind].include(args);
    }
    for (kind, args) in wanted.iter().take(STARTS) {
        for taste in tastes(&compiled.code) {
            prober.play(*kind, args, taste)?;
        }
    }
    // Play mostly goes down to 0. Where a box from there is too large, only what was seen may still fit.
    let seen = prober.sample.spans.clone();
    prober.sample.spans.iter_mut().for_each(Span::include_zero);
    if prober.sample.cells() > limit {
        prober.sample.spans = seen;
    }
    if prober.sample.cells() > limit {
        return Ok(None);
    }
    prober.look_around()?;
    Ok(Some(prober.sample))
}

/// Which option a game goes on with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Taste {
    First,
    Last,
    Greatest(usize),
    Least(usize),
}

fn tastes(code: &Code) -> Vec<Taste> {
    let most = code.kinds.iter().map(|kind| kind.arity).max().unwrap_or(0);
    let by_argument = (0..most).flat_map(|index| [Taste::Greatest(index), Taste::Least(index)]);
    [Taste::First, Taste::Last].into_iter().chain(by_argument).collect()
}

struct Prober<'a> {
    code: &'a Code,
    machine: VectorMachine,
    meter: &'a mut Meter,
    sample: Sample,
    left: usize,
}

impl Prober<'_> {
    /// Plays a game.
    fn play(&mut self, kind: usize, args: &[i64], taste: Taste) -> Result<(), Trouble> {
        let (mut kind, mut args) = (kind, args.to_vec());
        for _ in 0..MOVES {
            let Some(next) = self.look(kind, &args, Some(taste))? else { break };
            (kind, args) = next;
        }
        Ok(())
    }

    /// Looks at moves from the corners, edges and middles of the boxes.
    fn look_around(&mut self) -> Result<(), Trouble> {
        for kind in 0..self.sample.spans.len() {
            for at in points(&self.sample.spans[kind]) {
                self.look(kind, &at, None)?;
            }
        }
        Ok(())
    }

    /// Looks at the moves of a position; the component that the taste chooses.
    fn look(&mut self, kind: usize, at: &[i64], taste: Option<Taste>) -> Result<Option<(usize, Vec<i64>)>, Trouble> {
        if self.left == 0 {
            return Ok(None);
        }
        let mut watcher = Watcher { kind, at, taste, sample: &mut self.sample, chosen: None, lanes: 0, looked: 0 };
        let ran = self.machine.run_kind(self.code, &self.code.kinds[kind], Batch::one(at), self.meter, &mut watcher);
        self.left = self.left.saturating_sub(watcher.looked);
        match ran {
            Ok(_) | Err(Miss::NotMine) => Ok(watcher.chosen),
            Err(Miss::Error(trouble)) => Err(trouble),
        }
    }
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

/// Notes where the moves of one position lead.
struct Watcher<'a> {
    kind: usize,
    at: &'a [i64],
    taste: Option<Taste>,
    sample: &'a mut Sample,
    chosen: Option<(usize, Vec<i64>)>,
    /// Lanes given, and lanes looked at.
    lanes: usize,
    looked: usize,
}

impl Sink for Watcher<'_> {
    fn take(&mut self, lanes: &LaneOptions<'_>) -> Ran {
        let mut found = Vec::new();
        let mut args = Vec::new();
        let len = lanes.len();
        let between = (ENDS..len.saturating_sub(ENDS)).step_by((len / ENDS).max(1));
        for lane in (0..len.min(ENDS)).chain(between).chain(len.saturating_sub(ENDS).max(ENDS.min(len))..len) {
            self.looked += 1;
            for option in lanes.options {
                found.clear();
                if lanes.components(option, lane, &mut args, |kind, args| found.push((kind, args.to_vec())))? {
                    found.drain(..).for_each(|(kind, args)| self.note(kind, args));
                }
            }
        }
        self.lanes += len;
        Ok(if self.lanes < LANES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    }
}

impl Watcher<'_> {
    fn note(&mut self, kind: usize, args: Vec<i64>) {
        let sign = |order: Ordering| order as i8;
        let mut signs = Signs::default();
        signs[0] = sign(kind.cmp(&self.kind));
        // An argument that one of the kinds lacks counts as 0.
        let place = |args: &[i64], index: usize| args.get(index).copied().unwrap_or(0);
        for index in 0..args.len().max(self.at.len()) {
            signs[1 + index] = sign(place(&args, index).cmp(&place(self.at, index)));
        }
        let Some(taste) = self.taste else {
            self.sample.anywhere.insert((self.kind, kind, signs));
            return;
        };
        self.sample.played.insert((self.kind, kind, signs));
        self.sample.spans[kind].include(&args);
        let better = self.chosen.as_ref().is_none_or(|(_, chosen)| match taste {
            Taste::First => false,
            Taste::Last => true,
            Taste::Greatest(index) => place(&args, index) > place(chosen, index),
            Taste::Least(index) => place(&args, index) < place(chosen, index),
        });
        if better {
            self.chosen = Some((kind, args));
        }
    }
}
