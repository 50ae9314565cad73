//! The memo table: what is known about each position, in four bytes beside the position.

use super::table::Table;
use crate::watch::Stop;
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
pub(super) struct Packed(NonZeroU32);

impl Packed {
    #[inline]
    fn pack(known: Known) -> Self {
        Packed(match known {
            Known::Value(value) => SOLVED | value,
            Known::Not { mask, on_path: true } => OPEN | ON_PATH | mask,
            Known::Not { mask, on_path: false } => OPEN | mask,
        })
    }

    #[cfg(test)]
    pub(super) fn of_value(value: u32) -> Self {
        Packed::pack(Known::Value(value))
    }

    #[inline(always)]
    pub(super) fn bits(self) -> u32 {
        self.0.get()
    }

    /// The value, if this is one.
    #[inline(always)]
    pub(super) fn value(self) -> Option<u32> {
        let bits = self.0.get();
        if bits & SOLVED.get() != 0 { Some(bits & !SOLVED.get()) } else { None }
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

/// On the searched path, with what was known before.
fn on_path(known: Option<Known>) -> Known {
    match known {
        Some(Known::Not { mask, .. }) => Known::Not { mask, on_path: true },
        Some(solved) => solved,
        None => Known::Not { mask: 0, on_path: true },
    }
}

/// Off the searched path, with what was known before.
fn off_path(known: Option<Known>) -> Known {
    match known {
        Some(Known::Not { mask, .. }) => Known::Not { mask, on_path: false },
        Some(solved) => solved,
        None => Known::Not { mask: 0, on_path: false },
    }
}

/// Positions to be looked up together, and their hashes.
pub(super) struct Desk<P> {
    pub(super) window: Vec<P>,
    hashes: Vec<u64>,
}

impl<P> Default for Desk<P> {
    fn default() -> Self {
        Desk { window: Vec::new(), hashes: Vec::new() }
    }
}

/// Positions with what is known about them.
#[derive(Clone)]
pub(crate) struct Memo<P> {
    table: Table<P>,
    hasher: foldhash::fast::RandomState,
    solved: u64,
    /// Bytes that the positions own outside the table.
    heap: u64,
}

impl<P: Clone + Eq + Hash> Memo<P> {
    pub(crate) fn new() -> Self {
        Memo { table: Table::new(), hasher: Default::default(), solved: 0, heap: 0 }
    }

    /// An empty one that hashes as this one does, so that both can be asked for the same positions at once.
    pub(super) fn sibling(&self) -> Self {
        Memo { table: Table::new(), hasher: self.hasher.clone(), solved: 0, heap: 0 }
    }

    /// Hands the values over to another memo.
    pub(super) fn hand_over(&mut self, to: &mut Self, heap_bytes: impl Fn(&P) -> usize) {
        (self.solved, self.heap) = (0, 0);
        for (position, packed) in self.table.drain() {
            to.set(position, packed.unpack(), &heap_bytes);
        }
    }

    /// Takes every position off the searched path.
    pub(super) fn leave_all_paths(&mut self) {
        self.table.for_each(|packed| *packed = Packed::pack(off_path(Some(packed.unpack()))));
    }

    #[inline]
    pub(crate) fn get(&self, position: &P) -> Option<Known> {
        self.table.find(self.hasher.hash_one(position), position).map(Packed::unpack)
    }

    /// The value, if it is known: the innermost step of every search by the definition.
    #[inline]
    pub(crate) fn value(&self, position: &P) -> Option<u32> {
        self.table.find(self.hasher.hash_one(position), position)?.value()
    }

    /// The values of positions as far as they are known here or to others, in the order of the window, which it empties.
    #[inline(always)]
    pub(super) fn values(&self, others: Option<&Memo<P>>, desk: &mut Desk<P>, mut found: impl FnMut(P, Option<u32>)) {
        let Desk { window, hashes } = desk;
        hashes.clear();
        hashes.extend(window.iter().map(|position| self.hasher.hash_one(position)));
        // What others know is the larger table by far: this one is in the cache then.
        others.unwrap_or(self).table.fetch(hashes);
        for (position, &hash) in window.drain(..).zip(&*hashes) {
            let here = || self.table.find(hash, &position).and_then(Packed::value);
            let value = others.and_then(|others| others.table.find(hash, &position)?.value()).or_else(here);
            found(position, value);
        }
    }

    fn update(&mut self, position: P, update: impl FnOnce(Option<Known>) -> Known, heap: impl FnOnce(&P) -> usize) {
        let Memo { table, hasher, solved, heap: bytes, .. } = self;
        let hash = hasher.hash_one(&position);
        let owned = heap(&position) as u64;
        let is_new = table.update((hash, |position| hasher.hash_one(position)), position, |packed| {
            let old = packed.map(Packed::unpack);
            let new = update(old);
            let is_solved = |known| matches!(known, Known::Value(_));
            *solved += u64::from(is_solved(new) && !old.is_some_and(is_solved));
            Packed::pack(new)
        });
        *bytes += if is_new { owned } else { 0 };
    }

    /// Remembers `known`; `heap_bytes` is what a position owns outside itself.
    pub(crate) fn set(&mut self, position: P, known: Known, heap_bytes: impl FnOnce(&P) -> usize) {
        self.update(position, |_| known, heap_bytes);
    }

    /// Puts a position on the searched path.
    pub(crate) fn enter_path(&mut self, position: P, heap_bytes: impl FnOnce(&P) -> usize) {
        self.update(position, on_path, heap_bytes);
    }

    /// Takes a position off the searched path again, after an error.
    pub(crate) fn leave_path(&mut self, position: &P) {
        self.update(position.clone(), off_path, |_| 0);
    }

    /// Positions with a known value.
    pub(crate) fn solved(&self) -> u64 {
        self.solved
    }

    /// Positions in the table.
    pub(crate) fn len(&self) -> u64 {
        self.table.len() as u64
    }

    /// Bytes in use or soon in use.
    pub(crate) fn bytes(&self, soon: usize) -> u64 {
        self.table.bytes(soon) + self.heap
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
        assert_eq!((memo.len(), memo.solved()), (10_000, 10_000));
        for n in 0..10_000 {
            assert_eq!(memo.get(&(n * 77)), Some(Known::Value(n)));
            assert_eq!(memo.get(&(n * 77 + 1)), None);
        }
    }
}
