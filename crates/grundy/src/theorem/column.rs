//! One number of many positions, without a list for each position.

/// Natural numbers: every so many-th of some numbers, from the first on.
#[derive(Debug, Clone, Copy)]
pub struct Column<'a> {
    numbers: &'a [i64],
    stride: usize,
}

impl<'a> Column<'a> {
    /// All numbers, none of them negative.
    pub fn all(numbers: &'a [i64]) -> Column<'a> {
        Column { numbers, stride: 1 }
    }

    /// One column of rows of this width.
    pub fn of_rows(numbers: &'a [i64], width: usize, index: usize) -> Column<'a> {
        Column { numbers: numbers.get(index..).unwrap_or_default(), stride: width.max(1) }
    }

    /// The numbers.
    pub fn iter(self) -> impl Iterator<Item = i64> {
        self.numbers.iter().step_by(self.stride).copied()
    }

    /// Folds the numbers. Neighbours are a loop of their own: it can be vectorised.
    pub fn fold<T>(self, start: T, mut f: impl FnMut(T, i64) -> T) -> T {
        match self.stride {
            1 => self.numbers.iter().fold(start, |sum, &n| f(sum, n)),
            _ => self.iter().fold(start, f),
        }
    }
}
