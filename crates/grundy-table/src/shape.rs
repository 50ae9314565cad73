//! A box of positions, cut into blocks.
//!
//! *Coordinates* of a position are its arguments in the order in which the table is filled, those that fall counted from the other
//! end: in coordinates every option is lexicographically smaller, and along a steady axis never larger. Steady axes are cut every
//! power of two; along the others a block is as long as the box. So an option lies in a block that is nowhere beyond the block of its
//! position. The tier of a block is the sum of its numbers along the axes: blocks of one tier do not need each other.

use crate::error::Error;
use grundy_rules::grid::Axis;

/// The most arguments of a position.
pub const MOST_AXES: usize = 8;

/// The most blocks of a table: each is a file.
const MOST_BLOCKS: u64 = 1 << 22;

/// The most cells of one block.
const MOST_CELLS: u64 = 1 << 30;

/// A box cut into blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    axes: Vec<Axis>,
    /// How many values each coordinate has.
    sizes: Vec<u64>,
    /// Blocks are 2^shift long along an axis.
    shifts: Vec<u32>,
    /// How many blocks there are along an axis.
    counts: Vec<u64>,
    blocks: usize,
    cells: u64,
}

/// Where a block is: its first coordinates and how long it is along each axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// First coordinates.
    pub start: Vec<u64>,
    /// Lengths.
    pub len: Vec<u64>,
}

impl Place {
    /// How many cells.
    pub fn cells(&self) -> usize {
        self.len.iter().product::<u64>() as usize
    }

    /// How far cells of neighbours along each axis are apart.
    pub fn strides(&self) -> Vec<usize> {
        let mut strides = vec![1; self.len.len()];
        for axis in (0..self.len.len().saturating_sub(1)).rev() {
            strides[axis] = strides[axis + 1] * self.len[axis + 1] as usize;
        }
        strides
    }
}

impl Shape {
    /// The positions up to `last`, cut into blocks of about so many cells.
    pub fn new(last: &[u64], axes: &[Axis], target: u64) -> Result<Shape, Error> {
        let sizes = sizes(last, axes)?;
        let room = |axis: usize| sizes[axis].next_power_of_two().trailing_zeros();
        let mut shifts: Vec<u32> = (0..axes.len()).map(|axis| if axes[axis].steady { 0 } else { room(axis) }).collect();
        // The shortest side grows; the last, whose cells are neighbours, is four times longer: rows are what is worked on at once.
        let length = |shifts: &[u32], axis: usize| i64::from(shifts[axis]) - if axis + 1 == axes.len() { 2 } else { 0 };
        loop {
            let cells: u64 = shifts.iter().fold(1, |cells, &shift| cells.saturating_mul(1 << shift.min(62)));
            let open = (0..axes.len()).filter(|&axis| axes[axis].steady && shifts[axis] < room(axis));
            match open.min_by_key(|&axis| (length(&shifts, axis), std::cmp::Reverse(axis))) {
                Some(axis) if cells < target => shifts[axis] += 1,
                _ => break,
            }
        }
        Shape::cut(last, axes, &shifts)
    }

