//! The memo table: what is known about each position, in four bytes beside the position.

use crate::watch::Stop;
use hashbrown::HashMap;
use std::hash::Hash;

/// What is known about one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known {
    /// Its value.
    Value(u32),
    /// Not its value yet; bit v of the mask says that it is not v.
    Not {
        /// Values below [`MASK_BITS`] that it is known not to have.
        mask: u32,
        /// It lies on the path that is searched just now: to meet it again is a cycle.
        on_path: bool,
    },
}

/// Values below this can be excluded one by one.
#[cfg(test)]
pub(crate) const MASK_BITS: u32 = 30;

const SOLVED: u32 = 1 << 31;
const ON_PATH: u32 = 1 << 30;

/// [`Known`] in four bytes: half of a table of small positions would otherwise be padding.
#[derive(Debug, Clone, Copy)]
struct Packed(u32);

impl Packed {
    fn pack(known: Known) -> Self {
        match known {
            Known::Value(value) => Packed(SOLVED | value),
            Known::Not { mask, on_path } => Packed(mask | if on_path { ON_PATH } else { 0 }),
        }
    }

    #[inline]
    fn unpack(self) -> Known {
        if self.0 & SOLVED != 0 {
            Known::Value(self.0 & !SOLVED)
        } else {
            Known::Not { mask: self.0 & !ON_PATH, on_path: self.0 & ON_PATH != 0 }
        }
    }
}

/// A value as the table holds it. More than 2^31 options of one position are beyond every limit that one can pass.
pub(crate) fn storable(value: u64, found: u64) -> Result<u32, Stop> {
    let limit = u64::from(SOLVED);
    u32::try_from(value).ok().filter(|&v| v < SOLVED).ok_or(Stop::Positions { limit, found })
}

/// Positions with what is known about them.
#[derive(Clone)]
pub(crate) struct Memo<P> {
    table: HashMap<P, Packed, foldhash::fast::RandomState>,
    solved: u64,
    /// Bytes that the positions own outside the table.
    heap: u64,
}

impl<P: Eq + Hash> Memo<P> {
    pub(crate) fn new() -> Self {
        Memo { table: HashMap::default(), solved: 0, heap: 0 }
    }

    #[inline]
    pub(crate) fn get(&self, position: &P) -> Option<Known> {
        self.table.get(position).map(|packed| packed.unpack())
    }

    /// The value, if it is known.
    #[inline]
    pub(crate) fn value(&self, position: &P) -> Option<u32> {
        match self.get(position) {
            Some(Known::Value(value)) => Some(value),
            _ => None,
        }
    }

    /// Remembers `known`; `heap_bytes` is what a new position owns outside itself.
    pub(crate) fn set(&mut self, position: P, known: Known, heap_bytes: impl FnOnce(&P) -> usize) {
        self.solved += u64::from(matches!(known, Known::Value(_)));
        match self.table.entry(position) {
            hashbrown::hash_map::Entry::Occupied(mut entry) => *entry.get_mut() = Packed::pack(known),
            hashbrown::hash_map::Entry::Vacant(entry) => {
                self.heap += heap_bytes(entry.key()) as u64;
                entry.insert(Packed::pack(known));
            }
        }
    }

    /// Takes a position off the searched path again, after an error.
    pub(crate) fn leave_path(&mut self, position: &P) {
        if let Some(packed) = self.table.get_mut(position)
            && let Known::Not { mask, .. } = packed.unpack()
        {
            *packed = Packed::pack(Known::Not { mask, on_path: false });
        }
    }

    /// Positions with a known value.
    pub(crate) fn solved(&self) -> u64 {
        self.solved
    }

    /// Positions in the table.
    pub(crate) fn len(&self) -> u64 {
        self.table.len() as u64
    }

    /// Bytes in use, and those of the next growth when that is near: the old and the doubled table live side by side.
    pub(crate) fn bytes(&self, soon: usize) -> u64 {
        let now = self.table.allocation_size() as u64;
        let growth = if self.table.len() + soon > self.table.capacity() { 2 * now } else { 0 };
        now + growth + self.heap
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_is_lossless() {
        let cases = [
            Known::Value(0),
            Known::Value(SOLVED - 1),
            Known::Not { mask: 0, on_path: true },
            Known::Not { mask: (1 << MASK_BITS) - 1, on_path: false },
        ];
        for known in cases {
            assert_eq!(Packed::pack(known).unpack(), known);
        }
    }

    #[test]
    fn too_large_values_are_refused() {
        assert_eq!(storable(u64::from(SOLVED) - 1, 7), Ok(SOLVED - 1));
        assert_eq!(storable(u64::from(SOLVED), 7), Err(Stop::Positions { limit: 1 << 31, found: 7 }));
    }
}
