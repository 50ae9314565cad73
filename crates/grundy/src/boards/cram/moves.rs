//! The moves of a component in its box.
//!
//! Many dominoes neither split a component nor shrink its box. Then nothing needs to be sought: the squares around the
//! domino show that the rest is connected, and its mirror images are those of the component without the images of
//! the domino. Whatever does not fit that goes the general way, [`Grid::split`].

use super::Position;
use super::grid::{Grid, is_path};
use super::ring;
use super::squares::Squares;
use std::ops::ControlFlow;

/// A component that fills its box, and what all its moves share.
pub(super) struct Moves {
    grid: &'static Grid,
    squares: Squares,
    /// Left and right exchanged.
    mirrored: u64,
    /// Rows and columns exchanged, and that mirrored, if the box is a square.
    transposed: Option<[u64; 2]>,
    /// The first and last row and column: the box stays as long as none of them is empty.
    sides: [u64; 4],
    /// The squares around a domino can be read as bits of the word: nothing of the board is near its upper end.
    reads_rings: bool,
}

/// A domino on the board.
#[derive(Clone, Copy)]
struct Domino {
    row: u32,
    column: u32,
    upright: bool,
}

impl Domino {
    /// Its squares on a board with so many columns.
    #[inline(always)]
    fn squares(self, columns: u32) -> u64 {
        let shape = if self.upright { 1 << columns | 1 } else { 3 };
        shape << (self.row * columns + self.column)
    }

    #[inline(always)]
    fn mirrored(self, columns: u32) -> Domino {
        Domino { column: columns - 1 - self.column - u32::from(!self.upright), ..self }
    }

    #[inline(always)]
    fn transposed(self) -> Domino {
        Domino { row: self.column, column: self.row, upright: !self.upright }
    }
}

impl Moves {
    pub(super) fn new(position: Position) -> Self {
        let (columns, bits) = (position.columns(), position.squares());
        let rows = (64 - bits.leading_zeros()).div_ceil(columns);
        let squares = Squares { columns, rows, bits };
        let row = u64::MAX >> (64 - columns);
        let grid = Grid::of(columns);
        Moves {
            grid,
            squares,
            mirrored: squares.mirrored(grid.first).bits,
            transposed: (columns == rows).then(|| {
                let transposed = squares.transposed();
                [transposed.bits, transposed.mirrored(grid.first).bits]
            }),
            sides: [row, row << (columns * (rows - 1)), grid.first, grid.last],
            reads_rings: columns * (rows + 1) + 2 <= 64,
        }
    }