    /// The positions up to `last`, in blocks 2^shift long along each axis.
    pub fn cut(last: &[u64], axes: &[Axis], shifts: &[u32]) -> Result<Shape, Error> {
        let sizes = sizes(last, axes)?;
        if shifts.len() != axes.len() || shifts.iter().any(|&shift| shift > 62) {
            return Err(Error::Bad("the sizes of blocks do not fit".into()));
        }
        let counts: Vec<u64> = sizes.iter().zip(shifts).map(|(size, shift)| ((size - 1) >> shift) + 1).collect();
        if axes.iter().zip(&counts).any(|(axis, &count)| !axis.steady && count > 1) {
            return Err(Error::Bad("the sizes of blocks do not fit the order".into()));
        }
        let blocks = counts.iter().try_fold(1u64, |all, &count| all.checked_mul(count));
        let cells = sizes.iter().try_fold(1u64, |all, &size| all.checked_mul(size));
        let (Some(blocks), Some(cells)) = (blocks, cells) else {
            return Err(Error::Limit("more than 2^64 positions".into()));
        };
        let block: u64 =
            sizes.iter().zip(shifts).fold(1, |all: u64, (&size, &shift)| all.saturating_mul(size.min(1 << shift)));
        if blocks > MOST_BLOCKS || block > MOST_CELLS {
            return Err(Error::Limit(format!(
                "{cells} positions would be {blocks} blocks of {block}: at most {MOST_BLOCKS} blocks of {MOST_CELLS} are made"
            )));
        }
        Ok(Shape { axes: axes.to_vec(), sizes, shifts: shifts.to_vec(), counts, blocks: blocks as usize, cells })
    }

    /// The axes.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// How many values each coordinate has.
    pub fn sizes(&self) -> &[u64] {
        &self.sizes
    }

    /// Blocks are 2^shift long along each axis.
    pub fn shifts(&self) -> &[u32] {
        &self.shifts
    }

    /// How many blocks.
    pub fn blocks(&self) -> usize {
        self.blocks
    }

    /// How many positions.
    pub fn cells(&self) -> u64 {
        self.cells
    }

    /// The last argument of each.
    pub fn last(&self) -> Vec<u64> {
        let mut last = vec![0; self.axes.len()];
        for (axis, size) in self.axes.iter().zip(&self.sizes) {
            last[axis.argument] = size - 1;
        }
        last
    }

    /// The numbers of a block along the axes.
    pub fn numbers(&self, block: usize) -> Vec<u64> {
        let (mut rest, mut numbers) = (block as u64, vec![0; self.counts.len()]);
        for (number, &count) in numbers.iter_mut().zip(&self.counts).rev() {
            *number = rest % count;
            rest /= count;
        }
        numbers
    }

    /// The block with these numbers.
    pub fn block(&self, numbers: &[u64]) -> usize {
        numbers.iter().zip(&self.counts).fold(0, |block, (number, count)| block * *count as usize + *number as usize)
    }

    /// The tier of a block.
    pub fn tier(&self, block: usize) -> u64 {
        self.numbers(block).iter().sum()
    }

    /// The blocks before a block along each axis: when these and all before them are there, it can be made.
    pub fn before(&self, block: usize) -> Vec<usize> {
        self.neighbours(block, |number, _| number.checked_sub(1))
    }

    /// The blocks behind a block along each axis.
    pub fn behind(&self, block: usize) -> Vec<usize> {
        self.neighbours(block, |number, count| (number + 1 < count).then_some(number + 1))
    }

    fn neighbours(&self, block: usize, next: impl Fn(u64, u64) -> Option<u64>) -> Vec<usize> {
        let numbers = self.numbers(block);
        let along = |axis: usize| {
            let mut other = numbers.clone();
            other[axis] = next(numbers[axis], self.counts[axis])?;
            Some(self.block(&other))
        };
        (0..numbers.len()).filter_map(along).collect()
    }

    /// Where a block is.
    pub fn place(&self, block: usize) -> Place {
        let numbers = self.numbers(block);
        let start: Vec<u64> = numbers.iter().zip(&self.shifts).map(|(number, shift)| number << shift).collect();
        let len = start
            .iter()
            .zip(&self.sizes)
            .zip(&self.shifts)
            .map(|((start, size), shift)| (size - start).min(1 << shift));
        Place { len: len.collect(), start }
    }

    /// The block of a point, and its cell there.
    pub fn cell(&self, point: &[u64]) -> (usize, usize) {
        let (mut block, mut cell) = (0, 0);
        for (axis, &coordinate) in point.iter().enumerate() {
            let number = coordinate >> self.shifts[axis];
            let start = number << self.shifts[axis];
            let len = (self.sizes[axis] - start).min(1 << self.shifts[axis]);
            block = block * self.counts[axis] as usize + number as usize;
            cell = cell * len as usize + (coordinate - start) as usize;
        }
        (block, cell)
    }

