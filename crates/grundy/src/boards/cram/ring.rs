//! Whether a connected board stays connected when a domino is put on it, from the squares around the domino alone.
//!
//! **Lemma.** If the free squares beside the domino are connected by free squares that touch it (at a corner too), the rest
//! of the board is connected. *Proof.* A way through the domino can go around it. ∎ The converse fails: the way around
//! may be longer.

/// For each of the 2^12 states of a field of 3 × 4 squares with a domino in the middle, one bit: it stays connected.
pub(super) struct Ring {
    stays_whole: [u64; 64],
}

/// The field of a lying domino: 3 rows of 4 squares, the upper left one is the lowest bit.
pub(super) static LYING: Ring = Ring::new(4);

/// The field of an upright domino: 4 rows of 3 squares.
pub(super) static UPRIGHT: Ring = Ring::new(3);

impl Ring {
    const fn new(columns: u32) -> Self {
        let mut stays_whole = [0; 64];
        let mut field = 0;
        while field < 1 << 12 {
            if is_whole(field, columns) {
                stays_whole[field as usize / 64] |= 1 << (field % 64);
            }
            field += 1;
        }
        Ring { stays_whole }
    }

    #[inline(always)]
    pub(super) fn stays_whole(&self, field: u64) -> bool {
        let field = field % (1 << 12);
        self.stays_whole[field as usize / 64] >> (field % 64) & 1 == 1
    }
}

const fn is_whole(field: u32, columns: u32) -> bool {
    let domino = if columns == 4 { 3 << 5 } else { 1 << 4 | 1 << 7 };
    let free = field & !domino;
    let beside = grown(domino, columns) & free;
    let mut whole = beside & beside.wrapping_neg();
    let mut step = 0;
    while step < 12 {
        whole |= grown(whole, columns) & free;
        step += 1;
    }
    beside & !whole == 0
}

/// A set of squares of a field with its neighbours.
const fn grown(set: u32, columns: u32) -> u32 {
    let first = if columns == 4 { 0x111 } else { 0o1111 };
    let last = first << (columns - 1);
    let beside = (set & !last) << 1 | (set & !first) >> 1;
    (set | beside | set << columns | set >> columns) & 0xfff
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_joins_two_sides() {
        // Rows of a field with a lying domino in its middle, the lowest bit at the left.
        let field = |rows: [u64; 3]| rows[0] | rows[1] << 4 | rows[2] << 8;
        assert!(LYING.stays_whole(field([0b0110, 0, 0])));
        assert!(LYING.stays_whole(field([0b0011, 0b0001, 0])));
        assert!(!LYING.stays_whole(field([0b0010, 0b0001, 0])));
        assert!(!LYING.stays_whole(field([0b0110, 0, 0b0110])));
        assert!(LYING.stays_whole(field([0b1110, 0b1000, 0b1110])));
        assert!(LYING.stays_whole(field([0b1001, 0, 0b1001])), "corners alone are not beside the domino");
    }

    #[test]
    fn upright_is_lying_transposed() {
        for field in 0..1_u64 << 12 {
            let transposed = (0..12).fold(0, |to, bit| to | (field >> bit & 1) << (bit % 4 * 3 + bit / 4));
            assert_eq!(LYING.stays_whole(field), UPRIGHT.stays_whole(transposed), "{field:b}");
        }
    }
}
