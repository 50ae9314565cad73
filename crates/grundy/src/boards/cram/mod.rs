//! Cram: players in turn put dominoes, upright or lying, on two free neighbouring squares of a board.
//!
//! The free squares fall apart into connected components. The canonical position of a component is found in four steps:
//! - Two ends that hang on the same square are one: either domino takes that square and leaves the other end alone, so
//!   all but one of them are dropped. Single squares have no move.
//! - A component without branches or loops is a path, known by its length, however it winds: Dawson's Kayles. The shortest
//!   path of the same value stands for it.
//! - A component that a half turn maps to itself has value 0 and is dropped, unless a domino can be its own image.
//! - The rest is moved into a corner; of its up to eight mirror images the one with the fewest columns and then the
//!   smallest number is taken, one bit a square.
//!
//! **Theorem.** An empty board with both sides even is a P-position, one with a single even side an N-position.
//! *Proof.* Both even: answer every move by its half turn about the centre, which is always free and never overlaps
//! it. One even: first cover the two squares at the centre, then do the same. ∎ (M. Gardner, *Sci. Amer.* 230, 1974.)

mod grid;
mod moves;
mod path;
mod ring;
mod squares;

use super::{Board, Error};
use crate::game::{Game, Listed};
use std::convert::Infallible;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use grid::Grid;
use moves::Moves;

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
    /// use grundy::{boards::{Board, Cram, cram::Cells}, solve::{Approach, Solver}};
    /// let board = Cells::rectangle(4, 5)?;
    /// let mut solver = Solver::new(Cram).with_approach(Approach::Questions);
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

    /// The columns and the squares, row by row, of the board or its transpose, whichever is not wider than high.
    fn upright(&self) -> (usize, Vec<bool>) {
        let (columns, rows) = (self.columns, self.free.len() / self.columns.max(1));
        if columns <= rows {
            return (columns, self.free.clone());
        }
        let transposed = (0..columns).flat_map(|column| (0..rows).map(move |row| row * columns + column));
        (rows, transposed.map(|square| self.free[square]).collect())
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

impl Game for Cram {
    type Position = Position;
    type Error = Infallible;

    /// In a move the largest component comes last.
    fn moves(&self, position: &Position, visit: &mut impl FnMut(&[Position]) -> ControlFlow<()>) -> Listed {
        if position.columns() == 1 {
            let rest = position.squares().saturating_sub(2);
            let splits = (0..=rest / 2).rev().filter(|_| position.squares() >= 2);
            return Ok(splits.map(|part| [part, rest - part]).try_for_each(|[short, long]| {
                match (short > 1, long > 1) {
                    (true, _) => visit(&[Position::path(short), Position::path(long)]),
                    (false, true) => visit(&[Position::path(long)]),
                    (false, false) => visit(&[]),
                }
            }));
        }
        Ok(Moves::new(*position).list(visit))
    }

    fn ends(&self, _position: &Position) -> bool {
        true
    }
}

impl Board for Cram {
    type Plain = Cells;

    fn components(&self, plain: &Cells) -> Vec<Position> {
        let (columns, squares) = (plain.columns, plain.free.len());
        let mut positions = Vec::new();
        if columns <= 1 || squares <= columns {
            let lines = plain.free.chunk_by(|a, b| a == b).filter(|line| line[0] && line.len() > 1);
            positions.extend(lines.map(|line| Position::path(line.len() as u64)));
            positions.sort_unstable();
        } else {
            let (columns, free) = plain.upright();
            let free = free.iter().rev().fold(0, |bits, &free| bits << 1 | u64::from(free));
            Grid::of(columns as u32).split(free, None, &mut positions);
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
        for (rows, columns) in [(0, 0), (0, 5), (5, 0), (1, 1)] {
            assert_eq!(Cram.components(&Cells::rectangle(rows, columns).unwrap()), []);
        }
    }

    #[test]
    fn a_component_draws_itself() {
        let ell = Cram.components(&Cells::new(&["#..", "#..", "#.#"]).unwrap());
        assert_eq!(ell[0].size(), 5);
        assert_eq!(Cram.components(&ell[0].cells()), ell);
    }
}
