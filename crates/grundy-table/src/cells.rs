//! The values of a block, in as few bytes each as its largest needs: 1, 2 or 4.

/// Values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cells {
    /// All below 2^8.
    One(Vec<u8>),
    /// All below 2^16.
    Two(Vec<u16>),
    /// All below 2^32.
    Four(Vec<u32>),
}

impl Cells {
    /// Values in as few bytes as they need.
    pub fn narrow(values: Vec<u32>) -> Cells {
        match values.iter().copied().max().unwrap_or(0) {
            0..=0xff => Cells::One(values.iter().map(|&value| value as u8).collect()),
            0x100..=0xffff => Cells::Two(values.iter().map(|&value| value as u16).collect()),
            _ => Cells::Four(values),
        }
    }

    /// Bytes that a block takes for each value, if this is its largest.
    pub fn width_of(largest: u64) -> u64 {
        match largest {
            0..=0xff => 1,
            0x100..=0xffff => 2,
            _ => 4,
        }
    }

    /// How many.
    #[expect(clippy::len_without_is_empty, reason = "a block has at least one cell")]
    pub fn len(&self) -> usize {
        match self {
            Cells::One(values) => values.len(),
            Cells::Two(values) => values.len(),
            Cells::Four(values) => values.len(),
        }
    }

    /// Bytes a value.
    pub fn width(&self) -> usize {
        match self {
            Cells::One(_) => 1,
            Cells::Two(_) => 2,
            Cells::Four(_) => 4,
        }
    }

    /// Bytes of all.
    pub fn bytes(&self) -> u64 {
        (self.len() * self.width()) as u64
    }

    /// The value of a cell.
    #[inline]
    pub fn get(&self, cell: usize) -> u32 {
        match self {
            Cells::One(values) => values[cell].into(),
            Cells::Two(values) => values[cell].into(),
            Cells::Four(values) => values[cell],
        }
    }

    /// Calls `visit` with the values of some cells, one after the other.
    pub fn each(&self, cells: std::ops::Range<usize>, mut visit: impl FnMut(u32)) {
        match self {
            Cells::One(values) => values[cells].iter().for_each(|&value| visit(value.into())),
            Cells::Two(values) => values[cells].iter().for_each(|&value| visit(value.into())),
            Cells::Four(values) => values[cells].iter().for_each(|&value| visit(value)),
        }
    }

    /// The largest value, and how many are 0.
    pub fn summary(&self) -> (u32, u64) {
        match self {
            Cells::One(values) => (
                values.iter().copied().max().unwrap_or(0).into(),
                values.iter().map(|&value| u64::from(value == 0)).sum(),
            ),
            other => {
                let (mut largest, mut zeros) = (0, 0);
                other.each(0..other.len(), |value| {
                    (largest, zeros) = (largest.max(value), zeros + u64::from(value == 0))
                });
                (largest, zeros)
            }
        }
    }

    /// Calls `take` with the values as bytes, little-endian, some at a time: all pieces but the last have `piece` bytes, a multiple of 4.
    pub fn pieces<E>(&self, piece: usize, mut take: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        match self {
            Cells::One(values) => values.chunks(piece).try_for_each(take),
            Cells::Two(values) => values
                .chunks(piece / 2)
                .try_for_each(|values| take(&values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())),
            Cells::Four(values) => values
                .chunks(piece / 4)
                .try_for_each(|values| take(&values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>())),
        }
    }

    /// Values from bytes, little-endian; nothing if the width is none of 1, 2 and 4.
    pub fn from_bytes(bytes: Vec<u8>, width: usize) -> Option<Cells> {
        match width {
            1 => Some(Cells::One(bytes)),
            2 => Some(Cells::Two(bytes.chunks_exact(2).map(|b| u16::from_le_bytes([b[0], b[1]])).collect())),
            4 => {
                Some(Cells::Four(bytes.chunks_exact(4).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect()))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_take_the_bytes_that_they_need() {
        for (largest, width) in [(255, 1), (256, 2), (65535, 2), (65536, 4)] {
            let values = vec![0, 3, largest, 0, 7];
            let cells = Cells::narrow(values.clone());
            assert_eq!((cells.width(), cells.summary()), (width, (largest, 2)));
            let mut bytes = Vec::new();
            cells
                .pieces(4, |piece| {
                    bytes.extend_from_slice(piece);
                    Ok::<(), ()>(())
                })
                .unwrap();
            let again = Cells::from_bytes(bytes, width).unwrap();
            assert_eq!((0..5).map(|cell| again.get(cell)).collect::<Vec<_>>(), values);
        }
    }
}
