//! Boxes of positions and where their cells are.

use crate::compile::code::{Operand, Part};
use crate::compile::kernels::View;
use crate::compile::lane_options::LaneOptions;
use std::ops::RangeInclusive;

/// The most arguments of a kind that is tabulated.
pub(crate) const MAX_ARITY: usize = 4;

/// The cell that never has a value: what lies outside of all boxes is looked up there.
pub(super) const OUTSIDE: u32 = 0;

/// The ranges of the arguments of one kind; none if no position of it is wanted yet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) ranges: Option<Vec<RangeInclusive<i64>>>,
}

impl Span {
    /// Makes room for a position. Whether that was needed.
    pub(super) fn include(&mut self, args: &[i64]) -> bool {
        let Some(ranges) = &mut self.ranges else {
            self.ranges = Some(args.iter().map(|&arg| arg..=arg).collect());
            return true;
        };
        let mut grown = false;
        for (range, &arg) in ranges.iter_mut().zip(args) {
            if !range.contains(&arg) {
                *range = *range.start().min(&arg)..=*range.end().max(&arg);
                grown = true;
            }
        }
        grown
    }

    /// The number of positions; `u64::MAX` for more than that.
    pub(super) fn cells(&self) -> u64 {
        let size = |range: &RangeInclusive<i64>| range.end().abs_diff(*range.start()).saturating_add(1);
        self.ranges.as_ref().map_or(0, |ranges| ranges.iter().map(size).fold(1, u64::saturating_mul))
    }

    /// Starts all ranges at 0.
    pub(super) fn include_zero(&mut self) {
        for range in self.ranges.iter_mut().flatten() {
            *range = 0..=*range.end();
        }
    }
}

/// The cells of one component in consecutive lanes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Cells<'a> {
    /// Cell start + i·step in lane i.
    Line { start: i64, step: i64 },
    /// Cell start + i·step + stride·value in lane i.
    Column { start: i64, step: i64, stride: i64, values: &'a [i64] },
}

/// The cells of one kind: argument i counts from `low[i]`, its neighbours are `stride[i]` cells apart.
#[derive(Debug, Clone, Default)]
pub(super) struct Shape {
    pub(super) low: [i64; MAX_ARITY],
    pub(super) size: [i64; MAX_ARITY],
    stride: [i64; MAX_ARITY],
    offset: i64,
}

impl Shape {
    /// The shape of a kind whose cells start at `offset`; the last argument of `order` has its cells side by side.
    pub(super) fn new(span: &Span, order: &[usize], offset: i64) -> Shape {
        let mut shape = Shape { offset, ..Shape::default() };
        let Some(ranges) = &span.ranges else { return shape };
        for (index, range) in ranges.iter().enumerate() {
            shape.low[index] = *range.start();
            shape.size[index] = range.end() - range.start() + 1;
        }
        let mut stride = 1;
        for &index in order.iter().rev().filter(|&&index| index < ranges.len()) {
            shape.stride[index] = stride;
            stride *= shape.size[index];
        }
        shape
    }

    /// How far the cells of neighbours in an argument are apart.
    pub(super) fn stride(&self, index: usize) -> usize {
        self.stride[index].unsigned_abs() as usize
    }

    /// The cell of a position, if it is in the box.
    pub(super) fn cell(&self, args: &[i64]) -> Option<usize> {
        let mut cell = self.offset;
        for (index, &arg) in args.iter().enumerate() {
            let at = arg.wrapping_sub(self.low[index]);
            if !(0..self.size[index]).contains(&at) {
                return None;
            }
            cell += at * self.stride[index];
        }
        usize::try_from(cell).ok()
    }

    fn holds(&self, index: usize, least: i64, greatest: i64) -> bool {
        least >= self.low[index] && greatest.wrapping_sub(self.low[index]) < self.size[index]
    }

