//! Cram: players in turn put dominoes, upright or lying, on two free neighbouring squares of a board.
//!
//! The free squares fall apart into connected components. The canonical position of a component is found in four steps:
//! - Two ends that hang on the same square are one: either domino takes that square and leaves the other end alone, so
//!   all but one of them are dropped. Single squares have no move.
//! - A component without branches or loops is a path, known by its length, however it winds.
//! - A component that a half turn maps to itself has value 0 and is dropped, unless a domino can be its own image.
//! - The rest is moved into a corner; of its up to eight mirror images the one with the fewest columns and then the
//!   smallest number is taken, one bit a square.
//!
//! **Theorem.** An empty board with both sides even is a P-position, one with a single even side an N-position.
//! *Proof.* Both even: answer every move by its half turn about the centre, which is always free and never overlaps
//! it. One even: first cover the two squares at the centre, then do the same. ∎ (M. Gardner, *Sci. Amer.* 230, 1974.)

use super::{Board, Error};
use crate::game::Game;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

/// The most squares of a board, if it has more than one row and column.
pub const MAX_SQUARES: u64 = 60;

/// The most squares of a board with a single row or column.
pub const MAX_LINE: u64 = 1 << 14;

/// The game of Cram.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cram;

/// A connected component up to symmetry.
///
/// The columns of its box (1 for a path) in the highest four bits; below them the squares of the box row by row, 1 for
/// free, or the length of a path. As bytes, since a `u64` would be padded to sixteen of them in the memo table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position([u8; 8]);

const COLUMNS_SHIFT: u32 = 60;

impl Hash for Position {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.word());
    }
}

impl Position {
    fn new(columns: u32, squares: u64) -> Self {
        let word = u64::from(columns) << COLUMNS_SHIFT | squares;
        Position(word.to_le_bytes())
    }

    fn path(length: u64) -> Self {
        Position::new(1, length)
    }

    #[inline]
    fn word(self) -> u64 {
        u64::from_le_bytes(self.0)
    }

    fn columns(self) -> u32 {
        (self.word() >> COLUMNS_SHIFT) as u32
    }

    fn squares(self) -> u64 {
        self.word() & !(u64::MAX << COLUMNS_SHIFT)
    }

    /// Free squares.
    pub fn size(self) -> u64 {
        if self.columns() == 1 { self.squares() } else { u64::from(self.squares().count_ones()) }
    }

    /// The component as a board of its own.
    pub fn cells(self) -> Cells {
        let (columns, squares) = (self.columns() as usize, self.squares());
        if columns == 1 {
            return Cells { columns, free: vec![true; squares as usize] };
        }
        let used = (64 - squares.leading_zeros()) as usize;
        let free = (0..used.next_multiple_of(columns)).map(|square| squares >> square & 1 == 1);
        Cells { columns, free: free.collect() }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cram").field(&self.cells().rows()).finish()
    }
}

/// A board as it is.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Cells {
    columns: usize,
    /// Row by row.
    free: Vec<bool>,
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Cells").field(&self.rows()).finish()
    }
}

