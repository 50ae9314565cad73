//! Chomp (Gale 1974): a bar of chocolate whose top left square is poisoned. A move bites off a square and everything
//! below it and to the right of it; who is left with the poisoned square alone cannot move.
//!
//! A position is a partition, its rows λ₁ ≥ λ₂ ≥ …. Its border is a path from the bottom left to the top right: bit 0 a
//! step to the right (a column), bit 1 a step up (a row). A square is a 0 before a 1 (its column, its row), and to bite
//! it off sorts the bits between them, 1s first. The transposed bar, the path read backwards with its bits flipped, has
//! the same value, so the smaller of the two numbers is the canonical position: 12 × 12 has 1,354,125 of them.
//!
//! **Theorem** (Gale). Every bar but the single square is an N-position. *Proof.* If biting off the last corner wins,
//! do so. If not, some bite answers it and wins; that bite could have been made at once, for it takes the corner too. ∎
//! The proof finds no move, and none is known in general.
//!
//! Reference: D. Gale, *A curious Nim-type game*, Amer. Math. Monthly 81 (1974).

use super::{Board, Error};
use crate::game::{Game, Listed};
use std::convert::Infallible;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

/// The most rows and columns together: one bit each.
pub const MAX_HALF_PERIMETER: u64 = 64;

/// The most rows and columns together of a bar of [`SmallChomp`].
pub const MAX_SMALL_HALF_PERIMETER: u64 = 32;

/// The game of Chomp.
#[derive(Debug, Clone, Copy, Default)]
pub struct Chomp;

/// The game of Chomp on bars with at most [`MAX_SMALL_HALF_PERIMETER`] rows and columns together: what a search does is
/// to look positions up, and positions half as long are looked up in three quarters of the time.
#[derive(Debug, Clone, Copy, Default)]
pub struct SmallChomp;

/// A bar up to transposition: its border path, bit by bit from the bottom left.
///
/// As bytes, since a `u64` would be padded to sixteen of them in the memo table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position<const BYTES: usize = 8>([u8; BYTES]);

impl<const BYTES: usize> Hash for Position<BYTES> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.path());
    }
}

impl<const BYTES: usize> fmt::Debug for Position<BYTES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Chomp").field(&self.rows().0).finish()
    }
}

/// A bar as it is: the lengths of its rows, from the top, longest first, no empty one.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rows(Vec<u32>);

impl Rows {
    /// A whole bar.
    ///
    /// ```
    /// use grundy::{boards::{Board, Chomp, chomp::Rows}, Solver};
    /// let bar = Rows::rectangle(8, 8)?;
    /// let mut solver = Solver::new(Chomp);
    /// assert_eq!(solver.sum_value(&Chomp.components(&bar))?, 13);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rectangle(rows: u64, columns: u64) -> Result<Self, Error> {
        fits(rows, columns)?;
        Ok(Rows(vec![columns as u32; if columns == 0 { 0 } else { rows as usize }]))
    }

    /// A bar with rows of these lengths, none longer than the one above.
    pub fn new(lengths: &[u64]) -> Result<Self, Error> {
        if !lengths.is_sorted_by(|above, below| above >= below) {
            return Err(Error::Invalid("a row of a chomp bar is longer than the one above it"));
        }
        let rows = lengths.iter().take_while(|&&length| length > 0).count();
        fits(rows as u64, lengths.first().copied().unwrap_or(0))?;
        Ok(Rows(lengths[..rows].iter().map(|&length| length as u32).collect()))
    }

    /// The lengths of the rows.
    pub fn lengths(&self) -> &[u32] {
        &self.0
    }

    fn bite(&self, row: usize, column: u32) -> Rows {
        let bitten = self.0[row..].iter().map(|&length| length.min(column));
        let rows = self.0[..row].iter().copied().chain(bitten);
        Rows(rows.take_while(|&length| length > 0).collect())
    }

    /// The canonical position, if the bar is small enough for four bytes.
    pub fn small(&self) -> Option<Position<4>> {
        let sides = self.0.len() as u64 + u64::from(self.0.first().copied().unwrap_or(0));
        (sides <= MAX_SMALL_HALF_PERIMETER).then(|| Position::of_bar(self))
    }

    fn path(&self) -> u64 {
        let (mut path, mut columns) = (0, 0);
        for (row, &length) in self.0.iter().rev().enumerate() {
            columns = columns.max(length);
            path |= 1 << (row as u32 + columns);
        }
        path
    }
}

fn fits(rows: u64, columns: u64) -> Result<(), Error> {
    if rows.saturating_add(columns) > MAX_HALF_PERIMETER {
        return Err(Error::TooLarge { what: "rows and columns together", limit: MAX_HALF_PERIMETER });
    }
    Ok(())
}

impl<const BYTES: usize> Position<BYTES> {
    #[inline]
    fn path(self) -> u64 {
        let mut path = [0; 8];
        path[..BYTES].copy_from_slice(&self.0);
        u64::from_le_bytes(path)
    }

