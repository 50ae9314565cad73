//! The memo table: what is known about each position, in four bytes beside the position.
//!
//! In front of the large table lies a small one ([`Recent`]) that fits into the processor's cache: a depth-first search asks
//! for the same positions again and again (83 % of the look-ups of Chomp 12 × 12 are among the last 2^16).

use super::recent::Recent;
use crate::watch::Stop;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use std::hash::{BuildHasher, Hash};
use std::num::NonZeroU32;

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
pub(crate) const MASK_BITS: u32 = 29;

const fn bit(index: u32) -> NonZeroU32 {
    match NonZeroU32::new(1 << index) {
        Some(bit) => bit,
        None => NonZeroU32::MIN,
    }
}

const SOLVED: NonZeroU32 = bit(31);
const OPEN: NonZeroU32 = bit(30);
const ON_PATH: NonZeroU32 = bit(29);

/// [`Known`] in four bytes, never zero, so that an empty slot needs no byte of its own.
#[derive(Debug, Clone, Copy)]
struct Packed(NonZeroU32);

impl Packed {
    #[inline]
    fn pack(known: Known) -> Self {
        Packed(match known {
            Known::Value(value) => SOLVED | value,
            Known::Not { mask, on_path: true } => OPEN | ON_PATH | mask,
            Known::Not { mask, on_path: false } => OPEN | mask,
        })
    }

    #[inline]
    fn unpack(self) -> Known {
        let bits = self.0.get();
        if bits & SOLVED.get() != 0 {
            Known::Value(bits & !SOLVED.get())
        } else {
            Known::Not { mask: bits & (ON_PATH.get() - 1), on_path: bits & ON_PATH.get() != 0 }
        }
    }
}

/// A value as the table holds it. More than 2^31 options of one position are beyond every limit that one can pass.
pub(crate) fn storable(value: u64, found: u64) -> Result<u32, Stop> {
    let limit = u64::from(SOLVED.get());
    u32::try_from(value).ok().filter(|&v| v < SOLVED.get()).ok_or(Stop::Positions { limit, found })
}

/// Positions with what is known about them.
#[derive(Clone)]
pub(crate) struct Memo<P> {
    table: HashTable<(P, Packed)>,
    recent: Recent<P>,
    hasher: foldhash::fast::RandomState,
    solved: u64,
    /// Bytes that the positions own outside the table.
    heap: u64,
}

impl<P: Clone + Eq + Hash> Memo<P> {
    pub(crate) fn new() -> Self {
        Memo { table: HashTable::new(), recent: Recent::new(), hasher: Default::default(), solved: 0, heap: 0 }
    }

    #[inline]
    pub(crate) fn get(&self, position: &P) -> Option<Known> {
        let hash = self.hasher.hash_one(position);
        self.table.find(hash, |(found, _)| found == position).map(|(_, packed)| packed.unpack())
    }

    /// What is known, looked for among the recent values first.
    #[inline]
    pub(crate) fn known(&mut self, position: &P) -> Option<Known> {
        let hash = self.hasher.hash_one(position);
        if let Some(value) = self.recent.value(hash, position) {
            return Some(Known::Value(value));
        }
        let known = self.table.find(hash, |(found, _)| found == position)?.1.unpack();
        if let Known::Value(value) = known {
            self.recent.remember(hash, position, value);
        }
        Some(known)
    }

    /// The value, if it is known.
    #[inline]
    pub(crate) fn value(&mut self, position: &P) -> Option<u32> {
        match self.known(position) {
            Some(Known::Value(value)) => Some(value),
            _ => None,
        }
    }

    /// Remembers `known`; `heap_bytes` is what a new position owns outside itself.
    pub(crate) fn set(&mut self, position: P, known: Known, heap_bytes: impl FnOnce(&P) -> usize) {
        self.solved += u64::from(matches!(known, Known::Value(_)));
        let (hasher, hash) = (&self.hasher, self.hasher.hash_one(&position));
        match self.table.entry(hash, |(found, _)| *found == position, |(found, _)| hasher.hash_one(found)) {
            Entry::Occupied(mut entry) => entry.get_mut().1 = Packed::pack(known),
            Entry::Vacant(entry) => {
                self.heap += heap_bytes(&position) as u64;
                entry.insert((position, Packed::pack(known)));
                self.recent.open_at(self.table.len());
            }
        }
    }

    /// Takes a position off the searched path again, after an error.
    pub(crate) fn leave_path(&mut self, position: &P) {
        let hash = self.hasher.hash_one(position);
        if let Some((_, packed)) = self.table.find_mut(hash, |(found, _)| found == position)
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
            Known::Value(SOLVED.get() - 1),
            Known::Not { mask: 0, on_path: true },
            Known::Not { mask: (1 << MASK_BITS) - 1, on_path: false },
        ];
        for known in cases {
            assert_eq!(Packed::pack(known).unpack(), known);
        }
    }

    #[test]
    fn too_large_values_are_refused() {
        assert_eq!(storable((1 << 31) - 1, 7), Ok(SOLVED.get() - 1));
        assert_eq!(storable(1 << 31, 7), Err(Stop::Positions { limit: 1 << 31, found: 7 }));
    }

    #[test]
    fn holds_what_was_put_in() {
        let mut memo = Memo::new();
        for n in 0..10_000_u32 {
            memo.set(n * 77, Known::Not { mask: 5, on_path: true }, |_| 3);
            memo.set(n * 77, Known::Value(n), |_| 3);
        }
        assert_eq!((memo.len(), memo.solved(), memo.heap), (10_000, 10_000, 30_000));
        for n in 0..10_000 {
            assert_eq!(memo.get(&(n * 77)), Some(Known::Value(n)));
            assert_eq!(memo.get(&(n * 77 + 1)), None);
        }
    }
}
