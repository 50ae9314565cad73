//! Into how many components a connected board can fall when a domino is put on it, from the squares around the domino.
//!
//! **Lemma.** The free squares that touch the domino (at a corner too) form some connected groups with a square beside it. The
//! rest of the board has at most as many components. *Proof.* Every square had a way to the domino, which ends at a square
//! beside it. ∎ It may have fewer: two groups may be joined by a longer way.

/// For each of the 2^12 states of a field of 3 × 4 squares with a domino in the middle, the number of groups.
pub(super) struct Ring {
    groups: [u8; 1 << 12],
}

/// The field of a lying domino: 3 rows of 4 squares, the upper left one is the lowest bit.
pub(super) static LYING: Ring = Ring::new(4);

/// The field of an upright domino: 4 rows of 3 squares.
pub(super) static UPRIGHT: Ring = Ring::new(3);

impl Ring {
    const fn new(columns: u32) -> Self {
        let mut groups = [0; 1 << 12];
        let mut field = 0;
        while field < groups.len() {
            groups[field] = count(field as u32, columns);
            field += 1;
        }
        Ring { groups }
    }

    #[inline(always)]
    pub(super) fn groups(&self, field: u64) -> u8 {
        self.groups[field as usize % self.groups.len()]
    }
}

const fn count(field: u32, columns: u32) -> u8 {
    let domino = if columns == 4 { 3 << 5 } else { 1 << 4 | 1 << 7 };
    let free = field & !domino;
    let mut beside = grown(domino, columns) & free;
    let mut groups = 0;
    while beside != 0 {
        let mut group = beside & beside.wrapping_neg();
        let mut step = 0;
        while step < 12 {
            group |= grown(group, columns) & free;
            step += 1;
        }
        beside &= !group;
        groups += 1;
    }
    groups
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
        let groups = |rows| LYING.groups(field(rows));
        assert_eq!(groups([0b0110, 0, 0]), 1);
        assert_eq!(groups([0b0011, 0b0001, 0]), 1);
        assert_eq!(groups([0b0010, 0b0001, 0]), 2);
        assert_eq!(groups([0b0110, 0, 0b0110]), 2);
        assert_eq!(groups([0b0110, 0b1001, 0b0110]), 4);
        assert_eq!(groups([0b1110, 0b1000, 0b1110]), 1);
        assert_eq!(groups([0b1001, 0, 0b1001]), 0, "corners alone are not beside the domino");
    }

    #[test]
    fn upright_is_lying_transposed() {
        for field in 0..1_u64 << 12 {
            let transposed = (0..12).fold(0, |to, bit| to | (field >> bit & 1) << (bit % 4 * 3 + bit / 4));
            assert_eq!(LYING.groups(field), UPRIGHT.groups(transposed), "{field:b}");
        }
    }
}