impl Cells {
    /// An empty board.
    ///
    /// ```
    /// use grundy::{boards::{Board, Cram, cram::Cells}, solve::{Method, Solver}};
    /// let board = Cells::rectangle(4, 5)?;
    /// let mut solver = Solver::new(Cram).with_method(Method::Questions);
    /// assert_eq!(solver.sum_value(&Cram.components(&board))?, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rectangle(rows: u64, columns: u64) -> Result<Self, Error> {
        let squares = fits(rows, columns)?;
        Ok(Cells { columns: columns as usize, free: vec![true; squares] })
    }

    /// A board drawn row by row: `.` is a free square, `#` a covered one.
    ///
    /// ```
    /// use grundy::boards::cram::Cells;
    /// assert_eq!(Cells::new(&["..#", "#.."])?.rows(), ["..#", "#.."]);
    /// # Ok::<(), grundy::boards::Error>(())
    /// ```
    pub fn new(rows: &[impl AsRef<str>]) -> Result<Self, Error> {
        let columns = rows.first().map_or(0, |row| row.as_ref().len());
        let squares = fits(rows.len() as u64, columns as u64)?;
        let mut free = Vec::with_capacity(squares);
        for row in rows {
            if row.as_ref().len() != columns {
                return Err(Error::Invalid("the rows of a cram board have different lengths"));
            }
            for square in row.as_ref().bytes() {
                match square {
                    b'.' => free.push(true),
                    b'#' => free.push(false),
                    _ => return Err(Error::Invalid("a square of a cram board is neither '.' nor '#'")),
                }
            }
        }
        Ok(Cells { columns, free })
    }

    /// The board drawn row by row.
    pub fn rows(&self) -> Vec<String> {
        let draw = |row: &[bool]| row.iter().map(|&free| if free { '.' } else { '#' }).collect();
        self.free.chunks(self.columns.max(1)).map(draw).collect()
    }

    /// Pairs of free neighbours, those in a row first.
    fn dominoes(&self) -> impl Iterator<Item = [usize; 2]> {
        let beside =
            (0..self.free.len()).filter(|square| (square + 1) % self.columns != 0).map(|square| [square, square + 1]);
        let below = (self.columns..self.free.len()).map(|square| [square - self.columns, square]);
        beside.chain(below).filter(|domino| domino.iter().all(|&square| self.free[square]))
    }
}

fn fits(rows: u64, columns: u64) -> Result<usize, Error> {
    let squares = rows.saturating_mul(columns);
    if rows.min(columns) > 1 && squares > MAX_SQUARES {
        return Err(Error::TooLarge { what: "squares", limit: MAX_SQUARES });
    }
    if squares > MAX_LINE || rows.max(columns) > MAX_LINE {
        return Err(Error::TooLarge { what: "squares in a line", limit: MAX_LINE });
    }
    Ok(squares as usize)
}

/// A box of squares, row by row, while it is brought to its canonical form.
#[derive(Clone, Copy)]
struct Squares {
    columns: u32,
    rows: u32,
    bits: u64,
}

impl Squares {
    /// The smallest box around the squares of a wider one.
    fn cropped(mut bits: u64, columns: u32) -> Self {
        let row_mask = u64::MAX >> (64 - columns);
        while bits & row_mask == 0 {
            bits >>= columns;
        }
        let (mut used, mut rows, mut left) = (0, 0, bits);
        while left != 0 {
            used |= left & row_mask;
            left >>= columns;
            rows += 1;
        }
        let (margin, width) = (used.trailing_zeros(), 64 - used.leading_zeros() - used.trailing_zeros());
        if width == columns {
            return Squares { columns, rows, bits };
        }
        let row = |index: u32| (bits >> (index * columns) & row_mask) >> margin;
        let packed = (0..rows).fold(0, |packed, index| packed | row(index) << (index * width));
        Squares { columns: width, rows, bits: packed }
    }

    fn transposed(self) -> Self {
        let (mut bits, mut left) = (0, self.bits);
        for row in 0..self.rows {
            let mut to = row;
            for _ in 0..self.columns {
                bits |= (left & 1) << to;
                left >>= 1;
                to += self.rows;
            }
        }
        Squares { columns: self.rows, rows: self.columns, bits }
    }

    /// The least of the box, its half turn and its two mirror images.
    fn least_image(self) -> u64 {
        let Squares { columns, rows, bits } = self;
        let row_mask = u64::MAX >> (64 - columns);
        let mirrored = (0..rows).fold(0, |mirrored, index| {
            let row = bits >> (index * columns) & row_mask;
            mirrored | row.reverse_bits() >> (64 - columns) << (index * columns)
        });
        let half_turn = |bits: u64| bits.reverse_bits() >> (64 - columns * rows);
        bits.min(mirrored).min(half_turn(bits)).min(half_turn(mirrored))
    }