    /// The coordinates of a position; nothing if it is not in the box.
    pub fn point(&self, args: &[u64]) -> Option<Vec<u64>> {
        if args.len() != self.axes.len() {
            return None;
        }
        let coordinate = |(axis, &size): (&Axis, &u64)| {
            let arg = args[axis.argument];
            (arg < size).then_some(if axis.rising { arg } else { size - 1 - arg })
        };
        self.axes.iter().zip(&self.sizes).map(coordinate).collect()
    }

    /// The position with these coordinates.
    pub fn args(&self, point: &[u64]) -> Vec<u64> {
        let mut args = vec![0; point.len()];
        for ((axis, size), &coordinate) in self.axes.iter().zip(&self.sizes).zip(point) {
            args[axis.argument] = if axis.rising { coordinate } else { size - 1 - coordinate };
        }
        args
    }
}

fn sizes(last: &[u64], axes: &[Axis]) -> Result<Vec<u64>, Error> {
    let mut places: Vec<usize> = axes.iter().map(|axis| axis.argument).collect();
    places.sort_unstable();
    if last.is_empty() || last.len() > MOST_AXES || places != (0..last.len()).collect::<Vec<_>>() {
        return Err(Error::Bad(format!("tables are for 1 to {MOST_AXES} arguments")));
    }
    let size = |axis: &Axis| last[axis.argument].checked_add(1).filter(|&size| size < 1 << 62);
    axes.iter()
        .map(size)
        .collect::<Option<_>>()
        .ok_or_else(|| Error::Limit("more than 2^62 values of an argument".into()))
}

/// Goes to the next point of a box, the last coordinate first. Whether there is one.
pub fn advance(point: &mut [u64], len: &[u64]) -> bool {
    for axis in (0..point.len()).rev() {
        point[axis] += 1;
        if point[axis] < len[axis] {
            return true;
        }
        point[axis] = 0;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(argument: usize, rising: bool, steady: bool) -> Axis {
        Axis { argument, rising, steady }
    }

    #[test]
    fn every_point_has_a_cell_of_its_own() {
        let axes = [axis(1, false, true), axis(0, true, true), axis(2, true, false)];
        let shape = Shape::new(&[9, 4, 6], &axes, 40).unwrap();
        assert!(shape.blocks() > 4 && shape.cells() == 350);
        let mut seen = std::collections::BTreeSet::new();
        let mut args = vec![0; 3];
        loop {
            let point = shape.point(&args).unwrap();
            assert_eq!(shape.args(&point), args);
            let (block, cell) = shape.cell(&point);
            let place = shape.place(block);
            assert!(cell < place.cells() && seen.insert((block, cell)));
            let by_strides: usize = place
                .strides()
                .iter()
                .zip(&point)
                .zip(&place.start)
                .map(|((stride, at), start)| stride * (at - start) as usize)
                .sum();
            assert_eq!(cell, by_strides);
            assert_eq!(shape.block(&shape.numbers(block)), block);
            if !advance(&mut args, &[10, 5, 7]) {
                break;
            }
        }
        assert_eq!(seen.len(), 350);
        assert_eq!(shape.point(&[10, 0, 0]), None);
    }

    #[test]
    fn axes_that_are_not_steady_are_not_cut() {
        let shape = Shape::new(&[99, 99], &[axis(0, true, true), axis(1, true, false)], 16).unwrap();
        assert_eq!(shape.place(0).len, [1, 100]);
        assert_eq!(shape.before(1), [0]);
        assert!(Shape::cut(&[99, 99], shape.axes(), &[0, 3]).is_err());
        assert!(Shape::new(&[u64::MAX, 3], shape.axes(), 16).is_err());
    }
}
