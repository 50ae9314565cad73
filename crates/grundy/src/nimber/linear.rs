//! Linear maps of bit vectors, worked out at compile time: a map is the list of the images of the bits.
//!
//! Squaring, its inverse, y ↦ y² + y and the change to another basis are linear over the field of two elements.

/// The image of `x` under the map with these columns.
pub(super) const fn apply(columns: &[u64], x: u64) -> u64 {
    let (mut image, mut i) = (0, 0);
    while i < columns.len() {
        if x >> i & 1 == 1 {
            image ^= columns[i];
        }
        i += 1;
    }
    image
}

/// The map `first`, then `second`.
pub(super) const fn compose(first: &[u64; 64], second: &[u64; 64]) -> [u64; 64] {
    let mut columns = [0; 64];
    let mut i = 0;
    while i < 64 {
        columns[i] = apply(second, first[i]);
        i += 1;
    }
    columns
}

/// The inverse of an invertible map of N bits (Gauss–Jordan).
pub(super) const fn invert<const N: usize>(columns: [u64; N]) -> [u64; N] {
    let mut images = columns;
    let mut origins = [0u64; N];
    let mut i = 0;
    while i < N {
        origins[i] = 1 << i;
        i += 1;
    }
    let mut bit = 0;
    while bit < N {
        let mut pivot = bit;
        while images[pivot] >> bit & 1 == 0 {
            pivot += 1;
        }
        (images[bit], images[pivot]) = (images[pivot], images[bit]);
        (origins[bit], origins[pivot]) = (origins[pivot], origins[bit]);
        let mut row = 0;
        while row < N {
            if row != bit && images[row] >> bit & 1 == 1 {
                images[row] ^= images[bit];
                origins[row] ^= origins[bit];
            }
            row += 1;
        }
        bit += 1;
    }
    origins
}

/// A map of 64 bits as eight tables, one for each byte: 16 KiB.
pub(super) struct ByteTables([[u64; 256]; 8]);

impl ByteTables {
    pub(super) const fn new(columns: &[u64; 64]) -> Self {
        let mut tables = [[0; 256]; 8];
        let mut byte = 0;
        while byte < 8 {
            let mut value = 1usize;
            while value < 256 {
                let low = value.trailing_zeros() as usize;
                tables[byte][value] = tables[byte][value & (value - 1)] ^ columns[8 * byte + low];
                value += 1;
            }
            byte += 1;
        }
        ByteTables(tables)
    }

    /// The image of `x`.
    #[inline(always)]
    pub(super) fn apply(&self, x: u64) -> u64 {
        let bytes = x.to_le_bytes();
        self.0.iter().zip(bytes).fold(0, |image, (table, byte)| image ^ table[usize::from(byte)])
    }
}