    /// Whether the half turn pairs the moves, so that every move has an answer: then the value is 0.
    fn is_paired(self) -> bool {
        let Squares { columns, rows, bits } = self;
        let squares = columns * rows;
        if bits.reverse_bits() >> (64 - squares) != bits {
            return false;
        }
        // The squares of a domino that overlaps its own image.
        let centre: u64 = match (columns % 2, rows % 2) {
            (0, 0) => 0,
            (1, 1) => 1 << (squares / 2),
            (0, _) => 3 << (squares / 2 - 1),
            _ => (1 << columns | 1) << (squares / 2 - columns / 2 - 1),
        };
        match centre.count_ones() {
            2 => bits & centre != centre,
            _ => bits & centre == 0,
        }
    }

    fn canonical(self) -> Position {
        let tall = if self.columns > self.rows { self.transposed() } else { self };
        if tall.columns == 1 {
            return Position::path(u64::from(tall.rows));
        }
        let mut squares = tall.least_image();
        if tall.columns == tall.rows {
            squares = squares.min(tall.transposed().least_image());
        }
        Position::new(tall.columns, squares)
    }
}

/// A board of at most 64 squares with the masks that keep neighbours in their row.
struct Grid {
    columns: u32,
    not_first: u64,
    not_last: u64,
}

impl Grid {
    fn new(columns: u32) -> Self {
        let first = (0..64).step_by(columns as usize).fold(0_u64, |first, square| first | 1 << square);
        Grid { columns, not_first: !first, not_last: !(first << (columns - 1)) }
    }

    /// The connected component of the lowest free square.
    fn component(&self, free: u64) -> u64 {
        let mut component = free & free.wrapping_neg();
        loop {
            let beside = component << 1 & self.not_first | component >> 1 & self.not_last;
            let grown = (component | beside | component << self.columns | component >> self.columns) & free;
            if grown == component {
                return component;
            }
            component = grown;
        }
    }

    /// The neighbours of a set among the free squares, one word a direction.
    fn neighbours(&self, set: u64, free: u64) -> [u64; 4] {
        let (left, right) = (set >> 1 & self.not_last, set << 1 & self.not_first);
        [left & free, right & free, set >> self.columns & free, set << self.columns & free]
    }

    /// Whether a connected set of squares has two ends and no branch.
    fn is_path(&self, free: u64) -> bool {
        let [a, b, c, d] = self.neighbours(free, free);
        let three_or_four = a & b & (c | d) | c & d & (a | b);
        let one_or_three = a ^ b ^ c ^ d;
        three_or_four == 0 && one_or_three != 0
    }

    /// The component without all but one of the ends that hang on the same square.
    fn without_twins(&self, mut free: u64) -> u64 {
        loop {
            let [a, b, c, d] = self.neighbours(free, free);
            let three = a & b & (c ^ d) | c & d & (a ^ b);
            let ends = (a ^ b ^ c ^ d) & !three;
            let [a, b, c, d] = self.neighbours(ends, free);
            let holders = a & b | c & d | (a | b) & (c | d);
            if holders == 0 {
                return free;
            }
            let [a, b, c, d] = self.neighbours(holders & holders.wrapping_neg(), ends);
            let twins = a | b | c | d;
            free &= !(twins & (twins - 1));
        }
    }

    /// The canonical position of a component; none if its value is known to be 0.
    fn canonical(&self, component: u64) -> Option<Position> {
        let component = self.without_twins(component);
        match u64::from(component.count_ones()) {
            1 => None,
            size if self.is_path(component) => Some(Position::path(size)),
            _ => {
                let squares = Squares::cropped(component, self.columns);
                (!squares.is_paired()).then(|| squares.canonical())
            }
        }
    }

    /// Appends the canonical components of the free squares, smallest first.
    fn split(&self, mut free: u64, parts: &mut Vec<Position>) {
        let start = parts.len();
        while free != 0 {
            let component = self.component(free);
            free &= !component;
            parts.extend(self.canonical(component));
        }
        parts[start..].sort_unstable_by_key(|part| (part.size(), *part));
    }