    /// The cells of a part in some lanes by a formula, if at most one of its arguments needs a column and all are in
    /// the box.
    pub(super) fn formula<'a>(
        &self,
        lanes: &LaneOptions<'a>,
        part: &Part,
        from: usize,
        to: usize,
    ) -> Option<Cells<'a>> {
        let (mut start, mut step, mut column) = (self.offset, 0, None);
        for (index, &arg) in part.args.iter().enumerate() {
            let (view, stride) = (lanes.view(arg), self.stride[index]);
            match view {
                View::Line { step: by, .. } => {
                    let (first, last) = (view.at(from), view.at(to - 1));
                    self.holds(index, first.min(last), first.max(last)).then_some(())?;
                    start += (first - self.low[index]) * stride;
                    step += by * stride;
                }
                View::Lanes(values) => {
                    let bounds = lanes.bounds(arg);
                    let first = column.is_none() && self.holds(index, *bounds.start(), *bounds.end());
                    first.then_some(())?;
                    start -= self.low[index] * stride;
                    column = Some((stride, &values[from..to]));
                }
            }
        }
        Some(match column {
            None => Cells::Line { start, step },
            Some((stride, values)) => Cells::Column { start, step, stride, values },
        })
    }

    /// Appends the cells of a part in all lanes; [`OUTSIDE`] for those that are not in the box.
    pub(super) fn append(&self, lanes: &LaneOptions<'_>, part: &Part, out: &mut Vec<u32>) {
        let (start, mut inside) = (out.len(), true);
        // Cells are numbers of 32 bits: what is computed modulo 2^32 is right wherever it is in the box.
        let place = |index: usize, value: i64| {
            (value as u32).wrapping_sub(self.low[index] as u32).wrapping_mul(self.stride[index] as u32)
        };
        // Two at once: most positions that are cut into parts have a place and a length.
        let pair = match part.args.as_slice() {
            &[one, two] => Some((lanes.view(one), lanes.view(two))),
            _ => None,
        };
        if let Some((View::Lanes(ones), View::Lanes(twos))) = pair {
            let pairs = ones[..lanes.len()].iter().zip(twos);
            let base = place(0, 0).wrapping_add(place(1, 0)).wrapping_add(self.offset as u32);
            let [first, second] = [self.stride[0] as u32, self.stride[1] as u32];
            let times = |value: i64, stride: u32| (value as u32).wrapping_mul(stride);
            out.extend(pairs.map(|(&one, &two)| base.wrapping_add(times(one, first)).wrapping_add(times(two, second))));
        }
        let done = out.len() > start;
        for (index, &arg) in part.args.iter().enumerate() {
            let view = lanes.view(arg);
            match (view, index) {
                _ if done => {}
                (View::Lanes(values), 0) => {
                    out.extend(
                        values[..lanes.len()].iter().map(|&value| place(0, value).wrapping_add(self.offset as u32)),
                    );
                }
                (line, 0) => {
                    out.extend((0..lanes.len()).map(|lane| place(0, line.at(lane)).wrapping_add(self.offset as u32)));
                }
                (View::Lanes(values), _) => {
                    out[start..]
                        .iter_mut()
                        .zip(values)
                        .for_each(|(cell, &value)| *cell = cell.wrapping_add(place(index, value)));
                }
                (line, _) => {
                    let cells = out[start..].iter_mut().enumerate();
                    cells.for_each(|(lane, cell)| *cell = cell.wrapping_add(place(index, line.at(lane))));
                }
            }
            inside &= self.holds_all(lanes, index, arg);
        }
        if part.args.is_empty() {
            out.resize(start + lanes.len(), self.offset as u32);
        }
        if !inside {
            self.drop_outside(lanes, part, &mut out[start..]);
        }
    }

    /// Whether an argument is in the box in all lanes: by its bounds, or else by looking.
    fn holds_all(&self, lanes: &LaneOptions<'_>, index: usize, arg: Operand) -> bool {
        let bounds = lanes.bounds(arg);
        if self.holds(index, *bounds.start(), *bounds.end()) {
            return true;
        }
        match lanes.view(arg) {
            View::Lanes(values) => {
                let (low, size) = (self.low[index], self.size[index] as u64);
                values[..lanes.len()].iter().fold(true, |all, value| all & ((value.wrapping_sub(low) as u64) < size))
            }
            View::Line { .. } => false,
        }
    }

    #[cold]
    fn drop_outside(&self, lanes: &LaneOptions<'_>, part: &Part, out: &mut [u32]) {
        for (index, &arg) in part.args.iter().enumerate() {
            let (view, low, size) = (lanes.view(arg), self.low[index], self.size[index] as u64);
            for (lane, cell) in out.iter_mut().enumerate() {
                if view.at(lane).wrapping_sub(low) as u64 >= size {
                    *cell = OUTSIDE;
                }
            }
        }
    }
}