    /// The position of a path, if it is short enough.
    #[inline]
    fn of(path: u64) -> Self {
        let mut bytes = [0; BYTES];
        bytes.copy_from_slice(&path.to_le_bytes()[..BYTES]);
        Position(bytes)
    }

    /// The canonical position of a bar: the smaller of its path and its transpose's, without empty rows.
    #[inline]
    fn canonical(path: u64, transposed: u64) -> Self {
        Position::of((path >> path.trailing_ones()).min(transposed >> transposed.trailing_ones()))
    }

    /// The canonical position of a bar that fits.
    fn of_bar(bar: &Rows) -> Self {
        let path = bar.path();
        Position::canonical(path, transpose(path))
    }

    /// The rows of the bar, or of its transpose.
    pub fn rows(self) -> Rows {
        let path = self.path();
        let ends = (0..64).rev().filter(|&bit| path >> bit & 1 == 1);
        Rows(ends.map(|bit| (!path & ((1 << bit) - 1)).count_ones()).collect())
    }
}

/// The path of the transposed bar: backwards, with rows and columns exchanged.
#[inline]
fn transpose(path: u64) -> u64 {
    let unused = path.leading_zeros();
    // The unused high bits turn into ones and, reversed, are shifted out. The empty bar has no used bit.
    (!path).reverse_bits().checked_shr(unused).unwrap_or(0)
}

/// The path with its bits from `first` to `last` sorted: `ones` 1s, then 0s.
#[inline]
fn sort(path: u64, first: u32, last: u32, ones: u32) -> u64 {
    let segment = (2_u64 << last).wrapping_sub(1 << first);
    path & !segment | ((1 << ones) - 1) << first
}

#[inline(always)]
fn bites<const BYTES: usize>(
    position: Position<BYTES>,
    visit: &mut impl FnMut(&[Position<BYTES>]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let path = position.path();
    // Every bite is made in both paths: to transpose each result would cost more than to look it up.
    let transposed = transpose(path);
    let last = 63_u32.wrapping_sub(path.leading_zeros());
    // Short bites first: columns from the right, each with its rows from the bottom.
    let mut columns = !path & !(u64::MAX << (last & 63));
    while columns != 0 {
        let column = columns.ilog2();
        columns ^= 1 << column;
        let mut rows = path >> column << column;
        let mut bitten = 0;
        while rows != 0 {
            let row = rows.trailing_zeros();
            rows &= rows - 1;
            bitten += 1;
            if column == 0 && rows == 0 {
                break; // the poisoned square
            }
            let here = sort(path, column, row, bitten);
            let there = sort(transposed, last - row, last - column, row - column + 1 - bitten);
            visit(&[Position::canonical(here, there)])?;
        }
    }
    ControlFlow::Continue(())
}

impl Game for Chomp {
    type Position = Position;
    type Error = Infallible;

    fn moves(&self, position: &Position, visit: &mut impl FnMut(&[Position]) -> ControlFlow<()>) -> Listed {
        Ok(bites(*position, visit))
    }

    fn ends(&self, _position: &Position) -> bool {
        true
    }
}

impl Game for SmallChomp {
    type Position = Position<4>;
    type Error = Infallible;

    fn moves(&self, position: &Position<4>, visit: &mut impl FnMut(&[Position<4>]) -> ControlFlow<()>) -> Listed {
        Ok(bites(*position, visit))
    }

    fn ends(&self, _position: &Position<4>) -> bool {
        true
    }
}

impl Board for Chomp {
    type Plain = Rows;

    fn components(&self, plain: &Rows) -> Vec<Position> {
        vec![Position::of_bar(plain)]
    }

    fn plain_moves(&self, plain: &Rows) -> Vec<Rows> {
        let squares = plain.0.iter().enumerate().flat_map(|(row, &length)| (0..length).map(move |c| (row, c)));
        squares.skip(1).map(|(row, column)| plain.bite(row, column)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_survive_the_path() {
        for rows in [vec![], vec![1], vec![3], vec![4, 3, 1], vec![5, 5, 2, 2, 2], vec![63], vec![32; 32]] {
            let bar = Rows::new(&rows).unwrap();
            let path = bar.path();
            assert_eq!(Position::<8>::of(path).rows(), bar);
            assert_eq!(transpose(transpose(path)), path);
        }
    }

    #[test]
    fn counts_positions_up_to_transposition() {
        let mut solver = crate::Solver::new(Chomp);
        let bar = Rows::rectangle(6, 6).unwrap();
        solver.sum_value(&Chomp.components(&bar)).unwrap();
        // (C(12, 6) + 2^6) / 2 partitions in the square up to transposition, less the empty one.
        assert_eq!(solver.positions(), (924 + 64) / 2 - 1);
    }

    #[test]
    fn refuses_what_does_not_fit() {
        assert!(Rows::rectangle(u64::MAX, 2).is_err());
        assert!(Rows::rectangle(33, 32).is_err());
        assert!(Rows::new(&[2, 3]).is_err());
        assert_eq!(Rows::rectangle(0, 5), Rows::new(&[0, 0]));
    }
}