    /// The board after each domino, from the middle rows outwards: the middle is where a board falls apart.
    fn after_dominoes(&self, free: u64) -> impl Iterator<Item = u64> {
        let columns = self.columns;
        let beside = free & free >> 1 & self.not_last;
        let below = free & free >> columns;
        let after = move |starts: u64, distance: u32| {
            bits(starts).map(move |square| free & !(1 << square | 1 << (square + distance)))
        };
        let rows = (64 - free.leading_zeros()).div_ceil(columns);
        from_the_middle(rows).flat_map(move |row| {
            let band = u64::MAX >> (64 - columns) << (row * columns);
            after(beside & band, 1).chain(after(below & band, columns))
        })
    }
}

/// 0..count from the middle outwards.
fn from_the_middle(count: u32) -> impl Iterator<Item = u32> {
    (0..count).map(move |step| {
        let (middle, away) = ((count - 1) / 2, step.div_ceil(2));
        if step % 2 == 0 { middle - away } else { middle + away }
    })
}

/// The numbers of the bits that are set.
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

impl Game for Cram {
    type Position = Position;

    /// In a move the largest component comes last.
    fn moves(&self, position: &Position, visit: &mut impl FnMut(&[Position]) -> ControlFlow<()>) -> ControlFlow<()> {
        if position.columns() == 1 {
            let rest = position.squares().saturating_sub(2);
            let splits = (0..=rest / 2).rev().filter(|_| position.squares() >= 2);
            return splits.map(|part| [part, rest - part]).try_for_each(|[short, long]| match (short > 1, long > 1) {
                (true, _) => visit(&[Position::path(short), Position::path(long)]),
                (false, true) => visit(&[Position::path(long)]),
                (false, false) => visit(&[]),
            });
        }
        let grid = Grid::new(position.columns());
        let mut parts = Vec::new();
        grid.after_dominoes(position.squares()).try_for_each(|after| {
            parts.clear();
            grid.split(after, &mut parts);
            visit(&parts)
        })
    }
}

impl Board for Cram {
    type Plain = Cells;

    fn components(&self, plain: &Cells) -> Vec<Position> {
        let columns = plain.columns;
        let mut positions = Vec::new();
        if columns <= 1 || columns == plain.free.len() {
            let lines = plain.free.chunk_by(|a, b| a == b).filter(|line| line[0] && line.len() > 1);
            positions.extend(lines.map(|line| Position::path(line.len() as u64)));
            positions.sort_unstable();
        } else {
            let free = plain.free.iter().rev().fold(0, |bits, &free| bits << 1 | u64::from(free));
            Grid::new(columns as u32).split(free, &mut positions);
        }
        positions
    }

    fn plain_moves(&self, plain: &Cells) -> Vec<Cells> {
        let cover = |domino: [usize; 2]| {
            let mut after = plain.clone();
            domino.into_iter().for_each(|square| after.free[square] = false);
            after
        };
        plain.dominoes().map(cover).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_are_one_position() {
        let images = [["..#", "#..", "##."], [".##", "..#", "#.."], ["##.", "#..", "..#"], ["#..", "..#", ".##"]];
        let positions: Vec<_> = images.iter().map(|rows| Cram.components(&Cells::new(rows).unwrap())).collect();
        assert!(positions.iter().all(|position| *position == positions[0]), "{positions:?}");
    }

    #[test]
    fn refuses_what_does_not_fit() {
        assert!(Cells::rectangle(9, 8).is_err());
        assert!(Cells::rectangle(u64::MAX, u64::MAX).is_err());
        assert!(Cells::rectangle(0, u64::MAX).is_err());
        assert!(Cells::rectangle(6, 10).is_ok() && Cells::rectangle(1, 300).is_ok());
        assert!(Cells::new(&["..", "."]).is_err() && Cells::new(&["x"]).is_err());
        assert_eq!(Cram.components(&Cells::rectangle(0, 0).unwrap()), []);
    }

    #[test]
    fn a_component_draws_itself() {
        let ell = Cram.components(&Cells::new(&["#..", "#..", "#.#"]).unwrap());
        assert_eq!(ell[0].size(), 5);
        assert_eq!(Cram.components(&ell[0].cells()), ell);
    }
}
