//! A board in one word: its connected components and their canonical positions.

use super::Position;
use super::path;
use super::squares::Squares;

/// A board of at most 64 squares with its first and last column, which keep neighbours in their row.
pub(super) struct Grid {
    pub(super) columns: u32,
    pub(super) first: u64,
    pub(super) last: u64,
}

/// A board of at most [`MAX_SQUARES`](super::MAX_SQUARES), no wider than it is high, has at most seven columns.
static GRIDS: [Grid; 7] =
    [Grid::new(1), Grid::new(2), Grid::new(3), Grid::new(4), Grid::new(5), Grid::new(6), Grid::new(7)];

/// The free neighbours of each square, one word a direction: left, right, above and below.
pub(super) type Neighbours = [u64; 4];

impl Grid {
    /// The board with so many columns, 1 to 7.
    pub(super) fn of(columns: u32) -> &'static Grid {
        &GRIDS[columns as usize - 1]
    }

    const fn new(columns: u32) -> Self {
        let (mut first, mut square) = (0_u64, 0);
        while square < 64 {
            first |= 1 << square;
            square += columns;
        }
        Grid { columns, first, last: first << (columns - 1) }
    }

    /// The connected component of the lowest free square.
    fn component(&self, free: u64) -> u64 {
        let mut component = free & free.wrapping_neg();
        loop {
            let beside = (component & !self.last) << 1 | (component & !self.first) >> 1;
            let grown = (component | beside | component << self.columns | component >> self.columns) & free;
            if grown == component {
                return component;
            }
            component = grown;
        }
    }

    /// The neighbours of a set among the free squares.
    #[inline(always)]
    pub(super) fn neighbours(&self, set: u64, free: u64) -> Neighbours {
        let (left, right) = ((set & !self.first) >> 1, (set & !self.last) << 1);
        [left & free, right & free, set >> self.columns & free, set << self.columns & free]
    }

    /// Squares on which more than one end hangs.
    #[inline(always)]
    pub(super) fn holders(&self, free: u64, [a, b, c, d]: Neighbours) -> u64 {
        let [a, b, c, d] = self.neighbours(ends([a, b, c, d]), free);
        a & b | c & d | (a | b) & (c | d)
    }

    /// The component without all but one of the ends that hang on the same square.
    fn without_twins(&self, mut free: u64) -> u64 {
        loop {
            let neighbours = self.neighbours(free, free);
            let holders = self.holders(free, neighbours);
            if holders == 0 {
                return free;
            }
            let [a, b, c, d] = self.neighbours(holders & holders.wrapping_neg(), ends(neighbours));
            let twins = a | b | c | d;
            free &= !(twins & (twins - 1));
        }
    }

    /// The canonical position of a component; none if its value is known to be 0.
    pub(super) fn canonical(&self, component: u64) -> Option<Position> {
        if is_at_most_three(component) {
            return path::canonical(component.count_ones());
        }
        let component = self.without_twins(component);
        if is_path(self.neighbours(component, component)) {
            return path::canonical(component.count_ones());
        }
        let squares = Squares::cropped(component, self.columns);
        (!squares.is_paired()).then(|| squares.canonical())
    }

    /// The canonical components of the free squares, smallest first; there are at most so many, or it is not known.
    #[inline(always)]
    pub(super) fn split(&self, mut free: u64, most: Option<u8>, parts: &mut Vec<Position>) {
        parts.clear();
        let mut left = most.unwrap_or(u8::MAX);
        while free != 0 {
            let component = if left == 1 { free } else { self.component(free) };
            left = left.saturating_sub(u8::from(most.is_some()));
            free &= !component;
            parts.extend(self.canonical(component));
        }
        let key = |part: &Position| (part.size(), *part);
        match &mut parts[..] {
            [] | [_] => {}
            [one, other] if key(one) <= key(other) => {}
            [one, other] => std::mem::swap(one, other),
            more => more.sort_unstable_by_key(key),
        }
    }
}

/// The squares with one neighbour.
#[inline(always)]
fn ends([a, b, c, d]: Neighbours) -> u64 {
    let three = a & b & (c ^ d) | c & d & (a ^ b);
    (a ^ b ^ c ^ d) & !three
}

/// Whether a set of squares has at most three.
#[inline(always)]
fn is_at_most_three(set: u64) -> bool {
    let without_lowest = |set: u64| set & set.wrapping_sub(1);
    without_lowest(without_lowest(without_lowest(set))) == 0
}

/// Whether a connected set of squares has two ends and no branch.
#[inline(always)]
pub(super) fn is_path([a, b, c, d]: Neighbours) -> bool {
    let three_or_four = a & b & (c | d) | c & d & (a | b);
    let one_or_three = a ^ b ^ c ^ d;
    three_or_four == 0 && one_or_three != 0
}
