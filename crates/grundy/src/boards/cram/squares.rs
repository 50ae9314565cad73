//! A box of squares and its mirror images.

use super::Position;
use super::grid::Grid;

/// A box of squares, row by row, while it is brought to its canonical form.
#[derive(Clone, Copy)]
pub(super) struct Squares {
    pub(super) columns: u32,
    pub(super) rows: u32,
    pub(super) bits: u64,
}

impl Squares {
    /// The smallest box around the squares of a wider one.
    pub(super) fn cropped(mut bits: u64, columns: u32) -> Self {
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

    /// Rows and columns exchanged; at most eight of each.
    pub(super) fn transposed(self) -> Self {
        let Squares { columns, rows, bits } = self;
        let row_mask = u64::MAX >> (64 - columns);
        let spread = (0..rows).fold(0, |spread, row| spread | (bits >> (row * columns) & row_mask) << (8 * row));
        let turned = transposed_bytes(spread);
        let packed = (0..columns).fold(0, |packed, row| packed | (turned >> (8 * row) & 0xff) << (row * rows));
        Squares { columns: rows, rows: columns, bits: packed }
    }

    /// Left and right exchanged.
    pub(super) fn mirrored(self, first_column: u64) -> Self {
        let Squares { columns, bits, .. } = self;
        let column = |index: u32| (bits >> index & first_column) << (columns - 1 - index);
        let mirrored = (0..columns).fold(0, |mirrored, index| mirrored | column(index));
        Squares { bits: mirrored, ..self }
    }

    #[inline(always)]
    fn half_turn(self) -> u64 {
        self.bits.reverse_bits() >> (64 - self.columns * self.rows)
    }

    /// The smaller number of the box and its half turn.
    #[inline(always)]
    pub(super) fn least_turn(self) -> u64 {
        self.bits.min(self.half_turn())
    }

    /// Whether the half turn pairs the moves, so that every move has an answer: then the value is 0.
    #[inline(always)]
    pub(super) fn is_paired(self) -> bool {
        self.half_turn() == self.bits && !self.has_move_at_the_centre()
    }

    /// Whether a domino can overlap its own half turn.
    fn has_move_at_the_centre(self) -> bool {
        let Squares { columns, rows, bits } = self;
        let squares = columns * rows;
        let centre: u64 = match (columns % 2, rows % 2) {
            (0, 0) => 0,
            (1, 1) => 1 << (squares / 2),
            (0, _) => 3 << (squares / 2 - 1),
            _ => (1 << columns | 1) << (squares / 2 - columns / 2 - 1),
        };
        match centre.count_ones() {
            2 => bits & centre == centre,
            _ => bits & centre != 0,
        }
    }

    pub(super) fn canonical(self) -> Position {
        let tall = if self.columns > self.rows { self.transposed() } else { self };
        if tall.columns == 1 {
            return Position::path(u64::from(tall.rows));
        }
        let first_column = Grid::of(tall.columns).first;
        let least = |squares: Squares| squares.least_turn().min(squares.mirrored(first_column).least_turn());
        let mut squares = least(tall);
        if tall.columns == tall.rows {
            squares = squares.min(least(tall.transposed()));
        }
        Position::new(tall.columns, squares)
    }
}

/// The matrix whose rows are the eight bytes, transposed by exchanging ever larger blocks.
fn transposed_bytes(mut word: u64) -> u64 {
    for (distance, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        let differing = (word ^ word >> distance) & mask;
        word ^= differing ^ differing << distance;
    }
    word
}
