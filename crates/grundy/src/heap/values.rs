//! The values of heaps 0, 1, 2, … in as few bytes each as the largest asks for: 1, 2 or 4.

/// Nim values by heap size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Values {
    One(Vec<u8>),
    Two(Vec<u16>),
    Four(Vec<u32>),
}

/// Runs the body with the vector inside, whatever its width.
macro_rules! with_cells {
    ($values:expr, $cells:ident => $body:expr) => {
        match $values {
            Values::One($cells) => $body,
            Values::Two($cells) => $body,
            Values::Four($cells) => $body,
        }
    };
}
pub(super) use with_cells;

impl Values {
    pub fn new() -> Self {
        Values::One(Vec::new())
    }

    pub fn len(&self) -> usize {
        with_cells!(self, cells => cells.len())
    }

    pub fn bytes(&self) -> u64 {
        self.len() as u64 * u64::from(self.width())
    }

    /// Bytes a heap.
    pub fn width(&self) -> u8 {
        match self {
            Values::One(_) => 1,
            Values::Two(_) => 2,
            Values::Four(_) => 4,
        }
    }

    #[inline]
    pub fn get(&self, n: usize) -> Option<u32> {
        (n < self.len()).then(|| self.at(n))
    }

    /// The value of a heap that is known to be stored.
    #[inline]
    pub fn at(&self, n: usize) -> u32 {
        match self {
            Values::One(cells) => u32::from(cells[n]),
            Values::Two(cells) => u32::from(cells[n]),
            Values::Four(cells) => cells[n],
        }
    }

    #[inline]
    pub fn push(&mut self, value: u32) {
        match self {
            Values::One(cells) if value <= u32::from(u8::MAX) => cells.push(value as u8),
            Values::Two(cells) if value <= u32::from(u16::MAX) => cells.push(value as u16),
            Values::Four(cells) => cells.push(value),
            _ => {
                self.widen();
                self.push(value);
            }
        }
    }

    /// Appends these values, the largest of which is known.
    pub fn extend(&mut self, values: impl Iterator<Item = u32>, largest: u32) {
        match self {
            Values::One(cells) if largest <= u32::from(u8::MAX) => cells.extend(values.map(|value| value as u8)),
            Values::Two(cells) if largest <= u32::from(u16::MAX) => cells.extend(values.map(|value| value as u16)),
            _ => values.for_each(|value| self.push(value)),
        }
    }

    /// The same values in cells of twice the width.
    fn widen(&mut self) {
        *self = match self {
            Values::One(cells) => Values::Two(cells.iter().map(|&cell| u16::from(cell)).collect()),
            Values::Two(cells) => Values::Four(cells.iter().map(|&cell| u32::from(cell)).collect()),
            Values::Four(cells) => Values::Four(std::mem::take(cells)),
        };
    }

    /// The largest value of the first heaps.
    pub fn largest(&self, heaps: usize) -> u32 {
        with_cells!(self, cells => largest(&cells[..heaps.min(cells.len())]))
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len()).map(|n| self.at(n))
    }
}

fn largest<T: Copy + Ord + Into<u32>>(cells: &[T]) -> u32 {
    cells.iter().copied().max().map_or(0, Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widens_when_a_value_asks_for_it() {
        let mut values = Values::new();
        let numbers = [0, 255, 256, 65_535, 65_536, 7, u32::MAX];
        for (index, &number) in numbers.iter().enumerate() {
            values.push(number);
            assert_eq!(values.len(), index + 1);
        }
        assert!(values.iter().eq(numbers));
        assert_eq!((values.width(), values.get(99)), (4, None));
        let mut extended = Values::new();
        extended.extend(numbers[..2].iter().copied(), 255);
        extended.extend(numbers[2..].iter().copied(), u32::MAX);
        assert_eq!(extended, values);
        assert_eq!((values.largest(3), values.largest(99)), (256, u32::MAX));
    }
}