    /// Shows the components after each domino, from the middle rows outwards: the middle is where a board falls apart.
    pub(super) fn list(&self, visit: &mut impl FnMut(&[Position]) -> ControlFlow<()>) -> ControlFlow<()> {
        let Squares { columns, rows, bits } = self.squares;
        let beside = bits & !self.grid.last & bits >> 1;
        let below = bits & bits >> columns;
        let row_mask = u64::MAX >> (64 - columns);
        let mut parts = Vec::new();
        for row in from_the_middle(rows) {
            for (starts, upright) in [(beside, false), (below, true)] {
                let mut starts = starts >> (row * columns) & row_mask;
                while starts != 0 {
                    let domino = Domino { row, column: starts.trailing_zeros(), upright };
                    starts &= starts - 1;
                    self.after(domino, &mut parts);
                    visit(&parts)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn after(&self, domino: Domino, parts: &mut Vec<Position>) {
        let rest = self.squares.bits & !domino.squares(self.squares.columns);
        let groups = self.groups(rest, domino);
        if groups != Some(1) {
            return self.grid.split(rest, groups, parts);
        }
        parts.clear();
        let neighbours = self.grid.neighbours(rest, rest);
        if self.grid.holders(rest, neighbours) == 0 && self.keeps_box(rest) && !is_path(neighbours) {
            parts.extend(self.image(rest, domino));
        } else {
            parts.extend(self.grid.canonical(rest));
        }
    }

    fn keeps_box(&self, rest: u64) -> bool {
        self.sides.iter().all(|side| rest & side != 0)
    }

    /// How many components the squares around the domino allow the rest to have.
    #[inline(always)]
    fn groups(&self, rest: u64, domino: Domino) -> Option<u8> {
        if !self.reads_rings {
            return None;
        }
        let columns = self.squares.columns;
        let Domino { row, column, upright } = domino;
        // The row of squares beginning above and left of the domino, without those that are not beside it.
        let line = |below: u32| rest.rotate_right((row * columns + column + below * columns).wrapping_sub(columns + 1));
        let left = u64::from(column == 0);
        Some(if upright {
            let mask = 7 & !left & !(u64::from(column + 1 == columns) << 2);
            let field = line(0) & mask | (line(1) & mask) << 3 | (line(2) & mask) << 6 | (line(3) & mask) << 9;
            ring::UPRIGHT.groups(field)
        } else {
            let mask = 15 & !left & !(u64::from(column + 2 == columns) << 3);
            let field = line(0) & mask | (line(1) & mask) << 4 | (line(2) & mask) << 8;
            ring::LYING.groups(field)
        })
    }

    /// The canonical position of a connected rest in the same box; none if its value is known to be 0.
    #[inline(always)]
    fn image(&self, rest: u64, domino: Domino) -> Option<Position> {
        let columns = self.squares.columns;
        let least = |bits: u64| Squares { bits, ..self.squares }.least_turn();
        if (Squares { bits: rest, ..self.squares }).is_paired() {
            return None;
        }
        let mirrored = |domino: Domino| domino.mirrored(columns).squares(columns);
        let mut squares = least(rest).min(least(self.mirrored & !mirrored(domino)));
        if let Some([bits, bits_mirrored]) = self.transposed {
            let domino = domino.transposed();
            let turned = least(bits & !domino.squares(columns)).min(least(bits_mirrored & !mirrored(domino)));
            squares = squares.min(turned);
        }
        Some(Position::new(columns, squares))
    }
}

/// 0..count from the middle outwards.
fn from_the_middle(count: u32) -> impl Iterator<Item = u32> {
    (0..count).map(move |step| {
        let (middle, away) = ((count - 1) / 2, step.div_ceil(2));
        if step % 2 == 0 { middle - away } else { middle + away }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boards::cram::MAX_SQUARES;
    use proptest::prelude::*;

    /// The components after each domino, in the same order, found without the short cuts.
    fn by_splitting(moves: &Moves) -> Vec<Vec<Position>> {
        let Squares { columns, rows, bits } = moves.squares;
        let mut all = Vec::new();
        for row in from_the_middle(rows) {
            for (upright, wide) in [(false, columns - 1), (true, columns)] {
                for column in 0..wide {
                    let domino = Domino { row, column, upright };
                    let fits = !upright || row + 1 < rows;
                    if fits && domino.squares(columns) & !bits == 0 {
                        let mut parts = Vec::new();
                        moves.grid.split(bits & !domino.squares(columns), None, &mut parts);
                        all.push(parts);
                    }
                }
            }
        }
        all
    }

    fn board() -> impl Strategy<Value = (u32, u64)> {
        (2..=7_u32).prop_flat_map(|columns| {
            let squares = MAX_SQUARES as u32 / columns * columns;
            let word = prop_oneof![any::<u64>(), (any::<u64>(), any::<u64>()).prop_map(|(a, b)| a | b), Just(u64::MAX)];
            (Just(columns), (word, columns..=squares).prop_map(|(word, used)| word & u64::MAX >> (64 - used)))
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        #[test]
        fn short_cuts_change_nothing((columns, free) in board()) {
            let mut components = Vec::new();
            Grid::of(columns).split(free, None, &mut components);
            for position in components.into_iter().filter(|position| position.columns() > 1) {
                let moves = Moves::new(position);
                let mut listed = Vec::new();
                let _ = moves.list(&mut |parts| {
                    listed.push(parts.to_vec());
                    ControlFlow::Continue(())
                });
                prop_assert_eq!(listed, by_splitting(&moves));
            }
        }
    }
}
